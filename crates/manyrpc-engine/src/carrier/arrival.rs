//! Receive state of a stream: the last message is lent, the next may be incomplete.
//!
//! ```
//! use manyrpc_engine::carrier::arrival::Arrival;
//! use manyrpc_engine::{Buf, Clock, Instant, Limits};
//!
//! let mut arrival = Arrival::new(&Limits::default());
//! arrival.lacks(8, &Clock::at(Instant::ZERO))?; // Part of a message has arrived.
//! assert!(arrival.wanted() == 8 && arrival.deadline().is_some());
//!
//! let mut buf = Buf::new();
//! buf.put(&[7; 12]);
//! arrival.lend(12); // The message is complete.
//! arrival.release(&mut buf);
//! assert!(buf.is_empty() && arrival.deadline().is_none());
//! # Ok::<(), manyrpc_engine::WireError>(())
//! ```

use core::time::Duration;

use manyrpc_codec::Buf;

use crate::Limits;
use crate::fault::WireError;
use crate::time::{Clock, Instant, nanos};

/// The receive state that every framing keeps.
#[derive(Debug)]
pub struct Arrival {
    patience_ns: u64,
    /// Length of the last message, at the front of the buffer.
    lent: usize,
    missing: usize,
    deadline: Option<Instant>,
}

impl Arrival {
    /// For a stream whose messages are within `limits`.
    pub fn new(limits: &Limits) -> Self {
        Arrival {
            patience_ns: nanos(limits.message_timeout),
            lent: 0,
            missing: 0,
            deadline: None,
        }
    }

    /// Consumes the message lent last.
    #[inline]
    pub fn release(&mut self, buf: &mut Buf) {
        let n = core::mem::take(&mut self.lent);
        if n > 0 {
            buf.consume(n.min(buf.len()));
        }
    }

    /// A message is complete in the first `bytes` of the buffer.
    #[inline]
    pub fn lend(&mut self, bytes: usize) {
        self.lent = bytes;
        self.rest();
    }

    /// Revokes the last loan, for somebody else to consume; returns its length in bytes.
    pub fn take_back(&mut self) -> usize {
        core::mem::take(&mut self.lent)
    }

    /// How many bytes at the front of the buffer are lent.
    pub fn lent(&self) -> usize {
        self.lent
    }

    /// `n` bytes were inserted at `end`, the end of the lent bytes: they are lent too.
    pub fn insert_after(&mut self, end: usize, n: usize) {
        debug_assert!(self.lent >= end, "only behind what is lent");
        self.lent += n;
    }

    /// A message has begun and needs at least `missing` more bytes.
    ///
    /// # Errors
    /// Its first byte arrived too long ago.
    pub fn lacks(&mut self, missing: usize, clock: &Clock) -> Result<(), WireError> {
        self.missing = missing;
        let now = clock.now();
        let due = || now + Duration::from_nanos(self.patience_ns);
        if now >= *self.deadline.get_or_insert_with(due) {
            return Err(WireError::TooSlow);
        }
        Ok(())
    }

    /// No message is incomplete.
    #[inline]
    pub fn rest(&mut self) {
        if self.deadline.is_some() {
            self.deadline = None;
            self.missing = 0;
        }
    }

    /// Starts over with another stream.
    pub fn restart(&mut self) {
        self.lent = 0;
        self.rest();
    }

    /// How many more bytes the message needs at least, according to its sender; 0 when none is
    /// incomplete.
    #[inline]
    pub fn wanted(&self) -> usize {
        self.missing
    }

    /// When the message must be complete.
    #[inline]
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Whether the message should be complete by `now`.
    #[inline]
    pub fn is_late(&self, now: Instant) -> bool {
        self.deadline.is_some_and(|due| now >= due)
    }
}
