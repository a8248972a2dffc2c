//! Numbers and names that messages and enumerations reserve, and ranges of extension numbers. The
//! parser only checks that no field uses them; the rest is checked here.

use std::collections::HashSet;
use std::fmt;

use protox::prost_reflect::prost_types::{DescriptorProto, EnumDescriptorProto};

use super::refused::path;

/// An error, and the path to its place in a message, an enumeration or a file.
pub(super) type Wrong = (Vec<i32>, String);

/// Checks the reserved numbers and names and the extension ranges of a message.
pub(super) fn of_message(message: &DescriptorProto) -> Vec<Wrong> {
    let reserved = message.reserved_range.iter().enumerate();
    let reserved = reserved.map(|(at, range)| Range {
        first: range.start().into(),
        last: i64::from(range.end()) - 1,
        place: [path::RESERVED_RANGES, at as i32],
    });
    let open = message.extension_range.iter().enumerate();
    let open = open.map(|(at, range)| Range {
        first: range.start().into(),
        last: i64::from(range.end()) - 1,
        place: [path::EXTENSION_RANGES, at as i32],
    });
    let mut wrong = ranges(reserved.chain(open).collect());
    let fields = message.field.iter().map(|field| field.name());
    names(
        (path::RESERVED_NAMES, &message.reserved_name),
        (path::FIELDS, fields),
        &mut wrong,
    );
    wrong
}

/// Checks the reserved numbers and names of an enumeration.
pub(super) fn of_enumeration(of: &EnumDescriptorProto) -> Vec<Wrong> {
    let reserved = of.reserved_range.iter().enumerate();
    let reserved = reserved.map(|(at, range)| Range {
        first: range.start().into(),
        last: range.end().into(),
        place: [path::ENUMS_RESERVED_RANGES, at as i32],
    });
    let mut wrong = ranges(reserved.collect());
    let members = of.value.iter().map(|member| member.name());
    names(
        (path::ENUMS_RESERVED_NAMES, &of.reserved_name),
        (path::MEMBERS, members),
        &mut wrong,
    );
    wrong
}

/// An inclusive range of numbers.
struct Range {
    first: i64,
    last: i64,
    place: [i32; 2],
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.first == self.last {
            true => write!(f, "{}", self.first),
            false => write!(f, "{} to {}", self.first, self.last),
        }
    }
}

/// No range is empty, and no two overlap.
fn ranges(all: Vec<Range>) -> Vec<Wrong> {
    let (mut all, backwards): (Vec<Range>, Vec<Range>) =
        all.into_iter().partition(|range| range.first <= range.last);
    let mut wrong: Vec<Wrong> = backwards
        .iter()
        .map(|range| {
            (
                range.place.to_vec(),
                format!("`{range}` ends before it begins"),
            )
        })
        .collect();
    all.sort_by_key(|range| range.first);
    let mut before: Option<&Range> = None;
    for range in &all {
        match before {
            Some(other) if range.first <= other.last => {
                let message = format!("`{range}` has numbers that `{other}` has");
                wrong.push((range.place.to_vec(), message));
            }
            _ => {}
        }
        before = before
            .filter(|other| other.last >= range.last)
            .or(Some(range));
    }
    wrong
}

/// No name is reserved twice, or reserved and used.
fn names<'a>(
    (reserved_at, reserved): (i32, &'a [String]),
    (used_at, used): (i32, impl Iterator<Item = &'a str>),
    wrong: &mut Vec<Wrong>,
) {
    let mut known = HashSet::new();
    for (at, name) in reserved.iter().enumerate() {
        if !known.insert(&**name) {
            let message = format!("`{name}` is reserved twice");
            wrong.push((vec![reserved_at, at as i32], message));
        }
    }
    for (at, name) in used.enumerate().filter(|(_, name)| known.contains(name)) {
        let message = format!("the name `{name}` is reserved");
        wrong.push((vec![used_at, at as i32], message));
    }
}
