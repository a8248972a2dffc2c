//! The part of ASN.1's distinguished encoding rules (X.690) that SPNEGO's tokens need.

use manyrpc_engine::security::Denied;

use super::malformed;

pub(super) const OBJECT_IDENTIFIER: u8 = 0x06;
pub(super) const OCTET_STRING: u8 = 0x04;
pub(super) const ENUMERATED: u8 = 0x0a;
pub(super) const SEQUENCE: u8 = 0x30;
/// `[APPLICATION 0]`, constructed (RFC 2743 section 3.1).
pub(super) const APPLICATION: u8 = 0x60;

/// `[number]`, constructed.
pub(super) const fn context(number: u8) -> u8 {
    0xa0 | number
}

/// The rest of some encoded values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl<'a> Reader<'a> {
    /// The content of the next value if it has this tag; otherwise takes nothing.
    pub(super) fn optional(&mut self, tag: u8) -> Result<Option<Reader<'a>>, Denied> {
        if self.0.first() != Some(&tag) {
            return Ok(None);
        }
        let (&length, rest) = self.0[1..].split_first().ok_or_else(malformed)?;
        let (length, rest) = match length {
            0..=0x7f => (usize::from(length), rest),
            // Tokens are at most one fragment long.
            0x81 | 0x82 => {
                let bytes = usize::from(length & 0x7f);
                let digits = rest.get(..bytes).ok_or_else(malformed)?;
                let number = digits.iter().fold(0, |n, d| n << 8 | usize::from(*d));
                (number, &rest[bytes..])
            }
            _ => return Err(malformed()),
        };
        let content = rest.get(..length).ok_or_else(malformed)?;
        self.0 = &rest[length..];
        Ok(Some(Reader(content)))
    }

    /// The content of the next value, which must have this tag.
    pub(super) fn required(&mut self, tag: u8) -> Result<Reader<'a>, Denied> {
        self.optional(tag)?.ok_or_else(malformed)
    }

    /// The content of a value with this tag in an explicit `[number]`, if present.
    pub(super) fn field(&mut self, number: u8, tag: u8) -> Result<Option<&'a [u8]>, Denied> {
        let Some(mut explicit) = self.optional(context(number))? else {
            return Ok(None);
        };
        Ok(Some(explicit.required(tag)?.0))
    }
}

/// A value with these parts as its content.
pub(super) fn value(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let content = parts.concat();
    let mut out = vec![tag];
    match content.len() {
        short @ 0..=0x7f => out.push(short as u8),
        long @ 0x80..=0xff => out.extend([0x81, long as u8]),
        // Tokens are at most one fragment long.
        longer => {
            out.push(0x82);
            out.extend((longer as u16).to_be_bytes());
        }
    }
    out.extend(content);
    out
}

/// An explicit `[number]` with a value, or nothing.
pub(super) fn field(number: u8, tag: u8, content: Option<&[u8]>) -> Vec<u8> {
    match content {
        Some(content) => value(context(number), &[&value(tag, &[content])]),
        None => Vec::new(),
    }
}
