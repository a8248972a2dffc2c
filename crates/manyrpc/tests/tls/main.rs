//! Secured connections: our own on both sides, what goes wrong, and foreign peers.

mod certificates;
mod failures;
mod foreign;
mod ours;
mod party;
