//! Reasons why stubs cannot be generated for a module.

use std::fmt;

use manyrpc_dynamic::LowerError;

/// Why stubs cannot be generated.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// An invalid module, which a front end should have rejected.
    Module(LowerError),
    /// The name of an enumeration without members or a union without arms, which has no values.
    Empty(String),
    /// A type, or the parameters of an operation, too large for the stack.
    Large {
        /// Its name.
        name: String,
        /// Its approximate size in bytes.
        bytes: u64,
    },
    /// The name of an operation that raises exceptions, if only records are generated.
    Raises(String),
    /// The generator produced invalid Rust, which is a bug.
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
                "`{name}` raises exceptions, which need stubs and not only records"
            ),
            Problem::Text(why) => write!(f, "the generator produced invalid Rust: {why}"),
        }
    }
}

impl std::error::Error for Problem {}
