//! Who calls, and who may: the options by which DCE RPC over TCP is secured.

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

/// Where a password is looked for when no file is named.
const PASSWORD: &str = "MANYRPC_PASSWORD";

#[derive(clap::Args)]
#[command(next_help_heading = "Security (DCE RPC over TCP)")]
pub(crate) struct Login {
    /// Prove who you are, by this mechanism; spnego is Kerberos where both sides can, else NTLM
    #[arg(long, value_name = "MECHANISM")]
    auth: Option<Mechanism>,
    /// What is protected: who calls, once; each packet's origin (packet); also that nobody changed it
    /// (integrity); also that nobody else can read it [default: privacy]
    #[arg(long, requires = "auth")]
    level: Option<Protected>,
    /// Who you are: NAME, DOMAIN\NAME or NAME@REALM; Kerberos without it uses the tickets of kinit
    #[arg(long, requires = "auth", value_name = "NAME")]
    user: Option<String>,
    /// A file whose first line is the password, - for standard input; without it the password is in
    /// the environment, MANYRPC_PASSWORD
    #[arg(long, requires = "user", value_name = "FILE", value_hint = ValueHint::FilePath)]
    password_file: Option<PathBuf>,
    /// Whom the server must prove to be [default: host/ and the target's host]
    #[arg(long, requires = "auth", value_name = "SERVICE/HOST")]
    service: Option<String>,
    /// Whose NTLM and SPNEGO to use: the system's GSSAPI (NTLM is Debian's gss-ntlmssp), or manyrpc's
    /// own [default: the system's where it can do what is asked]
    #[arg(long, requires = "auth", value_name = "PROVIDER")]
    auth_by: Option<Supplier>,
}

#[derive(clap::Args)]
#[command(next_help_heading = "Security (DCE RPC over TCP)")]
pub(crate) struct Doors {
    /// Users who may prove who they are by NTLM: a file with NAME:PASSWORD on each line
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    users: Option<PathBuf>,
    /// Accept Kerberos, with the service's keys in this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    keytab: Option<PathBuf>,
    /// Refuse calls that are protected less than this
    #[arg(long, value_name = "LEVEL")]
    least_level: Option<Protected>,
    /// Whose NTLM and SPNEGO to use: the system's GSSAPI (NTLM is Debian's gss-ntlmssp), or manyrpc's
    /// own [default: the system's where it can do what is asked]
    #[arg(long, value_name = "PROVIDER")]
    auth_by: Option<Supplier>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Mechanism {
    Ntlm,
    Kerberos,
    Spnego,
}

#[derive(Clone, Copy, ValueEnum)]
enum Supplier {
    System,
    Own,
}

fn provider(asked: Option<Supplier>) -> Provider {
    match asked {
        Some(Supplier::System) => Provider::System,
        Some(Supplier::Own) => Provider::Own,
        None => Provider::default(),
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum Protected {
    Connect,
    Packet,
    Integrity,
    Privacy,
}

impl Protected {
    fn level(self) -> Level {
        match self {
            Protected::Connect => Level::Connect,
            Protected::Packet => Level::Packet,
            Protected::Integrity => Level::Integrity,
            Protected::Privacy => Level::Privacy,
        }
    }
}

impl Login {
    /// What was asked for, if anything was.
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
                    "which service is called? of several endpoints --service must say it",
                ));
            }
            (None, host) => format!("host/{}", host.unwrap_or("localhost")),
        };
        let level = self.level.unwrap_or(Protected::Privacy).level();
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
                    "no password for {user}: put it into the environment as {PASSWORD}, or name a \
                     file with --password-file (- for standard input)"
                ))
            }),
        }
    }
}

impl Doors {
    /// Lets in whom the options name.
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
            let text = "--least-level lets nobody in without --users or --keytab";
            return Err(Failure::misuse(text));
        } else if self.auth_by.is_some() {
            let text = "--auth-by is for servers with --users or --keytab";
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
