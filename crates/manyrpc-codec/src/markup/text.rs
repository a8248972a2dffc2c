//! Characters between tags, with the necessary escapes (XML 1.0, section 2.4).

use super::cursor::is_character;
use crate::buf::Buf;
use crate::error::{Unencodable, UnencodableKind};
use crate::limits::Limits;
use crate::meta::Field;
use crate::textual::out::Out;
use crate::textual::runs;

/// Appends text between tags; for engines, which know no types.
///
/// # Errors
/// A character that XML lacks; the buffer is then unchanged.
pub fn put_text(buf: &mut Buf, text: &str) -> Result<(), Unencodable> {
    const NO_LIMIT: Limits = Limits {
        bytes: usize::MAX / 2,
        ..Limits::DEFAULT
    };
    let mut out = Out::new(buf, &NO_LIMIT);
    characters(&mut out, &Field::plain("text"), text);
    out.finish()
}

/// The length of the prefix that needs no escape. U+FFFE and U+FFFF begin with the last of these
/// bytes.
#[inline]
fn plain(text: &[u8]) -> usize {
    runs::plain::<b'<', b'&', b'>', 0xef>(text)
}

#[inline]
pub(crate) fn characters(out: &mut Out<'_>, f: &Field, text: &str) {
    if plain(text.as_bytes()) < text.len() {
        return escaped(out, f, text);
    }
    out.put(f, text.as_bytes());
}

/// The same between quotes, where white space other than spaces is escaped as well (section 3.3.3).
pub(crate) fn quoted(out: &mut Out<'_>, f: &Field, text: &str) {
    let special = |b: &u8| matches!(b, b'"' | b'\t' | b'\n');
    let mut rest = text;
    while let Some(at) = rest.as_bytes().iter().position(special) {
        let (before, behind) = rest.split_at(at);
        characters(out, f, before);
        out.put(
            f,
            match behind.as_bytes().first() {
                Some(b'"') => b"&quot;",
                Some(b'\t') => b"&#9;",
                _ => b"&#10;",
            },
        );
        rest = behind.get(1..).unwrap_or_default();
    }
    characters(out, f, rest);
}

#[inline(never)]
fn escaped(out: &mut Out<'_>, f: &Field, text: &str) {
    let mut rest = text;
    loop {
        // Every byte of a non-ASCII character except its first is plain, so this is a boundary.
        let (run, behind) = rest.split_at(plain(rest.as_bytes()));
        out.put(f, run.as_bytes());
        let mut characters = behind.chars();
        let Some(character) = characters.next() else {
            return;
        };
        rest = characters.as_str();
        match character {
            '<' => out.put(f, b"&lt;"),
            '>' => out.put(f, b"&gt;"),
            '&' => out.put(f, b"&amp;"),
            // Section 2.11: alone it would be read as a line feed.
            '\r' => out.put(f, b"&#13;"),
            c if is_character(c) => out.put(f, c.encode_utf8(&mut [0; 4]).as_bytes()),
            c => return out.fail(f, UnencodableKind::Character(c)),
        }
    }
}
