//! Foreign programs driven through their standard input and output.
#![allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "each test file uses a part"
)]

pub mod bench;
pub mod database;
pub mod dynamic;
pub mod interop;
pub mod interop_clients;
mod known;
pub mod papers;
mod peer;
pub mod telling;
pub mod world;

pub(crate) use known::judge;
pub use peer::{Peer, root};
