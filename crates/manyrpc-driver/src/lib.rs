//! Drivers: the only input and output there is.
//!
//! A driver owns sockets, clocks and threads and knows no protocol: it works
//! against the [engine contract](manyrpc_engine::contract) alone.
//!
//! - [`blocking`]: the caller's own thread sends and receives
//! - [`node`]: both roles on one socket, for many callers
//! - [`server`]: listeners, reactors and dedicated threads behind one handler
//! - [`sim`]: virtual time and a seeded bad network
//! - [`address`]: where to connect to, and where one listens
//! - [`clock`]: the system's monotonic clock as the engines' instant
//! - [`counters`]: what passes through, counted
//! - [`tls`]: security of streams, between sockets and engines

pub mod address;
mod associations;
pub mod blocking;
mod calls;
pub mod clock;
pub mod counters;
pub mod node;
mod receive;
pub mod server;
pub mod sim;
mod socket;
mod streams;
pub mod tls;
mod wait;
mod wakers;
mod workers;
