//! `.idl` files (C706, chapter 4, and what Microsoft's compiler adds).

use std::fmt::Write;

use crate::Draw;
use crate::definition::{Definition, Language};
use crate::names::Names;

const SCALARS: [&str; 10] = [
    "small",
    "short",
    "long",
    "hyper",
    "unsigned small",
    "unsigned short",
    "unsigned long",
    "unsigned hyper",
    "float",
    "double",
];

/// Draws one definition.
pub fn definition(name: String, draw: &mut Draw) -> Definition {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "[uuid({:08x}-0000-4000-8000-{:012x}), version(1.0)]\ninterface {name}\n{{",
        draw.number() as u32,
        draw.number() >> 16,
    );
    let mut types = Names::default();
    for _ in 0..draw.between(1, 4) {
        text.push_str("    typedef struct {\n");
        let mut fields = Names::default();
        for _ in 0..draw.between(1, 6) {
            let scalar = *draw.pick(&SCALARS);
            let _ = writeln!(text, "        {scalar} {};", fields.take(draw, "f"));
        }
        let _ = writeln!(text, "    }} {};", types.take(draw, "rec"));
    }
    text.push_str("}\n");
    Definition {
        name,
        language: Language::Dce,
        text,
    }
}
