//! Where servers are found: each system's own registry, asked or offered.
//!
//! - [`rpcbind`]: Sun / ONC RPC, by program and version
//! - [`epm`]: DCE's endpoint mapper, by interface and object
//! - [`llb`]: the location brokers of Apollo NCS, by object, type and interface

mod embedded;
pub mod epm;
pub mod generated;
mod inquire;
pub mod llb;
pub(crate) mod mgmt;
pub mod rpcbind;
mod rrpc;

pub use inquire::{Counts, Told, inquire};

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use crate::binding::{Binding, System};
use crate::client::Client;
use crate::context::Context;
use crate::error::Error;
use crate::open::ClientOptions;
use crate::server::{Running, host_port};
use crate::stub::{InterfaceId, Service};

/// How long a mapper, a broker or a server's management may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// A client of an interface that servers of DCE and NCS have about themselves: not for any object.
fn connect(binding: &Binding) -> Result<Client, Error> {
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

/// The port of an interface on the host of a binding that names none, from its system's registry.
pub(crate) fn port_of(binding: &Binding, interface: InterfaceId<'_>) -> Result<u16, Error> {
    let Some(host) = binding.host_name() else {
        return Err(Error::Binding(binding.without_port()));
    };
    let (registry, port, found) = match binding.system {
        System::Raw | System::JsonRpc | System::XmlRpc | System::Grpc => {
            return Err(Error::Binding(binding.without_port()));
        }
        System::Onc => {
            let found = rpcbind::port_of(host, binding.transport, interface);
            ("rpcbind", rpcbind::PORT, found)
        }
        System::Dce => {
            let found = epm::port_of(host, binding, interface);
            ("the endpoint mapper", epm::PORT, found)
        }
        System::Ncs => {
            let found = llb::port_of(host, binding, interface);
            ("the location broker", llb::PORT, found)
        }
    };
    found.map_err(|error| match error {
        error @ Error::NotRegistered { .. } => error,
        source => Error::Registry {
            registry: format!("{registry} at {}", host_port(host, port)),
            source: Box::new(source),
        },
    })
}

/// What a server has registered; dropping it removes the registrations.
pub(crate) struct Registration {
    _rpcbind: Option<rpcbind::Registration>,
    _mapper: Option<epm::Registration>,
    _broker: Option<llb::Registration>,
    // Dropped last: what is registered with it is removed first.
    _embedded: Option<Box<Running>>,
}

/// Whether a call comes from this machine. Only Unix sockets have no addresses.
fn is_local(call: &Context<'_>) -> bool {
    call.from.is_none_or(|from| is_loopback(from.ip()))
}

/// Whether an address is this machine's own, an IPv4 one mapped into IPv6 included.
fn is_loopback(ip: IpAddr) -> bool {
    ip.to_canonical().is_loopback()
}

/// Registers every service at every binding, with the registry of the binding's system on this
/// host, or with one of our own where there is none.
pub(crate) fn register(
    services: &[Arc<dyn Service>],
    bindings: &[Binding],
) -> Result<Registration, Error> {
    let some = |system| bindings.iter().any(|b| b.system == system);
    let rpcbind = some(System::Onc).then(|| rpcbind::register(services, bindings));
    let rpcbind = rpcbind.transpose()?;
    let embedded = embedded::in_place(bindings)?;
    let mapper = some(System::Dce).then(|| epm::register(services, bindings));
    let broker = some(System::Ncs).then(|| llb::register(services, bindings));
    Ok(Registration {
        _rpcbind: rpcbind,
        _mapper: mapper.transpose()?,
        _broker: broker.transpose()?,
        _embedded: embedded.map(Box::new),
    })
}
