//! Engine, calls and socket of a node, behind one lock.

#[cfg(feature = "tokio")]
mod tasks;

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::task::Waker;

use manyrpc_engine::{
    CallError, CallId, ClientEngine, ClientEvent, Clock, Closed, Incoming, Instant, Interest,
    Misuse, PeerEngine, PeerId, Rx,
};
use rustix::io::Errno;

#[cfg(feature = "tokio")]
pub(crate) use self::tasks::Awaited;
use super::waiting::{Sleepers, Slot, Waiting};
use crate::calls::{CallEvent, Calls, Kept};
use crate::counters::Counters;
use crate::socket::Socket;
use crate::tls::Session;
#[cfg(feature = "tokio")]
use crate::turns::Turns;
use crate::wait::Wait;
use crate::workers::{Finished, Known};

/// The state behind the lock.
pub(crate) struct State {
    pub(crate) engine: Box<dyn PeerEngine>,
    pub(super) socket: Socket,
    pub(super) clock: Clock,
    pub(crate) counters: Counters,
    /// The calls to each peer.
    pub(super) calls: HashMap<PeerId, Calls>,
    /// The events of each call in flight.
    pub(super) slots: HashMap<(PeerId, CallId), Slot>,
    /// Calls at workers.
    pub(super) away: Vec<(CallId, Arc<Known>)>,
    pub(super) away_bytes: usize,
    /// Calls that were executed, whose replies the node's task sends.
    pub(super) executed: Vec<Finished>,
    /// The system accepts no more output for now.
    pub(crate) blocked: bool,
    /// The peer sends no more.
    pub(super) peer_done: bool,
    /// When whoever drives the node wakes by itself.
    pub(crate) wakes_at: Option<Instant>,
    /// It waits for some calls at workers to end.
    pub(super) paused: bool,
    /// Whether we end the connection, without cutting calls off.
    pub(super) leaving: Leaving,
    pub(super) closed: Option<CallError>,
    /// The node's task, while it sleeps.
    pub(super) task: Option<Waker>,
    /// Tasks that wait until more can be sent.
    pub(super) room: Sleepers,
    /// Tasks that wait for the engine to take another call: one for each peer, and others behind it.
    #[cfg(feature = "tokio")]
    pub(super) in_turn: Sleepers,
    #[cfg(feature = "tokio")]
    pub(super) turns: HashMap<PeerId, Arc<Turns>>,
    /// Tasks that wait for the end of the connection.
    pub(super) end: Sleepers,
    /// Tasks to wake once the lock is released.
    pub(super) woken: Vec<Waker>,
}

/// Whether we end the connection, without cutting calls off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaving {
    No,
    /// Once no call is in flight or being executed.
    #[cfg_attr(
        not(feature = "tokio"),
        allow(dead_code, reason = "only nodes on a runtime end so")
    )]
    Soon,
    /// We have ended our half of the stream. Input is dropped until the peer ends its own.
    Lingering,
}

impl State {
    pub(crate) fn closed(&self) -> Option<&CallError> {
        self.closed.as_ref()
    }

    /// # Errors
    /// No more calls can be made.
    pub(super) fn refuse_if_closed(&self) -> Result<(), CallError> {
        match self.closed() {
            Some(why) => Err(why.clone()),
            // A call that is being executed may depend on calls to its caller.
            None if self.leaving != Leaving::No && self.away.is_empty() => {
                Err(CallError::Closed(Closed::ByUs))
            }
            None => Ok(()),
        }
    }

    pub(crate) fn counters(&self) -> Counters {
        self.counters
    }

    pub(crate) fn peer(&mut self, at: Option<SocketAddr>) -> Result<PeerId, Misuse> {
        let peer = self.engine.peer(at)?;
        let calls = self.calls.entry(peer);
        calls.or_insert_with(|| Calls::without_room(Clock::running(self.clock.source())));
        Ok(peer)
    }

    /// The engine that calls a peer, and the state of its calls.
    ///
    /// # Panics
    /// The peer does not come from [`peer`](Self::peer).
    pub(crate) fn of_peer(&mut self, peer: PeerId) -> (&mut dyn ClientEngine, &mut Calls) {
        let calls = self.calls.get_mut(&peer);
        let calls = calls.expect("a caller's peer has been named");
        (self.engine.client(peer), calls)
    }

    pub(crate) fn with_client<T>(
        &mut self,
        peer: PeerId,
        change: impl FnOnce(&mut dyn ClientEngine, Instant) -> T,
    ) -> T {
        let now = self.clock.read();
        change(self.engine.client(peer), now)
    }

    /// A call is in flight: `caller` is notified of its events.
    pub(crate) fn expect(&mut self, peer: PeerId, call: CallId, caller: Waiting) {
        self.slots.insert((peer, call), Slot::of(caller));
    }

    /// The event of a call; `Err` if there will be none.
    pub(super) fn take_given(
        &mut self,
        peer: PeerId,
        call: CallId,
    ) -> Result<Option<Kept>, CallError> {
        let Some(slot) = self.slots.get_mut(&(peer, call)) else {
            return Err(CallError::Cancelled);
        };
        let given = slot.given.take();
        if given.is_some() {
            self.slots.remove(&(peer, call));
        }
        Ok(given)
    }

    /// Nobody awaits the call any more. True if it was in flight.
    pub(crate) fn forget(&mut self, peer: PeerId, call: CallId) -> bool {
        self.slots.remove(&(peer, call));
        let (engine, calls) = self.of_peer(peer);
        let in_flight = calls.forget(call);
        if in_flight {
            engine.cancel(call);
            #[cfg(feature = "tokio")]
            self.wake_turns();
        }
        in_flight
    }

    /// Asks the peer to cancel a call, if the protocol has a message for that; otherwise abandons it. An end that has
    /// arrived stays there to be taken.
    pub(crate) fn request_cancel(&mut self, peer: PeerId, call: CallId) {
        if !self.of_peer(peer).1.is_in_flight(call) {
            return;
        }
        let asked = self.with_client(peer, |engine, now| {
            let remote = engine.remote_cancel();
            remote.is_some_and(|remote| remote.request_cancel(call, now))
        });
        if !asked {
            self.forget(peer, call);
        }
    }

    /// Delivers an event of a peer's engine to its caller.
    pub(super) fn deliver(&mut self, peer: PeerId, event: ClientEvent, rx: &Rx) {
        let closed = self.closed.clone();
        let (engine, calls) = self.of_peer(peer);
        let Some(mut kept) = calls.settle_event(engine, event, rx) else {
            let broken = calls.closed().cloned();
            if let Some(why) = broken.filter(|_| self.socket.stream) {
                self.close(why, Closed::ByUs);
            }
            return;
        };
        if let (CallEvent::Failed(error @ CallError::Closed(Closed::ByUs)), Some(why)) =
            (&mut kept.event, closed)
        {
            *error = why;
        }
        if let Some(slot) = self.slots.get_mut(&(peer, kept.id)) {
            slot.given = Some(kept);
            slot.notify(&mut self.woken);
        }
    }

    /// A call was executed: its reply is queued, unless the connection has ended. True if it has
    /// not.
    pub(crate) fn conclude(&mut self, done: Finished) -> bool {
        self.away.retain(|(call, _)| *call != done.call);
        self.away_bytes -= done.bytes;
        if self.closed.is_some() {
            return false;
        }
        self.clock.pass();
        let State { engine, clock, .. } = self;
        if let Some(server) = engine.server() {
            done.reply_to(server, clock);
        }
        true
    }

    /// When the engine or the handshake is due.
    pub(crate) fn next_timeout(&self) -> Option<Instant> {
        let due = [self.engine.next_timeout(), self.socket.handshake_due()];
        due.into_iter().flatten().min()
    }

    /// Sends output, as far as possible without waiting.
    pub(crate) fn flush(&mut self) {
        self.blocked = false;
        if !self.socket.is_shaking() {
            self.send_output();
        }
        if self.closed.is_some() || self.blocked {
            return;
        }
        match self.socket.finish(Wait::No) {
            Ok(()) => {}
            Err(Errno::AGAIN | Errno::INTR) => self.blocked = true,
            Err(e) => self.close_for(e),
        }
    }

    fn send_output(&mut self) {
        while let Some(due) = self.engine.poll_transmit() {
            let size = due.bytes.len();
            self.counters.send_calls += 1;
            match self.socket.send(due.to, due.bytes, Wait::No) {
                Ok(n) => {
                    self.counters.sent(&due.bytes[..n]);
                    self.engine.sent(n);
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => {
                    self.blocked = true;
                    return;
                }
                Err(e) if self.socket.stream => return self.close_for(e),
                // A datagram that the system rejects is lost, as any datagram may be.
                Err(_) => self.engine.sent(size),
            }
        }
    }

    /// A system call on the stream has failed.
    #[cold]
    pub(super) fn close_for(&mut self, errno: Errno) {
        let how = self.socket.closed_by(errno);
        let unsecured = self.socket.tls().and_then(Session::failure);
        let why = unsecured.map(|why| CallError::Insecure(why.to_string().into()));
        self.close(why.unwrap_or(CallError::Closed(how)), how);
    }

    /// Ends the connection: calls in flight fail, and executing calls become orphans.
    pub(crate) fn close(&mut self, why: CallError, how: Closed) {
        if self.closed.is_some() {
            return;
        }
        self.closed = Some(why);
        self.blocked = false;
        self.engine.handle_closed(how);
        let mut nothing = Rx::default();
        let clock = Clock::at(self.clock.read());
        while let Some(incoming) = self.engine.next(&mut nothing, &clock) {
            if let Incoming::Event(peer, event) = incoming {
                self.deliver(peer, event, &nothing);
            }
        }
        self.socket.shutdown();
        for (_, known) in &self.away {
            known.set(Interest::Orphaned);
        }
        self.give_up_rest();
    }

    /// Fails calls that the engine did not report.
    fn give_up_rest(&mut self) {
        for slot in self.slots.values_mut().filter(|slot| slot.given.is_none()) {
            slot.notify(&mut self.woken);
        }
        #[cfg(feature = "tokio")]
        self.wake_turns();
    }

    /// Has the node's task look for something to do.
    pub(super) fn wake_task(&mut self) {
        self.woken.extend(self.task.take());
    }
}
