//! The connectionless protocol, ncadg_ip_udp; Apollo NCS is the same with other data.
//!
//! Reading list: C706 chapters 9 (section 9.5), 10 (protocol machines) and 12 (section 12.5, PDUs),
//! appendices K (time-outs) and P (conversation manager); MS-RPCE 2.2.5; FreeDCE's
//! `rpc-internals.pdf` for what deployed runtimes do where C706 leaves it open.
//!
//! - [`pdu`]: headers and bodies
//! - [`fault`]: faults to and from fault and reject PDUs
//! - [`personality`]: what differs between runtimes, as data; [`timers`]: how long they wait
//! - [`callback`]: the conversation manager, by which a server asks a client who it is
//! - [`generated`]: its arguments and results, from `interfaces/conv.idl`
//! - [`client`], with `activities`: calls, several at a time in an activity each
//! - [`server`], with `records`: what it knows of each activity; `stage`: where its call stands; at most
//!   once; and `spaces`: the clients that it keeps contexts for
//! - `transmit`, `window`: sending a message as fragments; `receive`: putting one together
//! - `outbox`: what is to be sent; `lending`: what of the receive buffer is lent; `spares`: large buffers
//!   between two uses; `uuids`
//!
//! # At most once
//!
//! A call is named by its activity and number, and an activity makes one call at a time. A server
//! that knows an activity tells new calls from old by their number. One that does not, or whose
//! client does not know when the server started, calls the client back and asks which call it is
//! making ([`callback`]) before it carries out a call that must not be carried out twice. So memory
//! of activities whose results were acknowledged may be dropped at any time. Where results were not
//! acknowledged, the client may still be waiting and say so: those activities are remembered for
//! [`keep_for`](crate::limits::ReplyCacheLimits::keep_for) and [`Timeouts::idle`], whichever is longer, after they were
//! last heard of, and when there is no room for one more, the new one waits, not an old one is forgotten.
//!
//! A client acknowledges its last results when it goes; those of a client that dies are remembered as
//! long as any, so a server of very many clients that live for one call wants larger
//! [`activities`](crate::limits::DceLimits::activities). A client whose driver runs no timers between its calls may
//! leave a result unacknowledged: its server sends it five times more (C706's MAX_REPLIES) and gives up.
//!
//! A server that starts again knows it by the boot time in what clients send, and refuses; the first
//! question binds a call to the life of the server that asked.

//!
//! # Contexts
//!
//! A server that keeps state for a client between its calls must know which client that is, and when
//! it is gone. The first it asks once for each activity, with `conv_who_are_you2`, before the first call
//! of an operation that has to do with contexts ([`Server::keep_contexts`]), in place of the other question
//! where that is due too; no other call pays for it. The second it knows by the client's silence: a
//! client with contexts says `convc_indy` every [`Timeouts::indy`], at first when it got them
//! ([`keep_alive`](crate::contract::Liveness::keep_alive)).

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
