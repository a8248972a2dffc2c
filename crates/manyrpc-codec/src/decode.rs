//! The decoding visitor: a [`Source`] fills a value in place.
//!
//! Slots are `&mut`, not returned values: a syntax may visit a record more than once, and a reused
//! value keeps its memory.
//!
//! ```
//! use manyrpc_codec::meta::Field;
//! use manyrpc_codec::{Limits, Source, xdr};
//!
//! let mut source = xdr::Decoder::new(&[0, 0, 0, 7], &Limits::DEFAULT);
//! let mut number = 0i32;
//! source.slot(&Field::plain("number"), &mut number).unwrap();
//! source.finish().unwrap();
//! assert_eq!(number, 7);
//! ```

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;

use crate::error::Fail;
use crate::json::Messages;
use crate::meta::{Enum, Field, Record, Union};
use crate::syntaxes::Syntaxes;

/// A value that can be decoded in place, starting from a default or a used value.
pub trait Decode<'de> {
    /// Bytes allocated for a default value of this type, as for a box.
    const APART: usize = 0;

    /// Fills this value from the source; `f` is the metadata of its place.
    fn decode<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail>;

    /// Fills an array of such values. Scalars override it with the source's bulk method.
    #[inline(always)]
    fn decode_seq<S: Source<'de>>(v: &mut Vec<Self>, s: &mut S, f: &Field) -> Result<(), Fail>
    where
        Self: Sized + Default,
    {
        s.seq(f, v)
    }

    /// Fills an array of fixed length. Bytes override it with the bulk method.
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
    /// As [`Fields::SYNTAXES`](crate::Fields::SYNTAXES).
    const SYNTAXES: Syntaxes = Syntaxes::ALL;
    /// Fills all fields in order.
    fn all<S: Source<'de>>(&mut self, s: &mut S) -> Result<(), Fail>;
    /// Fills field `i`, for syntaxes whose fields come in any order.
    fn one<S: Source<'de>>(&mut self, i: usize, s: &mut S) -> Result<(), Fail>;
    /// Keeps a field that the definition lacks ([`Fields::unknown`](crate::Fields::unknown)), after
    /// those kept before; or drops it.
    #[inline]
    fn unknown(&mut self, _raw: &[u8]) {}
    /// Drops the unknown fields kept so far.
    #[inline]
    fn forget_unknown(&mut self) {}
    /// As [`Fields::messages`](crate::Fields::messages).
    #[inline]
    fn messages(&self) -> Option<&dyn Messages> {
        None
    }
    /// Bytes allocated for its fields outside of the value itself, and for unknown fields.
    #[inline(always)]
    fn bytes_apart(&self) -> usize {
        0
    }
    /// Whether a default value of this type is what decoding a record without any fields yields.
    const PREPARED: bool = true;
}

/// The arms of a union.
pub trait Arms<'de> {
    /// Selects `arm`; a default arm keeps the label.
    fn select(&mut self, arm: usize, label: i64);
    /// Bytes allocated by selecting an arm.
    #[inline(always)]
    fn bytes_apart(&self) -> usize {
        0
    }
    /// Fills the content of the selected arm.
    fn arm<S: Source<'de>>(&mut self, s: &mut S) -> Result<(), Fail>;
}

/// An optional value.
pub trait Maybe<'de> {
    /// A value that was set aside.
    type Aside;
    /// Takes the value out, leaving none.
    fn set_aside(&mut self) -> Self::Aside;
    /// Restores the value that was set aside.
    fn put_back(&mut self, aside: Self::Aside);
    /// Sets it to a default value or to none.
    fn set(&mut self, some: bool);
    /// Bytes allocated for a value.
    fn bytes_apart(&self) -> usize;
    /// Whether there is a value.
    fn is_some(&self) -> bool;
    /// Fills the value.
    fn inner<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail>;
}

/// A growing array.
pub trait Collect<'de> {
    /// Empties it, keeping its memory, and reserves room for exactly `n` elements. `n` is a hint,
    /// bounded by the caller.
    fn start(&mut self, n: usize);
    /// The number of elements that fit without allocating.
    fn capacity(&self) -> usize;
    /// Reserves room for exactly `n` more elements.
    fn make_room(&mut self, n: usize);
    /// The number of elements.
    fn len(&self) -> usize;
    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Bytes of memory that one element takes in the array.
    fn element_bytes(&self) -> usize;
    /// Appends one element.
    fn push<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail>;
    /// Visits element `i` again, in a later pass of a multi-pass syntax.
    fn again<S: Source<'de>>(&mut self, i: usize, s: &mut S, f: &Field) -> Result<(), Fail>;
}

/// An optional value that several places may share: the target of a full pointer.
pub trait SharedSlot<'de> {
    /// Sets it to none (0), or to wait for the value with that identity, in a multi-pass syntax.
    fn promise(&mut self, id: u32);
    /// The identity it waits for; 0 if it waits for none.
    fn promised(&self) -> u32;
    /// Bytes allocated for a value.
    fn bytes_apart(&self) -> usize;
    /// Fills in the value at its first occurrence and registers it with the source for later places
    /// of that identity ([`Source::note`]).
    fn fresh<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail>;
    /// Refers to the registered value; fails if that has another type.
    fn alias(&mut self, seen: &(dyn Any + Send + Sync)) -> Result<(), Fail>;
}

/// A slot for text: a `String` copies, a `Cow` borrows.
pub trait TextSlot<'de> {
    /// Sets it.
    fn set(&mut self, v: Cow<'de, str>);
    /// Sets it to bytes that are not UTF-8, in a syntax that carries such text.
    ///
    /// # Errors
    /// It can hold UTF-8 only.
    #[inline]
    fn set_bytes(&mut self, _: &'de [u8]) -> Result<(), Fail> {
        Err(Fail)
    }
    /// The current text, if it is UTF-8 and accessible.
    fn get(&self) -> Option<&str>;
}

/// A slot for bytes: a `Vec` copies, a `&[u8]` or `Cow` borrows.
pub trait BytesSlot<'de> {
    /// Sets it.
    fn set(&mut self, v: &'de [u8]);
    /// Appends to it, in syntaxes that send bytes in pieces or convert them.
    ///
    /// # Errors
    /// It can only borrow.
    fn append(&mut self, _: &[u8]) -> Result<(), Fail> {
        Err(Fail)
    }
    /// Empties it and lends its own memory, if it has any.
    #[inline]
    fn memory(&mut self) -> Option<&mut Vec<u8>> {
        None
    }
}

/// A transfer syntax that values are decoded from.
pub trait Source<'de>: Sized {
    /// Whether every part of a value comes once and in definition order.
    const IN_ORDER: bool = false;

    /// One field of a record, arm of a union or parameter: the hook for passes and tracing.
    #[inline]
    fn slot<T: Decode<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        v.decode(self, f)
    }

    /// Nothing.
    fn void(&mut self, f: &Field) -> Result<(), Fail>;
    /// A boolean.
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
    /// Bytes of a fixed length.
    fn bytes_exact(&mut self, f: &Field, v: &mut [u8]) -> Result<(), Fail>;
    /// An array.
    fn seq<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<(), Fail>;
    /// An array of fixed length, element by element.
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
    /// A linked list through its elements' last field: see [`Sink::chain`](crate::Sink::chain).
    fn chain<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<(), Fail>;
    /// An optional value.
    fn optional<O: Maybe<'de> + ?Sized>(&mut self, f: &Field, v: &mut O) -> Result<(), Fail>;
    /// An optional value that other places may share. Syntaxes without sharing read a value of its
    /// own.
    fn shared<O: SharedSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut O) -> Result<(), Fail>;
    /// Registers the value that later places of the identity `id` refer to; while the value is
    /// still being filled in, that is a back-reference. `identity` is the one that a
    /// [`Sink`](crate::Sink) would get for it.
    fn note(&mut self, _id: u32, _identity: usize, _value: Box<dyn Any + Send + Sync>) {}
    /// The value with the identity `id` in an earlier message of the same call, as registered there
    /// or as a sink was told to [hold](crate::Sink::hold) it.
    fn earlier(&self, _id: u32) -> Option<&(dyn Any + Send + Sync)> {
        None
    }
    /// A field derived from another one: the length of an array, the label of a union. It has no
    /// slot of its own; [`agree`](Self::agree) compares `v`.
    #[inline]
    fn derived<T: Decode<'de>>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        self.slot(f, v)
    }
    /// Checks that `said`, the value of a [`derived`](Self::derived) field about the field `of`,
    /// equals the value found there.
    fn agree(&mut self, of: &Field, said: i64, found: i64) -> Result<(), Fail>;
    /// A record.
    fn record<T: Slots<'de> + ?Sized>(
        &mut self,
        f: &Field,
        m: &Record,
        v: &mut T,
    ) -> Result<(), Fail>;
    /// A record that text syntaxes read in a [notation](crate::meta::Notation) of its own.
    #[inline]
    fn noted<T: Slots<'de> + ?Sized>(
        &mut self,
        f: &Field,
        m: &Record,
        v: &mut T,
    ) -> Result<(), Fail> {
        self.record(f, m, v)
    }
    /// The state of a valuetype ([`Record::ids`]).
    #[inline]
    fn value<T: Slots<'de> + ?Sized>(
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
