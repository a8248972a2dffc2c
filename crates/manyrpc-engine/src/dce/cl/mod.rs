//! The connectionless protocol, ncadg_ip_udp, and Apollo NCS, which differs only in data.
//!
//! Reading list: C706 chapters 9 (section 9.5), 10 (protocol machines) and 12 (section 12.5, PDUs),
//! appendices K (timeouts) and P (conversation manager); MS-RPCE 2.2.5; FreeDCE's
//! `rpc-internals.pdf` for the behaviour of deployed runtimes where C706 leaves it open.
//!
//! - [`pdu`]: headers and bodies
//! - [`fault`]: mapping faults to and from fault and reject PDUs
//! - [`personality`]: the differences between runtimes, as data; [`timers`]: their timeouts
//! - [`callback`]: the conversation manager, by which a server identifies its client
//! - [`generated`]: its arguments and results, from `interfaces/conv.idl`
//! - [`client`], with `activities`: calls, one at a time per activity
//! - [`server`], with `records`: the state of each activity; `stage`: that of its call; at most
//!   once; and `spaces`: the clients that it keeps context handles for
//! - `transmit`, `window`: fragmenting a message and sending it; `receive`: reassembly
//! - `outbox`: the send queue; `lending`: what is lent of the receive buffer; `spares`: unused
//!   large buffers; `uuids`
//!
//! # At most once
//!
//! A call is identified by its activity and sequence number, and an activity makes one call at a
//! time. A server that knows an activity distinguishes new calls from old by their number. If it
//! does not, or if the client does not know the server's boot time, the server calls the client
//! back to ask which call it is making ([`callback`]), before it executes a call that must not be
//! executed twice. So the state of activities whose results were acknowledged may be dropped at any
//! time. If results were not acknowledged, their client may still be waiting and confirm the call:
//! such activities are remembered for [`keep_for`](crate::limits::ReplyCacheLimits::keep_for) or
//! [`Timeouts::idle`], whichever is longer, after their last PDU; when there is no room for another
//! activity, the new one waits and no old one is forgotten.
//!
//! A client acknowledges its last results when it ends; those of a client that dies are kept for
//! the full time, so a server of very many clients with one call each needs a higher
//! [`activities`](crate::limits::DceLimits::activities). A client whose driver runs no timers
//! between calls may leave results unacknowledged: its server retransmits them five times (C706's
//! MAX_REPLIES) and gives up.
//!
//! A restarted server recognises calls to its previous instance by the boot time in their PDUs, and
//! rejects them; the first callback binds a call to the instance that sent it.
//!
//! ```
//! use manyrpc_engine::dce::cl::{Client, Personality, Server, pdu};
//! use manyrpc_engine::{CallHead, ClientEngine, Clock, Instant, InterfaceId, Limits, Rx};
//! use manyrpc_engine::ServerEngine;
//!
//! let mut client = Client::new(Limits::default(), Personality::DEFAULT, 1);
//! let mut server = Server::new(Limits::default(), Personality::DEFAULT, 2, 1_700_000_000);
//! client.begin_call(&CallHead::new(InterfaceId::of_uuid([7; 16], 1, 0), 0))?;
//! client.finish_call(Instant::ZERO)?;
//! let mut rx = Rx { from: Some(([127, 0, 0, 1], 1024).into()), ..Rx::default() };
//! rx.buf.put(client.poll_transmit().unwrap().bytes);
//! // The server does not know the activity, so it calls the client back first.
//! assert!(server.next_call(&mut rx, &Clock::at(Instant::ZERO)).is_none());
//! let callback = pdu::Header::parse(server.poll_transmit().unwrap().bytes).unwrap();
//! assert_eq!(callback.ptype, pdu::PduType::Request);
//! # Ok::<(), manyrpc_engine::CallError>(())
//! ```

//!
//! # Context handles
//!
//! A server that keeps state for a client between calls must identify that client, and detect when
//! it is gone. For the former it calls back once per activity with `conv_who_are_you2`, before the
//! first call of an operation with context handles ([`Server::keep_contexts`]), in place of the
//! other callback if that is due too; other calls are not delayed. For the latter it relies on
//! keepalives: a client with context handles sends `convc_indy` every [`Timeouts::indy`], first
//! when it gets them ([`keep_alive`](crate::contract::Liveness::keep_alive)).

pub mod callback;
pub mod client;
pub mod fault;
pub mod generated;
mod lending;
mod outbox;
pub mod pdu;
pub mod personality;
mod receive;
pub mod server;
mod spares;
pub mod timers;
mod transmit;
mod uuids;
mod window;

pub use client::Client;
pub use personality::Personality;
pub use server::Server;
pub use timers::Timeouts;
