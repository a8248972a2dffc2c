//! From a binding to a client.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use manyrpc_codec::json::Options;
use manyrpc_driver::blocking::Keeper;
use manyrpc_driver::{address, blocking};
use manyrpc_engine::{Limits, Metadata};

use crate::binding::{Address, Binding, Messages, System, Transport, Version};
use crate::channel::{self, Channel};
use crate::client::{Client, Names, Traits};
use crate::credential::AuthSys;
use crate::engines::{self, ClientEngine, seed};
use crate::error::Error;
use crate::held::HeldContexts;
use crate::registry;
use crate::reopening::Reopening;
use crate::security::Security;
use crate::server::host_port;
use crate::stub::InterfaceId;
use crate::syntax::Syntax;
use crate::tls;

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
    ///
    /// A server that carries out calls at most once does so only for as long as it remembers
    /// them ([`Limits::cached_for`]): over UDP wait no longer than that.
    pub timeout: Option<Duration>,
    /// What travels beside the arguments of each call until [`Client::set_metadata`] says otherwise;
    /// of clients that ask for definitions or health, too.
    pub metadata: Metadata,
    /// One-way calls over a stream are held back until so many bytes of them have gathered, a call
    /// with a reply is made, or [`Client::flush`] is called (RFC 5531, section 8.4.1). 0 holds
    /// nothing back; systems without batching ignore it. What is still held back when the
    /// client is dropped is not sent.
    pub batch_bytes: usize,
    /// How calls are protected, and by what mechanism (DCE); systems without such security refuse
    /// it.
    pub security: Option<Security>,
    /// How connections are secured where the binding says that they are (`grpcs://`,
    /// `jsonrpc+https://` …).
    pub tls: tls::Client,
    /// The address may be a broadcast address and anyone may answer, as
    /// [`Client::broadcast`] needs; UDP only. Without a port the registries of all hosts in
    /// reach are asked to pass the call on.
    pub broadcast: bool,
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
        let by_registries = options.broadcast && !binding.has_port();
        // What cannot be is said before anybody is asked for a port.
        let engine = ClientEngine::new(binding, options)?;
        let place = match options.broadcast {
            true => everywhere(binding)?,
            false => place(binding, interface)?,
        };
        let (channel, held) = engine
            .drive(binding, &place, &connecting(binding, options)?)
            .map_err(|source| Error::Io {
                what: format!("cannot reach {binding}"),
                source,
            })?;
        let (names, syntax) = match binding.system {
            System::Raw => (Names::Only, Syntax::Xdr),
            System::Onc => (Names::Program, Syntax::Xdr),
            System::Dce | System::Ncs => (Names::Uuid, Syntax::Ndr),
            System::JsonRpc => (Names::Words, json(binding)),
            System::XmlRpc => (Names::Words, xml(binding)),
            System::Grpc if binding.messages.json => (Names::Words, Syntax::MESSAGES_OF_JSON),
            System::Grpc => (Names::Words, Syntax::Protobuf),
        };
        let traits = Traits {
            names,
            to_anyone: options.broadcast,
            by_registries,
        };
        let mut client = Client::over(channel, syntax, traits);
        client.set_timeout(options.timeout);
        client.set_object(binding.object);
        client.set_metadata(options.metadata.clone());
        client.keep_account(held);
        Ok(client)
    }
}

/// How a client of JSON-RPC marshals. Version 1.0 knows no names of parameters.
fn json(binding: &Binding) -> Syntax {
    let Messages {
        version,
        by_position,
        full,
        ..
    } = binding.messages;
    Syntax::Json(Options {
        by_position: by_position || version == Version::V1,
        full,
        message: false,
    })
}

/// How a client of XML-RPC marshals.
fn xml(binding: &Binding) -> Syntax {
    Syntax::Xml(binding.messages.xml())
}

/// The options with what secures the connections, where they are to be secured. Whoever does not wait
/// for a call does not wait longer for a connection either.
fn connecting(binding: &Binding, options: &ClientOptions) -> Result<ClientOptions, Error> {
    let mut options = options.clone();
    let most = options.timeout.unwrap_or(Duration::MAX);
    options.driver.connect_timeout = options.driver.connect_timeout.min(most);
    if !binding.transport.is_secure() {
        return Ok(options);
    }
    let host = binding.host_name().unwrap_or_default();
    let (application, demanded) = engines::application(binding);
    let connector = options.tls.connector(host, application, demanded);
    options.driver.tls = Some(connector.map_err(Error::Tls)?);
    Ok(options)
}

impl ClientEngine {
    fn drive(
        self,
        binding: &Binding,
        place: &Place<'_>,
        options: &ClientOptions,
    ) -> std::io::Result<(Box<dyn Channel>, HeldContexts)> {
        let channel: Box<dyn Channel> = match self {
            ClientEngine::Raw(engine) => Box::new(drive(engine, binding, place, options)?),
            ClientEngine::Onc(engine) => Box::new(drive(engine, binding, place, options)?),
            ClientEngine::DceCo(engine) => Box::new(drive(engine, binding, place, options)?),
            ClientEngine::JsonRpc(_) if binding.transport.is_http() => {
                reopening(engines::json_rpc, binding, place, options)?
            }
            ClientEngine::JsonRpc(engine) => Box::new(drive(engine, binding, place, options)?),
            ClientEngine::XmlRpc => reopening(engines::xml_rpc, binding, place, options)?,
            ClientEngine::Grpc => reopening(engines::grpc, binding, place, options)?,
            ClientEngine::DceCl(engine) => {
                let companion = engine.companion(seed());
                let client = drive(engine, binding, place, options)?;
                let held = client.server().map(|to| Keeper::new(companion, to));
                let held = held.map(HeldContexts::kept_by).unwrap_or_default();
                return Ok((Box::new(client), held));
            }
        };
        Ok((channel, HeldContexts::default()))
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

/// Where a broadcast goes: to a port, or to every registry.
fn everywhere(binding: &Binding) -> Result<Place<'_>, Error> {
    match (&binding.address, binding.transport, binding.system) {
        (Address::Host(host, Some(port)), Transport::Udp, _) => resolved(binding, host, *port),
        (Address::Host(host, None), Transport::Udp, System::Onc) => {
            resolved(binding, host, registry::rpcbind::PORT)
        }
        (Address::Host(_, None), Transport::Udp, _) => Err(Error::Binding(binding.without_port())),
        _ => Err(Error::Binding(binding.not_datagrams())),
    }
}

fn resolved<'a>(binding: &Binding, host: &str, port: u16) -> Result<Place<'a>, Error> {
    let addresses = address::resolve(&host_port(host, port)).map_err(|source| Error::Io {
        what: format!("cannot find the host of {binding}"),
        source,
    })?;
    Ok(Place::Addresses(addresses))
}

/// For systems over HTTP, whose engines are for one connection each.
fn reopening<E: channel::Engine + 'static>(
    engine: fn(&Binding, Limits) -> E,
    binding: &Binding,
    place: &Place<'_>,
    options: &ClientOptions,
) -> std::io::Result<Box<dyn Channel>> {
    let (at, limits) = (binding.clone(), options.limits.clone());
    match place {
        Place::Addresses(to) => {
            let engine = move || engine(&at, limits.clone());
            let client = Reopening::open(engine, to.clone(), options.driver.clone())?;
            Ok(Box::new(client))
        }
        Place::Path(_) => Ok(Box::new(drive(
            engine(&at, limits),
            binding,
            place,
            options,
        )?)),
    }
}

fn drive<E: channel::Engine + 'static>(
    engine: E,
    binding: &Binding,
    place: &Place<'_>,
    options: &ClientOptions,
) -> std::io::Result<blocking::Client<E>> {
    let driver = &options.driver;
    match (place, binding.transport) {
        (Place::Path(path), _) => blocking::Client::unix(engine, path, driver),
        (Place::Addresses(to), _) if options.broadcast => {
            blocking::Client::udp_unconnected(engine, to[0], driver)
        }
        (Place::Addresses(to), Transport::Udp)
            if matches!(binding.system, System::Dce | System::Ncs) =>
        {
            // C706 appendix P: servers ask who calls them, and some from a port of their own.
            blocking::Client::udp_any_port(engine, to, driver)
        }
        (Place::Addresses(to), Transport::Udp) => blocking::Client::udp(engine, to, driver),
        (Place::Addresses(to), _) => blocking::Client::tcp(engine, to, driver),
    }
}
