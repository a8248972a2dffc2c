//! Write an interface once and call it or serve it over every RPC system.
//!
//! - [`binding`]: the strings that name servers
//! - [`client`], [`server`]: both ends
//! - [`contexts`]: state that a server keeps for its clients
//! - `grpc`: statuses with details, which is what gRPC says of calls that failed
//! - `health`: whether a server takes calls
//! - [`introspection`]: what servers tell of themselves
//! - `dynamic`: calls and services straight from a definition
//! - [`security`]: who may call, and who is called
//! - `build` (a feature): definitions become stubs in a build script
//! - [`message`]: values by themselves as bytes, without a call
//! - [`registry`]: where servers are found
//! - [`streams`]: calls with several messages
//! - [`systems`]: the RPC systems there are, and how an application adds its own
//! - [`tls`]: secured connections: whom one trusts, and who one is
//! - `untyped`: calls without a definition
//! - [`stub`]: what generated code is made of

//!
//! Systems, definition languages and calls without stubs are features, all of them on by default:
//! `docs/features.md` has the table.

#![cfg_attr(
    not(all(
        feature = "raw",
        feature = "onc",
        feature = "dce",
        feature = "grpc",
        feature = "jsonrpc",
        feature = "xmlrpc",
        feature = "dynamic"
    )),
    allow(
        dead_code,
        unused_imports,
        reason = "of what systems share, each uses only a part"
    )
)]

// Generated code names this crate as its users do.
extern crate self as manyrpc;

mod batch;
pub mod binding;
mod bodies;
mod boot;
#[cfg(feature = "build")]
pub mod build;
mod channel;
pub mod client;
mod context;
pub mod contexts;
#[cfg(feature = "onc")]
mod credential;
#[cfg_attr(not(feature = "dynamic"), path = "undescribed.rs")]
mod described;
#[cfg(feature = "dynamic")]
pub mod dynamic;
mod endpoints;
mod error;
pub mod exceptions;
mod faults;
#[cfg(feature = "grpc")]
pub mod grpc;
#[cfg(all(feature = "grpc", feature = "dynamic"))]
pub mod health;
pub mod held;
mod host;
pub mod introspection;
pub mod message;
mod open;
mod options;
pub mod peer;
#[cfg(feature = "dynamic")]
mod raised;
pub mod registry;
mod reopening;
mod router;
pub mod security;
pub mod server;
mod signals;
mod statuses;
pub mod streams;
pub mod stub;
mod suggest;
pub mod systems;
pub mod tls;
#[cfg(feature = "dynamic")]
pub mod untyped;
mod uuid;

pub use batch::Batch;
pub use binding::Binding;
pub use client::{Answer, Client, Pending};
pub use context::{Context, Dispatch};
pub use contexts::Contexts;
#[cfg(feature = "onc")]
pub use credential::AuthSys;
pub use error::{Error, Tried};
pub use faults::FaultTable;
pub use manyrpc_codec::{Encoding, Way};
pub use manyrpc_driver::blocking::{Cancel, Wanted};
pub use manyrpc_engine::failure;
/// How calls of gRPC end: numbers and their names.
#[cfg(feature = "grpc")]
pub use manyrpc_engine::grpc::status as grpc_status;
pub use manyrpc_engine::limits;
pub use manyrpc_engine::{
    CallError, Closed, Domain, Fault, Interest, Keepalive, Limits, Metadata, Outcome,
};
pub use manyrpc_engine::{Exception, FaultDetails, Members, ReplyMetadata, WireError};
pub use options::ClientOptions;
pub use peer::Peer;
pub use server::Server;
pub use uuid::{Uuid, UuidError};
