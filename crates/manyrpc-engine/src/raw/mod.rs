//! The raw protocol: a minimal tagged request and reply.
//!
//! It is the baseline for all other systems, so it does as little as a program on plain sockets
//! could. Its wire format, with big-endian integers:
//!
//! ```text
//! request  [u32 length of the rest, stream only][u32 tag][u32 operation][body]
//! reply    [u32 length of the rest, stream only][u32 tag, echoed][body]
//! fault    as a reply, with the tag's top bit set and a u32 status as its body
//! ```
//!
//! An operation whose low 8 bits are all set is *canned*: a server answers it without asking the
//! application, with as many bytes as the other 24 bits state, from a frame it keeps. A client
//! keeps its last canned request and can send it again with [`Client::resend`]. Both only patch the
//! tag.
//!
//! - [`pdu`]: the wire format
//! - [`client`]: calls, without retransmission
//! - [`server`]: replies, including canned ones
//! - [`fault`]: mapping faults to and from statuses
//!
//! ```
//! use manyrpc_engine::raw::{Client, Server};
//! use manyrpc_engine::{
//!     CallHead, ClientEngine, Clock, Instant, InterfaceId, Limits, Rx, ServerEngine,
//! };
//!
//! let mut client = Client::datagram(Limits::default(), 1);
//! let mut server = Server::datagram(Limits::default());
//! client.begin_call(&CallHead::new(InterfaceId::ONLY, 7))?;
//! client.body().put(b"arguments");
//! client.finish_call(Instant::ZERO)?;
//!
//! let mut rx = Rx::default();
//! rx.buf.put(client.poll_transmit().unwrap().bytes);
//! let call = server.next_call(&mut rx, &Clock::at(Instant::ZERO)).unwrap();
//! assert_eq!(&rx.buf.data()[call.arguments], b"arguments");
//! # Ok::<(), manyrpc_engine::CallError>(())
//! ```

pub mod client;
pub mod fault;
pub mod pdu;
pub mod server;

pub use client::Client;
pub use server::Server;
