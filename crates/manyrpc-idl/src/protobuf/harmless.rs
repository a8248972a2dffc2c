//! What protoc refuses and the parser accepts, though it only confuses readers. Definitions from
//! reflection are not checked for it.

use std::collections::HashMap;

use protox::prost_reflect::prost_types::{DescriptorProto, EnumDescriptorProto};

use crate::diagnostic::Findings;
use crate::source::Sources;

use super::ranges::{self, Wrong};
use super::refused::path;
use super::set::Set;

/// Refuses what [`ranges`] finds, options of enumerations without effect, and members of open
/// enumerations whose names coincide in generated code of other languages.
pub(super) fn check(sources: &Sources<'_>, findings: &mut Findings, set: &Set) {
    for file in &set.files {
        let mut walk = Walk {
            open: file.syntax() == "proto3",
            wrong: Vec::new(),
        };
        walk.enumerations(&file.enum_type, &[path::ENUMS]);
        walk.messages(&file.message_type, &[path::MESSAGES]);
        for (place, message) in walk.wrong {
            let span = set.place(sources, file, &place);
            findings.error(sources, span, message);
        }
    }
}

struct Walk {
    /// Whether enumerations are open.
    open: bool,
    wrong: Vec<Wrong>,
}

impl Walk {
    fn messages(&mut self, all: &[DescriptorProto], within: &[i32]) {
        for (at, message) in all.iter().enumerate() {
            let here = [within, &[at as i32]].concat();
            self.add(ranges::of_message(message), &here);
            let below = |kind: i32| [&here[..], &[kind]].concat();
            self.enumerations(&message.enum_type, &below(path::NESTED_ENUMS));
            self.messages(&message.nested_type, &below(path::NESTED));
        }
    }

    fn enumerations(&mut self, all: &[EnumDescriptorProto], within: &[i32]) {
        for (at, of) in all.iter().enumerate() {
            let here = [within, &[at as i32]].concat();
            self.add(ranges::of_enumeration(of), &here);
            self.add(useless_option(of), &here);
            if self.open {
                self.add(alike(of), &here);
            }
        }
    }

    fn add(&mut self, found: impl IntoIterator<Item = Wrong>, here: &[i32]) {
        let found = found.into_iter();
        let placed = found.map(|(place, message)| ([here, &place].concat(), message));
        self.wrong.extend(placed);
    }
}

fn useless_option(of: &EnumDescriptorProto) -> Option<Wrong> {
    let option = of.options.as_ref().and_then(|options| options.allow_alias);
    let message = || {
        let name = of.name();
        format!("`allow_alias = false` has no effect: `{name}` permits no aliases without it")
    };
    (option == Some(false)).then(|| (Vec::new(), message()))
}

/// Members of different numbers whose names differ only in case, underscores and the enumeration's
/// name as prefix.
fn alike(of: &EnumDescriptorProto) -> Vec<Wrong> {
    let mut known = HashMap::new();
    let mut wrong = Vec::new();
    for (at, member) in of.value.iter().enumerate() {
        let name = member.name();
        let (other, number) = *known
            .entry(camel(without_prefix(name, of.name())))
            .or_insert((name, member.number()));
        if other != name && number != member.number() {
            let enumeration = of.name();
            let message = format!(
                "`{name}` and `{other}` are one name without underlines, case and `{enumeration}` before them"
            );
            wrong.push((vec![path::MEMBERS, at as i32], message));
        }
    }
    wrong
}

/// The member's name without the enumeration's name as prefix, if anything remains.
fn without_prefix<'n>(name: &'n str, enumeration: &str) -> &'n str {
    let mut prefix = enumeration.bytes().filter(|c| *c != b'_').peekable();
    let mut rest = name;
    while let Some(wanted) = prefix.peek() {
        let Some(found) = rest.bytes().next() else {
            return name;
        };
        if found != b'_' {
            if !found.eq_ignore_ascii_case(wanted) {
                return name;
            }
            prefix.next();
        }
        rest = &rest[1..];
    }
    match rest.trim_start_matches('_') {
        "" => name,
        behind => behind,
    }
}

/// `UPPER_case` as `UpperCase`.
fn camel(name: &str) -> String {
    let words = name.split('_').filter(|word| !word.is_empty());
    let words = words.map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_ascii_uppercase() + &rest.to_ascii_lowercase()
    });
    words.collect()
}
