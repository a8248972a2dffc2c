//! Remote management: the interface by which every server of DCE reports about itself, at the
//! endpoint of any of its interfaces.
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

/// How long calls in progress may take when a server is stopped remotely.
const PATIENCE: Duration = Duration::from_secs(5);

/// A server's answers to management requests.
#[derive(Clone)]
pub(crate) struct Management {
    interfaces: Arc<[SyntaxId]>,
    settings: Arc<Settings>,
    watch: Arc<OnceLock<Watch>>,
}

/// The management settings of a server.
#[derive(Default)]
pub(crate) struct Settings {
    pub(crate) authorize: Option<Authorize>,
    /// By authentication type.
    pub(crate) names: Vec<(AuthType, String)>,
}

/// Decides whether a caller is authorised.
pub(crate) type Authorize = Box<dyn Fn(&Context<'_>, ManagementOperation) -> bool + Send + Sync>;

/// Requests to a server's management interface (C706, `rpc_mgmt_set_authorization_fn`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ManagementOperation {
    /// List its interfaces.
    Interfaces,
    /// Return its counters.
    Statistics,
    /// Return whether it is listening.
    IsListening,
    /// Stop.
    Stop,
    /// Return its principal name.
    PrincipalName,
}

impl Management {
    /// For a server of these interfaces.
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

    /// The management interfaces.
    pub(crate) fn services(&self) -> Vec<Arc<dyn Service>> {
        let own: &[Arc<dyn Service>] = &[
            #[cfg(feature = "dce")]
            Arc::new(MgmtServer(self.clone())),
            #[cfg(feature = "dce")]
            Arc::new(RrpcServer(self.clone())),
        ];
        own.to_vec()
    }

    /// The server has started: from now on its counters can be read, and it can be stopped.
    pub(crate) fn watches(&self, watch: Watch) {
        // A server starts once.
        let _ = self.watch.set(watch);
    }

    /// C706, `rpc_mgmt_set_authorization_fn`: the defaults.
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

    /// The server's counters.
    pub(crate) fn counters(&self) -> Counters {
        let status = self.watch.get().map(Watch::status);
        status.unwrap_or_default().counters
    }
}
