//! Hostile input, limits, and round trips of random values.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use proptest::prelude::*;

use super::format::varint_len;
use super::known::{explicit, implicit};
use super::{Limits, decode_value, encode_value};
use crate::decode::{Decode, Slots, Source};
use crate::encode::{Encode, Fields, Sink};
use crate::error::{Fail, MalformedKind, UnencodableKind};
use crate::meta::{Coding, Field, Length, Record};
use crate::{Buf, Chain};

const X: Field = Field::plain("x");
const LIMITS: Limits = Limits::DEFAULT;

const fn many(number: u32, element: &'static Field) -> Field {
    Field::of("x", Length::UpTo(u32::MAX), element).number(number)
}

/// Many scalars in one field.
const fn packed(number: u32) -> Field {
    many(number, const { &explicit(0) }).packed()
}

const fn wrapped(number: u32, element: &'static Field) -> Field {
    many(number, element).coded(Coding::Wrapped)
}

static FIELDS: [Field; 11] = [
    implicit(1),
    implicit(2),
    implicit(30),
    packed(4),
    implicit(5),
    many(6, const { &explicit(6) }),
    many(7, const { &explicit(7) }),
    packed(8),
    many(9, const { &wrapped(9, const { &explicit(0) }).packed() }),
    wrapped(10, const { &wrapped(1, const { &explicit(1) }) }),
    many(11, const { &explicit(11) }),
];
static NODE: Record = Record::of("node", &FIELDS);

/// One field of every nesting kind. Decoded along the `LINE` of its fields, or one by one.
#[derive(Clone, Debug, Default, PartialEq)]
struct NodeOf<const LINE: bool> {
    flag: bool,
    small: i16,
    name: String,
    numbers: Vec<f64>,
    raw: Vec<u8>,
    left: Option<Box<NodeOf<LINE>>>,
    children: Vec<NodeOf<LINE>>,
    tags: Chain<u64>,
    rows: Vec<Vec<i32>>,
    deep: Vec<Option<String>>,
    flags: Vec<bool>,
}

type Node = NodeOf<true>;

impl<const LINE: bool> Encode for NodeOf<LINE> {
    fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
        s.record(f, &NODE, self);
    }
}

impl<const LINE: bool> Fields for NodeOf<LINE> {
    fn fields<S: Sink>(&self, s: &mut S) {
        s.field(&FIELDS[0], &self.flag);
        s.field(&FIELDS[1], &self.small);
        s.field(&FIELDS[2], &self.name);
        s.field(&FIELDS[3], &self.numbers);
        s.field(&FIELDS[4], &self.raw);
        s.field(&FIELDS[5], &self.left);
        s.field(&FIELDS[6], &self.children);
        s.field(&FIELDS[7], &self.tags);
        s.field(&FIELDS[8], &self.rows);
        s.field(&FIELDS[9], &self.deep);
        s.field(&FIELDS[10], &self.flags);
    }
}

impl<'de, const LINE: bool> Decode<'de> for NodeOf<LINE> {
    fn decode<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
        s.record(f, &NODE, self)
    }
}

impl<'de, const LINE: bool> Slots<'de> for NodeOf<LINE> {
    fn all<S: Source<'de>>(&mut self, s: &mut S) -> Result<(), Fail> {
        (0..11).try_for_each(|i| self.one(i, s))
    }
    fn one<S: Source<'de>>(&mut self, i: usize, s: &mut S) -> Result<(), Fail> {
        match i {
            0 => s.slot(&FIELDS[0], &mut self.flag),
            1 => s.slot(&FIELDS[1], &mut self.small),
            2 => s.slot(&FIELDS[2], &mut self.name),
            3 => s.slot(&FIELDS[3], &mut self.numbers),
            4 => s.slot(&FIELDS[4], &mut self.raw),
            5 => s.slot(&FIELDS[5], &mut self.left),
            6 => s.slot(&FIELDS[6], &mut self.children),
            7 => s.slot(&FIELDS[7], &mut self.tags),
            8 => s.slot(&FIELDS[8], &mut self.rows),
            9 => s.slot(&FIELDS[9], &mut self.deep),
            10 => s.slot(&FIELDS[10], &mut self.flags),
            _ => Err(Fail),
        }
    }
    const PREPARED: bool = LINE;
}

fn node() -> impl Strategy<Value = Node> {
    let flat = || {
        let number = any::<f64>().prop_filter("comparable", |v| !v.is_nan());
        (
            any::<bool>(),
            any::<i16>(),
            ".{0,9}",
            prop::collection::vec(number, 0..4),
            prop::collection::vec(any::<u8>(), 0..300),
            prop::collection::vec(any::<u64>(), 0..4),
            prop::collection::vec(prop::collection::vec(any::<i32>(), 0..3), 0..3),
            prop::collection::vec(prop::option::of("[ab]?"), 0..4),
            prop::collection::vec(any::<bool>(), 0..4),
        )
            .prop_map(
                |(flag, small, name, numbers, raw, tags, rows, deep, flags)| Node {
                    flag,
                    small,
                    name,
                    numbers,
                    raw,
                    tags: Chain(tags),
                    rows,
                    deep,
                    flags,
                    ..Node::default()
                },
            )
    };
    flat().prop_recursive(4, 16, 3, move |inner| {
        let left = prop::option::of(inner.clone().prop_map(Box::new));
        let children = prop::collection::vec(inner, 0..3);
        (flat(), left, children).prop_map(|(node, left, children)| Node {
            left,
            children,
            ..node
        })
    })
}

/// The fields of two messages, one after the other, in ascending order or in any.
fn fields() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let fields = (node(), node()).prop_map(|(a, b)| {
        let bytes = [&encoded(&a), &encoded(&b), &b"\x5a\x02\x01\x00"[..]].concat();
        let fields: Vec<Vec<u8>> = fields_of(&bytes).into_iter().map(<[u8]>::to_vec).collect();
        fields
    });
    fields.prop_flat_map(|fields| {
        let mut sorted = fields.clone();
        sorted.sort_by_key(|field| field[0]);
        prop_oneof![
            Just(sorted),
            Just(fields.clone()),
            Just(fields).prop_shuffle()
        ]
    })
}

fn encoded<T: Encode>(v: &T) -> Vec<u8> {
    let mut buf = Buf::new();
    encode_value(&mut buf, &X, v, &LIMITS).unwrap();
    buf.data().to_vec()
}

/// The fields of a message, each with its key.
fn fields_of(mut bytes: &[u8]) -> Vec<&[u8]> {
    let mut fields = Vec::new();
    while !bytes.is_empty() {
        let mut decoder = super::source::Decoder::new(bytes, &LIMITS);
        let field = decoder.field().unwrap();
        fields.push(field);
        bytes = &bytes[field.len()..];
    }
    fields
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..Default::default() })]

    #[test]
    fn values_come_back(v in node(), used in node()) {
        let bytes = encoded(&v);
        let mut back = Node::default();
        prop_assert_eq!(decode_value(&bytes, &X, &mut back, &LIMITS), Ok(()));
        prop_assert_eq!(&back, &v);
        let mut back = used;
        prop_assert_eq!(decode_value(&bytes, &X, &mut back, &LIMITS), Ok(()));
        prop_assert_eq!(&back, &v);
    }

    /// In order they are read by straight-line code, otherwise one by one.
    #[test]
    fn fields_come_in_any_order(v in node(), seed: u64) {
        let bytes = encoded(&v);
        let mut fields = fields_of(&bytes);
        // Fields with the same number keep their order.
        fields.sort_by_key(|field| field[0].wrapping_mul(seed as u8 | 1));
        let mut back = Node::default();
        prop_assert_eq!(decode_value(&fields.concat(), &X, &mut back, &LIMITS), Ok(()));
        prop_assert_eq!(&back, &v);
    }

    /// "The concatenation of two messages is the message in which they are merged."
    #[test]
    fn two_in_a_row_are_merged(a in node(), b in node()) {
        let bytes = [encoded(&a), encoded(&b)].concat();
        let mut back = Node::default();
        prop_assert_eq!(decode_value(&bytes, &X, &mut back, &LIMITS), Ok(()));
        prop_assert_eq!(back.children.len(), a.children.len() + b.children.len());
        prop_assert_eq!(back.numbers, [a.numbers, b.numbers].concat());
        prop_assert_eq!(back.rows, [a.rows, b.rows].concat());
        prop_assert_eq!(back.flag, a.flag || b.flag);
        prop_assert_eq!(back.left.is_some(), a.left.is_some() || b.left.is_some());
    }

    /// Fields in order and out of order, repeated, packed or not, and damaged.
    #[test]
    fn along_the_line_and_one_by_one_is_the_same(
        fields in fields(), damage in prop::option::of((any::<prop::sample::Index>(), any::<u8>())),
    ) {
        let mut bytes = fields.concat();
        if let Some((at, byte)) = damage {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let (mut along, mut apart) = (Node::default(), NodeOf::<false>::default());
        let result = decode_value(&bytes, &X, &mut along, &LIMITS);
        prop_assert_eq!(decode_value(&bytes, &X, &mut apart, &LIMITS), result);
        if result.is_ok() {
            prop_assert_eq!(encoded(&along), encoded(&apart));
        }
    }

    #[test]
    fn damage_is_refused_or_read_as_another_value(v in node(), at: prop::sample::Index, byte: u8) {
        let mut bytes = encoded(&v);
        prop_assume!(!bytes.is_empty());
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let mut back = Node::default();
        if let Err(error) = decode_value(&bytes, &X, &mut back, &LIMITS) {
            prop_assert!(error.offset <= bytes.len());
        }
    }

    #[test]
    fn any_bytes_do_no_harm(bytes in prop::collection::vec(prop_oneof![0u8..0x60, any::<u8>()], 0..200)) {
        let mut v = Node::default();
        if decode_value(&bytes, &X, &mut v, &LIMITS).is_ok() {
            let again = encoded(&v);
            let mut back = Node::default();
            prop_assert_eq!(decode_value(&again, &X, &mut back, &LIMITS), Ok(()));
            prop_assert_eq!(encoded(&back), again);
        }
    }

    /// The bulk methods against the definition of an array: its elements in order.
    #[test]
    fn arrays_of_scalars_are_their_elements(v in prop::collection::vec(any::<(i32, u32, i64, u64)>(), 0..40)) {
        macro_rules! agrees {
            ($($i:tt $ty:ty)*) => {$({
                let array: Vec<_> = v.iter().map(|t| t.$i).collect();
                for coding in [Coding::Natural, Coding::Zigzag, Coding::Fixed] {
                    let element = explicit(0).coded(coding);
                    let field = Field {
                        elem: Some(crate::meta::Link::Shared(alloc::sync::Arc::new(element))),
                        ..X.number(3).packed()
                    };
                    let (mut at_once, mut by_element) = (Buf::new(), Buf::new());
                    encode_value(&mut at_once, &field, &array, &LIMITS).unwrap();
                    super::sink::encode(&mut by_element, &LIMITS, |sink| {
                        sink.seq(&field, array.iter());
                    }).unwrap();
                    prop_assert_eq!(at_once.data(), by_element.data());
                    let mut back: Vec<$ty> = Vec::new();
                    decode_value(at_once.data(), &field, &mut back, &LIMITS).unwrap();
                    prop_assert_eq!(back, array.clone());
                }
            })*};
        }
        agrees!(0 i32 1 u32 2 i64 3 u64);
    }

    #[test]
    fn lengths_of_varints(v: u64) {
        let mut n = 1;
        while n < 10 && v >> (7 * n) != 0 {
            n += 1;
        }
        prop_assert_eq!(varint_len(v), n);
    }
}

/// Lengths of one to four bytes at several levels: shifted immediately, and at the end.
#[test]
fn lengths_get_the_room_that_they_need() {
    for size in [
        0, 1, 100, 124, 126, 127, 128, 4000, 16_380, 16_384, 70_000, 2_097_152,
    ] {
        let leaf = |n: usize| Node {
            raw: vec![7; n],
            ..Node::default()
        };
        let mut v = leaf(size);
        for level in 0..6 {
            v = Node {
                children: vec![leaf(size / 3), v, leaf(130 * level), leaf(0)],
                left: Some(Box::new(leaf(size / 2))),
                ..Node::default()
            };
        }
        let bytes = encoded(&v);
        let mut back = Node::default();
        assert_eq!(
            decode_value(&bytes, &X, &mut back, &LIMITS),
            Ok(()),
            "{size}"
        );
        assert!(back == v, "{size}");
    }
}

/// Short text is copied in words, long text is not; each with just enough room, and without.
#[test]
fn text_of_any_length_is_copied_whole() {
    let field = implicit(1);
    for n in (0..=40).chain(120..=135) {
        let text: String = ('!'..='~').cycle().take(n).collect();
        let mut expected = match n {
            0 => vec![],
            1..0x80 => vec![0x0a, n as u8],
            _ => vec![0x0a, n as u8 | 0x80, 1],
        };
        expected.extend_from_slice(text.as_bytes());
        let size = expected.len();
        for missing in 0..=size + 1 {
            let mut buf = Buf::with_capacity(512);
            buf.put(&vec![9; buf.capacity() + missing - size - 1]);
            let before = buf.len();
            encode_value(&mut buf, &field, &text, &LIMITS).unwrap();
            assert_eq!(buf.data()[before..], expected, "{n}, {missing}");
            assert!(buf.data()[..before].iter().all(|byte| *byte == 9));
        }
    }
}

#[test]
fn nesting_is_limited_both_ways() {
    let nested = |levels: u32| {
        let mut node = Node::default();
        for _ in 1..levels {
            node = Node {
                left: Some(Box::new(node)),
                ..Node::default()
            };
        }
        node
    };
    let bytes = encoded(&nested(LIMITS.depth - 1));
    let mut back = Node::default();
    assert_eq!(decode_value(&bytes, &X, &mut back, &LIMITS), Ok(()));

    let mut buf = Buf::new();
    buf.put(b"before");
    let error = encode_value(&mut buf, &X, &nested(LIMITS.depth + 1), &LIMITS).unwrap_err();
    assert_eq!(error.kind, UnencodableKind::TooDeep);
    assert_eq!(buf.data(), b"before", "a failure leaves nothing behind");
    let deep = Limits {
        depth: 1000,
        ..LIMITS
    };
    let mut buf = Buf::new();
    encode_value(&mut buf, &X, &nested(LIMITS.depth + 1), &deep).unwrap();
    let error = decode_value(buf.data(), &X, &mut back, &LIMITS).unwrap_err();
    assert_eq!(error.kind, MalformedKind::TooDeep);
    // Unknown groups nest as well.
    let groups = vec![0x7b; 100_000];
    let error = decode_value(&groups, &X, &mut back, &LIMITS).unwrap_err();
    assert_eq!(error.kind, MalformedKind::TooDeep);
}

#[test]
fn messages_have_a_largest_size_both_ways() {
    let limits = Limits {
        bytes: 16,
        ..LIMITS
    };
    let of = |n| Node {
        raw: vec![1; n],
        ..Node::default()
    };
    let mut buf = Buf::new();
    assert_eq!(encode_value(&mut buf, &X, &of(12), &limits), Ok(()));
    let error = encode_value(&mut buf, &X, &of(13), &limits).unwrap_err();
    assert_eq!(error.kind, UnencodableKind::TooLarge);
    assert_eq!(buf.len(), 16, "what was before stays");
    let mut v = Node::default();
    assert_eq!(decode_value(buf.data(), &X, &mut v, &limits), Ok(()));
    let error = decode_value(&encoded(&of(13)), &X, &mut v, &limits).unwrap_err();
    assert_eq!(error.kind, MalformedKind::TooLong { count: 17, max: 16 });
}

#[test]
fn bounds_hold_both_ways() {
    let two = |element: &'static Field| Field::of("x", Length::UpTo(2), element).number(1);
    let ints = two(const { &explicit(0) }).packed();
    let text = Field::sized("x", Length::UpTo(2)).number(1);
    let mut buf = Buf::new();
    let above = UnencodableKind::Length { count: 3, max: 2 };
    let kind = |e: crate::Unencodable| e.kind;
    let result = encode_value(&mut buf, &ints, &vec![1i32, 2, 3], &LIMITS);
    assert_eq!(result.map_err(kind), Err(above));
    let result = encode_value(&mut buf, &ints, &vec![true; 3], &LIMITS);
    assert_eq!(result.map_err(kind), Err(above));
    let result = encode_value(&mut buf, &text, "abc", &LIMITS);
    assert_eq!(result.map_err(kind), Err(above));

    let too_long = MalformedKind::TooLong { count: 3, max: 2 };
    let kind = |e: crate::Malformed| e.kind;
    for bytes in [
        &[0x0a, 3, 1, 1, 1][..],
        &[0x08, 1, 0x0a, 2, 1, 1],
        &[8, 1, 8, 1, 8, 1],
    ] {
        let found = decode_value(bytes, &ints, &mut Vec::<i32>::new(), &LIMITS);
        assert_eq!(found.map_err(kind), Err(too_long));
        let found = decode_value(bytes, &ints, &mut Vec::<bool>::new(), &LIMITS);
        assert_eq!(found.map_err(kind), Err(too_long));
    }
    let found = decode_value(b"\x0a\x03abc", &text, &mut String::new(), &LIMITS);
    assert_eq!(found.map_err(kind), Err(too_long));
}

#[test]
fn arrays_of_fixed_length_have_that_length() {
    let field = Field::of("x", Length::Fixed(2), const { &explicit(1) }).number(1);
    let names = [String::from("a"), String::new()];
    let mut buf = Buf::new();
    encode_value(&mut buf, &field, &names, &LIMITS).unwrap();
    assert_eq!(buf.data(), b"\x0a\x01a\x0a\x00");
    let mut back = <[String; 2]>::default();
    decode_value(buf.data(), &field, &mut back, &LIMITS).unwrap();
    assert_eq!(back, names);
    let error = decode_value(b"\x0a\x01a", &field, &mut back, &LIMITS).unwrap_err();
    assert_eq!(error.kind, MalformedKind::Disagrees { said: 2, found: 1 });
    decode_value(b"\x0a\x00\x0a\x00\x0a\x00", &field, &mut back, &LIMITS).unwrap_err();
    decode_value(b"", &field, &mut back, &LIMITS).unwrap();
    assert_eq!(
        back,
        <[String; 2]>::default(),
        "absent, so all of it is default"
    );
}

/// Endless input is detected, and elements of size zero do not loop forever.
#[test]
fn elements_of_no_size_are_no_elements() {
    let field = packed(1);
    decode_value(&[0x0a, 1, 0], &field, &mut Vec::<()>::new(), &LIMITS).unwrap_err();
}
