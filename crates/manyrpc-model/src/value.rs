//! Values at run time.

use crate::packed::Packed;

/// A value of some [`Type`](crate::Type). Arrays of scalars are typed: they
/// travel in bulk and map onto the buffers of other languages.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Value {
    /// Nothing.
    #[default]
    Void,
    /// True or false.
    Bool(bool),
    /// Signed, 8 bits.
    I8(i8),
    /// Unsigned, 8 bits.
    U8(u8),
    /// Signed, 16 bits.
    I16(i16),
    /// Unsigned, 16 bits.
    U16(u16),
    /// Signed, 32 bits; the value of an enumeration too.
    I32(i32),
    /// Unsigned, 32 bits.
    U32(u32),
    /// Signed, 64 bits.
    I64(i64),
    /// Unsigned, 64 bits.
    U64(u64),
    /// IEEE 754, 32 bits.
    F32(f32),
    /// IEEE 754, 64 bits.
    F64(f64),
    /// IEEE 754, 128 bits, most significant byte first.
    F128([u8; 16]),
    /// Characters, and references to objects in their stringified form, of which the empty text
    /// refers to none.
    Text(String),
    /// Uninterpreted bytes, text that is not UTF-8, and values with their types.
    Bytes(Vec<u8>),
    /// An array of 32-bit integers.
    I32s(Vec<i32>),
    /// An array of unsigned 32-bit integers.
    U32s(Vec<u32>),
    /// An array of 64-bit integers.
    I64s(Vec<i64>),
    /// An array of unsigned 64-bit integers.
    U64s(Vec<u64>),
    /// An array of 32-bit floating-point numbers.
    F32s(Vec<f32>),
    /// An array of 64-bit floating-point numbers.
    F64s(Vec<f64>),
    /// An array of anything else, and a linked list.
    List(Vec<Value>),
    /// A record's fields in order, without those that follow from others.
    Record(Vec<Value>),
    /// A union: its discriminant and what the chosen arm holds.
    Union {
        /// The discriminant.
        label: i64,
        /// What the arm holds.
        value: Box<Value>,
    },
    /// A value or none.
    Optional(Option<Box<Value>>),
    /// None, or a value that other places may hold too.
    Shared(Option<Labelled>),
    /// An array, a list or a value that may be absent, in few bytes. Only who asks for it is given
    /// such values; [`unpack`](Packed::unpack) makes others of them.
    Packed(Packed),
}

/// A value that several places hold, which may be inside of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Labelled {
    /// What the places have in common; means nothing beyond one call.
    pub id: u32,
    /// The value itself at the first of the places, none at the others.
    pub value: Option<Box<Value>>,
}
