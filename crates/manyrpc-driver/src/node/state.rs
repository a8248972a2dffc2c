//! The state shared by the threads of a node.

use std::collections::HashMap;
use std::io;
use std::net::SocketAddr;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use manyrpc_engine::{
    CallError, CallId, ClientEngine, ClientEvent, Clock, Closed, Handler, Incoming, Instant,
    Interest, Misuse, PeerEngine, PeerId, Rx,
};
use rustix::event::{EventfdFlags, eventfd};
use rustix::io::Errno;

use super::Options;
use crate::blocking::closed_by;
use crate::calls::{CallEvent, Calls, Kept};
use crate::clock;
use crate::counters::Counters;
use crate::socket::Socket;
use crate::wait::Wait;
use crate::workers::{Finished, Known, Origin, Workers};

/// A node, as shared by its threads.
pub(super) struct Shared {
    state: Mutex<State>,
    /// Signals room to send, and the end of the connection.
    changed: Condvar,
    pub(super) handler: Arc<dyn Handler>,
    pub(super) workers: Workers,
    /// A duplicate of the socket, to sleep on while others send.
    pub(super) socket: OwnedFd,
    /// Wakes the node's thread.
    pub(super) event: OwnedFd,
    pub(super) ahead_bytes: usize,
}

/// The state behind the lock.
pub(super) struct State {
    pub(super) engine: Box<dyn PeerEngine>,
    pub(super) socket: Socket,
    pub(super) clock: Clock,
    pub(super) counters: Counters,
    /// The calls to each peer.
    calls: HashMap<PeerId, Calls>,
    /// The events of each call in flight.
    slots: HashMap<(PeerId, CallId), Slot>,
    /// Calls at workers.
    pub(super) away: Vec<(CallId, Arc<Known>)>,
    pub(super) away_bytes: usize,
    /// The system accepts no more output for now.
    pub(super) blocked: bool,
    /// The peer sends no more.
    pub(super) peer_done: bool,
    /// When the node's thread wakes by itself.
    pub(super) wakes_at: Option<Instant>,
    /// It waits for some calls at workers to end.
    pub(super) paused: bool,
    closed: Option<CallError>,
}

/// Where a caller finds its reply.
struct Slot {
    ready: Arc<Ready>,
    given: Option<Kept>,
}

/// What a caller sleeps on.
#[derive(Debug, Default)]
pub(super) struct Ready {
    pub(super) given: Condvar,
    /// For a caller that sleeps on descriptors, because another thread may cancel its call.
    event: Mutex<Option<Arc<OwnedFd>>>,
}

impl Ready {
    fn notify(&self) {
        self.given.notify_all();
        if let Some(event) = self.event() {
            signal(&event);
        }
    }

    pub(super) fn event(&self) -> Option<Arc<OwnedFd>> {
        let event = self.event.lock().unwrap_or_else(PoisonError::into_inner);
        event.clone()
    }

    pub(super) fn set_event(&self, event: Option<Arc<OwnedFd>>) {
        *self.event.lock().unwrap_or_else(PoisonError::into_inner) = event;
    }
}

/// An eventfd that threads sleep on.
pub(super) fn new_event() -> io::Result<OwnedFd> {
    Ok(eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?)
}

fn signal(event: &OwnedFd) {
    // Fails only if it is set already.
    let _ = rustix::io::write(event, &1u64.to_ne_bytes());
}

impl Shared {
    pub(super) fn new(
        engine: Box<dyn PeerEngine>,
        handler: Arc<dyn Handler>,
        socket: Socket,
        options: &Options,
    ) -> io::Result<Self> {
        Ok(Shared {
            handler,
            workers: Workers::new(options.workers),
            socket: socket.as_fd().try_clone_to_owned()?,
            event: new_event()?,
            ahead_bytes: options.ahead_bytes,
            changed: Condvar::new(),
            state: Mutex::new(State {
                engine,
                socket,
                clock: Clock::running(clock::now),
                counters: Counters::default(),
                calls: HashMap::new(),
                slots: HashMap::new(),
                away: Vec::new(),
                away_bytes: 0,
                blocked: false,
                peer_done: false,
                wakes_at: None,
                paused: false,
                closed: None,
            }),
        })
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits on a condition variable of this state.
    pub(super) fn sleep<'a>(on: &Condvar, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        on.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until more can be sent, or the connection has ended. `None` if that takes too long.
    pub(super) fn wait_for_room(&self, at_most: Option<Duration>) -> Option<MutexGuard<'_, State>> {
        let state = self.lock();
        let waits = |state: &mut State| state.blocked && state.closed.is_none();
        let Some(at_most) = at_most else {
            let woken = self.changed.wait_while(state, waits);
            return Some(woken.unwrap_or_else(PoisonError::into_inner));
        };
        let woken = self.changed.wait_timeout_while(state, at_most, waits);
        let (state, waited) = woken.unwrap_or_else(PoisonError::into_inner);
        (!waited.timed_out()).then_some(state)
    }

    pub(super) fn wait_for_end(&self) -> CallError {
        let mut state = self.lock();
        loop {
            if let Some(why) = &state.closed {
                return why.clone();
            }
            state = Self::sleep(&self.changed, state);
        }
    }

    /// Sends output, and wakes the node's thread if it must wait for something else now.
    pub(super) fn go_on(&self, state: &mut State) {
        let was_blocked = state.blocked;
        state.flush();
        if was_blocked && !state.blocked {
            self.notify_all();
        }
        let earlier = match (state.engine.next_timeout(), state.wakes_at) {
            (Some(due), Some(wakes)) => due < wakes,
            (due, None) => due.is_some(),
            (None, Some(_)) => false,
        };
        if state.blocked || earlier || state.paused || state.closed.is_some() {
            self.wake();
        }
    }

    /// Wakes the node's thread.
    pub(super) fn wake(&self) {
        signal(&self.event);
    }

    /// Wakes the threads that wait for room or for the end.
    pub(super) fn notify_all(&self) {
        self.changed.notify_all();
    }

    pub(super) fn close(&self, how: Closed) {
        self.lock().close(CallError::Closed(how), how);
        self.notify_all();
        self.wake();
    }
}

impl Origin for Shared {
    /// The worker itself sends the reply.
    fn finished(&self, _: u64, done: Finished) {
        let mut state = self.lock();
        state.away.retain(|(call, _)| *call != done.call);
        state.away_bytes -= done.bytes;
        if state.closed.is_some() {
            return;
        }
        state.clock.pass();
        let State { engine, clock, .. } = &mut *state;
        if let Some(server) = engine.server() {
            if let Some(metadata) = server.metadata()
                && !done.attached.is_empty()
            {
                metadata.attach(done.call, done.attached);
            }
            server.begin_reply(done.call);
            server.body().put(done.reply.data());
            server.finish_reply(done.outcome, clock);
        }
        if state.peer_done {
            self.wake();
        }
        self.go_on(&mut state);
    }
}

impl State {
    pub(super) fn closed(&self) -> Option<&CallError> {
        self.closed.as_ref()
    }

    pub(super) fn counters(&self) -> Counters {
        self.counters
    }

    pub(super) fn peer(&mut self, at: Option<SocketAddr>) -> Result<PeerId, Misuse> {
        let peer = self.engine.peer(at)?;
        let calls = self.calls.entry(peer);
        calls.or_insert_with(|| Calls::without_room(Clock::running(clock::now)));
        Ok(peer)
    }

    /// The engine that calls a peer, and the state of its calls.
    ///
    /// # Panics
    /// The peer does not come from [`peer`](Self::peer).
    pub(super) fn of_peer(&mut self, peer: PeerId) -> (&mut dyn ClientEngine, &mut Calls) {
        let calls = self.calls.get_mut(&peer);
        let calls = calls.expect("a caller's peer has been named");
        (self.engine.client(peer), calls)
    }

    pub(super) fn with_client<T>(
        &mut self,
        peer: PeerId,
        change: impl FnOnce(&mut dyn ClientEngine, Instant) -> T,
    ) -> T {
        let now = self.clock.read();
        change(self.engine.client(peer), now)
    }

    /// A call is in flight: `ready` is notified of its events.
    pub(super) fn expect(&mut self, peer: PeerId, call: CallId, ready: Arc<Ready>) {
        let given = None;
        self.slots.insert((peer, call), Slot { ready, given });
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
    pub(super) fn forget(&mut self, peer: PeerId, call: CallId) -> bool {
        self.slots.remove(&(peer, call));
        let (engine, calls) = self.of_peer(peer);
        let in_flight = calls.forget(call);
        if in_flight {
            engine.cancel(call);
        }
        in_flight
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
            slot.ready.notify();
        }
    }

    /// Sends output, as far as possible without waiting.
    pub(super) fn flush(&mut self) {
        self.blocked = false;
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
                Err(e) if self.socket.stream => {
                    let how = closed_by(e);
                    return self.close(CallError::Closed(how), how);
                }
                // A datagram that the system rejects is lost, as any datagram may be.
                Err(_) => self.engine.sent(size),
            }
        }
    }

    /// Ends the connection: calls in flight fail, and executing calls become orphans.
    pub(super) fn close(&mut self, why: CallError, how: Closed) {
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
        for slot in self.slots.values().filter(|slot| slot.given.is_none()) {
            slot.ready.notify();
        }
    }
}
