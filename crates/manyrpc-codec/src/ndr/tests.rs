//! The bytes drawn in C706, hostile input, limits, and round trips of random values.

mod hostile;
mod layout;
mod room;

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::fmt::Debug;

use super::reader::{Reader, Sent};
use super::{LABEL, Limits, Part, TOP, decode_value, encode_value};
use crate::Buf;
use crate::decode::{Decode, Source};
use crate::encode::Encode;
use crate::meta::{Field, Ndr};

const LIMITS: Limits = Limits::DEFAULT;
const X: Field = Field::plain("x");

/// Big-endian, ASCII, IEEE.
const BIG: [u8; 4] = [0; 4];

/// A place with metadata.
const fn place(ndr: Ndr) -> Field {
    X.ndr(ndr)
}

#[track_caller]
fn encoded<T: Encode + ?Sized>(f: &Field, v: &T) -> Vec<u8> {
    let mut buf = Buf::new();
    encode_value(&mut buf, f, v, &LIMITS).unwrap();
    buf.data().to_vec()
}

/// Encodes, compares, decodes, compares again.
#[track_caller]
fn is<T>(v: T, f: &Field, bytes: &[u8])
where
    T: Encode + for<'de> Decode<'de> + Default + PartialEq + Debug,
{
    assert_eq!(encoded(f, &v), bytes);
    room::any_is_enough(f, &v, bytes);
    let mut back = T::default();
    decode_value(bytes, LABEL, f, &mut back, &LIMITS).unwrap();
    assert_eq!(back, v);
    let mut back = T::default();
    decode_value(&swapped::<T>(f, bytes), BIG, f, &mut back, &LIMITS).unwrap();
    assert_eq!(back, v, "from a big-endian sender");
}

/// The bytes that a big-endian sender would have sent.
fn swapped<T: for<'de> Decode<'de> + Default>(f: &Field, bytes: &[u8]) -> Vec<u8> {
    let sent = Sent::of(LABEL, bytes, &LIMITS).unwrap();
    let mut reader = Reader::<Vec<_>>::new(bytes, sent, &LIMITS);
    let mut v = T::default();
    reader.walk::<TOP>().slot(f, &mut v).unwrap();
    let mut swapped = bytes.to_vec();
    // Some are read twice.
    let places: BTreeSet<_> = reader.trace.iter().collect();
    for (at, width, part) in places {
        if *part == Part::Number {
            swapped[*at..at + width].reverse();
        }
    }
    swapped
}
