//! The location brokers of Apollo NCS, as clients and as servers: registries by object, type and
//! interface. Each host has a local broker at a well-known port; a network may have a global one,
//! which is found through a local broker or by broadcast.
//!
//! Reading list: `interfaces/llb.idl` and its sources. Entries have no version: a server that is
//! found may refuse the client's.
//!
//! ```
//! use manyrpc::Uuid;
//! use manyrpc::registry::llb::{Broker, BrokerClient, Entry, LookupFilter};
//!
//! # fn main() -> Result<(), manyrpc::Error> {
//! let broker = Broker::new().start(0)?;
//! let mut client = BrokerClient::open(&broker.bindings()[0])?;
//! let entry = Entry {
//!     object: Uuid::NIL,
//!     object_type: Uuid::NIL,
//!     interface: Uuid([7; 16]),
//!     local: true,
//!     annotation: "a calculator".to_owned(),
//!     address: ([127, 0, 0, 1], 5000).into(),
//! };
//! client.insert(&entry)?;
//! assert_eq!(client.lookup(&LookupFilter::interface(Uuid([7; 16])))?, [entry]);
//! # Ok(())
//! # }
//! ```

mod client;
mod forward;
mod serve;
mod table;
mod wire;

use std::sync::Arc;

pub use client::{BrokerClient, find_global};
pub use serve::Broker;
pub use table::{Entry, LookupFilter};
pub(super) use wire::{from_uuid, to_uuid};

use manyrpc_codec::InterfaceId;

use crate::error::Error;
use crate::server::Running;
use crate::service::Service;
use crate::system::binding::{Binding, Transport, host_port};
use crate::systems::dce::embedded;
use crate::systems::ncs::generated::llb as stubs;
use crate::systems::{Directory, Ncs, Registered};
use crate::uuid::Uuid;

/// The local broker's own port, UDP.
pub const PORT: u16 = 135;

const NOT_REGISTERED: u32 = stubs::LB_NOT_REGISTERED as u32;
const UPDATE_FAILED: u32 = stubs::LB_UPDATE_FAILED as u32;
const CANT_ACCESS: u32 = stubs::LB_CANT_ACCESS as u32;
const BAD_ENTRY: u32 = stubs::LB_BAD_ENTRY as u32;

/// A broker's status as text.
fn status_text(status: u32) -> String {
    let text = match i32::try_from(status) {
        Ok(stubs::LB_DATABASE_INVALID) => "that its entries are damaged",
        Ok(stubs::LB_DATABASE_BUSY) => "that it is busy",
        Ok(stubs::LB_NOT_REGISTERED) => "that there is no such entry",
        Ok(stubs::LB_UPDATE_FAILED) => "that it has no room",
        Ok(stubs::LB_CANT_ACCESS) => "that it may not",
        Ok(stubs::LB_SERVER_UNAVAILABLE) => "that the server is not available",
        Ok(stubs::LB_BAD_ENTRY) => "that the entry is bad",
        _ => return format!("{status:#010x}"),
    };
    text.to_owned()
}

/// The host's broker.
fn broker_of(host: &str) -> Binding {
    Binding::host(&Ncs, Transport::Udp, host, PORT)
}

/// The host's registry, for its servers and their clients.
pub(crate) struct LocationBroker;

impl Directory for LocationBroker {
    fn title(&self) -> &'static str {
        "the location broker"
    }

    fn port(&self) -> u16 {
        PORT
    }

    fn port_of(
        &self,
        host: &str,
        binding: &Binding,
        interface: InterfaceId<'_>,
    ) -> Result<u16, Error> {
        let broker = broker_of(host);
        let mut client = BrokerClient::open(&broker)?;
        let filter = LookupFilter::interface(Uuid(interface.uuid));
        let found = client.lookup(&filter)?;
        // The server of that object, or else one for any object.
        let object = Uuid::of_object(binding.object.as_ref());
        let of = |object| found.iter().rev().find(|e: &&Entry| e.object == object);
        let entry = of(object).or_else(|| of(Uuid::NIL));
        let port = entry.map(|entry| entry.address.port());
        port.ok_or_else(|| Error::NotRegistered {
            interface: format!("interface {}", filter.interface),
            registry: broker.to_string(),
        })
    }

    fn register(
        &self,
        services: &[Arc<dyn Service>],
        bindings: &[Binding],
    ) -> Result<Registered, Error> {
        let mut registration = Registration {
            entries: Vec::new(),
            _embedded: embedded::broker(bindings)?,
        };
        let mut broker = local()?;
        for service in services {
            for entry in entries(service.interface(), bindings) {
                broker.insert(&entry)?;
                registration.entries.push(entry);
            }
        }
        Ok(Box::new(registration))
    }
}

/// A server's registrations; dropping it removes them.
struct Registration {
    entries: Vec<Entry>,
    /// The embedded broker, if the host had none.
    _embedded: Option<Running>,
}

/// Whether this host has a broker.
pub(crate) fn is_there() -> bool {
    let nothing = LookupFilter::interface(Uuid([0xff; 16]));
    local().and_then(|mut b| b.lookup(&nothing)).is_ok()
}

fn local() -> Result<BrokerClient, Error> {
    BrokerClient::open(&broker_of("127.0.0.1"))
}

fn entries<'a>(id: InterfaceId<'a>, bindings: &'a [Binding]) -> impl Iterator<Item = Entry> + 'a {
    let places = bindings.iter().filter(|b| b.is_of(&Ncs));
    places.filter_map(move |binding| {
        let text = host_port(binding.host_name()?, binding.port()?);
        Some(Entry {
            object: Uuid::of_object(binding.object.as_ref()),
            object_type: Uuid::NIL,
            interface: Uuid(id.uuid),
            local: false,
            annotation: id.name.chars().filter(char::is_ascii).take(63).collect(),
            address: manyrpc_driver::address::resolve(&text).ok()?[0],
        })
    })
}

impl Drop for Registration {
    fn drop(&mut self) {
        let Ok(mut broker) = local() else { return };
        for entry in &self.entries {
            // A broker that has ended has lost the registrations already.
            let _ = broker.delete(entry);
        }
    }
}
