//! Drivers: all input and output of the workspace.
//!
//! A driver owns sockets, clocks and threads and knows no protocol: it uses only the [engine
//! contract](manyrpc_engine::contract).
//!
//! - [`blocking`]: a client whose calling thread sends and receives
//! - [`node`]: both roles on one socket, shared by many callers
//! - [`server`]: listeners, reactors and dedicated threads behind one handler
//! - [`sim`]: virtual time and a seeded unreliable network
//! - [`address`]: addresses of clients and servers
//! - [`clock`]: the system's monotonic clock as the engines' time
//! - [`counters`]: traffic counters
//! - [`tls`]: TLS between sockets and engines

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
mod wakers;
mod workers;
