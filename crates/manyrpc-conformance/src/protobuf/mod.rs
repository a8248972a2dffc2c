//! Protocol Buffers.
//!
//! - [`official`]: the official conformance suite
//! - [`testee`]: what its runner asks

pub mod official;
pub mod testee;
