//! Sending what the engine has and receiving what it waits for.

use manyrpc_engine::{CallError, ClientEngine, Closed, Misuse};
use rustix::io::Errno;
use std::os::fd::AsFd;
use std::time::Duration;

use super::{Client, datagram_too_large};
use crate::clock;
use crate::receive::{DATAGRAM, room};
use crate::socket::{Came, Wait};
use crate::tls::Session;

impl<E: ClientEngine> Client<E> {
    /// Sends all that the engine has.
    ///
    /// # Errors
    /// A datagram is larger than can be sent. Other failures are the engine's to report.
    #[inline]
    pub(super) fn flush(&mut self) -> Result<(), Misuse> {
        self.posted = 0;
        // While other calls, or many messages, are in flight the peer may be in a large send of its own and not
        // read: then both would wait for ever.
        let alone = self.in_flight.len() <= 1 && self.many.is_empty() && self.cancel.is_none();
        let mut wait = if alone { Wait::Yes } else { Wait::No };
        let mut retried = false;
        loop {
            let Some(due) = self.engine.poll_transmit() else {
                // What security holds back.
                match self.socket.finish(wait) {
                    Ok(()) => break,
                    Err(Errno::AGAIN | Errno::INTR) => {
                        wait = Wait::No;
                        self.blocked();
                        if self.closed.is_some() || self.is_cancelled() {
                            break;
                        }
                        continue;
                    }
                    Err(e) => {
                        self.close_for(e);
                        break;
                    }
                }
            };
            let size = due.bytes.len();
            let sent = self.socket.send(due.to.or(self.to), due.bytes, wait);
            self.counters.send_calls += 1;
            match sent {
                Ok(n) => {
                    self.counters.sent(&due.bytes[..n]);
                    self.engine.sent(n);
                }
                Err(Errno::AGAIN | Errno::INTR) => {
                    wait = Wait::No;
                    self.blocked();
                    // What is left of it goes with what comes next.
                    if self.is_cancelled() {
                        break;
                    }
                }
                Err(Errno::MSGSIZE) if !self.socket.stream => {
                    self.engine.sent(size);
                    return Err(datagram_too_large(size));
                }
                // The system reports here what became of an earlier datagram, and sends nothing.
                Err(_) if !self.socket.stream && !retried => retried = true,
                Err(e) if !self.socket.stream => {
                    self.engine.sent(size);
                    self.datagram_failed(e);
                }
                Err(e) => {
                    self.close_for(e);
                    break;
                }
            }
        }
        Ok(())
    }

    /// Sends of what the engine has as much as goes at once; the rest goes with the next call.
    #[cold]
    pub(super) fn send_what_goes(&mut self) {
        while let Some(due) = self.engine.poll_transmit() {
            let sent = self.socket.send(due.to.or(self.to), due.bytes, Wait::No);
            self.counters.send_calls += 1;
            let Ok(n) = sent else {
                return;
            };
            self.counters.sent(&due.bytes[..n]);
            self.engine.sent(n);
        }
    }

    /// Hears what a server has said while nobody listened: that the connection is over, mostly.
    #[cold]
    pub(super) fn hear_what_came(&mut self) {
        if !self.socket.stream || self.closed.is_some() {
            return;
        }
        match self.receive_now(Wait::No) {
            Ok(()) => self.drain_events(),
            Err(Errno::AGAIN | Errno::INTR) => {}
            Err(e) => self.close_for(e),
        }
    }

    /// Waits once for bytes, an error or the engine's time, and lets the engine know.
    ///
    /// # Errors
    /// The connection is closed: what waits for more waits in vain.
    #[inline]
    pub(super) fn receive(&mut self) -> Result<(), CallError> {
        // What came may have to be answered before more comes.
        self.flush()?;
        if self.closed.is_some() || self.engine.is_orphaned() {
            self.revive()?;
        }
        if self.cancel.is_some() {
            return self.receive_unless_cancelled();
        }
        if let Some(due) = self.engine.next_timeout() {
            if due <= self.now {
                self.time_passed();
                return Ok(());
            }
            if self.socket.wait_until(self.now, due) {
                self.counters.other_calls += 1;
            }
        }
        let received = if self.busy_poll.is_zero() {
            self.receive_now(Wait::Yes)
        } else {
            self.spin()
        };
        self.received(received);
        Ok(())
    }

    /// What came of a receive.
    #[inline]
    fn received(&mut self, received: Result<(), Errno>) {
        match received {
            Ok(()) => {}
            Err(Errno::AGAIN | Errno::INTR) => self.pass_time(),
            Err(e) if self.socket.stream => self.close_for(e),
            Err(e) => self.datagram_failed(e),
        }
    }

    /// The same while somebody else may end it.
    #[cold]
    fn receive_unless_cancelled(&mut self) -> Result<(), CallError> {
        let Some(cancel) = self.cancel.clone() else {
            return Ok(());
        };
        if cancel.is_pulled() {
            return Err(CallError::Cancelled);
        }
        self.now = clock::now();
        let patience = self.engine.next_timeout().map(|due| due.since(self.now));
        self.counters.other_calls += 1;
        match self.socket.wait_among(&[cancel.as_fd()], patience) {
            Came::Elsewhere => return Err(CallError::Cancelled),
            Came::Nothing => self.pass_time(),
            Came::Here => {
                let received = self.receive_now(Wait::No);
                self.received(received);
            }
        }
        Ok(())
    }

    /// Nothing came: perhaps it is the engine's time.
    pub(super) fn pass_time(&mut self) {
        self.now = clock::now();
        let due = self.engine.next_timeout();
        if due.is_some_and(|due| due <= self.now) {
            self.time_passed();
        }
    }

    /// One receive system call. An end of the stream is dealt with.
    #[inline]
    fn receive_now(&mut self, wait: Wait) -> Result<(), Errno> {
        self.counters.receive_calls += 1;
        let n = if self.socket.stream {
            let wanted = self.engine.wanted().max(self.socket.least_room());
            let space = room(&mut self.rx.buf, wanted);
            let n = self.socket.receive(space, wait)?;
            if n == 0 {
                self.ended();
                return Ok(());
            }
            self.counters.received(&space[..n]);
            n
        } else {
            // The engine has said that it is done with the last datagram, so the buffer is empty.
            let space = self.rx.buf.space(DATAGRAM);
            let n = if self.to.is_none() {
                self.socket.receive(space, wait)?
            } else {
                let (n, from) = self.socket.receive_from(space, wait)?;
                if self.ports.as_ref().is_some_and(|p| !p.is_host(from)) {
                    self.now = clock::now();
                    return Ok(());
                }
                self.rx.from = from;
                n
            };
            self.counters.received(&space[..n]);
            self.refused.in_a_row = 0;
            self.refused.peer_seen = true;
            n
        };
        self.rx.buf.filled(n);
        self.now = clock::now();
        Ok(())
    }

    /// Asks again and again for a while before it waits.
    #[cold]
    fn spin(&mut self) -> Result<(), Errno> {
        let until = self.now + self.busy_poll;
        loop {
            match self.receive_now(Wait::No) {
                Err(Errno::AGAIN | Errno::INTR) if clock::now() < until => std::hint::spin_loop(),
                Err(Errno::AGAIN | Errno::INTR) => return self.receive_now(Wait::Yes),
                done => return done,
            }
        }
    }

    /// A send would wait: reads meanwhile, so that two peers in large sends cannot both wait.
    #[cold]
    fn blocked(&mut self) {
        self.now = clock::now();
        let patience = self
            .engine
            .next_timeout()
            .map(|due| due.since(self.now))
            .unwrap_or(LONGEST_BLOCKED)
            .min(LONGEST_BLOCKED);
        let cancel = self.cancel.as_ref().map(AsFd::as_fd);
        self.socket.wait_both(cancel, Some(patience));
        self.counters.other_calls += 1;
        self.drain_events();
        match self.receive_now(Wait::No) {
            Ok(()) | Err(Errno::AGAIN | Errno::INTR) => self.now = clock::now(),
            Err(e) if self.socket.stream => self.close_for(e),
            Err(e) => self.datagram_failed(e),
        }
        if self
            .engine
            .next_timeout()
            .is_some_and(|due| due <= self.now)
        {
            self.engine.handle_timeout(self.now);
        }
        self.drain_events();
    }

    fn drain_events(&mut self) {
        while let Some(event) = self.engine.next_event(&mut self.rx, self.now) {
            self.keep(event);
        }
    }

    #[cold]
    fn time_passed(&mut self) {
        self.now = clock::now();
        self.engine.handle_timeout(self.now);
        self.hear_elsewhere();
        // A retransmission was small enough the first time.
        let _ = self.flush();
    }

    /// The system says that a datagram found nobody. The peer may be about to start again, if it
    /// has ever been there: the retransmissions will tell.
    #[cold]
    fn datagram_failed(&mut self, errno: Errno) {
        self.refused.in_a_row += 1;
        if !self.refused.peer_seen || self.refused.in_a_row >= REFUSALS_BELIEVED {
            self.refused.in_a_row = 0;
            self.engine
                .handle_closed(Closed::Unreachable(errno.raw_os_error()));
        }
    }

    /// A system call on the stream has failed.
    #[cold]
    fn close_for(&mut self, errno: Errno) {
        let insecure = self.socket.tls().and_then(Session::ended);
        self.close(match insecure {
            Some(why) if errno == Errno::PROTO => Closed::Insecure(why),
            _ => closed_by(errno),
        });
    }

    /// The peer has ended the stream in order.
    #[cold]
    fn ended(&mut self) {
        let unread = self.engine.is_in_doubt() && self.socket.is_reset(RESET_FOLLOWS);
        self.close(match unread {
            true => Closed::Unread,
            false => Closed::ByPeer,
        });
    }

    #[cold]
    pub(super) fn close(&mut self, how: Closed) {
        self.engine.handle_closed(how);
        self.closed = Some(CallError::Closed(how));
    }
}

/// What a failed system call on a stream means.
fn closed_by(errno: Errno) -> Closed {
    match errno {
        Errno::CONNRESET | Errno::PIPE | Errno::CONNABORTED => Closed::ByPeer,
        other => Closed::Unreachable(other.raw_os_error()),
    }
}

/// How soon the reset comes of a peer that has ended a stream with something left unread in it.
const RESET_FOLLOWS: Duration = Duration::from_millis(500);
/// How often in a row a peer that did answer must be found missing.
const REFUSALS_BELIEVED: u32 = 3;
/// How long to sleep at most while a send is blocked, if the engine names no time.
const LONGEST_BLOCKED: Duration = Duration::from_secs(60);
