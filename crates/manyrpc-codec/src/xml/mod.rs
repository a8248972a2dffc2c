//! XML-RPC's values.
//!
//! Reading list: the XML-RPC specification (Winer, 1999, as amended 2003); XML 1.0 (fifth
//! edition), sections 2 to 4; the extensions `nil` and `i8` of Apache XML-RPC and others.
//!
//! | a value of | is in XML-RPC |
//! | --- | --- |
//! | a record | a struct by field name, in any order; an array by position is read too |
//! | an array, a list | an array; one of keys and values a struct |
//! | an optional, a shared value | the value, or `nil`; one that could be none itself is in a struct with a member `some` |
//! | an enumeration | the member's name as string; its number is read too |
//! | a union | a struct of the discriminant and, unless void, the arm |
//! | bytes | base64; with line breaks it is read too |
//! | an integer | `i4`; if it does not fit `i8`, or without that extension a string of digits; an unsigned one above those a string |
//! | floating point | double, never with an exponent; `NaN`, `Infinity`, `-Infinity` as Java writes them |
//! | 128-bit floating point | a string of `0x` and its 32 hexadecimal digits |
//! | nothing | `nil`, or without that extension an empty string |
//! | a moment | `dateTime.iso8601` in UTC, `19980717T14:08:55` |
//! | a span of time | a string: `1.5s` |
//! | a record that stands for what it holds | what it holds |
//!
//! Without `nil` a member that has no value is left out, and no other place may have none. What is
//! read knows both extensions, also with Apache's prefix, and Apache's other numbers.
//! Fields that follow from others are treated as in
//! [`json`](crate::json).
//!
//! The specification's date has no zone and no fraction of a second. Here it is one of UTC, and what
//! becomes of a fraction is an option: by default such a date is not written. Read are also hyphens,
//! zones and up to nine digits of a second, which other libraries and Apache's extension `dateTime`
//! have, and text. A definition that has text where a date comes reads its characters.
//!
//! Every parameter of a request is a `<param>`; so are results that are one value, while several
//! are one struct. A value in the wrong place, an unknown element and a document type
//! are malformed, and so is what is not well-formed, in what is passed over too. Text has no characters
//! that XML does not have: most control characters.

mod charset;
mod cursor;
mod declaration;
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
mod value;

pub use crate::limits::Limits;
pub use crate::textual::Way;
pub use charset::to_utf8;
pub use sink::Encoder;
pub use source::Decoder;
pub use text::put_text;

use crate::buf::Buf;
use crate::decode::{Decode, Slots, Source};
use crate::encode::{Encode, Fields, Sink};
use crate::error::{Fail, Malformed, Unencodable};
use crate::meta::{Field, Record};

/// What is written of what the specification does not have. All of it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// `<nil/>`, for no value.
    pub nil: bool,
    /// `<i8>`, for integers beyond 32 bits.
    pub i8: bool,
    /// What becomes of a date's fraction of a second, which the specification's dates do not have.
    pub fractions: Fractions,
}

/// What becomes of a date's fraction of a second where it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fractions {
    /// A date that has one cannot be written.
    Refused,
    /// It is written, `19980717T14:08:55.250`: xmlrpc-c reads and writes such dates; the libraries of
    /// Python, Ruby and Java do not read them.
    Written,
    /// It is lost: the date is that of the second's start, as Python's and Ruby's libraries have it.
    Dropped,
}

impl Options {
    /// The extensions for values that could not be written otherwise.
    pub const DEFAULT: Self = Options {
        nil: true,
        i8: true,
        fractions: Fractions::Refused,
    };

    /// Nothing but the specification's types.
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

/// Appends the parameters of a call: what `<params>` holds. On failure the buffer is as before.
///
/// # Errors
/// The first thing in the value that its definition, the limits or the options do not permit.
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

/// Fills in the parameters of a call from exactly these bytes: what `<params>` holds, or `<value>`s
/// alone.
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

/// Fills in the results of a call from exactly these bytes: what `<params>` holds, or one `<value>`.
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

/// Fills in one value from exactly these bytes, one `<value>`.
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
