//! The text around bodies.
//!
//! Reading list: XML-RPC Specification; XML 1.0 section 2.4.

use manyrpc_codec::Buf;
use manyrpc_codec::xml::scan;

use super::SCAN;
use crate::carrier::content_length::decimal;
use crate::carrier::messages::Several;

/// Begins a call of that method.
#[inline]
pub(super) fn begin_request(buf: &mut Buf, method: &str) {
    buf.put(b"<?xml version=\"1.0\"?><methodCall><methodName>");
    put_escaped(buf, method);
    buf.put(b"</methodName><params>");
}

/// What a call ends with.
pub(super) const REQUEST_END: &[u8] = b"</params></methodCall>";

/// Begins one of several calls.
pub(super) fn begin_member(buf: &mut Buf, method: &str) {
    buf.put(b"<value><struct><member><name>methodName</name><value>");
    put_escaped(buf, method);
    buf.put(b"</value></member><member><name>params</name><value><array><data>");
}

/// What it ends with.
pub(super) const MEMBER_END: &[u8] = b"</data></array></value></member></struct></value>";

/// Takes away the `<param>` around each of the values that begin at `start`: in arrays they stand
/// by themselves.
pub(super) fn unwrap_params(buf: &mut Buf, start: usize) {
    let all = start..buf.len();
    // What is no list of parameters stays as the application has it.
    let Ok(values) = scan::params_of(buf.data(), all, usize::MAX, &SCAN) else {
        return;
    };
    let mut end = start;
    for value in values {
        let bytes = value.len();
        buf.data_mut().copy_within(value, end);
        end += bytes;
    }
    buf.truncate(end);
}

/// What stands around several calls.
pub(super) const CALLS: Several = Several {
    open: b"<?xml version=\"1.0\"?><methodCall><methodName>system.multicall</methodName>\
        <params><param><value><array><data>",
    between: b"",
    close: b"</data></array></value></param></params></methodCall>",
};

/// What stands around their results.
pub(super) const RESULTS: Several = Several {
    open: b"<?xml version=\"1.0\"?><methodResponse><params><param><value><array><data>",
    between: b"",
    close: b"</data></array></value></param></params></methodResponse>",
};

/// Before and behind the one result of a call among several.
pub(super) const ELEMENT: &[u8] = b"<value><array><data>";
pub(super) const ELEMENT_END: &[u8] = b"</data></array></value>";

/// What a reply with results begins with.
pub(super) const RESULT: &[u8] = b"<?xml version=\"1.0\"?><methodResponse><params>";
/// What it ends with.
pub(super) const RESULT_END: &[u8] = b"</params></methodResponse>";
/// What stands in a reply that has no result: the specification wants one.
pub(super) const NO_RESULT: &[u8] = b"<param><value><string></string></value></param>";

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
    if !text.contains(special) {
        return buf.put(text.as_bytes());
    }
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
    fn names_are_escaped() {
        let mut buf = Buf::new();
        begin_request(&mut buf, "C<.x&&y\u{1}é>");
        let text = core::str::from_utf8(buf.data()).unwrap();
        let name = "C&lt;.x&amp;&amp;y\u{fffd}é&gt;";
        let start = "<?xml version=\"1.0\"?><methodCall><methodName>";
        assert_eq!(text, alloc::format!("{start}{name}</methodName><params>"));
    }

    #[test]
    fn values_lose_their_param() {
        let mut buf = Buf::new();
        buf.put(b"kept<param><value>a</value></param> <param> <value/></param>");
        unwrap_params(&mut buf, 4);
        assert_eq!(buf.data(), b"kept<value>a</value><value/>");
    }
}
