//! Any bytes as arguments of systems that write text: their hexadecimal digits as a string.

use std::borrow::Cow;

use manyrpc_driver::sim::counter::Costume;
use manyrpc_engine::Buf;

pub(crate) const JSON: Costume = Costume {
    on: |bytes, into| wrapped(b"[\"", bytes, b"\"]", into),
    off: |text| unwrapped(b"[\"", text, b"\"]"),
};

pub(crate) const XML: Costume = Costume {
    on: |bytes, into| wrapped(b"<param><value>", bytes, b"</value></param>", into),
    off: |text| unwrapped(b"<param><value>", text, b"</value></param>"),
};

fn wrapped(before: &[u8], bytes: &[u8], behind: &[u8], into: &mut Buf) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    into.put(before);
    for byte in bytes {
        into.put(&[byte >> 4, byte & 15].map(|digit| DIGITS[usize::from(digit)]));
    }
    into.put(behind);
}

fn unwrapped<'a>(before: &[u8], text: &'a [u8], behind: &[u8]) -> Cow<'a, [u8]> {
    let inside = text.strip_prefix(before);
    let inside = inside.and_then(|text| text.strip_suffix(behind));
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    let byte = |pair: &[u8]| match pair {
        [high, low] => u8::try_from(digit(high)? << 4 | digit(low)?).ok(),
        _ => None,
    };
    let bytes: Option<_> = inside.and_then(|text| text.chunks(2).map(byte).collect());
    Cow::Owned(bytes.unwrap_or_default())
}
