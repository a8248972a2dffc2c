//! DCE's IDL as a language, compared with foreign compilers.
//!
//! - [`accepted`]: acceptance of definitions
//! - [`silent`]: attributes that are accepted and ignored
//! - `widl`: Wine's compiler

pub mod accepted;
pub mod silent;
mod widl;
