//! Names in one scope, odd ones among them.

use std::collections::BTreeSet;

use crate::Draw;

/// Names of types that meet something in generated code.
pub(super) const TYPES: [&str; 50] = [
    "E",
    "E1",
    "E",
    "E1",
    "T",
    "S",
    "V",
    "Vec",
    "Vec2",
    "Option",
    "Some",
    "None",
    "Ok",
    "Err",
    "Box",
    "Result",
    "String",
    "Cow",
    "Stub",
    "stub",
    "Self",
    "self",
    "Default",
    "Clone",
    "Copy",
    "Debug",
    "Encode",
    "Decode",
    "Sink",
    "Source",
    "Slots",
    "Fields",
    "Arms",
    "Send",
    "Sync",
    "TryFrom",
    "PartialEq",
    "Hash",
    "u8",
    "i32",
    "str",
    "core",
    "alloc",
    "std",
    "Type",
    "type",
    "match",
    "_Under",
    "under_score",
    "A_B",
];

/// Names of enumerations likewise; generated code has statics for these, called by letters and numbers.
pub(super) const ENUMS: [&str; 12] = [
    "E", "E1", "E2", "E", "E1", "T", "Self", "Option", "Err", "i32", "type", "e",
];

/// Names of fields likewise: words of Rust, what generated code calls its own, and underlines anywhere.
pub(super) const FIELDS: [&str; 48] = [
    "type",
    "match",
    "fn",
    "self",
    "Self",
    "super",
    "crate",
    "async",
    "await",
    "dyn",
    "box",
    "impl",
    "where",
    "loop",
    "try",
    "yield",
    "gen",
    "abstract",
    "static",
    "const",
    "mut",
    "ref",
    "pub",
    "unknown",
    "unknown2",
    "label",
    "value",
    "s",
    "f",
    "i",
    "v",
    "decode",
    "encode",
    "fields",
    "all",
    "one",
    "into_owned",
    "default",
    "E",
    "E1",
    "message",
    "optional",
    "_a",
    "a_",
    "a__b",
    "aB",
    "ab_1",
    "X",
];

/// Names of members of enumerations likewise.
pub(super) const MEMBERS: [&str; 16] = [
    "Self", "self", "E", "E1", "OK", "Err", "None", "Some", "i32", "Default", "A_B", "a_b", "AB",
    "_M", "type", "from",
];

/// What is declared in one scope. In proto3 names must differ in more than case and underlines, since
/// JSON may have them so; elsewhere such are drawn on purpose.
#[derive(Clone, Debug, Default)]
pub(super) struct Taken {
    names: BTreeSet<String>,
    folded: BTreeSet<String>,
    folds: bool,
}

impl Taken {
    pub(super) fn new(folds: bool) -> Self {
        Taken {
            folds,
            ..Taken::default()
        }
    }

    fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Everything that is declared.
    pub(super) fn all(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// Takes a name, and those that come with it; whether all were free.
    pub(super) fn insert(&mut self, name: &str, with: &[String]) -> bool {
        let taken = self.has(name) || with.iter().any(|w| self.has(w));
        if taken || self.folds && self.folded.contains(&fold(name)) {
            return false;
        }
        self.folded.insert(fold(name));
        self.names.insert(name.to_owned());
        self.names.extend(with.iter().cloned());
        true
    }

    /// A name of one's own, now and then an odd one, or one that another differs from in case only.
    /// `with` are the names that come with it, if it
    /// may be had at all.
    pub(super) fn take(
        &mut self,
        draw: &mut Draw,
        stem: &str,
        odd: &[&str],
        with: impl Fn(&str) -> Option<Vec<String>>,
    ) -> String {
        if draw.chance(25) {
            let name = self
                .alike(draw)
                .unwrap_or_else(|| (*draw.pick(odd)).to_owned());
            if with(&name).is_some_and(|with| self.insert(&name, &with)) {
                return name;
            }
        }
        let mut number = self.names.len();
        loop {
            let name = format!("{stem}{number}");
            if with(&name).is_some_and(|with| self.insert(&name, &with)) {
                return name;
            }
            number += 1;
        }
    }

    fn alike(&self, draw: &mut Draw) -> Option<String> {
        if self.folds || self.names.is_empty() || !draw.chance(30) {
            return None;
        }
        let name = self.names.iter().nth(draw.below(self.names.len()))?;
        let alike = match draw.below(4) {
            0 => name.to_uppercase(),
            1 => name.to_lowercase(),
            2 => format!("{name}_"),
            _ => format!("_{name}"),
        };
        // What begins a statement or a field where names do.
        (!["option", "string", "group"].contains(&&*alike)).then_some(alike)
    }
}

fn fold(name: &str) -> String {
    name.replace('_', "").to_lowercase()
}

/// Nothing comes with a name.
pub(super) fn alone(_: &str) -> Option<Vec<String>> {
    Some(Vec::new())
}
