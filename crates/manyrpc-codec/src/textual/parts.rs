//! The contents of records with a notation of their own: taken out one after the other, and put
//! back in the same order.
//!
//! A [`Take`] or [`Give`] implements what it supports; everything else is refused. [`Taken`] and
//! [`Given`] turn it into a sink or source for walking a record.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::decode::{Arms, BytesSlot, Collect, Decode, Maybe, SharedSlot, Slots, Source, TextSlot};
use crate::encode::{Encode, Fields, Sink};
use crate::error::{Fail, UnencodableKind};
use crate::meta::{Enum, Field, Record, Union};

/// Receives the parts of a record. Parts without an implementation are refused.
pub(crate) trait Take: Sized {
    /// Records a failure; the first one is kept.
    fn refuse(&mut self, f: &Field, kind: UnencodableKind);

    fn integer(&mut self, f: &Field, _v: i64) {
        self.refuse(f, UnencodableKind::Mismatch);
    }

    fn text(&mut self, f: &Field, _v: &str) {
        self.refuse(f, UnencodableKind::Mismatch);
    }

    fn bytes(&mut self, f: &Field, _v: &[u8]) {
        self.refuse(f, UnencodableKind::Mismatch);
    }
}

/// A sink of parts.
pub(crate) struct Taken<T>(pub(crate) T);

/// Supplies the parts of a record. Parts without an implementation are refused.
pub(crate) trait Give<'de>: Sized {
    fn integer(&mut self) -> Result<i64, Fail> {
        Err(Fail)
    }

    fn text(&mut self) -> Result<Cow<'de, str>, Fail> {
        Err(Fail)
    }

    fn bytes(&mut self) -> Result<&[u8], Fail> {
        Err(Fail)
    }

    /// The number of elements of an array, which follow one by one.
    fn count(&mut self) -> Result<usize, Fail> {
        Err(Fail)
    }
}

/// A source of parts.
pub(crate) struct Given<G>(pub(crate) G);

macro_rules! refuse {
    ($($name:ident($($ty:ty),*))*) => {$(
        fn $name(&mut self, f: &Field $(, _: $ty)*) {
            self.0.refuse(f, UnencodableKind::Mismatch);
        }
    )*};
}

impl<P: Take> Sink for Taken<P> {
    fn i32(&mut self, f: &Field, v: i32) {
        self.0.integer(f, v.into());
    }

    fn i64(&mut self, f: &Field, v: i64) {
        self.0.integer(f, v);
    }

    refuse! {
        void() bool(bool) i8(i8) u8(u8) i16(i16) u16(u16) u32(u32) u64(u64) f32(f32) f64(f64)
        f128(&[u8; 16]) enumeration(&Enum, i32)
    }

    fn text(&mut self, f: &Field, v: &str) {
        self.0.text(f, v);
    }

    fn bytes(&mut self, f: &Field, v: &[u8]) {
        self.0.bytes(f, v);
    }

    fn seq<E: Encode, I>(&mut self, f: &Field, items: I)
    where
        I: ExactSizeIterator<Item = E> + DoubleEndedIterator + Clone,
    {
        items.for_each(|item| item.encode(self, f.element()));
    }

    fn chain<E: Encode, I>(&mut self, f: &Field, _: I)
    where
        I: ExactSizeIterator<Item = E> + DoubleEndedIterator + Clone,
    {
        self.0.refuse(f, UnencodableKind::Mismatch);
    }

    fn optional<T: Encode + ?Sized>(&mut self, f: &Field, _: Option<&T>) {
        self.0.refuse(f, UnencodableKind::Mismatch);
    }

    fn record<T: Fields + ?Sized>(&mut self, f: &Field, _: &Record, _: &T) {
        self.0.refuse(f, UnencodableKind::Mismatch);
    }

    fn union<T: Fields + ?Sized>(&mut self, f: &Field, _: &Union, _: usize, _: i64, _: &T) {
        self.0.refuse(f, UnencodableKind::Mismatch);
    }

    fn params<T: Fields + ?Sized>(&mut self, _: &Record, _: &T) {
        let f = Field::plain("parameters");
        self.0.refuse(&f, UnencodableKind::Mismatch);
    }

    fn refuse(&mut self, f: &Field, kind: UnencodableKind) {
        self.0.refuse(f, kind);
    }
}

macro_rules! nothing {
    ($($name:ident $ty:ty)*) => {$(
        fn $name(&mut self, _: &Field, _: &mut $ty) -> Result<(), Fail> {
            Err(Fail)
        }
    )*};
}

impl<'de, G: Give<'de>> Source<'de> for Given<G> {
    fn i32(&mut self, _: &Field, v: &mut i32) -> Result<(), Fail> {
        *v = i32::try_from(self.0.integer()?).map_err(|_| Fail)?;
        Ok(())
    }

    fn i64(&mut self, _: &Field, v: &mut i64) -> Result<(), Fail> {
        *v = self.0.integer()?;
        Ok(())
    }

    nothing! {
        bool bool i8 i8 u8 u8 i16 i16 u16 u16 u32 u32 u64 u64 f32 f32 f64 f64 f128 [u8; 16]
        bytes_exact [u8] i32s Vec<i32> u32s Vec<u32> i64s Vec<i64> u64s Vec<u64> f32s Vec<f32>
        f64s Vec<f64>
    }

    fn void(&mut self, _: &Field) -> Result<(), Fail> {
        Err(Fail)
    }

    fn enumeration(&mut self, _: &Field, _: &Enum, _: &mut i32) -> Result<(), Fail> {
        Err(Fail)
    }

    fn text<T: TextSlot<'de> + ?Sized>(&mut self, _: &Field, v: &mut T) -> Result<(), Fail> {
        v.set(self.0.text()?);
        Ok(())
    }

    fn bytes<T: BytesSlot<'de> + ?Sized>(&mut self, _: &Field, v: &mut T) -> Result<(), Fail> {
        v.set(&[]);
        v.append(self.0.bytes()?)
    }

    fn seq<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<(), Fail> {
        let count = self.0.count()?;
        v.start(count);
        (0..count).try_for_each(|_| v.push(self, f.element()))
    }

    fn seq_exact<T: Decode<'de>>(&mut self, _: &Field, _: &mut [T]) -> Result<(), Fail> {
        Err(Fail)
    }

    fn chain<C: Collect<'de> + ?Sized>(&mut self, _: &Field, _: &mut C) -> Result<(), Fail> {
        Err(Fail)
    }

    fn optional<O: Maybe<'de> + ?Sized>(&mut self, _: &Field, _: &mut O) -> Result<(), Fail> {
        Err(Fail)
    }

    fn shared<O: SharedSlot<'de> + ?Sized>(&mut self, _: &Field, _: &mut O) -> Result<(), Fail> {
        Err(Fail)
    }

    fn agree(&mut self, _: &Field, _: i64, _: i64) -> Result<(), Fail> {
        Err(Fail)
    }

    fn record<T: Slots<'de> + ?Sized>(
        &mut self,
        _: &Field,
        _: &Record,
        _: &mut T,
    ) -> Result<(), Fail> {
        Err(Fail)
    }

    fn union<U: Arms<'de> + ?Sized>(
        &mut self,
        _: &Field,
        _: &Union,
        _: &mut U,
    ) -> Result<(), Fail> {
        Err(Fail)
    }

    fn params<T: Slots<'de> + ?Sized>(&mut self, _: &Record, _: &mut T) -> Result<(), Fail> {
        Err(Fail)
    }
}
