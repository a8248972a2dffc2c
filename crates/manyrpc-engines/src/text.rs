//! Arbitrary bytes as arguments of text protocols.

use std::borrow::Cow;

use manyrpc_engine::Buf;

/// A string as the only argument, in the form of a text protocol.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    /// The text before the string.
    pub before: &'static [u8],
    /// The text after the string.
    pub behind: &'static [u8],
    /// Appends arbitrary bytes as a string of hexadecimal digits.
    pub put: fn(&[u8], &mut Buf),
    /// The bytes that were appended; empty if there were none.
    pub get: fn(&[u8]) -> Cow<'_, [u8]>,
}

impl Text {
    /// A JSON array with one string.
    pub const JSON: Text = Text {
        before: b"[\"",
        behind: b"\"]",
        put: |bytes, into| Text::JSON.wrap(bytes, into),
        get: |text| Text::JSON.unwrap(text),
    };

    /// A `<param>` of XML-RPC.
    pub const XML: Text = Text {
        before: b"<param><value>",
        behind: b"</value></param>",
        put: |bytes, into| Text::XML.wrap(bytes, into),
        get: |text| Text::XML.unwrap(text),
    };

    /// The body of a SOAP message without an element, so that the call's action names its operation, and a comment in it.
    pub const SOAP: Text = Text {
        before: b"<soap:Body><!--",
        behind: b"--></soap:Body></soap:Envelope>",
        put: |bytes, into| Text::SOAP.wrap(bytes, into),
        get: |text| Text::SOAP.unwrap(sent(text)),
    };

    /// A string with as many letters as there are bytes.
    pub fn letters(&self, bytes: &[u8]) -> Vec<u8> {
        let letters: Vec<u8> = bytes.iter().map(|b| b'a' + b % 26).collect();
        [self.before, &letters, self.behind].concat()
    }

    fn wrap(&self, bytes: &[u8], into: &mut Buf) {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        into.put(self.before);
        for byte in bytes {
            into.put(&[byte >> 4, byte & 15].map(|digit| DIGITS[usize::from(digit)]));
        }
        into.put(self.behind);
    }

    fn unwrap<'a>(&self, text: &'a [u8]) -> Cow<'a, [u8]> {
        let inside = text.strip_prefix(self.before);
        let inside = inside.and_then(|text| text.strip_suffix(self.behind));
        let digit = |byte: &u8| char::from(*byte).to_digit(16);
        let byte = |pair: &[u8]| match pair {
            [high, low] => u8::try_from(digit(high)? << 4 | digit(low)?).ok(),
            _ => None,
        };
        let bytes: Option<_> = inside.and_then(|text| text.chunks(2).map(byte).collect());
        Cow::Owned(bytes.unwrap_or_default())
    }
}

/// What was written of a received body: all of it, but of a body that is a whole message only what an engine has not
/// written.
pub fn sent(received: &[u8]) -> &[u8] {
    const BODY: &[u8] = Text::SOAP.before;
    let mut places = received.windows(BODY.len());
    let is_message = received.starts_with(b"<?xml") && received.ends_with(Text::SOAP.behind);
    let at = places.position(|part| part == BODY).filter(|_| is_message);
    &received[at.unwrap_or(0)..]
}
