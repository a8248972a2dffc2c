//! From a binding to a client.

use std::path::Path;
use std::time::Duration;

use manyrpc_driver::address;

use crate::binding::{Address, Binding, BindingError, Transport, host_port};
use crate::client::{Client, Traits};
use crate::endpoints::{self, Way};
use crate::error::Error;
use crate::options::ClientOptions;
use crate::registry;
use crate::stub::InterfaceId;
use crate::systems::{self, Connect, Connection, Place, Relay};

impl Client {
    /// Opens a binding with a port or path.
    ///
    /// # Errors
    /// The string is not a binding, has no port, or the server cannot be reached.
    pub fn open(binding: &str) -> Result<Self, Error> {
        let binding = binding.parse().map_err(Error::Binding)?;
        Self::connect(&binding, None, &ClientOptions::default())
    }

    /// Opens a binding; without a port, asks the registry for the interface.
    ///
    /// # Errors
    /// As [`open`](Self::open); the registry cannot be reached or has no entry for the interface.
    pub fn open_for(binding: &str, interface: InterfaceId<'_>) -> Result<Self, Error> {
        let binding = binding.parse().map_err(Error::Binding)?;
        Self::connect(&binding, Some(interface), &ClientOptions::default())
    }

    /// Opens a binding with options. Of several endpoints the first that can be reached is used,
    /// and again whenever the system reconnects. Over datagrams endpoints are not probed: the first
    /// with a route is used.
    ///
    /// # Errors
    /// As [`open_for`](Self::open_for).
    pub fn connect(
        binding: &Binding,
        interface: Option<InterfaceId<'_>>,
        options: &ClientOptions,
    ) -> Result<Self, Error> {
        // What is not supported is reported before any registry is asked for a port.
        if options.security.is_some() {
            systems::check_secures(binding)?;
        }
        binding.system.check(binding, options)?;
        let connection =
            endpoints::first(binding, |at| connection(at, interface, (binding, options)));
        let Connection { channel, held } = connection?;
        let traits = Traits {
            to_anyone: options.broadcast,
            relay: relay(binding).filter(|_| options.broadcast && !binding.has_port()),
            has_exceptions: binding.system.has_exceptions(),
        };
        let mut client = Client::over(channel, traits);
        client.set_timeout(options.timeout);
        client.set_object(binding.object.clone());
        client.set_metadata(options.metadata.clone());
        client.keep_account(held);
        Ok(client)
    }
}

/// A connection to one of the given endpoints.
fn connection(
    at: &Binding,
    interface: Option<InterfaceId<'_>>,
    given: (&Binding, &ClientOptions),
) -> Result<Connection, Error> {
    let place = match given.1.broadcast {
        true => everywhere(given.0)?,
        false => place(at, interface)?,
    };
    at.system.connect(&Connect {
        binding: at,
        options: &connecting(at, given.1)?,
        place,
        given,
    })
}

/// How later connections to an endpoint are opened, for systems without registries.
pub(crate) fn way(at: &Binding, options: &ClientOptions) -> Result<Way, Error> {
    let Place::Addresses(addresses) = place(at, None)? else {
        return Err(Error::Binding(at.without_port()));
    };
    let options = connecting(at, options)?.driver;
    Ok(Way { addresses, options })
}

/// The options with TLS settings, for secured bindings. Connecting waits no longer than a call
/// would.
fn connecting(binding: &Binding, options: &ClientOptions) -> Result<ClientOptions, Error> {
    let mut options = options.clone();
    let most = options.timeout.unwrap_or(Duration::MAX);
    options.driver.connect_timeout = options.driver.connect_timeout.min(most);
    if !binding.transport.is_secure() {
        return Ok(options);
    }
    let host = binding.host_name().unwrap_or_default();
    let (application, demanded) = binding.system.application_protocol(binding.transport);
    let connector = options.tls.connector(host, application, demanded);
    options.driver.tls = Some(connector.map_err(Error::Tls)?);
    Ok(options)
}

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
        (None, Some(interface)) => registry::port_of(binding, interface)?,
        (None, None) => return Err(Error::Binding(binding.without_port())),
    };
    resolved(binding, host, port)
}

/// The relay of broadcasts by a system's registries, if they have one.
fn relay(binding: &Binding) -> Option<&'static dyn Relay> {
    binding.system.directory()?.relay()
}

/// The destination of a broadcast: a port, or all registries.
fn everywhere(binding: &Binding) -> Result<Place<'_>, Error> {
    if !binding.alternatives.is_empty() {
        return members(binding);
    }
    let (Address::Host(host, port), Transport::Udp) = (&binding.address, binding.transport) else {
        return Err(Error::Binding(not_datagrams(binding)));
    };
    let directory = binding.system.directory();
    let through = directory.filter(|_| relay(binding).is_some());
    match port.or(through.map(|directory| directory.port())) {
        Some(port) => resolved(binding, host, port),
        None => Err(Error::Binding(binding.without_port())),
    }
}

/// The destinations of a call to several endpoints at once.
fn members(binding: &Binding) -> Result<Place<'_>, Error> {
    let mut all = Vec::new();
    for at in binding.endpoints() {
        let (Address::Host(host, port), Transport::Udp) = (&at.address, at.transport) else {
            return Err(Error::Binding(not_datagrams(binding)));
        };
        let port = port.ok_or_else(|| Error::Binding(at.without_port()))?;
        if let Place::Addresses(found) = resolved(&at, host, port)? {
            all.extend(found.first());
        }
    }
    Ok(Place::Members(all))
}

/// The error that only datagrams can be broadcast.
fn not_datagrams(binding: &Binding) -> BindingError {
    let able = systems::all().filter(|system| system.can_broadcast());
    let able = able.map(|system| format!("{}+udp", system.name()));
    binding.error(format!("only {} can broadcast", systems::list(able)))
}

fn resolved<'a>(binding: &Binding, host: &str, port: u16) -> Result<Place<'a>, Error> {
    let addresses = address::resolve(&host_port(host, port)).map_err(|source| Error::Io {
        what: format!("cannot find the host of {binding}"),
        source,
    })?;
    Ok(Place::Addresses(addresses))
}
