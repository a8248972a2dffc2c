//! Errors outside of calls.

mod binding;

use std::fmt;
use std::io;

use manyrpc_engine::CallError;

pub use binding::BindingError;
pub(crate) use binding::Problem;

#[cfg(feature = "dynamic")]
use crate::raised::DynamicException;
use crate::suggest;
use crate::tls::{self, TlsError};

/// Why a client or server could not be set up, or a call failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The binding is invalid, or names something that does not exist.
    Binding(BindingError),
    /// An error of the operating system.
    Io {
        /// The attempted action, with its address.
        what: String,
        /// The system's error.
        source: io::Error,
    },
    /// None of a binding's endpoints can be reached.
    Unreachable {
        /// The binding.
        binding: String,
        /// Each endpoint with the reason, in the order of the attempts; at least one.
        tried: Vec<Tried>,
    },
    /// The registry does not know the interface.
    NotRegistered {
        /// The requested interface in the system's terms: a program or a UUID, and a version.
        interface: String,
        /// The registry's binding.
        registry: String,
    },
    /// A host's registry could not be asked for a port.
    Registry {
        /// Which registry, and where.
        registry: String,
        /// The reason.
        source: Box<Error>,
    },
    /// A service of names does not know a name.
    Name {
        /// The name.
        name: String,
        /// Where it was looked up.
        service: String,
        /// The reason.
        why: String,
    },
    /// A registration failed.
    Registered {
        /// What was to be registered, and where.
        what: String,
        /// The reason, and what to do about it.
        why: String,
    },
    /// A call failed.
    Call(CallError),
    /// The server raised an exception of the operation.
    #[cfg(feature = "dynamic")]
    Raised(Box<DynamicException>),
    /// The definition has no such interface, operation or type; the name.
    Unknown {
        /// The kind of thing.
        what: &'static str,
        /// The requested name.
        name: String,
        /// The names that exist.
        known: Vec<String>,
    },
    /// A reference was to be narrowed to an interface that its object does not have.
    NotA {
        /// The reference.
        reference: String,
        /// The identifier of the interface's type.
        type_id: String,
    },
    /// A value does not fit its type.
    Value(String),
    /// The server does not describe its services.
    NotProvided {
        /// The means by which it could.
        by: &'static str,
    },
    /// Settings that contradict each other.
    Settings(String),
    /// TLS settings are invalid.
    Tls(TlsError),
    /// The host has no registry, and ours could not be started.
    NoRegistry {
        /// The missing registry.
        registry: &'static str,
        /// Why ours could not be started.
        source: Box<Error>,
    },
}

impl Error {
    /// Why a connection could not be secured, if that is the error.
    pub fn tls(&self) -> Option<&TlsError> {
        match self {
            Error::Io { source, .. } => tls::failure(source),
            Error::Tls(e) => Some(e),
            Error::Unreachable { tried, .. } => tried.iter().find_map(|at| at.why.tls()),
            _ => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Binding(e) => e.fmt(f),
            Error::Io { what, source } => {
                write!(f, "{what}: {source}")?;
                advice(source).map_or(Ok(()), |advice| write!(f, "; {advice}"))
            }
            Error::Unreachable { binding, tried } => unreachable(f, binding, tried),
            Error::NotRegistered {
                interface,
                registry,
            } => write!(
                f,
                "{interface} is not registered with {registry}; give the port in the binding, or \
                 start the server first"
            ),
            Error::Registry { registry, source } => write!(
                f,
                "the binding has no port, and {registry} could not be asked for it: {source}; give \
                 the port in the binding, or start the server with a registry"
            ),
            Error::Name { name, service, why } => {
                write!(f, "the name `{name}` cannot be found at {service}: {why}")
            }
            Error::Registered { what, why } => {
                write!(f, "the registry did not take {what}: {why}")
            }
            Error::Call(e) => e.fmt(f),
            #[cfg(feature = "dynamic")]
            Error::Raised(exception) => exception.fmt(f),
            Error::Unknown { what, name, known } => unknown(f, what, name, known),
            Error::NotProvided { by } => write!(
                f,
                "the server does not tell what it serves (it has no {by}); give a definition"
            ),
            Error::NotA { reference, type_id } => {
                write!(
                    f,
                    "the object is no `{type_id}`; its reference is {reference}"
                )
            }
            Error::Value(text) | Error::Settings(text) => f.write_str(text),
            Error::Tls(e) => e.fmt(f),
            Error::NoRegistry { registry, source } => write!(
                f,
                "no {registry} answers on this host, and one of our own could not be started: \
                 {source}; start {registry}, or serve without registering"
            ),
        }
    }
}

/// Advice for errors of the operating system.
fn advice(error: &io::Error) -> Option<&'static str> {
    Some(match error.kind() {
        io::ErrorKind::ConnectionRefused => "look whether the server runs, and on which port",
        io::ErrorKind::HostUnreachable | io::ErrorKind::NetworkUnreachable => {
            "look at the address and the network"
        }
        io::ErrorKind::AddrInUse => {
            "somebody else listens there: choose another port, or 0 for a free one"
        }
        io::ErrorKind::AddrNotAvailable => "this machine has no such address",
        _ => return None,
    })
}

fn unreachable(f: &mut fmt::Formatter<'_>, binding: &str, tried: &[Tried]) -> fmt::Result {
    write!(f, "cannot reach {binding}")?;
    for (at, tried) in tried.iter().enumerate() {
        let divider = if at == 0 { ": " } else { "; " };
        write!(f, "{divider}{tried}")?;
    }
    // The same advice once, if it is the same for all endpoints.
    let mut all = tried.iter().map(|at| match &at.why {
        Error::Io { source, .. } => advice(source),
        _ => None,
    });
    match all.next().flatten() {
        Some(advice) if all.all(|other| other == Some(advice)) => write!(f, "; {advice}"),
        _ => Ok(()),
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
            Error::Tls(e) => Some(e),
            Error::NoRegistry { source, .. } | Error::Registry { source, .. } => Some(source),
            Error::Unreachable { tried, .. } => tried.last().map(|at| &at.why as _),
            _ => None,
        }
    }
}

impl From<CallError> for Error {
    fn from(e: CallError) -> Self {
        Error::Call(e)
    }
}

/// An endpoint that could not be reached.
#[derive(Debug)]
pub struct Tried {
    /// Its address.
    pub address: String,
    /// The reason.
    pub why: Error,
}

impl fmt::Display for Tried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tried { address, why } = self;
        match why {
            // The text already begins with what was tried.
            Error::Io { source, .. } => write!(f, "{address}: {source}"),
            why => write!(f, "{address}: {why}"),
        }
    }
}
