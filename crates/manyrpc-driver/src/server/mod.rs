//! A server: any number of listeners, with one or more handlers.
//!
//! Stream connections belong to *reactors*, threads that sleep in `epoll` and handle calls as they
//! arrive; ten thousand idle connections cost only memory. A connection that carries one quick call
//! after another is lent to a *dedicated* thread, of which there are few: there a call costs one
//! receive and one send. Each UDP socket has a thread of its own.
//!
//! Handlers run on the thread that received the call; one that blocks delays that thread's other
//! connections. A server whose handlers block has *workers*, which execute the calls of its streams
//! concurrently.
//!
//! With the handler `Echo`, on a TCP and a UDP port chosen by the system:
//!
//! ```
//! use std::sync::Arc;
//! use std::time::Duration;
//!
//! use manyrpc_driver::server::{Caps, Server};
//! use manyrpc_engine::{Buf, Call, Handler, Limits, Outcome, raw};
//!
//! # struct Echo;
//! # impl Handler for Echo {
//! #     fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
//! #         reply.put(&received[call.arguments.clone()]);
//! #         Outcome::Done
//! #     }
//! # }
//! let server = Server::builder(Arc::new(Echo))
//!     .caps(Caps { idle_for: Some(Duration::from_secs(60)), ..Caps::default() })
//!     .listen_tcp(([127, 0, 0, 1], 0).into(), || {
//!         Box::new(raw::Server::stream(Limits::default()))
//!     })?
//!     .listen_udp(([127, 0, 0, 1], 0).into(), Box::new(raw::Server::datagram(Limits::default())))?
//!     .start()?;
//! assert_eq!((server.addresses().len(), server.status().connections), (2, 0));
//! server.stop(Duration::from_secs(1));
//! server.join();
//! # Ok::<(), std::io::Error>(())
//! ```

pub(crate) mod blocking;
mod caller;
mod caps;
mod connection;
mod datagram;
mod dedicated;
mod desk;
mod inbox;
mod listen;
mod meter;
mod reactor;
mod shared;
mod slots;
#[cfg(feature = "tokio")]
mod tasks;
mod watching;

use std::io;
use std::net::{SocketAddr, UdpSocket};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering::{Relaxed, Release};
use std::thread::JoinHandle;
use std::time::Duration;

use manyrpc_engine::{Handler, Instant, ServerEngine};

pub use caps::Caps;
pub use listen::EngineFactory;
#[cfg(feature = "tokio")]
pub use tasks::RunningTasks;

use crate::address::Address;
use crate::clock;
use crate::counters::Counters;
use crate::receive::WAITING;
use crate::socket::Socket;
use crate::tls::Acceptor;
use datagram::DatagramServer;
use dedicated::Pool;
use desk::{Desk, Executor};
use inbox::Inbox;
use listen::StreamListener;
use reactor::Reactor;
use shared::Shared;

/// The entry point of servers.
#[derive(Debug)]
pub struct Server;

impl Server {
    /// Configures a server whose listeners use `handler` unless they are given another.
    pub fn builder(handler: Arc<dyn Handler>) -> Builder {
        Builder {
            caps: Caps::default(),
            handler,
            tls: None,
            streams: Vec::new(),
            datagrams: Vec::new(),
            addresses: Vec::new(),
        }
    }
}

/// Configures a server. Each `listen_*` binds at once, so a port chosen by the system is known from
/// [`addresses`](Self::addresses) before anything is served.
pub struct Builder {
    caps: Caps,
    handler: Arc<dyn Handler>,
    tls: Option<Acceptor>,
    streams: Vec<StreamListener>,
    datagrams: Vec<DatagramListener>,
    addresses: Vec<Address>,
}

struct DatagramListener {
    socket: UdpSocket,
    engine: Box<dyn ServerEngine>,
    handler: Arc<dyn Handler>,
}

impl Builder {
    /// Sets the limits of listeners added later.
    #[must_use]
    pub fn caps(mut self, caps: Caps) -> Self {
        self.caps = caps;
        self
    }

    /// Sets the handler of listeners added later.
    #[must_use]
    pub fn handler(mut self, handler: Arc<dyn Handler>) -> Self {
        self.handler = handler;
        self
    }

    /// Sets how connections of TCP listeners added later are secured; `None` for not at all.
    #[must_use]
    pub fn tls(mut self, tls: Option<Acceptor>) -> Self {
        self.tls = tls;
        self
    }

    /// Listens on a TCP port; 0 lets the system choose one.
    ///
    /// # Errors
    /// Those of the system: the address is in use, or not local.
    pub fn listen_tcp(
        mut self,
        address: SocketAddr,
        factory: impl Fn() -> Box<dyn ServerEngine> + Send + Sync + 'static,
    ) -> io::Result<Self> {
        let (listener, bound) = StreamListener::tcp(
            address,
            &self.caps,
            Box::new(factory),
            self.handler.clone(),
            self.tls.clone(),
        )?;
        self.streams.push(listener);
        self.addresses.push(Address::Tcp(bound));
        Ok(self)
    }

    /// Listens on a Unix stream socket; its file is removed when the server stops.
    ///
    /// # Errors
    /// Those of the system: the file exists, for example.
    pub fn listen_unix(
        mut self,
        path: &Path,
        factory: impl Fn() -> Box<dyn ServerEngine> + Send + Sync + 'static,
    ) -> io::Result<Self> {
        let listener =
            StreamListener::unix(path, &self.caps, Box::new(factory), self.handler.clone())?;
        self.streams.push(listener);
        self.addresses.push(Address::Unix(path.to_owned()));
        Ok(self)
    }

    /// Listens on a UDP port; 0 lets the system choose one.
    ///
    /// # Errors
    /// Those of the system: the address is in use, or not local.
    pub fn listen_udp(
        mut self,
        address: SocketAddr,
        engine: Box<dyn ServerEngine>,
    ) -> io::Result<Self> {
        let (socket, bound) = listen::udp(address)?;
        self.datagrams.push(DatagramListener {
            socket,
            engine,
            handler: self.handler.clone(),
        });
        self.addresses.push(Address::Udp(bound));
        Ok(self)
    }

    /// The addresses of the listeners, in the order they were added.
    pub fn addresses(&self) -> &[Address] {
        &self.addresses
    }

    /// Starts the server.
    ///
    /// # Errors
    /// The system has no threads or descriptors left; a handler's calls are
    /// [futures](Handler::is_async).
    pub fn start(self) -> io::Result<Running> {
        let streams = self.streams.iter().map(|s| &s.handler);
        let mut handlers = streams.chain(self.datagrams.iter().map(|d| &d.handler));
        if handlers.any(|handler| handler.is_async()) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, NEEDS_RUNTIME));
        }
        let mut running = Running {
            watch: self.watch(clock::now)?,
            addresses: self.addresses,
            threads: Vec::new(),
        };
        let mut listeners = self.streams;
        for i in 0..running.watch.shared.inboxes.len() {
            running.start_reactor(i, std::mem::take(&mut listeners))?;
        }
        for listener in self.datagrams {
            running.start_datagrams(listener)?;
        }
        Ok(running)
    }

    /// What the reactors of the server share.
    fn watch(&self, now: fn() -> Instant) -> io::Result<Watch> {
        let reactors = match (self.streams.is_empty(), self.caps.reactors) {
            (true, _) => 0,
            (false, 0) => std::thread::available_parallelism().map_or(1, usize::from),
            (false, n) => n,
        };
        let inboxes = (0..reactors)
            .map(|_| Inbox::new().map(Arc::new))
            .collect::<io::Result<Vec<_>>>()?;
        let shared = Arc::new(Shared::new(self.caps.clone(), now, inboxes));
        let pool = Arc::new(Pool::new(shared.clone()));
        Ok(Watch { shared, pool })
    }
}

/// Threads do not poll futures.
const NEEDS_RUNTIME: &str = "it serves calls as futures: start it on a runtime";

/// A running server. Dropping it stops it, allowing calls in progress one second.
pub struct Running {
    watch: Watch,
    addresses: Vec<Address>,
    threads: Vec<JoinHandle<()>>,
}

/// The state of a server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// Open stream connections.
    pub connections: usize,
    /// Stream connections accepted so far.
    pub accepted: u64,
    /// Connections lent to dedicated threads.
    pub dedicated: usize,
    /// Calls that have kept a thread of a runtime for longer than they [may](Caps::may_block_for).
    pub blocking_calls: u64,
    /// What all threads have sent and received so far.
    pub counters: Counters,
}

/// A handle that reports the state of a server for as long as it is kept.
#[derive(Clone)]
pub struct Watch {
    shared: Arc<Shared>,
    pool: Arc<Pool>,
}

impl Watch {
    /// As [`Running::status`].
    pub fn status(&self) -> Status {
        let shared = &self.shared;
        let mut counters = Counters::default();
        for meter in shared.meters().iter() {
            counters += meter.read();
        }
        Status {
            connections: shared.open.load(Relaxed),
            accepted: shared.accepted.load(Relaxed),
            dedicated: self.pool.busy(),
            blocking_calls: shared.blocking.calls(),
            counters,
        }
    }

    /// As [`Running::stop`]: a handler of the server may call this, and its reply is still sent.
    pub fn stop(&self, within: Duration) {
        let shared = &self.shared;
        let deadline = shared.now() + within;
        shared.deadline.fetch_min(deadline.as_nanos(), Release);
        shared.stopping.store(true, Release);
        for inbox in &shared.inboxes {
            inbox.wake();
        }
        for socket in shared.wakers().iter() {
            socket.wake();
        }
        self.pool.wake();
    }
}

impl Watch {
    fn reactor(
        &self,
        i: usize,
        listeners: Vec<StreamListener>,
        executor: Option<Executor>,
    ) -> io::Result<Reactor> {
        let Watch { shared, pool } = self.clone();
        let inbox = shared.inboxes[i].clone();
        Reactor::new(shared, pool, inbox, listeners, executor)
    }

    fn datagram_server(
        &self,
        listener: DatagramListener,
        desk: Option<Desk>,
    ) -> io::Result<DatagramServer> {
        let waker = Socket::datagram(listener.socket.try_clone()?);
        self.shared.wakers().push(waker);
        let socket = Socket::datagram(listener.socket.try_clone()?);
        socket.set_room(WAITING);
        let DatagramListener {
            engine, handler, ..
        } = listener;
        let shared = self.shared.clone();
        Ok(DatagramServer::new(socket, engine, handler, shared, desk))
    }

    #[cfg(feature = "tokio")]
    fn is_stopping(&self) -> bool {
        self.shared.stopping.load(Relaxed)
    }
}

impl Running {
    /// The addresses of the listeners, in the order they were added.
    pub fn addresses(&self) -> &[Address] {
        &self.addresses
    }

    /// The state of the server. Lags by at most one call per thread.
    pub fn status(&self) -> Status {
        self.watch.status()
    }

    /// A handle that reports the [`status`](Self::status) elsewhere, for example in the
    /// application's handlers.
    pub fn watch(&self) -> Watch {
        self.watch.clone()
    }

    /// Starts to stop: accepts nothing new, answers what has arrived, sends the replies, and closes
    /// every connection after at most `within`. Returns at once; see [`join`](Self::join).
    pub fn stop(&self, within: Duration) {
        self.watch.stop(within);
    }

    /// Waits until a server after [`stop`](Self::stop) has ended. Waits for handlers that do not
    /// return.
    pub fn join(mut self) {
        self.join_threads();
    }

    fn join_threads(&mut self) {
        for thread in self.threads.drain(..) {
            // A thread's panic was reported.
            let _ = thread.join();
        }
        let others = [self.watch.pool.end(), self.watch.shared.workers.end()];
        for thread in others.into_iter().flatten() {
            let _ = thread.join();
        }
    }

    fn start_reactor(&mut self, i: usize, listeners: Vec<StreamListener>) -> io::Result<()> {
        let reactor = self.watch.reactor(i, listeners, None)?;
        let thread = std::thread::Builder::new().name(format!("reactor {i}"));
        self.threads.push(thread.spawn(move || reactor.run())?);
        Ok(())
    }

    fn start_datagrams(&mut self, listener: DatagramListener) -> io::Result<()> {
        let server = self.watch.datagram_server(listener, None)?;
        let thread = std::thread::Builder::new().name("datagrams".to_owned());
        self.threads.push(thread.spawn(move || server.run())?);
        Ok(())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if !self.watch.shared.stopping.load(Relaxed) {
            self.stop(Duration::from_secs(1));
        }
        self.join_threads();
    }
}
