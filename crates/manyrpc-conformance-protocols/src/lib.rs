//! What others say of our protocols: official conformance suites and foreign clients and servers.
//!
//! The command `manyrpc-conformance` runs these suites and those of transfer syntaxes whole
//! (`make conformance`), the tests of both crates their quick parts.
//!
//! - [`dce`]: the protocols of DCE
//! - [`inside`]: parts of suites that run in a network of their own

use manyrpc_conformance::suite::Suite;

pub mod dce;
pub mod inside;

/// Those that examine protocols.
pub const SUITES: &[Suite] = &[dce::raw::SUITE, dce::sequences::SUITE, dce::torture::SUITE];
