//! The languages called IDL, DCE's and OMG's, compared with foreign compilers.
//!
//! - [`accepted`]: acceptance of definitions
//! - [`omg`]: acceptance of definitions in OMG IDL, and their repository identifiers
//! - [`silent`]: attributes that are accepted and ignored
//! - `widl`: Wine's compiler

pub mod accepted;
pub mod omg;
pub mod silent;
mod widl;
