//! DCE RPC: one interface notion, two protocols, and their ancestor.
//!
//! Reading list: C706 (DCE 1.1: Remote Procedure Call) chapters 9 to 13 and
//! appendices A, E, K, N; MS-RPCE, which says where deployed runtimes differ.
//!
//! - `co`: the connection-oriented protocol, over a stream
//! - `cl`: the connectionless protocol, over datagrams; Apollo NCS is the same with other data
//! - `fields`: integers of PDUs, in either byte order
//! - [`fault`]: faults to and from status codes, for both
//! - [`failure`]: what a call ends with as the one number that its caller may find
//! - `host`: what a server engine asks of the process it runs in
//! - [`uuid`]: UUIDs as they stand in PDUs
//!
//! Without the feature `dce` only the statuses are left: a definition may ask for them over any system.

#[cfg(feature = "dce")]
pub mod cl;
#[cfg(feature = "dce")]
pub mod co;
pub mod failure;
pub mod fault;
#[cfg(feature = "dce")]
pub mod fields;
#[cfg(feature = "dce")]
pub mod host;
pub mod uuid;

#[cfg(feature = "dce")]
pub use host::Host;
