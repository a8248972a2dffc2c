//! Protocol Buffers.
//!
//! - [`drawn`]: drawn definitions and bytes, compared with Google's codec
//! - [`accepted`]: acceptance of definitions, compared with Google's compiler
//! - [`json`]: their JSON, drawn for the same definitions
//! - [`official`]: the official conformance suite
//! - [`testee`]: the testee of its runner

pub mod accepted;
pub mod drawn;
pub mod json;
pub mod official;
mod protoc;
pub mod testee;
