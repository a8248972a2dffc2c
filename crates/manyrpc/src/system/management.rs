//! Remote management: what a server reports about itself, and to whom, through the management interfaces of its
//! systems ([`System::management`]).

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use manyrpc_codec::InterfaceId;
use manyrpc_driver::counters::Counters;
use manyrpc_driver::server::Watch;

use super::System;
use super::server_info::SyntaxId;
use crate::context::Context;
use crate::security::AuthType;
use crate::service::Service;

/// How long calls in progress may take when a server is stopped remotely.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a server reports about itself, for management interfaces.
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

    /// The management interfaces of systems.
    pub(crate) fn services(&self, systems: &[&dyn System]) -> Vec<Arc<dyn Service>> {
        let own = systems.iter().filter_map(|system| system.management(self));
        own.collect()
    }

    /// Called when the server has started: from then on its counters can be read, and it can be stopped.
    pub(crate) fn watches(&self, watch: Watch) {
        // A server starts once.
        let _ = self.watch.set(watch);
    }

    /// Whether a caller is authorised. By default everyone may query everything, and nobody may stop the server (C706,
    /// `rpc_mgmt_set_authorization_fn`).
    pub fn permits(&self, call: &Context<'_>, operation: ManagementOperation) -> bool {
        match &self.settings.authorize {
            Some(authorize) => authorize(call, operation),
            None => operation != ManagementOperation::Stop,
        }
    }

    /// Stops the server, which still replies to the current call.
    pub fn stop(&self) {
        if let Some(watch) = self.watch.get() {
            watch.stop(PATIENCE);
        }
    }

    /// The interfaces that it serves.
    pub fn interfaces(&self) -> &[SyntaxId] {
        &self.interfaces
    }

    /// The server's principal name for an authentication type.
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
