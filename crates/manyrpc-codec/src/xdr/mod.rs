//! XDR, the External Data Representation.
//!
//! Reading list: RFC 4506, section 4 (the data types) and section 7 (a worked example). Every item
//! takes a multiple of four bytes (section 3), most significant byte first; types that XDR lacks
//! are sent as the next larger integer, as in rpcgen: `char`, `short` and their unsigned forms take
//! four bytes each.
//!
//! ```
//! use manyrpc_codec::meta::Field;
//! use manyrpc_codec::{Buf, Limits, xdr};
//!
//! let (field, limits) = (Field::plain("name"), Limits::DEFAULT);
//! let mut buf = Buf::new();
//! xdr::encode_value(&mut buf, &field, "ann", &limits).unwrap();
//! assert_eq!(buf.data(), b"\0\0\0\x03ann\0");
//!
//! let mut back = String::new();
//! xdr::decode_value(buf.data(), &field, &mut back, &limits).unwrap();
//! assert_eq!(back, "ann");
//! ```

mod sink;
mod source;

#[cfg(test)]
mod known;
#[cfg(test)]
mod tests;

pub use sink::Encoder;
pub use source::Decoder;

pub use crate::limits::Limits;

use crate::buf::Buf;
use crate::decode::{Decode, Slots, Source};
use crate::encode::{Encode, Fields, Sink};
use crate::error::{Fail, Malformed, Unencodable};
use crate::meta::{Discriminant, Field, Record, Union};

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
    let mut sink = Encoder::new(buf, limits);
    sink.params(m, v);
    sink.finish()
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
    let mut sink = Encoder::new(buf, limits);
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
) -> Result<(), Malformed> {
    decode(bytes, limits, |source| source.params(m, v))
}

/// Decodes one value from all of `bytes`.
///
/// # Errors
/// As [`decode_params`].
pub fn decode_value<'de, T: Decode<'de> + ?Sized>(
    bytes: &'de [u8],
    f: &Field,
    v: &mut T,
    limits: &Limits,
) -> Result<(), Malformed> {
    decode(bytes, limits, |source| source.slot(f, v))
}

#[inline]
fn decode<'de>(
    bytes: &'de [u8],
    limits: &Limits,
    fill: impl FnOnce(&mut Decoder<'de>) -> Result<(), Fail>,
) -> Result<(), Malformed> {
    let mut source = Decoder::new(bytes, limits);
    match fill(&mut source) {
        Ok(()) => source.finish(),
        Err(Fail) => Err(source.failure()),
    }
}

/// The length of `n` bytes with their padding (RFC 4506, section 3).
#[inline]
const fn padded(n: usize) -> usize {
    (n + 3) & !3
}

/// Whether a label fits the definition's type for the discriminant. Types narrower than 32 bits,
/// which rpcgen permits, are sent as 32-bit integers.
#[inline]
fn is_in_range(m: &Union, label: i64) -> bool {
    match (&m.discriminant, m.ndr.tag) {
        (Discriminant::I32, 1) => i8::try_from(label).is_ok(),
        (Discriminant::I32, 2) => i16::try_from(label).is_ok(),
        (Discriminant::U32, 1) => u8::try_from(label).is_ok(),
        (Discriminant::U32, 2) => u16::try_from(label).is_ok(),
        _ => true,
    }
}
