//! What an RPC system is: the trait [`System`], and the types that its methods take and give, of
//! which [`Binding`] is one.
//!
//! Which systems there are is not known here: a binding holds its system.

pub mod binding;
pub(crate) mod connect;
#[cfg(feature = "dynamic")]
pub(crate) mod describe;
pub(crate) mod directory;
#[cfg(feature = "http")]
pub(crate) mod exchanges;
pub(crate) mod identifiers;
pub(crate) mod introspection;
pub(crate) mod management;
pub(crate) mod names;
pub(crate) mod notation;
pub(crate) mod objects;
pub(crate) mod serve;
pub(crate) mod server_info;
pub(crate) mod settings;
mod transport;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use manyrpc_engine::{Fault, ServerEngine};

use crate::error::{Error, Problem};
use crate::options::ClientOptions;
use crate::service::Service;
use binding::Binding;
use connect::{Connect, Connection};
#[cfg(feature = "dynamic")]
use describe::Describer;
use directory::Directory;
#[cfg(feature = "http")]
use exchanges::{Exchanges, ServeExchanges};
use identifiers::Identifiers;
use introspection::IntrospectionService;
use management::Management;
use names::Names;
use notation::Notation;
use objects::Objects;
use serve::{Factory, PeerFactory, Serve};
use server_info::ServerInfo;
use settings::Setting;
use transport::Transport;

/// An RPC system, which the scheme of a binding names.
pub trait System: fmt::Debug + Send + Sync {
    /// Its name in bindings, such as `onc`.
    fn name(&self) -> &'static str;

    /// Its transports. Bindings are written `name+transport://…`.
    fn transports(&self) -> &'static [Transport];

    /// Schemes for a system and transport together, such as `grpcs`.
    fn schemes(&self) -> &'static [(&'static str, Transport)] {
        &[]
    }

    /// Its own notation for bindings, which is not a URL.
    fn notation(&self) -> Option<&'static dyn Notation> {
        None
    }

    /// The settings of its bindings, in the order in which they are printed.
    fn settings(&self) -> &'static [Setting] {
        &[]
    }

    /// The notation of object keys in bindings, if its calls name objects.
    fn objects(&self) -> Option<&'static dyn Objects> {
        None
    }

    /// The system's own notation of the identifiers of interfaces and objects, if it has one.
    fn identifiers(&self) -> Option<&'static dyn Identifiers> {
        None
    }

    /// Whether calls over that transport can be protected by a security mechanism of the system.
    fn has_security(&self, transport: Transport) -> bool {
        let _ = transport;
        false
    }

    /// The ALPN protocol within TLS (RFC 7301), and whether the other side must confirm it.
    fn application_protocol(&self, transport: Transport) -> (Option<&'static str>, bool) {
        match transport {
            // HTTP/1.1 over TLS offers it, and does not need confirmation.
            Transport::Https => (Some("http/1.1"), false),
            _ => (None, false),
        }
    }

    /// The registry for bindings without a port.
    fn directory(&self) -> Option<&'static dyn Directory> {
        None
    }

    /// How bindings that name their object are looked up, if the system has such bindings.
    fn names(&self) -> Option<&'static dyn Names> {
        None
    }

    /// Describes its registries or servers.
    #[cfg(feature = "dynamic")]
    fn describer(&self) -> Option<&'static dyn Describer> {
        None
    }

    /// Whether values are sent with their types, so that calls need no definition.
    fn has_untyped_calls(&self) -> bool {
        false
    }

    /// The name of a fault in the system's terms, if it has one.
    fn fault_text(&self, fault: &Fault) -> Option<String> {
        let _ = fault;
        None
    }

    /// Whether calls may end with exceptions of their operations: the system marshals in XDR or
    /// NDR, where they are part of the results, or its engines carry exceptions in faults
    /// ([`FaultDetails::exceptions`](crate::FaultDetails)). Otherwise operations that raise
    /// exceptions are neither called nor served.
    fn has_exceptions(&self) -> bool {
        false
    }

    /// The system's name in traces: OpenTelemetry's (`rpc.system.name`) if that has one.
    fn traced_name(&self) -> &'static str {
        self.name()
    }

    /// Whether one connection carries several calls at once, so that tasks can share it.
    fn shares_connections(&self, transport: Transport) -> bool {
        let _ = transport;
        true
    }

    /// Whether a call over datagrams may be broadcast.
    fn can_broadcast(&self) -> bool {
        false
    }

    /// Requests the information that the server at a binding reports about itself.
    ///
    /// # Errors
    /// It cannot be reached, or its system has no management interface.
    fn inquire(&self, at: &Binding) -> Result<ServerInfo, Error> {
        let problem = "its system has no management interface";
        Err(Error::Binding(at.error(problem)))
    }

    /// The system's introspection services, each with the syntax that it is for. They describe the services `of`, as
    /// far as those have a [definition](Service::definition).
    fn introspection(&self, of: &[Arc<dyn Service>]) -> Vec<IntrospectionService> {
        let _ = of;
        Vec::new()
    }

    /// The remote management service of every server, if the system has such an interface.
    fn management(&self, of: &Management) -> Option<Arc<dyn Service>> {
        let _ = of;
        None
    }

    /// Refuses what no client of this binding can do; called before any registry is asked for a port.
    ///
    /// # Errors
    /// What is not supported.
    fn check(&self, binding: &Binding, options: &ClientOptions) -> Result<(), Error> {
        let _ = (binding, options);
        Ok(())
    }

    /// Makes a client's engine and connects it.
    ///
    /// # Errors
    /// The server cannot be reached.
    fn connect(&self, to: &Connect<'_>) -> Result<Connection, Error>;

    /// Makes the factory of engines for a server's connections.
    ///
    /// # Errors
    /// The system lacks the transport, or a setting is invalid.
    fn streams(&self, at: &Serve<'_>) -> Result<Factory, Error> {
        let problem = "its system has no streams";
        Err(Error::Binding(at.binding.error(problem)))
    }

    /// The system's calls as exchanges of HTTP whose framing another server does, if it has such calls.
    #[cfg(feature = "http")]
    fn exchanges(&self, at: &ServeExchanges) -> Option<Exchanges> {
        let _ = at;
        None
    }

    /// Makes the factory of engines for connections on which both ends call, or for a datagram
    /// socket that calls and serves.
    ///
    /// # Errors
    /// The system does not support that, or not over that transport.
    fn peers(&self, at: &Serve<'_>) -> Result<PeerFactory, Error> {
        Err(no_peers(at.binding))
    }

    /// The engine of a server's socket.
    ///
    /// # Errors
    /// As [`streams`](Self::streams).
    fn datagrams(&self, at: &Serve<'_>) -> Result<Box<dyn ServerEngine>, Error> {
        Err(Error::Binding(at.binding.error("it has no datagrams")))
    }
}

/// The error that the system's connections support calls from one end only.
pub(crate) fn no_peers(binding: &Binding) -> Error {
    let problem = "only one end of its connections calls";
    Error::Binding(binding.error(problem))
}

/// A system is identified by its name.
impl PartialEq for dyn System {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for dyn System {}

impl Hash for dyn System {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

/// Refuses bindings whose calls cannot be protected at all.
pub(crate) fn check_secures(binding: &Binding) -> Result<(), Error> {
    match binding.system.has_security(binding.transport) {
        true => Ok(()),
        false => Err(Error::Binding(binding.error(Problem::NotSecurable))),
    }
}
