//! The text around bodies.
//!
//! Reading list: XML-RPC Specification; XML 1.0 section 2.4.

use manyrpc_codec::Buf;
use manyrpc_codec::xml::scan;

use super::SCAN;
use crate::carrier::markup::{put_escaped, put_integer};
use crate::carrier::messages::Delimiters;

/// Begins a call of that method.
#[inline]
pub(super) fn begin_request(buf: &mut Buf, method: &str) {
    buf.put(b"<?xml version=\"1.0\"?><methodCall><methodName>");
    put_escaped(buf, method);
    buf.put(b"</methodName><params>");
}

/// The end of a call.
pub(super) const REQUEST_END: &[u8] = b"</params></methodCall>";

/// Begins a call of a batch.
pub(super) fn begin_member(buf: &mut Buf, method: &str) {
    buf.put(b"<value><struct><member><name>methodName</name><value>");
    put_escaped(buf, method);
    buf.put(b"</value></member><member><name>params</name><value><array><data>");
}

/// Its end.
pub(super) const MEMBER_END: &[u8] = b"</data></array></value></member></struct></value>";

/// Removes the `<param>` around each of the values that begin at `start`: array elements have none.
pub(super) fn unwrap_params(buf: &mut Buf, start: usize) {
    let all = start..buf.len();
    // Anything but a list of parameters is left unchanged.
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

/// The delimiters of a batch of calls.
pub(super) const CALLS: Delimiters = Delimiters {
    open: b"<?xml version=\"1.0\"?><methodCall><methodName>system.multicall</methodName>\
        <params><param><value><array><data>",
    between: b"",
    close: b"</data></array></value></param></params></methodCall>",
};

/// The delimiters of their results.
pub(super) const RESULTS: Delimiters = Delimiters {
    open: b"<?xml version=\"1.0\"?><methodResponse><params><param><value><array><data>",
    between: b"",
    close: b"</data></array></value></param></params></methodResponse>",
};

/// Before and after the single result of a call in a batch.
pub(super) const ELEMENT: &[u8] = b"<value><array><data>";
pub(super) const ELEMENT_END: &[u8] = b"</data></array></value>";

/// The beginning of a reply with results.
pub(super) const RESULT: &[u8] = b"<?xml version=\"1.0\"?><methodResponse><params>";
/// Its end.
pub(super) const RESULT_END: &[u8] = b"</params></methodResponse>";
/// The result in a reply without one, as the specification requires.
pub(super) const NO_RESULT: &[u8] = b"<param><value><string></string></value></param>";

/// Writes a fault reply.
#[cold]
pub(super) fn put_fault(buf: &mut Buf, code: i32, message: &str) {
    buf.put(b"<?xml version=\"1.0\"?><methodResponse><fault>");
    put_fault_value(buf, code, message);
    buf.put(b"</fault></methodResponse>");
}

/// Writes a fault's struct.
pub(super) fn put_fault_value(buf: &mut Buf, code: i32, message: &str) {
    buf.put(b"<value><struct><member><name>faultCode</name><value><int>");
    put_integer(buf, code);
    buf.put(b"</int></value></member><member><name>faultString</name><value><string>");
    put_escaped(buf, message);
    buf.put(b"</string></value></member></struct></value>");
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
