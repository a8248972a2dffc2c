//! What every engine offers to a driver. Who adds a protocol reads this first.
//!
//! An engine is one role of one protocol: a [`ClientEngine`] or a [`ServerEngine`]. Those two traits are what
//! every protocol must have. What only some protocols have is in [`facets`], each a small trait of its own:
//! an engine that has one says so by an accessor, and the others leave it out.
//!
//! The order of use is the same for both roles. After any verb or `handle_*`,
//! drain [`poll_transmit`](ClientEngine::poll_transmit); when bytes came in,
//! call `next_event` / `next_call` until it gives `None`, draining output after
//! each; then wait for input or for `next_timeout`, whichever is first.
//! `None` from `next_*` means: nothing more in what was received so far. A
//! server on a stream also says so while too much is queued or under way, and
//! leaves the rest in [`Rx`]: then receive nothing, send, and ask it again.
//!
//! Engines consume lazily, so ask until `None` before the next datagram, and
//! never empty the receive buffer in their place.
//!
//! Memory is lent both ways: the driver owns the receive buffer ([`Rx`]) and
//! lends it to the engine, events point into it; the engine owns the send
//! buffer and lends it to whoever marshals a body.
//!
//! - `client`, `server`: the two traits
//! - [`facets`]: what only some protocols have
//! - `call`: calls as clients make them and servers receive them
//! - `bytes`: what is received and what is sent
//! - `handler`: the application behind a server, as drivers see it

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
    LookAhead, Negotiation, RemoteCancel, Renewal, ServerMetadata, ServerStreams,
};
pub use handler::{Caller, Handler, Patient};
pub use server::ServerEngine;
