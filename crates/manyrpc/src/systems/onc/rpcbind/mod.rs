//! rpcbind, as a client and as a server: the registry of ONC RPC servers, by program and version.
//!
//! Reading list: RFC 1833 (portmapper version 2, rpcbind versions 3 and 4), RFC 5665.
//!
//! ```
//! use manyrpc::registry::rpcbind::{Entry, Registry, RegistryClient};
//!
//! # fn main() -> Result<(), manyrpc::Error> {
//! let registry = Registry::new().start(0)?;
//! let mut client = RegistryClient::open(&registry.bindings()[0])?;
//! let entry = Entry {
//!     program: 0x2000_0001,
//!     version: 1,
//!     netid: "tcp".to_owned(),
//!     address: "127.0.0.1.8.1".to_owned(), // port 2049
//!     owner: String::new(),
//! };
//! assert!(client.set(&entry)?);
//! assert!(client.dump()?.iter().any(|e| e.program == 0x2000_0001));
//! # Ok(())
//! # }
//! ```

mod client;
mod programs;
mod relay;
mod serve;
mod table;
pub mod uaddr;

use std::path::Path;
use std::sync::Arc;

pub use client::{RegistryClient, ping};
pub use programs::Programs;
pub use serve::Registry;
pub use table::Entry;

use manyrpc_codec::InterfaceId;

use crate::error::Error;
use crate::server;
use crate::service::Service;
use crate::system::binding::{Address, Binding, Transport, host_port};
use crate::systems::{Directory, Onc, Registered, Relay};

/// The registry's own port (RFC 1833, section 2.2).
pub const PORT: u16 = 111;

/// The host's registry, for its servers and their clients.
pub(crate) struct Rpcbind;

impl Directory for Rpcbind {
    fn title(&self) -> &'static str {
        "rpcbind"
    }

    fn port(&self) -> u16 {
        PORT
    }

    fn relay(&self) -> Option<&'static dyn Relay> {
        Some(&relay::CallIt)
    }

    fn port_of(
        &self,
        host: &str,
        binding: &Binding,
        interface: InterfaceId<'_>,
    ) -> Result<u16, Error> {
        let registry = Binding::host(&Onc, binding.transport, host, PORT);
        let mut client = RegistryClient::open(&registry)?;
        let InterfaceId {
            program, version, ..
        } = interface;
        let found = client.address(program, version, binding.transport)?;
        found
            .map(|at| at.port())
            .ok_or_else(|| Error::NotRegistered {
                interface: format!("program {program} version {version}"),
                registry: registry.to_string(),
            })
    }

    fn register(
        &self,
        services: &[Arc<dyn Service>],
        bindings: &[Binding],
    ) -> Result<Registered, Error> {
        Ok(Box::new(Registration::new(services, bindings)?))
    }
}

/// A server's registrations; dropping it removes them.
struct Registration {
    entries: Vec<Entry>,
    /// The embedded registry, if the host had none.
    embedded: Option<Box<server::Running>>,
}

impl Registration {
    fn new(services: &[Arc<dyn Service>], bindings: &[Binding]) -> Result<Self, Error> {
        let embedded = match local().and_then(|mut r| r.ping()) {
            Ok(()) => None,
            Err(_) => {
                let ours = Registry::new().start_with_socket(PORT, Path::new(LOCAL_SOCKET));
                Some(Box::new(ours.map_err(|e| Error::NoRegistry {
                    registry: "rpcbind",
                    source: Box::new(e),
                })?))
            }
        };
        let mut registration = Registration {
            entries: Vec::new(),
            embedded,
        };
        let mut registry = local()?;
        for entry in entries(services, bindings) {
            if !registry.set(&entry)? {
                return Err(refused(&entry));
            }
            registration.entries.push(entry);
        }
        Ok(registration)
    }
}

fn refused(entry: &Entry) -> Error {
    let (program, version) = (entry.program, entry.version);
    Error::Registered {
        what: format!("program {program} version {version} on {}", entry.netid),
        why: format!(
            "another server has it or left it behind (`rpcinfo -d {program} {version}` removes \
             it), or registering needs privileges"
        ),
    }
}

/// Here rpcbind accepts registrations from every user, identified by the system. Over TCP it
/// accepts them from privileged ports of its own host only.
const LOCAL_SOCKET: &str = "/run/rpcbind.sock";

/// The host's registry, by the most trusted route.
fn local() -> Result<RegistryClient, Error> {
    let by_tcp = Binding::host(&Onc, Transport::Tcp, "127.0.0.1", PORT);
    if matches!(std::fs::exists(LOCAL_SOCKET), Ok(true)) {
        let address = Address::Path(LOCAL_SOCKET.to_owned());
        let by_socket = Binding::new(&Onc, Transport::Unix, address);
        // The socket of an rpcbind that has ended may still exist.
        return RegistryClient::open(&by_socket).or_else(|_| RegistryClient::open(&by_tcp));
    }
    RegistryClient::open(&by_tcp)
}

fn entries(services: &[Arc<dyn Service>], bindings: &[Binding]) -> Vec<Entry> {
    let places = bindings.iter().filter(|b| b.is_of(&Onc)).filter_map(place);
    let places: Vec<(String, String)> = places.collect();
    let each = services.iter().flat_map(|service| {
        let id = service.interface();
        places.iter().map(move |(netid, address)| Entry {
            program: id.program,
            version: id.version,
            netid: netid.clone(),
            address: address.clone(),
            owner: String::new(),
        })
    });
    each.collect()
}

/// The netid and universal address of a binding.
fn place(binding: &Binding) -> Option<(String, String)> {
    match &binding.address {
        Address::Path(path) => Some((uaddr::netid(Transport::Unix, None).to_owned(), path.clone())),
        Address::Host(host, port) => {
            let text = host_port(host, (*port)?);
            let at = manyrpc_driver::address::resolve(&text).ok()?[0];
            let netid = uaddr::netid(binding.transport, Some(at.ip()));
            Some((netid.to_owned(), uaddr::print(at)))
        }
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        if let Some(embedded) = self.embedded.take() {
            embedded.stop();
            return;
        }
        let Ok(mut registry) = local() else { return };
        for entry in &self.entries {
            // A registry that has ended has lost the registrations already.
            let _ = registry.unset(entry);
        }
    }
}
