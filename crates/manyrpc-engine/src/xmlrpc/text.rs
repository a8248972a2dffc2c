//! What is written around bodies.
//!
//! Reading list: XML-RPC Specification; XML 1.0 section 2.4.

use alloc::string::String;
use alloc::vec::Vec;

use manyrpc_codec::Buf;

use crate::carrier::content_length::decimal;
use crate::name::Path;

/// What a request begins with, kept for the next one.
#[derive(Debug, Default)]
pub(super) struct Head {
    interface: String,
    operation: String,
    text: Vec<u8>,
}

impl Head {
    /// What a request begins with.
    #[inline]
    pub(super) fn of(&mut self, path: Path<'_>) -> &[u8] {
        if self.operation != path.operation || self.interface != path.interface {
            self.build(path);
        }
        &self.text
    }

    #[cold]
    fn build(&mut self, path: Path<'_>) {
        self.interface.clear();
        self.interface.push_str(path.interface);
        self.operation.clear();
        self.operation.push_str(path.operation);
        let mut buf = Buf::new();
        buf.put(b"<?xml version=\"1.0\"?><methodCall><methodName>");
        if let Some(last) = path.interface.rsplit('.').next().filter(|l| !l.is_empty()) {
            put_escaped(&mut buf, last);
            buf.put(b".");
        }
        put_escaped(&mut buf, path.operation);
        buf.put(b"</methodName><params>");
        self.text.clear();
        self.text.extend_from_slice(buf.data());
    }
}

/// What a request ends with.
pub(super) const REQUEST_END: &[u8] = b"</params></methodCall>";
/// What a reply with results begins with.
pub(super) const RESULT: &[u8] = b"<?xml version=\"1.0\"?><methodResponse><params>";
/// What it ends with.
pub(super) const RESULT_END: &[u8] = b"</params></methodResponse>";
/// What stands in a reply that has no result: the specification wants one.
pub(super) const NO_RESULT: &[u8] = b"<param><value><string></string></value></param>";

/// The interface and the operation that a method's name says.
pub(super) fn path(method: &str) -> Path<'_> {
    let (interface, operation) = method.rsplit_once('.').unwrap_or(("", method));
    Path {
        interface,
        operation,
    }
}

/// Writes a reply that is a fault.
#[cold]
pub(super) fn put_fault(buf: &mut Buf, code: i32, message: &str) {
    buf.put(b"<?xml version=\"1.0\"?><methodResponse><fault>");
    put_fault_value(buf, code, message);
    buf.put(b"</fault></methodResponse>");
}

/// The struct that says a fault.
pub(super) fn put_fault_value(buf: &mut Buf, code: i32, message: &str) {
    buf.put(b"<value><struct><member><name>faultCode</name><value><int>");
    if code < 0 {
        buf.put(b"-");
    }
    buf.put(decimal(&mut [0; 20], code.unsigned_abs().into()));
    buf.put(b"</int></value></member><member><name>faultString</name><value><string>");
    put_escaped(buf, message);
    buf.put(b"</string></value></member></struct></value>");
}

/// Text with what XML takes for something else escaped, and what it cannot have replaced.
fn put_escaped(buf: &mut Buf, text: &str) {
    for part in text.split_inclusive(|c: char| special(c)) {
        let plain = part.trim_end_matches(special);
        buf.put(plain.as_bytes());
        match part.as_bytes().get(plain.len()) {
            Some(b'&') => buf.put(b"&amp;"),
            Some(b'<') => buf.put(b"&lt;"),
            Some(b'>') => buf.put(b"&gt;"),
            Some(b'\r') => buf.put(b"&#13;"),
            Some(_) => buf.put("\u{fffd}".as_bytes()),
            None => {}
        }
    }
}

fn special(c: char) -> bool {
    matches!(c, '&' | '<' | '>' | '\u{fffe}' | '\u{ffff}') || c < ' ' && c != '\t' && c != '\n'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_words_are_escaped() {
        let mut head = Head::default();
        let odd = Path {
            interface: "a.b.C<",
            operation: "x&&y\u{1}é>",
        };
        for _ in 0..2 {
            let text = core::str::from_utf8(head.of(odd)).unwrap();
            let name = "C&lt;.x&amp;&amp;y\u{fffd}é&gt;";
            let start = "<?xml version=\"1.0\"?><methodCall><methodName>";
            assert_eq!(text, alloc::format!("{start}{name}</methodName><params>"));
        }
        assert_eq!(path("pkg.Service.op").interface, "pkg.Service");
        assert_eq!(path("op").interface, "");
    }
}
