//! A thread that serves many connections as they become ready.

#[cfg(feature = "tokio")]
mod lone;

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::sync::atomic::Ordering::Acquire;
use std::time::Duration;

use manyrpc_engine::Instant;
use rustix::event::{Timespec, epoll};

use super::caps::Caps;
use super::connection::{Connection, Next, Tools, Turn};
use super::dedicated::Pool;
use super::desk::Desk;
use super::inbox::{Inbox, Parcel};
use super::listen::StreamListener;
use super::shared::Shared;
use super::slots::Slots;
use super::watching::{END, interest, rewatch, watch, watch_anew};
use crate::executor::Executor;
use crate::polling::Polling;
use crate::socket::timespec;
use crate::spare;
use crate::wait::Wait;
use crate::workers::Finished;

pub(super) struct Reactor {
    pub(super) epoll: OwnedFd,
    /// On a runtime only.
    #[cfg(feature = "tokio")]
    lone: Option<lone::Lone>,
    pub(super) polling: Polling,
    /// How many calls this turn was told of.
    calls: usize,
    shared: Arc<Shared>,
    pool: Arc<Pool>,
    pub(super) inbox: Arc<Inbox>,
    listeners: Vec<StreamListener>,
    /// When listeners that could not accept retry.
    accept_again: Option<Instant>,
    slots: Slots,
    /// Ended connections with calls still at workers.
    leaving: HashMap<u64, Box<Connection>>,
    timers: BinaryHeap<Reverse<(Instant, u64)>>,
    /// Connections that were active and may have memory to release.
    active: Vec<u64>,
    next_sweep: Option<Instant>,
    /// Connections that began a handshake, oldest first; some may have completed it.
    shaking: VecDeque<u64>,
    tools: Tools,
    /// Something may be left of what this turn was told.
    more: bool,
    /// Our connections that are lent to dedicated threads.
    lent: usize,
    /// Set once the server stops: when to be done.
    deadline: Option<Instant>,
}

impl Reactor {
    /// Prepares a reactor; those with listeners accept for all. `executor` executes the calls of
    /// handlers that it is for; without it the workers do, if there are any.
    pub(super) fn new(
        shared: Arc<Shared>,
        pool: Arc<Pool>,
        inbox: Arc<Inbox>,
        listeners: Vec<StreamListener>,
        executor: Option<Executor>,
    ) -> std::io::Result<Self> {
        let epoll = epoll::create(epoll::CreateFlags::CLOEXEC)?;
        watch(&epoll, &inbox.event, INBOX, epoll::EventFlags::IN)?;
        let workers = || Executor::Workers(shared.workers.clone());
        let executor = executor.or_else(|| (shared.caps.workers > 0).then(workers));
        let ahead_bytes = shared.caps.ahead_bytes;
        let desk = executor.map(|executor| Desk::new(executor, ahead_bytes, inbox.clone()));
        let reactor = Reactor {
            epoll,
            #[cfg(feature = "tokio")]
            lone: None,
            polling: Polling::new(shared.caps.busy_poll),
            calls: 0,
            tools: Tools::new(shared.new_meter(), desk),
            shared,
            pool,
            inbox,
            listeners,
            accept_again: None,
            slots: Slots::default(),
            leaving: HashMap::new(),
            timers: BinaryHeap::new(),
            active: Vec::new(),
            next_sweep: None,
            shaking: VecDeque::new(),
            more: false,
            lent: 0,
            deadline: None,
        };
        reactor.watch_listeners();
        Ok(reactor)
    }

    /// Serves until the server stops and every connection has ended or the time for that is over.
    pub(super) fn run(mut self) {
        while !self.is_done() {
            let timeout = match self.polling.goes_on() {
                true => Some(AT_ONCE),
                false => self.timeout().map(timespec),
            };
            self.turn(timeout.as_ref());
        }
        self.close_all();
    }

    /// Whether the server was told to stop, and this has not been heeded.
    #[cfg(feature = "tokio")]
    pub(super) fn begins_to_stop(&self) -> bool {
        self.deadline.is_none() && self.shared.stopping.load(Acquire)
    }

    /// Takes what has come from other threads and tasks. True if there was something.
    #[cfg(feature = "tokio")]
    pub(super) fn take_parcels(&mut self) -> bool {
        let parcels = self.inbox.take_parcels();
        let some = !parcels.is_empty();
        if some {
            self.polling.begin(parcels.len());
        }
        parcels.into_iter().for_each(|parcel| self.unpack(parcel));
        some
    }

    /// The time to stop is over: what is still open is closed.
    pub(super) fn close_all(self) {
        self.shared.closed(self.slots.len() + self.leaving.len());
    }

    /// Waits once, and handles what has come. False if something may be left of that: what comes later is told anew.
    pub(super) fn turn(&mut self, timeout: Option<&Timespec>) -> bool {
        let mut space = [MaybeUninit::uninit(); EVENTS];
        // A failure is a signal.
        let events = epoll::wait(&self.epoll, &mut space, timeout);
        let events = events.map_or(&mut [][..], |(events, _)| events);
        self.more = events.len() == EVENTS;
        self.calls = 0;
        for event in &*events {
            self.handle(event.data.u64(), event.flags);
        }
        if !events.is_empty() {
            self.polling.begin(self.calls);
        }
        self.timers_due();
        if self.deadline.is_none() && self.shared.stopping.load(Acquire) {
            self.begin_stop();
        }
        !self.more
    }

    /// Whether the server has stopped.
    pub(super) fn is_done(&self) -> bool {
        match self.deadline {
            None => false,
            Some(_) if self.slots.is_empty() && self.leaving.is_empty() && self.lent == 0 => true,
            Some(deadline) => self.shared.now() >= deadline,
        }
    }

    fn handle(&mut self, token: u64, flags: epoll::EventFlags) {
        if token == INBOX {
            for parcel in self.inbox.take() {
                self.unpack(parcel);
            }
        } else if token > LISTENER - LISTENERS {
            self.more = true;
            self.accept((LISTENER - token) as usize);
        } else if let Some(connection) = self.slots.get(token) {
            if connection.is_lingering() {
                if !connection.discard(&mut self.tools) {
                    self.close(token);
                }
                return;
            }
            if connection.book.interest == Next::Wait {
                // Nothing was asked for, so this is its end, or an old event.
                if flags.intersects(epoll::EventFlags::HUP | epoll::EventFlags::ERR) {
                    self.close(token);
                }
                return;
            }
            let mut turn = if connection.blocked && flags.contains(epoll::EventFlags::OUT) {
                connection.borrow(&mut self.tools);
                let turn = connection.write(&mut self.tools);
                connection.settle(&mut self.tools);
                turn
            } else {
                read(connection, &mut self.tools)
            };
            turn.more |= flags.intersects(END);
            self.after(token, turn);
        }
    }

    /// Takes a connection, or news of one.
    fn unpack(&mut self, parcel: Parcel) {
        let (mut connection, next) = match parcel {
            Parcel::Finished(token, done) => return self.finish(token, done),
            Parcel::Woken(token) => return self.woken(token),
            Parcel::New(connection) => (connection, Next::Read),
            Parcel::Back(connection, next) => {
                self.lent -= 1;
                (connection, next)
            }
        };
        // A thread waiting for it was woken by an apparent end of the stream.
        if next == Next::Over && self.shared.stopping.load(Acquire) {
            connection.ask_to_leave(&mut self.tools);
            drop(connection);
            self.shared.closed(1);
            return;
        }
        let token = self.slots.insert(connection);
        let Some(connection) = self.slots.get(token) else {
            return;
        };
        if watch(&self.epoll, &connection.socket, token, interest(next)).is_err() {
            self.close(token);
            return;
        }
        connection.book.interest = next;
        connection.book.token = token;
        connection.move_to(Some((self.inbox.clone(), token)));
        // Timers queued before had another token.
        connection.book.timer = None;
        if next == Next::Over {
            return self.end(token);
        }
        if connection.is_shaking_hands() {
            self.shaking.push_back(token);
            self.bound_handshakes();
        }
        self.arm(token);
        if self.deadline.is_some() {
            self.last_turn(token);
        }
    }

    /// Limits handshakes: the oldest make room for new ones.
    fn bound_handshakes(&mut self) {
        let most = self
            .shared
            .caps
            .handshakes
            .div_ceil(self.shared.inboxes.len());
        while let Some(oldest) = self.shaking.front().copied() {
            let connection = self.slots.get(oldest);
            let shaking = connection.is_some_and(|c| c.is_shaking_hands());
            if shaking && self.shaking.len() <= most {
                break;
            }
            self.shaking.pop_front();
            if shaking {
                self.close(oldest);
            }
        }
    }

    /// A worker has executed a call of a connection, which may have ended by now.
    fn finish(&mut self, token: u64, done: Finished) {
        if let Some(connection) = self.slots.get(token) {
            connection.borrow(&mut self.tools);
            let turn = connection.finish(&mut self.tools, done);
            connection.settle(&mut self.tools);
            self.after(token, turn);
        } else if let Some(connection) = self.leaving.get_mut(&token) {
            connection.count_back(&done);
            if !connection.has_calls_away() {
                self.leaving.remove(&token);
                self.shared.closed(1);
            }
        }
    }

    /// A call of a connection, which may have ended by now, was woken.
    fn woken(&mut self, token: u64) {
        let Some(connection) = self.slots.get(token) else {
            return;
        };
        if !connection.is_lingering() {
            connection.borrow(&mut self.tools);
            let turn = connection.woken(&mut self.tools);
            connection.settle(&mut self.tools);
            self.after(token, turn);
        }
    }

    /// Acts on a turn's result: another interest, a loan, a timer, or the end.
    fn after(&mut self, token: u64, turn: Turn) {
        self.calls += turn.calls as usize;
        if turn.next == Next::Over {
            self.end(token);
            return;
        }
        let told_by_runtime = self.is_told_by_runtime(token, turn);
        let Some(connection) = self.slots.get(token) else {
            return;
        };
        match turn.more {
            // What may be left is received before the runtime is asked.
            _ if told_by_runtime => {}
            true => {
                self.more = true;
                watch_anew(&self.epoll, connection, token, turn.next);
            }
            false => rewatch(&self.epoll, connection, token, turn.next),
        }
        if turn.received {
            let turns = &mut connection.book.turns;
            if *turns == 0 {
                self.active.push(token);
            }
            *turns = turns.saturating_add(1);
            // After the first call there may be no other one soon: many connections that are used now and then must not
            // all keep what a call needs until each is known to be idle.
            if *turns <= FIRST_TURNS && turn.next == Next::Read && connection.at_rest() {
                connection.rest();
            }
        }
        if self.deadline.is_some() {
            if turn.next == Next::Read && connection.at_rest() {
                self.last_turn(token);
            }
        } else if turn.next == Next::Read && connection.earns_a_thread() {
            self.lend(token);
        }
        self.arm(token);
    }

    fn lend(&mut self, token: u64) {
        if !self.pool.has_room() {
            return;
        }
        let Some(mut connection) = self.slots.remove(token) else {
            return;
        };
        connection.move_to(None);
        self.tools.count_other();
        let _ = epoll::delete(&self.epoll, &connection.socket);
        match self.pool.lend(connection, &self.inbox) {
            Ok(()) => self.lent += 1,
            Err(mut connection) => {
                connection.book.streak = 0;
                self.lent += 1;
                self.unpack(Parcel::Back(connection, Next::Read));
            }
        }
    }

    /// Queues the earliest timer of a connection, if it is earlier than the queued one.
    fn arm(&mut self, token: u64) {
        let caps = &self.shared.caps;
        let Some(connection) = self.slots.get(token) else {
            return;
        };
        let idle_limit = idle_limit(caps, connection);
        let leaving = connection.leaving;
        let due = [
            connection
                .next_timeout()
                .filter(|_| !connection.is_lingering()),
            leaving.or_else(|| idle_limit.map(|p| connection.clock.last() + p)),
            caps.age
                .filter(|_| leaving.is_none())
                .map(|age| connection.born + age),
        ];
        let Some(due) = due.into_iter().flatten().min() else {
            return;
        };
        if connection.book.timer.is_none_or(|queued| due < queued) {
            connection.book.timer = Some(due);
            self.timers.push(Reverse((due, token)));
        }
    }

    /// Runs what is due: timers, retried accepts, releasing memory.
    fn timers_due(&mut self) {
        let Some(next) = self.next_due() else {
            return;
        };
        let now = self.shared.now();
        if next > now {
            return;
        }
        while let Some(Reverse((due, token))) = self.timers.peek().copied() {
            if due > now {
                break;
            }
            self.timers.pop();
            self.time_passed(token, due, now);
        }
        if self.accept_again.is_some_and(|due| due <= now) {
            self.accept_again = None;
            self.watch_listeners();
        }
        if self.next_sweep.is_some_and(|due| due <= now) {
            self.sweep(now);
        }
    }

    fn time_passed(&mut self, token: u64, due: Instant, now: Instant) {
        let Some(connection) = self.slots.get(token) else {
            return;
        };
        if connection.book.timer != Some(due) {
            return;
        }
        connection.book.timer = None;
        let idle_limit = idle_limit(&self.shared.caps, connection);
        let leave_by = now + self.shared.caps.leave_within;
        let aged = self
            .shared
            .caps
            .age
            .is_some_and(|age| connection.born + age <= now);
        match connection.leaving {
            Some(by) if by <= now && connection.has_calls_away() => {
                connection.leaving = Some(leave_by);
            }
            Some(by) if by <= now => return self.close(token),
            Some(_) if connection.is_lingering() => return self.arm(token),
            Some(_) => {}
            None if idle_limit.is_some_and(|p| connection.clock.last() + p <= now) => {
                if !connection.ask_to_leave(&mut self.tools) {
                    return self.close(token);
                }
                connection.leaving = Some(leave_by);
                return self.arm(token);
            }
            None if aged => match connection.wind_down(&mut self.tools) {
                true => connection.leaving = Some(leave_by),
                // The protocol cannot ask: it may stay for as long again.
                false => connection.born = now,
            },
            None => {}
        }
        connection.borrow(&mut self.tools);
        let turn = connection.time_passed(&mut self.tools, now);
        connection.settle(&mut self.tools);
        self.after(token, turn);
    }

    /// Lets idle connections release memory.
    fn sweep(&mut self, now: Instant) {
        let slots = &mut self.slots;
        let before = self.active.len();
        self.active.retain(|token| {
            let Some(connection) = slots.get(*token) else {
                return false;
            };
            let quiet = connection.clock.last() + SWEEP <= now;
            if quiet {
                connection.shrink();
                connection.book.turns = 0;
            }
            !quiet
        });
        if self.active.len() < before {
            spare::release();
        }
        self.next_sweep = None;
    }

    /// Ends a connection: our last output must arrive, whatever the peer is still sending.
    fn end(&mut self, token: u64) {
        let linger = self.shared.caps.linger;
        self.not_lone(token);
        let Some(connection) = self.slots.get(token) else {
            return;
        };
        if linger.is_zero() || !connection.linger() || !connection.discard(&mut self.tools) {
            return self.close(token);
        }
        connection.leaving = Some(self.shared.now() + linger);
        rewatch(&self.epoll, connection, token, Next::Read);
        self.arm(token);
    }

    fn close(&mut self, token: u64) {
        self.not_lone(token);
        let Some(mut connection) = self.slots.remove(token) else {
            return;
        };
        if connection.has_calls_away() {
            // State kept for its client is released after they are done, not before.
            let _ = epoll::delete(&self.epoll, &connection.socket);
            connection.socket.shutdown();
            connection.orphan_calls();
            connection.end_streams();
            self.leaving.insert(token, connection);
            return;
        }
        // Closing its socket ends the watch. It counts as open until that is done.
        drop(connection);
        self.shared.closed(1);
    }

    /// Accepts, and distributes connections to the reactors in turn.
    fn accept(&mut self, listener: usize) {
        if self.accept_again.is_some() || self.deadline.is_some() {
            return;
        }
        for _ in 0..ACCEPTS {
            if !self.shared.may_open() {
                self.pause_accepting();
                return;
            }
            let Some(listener) = self.listeners.get(listener) else {
                return;
            };
            match listener.accept(self.shared.now) {
                Ok(Some(connection)) => {
                    let inbox = self.shared.opened();
                    if Arc::ptr_eq(inbox, &self.inbox) {
                        self.unpack(Parcel::New(connection));
                    } else {
                        inbox.put(Parcel::New(connection));
                    }
                }
                Ok(None) => return,
                Err(_) => {
                    self.pause_accepting();
                    return;
                }
            }
        }
    }

    /// No descriptors, no memory, or the connection limit: new connections wait in the backlog for
    /// a moment, instead of waking us repeatedly.
    #[cold]
    fn pause_accepting(&mut self) {
        self.accept_again = Some(self.shared.now() + ACCEPT_PAUSE);
        for listener in &self.listeners {
            let _ = epoll::delete(&self.epoll, listener);
        }
    }

    fn watch_listeners(&self) {
        for (i, listener) in self.listeners.iter().enumerate() {
            // Fails only for lack of kernel memory, which accepting would lack too.
            let _ = watch(
                &self.epoll,
                listener,
                LISTENER - i as u64,
                epoll::EventFlags::IN,
            );
        }
    }

    /// Closes idle connections and lets the others finish.
    fn begin_stop(&mut self) {
        self.deadline = Some(self.shared.deadline());
        // Closing a listener refuses the connections in its backlog.
        self.listeners.clear();
        for token in self.slots.tokens() {
            self.last_turn(token);
        }
    }

    /// Answers what has arrived, then closes the connection if nothing is in flight.
    fn last_turn(&mut self, token: u64) {
        self.not_lone(token);
        let Some(connection) = self.slots.get(token) else {
            return;
        };
        if connection.is_lingering() {
            return;
        }
        let asked = connection.is_winding_down() || connection.wind_down(&mut self.tools);
        if connection.blocked || connection.book.interest == Next::Wait {
            return;
        }
        let over = loop {
            let turn = read(connection, &mut self.tools);
            match turn.next {
                Next::Read if turn.received => {}
                Next::Read if connection.at_rest() => break connection.is_over(),
                Next::Read => return,
                Next::Write | Next::Wait => {
                    rewatch(&self.epoll, connection, token, turn.next);
                    return;
                }
                // A thread waiting for it was woken by an apparent end of the stream.
                Next::Over => break true,
            }
        };
        if asked && !over {
            // Calls that cross our message are still served.
            let by = self.shared.now() + SHUTDOWN_GRACE;
            connection.leaving = Some(connection.leaving.map_or(by, |l| l.min(by)));
            rewatch(&self.epoll, connection, token, Next::Read);
            return self.arm(token);
        }
        connection.ask_to_leave(&mut self.tools);
        self.close(token);
    }

    /// When it has something to do by itself.
    pub(super) fn next_due(&mut self) -> Option<Instant> {
        if !self.active.is_empty() && self.next_sweep.is_none() {
            self.next_sweep = Some(self.shared.now() + SWEEP);
        }
        [
            self.timers.peek().map(|t| t.0.0),
            self.accept_again,
            self.next_sweep,
            self.deadline,
        ]
        .into_iter()
        .flatten()
        .min()
    }

    /// How long to wait at most.
    fn timeout(&mut self) -> Option<Duration> {
        let due = self.next_due()?;
        // Whole milliseconds, rounded up, or the last one would be spent spinning.
        let ms = due.since(self.shared.now()).as_nanos().div_ceil(1_000_000);
        Some(Duration::from_millis(u64::try_from(ms).unwrap_or(u64::MAX)))
    }
}

/// Without a runtime.
#[cfg(not(feature = "tokio"))]
impl Reactor {
    fn is_told_by_runtime(&mut self, _: u64, _: Turn) -> bool {
        false
    }

    fn not_lone(&mut self, _: u64) {}
}

/// Receives, and once more only if the rest of a message is certainly on its way.
fn read(connection: &mut Connection, tools: &mut Tools) -> Turn {
    connection.borrow(tools);
    let mut turn = connection.read(tools, Wait::No);
    for _ in 1..RECEIVES {
        if turn.next != Next::Read || !turn.received || !connection.expects_more() {
            break;
        }
        let again = connection.read(tools, Wait::No);
        turn.next = again.next;
        turn.more = again.more;
        turn.calls += again.calls;
        if !again.received {
            break;
        }
    }
    connection.settle(tools);
    turn
}

/// How long a connection may be idle. With calls at workers it waits for us.
fn idle_limit(caps: &Caps, connection: &Connection) -> Option<Duration> {
    if connection.has_calls_away() && !connection.blocked {
        return None;
    }
    caps.idle_limit(connection.blocked)
}

/// Without waiting.
pub(super) const AT_ONCE: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 0,
};
const INBOX: u64 = u64::MAX;
/// The first listener's token; the others count down.
const LISTENER: u64 = u64::MAX - 1;
/// Most listeners.
const LISTENERS: u64 = 1 << 16;
/// Events handled at a time.
const EVENTS: usize = 256;
/// Connections accepted at a time from one listener.
const ACCEPTS: usize = 64;
/// Receives from one connection before the others get their turn.
const RECEIVES: usize = 16;
/// How long a client may take, when the server stops, to confirm that it makes no more calls here;
/// an unattended one does not.
const SHUTDOWN_GRACE: Duration = Duration::from_millis(100);
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// Turns of a connection that has been idle, by the end of which its first call has been answered: settings of a protocol may
/// come before and behind it.
const FIRST_TURNS: u8 = 3;
/// How long a connection must be idle to release memory.
const SWEEP: Duration = Duration::from_secs(1);
