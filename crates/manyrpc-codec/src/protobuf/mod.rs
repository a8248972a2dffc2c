//! Protocol Buffers.
//!
//! Reading list: the "Encoding" page of the Protocol Buffers documentation (protobuf.dev), the
//! "Language Guide" of proto3 for presence, default values and updating a message, that of proto2
//! for groups and closed enumerations, and "Field Presence".
//!
//! # How it is written
//!
//! Forwards, in one walk; what has no room is counted to its end and written again. One byte is left
//! for the length of a nested message; where it is too little, what was written is shifted, as long
//! as few bytes are (4 KiB in a message). Beyond that the place is noted, and once everything
//! stands, all such places are opened in one pass from the end, so that no byte is moved more than
//! once more.
//!
//! The place where the next byte goes is handed from function to function and back, in registers,
//! and what a record's own code calls is small and not inlined into it: a buffer behind a reference,
//! `memcpy` for short text (now words that overlap), and a function for every way in which a record
//! stands cost half as much again for a message in a message. Whether there is room is one
//! comparison each time.
//!
//! # How it is read
//!
//! - Fields are expected in their order: each is read on a straight line if it comes next, else
//!   gone without. What is left then is read one by one, the field after the last one expected,
//!   others looked for.
//! - Packed and single elements are both accepted, whatever was declared. Of scalars that come
//!   again the last one holds, messages merge, arrays go on. Of `oneof` arms the last one holds,
//!   and merges with the one before if that is the same, in whatever parts of their message they
//!   come; of map entries with one key the last one.
//! - A field that is not known, or comes in a way that its type does not travel, is kept by values
//!   that keep such fields ([`Slots::unknown`]), and so are values of a
//!   proto2 enumeration that no member has; values of a map with such a value become the default.
//! - Absent fields become default values; one that is required is missed, unless another part of
//!   its message brings it: the message is then read once more, with notes of what is lacking.
//! - When a message comes in several parts, which is legal and rare, a map in it may have a key
//!   twice, of which the last holds.
//! - An array of fixed length comes in one piece.
//! - Text is UTF-8, in proto2 also.
//!
//! Each message is a level of nesting, nothing else is. What values take in memory is counted where it
//! is allocated: [`MEMORY`] has the rule.
//!
//! A message in a message is one call, which gets and gives back its place in registers; where it
//! is in a message stands in registers too, as long as all that takes it is inlined. With these
//! calls through the decoder's own state, chains took a fifth more time, and lists two fifths.
//!
//! What remains is the allocator's, for the better part where text is copied: the bench measures
//! it alone, and no decoder of such values takes less. How long it takes depends on what else the
//! process has on its heap, by half as much again.
//!
//! # What definitions of other languages mean
//!
//! Facts about a place are in [`meta::Pb`](crate::meta::Pb). A `.proto` definition states them. For
//! others the lowering chooses what an author of proto3 would write:
//!
//! | there | in proto3 |
//! | --- | --- |
//! | record, parameters | a message; fields are numbered from 1 in their order |
//! | parameters that are one record | that record |
//! | integer of 8, 16 or 32 bits | `int32`, `uint32`; of 64 bits `int64`, `uint64` |
//! | floating point of 128 bits | `bytes`, 16 of them, most significant first |
//! | enumeration | an open `enum`; values that no member has are malformed |
//! | optional | `optional`; of an array or another optional a message around it with the field 1 |
//! | bytes, fixed or not | `bytes` |
//! | array, fixed or not | `repeated` |
//! | array of arrays, array of optionals | `repeated` messages with the inner one as field 1 |
//! | linked list | `repeated` |
//! | union | a message: the label is field 1 (`int64`), arm *i* (from 0) field *i* + 2, optional |
//! | shared value | `optional`, once for each place |
//! | count or label that follows from another field | itself; it is not compared |

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
/// The first thing in the value that its definition or the limits do not permit.
pub fn encode_params<T: Fields + ?Sized>(
    buf: &mut Buf,
    m: &Record,
    v: &T,
    limits: &Limits,
) -> Result<(), Unencodable> {
    sink::encode(buf, limits, |sink| sink.params(m, v))
}

/// Appends one value: a message where the field has no number, else that field of a message.
/// On failure the buffer is as before.
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

/// Fills in the parameters of a call, or its results, from exactly these bytes.
///
/// # Errors
/// What is wrong with the bytes, and where; the value is then half filled.
pub fn decode_params<'de, T: Slots<'de> + ?Sized>(
    bytes: &'de [u8],
    m: &Record,
    v: &mut T,
    limits: &Limits,
) -> Result<(), Malformed> {
    decode(bytes, limits, |source| source.params(m, v))
}

/// Fills in one value from exactly these bytes, as [`encode_value`] writes it.
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

/// A message of one field.
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
