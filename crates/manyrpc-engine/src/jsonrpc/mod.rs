//! JSON-RPC, version 2.0, and 1.0 for clients that speak it.
//!
//! Reading list: JSON-RPC 2.0 Specification (2013-01-04); JSON-RPC 1.0 Specification (2005);
//! Language Server Protocol 3.17, "Base Protocol", for one of its framings. The specification names
//! no transport: [`Framing`] has those in use over bare streams.
//!
//! Bodies are JSON: a call's arguments are the value of `params`, without which a body is empty; a
//! reply's body is the value of `result`, where an empty one is `null`. A method's name on the wire
//! is the last part of the interface's name, a dot, and the operation's (`Database.Request`).
//!
//! - [`client`]: calls and notifications, matched with their replies by `id`
//! - [`server`]: requests, notifications and batches of them
//! - [`fault`]: faults to and from error objects
//! - `carrier`: what messages lie in
//! - `text`: what is written around bodies
//! - `pending`, `batches`: what a server has under way

mod batches;
mod carrier;
pub mod client;
pub mod fault;
mod pending;
pub mod server;
mod text;

pub use carrier::Framing;
pub use client::Client;
pub use server::Server;

use manyrpc_codec::json::Limits as ScanLimits;

use crate::contract::Representation;

/// How bodies of this protocol are labelled: as JSON.
pub const LABEL: Representation = Representation(*b"json");

/// What scanning a message may use; how long that is was checked when it arrived.
const SCAN: ScanLimits = ScanLimits {
    bytes: usize::MAX,
    ..ScanLimits::DEFAULT
};
