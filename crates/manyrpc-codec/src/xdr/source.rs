//! Reading XDR (RFC 4506).

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::{Limits, is_in_range, padded};
use crate::chars;
use crate::decode::{Arms, BytesSlot, Collect, Decode, Maybe, SharedSlot, Slots, Source, TextSlot};
use crate::error::{Fail, Malformed, MalformedKind};
use crate::limits::admit;
use crate::meta::{Discriminant, Enum, Field, Length, Record, Union};
use crate::vectors::vectorised;

/// Elements to reserve room for before reading the first: the memory that one byte of input stands
/// for depends on the type, so a count alone reserves little.
const FIRST_ELEMENTS: usize = 32;

/// Decodes values. Keeps the reason and place of a failure.
///
/// Text and bytes are borrowed from the input if their slots borrow.
pub struct Decoder<'de> {
    rest: &'de [u8],
    total: usize,
    depth: u32,
    elements: u32,
    /// Shared values so far: each has an identity of its own.
    shared: u32,
    failure: Option<Malformed>,
}

impl<'de> Decoder<'de> {
    /// Reads these bytes. If there are more than [`Limits::bytes`], the first read fails.
    #[inline]
    pub fn new(bytes: &'de [u8], limits: &Limits) -> Self {
        let (bytes, failure) = admit(bytes, limits.bytes);
        Decoder {
            rest: bytes,
            total: bytes.len(),
            depth: limits.depth,
            elements: limits.elements,
            shared: 0,
            failure,
        }
    }

    /// Ends the value: all bytes must be used.
    ///
    /// # Errors
    /// The first failure, or that bytes remain.
    #[inline]
    pub fn finish(self) -> Result<(), Malformed> {
        if self.failure.is_none() && self.rest.is_empty() {
            return Ok(());
        }
        Err(self.failure.unwrap_or(Malformed {
            kind: MalformedKind::Trailing(self.rest.len()),
            offset: self.total - self.rest.len(),
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
    pub fn offset(&self) -> usize {
        self.total - self.rest.len()
    }

    /// The unread bytes: for what follows the values in the same message.
    pub fn rest(&self) -> &'de [u8] {
        self.rest
    }

    #[cold]
    #[inline(never)]
    fn fail_at(&mut self, offset: usize, kind: MalformedKind) -> Fail {
        if self.failure.is_none() {
            self.failure = Some(Malformed { kind, offset });
        }
        Fail
    }

    /// Fails at the beginning of the word just read.
    #[cold]
    #[inline(never)]
    fn fail_word(&mut self, kind: MalformedKind) -> Fail {
        self.fail_at(self.offset().saturating_sub(4), kind)
    }

    #[cold]
    #[inline(never)]
    fn truncated(&mut self) -> Fail {
        self.fail_at(self.offset(), MalformedKind::Truncated)
    }

    #[inline]
    fn take<const N: usize>(&mut self) -> Result<[u8; N], Fail> {
        match self.rest.split_first_chunk::<N>() {
            Some((bytes, rest)) => {
                self.rest = rest;
                Ok(*bytes)
            }
            None => Err(self.truncated()),
        }
    }

    #[inline]
    fn word(&mut self) -> Result<u32, Fail> {
        self.take().map(u32::from_be_bytes)
    }

    /// A narrow integer, sent as 32 bits.
    #[inline]
    fn narrow<T: TryFrom<i64>>(&mut self, wide: fn(u32) -> i64) -> Result<T, Fail> {
        let v = wide(self.word()?);
        T::try_from(v).map_err(|_| self.fail_word(MalformedKind::OutOfRange(v)))
    }

    // RFC 4506, section 4.4: an enumeration of 0 and 1.
    #[inline]
    fn truth(&mut self) -> Result<bool, Fail> {
        match self.word()? {
            0 => Ok(false),
            1 => Ok(true),
            v => Err(self.fail_word(MalformedKind::NotBool(v))),
        }
    }

    #[cold]
    #[inline(never)]
    fn too_long(&mut self, count: usize, max: usize) -> Fail {
        let (count, max) = (count as u64, max as u64);
        self.fail_word(MalformedKind::TooLong { count, max })
    }

    /// A count within its bound, with at least `least` bytes left for each.
    #[inline]
    fn count(&mut self, f: &Field, least: usize) -> Result<usize, Fail> {
        match f.length {
            Length::Fixed(n) if n as usize <= self.rest.len() / least => Ok(n as usize),
            Length::Fixed(_) => Err(self.truncated()),
            Length::UpTo(max) => {
                let n = self.word()? as usize;
                let max = (max as usize).min(self.rest.len() / least);
                if n > max {
                    return Err(self.too_long(n, max));
                }
                Ok(n)
            }
        }
    }

    /// The count of elements that may have size zero: within the budget for those, or with at least
    /// four bytes left for each, the minimum of all other types.
    #[inline]
    fn element_count(&mut self, f: &Field) -> Result<usize, Fail> {
        let (n, bound) = match f.length {
            Length::Fixed(n) => (n as usize, n as usize),
            Length::UpTo(max) => (self.word()? as usize, max as usize),
        };
        let possible = (self.rest.len() / 4).max(self.elements as usize);
        if n > bound.min(possible) {
            return Err(match f.length {
                Length::Fixed(_) => self.truncated(),
                Length::UpTo(_) => self.too_long(n, bound.min(possible)),
            });
        }
        Ok(n)
    }

    #[cold]
    #[inline(never)]
    fn charge_element(&mut self) -> Result<(), Fail> {
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

    /// `n` bytes and their padding. RFC 4506, section 3, requires zero padding; any is accepted, as
    /// in all deployed decoders: several old senders leave previous buffer contents there.
    #[inline]
    fn opaque(&mut self, n: usize) -> Result<&'de [u8], Fail> {
        match self.rest.split_at_checked(padded(n)) {
            Some((bytes, rest)) => {
                self.rest = rest;
                Ok(&bytes[..n])
            }
            None => Err(self.truncated()),
        }
    }

    // RFC 4506, sections 4.9 to 4.11.
    #[inline(never)]
    fn counted(&mut self, f: &Field) -> Result<&'de [u8], Fail> {
        let n = self.count(f, 1)?;
        self.opaque(n)
    }

    /// Text. If it is not UTF-8, the count is left to be read again.
    #[inline(never)]
    fn counted_text(&mut self, f: &Field) -> Result<&'de str, Fail> {
        let before = self.rest;
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        let n = self.word()? as usize;
        let max = (max as usize).min(self.rest.len());
        if n > max {
            return Err(self.too_long(n, max));
        }
        let at = self.offset();
        let bytes = self.opaque(n)?;
        chars::utf8(bytes).map_err(|e| {
            self.rest = before;
            self.fail_at(at + e.valid_up_to(), MalformedKind::NotUtf8)
        })
    }

    /// Text that is not UTF-8 is passed to slots that can hold it. RFC 4506, section 4.11, has
    /// ASCII bytes in strings; deployed services send names as they find them.
    #[cold]
    #[inline(never)]
    fn other_text<T: TextSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        let failure = self.failure.take();
        if failure.is_some_and(|failure| failure.kind == MalformedKind::NotUtf8) {
            let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
            let bytes = self.counted(&Field::sized("", Length::UpTo(max)))?;
            if v.set_bytes(bytes).is_ok() {
                return Ok(());
            }
        }
        self.failure = failure;
        Err(Fail)
    }

    /// An array of scalars in bulk: a loop that only swaps bytes.
    #[inline(always)]
    fn bulk<T, const N: usize>(
        &mut self,
        f: &Field,
        v: &mut Vec<T>,
        swap: impl Fn([u8; N]) -> T,
    ) -> Result<(), Fail> {
        let n = self.count(f, N)?;
        let (bytes, rest) = self.rest.split_at(n * N);
        self.rest = rest;
        v.clear();
        let chunks = bytes.as_chunks::<N>().0.iter();
        vectorised(|| v.extend(chunks.map(|chunk| swap(*chunk))));
        Ok(())
    }

    /// One level deeper; fails above the limit.
    #[inline]
    fn nested(&mut self, inside: impl FnOnce(&mut Self) -> Result<(), Fail>) -> Result<(), Fail> {
        if self.depth == 0 {
            return Err(self.fail_at(self.offset(), MalformedKind::TooDeep));
        }
        self.depth -= 1;
        inside(self)?;
        self.depth += 1;
        Ok(())
    }

    /// RFC 4506, section 4.15. A label that is no member of its enumeration (section 4.3) still
    /// selects a default arm, as in deployed decoders: so a client recognises that a call failed
    /// with an error newer than its definition.
    #[inline]
    fn label(&mut self, m: &Union) -> Result<i64, Fail> {
        let label = match &m.discriminant {
            Discriminant::I32 | Discriminant::Enum(_) => i64::from(self.word()? as i32),
            Discriminant::U32 => i64::from(self.word()?),
            Discriminant::Bool => return Ok(i64::from(self.truth()?)),
        };
        match is_in_range(m, label) {
            true => Ok(label),
            false => Err(self.fail_word(MalformedKind::OutOfRange(label))),
        }
    }

    // RFC 4506, section 4.3.
    #[inline]
    fn member(&mut self, m: &Enum) -> Result<i32, Fail> {
        let v = self.word()? as i32;
        if m.contains(v) {
            Ok(v)
        } else {
            Err(self.fail_word(MalformedKind::NotMember(v)))
        }
    }
}

macro_rules! take_narrow {
    ($($name:ident $wide:ident)*) => {$(
        #[inline]
        fn $name(&mut self, _: &Field, v: &mut $name) -> Result<(), Fail> {
            *v = self.narrow(|word| i64::from(word as $wide))?;
            Ok(())
        }
    )*};
}

macro_rules! take_words {
    ($($name:ident)*) => {$(
        #[inline]
        fn $name(&mut self, _: &Field, v: &mut $name) -> Result<(), Fail> {
            *v = $name::from_be_bytes(self.take()?);
            Ok(())
        }
    )*};
}

macro_rules! take_bulks {
    ($($name:ident $ty:ident)*) => {$(
        #[inline(never)]
        fn $name(&mut self, f: &Field, v: &mut Vec<$ty>) -> Result<(), Fail> {
            self.bulk(f, v, $ty::from_be_bytes)
        }
    )*};
}

impl<'de> Source<'de> for Decoder<'de> {
    const IN_ORDER: bool = true;

    #[inline]
    fn void(&mut self, _: &Field) -> Result<(), Fail> {
        Ok(())
    }

    #[inline]
    fn bool(&mut self, _: &Field, v: &mut bool) -> Result<(), Fail> {
        *v = self.truth()?;
        Ok(())
    }

    take_narrow! { i8 i32 u8 u32 i16 i32 u16 u32 }

    take_words! { i32 u32 i64 u64 f32 f64 }

    #[inline]
    fn f128(&mut self, _: &Field, v: &mut [u8; 16]) -> Result<(), Fail> {
        *v = self.take()?;
        Ok(())
    }

    #[inline]
    fn enumeration(&mut self, _: &Field, m: &Enum, v: &mut i32) -> Result<(), Fail> {
        *v = self.member(m)?;
        Ok(())
    }

    #[inline]
    fn text<T: TextSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        match self.counted_text(f) {
            Ok(text) => v.set(Cow::Borrowed(text)),
            Err(Fail) => return self.other_text(f, v),
        }
        Ok(())
    }

    #[inline]
    fn bytes<T: BytesSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        v.set(self.counted(f)?);
        Ok(())
    }

    #[inline(never)]
    fn bytes_exact(&mut self, _: &Field, v: &mut [u8]) -> Result<(), Fail> {
        v.copy_from_slice(self.opaque(v.len())?);
        Ok(())
    }

    #[inline]
    fn seq<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<(), Fail> {
        let n = self.element_count(f)?;
        v.start(n.min(FIRST_ELEMENTS));
        self.nested(|source| {
            let element = f.element();
            for _ in 0..n {
                let before = source.rest.len();
                v.push(source, element)?;
                if source.rest.len() == before {
                    source.charge_element()?;
                }
            }
            Ok(())
        })
    }

    // Not inlined: unrolling a fixed length takes the compiler minutes.
    #[inline(never)]
    fn seq_exact<T: Decode<'de>>(&mut self, f: &Field, v: &mut [T]) -> Result<(), Fail> {
        self.nested(|source| {
            let element = f.element();
            v.iter_mut()
                .try_for_each(|item| item.decode(source, element))
        })
    }

    take_bulks! { i32s i32 u32s u32 i64s i64 u64s u64 f32s f32 f64s f64 }

    #[inline]
    fn chain<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<(), Fail> {
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        v.start(0);
        self.nested(|source| {
            let element = f.element();
            while source.truth()? {
                if v.len() >= max as usize {
                    return Err(source.too_long(v.len() + 1, max as usize));
                }
                v.push(source, element)?;
            }
            Ok(())
        })
    }

    #[inline]
    fn optional<O: Maybe<'de> + ?Sized>(&mut self, f: &Field, v: &mut O) -> Result<(), Fail> {
        let some = self.truth()?;
        v.set(some);
        if !some {
            return Ok(());
        }
        self.nested(|source| v.inner(source, f.element()))
    }

    // RFC 4506 has no sharing: each place is an optional value of its own.
    fn shared<O: SharedSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut O) -> Result<(), Fail> {
        if !self.truth()? {
            v.promise(0);
            return Ok(());
        }
        self.shared += 1;
        v.promise(self.shared);
        self.nested(|source| v.fresh(source, f.element()))
    }

    fn agree(&mut self, _: &Field, said: i64, found: i64) -> Result<(), Fail> {
        if said == found {
            return Ok(());
        }
        let offset = self.offset();
        Err(self.fail_at(offset, MalformedKind::Disagrees { said, found }))
    }

    #[inline]
    fn record<T: Slots<'de> + ?Sized>(
        &mut self,
        _: &Field,
        _: &Record,
        v: &mut T,
    ) -> Result<(), Fail> {
        self.nested(|source| v.all(source))
    }

    #[inline]
    fn union<U: Arms<'de> + ?Sized>(
        &mut self,
        _: &Field,
        m: &Union,
        v: &mut U,
    ) -> Result<(), Fail> {
        let label = self.label(m)?;
        let Some(arm) = m.arm_of(label) else {
            return Err(self.fail_word(MalformedKind::NoArm(label)));
        };
        v.select(arm, label);
        self.nested(|source| v.arm(source))
    }

    #[inline]
    fn params<T: Slots<'de> + ?Sized>(&mut self, _: &Record, v: &mut T) -> Result<(), Fail> {
        v.all(self)
    }
}
