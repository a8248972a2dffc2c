//! TLS connections: our own on both sides, failures, and foreign peers.

mod certificates;
mod failures;
mod foreign;
mod ours;
mod party;
