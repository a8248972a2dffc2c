//! Where servers are found: each system's own registry, asked or offered.
//!
//! - [`rpcbind`]: Sun / ONC RPC, by program and version
//! - [`epm`]: DCE's endpoint mapper, by interface and object

pub mod epm;
pub mod generated;
pub(crate) mod mgmt;
pub mod rpcbind;

use std::sync::Arc;

use crate::binding::{Address, Binding, System};
use crate::error::Error;
use crate::stub::{InterfaceId, Service};

/// The port of an interface on the host of a binding that names none, from its system's registry.
pub(crate) fn port_of(binding: &Binding, interface: InterfaceId<'_>) -> Result<u16, Error> {
    match (&binding.address, binding.system) {
        (Address::Host(host, _), System::Onc) => {
            rpcbind::port_of(host, binding.transport, interface)
        }
        (Address::Host(host, _), System::Dce) => epm::port_of(host, binding, interface),
        _ => Err(Error::Binding(binding.without_port())),
    }
}

/// What a server has registered; dropping it removes the registrations.
pub(crate) struct Registration {
    _rpcbind: Option<rpcbind::Registration>,
    _mapper: Option<epm::Registration>,
}

/// Registers every service at every binding, with the registry of the binding's system on this
/// host, or with one of our own where there is none.
pub(crate) fn register(
    services: &[Arc<dyn Service>],
    bindings: &[Binding],
) -> Result<Registration, Error> {
    let some = |system| bindings.iter().any(|b| b.system == system);
    let rpcbind = some(System::Onc).then(|| rpcbind::register(services, bindings));
    let mapper = some(System::Dce).then(|| epm::register(services, bindings));
    Ok(Registration {
        _rpcbind: rpcbind.transpose()?,
        _mapper: mapper.transpose()?,
    })
}
