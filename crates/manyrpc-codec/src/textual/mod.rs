//! What syntaxes of characters share: JSON and XML.
//!
//! - [`bits`]: a stack of bits, for what is open
//! - [`place`]: where a reader is in text, and what went wrong
//! - [`runs`]: how far text goes on without a character that means something

pub(crate) mod bits;
pub(crate) mod place;
pub(crate) mod runs;
