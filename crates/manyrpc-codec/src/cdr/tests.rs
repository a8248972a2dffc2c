//! The layouts that CORBA 3.0, section 15.3, describes.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;

use super::{
    ByteOrder, CharSet, Limits, Representation, decode_params, decode_value, encode_params,
    encode_value,
};
use crate::decode::Decode;
use crate::encode::{Encode, Sink};
use crate::error::{MalformedKind, UnencodableKind};
use crate::meta::{Cdr, Field, Length, Record};
use crate::{Buf, ByteText, Chain, Quad, plain_record};

mod fragments;

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

/// Encodes in a representation, compares, decodes, compares again.
#[track_caller]
fn is_in<T>(here: Representation, v: T, f: &Field, bytes: &[u8])
where
    T: Encode + for<'de> Decode<'de> + Default + PartialEq + Debug,
{
    let mut buf = Buf::new();
    encode_value(&mut buf, here, f, &v, &LIMITS).unwrap();
    assert_eq!(buf.data(), bytes);
    reads(here, v, f, bytes);
}

#[track_caller]
fn reads<T>(here: Representation, v: T, f: &Field, bytes: &[u8])
where
    T: for<'de> Decode<'de> + Default + PartialEq + Debug,
{
    let mut back = T::default();
    decode_value(bytes, here, f, &mut back, &LIMITS).unwrap();
    assert_eq!(back, v);
}

const WIDE: Field = X.cdr(Cdr::Wide);

fn text(v: &str) -> String {
    v.to_owned()
}

/// Sections 15.3.1.6 and 15.3.2.7: octets with their number in front, big-endian unless a mark says
/// otherwise, without a terminator.
#[test]
fn wide_text_of_giop_1_2_is_octets() {
    let here = Representation::NATIVE;
    is_in(here, text("a√"), &WIDE, &[4, 0, 0, 0, 0, 0x61, 0x22, 0x1a]);
    is_in(here, String::new(), &WIDE, &[0; 4]);
    is_in(here, 0x221au16, &WIDE, &[2, 0x22, 0x1a]);
    // The same of a sender whose messages are big-endian.
    let big = Representation {
        order: ByteOrder::Big,
        ..here
    };
    reads(big, text("a√"), &WIDE, &[0, 0, 0, 4, 0, 0x61, 0x22, 0x1a]);
    // With marks.
    let marked = [6, 0, 0, 0, 0xff, 0xfe, 0x61, 0, 0x1a, 0x22];
    reads(here, text("a√"), &WIDE, &marked);
    let marked = [6, 0, 0, 0, 0xfe, 0xff, 0, 0x61, 0x22, 0x1a];
    reads(here, text("a√"), &WIDE, &marked);
    reads(here, 0x221au16, &WIDE, &[4, 0xff, 0xfe, 0x1a, 0x22]);
    // A first character that would be taken for a mark has one before it.
    let marked = [4, 0, 0, 0, 0xfe, 0xff, 0xfe, 0xff];
    is_in(here, text("\u{feff}"), &WIDE, &marked);
    is_in(here, 0xfeffu16, &WIDE, &[4, 0xfe, 0xff, 0xfe, 0xff]);
}

/// CORBA 2.2, sections 13.3.1.6 and 13.3.2.7: numbers of 16 bits in the message's byte order, counted
/// with the zero that ends them.
#[test]
fn wide_text_of_giop_1_1_is_numbers() {
    let here = Representation {
        minor: 1,
        ..Representation::NATIVE
    };
    let bytes = [3, 0, 0, 0, 0x61, 0, 0x1a, 0x22, 0, 0];
    is_in(here, text("a√"), &WIDE, &bytes);
    is_in(here.at(1), 0x221au16, &WIDE, &[0, 0x1a, 0x22]);
    let big = Representation {
        order: ByteOrder::Big,
        ..here
    };
    let bytes = [0, 0, 0, 3, 0, 0x61, 0x22, 0x1a, 0, 0];
    reads(big, text("a√"), &WIDE, &bytes);
}

/// Section 13.10.2.6: without a negotiated code set there is no wide text; nor in GIOP 1.0.
#[test]
fn wide_text_needs_a_code_set() {
    for here in [
        Representation::of(ByteOrder::Little, 2),
        Representation {
            minor: 0,
            ..Representation::NATIVE
        },
    ] {
        let mut buf = Buf::new();
        let error = encode_value(&mut buf, here, &WIDE, "a", &LIMITS).unwrap_err();
        assert_eq!(error.kind, UnencodableKind::NoWide);
        let error = decode_value(&[0; 4], here, &WIDE, &mut String::new(), &LIMITS).unwrap_err();
        assert_eq!(error.kind, MalformedKind::NoWide);
    }
}

#[test]
fn text_is_in_its_code_set() {
    let here = Representation::of(ByteOrder::Little, 2);
    assert_eq!(here.chars, CharSet::Latin1);
    is_in(here, text("é"), &X, b"\x02\0\0\0\xe9\0");
    let mut buf = Buf::new();
    let error = encode_value(&mut buf, here, &X, "√", &LIMITS).unwrap_err();
    assert_eq!(error.kind, UnencodableKind::Character('√'));
    // Text of an unknown encoding is never converted.
    let octets = Field { octets: true, ..X };
    for here in [here, Representation::NATIVE] {
        let mut buf = Buf::new();
        encode_value(&mut buf, here, &octets, &ByteText::from(b"\xe9"), &LIMITS).unwrap();
        assert_eq!(buf.data(), b"\x02\0\0\0\xe9\0");
        let mut back = ByteText::default();
        decode_value(buf.data(), here, &octets, &mut back, &LIMITS).unwrap();
        assert_eq!(back, ByteText::from(b"\xe9"));
    }
}

#[test]
fn strings_end_with_a_zero() {
    let refused = |bytes: &[u8]| {
        let native = Representation::NATIVE;
        let error = decode_value(bytes, native, &X, &mut String::new(), &LIMITS).unwrap_err();
        (error.kind, error.offset)
    };
    assert_eq!(refused(b"\x01\0\0\0a"), (MalformedKind::Unterminated, 5));
    assert_eq!(
        refused(b"\x03\0\0\0\xff\xff\0"),
        (MalformedKind::NotUtf8, 4)
    );
    let too_long = MalformedKind::TooLong { count: 9, max: 2 };
    assert_eq!(refused(b"\x09\0\0\0a\0"), (too_long, 0));
    // Some senders leave it out where there is nothing else.
    reads(Representation::NATIVE, String::new(), &X, &[0; 4]);
    reads(Representation::NATIVE, text("a"), &X, b"\x04\0\0\0a\0b\0");
    let mut buf = Buf::new();
    let error = encode_value(&mut buf, Representation::NATIVE, &X, "a\0", &LIMITS).unwrap_err();
    assert_eq!(error.kind, UnencodableKind::Nul);
}

#[test]
fn what_idl_has_no_word_for_is_a_sequence() {
    is(None::<i32>, &X, &[0; 4]);
    is(Some(5i32), &X, &[1, 0, 0, 0, 5, 0, 0, 0]);
    let list = [2, 0, 0, 0, 5, 0, 0, 0, 6, 0, 0, 0];
    is(Chain(Vec::from([5i32, 6])), &X, &list);
    let two = [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let error = decode_value(&two, Representation::NATIVE, &X, &mut None::<i32>, &LIMITS);
    let kind = MalformedKind::TooLong { count: 2, max: 1 };
    assert_eq!(error.unwrap_err().kind, kind);
}

/// Section 15.3.1.3: 16 octets at a multiple of eight.
#[test]
fn long_doubles_are_aligned_to_eight() {
    let mut one = [0; 16];
    one[..2].copy_from_slice(&[0x3f, 0xff]);
    let mut bytes = [0; 20];
    bytes[18..].copy_from_slice(&[0xff, 0x3f]);
    is_at(4, Quad(one), &X, &bytes);
}

#[derive(Debug, Default, PartialEq)]
struct Results {
    first: u8,
    second: i32,
    returned: i16,
}

static RESULTS_FIELDS: [Field; 3] = [
    Field::plain("first"),
    Field::plain("second"),
    Field::plain("result"),
];
static RESULTS: Record = Record::of("results", &RESULTS_FIELDS).returning();
plain_record! { Results, RESULTS, RESULTS_FIELDS { 0 first, 1 second, 2 returned } }

/// Section 15.4.3.2: the return value, then the out parameters in their order.
#[test]
fn what_is_returned_comes_first() {
    let results = Results {
        first: 1,
        second: 2,
        returned: 3,
    };
    let bytes = [3, 0, 1, 0, 2, 0, 0, 0];
    let (here, mut buf) = (Representation::NATIVE, Buf::new());
    encode_params(&mut buf, here, &RESULTS, &results, &LIMITS).unwrap();
    assert_eq!(buf.data(), bytes);
    let mut back = Results::default();
    decode_params(&bytes, here, &RESULTS, &mut back, &LIMITS).unwrap();
    assert_eq!(back, results);
}

/// The members of an exception lie behind its repository identifier.
#[test]
fn the_place_behind_a_string_is_known() {
    for origin in 0..8 {
        for n in 0..9 {
            let here = Representation::NATIVE.at(origin);
            let mut buf = Buf::new();
            encode_value(&mut buf, here, &X, &"x".repeat(n), &LIMITS).unwrap();
            let behind = here.at(origin + buf.len());
            assert_eq!(here.behind_text(n).origin, behind.origin, "{origin} {n}");
        }
    }
}

/// The bulk methods against the definition of an array: its elements in order, in both byte orders.
#[test]
fn arrays_of_scalars_are_their_elements() {
    fn agrees<T>(values: Vec<T>, swap: usize)
    where
        T: Clone + Debug + Default + Encode + for<'de> Decode<'de> + PartialEq,
    {
        for origin in 0..8 {
            let here = Representation::NATIVE.at(origin);
            let (mut at_once, mut by_element) = (Buf::new(), Buf::new());
            encode_value(&mut at_once, here, &X, &values, &LIMITS).unwrap();
            super::encoder::encode(&mut by_element, here, &LIMITS, |sink| {
                sink.seq(&X, values.iter());
            })
            .unwrap();
            assert_eq!(at_once.data(), by_element.data());
            // Wherever they are in memory.
            for shift in 0..swap {
                let moved = [&[0; 8][..shift], at_once.data()].concat();
                reads(here, values.clone(), &X, &moved[shift..]);
            }
            // The count, a gap, the elements.
            let mut big = at_once.data().to_vec();
            let elements = big.len() - values.len() * swap;
            let count = (4 - origin % 4) % 4;
            big[count..count + 4].reverse();
            big[elements..].chunks_mut(swap).for_each(<[u8]>::reverse);
            let order = ByteOrder::Big;
            let there = Representation { order, ..here };
            let mut back = Vec::<T>::new();
            decode_value(&big, there, &X, &mut back, &LIMITS).unwrap();
            assert_eq!(back, values);
        }
    }
    agrees(Vec::from([1i32, -1, i32::MIN]), 4);
    agrees(Vec::from([1u32, u32::MAX]), 4);
    agrees(Vec::from([1i64, -1, i64::MIN]), 8);
    agrees(Vec::from([1u64, u64::MAX]), 8);
    agrees(Vec::from([1.0f32, -0.5]), 4);
    agrees(Vec::from([1.0f64, -0.5]), 8);
    agrees(Vec::<i32>::new(), 4);
    agrees(Vec::<f64>::new(), 8);
}

#[test]
fn arrays_of_scalars_are_bounded() {
    let written = |length, values: &Vec<u32>| {
        let mut buf = Buf::new();
        let field = Field::sized("x", length);
        encode_value(&mut buf, Representation::NATIVE, &field, values, &LIMITS)
            .map(|()| buf.len())
            .map_err(|error| error.kind)
    };
    let one = Vec::from([1]);
    assert_eq!(written(Length::UpTo(1), &one), Ok(8));
    assert_eq!(written(Length::Fixed(1), &one), Ok(4));
    let refused = |max| Err(UnencodableKind::Length { count: 1, max });
    assert_eq!(written(Length::UpTo(0), &one), refused(0));
    assert_eq!(written(Length::Fixed(2), &one), refused(2));
}

/// It was read from where the next fragment begins, when it was read again as bytes.
#[test]
fn text_in_two_fragments_need_not_be_utf_8() {
    // The fragment is at 12: the string ends at 14.
    let mut bytes = b"\x04\0\0\0a\xffb\0\0\0\x09\0\0\0".to_vec();
    let in_fragment = bytes.len() as u32 - 6;
    bytes.extend(in_fragment.to_le_bytes());
    let here = Representation {
        minor: 1,
        fragments: 1,
        ..Representation::NATIVE.at(4)
    };
    let (mut text, mut nine) = (ByteText::default(), 0u32);
    let mut source = super::Decoder::new(&bytes, here, &LIMITS);
    text.decode(&mut source, &X).unwrap();
    nine.decode(&mut source, &X).unwrap();
    source.finish().unwrap();
    assert_eq!((text, nine), (ByteText::from(b"a\xffb"), 9));
}
