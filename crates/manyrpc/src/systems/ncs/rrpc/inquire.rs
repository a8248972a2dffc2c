//! Queries a server through its management interface.

use super::from_wire;
use crate::error::Error;
use crate::system::binding::Binding;
use crate::system::server_info::{Counts, ServerInfo, SyntaxId};
use crate::systems::ncs::generated::rrpc::{RrpcClient, RrpcIfSpecT};
use crate::systems::registries;

/// The most interfaces requested.
const INTERFACES: u32 = 1000;

/// Asks the server at a binding.
pub(in crate::systems) fn inquire(at: &Binding) -> Result<ServerInfo, Error> {
    let mut rrpc = RrpcClient::new(registries::connect(at)?);
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
        interfaces: specs.iter().map(syntax).collect(),
        counters,
        principals: Vec::new(),
    })
}

fn syntax(spec: &RrpcIfSpecT) -> SyntaxId {
    SyntaxId {
        uuid: from_wire(&spec.id),
        major: spec.vers as u16,
        minor: (spec.vers >> 16) as u16,
    }
}
