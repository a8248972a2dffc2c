//! Reasons why a module cannot become source text.

use std::fmt;

use manyrpc_dynamic::LowerError;

/// Why no source text can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The module is not one that a front end should have let through.
    Module(LowerError),
    /// An enumeration without members or a union without arms, which has no value; its name.
    Empty(String),
    /// A type, or the parameters of an operation, too large to be passed around.
    Large {
        /// Its name.
        name: String,
        /// About how large.
        bytes: u64,
    },
    /// An operation that raises exceptions, where only records are written; its name.
    Raises(String),
    /// The generator wrote something that is not Rust: our fault.
    Text(String),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Module(why) => why.fmt(f),
            Problem::Empty(name) => write!(f, "`{name}` has neither members nor arms, so no value"),
            Problem::Large { name, bytes } => write!(
                f,
                "`{name}` takes about {bytes} bytes of a stack, more than its stubs can handle; \
                 an array of variable length takes none"
            ),
            Problem::Raises(name) => write!(
                f,
                "`{name}` raises exceptions, which takes stubs; records alone cannot tell them"
            ),
            Problem::Text(why) => write!(f, "the generator wrote text that is not Rust: {why}"),
        }
    }
}

impl std::error::Error for Problem {}
