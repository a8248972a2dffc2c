//! What only a node that a task drives needs, and callers that are tasks.

use std::task::{Context, Poll, Waker};

use manyrpc_engine::{CallError, CallId, PeerId};

use super::{Leaving, State};
use crate::calls::{Calls, Kept, are_sent_together};
use crate::wakers;
use crate::workers::Finished;

impl State {
    /// How many calls to all peers are in flight.
    pub(crate) fn in_flight(&self) -> usize {
        self.calls.values().map(Calls::len).sum()
    }

    /// Ends the connection once no call is in flight or being executed.
    pub(crate) fn leave_soon(&mut self) {
        if self.leaving == Leaving::No {
            self.leaving = Leaving::Soon;
        }
    }

    /// The node's task sleeps from now on.
    pub(crate) fn task_sleeps(&mut self, cx: &Context<'_>) {
        wakers::remember(&mut self.task, cx.waker());
    }

    /// Calls that were executed, whose replies are to be queued.
    pub(crate) fn take_executed(&mut self) -> Vec<Finished> {
        std::mem::take(&mut self.executed)
    }

    /// Takes the tasks to wake, and leaves `empty` for others.
    pub(crate) fn swap_woken(&mut self, empty: &mut Vec<Waker>) {
        std::mem::swap(&mut self.woken, empty);
    }

    /// Whether a call may be left for the node's task to send together with others, of which so many
    /// are in flight.
    pub(crate) fn gathers(&mut self, others: usize) -> bool {
        let unsent = self.engine.poll_transmit().map_or(0, |due| due.bytes.len());
        self.socket.stream && are_sent_together(others, unsent)
    }

    /// Ready when more can be sent. `key` is the caller's own among those that wait.
    ///
    /// # Errors
    /// No more calls can be made.
    pub(crate) fn poll_room(
        &mut self,
        key: &mut Option<u64>,
        cx: &Context<'_>,
    ) -> Poll<Result<(), CallError>> {
        self.refuse_if_closed()?;
        if !self.blocked {
            return Poll::Ready(Ok(()));
        }
        self.room.add(key, cx);
        Poll::Pending
    }

    /// Ready when the connection has ended. `key` is the caller's own among those that wait.
    pub(crate) fn poll_end(&mut self, key: &mut Option<u64>, cx: &Context<'_>) -> Poll<CallError> {
        if let Some(why) = &self.closed {
            return Poll::Ready(why.clone());
        }
        self.end.add(key, cx);
        Poll::Pending
    }

    /// A task no longer waits for room or for the end.
    pub(crate) fn stop_waiting(&mut self, key: u64, for_room: bool) {
        match for_room {
            true => self.room.remove(key),
            false => self.end.remove(key),
        }
    }

    /// The event of a call.
    ///
    /// # Errors
    /// There will be none.
    pub(crate) fn poll_given(
        &mut self,
        peer: PeerId,
        call: CallId,
        cx: &Context<'_>,
    ) -> Poll<Result<Kept, CallError>> {
        if let Some(given) = self.take_given(peer, call)? {
            return Poll::Ready(Ok(given));
        }
        if let Some(why) = self.closed.clone() {
            self.forget(peer, call);
            return Poll::Ready(Err(why));
        }
        if let Some(slot) = self.slots.get_mut(&(peer, call)) {
            slot.wait(cx);
        }
        Poll::Pending
    }
}
