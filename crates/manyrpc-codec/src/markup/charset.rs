//! Documents in other encodings than UTF-8.
//!
//! Reading list: XML 1.0, sections 4.3.3 and F.1 (detection from the first bytes); RFC 7303,
//! section 3 (the carrier's charset comes after a byte order mark and before the declaration in
//! precedence).

use alloc::borrow::Cow;
use alloc::string::String;

use super::declaration::{declaration, is_declared};
use crate::error::{Malformed, MalformedKind};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Charset {
    Utf8,
    Ascii,
    Latin1,
    Utf16Le,
    Utf16Be,
}

/// Converts a document to UTF-8, keeping its byte order mark; returns the bytes themselves if they
/// are UTF-8 already. `declared` is the carrier's charset (of a content type), if any. Supports
/// UTF-8, US-ASCII, ISO-8859-1 and UTF-16, and produces at most `max` bytes.
///
/// # Errors
/// Another encoding, or bytes that are invalid in the declared one.
pub fn to_utf8<'a>(
    bytes: &'a [u8],
    declared: Option<&str>,
    max: usize,
) -> Result<Cow<'a, [u8]>, Malformed> {
    let fail = |offset, kind| Malformed { kind, offset };
    let text = match charset(bytes, declared)? {
        Charset::Utf8 => return Ok(Cow::Borrowed(bytes)),
        Charset::Ascii => match bytes.iter().position(|b| !b.is_ascii()) {
            None => return Ok(Cow::Borrowed(bytes)),
            Some(at) => {
                let kind = MalformedKind::Refused("a byte that is not US-ASCII");
                return Err(fail(at, kind));
            }
        },
        // Each byte is the character with that number.
        Charset::Latin1 if bytes.is_ascii() => return Ok(Cow::Borrowed(bytes)),
        Charset::Latin1 => bytes.iter().map(|b| char::from(*b)).collect(),
        Charset::Utf16Le => utf16(bytes, u16::from_le_bytes)?,
        Charset::Utf16Be => utf16(bytes, u16::from_be_bytes)?,
    };
    if text.len() > max {
        let (count, max) = (text.len() as u64, max as u64);
        return Err(fail(0, MalformedKind::TooLong { count, max }));
    }
    Ok(Cow::Owned(text.into_bytes()))
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, Malformed> {
    let (units, rest) = bytes.as_chunks::<2>();
    let units = units.iter().map(|bytes| unit(*bytes));
    let mut offset = 0;
    let text = char::decode_utf16(units)
        .inspect(|c| offset += c.as_ref().map_or(0, |c| c.len_utf16() * 2))
        .collect::<Result<String, _>>();
    match text {
        Ok(text) if rest.is_empty() => Ok(text),
        _ => Err(Malformed {
            kind: MalformedKind::Refused("what is not UTF-16"),
            offset,
        }),
    }
}

fn charset(bytes: &[u8], declared: Option<&str>) -> Result<Charset, Malformed> {
    match bytes {
        [0xef, 0xbb, 0xbf, ..] => return Ok(Charset::Utf8),
        [0xfe, 0xff, ..] => return Ok(Charset::Utf16Be),
        [0xff, 0xfe, ..] => return Ok(Charset::Utf16Le),
        // Without a mark: `<` in two-byte units.
        [0, b'<', ..] => return Ok(Charset::Utf16Be),
        [b'<', 0, ..] => return Ok(Charset::Utf16Le),
        _ => {}
    }
    let said = match declared
        .map(str::trim_ascii)
        .filter(|name| !name.is_empty())
    {
        Some(name) => named(name.as_bytes()),
        None if !is_declared(bytes) => Some(Charset::Utf8),
        None => match declaration(bytes) {
            Some(declared) => declared.encoding.map_or(Some(Charset::Utf8), named),
            None => return Err(refused("what is no XML declaration")),
        },
    };
    said.ok_or_else(|| refused("the document's character encoding"))
}

fn refused(what: &'static str) -> Malformed {
    Malformed {
        kind: MalformedKind::Refused(what),
        offset: 0,
    }
}

/// The name of a charset, as in RFC 1345, limited to those in use.
fn named(name: &[u8]) -> Option<Charset> {
    let name = name.trim_ascii();
    let name = name.strip_prefix(b"\"").unwrap_or(name);
    let name = name
        .strip_suffix(b"\"")
        .unwrap_or(name)
        .to_ascii_lowercase();
    Some(match &name[..] {
        b"utf-8" | b"utf8" => Charset::Utf8,
        b"us-ascii" | b"ascii" | b"ansi_x3.4-1968" | b"iso646-us" => Charset::Ascii,
        b"iso-8859-1" | b"iso8859-1" | b"iso_8859-1" | b"latin1" | b"latin-1" | b"l1" => {
            Charset::Latin1
        }
        // Neither a mark nor two-byte units were found (section 4.3.3 requires a mark): big-endian,
        // RFC 2781, section 4.3.
        b"utf-16" | b"utf-16be" => Charset::Utf16Be,
        b"utf-16le" => Charset::Utf16Le,
        _ => return None,
    })
}
