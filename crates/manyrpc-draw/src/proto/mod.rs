//! `.proto` files (the proto2 and proto3 language specifications, protobuf.dev).
//!
//! - `names`: what may be called how in one scope
//! - `shape`: what a file declares, and what fields there can be
//! - `fields`: the fields of messages, their numbers and options
//! - `enums`: enumerations
//! - `print`: the text
//!
//! Each definition is one that protoc accepts: whoever compares says so where one is not. [`spoil()`]
//! changes one word of it, and it may be one no longer.

mod enums;
mod fields;
mod names;
mod print;
mod shape;
mod spoil;

use crate::Draw;
use crate::definition::{Definition, Language};

pub use spoil::spoil;

/// Draws one definition.
pub fn definition(name: String, draw: &mut Draw) -> Definition {
    let file = shape::File::draw(&name, draw);
    Definition {
        text: print::text(&file, draw),
        name,
        language: Language::Proto,
    }
}
