//! Drivers: all input and output of the workspace.
//!
//! A driver owns sockets, clocks and threads and knows no protocol: it uses only the [engine
//! contract](manyrpc_engine::contract).
//!
//! - [`blocking`]: a client whose calling thread sends and receives
//! - `tokio`: a client whose calls are futures, shared by tasks (feature `tokio`)
//! - `exchange`: a server's engine whose bytes another server receives and sends (feature `tokio`)
//! - [`node`]: both roles on one socket, shared by many callers
//! - [`server`]: listeners, reactors and dedicated threads behind one handler
//! - [`sim`]: virtual time and a seeded unreliable network
//! - [`address`]: addresses of clients and servers
//! - [`clock`]: the system's monotonic clock as the engines' time
//! - [`counters`]: traffic counters
//! - [`tls`]: TLS between sockets and engines
//!
//! ```
//! use std::sync::Arc;
//!
//! use manyrpc_driver::blocking::{Client, Options};
//! use manyrpc_driver::server::Server;
//! use manyrpc_engine::{Buf, Call, CallHead, Handler, InterfaceId, Limits, Outcome, raw};
//!
//! /// Replies with the arguments.
//! struct Echo;
//! impl Handler for Echo {
//!     fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
//!         reply.put(&received[call.arguments.clone()]);
//!         Outcome::Done
//!     }
//! }
//!
//! // The system chooses a free port.
//! let server = Server::builder(Arc::new(Echo))
//!     .listen_tcp(([127, 0, 0, 1], 0).into(), || {
//!         Box::new(raw::Server::stream(Limits::default()))
//!     })?
//!     .start()?;
//! let address = server.addresses()[0].ip().unwrap();
//!
//! let engine = raw::Client::stream(Limits::default(), 1);
//! let mut client = Client::tcp(engine, &[address], &Options::default())?;
//! client.begin(&CallHead::new(InterfaceId::ONLY, 7))?.put(b"ping");
//! assert_eq!(client.exchange()?.body, b"ping");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod address;
#[cfg(feature = "tokio")]
mod alarm;
mod associations;
pub mod blocking;
mod blocking_calls;
mod calls;
pub mod clock;
pub mod counters;
#[cfg(feature = "tokio")]
pub mod exchange;
mod executor;
mod lock;
pub mod node;
mod polling;
mod receive;
pub mod server;
pub mod sim;
mod socket;
mod spare;
mod streams;
pub mod tls;
#[cfg(feature = "tokio")]
pub mod tokio;
#[cfg(feature = "tokio")]
mod turns;
mod wait;
mod wakers;
#[cfg(feature = "tokio")]
mod watched;
mod workers;

#[cfg(feature = "tokio")]
#[doc(hidden)]
pub use alarm::ignore_stopped_time;
