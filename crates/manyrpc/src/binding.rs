//! String bindings: one string names system, transport, address and path.
//!
//! `onc+udp://host:port`, `onc+tcp://host`, `onc+unix:///path`, `raw+tcp://host:port` …
//! Without a port the registry of that system is asked, as its own clients do.

use std::fmt;
use std::str::FromStr;

/// Where a server is, and what it speaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The RPC system.
    pub system: System,
    /// What carries it.
    pub transport: Transport,
    /// Where.
    pub address: Address,
}

/// An RPC system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum System {
    /// A tagged ping-pong over a bare socket: the floor.
    Raw,
    /// Sun / ONC RPC.
    Onc,
}

/// What carries messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Transport {
    /// Datagrams.
    Udp,
    /// A stream.
    Tcp,
    /// A stream within one machine.
    Unix,
}

/// An address of a [`Transport`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// A host name or address, and a port; `None` asks the registry.
    Host(String, Option<u16>),
    /// A path in the file system.
    Path(String),
}

/// Why a string is no binding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BindingError {
    binding: String,
    problem: &'static str,
}

impl System {
    /// Every system there is.
    pub const ALL: [System; 2] = [System::Raw, System::Onc];

    /// Its name in bindings.
    pub const fn name(self) -> &'static str {
        match self {
            System::Raw => "raw",
            System::Onc => "onc",
        }
    }
}

impl Binding {
    /// The error that a port is missing and no registry can be asked.
    pub(crate) fn without_port(&self) -> BindingError {
        BindingError {
            binding: self.to_string(),
            problem: "it has no port, and no registry can be asked for it",
        }
    }

    /// The error that only datagrams can be broadcast.
    pub(crate) fn not_datagrams(&self) -> BindingError {
        BindingError {
            binding: self.to_string(),
            problem: "only `onc+udp` can broadcast",
        }
    }

    pub(crate) fn has_port(&self) -> bool {
        matches!(self.address, Address::Host(_, Some(_)))
    }
}

impl Transport {
    /// Every transport there is.
    pub const ALL: [Transport; 3] = [Transport::Udp, Transport::Tcp, Transport::Unix];

    /// Its name in bindings.
    pub const fn name(self) -> &'static str {
        match self {
            Transport::Udp => "udp",
            Transport::Tcp => "tcp",
            Transport::Unix => "unix",
        }
    }
}

impl FromStr for Binding {
    type Err = BindingError;

    fn from_str(text: &str) -> Result<Self, BindingError> {
        parse(text).map_err(|problem| BindingError {
            binding: text.to_owned(),
            problem,
        })
    }
}

fn parse(text: &str) -> Result<Binding, &'static str> {
    let (scheme, rest) = text.split_once("://").ok_or("there is no `://` in it")?;
    let (system, transport) = scheme
        .split_once('+')
        .ok_or("there is no `+` before `://`")?;
    let system = System::ALL
        .into_iter()
        .find(|s| s.name() == system)
        .ok_or("the systems are `onc` and `raw`")?;
    let transport = Transport::ALL
        .into_iter()
        .find(|t| t.name() == transport)
        .ok_or("the transports are `udp`, `tcp` and `unix`")?;
    let address = match transport {
        Transport::Unix => path(rest)?,
        Transport::Udp | Transport::Tcp => host(rest.strip_suffix('/').unwrap_or(rest))?,
    };
    Ok(Binding {
        system,
        transport,
        address,
    })
}

fn path(text: &str) -> Result<Address, &'static str> {
    if text.is_empty() {
        return Err("a path must follow `://`");
    }
    Ok(Address::Path(text.to_owned()))
}

/// `host`, `host:port`, `[v6]`, `[v6]:port`.
fn host(text: &str) -> Result<Address, &'static str> {
    let (host, port) = match text.strip_prefix('[') {
        Some(rest) => {
            let (host, port) = rest.split_once(']').ok_or("`[` without `]`")?;
            (
                host,
                port.strip_prefix(':')
                    .or(if port.is_empty() { None } else { Some("?") }),
            )
        }
        None => match text.split_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (text, None),
        },
    };
    if host.is_empty() {
        return Err("there is no host in it");
    }
    let port = port
        .map(|p| {
            p.parse()
                .map_err(|_| "the port must be a number from 0 to 65535")
        })
        .transpose()?;
    Ok(Address::Host(host.to_owned(), port))
}

impl fmt::Display for Binding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}://", self.system.name(), self.transport.name())?;
        match &self.address {
            Address::Path(path) => f.write_str(path),
            Address::Host(host, port) => {
                if host.contains(':') {
                    write!(f, "[{host}]")?;
                } else {
                    f.write_str(host)?;
                }
                port.map_or(Ok(()), |p| write!(f, ":{p}"))
            }
        }
    }
}

impl fmt::Display for BindingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the binding `{}` will not do: {}. A binding looks like `onc+udp://host:port`",
            self.binding, self.problem
        )
    }
}

impl std::error::Error for BindingError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bindings_print_as_they_were_written() {
        for text in [
            "onc+udp://127.0.0.1:111",
            "onc+tcp://example.org",
            "raw+tcp://[::1]:4000",
            "onc+tcp://[::1]",
            "onc+unix:///run/x.sock",
        ] {
            assert_eq!(text.parse::<Binding>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, part) in [
            ("localhost:111", "://"),
            ("onc://x", "`+`"),
            ("dce+udp://x", "systems"),
            ("onc+sctp://x", "transports"),
            ("onc+udp://:1", "host"),
            ("onc+udp://h:99999", "65535"),
            ("onc+udp://[::1", "`]`"),
            ("onc+udp://[::1]x", "port"),
            ("onc+unix://", "path"),
        ] {
            let error = text.parse::<Binding>().unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
