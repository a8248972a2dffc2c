//! What whoever drives a node does between two sleeps.

use std::sync::Arc;

use manyrpc_engine::{Call, CallError, Closed, Incoming, Rx};
use rustix::io::Errno;

use super::shared::Shared;
use super::state::{Leaving, State};
use crate::calls::Calls;
use crate::receive::{DATAGRAM, room};
use crate::tls::{Session, TlsError};
use crate::wait::Wait;
use crate::workers::{Job, Origin};

/// What to do without the lock.
pub(crate) struct Turn {
    /// Calls to execute.
    pub(crate) jobs: Vec<Job>,
    /// Associations that have ended.
    pub(crate) associations: Vec<u64>,
    /// Those that wait for room, or for the end of the connection, must check again.
    pub(crate) has_news: bool,
    /// The connection has ended.
    pub(crate) is_over: bool,
}

impl State {
    /// Runs the engine on what was received, and sends its output.
    pub(crate) fn turn(&mut self, rx: &mut Rx, shared: &Arc<Shared>) -> Turn {
        let was_blocked = self.blocked;
        self.pass_time();
        let jobs = self.take_in(rx, shared);
        self.flush();
        self.end_if_over(rx);
        let is_over = self.closed().is_some();
        let mut associations = Vec::new();
        if let Some(all) = self.engine.server().and_then(|s| s.associations()) {
            associations.extend(std::iter::from_fn(|| all.poll_association_ended()));
        }
        Turn {
            jobs,
            associations,
            has_news: is_over || was_blocked && !self.blocked,
            is_over,
        }
    }

    /// Whether anything is received: not while calls must end first.
    pub(crate) fn wants_input(&self) -> bool {
        !self.paused && !self.peer_done && self.closed().is_none()
    }

    /// Receives once, without waiting. True if more may have arrived.
    pub(crate) fn receive(&mut self, rx: &mut Rx) -> bool {
        if !self.wants_input() {
            return false;
        }
        self.counters.receive_calls += 1;
        let received = match self.socket.stream {
            true => self.receive_piece(rx),
            false => self.receive_datagram(rx),
        };
        match received {
            Ok(0) if self.socket.stream => {
                self.peer_ends();
                false
            }
            // Its end has come with it.
            Ok(_) if self.socket.tls().is_some_and(Session::is_done) => {
                self.peer_ends();
                false
            }
            // A stream that did not fill the room was emptied; one with TLS is read in pieces of its own.
            Ok(_) => !self.socket.stream || self.socket.is_secured() || !rx.buf.has_room(1),
            Err(Errno::AGAIN) => false,
            Err(Errno::INTR) => true,
            Err(e) if self.socket.stream => {
                self.close_for(e);
                false
            }
            // A report that a datagram did not arrive: the timeout will tell.
            Err(_) => true,
        }
    }

    /// The peer sends no more.
    fn peer_ends(&mut self) {
        self.peer_done = true;
        self.engine.handle_end();
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
        if self.socket.handshake_due().is_some_and(|due| due <= now) {
            let why = CallError::Insecure(TlsError::too_slow().to_string().into());
            self.close(why, Closed::ByUs);
        }
        if self.engine.next_timeout().is_some_and(|due| due <= now) {
            self.engine.handle_timeout(now);
        }
    }

    /// Delivers received events; returns the calls to execute.
    fn take_in(&mut self, rx: &mut Rx, shared: &Arc<Shared>) -> Vec<Job> {
        let mut jobs = Vec::new();
        if self.leaving == Leaving::Lingering {
            rx.buf.clear();
            return jobs;
        }
        while self.away_bytes < shared.ahead_bytes && self.closed().is_none() {
            match self.engine.next(rx, &self.clock) {
                None => break,
                Some(Incoming::Event(peer, event)) => self.deliver(peer, event, rx),
                Some(Incoming::Call(mut call)) => {
                    self.socket.introduce(&mut call);
                    jobs.push(self.take_call(&call, rx, shared));
                }
            }
        }
        let server_is_full = self.engine.server().is_some_and(|server| server.is_full());
        self.paused = server_is_full || self.away_bytes >= shared.ahead_bytes;
        jobs
    }

    fn take_call(&mut self, call: &Call, rx: &Rx, shared: &Arc<Shared>) -> Job {
        let origin: Arc<dyn Origin> = shared.clone();
        let received = rx.buf.data();
        let job = Job::new(
            &shared.handler,
            call.clone(),
            received,
            (origin, 0),
            Arc::default(),
        );
        self.counters.calls += 1;
        self.away.push((call.id, job.known()));
        self.away_bytes += job.bytes();
        job
    }

    /// Ends the connection if the peer has closed it and has its replies, or has broken the
    /// protocol, or if we leave and nothing is left to do.
    fn end_if_over(&mut self, rx: &Rx) {
        if self.blocked || self.socket.is_shaking() {
            return;
        }
        if let Some(why) = self.engine.broken() {
            return self.close(why.into(), Closed::ByUs);
        }
        let is_idle = self.away.is_empty() && (rx.buf.is_empty() || !self.paused);
        if self.peer_done && is_idle {
            return self.peer_is_gone();
        }
        if self.leaving == Leaving::Soon && is_idle && self.calls.values().all(Calls::is_quiet) {
            self.leave();
        }
    }

    /// The peer has closed the connection, unless that only answers our own end.
    pub(crate) fn peer_is_gone(&mut self) {
        let how = match self.leaving {
            Leaving::Lingering => Closed::ByUs,
            _ => Closed::ByPeer,
        };
        self.close(CallError::Closed(how), how);
    }

    /// Ends our half of a stream, so that the peer has all our replies before it ends its own.
    fn leave(&mut self) {
        if self.socket.stream {
            self.leaving = Leaving::Lingering;
            return self.socket.end_sending();
        }
        self.close(CallError::Closed(Closed::ByUs), Closed::ByUs);
    }
}
