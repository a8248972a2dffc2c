//! Virtual time, a seeded network that loses, delays, duplicates and partitions, and processes that
//! crash.
//!
//! A [`World`] holds servers and clients, each an engine behind the contract of `manyrpc_engine`,
//! and the links between their hosts, or peers, which both call and are called. Clients and peers follow a script ([`Actor`]). Nothing in a run depends
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
//!
//! With the handler `Echo`, over a network that loses every tenth packet:
//!
//! ```
//! use std::sync::Arc;
//!
//! use manyrpc_driver::sim::{Conditions, Ctx, Cue, Transport, What, World};
//! use manyrpc_engine::{Buf, Call, CallHead, Handler, InterfaceId, Limits, Outcome, raw};
//!
//! # struct Echo;
//! # impl Handler for Echo {
//! #     fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
//! #         reply.put(&received[call.arguments.clone()]);
//! #         Outcome::Done
//! #     }
//! # }
//! let at = |host, port| ([10, 0, 0, host], port).into();
//! let mut world = World::new(1);
//! world.usual(Conditions { loss: 0.1, ..Conditions::default() });
//! let server = Box::new(|_| Box::new(raw::Server::stream(Limits::default())) as _);
//! world.serve_stream(at(1, 9), server, Arc::new(Echo));
//! let client = Box::new(|seed| Box::new(raw::Client::stream(Limits::default(), seed)) as _);
//! let script = |cx: &mut Ctx<'_>, cue: Cue<'_>| {
//!     if matches!(cue, Cue::Opened) {
//!         cx.call(&CallHead::new(InterfaceId::ONLY, 1), |body| body.put(b"ping")).unwrap();
//!     }
//! };
//! world.client(at(2, 1), Transport::Stream, at(1, 9), client, script);
//! world.run();
//! assert_eq!(world.log().count(What::Reply), 1);
//! ```

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
mod peer;
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
pub use peer::PeerFactory;
pub use rng::Rng;
pub use script::{Actor, Ctx, Cue};
pub use server::ServerFactory;
pub use world::{Command, End, World};
