//! What calls gave while another was waited for.

use std::collections::VecDeque;
use std::net::SocketAddr;

use manyrpc_engine::{CallId, ReplyMetadata, Rx};

use super::CallEvent;

/// Events that wait for somebody to ask for them, and the bytes of the one that was asked for last.
#[derive(Debug, Default)]
pub(super) struct KeptEvents {
    /// Oldest first.
    waiting: VecDeque<Kept>,
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
        self.waiting.push_back(kept);
    }

    pub(super) fn len(&self) -> usize {
        self.waiting.len()
    }

    pub(super) fn has(&self, id: CallId) -> bool {
        self.waiting.iter().any(|kept| kept.id == id)
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
        let at = self.waiting.iter().position(|kept| kept.id == id)?;
        self.waiting.remove(at)
    }

    pub(super) fn take_first(&mut self) -> Option<Kept> {
        self.waiting.pop_front()
    }

    pub(super) fn drop_of(&mut self, id: CallId) {
        self.waiting.retain(|kept| kept.id != id);
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
