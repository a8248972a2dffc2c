//! `.idl` files (C706, chapter 4, and what Microsoft's compiler adds).
//!
//! Compilers accept different features, so a definition is drawn in a [`Dialect`]. Each definition also
//! specifies its server's behaviour, for foreign servers built from it: a line `cpp_quote("#define BODY_name
//! …")` has the C statements of the operation `name`, which set each pure output parameter to the input
//! parameter that it repeats.
//!
//! - [`dialect`]: the features that a definition may use
//! - `text`: declarations as text
//! - `types`: enumerations, unions, aliases
//! - `records`: structures and their members
//! - `sizes`: arrays and their sizes
//! - `operations`: parameters and results
//! - `spoil`: definitions with one word changed

pub mod dialect;
mod operations;
mod records;
mod sizes;
mod spoil;
mod text;
mod types;

use std::fmt::Write;

use crate::Draw;
use crate::definition::{Definition, Language};
use crate::names::Names;

pub use dialect::Dialect;
pub use spoil::spoil;

use text::{Known, WORDS};

/// Draws one definition, in any dialect.
pub fn definition(name: String, draw: &mut Draw) -> Definition {
    let dialect = *draw.pick(&Dialect::ALL);
    definition_in(dialect, name, draw)
}

/// The `index`th definition of a seed in a dialect.
pub fn nth(dialect: Dialect, seed: u64, index: u64) -> Definition {
    definition_in(dialect, format!("d{index}"), &mut Draw::nth(seed, index))
}

/// Draws one definition in a dialect.
pub fn definition_in(dialect: Dialect, name: String, draw: &mut Draw) -> Definition {
    let mut interface = Interface {
        draw,
        dialect,
        names: Names::without(WORDS),
        known: Vec::new(),
        constants: Vec::new(),
        full_by_default: false,
        text: String::new(),
    };
    let text = interface.whole(&name);
    Definition::new(Language::Dce, name, text)
}

/// An interface that is being drawn.
struct Interface<'d> {
    draw: &'d mut Draw,
    dialect: Dialect,
    /// Names that hold for the whole file.
    names: Names,
    /// The types so far.
    known: Vec<Known>,
    /// Constants of small positive numbers.
    constants: Vec<(String, u32)>,
    full_by_default: bool,
    text: String,
}

impl Interface<'_> {
    fn whole(&mut self, name: &str) -> String {
        let head = self.head(name);
        for _ in 0..self.draw.below(3) {
            self.constant();
        }
        for _ in 0..self.draw.between(2, 6) {
            self.definition();
        }
        for _ in 0..self.draw.between(1, 4) {
            self.operation();
        }
        format!("{head}{{\n{}}}\n", self.text)
    }

    fn head(&mut self, name: &str) -> String {
        let class = self.dialect.class(self.draw);
        self.full_by_default = class == "ptr";
        let (first, last) = (self.draw.number() as u32, self.draw.number() >> 16);
        let uuid = format!("{first:08x}-0000-4000-8000-{last:012x}");
        let version = match self.draw.chance(30) {
            true => self.draw.below(9).to_string(),
            false => format!("{}.{}", self.draw.below(4), self.draw.below(3)),
        };
        format!("[uuid({uuid}), version({version}), pointer_default({class})]\ninterface {name}\n")
    }

    /// `const` of a number of which arrays may have as many elements.
    fn constant(&mut self) {
        let name = match self.dialect.scoped_constants {
            true => self.names.take(self.draw, "C"),
            false => format!("CONSTANT_{}", self.constants.len()),
        };
        let value = self.draw.between(1, 6) as u32;
        let ty = *self.draw.pick(&["long", "short", "unsigned long", "small"]);
        let ty = self.dialect.named(ty);
        let _ = writeln!(self.text, "    const {ty} {name} = {value};");
        self.constants.push((name, value));
    }

    /// A small number, or a constant's name.
    fn number(&mut self) -> String {
        let plain = self.constants.is_empty() || !self.dialect.named_bounds;
        match plain || self.draw.chance(70) {
            true => self.draw.between(1, 5).to_string(),
            false => self.draw.pick(&self.constants).0.clone(),
        }
    }
}
