//! Where the events of each call in flight wait for its caller.

use std::collections::{HashMap, VecDeque};
use std::task::{Context, Poll, Waker};

use manyrpc_engine::CallId;

use crate::calls::{IdHash, Kept};
use crate::wakers;

/// The calls that somebody awaits.
#[derive(Debug, Default)]
pub(super) struct Slots(HashMap<CallId, Slot, IdHash>);

/// The events of one call, and who waits for them.
#[derive(Debug, Default)]
struct Slot {
    first: Option<Kept>,
    /// Those after the first.
    more: VecDeque<Kept>,
    /// Their bytes.
    bytes: usize,
    /// Its server is not permitted to send more.
    held: bool,
    waker: Option<Waker>,
}

/// What follows from an event.
#[derive(Debug)]
pub(super) struct Put {
    /// Whom to wake.
    pub(super) waker: Option<Waker>,
    /// So much waits for the caller that its server should not send more.
    pub(super) is_full: bool,
}

/// The next event of a call.
#[derive(Debug)]
pub(super) struct Taken {
    pub(super) event: Kept,
    /// Its server may send more again.
    pub(super) has_room: bool,
}

impl Slots {
    pub(super) fn open(&mut self, call: CallId) {
        self.0.insert(call, Slot::default());
    }

    pub(super) fn close(&mut self, call: CallId) {
        self.0.remove(&call);
    }

    /// Who waits for a call's events.
    pub(super) fn take_waker(&mut self, call: CallId) -> Option<Waker> {
        self.0.get_mut(&call)?.waker.take()
    }

    /// Puts an event into its call's slot, if anybody awaits it.
    #[inline]
    pub(super) fn put(&mut self, event: Kept) -> Option<Put> {
        let slot = self.0.get_mut(&event.id)?;
        let mut is_full = false;
        match slot.first {
            None => slot.first = Some(event),
            Some(_) => {
                slot.bytes += event.bytes.len();
                slot.more.push_back(event);
                is_full = slot.bytes > FULL && !std::mem::replace(&mut slot.held, true);
            }
        }
        let waker = slot.waker.take();
        Some(Put { waker, is_full })
    }

    /// The next event of a call; `Ready(None)` if it has no slot.
    #[inline]
    pub(super) fn poll(&mut self, call: CallId, cx: &Context<'_>) -> Poll<Option<Taken>> {
        let Some(slot) = self.0.get_mut(&call) else {
            return Poll::Ready(None);
        };
        if let Some(event) = slot.first.take() {
            slot.first = slot.more.pop_front();
            if let Some(first) = &slot.first {
                slot.bytes -= first.bytes.len();
            }
            let has_room = slot.held && slot.bytes <= FULL / 2;
            slot.held &= !has_room;
            return Poll::Ready(Some(Taken { event, has_room }));
        }
        wakers::remember(&mut slot.waker, cx.waker());
        Poll::Pending
    }

    /// Releases memory that the calls do not need.
    pub(super) fn shrink(&mut self) {
        self.0.shrink_to_fit();
    }

    /// Everybody who waits for an event.
    pub(super) fn wakers(&mut self) -> impl Iterator<Item = Waker> {
        self.0.values_mut().filter_map(|slot| slot.waker.take())
    }
}

/// How many bytes of a call's messages may wait for their caller, about: then its server is not
/// permitted to send more, where the protocol can say so.
const FULL: usize = 256 << 10;
