//! `.x` files (RFC 5531, section 12; RFC 4506, section 6), with the extensions of Debian's rpcgen.
//!
//! - [`file`](mod@file): the syntax tree of a file
//! - [`types`]: drawn types, with their properties
//! - [`programs`]: drawn programs
//! - [`text`]: the text of a file
//! - [`mutate`]: definitions with changes that may make them invalid
//!
//! Everything drawn is also valid in C: both rpcgen and a C compiler accept it. A prefix of all names avoids
//! collisions in C ([`text::write`]).

pub mod file;
pub mod mutate;
mod names;
pub mod programs;
pub mod text;
pub mod types;

#[cfg(test)]
mod tests;

use crate::Draw;
use crate::definition::{Definition, Language};

pub use file::File;

/// Draws one definition.
pub fn definition(name: String, draw: &mut Draw) -> Definition {
    Definition::new(Language::Rpcl, name, text::write(&file(draw), ""))
}

/// The syntax tree of the `index`th definition of a seed.
pub fn nth(seed: u64, index: u64) -> File {
    file(&mut Draw::nth(seed, index))
}

/// Draws the syntax tree of a file.
pub fn file(draw: &mut Draw) -> File {
    let mut types = types::Types::default();
    types.constants(draw);
    for _ in 0..draw.between(2, 7) {
        types.draw(draw);
    }
    if draw.chance(60) {
        programs::draw(&mut types, draw);
    }
    File { items: types.items }
}
