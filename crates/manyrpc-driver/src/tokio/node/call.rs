//! Calls to a peer of a node, and their results.

use std::fmt;
use std::future::{Future, poll_fn};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use manyrpc_engine::{Buf, CallError, CallHead, CallKind, Encoding, Misuse, PeerId, Streams};

use super::task::Waiter;
use crate::counters::Counters;
use crate::node::shared::{Locked, Shared};
use crate::node::waiting::Waiting;
use crate::tokio::call::Awaits;
use crate::tokio::{Failed, Received};
use crate::turns::{Turns, within};

/// Calls one peer, for any number of tasks. Clones call the same peer; they do not keep the node
/// alive.
#[derive(Clone)]
pub struct Caller {
    shared: Arc<Shared>,
    peer: PeerId,
    /// Those that wait for the engine to take their calls to that peer.
    turns: Arc<Turns>,
}

impl fmt::Debug for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Caller")
            .field("peer", &self.peer)
            .finish_non_exhaustive()
    }
}

/// Calls with several messages need a connection of the client's own.
const SEVERAL: Misuse =
    Misuse::NotOffered("call with several messages over a socket that others share");

impl Caller {
    /// Calls the peer at that address.
    ///
    /// # Errors
    /// The engine does not call that peer.
    pub(super) fn new(shared: &Arc<Shared>, to: Option<SocketAddr>) -> Result<Self, Misuse> {
        let mut state = shared.lock();
        let peer = state.peer(to)?;
        Ok(Caller {
            shared: shared.clone(),
            peer,
            turns: state.turns(peer),
        })
    }

    /// Makes a call: `write` appends the arguments to the lent buffer, in that encoding. While the system accepts no more
    /// output or the engine no more calls, waits, for at most the call's timeout. Ready once the call is sent or queued; the returned future
    /// is its end, at once for a one-way call.
    ///
    /// # Errors
    /// The connection has ended, the engine refuses such a call, or `write` does.
    pub async fn call(
        &self,
        head: &CallHead<'_>,
        write: impl FnOnce(Encoding, &mut Buf) -> Result<(), Misuse>,
    ) -> Result<InFlight, CallError> {
        if head.kind == CallKind::Broadcast || head.streams != Streams::NONE {
            return Err(SEVERAL.into());
        }
        let (state, head) = self.with_room_for(head).await?;
        self.start(state, &head, write)
    }

    /// Waits until the system accepts output and a call can begin, for at most its timeout, and locks the state. The call's
    /// head then has the time that is left.
    async fn with_room_for<'h>(
        &self,
        head: &CallHead<'h>,
    ) -> Result<(Locked<'_>, CallHead<'h>), CallError> {
        let timeout = {
            let mut state = self.shared.lock();
            let has_room = state.has_room()?;
            let (engine, _) = state.of_peer(self.peer);
            if has_room && !self.turns.are_awaited() && !engine.is_saturated() {
                return Ok((state, *head));
            }
            head.timeout.or(engine.call_timeout())
        };
        // Rare, and then long: futures of calls that need not wait should be small.
        Box::pin(within(head, timeout, self.room_and_turn())).await
    }

    async fn room_and_turn(&self) -> Result<Locked<'_>, CallError> {
        {
            let mut waiter = Waiter::for_room(&self.shared);
            let mut state = poll_fn(|cx| waiter.poll_room(cx)).await?;
            let (engine, _) = state.of_peer(self.peer);
            if !self.turns.are_awaited() && !engine.is_saturated() {
                return Ok(state);
            }
        }
        self.turn().await
    }

    /// The same, in the caller's turn.
    async fn turn(&self) -> Result<Locked<'_>, CallError> {
        let mut room = Waiter::for_room(&self.shared);
        let mut turn = Waiter::for_turn(&self.shared);
        let poll = |cx: &mut Context<'_>| {
            let state = ready!(room.poll_room(cx))?;
            turn.poll_turn(state, self.peer, cx).map(Ok)
        };
        self.turns.wait(poll).await
    }

    /// Begins, marshals and sends a call.
    fn start(
        &self,
        mut state: Locked<'_>,
        head: &CallHead<'_>,
        write: impl FnOnce(Encoding, &mut Buf) -> Result<(), Misuse>,
    ) -> Result<InFlight, CallError> {
        let (engine, calls) = state.of_peer(self.peer);
        let others = calls.len();
        calls.begin(engine, head)?;
        if let Err(refused) = write(engine.encoding(), engine.body()) {
            calls.abandon(engine);
            return Err(refused.into());
        }
        // The clock of a peer's calls is read only when a call is finished.
        calls.clock.pass();
        let (id, kind) = calls.finish(engine)?;
        calls.sent(id, kind);
        state.counters.calls += 1;
        let is_awaited = kind != CallKind::OneWay;
        if is_awaited {
            state.expect(self.peer, id, Waiting::Task(None));
        }
        match state.gathers(others) {
            // The task sends the calls of all callers that are ready now with one system call.
            true => self.shared.wake(&mut state),
            false => self.shared.go_on(&mut state),
        }
        Ok(InFlight {
            shared: self.shared.clone(),
            peer: self.peer,
            awaits: match is_awaited {
                true => Awaits::End(id),
                false => Awaits::Nothing,
            },
        })
    }

    /// The encoding of the next call's arguments, as far as is known.
    pub fn encoding(&self) -> Encoding {
        self.shared.lock().of_peer(self.peer).0.encoding()
    }

    /// Why no more calls can be made, if so.
    pub fn closed(&self) -> Option<CallError> {
        self.shared.lock().closed().cloned()
    }

    /// How many calls to this peer are in flight.
    pub fn in_flight(&self) -> usize {
        self.shared.lock().of_peer(self.peer).1.len()
    }

    /// What was sent and received over the socket so far, by all callers.
    pub fn counters(&self) -> Counters {
        self.shared.lock().counters()
    }
}

/// A call that was sent: a future of its end. Dropping it cancels the call; the peer is notified if
/// the protocol has a message for it.
#[must_use = "dropping it cancels the call"]
pub struct InFlight {
    shared: Arc<Shared>,
    peer: PeerId,
    awaits: Awaits,
}

impl fmt::Debug for InFlight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InFlight")
            .field("peer", &self.peer)
            .field("awaits", &self.awaits)
            .finish_non_exhaustive()
    }
}

impl InFlight {
    /// Asks the peer to cancel the call, if the protocol has a message for that; otherwise abandons
    /// it. Its end is awaited as usual.
    pub fn request_cancel(&self) {
        let Some(id) = self.awaits.id() else {
            return;
        };
        let mut state = self.shared.lock();
        state.request_cancel(self.peer, id);
        self.shared.go_on(&mut state);
    }

    fn poll_end(&mut self, cx: &Context<'_>) -> Poll<Result<Received, Failed>> {
        let id = match self.awaits {
            Awaits::End(id) => id,
            Awaits::Nothing => return Poll::Ready(Ok(Received::nothing())),
            Awaits::NoMore => return Poll::Ready(Err(CallError::Cancelled.into())),
        };
        let given = ready!(self.shared.lock().poll_given(self.peer, id, cx));
        self.awaits = Awaits::NoMore;
        Poll::Ready(Received::of(given?))
    }

    /// Waits for the end of the call, with the metadata of a failure.
    ///
    /// # Errors
    /// The call's failure.
    pub async fn end(mut self) -> Result<Received, Failed> {
        poll_fn(|cx| self.poll_end(cx)).await
    }
}

impl Future for InFlight {
    type Output = Result<Received, CallError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let end = ready!(self.poll_end(cx));
        Poll::Ready(end.map_err(|failed| failed.error))
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        if let Some(id) = self.awaits.id() {
            let mut state = self.shared.lock();
            if state.forget(self.peer, id) {
                self.shared.go_on(&mut state);
            }
        }
    }
}
