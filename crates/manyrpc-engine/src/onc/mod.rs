//! Sun / ONC RPC, RFC 5531.
//!
//! - [`pdu`]: the messages, as checked views and as typed values
//! - [`auth`]: AUTH_NONE, AUTH_SYS, AUTH_SHORT
//! - [`fault`]: mapping faults to and from replies
//! - [`client`]: calls, retransmission, batching, broadcast
//! - [`server`]: replies; at most once over datagrams
//! - [`Peer`], [`DatagramPeer`]: both roles on one stream, or on one datagram socket
//! - `calls`: a client's calls in flight
//! - `pending`: a server's calls in flight
//! - `datagrams`: a server's replies over datagrams
//! - `replies`: the duplicate-request cache, with `clients`, `seen`, `ranks`
//! - `shorthand`: a server's shorthand credentials
//! - `rtt`: round-trip estimation
//!
//! ```
//! use manyrpc_engine::onc::{Client, Server};
//! use manyrpc_engine::{
//!     CallHead, ClientEngine, Clock, Instant, InterfaceId, Limits, Rx, ServerEngine,
//! };
//!
//! let mut client = Client::datagram(Limits::default(), 1);
//! let mut server = Server::datagram(Limits::default());
//! client.begin_call(&CallHead::new(InterfaceId::of_program(100_003, 3), 0))?;
//! client.finish_call(Instant::ZERO)?;
//!
//! let mut rx = Rx::default();
//! rx.buf.put(client.poll_transmit().unwrap().bytes);
//! let call = server.next_call(&mut rx, &Clock::at(Instant::ZERO)).unwrap();
//! assert_eq!((call.operation, call.arguments.len()), (0, 0));
//! # Ok::<(), manyrpc_engine::CallError>(())
//! ```

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
pub use peer::{DatagramPeer, Peer, Records};
pub use server::Server;
