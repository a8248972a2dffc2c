//! Identifiers: plain ones, and those that meet something in generated code or in a compiler.

use std::collections::BTreeSet;

use crate::Draw;

/// What is a word of Rust, C or a definition language, or stands in generated code, and is yet a
/// legal identifier of most definition languages.
const ODD: [&str; 28] = [
    "Self_", "E", "E1", "T", "S", "Vec", "Option", "Some", "None", "Ok", "Err", "Box", "Result",
    "String", "Cow", "stub", "fn_", "match_", "type_", "value", "other", "label", "len", "unknown",
    "self_", "s", "f", "de",
];

/// Gives names that are unique within one scope, without regard to case and underlines: those of
/// several languages fold them.
#[derive(Clone, Debug, Default)]
pub struct Names {
    taken: BTreeSet<String>,
}

impl Names {
    /// Words that must not be given.
    pub fn without(words: &[&str]) -> Self {
        Names {
            taken: words.iter().map(|w| fold(w)).collect(),
        }
    }

    /// A name that was not given before, now and then an odd one.
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
