//! Base64 (RFC 4648, sections 4 and 5).
//!
//! Writes the standard alphabet with padding. Reads that and the alphabet of section 5, both with
//! or without padding, and with line breaks (RFC 2045, section 6.8, which old implementations of
//! XML-RPC follow). Unused bits of the last character may have any value (RFC 4648, section 3.5),
//! as implementations of ProtoJSON must accept.

use alloc::vec::Vec;

use base64_simd::{AsOut, STANDARD, STANDARD_NO_PAD, forgiving_decode_to_vec};

use crate::decode::BytesSlot;
use crate::error::{Fail, MalformedKind};

const NOT_BASE64: MalformedKind = MalformedKind::Expected("Base64");

/// The number of characters for `n` bytes.
pub(crate) const fn length(n: usize) -> usize {
    n.div_ceil(3) * 4
}

/// Writes `bytes` as characters at the start of a space that is large enough; returns their number.
#[inline(never)]
pub(crate) fn encode(bytes: &[u8], space: &mut [u8]) -> usize {
    match space.get_mut(..length(bytes.len())) {
        Some(space) => STANDARD.encode(bytes, space.as_out()).len(),
        None => 0,
    }
}

/// Decodes characters of either alphabet into a slot, at most `max` bytes; returns the number of bytes.
///
/// # Errors
/// They are not Base64, or decode to more bytes.
pub(crate) fn decode<'de, T: BytesSlot<'de> + ?Sized>(
    characters: &[u8],
    max: usize,
    slot: &mut T,
) -> Result<usize, MalformedKind> {
    decode_of(characters, max, slot, Alphabets::Both)
}

/// The same for characters of the standard alphabet alone (RFC 4648, section 4).
///
/// # Errors
/// As [`decode`].
pub(crate) fn decode_standard<'de, T: BytesSlot<'de> + ?Sized>(
    characters: &[u8],
    slot: &mut T,
) -> Result<usize, MalformedKind> {
    decode_of(characters, usize::MAX, slot, Alphabets::Standard)
}

/// Of which alphabets characters may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Alphabets {
    Standard,
    /// That for addresses and names of files, too (RFC 4648, section 5).
    Both,
}

fn decode_of<'de, T: BytesSlot<'de> + ?Sized>(
    characters: &[u8],
    max: usize,
    slot: &mut T,
    of: Alphabets,
) -> Result<usize, MalformedKind> {
    if let Some(bytes) = slot.memory() {
        return decode_into(characters, max, bytes, of).map(|()| bytes.len());
    }
    let mut bytes = Vec::new();
    decode_into(characters, max, &mut bytes, of)?;
    slot.set(&[]);
    let filled = slot.append(&bytes).map(|()| bytes.len());
    filled.map_err(|Fail| MalformedKind::Refused("Base64 for bytes that are only lent"))
}

/// Whether characters that decode to this many bytes contain spaces or line breaks, which
/// [`decode`] skips.
pub(crate) fn is_spaced(characters: &[u8], bytes: usize) -> bool {
    !is_dense(characters, bytes) && characters.iter().any(u8::is_ascii_whitespace)
}

/// Whether they contain any that JSON strings must escape (RFC 8259, section 7).
pub(crate) fn has_controls(characters: &[u8], bytes: usize) -> bool {
    !is_dense(characters, bytes) && characters.iter().any(u8::is_ascii_control)
}

/// Whether they are fully padded and have exactly the length for that, so that they contain nothing
/// else.
#[inline]
fn is_dense(characters: &[u8], bytes: usize) -> bool {
    let padding = &b"=="[..(3 - bytes % 3) % 3];
    characters.len() == length(bytes) && characters.ends_with(padding)
}

/// Decodes into a place of fixed length; returns the number of bytes.
///
/// # Errors
/// As [`decode`], or they decode to fewer bytes.
#[inline(never)]
pub(crate) fn decode_exact(characters: &[u8], space: &mut [u8]) -> Result<usize, MalformedKind> {
    let mut bytes = Vec::new();
    decode_into(characters, space.len(), &mut bytes, Alphabets::Both)?;
    if bytes.len() != space.len() {
        return Err(MalformedKind::Expected("as many bytes as the type has"));
    }
    space.copy_from_slice(&bytes);
    Ok(bytes.len())
}

/// Fills an empty vector.
#[inline(never)]
fn decode_into(
    characters: &[u8],
    max: usize,
    bytes: &mut Vec<u8>,
    of: Alphabets,
) -> Result<(), MalformedKind> {
    let usual = match characters.len() % 4 {
        0 => &STANDARD,
        _ => &STANDARD_NO_PAD,
    };
    if usual.decode_append(characters, bytes).is_err() {
        let dense = dense(characters, of).ok_or(NOT_BASE64)?;
        let decoded = forgiving_decode_to_vec(&dense).map_err(|_| NOT_BASE64)?;
        *bytes = decoded;
    }
    match bytes.len() {
        n if n > max => Err(MalformedKind::TooLong {
            count: n as u64,
            max: max as u64,
        }),
        _ => Ok(()),
    }
}

/// The characters in the standard alphabet, without line breaks and padding. `None` if the padding
/// is neither absent nor complete.
fn dense(characters: &[u8], of: Alphabets) -> Option<Vec<u8>> {
    let mut dense = Vec::with_capacity(characters.len());
    for line in characters.split(u8::is_ascii_whitespace) {
        dense.extend_from_slice(line);
    }
    for character in &mut dense {
        *character = match *character {
            b'-' if of == Alphabets::Both => b'+',
            b'_' if of == Alphabets::Both => b'/',
            c => c,
        };
    }
    let all = dense.len();
    let padding = dense.iter().rev().take_while(|c| **c == b'=').count();
    dense.truncate(all - padding);
    let due = padding == 0 || (padding < 3 && all.is_multiple_of(4));
    due.then_some(dense)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::borrow::Cow;
    use alloc::vec;

    fn read(characters: &str) -> Option<Vec<u8>> {
        let mut bytes = vec![7; 3];
        decode(characters.as_bytes(), 9, &mut bytes).ok()?;
        let mut borrowed = Cow::Borrowed(&b"before"[..]);
        decode(characters.as_bytes(), 9, &mut borrowed).ok()?;
        assert_eq!(borrowed, bytes);
        Some(bytes)
    }

    #[test]
    fn the_vectors_of_rfc_4648() {
        // Section 10.
        for (bytes, characters) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            let mut space = [0; 8];
            let n = encode(bytes.as_bytes(), &mut space);
            assert_eq!(&space[..n], characters.as_bytes());
            assert_eq!(read(characters).as_deref(), Some(bytes.as_bytes()));
            let unpadded = characters.trim_end_matches('=');
            assert_eq!(read(unpadded).as_deref(), Some(bytes.as_bytes()));
        }
    }

    #[test]
    fn other_ways_to_write_it_are_read() {
        assert_eq!(read("-_-_"), Some(vec![0xfb, 0xff, 0xbf]));
        assert_eq!(read("+/+/"), read("-_-_"));
        assert_eq!(read("Zm\n9v Yg\r\n==\n"), Some(b"foob".to_vec()));
        assert_eq!(read("Zh=="), read("Zg=="));
        assert_eq!(read("-_"), Some(vec![0xfb]));
        for wrong in [
            "Z", "Zg=", "Zg===", "Z===", "====", "Zm9v====", "Zm*v", "Zg==Zg==",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn spaces_are_seen() {
        for spaced in ["Z g ", " Zg ", " Zg", "Zm9vYg \n", "Zm 9v"] {
            let bytes = read(spaced).expect(spaced).len();
            assert!(is_spaced(spaced.as_bytes(), bytes), "{spaced}");
        }
        for dense in ["", "Zg==", "Zg", "Zm9=", "Zm9", "Zm9v", "Zm9vYg=="] {
            let bytes = read(dense).expect(dense).len();
            assert!(!is_spaced(dense.as_bytes(), bytes), "{dense}");
        }
    }

    #[test]
    fn lengths_are_kept() {
        let mut bytes = Vec::new();
        let kind = MalformedKind::TooLong { count: 6, max: 5 };
        assert_eq!(decode(b"Zm9vYmFy", 5, &mut bytes), Err(kind));
        let mut exact = [0; 3];
        assert_eq!(decode_exact(b"Zm9v", &mut exact), Ok(3));
        assert_eq!(&exact, b"foo");
        assert!(decode_exact(b"Zm8=", &mut exact).is_err());
        let mut lent: &[u8] = b"x";
        assert!(decode(b"Zm8=", 9, &mut lent).is_err());
    }
}
