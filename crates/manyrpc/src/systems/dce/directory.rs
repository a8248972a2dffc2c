//! The host's endpoint mapper, for its servers and their clients.

use std::sync::Arc;

use manyrpc_codec::InterfaceId;

use super::embedded;
use super::epm::{self, Element, MapperClient, PORT, Place, Tower};
use crate::error::Error;
use crate::server::Running;
use crate::service::Service;
use crate::system::binding::{Binding, host_port};
use crate::system::server_info::SyntaxId;
use crate::systems::{Dce, Directory, Registered};
use crate::uuid::Uuid;

/// The host's registry, for its servers and their clients.
pub(crate) struct EndpointMapper;

impl Directory for EndpointMapper {
    fn title(&self) -> &'static str {
        "the endpoint mapper"
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
        let mapper = Binding::host(&Dce, binding.transport, host, PORT);
        let id = SyntaxId::from(interface);
        let object = Uuid::of_object(binding.object.as_ref());
        let found = MapperClient::open(&mapper)?.map(object, id, binding.transport)?;
        let ports = found.iter().filter_map(|t| t.binding(host)?.port());
        ports
            .into_iter()
            .next()
            .ok_or_else(|| Error::NotRegistered {
                interface: format!("interface {id}"),
                registry: mapper.to_string(),
            })
    }

    fn register(
        &self,
        services: &[Arc<dyn Service>],
        bindings: &[Binding],
    ) -> Result<Registered, Error> {
        let embedded = embedded::mapper(bindings)?;
        let elements: Vec<Element> = services
            .iter()
            .flat_map(|service| elements(service.interface(), bindings))
            .collect();
        if !epm::local()?.insert(&elements, true)? {
            return Err(Error::Registered {
                what: format!("{} interfaces on this host", services.len()),
                why: "it takes none from us, or has no room".to_owned(),
            });
        }
        Ok(Box::new(Registration {
            elements,
            _embedded: embedded,
        }))
    }
}

/// A server's registrations; dropping it removes them.
struct Registration {
    elements: Vec<Element>,
    /// The embedded mapper, if the host had none.
    _embedded: Option<Running>,
}

fn elements<'a>(
    id: InterfaceId<'a>,
    bindings: &'a [Binding],
) -> impl Iterator<Item = Element> + 'a {
    let places = bindings.iter().filter(|b| b.is_of(&Dce));
    places.filter_map(move |binding| {
        let text = host_port(binding.host_name()?, binding.port()?);
        let at = manyrpc_driver::address::resolve(&text).ok()?[0];
        let host = match at.ip() {
            std::net::IpAddr::V4(ip) => ip,
            // Towers have no floor for such addresses: the mapper's own address is used.
            std::net::IpAddr::V6(_) => std::net::Ipv4Addr::UNSPECIFIED,
        };
        let place = Place::Internet {
            transport: binding.transport,
            port: at.port(),
            host,
        };
        // An annotation holds 63 bytes and a NUL.
        let annotation: String = id.name.chars().filter(char::is_ascii).take(63).collect();
        Some(Element {
            object: Uuid::of_object(binding.object.as_ref()),
            tower: Tower::new(id.into(), place),
            annotation,
        })
    })
}

impl Drop for Registration {
    fn drop(&mut self) {
        let Ok(mut mapper) = epm::local() else { return };
        // A mapper that has ended has lost the registrations already.
        let _ = mapper.delete(&self.elements);
    }
}
