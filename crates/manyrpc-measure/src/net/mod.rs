//! Impaired, remote and busy networks, created on this machine.
//!
//! - [`topology`]: the requested network between clients and servers
//! - [`testbed`]: the network in place: where servers and clients are started
//! - [`namespaces`]: two network namespaces, and the link between them
//! - [`background`]: background traffic on that link
//! - [`impairment`]: impairments of packets, as data and in text form
//! - [`relay`]: the relay between clients and a server that applies them, or only counts
//! - [`wire`]: what one call puts on the wire
//! - [`fate`]: the fate of each packet, drawn from a seed
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
