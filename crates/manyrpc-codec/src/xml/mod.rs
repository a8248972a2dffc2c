//! XML-RPC's values.
//!
//! Reading list: the XML-RPC specification (Winer, 1999, as amended 2003); XML 1.0 (fifth
//! edition), sections 2 to 4; the extensions `nil` and `i8` of Apache XML-RPC and others.
//!
//! ```
//! use manyrpc_codec::meta::Field;
//! use manyrpc_codec::{Buf, Limits, xml};
//!
//! let (field, limits) = (Field::plain("number"), Limits::DEFAULT);
//! let mut buf = Buf::new();
//! xml::encode_value(&mut buf, &field, &7i32, &limits, xml::Options::DEFAULT).unwrap();
//! assert_eq!(buf.data(), b"<value><i4>7</i4></value>");
//!
//! let mut back = 0i32;
//! xml::decode_value(b"<value><int>7</int></value>", &field, &mut back, &limits).unwrap();
//! assert_eq!(back, 7);
//! ```
//!
//! | a value of | is in XML-RPC |
//! | --- | --- |
//! | a record | a struct by field name, in any order; an array by position is also read |
//! | an array, a list | an array; a struct for keys and values |
//! | an optional, a shared value | the value, or `nil`; a value that could itself be none is in a struct with a member `some` |
//! | an enumeration | the member's name as a string; its number is also read |
//! | a union | a struct of the discriminant and, unless void, the arm |
//! | bytes | base64; line breaks are also read |
//! | an integer | `i4`; if it does not fit, `i8`, or without that extension a string of digits; larger unsigned ones as a string |
//! | floating point | double, never with an exponent; `NaN`, `Infinity`, `-Infinity` as in Java |
//! | 128-bit floating point | a string of `0x` and its 32 hexadecimal digits |
//! | nothing | `nil`, or without that extension an empty string |
//! | a moment | `dateTime.iso8601` in UTC, `19980717T14:08:55` |
//! | a span of time | a string: `1.5s` |
//! | a record that represents its content | the content |
//!
//! Without `nil` a member without a value is omitted, and all other places must have a value.
//! Reading accepts both extensions, also with Apache's prefix, and Apache's other number types.
//! Derived fields are treated as in [`json`](crate::json).
//!
//! The specification's date has no zone and no fraction of a second. Here it is in UTC, and an
//! option decides about fractions: by default such a date is refused. Reading also accepts hyphens,
//! zones and up to nine digits of a second, as in other libraries and Apache's extension
//! `dateTime`, and text. If the definition has text where a date comes, its characters are read.
//!
//! Every parameter of a request is a `<param>`; so is a single result, while several results are
//! one struct. A value in the wrong place, an unknown element, a document type declaration and
//! anything not well-formed are malformed, also in ignored parts. Text must not contain characters
//! that XML lacks, such as most control characters.

mod members;
mod notations;
mod position;
mod scalars;
pub mod scan;
mod sink;
mod source;
#[cfg(test)]
mod tests;
mod value;

pub use crate::limits::Limits;
pub use crate::markup::charset::to_utf8;
pub use crate::markup::text::put_text;
pub use crate::textual::Way;
pub use sink::Encoder;
pub use source::Decoder;

use crate::buf::Buf;
use crate::decode::{Decode, Slots, Source};
use crate::encode::{Encode, Fields, Sink};
use crate::error::{Fail, Malformed, Unencodable};
use crate::meta::{Field, Record};

/// Extensions of the specification to write. All of them are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// `<nil/>` for no value.
    pub nil: bool,
    /// `<i8>` for integers beyond 32 bits.
    pub i8: bool,
    /// The treatment of fractions of a second, which the specification's dates lack.
    pub fractions: Fractions,
}

/// How a date's fraction of a second is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fractions {
    /// A date with a fraction is refused.
    Refused,
    /// It is written as `19980717T14:08:55.250`: xmlrpc-c reads and writes such dates; the
    /// libraries of Python, Ruby and Java do not read them.
    Written,
    /// It is dropped: the date is rounded down to seconds, as in Python's and Ruby's libraries.
    Dropped,
}

impl Options {
    /// The extensions for values that could not be written otherwise.
    pub const DEFAULT: Self = Options {
        nil: true,
        i8: true,
        fractions: Fractions::Refused,
    };

    /// The specification's types only.
    pub const STRICT: Self = Options {
        nil: false,
        i8: false,
        fractions: Fractions::Refused,
    };
}

impl Default for Options {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Appends the parameters of a call: the contents of `<params>`. On failure the buffer is
/// unchanged.
///
/// # Errors
/// The first part of the value that its definition, the limits or the options do not permit.
pub fn encode_request<T: Fields + ?Sized>(
    buf: &mut Buf,
    m: &Record,
    v: &T,
    limits: &Limits,
    options: Options,
) -> Result<(), Unencodable> {
    let mut sink = Encoder::new(buf, limits, Way::Request, options);
    sink.params(m, v);
    sink.finish()
}

/// Appends the results of a call: one `<param>`. On failure the buffer is as before.
///
/// # Errors
/// As [`encode_request`].
pub fn encode_reply<T: Fields + ?Sized>(
    buf: &mut Buf,
    m: &Record,
    v: &T,
    limits: &Limits,
    options: Options,
) -> Result<(), Unencodable> {
    let mut sink = Encoder::new(buf, limits, Way::Reply, options);
    sink.params(m, v);
    sink.finish()
}

/// Appends one `<value>`. On failure the buffer is as before.
///
/// # Errors
/// As [`encode_request`].
pub fn encode_value<T: Encode + ?Sized>(
    buf: &mut Buf,
    f: &Field,
    v: &T,
    limits: &Limits,
    options: Options,
) -> Result<(), Unencodable> {
    let mut sink = Encoder::new(buf, limits, Way::Request, options);
    sink.field(f, v);
    sink.finish()
}

/// Decodes the parameters of a call from all of `bytes`: the contents of `<params>`, or `<value>`s
/// only.
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

/// Decodes the results of a call from all of `bytes`: the contents of `<params>`, or one `<value>`.
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

/// Decodes one `<value>` from all of `bytes`.
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
