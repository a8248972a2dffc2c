//! Engine, calls and socket of a connection, behind one lock.

use std::io;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::{AcqRel, Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;

use manyrpc_engine::{
    Buf, CallError, CallHead, CallId, CallKind, Clock, Closed, Encoding, Instant, Misuse,
};
use rustix::io::Errno;

use super::slots::Slots;
use super::{Engine, scratch};
use crate::blocking::{Link, Received, datagram_too_large, is_early};
use crate::calls::{Calls, Kept, are_sent_together};
use crate::lock::lock;
use crate::turns::Turns;
use crate::wait::Wait;
use crate::wakers;
use crate::watched::{Watched, watch_socket};
use crate::{clock, spare};

/// A connection, as shared by its callers and its task.
#[derive(Debug)]
pub(super) struct Shared {
    state: Mutex<State>,
    /// How many handles there are.
    handles: AtomicUsize,
}

/// The state behind the lock.
pub(super) struct State {
    pub(super) engine: Engine,
    pub(super) calls: Calls,
    pub(super) link: Link,
    /// `None` while it is in use, and once the task has ended.
    pub(super) watched: Option<Watched>,
    pub(super) slots: Slots,
    /// Callers that wait, once one had to.
    waiting: Option<Box<Waiting>>,
    /// The system accepts no more output for now.
    pub(super) blocked: bool,
    /// The runtime tells a caller of what arrives, not the task.
    pub(super) tells_caller: bool,
    /// The runtime tells when a datagram socket accepts output again, as it does of streams.
    pub(super) tells_of_room: bool,
    /// There was a call, or something was received, since the task last looked.
    pub(super) used: bool,
    /// Whether calls follow each other.
    pub(super) pace: Pace,
    /// From when on a call follows no other.
    rare_from: Instant,
    /// When the task wakes by itself.
    pub(super) wakes_at: Option<Instant>,
    /// The connection's task, while it sleeps.
    pub(super) task: Option<Waker>,
    /// Callers have left output to the task, so that it is sent together.
    pub(super) gathers: bool,
    /// Nobody uses the connection any more.
    pub(super) leaving: bool,
    /// The task has ended: nothing is received any more.
    pub(super) over: bool,
}

/// Whether calls follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// They do: what they need is kept until the connection is known to be idle.
    Busy,
    /// The last one began when there had been none for some time. There may be no other one soon.
    Rare,
    /// What calls need was released when the last one had ended, and nothing has happened since.
    Resting,
}

/// Callers that wait.
#[derive(Default)]
struct Waiting {
    /// Until it is their turn to begin calls.
    turns: Arc<Turns>,
    /// Until the system accepts output again.
    room: Vec<Waker>,
    /// Until the server accepts messages again.
    windows: Vec<Waker>,
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State")
            .field("calls", &self.calls)
            .finish_non_exhaustive()
    }
}

impl Shared {
    /// # Errors
    /// The system has no descriptors left, or there is no runtime with I/O.
    pub(super) fn new(engine: Engine, calls: Calls, link: Link) -> io::Result<Self> {
        let watched = watch_socket(&link.socket)?;
        let state = State {
            engine,
            calls,
            link,
            watched: Some(watched),
            slots: Slots::default(),
            waiting: None,
            blocked: false,
            tells_caller: false,
            tells_of_room: false,
            used: true,
            pace: Pace::Busy,
            rare_from: Instant::ZERO,
            wakes_at: None,
            task: None,
            gathers: false,
            leaving: false,
            over: false,
        };
        Ok(Shared {
            state: Mutex::new(state),
            handles: AtomicUsize::new(0),
        })
    }

    pub(super) fn add_handle(&self) {
        self.handles.fetch_add(1, Relaxed);
    }

    /// True if it was the last.
    pub(super) fn lose_handle(&self) -> bool {
        // What was done by other handles comes before the end.
        self.handles.fetch_sub(1, AcqRel) == 1
    }

    /// Waits until it is this caller's turn, the system accepts output, and the engine takes so many calls; locks the state.
    pub(super) async fn turn(&self, calls: usize) -> Result<MutexGuard<'_, State>, CallError> {
        let turns = self.lock().waiting.get_or_insert_default().turns.clone();
        let poll = |cx: &mut Context<'_>| {
            let mut state = self.lock();
            ready!(state.poll_room(cx))?;
            if !state.takes(calls) {
                state.wait_for_windows(cx);
                return Poll::Pending;
            }
            Poll::Ready(Ok(state))
        };
        turns.wait(poll).await
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

impl State {
    /// Whether so many calls may begin only behind others, or not yet.
    pub(super) fn holds_back(&mut self, calls: usize) -> bool {
        let awaited = |waiting: &Waiting| waiting.turns.are_awaited();
        self.blocked || self.waiting.as_deref().is_some_and(awaited) || !self.takes(calls)
    }

    /// Whether the engine takes so many calls now. More than it ever takes need not wait: they are refused.
    fn takes(&mut self, calls: usize) -> bool {
        if calls == 1 {
            return !self.engine.is_saturated();
        }
        let batches = self.engine.batches();
        self.calls.len() == 0 || batches.is_none_or(|batches| batches.has_room(calls))
    }

    /// Begins, marshals and queues a call, and sends it unless others are in flight.
    ///
    /// # Errors
    /// The connection has ended, the engine refuses such a call, or `write` does.
    #[inline]
    pub(super) fn start(
        &mut self,
        head: &CallHead<'_>,
        write: impl FnOnce(Encoding, &mut Buf) -> Result<(), Misuse>,
    ) -> Result<(CallId, CallKind), CallError> {
        let (id, kind) = self.finished(head, write)?;
        self.transmit(id, kind)?;
        Ok((id, kind))
    }

    /// Begins, marshals and queues a call.
    ///
    /// # Errors
    /// As [`start`](Self::start).
    #[inline]
    pub(super) fn finished(
        &mut self,
        head: &CallHead<'_>,
        write: impl FnOnce(Encoding, &mut Buf) -> Result<(), Misuse>,
    ) -> Result<(CallId, CallKind), CallError> {
        self.refuse_if_closed()?;
        // A call is the first since the last event that needs the time.
        self.calls.clock.pass();
        let engine = &mut *self.engine;
        self.calls.begin(engine, head)?;
        if let Err(refused) = write(engine.encoding(), engine.body()) {
            self.calls.abandon(engine);
            return Err(refused.into());
        }
        if self.link.must_choose_ports(head.idempotent) {
            self.choose_ports(head.idempotent);
        }
        self.calls.finish(&mut *self.engine)
    }

    /// A call is queued in the engine: sends it, and prepares for its events.
    ///
    /// # Errors
    /// It is too large.
    pub(super) fn transmit(&mut self, id: CallId, kind: CallKind) -> Result<(), CallError> {
        let others = self.calls.len();
        self.expect(id, kind);
        // The task sends the calls of all callers that are ready now with one system call.
        if self.link.socket.stream && are_sent_together(others, self.unsent()) {
            self.gathers = true;
            self.wake_task();
            return Ok(());
        }
        if let Err(too_large) = self.flush() {
            self.forget(id);
            return Err(too_large.into());
        }
        self.wake_task_if_earlier();
        Ok(())
    }

    /// A call is being sent: prepares for its events.
    #[inline]
    pub(super) fn expect(&mut self, id: CallId, kind: CallKind) {
        self.note_beginning();
        // Whoever called before is not alone any more.
        self.tell_task();
        self.link.counters.calls += 1;
        self.calls.sent(id, kind);
        if kind != CallKind::OneWay {
            self.slots.open(id);
        }
    }

    /// How many bytes of output are at least unsent.
    fn unsent(&mut self) -> usize {
        self.engine.poll_transmit().map_or(0, |due| due.bytes.len())
    }

    #[cold]
    fn choose_ports(&mut self, idempotent: bool) {
        let first = self.calls.any_in_flight().is_none();
        self.link
            .choose_ports(&mut self.calls.rx, first, idempotent);
    }

    /// Sends output, as far as possible without waiting.
    ///
    /// # Errors
    /// A datagram is too large.
    pub(super) fn flush(&mut self) -> Result<(), Misuse> {
        self.blocked = false;
        let mut retried = false;
        while let Some(due) = self.engine.poll_transmit() {
            let size = due.bytes.len();
            match self.link.send(&due, Wait::No) {
                Ok(n) => {
                    self.engine.sent(n);
                    self.link.polling.begin_anew(self.calls.len());
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => {
                    self.blocked = true;
                    return Ok(());
                }
                Err(e) if self.link.socket.stream => {
                    self.close_for(e);
                    return Ok(());
                }
                Err(Errno::MSGSIZE) => {
                    self.engine.sent(size);
                    return Err(datagram_too_large(size));
                }
                // The system reports an error of an earlier datagram here, and sends nothing.
                Err(_) if !retried => retried = true,
                Err(e) => {
                    self.engine.sent(size);
                    self.datagram_failed(e);
                }
            }
        }
        if self.link.socket.is_secured() {
            match self.link.socket.finish(Wait::No) {
                Ok(()) => {}
                Err(e) if is_early(e) => self.blocked = true,
                Err(e) => self.close_for(e),
            }
        }
        Ok(())
    }

    /// Receives once. True if more may have arrived.
    pub(super) fn receive(&mut self) -> bool {
        let wanted = self.engine.wanted();
        scratch::borrow(&mut self.calls.rx.buf);
        match self.link.receive_once(&mut self.calls.rx, wanted, Wait::No) {
            Ok(Received::Bytes) => {
                self.note_use();
                self.link.polling.begin(self.calls.len());
                self.calls.clock.pass();
                // A stream that did not fill the room was emptied.
                !self.link.socket.stream
                    || self.link.socket.is_secured()
                    || !self.calls.rx.buf.has_room(1)
            }
            Ok(Received::Stray) => true,
            Ok(Received::End) => {
                self.ended();
                false
            }
            Err(Errno::AGAIN) => false,
            Err(Errno::INTR) => true,
            Err(e) if self.link.socket.stream => {
                self.close_for(e);
                false
            }
            Err(e) => {
                self.datagram_failed(e);
                true
            }
        }
    }

    /// Whether a datagram that is still unread may wait for the next one, whose arrival is reported:
    /// without a call in flight it is a late or a second reply. Saves a lone call the question
    /// whether the socket is empty.
    pub(super) fn needs_no_datagrams(&self) -> bool {
        !self.link.socket.stream && self.calls.len() == 0
    }

    /// Runs the engine's timers that are due.
    pub(super) fn pass_time(&mut self) {
        let Some(due) = self.engine.next_timeout() else {
            return;
        };
        let now = self.calls.clock.read();
        if due <= now {
            self.engine.handle_timeout(now);
            self.link.widen(&mut self.calls.rx);
        }
    }

    /// Puts received events into their calls' slots. `woken` receives whom to wake.
    pub(super) fn deliver(&mut self, woken: &mut Vec<Waker>) {
        while let Some(event) = self.calls.next_kept(&mut *self.engine) {
            self.put(event, woken);
        }
        self.end_if_finished();
    }

    /// The same for a caller that receives for itself, of a call with one reply: `its_own` receives its event, which needs
    /// no slot.
    pub(super) fn deliver_to_caller(
        &mut self,
        call: CallId,
        its_own: &mut Option<Kept>,
        woken: &mut Vec<Waker>,
    ) {
        while let Some(event) = self.calls.next_kept(&mut *self.engine) {
            match event.id == call {
                true => *its_own = Some(event),
                false => self.put(event, woken),
            }
        }
        self.end_if_finished();
    }

    fn put(&mut self, event: Kept, woken: &mut Vec<Waker>) {
        let call = event.id;
        let Some(put) = self.slots.put(event) else {
            return;
        };
        woken.extend(put.waker);
        if put.is_full {
            self.hold(call, true);
        }
    }

    fn end_if_finished(&mut self) {
        if self.calls.broken().is_some() || self.engine.is_finished() {
            // The server wants the connection closed once no call is in flight, or has broken the
            // protocol: nothing more from it can be understood, which some protocols tell it.
            let _ = self.flush();
            self.link.socket.shutdown();
        }
    }

    /// The next event of a call; `Ready(None)` if nobody awaits it.
    #[inline]
    pub(super) fn poll_event(&mut self, call: CallId, cx: &Context<'_>) -> Poll<Option<Kept>> {
        let taken = match self.slots.poll(call, cx) {
            Poll::Ready(taken) => taken,
            // Events that the end of a connection brings are delivered before it is over.
            Poll::Pending if !self.over => return Poll::Pending,
            Poll::Pending => None,
        };
        if taken.as_ref().is_some_and(|taken| taken.has_room) {
            self.hold(call, false);
            self.wake_task();
        }
        Poll::Ready(taken.map(|taken| taken.event))
    }

    /// Whether the server of a call may not send more of its messages.
    #[cold]
    fn hold(&mut self, call: CallId, held: bool) {
        if let Some(streams) = self.engine.streams() {
            streams.hold(call, held);
        }
    }

    /// Waits until the system accepts output.
    pub(super) fn poll_room(&mut self, cx: &Context<'_>) -> Poll<Result<(), CallError>> {
        self.refuse_if_closed()?;
        if !self.blocked {
            return Poll::Ready(Ok(()));
        }
        remember(&mut self.waiting.get_or_insert_default().room, cx);
        self.tell_task();
        Poll::Pending
    }

    /// Wakes a caller when the server may accept messages again.
    pub(super) fn wait_for_windows(&mut self, cx: &Context<'_>) {
        remember(&mut self.waiting.get_or_insert_default().windows, cx);
        self.tell_task();
    }

    /// Those who wait for room, where there may be some.
    pub(super) fn take_room(&mut self, woken: &mut Vec<Waker>) {
        let Some(waiting) = &mut self.waiting else {
            return;
        };
        if !self.blocked {
            woken.append(&mut waiting.room);
        }
        woken.append(&mut waiting.windows);
    }

    /// Nobody awaits the call any more: the server is notified if the protocol has a message for
    /// it.
    pub(super) fn forget(&mut self, id: CallId) {
        self.slots.close(id);
        self.tell_task();
        if self.calls.forget(id) {
            self.engine.cancel(id);
            self.wake_task();
        }
    }

    /// Cancels a call in flight that somebody may wait for.
    pub(super) fn cancel(&mut self, id: CallId) {
        if self.calls.is_in_flight(id) {
            let waiting = self.slots.take_waker(id);
            self.forget(id);
            if let Some(waiting) = waiting {
                waiting.wake();
            }
        }
    }

    /// Nobody uses the connection any more.
    pub(super) fn leave(&mut self) {
        self.leaving = true;
        self.wake_task();
    }

    /// Something happens, for which memory may be taken.
    #[inline]
    fn note_use(&mut self) {
        self.used = true;
        if self.pace == Pace::Resting {
            self.pace = Pace::Busy;
        }
    }

    /// A call begins, at the time that its engine was told.
    #[inline]
    fn note_beginning(&mut self) {
        let now = self.calls.clock.last();
        self.used = true;
        self.pace = match now >= self.rare_from {
            true => Pace::Rare,
            false => Pace::Busy,
        };
        self.rare_from = now + SWEEP;
    }

    /// A call has ended. If there is none beside it, and had been none for some time, there may be no other one soon: many
    /// connections that are used now and then must not all keep what a call needs until each is known to be idle.
    #[inline]
    pub(super) fn call_ended(&mut self) {
        if self.pace == Pace::Rare && self.calls.len() == 0 {
            self.pace = Pace::Resting;
            self.shrink();
            // So that its timer goes, too.
            self.wake_task();
        }
    }

    /// Releases memory while the connection is idle.
    pub(super) fn shrink(&mut self) {
        self.engine.shrink();
        self.link.socket.shrink();
        self.slots.shrink();
        self.calls.shrink();
        spare::release();
        let idle = |waiting: &Waiting| Arc::strong_count(&waiting.turns) == 1;
        if !self.callers_wait() && self.waiting.as_deref().is_some_and(idle) {
            self.waiting = None;
        }
    }

    /// Whether callers wait until they may send.
    pub(super) fn callers_wait(&self) -> bool {
        let waits = |waiting: &Waiting| !waiting.room.is_empty() || !waiting.windows.is_empty();
        self.waiting.as_deref().is_some_and(waits)
    }

    /// The connection's task sleeps from now on.
    pub(super) fn task_sleeps(&mut self, cx: &Context<'_>) {
        wakers::remember(&mut self.task, cx.waker());
    }

    /// Has the task look for something to do.
    pub(super) fn wake_task(&mut self) {
        if let Some(task) = self.task.take() {
            task.wake();
        }
    }

    /// The task must wait for something else, or wake earlier.
    #[inline]
    pub(super) fn wake_task_if_earlier(&mut self) {
        // Without a time, the task is to look for the end of this use, too.
        let earlier = match self.wakes_at {
            Some(_) => clock::is_earlier(self.engine.next_timeout(), self.wakes_at),
            None => true,
        };
        if earlier || self.blocked || self.calls.closed().is_some() {
            self.wake_task();
        }
    }

    /// Why no more calls can be made.
    pub(super) fn closed(&self) -> Option<CallError> {
        let ours = || self.over.then_some(CallError::Closed(Closed::ByUs));
        self.calls.closed().cloned().or_else(ours)
    }

    pub(super) fn refuse_if_closed(&self) -> Result<(), CallError> {
        if self.over || self.calls.closed().is_some() {
            return self.closed().map_or(Ok(()), Err);
        }
        Ok(())
    }

    /// A system call on the stream has failed.
    #[cold]
    fn close_for(&mut self, errno: Errno) {
        self.close(self.link.socket.closed_by(errno));
    }

    /// The peer has closed the stream.
    #[cold]
    fn ended(&mut self) {
        let reconnection = self.engine.reconnection();
        let in_doubt = reconnection.is_some_and(|r| r.depends_on_unread());
        // Only what is known at once counts: a call is rather failed than repeated.
        let unread = in_doubt && self.link.socket.is_reset(Duration::ZERO);
        self.close(match unread {
            true => Closed::Unread,
            false => Closed::ByPeer,
        });
    }

    pub(super) fn close(&mut self, how: Closed) {
        if self.calls.closed().is_none() {
            self.calls.close(&mut *self.engine, how);
            self.blocked = false;
        }
    }

    /// The system reports that a datagram did not reach its destination.
    #[cold]
    fn datagram_failed(&mut self, errno: Errno) {
        if self.link.is_refused() {
            self.engine
                .handle_closed(Closed::Unreachable(errno.raw_os_error()));
        }
    }

    /// Whether the connection has ended, and no call waits for another one.
    pub(super) fn has_ended(&mut self) -> bool {
        self.calls.closed().is_some() && !self.awaits_reconnection()
    }

    /// Where to reconnect, if not where the connection led before.
    pub(super) fn elsewhere(&mut self) -> Option<(String, u16)> {
        let (host, port) = self.engine.reconnection()?.elsewhere()?;
        Some((host.to_owned(), port))
    }

    pub(super) fn awaits_reconnection(&mut self) -> bool {
        self.engine
            .reconnection()
            .is_some_and(|r| r.awaits_reconnection())
    }

    /// The time, as the task's timer has it.
    pub(super) fn now(&self) -> Instant {
        self.calls.clock.read()
    }
}

/// Adds a waker once.
fn remember(wakers: &mut Vec<Waker>, cx: &Context<'_>) {
    if !wakers.iter().any(|waker| waker.will_wake(cx.waker())) {
        wakers.push(cx.waker().clone());
    }
}

/// The runtime's time as the engines'.
pub(super) fn clock() -> Clock {
    Clock::running(clock::runtime_now)
}

/// After so much time without a call or anything received, up to twice as much, memory is released; as servers do.
pub(super) const SWEEP: Duration = Duration::from_secs(1);
