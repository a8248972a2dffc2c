//! Both roles on one connection or socket: outgoing and incoming calls at once, for many callers.
//!
//! A [`Node`] owns a socket and a thread that receives from it and runs the engine's timers, even
//! when there are no calls. Each [`Caller`] marshals and sends on its own thread, and sleeps until
//! the node's thread has its reply. Incoming calls are executed by worker threads, so that a
//! handler may call back over the same socket and wait for the reply.
//!
//! A call costs one more switch between threads than with [`blocking`], whose caller receives its
//! reply itself: that is the price of sharing the socket between callers and of incoming calls.
//!
//! - [`Node`]: an opened or accepted socket
//! - [`Caller`]: calls to one of its peers
//! - [`Listener`]: accepts connections, each a node
//! - [`Keeper`]: keepalives for a client that makes no calls
//! - `shared`, `state`: a node as its callers and whoever drives it share it, behind one lock
//! - `turn`: what whoever drives it does between two sleeps
//! - `thread`: the node's thread; on a runtime a task drives it instead (`tokio::node`)
//!
//! With the handler `Echo` at both ends:
//!
//! ```
//! use std::sync::Arc;
//!
//! use manyrpc_driver::address::Address;
//! use manyrpc_driver::node::{Listener, Node, Options};
//! use manyrpc_engine::jsonrpc::{Framing, Peer};
//! use manyrpc_engine::{Buf, Call, CallHead, Handler, Limits, Outcome, Path};
//!
//! # struct Echo;
//! # impl Handler for Echo {
//! #     fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
//! #         reply.put(&received[call.arguments.clone()]);
//! #         Outcome::Done
//! #     }
//! # }
//! let engine = || Box::new(Peer::stream(&Limits::default(), Framing::Line, 1));
//! let listener = Listener::tcp(([127, 0, 0, 1], 0).into(), &Options::default())?;
//! let address = listener.address()?.ip().unwrap();
//! let left = Node::tcp(engine(), Arc::new(Echo), &[address], &Options::default())?;
//! let right = listener.accept(|| engine(), || Arc::new(Echo))?;
//!
//! for node in [&left, &right] {
//!     let mut caller = node.caller(None)?; // Either end may call.
//!     let (_, body) = caller.begin(&CallHead::named(Path { interface: "", operation: "echo" }))?;
//!     body.put(b"[1]");
//!     assert_eq!(caller.exchange()?.body, b"[1]");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod caller;
pub(crate) mod keeper;
mod listen;
pub(crate) mod shared;
pub(crate) mod state;
mod thread;
pub(crate) mod turn;
pub(crate) mod waiting;

use std::fmt;
use std::io;
use std::net::{SocketAddr, UdpSocket};
use std::path::Path;
use std::sync::{Arc, Mutex, Weak};
use std::thread::JoinHandle;
use std::time::Duration;

use manyrpc_engine::{CallError, ClientEngine, Closed, Handler, Instant, Misuse, PeerEngine};

pub use caller::Caller;
pub use keeper::Keeper;
pub use listen::Listener;
use shared::Shared;

use crate::blocking;
use crate::counters::Counters;
use crate::lock::lock;
use crate::receive::WAITING;
use crate::socket::{Opened, Socket};
use crate::tls::Connector;
#[cfg(doc)]
use crate::tls::TlsError;

/// Options of a node.
#[derive(Clone, Debug)]
pub struct Options {
    /// How long connecting may take, for each address tried.
    pub connect_timeout: Duration,
    /// How TCP connections that are opened are secured, as [`blocking::Options::tls`].
    pub tls: Option<Connector>,
    /// Most calls executed at once, each on a thread of its own. A handler that calls back keeps
    /// its thread meanwhile, so this also bounds the nesting of calls. On a runtime, only of those
    /// calls that are no futures; with 0 these run where they are received, and must not block.
    pub workers: usize,
    /// On a runtime, a call that keeps its thread for this long is reported
    /// ([`Handler::has_blocked`]).
    pub may_block_for: Duration,
    /// Nothing more is received while this many bytes of calls are queued or being executed.
    pub ahead_bytes: usize,
    /// TCP congestion control, as [`blocking::Options::congestion`].
    pub congestion: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            connect_timeout: Duration::from_secs(10),
            tls: None,
            workers: 64,
            may_block_for: Duration::from_millis(100),
            ahead_bytes: 4 << 20,
            congestion: None,
        }
    }
}

impl Options {
    /// Those for connecting, as a client does.
    pub(crate) fn connecting(&self) -> blocking::Options {
        blocking::Options {
            connect_timeout: self.connect_timeout,
            tls: self.tls.clone(),
            congestion: self.congestion.clone(),
            ..blocking::Options::default()
        }
    }
}

/// One socket with both roles. Clones are handles of the same node, which ends with the last of
/// them, or by [`close`](Self::close).
#[derive(Clone)]
pub struct Node(Arc<Inner>);

/// A handle that does not keep its node alive, for handlers that call back.
#[derive(Clone, Debug)]
pub struct WeakNode(Weak<Inner>);

impl WeakNode {
    /// The node, if it has not ended.
    pub fn upgrade(&self) -> Option<Node> {
        self.0.upgrade().map(Node)
    }
}

struct Inner {
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let closed = self.0.shared.lock().closed().cloned();
        f.debug_struct("Node")
            .field("closed", &closed)
            .finish_non_exhaustive()
    }
}

impl Node {
    /// Connects over TCP to the first of `addresses` that accepts.
    ///
    /// # Errors
    /// The failure of the last address, or `InvalidInput` if there is none; a [`TlsError`] if the
    /// connection must be secured and cannot be; the system has no threads or descriptors left.
    pub fn tcp(
        engine: Box<dyn PeerEngine>,
        handler: Arc<dyn Handler>,
        addresses: &[SocketAddr],
        options: &Options,
    ) -> io::Result<Self> {
        let opened = blocking::opened(addresses, &options.connecting())?;
        Node::start(engine, handler, opened, options)
    }

    /// Connects to a Unix stream socket.
    ///
    /// # Errors
    /// Those of the system.
    pub fn unix(
        engine: Box<dyn PeerEngine>,
        handler: Arc<dyn Handler>,
        path: &Path,
        options: &Options,
    ) -> io::Result<Self> {
        let stream = std::os::unix::net::UnixStream::connect(path)?;
        let opened = Socket::stream(stream).into();
        Node::start(engine, handler, opened, options)
    }

    /// Uses a bound datagram socket, which must be connected if the engine calls one peer only.
    ///
    /// # Errors
    /// The system has no threads or descriptors left.
    pub fn udp(
        engine: Box<dyn PeerEngine>,
        handler: Arc<dyn Handler>,
        socket: UdpSocket,
        options: &Options,
    ) -> io::Result<Self> {
        let socket = Socket::datagram(socket);
        socket.set_room(WAITING);
        Node::start(engine, handler, socket.into(), options)
    }

    fn start(
        engine: Box<dyn PeerEngine>,
        handler: Arc<dyn Handler>,
        opened: Opened,
        options: &Options,
    ) -> io::Result<Self> {
        let Opened { socket, received } = opened;
        let shared = Arc::new(Shared::of_thread(engine, handler, socket, options)?);
        let thread = std::thread::Builder::new().name("manyrpc-node".to_owned());
        let working = shared.clone();
        let thread = thread.spawn(move || thread::run(&working, received))?;
        Ok(Node(Arc::new(Inner {
            shared,
            thread: Mutex::new(Some(thread)),
        })))
    }

    /// A handle for code that the node itself keeps alive, such as its handler.
    pub fn downgrade(&self) -> WeakNode {
        WeakNode(Arc::downgrade(&self.0))
    }

    /// For calls to the peer that the socket is connected to, or to the one at an address. Each
    /// calling thread needs its own.
    ///
    /// # Errors
    /// The engine does not call that peer.
    pub fn caller(&self, to: Option<SocketAddr>) -> Result<Caller, Misuse> {
        let peer = self.0.shared.lock().peer(to)?;
        Ok(Caller::new(self.0.shared.clone(), peer))
    }

    /// Applies `change` to the engine that calls the connected peer; its output is sent at once,
    /// and its timers are rescheduled.
    ///
    /// # Errors
    /// As [`caller`](Self::caller).
    pub fn with_client<T>(
        &self,
        change: impl FnOnce(&mut dyn ClientEngine, Instant) -> T,
    ) -> Result<T, Misuse> {
        let mut state = self.0.shared.lock();
        let peer = state.peer(None)?;
        let changed = state.with_client(peer, change);
        self.0.shared.go_on(&mut state);
        Ok(changed)
    }

    /// Why nothing can be sent any more, if so.
    pub fn closed(&self) -> Option<CallError> {
        self.0.shared.lock().closed().cloned()
    }

    /// Waits until the connection has ended.
    pub fn wait(&self) -> CallError {
        self.0.shared.wait_for_end()
    }

    /// What was sent and received so far.
    pub fn counters(&self) -> Counters {
        self.0.shared.lock().counters()
    }

    /// Ends the connection: calls in flight fail, and executing calls get no reply. Waits for the
    /// node's thread.
    pub fn close(&self) {
        self.0.close();
    }
}

impl Inner {
    fn close(&self) {
        self.shared.close(Closed::ByUs);
        let mut thread = lock(&self.thread);
        let here = std::thread::current().id();
        if let Some(thread) = thread.take_if(|thread| thread.thread().id() != here) {
            // It panics only with its engine, which was reported.
            let _ = thread.join();
        }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.close();
    }
}
