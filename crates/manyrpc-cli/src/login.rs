//! The security options of DCE RPC over TCP, for clients and servers.

use std::fs;
use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{ValueEnum, ValueHint};
use manyrpc::Binding;
use manyrpc::security::mechanisms::{Acceptors, Credentials, Provider, ntlm::Users};
use manyrpc::security::{AuthType, Level, Security};
use manyrpc::server::Builder;

use crate::output::Failure;

/// The environment variable with the password, used if no file is given.
const PASSWORD: &str = "MANYRPC_PASSWORD";

#[derive(clap::Args)]
#[command(next_help_heading = "Security (DCE RPC over TCP)")]
pub(crate) struct Login {
    /// Authenticate by this mechanism; spnego is Kerberos if both sides support it, otherwise NTLM
    #[arg(long, value_name = "MECHANISM")]
    auth: Option<Mechanism>,
    /// The protection level: the caller's identity, once (connect); each packet's origin (packet); also
    /// against modification (integrity); also encryption (privacy) [default: privacy]
    #[arg(long, requires = "auth")]
    level: Option<LevelArg>,
    /// The user: NAME, DOMAIN\NAME or NAME@REALM; without it Kerberos uses the tickets from kinit
    #[arg(long, requires = "auth", value_name = "NAME")]
    user: Option<String>,
    /// A file whose first line is the password, - for standard input; without it the password is taken from
    /// the environment variable MANYRPC_PASSWORD
    #[arg(long, requires = "user", value_name = "FILE", value_hint = ValueHint::FilePath)]
    password_file: Option<PathBuf>,
    /// The service principal that the server must authenticate as [default: host/ and the target's host]
    #[arg(long, requires = "auth", value_name = "SERVICE/HOST")]
    service: Option<String>,
    /// Which implementation of NTLM and SPNEGO to use: the system's GSSAPI (NTLM is Debian's gss-ntlmssp), or
    /// manyrpc's own [default: the system's if it supports the request]
    #[arg(long, requires = "auth", value_name = "PROVIDER")]
    auth_by: Option<ProviderArg>,
}

#[derive(clap::Args)]
#[command(next_help_heading = "Security (DCE RPC over TCP)")]
pub(crate) struct ServerLogin {
    /// Users who may authenticate by NTLM: a file with NAME:PASSWORD on each line
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    users: Option<PathBuf>,
    /// Accept Kerberos, with the service's keys in this keytab
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    keytab: Option<PathBuf>,
    /// Refuse calls below this protection level
    #[arg(long, value_name = "LEVEL")]
    least_level: Option<LevelArg>,
    /// Which implementation of NTLM and SPNEGO to use: the system's GSSAPI (NTLM is Debian's gss-ntlmssp), or
    /// manyrpc's own [default: the system's if it supports the request]
    #[arg(long, value_name = "PROVIDER")]
    auth_by: Option<ProviderArg>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Mechanism {
    Ntlm,
    Kerberos,
    Spnego,
}

#[derive(Clone, Copy, ValueEnum)]
enum ProviderArg {
    System,
    Own,
}

fn provider(asked: Option<ProviderArg>) -> Provider {
    match asked {
        Some(ProviderArg::System) => Provider::System,
        Some(ProviderArg::Own) => Provider::Own,
        None => Provider::default(),
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum LevelArg {
    Connect,
    Packet,
    Integrity,
    Privacy,
}

impl LevelArg {
    fn level(self) -> Level {
        match self {
            LevelArg::Connect => Level::Connect,
            LevelArg::Packet => Level::Packet,
            LevelArg::Integrity => Level::Integrity,
            LevelArg::Privacy => Level::Privacy,
        }
    }
}

impl Login {
    /// The requested security, if any.
    pub(crate) fn security(&self, target: &Binding) -> Result<Option<Security>, Failure> {
        let Some(mechanism) = self.auth else {
            return Ok(None);
        };
        let auth_type = match mechanism {
            Mechanism::Ntlm => AuthType::NTLM,
            Mechanism::Kerberos => AuthType::KERBEROS,
            Mechanism::Spnego => AuthType::SPNEGO,
        };
        let credentials = match &self.user {
            Some(user) => Credentials::password(user, &self.password(user)?),
            None if mechanism == Mechanism::Ntlm => {
                return Err(Failure::misuse("--auth ntlm needs --user, and a password"));
            }
            None => Credentials::tickets(None),
        };
        let service = match (&self.service, target.host_name()) {
            (Some(service), _) => service.clone(),
            _ if !target.alternatives.is_empty() => {
                return Err(Failure::misuse(
                    "a binding with several endpoints needs --service",
                ));
            }
            (None, host) => format!("host/{}", host.unwrap_or("localhost")),
        };
        let level = self.level.unwrap_or(LevelArg::Privacy).level();
        Ok(Some(Security::with(
            level,
            auth_type,
            credentials.by(provider(self.auth_by)),
            &service,
        )))
    }

    fn password(&self, user: &str) -> Result<String, Failure> {
        match &self.password_file {
            Some(path) if path == Path::new("-") => first_line(std::io::stdin().lock(), path),
            Some(path) => match fs::File::open(path) {
                Ok(file) => first_line(std::io::BufReader::new(file), path),
                Err(e) => Err(unreadable(path, &e)),
            },
            None => std::env::var(PASSWORD).map_err(|_| {
                Failure::Misuse(format!(
                    "no password for {user}: set {PASSWORD} in the environment, or give a \
                     file with --password-file (- for standard input)"
                ))
            }),
        }
    }
}

impl ServerLogin {
    /// Configures the server to accept the users given by the options.
    pub(crate) fn open(&self, mut builder: Builder) -> Result<Builder, Failure> {
        let mut acceptors = Acceptors::new("manyrpc").by(provider(self.auth_by));
        if let Some(path) = &self.users {
            acceptors = acceptors.with_users(Arc::new(users(path)?));
        }
        if let Some(path) = &self.keytab {
            acceptors = acceptors
                .with_keytab(path, None)
                .map_err(|e| Failure::Misuse(format!("{}: {e}", path.display())))?;
        }
        if self.users.is_some() || self.keytab.is_some() {
            builder = builder.acceptors(move |kind| acceptors.acceptor(kind));
        } else if self.least_level.is_some() {
            let text = "--least-level needs --users or --keytab";
            return Err(Failure::misuse(text));
        } else if self.auth_by.is_some() {
            let text = "--auth-by needs --users or --keytab";
            return Err(Failure::misuse(text));
        }
        Ok(match self.least_level {
            Some(least) => builder.least_level(least.level()),
            None => builder,
        })
    }
}

fn users(path: &Path) -> Result<Users, Failure> {
    let text = fs::read_to_string(path).map_err(|e| unreadable(path, &e))?;
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| !line.trim().is_empty())
        .try_fold(Users::new(), |users, (at, line)| {
            let (name, password) = line.split_once(':').ok_or_else(|| {
                let place = format!("{}:{}", path.display(), at + 1);
                Failure::Misuse(format!("{place}: not NAME:PASSWORD"))
            })?;
            Ok(users.with(name, password))
        })
}

fn first_line(mut from: impl BufRead, path: &Path) -> Result<String, Failure> {
    let mut line = String::new();
    from.read_line(&mut line)
        .map_err(|e| unreadable(path, &e))?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

fn unreadable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Misuse(format!("cannot read {}: {error}", path.display()))
}
