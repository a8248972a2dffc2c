//! `.proto` files (the proto2 and proto3 language specifications, protobuf.dev).

use std::fmt::Write;

use crate::Draw;
use crate::definition::{Definition, Language};
use crate::names::Names;

const SCALARS: [&str; 15] = [
    "double", "float", "int32", "int64", "uint32", "uint64", "sint32", "sint64", "fixed32",
    "fixed64", "sfixed32", "sfixed64", "bool", "string", "bytes",
];

/// Draws one definition.
pub fn definition(name: String, draw: &mut Draw) -> Definition {
    let mut text = format!("syntax = \"proto3\";\npackage {name};\n");
    let mut types = Names::default();
    for _ in 0..draw.between(1, 4) {
        let _ = writeln!(text, "message {} {{", types.take(draw, "Message"));
        let mut fields = Names::default();
        for number in 1..=draw.between(1, 6) {
            let scalar = *draw.pick(&SCALARS);
            let _ = writeln!(text, "  {scalar} {} = {number};", fields.take(draw, "f"));
        }
        text.push_str("}\n");
    }
    Definition {
        name,
        language: Language::Proto,
        text,
    }
}
