//! gRPC, both roles, over HTTP/2.
//!
//! Reading list: the public protocol description of gRPC over HTTP/2 (`PROTOCOL-HTTP2.md` of the
//! project's documents), its table of status codes (`statuscodes.md`), and RFC 9113 for what lies
//! below, which is [`carrier::http2`](crate::carrier::http2).
//!
//! - [`client`], [`server`]: the engines
//! - [`status`]: how calls end, as numbers, and as [`Fault`](crate::Fault)s
//! - `head`: header fields of requests and replies; `message`: what lies in their content
//! - `exceptions`: exceptions as details of a status; [`generated`]: the messages that these are
//! - `gzip`: messages that are compressed
//! - `timeout`, `percent`, `base64`: how a few of the fields are written

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

/// How messages are encoded, unless their content type says something else.
const PROTO: Encoding = Encoding::Protobuf;

/// How messages of `application/grpc+json` are encoded.
pub const JSON: Encoding = Encoding::Json(Options {
    message: true,
    ..Options::DEFAULT
});

/// A stream's identifier is never used twice on its connection, and no call goes over two of them.
fn id_of(stream: StreamId) -> CallId {
    CallId(u64::from(stream.0))
}

fn stream_of(id: CallId) -> StreamId {
    StreamId(id.0 as u32)
}
