//! Remote management: what every server of DCE tells of itself, at the endpoint of any of its
//! interfaces.
//!
//! Reading list: C706 appendix Q (the interface), appendix N (statistics), the manual pages
//! `rpc_mgmt_*`.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use manyrpc_driver::counters::Counters;
use manyrpc_driver::server::Watch;

#[cfg(feature = "dce")]
use super::generated::{mgmt::MgmtServer, rrpc::RrpcServer};
use super::server_info::SyntaxId;
use crate::context::Context;
use crate::security::AuthType;
use crate::stub::{InterfaceId, Service};

#[cfg(feature = "dce")]
mod serve;

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

    /// The interfaces by which it is told.
    pub(crate) fn services(&self) -> Vec<Arc<dyn Service>> {
        let own: &[Arc<dyn Service>] = &[
            #[cfg(feature = "dce")]
            Arc::new(MgmtServer(self.clone())),
            #[cfg(feature = "dce")]
            Arc::new(RrpcServer(self.clone())),
        ];
        own.to_vec()
    }

    /// The server serves: from now on its counters are told, and it can be stopped.
    pub(crate) fn watches(&self, watch: Watch) {
        // The server starts once.
        let _ = self.watch.set(watch);
    }

    /// C706, `rpc_mgmt_set_authorization_fn`: what holds where nothing is said.
    pub(crate) fn permits(&self, call: &Context<'_>, operation: ManagementOperation) -> bool {
        match &self.settings.authorize {
            Some(authorize) => authorize(call, operation),
            None => operation != ManagementOperation::Stop,
        }
    }

    /// Stops the server, which still answers this call.
    pub(crate) fn stop(&self) {
        if let Some(watch) = self.watch.get() {
            watch.stop(PATIENCE);
        }
    }

    pub(crate) fn interfaces(&self) -> &[SyntaxId] {
        &self.interfaces
    }

    /// What the server has done so far.
    pub(crate) fn counters(&self) -> Counters {
        let status = self.watch.get().map(Watch::status);
        status.unwrap_or_default().counters
    }
}
