//! Protocol Buffers.
//!
//! - [`drawn`]: drawn definitions, and bytes drawn for them, against Google's codec
//! - [`accepted`]: which definitions are accepted, against Google's compiler
//! - [`json`]: their JSON, drawn for the same definitions
//! - [`official`]: the official conformance suite
//! - [`testee`]: what its runner asks

pub mod accepted;
pub mod drawn;
pub mod json;
pub mod official;
mod protoc;
pub mod testee;
