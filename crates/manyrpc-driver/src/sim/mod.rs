//! Virtual time, a seeded network that loses, delays, duplicates and partitions, and processes that
//! crash.
//!
//! A [`World`] holds servers and clients, each an engine behind the contract of `manyrpc_engine`,
//! and the links between their hosts. Clients follow a script ([`Actor`]). Nothing in a run depends
//! on the machine, the clock or memory addresses: the same seed and setup give the same [`Log`], to
//! the nanosecond, and a million calls under heavy loss take seconds.
//!
//! The model covers, per direction of a link: latency, rate with a queue, loss, duplication,
//! reordering, corruption, fragmentation ([`Conditions`]); datagram sockets with a bounded buffer,
//! connected or not, and broadcast; streams with windows, segmentation, retransmission timeouts,
//! refusal and reset ([`StreamOptions`]); service times; partitions, crashes and restarts
//! ([`Command`]).
//!
//! [`counter`] is Levy's dependability test on top of it.

mod client;
mod conditions;
mod conn;
pub mod counter;
mod link;
mod log;
mod net;
mod pool;
mod queue;
mod rng;
mod script;
mod server;
mod world;

#[cfg(test)]
mod tests;

pub use client::ClientFactory;
pub use conditions::{Conditions, Corrupted, Delay, Segmentation, StreamOptions};
pub use log::{Keep, Log, Record, What};
pub use rng::Rng;
pub use script::{Actor, Ctx, Cue};
pub use server::ServerFactory;
pub use world::{Command, End, Endpoint, LinkId, Transport, World};
