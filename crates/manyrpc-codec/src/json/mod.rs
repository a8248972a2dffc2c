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
//!
//! # ProtoJSON
//!
//! Reading list: "ProtoJSON Format" (protobuf.dev), and the tests of JSON in the official conformance
//! suite of Protocol Buffers 33, which all hold.
//!
//! Messages of `.proto` definitions have the JSON that Protocol Buffers have for them, in whatever
//! protocol they travel. That mapping is not a second codec but facts in the metadata, which the
//! lowering makes of a definition and generated code holds as constants, so that static stubs, dynamic
//! values and the command line cannot differ, and definitions of other languages keep the table above:
//!
//! | fact | what it means |
//! | --- | --- |
//! | [`Json::proto`](crate::meta::Json) of a place | its value is written as ProtoJSON has it: integers of 64 bits as text, truth between quotes in keys alone, an optional by its absence |
//! | [`Json::name`](crate::meta::Json) | the name in lowerCamelCase, or `json_name`; the definition's is read, too |
//! | [`Json::spare`](crate::meta::Json) | a default value is not written, and what is absent, or null, has it |
//! | [`Json::null`](crate::meta::Json) | null is a value there: of `google.protobuf.Value` and `NullValue` |
//! | [`Record::message`](crate::meta::Record), [`arms`](crate::meta::Record) | the members of an object are fields and arms of `oneof`s, without a wrapping; arrays are no messages |
//! | [`Enum::others`](crate::meta::Enum) | an open enumeration's values without a member are numbers |
//! | [`Notation`](crate::meta::Notation) | the well-known types |
//!
//! Each place says in one flag ([`Json::proto`](crate::meta::Json)) whether any of this concerns it, and
//! members of messages have code of their own: records of other definitions pay for that question, which
//! is fewer than 1 in 100 of their instructions. The types that an `Any` may hold come from the value
//! ([`Messages`]): the codec knows none.
//!
//! Unknown members, and names that an enumeration does not have, are passed over, so that programs of
//! different ages understand each other; [`Decoder::strict`] refuses them. A key that is there twice
//! is malformed. [`Options::full`] writes for programs that know nothing of ProtoJSON.

pub mod any;
mod cursor;
mod masks;
mod members;
mod notations;
mod position;
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

/// What is written otherwise than by default, or read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// Parameters of a request are an array, not an object by name.
    pub by_position: bool,
    /// Members of messages of Protocol Buffers stand there also where they have their default values,
    /// and by the names of their definition: as programs expect them that know nothing of ProtoJSON.
    /// Read are both.
    pub full: bool,
    /// Parameters and results that are one message are its JSON, whatever that is, and not an object
    /// by the name of the parameter where it would be none: as gRPC has them.
    pub message: bool,
}

impl Options {
    /// What suits most.
    pub const DEFAULT: Self = Options {
        by_position: false,
        full: false,
        message: false,
    };
}

impl Default for Options {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Appends the parameters of a call, or its results. On failure the buffer is as before.
///
/// # Errors
/// The first thing in the value that its definition or the limits do not permit.
pub fn encode_params<T: Fields + ?Sized>(
    buf: &mut Buf,
    m: &Record,
    v: &T,
    limits: &Limits,
    way: Way,
    options: Options,
) -> Result<(), Unencodable> {
    let mut sink = Encoder::new(buf, limits, way).with(options);
    sink.params(m, v);
    sink.finish()
}

/// Appends the parameters of a call, by name. On failure the buffer is as before.
///
/// # Errors
/// As [`encode_params`].
pub fn encode_request<T: Fields + ?Sized>(
    buf: &mut Buf,
    m: &Record,
    v: &T,
    limits: &Limits,
) -> Result<(), Unencodable> {
    encode_params(buf, m, v, limits, Way::Request, Options::DEFAULT)
}

/// Appends the parameters of a call, by position. On failure the buffer is as before.
///
/// # Errors
/// As [`encode_params`].
pub fn encode_positional<T: Fields + ?Sized>(
    buf: &mut Buf,
    m: &Record,
    v: &T,
    limits: &Limits,
) -> Result<(), Unencodable> {
    let options = Options {
        by_position: true,
        ..Options::DEFAULT
    };
    encode_params(buf, m, v, limits, Way::Request, options)
}

/// Appends the results of a call. On failure the buffer is as before.
///
/// # Errors
/// As [`encode_params`].
pub fn encode_reply<T: Fields + ?Sized>(
    buf: &mut Buf,
    m: &Record,
    v: &T,
    limits: &Limits,
) -> Result<(), Unencodable> {
    encode_params(buf, m, v, limits, Way::Reply, Options::DEFAULT)
}

/// Appends one value. On failure the buffer is as before.
///
/// # Errors
/// As [`encode_params`].
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

/// Fills in the parameters of a call, or its results, from exactly these bytes.
///
/// # Errors
/// What is wrong with the bytes, and where; the value is then half filled.
pub fn decode_params<'de, T: Slots<'de> + ?Sized>(
    bytes: &'de [u8],
    m: &Record,
    v: &mut T,
    limits: &Limits,
    way: Way,
    options: Options,
) -> Result<(), Malformed> {
    decode(bytes, limits, way, |source| {
        match m.whole && options.message {
            true => v.all(source),
            false => source.params(m, v),
        }
    })
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
