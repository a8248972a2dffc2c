//! `.proto` files (the proto2 and proto3 language specifications, protobuf.dev).
//!
//! - `names`: names in one scope
//! - `files`: the files of a definition, and their mutual visibility
//! - `shape`: their declarations, and the possible fields
//! - `drawing`: the order in which these are drawn
//! - `fields`: the fields of messages, their numbers and options
//! - `enums`: enumerations
//! - `refer`: the names by which a type can be referenced
//! - `print`: the text
//!
//! protoc accepts every definition; the suites report any that it does not. [`spoil()`] changes one word or
//! one import, which may make a definition invalid.

mod drawing;
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
