//! HTTP/2, both roles, without I/O.
//!
//! Reading list: RFC 9113 (except server push, CONNECT and priorities, which are optional) and RFC
//! 7541; CVE-2023-44487, CVE-2024-27316 and CVE-2025-8671 for attacks.
//!
//! [`Connection`] is one side of a connection: methods to send, [`Event`]s of what arrived. Its use
//! is that of all engines: received bytes lie in the driver's [`Rx`](crate::Rx) and events point
//! into it; output lies in a buffer of the connection, where content is written in place.
//!
//! - [`config`]: offered settings, and the limits on what a peer can make us spend
//! - [`event`], [`fault`]: events and errors
//! - [`head`]: whether a list of header [`fields`] is a valid message
//! - [`frame`], [`settings`]: the wire format
//! - [`hpack`]: header compression
//! - [`state`]: the states of a stream, as a table
//! - `connection`: the parts of one, and how frames and messages pass through them
//! - [`carrier`]: what protocols above use of it; [`exchange`]: the same where another implementation of HTTP reads and
//!   writes the frames
//! - `received`: repeated header blocks; `streams`: open streams; `flow`: windows; `token_bucket`:
//!   rate limits for what costs us work without advancing a message
//!
//! Large messages are copied at most once. To send, they are marshalled after space for a frame
//! header and sent from there, unless the peer's windows or frames are smaller. On receipt, a DATA
//! frame of any size is lent in place; a message in several frames is reassembled by the user and
//! replaces the receive buffer's content ([`Connection::lend`]).

//!
//! ```
//! use manyrpc_engine::carrier::http2::{Config, Connection, Event, Field};
//! use manyrpc_engine::{Clock, Instant, Limits, Rx};
//!
//! let mut client = Connection::client(&Limits::default(), Config::default());
//! let mut server = Connection::server(&Limits::default(), Config::default());
//! let stream = client.request(
//!     &[
//!         Field::new(b":method", b"POST"),
//!         Field::new(b":scheme", b"http"),
//!         Field::new(b":path", b"/greet"),
//!     ],
//!     false,
//! )?;
//! client.begin_data(stream)?;
//! client.body().put(b"hello");
//! client.finish_data(true)?;
//!
//! // What a driver does with sockets.
//! let mut rx = Rx::default();
//! while let Some(bytes) = client.poll_transmit() {
//!     rx.buf.put(bytes);
//!     let sent = bytes.len();
//!     client.sent(sent);
//! }
//! while let Some(event) = server.next_event(&mut rx, &Clock::at(Instant::ZERO)) {
//!     match event {
//!         Event::Headers { .. } => assert_eq!(server.head().get(b":path"), Some(&b"/greet"[..])),
//!         Event::Data { stream, range, end } => {
//!             assert_eq!((&rx.buf.data()[range.clone()], end), (&b"hello"[..], true));
//!             server.consumed(stream, range.len() as u32);
//!             server.respond(stream, &[Field::new(b":status", b"204")], true)?;
//!         }
//!         other => panic!("{other:?}"),
//!     }
//! }
//! assert!(server.poll_transmit().is_some());
//! # Ok::<(), manyrpc_engine::carrier::http2::Refused>(())
//! ```

pub mod carrier;
pub mod config;
mod connection;
pub mod event;
pub mod exchange;
pub mod fault;
mod flow;
pub mod frame;
pub mod head;
pub mod hpack;
mod received;
pub mod settings;
pub mod state;
mod streams;
mod token_bucket;

pub use crate::carrier::fields::{self, Field, Fields, Indexing};
pub use carrier::Carrier;
pub use config::Config;
pub use connection::{Connection, Heading, Prepared};
pub use event::{By, Event, GoAwayReason, StreamId};
pub use exchange::Exchange;
pub use fault::{Refused, Violation};
pub use frame::ErrorCode;
