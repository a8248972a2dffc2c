//! JSON.
//!
//! Reading list: RFC 8259, all of it; RFC 4648, section 4 (Base64).
//!
//! | a value of | is in JSON |
//! | --- | --- |
//! | a record | an object by field name, in any order; an array by position is read too |
//! | an array, a list | an array; one of keys and values an object |
//! | an optional, a shared value | the value, or null; one that could be null itself is `{"some": …}` |
//! | an enumeration | the member's name; its number is read too |
//! | a union | an object of the discriminant and, unless void, the arm: `{"status": "OK", "file": …}` |
//! | bytes | Base64; without padding and of the alphabet for addresses it is read too |
//! | an integer | a number, however large; one between quotes, or with a fraction of zeros, is read too |
//! | floating point | the shortest number that reads back; `"NaN"`, `"Infinity"`, `"-Infinity"` |
//! | 128-bit floating point | `"0x"` and its 32 hexadecimal digits |
//! | nothing | null |
//! | a moment, a span of time | a string: `"1998-07-17T14:08:55Z"` (RFC 3339, up to nine digits of a second; other zones are read too), `"1.5s"` |
//! | a record that stands for what it holds | what it holds |
//!
//! The last two are records with a [notation](crate::meta::Notation): the forms of ProtoJSON.
//!
//! Fields that follow from others are not written; where they are read they must be what they
//! would be, if the members come in order.
//!
//! The parameters of a request are an object by name, an array by position, or nothing at all where
//! there are none; results are one value, null or an object. What is exactly one record is that record.
//!
//! A member that the definition does not have is passed over. One that is there twice is malformed,
//! and so is one that is missing, unless null will do. Values in objects that stand for arrays of
//! keys and values are not compared: a key that is there twice is two elements.

pub mod any;
mod cursor;
mod masks;
mod members;
mod notations;
mod scalars;
pub mod scan;
mod sink;
mod source;
#[cfg(test)]
mod tests;
mod text;

pub use crate::limits::Limits;
pub use crate::textual::Way;
pub use any::Messages;
pub use sink::Encoder;
pub use source::Decoder;
pub use text::put_text;

use crate::buf::Buf;
use crate::decode::{Decode, Slots, Source};
use crate::encode::{Encode, Fields, Sink};
use crate::error::{Fail, Malformed, Unencodable};
use crate::meta::{Field, Record};

/// Appends the parameters of a call, by name. On failure the buffer is as before.
///
/// # Errors
/// The first thing in the value that its definition or the limits do not permit.
pub fn encode_request<T: Fields + ?Sized>(
    buf: &mut Buf,
    m: &Record,
    v: &T,
    limits: &Limits,
) -> Result<(), Unencodable> {
    let mut sink = Encoder::new(buf, limits, Way::Request);
    sink.params(m, v);
    sink.finish()
}

/// Appends the parameters of a call, by position. On failure the buffer is as before.
///
/// # Errors
/// As [`encode_request`].
pub fn encode_positional<T: Fields + ?Sized>(
    buf: &mut Buf,
    m: &Record,
    v: &T,
    limits: &Limits,
) -> Result<(), Unencodable> {
    let mut sink = Encoder::new(buf, limits, Way::Request).by_position();
    sink.params(m, v);
    sink.finish()
}

/// Appends the results of a call. On failure the buffer is as before.
///
/// # Errors
/// As [`encode_request`].
pub fn encode_reply<T: Fields + ?Sized>(
    buf: &mut Buf,
    m: &Record,
    v: &T,
    limits: &Limits,
) -> Result<(), Unencodable> {
    let mut sink = Encoder::new(buf, limits, Way::Reply);
    sink.params(m, v);
    sink.finish()
}

/// Appends one value. On failure the buffer is as before.
///
/// # Errors
/// As [`encode_request`].
pub fn encode_value<T: Encode + ?Sized>(
    buf: &mut Buf,
    f: &Field,
    v: &T,
    limits: &Limits,
) -> Result<(), Unencodable> {
    let mut sink = Encoder::new(buf, limits, Way::Request);
    sink.field(f, v);
    sink.finish()
}

/// Fills in the parameters of a call, by name or by position, from exactly these bytes. No bytes
/// at all are no parameters.
///
/// # Errors
/// What is wrong with the bytes, and where; the value is then half filled.
pub fn decode_request<'de, T: Slots<'de> + ?Sized>(
    bytes: &'de [u8],
    m: &Record,
    v: &mut T,
    limits: &Limits,
) -> Result<(), Malformed> {
    decode(bytes, limits, Way::Request, |source| source.params(m, v))
}

/// Fills in the results of a call from exactly these bytes.
///
/// # Errors
/// As [`decode_request`].
pub fn decode_reply<'de, T: Slots<'de> + ?Sized>(
    bytes: &'de [u8],
    m: &Record,
    v: &mut T,
    limits: &Limits,
) -> Result<(), Malformed> {
    decode(bytes, limits, Way::Reply, |source| source.params(m, v))
}

/// Fills in one value from exactly these bytes.
///
/// # Errors
/// As [`decode_request`].
pub fn decode_value<'de, T: Decode<'de> + ?Sized>(
    bytes: &'de [u8],
    f: &Field,
    v: &mut T,
    limits: &Limits,
) -> Result<(), Malformed> {
    decode(bytes, limits, Way::Request, |source| source.slot(f, v))
}

#[inline]
fn decode<'de>(
    bytes: &'de [u8],
    limits: &Limits,
    way: Way,
    fill: impl FnOnce(&mut Decoder<'de>) -> Result<(), Fail>,
) -> Result<(), Malformed> {
    let mut source = Decoder::new(bytes, limits, way);
    match fill(&mut source) {
        Ok(()) => source.finish(),
        Err(Fail) => Err(source.failure()),
    }
}
