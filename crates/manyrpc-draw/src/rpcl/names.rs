//! Names of a `.x` file: case and underscores are significant there, as in C.

use std::collections::BTreeSet;

use crate::Draw;

/// Legal in a `.x` file and in C, and something else in Rust or in generated code.
const ODD: [&str; 44] = [
    "E", "E1", "T", "S", "D", "Self", "self", "type", "match", "fn", "impl", "mod", "move", "ref",
    "loop", "where", "async", "await", "dyn", "box", "str", "u8", "i32", "usize", "Vec", "Option",
    "Some", "None", "Ok", "Err", "Box", "Result", "String", "Cow", "stub", "core", "value",
    "label", "len", "next", "fields", "s", "f", "de",
];

/// One name space.
#[derive(Clone, Debug, Default)]
pub struct Names {
    taken: BTreeSet<String>,
    number: usize,
}

impl Names {
    /// A new name, occasionally an unusual one, or one that differs from another only in case or underscores.
    pub fn take(&mut self, draw: &mut Draw, stem: &str) -> String {
        let strange = match draw.below(12) {
            0 => Some((*draw.pick(&ODD)).to_owned()),
            1 => self.variant(draw),
            _ => None,
        };
        match strange {
            Some(name) if self.taken.insert(name.clone()) => name,
            _ => self.plain(stem),
        }
    }

    /// A numbered name, for names that become C macros and must not collide with any other.
    pub fn plain(&mut self, stem: &str) -> String {
        loop {
            let name = format!("{stem}{}", self.number);
            self.number += 1;
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }

    /// A name that was given, written otherwise.
    fn variant(&self, draw: &mut Draw) -> Option<String> {
        let given: Vec<&String> = self.taken.iter().collect();
        if given.is_empty() {
            return None;
        }
        let name = *draw.pick(&given);
        Some(match draw.below(4) {
            0 => name.to_uppercase(),
            1 => format!("{name}_"),
            2 => format!("_{name}"),
            _ => {
                let mut letters = name.chars();
                let first = letters.next().unwrap_or('x').to_ascii_uppercase();
                format!("{first}{}", letters.as_str())
            }
        })
    }
}
