//! Messages with attachments: MIME packages (RFC 2046, section 5.1; RFC 2387; XOP; SOAP Messages with
//! Attachments).

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Range;

use memchr::memmem;

use super::names;
use super::source::Decoder;
use crate::decode::BytesSlot;
use crate::error::{Fail, Malformed, MalformedKind, Name};
use crate::markup::cursor::attribute_text;
use crate::meta::{Field, Length, XmlForm};
use crate::textual::base64;

/// The attachments of a message by their identifiers.
#[derive(Default)]
pub(super) struct Parts<'de> {
    all: BTreeMap<&'de [u8], Range<usize>>,
    /// The whole package.
    bytes: &'de [u8],
}

/// More parts than occur in practice.
const PARTS: usize = 1024;

/// A package: the range of its root part, and the others.
pub(super) struct Package<'a> {
    pub(super) root: Range<usize>,
    parts: BTreeMap<&'a [u8], Range<usize>>,
}

/// Whether these bytes are a MIME package and no document.
pub(super) fn is_package(bytes: &[u8]) -> bool {
    bytes.starts_with(b"--") || bytes.starts_with(b"\r\n--")
}

/// Finds the parts of a package. The root is the first one, as all known implementations send it; another
/// `start` of the content type is not known here.
pub(super) fn package(bytes: &[u8]) -> Result<Package<'_>, Malformed> {
    let fail = |offset, what| Malformed {
        kind: MalformedKind::Expected(what),
        offset,
    };
    let start = bytes
        .iter()
        .take_while(|b| matches!(b, b'\r' | b'\n'))
        .count();
    let line = line_at(bytes, start).ok_or_else(|| fail(start, "a boundary"))?;
    let boundary = bytes.get(start..line.0).unwrap_or_default();
    // RFC 2046, section 5.1.1: at most 70 characters, and the two hyphens.
    if !(3..=72).contains(&boundary.len()) {
        return Err(fail(start, "a boundary"));
    }
    let mut delimiter = Vec::from(b"\n");
    delimiter.extend_from_slice(boundary.trim_ascii_end());
    let finder = memmem::Finder::new(&delimiter);
    let (mut root, mut parts) = (None, BTreeMap::new());
    let (mut at, mut count) = (line.1, 0);
    loop {
        let (id, body) = head(bytes, at).ok_or_else(|| fail(at, "the head of a part"))?;
        let rest = bytes.get(body..).unwrap_or_default();
        // An empty part may share its line break with the end of its head.
        let from = body.saturating_sub(1);
        let found = finder.find(bytes.get(from..).unwrap_or_default());
        let end = from + found.ok_or_else(|| fail(body + rest.len(), "the end of a part"))?;
        let behind = end + delimiter.len();
        let has_return = end > body && bytes.get(end - 1) == Some(&b'\r');
        let range = body..(end - usize::from(has_return)).max(body);
        count += 1;
        if count > PARTS {
            let kind = MalformedKind::TooLong {
                count: count as u64,
                max: PARTS as u64,
            };
            return Err(Malformed { kind, offset: at });
        }
        match (root.is_none(), id) {
            (true, _) => root = Some(range),
            (false, Some(id)) => {
                if parts.insert(id, range).is_some() {
                    let name = core::str::from_utf8(id).unwrap_or_default();
                    let kind = MalformedKind::Duplicate(Name::new(name));
                    return Err(Malformed { kind, offset: at });
                }
            }
            (false, None) => {}
        }
        match bytes.get(behind..) {
            Some([b'-', b'-', ..]) => break,
            _ => {
                at = line_at(bytes, behind)
                    .ok_or_else(|| fail(behind, "a boundary"))?
                    .1
            }
        }
    }
    match root {
        Some(root) => Ok(Package { root, parts }),
        None => Err(fail(0, "a part")),
    }
}

/// The end of a line, and the start of the next one.
fn line_at(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let rest = bytes.get(at..)?;
    let end = at + memchr::memchr(b'\n', rest)?;
    let before = bytes.get(at..end)?;
    Some((end - usize::from(before.ends_with(b"\r")), end + 1))
}

/// The content's identifier in a part's head, and the start of the part's body.
fn head(bytes: &[u8], mut at: usize) -> Option<(Option<&[u8]>, usize)> {
    let mut id = None;
    loop {
        let (end, next) = line_at(bytes, at)?;
        let line = bytes.get(at..end)?;
        at = next;
        if line.is_empty() {
            return Some((id, at));
        }
        let colon = line.iter().position(|b| *b == b':')?;
        let (name, value) = line.split_at(colon);
        if name.eq_ignore_ascii_case(b"content-id") {
            let value = value.get(1..).unwrap_or_default().trim_ascii();
            let inside = value.strip_prefix(b"<").and_then(|v| v.strip_suffix(b">"));
            id = Some(inside.unwrap_or(value));
        }
    }
}

impl<'de> Decoder<'de> {
    /// Goes to the document, which may be the root part of a package.
    pub(super) fn unpack(&mut self) -> Result<(), Fail> {
        let cursor = &mut self.tags.cursor;
        if cursor.has_failed() || !is_package(cursor.bytes) {
            return Ok(());
        }
        match package(cursor.bytes) {
            Ok(package) => {
                self.parts.all = package.parts;
                self.parts.bytes = cursor.bytes;
                cursor.enter_document(package.root);
                Ok(())
            }
            Err(malformed) => Err(cursor.fail_at(malformed.offset, malformed.kind)),
        }
    }

    /// The bytes of the attachment that an address names.
    fn part(&mut self, address: &'de [u8]) -> Result<&'de [u8], Fail> {
        let address = attribute_text(address);
        let id = address.strip_prefix("cid:").map(unescaped);
        let range = id.and_then(|id| self.parts.all.get(&*id).cloned());
        let bytes = range.and_then(|range| self.parts.bytes.get(range));
        bytes.ok_or_else(|| self.fail(MalformedKind::Expected("a reference to a part")))
    }

    /// Bytes: as characters, or in an attachment.
    #[inline(never)]
    pub(super) fn binary<T: BytesSlot<'de> + ?Sized>(
        &mut self,
        f: &Field,
        v: &mut T,
    ) -> Result<(), Fail> {
        if self.given.is_some() || self.absent {
            let (at, text) = self.characters(f)?;
            let read = read(f, text.as_bytes(), v);
            return read.map_err(|kind| self.tags.cursor.fail_at(at, kind));
        }
        let element = self.enter(f)?;
        let at = self.tags.cursor.at;
        // SOAP Messages with Attachments, section 3.
        let attached = self.tags.attribute("", "href");
        if let Some(address) = attached.filter(|href| href.starts_with(b"cid:")) {
            let bytes = self.part(address)?;
            self.lend(f, v, bytes)?;
            while !self.tags.is_at_end()? {
                self.skip()?;
            }
            return self.leave(element);
        }
        let characters = match element.empty {
            true => Cow::Borrowed(&b""[..]),
            false => self.tags.cursor.characters()?,
        };
        let is_include = characters.trim_ascii().is_empty() && !self.tags.is_at_end()?;
        if !is_include {
            let read = read(f, &characters, v);
            read.map_err(|kind| self.tags.cursor.fail_at(at, kind))?;
            return self.leave(element);
        }
        // XOP, section 2.1.
        let include = self.tags.enter_named(names::XOP, "Include")?;
        let Some(address) = self.tags.attribute("", "href") else {
            return Err(self.fail(MalformedKind::Expected("the address of a part")));
        };
        let bytes = self.part(address)?;
        self.lend(f, v, bytes)?;
        self.tags.leave(include)?;
        self.leave(element)
    }

    fn lend<T: BytesSlot<'de> + ?Sized>(
        &mut self,
        f: &Field,
        v: &mut T,
        bytes: &'de [u8],
    ) -> Result<(), Fail> {
        fits(f, bytes.len()).map_err(|kind| self.fail(kind))?;
        v.set(bytes);
        Ok(())
    }
}

/// Whether a value of a field may have so many bytes.
fn fits(f: &Field, n: usize) -> Result<(), MalformedKind> {
    super::facets::length(f, n)?;
    match f.length {
        Length::UpTo(max) if n > max as usize => Err(MalformedKind::TooLong {
            count: n as u64,
            max: u64::from(max),
        }),
        Length::Fixed(exact) if n != exact as usize => {
            Err(MalformedKind::Expected("as many bytes as the type has"))
        }
        _ => Ok(()),
    }
}

/// `base64Binary` or `hexBinary` (XML Schema part 2, sections 3.2.15 and 3.2.16).
fn read<'de, T: BytesSlot<'de> + ?Sized>(
    f: &Field,
    characters: &[u8],
    v: &mut T,
) -> Result<(), MalformedKind> {
    if f.xml_facts().form != XmlForm::Hex {
        let n = base64::decode(characters, usize::MAX, v)?;
        return fits(f, n);
    }
    let not_hex = MalformedKind::Expected("hexadecimal digits");
    let (pairs, []) = characters.trim_ascii().as_chunks::<2>() else {
        return Err(not_hex);
    };
    fits(f, pairs.len())?;
    let digit = |c: u8| char::from(c).to_digit(16);
    let byte = |[high, low]: &[u8; 2]| Some((digit(*high)? << 4 | digit(*low)?) as u8);
    let bytes: Option<Vec<u8>> = pairs.iter().map(byte).collect();
    v.set(&[]);
    let lent = |Fail| MalformedKind::Refused("digits for bytes that are only lent");
    v.append(&bytes.ok_or(not_hex)?).map_err(lent)
}

/// Without the escapes of addresses (RFC 3986, section 2.1).
fn unescaped(address: &str) -> Cow<'_, [u8]> {
    if !address.contains('%') {
        return Cow::Borrowed(address.as_bytes());
    }
    let mut bytes = Vec::new();
    let mut rest = address.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        let digit = |at: usize| char::from(*behind.get(at)?).to_digit(16);
        match (first, digit(0), digit(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((high << 4 | low) as u8);
                rest = behind.get(2..).unwrap_or_default();
            }
            _ => {
                bytes.push(*first);
                rest = behind;
            }
        }
    }
    Cow::Owned(bytes)
}
