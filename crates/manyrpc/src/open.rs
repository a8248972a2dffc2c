//! From a binding to a client.

use manyrpc_codec::InterfaceId;

use crate::client::relay::Relay;
use crate::client::{Client, Traits};
use crate::endpoints;
use crate::error::{Error, Problem};
use crate::options::ClientOptions;
#[cfg(feature = "tracing")]
use crate::spans::Called;
use crate::system::binding::{Address, Binding, Transport};
use crate::system::check_secures;
use crate::system::connect::{
    Connect, Connection, Driver, Made, Place, connecting, place, resolved,
};
use crate::system::names;

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
            check_secures(binding)?;
        }
        binding.system.check(binding, options)?;
        if let Some(names) = names::of(binding) {
            let found = names.look_up(binding, options)?;
            return Self::connect(&found, interface, options);
        }
        let given = (binding, options);
        let connection = endpoints::first(binding, |at| {
            connection(at, interface, given, Driver::Threads)
        });
        let Connection { made, held } = connection?;
        #[cfg_attr(
            not(feature = "tokio"),
            allow(
                clippy::infallible_destructuring_match,
                reason = "with tokio there is another arm"
            )
        )]
        let channel = match made {
            Made::Channel(channel) => channel,
            // A system connects by what it is lent, which says that threads are to drive.
            #[cfg(feature = "tokio")]
            Made::Plan(_) => return Err(Error::Binding(binding.error("it has not connected"))),
        };
        let mut client = Client::over(channel, traits(binding, options));
        client.set_timeout(options.timeout);
        client.set_object(binding.object.clone());
        client.set_metadata(options.metadata.clone());
        client.keep_account(held);
        #[cfg(feature = "tracing")]
        client.calls(called(binding).into_owned());
        Ok(client)
    }
}

/// What a client of a binding can do.
pub(crate) fn traits(binding: &Binding, options: &ClientOptions) -> Traits {
    Traits {
        to_anyone: options.broadcast,
        relay: relay(binding).filter(|_| options.broadcast && !binding.has_port()),
        has_exceptions: binding.system.has_exceptions(),
    }
}

/// Whom a client calls, as spans tell it; with several endpoints, the first choice.
#[cfg(feature = "tracing")]
pub(crate) fn called(binding: &Binding) -> Called<'_> {
    let (address, port) = match &binding.address {
        Address::Host(host, port) => (host, *port),
        Address::Path(path) => (path, None),
    };
    Called {
        system: binding.system.traced_name(),
        address: address.into(),
        port,
    }
}

/// A connection to one of the given endpoints.
pub(crate) fn connection(
    at: &Binding,
    interface: Option<InterfaceId<'_>>,
    given: (&Binding, &ClientOptions),
    driver: Driver,
) -> Result<Connection, Error> {
    let place = match given.1.broadcast {
        true => everywhere(given.0)?,
        false => place(at, interface)?,
    };
    at.system.connect(&Connect {
        binding: at,
        options: &connecting(at, given.1)?,
        place,
        driver,
        given,
    })
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
        return Err(Error::Binding(binding.error(Problem::NotBroadcastable)));
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
            return Err(Error::Binding(binding.error(Problem::NotBroadcastable)));
        };
        let port = port.ok_or_else(|| Error::Binding(at.without_port()))?;
        if let Place::Addresses(found) = resolved(&at, host, port)? {
            all.extend(found.first());
        }
    }
    Ok(Place::Members(all))
}
