//! Keys, and numbers that are part of the format.

/// The wire type of a field: the lowest three bits of its key.
pub(super) type Wire = u8;
pub(super) const VARINT: Wire = 0;
pub(super) const I64: Wire = 1;
pub(super) const LEN: Wire = 2;
pub(super) const START: Wire = 3;
pub(super) const END: Wire = 4;
pub(super) const I32: Wire = 5;

/// The largest field number.
pub(super) const LARGEST_NUMBER: u32 = (1 << 29) - 1;

/// The field of a wrapper message with its content, and that of a union's label.
pub(super) const INNER: u32 = 1;

/// The field number of an item's group in a message set.
pub(super) const ITEM: u32 = 1;
pub(super) const ITEM_TYPE: u32 = 2;
/// The field number of the message in an item of a message set.
pub const ITEM_MESSAGE: u32 = 3;

/// Bytes of memory that a value may take for each byte of its message, in addition to the
/// [`Limits::memory`](crate::Limits::memory) of any message: an empty message has two bytes on the
/// wire and a slot for each of its fields in memory, so that no multiple would suffice for all, and
/// a one-byte number has eight.
///
/// This counts the memory of arrays of any kind, boxed optionals, records and unions of dynamic
/// values, shared values, and map keys while a map is decoded; none of it is released before the
/// message ends. Text, bytes and unknown fields are not counted: they are as long as in the
/// message, and take at most twice that if copied. While an array grows, its old memory exists
/// beside the new: at most half as much again.
///
/// So the memory allocated while a message of *n* bytes is decoded is at most 1.5 ×
/// (`Limits::memory` + 16 *n*) + 2 *n*.
pub const MEMORY: usize = 16;

/// The length of a varint in bytes.
#[inline]
pub(super) const fn varint_len(v: u64) -> usize {
    // Seven bits per byte: 9/64 is close enough to 1/7 for up to 64 bits.
    let bits = 64 - (v | 1).leading_zeros() as usize;
    (bits * 9 + 64) / 64
}

/// The key before a field's value.
#[inline]
pub(super) const fn key(number: u32, wire: Wire) -> u64 {
    (number as u64) << 3 | wire as u64
}
