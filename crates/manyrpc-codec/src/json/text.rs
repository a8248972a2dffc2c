//! Strings, with the necessary escapes (RFC 8259, section 7).

use crate::buf::Buf;
use crate::chars;
use crate::limits::Limits;
use crate::meta::Field;
use crate::textual::out::Out;
use crate::textual::runs;

/// Appends a JSON string; for engines, which know no types.
pub fn put_text(buf: &mut Buf, text: &str) {
    const NO_LIMIT: Limits = Limits {
        bytes: usize::MAX / 2,
        ..Limits::DEFAULT
    };
    string(&mut Out::new(buf, &NO_LIMIT), &Field::plain("text"), text);
}

/// The length of the prefix that needs no escape.
#[inline]
pub(super) fn plain(text: &[u8]) -> usize {
    runs::plain::<b'"', b'\\', b'"', b'"'>(text)
}

#[inline]
pub(super) fn string(out: &mut Out<'_>, f: &Field, text: &str) {
    let text = text.as_bytes();
    if plain(text) < text.len() {
        return escaped(out, f, text);
    }
    out.write(f, text.len() + 2, |space| {
        let (quote, space) = space.split_at_mut(1);
        let (inside, space) = space.split_at_mut(text.len());
        quote[0] = b'"';
        chars::copy(inside, text);
        space[0] = b'"';
        text.len() + 2
    });
}

#[inline(never)]
fn escaped(out: &mut Out<'_>, f: &Field, text: &[u8]) {
    out.put_byte(f, b'"');
    let mut rest = text;
    loop {
        let (run, behind) = rest.split_at(plain(rest));
        out.put(f, run);
        let Some((byte, behind)) = behind.split_first() else {
            break;
        };
        rest = behind;
        match byte {
            b'"' => out.put(f, b"\\\""),
            b'\\' => out.put(f, b"\\\\"),
            0x08 => out.put(f, b"\\b"),
            0x0c => out.put(f, b"\\f"),
            b'\n' => out.put(f, b"\\n"),
            b'\r' => out.put(f, b"\\r"),
            b'\t' => out.put(f, b"\\t"),
            control => {
                let digit = |d: u8| b"0123456789abcdef"[usize::from(d & 15)];
                let escape = [
                    b'\\',
                    b'u',
                    b'0',
                    b'0',
                    digit(control >> 4),
                    digit(*control),
                ];
                out.put(f, &escape);
            }
        }
    }
    out.put_byte(f, b'"');
}
