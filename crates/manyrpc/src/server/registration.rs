//! Registers what a server serves.

use std::sync::Arc;

use crate::error::Error;
use crate::service::Service;
use crate::system::System;
use crate::system::binding::Binding;
use crate::system::directory::Registered;

/// Registers every service at every binding with the registry of the binding's system on this host,
/// or with an embedded one if there is none.
pub(super) fn register(
    systems: &[&'static dyn System],
    services: &[Arc<dyn Service>],
    bindings: &[Binding],
) -> Result<Registered, Error> {
    let mut registered = Registrations::default();
    let serving = |system: &&&'static dyn System| bindings.iter().any(|b| b.system == **system);
    for system in systems.iter().filter(serving) {
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
