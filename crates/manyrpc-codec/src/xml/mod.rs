//! XML-RPC's values.
//!
//! Reading list: the XML-RPC specification (Winer, 1999, as amended 2003); XML 1.0 (fifth
//! edition), sections 2 to 4; the Apache extensions `ex:nil` and `ex:i8`.

mod charset;
mod cursor;
pub mod scan;
#[cfg(test)]
mod tests;
mod value;

pub use crate::limits::Limits;
pub use charset::to_utf8;
