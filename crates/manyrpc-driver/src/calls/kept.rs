//! What calls gave while another was waited for.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;

use manyrpc_engine::{CallId, ReplyMetadata, Rx};

use super::CallEvent;

/// Events that wait for somebody to ask for them, and the bytes of the one that was asked for last.
#[derive(Debug, Default)]
pub(super) struct KeptEvents {
    /// By age: each has a number, and the oldest has the lowest.
    waiting: BTreeMap<u64, Kept>,
    /// The numbers of each call's events.
    of_call: BTreeSet<(CallId, u64)>,
    next: u64,
    /// What the event that was given last points into, if that was kept.
    lent: Option<Lent>,
}

/// One event with bytes of its own.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) id: CallId,
    pub(crate) event: CallEvent,
    /// What the event points into.
    pub(crate) bytes: Vec<u8>,
    from: Option<SocketAddr>,
    pub(crate) metadata: Option<Box<ReplyMetadata>>,
}

#[derive(Debug)]
struct Lent {
    bytes: Vec<u8>,
    from: Option<SocketAddr>,
}

impl Kept {
    /// Copies out of `rx` what the event points into.
    pub(super) fn new(
        id: CallId,
        event: CallEvent,
        rx: &Rx,
        metadata: Option<Box<ReplyMetadata>>,
    ) -> Self {
        let (event, bytes) = match event {
            CallEvent::Reply { body, encoding } => {
                let bytes = rx.buf.data()[body].to_vec();
                let body = 0..bytes.len();
                (CallEvent::Reply { body, encoding }, bytes)
            }
            other => (other, Vec::new()),
        };
        Kept {
            id,
            event,
            bytes,
            from: rx.from,
            metadata,
        }
    }
}

impl KeptEvents {
    pub(super) fn push(&mut self, kept: Kept) {
        self.of_call.insert((kept.id, self.next));
        self.waiting.insert(self.next, kept);
        self.next += 1;
    }

    pub(super) fn len(&self) -> usize {
        self.waiting.len()
    }

    pub(super) fn has(&self, id: CallId) -> bool {
        self.first_of(id).is_some()
    }

    /// The number of a call's oldest event.
    fn first_of(&self, id: CallId) -> Option<u64> {
        let mut numbers = self.of_call.range((id, 0)..=(id, u64::MAX));
        numbers.next().map(|(_, number)| *number)
    }

    /// Takes the first event of a call; without one, what comes next was received.
    #[inline]
    pub(super) fn take_of(&mut self, id: CallId) -> Option<Kept> {
        if self.is_unused() {
            return None;
        }
        self.find(id)
    }

    /// Nothing was kept of late, as for a caller with one call at a time.
    #[inline]
    fn is_unused(&self) -> bool {
        self.waiting.is_empty() && self.lent.is_none()
    }

    #[cold]
    fn find(&mut self, id: CallId) -> Option<Kept> {
        self.end_loan();
        let number = self.first_of(id)?;
        self.of_call.remove(&(id, number));
        self.waiting.remove(&number)
    }

    pub(super) fn take_first(&mut self) -> Option<Kept> {
        let (number, kept) = self.waiting.pop_first()?;
        self.of_call.remove(&(kept.id, number));
        Some(kept)
    }

    #[inline]
    pub(super) fn drop_of(&mut self, id: CallId) {
        if !self.waiting.is_empty() {
            self.drop_all_of(id);
        }
    }

    #[cold]
    fn drop_all_of(&mut self, id: CallId) {
        while let Some(number) = self.first_of(id) {
            self.of_call.remove(&(id, number));
            self.waiting.remove(&number);
        }
    }

    /// Gives the event; its bytes stay until the next.
    pub(super) fn lend(&mut self, kept: Kept) -> CallEvent {
        let Kept {
            event, bytes, from, ..
        } = kept;
        self.lent = Some(Lent { bytes, from });
        event
    }

    /// What comes now was received, not kept.
    pub(super) fn end_loan(&mut self) {
        self.lent = None;
    }

    /// The bytes that the event given last points into, if it was kept.
    #[inline]
    pub(super) fn lent(&self) -> Option<&[u8]> {
        self.lent.as_ref().map(|lent| &lent.bytes[..])
    }

    /// Who sent them.
    pub(super) fn sender(&self) -> Option<SocketAddr> {
        self.lent.as_ref().and_then(|lent| lent.from)
    }
}
