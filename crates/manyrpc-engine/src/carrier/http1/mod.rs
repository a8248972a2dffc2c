//! HTTP/1.1 as a carrier: each request and each response has a message as its content.
//!
//! Reading list: RFC 9112 (HTTP/1.1), all of it; RFC 9110 sections 6.6.1 (Date: we have no clock),
//! 7.2 (Host), 8.3 (Content-Type), 8.6 (Content-Length), 10.1.1 (Expect), 15 (status codes).
//!
//! Contiguous content is lent in place; chunks are joined in place, moving each byte once. Heads
//! are parsed by `httparse`; a request head identical to the previous one is not parsed again.
//!
//! - [`client`]: requests, and responses in order
//! - [`server`]: the server role; requests that are not for the protocol above are answered here
//! - `head`: parsing and checking heads
//! - `coding`: compressed content
//! - `reader`: a head and its content, as they arrive
//!
//! ```
//! use manyrpc_engine::carrier::http1::{Client, Media, Server, Target};
//! use manyrpc_engine::{Buf, Clock, Instant, Limits};
//!
//! const MEDIA: Media = Media { protocol: "a test", sent: "text/plain", accepted: &["text/plain"] };
//! let (limits, clock) = (Limits::default(), Clock::at(Instant::ZERO));
//! let mut client = Client::new(&limits, &MEDIA, Target { host: "example.com", path: "/" });
//! let mut server = Server::new(&limits, &MEDIA);
//! client.ask(1, b"ping");
//! let mut buf = Buf::new();
//! buf.put(client.due());
//! let (exchange, content) = server.next(&mut buf, &clock)?.unwrap();
//! assert_eq!(&buf.data()[content], b"ping");
//! server.answer_with(exchange, b"pong");
//! # Ok::<(), manyrpc_engine::WireError>(())
//! ```

pub mod client;
mod coding;
mod head;
mod reader;
pub mod server;

pub use client::{Client, Target};
pub(crate) use coding::is_identity;
pub use server::{Documents, Server};

/// The start of a response's head, where a protocol says more of its messages than that they are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResponseHead<'a> {
    /// The status code and its phrase: `200 OK`.
    pub status: &'a str,
    /// The type of the content.
    pub content_type: &'a str,
    /// Further fields: names and values.
    pub more: &'a [(&'a str, &'a str)],
    /// And others as they are written, each behind a line break.
    pub written: &'a [u8],
}

/// What precedes the length of content, and what ends a head.
const LENGTH: &[u8] = b"\r\nContent-Length: ";
const FIELDS_END: &[u8] = b"\r\n\r\n";

/// The status of a response without content.
pub(crate) const NO_CONTENT: &str = "204 No Content";

/// A parameter of a content type, without quotes (RFC 9110 section 5.6.6).
pub(crate) fn parameter<'a>(content_type: &'a [u8], name: &str) -> Option<&'a [u8]> {
    let mut rest = content_type;
    loop {
        let at = rest.iter().position(|b| *b == b';')?;
        rest = rest[at + 1..].trim_ascii_start();
        let equals = rest.iter().position(|b| *b == b'=')?;
        let (found, value) = (&rest[..equals], &rest[equals + 1..]);
        let (start, end) = match value.strip_prefix(b"\"") {
            Some(inner) => (1, inner.iter().position(|b| *b == b'"')? + 1),
            None => (
                0,
                value.iter().position(|b| *b == b';').unwrap_or(value.len()),
            ),
        };
        if found.eq_ignore_ascii_case(name.as_bytes()) {
            return Some(value[start..end].trim_ascii());
        }
        rest = &value[end..];
    }
}

/// The charset of a content type, as far as it is known without another look at the head.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Charset {
    #[default]
    Unstated,
    Utf8,
    Other,
}

impl Charset {
    fn of(content_type: &[u8]) -> Self {
        match parameter(content_type, "charset") {
            None => Charset::Unstated,
            Some(name) if name.eq_ignore_ascii_case(UTF_8.as_bytes()) => Charset::Utf8,
            Some(_) => Charset::Other,
        }
    }
}

/// The charset of most messages.
pub(crate) const UTF_8: &str = "utf-8";

/// What a protocol over HTTP defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Media {
    /// The protocol's name, for people.
    pub protocol: &'static str,
    /// The type of the content sent.
    pub sent: &'static str,
    /// The types of the content accepted, in lower case, without parameters.
    pub accepted: &'static [&'static str],
}

impl Media {
    /// Whether the value of a Content-Type field is accepted (RFC 9110 section 8.3.1: type and
    /// subtype in any case, then perhaps parameters).
    pub(crate) fn accepts(&self, value: &[u8]) -> bool {
        let end = value.iter().position(|b| *b == b';');
        let plain = value[..end.unwrap_or(value.len())].trim_ascii();
        let mut accepted = self.accepted.iter();
        accepted.any(|name| plain.eq_ignore_ascii_case(name.as_bytes()))
    }
}
