//! The input shared by all walks of the decoder.

mod due;
mod text;

use alloc::vec::Vec;

use due::Due;

use super::float::Float;
use super::layout::{DIMENSIONS, tag_width};
use super::trace::{Part, Trace};
use super::{Limits, Referents, ebcdic};
use crate::error::{Fail, Malformed, MalformedKind};
use crate::limits::admit;
use crate::meta::{Array, Chars, Discriminant, Enum, Field, Length, Union};
use crate::vectors::vectorised;

/// Elements to reserve room for before reading the first.
pub(super) const FIRST_ELEMENTS: usize = 32;

/// What a verification trailer starts with (MS-RPCE, section 2.2.2.13.1).
const TRAILER: [u8; 8] = [0x8a, 0xe3, 0x13, 0x71, 0x02, 0xf4, 0x36, 0x71];

/// Fewer than this many bytes after the last parameter are padding.
const PADDING: usize = 16;

/// Reads bytes in the representation of the sender's label. Keeps the reason and place of a
/// failure.
pub(super) struct Reader<'de, T = ()> {
    whole: &'de [u8],
    rest: &'de [u8],
    big: bool,
    ebcdic: bool,
    float: Float,
    pub(super) depth: u32,
    elements: u32,
    /// Maximum counts of the next array, by dimension.
    maxes: [u32; DIMENSIONS],
    /// Counts of the part that was sent.
    counts: [u32; DIMENSIONS],
    /// The next dimension, if that is an array or a string.
    pub(super) level: usize,
    pub(super) strings: usize,
    /// The length of the next array, as given by another field.
    pub(super) said: Option<u32>,
    due: Due,
    /// The targets of full pointers, in this message and earlier ones of the call.
    pub(super) referents: Referents,
    failure: Option<Malformed>,
    pub(super) trace: T,
}

/// The sender's representation of characters, integers and floating-point numbers.
#[derive(Clone, Copy)]
pub(super) struct Sent {
    big: bool,
    ebcdic: bool,
    float: Float,
}

impl Sent {
    /// That of a label (section 14.1), for bytes within the limits.
    #[inline]
    pub(super) fn of(label: [u8; 4], bytes: &[u8], limits: &Limits) -> Result<Self, Malformed> {
        let Some(float) = Float::of(label[1]).filter(|_| label[0] & 0xee == 0) else {
            let kind = MalformedKind::Representation(label);
            return Err(Malformed { kind, offset: 0 });
        };
        if let (_, Some(failure)) = admit(bytes, limits.bytes) {
            return Err(failure);
        }
        Ok(Sent {
            big: label[0] & 0x10 == 0,
            ebcdic: label[0] & 0x01 != 0,
            float,
        })
    }
}

impl<'de, T: Trace> Reader<'de, T> {
    /// Reads these bytes, which [`Sent::of`] permits.
    // It is made in place: if it were returned with an error as the alternative, it would be copied, and the copy would
    // wait until it is written.
    #[inline(always)]
    pub(super) fn new(bytes: &'de [u8], sent: Sent, limits: &Limits) -> Self {
        Reader {
            whole: bytes,
            rest: bytes,
            big: sent.big,
            ebcdic: sent.ebcdic,
            float: sent.float,
            depth: limits.depth,
            elements: limits.elements,
            maxes: [0; DIMENSIONS],
            counts: [0; DIMENSIONS],
            level: 0,
            strings: 0,
            said: None,
            due: Due::NONE,
            referents: Referents::default(),
            failure: None,
            trace: T::default(),
        }
    }

    /// Ends the value: all bytes must be used, except permitted trailing ones.
    #[inline]
    pub(super) fn end(&mut self, result: Result<(), Fail>) -> Result<(), Malformed> {
        match result {
            Ok(()) if self.rest.len() < PADDING && self.failure.is_none() => Ok(()),
            result => self.other_end(result),
        }
    }

    #[cold]
    #[inline(never)]
    fn other_end(&mut self, result: Result<(), Fail>) -> Result<(), Malformed> {
        let offset = self.offset();
        let trails = |rest: &[u8]| rest.windows(TRAILER.len()).any(|w| w == TRAILER);
        match (self.failure.take(), result) {
            (Some(failure), _) => Err(failure),
            // A value that fails without a failure of the source ended early.
            (None, Err(Fail)) => Err(Malformed {
                kind: MalformedKind::Truncated,
                offset,
            }),
            (None, Ok(())) if trails(self.rest) => Ok(()),
            (None, Ok(())) => Err(Malformed {
                kind: MalformedKind::Trailing(self.rest.len()),
                offset,
            }),
        }
    }

    /// The offset of the next read in bytes.
    pub(super) fn offset(&self) -> usize {
        self.whole.len() - self.rest.len()
    }

    pub(super) fn left(&self) -> usize {
        self.rest.len()
    }

    #[cold]
    #[inline(never)]
    pub(super) fn fail_at(&mut self, offset: usize, kind: MalformedKind) -> Fail {
        if self.failure.is_none() {
            self.failure = Some(Malformed { kind, offset });
        }
        Fail
    }

    /// Fails at the beginning of what was just read.
    #[cold]
    #[inline(never)]
    pub(super) fn fail_back(&mut self, bytes: usize, kind: MalformedKind) -> Fail {
        self.fail_at(self.offset().saturating_sub(bytes), kind)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn truncated(&mut self) -> Fail {
        self.fail_at(self.offset(), MalformedKind::Truncated)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn too_long(&mut self, count: usize, max: usize) -> Fail {
        let (count, max) = (count as u64, max as u64);
        self.fail_back(4, MalformedKind::TooLong { count, max })
    }

    /// The distance to the next multiple of `align`, a power of two.
    #[inline]
    fn gap(&self, align: usize) -> usize {
        self.rest.len().wrapping_sub(self.whole.len()) & (align - 1)
    }

    /// A primitive at a multiple of its size (section 14.2.2). Gaps may contain anything.
    #[inline]
    pub(super) fn take<const N: usize>(&mut self) -> Result<[u8; N], Fail> {
        let behind = self.rest.get(self.gap(N)..);
        match behind.and_then(<[u8]>::split_first_chunk::<N>) {
            Some((bytes, rest)) => {
                self.rest = rest;
                if N > 1 {
                    self.trace.read(self.offset() - N, N, Part::Number);
                }
                Ok(*bytes)
            }
            None => Err(self.truncated()),
        }
    }

    #[inline]
    pub(super) fn u16(&mut self) -> Result<u16, Fail> {
        let bytes = self.take()?;
        Ok(if self.big {
            u16::from_be_bytes(bytes)
        } else {
            u16::from_le_bytes(bytes)
        })
    }

    #[inline]
    pub(super) fn u32(&mut self) -> Result<u32, Fail> {
        let bytes = self.take()?;
        Ok(if self.big {
            u32::from_be_bytes(bytes)
        } else {
            u32::from_le_bytes(bytes)
        })
    }

    #[inline]
    pub(super) fn u64(&mut self) -> Result<u64, Fail> {
        let bytes = self.take()?;
        Ok(if self.big {
            u64::from_be_bytes(bytes)
        } else {
            u64::from_le_bytes(bytes)
        })
    }

    #[inline]
    pub(super) fn f32(&mut self) -> Result<f32, Fail> {
        if self.float == Float::Ieee {
            return self.u32().map(f32::from_bits);
        }
        let bytes = self.take()?;
        Ok(self.float.single(bytes, self.big))
    }

    #[inline]
    pub(super) fn f64(&mut self) -> Result<f64, Fail> {
        if self.float == Float::Ieee {
            return self.u64().map(f64::from_bits);
        }
        let bytes = self.take()?;
        Ok(self.float.double(bytes, self.big))
    }

    /// The next `n` bytes.
    #[inline]
    pub(super) fn bytes(&mut self, n: usize) -> Result<&'de [u8], Fail> {
        match self.rest.split_at_checked(n) {
            Some((bytes, rest)) => {
                self.rest = rest;
                Ok(bytes)
            }
            None => Err(self.truncated()),
        }
    }

    #[inline]
    pub(super) fn align(&mut self, align: u8) -> Result<(), Fail> {
        let gap = self.gap(usize::from(align).max(1));
        self.bytes(gap).map(|_| ())
    }

    /// One level deeper; fails above the limit.
    #[inline]
    pub(super) fn nested(
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

    /// A pointer's identifier.
    #[inline]
    pub(super) fn pointer(&mut self) -> Result<u32, Fail> {
        let id = self.u32()?;
        self.trace.read(self.offset() - 4, 4, Part::Pointer);
        Ok(id)
    }

    /// A pointer that must not be null.
    #[inline]
    pub(super) fn some_pointer(&mut self) -> Result<(), Fail> {
        match self.pointer()? {
            0 => Err(self.fail_back(4, MalformedKind::Null)),
            _ => Ok(()),
        }
    }

    /// Keeps hoisted maximum counts for the array they belong to.
    #[inline]
    pub(super) fn park(&mut self, count: u8) -> Result<(), Fail> {
        for at in 0..usize::from(count) {
            let max = self.u32()?;
            match self.maxes.get_mut(at) {
                Some(slot) => *slot = max,
                None => return Err(self.fail_back(4, MalformedKind::TooDeep)),
            }
        }
        Ok(())
    }

    /// The number of elements of an array in place; for the outermost dimension, also reads which
    /// part of the array is sent.
    #[inline]
    pub(super) fn length(&mut self, f: &Field, least: usize) -> Result<usize, Fail> {
        if self.level == 0 && f.varies() {
            self.parts(f)?;
        }
        let level = self.level.min(DIMENSIONS - 1);
        let n = match f.length {
            _ if f.varies() => self.counts[level] as usize,
            _ if f.conforms() => self.maxes[level] as usize,
            Length::Fixed(n) | Length::UpTo(n) => n as usize,
        };
        if let Some(said) = self.said.take()
            && said as usize != n
        {
            let (said, found) = (i64::from(said), n as i64);
            return Err(self.fail_back(4, MalformedKind::Disagrees { said, found }));
        }
        self.bounded(f, n, least)
    }

    /// Offsets and counts of all dimensions (section 14.3.3.8). The value consists of the part
    /// sent, wherever that was in the sender's array.
    #[inline(never)]
    fn parts(&mut self, f: &Field) -> Result<(), Fail> {
        if f.is_short() {
            if f.ndr.array == Array::ShortConformant {
                // Senders truncate it to 16 bits, so it is meaningless.
                self.u16()?;
            }
            self.counts[0] = self.u16()?.into();
            return Ok(());
        }
        let mut dimension = f;
        for at in 0..=usize::from(f.ndr.dims).min(DIMENSIONS - 1) {
            let (first, count) = (self.u32()?, self.u32()?);
            let (Length::UpTo(room) | Length::Fixed(room)) = dimension.length;
            let max = if f.conforms() { self.maxes[at] } else { room };
            dimension = dimension.element();
            if first > max || count > max - first {
                return Err(self.too_long(count as usize, max.saturating_sub(first) as usize));
            }
            // Section 14.3.4: strings are sent as a whole.
            if first != 0 && f.ndr.terminated {
                return Err(self.fail_back(8, MalformedKind::OutOfRange(first.into())));
            }
            self.counts[at] = count;
        }
        Ok(())
    }

    /// A count within the definition's bound, with at least `least` bytes left for each.
    #[inline]
    pub(super) fn bounded(&mut self, f: &Field, n: usize, least: usize) -> Result<usize, Fail> {
        let possible = match least {
            // Elements of size zero have a budget.
            0 => self.rest.len().max(self.elements as usize),
            least => self.rest.len() / least,
        };
        match f.length {
            Length::Fixed(fixed) if n != fixed as usize => Err(self.too_long(n, fixed as usize)),
            Length::Fixed(_) if n > possible => Err(self.truncated()),
            Length::UpTo(max) if n > possible.min(max as usize) => {
                Err(self.too_long(n, possible.min(max as usize)))
            }
            _ => Ok(n),
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn charge_element(&mut self) -> Result<(), Fail> {
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

    /// Another `n` scalars, converted by one of two functions, depending on the label.
    #[inline(always)]
    pub(super) fn scalars<V, const N: usize>(
        &mut self,
        n: usize,
        v: &mut Vec<V>,
        little: impl Fn([u8; N]) -> V,
        big: impl Fn([u8; N]) -> V,
    ) -> Result<(), Fail> {
        if n == 0 {
            return Ok(());
        }
        self.align(N as u8)?;
        if n > self.rest.len() / N {
            return Err(self.truncated());
        }
        let start = self.offset();
        (0..n).for_each(|i| self.trace.read(start + i * N, N, Part::Number));
        let chunks = self.bytes(n * N)?.as_chunks::<N>().0.iter();
        if self.big {
            vectorised(|| v.extend(chunks.map(|chunk| big(*chunk))));
        } else {
            v.extend(chunks.map(|chunk| little(*chunk)));
        }
        Ok(())
    }

    /// Floating-point numbers of other machines, converted one by one.
    pub(super) fn foreign<V>(
        &mut self,
        n: usize,
        v: &mut Vec<V>,
        one: fn(&mut Self) -> Result<V, Fail>,
    ) -> Result<(), Fail> {
        for _ in 0..n {
            v.push(one(self)?);
        }
        Ok(())
    }

    /// An octet, converted from EBCDIC if the place has characters and the sender uses EBCDIC.
    #[inline]
    pub(super) fn octet(&mut self, f: &Field) -> Result<u8, Fail> {
        let [octet] = self.take()?;
        match self.converts(f) {
            true => Ok(ebcdic::latin(octet)),
            false => Ok(octet),
        }
    }

    /// The same for `n` octets.
    pub(super) fn converted(&mut self, n: usize) -> Result<Vec<u8>, Fail> {
        let bytes = self.bytes(n)?.iter();
        Ok(bytes.map(|byte| ebcdic::latin(*byte)).collect())
    }

    /// Whether a place has characters that must be converted.
    #[inline]
    pub(super) fn converts(&self, f: &Field) -> bool {
        self.ebcdic && f.ndr.chars == Chars::Narrow
    }

    #[inline]
    pub(super) fn is_ieee(&self) -> bool {
        self.float == Float::Ieee
    }

    /// Section 14.2.5.1. With 16 bits, the signed or the unsigned number may be a member.
    #[inline]
    pub(super) fn member(&mut self, f: &Field, m: &Enum) -> Result<i32, Fail> {
        let (v, other, width) = match f.ndr.bits {
            32 => {
                let v = self.u32()? as i32;
                (v, v, 4)
            }
            _ => {
                let v = self.u16()?;
                (i32::from(v as i16), i32::from(v), 2)
            }
        };
        match (m.contains(v), m.contains(other)) {
            (true, _) => Ok(v),
            (_, true) => Ok(other),
            _ => Err(self.fail_back(width, MalformedKind::NotMember(v))),
        }
    }

    /// Section 14.3.8. A label that is no member of its enumeration still selects a default arm.
    #[inline]
    pub(super) fn label(&mut self, m: &Union) -> Result<i64, Fail> {
        let width = tag_width(m);
        let bits = match width {
            1 => u64::from(self.take::<1>()?[0]),
            2 => u64::from(self.u16()?),
            4 => u64::from(self.u32()?),
            _ => self.u64()?,
        };
        let above = 64 - 8 * u32::from(width.clamp(1, 8));
        Ok(match &m.discriminant {
            Discriminant::U32 => bits as i64,
            Discriminant::Bool => i64::from(bits != 0),
            Discriminant::I32 => (bits << above) as i64 >> above,
            Discriminant::Enum(members) => {
                let label = (bits << above) as i64 >> above;
                let is_member = |v: i64| i32::try_from(v).is_ok_and(|v| members.contains(v));
                match width == 2 && !is_member(label) && is_member(bits as i64) {
                    true => bits as i64,
                    false => label,
                }
            }
        })
    }

    /// Called before the outermost construct is read in place; returns where its entries in the
    /// queue start.
    #[inline]
    pub(super) fn frame(&self) -> usize {
        self.due.len
    }

    /// Called before its deferred part is read.
    #[inline]
    pub(super) fn unroll(&mut self, start: usize) -> usize {
        core::mem::replace(&mut self.due.next, start)
    }

    /// Called after the deferred part.
    #[inline]
    pub(super) fn close(&mut self, start: usize, next: usize) {
        self.due.next = next;
        self.due.truncate(start);
    }

    #[inline]
    pub(super) fn leave(&mut self, what: u64) {
        self.due.push(what);
    }

    #[inline]
    pub(super) fn left_behind(&mut self) -> Result<u64, Fail> {
        self.due.pop().ok_or_else(|| self.truncated())
    }

    /// Reads again from `left` bytes before the end.
    pub(super) fn again(
        &mut self,
        left: u64,
        read: impl FnOnce(&mut Self) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        let whole = self.whole;
        let back = whole.len().saturating_sub(left as usize);
        let rest = core::mem::replace(&mut self.rest, &whole[back..]);
        let result = read(self);
        self.rest = rest;
        result
    }
}
