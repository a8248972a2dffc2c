//! Requests to the management interfaces of DCE and NCS.
//!
//! Reading list: C706 appendix Q; `interfaces/rrpc.idl`.

use super::generated::mgmt::{MgmtClient, RpcIfIdT, UuidT};
use super::generated::rrpc::{RrpcClient, RrpcIfSpecT};
use super::server_info::{Counts, ServerInfo, SyntaxId};
use crate::binding::Binding;
use crate::error::Error;
use crate::security::AuthType;
use crate::uuid::Uuid;

/// The most bytes requested of a principal's name.
const NAME: u32 = 1024;

/// The most interfaces requested.
const INTERFACES: u32 = 1000;

/// The authentication types for which servers are asked for their principal names; the first is
/// DCE's own.
const KINDS: [AuthType; 4] = [
    AuthType(1),
    AuthType::SPNEGO,
    AuthType::NTLM,
    AuthType::KERBEROS,
];

/// Uses the management interface of DCE.
pub(crate) fn inquire_mgmt(at: &Binding) -> Result<ServerInfo, Error> {
    by_mgmt(MgmtClient::new(super::connect(at)?))
}

/// Uses that of NCS.
pub(crate) fn inquire_rrpc(at: &Binding) -> Result<ServerInfo, Error> {
    by_rrpc(RrpcClient::new(super::connect(at)?))
}

fn by_mgmt(mut mgmt: MgmtClient) -> Result<ServerInfo, Error> {
    let (status, listening) = mgmt.rpc_mgmt_is_server_listening()?;
    let (ids, _) = mgmt.rpc_mgmt_inq_if_ids()?;
    let interfaces = ids.get().map_or_else(Vec::new, |vector| {
        let ids = vector.if_id.iter().filter_map(|id| id.get());
        ids.map(|id| of_dce(&id)).collect()
    });
    let (statistics, refused) = mgmt.rpc_mgmt_inq_stats(4)?;
    let counters = match (statistics.as_slice(), refused) {
        (&[calls_in, calls_out, packets_in, packets_out, ..], 0) => Some(Counts {
            calls_in,
            calls_out,
            packets_in,
            packets_out,
        }),
        _ => None,
    };
    let mut principals = Vec::new();
    for kind in KINDS {
        let (name, status) = mgmt.rpc_mgmt_inq_princ_name(kind.0.into(), NAME)?;
        if status == 0 {
            principals.push((kind, name.into_owned()));
        }
    }
    Ok(ServerInfo {
        listening: (status == 0).then_some(listening != 0),
        interfaces,
        counters,
        principals,
    })
}

fn by_rrpc(mut rrpc: RrpcClient) -> Result<ServerInfo, Error> {
    let there = rrpc.rrpc_are_you_there()?;
    let (specs, _) = rrpc.rrpc_inq_interfaces(INTERFACES - 1)?;
    let (stats, _) = rrpc.rrpc_inq_stats(3)?;
    let counters = match stats.as_slice() {
        &[calls_in, packets_in, packets_out, calls_out, ..] => Some(Counts {
            calls_in: calls_in as u32,
            calls_out: calls_out as u32,
            packets_in: packets_in as u32,
            packets_out: packets_out as u32,
        }),
        _ => None,
    };
    Ok(ServerInfo {
        listening: (there == 0).then_some(true),
        interfaces: specs.iter().map(of_ncs).collect(),
        counters,
        principals: Vec::new(),
    })
}

fn of_dce(id: &RpcIfIdT) -> SyntaxId {
    let UuidT {
        time_low,
        time_mid,
        time_hi_and_version,
        clock_seq_hi_and_reserved,
        clock_seq_low,
        node,
    } = id.uuid;
    let [high, low] = [clock_seq_hi_and_reserved, clock_seq_low];
    let mut uuid = bytes(time_low, time_mid, time_hi_and_version, high);
    uuid[9] = low;
    uuid[10..].copy_from_slice(&node);
    SyntaxId {
        uuid: Uuid(uuid),
        major: id.vers_major,
        minor: id.vers_minor,
    }
}

fn of_ncs(spec: &RrpcIfSpecT) -> SyntaxId {
    let id = &spec.id;
    let mut uuid = bytes(id.time_high, id.time_low, id.reserved, id.family);
    uuid[9..].copy_from_slice(&id.host);
    SyntaxId {
        uuid: Uuid(uuid),
        major: spec.vers as u16,
        minor: (spec.vers >> 16) as u16,
    }
}

/// The first nine bytes of an identifier, from the integers that both systems have there.
fn bytes(first: u32, second: u16, third: u16, fourth: u8) -> [u8; 16] {
    let mut bytes = [0; 16];
    bytes[..4].copy_from_slice(&first.to_be_bytes());
    bytes[4..6].copy_from_slice(&second.to_be_bytes());
    bytes[6..8].copy_from_slice(&third.to_be_bytes());
    bytes[8] = fourth;
    bytes
}
