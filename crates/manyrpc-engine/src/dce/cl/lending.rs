//! What is lent of the receive buffer.

use core::mem;
use core::ops::Range;

use manyrpc_codec::Buf;

use crate::contract::Rx;

/// The last loan: a datagram, or a message in its place.
#[derive(Debug, Default)]
pub(super) struct Lending {
    /// Length of the last received datagram, which calls and events point into.
    datagram: usize,
    /// The receive buffer, while a reassembled message is in its place, and the message's owner.
    parked: Option<(Buf, u32)>,
}

impl Lending {
    /// The datagram in `rx` is in use, until the next [`end`](Self::end) consumes it.
    #[inline]
    pub(super) fn datagram(&mut self, rx: &Rx) {
        self.datagram = rx.buf.len();
    }

    /// Lends a message in place of the content of `rx`, which is consumed; returns the message's
    /// position there.
    pub(super) fn message(&mut self, rx: &mut Rx, message: Buf, owner: u32) -> Range<usize> {
        let place = 0..message.len();
        let mut parked = mem::replace(&mut rx.buf, message);
        parked.clear();
        self.datagram = 0;
        self.parked = Some((parked, owner));
        place
    }

    /// Ends the loan. Returns a message's memory and its owner.
    #[inline]
    pub(super) fn end(&mut self, rx: &mut Rx) -> Option<(Buf, u32)> {
        let message = self.parked.take().map(|(parked, owner)| {
            let lent = mem::replace(&mut rx.buf, parked);
            self.datagram = rx.buf.len();
            (lent, owner)
        });
        let done = mem::take(&mut self.datagram).min(rx.buf.len());
        rx.buf.consume(done);
        message
    }
}
