//! Both roles on one connection or socket, on a tokio runtime: calls out and calls in at once, for
//! many tasks.
//!
//! A [`Node`] is a socket and a task that receives from it and runs the engine's timers, even when
//! there are no calls. Calls of [`Caller`]s are futures; calls that come in are executed as futures
//! or by worker threads, as their handler says, and may call back over the same socket. What a node
//! does is the same as [with a thread](crate::node), and so are its limits.
//!
//! - [`Node`]: an opened or accepted socket
//! - [`Caller`]: calls to one of its peers; [`InFlight`]: a call that was sent
//! - [`Listener`]: accepts connections, each a node
//! - [`Keeper`]: keepalives for a client that makes no calls
//! - `task`: the node's task
//!
//! With the handler `Echo` at both ends:
//!
//! ```
//! use std::sync::Arc;
//!
//! use manyrpc_driver::tokio::node::{Listener, Node, Options};
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
//! # let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
//! # runtime.block_on(async {
//! let engine = || Box::new(Peer::stream(&Limits::default(), Framing::Line, 1));
//! let listener = Listener::tcp(([127, 0, 0, 1], 0).into(), &Options::default()).await?;
//! let address = listener.address()?.ip().unwrap();
//! let left = Node::tcp(engine(), |_| Arc::new(Echo), &[address], &Options::default()).await?;
//! let right = listener.accept(|| engine(), |_| Arc::new(Echo)).await?;
//!
//! for node in [&left, &right] {
//!     let caller = node.caller(None)?; // Either end may call.
//!     let head = CallHead::named(Path { interface: "", operation: "echo" });
//!     let call = caller.call(&head, |_, body| Ok(body.put(b"[1]"))).await?;
//!     assert_eq!(call.await?.body(), b"[1]");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod call;
mod keeper;
mod listen;
mod task;

use std::fmt;
use std::future::poll_fn;
use std::io;
use std::net::{SocketAddr, UdpSocket};
use std::path::Path;
use std::sync::{Arc, Weak};
use std::time::Duration;

use manyrpc_engine::{
    CallError, ClientEngine, Clock, Closed, Handler, Instant, Misuse, PeerEngine,
};
use tokio::net::UnixStream;
use tokio::runtime::Handle;
use tokio::time::timeout;

pub use call::{Caller, InFlight};
pub use keeper::Keeper;
pub use listen::Listener;

pub use crate::node::Options;

use super::open::stream;
use crate::blocking_calls::Blocking;
use crate::clock::runtime_now;
use crate::counters::Counters;
use crate::executor::{Executor, Tasks};
use crate::node;
use crate::node::shared::Shared;
use crate::receive::WAITING;
use crate::socket::{Opened, Socket};
#[cfg(doc)]
use crate::tls::TlsError;
use crate::workers::Workers;
use task::{Task, Waiter};

/// One socket with both roles. Clones are handles of the same node, which ends with the last of
/// them, or by [`close`](Self::close). Its calls in flight fail then.
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

/// Ends the node when nobody uses it any more.
struct Inner(Arc<Shared>);

impl Drop for Inner {
    fn drop(&mut self) {
        self.0.close(Closed::ByUs);
    }
}

impl fmt::Debug for Inner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let closed = self.0.lock().closed().cloned();
        f.debug_struct("Inner").field("closed", &closed).finish()
    }
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Node")
            .field("closed", &self.closed())
            .finish_non_exhaustive()
    }
}

impl Node {
    /// Connects over TCP to the first of `addresses` that accepts. `handler` makes what executes
    /// the calls that come in, given a handle for calling back.
    ///
    /// # Errors
    /// The failure of the last address, or `InvalidInput` if there is none; a [`TlsError`] if the
    /// connection must be secured and cannot be; the system has no descriptors left.
    pub async fn tcp(
        engine: Box<dyn PeerEngine>,
        handler: impl FnOnce(WeakNode) -> Arc<dyn Handler>,
        addresses: &[SocketAddr],
        options: &Options,
    ) -> io::Result<Self> {
        let opened = stream(addresses, &options.connecting()).await?;
        Node::start(engine, handler, opened, options)
    }

    /// Connects to a Unix stream socket.
    ///
    /// # Errors
    /// Those of the system.
    pub async fn unix(
        engine: Box<dyn PeerEngine>,
        handler: impl FnOnce(WeakNode) -> Arc<dyn Handler>,
        path: &Path,
        options: &Options,
    ) -> io::Result<Self> {
        let stream = UnixStream::connect(path).await?.into_std()?;
        let opened = Socket::stream(stream).into();
        Node::start(engine, handler, opened, options)
    }

    /// Uses a bound datagram socket, which must be connected if the engine calls one peer only.
    ///
    /// # Errors
    /// The system has no descriptors left, or there is no current runtime with I/O.
    ///
    /// # Panics
    /// There is no current runtime.
    pub fn udp(
        engine: Box<dyn PeerEngine>,
        handler: impl FnOnce(WeakNode) -> Arc<dyn Handler>,
        socket: UdpSocket,
        options: &Options,
    ) -> io::Result<Self> {
        let socket = Socket::datagram(socket);
        socket.set_room(WAITING);
        Node::start(engine, handler, socket.into(), options)
    }

    fn start(
        engine: Box<dyn PeerEngine>,
        handler: impl FnOnce(WeakNode) -> Arc<dyn Handler>,
        opened: Opened,
        options: &Options,
    ) -> io::Result<Self> {
        let Opened { socket, received } = opened;
        let watched = task::watched_both(&socket)?;
        let executor = Executor::Tasks(Tasks {
            runtime: Handle::current(),
            workers: (options.workers > 0).then(|| Workers::new(options.workers)),
            blocking: Arc::new(Blocking::new(options.may_block_for)),
        });
        let clock = Clock::running(runtime_now);
        let inner = Arc::new_cyclic(|weak| {
            let roles = (engine, handler(WeakNode(weak.clone())));
            let shared = Shared::new(roles, executor, socket, clock, options);
            Inner(Arc::new(shared))
        });
        tokio::spawn(Task::new(inner.0.clone(), watched, received));
        Ok(Node(inner))
    }

    /// A handle for code that the node itself keeps alive, such as its handler.
    pub fn downgrade(&self) -> WeakNode {
        WeakNode(Arc::downgrade(&self.0))
    }

    /// For calls to the peer that the socket is connected to, or to the one at an address.
    ///
    /// # Errors
    /// The engine does not call that peer.
    pub fn caller(&self, to: Option<SocketAddr>) -> Result<Caller, Misuse> {
        Caller::new(&self.0.0, to)
    }

    /// The same for a thread that may block, such as a worker that executes one of the node's calls.
    ///
    /// # Errors
    /// As [`caller`](Self::caller).
    pub fn blocking_caller(&self, to: Option<SocketAddr>) -> Result<node::Caller, Misuse> {
        let peer = self.0.0.lock().peer(to)?;
        Ok(node::Caller::new(self.0.0.clone(), peer))
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
        let mut state = self.0.0.lock();
        let peer = state.peer(None)?;
        let changed = state.with_client(peer, change);
        self.0.0.go_on(&mut state);
        Ok(changed)
    }

    /// How many calls to all peers are in flight.
    pub fn in_flight(&self) -> usize {
        self.0.0.lock().in_flight()
    }

    /// Why nothing can be sent any more, if so.
    pub fn closed(&self) -> Option<CallError> {
        self.0.0.lock().closed().cloned()
    }

    /// Waits until the connection has ended.
    pub async fn ended(&self) -> CallError {
        let mut waiter = Waiter::for_end(&self.0.0);
        poll_fn(|cx| waiter.poll_end(cx)).await
    }

    /// What was sent and received so far.
    pub fn counters(&self) -> Counters {
        self.0.0.lock().counters()
    }

    /// Ends the connection at once: calls in flight fail, and executing calls get no reply.
    pub fn close(&self) {
        self.0.0.close(Closed::ByUs);
    }

    /// Ends the connection once no call is in flight or being executed, but cuts them off after
    /// `within`. Further calls are refused, except while calls of the peer are being executed, which
    /// may call back. The peer's calls are served meanwhile. Over a stream the peer is left to close
    /// its half after it has our last reply.
    ///
    /// Dropping the future does not stop that, but nothing is cut off then.
    pub async fn stop(&self, within: Duration) {
        {
            let mut state = self.0.0.lock();
            state.leave_soon();
            self.0.0.wake(&mut state);
        }
        if timeout(within, self.ended()).await.is_err() {
            self.close();
        }
    }
}
