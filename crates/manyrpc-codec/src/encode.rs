//! The encoding visitor: a value describes itself to a [`Sink`].
//!
//! Fields are visited through a trait instead of closures, so that a sink may walk a value again
//! with another sink. A sink does not return errors: it keeps the first failure and reports it when
//! it is finished.
//!
//! ```
//! use manyrpc_codec::meta::Field;
//! use manyrpc_codec::{Buf, Limits, Sink, xdr};
//!
//! let mut buf = Buf::new();
//! let mut sink = xdr::Encoder::new(&mut buf, &Limits::DEFAULT);
//! sink.field(&Field::plain("number"), &7i32);
//! sink.finish().unwrap();
//! assert_eq!(buf.data(), [0, 0, 0, 7]);
//! ```

use alloc::boxed::Box;
use core::any::Any;

use crate::json::Messages;
use crate::meta::{Enum, Field, Record, Union};
use crate::syntaxes::Syntaxes;

/// A value that can be encoded.
pub trait Encode {
    /// Writes this value to `s`; `f` is the metadata of its place.
    fn encode<S: Sink>(&self, s: &mut S, f: &Field);

    /// Writes an array of such values. Scalars override it with the sink's bulk method.
    #[inline]
    fn encode_seq<S: Sink>(values: &[Self], s: &mut S, f: &Field)
    where
        Self: Sized,
    {
        s.seq(f, values.iter());
    }
}

/// A record's fields in order, or the content of a union's selected arm.
pub trait Fields {
    /// The syntaxes that it is compiled for; in others it cannot be the parameters of a call.
    const SYNTAXES: Syntaxes = Syntaxes::ALL;
    /// Passes each field to [`Sink::field`]. May be called more than once.
    fn fields<S: Sink>(&self, s: &mut S);
    /// Fields that the definition lacks, received from a peer with a later version, in the encoding
    /// of the one syntax that preserves such fields (Protocol Buffers).
    #[inline]
    fn unknown(&self) -> &[u8] {
        &[]
    }
    /// The known message types, for a record that holds a message of any type
    /// ([`Notation::Any`](crate::meta::Notation::Any)).
    #[inline]
    fn messages(&self) -> Option<&dyn Messages> {
        None
    }
}

/// A transfer syntax that values are encoded to.
pub trait Sink: Sized {
    /// One field of a record, arm of a union or parameter: the hook for syntaxes that write names.
    #[inline(always)]
    fn field<T: Encode + ?Sized>(&mut self, f: &Field, v: &T) {
        v.encode(self, f);
    }

    /// A field derived from another one: the length of an array, the label of a union. Syntaxes
    /// that write names may omit it.
    #[inline(always)]
    fn derived<T: Encode + ?Sized>(&mut self, f: &Field, v: &T) {
        v.encode(self, f);
    }

    /// Nothing.
    fn void(&mut self, f: &Field);
    /// A boolean.
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
    /// Text that is not UTF-8, which most syntaxes cannot carry.
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
    /// A linked list through its elements' last field, which the elements here lack: `struct T { …;
    /// T *next; }` in a definition.
    fn chain<E: Encode, I>(&mut self, f: &Field, items: I)
    where
        I: ExactSizeIterator<Item = E> + DoubleEndedIterator + Clone;
    /// An optional value.
    fn optional<T: Encode + ?Sized>(&mut self, f: &Field, v: Option<&T>);
    /// An optional value that other places may share. Places with the same `identity` hold the same
    /// value, which may be omitted after its first occurrence; 0 is none.
    fn shared<T: Encode + ?Sized>(&mut self, f: &Field, identity: usize, v: Option<&T>) {
        if identity != 0 && v.is_none() {
            self.refuse(f, crate::UnencodableKind::Dangling);
        }
        self.optional(f, v);
    }
    /// How to hold on to a value that was [shared](Self::shared) here, for syntaxes whose replies
    /// refer to values of their requests.
    fn hold(&mut self, _identity: usize, _value: impl FnOnce() -> Box<dyn Any + Send + Sync>) {}
    /// The bounds of the next array and of the arrays in it, outermost first: for syntaxes that
    /// send a part of an array, or its capacity.
    #[inline]
    fn extent(&mut self, _bounds: &[Bounds]) {}

    /// The end of that array, whether or not this walk wrote it.
    #[inline]
    fn extent_over(&mut self) {}
    /// A record.
    fn record<T: Fields + ?Sized>(&mut self, f: &Field, m: &Record, v: &T);
    /// A record that text syntaxes write in a [notation](crate::meta::Notation) of its own.
    #[inline]
    fn noted<T: Fields + ?Sized>(&mut self, f: &Field, m: &Record, v: &T) {
        self.record(f, m, v);
    }
    /// The state of a valuetype ([`Record::ids`]).
    #[inline]
    fn value<T: Fields + ?Sized>(&mut self, f: &Field, m: &Record, v: &T) {
        self.record(f, m, v);
    }
    /// A union: `arm` is the index in `m.arms` that `label` selects.
    fn union<T: Fields + ?Sized>(&mut self, f: &Field, m: &Union, arm: usize, label: i64, v: &T);
    /// The parameters of a call, or its results: like a record, but each parameter is a top-level
    /// one for syntaxes that distinguish these.
    fn params<T: Fields + ?Sized>(&mut self, m: &Record, v: &T);
    /// Records a failure found by the value itself (a dynamic value of the wrong shape); the first
    /// failure is kept.
    fn refuse(&mut self, f: &Field, kind: crate::UnencodableKind);
}

/// The bounds of one array dimension.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The capacity in elements; `None` if it is the number of elements.
    pub capacity: Option<u32>,
    /// The index of the first element sent.
    pub first: u32,
    /// The number of elements sent, if another field states it.
    pub sent: Option<u32>,
}
