//! Straight-line decoding of a message: nearly all messages have their fields in order.
//!
//! Each slot takes the next field if it matches, and is skipped otherwise. Whatever is left at the
//! end (fields out of order, repeated or unknown) is read one by one.
//!
//! The position is a field here rather than behind a reference, so that it stays in registers.
//! Everything except scalars is lent to the decoder.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::scalars::unzigzag;
use super::seen::Choices;
use super::wire::{after_varint, in_a_row, key_before};
use super::{Decoder, Detour};
use crate::chars;
use crate::decode::{Arms, BytesSlot, Collect, Decode, Maybe, SharedSlot, Slots, Source, TextSlot};
use crate::error::{Fail, MalformedKind};
use crate::meta::{Coding, Enum, Field, Length, Presence, Record, Union};
use crate::protobuf::format::{END, I32, I64, LEN, VARINT, Wire, key};

/// How a message is read, in one register.
pub(super) type How = u8;
/// It has a length prefix; otherwise it is the rest of the input, or a group.
pub(super) const DELIMITED: How = 1;
/// It is read into a default value.
pub(super) const FRESH: How = 2;

/// A message that is read along its fields.
pub(super) struct Line<'d, 'de> {
    source: &'d mut Decoder<'de>,
    m: &'d Record,
    choices: &'d mut Choices,
    rest: &'de [u8],
    /// Input that is read one by one, whatever it is.
    put_off: &'de [u8],
    number: u32,
    wire: Wire,
    fresh: bool,
    /// The index of the next slot.
    index: usize,
    /// A bit for each field that was present.
    seen: u64,
    /// Whether a required field was absent.
    misses: bool,
}

impl<'d, 'de> Line<'d, 'de> {
    #[inline(always)]
    pub(super) fn new(
        source: &'d mut Decoder<'de>,
        m: &'d Record,
        choices: &'d mut Choices,
        body: &'de [u8],
        fresh: bool,
    ) -> Self {
        Line {
            rest: body,
            source,
            m,
            choices,
            put_off: &[],
            number: 0,
            wire: 0,
            fresh,
            index: 0,
            seen: 0,
            misses: false,
        }
    }

    /// Returns the rest: the bits of the fields present among the first 64, and whether a required
    /// one was absent.
    #[inline(always)]
    pub(super) fn end(self) -> (u64, bool) {
        self.source.rest = match self.put_off {
            [] => self.rest,
            put_off => put_off,
        };
        (self.seen, self.misses)
    }

    /// Takes the next field's key if it belongs to the slot.
    #[inline(always)]
    fn comes(&mut self, f: &Field, i: usize) -> bool {
        if i >= 64 {
            return false;
        }
        if f.pb.number == 0 {
            return f.pb.coding == Coding::Choice && self.comes_as_arm(i);
        }
        let Some((wire, rest)) = key_before(self.rest, f.pb.number) else {
            return false;
        };
        (self.number, self.wire, self.rest) = (f.pb.number, wire, rest);
        true
    }

    /// The same for a `oneof`.
    #[inline(always)]
    fn comes_as_arm(&mut self, i: usize) -> bool {
        let Some((key, rest)) = after_varint(self.rest) else {
            return false;
        };
        let number = (key >> 3) as u32;
        let at = self.m.numbers.binary_search_by_key(&number, |(n, _)| *n);
        if at.is_ok_and(|at| usize::from(self.m.numbers[at].1) == i) {
            (self.number, self.wire, self.rest) = (number, (key & 7) as Wire, rest);
            return true;
        }
        false
    }

    /// After a failure: goes back to before the field if the slot does not accept it.
    #[cold]
    #[inline(never)]
    fn turn_back(source: &mut Decoder<'de>) -> Result<(), Fail> {
        if source.detour == Detour::None || source.failure.is_some() {
            return Err(Fail);
        }
        source.detour = Detour::None;
        Ok(())
    }

    /// Lets the decoder read the value whose key was read.
    #[inline(always)]
    fn lend<R>(
        &mut self,
        read: impl FnOnce(&mut Decoder<'de>) -> Result<R, Fail>,
    ) -> Result<R, Fail> {
        let source = &mut *self.source;
        (source.rest, source.number, source.wire) = (self.rest, self.number, self.wire);
        (source.again, source.twice, source.fresh) = (false, false, self.fresh);
        let result = read(source);
        self.rest = source.rest;
        result
    }

    /// The same for values that may have elements to keep as unknown fields: while those are
    /// pending, nothing else is read here.
    #[inline(always)]
    fn lend_many(
        &mut self,
        read: impl FnOnce(&mut Decoder<'de>) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        self.lend(read)?;
        if !self.source.unknown_elements.is_empty() {
            self.put_off = core::mem::take(&mut self.rest);
        }
        Ok(())
    }

    #[inline(always)]
    fn fail(&mut self, kind: MalformedKind) -> Fail {
        self.source.rest = self.rest;
        self.source.fail(kind)
    }

    #[inline(always)]
    fn expect(&mut self, wire: Wire) -> Result<(), Fail> {
        if self.wire == wire {
            return Ok(());
        }
        self.source.detour = Detour::OtherWire;
        Err(Fail)
    }

    #[inline(always)]
    fn varint(&mut self) -> Result<u64, Fail> {
        self.short_or(Decoder::longer_varint)
    }

    /// A varint; longer ones than two bytes are left to the decoder.
    #[inline(always)]
    fn short_or(
        &mut self,
        longer: impl FnOnce(&mut Decoder<'de>) -> Result<u64, Fail>,
    ) -> Result<u64, Fail> {
        match after_varint(self.rest) {
            Some((v, rest)) => {
                self.rest = rest;
                Ok(v)
            }
            None => {
                self.source.rest = self.rest;
                let v = longer(self.source)?;
                self.rest = self.source.rest;
                Ok(v)
            }
        }
    }

    #[inline(always)]
    fn take<const N: usize>(&mut self) -> Result<[u8; N], Fail> {
        match self.rest.split_first_chunk::<N>() {
            Some((bytes, rest)) => {
                self.rest = rest;
                Ok(*bytes)
            }
            None => Err(self.fail(MalformedKind::Truncated)),
        }
    }

    #[inline(always)]
    fn delimited(&mut self) -> Result<&'de [u8], Fail> {
        let n = self.short_or(Decoder::longer_length)?;
        let split = usize::try_from(n).ok();
        match split.and_then(|n| self.rest.split_at_checked(n)) {
            Some((bytes, rest)) => {
                self.rest = rest;
                Ok(bytes)
            }
            None => {
                let max = self.rest.len() as u64;
                Err(self.fail(MalformedKind::TooLong { count: n, max }))
            }
        }
    }

    /// Bytes of a length that the field permits.
    #[inline(always)]
    fn bytes_of(&mut self, f: &Field) -> Result<&'de [u8], Fail> {
        self.expect(LEN)?;
        let bytes = self.delimited()?;
        let fits = match f.length {
            Length::UpTo(max) => bytes.len() <= max as usize,
            Length::Fixed(n) => bytes.len() == n as usize,
        };
        match fits {
            true => Ok(bytes),
            false => {
                self.source.rest = self.rest;
                Err(self.source.other_length(f, bytes.len()))
            }
        }
    }

    #[inline(always)]
    fn text_of(&mut self, f: &Field) -> Result<&'de str, Fail> {
        let bytes = self.bytes_of(f)?;
        chars::utf8(bytes).map_err(|e| self.source.not_utf8(bytes, &e))
    }

    /// Elements with a length prefix, such as messages, starting with the one whose key was read.
    #[inline(always)]
    fn elements<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<(), Fail> {
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        let (element, n) = (f.element(), in_a_row(self.rest, self.number));
        self.source.start(v, n)?;
        let mut ready = n.min(max as usize);
        loop {
            if v.len() >= ready {
                self.source.rest = self.rest;
                ready = self.source.grow(f, v)?;
            }
            v.push(self, element)?;
            match key_before(self.rest, self.number) {
                Some((LEN, rest)) => self.rest = rest,
                _ => return Ok(()),
            }
        }
    }

    #[inline(always)]
    fn integer(&mut self) -> Result<u64, Fail> {
        self.expect(VARINT)?;
        self.varint()
    }

    #[inline(always)]
    fn fixed<const N: usize>(&mut self, wire: Wire) -> Result<[u8; N], Fail> {
        self.expect(wire)?;
        self.take()
    }

    #[inline(always)]
    fn word(&mut self, coding: Coding) -> Result<u32, Fail> {
        match coding {
            Coding::Fixed => self.fixed(I32).map(u32::from_le_bytes),
            _ => self.integer().map(|v| v as u32),
        }
    }

    #[inline(always)]
    fn long(&mut self, coding: Coding) -> Result<u64, Fail> {
        match coding {
            Coding::Fixed => self.fixed(I64).map(u64::from_le_bytes),
            _ => self.integer(),
        }
    }
}

macro_rules! lend_narrow {
    ($($name:ident)*) => {$(
        #[inline(always)]
        fn $name(&mut self, f: &Field, v: &mut $name) -> Result<(), Fail> {
            self.lend(|source| source.$name(f, v))
        }
    )*};
}

macro_rules! lend_arrays {
    ($($name:ident $ty:ident)*) => {$(
        #[inline(always)]
        fn $name(&mut self, f: &Field, v: &mut Vec<$ty>) -> Result<(), Fail> {
            self.lend(|source| source.$name(f, v))
        }
    )*};
}

impl<'de> Source<'de> for Line<'_, 'de> {
    #[inline(always)]
    fn slot<T: Decode<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        let (i, entry) = (self.index, self.rest);
        self.index += 1;
        if self.comes(f, i) {
            if v.decode(self, f).is_ok() {
                self.seen |= 1 << i;
                if f.pb.number == 0 {
                    self.choices.choose(i, Some(self.number));
                }
                return Ok(());
            }
            Self::turn_back(self.source)?;
            self.rest = entry;
        }
        self.misses |= f.pb.presence == Presence::Required;
        Ok(())
    }

    #[inline(always)]
    fn void(&mut self, f: &Field) -> Result<(), Fail> {
        if self.wire == END {
            return self.expect(VARINT);
        }
        self.lend(|source| source.void(f))
    }

    #[inline(always)]
    fn bool(&mut self, _: &Field, v: &mut bool) -> Result<(), Fail> {
        *v = self.integer()? != 0;
        Ok(())
    }

    lend_narrow! { i8 u8 i16 u16 }

    #[inline(always)]
    fn i32(&mut self, f: &Field, v: &mut i32) -> Result<(), Fail> {
        let bits = self.word(f.pb.coding)?;
        *v = match f.pb.coding {
            Coding::Zigzag => unzigzag(u64::from(bits)) as i32,
            _ => bits as i32,
        };
        Ok(())
    }

    #[inline(always)]
    fn u32(&mut self, f: &Field, v: &mut u32) -> Result<(), Fail> {
        *v = self.word(f.pb.coding)?;
        Ok(())
    }

    #[inline(always)]
    fn i64(&mut self, f: &Field, v: &mut i64) -> Result<(), Fail> {
        let bits = self.long(f.pb.coding)?;
        *v = match f.pb.coding {
            Coding::Zigzag => unzigzag(bits),
            _ => bits as i64,
        };
        Ok(())
    }

    #[inline(always)]
    fn u64(&mut self, f: &Field, v: &mut u64) -> Result<(), Fail> {
        *v = self.long(f.pb.coding)?;
        Ok(())
    }

    #[inline(always)]
    fn f32(&mut self, _: &Field, v: &mut f32) -> Result<(), Fail> {
        *v = f32::from_le_bytes(self.fixed(I32)?);
        Ok(())
    }

    #[inline(always)]
    fn f64(&mut self, _: &Field, v: &mut f64) -> Result<(), Fail> {
        *v = f64::from_le_bytes(self.fixed(I64)?);
        Ok(())
    }

    #[inline(always)]
    fn f128(&mut self, f: &Field, v: &mut [u8; 16]) -> Result<(), Fail> {
        self.lend(|source| source.f128(f, v))
    }

    #[inline(always)]
    fn enumeration(&mut self, f: &Field, m: &Enum, v: &mut i32) -> Result<(), Fail> {
        self.lend(|source| source.enumeration(f, m, v))
    }

    #[inline(always)]
    fn text<T: TextSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        v.set(Cow::Borrowed(self.text_of(f)?));
        Ok(())
    }

    #[inline(always)]
    fn bytes<T: BytesSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        v.set(self.bytes_of(f)?);
        Ok(())
    }

    #[inline(always)]
    fn bytes_exact(&mut self, f: &Field, v: &mut [u8]) -> Result<(), Fail> {
        self.lend(|source| source.bytes_exact(f, v))
    }

    #[inline(always)]
    fn seq<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<(), Fail> {
        if self.wire == LEN && are_apart(f) {
            let (entry, fresh) = (self.rest, core::mem::replace(&mut self.fresh, true));
            let outcome = self.elements(f, v);
            self.fresh = fresh;
            if outcome.is_ok() {
                return Ok(());
            }
            // The decoder handles the other cases.
            Self::turn_back(self.source)?;
            self.rest = entry;
        }
        self.lend_many(|source| source.seq(f, v))?;
        // The decoder has read all entries, wherever they are, and is behind the first. Entries
        // that are unknown fields are still to be kept.
        if f.keyed && !self.source.closed {
            let key = key(f.pb.number, LEN);
            while let Some((_, rest)) = after_varint(self.rest).filter(|(k, _)| *k == key) {
                self.rest = rest;
                self.delimited()?;
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn seq_exact<T: Decode<'de>>(&mut self, f: &Field, v: &mut [T]) -> Result<(), Fail> {
        self.lend_many(|source| source.seq_exact(f, v))
    }

    lend_arrays! { i32s i32 u32s u32 i64s i64 u64s u64 f32s f32 f64s f64 }

    #[inline(always)]
    fn chain<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<(), Fail> {
        self.seq(f, v)
    }

    #[inline(always)]
    fn optional<O: Maybe<'de> + ?Sized>(&mut self, f: &Field, v: &mut O) -> Result<(), Fail> {
        if f.pb.coding == Coding::Wrapped {
            return self.lend_many(|source| source.optional(f, v));
        }
        let (was, fresh) = (v.is_some(), self.fresh);
        if !was {
            self.source.charge(v.bytes_apart())?;
        }
        v.set(true);
        self.fresh |= !was;
        let result = v.inner(self, f.element());
        self.fresh = fresh;
        if result.is_err() && !was {
            v.set(false);
        }
        result
    }

    #[inline(always)]
    fn shared<O: SharedSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut O) -> Result<(), Fail> {
        self.lend_many(|source| source.shared(f, v))
    }

    // Never compared, as in the decoder.
    #[inline(always)]
    fn agree(&mut self, _: &Field, _: i64, _: i64) -> Result<(), Fail> {
        Ok(())
    }

    /// A message is decoded immediately, without going through the decoder's state.
    #[inline(always)]
    fn record<T: Slots<'de> + ?Sized>(
        &mut self,
        f: &Field,
        m: &Record,
        v: &mut T,
    ) -> Result<(), Fail> {
        if !T::PREPARED || self.wire != LEN || f.pb.coding == Coding::Group {
            return self.lend(|source| source.record(f, m, v));
        }
        let how = if self.fresh {
            DELIMITED | FRESH
        } else {
            DELIMITED
        };
        self.rest = self.source.along(m, v, self.rest, how)?;
        Ok(())
    }

    #[inline(always)]
    fn union<U: Arms<'de> + ?Sized>(
        &mut self,
        f: &Field,
        m: &Union,
        v: &mut U,
    ) -> Result<(), Fail> {
        self.lend_many(|source| source.union(f, m, v))
    }

    #[inline(always)]
    fn params<T: Slots<'de> + ?Sized>(&mut self, m: &Record, v: &mut T) -> Result<(), Fail> {
        self.lend(|source| source.params(m, v))
    }
}

/// Whether an array's elements are separate fields, each with a length prefix.
#[inline(always)]
fn are_apart(f: &Field) -> bool {
    let is_one = f.keyed || f.pb.packed || f.pb.coding == Coding::Wrapped;
    !is_one && matches!(f.length, Length::UpTo(_))
}
