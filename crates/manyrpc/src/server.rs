//! Servers: application objects served over any number of bindings at once.
//!
//! ```
//! use manyrpc::dynamic::{Definition, DynamicInterface, DynamicService};
//! use manyrpc::{Client, Server};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let text = "program GREETER { version V1 { string GREET(string) = 1; } = 1; } = 0x20000001;";
//! let (module, _) = manyrpc_idl::load_text("greeter.x", text, &manyrpc_idl::Options::default());
//! let greeter = DynamicInterface::find(&Definition::new(module.unwrap())?, None)?;
//! let service = DynamicService::new(greeter.clone(), |_, _, arguments| Ok(arguments));
//!
//! let server = Server::builder()
//!     .service(service)
//!     .workers(4)
//!     .listen("onc+tcp://127.0.0.1:0")?
//!     .listen("jsonrpc+http://127.0.0.1:0/rpc")?
//!     .start()?;
//! Client::open_for(&server.bindings()[0].to_string(), greeter.id())?;
//! server.stop();
//! # Ok(())
//! # }
//! ```

#[cfg(feature = "http")]
mod http;
#[cfg(feature = "tower")]
mod layered;
mod registration;
#[cfg(feature = "tokio")]
mod tasks;

use std::mem::take;
use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use manyrpc_driver::address;
use manyrpc_driver::server as driver;
use manyrpc_engine::{Handler, Limits, ObjectKey};

use manyrpc_driver::server::Watch;
pub use manyrpc_driver::server::{Caps, Status};
#[cfg(feature = "tokio")]
pub use tasks::RunningTasks;

pub use crate::system::management::ManagementOperation;

use crate::adapter::{ActivationError, ObjectAdapter};
use crate::context::Context;
use crate::credential::Users;
use crate::error::Error;
use crate::faults::FaultTable;
use crate::host::{Host, Shared};
#[cfg(feature = "tower")]
use crate::layers::ServedService;
use crate::reference::Reference;
use crate::router::{Forward, Router};
use crate::security::{Acceptor, Acceptors, AuthType, Level};
use crate::servants::Home;
use crate::service::Service;
use crate::signals::{self, Caught, Watching};
use crate::system::binding::{Address, Binding, Transport, host_port};
use crate::system::directory::Registered;
use crate::system::introspection::Introspection;
use crate::system::management::{Management, Settings};
use crate::system::serve::Serve;
use crate::system::{System, check_secures};
use crate::tls;

/// The entry point for servers.
#[derive(Debug)]
pub struct Server;

/// Builds a server: add services and bindings, then call [`start`](Self::start).
pub struct Builder {
    /// All systems, some of which have services of their own in every server.
    systems: fn() -> Vec<&'static dyn System>,
    services: Vec<Arc<dyn Service>>,
    objects: Vec<(ObjectKey, Arc<dyn Service>)>,
    adapter: ObjectAdapter,
    published_host: Option<String>,
    bindings: Vec<Binding>,
    limits: Limits,
    caps: Caps,
    register: bool,
    acceptors: Option<Arc<Acceptors>>,
    users: Option<Arc<Users>>,
    least_level: Option<Level>,
    management: Settings,
    forward: Option<Arc<dyn Forward>>,
    tls: Option<tls::Server>,
    introspection: Introspection,
    faults: FaultTable,
    caught: Option<Caught>,
    #[cfg(feature = "tower")]
    layers: Option<ServedService>,
}

impl Builder {
    /// A server without services and bindings, and where it finds all systems.
    pub(crate) fn knowing(systems: fn() -> Vec<&'static dyn System>) -> Self {
        Builder {
            systems,
            services: Vec::new(),
            objects: Vec::new(),
            adapter: ObjectAdapter::new(),
            published_host: None,
            bindings: Vec::new(),
            limits: Limits::default(),
            caps: Caps::default(),
            register: false,
            acceptors: None,
            users: None,
            least_level: None,
            management: Settings::default(),
            forward: None,
            tls: None,
            introspection: Introspection::default(),
            faults: FaultTable::default(),
            caught: None,
            #[cfg(feature = "tower")]
            layers: None,
        }
    }

    /// Serves an application object, wrapped in its generated skeleton.
    #[must_use]
    pub fn service(mut self, service: impl Service + 'static) -> Self {
        self.services.push(Arc::new(service));
        self
    }

    /// Serves an application object to calls that name it by this key. Calls of other interfaces
    /// for the same object are treated like calls for no particular object.
    ///
    /// Only services without objects are registered with registries.
    #[must_use]
    pub fn object(mut self, key: impl Into<ObjectKey>, service: impl Service + 'static) -> Self {
        self.objects.push((key.into(), Arc::new(service)));
        self
    }

    /// Serves the objects of `adapter`, too, which are activated while the server runs. Without it the server has an
    /// adapter of its own ([`Running::adapter`]).
    #[must_use]
    pub fn adapter(mut self, adapter: &ObjectAdapter) -> Self {
        self.adapter = adapter.clone();
        self
    }

    /// Sets the name or address of this host in references to the server's objects. By default it is the one that the
    /// server listens at; if that is every address of the host, the one by which packets leave it.
    #[must_use]
    pub fn published_host(mut self, host: &str) -> Self {
        self.published_host = Some(host.to_owned());
        self
    }

    /// Adds a binding to listen on; with port 0 the system chooses one.
    ///
    /// # Errors
    /// The string is not a binding.
    pub fn listen(mut self, binding: &str) -> Result<Self, Error> {
        self.bindings.push(binding.parse().map_err(Error::Binding)?);
        Ok(self)
    }

    /// Sets how the application's fault numbers are mapped in each system; by default as in
    /// `docs/faults.md`.
    #[must_use]
    pub fn faults(mut self, faults: FaultTable) -> Self {
        self.faults = faults;
        self
    }

    /// Limits and time-outs of the protocol engines.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Limits on connections and threads.
    #[must_use]
    pub fn caps(mut self, caps: Caps) -> Self {
        self.caps = caps;
        self
    }

    /// Executes calls that arrive over streams on this many worker threads, so that a call that
    /// blocks does not delay others ([`Caps::workers`]).
    #[must_use]
    pub fn workers(mut self, threads: usize) -> Self {
        self.caps.workers = threads;
        self
    }

    /// Registers every service with the host's registry (rpcbind, endpoint mapper, location broker, naming service)
    /// while the server runs; if there is none, starts an embedded one.
    ///
    /// An embedded endpoint mapper or location broker listens on loopback and on this server's
    /// addresses; calls forwarded by the broker from other machines do not reach servers that
    /// listen on loopback only. An embedded rpcbind or naming service listens on loopback only.
    #[must_use]
    pub fn register(mut self) -> Self {
        self.register = true;
        self
    }

    /// Authenticates callers: `acceptor` returns our side of a new security context of a type, or
    /// `None` for types that are refused. Without it only unauthenticated calls are served.
    #[must_use]
    pub fn acceptors(
        mut self,
        acceptor: impl Fn(AuthType) -> Option<Box<dyn Acceptor>> + Send + Sync + 'static,
    ) -> Self {
        self.acceptors = Some(Arc::new(acceptor));
        self
    }

    /// Takes calls of users only who state their password in the header of a message or of HTTP (SOAP); other systems do
    /// not ask. `password` is that of a user's name, if there is one.
    #[must_use]
    pub fn users(
        mut self,
        password: impl Fn(&str) -> Option<String> + Send + Sync + 'static,
    ) -> Self {
        self.users = Some(Arc::new(Users {
            password: Box::new(password),
            seen: Mutex::default(),
        }));
        self
    }

    /// Refuses calls with less protection than this, and refuses to start with bindings whose calls
    /// cannot have it; TLS satisfies it if clients must have certificates. Without it, unprotected
    /// calls are served, too, and the application checks
    /// [`Context::principal`](crate::Context::principal).
    #[must_use]
    pub fn least_level(mut self, level: Level) -> Self {
        self.least_level = Some(level);
        self
    }

    /// Sets how TLS connections (`grpcs://`, `jsonrpc+https://` …) are secured; a server with such
    /// bindings does not start without it.
    #[must_use]
    pub fn tls(mut self, tls: tls::Server) -> Self {
        self.tls = Some(tls);
        self
    }

    /// Authorises remote management by the interfaces that every server of DCE and NCS has. Without
    /// it everyone may make all requests except stopping the server.
    ///
    /// Stopping the server in this way makes [`Running::wait`] return.
    #[must_use]
    pub fn management(
        mut self,
        authorize: impl Fn(&Context<'_>, ManagementOperation) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.management.authorize = Some(Box::new(authorize));
        self
    }

    /// Sets the name under which the server is authenticated by a type of authentication, for
    /// callers who ask which name they should require.
    #[must_use]
    pub fn principal_name(mut self, auth_type: AuthType, name: &str) -> Self {
        let names = &mut self.management.names;
        names.retain(|(of, _)| *of != auth_type);
        names.push((auth_type, name.to_owned()));
        self
    }

    /// Sets which kinds of introspection the server offers to clients without a definition; all by
    /// default.
    #[must_use]
    pub fn introspection(mut self, introspection: Introspection) -> Self {
        self.introspection = introspection;
        self
    }

    /// Makes SIGTERM and SIGINT stop the server as [`Running::stop`] does: registrations are
    /// removed, calls in progress are finished, [`Running::wait`] returns; `first` is called
    /// before. Without it these signals end the process, and its registrations remain. A second
    /// signal ends the process immediately with status 128 plus its number.
    ///
    /// Signals concern the whole process: use this in programs that only serve.
    ///
    /// # Errors
    /// An error of the system.
    pub fn stop_by_signal(mut self, first: impl FnOnce() + Send + 'static) -> Result<Self, Error> {
        // Set up here: a signal during registration must not leave anything behind.
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

    /// Forwards calls for interfaces that are not served here.
    pub(crate) fn forwarding(mut self, forward: Arc<dyn Forward>) -> Self {
        self.forward = Some(forward);
        self
    }

    /// Starts serving, on threads of its own.
    ///
    /// # Errors
    /// A binding cannot be listened on, the registry refuses, a service's calls are
    /// [futures](Service::is_async), there are layers, or the limits contradict each other: if
    /// replies were forgotten before a caller gives up
    /// ([`keep_for`](crate::limits::ReplyCacheLimits::keep_for) below [`Limits::call_timeout`]),
    /// calls could be executed twice.
    pub fn start(self) -> Result<Running, Error> {
        if let Some(what) = self.futures() {
            let problem = format!("{what} are futures: start the server on a runtime");
            return Err(Error::Settings(problem));
        }
        let (server, prepared) = self.prepare(false)?;
        let running = server.start().map_err(cannot_start)?;
        let (begun, adapter) = prepared.begin(&running.watch(), running.addresses())?;
        Ok(Running {
            begun,
            running,
            adapter,
        })
    }

    /// What of the server can only run on a runtime.
    fn futures(&self) -> Option<String> {
        #[cfg(feature = "tower")]
        if self.layers.is_some() {
            return Some("calls through layers".to_owned());
        }
        let of_objects = self.objects.iter().map(|(_, service)| service);
        let mut services = self.services.iter().chain(of_objects);
        let service = services.find(|service| service.is_async())?;
        Some(format!("the calls of `{}`", service.interface().name))
    }

    /// Makes what serves calls, whoever receives them.
    fn parts(&mut self) -> Parts {
        let systems = (self.systems)();
        let interfaces = self.services.iter().map(|s| s.interface());
        let management = Management::new(interfaces, take(&mut self.management));
        let router = Router::new(&self.services, &management.services(&systems))
            .of_objects(&self.objects)
            .with_servants(self.adapter.servants().clone())
            .with_named(self.introspection.services(&systems, &self.services))
            .forwarding(self.forward.take())
            .with_faults(take(&mut self.faults));
        let router = Arc::new(router);
        let shared = Shared {
            router: router.clone(),
            acceptors: self.acceptors.take(),
            users: self.users.take(),
            least_level: self.least_level.unwrap_or(Level::None),
            groups: Arc::default(),
        };
        #[cfg(feature = "tower")]
        let router: Arc<dyn Handler> = match self.layers.take() {
            Some(layers) => Arc::new(layered::Layered::new(layers, router)),
            None => router,
        };
        Parts {
            systems,
            management,
            shared,
            handler: router,
        }
    }

    /// Binds everything, and makes what engines ask about their server.
    fn prepare(mut self, on_runtime: bool) -> Result<(driver::Builder, Prepared), Error> {
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
        let Parts {
            systems,
            management,
            shared,
            handler,
        } = self.parts();
        let mut server = driver::Server::builder(handler).caps(self.caps);
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
        // Before the first call can come, which may activate an object.
        let addresses = self.bindings.iter().zip(server.addresses());
        let host = self.published_host.as_deref();
        let places = addresses.map(|(b, a)| published(&bound(b, a), host));
        let home = Home {
            on_runtime,
            objects: self.objects.into_iter().collect(),
            services: self.services.clone(),
        };
        self.adapter.begin(home, places.collect())?;
        let adapter = Serving(self.adapter);
        let prepared = Prepared {
            systems,
            management,
            bindings: self.bindings,
            hosts,
            services: self.services,
            register: self.register,
            caught: self.caught,
            adapter,
        };
        Ok((server, prepared))
    }
}

/// What serves calls.
struct Parts {
    systems: Vec<&'static dyn System>,
    management: Management,
    /// What engines ask about their server.
    shared: Shared,
    handler: Arc<dyn Handler>,
}

fn cannot_start(source: std::io::Error) -> Error {
    Error::Io {
        what: "cannot start the server".to_owned(),
        source,
    }
}

/// What is to be done once a server runs.
struct Prepared {
    systems: Vec<&'static dyn System>,
    management: Management,
    bindings: Vec<Binding>,
    hosts: Vec<Arc<Host>>,
    services: Vec<Arc<dyn Service>>,
    register: bool,
    caught: Option<Caught>,
    adapter: Serving,
}

/// The adapter of a running server, which ends with it.
struct Serving(ObjectAdapter);

impl Drop for Serving {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl Prepared {
    /// The server runs at these addresses: registers it, and lets signals stop it.
    fn begin(
        self,
        watch: &Watch,
        addresses: &[address::Address],
    ) -> Result<(Begun, Serving), Error> {
        self.management.watches(watch.clone());
        let addresses = self.bindings.iter().zip(addresses);
        let bound: Vec<Binding> = addresses.map(|(b, a)| bound(b, a)).collect();
        for (host, binding) in self.hosts.iter().zip(&bound) {
            host.listens_on(binding.port());
        }
        let registration = match self.register {
            true => Some(registration::register(
                &self.systems,
                &self.services,
                &bound,
            )?),
            false => None,
        };
        let registration = Arc::new(Mutex::new(registration));
        let (registered, watch) = (registration.clone(), watch.clone());
        let stop = move || {
            remove(&registered);
            watch.stop(LEAVING);
        };
        let signals = self.caught.map(|caught| caught(Box::new(stop)));
        let begun = Begun {
            _signals: signals.transpose().map_err(cannot_start)?,
            registration,
            bindings: bound,
        };
        Ok((begun, self.adapter))
    }
}

/// Refuses services that raise exceptions over systems that do not support them.
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

/// At-most-once semantics requires replies to be kept for as long as callers wait.
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

/// The TLS settings of a binding.
pub(crate) fn acceptor(
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
    binding
        .check_single("a server listens at one address for each binding; give it several bindings")
        .map_err(Error::Binding)?;
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

/// The binding with the port that the system chose.
pub(crate) fn bound(binding: &Binding, at: &address::Address) -> Binding {
    let mut bound = binding.clone();
    if let (Address::Host(_, port), Some(ip)) = (&mut bound.address, at.ip()) {
        *port = Some(ip.port());
    }
    bound
}

/// The binding as others are to reach it.
fn published(binding: &Binding, host: Option<&str>) -> Binding {
    let mut published = binding.clone();
    if let Address::Host(name, _) = &mut published.address {
        let ip = name.trim_matches(['[', ']']).parse::<IpAddr>().ok();
        match (host, ip) {
            (Some(host), _) => host.clone_into(name),
            (None, Some(ip)) if ip.is_unspecified() => *name = address::outward(ip).to_string(),
            _ => {}
        }
    }
    published
}

/// How long calls in progress may take when a server stops.
const LEAVING: Duration = Duration::from_secs(5);

/// What a running server has besides its threads or tasks.
struct Begun {
    // Dropped first: the signal handler uses the others.
    _signals: Option<Watching>,
    // Dropped next: clients must not be sent to a server that stops.
    registration: Arc<Mutex<Option<Registered>>>,
    bindings: Vec<Binding>,
}

/// A running server. Dropping it stops it.
pub struct Running {
    // Dropped first: clients must not be sent to a server that stops.
    begun: Begun,
    running: driver::Running,
    // Dropped last: calls in progress may be for its objects.
    adapter: Serving,
}

impl Running {
    /// The objects that are activated while the server runs.
    pub fn adapter(&self) -> &ObjectAdapter {
        &self.adapter.0
    }

    /// Activates an object: as [`ObjectAdapter::activate`].
    ///
    /// # Errors
    /// As [`ObjectAdapter::activate`].
    pub fn activate(
        &self,
        key: impl Into<ObjectKey>,
        servant: impl Service + 'static,
    ) -> Result<Reference, ActivationError> {
        self.adapter().activate(key, servant)
    }

    /// Ends an object: as [`ObjectAdapter::deactivate`].
    pub fn deactivate(&self, key: impl Into<ObjectKey>) -> bool {
        self.adapter().deactivate(key)
    }

    /// Its bindings, with the ports that the system chose, in the builder's order.
    pub fn bindings(&self) -> &[Binding] {
        &self.begun.bindings
    }

    /// Connections, calls and bytes so far.
    pub fn status(&self) -> Status {
        self.running.status()
    }

    /// Waits until the server is stopped, by an authorised caller ([`Builder::management`]) or a
    /// signal ([`Builder::stop_by_signal`]), and its registrations are removed.
    pub fn wait(self) {
        self.running.join();
        remove(&self.begun.registration);
    }

    /// Stops the server: accepts nothing new, finishes calls in progress for up to five seconds,
    /// removes registrations.
    pub fn stop(self) {
        remove(&self.begun.registration);
        self.running.stop(LEAVING);
        self.running.join();
    }
}

/// Removes the registrations, unless another thread does.
fn remove(registration: &Mutex<Option<Registered>>) {
    let registration = registration.lock();
    // The registry may take a while to answer: the lock must not be held meanwhile.
    let taken = registration.unwrap_or_else(PoisonError::into_inner).take();
    drop(taken);
}
