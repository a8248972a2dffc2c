//! The input of the decoder: primitives, counts and text.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use bytemuck::AnyBitPattern;

use super::fragments::Fragments;
use super::seen::{Values, Window};
use crate::cdr::{ByteOrder, CharSet, Limits, Representation, tag_width};
use crate::chars;
use crate::decode::TextSlot;
use crate::error::{Fail, Malformed, MalformedKind};
use crate::limits::admit;
use crate::meta::{Cdr, Discriminant, Field, Length, Union};
use crate::vectors::vectorised;

/// Decodes values. Keeps the reason and place of a failure.
///
/// Bytes and text are borrowed from the input if their slots borrow and nothing is converted.
#[derive(Clone)]
pub struct Decoder<'de> {
    rest: &'de [u8],
    total: usize,
    /// Where the bytes end, counted from the origin of alignment.
    end: usize,
    representation: Representation,
    depth: u32,
    elements: u32,
    /// Shared values so far: each has an identity of its own.
    shared: u32,
    failure: Option<Malformed>,
    /// Where alignment begins anew, if it does.
    fragments: Option<Box<Fragments<'de>>>,
    /// Valuetypes, once there are any.
    pub(super) values: Option<Box<Values<'de>>>,
}

impl<'de> Decoder<'de> {
    /// Reads these bytes. If there are more than [`Limits::bytes`], the first read fails.
    #[inline]
    pub fn new(bytes: &'de [u8], representation: Representation, limits: &Limits) -> Self {
        match representation.fragments {
            0 => Decoder::of_whole(bytes, representation, limits),
            _ => Decoder::of_fragments(bytes, representation, limits),
        }
    }

    #[inline(always)]
    fn of_whole(bytes: &'de [u8], representation: Representation, limits: &Limits) -> Self {
        let (bytes, failure) = admit(bytes, limits.bytes);
        Decoder {
            rest: bytes,
            total: bytes.len(),
            end: usize::from(representation.origin).wrapping_add(bytes.len()),
            representation,
            depth: limits.depth,
            elements: limits.elements,
            shared: 0,
            failure,
            fragments: None,
            values: None,
        }
    }

    #[cold]
    #[inline(never)]
    fn of_fragments(bytes: &'de [u8], representation: Representation, limits: &Limits) -> Self {
        let mut source = Decoder::of_whole(bytes, representation, limits);
        if source.failure.is_none() {
            source.enter_fragments(bytes);
        }
        source
    }

    /// Ends the value: all bytes must be used.
    ///
    /// # Errors
    /// The first failure, or that bytes remain.
    #[inline]
    pub fn finish(self) -> Result<(), Malformed> {
        match self {
            // There is nothing to drop.
            Decoder {
                rest: [],
                failure: None,
                fragments: None,
                values: None,
                ..
            } => Ok(()),
            rare => rare.finish_rare(),
        }
    }

    #[cold]
    #[inline(never)]
    fn finish_rare(self) -> Result<(), Malformed> {
        let is_last = |all: &Fragments<'_>| all.len() == self.total;
        let is_last = self.fragments.as_deref().is_none_or(is_last);
        if self.failure.is_none() && self.rest.is_empty() && is_last {
            return Ok(());
        }
        Err(self.failure.unwrap_or(Malformed {
            kind: MalformedKind::Trailing(self.rest.len()),
            offset: self.offset(),
        }))
    }

    /// The failure. Call it after a read has failed.
    #[cold]
    pub fn failure(&self) -> Malformed {
        // A value that fails without a failure of the source ended early.
        self.failure.unwrap_or(Malformed {
            kind: MalformedKind::Truncated,
            offset: self.offset(),
        })
    }

    /// The offset of the next read in bytes.
    #[inline]
    pub fn offset(&self) -> usize {
        self.total - self.rest.len()
    }

    fn enter_fragments(&mut self, bytes: &'de [u8]) {
        self.rest = &[];
        match Fragments::new(bytes, self.representation) {
            None => _ = self.truncated(),
            Some(fragments) => {
                self.fragments = Some(Box::new(fragments));
                self.look_at(fragments.at(0));
            }
        }
    }

    /// The bytes that are left of the chunk, encapsulation or message, in whatever fragments.
    pub(super) fn left_in_part(&self) -> usize {
        self.window().len()
    }

    /// Goes on in the next fragment or chunk, if the one before has been read. What is left of a fragment is a gap.
    ///
    /// # Errors
    /// There is none.
    fn next_part(&mut self) -> Result<(), Fail> {
        match self.fragments.as_deref().copied() {
            Some(fragments) if self.total < fragments.until => {
                self.look_at(fragments.at(self.total));
                Ok(())
            }
            _ => self.next_chunk(),
        }
    }

    /// The unread bytes: for what follows the values in the same message.
    pub fn rest(&self) -> &'de [u8] {
        let all = self.fragments.as_deref();
        let rest = all.and_then(|all| all.get(self.offset(), all.len() - self.offset()));
        rest.unwrap_or(self.rest)
    }

    #[cold]
    #[inline(never)]
    fn fail_at(&mut self, offset: usize, kind: MalformedKind) -> Fail {
        if self.failure.is_none() {
            self.failure = Some(Malformed { kind, offset });
        }
        Fail
    }

    /// Fails at the beginning of what was just read.
    #[cold]
    #[inline(never)]
    pub(in crate::cdr) fn fail_back(&mut self, bytes: usize, kind: MalformedKind) -> Fail {
        self.fail_at(self.offset().saturating_sub(bytes), kind)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn truncated(&mut self) -> Fail {
        self.fail_at(self.offset(), MalformedKind::Truncated)
    }

    #[cold]
    #[inline(never)]
    pub(in crate::cdr) fn too_long(&mut self, count: usize, max: usize) -> Fail {
        let (count, max) = (count as u64, max as u64);
        self.fail_back(4, MalformedKind::TooLong { count, max })
    }

    pub(in crate::cdr) fn representation(&self) -> Representation {
        Representation {
            fragments: 0,
            ..self.representation
        }
    }

    #[inline(always)]
    pub(in crate::cdr) fn is_big(&self) -> bool {
        self.representation.order == ByteOrder::Big
    }

    /// What is to be read.
    pub(super) fn window(&self) -> Window<'de> {
        let fragments = self.fragments.as_deref();
        Window {
            bytes: self.rest,
            total: self.total,
            end: self.end,
            until: fragments.map_or(self.total, |fragments| fragments.until),
        }
    }

    /// Goes on reading there.
    pub(super) fn look_at(&mut self, window: Window<'de>) {
        (self.rest, self.total, self.end) = (window.bytes, window.total, window.end);
        if let Some(fragments) = self.fragments.as_deref_mut() {
            fragments.until = window.until;
        }
    }

    /// Passes over the end of a window that is a gap before a tag, which some writers leave there.
    pub(super) fn pass_gap(&mut self) {
        if self.rest.len() == self.gap(4) {
            self.rest = &[];
        }
    }

    /// The next `n` bytes, and those behind them.
    pub(super) fn split(&mut self, n: usize) -> Result<(Window<'de>, Window<'de>), Fail> {
        let at = self.offset();
        let bytes = self.take(n)?;
        let behind = self.window();
        let first = match self.fragments.as_deref() {
            Some(fragments) => fragments.part(at, n),
            None => Window {
                bytes,
                ..behind.emptied()
            },
        };
        Ok((first, behind))
    }

    /// The identity of another shared value.
    pub(in crate::cdr) fn next_identity(&mut self) -> u32 {
        self.shared += 1;
        self.shared
    }

    /// The distance to the next multiple of `align`, a power of two.
    #[inline(always)]
    fn gap(&self, align: usize) -> usize {
        self.rest.len().wrapping_sub(self.end) & (align - 1)
    }

    /// A primitive at a multiple of its size (section 15.3.1.1). Gaps may contain anything.
    #[inline]
    fn primitive<const N: usize>(&mut self) -> Result<[u8; N], Fail> {
        let behind = self.rest.get(self.gap(N)..);
        match behind.and_then(<[u8]>::split_first_chunk::<N>) {
            Some((bytes, rest)) => {
                self.rest = rest;
                Ok(*bytes)
            }
            None => self.primitive_behind(),
        }
    }

    /// One that is in the next fragment, or chunk of a valuetype, which may begin at the end of a fragment.
    #[cold]
    #[inline(never)]
    fn primitive_behind<const N: usize>(&mut self) -> Result<[u8; N], Fail> {
        loop {
            self.next_part()?;
            let behind = self.rest.get(self.gap(N)..);
            if let Some((bytes, rest)) = behind.and_then(<[u8]>::split_first_chunk::<N>) {
                self.rest = rest;
                return Ok(*bytes);
            }
        }
    }

    #[inline]
    pub(in crate::cdr) fn u8(&mut self) -> Result<u8, Fail> {
        self.primitive().map(|[byte]| byte)
    }

    #[inline]
    pub(in crate::cdr) fn u16(&mut self) -> Result<u16, Fail> {
        let v = u16::from_le_bytes(self.primitive()?);
        Ok(if self.is_big() { v.swap_bytes() } else { v })
    }

    #[inline]
    pub(in crate::cdr) fn u32(&mut self) -> Result<u32, Fail> {
        let v = u32::from_le_bytes(self.primitive()?);
        Ok(if self.is_big() { v.swap_bytes() } else { v })
    }

    #[inline]
    pub(in crate::cdr) fn u64(&mut self) -> Result<u64, Fail> {
        let v = u64::from_le_bytes(self.primitive()?);
        Ok(if self.is_big() { v.swap_bytes() } else { v })
    }

    // Section 15.3.1.5.
    #[inline]
    pub(in crate::cdr) fn truth(&mut self) -> Result<bool, Fail> {
        match self.u8()? {
            0 => Ok(false),
            1 => Ok(true),
            v => Err(self.fail_back(1, MalformedKind::NotBool(v.into()))),
        }
    }

    #[inline]
    pub(in crate::cdr) fn align<const N: usize>(&mut self) -> Result<(), Fail> {
        if self.rest.is_empty() && self.left_in_all() > 0 {
            self.next_part()?;
        }
        let gap = self.gap(N);
        if gap >= self.rest.len() && self.fragments.is_some() {
            return self.align_in_fragments::<N>();
        }
        self.take(gap).map(drop)
    }

    /// A gap that reaches to the end of a fragment begins anew in the next one.
    #[cold]
    #[inline(never)]
    fn align_in_fragments<const N: usize>(&mut self) -> Result<(), Fail> {
        if self.left_in_part() > self.rest.len() {
            self.next_part()?;
        }
        self.take(self.gap(N)).map(drop)
    }

    /// The next `n` bytes.
    #[inline]
    pub(in crate::cdr) fn take(&mut self, n: usize) -> Result<&'de [u8], Fail> {
        match self.rest.split_at_checked(n) {
            Some((bytes, rest)) => {
                self.rest = rest;
                Ok(bytes)
            }
            None => self.take_behind(n),
        }
    }

    /// Those that are in the next fragment, or chunk of a valuetype.
    #[cold]
    #[inline(never)]
    fn take_behind(&mut self, n: usize) -> Result<&'de [u8], Fail> {
        if n > self.left_in_part() {
            self.next_chunk()?;
        }
        if let Some((bytes, rest)) = self.rest.split_at_checked(n) {
            self.rest = rest;
            return Ok(bytes);
        }
        let fragments = self.fragments.as_deref().copied();
        let fragments = fragments.filter(|_| n <= self.left_in_part());
        // Text and octets go on without a gap.
        let at = self.offset();
        let found = fragments.and_then(|all| Some((all.get(at, n)?, all.at(at + n))));
        let (bytes, behind) = found.ok_or_else(|| self.truncated())?;
        self.look_at(behind);
        Ok(bytes)
    }

    /// A count within its bound, with at least `least` bytes left for each.
    #[inline]
    pub(in crate::cdr) fn count(&mut self, f: &Field, least: usize) -> Result<usize, Fail> {
        match f.length {
            Length::Fixed(n) if n as usize <= self.rest.len() / least => Ok(n as usize),
            Length::Fixed(n) if n as usize <= self.left_in_all() / least => Ok(n as usize),
            Length::Fixed(_) => Err(self.truncated()),
            Length::UpTo(max) => {
                let n = self.u32()? as usize;
                let max = max as usize;
                if n > max.min(self.rest.len() / least) {
                    let max = max.min(self.left_in_all() / least);
                    if n > max {
                        return Err(self.too_long(n, max));
                    }
                }
                Ok(n)
            }
        }
    }

    /// The count of elements that may have size zero: within the budget for those, or with a byte
    /// left for each.
    #[inline]
    pub(in crate::cdr) fn element_count(&mut self, f: &Field) -> Result<usize, Fail> {
        let (n, bound) = match f.length {
            Length::Fixed(n) => (n as usize, n as usize),
            Length::UpTo(max) => (self.u32()? as usize, max as usize),
        };
        let possible = self.rest.len().max(self.elements as usize);
        if n > bound.min(possible) && n > bound.min(self.left_in_all()) {
            return Err(match f.length {
                Length::Fixed(_) => self.truncated(),
                Length::UpTo(_) => self.too_long(n, bound.min(possible)),
            });
        }
        Ok(n)
    }

    #[cold]
    #[inline(never)]
    pub(in crate::cdr) fn charge_element(&mut self) -> Result<(), Fail> {
        match self.elements.checked_sub(1) {
            Some(left) => {
                self.elements = left;
                Ok(())
            }
            None => {
                let kind = MalformedKind::TooLong { count: 1, max: 0 };
                Err(self.fail_at(self.offset(), kind))
            }
        }
    }

    /// One level deeper; fails above the limit.
    #[inline]
    pub(in crate::cdr) fn nested(
        &mut self,
        inside: impl FnOnce(&mut Self) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        if self.depth == 0 {
            return Err(self.fail_at(self.offset(), MalformedKind::TooDeep));
        }
        self.depth -= 1;
        inside(self)?;
        self.depth += 1;
        Ok(())
    }

    /// An encapsulation (section 15.3.3): octets that begin with their byte order, from which
    /// alignment counts. What follows `inside` in it is skipped: later versions may add something.
    pub(in crate::cdr) fn encapsulated(
        &mut self,
        inside: impl FnOnce(&mut Self) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        let n = self.count(&Field::plain(""), 1)?;
        let bytes = self.take(n)?;
        let behind = self.window();
        let representation = self.representation;
        // What is inside does not go on in the chunks around it.
        let values = self.values.take();
        // Offsets still count from the start of the message.
        self.look_at(Window {
            bytes,
            end: n,
            ..behind.emptied()
        });
        self.take_order()?;
        inside(self)?;
        self.look_at(behind);
        self.representation = representation;
        self.values = values;
        Ok(())
    }

    /// The byte order at the start of an encapsulation.
    pub(in crate::cdr) fn take_order(&mut self) -> Result<(), Fail> {
        self.representation.order = match self.u8()? {
            0 => ByteOrder::Big,
            1 => ByteOrder::Little,
            v => return Err(self.fail_back(1, MalformedKind::NotBool(v.into()))),
        };
        Ok(())
    }

    /// An array of scalars in bulk: a copy if the bytes are as they are in memory, otherwise a loop. No elements
    /// are not aligned.
    #[inline(always)]
    pub(in crate::cdr) fn bulk<T: AnyBitPattern, const N: usize>(
        &mut self,
        f: &Field,
        v: &mut Vec<T>,
        little: impl Fn([u8; N]) -> T,
        big: impl Fn([u8; N]) -> T,
    ) -> Result<(), Fail> {
        let n = self.count(f, N)?;
        v.clear();
        if n == 0 {
            return Ok(());
        }
        self.align::<N>()?;
        let bytes = self.take(n * N)?;
        let chunks = bytes.as_chunks::<N>().0.iter();
        let as_in_memory = self.is_big() == cfg!(target_endian = "big");
        match bytemuck::try_cast_slice(bytes) {
            Ok(all) if as_in_memory => v.extend_from_slice(all),
            _ if self.is_big() => vectorised(|| v.extend(chunks.map(|chunk| big(*chunk)))),
            _ => v.extend(chunks.map(|chunk| little(*chunk))),
        }
        Ok(())
    }

    /// Section 15.3.2.2: a label, of the discriminant's type.
    #[inline]
    pub(in crate::cdr) fn label(&mut self, m: &Union) -> Result<i64, Fail> {
        Ok(match (&m.discriminant, tag_width(m)) {
            (Discriminant::Bool, _) => i64::from(self.truth()?),
            (Discriminant::I32, 1) => i64::from(self.u8()? as i8),
            (Discriminant::I32, 2) => i64::from(self.u16()? as i16),
            (Discriminant::I32, 4) | (Discriminant::Enum(_), _) => i64::from(self.u32()? as i32),
            (_, 1) => i64::from(self.u8()?),
            (_, 2) if m.cdr == Cdr::Wide => i64::from(self.wide_char()?),
            (_, 2) => i64::from(self.u16()?),
            (_, 4) => i64::from(self.u32()?),
            _ => self.u64()? as i64,
        })
    }

    /// A string (section 15.3.2.7).
    #[inline]
    pub(in crate::cdr) fn string<T: TextSlot<'de> + ?Sized>(
        &mut self,
        f: &Field,
        v: &mut T,
    ) -> Result<(), Fail> {
        let bytes = self.counted_string(f)?;
        // In every character set.
        if let [text @ .., 0] = bytes
            && let Some(text) = chars::plain(text)
        {
            v.set(Cow::Borrowed(text));
            return Ok(());
        }
        self.other_string(f, bytes, v)
    }

    /// One that is not short ASCII.
    #[inline(never)]
    fn other_string<T: TextSlot<'de> + ?Sized>(
        &mut self,
        f: &Field,
        bytes: &'de [u8],
        v: &mut T,
    ) -> Result<(), Fail> {
        let bytes = self.before_nul(bytes)?;
        if self.representation.chars == CharSet::Latin1 && !f.octets {
            set_latin1(v, bytes);
            return Ok(());
        }
        match core::str::from_utf8(bytes) {
            Ok(text) => v.set(Cow::Borrowed(text)),
            Err(e) => return self.other_text(bytes, e.valid_up_to(), v),
        }
        Ok(())
    }

    /// Text that is not UTF-8 is passed to slots that can hold it, as in XDR.
    #[cold]
    #[inline(never)]
    fn other_text<T: TextSlot<'de> + ?Sized>(
        &mut self,
        bytes: &'de [u8],
        valid: usize,
        v: &mut T,
    ) -> Result<(), Fail> {
        let back = bytes.len() + 1 - valid;
        v.set_bytes(bytes)
            .map_err(|Fail| self.fail_back(back, MalformedKind::NotUtf8))
    }

    /// The characters of a string as bytes.
    #[inline(always)]
    pub(in crate::cdr) fn string_bytes(&mut self, f: &Field) -> Result<&'de [u8], Fail> {
        let bytes = self.counted_string(f)?;
        self.before_nul(bytes)
    }

    /// A string with its terminator.
    #[inline(always)]
    fn counted_string(&mut self, f: &Field) -> Result<&'de [u8], Fail> {
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        let n = self.u32()? as usize;
        let max = (max as usize).saturating_add(1);
        if n > max.min(self.rest.len()) {
            let max = max.min(self.left_in_all());
            if n > max {
                return Err(self.too_long(n, max));
            }
        }
        self.take(n)
    }

    /// A string without its terminator. Some senders give an empty one the length 0 and none.
    #[inline(always)]
    fn before_nul(&mut self, bytes: &'de [u8]) -> Result<&'de [u8], Fail> {
        match bytes {
            [] => Ok(&[]),
            // It ends at the first NUL, whatever its length.
            [text @ .., 0] if chars::has_nul(text) => {
                Ok(text.split(|byte| *byte == 0).next().unwrap_or_default())
            }
            [text @ .., 0] => Ok(text),
            _ => Err(self.fail_back(0, MalformedKind::Unterminated)),
        }
    }
}

/// Text in ISO 8859-1.
#[inline(never)]
fn set_latin1<'de, T: TextSlot<'de> + ?Sized>(v: &mut T, bytes: &'de [u8]) {
    v.set(match core::str::from_utf8(bytes) {
        Ok(text) if text.is_ascii() => Cow::Borrowed(text),
        _ => Cow::Owned(bytes.iter().map(|byte| char::from(*byte)).collect()),
    });
}
