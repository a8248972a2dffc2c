//! gRPC's header fields in requests and replies, and metadata.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::time::Duration;

use manyrpc_codec::Encoding;

use super::message::Compression;
use super::{JSON, PROTO, base64, percent, status, timeout};
use crate::carrier::http2::{Field, Fields};
use crate::fault::Fault;
use crate::name::{CallName, Metadata, Path};

/// The trailer with a status's details.
pub(super) const DETAILS: &[u8] = b"grpc-status-details-bin";

/// A parsed request head.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub(super) name: Arc<CallName>,
    /// The encoding of its messages.
    pub(super) content: Encoding,
    pub(super) timeout: Option<Duration>,
    pub(super) metadata: Option<Arc<Metadata>>,
    /// The compression of its messages.
    pub(super) encoding: Compression,
    /// Whether the client accepts messages compressed with gzip.
    pub(super) accepts_gzip: bool,
}

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It is not a call; answered with an HTTP status.
    Http(u16),
    /// It is a call that cannot be executed.
    Call(Fault),
    /// Its compression is unknown.
    Compression,
}

/// Parses the fields of a request.
pub(super) fn request(fields: &Fields) -> Result<Request, Refusal> {
    if fields.get(b":method") != Some(b"POST") {
        return Err(Refusal::Http(405));
    }
    let content = fields.get(b"content-type").unwrap_or_default();
    // "Requests": other types are answered with 415, so that clients of other protocols understand
    // the refusal.
    let content = encoding(content).ok_or(Refusal::Http(415))?;
    let path = fields.get(b":path").and_then(path);
    let path = path.ok_or(Refusal::Call(Fault::NoSuchOperation))?;
    let pending_events = |what: &str| Refusal::Call(status::with_code(status::INTERNAL, what));
    let timeout = match fields.get(b"grpc-timeout") {
        None => None,
        Some(text) => {
            let timeout =
                timeout::parse(text).ok_or_else(|| pending_events("grpc-timeout is malformed"));
            Some(timeout?)
        }
    };
    let encoding = fields.get(b"grpc-encoding").unwrap_or(b"identity");
    let encoding = Compression::named(encoding).ok_or(Refusal::Compression)?;
    let accepted = fields.get(b"grpc-accept-encoding").unwrap_or_default();
    let mut accepted = accepted.split(|b| *b == b',');
    Ok(Request {
        name: Arc::new(CallName::new(path)),
        content,
        timeout,
        metadata: metadata(fields).map(Arc::new),
        encoding,
        accepts_gzip: accepted.any(|name| name.trim_ascii() == b"gzip"),
    })
}

/// The encoding of a gRPC content type; `None` for other content types.
pub(super) fn encoding(content_type: &[u8]) -> Option<Encoding> {
    let kind = content_type.split(|b| *b == b';').next()?;
    match kind.trim_ascii().strip_prefix(b"application/grpc")? {
        b"" | b"+proto" => Some(PROTO),
        b"+json" => Some(JSON),
        _ => None,
    }
}

/// The content type of an encoding.
pub(super) fn content_type(encoding: Encoding) -> &'static [u8] {
    match encoding {
        JSON => b"application/grpc+json",
        _ => b"application/grpc",
    }
}

/// `/package.Service/Operation`.
fn path(text: &[u8]) -> Option<Path<'_>> {
    let text = core::str::from_utf8(text).ok()?;
    let (interface, operation) = text.strip_prefix('/')?.rsplit_once('/')?;
    (!operation.is_empty()).then_some(Path {
        interface,
        operation,
    })
}

/// The fields that are metadata, if any.
pub(super) fn metadata(fields: &Fields) -> Option<Metadata> {
    let mut metadata = Metadata::new();
    for field in fields.iter().filter(|field| !is_reserved(field.name)) {
        let Ok(name) = core::str::from_utf8(field.name) else {
            continue;
        };
        if !name.ends_with("-bin") {
            metadata.push(name, field.value);
            continue;
        }
        // "Custom-Metadata": several values may have been joined by commas.
        for value in field.value.split(|b| *b == b',') {
            if let Some(bytes) = base64::decode(value.trim_ascii()) {
                metadata.push(name, bytes);
            }
        }
    }
    (!metadata.is_empty()).then_some(metadata)
}

/// Fields reserved by HTTP and gRPC.
fn is_reserved(name: &[u8]) -> bool {
    let known: [&[u8]; 9] = [
        status::OWN_CODE.as_bytes(),
        b"content-type",
        b"te",
        b"user-agent",
        b"content-length",
        b"accept-encoding",
        b"date",
        b"server",
        b"connection",
    ];
    name.starts_with(b":") || name.starts_with(b"grpc-") || known.contains(&name)
}

/// Encoded metadata values, for [`fields`] to borrow.
pub(super) fn written(metadata: &Metadata) -> Vec<Vec<u8>> {
    let values = metadata.iter().map(|(name, value)| match name {
        name if name.ends_with("-bin") => base64::encode(value),
        _ => value.to_vec(),
    });
    values.collect()
}

/// Metadata as header fields. Reserved and invalid names and values are omitted.
pub(super) fn fields<'m>(
    metadata: &'m Metadata,
    written: &'m [Vec<u8>],
) -> impl Iterator<Item = Field<'m>> {
    use crate::carrier::http2::head::{is_name, is_value};
    let pairs = metadata.iter().zip(written);
    let fields = pairs.map(|((name, _), value)| Field::varying(name.as_bytes(), value));
    fields.filter(|f| !is_reserved(f.name) && is_name(f.name) && is_value(f.value))
}

/// The result in a call's trailers: `None` for success; a missing status is a fault that reports
/// that.
pub(super) fn ending(fields: &Fields) -> Option<Fault> {
    let Some(text) = fields.get(b"grpc-status") else {
        let what = "the reply ends without a status";
        return Some(status::with_code(status::UNKNOWN, what));
    };
    if text == b"0" {
        return None;
    }
    let number = core::str::from_utf8(text).ok().and_then(|t| t.parse().ok());
    let code: i32 = number.unwrap_or(status::UNKNOWN);
    if code == status::OK {
        return None;
    }
    let message = percent::decode(fields.get(b"grpc-message").unwrap_or_default());
    let details = fields.get(DETAILS);
    let details = details.and_then(base64::decode).unwrap_or_default();
    let own = fields.get(status::OWN_CODE.as_bytes());
    let own = own.and_then(|text| core::str::from_utf8(text).ok()?.parse().ok());
    Some(match own {
        Some(own) => status::from_application(own, message, details),
        None => status::from_wire(code, message, details),
    })
}

/// The decimal digits of a status.
pub(super) fn digits(code: i32) -> alloc::string::String {
    alloc::format!("{code}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_have_two_parts() {
        let both = |text: &'static str| path(text.as_bytes()).map(|p| (p.interface, p.operation));
        assert_eq!(both("/a.B/C"), Some(("a.B", "C")));
        assert_eq!(both("/C"), None);
        assert_eq!(both("a.B/C"), None);
        assert_eq!(both("/a.B/"), None);
    }

    #[test]
    fn content_types_name_a_syntax() {
        assert_eq!(encoding(b"application/grpc"), Some(PROTO));
        assert_eq!(encoding(b"application/grpc+proto"), Some(PROTO));
        assert_eq!(encoding(b"application/grpc+json; a=b"), Some(JSON));
        for other in [
            "",
            "application/json",
            "application/grpc-web",
            "application/grpc+xml",
        ] {
            assert_eq!(encoding(other.as_bytes()), None, "{other}");
        }
    }

    #[test]
    fn reserved_fields_are_no_metadata() {
        let list = [
            Field::new(b":path", b"/a/b"),
            Field::new(b"te", b"trailers"),
            Field::new(b"grpc-timeout", b"1S"),
            Field::new(b"x-text", b"one, two"),
            Field::new(b"x-raw-bin", b"AAE,/w=="),
            Field::new(b"x-bad-bin", b"?"),
        ];
        let fields: Fields = list.into_iter().collect();
        let metadata = metadata(&fields).unwrap();
        let pairs: Vec<_> = metadata.iter().collect();
        let expected: [(&str, &[u8]); 3] = [
            ("x-text", b"one, two"),
            ("x-raw-bin", &[0, 1]),
            ("x-raw-bin", &[255]),
        ];
        assert_eq!(pairs, expected);
        let written = written(&metadata);
        let fields: Fields = super::fields(&metadata, &written).collect();
        assert_eq!(fields.get(b"x-raw-bin"), Some(&b"AAE"[..]));
        assert_eq!(fields.len(), 3);
    }
}
