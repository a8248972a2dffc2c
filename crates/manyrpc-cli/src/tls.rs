//! The TLS options, for clients and servers.

use std::path::{Path, PathBuf};

use clap::ValueHint;
use manyrpc::Error;
use manyrpc::tls::{Client, Identity, Roots, Server};

use crate::output::Failure;

#[derive(clap::Args)]
#[command(
    next_help_heading = "TLS (grpcs, iiops, jsonrpc+https, xmlrpc+https, soap+https, jsonrpc+tls)"
)]
pub(crate) struct ClientTls {
    /// Trust these certificate authorities instead of the system's: a PEM file of their certificates
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    ca: Option<PathBuf>,
    /// Authenticate with this certificate: a PEM file, followed by its chain
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    cert: Option<PathBuf>,
    /// The private key of the certificate: a PEM file, not encrypted [default: that of --cert]
    #[arg(long, requires = "cert", value_name = "FILE", value_hint = ValueHint::FilePath)]
    key: Option<PathBuf>,
    /// The server's certificate must be for this name [default: the target's host]
    #[arg(long, value_name = "NAME")]
    server_name: Option<String>,
    /// Do not verify the server's certificate: anyone on the path can read and change everything
    #[arg(long, conflicts_with_all = ["ca", "server_name"])]
    insecure_trust_anyone: bool,
}

#[derive(clap::Args)]
#[command(
    next_help_heading = "TLS (grpcs, iiops, jsonrpc+https, xmlrpc+https, soap+https, jsonrpc+tls)"
)]
pub(crate) struct ServerTls {
    /// The server's certificate: a PEM file, followed by its chain
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    cert: Option<PathBuf>,
    /// The private key of the certificate: a PEM file, not encrypted [default: that of --cert]
    #[arg(long, requires = "cert", value_name = "FILE", value_hint = ValueHint::FilePath)]
    key: Option<PathBuf>,
    /// Serve only clients with a certificate from these authorities: a PEM file of the authorities'
    /// certificates
    #[arg(long, requires = "cert", value_name = "FILE", value_hint = ValueHint::FilePath)]
    ca: Option<PathBuf>,
    /// Also serve clients without a certificate
    #[arg(long, requires = "ca")]
    cert_optional: bool,
}

fn identity(cert: &Path, key: Option<&Path>) -> Result<Identity, Error> {
    Identity::read(cert, key.unwrap_or(cert)).map_err(Error::Tls)
}

impl ClientTls {
    /// The requested client configuration.
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

impl ServerTls {
    /// The requested server configuration, if any.
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
