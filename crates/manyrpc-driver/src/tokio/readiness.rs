//! When a connection's socket can be read and written, and who is told that something has arrived.
//!
//! A runtime tells one waker for each direction of a descriptor. That of reading is the task's, except while a single call
//! is in flight: then its caller is told, and receives for itself. It is ready one turn of the scheduler sooner than if
//! the task had to wake it, and the task does not run at all. Whatever else is to be done makes the task the one
//! that is told again: another call, the end of the call or of its future, a timer. So does the task itself whenever it runs,
//! at the latest to see whether the connection is idle: a caller that does not look does not keep others from being heard.

use std::io;
use std::mem;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use manyrpc_engine::{CallId, Closed};

use super::scratch;
use super::state::State;
use crate::calls::Kept;
use crate::watched::{BOTH, Watched, duplicate, watch, watch_socket};

/// What came of receiving once.
enum Once {
    /// Nothing more has arrived.
    Emptied,
    /// There may be more.
    More,
}

impl State {
    /// The socket is another one.
    ///
    /// # Errors
    /// As [`watch_socket`].
    pub(super) fn watch_anew(&mut self) -> io::Result<()> {
        self.watched = Some(watch_socket(&self.link.socket)?);
        Ok(())
    }

    /// Receives what has arrived; the task is told of more. False if there may be more already.
    pub(super) fn receive_for_task(
        &mut self,
        cx: &mut Context<'_>,
        woken: &mut Vec<Waker>,
    ) -> bool {
        self.tells_caller = false;
        for _ in 0..RECEIVES {
            let received = self.receive_ready(cx, |state| state.deliver(woken));
            if received.is_pending() || self.calls.closed().is_some() {
                return true;
            }
        }
        false
    }

    /// The next event of a call with one reply. The only one in flight is received here, and its caller told of more; for
    /// others the task receives, and wakes their callers. `woken` receives whom else to wake.
    pub(super) fn poll_reply(
        &mut self,
        call: CallId,
        cx: &mut Context<'_>,
        woken: &mut Vec<Waker>,
    ) -> Poll<Option<Kept>> {
        let is_alone = self.calls.is_simple() && self.calls.is_in_flight(call);
        let needs_task = self.blocked || self.callers_wait() || self.calls.closed().is_some();
        let mut its_own = None;
        let may_be_more =
            is_alone && !needs_task && !self.receive_for_caller(call, cx, woken, &mut its_own);
        if its_own.is_some() {
            return Poll::Ready(its_own);
        }
        let event = self.poll_event(call, cx);
        if event.is_pending() && may_be_more {
            cx.waker().wake_by_ref();
        }
        event
    }

    /// Receives what has arrived, as far as the call needs it; its caller is given its event, and told of more. False if
    /// there may be more already.
    fn receive_for_caller(
        &mut self,
        call: CallId,
        cx: &mut Context<'_>,
        woken: &mut Vec<Waker>,
        its_own: &mut Option<Kept>,
    ) -> bool {
        self.tells_caller = true;
        // It need not be woken for what it receives itself.
        drop(self.slots.take_waker(call));
        let mut all = false;
        for _ in 0..RECEIVES {
            let deliver = |state: &mut State| state.deliver_to_caller(call, its_own, woken);
            match self.receive_ready(cx, deliver) {
                Poll::Ready(Once::More) if self.calls.closed().is_none() => {}
                Poll::Ready(Once::Emptied) if self.calls.is_in_flight(call) => {}
                Poll::Ready(_) | Poll::Pending => {
                    all = true;
                    break;
                }
            }
        }
        scratch::settle(&mut self.calls.rx.buf);
        let _ = self.flush();
        if self.callers_wait() {
            self.wake_task();
        }
        self.wake_task_if_earlier();
        all
    }

    /// The task is told of what arrives, if a caller was.
    #[inline]
    pub(super) fn tell_task(&mut self) {
        if mem::take(&mut self.tells_caller)
            && let Some(watched) = &self.watched
            // A task that is awake will see for itself.
            && let Some(task) = &self.task
            && watched.poll_read_ready(&mut Context::from_waker(task)).is_ready()
        {
            self.wake_task();
        }
    }

    /// Receives once, if something has arrived or may have, and has it delivered.
    #[inline]
    fn receive_ready(
        &mut self,
        cx: &mut Context<'_>,
        deliver: impl FnOnce(&mut State),
    ) -> Poll<Once> {
        // Lent out, since receiving needs all the rest.
        let Some(watched) = self.watched.take() else {
            return Poll::Pending;
        };
        let once = match watched.poll_read_ready(cx) {
            Poll::Ready(Ok(mut ready)) => {
                let more = self.receive();
                if self.calls.closed().is_none() {
                    deliver(self);
                }
                if more && !self.needs_no_datagrams() {
                    Poll::Ready(Once::More)
                } else {
                    ready.clear_ready();
                    Poll::Ready(Once::Emptied)
                }
            }
            Poll::Ready(Err(_)) => {
                self.close(Closed::ByUs);
                Poll::Ready(Once::Emptied)
            }
            // The runtime may know of it later, or in another thread.
            Poll::Pending if self.link.polling.looks() && self.calls.len() > 0 => {
                let more = self.receive();
                if self.calls.closed().is_none() {
                    deliver(self);
                }
                match more && !self.needs_no_datagrams() {
                    true => Poll::Ready(Once::More),
                    false => Poll::Pending,
                }
            }
            Poll::Pending => Poll::Pending,
        };
        self.watched = Some(watched);
        once
    }

    /// Sends what the system did not accept before. True if there may be more to do.
    pub(super) fn write(&mut self, cx: &mut Context<'_>) -> bool {
        if !self.blocked {
            return false;
        }
        let Some(watched) = self.watched.take() else {
            return false;
        };
        if !self.link.socket.stream && !self.tells_of_room {
            return self.have_room_told(watched);
        }
        let went_on = match watched.poll_write_ready(cx) {
            Poll::Ready(Ok(mut ready)) => {
                let _ = self.flush();
                if self.blocked {
                    ready.clear_ready();
                }
                true
            }
            Poll::Ready(Err(_)) => {
                self.close(Closed::ByUs);
                false
            }
            Poll::Pending => false,
        };
        self.watched = Some(watched);
        went_on
    }

    /// From now on the task is told when the system accepts output. True, since the socket is asked anew.
    #[cold]
    fn have_room_told(&mut self, watched: Watched) -> bool {
        // The runtime watches a descriptor once: it is another one for the same socket.
        let another = duplicate(&self.link.socket);
        match another.and_then(|fd| watch(Arc::new(fd), BOTH)) {
            Ok(another) => {
                self.watched = Some(another);
                self.tells_of_room = true;
                self.tells_caller = false;
            }
            Err(_) => {
                self.watched = Some(watched);
                self.close(Closed::ByUs);
            }
        }
        true
    }
}

/// Receives before other tasks have their turn.
const RECEIVES: usize = 32;
