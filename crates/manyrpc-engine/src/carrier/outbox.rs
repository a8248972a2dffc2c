//! What is complete and waits to be sent on a stream.
//!
//! Messages lie one after the other in one buffer, the one being written last,
//! so that everything that is due goes out in one system call.

use manyrpc_codec::Buf;

/// Messages to send, and behind them the one being written.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    /// All of it. Whoever writes appends.
    pub(crate) buf: Buf,
    complete: usize,
}

impl Outbox {
    /// Where the message being written starts.
    #[inline]
    pub(crate) fn start(&self) -> usize {
        self.complete
    }

    /// The message being written.
    #[inline]
    pub(crate) fn unfinished(&mut self) -> &mut [u8] {
        &mut self.buf.data_mut()[self.complete..]
    }

    /// The message being written is complete.
    #[inline]
    pub(crate) fn commit(&mut self) {
        self.complete = self.buf.len();
    }

    /// Drops the message being written.
    #[inline]
    pub(crate) fn rollback(&mut self) {
        self.buf.truncate(self.complete);
    }

    /// Drops everything.
    pub(crate) fn clear(&mut self) {
        self.buf.clear();
        self.complete = 0;
    }

    /// Puts other bytes in the place of all: the first `complete` of them are.
    pub(crate) fn restore(&mut self, buf: Buf, complete: usize) {
        self.buf = buf;
        self.complete = complete;
    }

    /// What is complete.
    #[inline]
    pub(crate) fn due(&self) -> &[u8] {
        &self.buf.data()[..self.complete]
    }

    /// `n` bytes of what is complete went.
    #[inline]
    pub(crate) fn sent(&mut self, n: usize) {
        let n = n.min(self.complete);
        self.complete -= n;
        self.buf.consume(n);
    }
}
