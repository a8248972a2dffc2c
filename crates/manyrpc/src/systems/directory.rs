//! Registries, as systems provide them.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;

use manyrpc_codec::Buf;
use manyrpc_engine::CallHead;

use crate::binding::Binding;
use crate::error::Error;
use crate::stub::{InterfaceId, Service};

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

/// A registry that forwards calls: a broadcast is sent to all registries, and each calls the server on its own host.
pub trait Relay: fmt::Debug + Send + Sync {
    /// The registry's procedure that forwards a call.
    fn head(&self) -> CallHead<'static>;

    /// Writes the arguments of that procedure up to those of the forwarded call, which follow. Returns the offset at
    /// which these begin.
    fn open(&self, body: &mut Buf, head: &CallHead<'_>) -> usize;

    /// Completes the arguments, once those of the forwarded call, from `opened` on, are written.
    fn close(&self, body: &mut Buf, opened: usize);

    /// The address of the server on the host that replied, and its results; `None` if the reply is malformed.
    fn results<'b>(&self, from: SocketAddr, body: &'b [u8]) -> Option<(SocketAddr, &'b [u8])>;
}
