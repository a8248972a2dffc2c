//! The floor: a tagged ping-pong with nothing in it that is not needed.
//!
//! Every other system is measured against it, so it does as little as a program
//! on plain sockets could. Its wire, all numbers big-endian:
//!
//! ```text
//! request  [u32 length of what follows, stream only][u32 tag][u32 operation][body]
//! reply    [u32 length of what follows, stream only][u32 tag, echoed][body]
//! fault    as a reply, with the tag's top bit set and a u32 status as its body
//! ```
//!
//! An operation whose low 8 bits are all set is *canned*: a server answers it with
//! as many bytes as the other 24 bits say, out of a frame it keeps, and without
//! asking the application. A client keeps its last canned request and can send it
//! again with [`Client::resend`]. Both only patch the tag.
//!
//! - [`pdu`]: the wire's numbers
//! - [`client`]: calls, without retransmission
//! - [`server`]: replies, and canned ones
//! - [`fault`]: faults to and from their status

pub mod client;
pub mod fault;
pub mod pdu;
pub mod server;

pub use client::Client;
pub use server::Server;
