//! Addresses of clients and servers.
//!
//! ```
//! use manyrpc_driver::address::{Address, resolve};
//!
//! let addresses = resolve("127.0.0.1:2049")?;
//! assert_eq!(Address::Tcp(addresses[0]).ip(), Some(([127, 0, 0, 1], 2049).into()));
//! # Ok::<(), std::io::Error>(())
//! ```

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs, UdpSocket};
use std::path::PathBuf;

/// Resolves `host:port` to addresses, in the system's order of preference; at least one.
///
/// The host is a name, an IPv4 address or an IPv6 address in brackets.
///
/// # Errors
/// The text is not of that form (`InvalidInput`), or the name cannot be resolved.
pub fn resolve(text: &str) -> io::Result<Vec<SocketAddr>> {
    let found: Vec<SocketAddr> = text.to_socket_addrs()?.collect();
    if found.is_empty() {
        return Err(io::Error::new(
            io::ErrorKind::NotFound,
            format!("{text} has no address"),
        ));
    }
    Ok(found)
}

/// The address of this host by which packets leave it, of the same family as `any`, which is every address; the loopback
/// if there is no way out. Nothing is sent.
pub fn outward(any: IpAddr) -> IpAddr {
    // Addresses for documentation (RFC 5737, RFC 3849), which nobody has: connecting only looks up the route.
    let (beyond, loopback) = match any {
        IpAddr::V4(_) => ("192.0.2.1:9", IpAddr::from(Ipv4Addr::LOCALHOST)),
        IpAddr::V6(_) => ("[2001:db8::1]:9", IpAddr::from(Ipv6Addr::LOCALHOST)),
    };
    let routed = || -> io::Result<IpAddr> {
        let socket = UdpSocket::bind((any, 0))?;
        socket.connect(beyond)?;
        Ok(socket.local_addr()?.ip())
    };
    routed().unwrap_or(loopback)
}

/// The address of a listener.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Address {
    /// A TCP port.
    Tcp(SocketAddr),
    /// A UDP port.
    Udp(SocketAddr),
    /// A Unix stream socket.
    Unix(PathBuf),
}

impl Address {
    /// The Internet address; `None` for a Unix socket.
    pub fn ip(&self) -> Option<SocketAddr> {
        match self {
            Address::Tcp(a) | Address::Udp(a) => Some(*a),
            Address::Unix(_) => None,
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::Tcp(a) => write!(f, "tcp {a}"),
            Address::Udp(a) => write!(f, "udp {a}"),
            Address::Unix(path) => write!(f, "unix {}", path.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::resolve;

    #[test]
    fn numbers_and_brackets() {
        assert_eq!(
            resolve("127.0.0.1:111").unwrap(),
            ["127.0.0.1:111".parse().unwrap()]
        );
        assert_eq!(
            resolve("[::1]:2049").unwrap(),
            ["[::1]:2049".parse().unwrap()]
        );
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for text in ["", "127.0.0.1", "127.0.0.1:", "127.0.0.1:99999", ":::"] {
            assert!(resolve(text).is_err(), "{text:?}");
        }
    }
}
