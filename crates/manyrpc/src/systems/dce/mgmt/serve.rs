//! IntrospectionService of a server.

use std::borrow::Cow;

use manyrpc_codec::Shared;
use manyrpc_engine::Fault;

use super::to_wire;
use crate::context::Context;
use crate::system::management::{Management, ManagementOperation};
use crate::system::server_info::SyntaxId;
use crate::systems::dce::generated::mgmt::{Mgmt, RpcIfIdT, RpcIfIdVectorT};

/// `rpc_s_mgmt_op_disallowed`: remote stopping needs authorisation.
const DISALLOWED: u32 = 0x16c9_a06d;
/// `rpc_s_unknown_authn_service`: the server has no name for that type.
const UNKNOWN_AUTHENTICATION: u32 = 0x16c9_a011;

/// `rpc_s_string_too_long`.
const TOO_LONG: u32 = 0x16c9_a00e;

impl Mgmt for Management {
    fn rpc_mgmt_inq_if_ids(
        &self,
        call: &Context<'_>,
    ) -> Result<(Shared<RpcIfIdVectorT>, u32), Fault> {
        if !self.permits(call, ManagementOperation::Interfaces) {
            return Ok((Shared::default(), DISALLOWED));
        }
        let id = |id: &SyntaxId| RpcIfIdT {
            uuid: to_wire(id.uuid),
            vers_major: id.major,
            vers_minor: id.minor,
        };
        let ids = self.interfaces().iter().map(id);
        let if_id = ids.map(Shared::new).collect();
        Ok((Shared::new(RpcIfIdVectorT { if_id }), 0))
    }

    /// Calls in and out, packets in and out (C706, appendix N); the counters wrap at 2³².
    fn rpc_mgmt_inq_stats(&self, call: &Context<'_>, count: u32) -> Result<(Vec<u32>, u32), Fault> {
        if !self.permits(call, ManagementOperation::Statistics) {
            return Ok((Vec::new(), DISALLOWED));
        }
        let counters = self.counters();
        let (received, sent) = (counters.packets_received, counters.packets_sent);
        let mut statistics: Vec<u32> = [counters.calls, 0, received, sent]
            .map(|n| n as u32)
            .to_vec();
        statistics.truncate(count as usize);
        Ok((statistics, 0))
    }

    fn rpc_mgmt_is_server_listening(&self, call: &Context<'_>) -> Result<(u32, u32), Fault> {
        Ok(match self.permits(call, ManagementOperation::IsListening) {
            true => (0, 1),
            false => (DISALLOWED, 0),
        })
    }

    fn rpc_mgmt_stop_server_listening(&self, call: &Context<'_>) -> Result<u32, Fault> {
        if !self.permits(call, ManagementOperation::Stop) {
            return Ok(DISALLOWED);
        }
        self.stop();
        Ok(0)
    }

    fn rpc_mgmt_inq_princ_name<'a>(
        &'a self,
        call: &Context<'_>,
        authn_proto: u32,
        princ_name_size: u32,
    ) -> Result<(Cow<'a, str>, u32), Fault> {
        if princ_name_size == 0 {
            // There is not even room for an empty name.
            return Err(Fault::BadArguments);
        }
        if !self.permits(call, ManagementOperation::PrincipalName) {
            return Ok(("".into(), DISALLOWED));
        }
        Ok(match self.principal_name(authn_proto) {
            None => ("".into(), UNKNOWN_AUTHENTICATION),
            // The terminator wants its place too.
            Some(name) if name.len() >= princ_name_size as usize => ("".into(), TOO_LONG),
            Some(name) => (name.into(), 0),
        })
    }
}
