//! A connection as the network keeps it.

use std::collections::VecDeque;

use manyrpc_engine::Instant;

#[derive(Debug, Default)]
pub(super) struct Conn {
    pub(super) life: u32,
    /// The endpoints of both sides.
    pub(super) ends: [u32; 2],
    /// The server's session.
    pub(super) session: Option<u32>,
    pub(super) open: [bool; 2],
    pub(super) closed: [bool; 2],
    /// What each side sends.
    pub(super) pipes: [Pipe; 2],
    /// When the connection began to fail, if it did.
    pub(super) dying_since: Option<Instant>,
}

#[derive(Debug, Default)]
pub(super) struct Pipe {
    /// Sent and not read yet, in order; the first has the number `first`.
    pub(super) segments: VecDeque<Segment>,
    pub(super) first: u32,
    /// Bytes sent whose reading the sender does not know of.
    pub(super) in_flight: usize,
}

#[derive(Debug)]
pub(super) struct Segment {
    /// Its bytes; `None` for the end of the stream.
    pub(super) packet: Option<u32>,
    pub(super) arrived: bool,
    pub(super) sent: Instant,
    pub(super) tries: u8,
}

/// The result of a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Read {
    Nothing,
    Bytes,
    End,
}
