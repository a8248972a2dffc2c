//! Conformance tests of our protocols: official suites, and foreign clients and servers.
//!
//! The command `manyrpc-conformance` runs these suites and those of transfer syntaxes in full (`make
//! conformance`); the tests of both crates run their quick parts.
//!
//! - [`connect`]: gRPC, tested by ConnectRPC's suite
//! - [`dce`]: the protocols of DCE, tested by Samba
//! - [`inside`]: parts of suites that run in separate network namespaces

pub mod connect;
pub mod dce;
mod h2spec;
pub mod inside;

use manyrpc_conformance::suite::Suite;

/// The suites for protocols.
pub const SUITES: &[Suite] = &[
    connect::SERVER,
    connect::CLIENT,
    h2spec::SUITE,
    dce::raw::SUITE,
    dce::sequences::SUITE,
    dce::torture::SUITE,
];

/// The parts of suites that run in separate network namespaces.
pub const PARTS: &[(&str, inside::Part)] = &[
    ("dce-serve", dce::server::inside),
    ("dce-raw", dce::raw::inside),
    ("dce-raw-realm", dce::raw::with_realm),
    ("dce-raw-samba", dce::raw::of_samba),
    ("dce-sequences", dce::sequences::inside),
    ("dce-torture", dce::torture::inside),
    ("dce-torture-realm", dce::torture::with_realm),
];
