//! Output of a stream: complete messages, and the one being written.
//!
//! All messages are in one buffer, the one being written last, so that all complete ones are sent
//! with one system call.

use manyrpc_codec::Buf;

/// Complete messages, followed by the one being written.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    /// All of it. Writers append.
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

    /// Completes the message being written.
    #[inline]
    pub(crate) fn commit(&mut self) {
        self.complete = self.buf.len();
    }

    /// A message of `n` bytes was appended: it is complete, and sent before the message being written.
    #[cold]
    pub(crate) fn commit_before(&mut self, n: usize) {
        self.unfinished().rotate_right(n);
        self.complete += n;
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

    /// Replaces the content; the first `complete` bytes are complete messages.
    pub(crate) fn restore(&mut self, buf: Buf, complete: usize) {
        self.buf = buf;
        self.complete = complete;
    }

    /// The complete messages.
    #[inline]
    pub(crate) fn due(&self) -> &[u8] {
        &self.buf.data()[..self.complete]
    }

    /// `n` bytes of the complete messages were sent.
    #[inline]
    pub(crate) fn sent(&mut self, n: usize) {
        let n = n.min(self.complete);
        self.complete -= n;
        self.buf.consume(n);
    }
}
