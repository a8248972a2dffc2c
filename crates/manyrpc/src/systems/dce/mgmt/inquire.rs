//! Queries a server through its management interface.

use super::from_wire;
use crate::error::Error;
use crate::security::AuthType;
use crate::system::binding::Binding;
use crate::system::server_info::{Counts, ServerInfo, SyntaxId};
use crate::systems::dce::generated::mgmt::{MgmtClient, RpcIfIdT};
use crate::systems::registries;

/// The most bytes requested of a principal's name.
const NAME: u32 = 1024;

/// The authentication types for which servers are asked for their principal names; the first is
/// DCE's own.
const KINDS: [AuthType; 4] = [
    AuthType(1),
    AuthType::SPNEGO,
    AuthType::NTLM,
    AuthType::KERBEROS,
];

/// Asks the server at a binding.
pub(in crate::systems) fn inquire(at: &Binding) -> Result<ServerInfo, Error> {
    let mut mgmt = MgmtClient::new(registries::connect(at)?);
    let (status, listening) = mgmt.rpc_mgmt_is_server_listening()?;
    let (ids, _) = mgmt.rpc_mgmt_inq_if_ids()?;
    let interfaces = ids.get().map_or_else(Vec::new, |vector| {
        let ids = vector.if_id.iter().filter_map(|id| id.get());
        ids.map(|id| syntax(&id)).collect()
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

fn syntax(id: &RpcIfIdT) -> SyntaxId {
    SyntaxId {
        uuid: from_wire(&id.uuid),
        major: id.vers_major,
        minor: id.vers_minor,
    }
}
