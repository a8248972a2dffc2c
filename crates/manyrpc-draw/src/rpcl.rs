//! `.x` files (RFC 5531, section 12; RFC 4506, section 6).

use std::fmt::Write;

use crate::Draw;
use crate::definition::{Definition, Language};
use crate::names::Names;

const SCALARS: [&str; 8] = [
    "int",
    "unsigned int",
    "hyper",
    "unsigned hyper",
    "float",
    "double",
    "bool",
    "short",
];

/// Draws one definition.
pub fn definition(name: String, draw: &mut Draw) -> Definition {
    let mut text = String::new();
    let mut types = Names::default();
    for _ in 0..draw.between(1, 4) {
        let _ = writeln!(text, "struct {} {{", types.take(draw, "rec"));
        let mut fields = Names::default();
        for _ in 0..draw.between(1, 6) {
            let scalar = *draw.pick(&SCALARS);
            let _ = writeln!(text, "    {scalar} {};", fields.take(draw, "f"));
        }
        text.push_str("};\n");
    }
    Definition {
        name,
        language: Language::Rpcl,
        text,
    }
}
