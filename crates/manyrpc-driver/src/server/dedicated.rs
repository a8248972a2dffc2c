//! Dedicated threads, to which whole connections are lent.
//!
//! A connection on which one caller waits for each reply is served fastest by a thread that does
//! nothing else: it sleeps in the receive, not in `epoll`, so a call costs one receive and one
//! send. There are few such threads; a connection that becomes idle is returned, and so is one with
//! calls that may be woken, which no receive would notice.
//!
//! Half of the threads wait without a timeout, which saves the system setting up a timer for each
//! call, one or two per cent of its cost. They keep their connections until these end.

use std::collections::VecDeque;
use std::os::fd::AsFd;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::{Acquire, Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::connection::{Connection, Next, STREAK, Tools};
use super::inbox::{Inbox, Parcel};
use super::meter::Meter;
use super::shared::Shared;
use crate::lock::lock;
use crate::polling::Polling;
use crate::socket::Socket;
use crate::wait::Wait;

/// The threads and the connections that wait for them.
pub(super) struct Pool {
    shared: Arc<Shared>,
    cap: usize,
    /// Threads with a connection, or about to get one.
    busy: AtomicUsize,
    queue: Mutex<Queue>,
    wake: Condvar,
}

#[derive(Default)]
struct Queue {
    loans: VecDeque<Loan>,
    /// Threads waiting for a connection.
    waiting: usize,
    /// Wakes the threads that wait without a timeout, each with its id.
    wakers: Vec<(u64, Socket)>,
    next_waker: u64,
    started: Vec<std::thread::JoinHandle<()>>,
    over: bool,
}

struct Loan {
    connection: Box<Connection>,
    home: Arc<Inbox>,
}

impl Pool {
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        let caps = &shared.caps;
        Pool {
            cap: if caps.workers > 0 { 0 } else { caps.dedicated },
            shared,
            busy: AtomicUsize::new(0),
            queue: Mutex::default(),
            wake: Condvar::new(),
        }
    }

    /// How many threads have a connection.
    pub(super) fn busy(&self) -> usize {
        self.busy.load(Relaxed)
    }

    /// Whether [`lend`](Self::lend) is worth trying.
    pub(super) fn has_room(&self) -> bool {
        self.busy.load(Relaxed) < self.cap
    }

    /// Lends a connection to a thread, starting one if necessary.
    ///
    /// # Errors
    /// All threads are busy or no more can be started: the connection is returned.
    pub(super) fn lend(
        self: &Arc<Self>,
        connection: Box<Connection>,
        home: &Arc<Inbox>,
    ) -> Result<(), Box<Connection>> {
        let mut queue = self.lock();
        if self.busy.load(Relaxed) >= self.cap || queue.over {
            return Err(connection);
        }
        if queue.waiting <= queue.loans.len() {
            let pool = self.clone();
            let meter = self.shared.new_meter();
            let name = format!("dedicated {}", queue.started.len());
            let thread = std::thread::Builder::new()
                .name(name)
                .spawn(move || pool.serve(meter));
            match thread {
                Ok(thread) => queue.started.push(thread),
                Err(_) => return Err(connection),
            }
        }
        self.busy.fetch_add(1, Relaxed);
        queue.loans.push_back(Loan {
            connection,
            home: home.clone(),
        });
        self.wake.notify_one();
        Ok(())
    }

    /// Lets every thread end once it has returned its connection.
    pub(super) fn end(&self) -> Vec<std::thread::JoinHandle<()>> {
        let mut queue = self.lock();
        queue.over = true;
        self.wake.notify_all();
        std::mem::take(&mut queue.started)
    }

    fn serve(&self, meter: Arc<Meter>) {
        let mut tools = Tools::new(meter, None);
        while let Some(Loan {
            mut connection,
            home,
        }) = self.next_loan()
        {
            let next = attend(&mut connection, &mut tools, self);
            self.busy.fetch_sub(1, Relaxed);
            home.put(Parcel::Back(connection, next));
        }
    }

    /// Wakes the threads that wait without a timeout, for the last time: what has arrived on their
    /// connections is read, and then they end.
    pub(super) fn wake(&self) {
        for (_, socket) in &self.lock().wakers {
            socket.wake();
        }
    }

    /// Whether one more connection may be waited for without a timeout; from then on it can be
    /// woken.
    fn waker(&self, connection: &Connection) -> Option<u64> {
        let mut queue = self.lock();
        if queue.wakers.len() >= self.cap / 2 {
            return None;
        }
        let socket = connection.socket.as_fd().try_clone_to_owned().ok()?;
        let name = queue.next_waker;
        queue.next_waker += 1;
        queue.wakers.push((name, Socket::stream(socket)));
        Some(name)
    }

    fn drop_waker(&self, name: u64) {
        self.lock().wakers.retain(|w| w.0 != name);
    }

    fn next_loan(&self) -> Option<Loan> {
        let mut queue = self.lock();
        loop {
            if let Some(loan) = queue.loans.pop_front() {
                return Some(loan);
            }
            if queue.over {
                return None;
            }
            queue.waiting += 1;
            queue = self
                .wake
                .wait(queue)
                .unwrap_or_else(PoisonError::into_inner);
            queue.waiting -= 1;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        lock(&self.queue)
    }
}

/// Serves one connection until it becomes idle, blocks, ends, or the server stops.
fn attend(connection: &mut Connection, tools: &mut Tools, pool: &Pool) -> Next {
    let shared = &*pool.shared;
    let waker = match (shared.caps.idle_for, shared.caps.age) {
        (None, None) => pool.waker(connection),
        _ => None,
    };
    let mut timed = waker.is_none();
    connection
        .socket
        .set_receive_timeout(timed.then_some(QUIET));
    connection.socket.set_send_timeout(QUIET);
    tools.count_other();
    tools.count_other();
    connection.borrow(tools);
    let mut exchanges = 0u32;
    let mut unused_since = None;
    let mut polling = Polling::new(shared.caps.busy_poll.min(QUIET));
    let next = loop {
        if shared.stopping.load(Acquire) || connection.is_older_than(shared.caps.age) {
            break Next::Read;
        }
        while polling.goes_on() && !connection.socket.has_input() {
            tools.count_other();
        }
        let turn = connection.read(tools, Wait::Yes);
        polling.begin(turn.calls as usize);
        tools.publish();
        if turn.next != Next::Read || !turn.received || connection.may_be_woken() {
            break turn.next;
        }
        if turn.calls > 0 || turn.sent {
            exchanges = exchanges.saturating_add(1);
            unused_since = None;
        } else {
            let now = connection.clock.now();
            if now - *unused_since.get_or_insert(now) > QUIET {
                break Next::Read;
            }
        }
        if !timed && (!connection.at_rest() || connection.next_timeout().is_some()) {
            // An incomplete message has a timeout.
            timed = true;
            connection.socket.set_receive_timeout(Some(QUIET));
            tools.count_other();
        }
    };
    if let Some(waker) = waker {
        pool.drop_waker(waker);
    }
    connection.settle(tools);
    connection.clock.now();
    let book = &mut connection.book;
    book.streak = 0;
    book.streak_needed = if exchanges >= WORTH_IT {
        STREAK
    } else {
        (book.streak_needed * 2).min(LONGEST_STREAK)
    };
    next
}

/// The most that is required of a connection that did not use its thread.
const LONGEST_STREAK: u32 = 1 << 12;
/// Exchanges that make a loan worth its cost.
const WORTH_IT: u32 = 64;
/// How long a connection may be idle, or accept no output, before it is returned.
const QUIET: Duration = Duration::from_millis(30);
