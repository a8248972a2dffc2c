//! Known answers: the example of RFC 4506, section 7, and the bytes drawn in its section 4 for each
//! type.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;

use super::{Limits, decode_params, decode_value, encode_params, encode_value};
use crate::decode::{Arms, Decode, Slots, Source};
use crate::encode::{Encode, Fields, Sink};
use crate::error::{Fail, MalformedKind, UnencodableKind};
use crate::meta::{Arm, Cdr, Discriminant, Enum, Field, Length, Link, NdrShape, Record, Union};
use crate::{Buf, Chain, Octet, Quad};

const LIMITS: Limits = Limits::DEFAULT;

static FILEKIND: Enum = Enum {
    name: Cow::Borrowed("filekind"),
    members: Cow::Borrowed(&[
        (Cow::Borrowed("TEXT"), 0),
        (Cow::Borrowed("DATA"), 1),
        (Cow::Borrowed("EXEC"), 2),
    ]),
    others: crate::meta::Others::Refused,
    null: false,
    lexical: Cow::Borrowed(&[]),
    ty: None,
};

static FILETYPE: Union = Union {
    name: Cow::Borrowed("filetype"),
    discriminant: Discriminant::Enum(Link::Static(&FILEKIND)),
    tag: Cow::Borrowed("kind"),
    arms: Cow::Borrowed(&[
        Arm {
            labels: Cow::Borrowed(&[0]),
            field: Field::plain("TEXT"),
        },
        Arm {
            labels: Cow::Borrowed(&[1]),
            field: Field::sized("creator", Length::UpTo(255)),
        },
        Arm {
            labels: Cow::Borrowed(&[2]),
            field: Field::sized("interpretor", Length::UpTo(255)),
        },
    ]),
    default: None,
    ndr: NdrShape::WORDS,
    ids: Cow::Borrowed(&[]),
    cdr: Cdr::Natural,
    xml: None,
};

static FILE: Record = Record::of(
    "file",
    const {
        &[
            Field::sized("filename", Length::UpTo(255)),
            Field::plain("type"),
            Field::sized("owner", Length::UpTo(32)),
            Field::sized("data", Length::UpTo(65535)),
        ]
    },
);

#[derive(Clone, Debug, Default, PartialEq)]
enum Filetype {
    #[default]
    Text,
    Data(String),
    Exec(String),
}

impl Encode for Filetype {
    fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
        let (arm, label) = match self {
            Filetype::Text => (0, 0),
            Filetype::Data(_) => (1, 1),
            Filetype::Exec(_) => (2, 2),
        };
        s.union(f, &FILETYPE, arm, label, self);
    }
}

impl Fields for Filetype {
    fn fields<S: Sink>(&self, s: &mut S) {
        match self {
            Filetype::Text => s.field(&FILETYPE.arms[0].field, &()),
            Filetype::Data(v) => s.field(&FILETYPE.arms[1].field, v),
            Filetype::Exec(v) => s.field(&FILETYPE.arms[2].field, v),
        }
    }
}

impl<'de> Decode<'de> for Filetype {
    fn decode<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
        s.union(f, &FILETYPE, self)
    }
}

impl<'de> Arms<'de> for Filetype {
    fn select(&mut self, arm: usize, _: i64) {
        *self = match arm {
            0 => Filetype::Text,
            1 => Filetype::Data(String::new()),
            _ => Filetype::Exec(String::new()),
        };
    }
    fn arm<S: Source<'de>>(&mut self, s: &mut S) -> Result<(), Fail> {
        match self {
            Filetype::Text => s.slot(&FILETYPE.arms[0].field, &mut ()),
            Filetype::Data(v) => s.slot(&FILETYPE.arms[1].field, v),
            Filetype::Exec(v) => s.slot(&FILETYPE.arms[2].field, v),
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
struct File<'a> {
    filename: Cow<'a, str>,
    ty: Filetype,
    owner: Cow<'a, str>,
    data: Cow<'a, [u8]>,
}

impl Fields for File<'_> {
    fn fields<S: Sink>(&self, s: &mut S) {
        s.field(&FILE.fields[0], &self.filename);
        s.field(&FILE.fields[1], &self.ty);
        s.field(&FILE.fields[2], &self.owner);
        s.field(&FILE.fields[3], &self.data);
    }
}

impl<'de> Slots<'de> for File<'de> {
    fn all<S: Source<'de>>(&mut self, s: &mut S) -> Result<(), Fail> {
        (0..4).try_for_each(|i| self.one(i, s))
    }
    fn one<S: Source<'de>>(&mut self, i: usize, s: &mut S) -> Result<(), Fail> {
        match i {
            0 => s.slot(&FILE.fields[0], &mut self.filename),
            1 => s.slot(&FILE.fields[1], &mut self.ty),
            2 => s.slot(&FILE.fields[2], &mut self.owner),
            3 => s.slot(&FILE.fields[3], &mut self.data),
            _ => Err(Fail),
        }
    }
}

/// RFC 4506, section 7: the table of offsets and bytes.
const SILLYPROG: [u8; 48] = [
    0x00, 0x00, 0x00, 0x09, 0x73, 0x69, 0x6c, 0x6c, 0x79, 0x70, 0x72, 0x6f, 0x67, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x04, 0x6c, 0x69, 0x73, 0x70, 0x00, 0x00, 0x00, 0x04,
    0x6a, 0x6f, 0x68, 0x6e, 0x00, 0x00, 0x00, 0x06, 0x28, 0x71, 0x75, 0x69, 0x74, 0x29, 0x00, 0x00,
];

fn sillyprog() -> File<'static> {
    File {
        filename: "sillyprog".into(),
        ty: Filetype::Exec("lisp".to_owned()),
        owner: "john".into(),
        data: Cow::Borrowed(b"(quit)"),
    }
}

#[test]
fn the_file_of_section_7() {
    let mut buf = Buf::new();
    encode_params(&mut buf, &FILE, &sillyprog(), &LIMITS).unwrap();
    assert_eq!(buf.data(), SILLYPROG);

    let mut back = File::default();
    decode_params(&SILLYPROG, &FILE, &mut back, &LIMITS).unwrap();
    assert_eq!(back, sillyprog());
    assert!(
        matches!(back.data, Cow::Borrowed(_)),
        "opaque data is lent, not copied"
    );
    assert!(matches!(back.filename, Cow::Borrowed(_)), "so is text");
}

#[test]
fn the_file_cut_off_anywhere_is_truncated() {
    for end in 0..SILLYPROG.len() {
        let error =
            decode_params(&SILLYPROG[..end], &FILE, &mut File::default(), &LIMITS).unwrap_err();
        assert!(error.offset <= end, "{end}: {error}");
        let too_short = matches!(
            error.kind,
            MalformedKind::Truncated | MalformedKind::TooLong { .. }
        );
        assert!(too_short, "{end}: {error}");
    }
}

#[test]
fn bytes_after_the_file_are_trailing() {
    let mut bytes = SILLYPROG.to_vec();
    bytes.extend([0; 4]);
    let error = decode_params(&bytes, &FILE, &mut File::default(), &LIMITS).unwrap_err();
    assert_eq!((error.kind, error.offset), (MalformedKind::Trailing(4), 48));
}

/// The errors of RFC 4506, section 4.15, and of the table in section 7.
#[test]
fn damage_is_named_with_its_place() {
    let damaged = |at: usize, byte: u8| {
        let mut bytes = SILLYPROG;
        bytes[at] = byte;
        decode_params(&bytes, &FILE, &mut File::default(), &LIMITS)
            .err()
            .map(|e| (e.kind, e.offset))
    };
    let too_long = |count, max| MalformedKind::TooLong { count, max };
    assert_eq!(damaged(19, 3), Some((MalformedKind::NoArm(3), 16)));
    assert_eq!(
        damaged(2, 1),
        Some((too_long(265, 44), 0)),
        "above what is there"
    );
    assert_eq!(
        damaged(31, 33),
        Some((too_long(33, 16), 28)),
        "above the bound"
    );
    assert_eq!(damaged(6, 0xff), Some((MalformedKind::NotUtf8, 6)));
    assert_eq!(damaged(13, 0xff), None, "padding is not looked at");
}

/// Encodes, compares with the RFC's bytes, decodes, compares again.
#[track_caller]
fn is<T>(v: T, f: &Field, bytes: &[u8])
where
    T: Encode + for<'de> Decode<'de> + Default + PartialEq + Debug,
{
    let mut buf = Buf::new();
    encode_value(&mut buf, f, &v, &LIMITS).unwrap();
    assert_eq!(buf.data(), bytes);
    let mut back = T::default();
    decode_value(bytes, f, &mut back, &LIMITS).unwrap();
    assert_eq!(back, v);
}

const X: Field = Field::plain("x");

#[test]
fn integers_and_truth() {
    // Sections 4.1, 4.2, 4.4, 4.5.
    is(-2i32, &X, &[0xff, 0xff, 0xff, 0xfe]);
    is(0x0102_0304u32, &X, &[1, 2, 3, 4]);
    is(true, &X, &[0, 0, 0, 1]);
    is(-2i64, &X, &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe]);
    is(0x0102_0304_0506_0708u64, &X, &[1, 2, 3, 4, 5, 6, 7, 8]);
    // rpcgen's char and short: sign-extended to four bytes.
    is(-1i8, &X, &[0xff; 4]);
    is(255u8, &X, &[0, 0, 0, 0xff]);
    is(-2i16, &X, &[0xff, 0xff, 0xff, 0xfe]);
    is(65535u16, &X, &[0, 0, 0xff, 0xff]);
}

#[test]
fn floating_point() {
    // Sections 4.6 to 4.8: sign, exponent, fraction.
    is(1.0f32, &X, &[0x3f, 0x80, 0, 0]);
    is(-2.0f64, &X, &[0xc0, 0, 0, 0, 0, 0, 0, 0]);
    is(f32::NEG_INFINITY, &X, &[0xff, 0x80, 0, 0]);
    let mut one = [0; 16];
    one[..2].copy_from_slice(&[0x3f, 0xff]);
    is(Quad(one), &X, &one);
}

#[test]
fn opaque_and_text() {
    let fixed = Field::sized("x", Length::Fixed(3));
    is([1u8, 2, 3], &fixed, &[1, 2, 3, 0]);
    is(Vec::from([1u8, 2, 3]), &fixed, &[1, 2, 3, 0]);
    is(Vec::from([1u8, 2, 3, 4]), &X, &[0, 0, 0, 4, 1, 2, 3, 4]);
    is(Vec::<u8>::new(), &X, &[0; 4]);
    is("hello".to_owned(), &X, b"\0\0\0\x05hello\0\0\0");
    is(String::new(), &X, &[0; 4]);
}

#[test]
fn arrays() {
    // Sections 4.12 and 4.13. 8-bit numbers are elements of four bytes, unlike opaque data.
    let fixed = Field::sized("x", Length::Fixed(2));
    is([1i32, -1], &fixed, &[0, 0, 0, 1, 0xff, 0xff, 0xff, 0xff]);
    is(
        Vec::from([1i32, -1]),
        &fixed,
        &[0, 0, 0, 1, 0xff, 0xff, 0xff, 0xff],
    );
    is(Vec::from([7u32]), &X, &[0, 0, 0, 1, 0, 0, 0, 7]);
    is(Vec::from([Octet(9)]), &X, &[0, 0, 0, 1, 0, 0, 0, 9]);
    is(
        Vec::from([1.0f64]),
        &X,
        &[0, 0, 0, 1, 0x3f, 0xf0, 0, 0, 0, 0, 0, 0],
    );
    is(
        ["a".to_owned(), String::new()],
        &fixed,
        b"\0\0\0\x01a\0\0\0\0\0\0\0",
    );
}

#[test]
fn optional_data_and_lists() {
    // Section 4.19.
    is(None::<i32>, &X, &[0; 4]);
    is(Some(5i32), &X, &[0, 0, 0, 1, 0, 0, 0, 5]);
    is(Some(None::<i32>), &X, &[0, 0, 0, 1, 0, 0, 0, 0]);
    let list = [0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0];
    is(Chain(Vec::from([5i32, 6])), &X, &list);
}

#[track_caller]
fn refused<T: for<'de> Decode<'de> + Default>(bytes: &[u8], f: &Field, kind: MalformedKind) {
    let error = decode_value(bytes, f, &mut T::default(), &LIMITS).unwrap_err();
    assert_eq!(error.kind, kind);
    assert_eq!(error.offset, 0);
}

#[test]
fn values_out_of_range_are_malformed() {
    refused::<bool>(&[0, 0, 0, 2], &X, MalformedKind::NotBool(2));
    refused::<Option<i32>>(&[1, 0, 0, 0], &X, MalformedKind::NotBool(0x0100_0000));
    refused::<Chain<i32>>(&[0, 0, 0, 9], &X, MalformedKind::NotBool(9));
    refused::<i8>(&[0, 0, 0, 128], &X, MalformedKind::OutOfRange(128));
    refused::<u8>(&[0xff; 4], &X, MalformedKind::OutOfRange(0xffff_ffff));
    refused::<i16>(&[0, 1, 0, 0], &X, MalformedKind::OutOfRange(65536));
    let two = Field::sized("x", Length::UpTo(2));
    let bytes = [0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let above = MalformedKind::TooLong { count: 3, max: 2 };
    refused::<Vec<i32>>(&bytes, &two, above);
    refused::<Vec<bool>>(&bytes, &two, above);
    refused::<Vec<u8>>(&bytes, &two, above);
    refused::<String>(&bytes, &two, above);
}

#[track_caller]
fn not_permitted<T: Encode>(v: T, f: &Field, kind: UnencodableKind) {
    let mut buf = Buf::new();
    buf.put(b"before");
    let error = encode_value(&mut buf, f, &v, &LIMITS).unwrap_err();
    assert_eq!(error.kind, kind);
    assert_eq!(error.field, f.name);
    assert_eq!(buf.data(), b"before", "a failure leaves nothing behind");
}

#[test]
fn bounds_hold_for_the_encoder_too() {
    let two = Field::sized("x", Length::UpTo(2));
    let exact = Field::sized("x", Length::Fixed(2));
    let above = UnencodableKind::Length { count: 3, max: 2 };
    let below = UnencodableKind::Length { count: 1, max: 2 };
    not_permitted("abc", &two, above);
    not_permitted(Vec::from([1u8, 2, 3]), &two, above);
    not_permitted(Vec::from([1i32, 2, 3]), &two, above);
    not_permitted(Vec::from([true; 3]), &two, above);
    not_permitted(Chain(Vec::from([1i32, 2, 3])), &two, above);
    not_permitted(Vec::from([1u8]), &exact, below);
    not_permitted(Vec::from([1i32]), &exact, below);
    not_permitted(Vec::from([true]), &exact, below);
}
