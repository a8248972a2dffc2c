//! Sun / ONC RPC, RFC 5531.
//!
//! - [`pdu`]: the messages, as checked views and as typed values
//! - [`auth`]: AUTH_NONE, AUTH_SYS, AUTH_SHORT
//! - [`fault`]: faults to and from replies
//! - [`client`]: calls, retransmission, batching, broadcast
//! - [`server`]: replies, over datagrams at most once
//! - [`Peer`], [`Mesh`]: both on one stream, on one datagram socket
//! - `calls`: what a client has in flight
//! - `pending`: what a server has under way
//! - `datagrams`: its replies over datagrams
//! - `replies`: the duplicate-request cache, with `clients`, `seen`, `ranks`
//! - `shorthand`: the credentials a server has handed out
//! - `rtt`: how long a reply takes

pub mod auth;
mod calls;
pub mod client;
mod clients;
mod datagrams;
pub mod fault;
mod hash;
pub mod pdu;
mod peer;
mod pending;
mod ranks;
mod replies;
mod rtt;
mod seen;
pub mod server;
mod shorthand;

pub use auth::Credentials;
pub use client::Client;
pub use peer::{Mesh, Peer, Records};
pub use server::Server;
