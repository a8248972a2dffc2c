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
//! - `caps`: what engines ask for of the limits
//! - `timeout`, `percent`, `base64`: the syntax of some fields
//!
//! ```
//! use std::sync::Arc;
//!
//! use manyrpc_engine::{CallHead, ClientEngine, Clock, Instant, Limits, Path, Rx, ServerEngine};
//! use manyrpc_engine::{Streams, grpc};
//!
//! struct Unary;
//! impl grpc::Host for Unary {
//!     fn streams_of(&self, _: Path<'_>) -> Streams {
//!         Streams::NONE
//!     }
//! }
//!
//! let mut client = grpc::Client::new(Limits::default(), "example.com:50051", false);
//! let mut server = grpc::Server::new(Limits::default(), Arc::new(Unary));
//! let path = Path { interface: "shop.v1.Orders", operation: "Place" };
//! client.begin_call(&CallHead::named(path))?;
//! client.finish_call(Instant::ZERO)?;
//! let mut rx = Rx::default();
//! rx.buf.put(client.poll_transmit().unwrap().bytes);
//! let call = server.next_call(&mut rx, &Clock::at(Instant::ZERO)).unwrap();
//! assert_eq!(call.name.unwrap().path(), path);
//! # Ok::<(), manyrpc_engine::CallError>(())
//! ```

mod base64;
mod caps;
pub mod client;
mod exceptions;
pub mod generated;
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

/// Whether requests with this content type are calls.
pub fn accepts(content_type: &[u8]) -> bool {
    head::encoding(content_type).is_some()
}

/// A call has one stream, whose identifier is unique on its connection.
fn id_of(stream: StreamId) -> CallId {
    CallId(u64::from(stream.0))
}

fn stream_of(id: CallId) -> StreamId {
    StreamId(id.0 as u32)
}
