//! The address in a binding: a host with its port, or a path.

use std::borrow::Cow;
use std::fmt;

/// An address of a [`Transport`](super::Transport).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// A host name or address, and a port; `None` asks the registry.
    Host(String, Option<u16>),
    /// A path in the file system.
    Path(String),
}

impl Address {
    /// The address of `host`, `host:port`, `[v6]` or `[v6]:port`.
    ///
    /// # Errors
    /// The text is not an address; the message gives the reason.
    pub fn parse(text: &str) -> Result<Self, Cow<'static, str>> {
        let Some(rest) = text.strip_prefix('[') else {
            return match text.split_once(':') {
                Some((host, port)) => Self::host(host, Some(port_number(port)?)),
                None => Self::host(text, None),
            };
        };
        let (host, behind) = rest.split_once(']').ok_or("`[` without `]`")?;
        let port = match behind.strip_prefix(':') {
            Some(port) => Some(port_number(port)?),
            None if behind.is_empty() => None,
            None => return Err("a port, behind a `:`, is all that can follow its `]`".into()),
        };
        Self::host(host, port)
    }

    /// The address of a host, an IPv6 address without brackets, and a port.
    ///
    /// # Errors
    /// The host name is invalid.
    pub fn host(name: &str, port: Option<u16>) -> Result<Self, Cow<'static, str>> {
        // Names must not contain the separators of bindings, so that every notation can print what
        // another has parsed.
        let suits = |c: &char| c.is_alphanumeric() || "-._~%:".contains(*c);
        match name.chars().find(|c| !suits(c)) {
            _ if name.is_empty() => Err("there is no host in it".into()),
            Some(odd) => Err(format!("no host is named `{name}`, with a `{odd}` in it").into()),
            None => Ok(Address::Host(name.to_owned(), port)),
        }
    }

    /// The port, where there is one.
    pub fn port(&self) -> Option<u16> {
        match self {
            Address::Host(_, port) => *port,
            Address::Path(_) => None,
        }
    }

    /// Sets the port of an internet address.
    pub(super) fn set_port(&mut self, to: u16) {
        if let Address::Host(_, port) = self {
            *port = Some(to);
        }
    }
}

/// Parses a port number.
///
/// # Errors
/// The text is not a port number.
pub fn port_number(text: &str) -> Result<u16, Cow<'static, str>> {
    let number = text.parse();
    number.map_err(|_| "the port must be a number from 0 to 65535".into())
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (host, port) = match self {
            Address::Path(path) => return f.write_str(path),
            Address::Host(host, port) => (host, port),
        };
        match host.contains(':') {
            true => write!(f, "[{host}]")?,
            false => f.write_str(host)?,
        }
        port.map_or(Ok(()), |port| write!(f, ":{port}"))
    }
}

/// A host and port in the form for resolvers.
pub(crate) fn host_port(host: &str, port: u16) -> String {
    if host.contains(':') {
        format!("[{host}]:{port}")
    } else {
        format!("{host}:{port}")
    }
}
