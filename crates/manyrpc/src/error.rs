//! What can go wrong before there is a call.

use std::fmt;
use std::io;

use manyrpc_engine::CallError;

use crate::suggest;

/// Why a client or server could not be set up, or a call failed.
#[derive(Debug)]
pub enum Error {
    /// The binding is not one, or names something that does not exist.
    Binding(crate::binding::BindingError),
    /// The operating system said no.
    Io {
        /// What was tried, with its address.
        what: String,
        /// What the system said.
        source: io::Error,
    },
    /// The registry does not know the interface.
    NotRegistered {
        /// The program asked for.
        program: u32,
        /// The version asked for.
        version: u32,
        /// The registry's binding.
        registry: String,
    },
    /// The registry has another server of that program.
    Registered {
        /// The program.
        program: u32,
        /// Its version.
        version: u32,
        /// On which transport.
        netid: String,
    },
    /// A call failed.
    Call(CallError),
    /// The definition has no such interface, operation or type; the name.
    Unknown {
        /// What kind of thing.
        what: &'static str,
        /// The name that was asked for.
        name: String,
        /// What there is.
        known: Vec<String>,
    },
    /// A value does not fit its type.
    Value(String),
    /// Settings that contradict each other.
    Settings(String),
    /// The host has no registry, and one of our own could not be started.
    NoRegistry(Box<Error>),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Binding(e) => e.fmt(f),
            Error::Io { what, source } => write!(f, "{what}: {source}"),
            Error::NotRegistered {
                program,
                version,
                registry,
            } => write!(
                f,
                "program {program} version {version} is not registered with {registry}; \
                 give the port in the binding, or start the server first"
            ),
            Error::Registered {
                program,
                version,
                netid,
            } => write!(
                f,
                "the registry did not take program {program} version {version} on {netid}: \
                 another server has it or left it behind (`rpcinfo -d {program} {version}` removes \
                 it), or registering needs privileges"
            ),
            Error::Call(e) => e.fmt(f),
            Error::Unknown { what, name, known } => unknown(f, what, name, known),
            Error::Value(text) | Error::Settings(text) => f.write_str(text),
            Error::NoRegistry(e) => write!(
                f,
                "no rpcbind answers on this host, and a registry of our own could not be started: \
                 {e}; start rpcbind, or serve without registering"
            ),
        }
    }
}

fn unknown(f: &mut fmt::Formatter<'_>, what: &str, name: &str, known: &[String]) -> fmt::Result {
    match name {
        "" => write!(f, "which {what}?")?,
        _ => write!(f, "no {what} `{name}`")?,
    }
    match suggest::close(name, known).as_slice() {
        [] if name.is_empty() => {}
        [] => f.write_str(".")?,
        close => write!(f, "; did you mean `{}`?", close.join("`, `"))?,
    }
    match known {
        [] => write!(f, " There is none"),
        [only] => write!(f, " There is {only}"),
        [most @ .., last] => write!(f, " There are {} and {last}", most.join(", ")),
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Io { source, .. } => Some(source),
            Error::Call(e) => Some(e),
            Error::NoRegistry(e) => Some(e),
            _ => None,
        }
    }
}

impl From<CallError> for Error {
    fn from(e: CallError) -> Self {
        Error::Call(e)
    }
}
