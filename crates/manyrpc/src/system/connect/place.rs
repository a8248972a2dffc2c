//! From a binding to the addresses that it names, and how a connection to them is opened.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use manyrpc_codec::InterfaceId;
use manyrpc_driver::tls::Connector;
use manyrpc_driver::{address, blocking};

use crate::error::Error;
use crate::options::ClientOptions;
use crate::system::binding::{Address, Binding, Transport, host_port};
use crate::tls;

/// Where to connect to, after look-ups in name services and registries.
pub(crate) enum Place<'a> {
    Addresses(Vec<SocketAddr>),
    /// The members of a group, all of which are called at once.
    Members(Vec<SocketAddr>),
    Path(&'a Path),
}

/// How a connection to an endpoint is opened: with names resolved and certificates read.
pub(super) struct Way {
    pub(super) addresses: Vec<SocketAddr>,
    pub(super) options: blocking::Options,
}

/// How later connections to an endpoint are opened, for systems without registries.
pub(super) fn way(at: &Binding, options: &ClientOptions) -> Result<Way, Error> {
    let Place::Addresses(addresses) = place(at, None)? else {
        return Err(Error::Binding(at.without_port()));
    };
    let options = connecting(at, options)?.driver;
    Ok(Way { addresses, options })
}

/// The options with TLS settings, for secured bindings. Connecting waits no longer than a call
/// would.
pub(crate) fn connecting(
    binding: &Binding,
    options: &ClientOptions,
) -> Result<ClientOptions, Error> {
    let mut options = options.clone();
    let most = options.timeout.unwrap_or(Duration::MAX);
    options.driver.connect_timeout = options.driver.connect_timeout.min(most);
    options.driver.tls = connector(binding, &options.tls)?;
    Ok(options)
}

/// How connections to a binding are secured; `None` if they are not.
pub(crate) fn connector(binding: &Binding, tls: &tls::Client) -> Result<Option<Connector>, Error> {
    if !binding.transport.is_secure() {
        return Ok(None);
    }
    let host = binding.host_name().unwrap_or_default();
    let (application, demanded) = binding.system.application_protocol(binding.transport);
    let connector = tls.connector(host, application, demanded);
    connector.map(Some).map_err(Error::Tls)
}

/// Where a binding is: asks its registry for the port of an interface if it names none.
pub(crate) fn place<'a>(
    binding: &'a Binding,
    interface: Option<InterfaceId<'_>>,
) -> Result<Place<'a>, Error> {
    let (host, port) = match &binding.address {
        Address::Path(path) => return Ok(Place::Path(Path::new(path))),
        Address::Host(host, port) => (host, *port),
    };
    let port = match (port, interface) {
        (Some(port), _) => port,
        // RFC 9110, section 4.2.1.
        (None, _) if binding.transport == Transport::Http => 80,
        (None, _) if binding.transport == Transport::Https => 443,
        (None, Some(interface)) => port_of(binding, interface)?,
        (None, None) => return Err(Error::Binding(binding.without_port())),
    };
    resolved(binding, host, port)
}

/// The port of an interface on the host of a binding without a port, from its system's registry.
fn port_of(binding: &Binding, interface: InterfaceId<'_>) -> Result<u16, Error> {
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

/// The addresses of a host.
pub(crate) fn resolved<'a>(binding: &Binding, host: &str, port: u16) -> Result<Place<'a>, Error> {
    let addresses = address::resolve(&host_port(host, port)).map_err(|source| Error::Io {
        what: format!("cannot find the host of {binding}"),
        source,
    })?;
    Ok(Place::Addresses(addresses))
}
