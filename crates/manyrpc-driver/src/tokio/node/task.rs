//! The task of a node: receives, runs the engine's timers, has calls executed and sends their
//! replies.

use std::future::Future;
use std::io;
use std::os::fd::OwnedFd;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker, ready};

use manyrpc_engine::{Buf, CallError, Closed, PeerId, Rx};
use tokio::io::Interest;
use tokio::io::unix::AsyncFd;

use crate::alarm::Alarm;
use crate::associations;
use crate::clock::runtime_now;
use crate::node::shared::{Locked, Shared};
use crate::node::state::{Awaited, State};
use crate::node::turn::Turn;
use crate::socket::Socket;
use crate::watched::watched;
use crate::workers::{Finished, Job};

/// The node's task.
pub(super) struct Task {
    shared: Arc<Shared>,
    fd: AsyncFd<OwnedFd>,
    rx: Rx,
    /// Wakes the task for the engine's timers.
    alarm: Alarm,
    /// Whom to wake once the lock is released.
    woken: Vec<Waker>,
}

/// A node's socket as the runtime watches it.
///
/// # Errors
/// The system has no descriptors left, or there is no runtime with I/O.
pub(super) fn watched_both(socket: &Socket) -> io::Result<AsyncFd<OwnedFd>> {
    watched(socket, Interest::READABLE.add(Interest::WRITABLE))
}

impl Task {
    /// Of the connection that was received already.
    pub(super) fn new(shared: Arc<Shared>, fd: AsyncFd<OwnedFd>, received: Buf) -> Self {
        let rx = Rx::from(received);
        Task {
            shared,
            fd,
            rx,
            alarm: Alarm::default(),
            woken: Vec::new(),
        }
    }

    /// One turn with the lock. Also returns whether there may be more to do at once.
    fn turn(&mut self, shared: &Arc<Shared>, cx: &mut Context<'_>) -> (Turn, bool) {
        let mut state = shared.lock();
        state.task_sleeps(cx);
        let mut went_on = self.receive(&mut state, cx);
        went_on |= self.watch_output(&mut state, cx);
        let awaited = (state.wants_input(), state.blocked);
        for done in state.take_executed() {
            state.conclude(done);
        }
        let turn = state.turn(&mut self.rx, shared);
        // What is awaited of the socket from now on is seen to in another turn.
        went_on |= awaited != (state.wants_input(), state.blocked);
        if turn.has_news {
            shared.notify_all(&mut state);
        }
        state.wake_turns();
        if !turn.is_over {
            went_on |= self.sleeps(&mut state, cx).is_ready();
        }
        self.wake(state);
        (turn, went_on)
    }

    /// Receives once. True if something was received, or the connection has ended.
    fn receive(&mut self, state: &mut State, cx: &mut Context<'_>) -> bool {
        if !state.wants_input() {
            return false;
        }
        match self.fd.poll_read_ready(cx) {
            Poll::Ready(Ok(mut ready)) => {
                if !state.receive(&mut self.rx) {
                    ready.clear_ready();
                }
                true
            }
            Poll::Ready(Err(_)) => {
                close(state, Closed::ByUs);
                true
            }
            Poll::Pending => false,
        }
    }

    /// Waits until the system accepts output again, and, while nothing is received, for the end of
    /// the connection. True if there was either.
    fn watch_output(&self, state: &mut State, cx: &mut Context<'_>) -> bool {
        if !state.blocked && state.wants_input() || state.closed().is_some() {
            return false;
        }
        while let Poll::Ready(ready) = self.fd.poll_write_ready(cx) {
            let Ok(mut ready) = ready else {
                close(state, Closed::ByUs);
                return true;
            };
            if !state.wants_input() && ready.ready().is_write_closed() {
                state.peer_is_gone();
                return true;
            }
            let was_blocked = state.blocked;
            state.flush();
            if was_blocked && !state.blocked {
                self.shared.notify_all(state);
            }
            if !state.blocked && state.wants_input() {
                return true;
            }
            // Cleared although the system may accept more: only its end is waited for then.
            ready.clear_ready();
        }
        false
    }

    /// Sets the timer. Ready if it has gone off.
    fn sleeps(&mut self, state: &mut State, cx: &mut Context<'_>) -> Poll<()> {
        let due = state.next_timeout();
        let went_off = self.alarm.poll(due, runtime_now, cx);
        state.wakes_at = self.alarm.due();
        went_off
    }

    /// Releases the lock, and wakes those that are to go on.
    fn wake(&mut self, mut state: Locked<'_>) {
        state.swap_woken(&mut self.woken);
        drop(state);
        self.woken.drain(..).for_each(Waker::wake);
    }

    /// Has calls executed. True if some had nothing to wait for: their replies are queued.
    fn execute(&mut self, shared: &Shared, jobs: Vec<Job>) -> bool {
        let jobs = jobs.into_iter();
        let done: Vec<Finished> = jobs
            .filter_map(|job| shared.executor.execute(job))
            .collect();
        if done.is_empty() {
            return false;
        }
        let mut state = shared.lock();
        for done in done {
            state.conclude(done);
        }
        self.wake(state);
        true
    }
}

fn close(state: &mut State, how: Closed) {
    state.close(CallError::Closed(how), how);
}

impl Future for Task {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let this = &mut *self;
        let shared = this.shared.clone();
        for _ in 0..TURNS {
            let (turn, mut went_on) = this.turn(&shared, cx);
            for association in turn.associations {
                associations::end(association, &*shared.handler);
            }
            went_on |= this.execute(&shared, turn.jobs);
            if turn.is_over {
                return Poll::Ready(());
            }
            if !went_on {
                return Poll::Pending;
            }
        }
        // Other tasks have their turn first.
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}

impl Drop for Task {
    /// The connection is over, or the runtime shuts down: nothing is received any more.
    fn drop(&mut self) {
        self.shared.close(Closed::ByUs);
        self.shared.executor.end();
    }
}

/// A task that waits for the node.
pub(super) struct Waiter<'s> {
    shared: &'s Shared,
    what: Awaited,
    /// What it is known by, once it waits.
    key: Option<u64>,
}

impl<'s> Waiter<'s> {
    pub(super) fn for_room(shared: &'s Shared) -> Self {
        Waiter::new(shared, Awaited::Room)
    }

    pub(super) fn for_turn(shared: &'s Shared) -> Self {
        Waiter::new(shared, Awaited::Turn)
    }

    pub(super) fn for_end(shared: &'s Shared) -> Self {
        Waiter::new(shared, Awaited::End)
    }

    fn new(shared: &'s Shared, what: Awaited) -> Self {
        Waiter {
            shared,
            what,
            key: None,
        }
    }

    /// Waits until more can be sent, and locks the state.
    pub(super) fn poll_room(&mut self, cx: &Context<'_>) -> Poll<Result<Locked<'s>, CallError>> {
        let mut state = self.shared.lock();
        ready!(state.poll_room(&mut self.key, cx))?;
        self.waits_no_more(&mut state);
        Poll::Ready(Ok(state))
    }

    /// Waits until the engine takes a call to that peer; returns the locked state.
    pub(super) fn poll_turn(
        &mut self,
        mut state: Locked<'s>,
        peer: PeerId,
        cx: &Context<'_>,
    ) -> Poll<Locked<'s>> {
        ready!(state.poll_turn(peer, &mut self.key, cx));
        self.waits_no_more(&mut state);
        Poll::Ready(state)
    }

    /// Whoever has the lock must not take it once more when the waiter is dropped.
    fn waits_no_more(&mut self, state: &mut State) {
        if let Some(key) = self.key.take() {
            state.stop_waiting(key, self.what);
        }
    }

    pub(super) fn poll_end(&mut self, cx: &Context<'_>) -> Poll<CallError> {
        self.shared.lock().poll_end(&mut self.key, cx)
    }
}

impl Drop for Waiter<'_> {
    fn drop(&mut self) {
        if self.key.is_some() {
            let shared = self.shared;
            self.waits_no_more(&mut shared.lock());
        }
    }
}

/// Turns before other tasks have theirs.
const TURNS: usize = 32;
