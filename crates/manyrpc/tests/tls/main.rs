//! TLS connections: our own on both sides, failures, and foreign peers.

mod certificates;
mod failures;
mod foreign;
#[cfg(feature = "tokio")]
mod futures;
mod ours;
mod party;
