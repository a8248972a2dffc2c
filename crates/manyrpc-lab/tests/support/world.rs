//! The two worlds of our clients and servers: threads that block, and tasks of a tokio runtime. A
//! test with a foreign program has one body and runs it in [`World::ALL`].
#![allow(
    dead_code,
    unreachable_pub,
    unused_macros,
    unused_imports,
    reason = "each test program uses a part"
)]

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use manyrpc::server::{Builder, Running, RunningTasks, Status};
use manyrpc::stub::{Elements, InterfaceId, Service, Serving, Stream, Streams};
use manyrpc::{AsyncClient, Binding, Client, ClientOptions, Dispatch, Error, Fault, Outcome};
use manyrpc::{ObjectAdapter, Reference};
use tokio::runtime::Runtime;

/// What came of each case.
type Results = Vec<(String, Result<(), String>)>;

/// Where our side of a test lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum World {
    /// Clients that block, and servers on threads of their own.
    Blocking,
    /// Clients whose calls are futures, and servers on a runtime.
    Futures,
}

impl fmt::Display for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            World::Blocking => "blocking",
            World::Futures => "futures",
        })
    }
}

impl FromStr for World {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let mut worlds = Self::ALL.into_iter();
        let named = worlds.find(|world| world.to_string() == name);
        named.ok_or_else(|| format!("no world is called `{name}`"))
    }
}

/// All clients and servers in the world of futures share it, as those of a program do.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    // As in programs that are no tests.
    manyrpc::ignore_stopped_time();
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let runtime = builder.worker_threads(2).enable_all().build();
    runtime.expect("the system has threads and descriptors left")
});

impl World {
    /// Every world.
    pub const ALL: [World; 2] = [World::Blocking, World::Futures];

    /// Each of these cases in every world.
    pub fn in_all<T: Copy, const N: usize>(cases: [T; N]) -> impl Iterator<Item = (World, T)> {
        let in_one = move |world| cases.map(|case| (world, case));
        Self::ALL.into_iter().flat_map(in_one)
    }

    /// Results whose failures say in which world they are.
    pub fn told(self, mut results: Results) -> Results {
        for (_, result) in &mut results {
            if let Err(why) = result {
                *why = format!("{self}: {why}");
            }
        }
        results
    }

    /// Waits for a future on a thread that is none of the runtime's.
    pub fn wait<T>(future: impl Future<Output = T>) -> T {
        RUNTIME.block_on(future)
    }

    /// Adds a service to a server. In the world of futures its calls are futures, which wait before
    /// they are carried out.
    pub fn service(self, server: Builder, service: impl Service + 'static) -> Builder {
        match self {
            World::Blocking => server.service(service),
            World::Futures => server.service(Deferred(service)),
        }
    }

    /// A servant to be activated, with calls as those of [`service`](Self::service).
    pub fn servant(self, service: impl Service + 'static) -> Arc<dyn Service> {
        match self {
            World::Blocking => Arc::new(service),
            World::Futures => Arc::new(Deferred(service)),
        }
    }

    /// Starts a server. What is not added by [`service`](Self::service) is served as it is in
    /// either world.
    ///
    /// # Errors
    /// Those of [`Builder::start`].
    pub fn start(self, server: Builder) -> Result<Served, Error> {
        match self {
            World::Blocking => server.start().map(Served::Threads),
            World::Futures => Self::wait(server.start_on_runtime()).map(Served::Tasks),
        }
    }

    /// Connects a client, and makes a stub of it.
    ///
    /// # Errors
    /// Those of [`Client::connect`].
    pub fn connect<B, F>(
        self,
        binding: &Binding,
        interface: Option<InterfaceId<'_>>,
        options: &ClientOptions,
        (blocking, futures): (impl FnOnce(Client) -> B, impl FnOnce(AsyncClient) -> F),
    ) -> Result<Stub<B, F>, Error> {
        match self {
            World::Blocking => {
                let client = Client::connect(binding, interface, options)?;
                Ok(Stub::Blocking(blocking(client)))
            }
            World::Futures => {
                let client = Self::wait(AsyncClient::connect(binding, interface, options))?;
                Ok(Stub::Futures(futures(client)))
            }
        }
    }

    /// Connects a client to the object of a reference, which is asked whether it has the interface with that type
    /// identifier.
    ///
    /// # Errors
    /// Those of [`Reference::client`].
    pub fn refer<B, F>(
        self,
        to: &Reference,
        type_id: Option<&str>,
        (blocking, futures): (impl FnOnce(Client) -> B, impl FnOnce(AsyncClient) -> F),
    ) -> Result<Stub<B, F>, Error> {
        let options = ClientOptions::default();
        match self {
            World::Blocking => {
                let client = to.client(type_id, &options)?;
                Ok(Stub::Blocking(blocking(client)))
            }
            World::Futures => {
                let client = Self::wait(to.async_client(type_id, &options))?;
                Ok(Stub::Futures(futures(client)))
            }
        }
    }

    /// The same without options, for a binding with a port or path.
    ///
    /// # Errors
    /// Those of [`Client::open`].
    pub fn open<B, F>(
        self,
        binding: &str,
        stubs: (impl FnOnce(Client) -> B, impl FnOnce(AsyncClient) -> F),
    ) -> Result<Stub<B, F>, Error> {
        let binding = binding.parse().map_err(Error::Binding)?;
        self.connect(&binding, None, &ClientOptions::default(), stubs)
    }
}

/// A running server of either world.
pub enum Served {
    Threads(Running),
    Tasks(RunningTasks),
}

impl Served {
    pub fn bindings(&self) -> &[Binding] {
        match self {
            Served::Threads(server) => server.bindings(),
            Served::Tasks(server) => server.bindings(),
        }
    }

    pub fn adapter(&self) -> &ObjectAdapter {
        match self {
            Served::Threads(server) => server.adapter(),
            Served::Tasks(server) => server.adapter(),
        }
    }

    /// Its first binding.
    pub fn at(&self) -> String {
        self.bindings()[0].to_string()
    }

    /// The port of its first binding.
    pub fn port(&self) -> u16 {
        self.bindings()[0].port().expect("it is bound")
    }

    pub fn status(&self) -> Status {
        match self {
            Served::Threads(server) => server.status(),
            Served::Tasks(server) => server.status(),
        }
    }

    pub fn stop(self) {
        match self {
            Served::Threads(server) => server.stop(),
            Served::Tasks(server) => World::wait(server.stop()),
        }
    }

    /// Waits until something else stops it.
    pub fn wait(self) {
        match self {
            Served::Threads(server) => server.wait(),
            Served::Tasks(server) => World::wait(server.wait()),
        }
    }
}

/// Stubs of either world, of the same interface; [`in_world`] calls through them.
pub enum Stub<B, F> {
    Blocking(B),
    Futures(F),
}

/// Calls a method of a [`Stub`] and waits for its result: `in_world!(stub.add(1, 2))`.
macro_rules! in_world {
    ($stub:ident.$method:ident($($argument:expr),*)) => {
        match $stub {
            Stub::Blocking(stub) => stub.$method($($argument),*),
            Stub::Futures(stub) => World::wait(stub.$method($($argument),*)),
        }
    };
}

pub(crate) use in_world;

/// A service whose calls are futures.
struct Deferred<S>(S);

impl<S: Service> Service for Deferred<S> {
    fn dispatch(&self, operation: u32, call: &mut Dispatch<'_>) -> Outcome {
        self.0.dispatch(operation, call)
    }

    fn is_async(&self) -> bool {
        true
    }

    fn dispatch_async<'a>(&'a self, operation: u32, mut call: Dispatch<'a>) -> Serving<'a> {
        Box::pin(async move {
            // So that it becomes a task: a future that is ready at once is none.
            tokio::task::yield_now().await;
            self.0.dispatch(operation, &mut call)
        })
    }

    fn interface(&self) -> InterfaceId<'_> {
        self.0.interface()
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        self.0.operations()
    }

    fn elements(&self) -> Elements<'_> {
        self.0.elements()
    }

    fn type_ids(&self) -> Vec<&str> {
        self.0.type_ids()
    }

    fn definition(&self) -> Option<manyrpc::stub::DynamicInterface> {
        self.0.definition()
    }

    fn streams_of(&self, operation: u32) -> Streams {
        self.0.streams_of(operation)
    }

    fn open(&self, operation: u32, call: &Dispatch<'_>) -> Result<Box<dyn Stream>, Fault> {
        self.0.open(operation, call)
    }

    fn raises(&self) -> bool {
        self.0.raises()
    }

    fn context_operations(&self) -> Vec<u32> {
        self.0.context_operations()
    }

    fn association_ended(&self, association: u64) {
        self.0.association_ended(association);
    }
}
