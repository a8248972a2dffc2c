//! What others say of our protocols: official conformance suites and foreign clients and servers.
//!
//! The command `manyrpc-conformance` runs these suites and those of transfer syntaxes whole
//! (`make conformance`), the tests of both crates their quick parts.

pub mod connect;
mod h2spec;

use manyrpc_conformance::suite::Suite;

/// Those that examine protocols.
pub const SUITES: &[Suite] = &[connect::SERVER, connect::CLIENT, h2spec::SUITE];
