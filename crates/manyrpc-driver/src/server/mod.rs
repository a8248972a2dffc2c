//! A server: any number of listeners, behind one handler or several.
//!
//! Stream connections belong to *reactors*, threads that sleep in `epoll` and
//! handle calls as they come; ten thousand idle connections cost memory and
//! nothing else. A connection that is used for one quick call after the other
//! is lent to a *dedicated* thread, of which there are few: there a call costs
//! one receive and one send. Each UDP socket has a thread of its own.
//!
//! Handlers run on the thread that received the call; one that waits for long
//! keeps that thread's other connections waiting. A server whose handlers wait
//! has *workers*: calls of its streams are carried out there, side by side.

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
mod watching;

use std::io;
use std::net::{SocketAddr, UdpSocket};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering::{Relaxed, Release};
use std::thread::JoinHandle;
use std::time::Duration;

use manyrpc_engine::{Handler, ServerEngine};

pub use caps::Caps;
pub use listen::EngineFactory;

use crate::address::Address;
use crate::clock;
use crate::counters::Counters;
use crate::receive::WAITING;
use crate::socket::Socket;
use crate::tls::Acceptor;
use datagram::DatagramServer;
use dedicated::Pool;
use inbox::Inbox;
use listen::StreamListener;
use reactor::Reactor;
use shared::Shared;

/// Where servers begin.
#[derive(Debug)]
pub struct Server;

impl Server {
    /// A server to be, whose listeners have `handler` unless they are given another.
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

/// A server to be. Each `listen_*` binds at once, so that a port chosen by the system is known
/// from [`addresses`](Self::addresses) before anything is served.
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
    /// The caps, for listeners that follow.
    #[must_use]
    pub fn caps(mut self, caps: Caps) -> Self {
        self.caps = caps;
        self
    }

    /// The handler of listeners that follow.
    #[must_use]
    pub fn handler(mut self, handler: Arc<dyn Handler>) -> Self {
        self.handler = handler;
        self
    }

    /// How connections of TCP listeners that follow are secured; `None` for not at all.
    #[must_use]
    pub fn tls(mut self, tls: Option<Acceptor>) -> Self {
        self.tls = tls;
        self
    }

    /// Listens on a TCP port, 0 for one that the system chooses.
    ///
    /// # Errors
    /// The system's own: the address is in use, or not ours.
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

    /// Listens on a Unix stream socket; its name is removed when the server stops.
    ///
    /// # Errors
    /// The system's own: the name exists, say.
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

    /// Listens on a UDP port, 0 for one that the system chooses.
    ///
    /// # Errors
    /// The system's own: the address is in use, or not ours.
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

    /// Where the listeners are, in the order they were added.
    pub fn addresses(&self) -> &[Address] {
        &self.addresses
    }

    /// Starts to serve.
    ///
    /// # Errors
    /// The system has no threads or descriptors left.
    pub fn start(self) -> io::Result<Running> {
        let reactors = match (self.streams.is_empty(), self.caps.reactors) {
            (true, _) => 0,
            (false, 0) => std::thread::available_parallelism().map_or(1, usize::from),
            (false, n) => n,
        };
        let inboxes = (0..reactors)
            .map(|_| Inbox::new().map(Arc::new))
            .collect::<io::Result<Vec<_>>>()?;
        let shared = Arc::new(Shared::new(self.caps, inboxes));
        let pool = Arc::new(Pool::new(shared.clone()));
        let mut running = Running {
            watch: Watch { shared, pool },
            addresses: self.addresses,
            threads: Vec::new(),
        };
        let mut listeners = self.streams;
        for i in 0..reactors {
            running.start_reactor(i, std::mem::take(&mut listeners))?;
        }
        for listener in self.datagrams {
            running.start_datagrams(listener)?;
        }
        Ok(running)
    }
}

/// A server that serves. Dropping it stops it, calls in progress finished for one second.
pub struct Running {
    watch: Watch,
    addresses: Vec<Address>,
    threads: Vec<JoinHandle<()>>,
}

/// What a server is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// Stream connections that are open.
    pub connections: usize,
    /// Stream connections accepted so far.
    pub accepted: u64,
    /// Connections that dedicated threads have.
    pub dedicated: usize,
    /// What was sent and received by all threads so far.
    pub counters: Counters,
}

/// Tells what a server is doing, for as long as it is kept.
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
            counters,
        }
    }

    /// As [`Running::stop`]: one of the server's own handlers may end it, and the reply is sent.
    pub fn stop(&self, within: Duration) {
        let shared = &self.shared;
        let deadline = clock::now() + within;
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

impl Running {
    /// Where the listeners are, in the order they were added.
    pub fn addresses(&self) -> &[Address] {
        &self.addresses
    }

    /// What the server is doing. Never behind by more than one call per thread.
    pub fn status(&self) -> Status {
        self.watch.status()
    }

    /// Something that tells the [`status`](Self::status) to others, the application's handlers
    /// among them.
    pub fn watch(&self) -> Watch {
        self.watch.clone()
    }

    /// Begins to stop: nothing new is accepted, what has arrived is answered, replies are sent,
    /// and after at most `within` every connection is closed. Returns at once; see
    /// [`join`](Self::join).
    pub fn stop(&self, within: Duration) {
        self.watch.stop(within);
    }

    /// Waits until a server that was told to [`stop`](Self::stop) has. A handler that does not
    /// return is waited for.
    pub fn join(mut self) {
        self.join_threads();
    }

    fn join_threads(&mut self) {
        for thread in self.threads.drain(..) {
            // A thread that panicked has said so already.
            let _ = thread.join();
        }
        let others = [self.watch.pool.end(), self.watch.shared.workers.end()];
        for thread in others.into_iter().flatten() {
            let _ = thread.join();
        }
    }

    fn start_reactor(&mut self, i: usize, listeners: Vec<StreamListener>) -> io::Result<()> {
        let Watch { shared, pool } = self.watch.clone();
        let inbox = shared.inboxes[i].clone();
        let reactor = Reactor::new(shared, pool, inbox, listeners)?;
        let thread = std::thread::Builder::new().name(format!("reactor {i}"));
        self.threads.push(thread.spawn(move || reactor.run())?);
        Ok(())
    }

    fn start_datagrams(&mut self, listener: DatagramListener) -> io::Result<()> {
        let waker = Socket::datagram(listener.socket.try_clone()?);
        self.watch.shared.wakers().push(waker);
        let socket = Socket::datagram(listener.socket);
        socket.set_room(WAITING);
        let server = DatagramServer {
            socket,
            engine: listener.engine,
            handler: listener.handler,
            shared: self.watch.shared.clone(),
            meter: self.watch.shared.new_meter(),
        };
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
