//! Registries of servers: clients of each system's registry, and registries of our own. Each is in the folder of its
//! system; this module has what they share.
//!
//! - `rpcbind`: Sun / ONC RPC, by program and version
//! - `epm`: DCE's endpoint mapper, by interface and object
//! - `llb`: the location brokers of Apollo NCS, by object, type and interface
//!
//! ```
//! use manyrpc::Server;
//! use manyrpc::registry::inquire;
//!
//! # fn main() -> Result<(), manyrpc::Error> {
//! let server = Server::builder().listen("dce+tcp://127.0.0.1:0")?.start()?;
//! let information = inquire(&server.bindings()[0])?;
//! assert_eq!(information.listening, Some(true));
//! # Ok(())
//! # }
//! ```

pub(crate) mod management;
mod server_info;

pub use management::{Management, ManagementOperation};
pub use server_info::{Counts, ServerInfo, SyntaxId, inquire};

#[allow(
    unreachable_pub,
    reason = "empty where no system with a registry is compiled"
)]
pub use crate::systems::exports::registries::*;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use crate::binding::{Binding, host_port};
use crate::client::Client;
use crate::context::Context;
use crate::error::Error;
use crate::options::ClientOptions;
use crate::stub::{InterfaceId, Service};
use crate::systems::{self, Registered};

/// How long a mapper, a broker or a server's management interface may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// A client of a management or registry interface of DCE or NCS: without an object.
pub(crate) fn connect(binding: &Binding) -> Result<Client, Error> {
    let options = ClientOptions {
        timeout: Some(PATIENCE),
        ..ClientOptions::default()
    };
    let binding = Binding {
        object: None,
        ..binding.clone()
    };
    Client::connect(&binding, None, &options)
}

/// The port of an interface on the host of a binding without a port, from its system's registry.
pub(crate) fn port_of(binding: &Binding, interface: InterfaceId<'_>) -> Result<u16, Error> {
    let Some(host) = binding.host_name() else {
        return Err(Error::Binding(binding.without_port()));
    };
    let Some(directory) = binding.system.directory() else {
        return Err(Error::Binding(binding.without_port()));
    };
    let found = directory.port_of(host, binding, interface);
    found.map_err(|error| match error {
        error @ Error::NotRegistered { .. } => error,
        source => Error::Registry {
            registry: format!(
                "{} at {}",
                directory.title(),
                host_port(host, directory.port())
            ),
            source: Box::new(source),
        },
    })
}

/// Whether a call comes from this machine. Only Unix sockets have no address.
pub(crate) fn is_local(call: &Context<'_>) -> bool {
    call.from.is_none_or(|from| is_loopback(from.ip()))
}

/// Whether an address is this machine's own, including IPv4 addresses mapped into IPv6.
pub(crate) fn is_loopback(ip: IpAddr) -> bool {
    ip.to_canonical().is_loopback()
}

/// Registers every service at every binding with the registry of the binding's system on this host,
/// or with an embedded one if there is none.
pub(crate) fn register(
    services: &[Arc<dyn Service>],
    bindings: &[Binding],
) -> Result<Registered, Error> {
    let mut registered = Registrations::default();
    for system in systems::all().filter(|system| bindings.iter().any(|b| b.system == *system)) {
        if let Some(directory) = system.directory() {
            registered.0.push(directory.register(services, bindings)?);
        }
    }
    Ok(Box::new(registered))
}

/// Later registrations are removed first: they may be with a registry started by an earlier one.
#[derive(Default)]
struct Registrations(Vec<Registered>);

impl Drop for Registrations {
    fn drop(&mut self) {
        while self.0.pop().is_some() {}
    }
}
