//! Both byte orders, foreign character sets, full pointers, and invalid input.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use super::{BIG, LIMITS, X, encoded, place};
use crate::error::{Malformed, MalformedKind, UnencodableKind};
use crate::meta::{Array, Chars, Field, Length, Ndr};
use crate::ndr::{LABEL, decode_value, encode_value};
use crate::{Buf, Chain, Decode, Shared};

const N: Ndr = Ndr::NATURAL;

fn decoded<'de, T: Decode<'de> + Default>(
    bytes: &'de [u8],
    label: [u8; 4],
    f: &Field,
) -> Result<T, Malformed> {
    let mut v = T::default();
    decode_value(bytes, label, f, &mut v, &LIMITS).map(|()| v)
}

/// C706, section 14.1: the receiver converts.
#[test]
fn either_byte_order() {
    let big = [0, 0, 0, 2, 0, 1, 0xff, 0xfe];
    assert_eq!(decoded::<Vec<i16>>(&big, BIG, &X), Ok(vec![1, -2]));
    let big = [0, 0, 0, 1, 0, 0, 0, 0, 0x3f, 0xf8, 0, 0, 0, 0, 0, 0];
    assert_eq!(decoded::<Vec<f64>>(&big, BIG, &X), Ok(vec![1.5]));
    let wide = place(Ndr {
        chars: Chars::Wide,
        ..N
    });
    let big = [0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 2, 0x20, 0xac, 0, 0];
    assert_eq!(decoded::<String>(&big, BIG, &wide), Ok("€".into()));
}

#[test]
fn ebcdic_and_vax() {
    let bytes = [3, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0xc1, 0x81, 0];
    assert_eq!(
        decoded::<String>(&bytes, [0x11, 0, 0, 0], &X),
        Ok("Aa".into())
    );
    let chars = place(Ndr {
        chars: Chars::Narrow,
        ..N
    });
    assert_eq!(decoded::<u8>(&[0xc1], [0x11, 0, 0, 0], &chars), Ok(b'A'));
    assert_eq!(decoded::<u8>(&[0xc1], [0x11, 0, 0, 0], &X), Ok(0xc1));
    let bytes = [1, 0, 0, 0, 0xc1];
    assert_eq!(
        decoded::<Vec<u8>>(&bytes, [0x11, 0, 0, 0], &chars),
        Ok(vec![b'A'])
    );
    let vax = [1, 0, 0, 0, 0x80, 0x40, 0, 0];
    assert_eq!(
        decoded::<Vec<f32>>(&vax, [0x10, 1, 0, 0], &X),
        Ok(vec![1.0])
    );
    for label in [[0x20, 0, 0, 0], [0x12, 0, 0, 0], [0x10, 4, 0, 0]] {
        let error = decoded::<u8>(&[0], label, &X).unwrap_err();
        assert_eq!(error.kind, MalformedKind::Representation(label));
    }
}

#[test]
fn counts_that_lie_allocate_nothing() {
    let lie = [0xff; 64];
    let fails = |error: Malformed| {
        let count = u64::from(u32::MAX);
        assert!(
            matches!(error.kind, MalformedKind::TooLong { count: c, .. } if c == count),
            "{error}"
        );
        assert_eq!(error.offset, 0);
    };
    fails(decoded::<Vec<u8>>(&lie, LABEL, &X).unwrap_err());
    fails(decoded::<Vec<i32>>(&lie, LABEL, &X).unwrap_err());
    fails(decoded::<Vec<f64>>(&lie, LABEL, &X).unwrap_err());
    fails(decoded::<Vec<bool>>(&lie, LABEL, &X).unwrap_err());
    fails(decoded::<Vec<()>>(&lie, LABEL, &X).unwrap_err());
    let varying = place(Ndr {
        array: Array::Varying,
        ..N
    });
    assert!(decoded::<Vec<u8>>(&lie, LABEL, &varying).is_err());
    let pipe = place(Ndr {
        array: Array::Pipe,
        ..N
    });
    fails(decoded::<Vec<u8>>(&lie, LABEL, &pipe).unwrap_err());
    assert!(decoded::<String>(&lie, LABEL, &X).is_err());
}

#[test]
fn strings_end_at_their_nul_and_must_have_one() {
    let early = b"\x04\0\0\0\0\0\0\0\x04\0\0\0a\0bc";
    assert_eq!(decoded::<Cow<'_, str>>(early, LABEL, &X), Ok("a".into()));
    let none = b"\x02\0\0\0\0\0\0\0\x02\0\0\0ab";
    assert_eq!(
        decoded::<String>(none, LABEL, &X).unwrap_err().kind,
        MalformedKind::Unterminated
    );
    let error = encode_value(&mut Buf::new(), &X, "a\0b", &LIMITS).unwrap_err();
    assert_eq!(error.kind, UnencodableKind::Nul);
    let short = Field::sized("x", Length::UpTo(2));
    assert!(encode_value(&mut Buf::new(), &short, "abc", &LIMITS).is_err());
    assert!(decoded::<String>(b"\x04\0\0\0\0\0\0\0\x04\0\0\0abc\0", LABEL, &short).is_err());
}

/// MS-RPCE, section 2.2.2.13, and what deployed systems append to the parameters.
#[test]
fn padding_and_verification_trailers_are_tolerated() {
    let mut bytes = vec![7, 0, 0, 0];
    bytes.extend([0xaa; 15]);
    assert_eq!(decoded::<u32>(&bytes, LABEL, &X), Ok(7));
    bytes.push(0);
    assert_eq!(
        decoded::<u32>(&bytes, LABEL, &X).unwrap_err().kind,
        MalformedKind::Trailing(16)
    );
    bytes.extend([0x8a, 0xe3, 0x13, 0x71, 0x02, 0xf4, 0x36, 0x71]);
    assert_eq!(decoded::<u32>(&bytes, LABEL, &X), Ok(7));
}

/// Section 14.3.11.1: the second pointer to a value is its identifier alone.
#[test]
fn full_pointers_share() {
    static PLACE: Field = Field::plain("x");
    static LINK: Field = Field::of("x", Length::UpTo(1), &PLACE).ndr(Ndr { defers: true, ..N });
    let pair = Field::of("x", Length::Fixed(3), &LINK).ndr(Ndr { defers: true, ..N });
    let one = Shared::from(Arc::new(5i32));
    let v = [one.clone(), Shared::NONE, one];
    let bytes = [1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0];
    assert_eq!(encoded(&pair, &v), bytes);
    let back: [Shared<i32>; 3] = decoded(&bytes, LABEL, &pair).unwrap();
    assert!(Arc::ptr_eq(
        &back[0].get().unwrap(),
        &back[2].get().unwrap()
    ));
    assert!(back[1].is_none());
}

/// Lists that nested one level per element would exceed the limit.
#[test]
fn long_lists_are_no_deep_nests() {
    static ELEMENT: Field = Field::plain("x");
    let list = Field::of("x", Length::UpTo(u32::MAX), &ELEMENT).ndr(Ndr { defers: true, ..N });
    let v = Chain((0..100_000u32).collect::<Vec<_>>());
    let bytes = encoded(&list, &v);
    assert_eq!(decoded::<Chain<u32>>(&bytes, LABEL, &list), Ok(v));
    for end in [0, 3, 4, 100, bytes.len() - 1] {
        assert!(decoded::<Chain<u32>>(&bytes[..end], LABEL, &list).is_err());
    }
}
