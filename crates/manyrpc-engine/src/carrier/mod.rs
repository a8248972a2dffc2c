//! Framing that several protocols share.
//!
//! - [`arrival`]: receive state of a stream
//! - [`record_mark`]: fragments with a last-fragment bit, RFC 5531 section 11
//! - [`length_prefix`]: a message after its length
//! - [`content_length`]: a message after header lines with its length
//! - [`lines`]: one message per line
//! - [`fields`]: lists of header fields
//! - [`exchange`]: requests and responses of HTTP whose framing somebody else does
//! - `http1`: requests and responses, RFC 9112
//! - `http2`: multiplexed streams of header fields and data, RFC 9113
//! - `messages`: calls in text messages, over lines, lengths or HTTP/1
//! - `markup`: text and numbers within XML
//! - `gzip`: compressed content
//! - `outbox`: output of a stream
//! - `kept`: the same, with messages that may be needed again

pub mod arrival;
pub mod content_length;
pub mod exchange;
pub mod fields;
#[cfg(any(feature = "grpc", feature = "http1"))]
pub(crate) mod gzip;
#[cfg(feature = "http1")]
pub mod http1;
#[cfg(feature = "http2")]
pub mod http2;
#[cfg(feature = "corba")]
pub(crate) mod kept;
pub mod length_prefix;
pub mod lines;
#[cfg(any(feature = "soap", feature = "xmlrpc"))]
pub(crate) mod markup;
#[cfg(feature = "http1")]
pub mod messages;
pub(crate) mod outbox;
pub mod record_mark;

/// Whether a peer's first bytes are a TLS alert, of any version since SSL 3 (RFC 8446 section 5.1):
/// it was called without TLS on a TLS port.
#[inline]
pub(crate) fn is_tls_alert(first: &[u8]) -> bool {
    matches!(first, [0x15, 0x03, ..])
}
