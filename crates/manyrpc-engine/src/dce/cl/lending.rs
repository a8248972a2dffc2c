//! The receive buffer while what lies in it is lent.

use core::mem;
use core::ops::Range;

use manyrpc_codec::Buf;

use crate::contract::Rx;

/// What of the receive buffer was lent last: a datagram, or a message in its place.
#[derive(Debug, Default)]
pub(super) struct Lending {
    /// Bytes of the datagram received last, which calls and events point into.
    datagram: usize,
    /// The receive buffer, while a message that was put together lies in its place, and whose that is.
    parked: Option<(Buf, u32)>,
}

impl Lending {
    /// The datagram in `rx` is looked at, and consumed by the next [`end`](Self::end).
    #[inline]
    pub(super) fn datagram(&mut self, rx: &Rx) {
        self.datagram = rx.buf.len();
    }

    /// Lends a message in place of what is in `rx`, which is consumed; gives its place there.
    pub(super) fn message(&mut self, rx: &mut Rx, message: Buf, owner: u32) -> Range<usize> {
        let place = 0..message.len();
        let mut parked = mem::replace(&mut rx.buf, message);
        parked.clear();
        self.datagram = 0;
        self.parked = Some((parked, owner));
        place
    }

    /// Nobody looks at what was lent any more. Gives back a message's memory, with its owner.
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
