//! The factories of server engines.

use std::sync::Arc;

use manyrpc_engine::peer::End;
use manyrpc_engine::{Limits, PeerEngine, ServerEngine};

use super::binding::Binding;
use crate::host::Host;

/// Makes an engine for each connection.
pub type Factory = Box<dyn Fn() -> Box<dyn ServerEngine> + Send + Sync>;

/// Makes an engine for each connection on which both ends call.
pub type PeerFactory = Box<dyn Fn(End) -> Box<dyn PeerEngine> + Send + Sync>;

/// A binding that a server listens on.
pub struct Serve<'a> {
    /// The binding.
    pub binding: &'a Binding,
    /// Caps and time-outs of the server's engines.
    pub limits: &'a Limits,
    /// What its engines ask about the server.
    pub(crate) host: &'a Arc<Host>,
}

impl Serve<'_> {
    /// A factory of engines with these limits, one for each connection.
    pub fn each<E: ServerEngine + 'static>(
        &self,
        engine: impl Fn(Limits) -> E + Send + Sync + 'static,
    ) -> Factory {
        let limits = self.limits.clone();
        Box::new(move || Box::new(engine(limits.clone())))
    }

    /// The same for connections on which both ends call.
    pub fn each_peer<E: PeerEngine + 'static>(
        &self,
        engine: impl Fn(&Limits) -> E + Send + Sync + 'static,
    ) -> PeerFactory {
        self.each_end(move |limits, _| engine(limits))
    }

    /// The same where it matters who has opened the connection.
    pub fn each_end<E: PeerEngine + 'static>(
        &self,
        engine: impl Fn(&Limits, End) -> E + Send + Sync + 'static,
    ) -> PeerFactory {
        let limits = self.limits.clone();
        Box::new(move |end| Box::new(engine(&limits, end)))
    }
}
