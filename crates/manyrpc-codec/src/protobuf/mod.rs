//! Protocol Buffers.
//!
//! Reading list: the "Encoding" page of the Protocol Buffers documentation (protobuf.dev), the
//! "Language Guide" of proto3 for presence, default values and updating a message, that of proto2
//! for groups and closed enumerations, and "Field Presence".
//!
//! ```
//! use manyrpc_codec::meta::Field;
//! use manyrpc_codec::{Buf, Limits, protobuf};
//!
//! let field = Field::plain("a").number(1);
//! let mut buf = Buf::new();
//! protobuf::encode_value(&mut buf, &field, &150i32, &Limits::DEFAULT).unwrap();
//! assert_eq!(buf.data(), [0x08, 0x96, 0x01]);
//! ```
//!
//! # Writing
//!
//! Forwards, in one walk; a value that does not fit is counted to its end and written again. One
//! byte is reserved for the length of a nested message; if that is too little, the contents are
//! shifted, as long as few bytes are moved (4 KiB per message). Beyond that the place is recorded,
//! and at the end all such gaps are opened in one backward pass, so that no byte is moved more than
//! once more.
//!
//! The position of the next byte is passed from function to function and back in registers, and the
//! functions called by a record's own code are small and not inlined into it: a buffer behind a
//! reference, `memcpy` for short text (now overlapping words) and a function for each way of
//! placing a record made nested messages 1.5 times as slow. Testing for room is one comparison each
//! time.
//!
//! # Reading
//!
//! - Fields are expected in order: each is read by straight-line code if it comes next, and skipped
//!   otherwise. What is left is then read one by one, trying the field after the last one first.
//! - Packed and single elements are both accepted, whatever the declaration. The last of repeated
//!   scalars wins, messages merge, arrays are appended to. The last `oneof` arm wins, and merges
//!   with the previous one if that is the same arm, across all parts of its message; the last of
//!   map entries with the same key wins.
//! - Fields that are unknown, or have the wrong wire type, are kept by values that keep unknown
//!   fields ([`Slots::unknown`]), as are values of a proto2 enumeration without a member; map
//!   values of that kind become the default.
//! - Absent fields get default values; an absent required field is an error unless another part of
//!   its message has it: the message is then decoded once more, with notes of what is missing.
//! - When a message comes in several parts, which is legal and rare, a map in it may contain a key
//!   twice; the last one wins.
//! - An array of fixed length comes in one part.
//! - Text is UTF-8, also in proto2.
//!
//! Each message is a level of nesting, and nothing else is. The memory of values is counted where
//! it is allocated: see [`MEMORY`].
//!
//! A nested message is one call, which passes the position in registers; the position within the
//! message also stays in registers as long as everything that consumes bytes is inlined. With the
//! position in the decoder's state, chains took 1.2 times as long, and lists 1.4 times.
//!
//! The rest is allocation, most of it for copied text: the benchmark measures it alone, and no
//! decoder of such values needs less. It varies by a factor of 1.5 with the state of the process's
//! heap.
//!
//! # Definitions in other languages
//!
//! The metadata of a place is in [`meta::Pb`](crate::meta::Pb). `.proto` definitions state it. For
//! others, lowering chooses what an author of proto3 would write:
//!
//! | there | in proto3 |
//! | --- | --- |
//! | record, parameters | a message; fields are numbered from 1 in order |
//! | parameters that are one record | that record |
//! | integer of 8, 16 or 32 bits | `int32`, `uint32`; 64 bits: `int64`, `uint64` |
//! | 128-bit floating point | `bytes`, 16 of them, most significant first |
//! | enumeration | an open `enum`; values without a member are malformed |
//! | optional | `optional`; for an array or another optional, a message around it with field 1 |
//! | bytes, fixed or not | `bytes` |
//! | array, fixed or not | `repeated` |
//! | array of arrays, array of optionals | `repeated` messages with the inner one as field 1 |
//! | linked list | `repeated` |
//! | union | a message: the label is field 1 (`int64`), arm *i* (from 0) field *i* + 2, optional |
//! | shared value | `optional`, separately for each place |
//! | derived count or label | an ordinary field, which is not compared |

mod format;
mod sink;
mod source;

#[cfg(test)]
mod known;
#[cfg(test)]
mod tests;

pub use crate::limits::Limits;
pub use format::{ITEM_MESSAGE, MEMORY};

use crate::buf::Buf;
use crate::decode::{Decode, Slots, Source};
use crate::encode::{Encode, Fields, Sink};
use crate::error::{Fail, Malformed, Unencodable};
use crate::meta::{Field, Record};

/// Appends the parameters of a call, or its results. On failure the buffer is as before.
///
/// # Errors
/// The first part of the value that its definition or the limits do not permit.
pub fn encode_params<T: Fields + ?Sized>(
    buf: &mut Buf,
    m: &Record,
    v: &T,
    limits: &Limits,
) -> Result<(), Unencodable> {
    sink::encode(buf, limits, |sink| sink.params(m, v))
}

/// Appends one value: a message if the field has no number, otherwise that field of a message. On
/// failure the buffer is unchanged.
///
/// # Errors
/// As [`encode_params`].
pub fn encode_value<T: Encode + ?Sized>(
    buf: &mut Buf,
    f: &Field,
    v: &T,
    limits: &Limits,
) -> Result<(), Unencodable> {
    sink::encode(buf, limits, |sink| sink.field(f, v))
}

/// Decodes the parameters of a call, or its results, from all of `bytes`.
///
/// # Errors
/// What is wrong with the bytes, and where; the value is then partly filled in.
pub fn decode_params<'de, T: Slots<'de> + ?Sized>(
    bytes: &'de [u8],
    m: &Record,
    v: &mut T,
    limits: &Limits,
) -> Result<(), Malformed> {
    decode(bytes, limits, |source| source.params(m, v))
}

/// Decodes one value from all of `bytes`, as [`encode_value`] writes it.
///
/// # Errors
/// As [`decode_params`].
pub fn decode_value<'de, T: Decode<'de> + ?Sized>(
    bytes: &'de [u8],
    f: &Field,
    v: &mut T,
    limits: &Limits,
) -> Result<(), Malformed> {
    if f.pb.number == 0 {
        return decode(bytes, limits, |source| source.slot(f, v));
    }
    let m = Record {
        fields: core::slice::from_ref(f).to_vec().into(),
        ..Record::of("value", &[])
    };
    decode(bytes, limits, |source| source.params(&m, &mut Alone(f, v)))
}

/// A message with one field.
struct Alone<'f, 'v, T: ?Sized>(&'f Field, &'v mut T);

impl<'de, T: Decode<'de> + ?Sized> Slots<'de> for Alone<'_, '_, T> {
    fn all<S: Source<'de>>(&mut self, s: &mut S) -> Result<(), Fail> {
        self.one(0, s)
    }
    fn one<S: Source<'de>>(&mut self, _: usize, s: &mut S) -> Result<(), Fail> {
        s.slot(self.0, self.1)
    }
}

#[inline]
fn decode<'de>(
    bytes: &'de [u8],
    limits: &Limits,
    mut fill: impl FnMut(&mut source::Decoder<'de>) -> Result<(), Fail>,
) -> Result<(), Malformed> {
    let mut source = source::Decoder::new(bytes, limits);
    loop {
        match fill(&mut source) {
            Ok(()) => return source.finish(),
            Err(Fail) => source.once_more(bytes, limits)?,
        }
    }
}
