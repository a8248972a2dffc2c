//! Whom to trust, and who we are: the options by which connections over TLS are secured.

use std::path::{Path, PathBuf};

use clap::ValueHint;
use manyrpc::tls::{Client, Identity, Reason, Roots, Server};
use manyrpc::{CallError, Closed, Error};

use crate::output::Failure;

#[derive(clap::Args)]
#[command(next_help_heading = "TLS (grpcs, jsonrpc+https, xmlrpc+https, jsonrpc+tls)")]
pub(crate) struct Trust {
    /// Trust these authorities, and not those of the system: a PEM file of their certificates
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    ca: Option<PathBuf>,
    /// Prove who you are by this certificate: a PEM file, with those that lead to the authority behind
    /// it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    cert: Option<PathBuf>,
    /// The private key of the certificate: a PEM file, not encrypted [default: that of --cert]
    #[arg(long, requires = "cert", value_name = "FILE", value_hint = ValueHint::FilePath)]
    key: Option<PathBuf>,
    /// The server's certificate must be for this name [default: the target's host]
    #[arg(long, value_name = "NAME")]
    server_name: Option<String>,
    /// Talk to whoever answers, whatever their certificate: anybody in between can read and change
    /// everything
    #[arg(long, conflicts_with_all = ["ca", "server_name"])]
    insecure_trust_anyone: bool,
}

#[derive(clap::Args)]
#[command(next_help_heading = "TLS (grpcs, jsonrpc+https, xmlrpc+https, jsonrpc+tls)")]
pub(crate) struct Proof {
    /// Prove who the server is by this certificate: a PEM file, with those that lead to the authority
    /// behind it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    cert: Option<PathBuf>,
    /// The private key of the certificate: a PEM file, not encrypted [default: that of --cert]
    #[arg(long, requires = "cert", value_name = "FILE", value_hint = ValueHint::FilePath)]
    key: Option<PathBuf>,
    /// Serve only clients with a certificate from these authorities: a PEM file of theirs
    #[arg(long, requires = "cert", value_name = "FILE", value_hint = ValueHint::FilePath)]
    ca: Option<PathBuf>,
    /// Serve clients without a certificate, too
    #[arg(long, requires = "ca")]
    cert_optional: bool,
}

fn identity(cert: &Path, key: Option<&Path>) -> Result<Identity, Error> {
    Identity::read(cert, key.unwrap_or(cert)).map_err(Error::Tls)
}

impl Trust {
    /// What was asked for.
    pub(crate) fn client(&self) -> Result<Client, Failure> {
        let mut client = Client::new();
        if let Some(ca) = &self.ca {
            client = client.roots(Roots::read(ca).map_err(Error::Tls)?);
        }
        if let Some(cert) = &self.cert {
            client = client.identity(identity(cert, self.key.as_deref())?);
        }
        if let Some(name) = &self.server_name {
            client = client.server_name(name);
        }
        Ok(match self.insecure_trust_anyone {
            true => client.dangerously_trust_anyone(),
            false => client,
        })
    }
}

impl Proof {
    /// What was asked for, if anything was.
    pub(crate) fn server(&self) -> Result<Option<Server>, Failure> {
        let Some(cert) = &self.cert else {
            return Ok(None);
        };
        let server = Server::new(identity(cert, self.key.as_deref())?);
        let Some(ca) = &self.ca else {
            return Ok(Some(server));
        };
        let roots = Roots::read(ca).map_err(Error::Tls)?;
        Ok(Some(match self.cert_optional {
            true => server.ask_clients(roots),
            false => server.demand_clients(roots),
        }))
    }
}

/// By which options one might do what an error says.
pub(crate) fn hint(error: &Error) -> &'static str {
    match (error, error.tls().map(|e| e.reason())) {
        (_, Some(Reason::UnknownIssuer)) => " (--ca FILE)",
        (_, Some(Reason::WrongName)) => " (--server-name NAME)",
        (_, Some(Reason::Refused)) => " (--cert FILE --key FILE)",
        (Error::Call(CallError::Closed(Closed::Insecure(_))), _) => " (--cert FILE --key FILE)",
        _ => "",
    }
}
