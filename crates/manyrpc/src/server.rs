//! A server: application objects behind any number of bindings at once.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use manyrpc_driver::address;
use manyrpc_driver::server as driver;
use manyrpc_engine::{Limits, ObjectKey};

pub use manyrpc_driver::server::{Caps, Status};

pub use crate::registry::ManagementOperation;

use crate::binding::{Address, Binding, Transport};
use crate::context::Context;
use crate::error::Error;
use crate::faults::FaultTable;
use crate::host::Shared;
use crate::introspection::Introspection;
use crate::registry;
use crate::registry::management::{Management, Settings};
use crate::router::{Forward, Router};
use crate::security::{Acceptor, Acceptors, AuthType, Level};
use crate::signals::{self, Caught, Watching};
use crate::stub::Service;
use crate::systems::{Registered, Serve, check_secures};
use crate::tls;

/// Where servers begin.
#[derive(Debug)]
pub struct Server;

impl Server {
    /// A server to be.
    pub fn builder() -> Builder {
        Builder::default()
    }
}

/// A server to be: give it services and bindings, then [`start`](Self::start).
#[derive(Default)]
pub struct Builder {
    services: Vec<Arc<dyn Service>>,
    objects: Vec<(ObjectKey, Arc<dyn Service>)>,
    bindings: Vec<Binding>,
    limits: Limits,
    caps: Caps,
    register: bool,
    acceptors: Option<Arc<Acceptors>>,
    least_level: Option<Level>,
    management: Settings,
    forward: Option<Arc<dyn Forward>>,
    tls: Option<tls::Server>,
    introspection: Introspection,
    faults: FaultTable,
    caught: Option<Caught>,
}

impl Builder {
    /// Serves an application object, wrapped in its generated skeleton.
    #[must_use]
    pub fn service(mut self, service: impl Service + 'static) -> Self {
        self.services.push(Arc::new(service));
        self
    }

    /// Serves an application object to calls that name it by this key. Calls of other interfaces for the
    /// same object go where calls for no object in particular go.
    ///
    /// Registries are told of services without objects only.
    #[must_use]
    pub fn object(mut self, key: impl Into<ObjectKey>, service: impl Service + 'static) -> Self {
        self.objects.push((key.into(), Arc::new(service)));
        self
    }

    /// Listens on a binding as well; port 0 lets the system choose.
    ///
    /// # Errors
    /// The string is no binding.
    pub fn listen(mut self, binding: &str) -> Result<Self, Error> {
        self.bindings.push(binding.parse().map_err(Error::Binding)?);
        Ok(self)
    }

    /// What the application's own numbers are called in each system; without it they go as
    /// `docs/faults.md` says.
    #[must_use]
    pub fn faults(mut self, faults: FaultTable) -> Self {
        self.faults = faults;
        self
    }

    /// Caps and time-outs of the protocol engines.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Caps of connections and threads.
    #[must_use]
    pub fn caps(mut self, caps: Caps) -> Self {
        self.caps = caps;
        self
    }

    /// Carries out calls that come over streams on so many threads of their own, so that one that
    /// waits holds up no other ([`Caps::workers`]).
    #[must_use]
    pub fn workers(mut self, threads: usize) -> Self {
        self.caps.workers = threads;
        self
    }

    /// Registers every service with the host's registry (rpcbind, endpoint mapper, location
    /// broker) while the server runs; where there is none, one of our own is started in its place.
    ///
    /// An endpoint mapper or location broker of our own listens on loopback and at the addresses
    /// where this server listens; calls that the broker passes on from other machines reach no server
    /// that listens on loopback alone. An rpcbind of our own listens on loopback only.
    #[must_use]
    pub fn register(mut self) -> Self {
        self.register = true;
        self
    }

    /// Authenticates callers: `acceptor` gives our side of a new security context of a kind, or
    /// `None` for kinds that are refused. Without it only calls without authentication are served.
    #[must_use]
    pub fn acceptors(
        mut self,
        acceptor: impl Fn(AuthType) -> Option<Box<dyn Acceptor>> + Send + Sync + 'static,
    ) -> Self {
        self.acceptors = Some(Arc::new(acceptor));
        self
    }

    /// Refuses calls that are protected less than this, and to start with bindings whose calls
    /// cannot be; those over TLS are where clients must have certificates. Without it, calls without any security are served too, and an application looks
    /// at [`Context::principal`](crate::Context::principal).
    #[must_use]
    pub fn least_level(mut self, level: Level) -> Self {
        self.least_level = Some(level);
        self
    }

    /// Secures the connections of bindings that say so (`grpcs://`, `jsonrpc+https://` …); a server
    /// with such bindings does not start without.
    #[must_use]
    pub fn tls(mut self, tls: tls::Server) -> Self {
        self.tls = Some(tls);
        self
    }

    /// Says who may ask what of the server from afar, by the management interfaces that every server
    /// of DCE and NCS has. Without it everyone may ask everything, and nobody may stop it.
    ///
    /// A server that was stopped like this ends [`Running::wait`].
    #[must_use]
    pub fn management(
        mut self,
        authorize: impl Fn(&Context<'_>, ManagementOperation) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.management.authorize = Some(Box::new(authorize));
        self
    }

    /// Tells callers who ask under which name the server is authenticated by a kind of security,
    /// which is whom they should demand to speak to.
    #[must_use]
    pub fn principal_name(mut self, auth_type: AuthType, name: &str) -> Self {
        let names = &mut self.management.names;
        names.retain(|(of, _)| *of != auth_type);
        names.push((auth_type, name.to_owned()));
        self
    }

    /// Says what the server tells of itself to those who call without a definition; without it
    /// everything.
    #[must_use]
    pub fn introspection(mut self, introspection: Introspection) -> Self {
        self.introspection = introspection;
        self
    }

    /// Has SIGTERM and SIGINT end the server in order, as [`Running::stop`] does: registrations are
    /// removed, calls in progress are finished, [`Running::wait`] returns; `first` is called before. Without
    /// it these signals end the process, and what it registered stays with the registry. A second
    /// signal ends the process at once, with the status 128 and its number.
    ///
    /// The signals are the whole process's: for programs that serve and do nothing else.
    ///
    /// # Errors
    /// The system's own.
    pub fn stop_by_signal(mut self, first: impl FnOnce() + Send + 'static) -> Result<Self, Error> {
        // From here on: one that comes while the server registers must not leave anything behind.
        let caught = signals::catch().map_err(|source| Error::Io {
            what: "cannot catch signals".to_owned(),
            source,
        })?;
        self.caught = Some(Box::new(|stop| {
            caught(Box::new(|| {
                first();
                stop();
            }))
        }));
        Ok(self)
    }

    /// Passes on calls for what is not served here.
    pub(crate) fn forwarding(mut self, forward: Arc<dyn Forward>) -> Self {
        self.forward = Some(forward);
        self
    }

    /// Starts to serve.
    ///
    /// # Errors
    /// A binding cannot be listened on, the registry refuses, or the limits contradict each other:
    /// replies that are forgotten before a caller gives up ([`keep_for`](crate::limits::ReplyCacheLimits::keep_for)
    /// below [`Limits::call_timeout`]) would have calls carried out twice.
    pub fn start(self) -> Result<Running, Error> {
        check(&self.limits)?;
        if self.least_level.is_some_and(|level| level > Level::None) {
            let proved = self.tls.as_ref().is_some_and(tls::Server::demands_clients);
            let others = |b: &&Binding| !(proved && b.transport.is_secure());
            self.bindings
                .iter()
                .filter(others)
                .try_for_each(check_secures)?;
        }
        check_exceptions(&self.bindings, &self.services)?;
        let interfaces = self.services.iter().map(|s| s.interface());
        let management = Management::new(interfaces, self.management);
        let router = Router::new(&self.services, &management.services())
            .of_objects(&self.objects)
            .telling(self.introspection.services(&self.services))
            .forwarding(self.forward)
            .saying(self.faults);
        let router = Arc::new(router);
        let shared = Shared {
            router: router.clone(),
            acceptors: self.acceptors,
            least_level: self.least_level.unwrap_or(Level::None),
            groups: Arc::default(),
        };
        let mut server = driver::Server::builder(router).caps(self.caps);
        let mut hosts = Vec::new();
        for binding in &self.bindings {
            let host = shared.host();
            let tls = acceptor(binding, self.tls.as_ref())?;
            let at = Serve {
                binding,
                limits: &self.limits,
                host: &host,
            };
            server = listen(server.tls(tls), &at)?;
            hosts.push(host);
        }
        let cannot_start = |source| Error::Io {
            what: "cannot start the server".to_owned(),
            source,
        };
        let running = server.start().map_err(cannot_start)?;
        management.watches(running.watch());
        let addresses = self.bindings.iter().zip(running.addresses());
        let bound: Vec<Binding> = addresses.map(|(b, a)| bound(b, a)).collect();
        for (host, binding) in hosts.iter().zip(&bound) {
            host.listens_on(binding);
        }
        let registration = match self.register {
            true => Some(registry::register(&self.services, &bound)?),
            false => None,
        };
        let registration = Arc::new(Mutex::new(registration));
        let (registered, watch) = (registration.clone(), running.watch());
        let stop = move || {
            remove(&registered);
            watch.stop(LEAVING);
        };
        let signals = self.caught.map(|caught| caught(Box::new(stop)));
        Ok(Running {
            _signals: signals.transpose().map_err(cannot_start)?,
            running,
            bindings: bound,
            registration,
        })
    }
}

/// What raises exceptions is not served where they have no place.
pub(crate) fn check_exceptions(
    bindings: &[Binding],
    services: &[Arc<dyn Service>],
) -> Result<(), Error> {
    let mut raising = services.iter().filter(|service| service.raises());
    let without = bindings.iter().find(|b| !b.system.has_exceptions());
    match (without, raising.next()) {
        (Some(binding), Some(service)) => Err(Error::Settings(format!(
            "`{}` has operations that raise exceptions, which `{}` cannot carry: serve it over \
             another system",
            service.interface().name,
            binding.system.name()
        ))),
        _ => Ok(()),
    }
}

/// At most once needs the memory to be as long as callers are patient.
pub(crate) fn check(limits: &Limits) -> Result<(), Error> {
    if limits.reply_cache.replies == 0 || limits.reply_cache.keep_for >= limits.call_timeout {
        return Ok(());
    }
    Err(Error::Settings(format!(
        "replies are remembered for {:?} (`Limits::reply_cache.keep_for`), but callers may repeat a call for \
         {:?} (`Limits::call_timeout`): remember them as long, or switch the memory off \
         (`Limits::reply_cache.replies` = 0)",
        limits.reply_cache.keep_for, limits.call_timeout
    )))
}

/// What secures the connections of a binding.
fn acceptor(
    binding: &Binding,
    tls: Option<&tls::Server>,
) -> Result<Option<manyrpc_driver::tls::Acceptor>, Error> {
    if !binding.transport.is_secure() {
        return Ok(None);
    }
    let tls = tls.ok_or_else(|| {
        Error::Settings(format!(
            "{binding} is to be secured, but the server has neither certificate nor key"
        ))
    })?;
    let (application, demanded) = binding.system.application_protocol(binding.transport);
    let acceptor = tls.acceptor(application, demanded);
    Ok(Some(acceptor.map_err(Error::Tls)?))
}

fn listen(server: driver::Builder, at: &Serve<'_>) -> Result<driver::Builder, Error> {
    let (binding, system) = (at.binding, at.binding.system);
    binding.check_single(
        "a server listens at one address for each binding; give it several bindings",
    )?;
    if !system.transports().contains(&binding.transport) {
        let problem = "its system has no such transport";
        return Err(Error::Binding(binding.error(problem)));
    }
    let refused = |source| Error::Io {
        what: format!("cannot listen on {binding}"),
        source,
    };
    let listening = match (&binding.address, binding.transport) {
        (Address::Path(path), _) => server.listen_unix(Path::new(path), system.streams(at)?),
        (Address::Host(name, port), transport) => {
            let to = address::resolve(&host_port(name, port.unwrap_or(0))).map_err(refused)?;
            let to: SocketAddr = to[0];
            match transport {
                Transport::Udp => server.listen_udp(to, system.datagrams(at)?),
                _ => server.listen_tcp(to, system.streams(at)?),
            }
        }
    };
    listening.map_err(refused)
}

/// A host and port as resolvers take them.
pub(crate) fn host_port(host: &str, port: u16) -> String {
    if host.contains(':') {
        format!("[{host}]:{port}")
    } else {
        format!("{host}:{port}")
    }
}

/// The binding with the port that the system chose.
pub(crate) fn bound(binding: &Binding, at: &address::Address) -> Binding {
    let mut bound = binding.clone();
    if let (Address::Host(_, port), Some(ip)) = (&mut bound.address, at.ip()) {
        *port = Some(ip.port());
    }
    bound
}

/// How long calls in progress may take when a server stops.
const LEAVING: Duration = Duration::from_secs(5);

/// A server that serves. Dropping it stops it.
pub struct Running {
    // Dropped first: what a signal does needs the others.
    _signals: Option<Watching>,
    // Dropped next: nobody is sent to a server that stops.
    registration: Arc<Mutex<Option<Registered>>>,
    running: driver::Running,
    bindings: Vec<Binding>,
}

impl Running {
    /// Where it listens, with the ports that the system chose, in the order of the builder.
    pub fn bindings(&self) -> &[Binding] {
        &self.bindings
    }

    /// Connections, calls and bytes so far.
    pub fn status(&self) -> Status {
        self.running.status()
    }

    /// Waits until the server was stopped: by a caller who is permitted to
    /// ([`Builder::management`]), or by a signal ([`Builder::stop_by_signal`]). Registrations are
    /// removed then.
    pub fn wait(self) {
        self.running.join();
        remove(&self.registration);
    }

    /// Stops: nothing new is accepted, calls in progress are finished for up to five seconds,
    /// registrations are removed.
    pub fn stop(self) {
        remove(&self.registration);
        self.running.stop(LEAVING);
        self.running.join();
    }
}

/// Removes registrations, unless somebody else does it.
fn remove(registration: &Mutex<Option<Registered>>) {
    let registration = registration.lock();
    // Asking the registry may take a while: nobody is to wait for the lock meanwhile.
    let taken = registration.unwrap_or_else(PoisonError::into_inner).take();
    drop(taken);
}
