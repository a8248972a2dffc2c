//! Identifiers: plain ones, and ones likely to collide with generated code or keywords.

use std::collections::BTreeSet;

use crate::Draw;

/// Words of Rust, C, a definition language or generated code that are legal identifiers in most definition
/// languages.
const ODD: [&str; 28] = [
    "Self_", "E", "E1", "T", "S", "Vec", "Option", "Some", "None", "Ok", "Err", "Box", "Result",
    "String", "Cow", "stub", "fn_", "match_", "type_", "value", "other", "label", "len", "unknown",
    "self_", "s", "f", "de",
];

/// A generator of names that are unique within one scope, ignoring case and underscores, since several
/// languages fold them.
#[derive(Clone, Debug, Default)]
pub struct Names {
    taken: BTreeSet<String>,
}

impl Names {
    /// A generator that avoids these words.
    pub fn without(words: &[&str]) -> Self {
        Names {
            taken: words.iter().map(|w| fold(w)).collect(),
        }
    }

    /// A new name, occasionally an unusual one.
    pub fn take(&mut self, draw: &mut Draw, stem: &str) -> String {
        if draw.chance(10) {
            let odd = *draw.pick(&ODD);
            if self.taken.insert(fold(odd)) {
                return odd.to_owned();
            }
        }
        let mut number = self.taken.len();
        loop {
            let name = format!("{stem}{number}");
            if self.taken.insert(fold(&name)) {
                return name;
            }
            number += 1;
        }
    }
}

fn fold(name: &str) -> String {
    name.replace('_', "").to_lowercase()
}
