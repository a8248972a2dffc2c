//! Protocol engines without I/O: calls, time, fragments, retransmission.
//!
//! An engine is handed bytes and the time, and hands back bytes, events and the
//! time it wants to be woken at. It owns no clock, socket, thread or source of
//! randomness, and never sees the type of an argument: bodies are bytes that
//! somebody else marshals into a buffer the engine lends.
//!
//! - [`contract`]: what every engine offers to a driver, for both roles
//! - [`domain`]: whose a number is that a call ends with
//! - [`exception`]: exceptions that operations declare, where protocols name them
//! - [`fault`]: everything that can go wrong with a call, sorted by whose fault it is
//! - [`streams`]: calls with several messages
//! - [`peer`]: both roles on one connection or socket
//! - [`name`]: operations in words, and what travels beside arguments
//! - [`limits`]: the named cap of every resource
//! - [`time`]: the engines' own instant
//! - [`carrier`]: framing that several protocols share
//! - `jsonrpc`: JSON-RPC 2.0 and 1.0
//! - `xmlrpc`: XML-RPC over HTTP
//! - `dce`: DCE RPC, connection-oriented and connectionless
//! - `onc`: Sun / ONC RPC, RFC 5531
//! - `grpc`: gRPC, over HTTP/2
//! - `raw`: the floor, a tagged ping-pong
//!
//! Each protocol is a feature of its name, on by default.
#![no_std]
#![cfg_attr(
    not(all(
        feature = "raw",
        feature = "onc",
        feature = "dce",
        feature = "grpc",
        feature = "jsonrpc",
        feature = "xmlrpc"
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
#[cfg(feature = "grpc")]
pub mod grpc;
mod in_flight;
#[cfg(feature = "jsonrpc")]
pub mod jsonrpc;
pub mod limits;
mod list;
pub mod name;
#[cfg(feature = "onc")]
pub mod onc;
mod open_enum;
mod outcome;
pub mod peer;
#[cfg(feature = "raw")]
pub mod raw;
pub mod status;
pub mod streams;
pub mod time;
mod timers;
mod unsaid;
#[cfg(feature = "xmlrpc")]
pub mod xmlrpc;

pub use contract::{
    Ahead, Call, CallHead, CallId, CallKind, Caller, ClientEngine, ClientEvent, Credential,
    Handler, Interest, InterfaceKey, Outcome, Patient, Rx, ServerEngine, Transmit,
};
pub use dce::failure::{self, Failure};
pub use domain::Domain;
pub use exception::{Exception, Members};
pub use fault::{CallError, Closed, Fault, FaultDetails, Misuse, WireError};
pub use limits::{Keepalive, Limits};
pub use manyrpc_codec::{Buf, Encoding, InterfaceId};
pub use name::{CallName, Metadata, ObjectKey, Path, ReplyMetadata};
pub use peer::{Incoming, PeerEngine, PeerId};
pub use streams::{Flow, Part, Replies, Stream, Streams};
pub use time::{Clock, Instant};
