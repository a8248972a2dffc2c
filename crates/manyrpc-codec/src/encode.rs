//! The encoding visitor: a value describes itself to a [`Sink`].
//!
//! Fields go out through a trait, not closures, so that a sink may walk a value
//! again with another sink. A sink does not return errors: the first failure
//! sticks and is reported when the sink is finished.

use alloc::boxed::Box;
use core::any::Any;

use crate::json::Messages;
use crate::meta::{Enum, Field, Record, Union};

/// A value that describes itself.
pub trait Encode {
    /// Describes this value; `f` is what its place says about it.
    fn encode<S: Sink>(&self, s: &mut S, f: &Field);

    /// Describes an array of such values. Scalars override it with the sink's bulk method.
    #[inline]
    fn encode_seq<S: Sink>(values: &[Self], s: &mut S, f: &Field)
    where
        Self: Sized,
    {
        s.seq(f, values.iter());
    }
}

/// A record's fields in order, or what the chosen arm of a union holds.
pub trait Fields {
    /// Hands each field to [`Sink::field`]. May be called more than once.
    fn fields<S: Sink>(&self, s: &mut S);
    /// Fields that its definition does not know, as a peer of a later version sent them, in the
    /// bytes of the one syntax that carries such along (Protocol Buffers).
    #[inline]
    fn unknown(&self) -> &[u8] {
        &[]
    }
    /// Of a record that holds a message of any type ([`Notation::Any`](crate::meta::Notation::Any)):
    /// the types that are known.
    #[inline]
    fn messages(&self) -> Option<&dyn Messages> {
        None
    }
}

/// Where a value describes itself to: a transfer syntax.
pub trait Sink: Sized {
    /// One field of a record, arm of a union or parameter: the hook for syntaxes that write names.
    #[inline(always)]
    fn field<T: Encode + ?Sized>(&mut self, f: &Field, v: &T) {
        v.encode(self, f);
    }

    /// A field whose value another one implies: the length of an array, the label of a union.
    /// Syntaxes that write names may leave it out.
    #[inline(always)]
    fn derived<T: Encode + ?Sized>(&mut self, f: &Field, v: &T) {
        v.encode(self, f);
    }

    /// Nothing.
    fn void(&mut self, f: &Field);
    /// A truth value.
    fn bool(&mut self, f: &Field, v: bool);
    /// Signed, 8 bits.
    fn i8(&mut self, f: &Field, v: i8);
    /// Unsigned, 8 bits, as a number.
    fn u8(&mut self, f: &Field, v: u8);
    /// Signed, 16 bits.
    fn i16(&mut self, f: &Field, v: i16);
    /// Unsigned, 16 bits.
    fn u16(&mut self, f: &Field, v: u16);
    /// Signed, 32 bits.
    fn i32(&mut self, f: &Field, v: i32);
    /// Unsigned, 32 bits.
    fn u32(&mut self, f: &Field, v: u32);
    /// Signed, 64 bits.
    fn i64(&mut self, f: &Field, v: i64);
    /// Unsigned, 64 bits.
    fn u64(&mut self, f: &Field, v: u64);
    /// IEEE 754, 32 bits.
    fn f32(&mut self, f: &Field, v: f32);
    /// IEEE 754, 64 bits.
    fn f64(&mut self, f: &Field, v: f64);
    /// IEEE 754, 128 bits, most significant byte first.
    fn f128(&mut self, f: &Field, v: &[u8; 16]);
    /// A member of an enumeration.
    fn enumeration(&mut self, f: &Field, m: &Enum, v: i32);
    /// Text of up to [`Field::length`] bytes.
    fn text(&mut self, f: &Field, v: &str);
    /// Text that is no UTF-8, which most syntaxes cannot carry.
    fn text_bytes(&mut self, f: &Field, _: &[u8]) {
        self.refuse(f, crate::UnencodableKind::NotUtf8);
    }
    /// Bytes, exactly or up to [`Field::length`].
    fn bytes(&mut self, f: &Field, v: &[u8]);
    /// An array, exactly or up to [`Field::length`].
    fn seq<E: Encode, I>(&mut self, f: &Field, items: I)
    where
        I: ExactSizeIterator<Item = E> + DoubleEndedIterator + Clone;
    /// An array of 32-bit integers.
    fn i32s(&mut self, f: &Field, v: &[i32]) {
        self.seq(f, v.iter());
    }
    /// An array of unsigned 32-bit integers.
    fn u32s(&mut self, f: &Field, v: &[u32]) {
        self.seq(f, v.iter());
    }
    /// An array of 64-bit integers.
    fn i64s(&mut self, f: &Field, v: &[i64]) {
        self.seq(f, v.iter());
    }
    /// An array of unsigned 64-bit integers.
    fn u64s(&mut self, f: &Field, v: &[u64]) {
        self.seq(f, v.iter());
    }
    /// An array of 32-bit floating-point numbers.
    fn f32s(&mut self, f: &Field, v: &[f32]) {
        self.seq(f, v.iter());
    }
    /// An array of 64-bit floating-point numbers.
    fn f64s(&mut self, f: &Field, v: &[f64]) {
        self.seq(f, v.iter());
    }
    /// A linked list through its elements' last member, which the elements
    /// here do not have: what `struct T { …; T *next; }` is in a definition.
    fn chain<E: Encode, I>(&mut self, f: &Field, items: I)
    where
        I: ExactSizeIterator<Item = E> + DoubleEndedIterator + Clone;
    /// A value or none.
    fn optional<T: Encode + ?Sized>(&mut self, f: &Field, v: Option<&T>);
    /// A value that other places may share, or none. Places with the same `identity` hold the
    /// same value, which may be left out once it was described; 0 is none.
    fn shared<T: Encode + ?Sized>(&mut self, f: &Field, identity: usize, v: Option<&T>) {
        if identity != 0 && v.is_none() {
            self.refuse(f, crate::UnencodableKind::Dangling);
        }
        self.optional(f, v);
    }
    /// How to keep hold of a value that was [shared](Self::shared) here, for syntaxes whose replies
    /// speak of what their requests held.
    fn hold(&mut self, _identity: usize, _value: impl FnOnce() -> Box<dyn Any + Send + Sync>) {}
    /// What is said of the next array and of those in it, from the outermost on: for syntaxes that
    /// send a part of an array, or how many it has room for.
    #[inline]
    fn extent(&mut self, _bounds: &[Bounds]) {}

    /// That array is over, whether or not this walk wrote it.
    #[inline]
    fn extent_over(&mut self) {}
    /// A record.
    fn record<T: Fields + ?Sized>(&mut self, f: &Field, m: &Record, v: &T);
    /// A record that syntaxes of characters write in a [notation](crate::meta::Notation) of its own.
    #[inline]
    fn noted<T: Fields + ?Sized>(&mut self, f: &Field, m: &Record, v: &T) {
        self.record(f, m, v);
    }
    /// A union: `arm` is the index in `m.arms` that `label` chooses.
    fn union<T: Fields + ?Sized>(&mut self, f: &Field, m: &Union, arm: usize, label: i64, v: &T);
    /// The parameters of a call, or its results: like a record, but each
    /// parameter is outermost where that matters.
    fn params<T: Fields + ?Sized>(&mut self, m: &Record, v: &T);
    /// Notes a failure that the value itself finds (a dynamic value of the
    /// wrong shape); the first one sticks.
    fn refuse(&mut self, f: &Field, kind: crate::UnencodableKind);
}

/// What is said of one dimension of an array.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// How many elements it has room for; `None` where that is how many there are.
    pub capacity: Option<u32>,
    /// Index of the first that is sent.
    pub first: u32,
    /// How many are sent, where something beside the array says so.
    pub sent: Option<u32>,
}
