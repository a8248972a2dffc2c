//! `.proto` files (the proto2 and proto3 language specifications, protobuf.dev).
//!
//! - `names`: what may be called how in one scope
//! - `files`: the files of a definition, and what each sees of the others
//! - `shape`: what they declare, and what fields there can be
//! - `fields`: the fields of messages, their numbers and options
//! - `enums`: enumerations
//! - `refer`: by which names a type can be meant
//! - `print`: the text
//!
//! Each definition is one that protoc accepts: whoever compares says so where one is not. [`spoil()`]
//! changes one word of it, or one import, and it may be one no longer.

mod enums;
mod fields;
mod files;
mod names;
mod print;
mod refer;
mod shape;
mod spoil;

use crate::Draw;
use crate::definition::{Definition, Language};

pub use spoil::spoil;

/// Draws one definition.
pub fn definition(name: String, draw: &mut Draw) -> Definition {
    let shape = shape::Shape::draw(&name, draw);
    let mut texts = (0..shape.files.len()).map(|file| print::text(&shape, file, draw));
    let text = texts.next().unwrap_or_default();
    let imported = shape.files[1..].iter().map(|file| file.name.clone());
    Definition {
        text,
        imported: imported.zip(texts).collect(),
        name,
        language: Language::Proto,
    }
}
