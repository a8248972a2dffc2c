//! The RPC systems that bindings can name: each a module behind one trait, all of them in one list.
//!
//! A [`System`] describes the form of its bindings and makes the engines of clients and servers.
//! Everything that depends on a binding's system goes through the trait; nothing else here or in
//! the command line tool knows which systems there are. Applications can [add] their own.
//!
//! ```
//! use manyrpc::{Binding, systems};
//!
//! let binding: Binding = "grpc://localhost:50051?content=json".parse().unwrap();
//! assert_eq!(binding.system.name(), "grpc");
//! for system in systems::all() {
//!     println!("{}: {} settings", system.name(), system.settings().len());
//! }
//! ```

mod connect;
#[cfg(feature = "dce")]
mod dce;
#[cfg(feature = "dynamic")]
mod describe;
mod directory;
pub(crate) mod exports;
#[cfg(feature = "grpc")]
mod grpc;
#[cfg(any(feature = "grpc", feature = "jsonrpc", feature = "xmlrpc"))]
mod http;
#[cfg(any(feature = "jsonrpc", feature = "xmlrpc"))]
mod http1;
mod identifiers;
#[cfg(feature = "jsonrpc")]
mod jsonrpc;
#[cfg(all(feature = "dynamic", any(feature = "jsonrpc", feature = "xmlrpc")))]
mod methods;
#[cfg(feature = "dce")]
mod ncs;
mod notation;
mod objects;
#[cfg(feature = "onc")]
mod onc;
#[cfg(feature = "raw")]
mod raw;
mod serve;
mod settings;
#[cfg(feature = "xmlrpc")]
mod xmlrpc;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, PoisonError, RwLock};

use manyrpc_engine::{Fault, ServerEngine};

pub use crate::channel::Engine;
pub(crate) use connect::Place;
pub use connect::{Connect, Connection};
#[cfg(feature = "dce")]
pub(crate) use dce::Dce;
#[cfg(feature = "dynamic")]
pub use describe::{Describer, Form};
pub use directory::{Directory, Registered, Relay};
pub use identifiers::{Identifiers, identifiers};
#[cfg(feature = "dce")]
pub(crate) use ncs::Ncs;
pub use notation::Notation;
pub(crate) use notation::notation_of;
pub use objects::{Objects, Uuids};
#[cfg(feature = "onc")]
pub(crate) use onc::Onc;
pub use serve::{Factory, PeerFactory, Serve};
pub(crate) use settings::list;
pub use settings::{Setting, Settings, Values};

use crate::binding::{Binding, Transport};
use crate::error::Error;
use crate::introspection::IntrospectionService;
use crate::options::ClientOptions;
use crate::registry::{Management, ServerInfo};
use crate::stub::Service;

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

/// The systems of this crate.
static BUILT_IN: &[&dyn System] = &[
    #[cfg(feature = "raw")]
    &raw::Raw,
    #[cfg(feature = "onc")]
    &onc::Onc,
    #[cfg(feature = "dce")]
    &dce::Dce,
    #[cfg(feature = "dce")]
    &ncs::Ncs,
    #[cfg(feature = "jsonrpc")]
    &jsonrpc::JsonRpc,
    #[cfg(feature = "xmlrpc")]
    &xmlrpc::XmlRpc,
    #[cfg(feature = "grpc")]
    &grpc::Grpc,
];

/// Systems added by the application.
static ADDED: RwLock<Vec<&'static dyn System>> = RwLock::new(Vec::new());

/// All systems that bindings can name.
pub fn all() -> impl Iterator<Item = &'static dyn System> + Clone {
    BUILT_IN.iter().copied().chain(added())
}

/// The systems that the application [added](add).
pub fn added() -> Vec<&'static dyn System> {
    let added = ADDED.read().unwrap_or_else(PoisonError::into_inner);
    added.clone()
}

/// The system with a name, as written in bindings.
pub fn named(name: &str) -> Option<&'static dyn System> {
    all().find(|system| system.name() == name)
}

/// Adds a system for bindings in the whole process.
///
/// # Errors
/// Its name, one of its schemes or the prefix of its notation is already in use.
pub fn add(system: &'static dyn System) -> Result<(), Error> {
    let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    let taken: Vec<&str> = BUILT_IN
        .iter()
        .chain(added.iter())
        .flat_map(|system| words(*system))
        .collect();
    if let Some(word) = words(system).find(|word| taken.contains(word)) {
        let problem = format!("`{word}` names another system already");
        return Err(Error::Settings(problem));
    }
    added.push(system);
    Ok(())
}

/// The schemes by which bindings name a system.
fn words(system: &'static dyn System) -> impl Iterator<Item = &'static str> {
    let schemes = system.schemes().iter().map(|(word, _)| *word);
    let notation = system.notation().map_or(&[][..], Notation::prefixes);
    let own = schemes.chain(notation.iter().copied());
    std::iter::once(system.name()).chain(own)
}

/// Refuses bindings whose calls cannot be protected at all.
pub(crate) fn check_secures(binding: &Binding) -> Result<(), Error> {
    if binding.system.has_security(binding.transport) {
        return Ok(());
    }
    let secured = all().flat_map(|system| {
        let over = system.transports().iter();
        let over = over.filter(move |transport| system.has_security(**transport));
        over.map(move |transport| format!("{}+{}", system.name(), transport.name()))
    });
    let problem = format!("only calls over {} can be secured", list(secured));
    Err(Error::Binding(binding.error(problem)))
}

/// The describer of a binding's system.
///
/// # Errors
/// It has none.
#[cfg(feature = "dynamic")]
pub fn describer_of(binding: &Binding) -> Result<&'static dyn Describer, Error> {
    binding
        .system
        .describer()
        .ok_or_else(describe::needs_definition)
}
