//! Networks that are bad, far or busy, made on this machine.
//!
//! - [`topology`]: what is between clients and servers, as it is asked for
//! - [`testbed`]: the same, made: where servers and clients are started
//! - [`namespaces`]: two machines on one, and the link between them
//! - [`background`]: the traffic of others on that link
//! - [`impairment`]: what a network does to packets, as data and as words on a command line
//! - [`relay`]: what stands between clients and a server and does it, or only counts
//! - [`wire`]: what one call puts on the wire
//! - [`fate`]: what becomes of each packet, drawn from a seed
//!
//! The simulator takes the same [`Impairment`](impairment::Impairment): its
//! [`Conditions`](manyrpc_driver::sim::Conditions) are made from one (`simulated.rs`).

pub mod background;
pub mod fate;
pub mod impairment;
mod line;
pub mod namespaces;
pub mod relay;
mod simulated;
pub mod testbed;
pub mod topology;
pub mod wire;
