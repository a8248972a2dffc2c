//! Events of calls that arrived while another call was waited for.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::net::SocketAddr;
use std::ops::{Deref, Range};

#[cfg(feature = "tokio")]
use manyrpc_engine::Buf;
use manyrpc_engine::{CallId, ReplyMetadata, Rx};

use super::CallEvent;
#[cfg(feature = "tokio")]
use crate::spare;

/// Events that were not taken yet, and the bytes of the last one taken. There is memory for them once one was kept: most
/// connections never keep any.
#[derive(Debug, Default)]
pub(super) struct KeptEvents(Option<Box<Keeping>>);

#[derive(Debug, Default)]
struct Keeping {
    /// A few, oldest first, searched linearly.
    few: VecDeque<Kept>,
    /// All of them, once there are many and until none is left.
    many: Option<Box<ManyKept>>,
    /// The bytes of the last event, if it was kept.
    lent: Option<Lent>,
}

/// An event with its own bytes.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) id: CallId,
    pub(crate) event: CallEvent,
    /// What the event points into.
    pub(crate) bytes: Held,
    pub(crate) from: Option<SocketAddr>,
    pub(crate) metadata: Option<Box<ReplyMetadata>>,
}

/// Received bytes that are no longer in the receive buffer.
#[derive(Debug)]
pub(crate) enum Held {
    /// Copied from it.
    Copied(Vec<u8>),
    /// Its memory, which the connection gave away.
    #[cfg(feature = "tokio")]
    Taken(Taken),
}

/// Memory that others use once it is dropped.
#[cfg(feature = "tokio")]
#[derive(Debug)]
pub(crate) struct Taken(Buf);

#[cfg(feature = "tokio")]
impl Drop for Taken {
    fn drop(&mut self) {
        spare::give(std::mem::take(&mut self.0));
    }
}

impl Held {
    pub(crate) const NOTHING: Held = Held::Copied(Vec::new());

    /// A large body takes the receive buffer with it.
    #[cfg(feature = "tokio")]
    fn take(rx: &mut Rx, body: Range<usize>) -> Self {
        if !rx.buf.is_worth_detaching(body.len()) {
            return Held::copy(rx, body);
        }
        let other = spare::take_for(rx.buf.capacity());
        Held::Taken(Taken(rx.buf.detach(body, other)))
    }

    fn copy(rx: &Rx, body: Range<usize>) -> Self {
        Held::Copied(rx.buf.data()[body].to_vec())
    }
}

impl Deref for Held {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Held::Copied(bytes) => bytes,
            #[cfg(feature = "tokio")]
            Held::Taken(Taken(buf)) => buf.data(),
        }
    }
}

#[derive(Debug)]
struct Lent {
    bytes: Held,
    from: Option<SocketAddr>,
}

impl Kept {
    /// Copies from `rx` what the event points into.
    pub(super) fn new(
        id: CallId,
        event: CallEvent,
        rx: &Rx,
        metadata: Option<Box<ReplyMetadata>>,
    ) -> Self {
        Kept::with(id, event, rx.from, metadata, |body| Held::copy(rx, body))
    }

    /// The same, but a large body is taken out of `rx` with its memory.
    #[cfg(feature = "tokio")]
    pub(super) fn taken(
        id: CallId,
        event: CallEvent,
        rx: &mut Rx,
        metadata: Option<Box<ReplyMetadata>>,
    ) -> Self {
        Kept::with(id, event, rx.from, metadata, |body| Held::take(rx, body))
    }

    fn with(
        id: CallId,
        event: CallEvent,
        from: Option<SocketAddr>,
        metadata: Option<Box<ReplyMetadata>>,
        hold: impl FnOnce(Range<usize>) -> Held,
    ) -> Self {
        let (event, bytes) = match event {
            CallEvent::Reply { body, encoding } => {
                let bytes = hold(body);
                let body = 0..bytes.len();
                (CallEvent::Reply { body, encoding }, bytes)
            }
            other => (other, Held::NOTHING),
        };
        Kept {
            id,
            event,
            bytes,
            from,
            metadata,
        }
    }
}

impl KeptEvents {
    pub(super) fn push(&mut self, kept: Kept) {
        self.0.get_or_insert_default().push(kept);
    }

    pub(super) fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |keeping| keeping.len())
    }

    pub(super) fn has(&self, id: CallId) -> bool {
        self.0.as_ref().is_some_and(|keeping| keeping.has(id))
    }

    /// Takes the first event of a call. Without one, the next event comes from the receive buffer.
    #[inline]
    pub(super) fn take_of(&mut self, id: CallId) -> Option<Kept> {
        let keeping = self.0.as_mut()?;
        if keeping.is_unused() {
            return None;
        }
        keeping.find(id)
    }

    pub(super) fn take_first(&mut self) -> Option<Kept> {
        self.0.as_mut()?.take_first()
    }

    pub(super) fn drop_of(&mut self, id: CallId) {
        if let Some(keeping) = &mut self.0 {
            keeping.drop_of(id);
        }
    }

    /// Lends the event; its bytes stay until the next one.
    pub(super) fn lend(&mut self, kept: Kept) -> CallEvent {
        let Kept {
            event, bytes, from, ..
        } = kept;
        let keeping = self.0.get_or_insert_default();
        keeping.lent = Some(Lent { bytes, from });
        event
    }

    /// The next event comes from the receive buffer.
    #[inline]
    pub(super) fn end_loan(&mut self) {
        if let Some(keeping) = &mut self.0 {
            keeping.lent = None;
        }
    }

    /// The bytes that the last event points into, if it was kept.
    #[inline]
    pub(super) fn lent(&self) -> Option<&[u8]> {
        let lent = self.0.as_ref()?.lent.as_ref();
        lent.map(|lent| &lent.bytes[..])
    }

    /// Their sender.
    pub(super) fn sender(&self) -> Option<SocketAddr> {
        self.0.as_ref()?.lent.as_ref()?.from
    }
}

impl Keeping {
    fn push(&mut self, kept: Kept) {
        if self.many.is_none() && self.few.len() < FEW {
            return self.few.push_back(kept);
        }
        let many = self.many.get_or_insert_default();
        let few = self.few.drain(..);
        few.chain([kept]).for_each(|kept| many.push(kept));
    }

    fn len(&self) -> usize {
        self.few.len() + self.many.as_ref().map_or(0, |many| many.by_age.len())
    }

    fn has(&self, id: CallId) -> bool {
        let many = self.many.as_ref();
        self.few.iter().any(|kept| kept.id == id)
            || many.is_some_and(|many| many.first_of(id).is_some())
    }

    /// Whether nothing was kept recently, as for a caller with one call at a time.
    #[inline]
    fn is_unused(&self) -> bool {
        self.few.is_empty() && self.lent.is_none() && self.many.is_none()
    }

    #[cold]
    fn find(&mut self, id: CallId) -> Option<Kept> {
        self.lent = None;
        match self.few.iter().position(|kept| kept.id == id) {
            Some(at) => self.few.remove(at),
            None => self.of_many(|many| many.take_of(id)),
        }
    }

    fn of_many(&mut self, take: impl FnOnce(&mut ManyKept) -> Option<Kept>) -> Option<Kept> {
        let many = self.many.as_mut()?;
        let taken = take(many);
        if many.is_empty() {
            self.many = None;
        }
        taken
    }

    fn take_first(&mut self) -> Option<Kept> {
        let first = self.few.pop_front();
        first.or_else(|| self.of_many(ManyKept::take_first))
    }

    fn drop_of(&mut self, id: CallId) {
        self.few.retain(|kept| kept.id != id);
        while self.of_many(|many| many.take_of(id)).is_some() {}
    }
}

/// Events by age and by call.
#[derive(Debug, Default)]
struct ManyKept {
    /// Each has a number; the oldest has the lowest.
    by_age: BTreeMap<u64, Kept>,
    by_call: BTreeSet<(CallId, u64)>,
    next: u64,
}

impl ManyKept {
    fn is_empty(&self) -> bool {
        self.by_age.is_empty()
    }

    fn push(&mut self, kept: Kept) {
        self.by_call.insert((kept.id, self.next));
        self.by_age.insert(self.next, kept);
        self.next += 1;
    }

    /// The number of a call's oldest event.
    fn first_of(&self, id: CallId) -> Option<u64> {
        let mut numbers = self.by_call.range((id, 0)..=(id, u64::MAX));
        numbers.next().map(|(_, number)| *number)
    }

    fn take_of(&mut self, id: CallId) -> Option<Kept> {
        let number = self.first_of(id)?;
        self.by_call.remove(&(id, number));
        self.by_age.remove(&number)
    }

    fn take_first(&mut self) -> Option<Kept> {
        let (number, kept) = self.by_age.pop_first()?;
        self.by_call.remove(&(kept.id, number));
        Some(kept)
    }
}

/// This many are searched as quickly as trees.
pub(super) const FEW: usize = 128;
