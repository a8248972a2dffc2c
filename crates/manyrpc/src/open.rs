//! From a binding to a client.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use manyrpc_driver::{address, blocking};
use manyrpc_engine::onc::auth::Credentials;
use manyrpc_engine::{ClientEngine, Limits, onc, raw};

use crate::binding::{Address, Binding, System, Transport};
use crate::client::{Channel, Client};
use crate::credential::AuthSys;
use crate::error::Error;
use crate::registry;
use crate::server::host_port;
use crate::stub::InterfaceId;
use crate::syntax::Syntax;

/// How a client behaves; the default suits most.
#[derive(Clone, Debug, Default)]
pub struct ClientOptions {
    /// Caps and time-outs of the protocol engine.
    pub limits: Limits,
    /// How it connects and waits.
    pub driver: blocking::Options,
    /// Who it says it is (AUTH_SYS); systems without such credentials ignore it.
    pub auth_sys: Option<AuthSys>,
    /// How long each call waits for its reply, if not [`Limits::call_timeout`].
    pub timeout: Option<Duration>,
}

impl Client {
    /// Opens a binding that names a port or path.
    ///
    /// # Errors
    /// The string is no binding, has no port, or the server cannot be reached.
    pub fn open(binding: &str) -> Result<Self, Error> {
        let binding = binding.parse().map_err(Error::Binding)?;
        Self::connect(&binding, None, &ClientOptions::default())
    }

    /// Opens a binding; without a port its registry is asked where the interface is.
    ///
    /// # Errors
    /// As [`open`](Self::open); the registry cannot be reached or does not know the interface.
    pub fn open_for(binding: &str, interface: InterfaceId<'_>) -> Result<Self, Error> {
        let binding = binding.parse().map_err(Error::Binding)?;
        Self::connect(&binding, Some(interface), &ClientOptions::default())
    }

    /// Opens a binding with settings of its own.
    ///
    /// # Errors
    /// As [`open_for`](Self::open_for).
    pub fn connect(
        binding: &Binding,
        interface: Option<InterfaceId<'_>>,
        options: &ClientOptions,
    ) -> Result<Self, Error> {
        let place = place(binding, interface)?;
        let limits = options.limits.clone();
        let datagram = binding.transport == Transport::Udp;
        let channel = match (binding.system, datagram) {
            (System::Raw, true) => drive(
                raw::Client::datagram(limits, seed()),
                binding,
                &place,
                options,
            ),
            (System::Raw, false) => drive(
                raw::Client::stream(limits, seed()),
                binding,
                &place,
                options,
            ),
            (System::Onc, datagram) => {
                let mut engine = match datagram {
                    true => onc::Client::datagram(limits, seed()),
                    false => onc::Client::stream(limits, seed()),
                };
                if let Some(auth) = &options.auth_sys {
                    engine.set_credentials(Credentials::sys(&auth.on_wire()));
                }
                drive(engine, binding, &place, options)
            }
        };
        let channel = channel.map_err(|source| Error::Io {
            what: format!("cannot reach {binding}"),
            source,
        })?;
        let mut client = Client::over(channel, Syntax::Xdr, binding.system == System::Raw);
        client.set_timeout(options.timeout);
        Ok(client)
    }
}

/// Where to connect to, once names and registries have been asked.
enum Place<'a> {
    Addresses(Vec<SocketAddr>),
    Path(&'a Path),
}

fn place<'a>(binding: &'a Binding, interface: Option<InterfaceId<'_>>) -> Result<Place<'a>, Error> {
    let (host, port) = match &binding.address {
        Address::Path(path) => return Ok(Place::Path(Path::new(path))),
        Address::Host(host, port) => (host, *port),
    };
    let port = match (port, interface, binding.system) {
        (Some(port), _, _) => port,
        (None, Some(interface), System::Onc) => {
            registry::port_of(host, binding.transport, interface)?
        }
        (None, _, _) => return Err(Error::Binding(binding.without_port())),
    };
    let addresses = address::resolve(&host_port(host, port)).map_err(|source| Error::Io {
        what: format!("cannot find the host of {binding}"),
        source,
    })?;
    Ok(Place::Addresses(addresses))
}

fn drive<E: ClientEngine + Send + 'static>(
    engine: E,
    binding: &Binding,
    place: &Place<'_>,
    options: &ClientOptions,
) -> std::io::Result<Box<dyn Channel>> {
    let driver = &options.driver;
    let client = match (place, binding.transport) {
        (Place::Path(path), _) => blocking::Client::unix(engine, path, driver)?,
        (Place::Addresses(to), Transport::Udp) => blocking::Client::udp(engine, to, driver)?,
        (Place::Addresses(to), _) => blocking::Client::tcp(engine, to, driver)?,
    };
    Ok(Box::new(client))
}

/// Calls of different clients and of different runs must not share transaction identifiers.
fn seed() -> u64 {
    RandomState::new().build_hasher().finish()
}
