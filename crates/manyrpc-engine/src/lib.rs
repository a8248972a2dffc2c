//! Protocol engines without I/O: calls, time, fragments, retransmission.
//!
//! An engine takes received bytes and the time, and returns bytes to send, events and the time of
//! its next timeout. It owns no clock, socket, thread or source of randomness, and never sees the
//! type of an argument: bodies are bytes, marshalled by the caller into a buffer that the engine
//! lends.
//!
//! - [`contract`]: the interface between engines and drivers, for both roles
//! - [`domain`]: the system that a status number belongs to
//! - [`exception`]: declared exceptions, for protocols that name them
//! - [`fault`]: everything that can go wrong with a call, grouped by who is at fault
//! - [`security`]: the interface to authentication mechanisms
//! - [`streams`]: calls with several messages
//! - [`peer`]: both roles on one connection or socket
//! - [`name`]: operation names and metadata
//! - [`limits`]: the named limit of every resource
//! - [`time`]: the engines' time
//! - [`status`]: named status codes of DCE RPC and Windows
//! - [`carrier`]: framing that several protocols share
//! - `jsonrpc`: JSON-RPC 2.0 and 1.0
//! - `xmlrpc`: XML-RPC over HTTP
//! - `soap`: SOAP 1.1 and 1.2 over HTTP
//! - `dce`: DCE RPC, connection-oriented and connectionless
//! - `onc`: Sun / ONC RPC, RFC 5531
//! - `grpc`: gRPC, over HTTP/2
//! - `giop`: CORBA's GIOP, over streams
//! - `raw`: a minimal tagged request and reply, the baseline for measurements
//!
//! Each protocol is a feature of that name, on by default.
//!
//! A call between two engines; the bytes are moved by hand, where a driver has sockets:
//!
//! ```
//! use manyrpc_engine::{
//!     CallHead, ClientEngine, ClientEvent, Clock, Instant, InterfaceId, Limits, Outcome, Rx,
//!     ServerEngine, raw,
//! };
//!
//! let (now, clock) = (Instant::ZERO, Clock::at(Instant::ZERO));
//! let mut client = raw::Client::stream(Limits::default(), 1);
//! let mut server = raw::Server::stream(Limits::default());
//! let (mut at_server, mut at_client) = (Rx::default(), Rx::default());
//!
//! // The arguments are marshalled into the client engine's buffer.
//! let id = client.begin_call(&CallHead::new(InterfaceId::ONLY, 7))?;
//! client.body().put(b"ping");
//! client.finish_call(now)?;
//! while let Some(transmit) = client.poll_transmit() {
//!     at_server.buf.put(transmit.bytes);
//!     let n = transmit.bytes.len();
//!     client.sent(n);
//! }
//!
//! // The call points into the server's receive buffer.
//! while let Some(call) = server.next_call(&mut at_server, &clock) {
//!     assert_eq!(call.operation, 7);
//!     server.begin_reply(call.id);
//!     server.body().put(&at_server.buf.data()[call.arguments]);
//!     server.finish_reply(Outcome::Done, &clock);
//! }
//! while let Some(transmit) = server.poll_transmit() {
//!     at_client.buf.put(transmit.bytes);
//!     let n = transmit.bytes.len();
//!     server.sent(n);
//! }
//!
//! match client.next_event(&mut at_client, &clock) {
//!     Some(ClientEvent::Reply { id: of, body, .. }) => {
//!         assert_eq!((of, &at_client.buf.data()[body]), (id, &b"ping"[..]));
//!     }
//!     other => panic!("{other:?}"),
//! }
//! # Ok::<(), manyrpc_engine::CallError>(())
//! ```
#![no_std]
#![cfg_attr(
    not(all(
        feature = "raw",
        feature = "onc",
        feature = "dce",
        feature = "grpc",
        feature = "corba",
        feature = "jsonrpc",
        feature = "xmlrpc",
        feature = "soap"
    )),
    allow(
        dead_code,
        unused_imports,
        unused_macros,
        reason = "of what protocols share, each uses only a part"
    )
)]

extern crate alloc;

pub mod carrier;
pub mod contract;
pub mod dce;
pub mod domain;
pub mod exception;
pub mod fault;
#[cfg(feature = "corba")]
pub mod giop;
#[cfg(feature = "grpc")]
pub mod grpc;
mod in_flight;
mod in_service;
#[cfg(any(feature = "http1", feature = "http2"))]
mod in_use;
#[cfg(feature = "jsonrpc")]
pub mod jsonrpc;
pub mod limits;
mod list;
pub mod marshalling;
pub mod name;
#[cfg(feature = "onc")]
pub mod onc;
mod open_enum;
mod outcome;
pub mod peer;
mod pending_events;
#[cfg(any(feature = "dce", feature = "soap"))]
mod random;
#[cfg(feature = "raw")]
pub mod raw;
pub mod security;
#[cfg(feature = "soap")]
pub mod soap;
pub mod status;
pub mod streams;
pub mod time;
mod timers;
#[cfg(feature = "xmlrpc")]
pub mod xmlrpc;

pub use contract::{
    Ahead, Call, CallHead, CallId, CallKind, Caller, ClientEngine, ClientEvent, Credential,
    Handler, Interest, InterfaceKey, Outcome, Patient, Rx, ServerEngine, Serving, Transmit,
};
pub use dce::failure::{self, Failure};
pub use domain::Domain;
pub use exception::{Exception, Members};
pub use fault::{CallError, Closed, Fault, FaultDetails, LayerError, Misuse, WireError};
pub use limits::{Keepalive, Limits};
pub use manyrpc_codec::{Buf, Encoding, InterfaceId};
pub use name::{CallName, Metadata, ObjectKey, Path, ReplyMetadata};
pub use peer::{Incoming, PeerEngine, PeerId};
pub use streams::{Flow, Part, Replies, Stream, Streams};
pub use time::{Clock, Instant};
