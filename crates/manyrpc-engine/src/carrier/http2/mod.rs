//! HTTP/2, both roles, without I/O.
//!
//! Reading list: RFC 9113 (all but server push, CONNECT and priorities, which it lets one leave
//! out) and RFC 7541; CVE-2023-44487, CVE-2024-27316 and CVE-2025-8671 for what peers do with it.
//!
//! [`Connection`] is one side of a connection: verbs to send with, [`Event`]s of what arrived. The
//! contract with the driver is that of all engines: what is received lies in the driver's
//! [`Rx`](crate::Rx) and events point into it, what is sent lies in a buffer of the connection's
//! that content is written into in place.
//!
//! - [`config`]: what is offered to the peer, and the cap of everything it can make us spend
//! - [`event`], [`fault`]: what is told to the user
//! - [`fields`], [`head`]: lists of header fields, and what makes them a message
//! - [`frame`], [`settings`]: what lies on the wire
//! - [`hpack`]: header compression
//! - [`state`]: the states of a stream as a table
//! - `connection`: the parts of one, and how frames and messages pass through them
//! - `received`: header blocks that come again and again; `streams`: those that are open; `flow`: windows;
//!   `allowance`: how much a peer may do that costs us and carries nothing forward
//!
//! Large messages are copied once at most. Sent, they are marshalled behind the room for a frame's
//! header and leave from there, unless the peer's windows or frames are smaller than they. Received,
//! a DATA frame is lent where it lies, whatever its size; what came in several is put together by
//! the user and takes the receive buffer's place ([`Connection::lend`]).

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

mod allowance;
pub mod config;
mod connection;
pub mod event;
pub mod fault;
pub mod fields;
mod flow;
pub mod frame;
pub mod head;
pub mod hpack;
mod received;
pub mod settings;
pub mod state;
mod streams;

pub use config::Config;
pub use connection::{Connection, Heading, Prepared};
pub use event::{By, Event, Farewell, StreamId};
pub use fault::{Refused, Violation};
pub use fields::{Field, Fields, Indexing};
pub use frame::ErrorCode;
