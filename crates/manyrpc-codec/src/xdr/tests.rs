//! Hostile input, limits, and round trips of random values.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use proptest::prelude::*;

use super::{Encoder, Limits, decode_value, encode_value};
use crate::decode::{Decode, Slots, Source};
use crate::encode::{Encode, Fields, Sink};
use crate::error::{Fail, MalformedKind, UnencodableKind};
use crate::meta::{Field, Length, Record};
use crate::{Buf, Chain};

const X: Field = Field::plain("x");
const LIMITS: Limits = Limits::DEFAULT;

static NODE: Record = Record::of(
    "node",
    const {
        &[
            Field::plain("flag"),
            Field::plain("small"),
            Field::plain("name"),
            Field::plain("numbers"),
            Field::plain("raw"),
            Field::plain("left"),
            Field::plain("children"),
            Field::plain("tags"),
        ]
    },
);

/// One field of every nesting kind.
#[derive(Clone, Debug, Default, PartialEq)]
struct Node {
    flag: bool,
    small: i16,
    name: String,
    numbers: Vec<f64>,
    raw: Vec<u8>,
    left: Option<Box<Node>>,
    children: Vec<Node>,
    tags: Chain<u64>,
}

impl Encode for Node {
    fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
        s.record(f, &NODE, self);
    }
}

impl Fields for Node {
    fn fields<S: Sink>(&self, s: &mut S) {
        s.field(&NODE.fields[0], &self.flag);
        s.field(&NODE.fields[1], &self.small);
        s.field(&NODE.fields[2], &self.name);
        s.field(&NODE.fields[3], &self.numbers);
        s.field(&NODE.fields[4], &self.raw);
        s.field(&NODE.fields[5], &self.left);
        s.field(&NODE.fields[6], &self.children);
        s.field(&NODE.fields[7], &self.tags);
    }
}

impl<'de> Decode<'de> for Node {
    fn decode<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
        s.record(f, &NODE, self)
    }
}

impl<'de> Slots<'de> for Node {
    fn all<S: Source<'de>>(&mut self, s: &mut S) -> Result<(), Fail> {
        (0..8).try_for_each(|i| self.one(i, s))
    }
    fn one<S: Source<'de>>(&mut self, i: usize, s: &mut S) -> Result<(), Fail> {
        match i {
            0 => s.slot(&NODE.fields[0], &mut self.flag),
            1 => s.slot(&NODE.fields[1], &mut self.small),
            2 => s.slot(&NODE.fields[2], &mut self.name),
            3 => s.slot(&NODE.fields[3], &mut self.numbers),
            4 => s.slot(&NODE.fields[4], &mut self.raw),
            5 => s.slot(&NODE.fields[5], &mut self.left),
            6 => s.slot(&NODE.fields[6], &mut self.children),
            7 => s.slot(&NODE.fields[7], &mut self.tags),
            _ => Err(Fail),
        }
    }
}

fn node() -> impl Strategy<Value = Node> {
    let flat = || {
        let number = any::<f64>().prop_filter("comparable", |v| !v.is_nan());
        (
            any::<bool>(),
            any::<i16>(),
            ".{0,9}",
            prop::collection::vec(number, 0..4),
            prop::collection::vec(any::<u8>(), 0..9),
            prop::collection::vec(any::<u64>(), 0..4),
        )
            .prop_map(|(flag, small, name, numbers, raw, tags)| Node {
                flag,
                small,
                name,
                numbers,
                raw,
                tags: Chain(tags),
                ..Node::default()
            })
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

fn encoded<T: Encode>(v: &T) -> Vec<u8> {
    let mut buf = Buf::new();
    encode_value(&mut buf, &X, v, &LIMITS).unwrap();
    buf.data().to_vec()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..Default::default() })]

    #[test]
    fn values_come_back(v in node()) {
        let bytes = encoded(&v);
        prop_assert_eq!(bytes.len() % 4, 0);
        let mut back = Node::default();
        prop_assert_eq!(decode_value(&bytes, &X, &mut back, &LIMITS), Ok(()));
        prop_assert_eq!(&back, &v);
        // Also into a used value.
        prop_assert_eq!(decode_value(&bytes, &X, &mut back, &LIMITS), Ok(()));
        prop_assert_eq!(&back, &v);
    }

    #[test]
    fn cut_anywhere_is_an_error(v in node()) {
        let bytes = encoded(&v);
        for end in 0..bytes.len() {
            let error = decode_value(&bytes[..end], &X, &mut Node::default(), &LIMITS);
            prop_assert!(error.unwrap_err().offset <= end);
        }
    }

    #[test]
    fn damage_is_refused_or_read_as_another_value(v in node(), at: prop::sample::Index, byte: u8) {
        let mut bytes = encoded(&v);
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let mut back = Node::default();
        match decode_value(&bytes, &X, &mut back, &LIMITS) {
            Err(error) => prop_assert!(error.offset <= bytes.len()),
            // What decodes encodes to the same number of bytes: the same bytes, except padding.
            Ok(()) => prop_assert_eq!(encoded(&back).len(), bytes.len()),
        }
    }

    #[test]
    fn any_bytes_do_no_harm(bytes in prop::collection::vec(prop_oneof![Just(0u8), Just(1), any::<u8>()], 0..200)) {
        let _ = decode_value(&bytes, &X, &mut Node::default(), &LIMITS);
    }

    /// The bulk methods against the definition of an array: its elements in order.
    #[test]
    fn arrays_of_scalars_are_their_elements(v in prop::collection::vec(any::<(i32, u32, i64, u64, f32, f64)>(), 0..40)) {
        macro_rules! agrees {
            ($($i:tt)*) => {$({
                let array: Vec<_> = v.iter().map(|t| t.$i).collect();
                let mut by_element = Buf::new();
                let mut sink = Encoder::new(&mut by_element, &LIMITS);
                sink.seq(&X, array.iter());
                sink.finish().unwrap();
                prop_assert_eq!(encoded(&array), by_element.data());
            })*};
        }
        agrees!(0 1 2 3 4 5);
    }
}

#[test]
fn counts_that_lie_fail_where_they_stand() {
    let lie = [0xff; 4];
    let fails = |result: Result<(), crate::Malformed>| {
        let error = result.unwrap_err();
        let count = u64::from(u32::MAX);
        assert!(
            matches!(error.kind, MalformedKind::TooLong { count: c, .. } if c == count),
            "{error}"
        );
        assert_eq!(error.offset, 0);
    };
    fails(decode_value(&lie, &X, &mut Vec::<u8>::new(), &LIMITS));
    fails(decode_value(&lie, &X, &mut Vec::<i32>::new(), &LIMITS));
    fails(decode_value(&lie, &X, &mut Vec::<f64>::new(), &LIMITS));
    fails(decode_value(&lie, &X, &mut Vec::<bool>::new(), &LIMITS));
    fails(decode_value(&lie, &X, &mut Vec::<()>::new(), &LIMITS));
    fails(decode_value(&lie, &X, &mut String::new(), &LIMITS));
}

#[test]
fn a_believable_count_makes_little_room() {
    // A million elements are announced and could follow; the third is bad.
    let mut bytes = vec![0; 4_000_004];
    bytes[..4].copy_from_slice(&1_000_000u32.to_be_bytes());
    bytes[15] = 7;
    let mut v = Vec::<(bool, [u64; 0])>::new();
    let error = decode_value(&bytes, &X, &mut Bools(&mut v), &LIMITS).unwrap_err();
    assert_eq!((error.kind, error.offset), (MalformedKind::NotBool(7), 12));
    assert!(v.capacity() <= 64, "room for {} elements", v.capacity());
}

/// An array whose memory can be inspected after a failure.
struct Bools<'a>(&'a mut Vec<(bool, [u64; 0])>);

impl<'de> Decode<'de> for Bools<'_> {
    fn decode<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
        s.seq(f, self)
    }
}

impl<'de> crate::Collect<'de> for Bools<'_> {
    fn element_bytes(&self) -> usize {
        1
    }
    fn start(&mut self, n: usize) {
        self.0.reserve(n);
    }
    fn capacity(&self) -> usize {
        self.0.capacity()
    }
    fn make_room(&mut self, n: usize) {
        self.0.reserve(n);
    }
    fn len(&self) -> usize {
        self.0.len()
    }
    fn push<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
        let mut v = false;
        s.bool(f, &mut v)?;
        self.0.push((v, []));
        Ok(())
    }
    fn again<S: Source<'de>>(&mut self, _: usize, _: &mut S, _: &Field) -> Result<(), Fail> {
        Err(Fail)
    }
}

#[test]
fn elements_of_no_size_have_a_budget() {
    let limits = Limits {
        elements: 10,
        ..LIMITS
    };
    let array_of = |n: u8| [0, 0, 0, n];
    let mut v = Vec::<()>::new();
    assert_eq!(decode_value(&array_of(10), &X, &mut v, &limits), Ok(()));
    assert_eq!(v.len(), 10);
    decode_value(&array_of(11), &X, &mut v, &limits).unwrap_err();
    // The budget is per message, not per array.
    let arrays = [0, 0, 0, 2, 0, 0, 0, 6, 0, 0, 0, 6];
    decode_value(&arrays, &X, &mut Vec::<Vec<()>>::new(), &limits).unwrap_err();
    // Bytes after the array do not raise it.
    let mut bytes = vec![0; 4096];
    bytes[3] = 200;
    decode_value(&bytes, &X, &mut Vec::<()>::new(), &limits).unwrap_err();
}

#[test]
fn nesting_is_limited_both_ways() {
    let nested = |levels: usize| {
        let mut node = Node::default();
        for _ in 1..levels {
            let left = Some(Box::new(node));
            node = Node {
                left,
                ..Node::default()
            };
        }
        node
    };
    // Each level is an optional value and a record; the arrays inside add one more.
    let deepest = (LIMITS.depth as usize) / 2;
    let bytes = encoded(&nested(deepest));
    let mut back = Node::default();
    assert_eq!(decode_value(&bytes, &X, &mut back, &LIMITS), Ok(()));

    let mut buf = Buf::new();
    let error = encode_value(&mut buf, &X, &nested(deepest + 1), &LIMITS).unwrap_err();
    assert_eq!(error.kind, UnencodableKind::TooDeep);
    // Without a limit at the sender, the receiver still has one.
    let deep = Limits {
        depth: 1000,
        ..LIMITS
    };
    encode_value(&mut buf, &X, &nested(deepest + 1), &deep).unwrap();
    let error = decode_value(buf.data(), &X, &mut back, &LIMITS).unwrap_err();
    assert_eq!(error.kind, MalformedKind::TooDeep);
}

#[test]
fn messages_have_a_largest_size_both_ways() {
    let limits = Limits {
        bytes: 16,
        ..LIMITS
    };
    let (fits, above) = (vec![1u8; 12], vec![1u8; 13]);
    let mut buf = Buf::new();
    assert_eq!(encode_value(&mut buf, &X, &fits, &limits), Ok(()));
    let error = encode_value(&mut buf, &X, &above, &limits).unwrap_err();
    assert_eq!(error.kind, UnencodableKind::TooLarge);
    assert_eq!(buf.len(), 16, "what was before stays");
    // Also if small pieces add up in existing memory.
    let error = encode_value(&mut buf, &X, &vec![true; 4], &limits).unwrap_err();
    assert_eq!(error.kind, UnencodableKind::TooLarge);

    let mut v = Vec::<u8>::new();
    assert_eq!(decode_value(&encoded(&fits), &X, &mut v, &limits), Ok(()));
    let error = decode_value(&encoded(&above), &X, &mut v, &limits).unwrap_err();
    assert_eq!(error.kind, MalformedKind::TooLong { count: 20, max: 16 });
}

#[test]
fn the_first_failure_sticks() {
    let mut buf = Buf::new();
    let mut sink = Encoder::new(&mut buf, &LIMITS);
    sink.refuse(&Field::plain("first"), UnencodableKind::Mismatch);
    sink.text(&Field::sized("second", Length::UpTo(1)), "long");
    let error = sink.finish().unwrap_err();
    assert_eq!(
        (error.field, error.kind),
        ("first".to_owned(), UnencodableKind::Mismatch)
    );
}

#[test]
fn memory_grows_with_what_is_written() {
    let v: Vec<String> = (0..300).map(|i| "x".repeat(i)).collect();
    let bytes = encoded(&v);
    let mut back = Vec::<String>::new();
    decode_value(&bytes, &X, &mut back, &LIMITS).unwrap();
    assert_eq!(back, v);
}
