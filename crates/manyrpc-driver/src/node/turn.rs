//! The loop of the node's thread: sleeps, receives once, and runs the engine and the workers.

use std::sync::Arc;
use std::time::Duration;

use manyrpc_engine::{Call, CallError, Closed, Incoming, Rx};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;

use super::state::{Shared, State};
use crate::associations;
use crate::blocking::closed_by;
use crate::receive::{DATAGRAM, room};
use crate::socket::timespec;
use crate::wait::Wait;
use crate::workers::{Job, Origin};

/// Runs until the connection has ended.
pub(super) fn run(shared: &Arc<Shared>) {
    let mut rx = Rx::default();
    let mut hung_up = false;
    loop {
        let turn = shared.lock().turn(&mut rx, shared, hung_up);
        if turn.has_news {
            shared.notify_all();
        }
        for association in turn.associations {
            associations::end(association, &*shared.handler);
        }
        for job in turn.jobs {
            shared.workers.put(job);
        }
        match turn.sleep {
            Some(sleep) => hung_up = sleep.until_something_is_to_do(shared),
            None => break,
        }
    }
    // Executing handlers are not waited for: one that never returns would block this thread
    // forever.
    drop(shared.workers.end());
}

/// What to do without the lock.
struct Turn {
    /// Calls to execute.
    jobs: Vec<Job>,
    /// Associations that have ended.
    associations: Vec<u64>,
    /// Threads that wait for room, or for the end of the connection, must check again.
    has_news: bool,
    /// `None` if the connection has ended.
    sleep: Option<Sleep>,
}

/// What the thread waits for.
struct Sleep {
    /// Readable, writable.
    interest: PollFlags,
    at_most: Option<Duration>,
}

impl Sleep {
    /// Sleeps. True if the connection is gone although nothing was to be received.
    fn until_something_is_to_do(self, shared: &Shared) -> bool {
        let mut fds = [
            PollFd::new(&shared.event, PollFlags::IN),
            PollFd::new(&shared.socket, self.interest),
        ];
        // A failure (a signal, no memory) is an early return.
        let _ = poll(&mut fds, self.at_most.map(timespec).as_ref());
        if !fds[0].revents().is_empty() {
            let _ = rustix::io::read(&shared.event, &mut [0; 8]);
        }
        let gone = PollFlags::HUP | PollFlags::ERR;
        !self.interest.contains(PollFlags::IN) && fds[1].revents().intersects(gone)
    }
}

impl State {
    fn turn(&mut self, rx: &mut Rx, shared: &Arc<Shared>, hung_up: bool) -> Turn {
        let was_blocked = self.blocked;
        if hung_up {
            self.close(CallError::Closed(Closed::ByPeer), Closed::ByPeer);
        }
        self.receive(rx);
        self.pass_time();
        let jobs = self.take_in(rx, shared);
        self.flush();
        self.end_if_over(rx);
        let over = self.closed().is_some();
        let mut associations = Vec::new();
        if let Some(all) = self.engine.server().and_then(|s| s.associations()) {
            associations.extend(std::iter::from_fn(|| all.poll_association_ended()));
        }
        Turn {
            jobs,
            associations,
            has_news: over || was_blocked && !self.blocked,
            sleep: (!over).then(|| self.sleep()),
        }
    }

    /// Receives once, without waiting, unless calls must end first.
    fn receive(&mut self, rx: &mut Rx) {
        if self.paused || self.peer_done || self.closed().is_some() {
            return;
        }
        self.counters.receive_calls += 1;
        let received = match self.socket.stream {
            true => self.receive_piece(rx),
            false => self.receive_datagram(rx),
        };
        match received {
            Ok(0) if self.socket.stream => {
                self.peer_done = true;
                self.engine.handle_end();
            }
            Ok(_) | Err(Errno::AGAIN | Errno::INTR) => {}
            Err(e) if self.socket.stream => {
                let how = closed_by(e);
                self.close(CallError::Closed(how), how);
            }
            // A report that a datagram did not arrive: the timeout will tell.
            Err(_) => {}
        }
    }

    fn receive_piece(&mut self, rx: &mut Rx) -> Result<usize, Errno> {
        let wanted = self.engine.wanted().max(self.socket.least_room());
        let space = room(&mut rx.buf, wanted);
        let n = self.socket.receive(space, Wait::No)?;
        self.counters.received(&space[..n]);
        rx.buf.filled(n);
        Ok(n)
    }

    fn receive_datagram(&mut self, rx: &mut Rx) -> Result<usize, Errno> {
        let space = rx.buf.space(DATAGRAM);
        let (n, from) = self.socket.receive_from(space, Wait::No)?;
        self.counters.received(&space[..n]);
        rx.buf.filled(n);
        rx.from = from;
        Ok(n)
    }

    fn pass_time(&mut self) {
        let now = self.clock.read();
        if self.engine.next_timeout().is_some_and(|due| due <= now) {
            self.engine.handle_timeout(now);
        }
    }

    /// Delivers received events; returns the calls to execute.
    fn take_in(&mut self, rx: &mut Rx, shared: &Arc<Shared>) -> Vec<Job> {
        let mut jobs = Vec::new();
        while self.away_bytes < shared.ahead_bytes && self.closed().is_none() {
            match self.engine.next(rx, &self.clock) {
                None => break,
                Some(Incoming::Event(peer, event)) => self.deliver(peer, event, rx),
                Some(Incoming::Call(call)) => jobs.push(self.take_call(&call, rx, shared)),
            }
        }
        let server_is_full = self.engine.server().is_some_and(|server| server.is_full());
        self.paused = server_is_full || self.away_bytes >= shared.ahead_bytes;
        jobs
    }

    fn take_call(&mut self, call: &Call, rx: &Rx, shared: &Arc<Shared>) -> Job {
        let origin: Arc<dyn Origin> = shared.clone();
        let job = Job::new(&shared.handler, call, rx.buf.data(), (origin, 0));
        self.counters.calls += 1;
        self.away.push((call.id, job.known()));
        self.away_bytes += job.bytes();
        job
    }

    /// Ends the connection if the peer has closed it and has its replies, or has broken the
    /// protocol.
    fn end_if_over(&mut self, rx: &Rx) {
        let unsent = self.engine.poll_transmit().is_some();
        if unsent && self.blocked {
            return;
        }
        if let Some(why) = self.engine.broken() {
            return self.close(why.into(), Closed::ByUs);
        }
        if self.peer_done && self.away.is_empty() && (rx.buf.is_empty() || !self.paused) {
            self.close(CallError::Closed(Closed::ByPeer), Closed::ByPeer);
        }
    }

    /// What to wait for next.
    fn sleep(&mut self) -> Sleep {
        let mut interest = PollFlags::empty();
        if !self.paused && !self.peer_done {
            interest |= PollFlags::IN;
        }
        if self.blocked {
            interest |= PollFlags::OUT;
        }
        self.wakes_at = self.engine.next_timeout();
        let now = self.clock.read();
        Sleep {
            interest,
            at_most: self.wakes_at.map(|due| due.since(now)),
        }
    }
}
