//! Protocol towers: an interface and its address, floor by floor.
//!
//! Reading list: C706 appendix L (encoding), appendix I (protocol identifiers), section 6.2.3.1
//! (the meaning of a tower); MS-RPCE 2.2.1.2.1 for Windows' additional floors.

use std::fmt;
use std::net::Ipv4Addr;

use crate::system::binding::{Binding, Transport};
use crate::system::server_info::SyntaxId;
use crate::systems::Dce;
use crate::uuid::Uuid;

/// NDR, version 2 (C706, appendix I).
pub const NDR: SyntaxId = SyntaxId {
    uuid: Uuid([
        0x8a, 0x88, 0x5d, 0x04, 0x1c, 0xeb, 0x11, 0xc9, 0x9f, 0xe8, 0x08, 0x00, 0x2b, 0x10, 0x48,
        0x60,
    ]),
    major: 2,
    minor: 0,
};

/// A tower: an interface, its transfer syntax, and its address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tower {
    /// Floor 1.
    pub interface: SyntaxId,
    /// Floor 2.
    pub syntax: SyntaxId,
    /// The floors above.
    pub place: Place,
}

/// The address of an interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// An internet transport; address 0.0.0.0 means the host that sent the tower.
    Internet {
        /// The transport: TCP or UDP.
        transport: Transport,
        /// The port.
        port: u16,
        /// The host.
        host: Ipv4Addr,
    },
    /// Any other protocols.
    Other(Vec<Floor>),
}

/// One floor: a protocol and its data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Floor {
    /// The left-hand side: the protocol's identifier and data.
    pub protocol: Vec<u8>,
    /// The right-hand side: a version or an address.
    pub related: Vec<u8>,
}

/// Bytes that are not a tower.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadTower;

/// Protocol identifiers (C706, table I-2).
mod id {
    pub(super) const CONNECTIONLESS: u8 = 0x0a;
    pub(super) const CONNECTIONS: u8 = 0x0b;
    pub(super) const LOCAL: u8 = 0x0c;
    pub(super) const UUID: u8 = 0x0d;
    pub(super) const TCP: u8 = 0x07;
    pub(super) const UDP: u8 = 0x08;
    pub(super) const IP: u8 = 0x09;
    pub(super) const NAMED_PIPE: u8 = 0x0f;
    pub(super) const LOCAL_NAME: u8 = 0x10;
    pub(super) const NETBIOS: u8 = 0x11;
    pub(super) const HTTP: u8 = 0x1f;
}

/// The most floors that are read; no protocol sequence has more than six.
const FLOORS: usize = 16;

impl Tower {
    /// The tower of an interface in NDR.
    pub fn new(interface: SyntaxId, place: Place) -> Self {
        Tower {
            interface,
            syntax: NDR,
            place,
        }
    }

    /// Decodes a tower.
    ///
    /// # Errors
    /// The octets are too few or too many, or name no interface.
    pub fn parse(octets: &[u8]) -> Result<Self, BadTower> {
        let mut rest = octets;
        let count = usize::from(take_u16(&mut rest).ok_or(BadTower)?);
        if count > FLOORS {
            return Err(BadTower);
        }
        let floors: Option<Vec<Floor>> = (0..count).map(|_| Floor::take(&mut rest)).collect();
        let floors = floors.ok_or(BadTower)?;
        let [interface, syntax, above @ ..] = floors.as_slice() else {
            return Err(BadTower);
        };
        Ok(Tower {
            interface: interface.syntax_id().ok_or(BadTower)?,
            syntax: syntax.syntax_id().ok_or(BadTower)?,
            place: internet(above).unwrap_or_else(|| Place::Other(above.to_vec())),
        })
    }

    /// Encodes the tower.
    pub fn octets(&self) -> Vec<u8> {
        let mut floors = vec![
            Floor::of_syntax(self.interface),
            Floor::of_syntax(self.syntax),
        ];
        match &self.place {
            Place::Other(above) => floors.extend_from_slice(above),
            Place::Internet {
                transport,
                port,
                host,
            } => floors.extend(internet_floors(*transport, *port, *host)),
        }
        let mut octets = (floors.len() as u16).to_le_bytes().to_vec();
        for floor in &floors {
            floor.put(&mut octets);
        }
        octets
    }

    /// Whether it satisfies a request: the interface in a compatible version, the same transfer
    /// syntax, the same protocols (C706, section 2.3.3.3).
    pub fn suits(&self, asked: &Tower) -> bool {
        self.interface.suits(asked.interface)
            && self.syntax == asked.syntax
            && self.place.sequence() == asked.place.sequence()
    }

    /// The tower as a binding; `from` is the host that sent it.
    pub fn binding(&self, from: &str) -> Option<Binding> {
        let Place::Internet {
            transport,
            port,
            host,
        } = self.place
        else {
            return None;
        };
        let host = match host.is_unspecified() {
            true => from.to_owned(),
            false => host.to_string(),
        };
        Some(Binding::host(&Dce, transport, &host, port))
    }
}

impl Place {
    /// The protocols without the addresses.
    fn sequence(&self) -> Vec<u8> {
        match self {
            Place::Internet { transport, .. } => {
                let floors = internet_floors(*transport, 0, Ipv4Addr::UNSPECIFIED);
                floors.iter().map(Floor::id).collect()
            }
            Place::Other(floors) => floors.iter().map(Floor::id).collect(),
        }
    }
}

fn internet_floors(transport: Transport, port: u16, host: Ipv4Addr) -> [Floor; 3] {
    let (rpc, carrier) = match transport {
        Transport::Udp => (id::CONNECTIONLESS, id::UDP),
        _ => (id::CONNECTIONS, id::TCP),
    };
    [
        // The minor version of the RPC protocol.
        Floor::new(rpc, 0u16.to_le_bytes()),
        // Addresses are in network byte order.
        Floor::new(carrier, port.to_be_bytes()),
        Floor::new(id::IP, host.octets()),
    ]
}

fn internet(floors: &[Floor]) -> Option<Place> {
    let [rpc, carrier, ip] = floors else {
        return None;
    };
    let transport = match (rpc.id(), carrier.id(), ip.id()) {
        (id::CONNECTIONLESS, id::UDP, id::IP) => Transport::Udp,
        (id::CONNECTIONS, id::TCP, id::IP) => Transport::Tcp,
        _ => return None,
    };
    let port = u16::from_be_bytes(carrier.related.as_slice().try_into().ok()?);
    let host: [u8; 4] = ip.related.as_slice().try_into().ok()?;
    Some(Place::Internet {
        transport,
        port,
        host: host.into(),
    })
}

impl Floor {
    fn new(protocol: u8, related: impl Into<Vec<u8>>) -> Self {
        Floor {
            protocol: vec![protocol],
            related: related.into(),
        }
    }

    /// The protocol identifier; 0 if there is none.
    fn id(&self) -> u8 {
        self.protocol.first().copied().unwrap_or(0)
    }

    fn of_syntax(syntax: SyntaxId) -> Self {
        let mut protocol = vec![id::UUID];
        protocol.extend(little_endian(syntax.uuid));
        protocol.extend(syntax.major.to_le_bytes());
        Floor {
            protocol,
            related: syntax.minor.to_le_bytes().to_vec(),
        }
    }

    fn syntax_id(&self) -> Option<SyntaxId> {
        let (&id::UUID, rest) = self.protocol.split_first()? else {
            return None;
        };
        let (uuid, mut version) = rest.split_first_chunk::<16>()?;
        Some(SyntaxId {
            // The same byte swaps convert in both directions.
            uuid: Uuid(little_endian(Uuid(*uuid))),
            major: take_u16(&mut version)?,
            // Some senders omit the minor version.
            minor: take_u16(&mut self.related.as_slice()).unwrap_or(0),
        })
    }

    fn take(rest: &mut &[u8]) -> Option<Self> {
        Some(Floor {
            protocol: take_counted(rest)?,
            related: take_counted(rest)?,
        })
    }

    fn put(&self, octets: &mut Vec<u8>) {
        for side in [&self.protocol, &self.related] {
            octets.extend((side.len() as u16).to_le_bytes());
            octets.extend(side);
        }
    }

    /// The right-hand side as text, without its terminating NUL.
    fn text(&self) -> String {
        let text = self.related.split(|&b| b == 0).next().unwrap_or(&[]);
        String::from_utf8_lossy(text).into_owned()
    }
}

fn take_u16(rest: &mut &[u8]) -> Option<u16> {
    let (bytes, behind) = rest.split_first_chunk()?;
    *rest = behind;
    Some(u16::from_le_bytes(*bytes))
}

fn take_counted(rest: &mut &[u8]) -> Option<Vec<u8>> {
    let length = usize::from(take_u16(rest)?);
    let (bytes, behind) = rest.split_at_checked(length)?;
    *rest = behind;
    Some(bytes.to_vec())
}

/// A UUID in the form of towers: its integer fields are little-endian.
fn little_endian(uuid: Uuid) -> [u8; 16] {
    let mut bytes = uuid.0;
    bytes[..4].reverse();
    bytes[4..6].reverse();
    bytes[6..8].reverse();
    bytes
}

impl fmt::Display for Place {
    /// As a string binding (C706, section 3.1.16).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let floors = match self {
            Place::Internet {
                transport,
                port,
                host,
            } => {
                let sequence = match transport {
                    Transport::Udp => "ncadg_ip_udp",
                    _ => "ncacn_ip_tcp",
                };
                return write!(f, "{sequence}:{host}[{port}]");
            }
            Place::Other(floors) => floors,
        };
        let ids: Vec<u8> = floors.iter().map(Floor::id).collect();
        match (ids.as_slice(), floors.as_slice()) {
            ([id::CONNECTIONS, id::NAMED_PIPE, ..], [_, pipe, host @ ..]) => {
                let host = host.iter().find(|f| f.id() == id::NETBIOS);
                let host = host.map(Floor::text).unwrap_or_default();
                write!(f, "ncacn_np:{host}[{}]", pipe.text())
            }
            ([id::LOCAL, id::LOCAL_NAME, ..], [_, name, ..]) => {
                write!(f, "ncalrpc:[{}]", name.text())
            }
            ([id::CONNECTIONS, id::HTTP, ..], [_, port, ..]) if port.related.len() == 2 => {
                let port = u16::from_be_bytes([port.related[0], port.related[1]]);
                write!(f, "ncacn_http:[{port}]")
            }
            _ => {
                f.write_str("protocols")?;
                ids.iter().try_for_each(|id| write!(f, " {id:#04x}"))
            }
        }
    }
}

impl fmt::Display for BadTower {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the octets are no protocol tower")
    }
}

impl std::error::Error for BadTower {}

#[cfg(test)]
mod tests {
    use super::*;

    fn epm(transport: Transport, port: u16) -> Tower {
        let interface = SyntaxId {
            uuid: "e1af8308-5d1f-11c9-91a4-08002b14a0fa".parse().unwrap(),
            major: 3,
            minor: 0,
        };
        let host = [127, 0, 0, 1].into();
        Tower::new(
            interface,
            Place::Internet {
                transport,
                port,
                host,
            },
        )
    }

    // C706, appendix L: encoded by hand from the tables.
    #[test]
    fn a_tower_is_laid_out_as_the_specification_says() {
        let mut octets = vec![5, 0];
        octets.extend([
            0x13, 0, 0x0d, 0x08, 0x83, 0xaf, 0xe1, 0x1f, 0x5d, 0xc9, 0x11,
        ]);
        octets.extend([
            0x91, 0xa4, 0x08, 0x00, 0x2b, 0x14, 0xa0, 0xfa, 3, 0, 2, 0, 0, 0,
        ]);
        octets.extend([
            0x13, 0, 0x0d, 0x04, 0x5d, 0x88, 0x8a, 0xeb, 0x1c, 0xc9, 0x11,
        ]);
        octets.extend([
            0x9f, 0xe8, 0x08, 0x00, 0x2b, 0x10, 0x48, 0x60, 2, 0, 2, 0, 0, 0,
        ]);
        octets.extend([1, 0, 0x0b, 2, 0, 0, 0, 1, 0, 0x07, 2, 0, 0, 135]);
        octets.extend([1, 0, 0x09, 4, 0, 127, 0, 0, 1]);
        let tower = epm(Transport::Tcp, 135);
        assert_eq!(tower.octets(), octets);
        assert_eq!(Tower::parse(&octets), Ok(tower));
    }

    #[test]
    fn towers_survive_there_and_back_and_short_ones_are_refused() {
        let tower = epm(Transport::Udp, 1024);
        let octets = tower.octets();
        assert_eq!(Tower::parse(&octets), Ok(tower.clone()));
        for length in 0..octets.len() {
            assert_eq!(Tower::parse(&octets[..length]), Err(BadTower), "{length}");
        }
        assert_eq!(tower.place.to_string(), "ncadg_ip_udp:127.0.0.1[1024]");
        let binding = tower.binding("there").unwrap();
        assert_eq!(binding.to_string(), "dce+udp://127.0.0.1:1024");
    }

    #[test]
    fn other_protocols_are_kept_and_named() {
        let place = |floors: &[(u8, &[u8])]| {
            let floors = floors.iter().map(|(id, related)| Floor::new(*id, *related));
            let tower = Tower::new(NDR, Place::Other(floors.collect()));
            let back = Tower::parse(&tower.octets()).unwrap();
            assert_eq!(back, tower);
            back.place.to_string()
        };
        let pipe = place(&[(0x0b, &[0, 0]), (0x0f, b"\\pipe\\x\0"), (0x11, b"HOST\0")]);
        assert_eq!(pipe, "ncacn_np:HOST[\\pipe\\x]");
        assert_eq!(
            place(&[(0x0c, &[0, 0]), (0x10, b"name\0")]),
            "ncalrpc:[name]"
        );
        assert_eq!(
            place(&[(0x0b, &[0, 0]), (0x1f, &[2, 81])]),
            "ncacn_http:[593]"
        );
        assert_eq!(place(&[(0x0b, &[]), (0x42, &[])]), "protocols 0x0b 0x42");
    }

    // C706, section 2.3.3.3.
    #[test]
    fn later_minor_versions_suit_and_other_protocols_do_not() {
        let asked = epm(Transport::Tcp, 0);
        let mut offered = epm(Transport::Tcp, 4000);
        assert!(offered.suits(&asked));
        offered.interface.minor = 1;
        assert!(offered.suits(&asked) && !asked.suits(&offered));
        offered.interface.major = 4;
        assert!(!offered.suits(&asked));
        assert!(!epm(Transport::Udp, 4000).suits(&asked));
    }
}
