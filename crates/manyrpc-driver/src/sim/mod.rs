//! Virtual time, a seeded network that loses, delays, doubles and cuts, and processes that crash.
//!
//! A [`World`] holds servers and clients, each an engine behind the contract of `manyrpc_engine`, and the
//! links between their hosts. Clients follow a script ([`Actor`]). Nothing in a run depends on the
//! machine, the clock or the order of memory addresses: the same seed and the same set-up give the
//! same [`Log`], to the last nanosecond, and a million calls under heavy loss take seconds.
//!
//! What is modelled: per direction of a link latency, rate with a queue, loss, duplication, reordering,
//! corruption, fragments ([`Conditions`]); datagram sockets with a bounded buffer, connected or not,
//! and broadcast; streams with windows, segmentation, retransmission times, refusal and reset
//! ([`StreamOptions`]); service times; partitions, crashes and restarts ([`Command`]).
//!
//! [`counter`] is Levy's dependability test on top of it.

mod caller;
mod client;
mod conditions;
mod conn;
pub mod counter;
mod event;
mod ids;
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
pub use ids::{Endpoint, LinkId, Transport};
pub use log::{Keep, Log, Record, What};
pub use rng::Rng;
pub use script::{Actor, Ctx, Cue};
pub use server::ServerFactory;
pub use world::{Command, End, World};
