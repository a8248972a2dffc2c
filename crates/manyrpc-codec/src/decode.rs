//! The decoding visitor: a [`Source`] fills a value in place.
//!
//! Slots are `&mut`, never returned values: a syntax may visit a record more
//! than once, and a value that is used again keeps its memory.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;

use crate::error::Fail;
use crate::json::Messages;
use crate::meta::{Enum, Field, Record, Union};

/// A value that can be filled in. Starts from a cleared (default) or used value.
pub trait Decode<'de> {
    /// Bytes of memory that making a default value of this type takes, as a box does.
    const APART: usize = 0;

    /// Fills this value from the source; `f` is what its place says about it.
    fn decode<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail>;

    /// Fills an array of such values. Scalars override it with the source's bulk method.
    #[inline(always)]
    fn decode_seq<S: Source<'de>>(v: &mut Vec<Self>, s: &mut S, f: &Field) -> Result<(), Fail>
    where
        Self: Sized + Default,
    {
        s.seq(f, v)
    }

    /// Fills an array of a length that the type fixes. Bytes override it with the bulk method.
    #[inline(always)]
    fn decode_exact<S: Source<'de>>(v: &mut [Self], s: &mut S, f: &Field) -> Result<(), Fail>
    where
        Self: Sized,
    {
        s.seq_exact(f, v)
    }
}

/// The fields of a record.
pub trait Slots<'de> {
    /// Fills all fields in order: the straight line.
    fn all<S: Source<'de>>(&mut self, s: &mut S) -> Result<(), Fail>;
    /// Fills field `i`: for syntaxes that bring fields in any order.
    fn one<S: Source<'de>>(&mut self, i: usize, s: &mut S) -> Result<(), Fail>;
    /// Keeps a field that the definition does not know ([`Fields::unknown`](crate::Fields::unknown)),
    /// behind those kept before; or drops it.
    #[inline]
    fn unknown(&mut self, _raw: &[u8]) {}
    /// Forgets the fields that were kept so.
    #[inline]
    fn forget_unknown(&mut self) {}
    /// What [`Fields::messages`](crate::Fields::messages) gives.
    #[inline]
    fn messages(&self) -> Option<&dyn Messages> {
        None
    }
    /// Bytes of memory that were taken for its fields, where they do not lie in the value itself, and may
    /// be for unknown ones.
    #[inline(always)]
    fn bytes_apart(&self) -> usize {
        0
    }
    /// Whether a default value of this type is what a record means that brings no field at all.
    const PREPARED: bool = true;
}

/// The arms of a union.
pub trait Arms<'de> {
    /// Makes `arm` the chosen one; a default arm keeps the label.
    fn select(&mut self, arm: usize, label: i64);
    /// Bytes of memory that choosing one takes.
    #[inline(always)]
    fn bytes_apart(&self) -> usize {
        0
    }
    /// Fills what the chosen arm holds.
    fn arm<S: Source<'de>>(&mut self, s: &mut S) -> Result<(), Fail>;
}

/// A value or none.
pub trait Maybe<'de> {
    /// What is set aside.
    type Aside;
    /// Sets aside what is there: then there is none.
    fn set_aside(&mut self) -> Self::Aside;
    /// Makes it again what was set aside.
    fn put_back(&mut self, aside: Self::Aside);
    /// Makes it a default value or none.
    fn set(&mut self, some: bool);
    /// Bytes that a value takes in memory of its own.
    fn bytes_apart(&self) -> usize;
    /// Whether there is a value.
    fn is_some(&self) -> bool;
    /// Fills the value.
    fn inner<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail>;
}

/// A growing array.
pub trait Collect<'de> {
    /// Empties it, keeping its memory, and makes room for `n` elements and no more. A hint, bounded by
    /// the caller.
    fn start(&mut self, n: usize);
    /// How many elements it has memory for.
    fn capacity(&self) -> usize;
    /// Makes room for `n` elements more than there are, and no more.
    fn make_room(&mut self, n: usize);
    /// How many elements there are.
    fn len(&self) -> usize;
    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Bytes that an element takes here.
    fn element_bytes(&self) -> usize;
    /// Appends one element.
    fn push<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail>;
    /// Visits element `i` again, in a later pass of a syntax that has passes.
    fn again<S: Source<'de>>(&mut self, i: usize, s: &mut S, f: &Field) -> Result<(), Fail>;
}

/// A value that several places may share, or none: what a full pointer points to.
pub trait SharedSlot<'de> {
    /// Becomes none (0), or waits for the value of that identity, in a syntax that has passes.
    fn promise(&mut self, id: u32);
    /// The identity it waits for; 0 when it waits for none.
    fn promised(&self) -> u32;
    /// Bytes that a value takes in memory of its own.
    fn bytes_apart(&self) -> usize;
    /// Fills in the value, which is met for the first time, and tells the source what later
    /// places of that identity are to hold ([`Source::note`]).
    fn fresh<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail>;
    /// Becomes the value that was noted; fails if that is of another type.
    fn alias(&mut self, seen: &(dyn Any + Send + Sync)) -> Result<(), Fail>;
}

/// Where text goes: a `String` copies, a `Cow` borrows.
pub trait TextSlot<'de> {
    /// Sets it.
    fn set(&mut self, v: Cow<'de, str>);
    /// Sets it to what is no UTF-8, in a syntax that carries such text.
    ///
    /// # Errors
    /// It holds nothing but UTF-8.
    #[inline]
    fn set_bytes(&mut self, _: &'de [u8]) -> Result<(), Fail> {
        Err(Fail)
    }
    /// What it is, where that is UTF-8 and can be looked at.
    fn get(&self) -> Option<&str>;
}

/// Where bytes go: a `Vec` copies, a `&[u8]` or `Cow` borrows.
pub trait BytesSlot<'de> {
    /// Sets it.
    fn set(&mut self, v: &'de [u8]);
    /// Appends to it, where a syntax brings bytes in pieces or converts them.
    ///
    /// # Errors
    /// It borrows, and cannot.
    fn append(&mut self, _: &[u8]) -> Result<(), Fail> {
        Err(Fail)
    }
    /// Empties it and lends its memory, where it has any of its own.
    #[inline]
    fn memory(&mut self) -> Option<&mut Vec<u8>> {
        None
    }
}

/// Where values are filled from: a transfer syntax.
pub trait Source<'de>: Sized {
    /// Whether every part of a value comes once and in its definition's order.
    const IN_ORDER: bool = false;

    /// One field of a record, arm of a union or parameter: the hook for passes and for tracing.
    #[inline]
    fn slot<T: Decode<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        v.decode(self, f)
    }

    /// Nothing.
    fn void(&mut self, f: &Field) -> Result<(), Fail>;
    /// A truth value.
    fn bool(&mut self, f: &Field, v: &mut bool) -> Result<(), Fail>;
    /// Signed, 8 bits.
    fn i8(&mut self, f: &Field, v: &mut i8) -> Result<(), Fail>;
    /// Unsigned, 8 bits, as a number.
    fn u8(&mut self, f: &Field, v: &mut u8) -> Result<(), Fail>;
    /// Signed, 16 bits.
    fn i16(&mut self, f: &Field, v: &mut i16) -> Result<(), Fail>;
    /// Unsigned, 16 bits.
    fn u16(&mut self, f: &Field, v: &mut u16) -> Result<(), Fail>;
    /// Signed, 32 bits.
    fn i32(&mut self, f: &Field, v: &mut i32) -> Result<(), Fail>;
    /// Unsigned, 32 bits.
    fn u32(&mut self, f: &Field, v: &mut u32) -> Result<(), Fail>;
    /// Signed, 64 bits.
    fn i64(&mut self, f: &Field, v: &mut i64) -> Result<(), Fail>;
    /// Unsigned, 64 bits.
    fn u64(&mut self, f: &Field, v: &mut u64) -> Result<(), Fail>;
    /// IEEE 754, 32 bits.
    fn f32(&mut self, f: &Field, v: &mut f32) -> Result<(), Fail>;
    /// IEEE 754, 64 bits.
    fn f64(&mut self, f: &Field, v: &mut f64) -> Result<(), Fail>;
    /// IEEE 754, 128 bits, most significant byte first.
    fn f128(&mut self, f: &Field, v: &mut [u8; 16]) -> Result<(), Fail>;
    /// A member of an enumeration.
    fn enumeration(&mut self, f: &Field, m: &Enum, v: &mut i32) -> Result<(), Fail>;
    /// Text.
    fn text<T: TextSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail>;
    /// Bytes.
    fn bytes<T: BytesSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail>;
    /// Bytes of a length that the type fixes.
    fn bytes_exact(&mut self, f: &Field, v: &mut [u8]) -> Result<(), Fail>;
    /// An array.
    fn seq<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<(), Fail>;
    /// An array of a length that the type fixes: element by element.
    fn seq_exact<T: Decode<'de>>(&mut self, f: &Field, v: &mut [T]) -> Result<(), Fail>;
    /// An array of 32-bit integers.
    fn i32s(&mut self, f: &Field, v: &mut Vec<i32>) -> Result<(), Fail> {
        self.seq(f, v)
    }
    /// An array of unsigned 32-bit integers.
    fn u32s(&mut self, f: &Field, v: &mut Vec<u32>) -> Result<(), Fail> {
        self.seq(f, v)
    }
    /// An array of 64-bit integers.
    fn i64s(&mut self, f: &Field, v: &mut Vec<i64>) -> Result<(), Fail> {
        self.seq(f, v)
    }
    /// An array of unsigned 64-bit integers.
    fn u64s(&mut self, f: &Field, v: &mut Vec<u64>) -> Result<(), Fail> {
        self.seq(f, v)
    }
    /// An array of 32-bit floating-point numbers.
    fn f32s(&mut self, f: &Field, v: &mut Vec<f32>) -> Result<(), Fail> {
        self.seq(f, v)
    }
    /// An array of 64-bit floating-point numbers.
    fn f64s(&mut self, f: &Field, v: &mut Vec<f64>) -> Result<(), Fail> {
        self.seq(f, v)
    }
    /// A linked list through its elements' last member: see [`Sink::chain`](crate::Sink::chain).
    fn chain<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<(), Fail>;
    /// A value or none.
    fn optional<O: Maybe<'de> + ?Sized>(&mut self, f: &Field, v: &mut O) -> Result<(), Fail>;
    /// A value that other places may share, or none. A syntax that cannot say so reads a value
    /// that no other place has.
    fn shared<O: SharedSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut O) -> Result<(), Fail>;
    /// What later places of the identity `id` are to hold, a way back while the value is being
    /// filled in. `identity` is what a [`Sink`](crate::Sink) would be told of it.
    fn note(&mut self, _id: u32, _identity: usize, _value: Box<dyn Any + Send + Sync>) {}
    /// What had the identity `id` in an earlier message of the same call: as it was noted, or as a
    /// sink was told to [hold](crate::Sink::hold) it.
    fn earlier(&self, _id: u32) -> Option<&(dyn Any + Send + Sync)> {
        None
    }
    /// A field whose value another one implies: the length of an array, the label of a union. It
    /// has no slot of its own, and `v` is compared by [`agree`](Self::agree).
    #[inline]
    fn derived<T: Decode<'de>>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        self.slot(f, v)
    }
    /// That `said`, what a [`derived`](Self::derived) field said about the field `of`, is what was
    /// found there.
    fn agree(&mut self, of: &Field, said: i64, found: i64) -> Result<(), Fail>;
    /// A record.
    fn record<T: Slots<'de> + ?Sized>(
        &mut self,
        f: &Field,
        m: &Record,
        v: &mut T,
    ) -> Result<(), Fail>;
    /// A record that syntaxes of characters read in a [notation](crate::meta::Notation) of its own.
    #[inline]
    fn noted<T: Slots<'de> + ?Sized>(
        &mut self,
        f: &Field,
        m: &Record,
        v: &mut T,
    ) -> Result<(), Fail> {
        self.record(f, m, v)
    }
    /// A union.
    fn union<U: Arms<'de> + ?Sized>(&mut self, f: &Field, m: &Union, v: &mut U)
    -> Result<(), Fail>;
    /// The parameters of a call, or its results.
    fn params<T: Slots<'de> + ?Sized>(&mut self, m: &Record, v: &mut T) -> Result<(), Fail>;
}
