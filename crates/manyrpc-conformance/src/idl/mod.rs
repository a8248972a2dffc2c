//! DCE's IDL as a language, against foreign compilers.
//!
//! - [`accepted`]: which definitions are accepted
//! - [`silent`]: attributes that are accepted and change nothing
//! - `widl`: Wine's compiler

pub mod accepted;
pub mod silent;
mod widl;
