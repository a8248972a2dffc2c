//! Clients on a tokio runtime: one connection shared by any number of tasks.
//!
//! A [`Connection`] is a handle that can be cloned. Each of its calls marshals into the engine's
//! buffer and, if no others are in flight, sends at once; a task of the connection receives, runs
//! the engine's timers, and wakes the callers. There is no thread per connection, and no queue
//! between callers and connection: a caller waits while the system accepts no more output. A caller that is alone
//! receives for itself.
//!
//! Dropping a call's future cancels the call; the server is notified if the protocol has a message
//! for that.
//!
//! - [`Connection`]: the handle, and its calls
//! - [`InFlight`]: a call that was sent
//! - [`Sender`], [`Receiver`]: a call with several messages
//! - [`Replies`]: a call with several repliers
//! - [`node`]: both roles on one socket
//! - `state`: engine, calls and socket, behind one lock
//! - `readiness`: who is told that something has arrived, and receives it
//! - `task`: receives, runs timers, and reconnects
//! - `scratch`: the receive buffers of threads, lent to connections
//! - `open`, `connect`: sockets for each kind of address
//!
//! ```
//! # use std::sync::Arc;
//! # use manyrpc_driver::server::Server;
//! # use manyrpc_engine::{Buf, Call, Handler, Outcome};
//! use manyrpc_driver::tokio::{Connection, Options};
//! use manyrpc_engine::{CallHead, InterfaceId, Limits, raw};
//!
//! # struct Echo;
//! # impl Handler for Echo {
//! #     fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
//! #         reply.put(&received[call.arguments.clone()]);
//! #         Outcome::Done
//! #     }
//! # }
//! # let server = Server::builder(Arc::new(Echo))
//! #     .listen_tcp(([127, 0, 0, 1], 0).into(), || Box::new(raw::Server::stream(Limits::default())))?
//! #     .start()?;
//! # let address = server.addresses()[0].ip().unwrap();
//! # let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
//! # runtime.block_on(async {
//! let engine = Box::new(raw::Client::stream(Limits::default(), 1));
//! let connection = Connection::tcp(engine, &[address], &Options::default()).await?;
//! let head = CallHead::new(InterfaceId::ONLY, 7);
//! let first = connection.call(&head, |_, body| Ok(body.put(b"first"))).await?;
//! let second = connection.call(&head, |_, body| Ok(body.put(b"second"))).await?;
//! assert_eq!(second.await?.body(), b"second");
//! assert_eq!(first.await?.body(), b"first");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod call;
mod connect;
pub mod node;
mod open;
mod readiness;
mod scratch;
mod several;
mod slots;
mod state;
mod streams;
mod task;

use std::fmt;
use std::sync::Arc;

use manyrpc_engine::{CallError, ClientEngine, Encoding};

pub use call::{Body, Failed, InFlight, Received};
pub use several::Replies;
use state::Shared;
pub use streams::{Receiver, Sender};

pub use crate::blocking::Options;
use crate::counters::Counters;
pub use crate::turns::within;

/// A client's engine, whichever protocol it is of.
pub type Engine = Box<dyn ClientEngine + Send>;

/// One connection or datagram socket, shared by tasks. Clones are handles of the same; it is closed
/// when the last one, and the last call in flight, is dropped.
pub struct Connection(Arc<Shared>);

impl Clone for Connection {
    fn clone(&self) -> Self {
        Connection::of(self.0.clone())
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let closed = self.closed();
        f.debug_struct("Connection")
            .field("closed", &closed)
            .finish_non_exhaustive()
    }
}

impl Connection {
    /// The encoding of the next call's arguments, as far as is known.
    pub fn encoding(&self) -> Encoding {
        self.shared().lock().engine.encoding()
    }

    /// Why no more calls can be made, if so.
    pub fn closed(&self) -> Option<CallError> {
        self.shared().lock().closed()
    }

    /// Whether no more calls should begin here: the connection has ended, or the server wants it to
    /// end.
    pub fn is_over(&self) -> bool {
        let state = self.shared().lock();
        state.closed().is_some() || state.engine.is_closing()
    }

    /// How many calls are in flight.
    pub fn in_flight(&self) -> usize {
        self.shared().lock().calls.len()
    }

    /// What was sent and received so far.
    pub fn counters(&self) -> Counters {
        self.shared().lock().link.counters
    }

    /// Applies `change` to the engine, for its facets and settings; its output is sent.
    pub fn with_engine<T>(&self, change: impl FnOnce(&mut dyn ClientEngine) -> T) -> T {
        let mut state = self.shared().lock();
        let changed = change(&mut *state.engine);
        state.wake_task();
        changed
    }

    /// Another handle.
    fn of(shared: Arc<Shared>) -> Self {
        shared.add_handle();
        Connection(shared)
    }

    fn shared(&self) -> &Arc<Shared> {
        &self.0
    }
}

impl Drop for Connection {
    /// Closes the connection when nobody uses it any more.
    fn drop(&mut self) {
        if self.0.lose_handle() {
            self.0.lock().leave();
        }
    }
}
