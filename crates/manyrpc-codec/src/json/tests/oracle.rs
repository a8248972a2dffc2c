//! Compared with serde_json: each reads what the other writes, and both refuse the same texts.

#[cfg(test)]
extern crate std;

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use proptest::prelude::*;
use serde::{Deserialize, Serialize};

use super::suite::accepts;
use super::values::{X, read, written};
use crate::decode::{Decode, Slots, Source};
use crate::encode::{Encode, Fields, Sink};
use crate::error::Fail;
use crate::meta::{Field, Record};

static NODE: Record = Record::of(
    "node",
    const {
        &[
            Field::plain("name"),
            Field::plain("int"),
            Field::plain("long"),
            Field::plain("single"),
            Field::plain("double"),
            Field::plain("flag"),
            Field::plain("ints"),
            Field::plain("next"),
            Field::plain("children"),
        ]
    },
);

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Node {
    name: String,
    int: i64,
    long: u64,
    single: f32,
    double: f64,
    flag: bool,
    ints: Vec<i32>,
    next: Option<String>,
    children: Vec<Node>,
}

impl Encode for Node {
    fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
        s.record(f, &NODE, self);
    }
}

impl Fields for Node {
    fn fields<S: Sink>(&self, s: &mut S) {
        s.field(&NODE.fields[0], &self.name);
        s.field(&NODE.fields[1], &self.int);
        s.field(&NODE.fields[2], &self.long);
        s.field(&NODE.fields[3], &self.single);
        s.field(&NODE.fields[4], &self.double);
        s.field(&NODE.fields[5], &self.flag);
        s.field(&NODE.fields[6], &self.ints);
        s.field(&NODE.fields[7], &self.next);
        s.field(&NODE.fields[8], &self.children);
    }
}

impl<'de> Decode<'de> for Node {
    fn decode<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
        s.record(f, &NODE, self)
    }
}

impl<'de> Slots<'de> for Node {
    fn all<S: Source<'de>>(&mut self, s: &mut S) -> Result<(), Fail> {
        (0..9).try_for_each(|i| self.one(i, s))
    }
    fn one<S: Source<'de>>(&mut self, i: usize, s: &mut S) -> Result<(), Fail> {
        match i {
            0 => s.slot(&NODE.fields[0], &mut self.name),
            1 => s.slot(&NODE.fields[1], &mut self.int),
            2 => s.slot(&NODE.fields[2], &mut self.long),
            3 => s.slot(&NODE.fields[3], &mut self.single),
            4 => s.slot(&NODE.fields[4], &mut self.double),
            5 => s.slot(&NODE.fields[5], &mut self.flag),
            6 => s.slot(&NODE.fields[6], &mut self.ints),
            7 => s.slot(&NODE.fields[7], &mut self.next),
            8 => s.slot(&NODE.fields[8], &mut self.children),
            _ => Err(Fail),
        }
    }
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![".*", "[ -~]{0,80}", "[\"\\\\\u{0}-\u{1f}/\u{1f600}]{0,12}"]
}

fn node() -> impl Strategy<Value = Node> {
    let finite = prop::num::f64::POSITIVE
        | prop::num::f64::NEGATIVE
        | prop::num::f64::ZERO
        | prop::num::f64::SUBNORMAL
        | prop::num::f64::NORMAL;
    let single = prop::num::f32::NORMAL | prop::num::f32::SUBNORMAL | prop::num::f32::ZERO;
    let finite = finite.prop_filter("a number of JSON", |v| v.is_finite());
    let numbers = (any::<i64>(), any::<u64>(), single, finite, any::<bool>());
    let leaf = (text(), numbers, any::<Vec<i32>>(), prop::option::of(text()));
    let leaf = leaf.prop_map(
        |(name, (int, long, single, double, flag), ints, next)| Node {
            name,
            int,
            long,
            single,
            double,
            flag,
            ints,
            next,
            children: Vec::new(),
        },
    );
    leaf.prop_recursive(3, 12, 4, |inner| {
        (inner.clone(), prop::collection::vec(inner, 0..4)).prop_map(|(mut node, children)| {
            node.children = children;
            node
        })
    })
}

/// Members in another order and with whitespace, as the standard library's maps have them.
fn shuffled(node: &Node) -> String {
    let value = serde_json::to_value(node).unwrap();
    fn turn(value: serde_json::Value) -> serde_json::Value {
        match value {
            serde_json::Value::Object(members) => {
                let members = members.into_iter().rev().map(|(name, v)| (name, turn(v)));
                serde_json::Value::Object(members.collect())
            }
            serde_json::Value::Array(items) => items.into_iter().map(turn).collect(),
            other => other,
        }
    }
    serde_json::to_string_pretty(&turn(value)).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..Default::default() })]

    #[test]
    fn both_write_the_same_and_read_each_other(node in node()) {
        let ours = written(&X, &node);
        let theirs: Node = serde_json::from_str(&ours).unwrap();
        prop_assert_eq!(&theirs, &node);
        let text = serde_json::to_string(&node).unwrap();
        prop_assert_eq!(&ours, &text);
        prop_assert_eq!(read(&text, &X), Ok(node.clone()));
        // A single-precision number read as double and written again has other digits.
        let shuffled = shuffled(&node);
        prop_assert_eq!(read(&shuffled, &X), Ok(node));
    }

    #[test]
    fn both_refuse_the_same(node in node(), at: prop::sample::Index, byte: u8, cut: bool) {
        let mut bytes = written(&X, &node).into_bytes();
        let at = at.index(bytes.len());
        match cut {
            true => drop(bytes.remove(at)),
            false => bytes[at] = byte,
        }
        agree(&bytes)?;
    }

    #[test]
    fn both_refuse_the_same_soup(soup in r#"[\[\]{}:,"\\0-9.eE+\-truefalsn /u]{0,16}"#) {
        agree(soup.as_bytes())?;
    }
}

/// Checks that serde_json and we accept the same texts.
fn agree(bytes: &[u8]) -> Result<(), TestCaseError> {
    let theirs = serde_json::from_slice::<serde_json::Value>(bytes);
    // A number beyond 64 bits is still well-formed, and a byte order mark may come first.
    let beyond = theirs
        .as_ref()
        .is_err_and(|e| e.to_string().contains("number out of range"));
    if !beyond && !bytes.starts_with("\u{feff}".as_bytes()) {
        prop_assert_eq!(
            accepts(bytes),
            theirs.is_ok(),
            "{:?} {:?}",
            String::from_utf8_lossy(bytes),
            theirs
        );
    }
    Ok(())
}
