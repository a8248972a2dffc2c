//! TLS connections: our own on both sides, failures, and foreign peers.

#[cfg(feature = "tokio")]
mod attempts;
mod certificates;
#[path = "../../../manyrpc-lab/tests/support/dynamic.rs"]
mod dynamic;
mod failures;
mod foreign;
#[cfg(feature = "tokio")]
mod futures;
mod ours;
mod party;
mod peers;
#[path = "../../../manyrpc-lab/tests/support/world.rs"]
mod world;
