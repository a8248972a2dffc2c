//! Where the events of each call in flight wait for its caller.

use std::collections::{HashMap, VecDeque};
use std::task::{Context, Poll, Waker};

use manyrpc_engine::CallId;

use crate::calls::{IdHash, Kept};

/// The calls that somebody awaits.
#[derive(Debug, Default)]
pub(super) struct Slots(HashMap<CallId, Slot, IdHash>);

/// The events of one call, and who waits for them.
#[derive(Debug, Default)]
struct Slot {
    first: Option<Kept>,
    /// Those after the first.
    more: VecDeque<Kept>,
    waker: Option<Waker>,
}

impl Slots {
    pub(super) fn open(&mut self, call: CallId) {
        self.0.insert(call, Slot::default());
    }

    pub(super) fn close(&mut self, call: CallId) {
        self.0.remove(&call);
    }

    /// Puts an event into its call's slot. Returns whom to wake.
    #[inline]
    pub(super) fn put(&mut self, event: Kept) -> Option<Waker> {
        let slot = self.0.get_mut(&event.id)?;
        match slot.first {
            None => slot.first = Some(event),
            Some(_) => slot.more.push_back(event),
        }
        slot.waker.take()
    }

    /// The next event of a call; `Ready(None)` if it has no slot.
    #[inline]
    pub(super) fn poll(&mut self, call: CallId, cx: &Context<'_>) -> Poll<Option<Kept>> {
        let Some(slot) = self.0.get_mut(&call) else {
            return Poll::Ready(None);
        };
        if let Some(event) = slot.first.take() {
            slot.first = slot.more.pop_front();
            return Poll::Ready(Some(event));
        }
        match &mut slot.waker {
            Some(waker) => waker.clone_from(cx.waker()),
            empty => *empty = Some(cx.waker().clone()),
        }
        Poll::Pending
    }

    /// Everybody who waits for an event.
    pub(super) fn wakers(&mut self) -> impl Iterator<Item = Waker> {
        self.0.values_mut().filter_map(|slot| slot.waker.take())
    }
}
