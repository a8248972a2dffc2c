//! NDR, the Network Data Representation of DCE RPC.
//!
//! Reading list: C706, chapter 14; for what deployed systems add, MS-RPCE, section 2.2.4 and
//! 2.2.2.13 (verification trailers). We write little-endian, ASCII, IEEE (label `10 00 00 00`) and
//! read what any label says.
//!
//! # Walks
//!
//! A value is walked several times, each walk another type (`Encoder<TOP>`, `<BODY>` …), so that
//! nothing is queued and what a type does not have costs nothing:
//!
//! | walk | what it writes |
//! | --- | --- |
//! | `TOP` | a parameter, or what a pointer points to: the other walks in order |
//! | `CONFORM` | the maximum counts of the array that a record ends in, before all else (section 14.3.7) |
//! | `VARY` | offsets and actual counts of an array's inner dimensions (section 14.3.3.8) |
//! | `BODY` | everything in place, pointers as their identifiers |
//! | `DEFER` | what the pointers point to, each as `TOP` (section 14.3.12.3) |
//!
//! Where deployed systems differ from C706 we do as they do:
//!
//! - Pipes are not at a multiple of eight (section 14.4): FreeDCE sends them right behind what
//!   precedes them.
//! - Of several full pointers to one value, that one brings it along whose referent comes first,
//!   not the one that is itself first (section 14.3.10): so do FreeDCE and Windows.
//! - Unique pointers all have the identifier 1, as FreeDCE has it; no receiver compares them.
//! - A string ends at its first NUL, wherever its count says.
//! - Elements that are reference pointers have no placeholder, as in FreeDCE; Samba's libndr has four
//!   bytes for each.
//! - The counts that are sent with an array do not raise the alignment of the structure that it is
//!   in (section 14.3.2 would have its size information do so): they do not in FreeDCE, Samba,
//!   Wine and what Microsoft's compiler makes.
//!
//! # Full pointers of a call
//!
//! The referents of a reply are numbered on from those of its request, and one that was in the
//! request keeps its identifier (section 14.3.11.1): [`Referents`] is what either side hands from
//! one message to the next. The first pointer to it in the reply brings its value once more, as the
//! first in any octet stream does; in C that overwrites the caller's. So an identifier that came
//! before never says what follows it, only that it is [the same node](crate::Shared::is_same), and
//! what peers that number each message anew send (Samba, impacket) can be read: a node of another
//! type than the request's is a new one. Answers to a broadcast are read each for itself.
//!
//! What NCS, NDR's ancestor, does otherwise:
//!
//! - Counts of arrays marked `v1_array` are its own: 16 bits, in place, without
//!   an offset (seen in the stubs of NCS 1.5.1). Its receivers do not look at the maximum.
//!
//! # Speed
//!
//! Encoding is to take at most 1.15 times as long as code that knows the type and writes its fixed
//! part at once. Measured as `benches/ndr` does, ours to by hand: a record of 11 scalars and
//! pointers and four short texts 0.93 to 1.04, 1000 integers 1.03 to 1.12, 1 MiB of bytes 1.00.
//! What it rests on: the position is an integer beside the buffer and not in it, so that neighbours
//! need one comparison each and no look at alignment; a value for which there is no room is counted
//! to its end and written again; short texts are copied and searched for NULs in the same step.
//!
//! # What definitions of other languages mean
//!
//! Facts about a place are in [`meta::Ndr`](crate::meta::Ndr). A DCE definition states them. For
//! others the lowering chooses what an IDL author would write, the same in every place, whether
//! parameter, member or element:
//!
//! | there | in IDL |
//! | --- | --- |
//! | text | `[string, unique] char *`, never null |
//! | bytes or array of variable length | two members: `unsigned long n; [size_is(n), unique] T *` |
//! | bytes or array of fixed length | `T [N]` |
//! | optional | `[unique] T *`; of text, the text's own pointer, which may be null then |
//! | linked list | `[unique] T *`, the last member of `T` being another |
//! | enumeration | `[v1_enum] enum`, 32 bits |
//! | boolean | `boolean`, one byte |
//! | union | encapsulated, with a discriminant of 32 bits (a boolean: one byte) |
//! | 128-bit floating point | `byte [16]`, most significant first |

mod chars;
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
use walk::TOP;

/// The label of what we write: little-endian, ASCII, IEEE (C706, section 14.1).
pub const LABEL: [u8; 4] = [0x10, 0, 0, 0];

/// Appends the parameters of a call, or its results. On failure the buffer is as before.
///
/// # Errors
/// The first thing in the value that its definition, the limits or NDR do not permit.
pub fn encode_params<T: Fields + ?Sized>(
    buf: &mut Buf,
    m: &Record,
    v: &T,
    limits: &Limits,
) -> Result<(), Unencodable> {
    encoder::encode(buf, limits, None, |top| top.params(m, v))
}

/// The same in a call, whose full pointers `referents` are so far.
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

/// Fills in the parameters of a call, or its results, from these bytes. `label` is the sender's:
/// how it represents integers, characters and floating-point numbers.
///
/// After the parameters there may be what deployed systems add: less than 16 bytes of padding, or
/// a verification trailer (MS-RPCE, section 2.2.2.13).
///
/// # Errors
/// What is wrong with the bytes, and where; the value is then half filled.
pub fn decode_params<'de, T: Slots<'de> + ?Sized>(
    bytes: &'de [u8],
    label: [u8; 4],
    m: &Record,
    v: &mut T,
    limits: &Limits,
) -> Result<(), Malformed> {
    let mut reader = reader::Reader::<()>::new(bytes, label, limits)?;
    let result = reader.walk::<TOP>().params(m, v);
    reader.end(result)
}

/// The same in a call, whose full pointers `referents` are so far.
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
    let mut reader = reader::Reader::<()>::new(bytes, label, limits)?;
    if !referents.is_empty() {
        reader.referents = referents.next_message();
    }
    let result = reader.walk::<TOP>().params(m, v);
    if !reader.referents.is_empty() {
        *referents = core::mem::take(&mut reader.referents);
    }
    reader.end(result)
}

/// Fills in one value, as if it were a parameter.
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
    let mut reader = reader::Reader::<()>::new(bytes, label, limits)?;
    let result = reader.walk::<TOP>().slot(f, v);
    reader.end(result)
}

/// What [`decode_params`] tells of what it reads, in that order: where it starts, how many bytes it
/// has, what it is. Bytes of which it says nothing are characters, numbers of one byte, or gaps.
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
    let mut reader = reader::Reader::<Vec<_>>::new(bytes, label, limits)?;
    let result = reader.walk::<TOP>().params(m, v);
    reader.end(result)?;
    Ok(reader.trace)
}
