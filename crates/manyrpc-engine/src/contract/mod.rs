//! The interface between engines and drivers. To add a protocol, read this first.
//!
//! An engine is one role of one protocol: a [`ClientEngine`] or a [`ServerEngine`]. Every protocol
//! has those two traits. Features that only some protocols have are in [`facets`], each a small
//! trait with an accessor; engines without the feature leave it out.
//!
//! The order of use is the same for both roles. After any method that sends or any `handle_*`,
//! drain [`poll_transmit`](ClientEngine::poll_transmit); when bytes were received, call
//! `next_event` / `next_call` until `None`, draining output after each; then wait for input or for
//! `next_timeout`, whichever comes first. `None` from `next_*` means that the bytes received so far
//! hold nothing more. A server on a stream also returns it while too much is queued or in flight,
//! and leaves the rest in [`Rx`]: then receive nothing, send, and call it again.
//!
//! Engines consume lazily, so call until `None` before the next datagram, and never empty the
//! receive buffer yourself.
//!
//! Memory is lent both ways: the driver owns the receive buffer ([`Rx`]) and lends it to the
//! engine, whose events point into it; the engine owns the send buffer and lends it to the
//! marshaller of a body.
//!
//! - `client`, `server`: the two traits
//! - [`facets`]: features of some protocols
//! - `call`: calls as clients make them and servers receive them
//! - `bytes`: received and outgoing bytes
//! - `handler`: the application behind a server, as drivers see it
//!
//! ```
//! use manyrpc_engine::{Buf, Call, Handler, Outcome};
//!
//! /// An application, as drivers call it.
//! struct Echo;
//! impl Handler for Echo {
//!     fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
//!         reply.put(&received[call.arguments.clone()]);
//!         Outcome::Done
//!     }
//! }
//! ```

mod bytes;
mod call;
mod client;
pub mod facets;
mod handler;
mod server;

pub use crate::outcome::Outcome;
pub use bytes::{Rx, Transmit};
pub use call::{Call, CallHead, CallId, CallKind, Credential, InterfaceKey};
pub use client::{ClientEngine, ClientEvent};
pub use facets::{
    Ahead, Associations, Batches, ClientMetadata, ClientStreams, Closing, Interest, Liveness,
    Location, LookAhead, Negotiation, Reconnection, RemoteCancel, ServerMetadata, ServerStreams,
};
pub use handler::{Caller, Handler, Patient, Serving};
pub use server::ServerEngine;
