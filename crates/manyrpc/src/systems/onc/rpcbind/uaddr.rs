//! Universal addresses and network identifiers.
//!
//! Reading list: RFC 5665 (netids, universal address formats), RFC 1833 section 2.
//!
//! ```
//! use manyrpc::registry::rpcbind::uaddr;
//!
//! let address = uaddr::parse("127.0.0.1.8.1").unwrap();
//! assert_eq!(address.port(), 2049);
//! assert_eq!(uaddr::print(address), "127.0.0.1.8.1");
//! ```

use std::net::{IpAddr, SocketAddr};

use crate::system::binding::Transport;

/// The netid of a transport with an address of that family (RFC 5665, section 5.1).
pub fn netid(transport: Transport, ip: Option<IpAddr>) -> &'static str {
    match (transport, ip) {
        (Transport::Unix, _) => "local",
        (Transport::Udp, Some(IpAddr::V6(_))) => "udp6",
        (Transport::Udp, _) => "udp",
        (_, Some(IpAddr::V6(_))) => "tcp6",
        (_, _) => "tcp",
    }
}

/// The transport of a netid, if supported.
pub fn transport(netid: &str) -> Option<Transport> {
    match netid {
        "udp" | "udp6" => Some(Transport::Udp),
        "tcp" | "tcp6" => Some(Transport::Tcp),
        "local" | "unix" => Some(Transport::Unix),
        _ => None,
    }
}

/// The protocol number of portmapper version 2 (RFC 1833, section 3.1): TCP 6, UDP 17.
pub fn protocol(transport: Transport) -> Option<u32> {
    match transport {
        Transport::Udp => Some(17),
        Transport::Unix => None,
        _ => Some(6),
    }
}

/// `h1.h2.h3.h4.p1.p2`, or `v6-address.p1.p2` (RFC 5665, sections 5.2.3.3 and 5.2.3.4).
pub fn print(address: SocketAddr) -> String {
    let port = address.port();
    format!("{}.{}.{}", address.ip(), port >> 8, port & 0xff)
}

/// Parses a universal address of the internet families.
pub fn parse(text: &str) -> Option<SocketAddr> {
    let (rest, low) = text.rsplit_once('.')?;
    let (host, high) = rest.rsplit_once('.')?;
    let (high, low): (u8, u8) = (high.parse().ok()?, low.parse().ok()?);
    let ip: IpAddr = host.parse().ok()?;
    Some(SocketAddr::new(ip, u16::from_be_bytes([high, low])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn universal_addresses_of_both_families() {
        // 0.111 is port 111, 3.232 is port 1000.
        assert_eq!(
            parse("127.0.0.1.0.111"),
            Some("127.0.0.1:111".parse().unwrap())
        );
        assert_eq!(parse("::1.3.232"), Some("[::1]:1000".parse().unwrap()));
        assert_eq!(print("10.1.3.7:635".parse().unwrap()), "10.1.3.7.2.123");
        assert_eq!(print("[::]:111".parse().unwrap()), "::.0.111");
    }

    #[test]
    fn what_is_no_address_is_none() {
        for text in [
            "",
            "1.2",
            "/run/rpcbind.sock",
            "1.2.3.4.5",
            "1.2.3.4.256.1",
            "x.0.1",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
