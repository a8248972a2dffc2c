//! The layouts drawn in C706, figure by figure.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::{BIG, LIMITS, X, is, place};
use crate::decode::{Arms, Decode, Slots, Source};
use crate::encode::{Encode, Fields, Sink};
use crate::error::Fail;
use crate::meta::{
    Arm, Array, Chars, Discriminant, Field, Length, Ndr, NdrShape, Pointer, Record, Union,
};
use crate::ndr::{decode_params, decode_value, encode_params};
use crate::{Bounds, Buf, Chain, Octet, Quad};

const N: Ndr = Ndr::NATURAL;

/// A record type for a test: its fields, their metadata, and its own.
macro_rules! record {
    ($name:ident $meta:ident $shape:expr; $($field:ident: $ty:ty = $place:expr;)*) => {
        #[derive(Clone, Debug, Default, PartialEq)]
        struct $name { $($field: $ty,)* }

        static $meta: Record =
            Record::of(stringify!($name), const { &[$($place,)*] }).ndr($shape);

        impl Encode for $name {
            fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
                s.record(f, &$meta, self);
            }
        }
        impl Fields for $name {
            fn fields<S: Sink>(&self, s: &mut S) {
                let mut fields = $meta.fields.iter();
                $(s.field(fields.next().unwrap(), &self.$field);)*
            }
        }
        impl<'de> Decode<'de> for $name {
            fn decode<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
                s.record(f, &$meta, self)
            }
        }
        impl<'de> Slots<'de> for $name {
            fn all<S: Source<'de>>(&mut self, s: &mut S) -> Result<(), Fail> {
                let mut fields = $meta.fields.iter();
                $(s.slot(fields.next().unwrap(), &mut self.$field)?;)*
                Ok(())
            }
            fn one<S: Source<'de>>(&mut self, _: usize, _: &mut S) -> Result<(), Fail> {
                Err(Fail)
            }
        }
    };
}

const fn shape(align: u8, hoists: u8, defers: bool) -> NdrShape {
    NdrShape {
        align,
        hoists,
        defers,
        tag: 0,
    }
}

/// Sections 14.2.2 to 14.2.5: each at a multiple of its size.
#[test]
fn primitives_are_aligned() {
    record! { Scalars SCALARS shape(8, 0, false);
        a: bool = X; b: i16 = X; c: i8 = X; d: i32 = X; e: u8 = X; f: i64 = X; g: f32 = X; h: f64 = X;
    }
    let v = Scalars {
        a: true,
        b: -2,
        c: -1,
        d: 3,
        e: 4,
        f: -5,
        g: 1.5,
        h: -0.5,
    };
    #[rustfmt::skip]
    is(v, &X, &[
        1, 0, 0xfe, 0xff, 0xff, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0,
        0xfb, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
        0, 0, 0xc0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xe0, 0xbf,
    ]);
    is(Quad([7; 16]), &X, &[7; 16]);
}

/// Section 14.3.2: a record has the alignment of its widest member, which need not be the first.
#[test]
fn records_are_aligned() {
    record! { Inner INNER shape(8, 0, false); a: u8 = X; b: u64 = X; }
    record! { Outer OUTER shape(8, 0, false); a: u8 = X; b: Inner = X; c: u8 = X; }
    let v = Outer {
        a: 1,
        b: Inner { a: 2, b: 3 },
        c: 4,
    };
    #[rustfmt::skip]
    is(v, &X, &[1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 4]);
}

/// Figures 14-12 to 14-15.
#[test]
fn arrays_of_one_dimension() {
    let fixed = Field::sized("x", Length::Fixed(2));
    is([1i16, 2], &fixed, &[1, 0, 2, 0]);
    is(vec![1i32, 2], &X, &[2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]);
    is(vec![Octet(1), Octet(2)], &X, &[2, 0, 0, 0, 1, 2]);
    is(vec![1u8, 2], &X, &[2, 0, 0, 0, 1, 2]);
    is(
        vec![1u64],
        &X,
        &[1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
    );
    // Without elements there is nothing to align.
    is(Vec::<u64>::new(), &X, &[0, 0, 0, 0]);
    let varying = place(Ndr {
        array: Array::Varying,
        ..N
    });
    is(vec![5i16], &varying, &[0, 0, 0, 0, 1, 0, 0, 0, 5, 0]);
    is(vec![true], &varying, &[0, 0, 0, 0, 1, 0, 0, 0, 1]);
    let both = place(Ndr {
        array: Array::ConformantVarying,
        ..N
    });
    is(
        vec![5i16],
        &both,
        &[1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 5, 0],
    );
    is(vec![7u8], &both, &[1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 7]);
}

/// Bounded and open arrays as in the stubs of NCS 1.5.1: counts of 16 bits, no offset.
#[test]
fn counts_of_ncs() {
    let bounded = Field::sized("x", Length::UpTo(2)).ndr(Ndr {
        array: Array::Short,
        ..N
    });
    is(vec![5i32], &bounded, &[1, 0, 0, 0, 5, 0, 0, 0]);
    is(vec![1u8, 2], &bounded, &[2, 0, 1, 2]);
    is(Vec::<i32>::new(), &bounded, &[0, 0]);
    let open = place(Ndr {
        array: Array::ShortConformant,
        ..N
    });
    is(vec![5i32], &open, &[1, 0, 1, 0, 5, 0, 0, 0]);
    let seven = vec![7i32];
    let room = |capacity| (&seven, [with_room(capacity)]);
    assert_eq!(
        super::encoded(&open, &said(&room(6))),
        [6, 0, 1, 0, 7, 0, 0, 0]
    );
    let most = super::encoded(&open, &said(&room(u32::MAX)));
    assert_eq!(most, [0xff, 0xff, 1, 0, 7, 0, 0, 0]);
    // A truncated maximum is ignored; a count too high for the bound or the bytes is an error.
    let mut back = Vec::<i32>::new();
    let mut read = |f: &Field, bytes: &[u8]| {
        let read = decode_value(bytes, super::LABEL, f, &mut back, &LIMITS);
        read.map(|()| back.clone())
    };
    assert_eq!(read(&open, &[0, 0, 1, 0, 7, 0, 0, 0]), Ok(vec![7]));
    assert!(read(&bounded, &[3, 0, 0, 0, 5, 0, 0, 0, 6, 0, 0, 0, 7, 0, 0, 0]).is_err());
    assert!(read(&open, &[9, 0, 0xff, 0xff, 7, 0, 0, 0]).is_err());
    // What does not fit is refused.
    let mut none = Buf::new();
    let long = vec![0u8; 0x1_0000];
    assert!(super::encode_value(&mut none, &open, &long, &LIMITS).is_err());
    assert!(super::encode_value(&mut none, &open, &said(&room(0)), &LIMITS).is_err());
}

fn with_room(capacity: u32) -> Bounds {
    Bounds {
        capacity: Some(capacity),
        ..Bounds::default()
    }
}

/// A value with its bounds.
fn said<'a, T, const N: usize>((value, bounds): &'a (&T, [Bounds; N])) -> crate::Extent<'a, T> {
    crate::Extent { value, bounds }
}

/// Section 14.3.4: a string's maximum count is its capacity, too.
#[test]
fn text_may_have_more_room_than_it_needs() {
    let ab = "ab".to_owned();
    let room = |capacity| (&ab, [with_room(capacity)]);
    let bytes = super::encoded(&X, &said(&room(9)));
    assert_eq!(bytes, b"\x09\0\0\0\0\0\0\0\x03\0\0\0ab\0");
    let mut back = String::new();
    decode_value(&bytes, super::LABEL, &X, &mut back, &LIMITS).unwrap();
    assert_eq!(back, "ab");
    super::encoded(&X, &said(&room(3)));
    assert!(super::encode_value(&mut Buf::new(), &X, &said(&room(2)), &LIMITS).is_err());
}

/// Section 14.3.3.3: the part sent lies within the array, whose size only the definition gives.
#[test]
fn a_part_ends_within_its_array() {
    let eight = Field::sized("x", Length::UpTo(8)).ndr(Ndr {
        array: Array::Varying,
        ..N
    });
    let part = |first| {
        let bounds = Bounds {
            first,
            ..Bounds::default()
        };
        (&[7u8, 7], [bounds])
    };
    let bytes = super::encoded(&eight, &said(&part(6)));
    assert_eq!(bytes, [6, 0, 0, 0, 2, 0, 0, 0, 7, 7]);
    for first in [7, 8, 9, u32::MAX - 1, u32::MAX] {
        assert!(
            super::encode_value(&mut Buf::new(), &eight, &said(&part(first)), &LIMITS).is_err()
        );
        let mut bytes = bytes.clone();
        bytes[..4].copy_from_slice(&first.to_le_bytes());
        let mut back = Vec::<u8>::new();
        assert!(decode_value(&bytes, super::LABEL, &eight, &mut back, &LIMITS).is_err());
    }
}

/// Section 14.3.3.4: the maximum count is the capacity, the offset the start of the part.
#[test]
fn a_part_of_an_array_says_which() {
    let both = place(Ndr {
        array: Array::ConformantVarying,
        ..N
    });
    let seven = vec![7i32];
    let from_3 = |capacity| Bounds {
        first: 3,
        sent: Some(1),
        ..with_room(capacity)
    };
    let part = (&seven, [from_3(9)]);
    let bytes = [9, 0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0, 7, 0, 0, 0];
    assert_eq!(super::encoded(&both, &said(&part)), bytes);
    let mut back = Vec::<i32>::new();
    decode_value(&bytes, super::LABEL, &both, &mut back, &LIMITS).unwrap();
    assert_eq!(back, [7]);
    let beyond = (&seven, [from_3(3)]);
    assert!(super::encode_value(&mut Buf::new(), &both, &said(&beyond), &LIMITS).is_err());
    let other = (&vec![7i32, 7], [from_3(9)]);
    assert!(super::encode_value(&mut Buf::new(), &both, &said(&other), &LIMITS).is_err());
    let mut bytes = bytes;
    bytes[4] = 9;
    assert!(decode_value(&bytes, super::LABEL, &both, &mut back, &LIMITS).is_err());
}

/// The same for arrays in arrays, in place and behind pointers: the bounds of one do not apply to
/// another.
#[test]
fn what_is_said_of_inner_arrays_holds() {
    static INNER: Field = X.ndr(Ndr {
        array: Array::Conformant,
        hoists: 1,
        ..N
    });
    let outer = Field::of("x", Length::UpTo(u32::MAX), &INNER).ndr(Ndr {
        array: Array::Conformant,
        hoists: 2,
        dims: 1,
        ..N
    });
    let encode = |f: &Field, v: &Vec<Vec<i32>>, bounds: [Bounds; 2]| {
        let mut buf = Buf::new();
        let done = super::encode_value(&mut buf, f, &said(&(v, bounds)), &LIMITS);
        done.map(|()| buf.data().to_vec())
    };
    let two = |n, m| [with_room(n), with_room(m)];
    let rows = vec![vec![5], vec![6]];
    assert_eq!(
        encode(&outer, &rows, two(2, 1)).unwrap(),
        [2, 0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0, 6, 0, 0, 0]
    );
    assert!(encode(&outer, &rows, two(2, 2)).is_err());
    assert!(encode(&outer, &rows, two(1, 1)).is_err());
    // There are no elements, but their capacities are sent.
    let none = encode(&outer, &Vec::new(), two(0, 7)).unwrap();
    assert_eq!(none, [0, 0, 0, 0, 7, 0, 0, 0]);
    static POINTED: Field = X.ndr(Ndr {
        array: Array::Conformant,
        pointer: Pointer::Ref,
        defers: true,
        ..N
    });
    let pointers = Field::of("x", Length::UpTo(u32::MAX), &POINTED).ndr(Ndr {
        array: Array::Conformant,
        defers: true,
        ..N
    });
    assert_eq!(
        encode(&pointers, &rows, two(2, 1)).unwrap(),
        [2, 0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0, 1, 0, 0, 0, 6, 0, 0, 0]
    );
    assert!(encode(&pointers, &rows, two(2, 2)).is_err());
}

/// Section 14.3.3.7 also holds behind a reference pointer, where nothing is hoisted.
#[test]
fn all_dimensions_are_counted_behind_a_reference_pointer() {
    let both = Ndr {
        array: Array::ConformantVarying,
        ..N
    };
    let inner = X.ndr(Ndr { hoists: 1, ..both });
    let row = Field {
        length: Length::Fixed(2),
        ..inner
    };
    let outer = |hoists, pointer| {
        let element = Box::leak(Box::new(row.clone()));
        Field::of("x", Length::UpTo(u32::MAX), element).ndr(Ndr {
            hoists,
            pointer,
            defers: pointer == Pointer::Ref,
            dims: 1,
            ..both
        })
    };
    let rows = vec![vec![5i32, 6]];
    let bytes: Vec<u8> = [1u32, 2, 0, 1, 0, 2, 5, 6]
        .into_iter()
        .flat_map(u32::to_le_bytes)
        .collect();
    is(rows.clone(), &outer(2, Pointer::Inline), &bytes);
    is(rows, &outer(0, Pointer::Ref), &bytes);
}

/// Figures 14-17 to 14-19: the counts of all dimensions, then the elements row by row.
#[test]
fn arrays_of_more_dimensions() {
    static ROW: Field = Field::plain("x").ndr(Ndr {
        array: Array::Conformant,
        hoists: 1,
        ..N
    });
    let table = Field::of("x", Length::UpTo(9), &ROW).ndr(Ndr {
        array: Array::Conformant,
        hoists: 2,
        dims: 1,
        ..N
    });
    let v = vec![vec![1i16, 2, 3], vec![4, 5, 6]];
    is(
        v,
        &table,
        &[2, 0, 0, 0, 3, 0, 0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0],
    );
    is(Vec::<Vec<i16>>::new(), &table, &[0; 8]);
    let ragged = vec![vec![1i16], vec![4, 5]];
    assert!(super::encode_value(&mut Buf::new(), &table, &ragged, &LIMITS).is_err());

    static PART: Field = Field::plain("x").ndr(Ndr {
        array: Array::ConformantVarying,
        hoists: 1,
        ..N
    });
    let table = Field::of("x", Length::UpTo(9), &PART).ndr(Ndr {
        array: Array::ConformantVarying,
        hoists: 2,
        dims: 1,
        ..N
    });
    #[rustfmt::skip]
    is(vec![vec![1i32], vec![2]], &table, &[
        2, 0, 0, 0, 1, 0, 0, 0,
        0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0,
        1, 0, 0, 0, 2, 0, 0, 0,
    ]);

    static BYTES: Field = Field::sized("x", Length::Fixed(2)).ndr(Ndr {
        array: Array::Conformant,
        hoists: 1,
        ..N
    });
    let table = Field::of("x", Length::UpTo(9), &BYTES).ndr(Ndr {
        array: Array::Conformant,
        hoists: 2,
        dims: 1,
        ..N
    });
    is(
        vec![[1u8, 2], [3, 4]],
        &table,
        &[2, 0, 0, 0, 2, 0, 0, 0, 1, 2, 3, 4],
    );
}

/// Figures 14-20 and 14-21.
#[test]
fn strings() {
    is("abc".to_owned(), &X, b"\x04\0\0\0\0\0\0\0\x04\0\0\0abc\0");
    is(String::new(), &X, b"\x01\0\0\0\0\0\0\0\x01\0\0\0\0");
    let varying = Field::sized("x", Length::UpTo(3)).ndr(Ndr {
        array: Array::Varying,
        terminated: true,
        ..N
    });
    is("abc".to_owned(), &varying, b"\0\0\0\0\x04\0\0\0abc\0");
    let wide = place(Ndr {
        chars: Chars::Wide,
        ..N
    });
    is(
        "a√".to_owned(),
        &wide,
        b"\x03\0\0\0\0\0\0\0\x03\0\0\0a\0\x1a\x22\0\0",
    );
    let bytes = place(Ndr {
        array: Array::ConformantVarying,
        terminated: true,
        ..N
    });
    is(
        vec![9u8, 8],
        &bytes,
        b"\x03\0\0\0\0\0\0\0\x03\0\0\0\x09\x08\0",
    );
}

/// Figure 14-22: the strings' maximum count is sent once, with those of the array.
#[test]
fn arrays_of_strings() {
    static NAME: Field = Field::sized("x", Length::UpTo(3)).ndr(Ndr {
        array: Array::ConformantVarying,
        terminated: true,
        hoists: 1,
        ..N
    });
    let names = Field::of("x", Length::UpTo(9), &NAME).ndr(Ndr {
        array: Array::Conformant,
        hoists: 2,
        ..N
    });
    is(
        vec!["ab".to_owned(), String::new()],
        &names,
        b"\x02\0\0\0\x04\0\0\0\0\0\0\0\x03\0\0\0ab\0\0\0\0\0\0\x01\0\0\0\0",
    );
}

/// Figures 14-24 and 14-25: maximum counts precede the outermost record, whatever its alignment.
#[test]
fn conformance_is_hoisted_through_all_levels() {
    const ARRAY: Field = Field::plain("x").ndr(Ndr {
        array: Array::Conformant,
        hoists: 1,
        ..N
    });
    record! { Inner INNER shape(4, 1, false); n: i16 = X; values: Vec<i32> = ARRAY; }
    record! { Middle MIDDLE shape(4, 1, false); n: u8 = X; inner: Inner = X.ndr(Ndr { hoists: 1, ..N }); }
    record! { Outer OUTER shape(8, 1, false); n: u64 = X; middle: Middle = X.ndr(Ndr { hoists: 1, ..N }); }
    let inner = Inner {
        n: 3,
        values: vec![4, 5],
    };
    let v = Outer {
        n: 1,
        middle: Middle { n: 2, inner },
    };
    #[rustfmt::skip]
    is(v, &X, &[
        2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0,
        2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 5, 0, 0, 0,
    ]);

    const PART: Field = Field::plain("x").ndr(Ndr {
        array: Array::ConformantVarying,
        hoists: 1,
        ..N
    });
    record! { Varying VARYING shape(4, 1, false); n: i16 = X; values: Vec<i16> = PART; }
    let v = Varying {
        n: 3,
        values: vec![4],
    };
    is(
        v,
        &X,
        &[1, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4, 0],
    );
    record! { Named NAMED shape(4, 1, false); n: i16 = X; name: String = X.ndr(Ndr { hoists: 1, ..N }); }
    let v = Named {
        n: 3,
        name: "a".into(),
    };
    is(v, &X, b"\x02\0\0\0\x03\0\0\0\0\0\0\0\x02\0\0\0a\0");
}

/// Sections 14.3.11 and 14.3.12: pointers in place, referents behind the outermost construct, each
/// followed by its own.
#[test]
fn referents_are_deferred_depth_first() {
    const UNIQUE: Field = Field::plain("x").ndr(Ndr {
        pointer: Pointer::Unique,
        defers: true,
        ..N
    });
    static LEAF: Field = Field::plain("x");
    const LINK: Field = Field::of("x", Length::UpTo(1), &LEAF).ndr(Ndr { defers: true, ..N });
    record! { Tree TREE shape(4, 0, true);
        n: i16 = X; left: Option<Box<Tree>> = LINK; name: String = UNIQUE; right: Option<Box<Tree>> = LINK;
    }
    let leaf = |n, name: &str| Tree {
        n,
        name: name.into(),
        ..Tree::default()
    };
    let mut v = leaf(1, "a");
    v.left = Some(Box::new(leaf(2, "")));
    v.right = Some(Box::new(leaf(3, "b")));
    #[rustfmt::skip]
    is(v, &X, &[
        1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0,
        2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0,
        2, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, b'a', 0, 0, 0,
        3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, b'b', 0,
    ]);
    is(None::<i32>, &LINK, &[0; 4]);
    is(Some(5i16), &LINK, &[1, 0, 0, 0, 5, 0]);
    // A reference pointer is not represented at the top level, and takes four bytes elsewhere.
    const REF: Field = Field::plain("x").ndr(Ndr {
        pointer: Pointer::Ref,
        defers: true,
        ..N
    });
    record! { Two TWO shape(4, 0, true); a: u8 = REF; b: u8 = X; }
    is(5u8, &REF, &[5]);
    is(Two { a: 1, b: 2 }, &X, &[1, 0, 0, 0, 2, 1]);
    let any = [0xaa, 0xbb, 0, 0, 2, 1];
    decode_value(&any, super::LABEL, &X, &mut Two::default(), &LIMITS).unwrap();
    // Its array has no part in place (section 14.3.12.2).
    static ELEMENT: Field = REF;
    let refs = Field::of("x", Length::UpTo(9), &ELEMENT).ndr(Ndr { defers: true, ..N });
    is(vec![6u16, 7], &refs, &[2, 0, 0, 0, 6, 0, 7, 0]);
}

/// A list: each element's own referents, then the next element.
#[test]
fn lists_are_nested_deferral() {
    const UNIQUE: Field = Field::plain("x").ndr(Ndr {
        pointer: Pointer::Unique,
        defers: true,
        ..N
    });
    record! { Node NODE shape(4, 0, true); n: u8 = X; name: String = UNIQUE; }
    static ELEMENT: Field = Field::plain("x").ndr(Ndr { defers: true, ..N });
    const LIST: Field = Field::of("x", Length::UpTo(9), &ELEMENT).ndr(Ndr { defers: true, ..N });
    let node = |n, name: &str| Node {
        n,
        name: name.into(),
    };
    let list = Chain(vec![node(1, "a"), node(2, "b")]);
    #[rustfmt::skip]
    let bytes = [
        1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0,
        2, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, b'a', 0, 0, 0,
        2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0,
        2, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, b'b', 0,
    ];
    is(list.clone(), &LIST, &bytes);
    record! { Holder HOLDER shape(4, 0, true); list: Chain<Node> = LIST; n: u8 = X; }
    let mut held = vec![1, 0, 0, 0, 9, 0, 0, 0];
    held.extend_from_slice(&bytes[4..]);
    is(Holder { list, n: 9 }, &X, &held);
    is(Holder::default(), &X, &[0; 5]);
}

/// An array of variable length, from a definition in another language.
#[test]
fn counted_arrays_are_two_members() {
    const COUNTED: Ndr = Ndr {
        array: Array::Counted,
        defers: true,
        ..N
    };
    record! { Photo PHOTO shape(4, 0, true);
        n: u8 = X; bytes: Vec<u8> = X.ndr(COUNTED); m: u8 = X; ints: Vec<i16> = X.ndr(COUNTED);
    }
    let v = Photo {
        n: 1,
        bytes: vec![7, 8],
        m: 2,
        ints: vec![3],
    };
    #[rustfmt::skip]
    let bytes = [
        1, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0,
        2, 0, 0, 0, 7, 8, 0, 0, 1, 0, 0, 0, 3, 0,
    ];
    is(v, &X, &bytes);
    // Both counts must agree; without elements the pointer may be null.
    let mut other = bytes;
    other[4] = 1;
    assert!(decode_value(&other, super::LABEL, &X, &mut Photo::default(), &LIMITS).is_err());
    let mut back = Photo {
        bytes: vec![1],
        ints: vec![1],
        ..Photo::default()
    };
    decode_value(&[0; 24], super::LABEL, &X, &mut back, &LIMITS).unwrap();
    assert_eq!(back, Photo::default());
    is(
        vec![1u64],
        &X.ndr(COUNTED),
        &[
            1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0,
        ],
    );
}

#[derive(Clone, Debug, PartialEq)]
enum Number {
    Small(u8),
    Large(u64),
}

impl Default for Number {
    fn default() -> Self {
        Number::Small(0)
    }
}

static ARMS: [Arm; 2] = [
    Arm {
        labels: Cow::Borrowed(&[1]),
        field: Field::plain("small"),
    },
    Arm {
        labels: Cow::Borrowed(&[2]),
        field: Field::plain("large"),
    },
];
/// Not encapsulated: only the discriminant is aligned.
static NUMBER: Union = Union::of("number", "tag", Discriminant::I32, &ARMS, None).ndr(NdrShape {
    align: 2,
    hoists: 0,
    defers: false,
    tag: 2,
});

impl Encode for Number {
    fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
        let arm = usize::from(matches!(self, Number::Large(_)));
        s.union(f, &NUMBER, arm, arm as i64 + 1, self);
    }
}
impl Fields for Number {
    fn fields<S: Sink>(&self, s: &mut S) {
        match self {
            Number::Small(v) => s.field(&ARMS[0].field, v),
            Number::Large(v) => s.field(&ARMS[1].field, v),
        }
    }
}
impl<'de> Decode<'de> for Number {
    fn decode<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
        s.union(f, &NUMBER, self)
    }
}
impl<'de> Arms<'de> for Number {
    fn select(&mut self, arm: usize, _: i64) {
        *self = if arm == 0 {
            Number::Small(0)
        } else {
            Number::Large(0)
        };
    }
    fn arm<S: Source<'de>>(&mut self, s: &mut S) -> Result<(), Fail> {
        match self {
            Number::Small(v) => s.slot(&ARMS[0].field, v),
            Number::Large(v) => s.slot(&ARMS[1].field, v),
        }
    }
}

/// Section 14.3.2: a union in place is aligned by its discriminant and the arm sent; a record that
/// contains it, by the widest arm.
#[test]
fn unions() {
    is(Number::Small(7), &X, &[1, 0, 7]);
    is(
        Number::Large(7),
        &X,
        &[2, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0],
    );
    record! { Holder HOLDER shape(8, 0, false); n: u8 = X; number: Number = X; }
    record! { Outer OUTER shape(8, 0, false); n: u8 = X; holder: Holder = X; }
    let holder = Holder {
        n: 2,
        number: Number::Small(3),
    };
    is(
        Outer { n: 1, holder },
        &X,
        &[1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 3],
    );
    record! { Late LATE shape(8, 0, false);
        bytes: [u8; 7] = Field::sized("x", Length::Fixed(7)); holder: Holder = X;
    }
    let holder = Holder {
        n: 2,
        number: Number::Small(3),
    };
    is(
        Late {
            bytes: [1; 7],
            holder,
        },
        &X,
        &[1, 1, 1, 1, 1, 1, 1, 0, 2, 0, 1, 0, 3],
    );
}

/// Figure 14-27. FreeDCE does not align the parts of section 14.4.
#[test]
fn pipes() {
    let pipe = place(Ndr {
        array: Array::Pipe,
        ..N
    });
    is(vec![1i16, 2], &pipe, &[2, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0]);
    is(Vec::<i32>::new(), &pipe, &[0; 4]);
    let chunks = [1, 0, 0, 0, 5, 0, 0, 0, 2, 0, 0, 0, 6, 7, 0, 0, 0, 0, 0, 0];
    let mut back = Vec::<u8>::new();
    decode_value(&chunks, super::LABEL, &pipe, &mut back, &LIMITS).unwrap();
    assert_eq!(back, [5, 6, 7]);
    let mut back = Cow::Borrowed(&[9u8][..]);
    decode_value(&chunks, super::LABEL, &pipe, &mut back, &LIMITS).unwrap();
    assert_eq!(*back, [5, 6, 7]);

    record! { Params PARAMS shape(4, 0, false);
        n: u8 = X; pipe: Vec<i32> = X.ndr(Ndr { array: Array::Pipe, ..N });
    }
    let v = Params {
        n: 3,
        pipe: vec![4],
    };
    let mut buf = Buf::new();
    encode_params(&mut buf, &PARAMS, &v, &LIMITS).unwrap();
    let bytes = [3, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0];
    assert_eq!(buf.data(), bytes);
    let mut back = Params::default();
    decode_params(&bytes, super::LABEL, &PARAMS, &mut back, &LIMITS).unwrap();
    assert_eq!(back, v);
}

/// Section 14.3.11: each parameter's referents follow that parameter, not the whole list.
#[test]
fn each_parameter_is_outermost() {
    static LEAF: Field = Field::plain("x");
    const LINK: Field = Field::of("x", Length::UpTo(1), &LEAF).ndr(Ndr { defers: true, ..N });
    record! { Params PARAMS shape(4, 0, true); a: Option<i32> = LINK; b: Option<i32> = LINK; }
    let v = Params {
        a: Some(1),
        b: Some(2),
    };
    let mut buf = Buf::new();
    buf.put(b"odd");
    encode_params(&mut buf, &PARAMS, &v, &LIMITS).unwrap();
    assert_eq!(
        buf.data()[3..],
        [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]
    );
    let big = [0, 0, 0, 7, 0, 0, 0, 1, 0, 0, 0, 7, 0, 0, 0, 2];
    let mut back = Params::default();
    decode_params(&big, BIG, &PARAMS, &mut back, &LIMITS).unwrap();
    assert_eq!(back, v);
}
