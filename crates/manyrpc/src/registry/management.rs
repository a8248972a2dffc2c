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

/// How long calls in progress may take when a server is stopped from afar.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a server tells of itself to those who ask from afar.
#[derive(Clone)]
pub struct Management {
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
        let own = systems::all().filter_map(|system| system.management(self));
        own.collect()
    }

    /// The server serves: from now on its counters are told, and it can be stopped.
    pub(crate) fn watches(&self, watch: Watch) {
        // The server starts once.
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

    /// What the server has done so far.
    pub fn counters(&self) -> Counters {
        let status = self.watch.get().map(Watch::status);
        status.unwrap_or_default().counters
    }
}
