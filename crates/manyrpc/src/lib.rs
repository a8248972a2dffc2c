//! Write an interface once and call it or serve it over every RPC system.
//!
//! ```
//! use manyrpc::dynamic::{Definition, DynamicClient, DynamicInterface, DynamicService};
//! use manyrpc::{Client, Server};
//! use manyrpc_model::Value;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let text = "program GREETER { version V1 { string GREET(string) = 1; } = 1; } = 0x20000001;";
//! let (module, _) = manyrpc_idl::load_text("greeter.x", text, &manyrpc_idl::Options::default());
//! let greeter = DynamicInterface::find(&Definition::new(module.unwrap())?, None)?;
//!
//! let service = DynamicService::new(greeter.clone(), |_, _, arguments| match &arguments[..] {
//!     [Value::Text(name)] => Ok(vec![Value::Text(format!("Good day, {name}."))]),
//!     _ => unreachable!("the definition has one string"),
//! });
//! let server = Server::builder()
//!     .service(service)
//!     .listen("onc+tcp://127.0.0.1:0")?
//!     .listen("grpc://127.0.0.1:0")?
//!     .start()?;
//!
//! for binding in server.bindings() {
//!     let client = Client::open_for(&binding.to_string(), greeter.id())?;
//!     let mut greetings = DynamicClient::new(client, greeter.clone());
//!     assert_eq!(greetings.call_json("GREET", &serde_json::json!(["world"]))?, "Good day, world.");
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Most programs use stubs instead, which a build script generates from a definition with the crate
//! `manyrpc-build`: see [`stubs!`] and `examples/greeter`.
//!
//! - [`adapter`]: objects that a running server activates, and gives references to
//! - [`binding`]: the strings that name servers
//! - [`client`], [`server`]: clients and servers
//! - [`contexts`]: context handles, state that a server keeps for its clients
//! - `grpc`: gRPC's statuses with details
//! - `health`: gRPC's health checking
//! - `http` (a feature): calls beside an application of `axum` or `hyper`
//! - [`introspection`]: how servers describe their services
//! - `dynamic`: calls and services from a definition, without generated code
//! - [`security`]: authentication and protection of calls
//! - `layers` (a feature): layers of `tower` around clients and servers
//! - [`message`]: single values as bytes, without a call
//! - [`reference`](mod@reference): references to objects
//! - [`registry`]: registries of servers
//! - [`streams`]: calls with several messages
//! - [`systems`]: the RPC systems, and how an application adds its own
//! - [`tls`]: TLS: trusted authorities and certificates
//! - `untyped`: calls without a definition
//! - [`stub`]: the parts of generated code
//!
//! With the feature `tracing` each call, except those that are sent before they are waited for or
//! have several messages, is a span of the crate of that name, on clients and on servers.
//!
//! Systems, definition languages and calls without stubs are features, all enabled by default: see
//! `docs/features.md`.

#![cfg_attr(
    not(all(
        feature = "raw",
        feature = "onc",
        feature = "dce",
        feature = "grpc",
        feature = "jsonrpc",
        feature = "xmlrpc",
        feature = "soap",
        feature = "corba",
        feature = "dynamic"
    )),
    allow(
        dead_code,
        unused_imports,
        reason = "of what systems share, each uses only a part"
    )
)]

// Generated code refers to this crate by name.
extern crate self as manyrpc;

pub mod adapter;
#[cfg(feature = "tokio")]
pub mod async_client;
mod batch;
mod bodies;
mod boot;
mod channel;
/// Values with their types, CORBA's `any` ([`Any`](cdr::Any)), and types as values.
pub mod cdr {
    pub use manyrpc_codec::cdr::{Any, Kind, TypeCode, Typed, any};
}
pub mod client;
mod context;
pub mod contexts;
mod credential;
#[cfg_attr(not(feature = "dynamic"), path = "undescribed.rs")]
mod described;
#[cfg(feature = "dynamic")]
pub mod dynamic;
mod elements;
mod endpoints;
mod error;
pub mod exceptions;
mod faults;
mod handle;
pub mod held;
mod host;
#[cfg(feature = "http")]
pub mod http;
pub mod introspection;
#[cfg(feature = "tokio")]
mod last_metadata;
#[cfg(feature = "tower")]
pub mod layers;
#[cfg(feature = "tokio")]
mod line;
pub mod message;
mod open;
#[cfg(feature = "tokio")]
mod open_async;
mod operation;
mod options;
pub mod peer;
#[cfg(feature = "dynamic")]
mod raised;
pub mod reference;
pub mod registry;
mod router;
pub mod security;
mod servants;
pub mod server;
mod service;
mod signals;
#[cfg(feature = "tracing")]
mod spans;
mod statuses;
pub mod streams;
pub mod stub;
mod suggest;
mod sync;
mod system;
pub mod systems;
pub mod tls;
#[cfg(feature = "dynamic")]
pub mod untyped;
mod uuid;

pub use adapter::ObjectAdapter;
#[cfg(feature = "tokio")]
pub use async_client::AsyncClient;
pub use batch::Batch;
pub use client::{Answer, Client, Pending};
pub use context::{Context, Dispatch};
pub use contexts::Contexts;
pub use credential::User;
pub use error::{Error, Tried};
pub use faults::FaultTable;
#[cfg(feature = "http")]
pub use http::HttpService;
pub use manyrpc_codec::{CowBytes, Encoding, Way};
pub use manyrpc_driver::blocking::{Cancel, Wanted};
#[cfg(feature = "tokio")]
#[doc(hidden)]
pub use manyrpc_driver::ignore_stopped_time;
pub use manyrpc_engine::ObjectKey;
pub use manyrpc_engine::failure;
pub use manyrpc_engine::limits;
pub use manyrpc_engine::{
    CallError, Closed, Domain, Fault, Interest, Keepalive, Limits, Metadata, Misuse, Outcome,
};
pub use manyrpc_engine::{Exception, FaultDetails, LayerError, Members, ReplyMetadata, WireError};
pub use options::ClientOptions;
#[cfg(feature = "tokio")]
pub use peer::AsyncPeer;
pub use peer::Peer;
pub use reference::Reference;
pub use server::Server;
pub use system::binding::{self, Binding};
#[allow(
    unreachable_pub,
    reason = "empty where no system with exports is compiled"
)]
pub use systems::exports::*;
pub use uuid::{Uuid, UuidError};
