//! XML-RPC over HTTP/1.1.
//!
//! Reading list: XML-RPC Specification (Winer, 1999, amended 2003); "Specification for Fault Code
//! Interoperability" (2001) for codes that the former leaves open; the methods of `system` as
//! xmlrpc-c's introspection and multicall documents have them.
//!
//! Bodies are what stands between `<params>` and `</params>`. A method's name on the wire is the last
//! part of the interface's name, a dot, and the operation's (`Database.Request`).
//!
//! - [`client`]: calls, each a request of HTTP
//! - [`server`]: their replies, and `system.multicall`
//! - [`fault`]: faults to and from their codes
//! - `text`: what is written around bodies
//! - `multicalls`: several calls in one, and their results

pub mod client;
pub mod fault;
mod multicalls;
pub mod server;
mod text;

pub use client::Client;
pub use server::Server;

use manyrpc_codec::xml::Limits as ScanLimits;

use crate::carrier::http1::Media;
use crate::contract::Representation;

/// How bodies of this protocol are labelled: as XML.
pub const LABEL: Representation = Representation(*b"xml\0");

/// What this protocol says in HTTP: the specification has `text/xml`.
const MEDIA: Media = Media {
    protocol: "XML-RPC",
    sent: "text/xml",
    accepted: &["text/xml", "application/xml"],
};

/// What scanning a message may use; how long that is was checked when it arrived.
const SCAN: ScanLimits = ScanLimits {
    bytes: usize::MAX,
    ..ScanLimits::DEFAULT
};
