//! NDR, the Network Data Representation of DCE RPC.
//!
//! Reading list: C706, chapter 14; for extensions of deployed systems, MS-RPCE, section 2.2.4 and
//! 2.2.2.13 (verification trailers). We write little-endian, ASCII, IEEE (label `10 00 00 00`) and
//! read any label.
//!
//! ```
//! use manyrpc_codec::meta::Field;
//! use manyrpc_codec::{Buf, Limits, ndr};
//!
//! let (field, limits) = (Field::plain("number"), Limits::DEFAULT);
//! let mut buf = Buf::new();
//! ndr::encode_value(&mut buf, &field, &7i32, &limits).unwrap();
//! assert_eq!(buf.data(), [7, 0, 0, 0]);
//!
//! let big_endian = [0; 4];
//! let mut back = 0i32;
//! ndr::decode_value(&[0, 0, 0, 7], big_endian, &field, &mut back, &limits).unwrap();
//! assert_eq!(back, 7);
//! ```
//!
//! # Walks
//!
//! A value is walked several times, and each walk is a type of its own (`Encoder<TOP>`, `<BODY>`
//! …), so that nothing is queued and features that a type does not use cost nothing:
//!
//! | walk | writes |
//! | --- | --- |
//! | `TOP` | a parameter, or the target of a pointer: the other walks in order |
//! | `CONFORM` | the maximum counts of the array at the end of a record, before everything else (section 14.3.7) |
//! | `VARY` | offsets and actual counts of an array's inner dimensions (section 14.3.3.8) |
//! | `BODY` | everything in place, pointers as their identifiers |
//! | `DEFER` | the targets of the pointers, each as `TOP` (section 14.3.12.3) |
//!
//! Where deployed systems differ from C706, we follow them:
//!
//! - Pipes are not aligned to a multiple of eight (section 14.4): FreeDCE sends them right behind
//!   the preceding parameter.
//! - Of several full pointers to one value, the one whose referent is written first carries the
//!   value, not the one that itself comes first (section 14.3.10): FreeDCE and Windows do the same.
//! - Unique pointers all have the identifier 1, as in FreeDCE; receivers do not compare them.
//! - A string ends at its first NUL, whatever its count.
//! - Array elements that are reference pointers have no placeholder, as in FreeDCE; Samba's libndr
//!   has four bytes for each.
//! - The counts of an array do not raise the alignment of the structure that contains it (by
//!   section 14.3.2 its size information would): they do not in FreeDCE, Samba, Wine and the output
//!   of Microsoft's compiler.
//!
//! # Full pointers of a call
//!
//! The identifiers of a reply's referents continue after those of its request, and a referent of
//! the request keeps its identifier (section 14.3.11.1): [`Referents`] is the state that each side
//! passes from one message to the next. The first pointer to it in the reply carries its value
//! again, as the first in any octet stream does; in C that overwrites the caller's. So an
//! identifier from an earlier message never determines what follows it, only that it is [the same
//! node](crate::Shared::is_same); this also permits peers that number each message anew (Samba,
//! impacket): a node of a different type than the request's is a new one. The replies to a
//! broadcast are read independently of each other.
//!
//! Differences in NCS, NDR's ancestor:
//!
//! - Arrays marked `v1_array` have counts of their own form: 16 bits, in place, without an offset
//!   (as in the stubs of NCS 1.5.1). Receivers ignore the maximum.
//!
//! # Speed
//!
//! Encoding should take at most 1.15 times as long as hand-written code that knows the type and
//! writes its fixed part at once. Measured by `benches/ndr`, ours relative to hand-written: a
//! record of 11 scalars and pointers and four short texts 0.93 to 1.04, 1000 integers 1.03 to 1.12,
//! 1 MiB of bytes 1.00. This rests on three decisions: the position is an integer outside of the
//! buffer, so that neighbouring fields need one comparison each and no alignment test; a value that
//! does not fit is counted to its end and written again; short texts are copied and searched for
//! NULs in one step.
//!
//! # Definitions in other languages
//!
//! The metadata of a place is in [`meta::Ndr`](crate::meta::Ndr). DCE definitions state it. For
//! others, lowering chooses what an IDL author would write, in the same way for parameters, members
//! and elements:
//!
//! | there | in IDL |
//! | --- | --- |
//! | text | `[string, unique] char *`, never null |
//! | bytes or array of variable length | two members: `unsigned long n; [size_is(n), unique] T *` |
//! | bytes or array of fixed length | `T [N]` |
//! | optional | `[unique] T *`; for text, the text's own pointer, which may then be null |
//! | linked list | `[unique] T *`, the last member of `T` being another such pointer |
//! | enumeration | `[v1_enum] enum`, 32 bits |
//! | boolean | `boolean`, one byte |
//! | union | encapsulated, with a discriminant of 32 bits (a boolean: one byte) |
//! | 128-bit floating point | `byte [16]`, most significant first |

mod ebcdic;
mod encoder;
mod float;
mod layout;
mod reader;
mod referents;
mod sink;
mod source;
mod trace;
mod walk;
mod writer;

#[cfg(test)]
mod tests;

pub use crate::limits::Limits;
pub use layout::DIMENSIONS;
pub use referents::Referents;
pub use trace::Part;

use alloc::vec::Vec;

use crate::buf::Buf;
use crate::decode::{Decode, Slots, Source};
use crate::encode::{Encode, Fields, Sink};
use crate::error::{Malformed, Unencodable};
use crate::meta::{Field, Record};
use reader::{Reader, Sent};
use walk::TOP;

/// The label of our encoding: little-endian, ASCII, IEEE (C706, section 14.1).
pub const LABEL: [u8; 4] = [0x10, 0, 0, 0];

/// Appends the parameters of a call, or its results. On failure the buffer is as before.
///
/// # Errors
/// The first part of the value that its definition, the limits or NDR do not permit.
pub fn encode_params<T: Fields + ?Sized>(
    buf: &mut Buf,
    m: &Record,
    v: &T,
    limits: &Limits,
) -> Result<(), Unencodable> {
    encoder::encode(buf, limits, None, |top| top.params(m, v))
}

/// The same within a call; `referents` are its full pointers so far.
///
/// # Errors
/// As [`encode_params`].
#[inline]
pub fn encode_params_with<T: Fields + ?Sized>(
    buf: &mut Buf,
    m: &Record,
    v: &T,
    limits: &Limits,
    referents: &mut Referents,
) -> Result<(), Unencodable> {
    encoder::encode(buf, limits, Some(referents), |top| top.params(m, v))
}

/// Appends one value as if it were a parameter. On failure the buffer is as before.
///
/// # Errors
/// As [`encode_params`].
pub fn encode_value<T: Encode + ?Sized>(
    buf: &mut Buf,
    f: &Field,
    v: &T,
    limits: &Limits,
) -> Result<(), Unencodable> {
    encoder::encode(buf, limits, None, |top| top.field(f, v))
}

/// Decodes the parameters of a call, or its results. `label` is the sender's: its representation of
/// integers, characters and floating-point numbers.
///
/// The parameters may be followed by what deployed systems add: fewer than 16 bytes of padding, or
/// a verification trailer (MS-RPCE, section 2.2.2.13).
///
/// # Errors
/// What is wrong with the bytes, and where; the value is then partly filled in.
pub fn decode_params<'de, T: Slots<'de> + ?Sized>(
    bytes: &'de [u8],
    label: [u8; 4],
    m: &Record,
    v: &mut T,
    limits: &Limits,
) -> Result<(), Malformed> {
    let sent = Sent::of(label, bytes, limits)?;
    let mut reader = Reader::<()>::new(bytes, sent, limits);
    let result = reader.walk::<TOP>().params(m, v);
    reader.end(result)
}

/// The same within a call; `referents` are its full pointers so far.
///
/// # Errors
/// As [`decode_params`].
#[inline]
pub fn decode_params_with<'de, T: Slots<'de> + ?Sized>(
    bytes: &'de [u8],
    label: [u8; 4],
    m: &Record,
    v: &mut T,
    limits: &Limits,
    referents: &mut Referents,
) -> Result<(), Malformed> {
    let sent = Sent::of(label, bytes, limits)?;
    let mut reader = Reader::<()>::new(bytes, sent, limits);
    if !referents.is_empty() {
        reader.referents = referents.next_message();
    }
    let result = reader.walk::<TOP>().params(m, v);
    if !reader.referents.is_empty() {
        *referents = core::mem::take(&mut reader.referents);
    }
    reader.end(result)
}

/// Decodes one value as if it were a parameter.
///
/// # Errors
/// As [`decode_params`].
pub fn decode_value<'de, T: Decode<'de> + ?Sized>(
    bytes: &'de [u8],
    label: [u8; 4],
    f: &Field,
    v: &mut T,
    limits: &Limits,
) -> Result<(), Malformed> {
    let sent = Sent::of(label, bytes, limits)?;
    let mut reader = Reader::<()>::new(bytes, sent, limits);
    let result = reader.walk::<TOP>().slot(f, v);
    reader.end(result)
}

/// A list of what [`decode_params`] reads, in order: offset, length in bytes and kind. Bytes not
/// listed are characters, one-byte numbers, or gaps.
///
/// # Errors
/// As [`decode_params`].
pub fn trace_params<'de, T: Slots<'de> + ?Sized>(
    bytes: &'de [u8],
    label: [u8; 4],
    m: &Record,
    v: &mut T,
    limits: &Limits,
) -> Result<Vec<(usize, usize, Part)>, Malformed> {
    let sent = Sent::of(label, bytes, limits)?;
    let mut reader = Reader::<Vec<_>>::new(bytes, sent, limits);
    let result = reader.walk::<TOP>().params(m, v);
    reader.end(result)?;
    Ok(reader.trace)
}
