//! Remote management: what every DCE server reports about itself, at the endpoints of its
//! interfaces.
//!
//! Reading list: C706 appendix Q (the interface), appendix N (statistics), the manual pages
//! `rpc_mgmt_*`.

mod inquire;
mod serve;

pub(super) use inquire::inquire;

use super::generated::mgmt::UuidT;
use crate::uuid::Uuid;

/// An identifier as it travels: integers in their sender's order.
fn to_wire(uuid: Uuid) -> UuidT {
    let [a, b, c, d, e, f, g, h, i, j, node @ ..] = uuid.0;
    UuidT {
        time_low: u32::from_be_bytes([a, b, c, d]),
        time_mid: u16::from_be_bytes([e, f]),
        time_hi_and_version: u16::from_be_bytes([g, h]),
        clock_seq_hi_and_reserved: i,
        clock_seq_low: j,
        node,
    }
}

/// The reverse.
fn from_wire(uuid: &UuidT) -> Uuid {
    let mut bytes = [0; 16];
    bytes[..4].copy_from_slice(&uuid.time_low.to_be_bytes());
    bytes[4..6].copy_from_slice(&uuid.time_mid.to_be_bytes());
    bytes[6..8].copy_from_slice(&uuid.time_hi_and_version.to_be_bytes());
    bytes[8] = uuid.clock_seq_hi_and_reserved;
    bytes[9] = uuid.clock_seq_low;
    bytes[10..].copy_from_slice(&uuid.node);
    Uuid(bytes)
}
