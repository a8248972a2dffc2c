//! A node, as shared by its callers, its workers and whoever drives it.

use std::collections::HashMap;
use std::io;
use std::ops::{Deref, DerefMut};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::Waker;
use std::time::Duration;

use manyrpc_engine::{CallError, Clock, Closed, Handler, PeerEngine};

use super::Options;
use super::state::{Leaving, State};
use super::waiting::{Sleepers, new_event, signal};
use crate::clock;
use crate::counters::Counters;
use crate::executor::Executor;
use crate::socket::Socket;
use crate::workers::{Finished, Origin, Workers};

/// A node, as shared by its callers, its workers and whoever drives it.
pub(crate) struct Shared {
    state: Mutex<State>,
    /// Signals room to send, and the end of the connection, to threads.
    changed: Condvar,
    pub(crate) handler: Arc<dyn Handler>,
    pub(crate) executor: Executor,
    pub(super) ahead_bytes: usize,
    /// What the node's thread sleeps on; tasks are woken by their waker.
    pub(super) bed: Option<Bed>,
}

/// What the node's thread sleeps on.
pub(super) struct Bed {
    /// A duplicate of the socket, so that others can send meanwhile.
    pub(super) socket: OwnedFd,
    /// Wakes the thread.
    pub(super) event: OwnedFd,
}

/// The state, locked. Tasks that are to go on are woken once it is unlocked.
pub(crate) struct Locked<'a>(Option<MutexGuard<'a, State>>);

/// A guard has its lock until it is dropped.
const HELD: &str = "the lock is held";

impl Deref for Locked<'_> {
    type Target = State;

    fn deref(&self) -> &State {
        self.0.as_ref().expect(HELD)
    }
}

impl DerefMut for Locked<'_> {
    fn deref_mut(&mut self) -> &mut State {
        self.0.as_mut().expect(HELD)
    }
}

impl Drop for Locked<'_> {
    fn drop(&mut self) {
        let Some(mut state) = self.0.take().filter(|state| !state.woken.is_empty()) else {
            return;
        };
        let woken = std::mem::take(&mut state.woken);
        drop(state);
        woken.into_iter().for_each(Waker::wake);
    }
}

impl Shared {
    /// For a node that a thread drives.
    ///
    /// # Errors
    /// The system has no descriptors left.
    pub(super) fn of_thread(
        engine: Box<dyn PeerEngine>,
        handler: Arc<dyn Handler>,
        socket: Socket,
        options: &Options,
    ) -> io::Result<Self> {
        let bed = Bed {
            socket: socket.as_fd().try_clone_to_owned()?,
            event: new_event()?,
        };
        let executor = Executor::Workers(Workers::new(options.workers));
        let clock = Clock::running(clock::now);
        Ok(Shared {
            bed: Some(bed),
            ..Shared::new((engine, handler), executor, socket, clock, options)
        })
    }

    /// For a node that a task drives.
    pub(crate) fn new(
        (engine, handler): (Box<dyn PeerEngine>, Arc<dyn Handler>),
        executor: Executor,
        socket: Socket,
        clock: Clock,
        options: &Options,
    ) -> Self {
        Shared {
            handler,
            executor,
            ahead_bytes: options.ahead_bytes,
            bed: None,
            changed: Condvar::new(),
            state: Mutex::new(State {
                engine,
                socket,
                clock,
                counters: Counters::default(),
                calls: HashMap::new(),
                slots: HashMap::new(),
                away: Vec::new(),
                away_bytes: 0,
                executed: Vec::new(),
                blocked: false,
                peer_done: false,
                wakes_at: None,
                paused: false,
                leaving: Leaving::No,
                closed: None,
                task: None,
                room: Sleepers::default(),
                #[cfg(feature = "tokio")]
                in_turn: Sleepers::default(),
                #[cfg(feature = "tokio")]
                turns: HashMap::new(),
                end: Sleepers::default(),
                woken: Vec::new(),
            }),
        }
    }

    pub(crate) fn lock(&self) -> Locked<'_> {
        let state = self.state.lock();
        Locked(Some(state.unwrap_or_else(PoisonError::into_inner)))
    }

    /// Has a thread wait on a condition variable of this state.
    pub(super) fn sleep<'a>(on: &Condvar, mut state: Locked<'a>) -> Locked<'a> {
        state.woken.drain(..).for_each(Waker::wake);
        let state = state.0.take().expect(HELD);
        Locked(Some(on.wait(state).unwrap_or_else(PoisonError::into_inner)))
    }

    /// Has a thread wait until more can be sent, or the connection has ended. `None` if that takes
    /// too long.
    pub(super) fn wait_for_room(&self, at_most: Option<Duration>) -> Option<Locked<'_>> {
        let state = self.lock().0.take().expect(HELD);
        let waits = |state: &mut State| state.blocked && state.closed().is_none();
        let Some(at_most) = at_most else {
            let woken = self.changed.wait_while(state, waits);
            return Some(Locked(Some(woken.unwrap_or_else(PoisonError::into_inner))));
        };
        let woken = self.changed.wait_timeout_while(state, at_most, waits);
        let (state, waited) = woken.unwrap_or_else(PoisonError::into_inner);
        (!waited.timed_out()).then_some(Locked(Some(state)))
    }

    /// Has a thread wait until the connection has ended.
    pub(super) fn wait_for_end(&self) -> CallError {
        let mut state = self.lock();
        loop {
            if let Some(why) = state.closed() {
                return why.clone();
            }
            state = Self::sleep(&self.changed, state);
        }
    }

    /// Sends output, and wakes whoever drives the node if it must wait for something else now.
    pub(crate) fn go_on(&self, state: &mut State) {
        let was_blocked = state.blocked;
        state.flush();
        if was_blocked && !state.blocked {
            self.notify_all(state);
        }
        let earlier = clock::is_earlier(state.next_timeout(), state.wakes_at);
        let is_leaving = state.leaving == Leaving::Soon;
        if state.blocked || earlier || state.paused || is_leaving || state.closed().is_some() {
            self.wake(state);
        }
    }

    /// Wakes whoever drives the node.
    pub(crate) fn wake(&self, state: &mut State) {
        match &self.bed {
            Some(bed) => signal(&bed.event),
            None => state.wake_task(),
        }
    }

    /// Wakes those that wait for room or for the end.
    pub(crate) fn notify_all(&self, state: &mut State) {
        self.changed.notify_all();
        let State {
            room, end, woken, ..
        } = state;
        room.wake_all(woken);
        if state.closed.is_some() {
            end.wake_all(woken);
        }
    }

    pub(crate) fn close(&self, how: Closed) {
        let _inside = self.enter();
        let mut state = self.lock();
        state.close(CallError::Closed(how), how);
        self.notify_all(&mut state);
        self.wake(&mut state);
    }

    /// Lets a thread that is not the runtime's read the runtime's clock, if a task drives the node.
    #[cfg(feature = "tokio")]
    pub(super) fn enter(&self) -> Option<tokio::runtime::EnterGuard<'_>> {
        match &self.executor {
            Executor::Workers(_) => None,
            Executor::Tasks(tasks) => Some(tasks.runtime.enter()),
        }
    }

    #[cfg(not(feature = "tokio"))]
    pub(super) fn enter(&self) -> NoRuntime {
        NoRuntime
    }
}

/// Without runtimes nothing has to be entered.
#[cfg(not(feature = "tokio"))]
pub(super) struct NoRuntime;

impl Origin for Shared {
    /// A worker of a node with a thread sends the reply itself; otherwise the node's task sends
    /// those of all calls that have ended.
    fn finished(&self, _: u64, done: Finished) {
        let mut state = self.lock();
        if self.bed.is_none() {
            state.executed.push(done);
            return self.wake(&mut state);
        }
        if !state.conclude(done) {
            return;
        }
        if state.peer_done {
            self.wake(&mut state);
        }
        self.go_on(&mut state);
    }
}
