//! Definitions of valuetypes, drawn as OMG IDL: with bases, truncatable or not, abstract, boxed, in structs, unions,
//! sequences and each other.
//!
//! Some valuetypes come last and no other type names them, so that a receiver may do without them: it takes their values
//! for those of a base, where that is allowed.

use std::fmt::Write;

use manyrpc_draw::{Definition, Draw, Language};

use crate::codecs::Dynamic;

/// Types without a name, but for `long double`, which omniORB does not find at the beginning of a chunk (`peers/corba.md`).
const WORDS: [&str; 20] = [
    "boolean",
    "octet",
    "char",
    "wchar",
    "short",
    "unsigned short",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "float",
    "double",
    "string",
    "string<9>",
    "wstring",
    "sequence<octet>",
    "sequence<long>",
    // Not in ORBs of Java, or not in streams by themselves.
    "fixed<7, 2>",
    "Object",
    "any",
];

/// How many of them every ORB has.
const EVERYWHERE: usize = 17;

/// What valuetypes can box.
const BOXED: [&str; 5] = [
    "string",
    "double",
    "sequence<octet>",
    "sequence<W0, 3>",
    "wstring",
];

/// A drawn definition.
pub(super) struct Family {
    /// All its types.
    pub(super) whole: Dynamic,
    /// Without those that nothing needs.
    pub(super) known: Dynamic,
    /// The names of those.
    pub(super) unknown: Vec<String>,
    /// Whether it has only types that every ORB has.
    pub(super) is_everywhere: bool,
}

/// The `index`th of a seed.
///
/// # Errors
/// Our front end refuses it.
pub(super) fn nth(seed: u64, index: u64) -> Result<Family, String> {
    let mut drawing = Drawing {
        draw: Draw::nth(seed, index),
        types: Vec::new(),
        values: 0,
        members: 0,
        words: WORDS.len(),
    };
    let is_everywhere = drawing.draw.chance(60);
    if is_everywhere {
        drawing.words = EVERYWHERE;
    }
    // Most have identifiers without a gap behind them, where omniORB writes everything (`peers/corba.md`).
    let name = match drawing.draw.chance(75) {
        true => format!("family{:06}", index % 1_000_000),
        false => format!("family{index:03}"),
    };
    let known = format!("#pragma prefix \"{name}\"\n{}", drawing.known());
    let mut whole = known.clone();
    let mut unknown = Vec::new();
    for at in 0..drawing.draw.between(0, 2) {
        let base = match unknown.last() {
            Some(before) if drawing.draw.chance(40) => String::clone(before),
            _ => drawing.value(),
        };
        unknown.push(format!("X{at}"));
        let members = drawing.state();
        let truncatable = drawing.truncatable(80);
        let _ = writeln!(
            whole,
            "valuetype X{at} : {truncatable}{base} {{{members}}};"
        );
    }
    let read = |text: String| {
        let read = Dynamic::read(&Definition::new(
            Language::Omg,
            name.as_str(),
            text.as_str(),
        ));
        read.map_err(|why| format!("{why}\n{text}"))
    };
    Ok(Family {
        whole: read(whole)?,
        known: read(known)?,
        unknown,
        is_everywhere,
    })
}

/// Whether a type is one that no other one needs.
pub(super) fn is_unknown(name: &str) -> bool {
    name.starts_with('X')
}

struct Drawing {
    draw: Draw,
    /// The names of types that are no valuetypes, and of boxes.
    types: Vec<String>,
    /// How many valuetypes there are: each may name each.
    values: usize,
    /// How many members there are: what is derived has those of its bases, too.
    members: usize,
    /// How many of the words there are.
    words: usize,
}

impl Drawing {
    fn known(&mut self) -> String {
        self.values = self.draw.between(1, 4);
        let mut text = "abstract valuetype A0 {};\n".to_owned();
        for at in 0..self.values {
            let _ = writeln!(text, "valuetype W{at};");
        }
        for at in 0..self.draw.between(0, 4) {
            text += &self.other(at);
            self.types.push(format!("T{at}"));
        }
        for at in 0..self.values {
            let bases = match at {
                // Nobody can have one that nothing is derived from.
                0 => " : A0".to_owned(),
                _ if self.draw.chance(60) => {
                    let base = self.draw.below(at);
                    format!(" : {}W{base}", self.truncatable(60))
                }
                _ => String::new(),
            };
            let members = self.state();
            let _ = writeln!(text, "valuetype W{at}{bases} {{{members}}};");
        }
        text
    }

    fn truncatable(&mut self, percent: u32) -> &'static str {
        match self.draw.chance(percent) {
            true => "truncatable ",
            false => "",
        }
    }

    /// An enumeration, a box, a union or a struct.
    fn other(&mut self, at: usize) -> String {
        match self.draw.below(6) {
            0 => format!("enum T{at} {{ T{at}a, T{at}b, T{at}c }};\n"),
            1 => format!("valuetype T{at} {};\n", self.draw.pick(&BOXED)),
            2 => {
                let (one, two, rest) = (self.member(), self.member(), self.member());
                format!(
                    "union T{at} switch (long) {{ case 1: {one} case -7: case 9: {two} default: {rest} }};\n"
                )
            }
            3 => {
                let (yes, no) = (self.member(), self.member());
                format!("union T{at} switch (boolean) {{ case TRUE: {yes} case FALSE: {no} }};\n")
            }
            _ => {
                let members: String = (0..self.draw.between(1, 4))
                    .map(|_| self.member() + " ")
                    .collect();
                format!("struct T{at} {{ {members}}};\n")
            }
        }
    }

    /// The state of a valuetype. A number ends it: where it ends in a valuetype, and is all that a receiver knows of a value,
    /// omniORB does not find what follows the value (`peers/corba.md`).
    fn state(&mut self) -> String {
        let members = (0..self.draw.between(0, 4)).map(|_| {
            let access = *self.draw.pick(&["public", "private"]);
            format!(" {access} {}", self.member())
        });
        let members: String = members.collect();
        self.members += 1;
        format!("{members} public long n{};", self.members)
    }

    fn member(&mut self) -> String {
        let ty = self.ty();
        let at = self.members;
        self.members += 1;
        let length = match self.draw.chance(10) {
            true => format!("[{}]", self.draw.between(1, 3)),
            false => String::new(),
        };
        format!("{ty} f{at}{length};")
    }

    fn ty(&mut self) -> String {
        match self.draw.below(20) {
            0..=7 => self.place(),
            8 | 9 => format!("sequence<{}>", self.place()),
            10 => format!("sequence<{}, 4>", self.place()),
            _ => (*self.draw.pick(&WORDS[..self.words])).to_owned(),
        }
    }

    /// A place of valuetypes, or of another type with a name.
    fn place(&mut self) -> String {
        match self.draw.below(12) {
            0 => "ValueBase".to_owned(),
            1 => "A0".to_owned(),
            2..=5 if !self.types.is_empty() => self.draw.pick(&self.types).clone(),
            _ => self.value(),
        }
    }

    fn value(&mut self) -> String {
        format!("W{}", self.draw.below(self.values))
    }
}
