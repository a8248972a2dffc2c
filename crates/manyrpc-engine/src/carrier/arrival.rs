//! The messages of a stream as they arrive: the last one is lent, the next one may be under way.

use core::time::Duration;

use manyrpc_codec::Buf;

use crate::Limits;
use crate::fault::WireError;
use crate::time::{Clock, Instant};

/// What every kind of framing keeps of its stream.
#[derive(Debug)]
pub struct Arrival {
    patience: Duration,
    /// Bytes at the front of the buffer that the last message lies in.
    lent: usize,
    missing: usize,
    deadline: Option<Instant>,
}

impl Arrival {
    /// For a stream whose messages keep to `limits`.
    pub fn new(limits: &Limits) -> Self {
        Arrival {
            patience: limits.message_timeout,
            lent: 0,
            missing: 0,
            deadline: None,
        }
    }

    /// Consumes the message that was lent last.
    #[inline]
    pub fn release(&mut self, buf: &mut Buf) {
        let n = core::mem::take(&mut self.lent);
        if n > 0 {
            buf.consume(n.min(buf.len()));
        }
    }

    /// A message is complete, in the first `bytes` of the buffer.
    #[inline]
    pub fn lend(&mut self, bytes: usize) {
        self.lent = bytes;
        self.rest();
    }

    /// Takes back what was lent last, for somebody else to consume: how many bytes that is.
    pub fn take_back(&mut self) -> usize {
        core::mem::take(&mut self.lent)
    }

    /// How many bytes at the front of the buffer are lent.
    pub fn lent(&self) -> usize {
        self.lent
    }

    /// `n` bytes were inserted at `end`, where what is lent ends: they are lent too.
    pub fn insert_behind(&mut self, end: usize, n: usize) {
        debug_assert!(self.lent >= end, "only behind what is lent");
        self.lent += n;
    }

    /// A message has begun that lacks at least `missing` bytes.
    ///
    /// # Errors
    /// Its first byte came too long ago.
    pub fn lacks(&mut self, missing: usize, clock: &Clock) -> Result<(), WireError> {
        self.missing = missing;
        let now = clock.now();
        if now >= *self.deadline.get_or_insert(now + self.patience) {
            return Err(WireError::TooSlow);
        }
        Ok(())
    }

    /// No message is under way.
    #[inline]
    pub fn rest(&mut self) {
        if self.deadline.is_some() {
            self.deadline = None;
            self.missing = 0;
        }
    }

    /// Another stream begins.
    pub fn restart(&mut self) {
        self.lent = 0;
        self.rest();
    }

    /// How many more bytes the message needs at least, if its sender is to be believed; 0 when
    /// none is under way.
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
