//! Known answers: the examples of the "Encoding" page of the Protocol Buffers documentation, and
//! its rules for merging, packing, groups and unknown values.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Limits, decode_params, encode_params};
use crate::decode::{Arms, Decode, Slots, Source};
use crate::encode::{Encode, Fields, Sink};
use crate::error::{Fail, MalformedKind};
use crate::meta::{Arm, Coding, Discriminant, Enum, Field, Length, Others, Record, Union};
use crate::{Buf, Malformed};

const LIMITS: Limits = Limits::DEFAULT;

/// A message: its metadata, and a struct that keeps unknown fields.
macro_rules! message {
    ($name:ident $meta:ident $($numbers:expr)?; $($i:literal $field:ident: $ty:ty = $is:expr;)*) => {
        static $meta: Record = Record {
            numbers: Cow::Borrowed(message!(@numbers $($numbers)?)),
            ..message!(@record stringify!($name), [$($is),*])
        };
        #[derive(Clone, Debug, Default, PartialEq)]
        struct $name { $($field: $ty,)* unknown: Vec<u8> }
        impl Encode for $name {
            fn encode<S: Sink>(&self, s: &mut S, f: &Field) { s.record(f, &$meta, self) }
        }
        impl Fields for $name {
            fn fields<S: Sink>(&self, _s: &mut S) { $(_s.field(&$meta.fields[$i], &self.$field);)* }
            fn unknown(&self) -> &[u8] { &self.unknown }
        }
        impl<'de> Decode<'de> for $name {
            fn decode<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
                s.record(f, &$meta, self)
            }
        }
        impl<'de> Slots<'de> for $name {
            fn all<S: Source<'de>>(&mut self, s: &mut S) -> Result<(), Fail> {
                (0..$meta.fields.len()).try_for_each(|i| self.one(i, s))
            }
            fn one<S: Source<'de>>(&mut self, i: usize, _s: &mut S) -> Result<(), Fail> {
                match i { $($i => _s.slot(&$meta.fields[$i], &mut self.$field),)* _ => Err(Fail) }
            }
            fn unknown(&mut self, raw: &[u8]) { self.unknown.extend_from_slice(raw) }
            fn forget_unknown(&mut self) { self.unknown.clear() }
        }
    };
    (@numbers) => { &[] };
    (@numbers $numbers:expr) => { $numbers };
    (@record $name:expr, [$($is:expr),*]) => { Record {
        name: Cow::Borrowed($name),
        fields: Cow::Borrowed(const { &[$($is),*] }),
        ndr: crate::meta::NdrShape::WORDS,
        whole: false,
        returns: false,
        numbers: Cow::Borrowed(&[]),
        notation: crate::meta::Notation::Members,
        message: false,
        arms: Cow::Borrowed(&[]),
        ids: Cow::Borrowed(&[]),
            xml: None,
    } };
}

mod parts;

pub(super) const fn implicit(number: u32) -> Field {
    Field::plain("x").number(number)
}

pub(super) const fn explicit(number: u32) -> Field {
    implicit(number).explicit()
}

const fn coded(number: u32, coding: Coding) -> Field {
    explicit(number).coded(coding)
}

const fn unpacked(number: u32, element: &'static Field) -> Field {
    Field::of("x", Length::UpTo(u32::MAX), element).number(number)
}

const fn maybe(number: u32, inner: &'static Field) -> Field {
    Field::of("x", Length::UpTo(u32::MAX), inner).number(number)
}

message! { Test1 TEST1;
    0 a: i32 = implicit(1);
}
message! { Test2 TEST2;
    0 b: String = implicit(2);
}
message! { Test3 TEST3;
    0 c: Option<Test1> = maybe(3, const { &explicit(3) });
}
message! { Test4 TEST4;
    0 d: String = implicit(4);
    1 e: Vec<i32> = unpacked(5, const { &explicit(5) });
}
message! { Test5 TEST5;
    0 f: Vec<i32> = Field::of("f", Length::UpTo(u32::MAX), const { &explicit(0) }).number(6).packed();
}

#[track_caller]
fn is<T>(v: &T, bytes: &[u8])
where
    T: Fields + for<'de> Slots<'de> + Default + PartialEq + core::fmt::Debug,
{
    let m = Record::of("", &[]);
    let mut buf = Buf::new();
    encode_params(&mut buf, &m, v, &LIMITS).unwrap();
    assert_eq!(buf.data(), bytes);
}

#[track_caller]
fn read<T: for<'de> Slots<'de> + Default>(m: &Record, bytes: &[u8]) -> T {
    let mut v = T::default();
    decode_params(bytes, m, &mut v, &LIMITS).unwrap();
    v
}

#[test]
fn the_examples_of_the_documentation() {
    let test1 = |a| Test1 {
        a,
        ..Test1::default()
    };
    is(&test1(150), &[0x08, 0x96, 0x01]);
    assert_eq!(read::<Test1>(&TEST1, &[0x08, 0x96, 0x01]), test1(150));
    is(&test1(0), &[]);
    // "Negative integers as int32 take ten bytes."
    let minus_two = [
        0x08, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01,
    ];
    is(&test1(-2), &minus_two);
    assert_eq!(read::<Test1>(&TEST1, &minus_two), test1(-2));

    let test2 = Test2 {
        b: "testing".to_owned(),
        ..Test2::default()
    };
    is(&test2, b"\x12\x07testing");
    assert_eq!(read::<Test2>(&TEST2, b"\x12\x07testing"), test2);

    let test3 = Test3 {
        c: Some(test1(150)),
        ..Test3::default()
    };
    is(&test3, &[0x1a, 0x03, 0x08, 0x96, 0x01]);
    assert_eq!(
        read::<Test3>(&TEST3, &[0x1a, 0x03, 0x08, 0x96, 0x01]),
        test3
    );

    let test4 = Test4 {
        d: "hello".to_owned(),
        e: Vec::from([1, 2, 3]),
        ..Test4::default()
    };
    is(&test4, b"\x22\x05hello\x28\x01\x28\x02\x28\x03");
    // "The elements may be interleaved with other fields"; "packed may be sent as not packed and
    // the other way round".
    for bytes in [
        &b"\x28\x01\x28\x02\x22\x05hello\x28\x03"[..],
        b"\x2a\x03\x01\x02\x03\x22\x05hello",
        b"\x28\x01\x22\x05hello\x2a\x02\x02\x03",
    ] {
        assert_eq!(read::<Test4>(&TEST4, bytes), test4);
    }

    let test5 = Test5 {
        f: Vec::from([3, 270, 86942]),
        ..Test5::default()
    };
    let packed = [0x32, 0x06, 0x03, 0x8e, 0x02, 0x9e, 0xa7, 0x05];
    is(&test5, &packed);
    assert_eq!(read::<Test5>(&TEST5, &packed), test5);
    let apart = [0x30, 0x03, 0x30, 0x8e, 0x02, 0x32, 0x03, 0x9e, 0xa7, 0x05];
    assert_eq!(
        read::<Test5>(&TEST5, &apart),
        test5,
        "\"parsers accept both\""
    );
}

message! { Scalars SCALARS;
    0 sint32: i32 = coded(1, Coding::Zigzag);
    1 sint64: i64 = coded(2, Coding::Zigzag);
    2 fixed32: u32 = coded(3, Coding::Fixed);
    3 sfixed64: i64 = coded(4, Coding::Fixed);
    4 float: f32 = explicit(5);
    5 double: f64 = explicit(16);
    6 boolean: bool = explicit(2047);
    7 uint64: u64 = explicit(536_870_911);
}

#[test]
fn scalars_of_each_kind() {
    let v = Scalars {
        sint32: -2,
        sint64: 0x7fff_ffff,
        fixed32: 0x0102_0304,
        sfixed64: -2,
        float: 1.0,
        double: -2.0,
        boolean: true,
        uint64: u64::MAX,
        unknown: Vec::new(),
    };
    let bytes: &[u8] = &[
        0x08, 0x03, // -2 is 3
        0x10, 0xfe, 0xff, 0xff, 0xff, 0x0f, // 0x7fffffff is 0xfffffffe
        0x1d, 0x04, 0x03, 0x02, 0x01, // little-endian
        0x21, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, //
        0x2d, 0x00, 0x00, 0x80, 0x3f, //
        0x81, 0x01, 0, 0, 0, 0, 0, 0, 0, 0xc0, //
        0xf8, 0x7f, 0x01, //
        0xf8, 0xff, 0xff, 0xff, 0x0f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01,
    ];
    is(&v, bytes);
    assert_eq!(read::<Scalars>(&SCALARS, bytes), v);
    // 32-bit integers drop higher bits; any number except 0 is true.
    let wide = [
        0x08, 0x83, 0x80, 0x80, 0x80, 0x10, 0xf8, 0x7f, 0x80, 0x80, 0x01,
    ];
    let back = read::<Scalars>(&SCALARS, &wide);
    assert_eq!((back.sint32, back.boolean), (-2, true));
}

message! { Tree TREE;
    0 value: i32 = implicit(1);
    1 left: Option<Box<Tree>> = maybe(2, const { &explicit(2) });
    2 list: Vec<Test1> = unpacked(3, const { &explicit(3) });
    3 group: Option<Test1> = maybe(4, const { &coded(4, Coding::Group) });
    4 groups: Vec<Test1> = unpacked(5, const { &coded(5, Coding::Group) });
}

#[test]
fn groups_stand_between_two_tags() {
    let one = |a| Test1 {
        a,
        ..Test1::default()
    };
    let v = Tree {
        value: 1,
        group: Some(one(2)),
        groups: Vec::from([one(3), one(0)]),
        ..Tree::default()
    };
    let bytes = [
        0x08, 1, 0x23, 0x08, 2, 0x24, 0x2b, 0x08, 3, 0x2c, 0x2b, 0x2c,
    ];
    is(&v, &bytes);
    assert_eq!(read::<Tree>(&TREE, &bytes), v);
}

#[test]
fn the_last_scalar_holds_and_messages_merge() {
    let v = read::<Tree>(
        &TREE,
        &[
            0x08, 1, 0x12, 2, 0x08, 5, 0x08, 2, // value twice, left of 5
            0x12, 4, 0x1a, 2, 0x08, 9, // left goes on: a list of one
            0x12, 6, 0x08, 6, 0x1a, 2, 0x08, 8, // and again: value 6, a second element
        ],
    );
    let left = v.left.unwrap();
    assert_eq!((v.value, left.value), (2, 6));
    let list: Vec<i32> = left.list.iter().map(|t| t.a).collect();
    assert_eq!(list, [9, 8]);
}

#[test]
fn what_does_not_come_is_cleared_in_a_used_value() {
    let mut used = Tree {
        value: 9,
        left: Some(Box::default()),
        list: Vec::from([Test1::default()]),
        group: Some(Test1::default()),
        groups: Vec::from([Test1::default()]),
        unknown: Vec::from([1]),
    };
    decode_params(&[], &TREE, &mut used, &LIMITS).unwrap();
    assert_eq!(used, Tree::default());
    used.left = Some(Box::new(Tree {
        value: 3,
        ..Tree::default()
    }));
    decode_params(&[0x12, 0], &TREE, &mut used, &LIMITS).unwrap();
    assert_eq!(used.left.map(|t| t.value), Some(0));
}

static COLOR: Enum = Enum::of(
    "Color",
    const { &[(Cow::Borrowed("RED"), 1), (Cow::Borrowed("BLUE"), 2)] },
)
.others(Others::Unknown);

/// A closed enumeration of proto2.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Color(i32);

impl Default for Color {
    fn default() -> Self {
        Color(1)
    }
}

impl Encode for Color {
    fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
        s.enumeration(f, &COLOR, self.0);
    }
}

impl<'de> Decode<'de> for Color {
    fn decode<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
        s.enumeration(f, &COLOR, &mut self.0)
    }
}

message! { Paint PAINT;
    0 one: Option<Color> = maybe(1, const { &explicit(1) });
    1 many: Vec<Color> = Field::of("many", Length::UpTo(u32::MAX), const { &explicit(0) }).number(2).packed();
    2 must: Color = implicit(3).required();
}

#[test]
fn values_that_a_closed_enumeration_lacks_are_unknown_fields() {
    let bytes = [0x08, 7, 0x12, 4, 1, 9, 2, 8, 0x10, 6, 0x18, 2];
    let v = read::<Paint>(&PAINT, &bytes);
    assert_eq!(v.one, None);
    assert_eq!(v.many, [Color(1), Color(2)]);
    assert_eq!(v.unknown, [0x08, 7, 0x10, 9, 0x10, 8, 0x10, 6]);
    is(
        &v,
        &[0x12, 2, 1, 2, 0x18, 2, 0x08, 7, 0x10, 9, 0x10, 8, 0x10, 6],
    );
    let missing =
        decode_params(&[0x08, 1], &PAINT, &mut Paint::default(), &LIMITS).map_err(|e| e.kind);
    assert_eq!(missing, Err(MalformedKind::Missing(crate::Name::new("x"))));
}

#[test]
fn what_a_type_does_not_travel_as_is_an_unknown_field() {
    // `a` as 4 bytes, as text, as a group with contents; and an unknown field.
    let bytes = [
        0x0d, 1, 2, 3, 4, 0x0a, 1, 0x61, 0x0b, 0x10, 1, 0x0c, 0x50, 1, 0x08, 5,
    ];
    let v = read::<Test1>(&TEST1, &bytes);
    assert_eq!((v.a, &v.unknown[..]), (5, &bytes[..14]));
    let mut again = [0x08, 5].to_vec();
    again.extend_from_slice(&bytes[..14]);
    is(&v, &again);
}

static CHOICE: Union = Union::of(
    "Choice",
    "number",
    Discriminant::I32,
    const {
        &[
            Arm::of(&[2], explicit(2)),
            Arm::of(&[3], explicit(3)),
            Arm::of(&[9], explicit(9)),
        ]
    },
    None,
);

#[derive(Clone, Debug, PartialEq)]
enum Choice {
    Number(i32),
    Nested(Test4),
    Text(String),
}

impl Default for Choice {
    fn default() -> Self {
        Choice::Number(0)
    }
}

impl Encode for Choice {
    fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
        let (arm, label) = match self {
            Choice::Number(_) => (0, 2),
            Choice::Nested(_) => (1, 3),
            Choice::Text(_) => (2, 9),
        };
        s.union(f, &CHOICE, arm, label, self);
    }
}

impl Fields for Choice {
    fn fields<S: Sink>(&self, s: &mut S) {
        match self {
            Choice::Number(v) => s.field(&CHOICE.arms[0].field, v),
            Choice::Nested(v) => s.field(&CHOICE.arms[1].field, v),
            Choice::Text(v) => s.field(&CHOICE.arms[2].field, v),
        }
    }
}

impl<'de> Decode<'de> for Choice {
    fn decode<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
        s.union(f, &CHOICE, self)
    }
}

impl<'de> Arms<'de> for Choice {
    fn select(&mut self, arm: usize, _: i64) {
        *self = match arm {
            0 => Choice::Number(0),
            1 => Choice::Nested(Test4::default()),
            _ => Choice::Text(String::new()),
        };
    }
    fn arm<S: Source<'de>>(&mut self, s: &mut S) -> Result<(), Fail> {
        match self {
            Choice::Number(v) => s.slot(&CHOICE.arms[0].field, v),
            Choice::Nested(v) => s.slot(&CHOICE.arms[1].field, v),
            Choice::Text(v) => s.slot(&CHOICE.arms[2].field, v),
        }
    }
}

message! { Chosen CHOSEN &[(2, 1), (3, 1), (9, 1)];
    0 before: i32 = implicit(1);
    1 choice: Option<Choice> = maybe(0, const { &coded(0, Coding::Choice) }).coded(Coding::Choice);
    2 after: i32 = implicit(5);
}

#[test]
fn the_last_arm_of_a_oneof_holds() {
    let read = |bytes: &[u8]| read::<Chosen>(&CHOSEN, bytes).choice;
    assert_eq!(read(&[0x08, 1, 0x28, 1]), None);
    assert_eq!(read(&[0x10, 0]), Some(Choice::Number(0)));
    assert_eq!(
        read(&[0x10, 4, 0x4a, 1, 0x61]),
        Some(Choice::Text("a".to_owned()))
    );
    // An arm with the wrong wire type is not an arm: here a varint where text is expected.
    assert_eq!(
        read(&[0x48, 7, 0x4a, 1, 0x61]),
        Some(Choice::Text("a".to_owned()))
    );
    // A repeated arm merges if it is a message, unless another arm came between.
    let nested = |e: &[i32]| {
        Some(Choice::Nested(Test4 {
            e: e.to_vec(),
            ..Test4::default()
        }))
    };
    assert_eq!(
        read(&[0x1a, 2, 0x28, 1, 0x08, 1, 0x1a, 2, 0x28, 2]),
        nested(&[1, 2])
    );
    assert_eq!(
        read(&[0x1a, 2, 0x28, 1, 0x10, 1, 0x1a, 2, 0x28, 2]),
        nested(&[2])
    );
    let v = Chosen {
        before: 1,
        choice: nested(&[7]),
        after: 2,
        ..Chosen::default()
    };
    is(&v, &[0x08, 1, 0x1a, 2, 0x28, 7, 0x28, 2]);
}

#[test]
fn an_arm_that_travels_otherwise_is_unknown_and_displaces_none() {
    let read = |bytes: &[u8]| read::<Chosen>(&CHOSEN, bytes);
    // A number, then a number in place of a message: fields with a wire type mismatch are unknown.
    let v = read(&[0x10, 4, 0x18, 9]);
    assert_eq!(v.choice, Some(Choice::Number(4)));
    assert_eq!(v.unknown, [0x18, 9]);
    // A message continues after one.
    let v = read(&[0x1a, 2, 0x28, 1, 0x12, 1, 0x61, 0x48, 1, 0x1a, 2, 0x28, 2]);
    let nested = Test4 {
        e: Vec::from([1, 2]),
        ..Test4::default()
    };
    assert_eq!(v.choice, Some(Choice::Nested(nested)));
    assert_eq!(v.unknown, [0x12, 1, 0x61, 0x48, 1]);
    // The first field of all leaves no arm.
    let v = read(&[0x18, 9]);
    assert_eq!((v.choice, &v.unknown[..]), (None, &[0x18, 9][..]));
}

message! { Mapped MAPPED;
    0 counts: Vec<Pair> = unpacked(7, const { &explicit(7) }).keyed();
    1 last: i32 = implicit(8);
}
message! { Pair PAIR;
    0 key: String = implicit(1);
    1 value: i32 = implicit(2);
}

#[test]
fn the_last_entry_of_a_key_holds() {
    // "a": 1, "b": 2, last = 3, "a": 4 with its value first, a missing key, and "".
    let bytes = [
        0x3a, 5, 0x0a, 1, 0x61, 0x10, 1, 0x3a, 5, 0x0a, 1, 0x62, 0x10, 2, 0x40, 3, //
        0x3a, 5, 0x10, 4, 0x0a, 1, 0x61, 0x3a, 2, 0x10, 5, 0x3a, 4, 0x0a, 0, 0x10, 6,
    ];
    let v = read::<Mapped>(&MAPPED, &bytes);
    let pairs: Vec<(&str, i32)> = v.counts.iter().map(|p| (&*p.key, p.value)).collect();
    assert_eq!(pairs, [("a", 4), ("b", 2), ("", 6)]);
    assert_eq!(v.last, 3);
}

#[track_caller]
fn malformed(m: &Record, bytes: &[u8], kind: MalformedKind, offset: usize) {
    let found = decode_params(bytes, m, &mut Tree::default(), &LIMITS);
    assert_eq!(found, Err(Malformed { kind, offset }));
}

#[test]
fn damage_is_named_with_its_place() {
    use MalformedKind::{Group, Key, NotUtf8, TooLong, Truncated, Varint};
    malformed(&TREE, &[0x08], Truncated, 1);
    malformed(&TREE, &[0x08, 0x80], Truncated, 1);
    malformed(&TREE, &[0x08, 1, 0x80], Truncated, 2);
    let endless = [0x08, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1];
    malformed(&TREE, &endless, Varint, 1);
    malformed(&TREE, &[0x12, 0x80, 0x80, 0x80, 0x80, 0x80, 0], Varint, 1);
    malformed(&TREE, &[0x08, 1, 0x0e, 0], Key(0x0e), 2);
    malformed(&TREE, &[0x00, 0], Key(0), 0);
    malformed(
        &TREE,
        &[0xf8, 0xff, 0xff, 0xff, 0x1f, 0],
        Key(0x1_ffff_fff8),
        0,
    );
    malformed(&TREE, &[0x12, 3, 0x08, 1], TooLong { count: 3, max: 2 }, 2);
    malformed(&TREE, &[0x12, 2, 0x12, 1], TooLong { count: 1, max: 0 }, 4);
    malformed(&TREE, &[0x24], Group(4), 1);
    malformed(&TREE, &[0x23, 0x08, 1], Group(4), 3);
    malformed(&TREE, &[0x23, 0x2c], Group(5), 2);
    malformed(&TREE, &[0x7b, 0x08, 1], Truncated, 3);
    malformed(&TREE, &[0x7b, 0x84, 0x01], Group(16), 3);
    let text = decode_params(
        b"\x08\x01\x12\x03a\xffb",
        &TEST2,
        &mut Test2::default(),
        &LIMITS,
    );
    assert_eq!(
        text,
        Err(Malformed {
            kind: NotUtf8,
            offset: 5
        })
    );
}
