//! Text: counts, characters and terminator (C706, section 14.3.4).

use alloc::borrow::Cow;

use super::Reader;
use crate::chars;
use crate::error::{Fail, MalformedKind};
use crate::meta::{Chars, Field, Length};
use crate::ndr::ebcdic;
use crate::ndr::layout::DIMENSIONS;
use crate::ndr::trace::{Part, Trace};

impl<'de, T: Trace> Reader<'de, T> {
    /// The most common kind of text: conformant, varying, terminated, with few narrow characters, all of them ASCII, in
    /// our character set and byte order. `None`, and nothing is read, if it is something else or an error.
    // In registers: a `Cow` that is returned in memory must be written before it is read.
    #[inline(never)]
    pub(in crate::ndr) fn plain_string(&mut self, f: &Field) -> Option<&'de str> {
        if self.big || self.ebcdic {
            return None;
        }
        let (Length::UpTo(bound) | Length::Fixed(bound)) = f.length;
        let (counts, rest) = self.rest.get(self.gap(4)..)?.split_first_chunk::<12>()?;
        let [max, first, count] = counts.as_chunks::<4>().0 else {
            return None;
        };
        let (max, count) = (u32::from_le_bytes(*max), u32::from_le_bytes(*count));
        let (bytes, rest) = rest.split_at_checked(count as usize)?;
        let [text @ .., 0] = bytes else { return None };
        if count > max || *first != [0; 4] || text.len() > bound as usize {
            return None;
        }
        let text = chars::plain(text)?;
        self.rest = rest;
        let start = self.offset() - bytes.len() - 12;
        for at in [0, 4, 8] {
            self.trace.read(start + at, 4, Part::Number);
        }
        Some(text)
    }

    /// Text in place; `conforming` if its maximum count comes first.
    #[inline(never)]
    pub(in crate::ndr) fn text(
        &mut self,
        f: &Field,
        conforming: bool,
    ) -> Result<Cow<'de, str>, Fail> {
        let (conforms, varies, terminated) = f.ndr.of_text();
        let mut max = usize::MAX;
        if conforms && conforming {
            max = self.u32()? as usize;
        } else if conforms && f.ndr.hoists > 0 {
            max = self.maxes[self.strings.min(DIMENSIONS - 1)] as usize;
        }
        let n = match f.length {
            _ if varies => self.varying(max)?,
            _ if conforms => max,
            Length::Fixed(n) | Length::UpTo(n) => n as usize,
        };
        let (Length::UpTo(bound) | Length::Fixed(bound)) = f.length;
        let width = if f.ndr.chars == Chars::Wide { 2 } else { 1 };
        let most = (bound as usize)
            .saturating_add(usize::from(terminated))
            .min(self.rest.len() / width);
        if n > most {
            return Err(self.too_long(n, most));
        }
        match f.ndr.chars {
            Chars::Natural | Chars::Narrow => self.narrow(n, terminated),
            Chars::Wide => self.wide(n, terminated),
        }
    }

    /// The part of a string that is sent, which must be all of it.
    fn varying(&mut self, max: usize) -> Result<usize, Fail> {
        let first = self.u32()?;
        if first != 0 {
            return Err(self.fail_back(4, MalformedKind::OutOfRange(first.into())));
        }
        let n = self.u32()? as usize;
        if n > max {
            return Err(self.too_long(n, max));
        }
        Ok(n)
    }

    /// Section 14.3.4: the text before the first NUL, which must exist.
    fn narrow(&mut self, n: usize, terminated: bool) -> Result<Cow<'de, str>, Fail> {
        let start = self.offset();
        let mut bytes = self.bytes(n)?;
        if terminated {
            bytes = match bytes.split_last() {
                Some((0, text)) if !chars::has_nul(text) => text,
                _ => self.up_to_nul(bytes)?,
            };
        }
        if self.ebcdic {
            return Ok(Cow::Owned(ebcdic::from_ebcdic(bytes)));
        }
        let text = core::str::from_utf8(bytes);
        let text =
            text.map_err(|e| self.fail_at(start + e.valid_up_to(), MalformedKind::NotUtf8))?;
        Ok(Cow::Borrowed(text))
    }

    #[cold]
    fn up_to_nul(&mut self, bytes: &'de [u8]) -> Result<&'de [u8], Fail> {
        match bytes.iter().position(|b| *b == 0) {
            Some(end) => Ok(&bytes[..end]),
            None => Err(self.fail_back(0, MalformedKind::Unterminated)),
        }
    }

    fn wide(&mut self, n: usize, terminated: bool) -> Result<Cow<'de, str>, Fail> {
        self.align(2)?;
        let start = self.offset();
        let bytes = n.checked_mul(2).ok_or_else(|| self.truncated())?;
        let read = self.bytes(bytes)?;
        (0..n).for_each(|i| self.trace.read(start + i * 2, 2, Part::Number));
        let units = read.as_chunks::<2>().0.iter();
        let big = self.big;
        let units = units.map(|unit| {
            if big {
                u16::from_be_bytes(*unit)
            } else {
                u16::from_le_bytes(*unit)
            }
        });
        if terminated && units.clone().all(|unit| unit != 0) {
            return Err(self.fail_back(0, MalformedKind::Unterminated));
        }
        let text = units.take_while(|unit| !terminated || *unit != 0);
        let text = chars::from_utf16(text);
        text.map(Cow::Owned)
            .map_err(|before| self.fail_at(start + before * 2, MalformedKind::NotUtf8))
    }
}
