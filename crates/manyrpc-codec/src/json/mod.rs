//! JSON.
//!
//! Reading list: RFC 8259, all of it; RFC 4648, section 4 (Base64).
//!
//! ```
//! use manyrpc_codec::meta::Field;
//! use manyrpc_codec::{Buf, Limits, json};
//!
//! let (field, limits) = (Field::plain("numbers"), Limits::DEFAULT);
//! let mut buf = Buf::new();
//! json::encode_value(&mut buf, &field, &vec![1i32, 2], &limits).unwrap();
//! assert_eq!(buf.data(), b"[1,2]");
//!
//! let mut back = Vec::<i32>::new();
//! json::decode_value(b"[1, 2.0]", &field, &mut back, &limits).unwrap();
//! assert_eq!(back, [1, 2]);
//! ```
//!
//! | a value of | in JSON |
//! | --- | --- |
//! | a record | an object by field name, in any order; an array by position is also read |
//! | an array, a list | an array; an object for keys and values |
//! | an optional, a shared value | the value, or null; a value that could itself be null is `{"some": …}` |
//! | an enumeration | the member's name; its number is also read |
//! | a union | an object of the discriminant and, unless void, the arm: `{"status": "OK", "file": …}` |
//! | bytes | Base64; the URL-safe alphabet and missing padding are also read |
//! | an integer | a number of any size; a number in quotes, or with a fraction of zeros, is also read |
//! | floating point | the shortest number that reads back; `"NaN"`, `"Infinity"`, `"-Infinity"` |
//! | 128-bit floating point | `"0x"` and its 32 hexadecimal digits |
//! | nothing | null |
//! | a moment, a span of time | a string: `"1998-07-17T14:08:55Z"` (RFC 3339, up to nine digits of a second; other zones are also read), `"1.5s"` |
//! | a record that represents its content | the content |
//!
//! The last two are records with a [notation](crate::meta::Notation): the forms of ProtoJSON.
//!
//! Derived fields are not written; when read, they must have their derived value if the members
//! come in order.
//!
//! The parameters of a request are an object by name, an array by position, or omitted if there are
//! none; results are one value, null or an object. Parameters that are exactly one record are that
//! record.
//!
//! Unknown members are ignored. A duplicate member is malformed, and so is a missing one unless
//! null is valid for it. The keys of objects that stand for arrays of keys and values are not
//! compared: a duplicate key yields two elements.
//!
//! # ProtoJSON
//!
//! Reading list: "ProtoJSON Format" (protobuf.dev), and the JSON tests of the official conformance
//! suite of Protocol Buffers 33, which all pass.
//!
//! Messages of `.proto` definitions have the JSON that Protocol Buffers prescribe, in every
//! protocol. This mapping is not a second codec but metadata, which lowering derives from a
//! definition and generated code holds as constants. So static stubs, dynamic values and the
//! command line cannot differ, and definitions in other languages keep the table above:
//!
//! | metadata | meaning |
//! | --- | --- |
//! | [`Json::proto`](crate::meta::Json) of a place | its value is written as in ProtoJSON: 64-bit integers as strings, booleans in quotes only as keys, no value by omission |
//! | [`Json::name`](crate::meta::Json) | the name in lowerCamelCase, or `json_name`; the definition's name is also read |
//! | [`Json::spare`](crate::meta::Json) | a default value is omitted, and a missing or null member has the default value |
//! | [`Json::null`](crate::meta::Json) | null is a value there: of `google.protobuf.Value` and `NullValue` |
//! | [`Record::message`](crate::meta::Record), [`arms`](crate::meta::Record) | an object's members are fields and arms of `oneof`s, without nesting; arrays are not accepted |
//! | [`Enum::others`](crate::meta::Enum) | values of an open enumeration without a member are numbers |
//! | [`Notation`](crate::meta::Notation) | the well-known types |
//!
//! One flag of each place ([`Json::proto`](crate::meta::Json)) selects this mapping, and members of
//! messages have separate code, so that records of other definitions pay only for testing the flag:
//! fewer than 1 in 100 of their instructions. The types that an `Any` may hold come from the value
//! ([`Messages`]): the codec knows none.
//!
//! Unknown members and unknown names of enumeration members are ignored, so that programs of
//! different versions can communicate; [`Decoder::strict`] refuses them. A duplicate key is
//! malformed. [`Options::full`] writes for programs that do not know ProtoJSON.

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

/// Options of writing, and of what is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// Write the parameters of a request as an array instead of an object by name.
    pub by_position: bool,
    /// Write fields of Protocol Buffers messages even if they have their default values, and under
    /// their names in the definition: as programs expect that do not know ProtoJSON. Both forms are
    /// read.
    pub full: bool,
    /// Parameters and results that are one message are that message's JSON, whatever its form,
    /// instead of an object by the parameter's name: as in gRPC.
    pub message: bool,
}

impl Options {
    /// The defaults.
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
/// The first part of the value that its definition or the limits do not permit.
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

/// Decodes the parameters of a call, or its results, from all of `bytes`.
///
/// # Errors
/// What is wrong with the bytes, and where; the value is then partly filled in.
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

/// Decodes the parameters of a call, by name or by position, from all of `bytes`. No bytes are no
/// parameters.
///
/// # Errors
/// What is wrong with the bytes, and where; the value is then partly filled in.
pub fn decode_request<'de, T: Slots<'de> + ?Sized>(
    bytes: &'de [u8],
    m: &Record,
    v: &mut T,
    limits: &Limits,
) -> Result<(), Malformed> {
    decode(bytes, limits, Way::Request, |source| source.params(m, v))
}

/// Decodes the results of a call from all of `bytes`.
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

/// Decodes one value from all of `bytes`.
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
