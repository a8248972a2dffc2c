//! Text and numbers within XML.
//!
//! Reading list: XML 1.0 sections 2.2 (characters), 2.4 (escapes) and 2.11 (line ends).

use manyrpc_codec::Buf;

use super::content_length::decimal;

/// Text with special characters escaped, and invalid ones replaced: as content, or within double quotes.
pub(crate) fn put_escaped(buf: &mut Buf, text: &str) {
    if !text.contains(special) {
        return buf.put(text.as_bytes());
    }
    for part in text.split_inclusive(special) {
        let plain = part.trim_end_matches(special);
        buf.put(plain.as_bytes());
        match part.as_bytes().get(plain.len()) {
            Some(b'&') => buf.put(b"&amp;"),
            Some(b'<') => buf.put(b"&lt;"),
            Some(b'>') => buf.put(b"&gt;"),
            Some(b'"') => buf.put(b"&quot;"),
            Some(b'\r') => buf.put(b"&#13;"),
            Some(_) => buf.put("\u{fffd}".as_bytes()),
            None => {}
        }
    }
}

fn special(c: char) -> bool {
    matches!(c, '&' | '<' | '>' | '"' | '\u{fffe}' | '\u{ffff}')
        || c < ' ' && c != '\t' && c != '\n'
}

/// A number in decimal.
pub(crate) fn put_integer(buf: &mut Buf, number: i32) {
    if number < 0 {
        buf.put(b"-");
    }
    buf.put(decimal(&mut [0; 20], number.unsigned_abs().into()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        let mut buf = Buf::new();
        put_escaped(&mut buf, "a<b>&&\"c\"\u{1}é\r");
        put_integer(&mut buf, i32::MIN);
        let expected = "a&lt;b&gt;&amp;&amp;&quot;c&quot;\u{fffd}é&#13;-2147483648";
        assert_eq!(buf.data(), expected.as_bytes());
    }
}
