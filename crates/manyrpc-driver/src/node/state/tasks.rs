//! What only a node that a task drives needs, and callers that are tasks.

use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use manyrpc_engine::{CallError, CallId, PeerId};

use super::{Leaving, State};
use crate::calls::{Calls, Kept, are_sent_together};
use crate::turns::Turns;
use crate::wakers;
use crate::workers::Finished;

/// What a task may wait for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Awaited {
    /// That more can be sent.
    Room,
    /// That the engine takes another call.
    Turn,
    /// The end of the connection.
    End,
}

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

    /// Whether more can be sent.
    ///
    /// # Errors
    /// No more calls can be made.
    pub(crate) fn has_room(&self) -> Result<bool, CallError> {
        self.refuse_if_closed()?;
        Ok(!self.blocked)
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
        if self.has_room()? {
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

    /// Those that wait for the engine to take their calls to a peer.
    pub(crate) fn turns(&mut self, peer: PeerId) -> Arc<Turns> {
        self.turns.entry(peer).or_default().clone()
    }

    /// Ready when the engine takes a call to that peer. `key` is the caller's own among those that wait.
    pub(crate) fn poll_turn(
        &mut self,
        peer: PeerId,
        key: &mut Option<u64>,
        cx: &Context<'_>,
    ) -> Poll<()> {
        if !self.of_peer(peer).0.is_saturated() {
            return Poll::Ready(());
        }
        self.in_turn.add(key, cx);
        Poll::Pending
    }

    /// Calls may have ended: whose turn it is is to look whether the engine takes another.
    pub(crate) fn wake_turns(&mut self) {
        let State { in_turn, woken, .. } = self;
        in_turn.wake_all(woken);
    }

    /// A task no longer waits.
    pub(crate) fn stop_waiting(&mut self, key: u64, what: Awaited) {
        match what {
            Awaited::Room => self.room.remove(key),
            Awaited::Turn => self.in_turn.remove(key),
            Awaited::End => self.end.remove(key),
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
