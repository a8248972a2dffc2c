//! The text around bodies.
//!
//! Reading list: JSON-RPC 2.0 sections 4 and 5; JSON-RPC 1.0; RFC 8259 section 7. The `id` comes
//! last, so that the text before a body depends only on the method.

use manyrpc_codec::Buf;
use manyrpc_codec::json::{put_text, scan};

use super::SCAN;
use super::error::Error;
use super::version::Version;
use crate::carrier::content_length::decimal;

/// Begins a request, up to the value of `params`.
#[inline]
pub(super) fn begin_request(buf: &mut Buf, version: Version, method: &str) {
    buf.put(match version {
        Version::V1 => b"{\"method\":",
        Version::V2 => b"{\"jsonrpc\":\"2.0\",\"method\":",
    });
    put_text(buf, method);
    buf.put(PARAMS);
}

const PARAMS: &[u8] = b",\"params\":";

/// Ends a request whose parameters begin at `body`; a notification has no number. Version 1.0
/// requires all members.
#[inline]
pub(super) fn end_request(buf: &mut Buf, version: Version, body: usize, number: Option<u32>) {
    let is_empty = buf.len() == body;
    match version {
        Version::V1 if is_empty => buf.put(b"[]"),
        Version::V2 if is_empty => buf.truncate(body - PARAMS.len()),
        _ => {}
    }
    match (version, number) {
        (_, Some(number)) => {
            buf.put(b",\"id\":");
            buf.put(decimal(&mut [0; 20], number.into()));
        }
        (Version::V1, None) => buf.put(b",\"id\":null"),
        (Version::V2, None) => {}
    }
    buf.put(b"}");
}

/// Begins a reply with a result.
#[inline]
pub(super) fn begin_result(buf: &mut Buf, version: Version) {
    buf.put(match version {
        Version::V1 => b"{\"result\":",
        Version::V2 => b"{\"jsonrpc\":\"2.0\",\"result\":",
    });
}

/// Ends a reply with a result.
#[inline]
pub(super) fn end_result(buf: &mut Buf, version: Version, id: &[u8]) {
    buf.put(match version {
        Version::V1 => b",\"error\":null,\"id\":",
        Version::V2 => b",\"id\":",
    });
    buf.put(id);
    buf.put(b"}");
}

/// Writes a reply with an error.
#[cold]
pub(super) fn put_error(buf: &mut Buf, version: Version, error: &Error<'_>, id: &[u8]) {
    buf.put(match version {
        Version::V1 => b"{\"result\":null,\"error\":{\"code\":",
        Version::V2 => b"{\"jsonrpc\":\"2.0\",\"error\":{\"code\":",
    });
    if error.code < 0 {
        buf.put(b"-");
    }
    buf.put(decimal(&mut [0; 20], error.code.unsigned_abs().into()));
    buf.put(b",\"message\":");
    put_text(buf, &error.message);
    if is_value(&error.data) {
        buf.put(b",\"data\":");
        buf.put(&error.data);
    }
    buf.put(b"},\"id\":");
    buf.put(id);
    buf.put(b"}");
}

/// An exception with its members, which are an object.
pub(super) fn put_exception(buf: &mut Buf, name: &str, members: &[u8]) {
    buf.put(b"{\"exception\":");
    put_text(buf, name);
    buf.put(b",\"members\":");
    buf.put(members);
    buf.put(b"}");
}

/// Whether this is one value, on one line: an application's data need not be.
fn is_value(data: &[u8]) -> bool {
    !data.is_empty() && !data.contains(&b'\n') && scan::envelope(data, 0..data.len(), &SCAN).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped() {
        let mut buf = Buf::new();
        begin_request(&mut buf, Version::V2, "C.say \"\\\u{1}é");
        let text = core::str::from_utf8(buf.data()).unwrap();
        let want = r#"{"jsonrpc":"2.0","method":"C.say \"\\\u0001é","params":"#;
        assert_eq!(text, want);
    }

    #[test]
    fn data_that_is_no_value_is_left_out() {
        let mut buf = Buf::new();
        for data in [&b"{\"a\":[1]}"[..], b"{\"a\":", b"1 2", b"[1,\n2]"] {
            let error = Error {
                code: -1,
                message: "m\n".into(),
                data: data.into(),
            };
            put_error(&mut buf, Version::V1, &error, b"7");
            buf.put(b"\n");
        }
        let without = r#"{"result":null,"error":{"code":-1,"message":"m\n"},"id":7}"#;
        let with = without.replace("n\"}", "n\",\"data\":{\"a\":[1]}}");
        let want = [&with, without, without, without].map(|l| alloc::format!("{l}\n"));
        assert_eq!(core::str::from_utf8(buf.data()), Ok(&*want.concat()));
    }
}
