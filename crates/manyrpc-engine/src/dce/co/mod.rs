//! The connection-oriented protocol (ncacn_ip_tcp): C706 chapters 11 and 12, MS-RPCE.
//!
//! A client binds at its first call, and alters the association's contexts for a call to an
//! interface not used before; calls made meanwhile wait in the engine. Both sides offer
//! multiplexing; with a peer that lacks it, a client sends one call at a time.
//!
//! - [`pdu`]: the common fields, and the heads of the PDUs of calls
//! - [`bind`]: the PDUs that establish and change an association
//! - [`client`]: calls, negotiation, cancels
//! - [`server`]: contexts, groups, replies
//! - `frames`: splitting a stream into PDUs, and reassembly
//! - `output`: fragmenting messages
//! - `calls`: a client's calls in flight
//! - `auth`: tokens and trailers, both roles
//! - `contexts`: the presentation contexts of a client's association
//! - `pending`: a server's calls in flight
//!
//! ```
//! use manyrpc_engine::dce::co::{Client, pdu};
//! use manyrpc_engine::{CallHead, ClientEngine, Instant, InterfaceId, Limits};
//!
//! let mut client = Client::new(Limits::default(), 1);
//! client.begin_call(&CallHead::new(InterfaceId::of_uuid([7; 16], 1, 0), 0))?;
//! client.finish_call(Instant::ZERO)?;
//! // The first call waits for the association that it requests.
//! let bytes = client.poll_transmit().unwrap().bytes;
//! let header = pdu::Header::parse(bytes.first_chunk().unwrap()).unwrap();
//! assert_eq!(header.kind, pdu::PduType::Bind);
//! # Ok::<(), manyrpc_engine::CallError>(())
//! ```

mod auth;
pub mod bind;
mod calls;
pub mod client;
mod contexts;
mod frames;
mod output;
pub mod pdu;
mod pending;
pub mod server;

pub use client::Client;
pub use server::Server;
