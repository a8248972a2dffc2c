//! Where servers are found.

use std::sync::Arc;

use crate::binding::Binding;
use crate::error::Error;
use crate::stub::{InterfaceId, Service};

/// What a server has registered; dropping it removes the registrations.
pub type Registered = Box<dyn Send>;

/// A registry of a system: it knows at which ports of a host servers are.
pub trait Directory: Send + Sync {
    /// What people call it, as `rpcbind` or `the endpoint mapper`.
    fn title(&self) -> &'static str;

    /// Its own port.
    fn port(&self) -> u16;

    /// Whether it passes calls on that were sent to every host's registry.
    fn passes_broadcasts_on(&self) -> bool {
        false
    }

    /// The port of an interface on the host of a binding that names none.
    ///
    /// # Errors
    /// The registry cannot be reached or does not know the interface.
    fn port_of(
        &self,
        host: &str,
        binding: &Binding,
        interface: InterfaceId<'_>,
    ) -> Result<u16, Error>;

    /// Registers every service at those of the bindings that are of its system, with the registry of this host or
    /// with one of our own where there is none.
    ///
    /// # Errors
    /// There is none and none can be started, or it refuses.
    fn register(
        &self,
        services: &[Arc<dyn Service>],
        bindings: &[Binding],
    ) -> Result<Registered, Error>;
}
