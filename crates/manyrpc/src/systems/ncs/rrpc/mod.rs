//! Remote management of Apollo NCS: what every server reports about itself.
//!
//! Reading list: `interfaces/rrpc.idl` and where its facts are from.

mod inquire;
mod serve;

pub(super) use inquire::inquire;

use super::generated::rrpc::UuidOldT;
use super::llb::{from_uuid, to_uuid};
use crate::systems::ncs::generated::llb;
use crate::uuid::Uuid;

/// An identifier as it travels.
fn to_wire(uuid: Uuid) -> UuidOldT {
    let id = to_uuid(uuid);
    UuidOldT {
        time_high: id.time_high,
        time_low: id.time_low,
        reserved: id.reserved,
        family: id.family,
        host: id.host,
    }
}

/// The reverse.
fn from_wire(id: &UuidOldT) -> Uuid {
    from_uuid(&llb::UuidOldT {
        time_high: id.time_high,
        time_low: id.time_low,
        reserved: id.reserved,
        family: id.family,
        host: id.host,
    })
}
