//! What is written around bodies.
//!
//! Reading list: JSON-RPC 2.0 sections 4 and 5; JSON-RPC 1.0; RFC 8259 section 7. The `id` comes
//! last, so that what stands before a body depends on the method alone.

use alloc::string::String;
use alloc::vec::Vec;

use manyrpc_codec::Buf;
use manyrpc_codec::json::scan;

use super::SCAN;
use super::fault::Error;
use crate::carrier::content_length::decimal;
use crate::name::Path;

/// What a message says of the version it is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Version {
    /// Nothing.
    V1,
    /// `"jsonrpc":"2.0"`.
    V2,
}

/// The name of the method that `path` names, and what a request begins with, kept for the next.
#[derive(Debug, Default)]
pub(super) struct Head {
    interface: String,
    operation: String,
    text: Vec<u8>,
}

const PARAMS: &[u8] = b",\"params\":";

impl Head {
    /// What a request begins with that has `params`.
    #[inline]
    pub(super) fn of(&mut self, path: Path<'_>) -> &[u8] {
        if self.operation != path.operation || self.interface != path.interface {
            self.build(path);
        }
        &self.text
    }

    /// How many bytes at its end are for `params` only.
    pub(super) const fn params() -> usize {
        PARAMS.len()
    }

    #[cold]
    fn build(&mut self, path: Path<'_>) {
        self.interface.clear();
        self.interface.push_str(path.interface);
        self.operation.clear();
        self.operation.push_str(path.operation);
        let mut buf = Buf::new();
        buf.put(b"{\"jsonrpc\":\"2.0\",\"method\":\"");
        if let Some(last) = path.interface.rsplit('.').next().filter(|l| !l.is_empty()) {
            put_escaped(&mut buf, last);
            buf.put(b".");
        }
        put_escaped(&mut buf, path.operation);
        buf.put(b"\"");
        buf.put(PARAMS);
        self.text.clear();
        self.text.extend_from_slice(buf.data());
    }
}

/// The interface and the operation that a method's name says.
pub(super) fn path(method: &str) -> Path<'_> {
    let (interface, operation) = method.rsplit_once('.').unwrap_or(("", method));
    Path {
        interface,
        operation,
    }
}

/// Ends a request of that number; a notification has none.
#[inline]
pub(super) fn end_request(buf: &mut Buf, number: Option<u32>) {
    if let Some(number) = number {
        buf.put(b",\"id\":");
        buf.put(decimal(&mut [0; 20], number.into()));
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
    buf.put(b",\"message\":\"");
    put_escaped(buf, &error.message);
    buf.put(b"\"");
    if is_value(error.data) {
        buf.put(b",\"data\":");
        buf.put(error.data);
    }
    buf.put(b"},\"id\":");
    buf.put(id);
    buf.put(b"}");
}

/// Whether bytes are one value, and in one line: those that an application gives need not be.
fn is_value(data: &[u8]) -> bool {
    !data.is_empty() && !data.contains(&b'\n') && scan::envelope(data, 0..data.len(), &SCAN).is_ok()
}

/// What stands between the quotes of a string.
fn put_escaped(buf: &mut Buf, text: &str) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate() {
        if byte >= b' ' && byte != b'"' && byte != b'\\' {
            continue;
        }
        buf.put(&text.as_bytes()[from..at]);
        match byte {
            b'"' | b'\\' => buf.put(&[b'\\', byte]),
            b'\n' => buf.put(b"\\n"),
            _ => {
                buf.put(b"\\u00");
                buf.put(&[byte >> 4, byte & 15].map(|digit| HEX[usize::from(digit)]));
            }
        }
        from = at + 1;
    }
    buf.put(&text.as_bytes()[from..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped_and_split() {
        let mut head = Head::default();
        let odd = Path {
            interface: "a.b.C",
            operation: "say \"\\\u{1}é",
        };
        for _ in 0..2 {
            let text = core::str::from_utf8(head.of(odd)).unwrap();
            assert_eq!(
                text,
                r#"{"jsonrpc":"2.0","method":"C.say \"\\\u0001é","params":"#
            );
        }
        let bare = Path {
            interface: "",
            operation: "x",
        };
        assert!(head.of(bare).ends_with(b"\"method\":\"x\",\"params\":"));
        assert_eq!(path("x"), bare);
        let full = Path {
            interface: "pkg.Service",
            operation: "op",
        };
        assert_eq!(path("pkg.Service.op"), full);
    }

    #[test]
    fn data_that_is_no_value_is_left_out() {
        let mut buf = Buf::new();
        for data in [&b"{\"a\":[1]}"[..], b"{\"a\":", b"1 2", b"[1,\n2]"] {
            let error = Error {
                code: -1,
                message: "m\n".into(),
                data,
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
