//! Messages in several parts: "parsers merge multiple instances of the same field", and required
//! fields are required of the merged message. The expected results are those of Google's Python
//! library, 4.21.12, on the same bytes.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use proptest::prelude::*;

use super::{LIMITS, coded, decode_params, explicit, implicit, maybe, unpacked};
use crate::decode::{Arms, Decode, Slots, Source};
use crate::encode::{Encode, Fields, Sink};
use crate::error::{Fail, MalformedKind, Name};
use crate::meta::{Arm, Coding, Discriminant, Field, Record, Union};

// `optional Strict tree = 1; required int32 must = 2; repeated Strict many = 3;
//  oneof choice { Strict arm = 4; int32 other = 5; } repeated int32 list = 6;`
message! { Strict STRICT &[(4, 3), (5, 3)];
    0 tree: Option<Box<Strict>> = maybe(1, const { &explicit(1) });
    1 must: i32 = implicit(2).required();
    2 many: Vec<Strict> = unpacked(3, const { &explicit(3) });
    3 choice: Option<Choice> = maybe(0, const { &coded(0, Coding::Choice) }).coded(Coding::Choice);
    4 list: Vec<i32> = unpacked(6, const { &explicit(6) });
}

static CHOICE: Union = Union::of(
    "Choice",
    "number",
    Discriminant::I32,
    const { &[Arm::of(&[4], explicit(4)), Arm::of(&[5], explicit(5))] },
    None,
);

#[derive(Clone, Debug, PartialEq)]
enum Choice {
    Arm(Box<Strict>),
    Other(i32),
}

impl Default for Choice {
    fn default() -> Self {
        Choice::Other(0)
    }
}

impl Encode for Choice {
    fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
        let (arm, label) = match self {
            Choice::Arm(_) => (0, 4),
            Choice::Other(_) => (1, 5),
        };
        s.union(f, &CHOICE, arm, label, self);
    }
}

impl Fields for Choice {
    fn fields<S: Sink>(&self, s: &mut S) {
        match self {
            Choice::Arm(v) => s.field(&CHOICE.arms[0].field, v),
            Choice::Other(v) => s.field(&CHOICE.arms[1].field, v),
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
            0 => Choice::Arm(Box::default()),
            _ => Choice::Other(0),
        };
    }
    fn arm<S: Source<'de>>(&mut self, s: &mut S) -> Result<(), Fail> {
        match self {
            Choice::Arm(v) => s.slot(&CHOICE.arms[0].field, v),
            Choice::Other(v) => s.slot(&CHOICE.arms[1].field, v),
        }
    }
}

fn of(must: i32, list: &[i32]) -> Strict {
    Strict {
        must,
        list: list.to_vec(),
        ..Strict::default()
    }
}

fn with_tree(v: Strict, tree: Strict) -> Strict {
    let tree = Some(Box::new(tree));
    Strict { tree, ..v }
}

fn with_arm(v: Strict, arm: Strict) -> Strict {
    let choice = Some(Choice::Arm(Box::new(arm)));
    Strict { choice, ..v }
}

/// Decodes into a fresh value, and into a used one.
#[track_caller]
fn read(bytes: &[u8]) -> Option<Strict> {
    let mut fresh = Strict::default();
    let mut used = with_tree(with_arm(of(7, &[7]), of(7, &[7])), of(7, &[7]));
    used.many = vec![of(7, &[7])];
    let outcome = decode_params(bytes, &STRICT, &mut fresh, &LIMITS).map_err(|e| e.kind);
    let again = decode_params(bytes, &STRICT, &mut used, &LIMITS).map_err(|e| e.kind);
    assert_eq!(outcome, again);
    match outcome {
        Ok(()) => assert_eq!(fresh, used),
        Err(kind) => assert_eq!(kind, MalformedKind::Missing(Name::new("x"))),
    }
    outcome.is_ok().then_some(fresh)
}

#[test]
fn what_is_required_may_come_in_any_part() {
    let tree = with_tree(of(9, &[]), of(3, &[]));
    for bytes in [
        &[0x10, 9, 0x0a, 0, 0x0a, 2, 0x10, 3][..],
        &[0x10, 9, 0x0a, 2, 0x10, 3, 0x0a, 0],
        &[0x0a, 2, 0x10, 3, 0x10, 9],
        &[0x0a, 0, 0x10, 9, 0x0a, 2, 0x10, 3],
    ] {
        assert_eq!(read(bytes).as_ref(), Some(&tree), "{bytes:02x?}");
    }
    assert_eq!(read(&[0x10, 9, 0x0a, 0, 0x0a, 0]), None);
    assert_eq!(read(&[0x0a, 2, 0x10, 3]), None, "the outermost lacks it");
}

#[test]
fn what_is_inside_is_judged_when_it_is_whole() {
    // A tree in a tree, in two parts; the second has the required field.
    let bytes = [
        0x10, 9, 0x0a, 6, 0x10, 1, 0x0a, 2, 0x30, 7, 0x0a, 4, 0x0a, 2, 0x10, 4,
    ];
    let inner = with_tree(of(1, &[]), of(4, &[7]));
    assert_eq!(read(&bytes), Some(with_tree(of(9, &[]), inner)));
    // It never has one.
    let lacking = [0x10, 9, 0x0a, 4, 0x10, 1, 0x0a, 0, 0x0a, 2, 0x30, 7];
    assert_eq!(read(&lacking), None);
    // It begins in the second part, where it is complete, or is not.
    let begins = [0x0a, 2, 0x10, 1, 0x0a, 4, 0x0a, 2, 0x10, 3, 0x10, 9];
    let inner = with_tree(of(1, &[]), of(3, &[]));
    assert_eq!(read(&begins), Some(with_tree(of(9, &[]), inner)));
    assert_eq!(read(&[0x0a, 2, 0x10, 1, 0x0a, 2, 0x0a, 0, 0x10, 9]), None);
    // A part that was complete continues, and so does a complete part of it.
    let goes_on = [
        0x0a, 6, 0x0a, 2, 0x10, 3, 0x10, 1, 0x0a, 4, 0x0a, 2, 0x30, 5, //
        0x22, 0, 0x10, 9, 0x22, 2, 0x10, 2,
    ];
    let inner = with_tree(of(1, &[]), of(3, &[5]));
    let whole = with_tree(with_arm(of(9, &[]), of(2, &[])), inner);
    assert_eq!(read(&goes_on), Some(whole));
}

#[test]
fn elements_are_whole_each() {
    assert_eq!(read(&[0x10, 9, 0x1a, 0, 0x1a, 2, 0x10, 1]), None);
    let bytes = [0x10, 9, 0x1a, 8, 0x0a, 0, 0x0a, 2, 0x10, 3, 0x10, 4];
    let many = vec![with_tree(of(4, &[]), of(3, &[]))];
    assert_eq!(read(&bytes).unwrap().many, many);
    let apart = [
        0x10, 9, 0x1a, 4, 0x0a, 0, 0x10, 4, 0x1a, 4, 0x0a, 2, 0x10, 3,
    ];
    assert_eq!(read(&apart), None);
    assert_eq!(read(&[0x0a, 0, 0x10, 9, 0x1a, 0]), None);
}

#[test]
fn an_arm_that_was_displaced_may_lack_anything() {
    let other = |v| Strict {
        choice: Some(Choice::Other(v)),
        ..of(9, &[])
    };
    assert_eq!(read(&[0x10, 9, 0x22, 0, 0x28, 5]), Some(other(5)));
    assert_eq!(read(&[0x10, 9, 0x28, 5, 0x22, 0]), None);
    let back = [0x10, 9, 0x22, 0, 0x28, 5, 0x22, 2, 0x10, 3];
    assert_eq!(read(&back), Some(with_arm(of(9, &[]), of(3, &[]))));
    let anew = [0x10, 9, 0x22, 2, 0x10, 3, 0x28, 5, 0x22, 0];
    assert_eq!(read(&anew), None);
}

#[test]
fn an_arm_goes_on_in_another_part_of_its_message() {
    let bytes = [0x10, 9, 0x22, 2, 0x30, 1, 0x22, 4, 0x10, 2, 0x30, 5];
    assert_eq!(read(&bytes), Some(with_arm(of(9, &[]), of(2, &[1, 5]))));
    let first = [0x10, 9, 0x0a, 6, 0x10, 1, 0x22, 2, 0x30, 7];
    let read = |more: &[u8]| {
        let tree = read(&[&first, more].concat())?.tree?;
        tree.choice
    };
    let arm = |v| Some(Choice::Arm(Box::new(v)));
    assert_eq!(
        read(&[0x0a, 6, 0x22, 4, 0x10, 3, 0x30, 8]),
        arm(of(3, &[7, 8]))
    );
    assert_eq!(read(&[0x0a, 2, 0x28, 5]), Some(Choice::Other(5)));
    // Another arm came between, so the earlier content is gone.
    let between = [0x0a, 2, 0x28, 5, 0x0a, 4, 0x22, 2];
    assert_eq!(read(&[&between[..], &[0x10, 8]].concat()), arm(of(8, &[])));
    assert_eq!(read(&[&between[..], &[0x30, 8]].concat()), None);
    // A field with the wrong wire type is not an arm, in a later part either.
    let otherwise = [0x0a, 2, 0x20, 1, 0x0a, 6, 0x22, 4, 0x10, 3, 0x30, 8];
    assert_eq!(read(&otherwise), arm(of(3, &[7, 8])));
}

/// Any field of `Strict`; the required one may be missing.
fn field() -> impl Strategy<Value = Vec<u8>> {
    let scalar = prop_oneof![Just(0x10), Just(0x28), Just(0x30), Just(0x08)];
    let leaf = (scalar, 0u8..100).prop_map(|(key, v)| vec![key, v]);
    leaf.prop_recursive(3, 12, 4, |inner| {
        let key = prop_oneof![Just(0x0a), Just(0x1a), Just(0x22)];
        (key, prop::collection::vec(inner, 0..4)).prop_map(|(key, fields)| nested(key, &fields))
    })
}

fn nested(key: u8, fields: &[Vec<u8>]) -> Vec<u8> {
    let body = fields.concat();
    let length = u8::try_from(body.len()).ok().filter(|n| *n < 0x80);
    match length {
        Some(n) => [&[key, n], &body[..]].concat(),
        None => vec![key, 0],
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..Default::default() })]

    /// A message in parts equals the message of the concatenated parts.
    #[test]
    fn parts_are_one_message(fields in prop::collection::vec(field(), 0..7), at: prop::sample::Index, arm: bool) {
        let key = if arm { 0x22 } else { 0x0a };
        let (first, second) = fields.split_at(at.index(fields.len() + 1));
        let parts = [vec![0x10, 9], nested(key, first), nested(key, second)].concat();
        let whole = [vec![0x10, 9], nested(key, &fields)].concat();
        prop_assume!(parts.len() == whole.len() + 2);
        prop_assert_eq!(read(&parts), read(&whole));
    }
}
