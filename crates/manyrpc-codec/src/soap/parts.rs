//! Reading bytes, which may be attachments (XOP; SOAP Messages with Attachments).

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::mime::Coding;
use super::source::{Decoder, OR_NIL};
use super::{mime, names};
use crate::decode::BytesSlot;
use crate::error::{Fail, MalformedKind};
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

    /// Lends the bytes of the attachment that an address names.
    fn lend_part<T: BytesSlot<'de> + ?Sized>(
        &mut self,
        f: &Field,
        v: &mut T,
        address: &str,
    ) -> Result<(), Fail> {
        let id = address.strip_prefix("cid:").map(unescaped);
        let part = id.and_then(|id| self.parts.all.get(&*id));
        let found = part.and_then(|part| {
            let bytes = self.parts.bytes.get(part.range.clone())?;
            Some((part.coding, bytes))
        });
        // Any number of values may refer to one part.
        self.spend(found.map_or(0, |(_, bytes)| bytes.len()))?;
        let lent = match found {
            None => Err(MalformedKind::Expected("a reference to a part")),
            Some((Coding::Identity, bytes)) => fits(f, bytes.len()).map(|()| v.set(bytes)),
            Some((Coding::Base64, bytes)) => read_base64(f, bytes, v),
            Some((Coding::Other, _)) => {
                Err(MalformedKind::Refused("a part in that transfer encoding"))
            }
        };
        lent.map_err(|kind| self.fail(kind))
    }

    /// Bytes as characters.
    fn digits<T: BytesSlot<'de> + ?Sized>(
        &mut self,
        f: &Field,
        characters: &[u8],
        v: &mut T,
    ) -> Result<(), MalformedKind> {
        // What is not UTF-8 has no digits either. Few have patterns, and many are long.
        if super::facets::of(f).is_some_and(|facets| !facets.patterns.is_empty())
            && let Ok(text) = core::str::from_utf8(characters)
        {
            self.check_patterns(f, text)?;
        }
        read(f, characters, v)
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
            let read = self.digits(f, text.as_bytes(), v);
            return read.map_err(|kind| self.tags.cursor.fail_at(at, kind));
        }
        let element = self.enter_or_nil(f)?;
        let at = self.tags.cursor.at;
        // SOAP Messages with Attachments, section 3.
        let attached = self.tags.attribute("", "href");
        if let Some(address) = attached.filter(|href| href.starts_with("cid:")) {
            self.lend_part(f, v, &address)?;
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
                Some(default) => self.digits(f, default.as_bytes(), v),
                None => self.digits(f, &characters, v),
            };
            read.map_err(|kind| self.tags.cursor.fail_at(at, kind))?;
            return self.leave(element);
        }
        // XOP, section 2.1.
        let include = self.tags.enter_named(names::XOP, "Include")?;
        let Some(address) = self.tags.attribute("", "href") else {
            return Err(self.fail(MalformedKind::Expected("the address of a part")));
        };
        self.lend_part(f, v, &address)?;
        self.tags.leave(include)?;
        self.leave(element)
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

/// Whether two forms of bytes have the same digits; hexadecimal ones are the same in either case.
fn are_same(a: &[u8], b: &[u8], is_hex: bool) -> bool {
    let digits = |text| <[u8]>::iter(text).filter(|byte| !byte.is_ascii_whitespace());
    let same = |a: &u8, b: &u8| a == b || is_hex && a.eq_ignore_ascii_case(b);
    let (mut a, mut b) = (digits(a), digits(b));
    loop {
        match (a.next(), b.next()) {
            (None, None) => return true,
            (Some(a), Some(b)) if same(a, b) => {}
            _ => return false,
        }
    }
}

/// `base64Binary` or `hexBinary` (XML Schema part 2, sections 3.2.15 and 3.2.16).
fn read<'de, T: BytesSlot<'de> + ?Sized>(
    f: &Field,
    characters: &[u8],
    v: &mut T,
) -> Result<(), MalformedKind> {
    let is_hex = f.xml_facts().form == XmlForm::Hex;
    let same = |listed: &str| are_same(listed.as_bytes(), characters, is_hex);
    super::facets::check_listed(f, same)?;
    if !is_hex {
        return read_base64(f, characters, v);
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

fn read_base64<'de, T: BytesSlot<'de> + ?Sized>(
    f: &Field,
    characters: &[u8],
    v: &mut T,
) -> Result<(), MalformedKind> {
    let n = base64::decode_standard(characters, v)?;
    fits(f, n)
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
