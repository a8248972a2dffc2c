//! Remote management: what every server of DCE tells of itself, at the endpoint of any of its
//! interfaces.
//!
//! Reading list: C706 appendix Q (the interface), appendix N (statistics), the manual pages
//! `rpc_mgmt_*`.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use manyrpc_codec::Shared;
use manyrpc_driver::server::Watch;
use manyrpc_driver::taps::Counters;
use manyrpc_engine::Fault;

use super::epm::SyntaxId;
use super::generated::mgmt::{Mgmt, RpcIfIdT, RpcIfIdVectorT, UuidT};
use crate::context::Context;
use crate::stub::InterfaceId;

/// `rpc_s_mgmt_op_disallowed`: a server ends when those who run it say so.
const DISALLOWED: u32 = 0x16c9_a06d;
/// `rpc_s_unknown_authn_service`: nobody is authenticated by that.
const UNKNOWN_AUTHENTICATION: u32 = 0x16c9_a011;

/// What a server tells of itself.
#[derive(Clone)]
pub(crate) struct Management {
    interfaces: Arc<[SyntaxId]>,
    watch: Arc<OnceLock<Watch>>,
}

impl Management {
    /// Of a server of these interfaces.
    pub(crate) fn new<'a>(interfaces: impl Iterator<Item = InterfaceId<'a>>) -> Self {
        Management {
            interfaces: interfaces.map(SyntaxId::from).collect(),
            watch: Arc::default(),
        }
    }

    /// The server serves: from now on its counters are told.
    pub(crate) fn watches(&self, watch: Watch) {
        // The server starts once.
        let _ = self.watch.set(watch);
    }

    pub(super) fn interfaces(&self) -> &[SyntaxId] {
        &self.interfaces
    }

    /// What the server has done so far.
    pub(super) fn counters(&self) -> Counters {
        let status = self.watch.get().map(Watch::status);
        status.unwrap_or_default().counters
    }
}

fn on_wire(uuid: [u8; 16]) -> UuidT {
    let [a, b, c, d, e, f, g, h, i, j, node @ ..] = uuid;
    UuidT {
        time_low: u32::from_be_bytes([a, b, c, d]),
        time_mid: u16::from_be_bytes([e, f]),
        time_hi_and_version: u16::from_be_bytes([g, h]),
        clock_seq_hi_and_reserved: i,
        clock_seq_low: j,
        node,
    }
}

impl Mgmt for Management {
    fn rpc_mgmt_inq_if_ids(&self, _: &Context<'_>) -> Result<(Shared<RpcIfIdVectorT>, u32), Fault> {
        let id = |id: &SyntaxId| RpcIfIdT {
            uuid: on_wire(id.uuid.0),
            vers_major: id.major,
            vers_minor: id.minor,
        };
        let ids = self.interfaces.iter().map(id);
        let if_id = ids.map(Shared::new).collect();
        Ok((Shared::new(RpcIfIdVectorT { if_id }), 0))
    }

    /// Calls in and out, packets in and out (C706, appendix N); the counters go around at 2³².
    fn rpc_mgmt_inq_stats(&self, _: &Context<'_>, count: u32) -> Result<(Vec<u32>, u32), Fault> {
        let counters = self.counters();
        let (received, sent) = (counters.packets_received, counters.packets_sent);
        let mut statistics: Vec<u32> = [counters.calls, 0, received, sent]
            .map(|n| n as u32)
            .to_vec();
        statistics.truncate(count as usize);
        Ok((statistics, 0))
    }

    fn rpc_mgmt_is_server_listening(&self, _: &Context<'_>) -> Result<(u32, u32), Fault> {
        Ok((1, 0))
    }

    fn rpc_mgmt_stop_server_listening(&self, _: &Context<'_>) -> Result<u32, Fault> {
        Ok(DISALLOWED)
    }

    fn rpc_mgmt_inq_princ_name<'a>(
        &'a self,
        _: &Context<'_>,
        _: u32,
        _: u32,
    ) -> Result<(Cow<'a, str>, u32), Fault> {
        Ok(("".into(), UNKNOWN_AUTHENTICATION))
    }
}
