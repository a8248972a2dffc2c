//! What others say of our protocols: official conformance suites and foreign clients and servers.
//!
//! The command `manyrpc-conformance` runs these suites and those of transfer syntaxes whole
//! (`make conformance`), the tests of both crates their quick parts.
//!
//! - [`connect`]: gRPC, by the suite of ConnectRPC
//! - [`dce`]: the protocols of DCE
//! - [`inside`]: parts of suites that run in a network of their own

pub mod connect;
pub mod dce;
mod h2spec;
pub mod inside;

use manyrpc_conformance::suite::Suite;

/// Those that examine protocols.
pub const SUITES: &[Suite] = &[
    connect::SERVER,
    connect::CLIENT,
    h2spec::SUITE,
    dce::raw::SUITE,
    dce::sequences::SUITE,
    dce::torture::SUITE,
];
