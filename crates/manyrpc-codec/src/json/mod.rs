//! JSON.
//!
//! Reading list: RFC 8259, all of it; RFC 4648, section 4 (Base64).

mod cursor;
pub mod scan;
#[cfg(test)]
mod tests;

pub use crate::limits::Limits;
