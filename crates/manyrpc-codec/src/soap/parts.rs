//! Reading bytes, which may be attachments (XOP; SOAP Messages with Attachments).

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::source::{Decoder, OR_NIL};
use super::{mime, names};
use crate::decode::BytesSlot;
use crate::error::{Fail, MalformedKind};
use crate::markup::cursor::attribute_text;
use crate::meta::{Field, Length, XmlForm};
use crate::textual::base64;

impl<'de> Decoder<'de> {
    /// Goes to the document, which may be the root part of a package.
    pub(super) fn unpack(&mut self) -> Result<(), Fail> {
        let cursor = &mut self.tags.cursor;
        if cursor.has_failed() || !mime::is_package(cursor.bytes) {
            return Ok(());
        }
        match mime::package(cursor.bytes) {
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
            let (at, text) = self.characters::<OR_NIL>(f)?;
            let read = read(f, text.as_bytes(), v);
            return read.map_err(|kind| self.tags.cursor.fail_at(at, kind));
        }
        let element = self.enter_or_nil(f)?;
        let at = self.tags.cursor.at;
        // SOAP Messages with Attachments, section 3.
        let attached = self.tags.attribute("", "href");
        if let Some(address) = attached.filter(|href| href.starts_with(b"cid:")) {
            let bytes = self.part(address)?;
            self.lend(f, v, bytes)?;
            self.skip_rest()?;
            return self.leave(element);
        }
        let characters = match element.empty {
            true => Cow::Borrowed(&b""[..]),
            false => self.tags.cursor.characters()?,
        };
        let is_include = characters.trim_ascii().is_empty() && !self.tags.is_at_end()?;
        if !is_include {
            let read = match self.default_if_empty(f).filter(|_| characters.is_empty()) {
                Some(default) => read(f, default.as_bytes(), v),
                None => read(f, &characters, v),
            };
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
