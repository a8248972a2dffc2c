//! CDR, the Common Data Representation of CORBA.
//!
//! Reading list: CORBA 3.0, section 15.3 (the transfer syntax), 13.10.2 (code sets), 13.6.2 (object
//! references); 15.2 of CORBA 2.2 and 2.3 for wide characters in GIOP 1.0 and 1.1. A primitive lies
//! at a multiple of its size, counted from the start of the message or encapsulation. The receiver
//! converts the byte order; we write little-endian.
//!
//! ```
//! use manyrpc_codec::cdr::{self, ByteOrder, Representation};
//! use manyrpc_codec::meta::Field;
//! use manyrpc_codec::{Buf, Limits};
//!
//! let (field, limits) = (Field::plain("name"), Limits::DEFAULT);
//! let mut buf = Buf::new();
//! cdr::encode_value(&mut buf, Representation::NATIVE, &field, "ann", &limits).unwrap();
//! assert_eq!(buf.data(), b"\x04\0\0\0ann\0");
//!
//! let big = Representation::of(ByteOrder::Big, 2);
//! let mut back = String::new();
//! cdr::decode_value(b"\0\0\0\x04ann\0", big, &field, &mut back, &limits).unwrap();
//! assert_eq!(back, "ann");
//! ```
//!
//! # Speed
//!
//! Measured by `benches/cdr`, relative to hand-written code, with a representation that is known at
//! run time only. Encoding a record of 10 fields, four of them short texts: 0.57 to 0.62; 1000
//! integers 1.04 to 1.06; 1 MiB of bytes 1.00. Decoding the record, with code by hand that checks
//! what we check: 0.80, or 0.83 if text is copied; the integers 1.05 in this byte order, and in the
//! other one 0.33 on a processor with AVX2 and 1.04 without. omniORB takes 0.97 of our time to write
//! the integers, or to read them into a used sequence. For the design see [`ndr`](crate::ndr#speed).
//!
//! # Definitions in other languages
//!
//! What OMG IDL has no word for is sent as what an author of IDL would write instead:
//!
//! | there | in OMG IDL |
//! | --- | --- |
//! | optional, also one that other places share | `sequence<T, 1>` |
//! | linked list | `sequence<T>` |
//! | array of keys with their values | `sequence` of structs |
//! | bytes of fixed length | `octet [N]` |
//! | 8-bit number | `octet` |
//! | enumeration | `enum` if its values are 0 to n - 1, otherwise `long` with these values |
//! | 128-bit floating point | `long double` |
//! | text that is not UTF-8 | `string`, its bytes as they are |
//! | nothing | nothing |
//!
//! Valuetypes are shared records, or shared unions of them, with repository identifiers
//! ([`Record::ids`](crate::meta::Record::ids)).
//!
//! What an operation returns comes before its other results
//! ([`Record::returns`](crate::meta::Record::returns)).

pub mod any;
mod encoder;
mod fixed;
mod octets;
pub mod references;
pub mod repository_id;
mod representation;
mod results;
mod sink;
mod source;
mod values;
mod wide;
mod written;

#[cfg(test)]
mod tests;

pub use crate::limits::Limits;
pub use any::{Any, Kind, TypeCode, Typed, Valuetype};
pub use encoder::Encoder;
pub use representation::{ByteOrder, CharSet, Representation, WideSet};
pub use source::Decoder;

use crate::buf::Buf;
use crate::decode::{Decode, Slots, Source};
use crate::encode::{Encode, Fields, Sink};
use crate::error::{Fail, Malformed, Unencodable};
use crate::meta::{Discriminant, Field, Record, Union};

/// Appends the parameters of a call, or its results. On failure the buffer is as before.
///
/// # Errors
/// The first part of the value that its definition, the limits or the code sets do not permit.
pub fn encode_params<T: Fields + ?Sized>(
    buf: &mut Buf,
    representation: Representation,
    m: &Record,
    v: &T,
    limits: &Limits,
) -> Result<(), Unencodable> {
    encoder::encode(buf, representation, limits, |sink| sink.params(m, v))
}

/// Appends one value. On failure the buffer is as before.
///
/// # Errors
/// As [`encode_params`].
pub fn encode_value<T: Encode + ?Sized>(
    buf: &mut Buf,
    representation: Representation,
    f: &Field,
    v: &T,
    limits: &Limits,
) -> Result<(), Unencodable> {
    encoder::encode(buf, representation, limits, |sink| sink.field(f, v))
}

/// Decodes the parameters of a call, or its results, from all of `bytes`.
///
/// # Errors
/// What is wrong with the bytes, and where; the value is then partly filled in.
pub fn decode_params<'de, T: Slots<'de> + ?Sized>(
    bytes: &'de [u8],
    representation: Representation,
    m: &Record,
    v: &mut T,
    limits: &Limits,
) -> Result<(), Malformed> {
    decode(bytes, representation, limits, |source| source.params(m, v))
}

/// Decodes one value from all of `bytes`.
///
/// # Errors
/// As [`decode_params`].
pub fn decode_value<'de, T: Decode<'de> + ?Sized>(
    bytes: &'de [u8],
    representation: Representation,
    f: &Field,
    v: &mut T,
    limits: &Limits,
) -> Result<(), Malformed> {
    decode(bytes, representation, limits, |source| source.slot(f, v))
}

#[inline]
fn decode<'de>(
    bytes: &'de [u8],
    representation: Representation,
    limits: &Limits,
    fill: impl FnOnce(&mut Decoder<'de>) -> Result<(), Fail>,
) -> Result<(), Malformed> {
    let mut source = Decoder::new(bytes, representation, limits);
    match fill(&mut source) {
        Ok(()) => source.finish(),
        Err(Fail) => Err(source.failure()),
    }
}

/// The width of a union's discriminant in bytes (section 15.3.2.2): that of its type.
#[inline]
fn tag_width(m: &Union) -> u8 {
    match (&m.discriminant, m.ndr.tag) {
        (Discriminant::Bool, _) => 1,
        (Discriminant::Enum(_), _) | (_, 0) => 4,
        (_, width) => width,
    }
}

/// Whether the discriminant can have this value. Of 64 bits without a sign it is the same bits.
#[inline]
fn is_label(m: &Union, label: i64) -> bool {
    let bits = u32::from(tag_width(m)) * 8;
    match &m.discriminant {
        Discriminant::Bool => label == 0 || label == 1,
        Discriminant::Enum(_) => i32::try_from(label).is_ok(),
        Discriminant::I32 => label << (64 - bits) >> (64 - bits) == label,
        Discriminant::U32 => bits == 64 || label >= 0 && label >> bits == 0,
    }
}
