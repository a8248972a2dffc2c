//! gRPC, both roles, over HTTP/2.
//!
//! Reading list: the public protocol description of gRPC over HTTP/2 (`PROTOCOL-HTTP2.md` of the
//! project's documents), its table of status codes (`statuscodes.md`), and RFC 9113 for the
//! carrier, which is [`carrier::http2`](crate::carrier::http2).
//!
//! - [`client`], [`server`]: the engines
//! - [`status`]: status codes, and their mapping to [`Fault`](crate::Fault)s
//! - `head`: header fields of requests and replies; `message`: the messages in their content
//! - `exceptions`: exceptions as details of a status; [`generated`]: the messages used for that
//! - `gzip`: compression of messages
//! - `timeout`, `percent`, `base64`: the syntax of some fields

mod base64;
pub mod client;
mod exceptions;
pub mod generated;
mod gzip;
mod head;
mod message;
mod percent;
pub mod server;
pub mod status;
mod timeout;

#[cfg(test)]
mod tests;

pub use client::Client;
pub use server::{Host, Server};

use manyrpc_codec::Encoding;
use manyrpc_codec::json::Options;

use crate::carrier::http2::StreamId;
use crate::contract::CallId;

/// The encoding of messages, unless their content type specifies another.
const PROTO: Encoding = Encoding::Protobuf;

/// The encoding of messages of `application/grpc+json`.
pub const JSON: Encoding = Encoding::Json(Options {
    message: true,
    ..Options::DEFAULT
});

/// A call has one stream, whose identifier is unique on its connection.
fn id_of(stream: StreamId) -> CallId {
    CallId(u64::from(stream.0))
}

fn stream_of(id: CallId) -> StreamId {
    StreamId(id.0 as u32)
}
