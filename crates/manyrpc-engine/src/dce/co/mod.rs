//! The connection-oriented protocol (ncacn_ip_tcp): C706 chapters 11 and 12, MS-RPCE.
//!
//! A client binds when its first call is made, and alters the association's contexts when a call
//! is for an interface that was not used before; calls made meanwhile wait in the engine. Both
//! sides offer several calls at a time on one connection; with a peer that cannot, a client makes
//! its calls wait for each other.
//!
//! - [`pdu`]: the common fields, and the heads of the PDUs that carry calls
//! - [`bind`]: the PDUs that begin and change an association
//! - [`client`]: calls, negotiation, cancels
//! - [`server`]: contexts, groups, replies
//! - `frames`: PDUs in a stream, fragments put together
//! - `output`: messages cut into fragments
//! - `calls`: what a client has in flight
//! - `auth`: tokens and trailers, both roles
//! - `contexts`: the interfaces of a client's association
//! - `pending`: what a server has under way

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
