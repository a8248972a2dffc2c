//! Protocol Buffers.
//!
//! - [`drawn`]: drawn definitions, and bytes drawn for them, against Google's codec
//! - [`accepted`]: which definitions are accepted, against Google's compiler
//! - [`official`]: the official conformance suite
//! - [`testee`]: what its runner asks

pub mod accepted;
pub mod drawn;
pub mod official;
mod protoc;
pub mod testee;
