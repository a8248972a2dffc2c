//! Registries, as systems provide them.

use std::sync::Arc;

use manyrpc_codec::InterfaceId;

use super::binding::Binding;
use crate::client::relay::Relay;
use crate::error::Error;
use crate::service::Service;

/// A server's registrations; dropping it removes them.
pub type Registered = Box<dyn Send>;

/// A system's registry, which knows the ports of a host's servers.
pub trait Directory: Send + Sync {
    /// Its usual name, such as `rpcbind` or `the endpoint mapper`.
    fn title(&self) -> &'static str;

    /// Its own port.
    fn port(&self) -> u16;

    /// How it forwards broadcast calls to the servers of its host, if it does.
    fn relay(&self) -> Option<&'static dyn Relay> {
        None
    }

    /// The port of an interface on the host of a binding without a port.
    ///
    /// # Errors
    /// The registry cannot be reached, or has no entry for the interface.
    fn port_of(
        &self,
        host: &str,
        binding: &Binding,
        interface: InterfaceId<'_>,
    ) -> Result<u16, Error>;

    /// Registers every service at those bindings that belong to its system, with this host's
    /// registry or with an embedded one if there is none.
    ///
    /// # Errors
    /// There is none and none can be started, or it refuses.
    fn register(
        &self,
        services: &[Arc<dyn Service>],
        bindings: &[Binding],
    ) -> Result<Registered, Error>;
}
