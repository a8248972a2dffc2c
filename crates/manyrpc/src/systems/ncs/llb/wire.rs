//! Location broker entries on the wire.
//!
//! Reading list: NCS 1.5.1's definitions of socket addresses and UUIDs.

use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4};

use super::Entry;
use crate::systems::ncs::generated::llb::{LbEntryT, SocketAddrT, UuidOldT};
use crate::uuid::Uuid;

/// The flag of entries for their own host's broker only.
const LOCAL: u32 = 1;

/// The bytes of an annotation, padded with zeros.
const ANNOTATION: usize = 64;

/// The number of the internet address family in NCS's socket addresses.
const INTERNET: i16 = 2;
/// The length of an internet address in that form, including the family.
const INTERNET_BYTES: u32 = 16;

/// A socket address in NCS's form: its family, and 14 bytes of port, address and zeros.
fn to_socket(address: SocketAddr) -> Option<SocketAddrT> {
    let SocketAddr::V4(address) = address else {
        return None;
    };
    let mut data = [0; 14];
    data[..2].copy_from_slice(&address.port().to_be_bytes());
    data[2..6].copy_from_slice(&address.ip().octets());
    Some(SocketAddrT {
        family: INTERNET,
        data,
    })
}

/// The inverse of [`to_socket`]; `None` for other families.
fn from_socket(socket: &SocketAddrT) -> Option<SocketAddr> {
    if socket.family != INTERNET {
        return None;
    }
    let data = &socket.data;
    let port = u16::from_be_bytes([data[0], data[1]]);
    let ip = Ipv4Addr::new(data[2], data[3], data[4], data[5]);
    Some(SocketAddrV4::new(ip, port).into())
}

/// An entry in its wire form; `None` if NCS cannot represent its address.
pub(super) fn to_wire(entry: &Entry) -> Option<LbEntryT> {
    let mut annotation = [0; ANNOTATION];
    let text = entry.annotation.as_bytes();
    let n = text.len().min(ANNOTATION - 1);
    annotation[..n].copy_from_slice(&text[..n]);
    Some(LbEntryT {
        object: to_uuid(entry.object),
        obj_type: to_uuid(entry.object_type),
        obj_interface: to_uuid(entry.interface),
        flags: if entry.local { LOCAL } else { 0 },
        annotation,
        saddr_len: INTERNET_BYTES,
        saddr: to_socket(entry.address)?,
    })
}

/// The inverse; `None` for addresses of other families or of a wrong length.
pub(super) fn from_wire(entry: &LbEntryT) -> Option<Entry> {
    let text = entry.annotation.split(|byte| *byte == 0).next()?;
    Some(Entry {
        object: from_uuid(&entry.object),
        object_type: from_uuid(&entry.obj_type),
        interface: from_uuid(&entry.obj_interface),
        local: entry.flags & LOCAL != 0,
        annotation: String::from_utf8_lossy(text).into_owned(),
        // Port and address suffice: some senders omit the zeros behind them.
        address: from_socket(&entry.saddr).filter(|_| (8..=16).contains(&entry.saddr_len))?,
    })
}

/// An identifier in its wire form: integers in the sender's byte order.
pub(in crate::systems::ncs) fn to_uuid(uuid: Uuid) -> UuidOldT {
    let [a, b, c, d, e, f, g, h, family, host @ ..] = uuid.0;
    UuidOldT {
        time_high: u32::from_be_bytes([a, b, c, d]),
        time_low: u16::from_be_bytes([e, f]),
        reserved: u16::from_be_bytes([g, h]),
        family,
        host,
    }
}

/// The reverse.
pub(in crate::systems::ncs) fn from_uuid(uuid: &UuidOldT) -> Uuid {
    let mut bytes = [0; 16];
    bytes[..4].copy_from_slice(&uuid.time_high.to_be_bytes());
    bytes[4..6].copy_from_slice(&uuid.time_low.to_be_bytes());
    bytes[6..8].copy_from_slice(&uuid.reserved.to_be_bytes());
    bytes[8] = uuid.family;
    bytes[9..].copy_from_slice(&uuid.host);
    Uuid(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    // The bytes of such an address in the form of Berkeley sockets.
    #[test]
    fn socket_addresses_are_big_endian_and_padded() {
        let at: SocketAddr = "15.22.144.163:2001".parse().unwrap();
        let mut socket = to_socket(at).unwrap();
        assert_eq!(socket.family, 2);
        assert_eq!(socket.data[..7], [0x07, 0xd1, 15, 22, 144, 163, 0]);
        assert_eq!(from_socket(&socket), Some(at));
        socket.family = 13;
        assert_eq!(from_socket(&socket), None);
        assert_eq!(to_socket("[::1]:1".parse().unwrap()), None);
    }

    #[test]
    fn entries_come_back_and_long_annotations_are_cut() {
        let entry = Entry {
            object: "333b91de0000.0d.00.00.87.84.00.00.00".parse().unwrap(),
            object_type: Uuid([2; 16]),
            interface: Uuid([3; 16]),
            local: true,
            annotation: "a".repeat(70),
            address: ([127, 0, 0, 1], 5).into(),
        };
        let wire = to_wire(&entry).unwrap();
        assert_eq!(
            (wire.object.time_high, wire.object.family),
            (0x333b_91de, 0x0d)
        );
        assert_eq!(
            (wire.flags, wire.saddr_len, wire.annotation[63]),
            (1, 16, 0)
        );
        let cut = Entry {
            annotation: "a".repeat(63),
            ..entry
        };
        assert_eq!(from_wire(&wire), Some(cut));
        for saddr_len in [0, 7, 17, u32::MAX] {
            let lie = LbEntryT {
                saddr_len,
                ..wire.clone()
            };
            assert_eq!(from_wire(&lie), None, "{saddr_len}");
        }
    }
}
