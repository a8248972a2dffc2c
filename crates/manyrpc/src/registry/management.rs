//! Remote management: what a server tells of itself, and who may ask, to the interfaces that its
//! systems have for that ([`System::management`](crate::systems::System::management)).

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use manyrpc_driver::counters::Counters;
use manyrpc_driver::server::Watch;

use super::server_info::SyntaxId;
use crate::context::Context;
use crate::security::AuthType;
use crate::stub::{InterfaceId, Service};
use crate::systems;

/// How long calls in progress may take when a server is stopped remotely.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a server tells of itself to those who ask from afar.
#[derive(Clone)]
pub struct Management {
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
        let own = systems::all().filter_map(|system| system.management(self));
        own.collect()
    }

    /// The server has started: from now on its counters can be read, and it can be stopped.
    pub(crate) fn watches(&self, watch: Watch) {
        // A server starts once.
        let _ = self.watch.set(watch);
    }

    /// Whether a caller may. Where nothing is said, everyone may ask everything and nobody may stop the server (C706,
    /// `rpc_mgmt_set_authorization_fn`).
    pub fn permits(&self, call: &Context<'_>, operation: ManagementOperation) -> bool {
        match &self.settings.authorize {
            Some(authorize) => authorize(call, operation),
            None => operation != ManagementOperation::Stop,
        }
    }

    /// Stops the server, which still answers this call.
    pub fn stop(&self) {
        if let Some(watch) = self.watch.get() {
            watch.stop(PATIENCE);
        }
    }

    /// What it serves.
    pub fn interfaces(&self) -> &[SyntaxId] {
        &self.interfaces
    }

    /// The name under which the server is authenticated by a kind of security, which has this number.
    pub fn principal_name(&self, kind: u32) -> Option<&str> {
        let mut names = self.settings.names.iter();
        let (_, name) = names.find(|(of, _)| u32::from(of.0) == kind)?;
        Some(name)
    }

    /// The server's counters.
    pub fn counters(&self) -> Counters {
        let status = self.watch.get().map(Watch::status);
        status.unwrap_or_default().counters
    }
}
