//! `.x` files (RFC 5531, section 12; RFC 4506, section 6), and what Debian's rpcgen adds to them.
//!
//! - [`file`](mod@file): what a file is made of
//! - [`types`]: types drawn, each with what is known of it
//! - [`programs`]: programs drawn
//! - [`text`]: how a file is written
//! - [`mutate`]: the same with something wrong, perhaps
//!
//! Everything drawn has a meaning in C, too: rpcgen takes it, and so does a C compiler. Whoever has
//! another name space for it there says so by a prefix ([`text::write`]).

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

/// The `index`th definition of a seed, as what it is made of.
pub fn nth(seed: u64, index: u64) -> File {
    file(&mut Draw::nth(seed, index))
}

/// Draws what a file is made of.
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
