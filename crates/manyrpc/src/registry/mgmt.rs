//! Remote management: what every server of DCE tells of itself, at the endpoint of any of its
//! interfaces.
//!
//! Reading list: C706 appendix Q (the interface), appendix N (statistics), the manual pages
//! `rpc_mgmt_*`.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use manyrpc_codec::Shared;
use manyrpc_driver::server::Watch;
use manyrpc_driver::taps::Counters;
use manyrpc_engine::Fault;

use super::epm::SyntaxId;
use super::generated::mgmt::{Mgmt, RpcIfIdT, RpcIfIdVectorT, UuidT};
use crate::context::Context;
use crate::security::AuthType;
use crate::stub::InterfaceId;

/// `rpc_s_mgmt_op_disallowed`: a server ends when those who run it say so.
const DISALLOWED: u32 = 0x16c9_a06d;
/// `rpc_s_unknown_authn_service`: nobody is authenticated by that.
const UNKNOWN_AUTHENTICATION: u32 = 0x16c9_a011;

/// `rpc_s_string_too_long`.
const TOO_LONG: u32 = 0x16c9_a00e;

/// How long calls in progress may take when a server is stopped from afar.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a server tells of itself.
#[derive(Clone)]
pub(crate) struct Management {
    interfaces: Arc<[SyntaxId]>,
    settings: Arc<Settings>,
    watch: Arc<OnceLock<Watch>>,
}

/// What those who run a server say of its management.
#[derive(Default)]
pub(crate) struct Settings {
    pub(crate) authorize: Option<Authorize>,
    /// By the number of the kind of security.
    pub(crate) names: Vec<(AuthType, String)>,
}

/// Whether a caller may.
pub(crate) type Authorize = Box<dyn Fn(&Context<'_>, ManagementOperation) -> bool + Send + Sync>;

/// What can be asked of a server from afar (C706, `rpc_mgmt_set_authorization_fn`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ManagementOperation {
    /// Which interfaces it serves.
    Interfaces,
    /// Its counters.
    Statistics,
    /// Whether it takes calls.
    IsListening,
    /// That it stop.
    Stop,
    /// The name under which it is authenticated.
    PrincipalName,
}

impl Management {
    /// Of a server of these interfaces.
    pub(crate) fn new<'a>(
        interfaces: impl Iterator<Item = InterfaceId<'a>>,
        settings: Settings,
    ) -> Self {
        Management {
            interfaces: interfaces.map(SyntaxId::from).collect(),
            settings: Arc::new(settings),
            watch: Arc::default(),
        }
    }

    /// The server serves: from now on its counters are told, and it can be stopped.
    pub(crate) fn watches(&self, watch: Watch) {
        // The server starts once.
        let _ = self.watch.set(watch);
    }

    /// C706, `rpc_mgmt_set_authorization_fn`: what holds where nothing is said.
    pub(super) fn permits(&self, call: &Context<'_>, operation: ManagementOperation) -> bool {
        match &self.settings.authorize {
            Some(authorize) => authorize(call, operation),
            None => operation != ManagementOperation::Stop,
        }
    }

    /// Stops the server, which still answers this call.
    pub(super) fn stop(&self) {
        if let Some(watch) = self.watch.get() {
            watch.stop(PATIENCE);
        }
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
    fn rpc_mgmt_inq_if_ids(
        &self,
        call: &Context<'_>,
    ) -> Result<(Shared<RpcIfIdVectorT>, u32), Fault> {
        if !self.permits(call, ManagementOperation::Interfaces) {
            return Ok((Shared::default(), DISALLOWED));
        }
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
            // Not even an empty name has room.
            return Err(Fault::BadArguments);
        }
        if !self.permits(call, ManagementOperation::PrincipalName) {
            return Ok(("".into(), DISALLOWED));
        }
        let names = &self.settings.names;
        let known = names.iter().find(|(of, _)| u32::from(of.0) == authn_proto);
        Ok(match known {
            None => ("".into(), UNKNOWN_AUTHENTICATION),
            // The terminator wants its place too.
            Some((_, name)) if name.len() >= princ_name_size as usize => ("".into(), TOO_LONG),
            Some((_, name)) => (name.as_str().into(), 0),
        })
    }
}
