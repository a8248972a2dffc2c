//! Framing that several protocols share.
//!
//! - [`arrival`]: what is lent and what is missing of a stream
//! - [`record_mark`]: fragments with a last-fragment bit, RFC 5531 section 11
//! - [`length_prefix`]: a message after its length, nothing else
//! - [`content_length`]: a message after header lines that say its length
//! - [`lines`]: a message in each line
//! - `http1`: requests and responses, RFC 9112
//! - `http2`: many streams of fields and data on one, RFC 9113
//! - `messages`: calls in messages of text, over lines, lengths or HTTP/1
//! - `outbox`: what is complete and waits to be sent on a stream

pub mod arrival;
pub mod content_length;
#[cfg(feature = "http1")]
pub mod http1;
#[cfg(feature = "http2")]
pub mod http2;
pub mod length_prefix;
pub mod lines;
#[cfg(feature = "http1")]
pub mod messages;
pub(crate) mod outbox;
pub mod record_mark;

/// Whether what a peer says first is an alert of TLS, of any version since SSL 3 (RFC 8446, section
/// 5.1): it was called without TLS on a port where it wants that.
#[inline]
pub(crate) fn is_tls_alert(first: &[u8]) -> bool {
    matches!(first, [0x15, 0x03, ..])
}
