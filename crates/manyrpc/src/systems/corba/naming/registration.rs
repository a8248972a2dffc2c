//! The naming service as the registry of servers: each interface is bound to the server that has it.
//!
//! Servers bind their interfaces in the service that `rir:` finds, and in one of their own if it is to be on this host and none is.

use std::sync::Arc;

use manyrpc_codec::InterfaceId;
use manyrpc_engine::ObjectKey;

use super::initial::{chosen, initial_reference};
use super::name::{Name, NameComponent};
use super::{KEY, NameServer, NamingClient, NamingError, PORT, or_root, patient};
use crate::corba::reference_to;
use crate::error::Error;
use crate::server::Running;
use crate::service::Service;
use crate::system::binding::{Binding, Transport};
use crate::system::objects::type_id;
use crate::systems::corba::Corba;
use crate::systems::{Directory, Registered};

pub(in super::super) struct Naming;

/// The root context of a host's naming service.
fn root_of(host: &str) -> Binding {
    or_root(Binding::host(&Corba, Transport::Tcp, host, PORT))
}

/// The root context of the service that servers of this program are registered with.
fn home() -> Result<Binding, Error> {
    let reference = initial_reference(KEY).map_err(Error::Settings)?;
    reference.parse().map_err(Error::Binding)
}

fn open(root: &Binding) -> Result<NamingClient, Error> {
    NamingClient::connect(root, &patient())
}

/// The name that an interface's server has: a context for each module, `shop/Cart`.
fn name_of(interface: &str) -> Result<Name, Error> {
    let parts: Vec<&str> = match interface.contains(':') {
        true => vec![interface],
        false => interface.split('.').collect(),
    };
    let parts = parts.into_iter().map(|part| NameComponent::new(part, ""));
    Name::new(parts.collect()).map_err(|e| Error::Settings(format!("`{interface}`: {e}")))
}

impl Directory for Naming {
    fn title(&self) -> &'static str {
        "the naming service"
    }

    fn port(&self) -> u16 {
        PORT
    }

    fn port_of(&self, host: &str, _: &Binding, interface: InterfaceId<'_>) -> Result<u16, Error> {
        let name = name_of(interface.full_name)?;
        let unknown = || Error::NotRegistered {
            interface: format!("the name `{name}`"),
            registry: root_of(host).to_string(),
        };
        let found = match open(&root_of(host))?.resolve(&name) {
            Ok(found) => found,
            Err(NamingError::Error(error)) => return Err(error),
            Err(_) => return Err(unknown()),
        };
        let at = Binding::received(&found).map_err(Error::Binding)?;
        at.port().ok_or_else(unknown)
    }

    fn register(
        &self,
        services: &[Arc<dyn Service>],
        bindings: &[Binding],
    ) -> Result<Registered, Error> {
        let home = home()?;
        let mut registration = Registration {
            _embedded: embedded(&home)?,
            bound: Vec::new(),
            home,
        };
        let mut names = open(&registration.home)?;
        let is_place = |b: &&Binding| b.is_of(&Corba) && b.port().is_some();
        let place = bindings.iter().find(is_place);
        let Some((place, objects)) = place.and_then(|at| Some((at, at.system.objects()?))) else {
            return Ok(Box::new(registration));
        };
        for service in services {
            let interface = service.interface().full_name;
            let name = name_of(interface)?;
            let mut at = place.clone();
            at.object = Some(ObjectKey::new(interface.as_bytes()));
            let id = type_id(objects, &**service);
            let Some(reference) = reference_to(&at, &id) else {
                continue;
            };
            let reference = reference.to_string();
            let bound = bind(&mut names, &name, &reference);
            bound.map_err(|error| refused(&name, error))?;
            registration.bound.push((name, reference));
        }
        Ok(Box::new(registration))
    }
}

fn refused(name: &Name, error: NamingError) -> Error {
    match error {
        NamingError::Error(error) => error,
        other => Error::Registered {
            what: format!("the name `{name}`"),
            why: other.to_string(),
        },
    }
}

/// Binds a name, after the contexts before its last component.
fn bind(names: &mut NamingClient, name: &Name, reference: &str) -> Result<(), NamingError> {
    let components = name.components();
    for end in 1..components.len() {
        let context = Name::new(components[..end].to_vec());
        let context = context.map_err(|_| NamingError::InvalidName)?;
        match names.bind_new_context(&context) {
            Ok(_) | Err(NamingError::AlreadyBound) => {}
            Err(other) => return Err(other),
        }
    }
    names.rebind(name, reference)
}

/// Our own service, if the host has none and no other one was chosen.
fn embedded(home: &Binding) -> Result<Option<Running>, Error> {
    let Err(error) = open(home) else {
        return Ok(None);
    };
    if chosen(KEY).is_some() {
        return Err(error);
    }
    let started = NameServer::new().start(PORT);
    started.map(Some).map_err(|source| Error::NoRegistry {
        registry: "naming service",
        source: Box::new(source),
    })
}

/// A server's names; dropping it removes them. The contexts stay, in which others may have names.
struct Registration {
    bound: Vec<(Name, String)>,
    /// The root context.
    home: Binding,
    /// The embedded service, if the host had none.
    _embedded: Option<Running>,
}

impl Drop for Registration {
    fn drop(&mut self) {
        let Ok(mut names) = open(&self.home) else {
            return;
        };
        for (name, reference) in &self.bound {
            // Who has the name meanwhile keeps it, and a service that has ended has lost it already.
            if names.resolve(name).is_ok_and(|found| found == *reference) {
                let _ = names.unbind(name);
            }
        }
    }
}
