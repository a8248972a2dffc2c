//! The layouts that CORBA 3.0, section 15.3, describes.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;

use super::{ByteOrder, Limits, Representation, decode_value, encode_value};
use crate::Buf;
use crate::decode::Decode;
use crate::encode::Encode;
use crate::meta::{Field, Length};

const LIMITS: Limits = Limits::DEFAULT;
const X: Field = Field::plain("x");

/// Encodes, compares, decodes, compares again; at an offset from the origin of alignment.
#[track_caller]
fn is_at<T>(origin: u8, v: T, f: &Field, bytes: &[u8])
where
    T: Encode + for<'de> Decode<'de> + Default + PartialEq + Debug,
{
    let here = Representation::NATIVE.at(origin.into());
    let mut buf = Buf::new();
    encode_value(&mut buf, here, f, &v, &LIMITS).unwrap();
    assert_eq!(buf.data(), bytes);
    let mut back = T::default();
    decode_value(bytes, here, f, &mut back, &LIMITS).unwrap();
    assert_eq!(back, v);
}

#[track_caller]
fn is<T>(v: T, f: &Field, bytes: &[u8])
where
    T: Encode + for<'de> Decode<'de> + Default + PartialEq + Debug,
{
    is_at(0, v, f, bytes);
}

#[test]
fn primitives_lie_at_multiples_of_their_size() {
    is(0x0102_0304u32, &X, &[4, 3, 2, 1]);
    is_at(1, 0x0102_0304u32, &X, &[0, 0, 0, 4, 3, 2, 1]);
    is_at(2, true, &X, &[1]);
    is_at(4, 1i64, &X, &[0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
    is_at(7, -2i16, &X, &[0, 0xfe, 0xff]);
}

#[test]
fn strings_and_sequences_have_their_length() {
    is("ann".to_owned(), &X, b"\x04\0\0\0ann\0");
    is(String::new(), &X, &[1, 0, 0, 0, 0]);
    is(Vec::from([1u8, 2, 3]), &X, &[3, 0, 0, 0, 1, 2, 3]);
    is(
        [1u8, 2, 3],
        &Field::sized("x", Length::Fixed(3)),
        &[1, 2, 3],
    );
    is(Vec::<f64>::new(), &X, &[0; 4]);
    is(
        Vec::from([1.0f64]),
        &X,
        &[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f],
    );
}

#[test]
fn big_endian_is_read() {
    let big = Representation::of(ByteOrder::Big, 2);
    let mut values = Vec::<i32>::new();
    decode_value(
        &[0, 0, 0, 2, 0, 0, 0, 1, 0xff, 0xff, 0xff, 0xff],
        big,
        &X,
        &mut values,
        &LIMITS,
    )
    .unwrap();
    assert_eq!(values, [1, -1]);
}
