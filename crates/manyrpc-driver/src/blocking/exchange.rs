//! Sending the engine's output and receiving its input.

use manyrpc_engine::{CallError, ClientEngine, Closed, Instant, Misuse};
use rustix::io::Errno;
use std::os::fd::AsFd;
use std::time::Duration;

use super::link::Received;
use super::{Client, datagram_too_large};
use crate::socket::Came;
use crate::wait::Wait;

impl<E: ClientEngine> Client<E> {
    /// Sends all output of the engine.
    ///
    /// # Errors
    /// A datagram is too large to send. Other failures are reported by the engine.
    #[inline]
    pub(super) fn flush(&mut self) -> Result<(), Misuse> {
        self.calls.none_gather();
        // With other calls or many messages in flight, the peer may be blocked in a large send of
        // its own without reading: both would wait forever.
        let alone = self.calls.is_simple() && self.cancel.is_none();
        let mut wait = if alone { Wait::Yes } else { Wait::No };
        let mut retried = false;
        while let Some(due) = self.engine.poll_transmit() {
            let size = due.bytes.len();
            match self.link.send(&due, wait) {
                Ok(n) => self.engine.sent(n),
                Err(Errno::AGAIN | Errno::INTR) => {
                    wait = Wait::No;
                    self.blocked();
                    // The rest is sent with the next output.
                    if self.is_cancelled() {
                        return Ok(());
                    }
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
            self.flush_security(wait);
        }
        Ok(())
    }

    /// Sends the records that TLS holds back.
    #[cold]
    fn flush_security(&mut self, mut wait: Wait) {
        while let Err(e) = self.link.socket.finish(wait) {
            if !is_early(e) {
                return self.close_for(e);
            }
            wait = Wait::No;
            self.blocked();
            if self.calls.closed().is_some() || self.is_cancelled() {
                return;
            }
        }
    }

    /// Sends as much output as possible without waiting; the rest is sent with the next call.
    #[cold]
    pub(super) fn send_what_goes(&mut self) {
        while let Some(due) = self.engine.poll_transmit() {
            let Ok(n) = self.link.send(&due, Wait::No) else {
                return;
            };
            self.engine.sent(n);
        }
    }

    /// Reads what the server has sent since the last call, usually the end of the connection.
    #[cold]
    pub(super) fn read_pending(&mut self) {
        if self.link.socket.stream && self.calls.closed().is_none() {
            match self.receive_once(Wait::No) {
                Err(e) if is_early(e) => {}
                received => self.received(received),
            }
            self.keep_all();
        }
    }

    /// Waits once for bytes, an error or the engine's timeout, and passes it to the engine.
    ///
    /// # Errors
    /// The connection is closed: nothing more will arrive.
    #[inline]
    pub(super) fn receive(&mut self) -> Result<(), CallError> {
        // Received data may have to be answered before more arrives.
        if self.engine.poll_transmit().is_some() || self.link.socket.is_secured() {
            self.flush()?;
        }
        if self.calls.closed().is_some() || self.awaits_reconnection() {
            self.reconnect()?;
        }
        if self.cancel.is_some() {
            return self.receive_unless_cancelled();
        }
        if let Some(due) = self.engine.next_timeout() {
            let now = self.calls.clock.now();
            if due <= now {
                self.time_passed(now);
                return Ok(());
            }
            if self.link.socket.wait_until(now, due) {
                self.link.counters.other_calls += 1;
            }
        }
        let received = self.link.receive(&mut self.calls.rx, self.engine.wanted());
        self.received(received);
        Ok(())
    }

    /// The same, while another thread may cancel it.
    #[cold]
    fn receive_unless_cancelled(&mut self) -> Result<(), CallError> {
        let Some(cancel) = self.cancel.clone() else {
            return Ok(());
        };
        if cancel.is_pulled() {
            return Err(CallError::Cancelled);
        }
        let time_left = self.time_left();
        self.link.counters.other_calls += 1;
        match self.link.socket.wait_among(&[cancel.as_fd()], time_left) {
            Came::Elsewhere => return Err(CallError::Cancelled),
            Came::Nothing => self.pass_time(),
            Came::Here => {
                let received = self.receive_once(Wait::No);
                self.received(received);
            }
        }
        Ok(())
    }

    /// Reads the clock, and returns the time until the engine's timeout.
    pub(super) fn time_left(&mut self) -> Option<Duration> {
        let now = self.calls.clock.read();
        self.engine.next_timeout().map(|due| due.since(now))
    }

    #[inline]
    fn receive_once(&mut self, wait: Wait) -> Result<Received, Errno> {
        let wanted = self.engine.wanted();
        self.link.receive_once(&mut self.calls.rx, wanted, wait)
    }

    /// Handles the result of a receive.
    #[inline]
    fn received(&mut self, received: Result<Received, Errno>) {
        match received {
            Ok(Received::Bytes | Received::Stray) => self.calls.clock.pass(),
            Ok(Received::End) => self.ended(),
            Err(e) if is_early(e) => self.pass_time(),
            Err(e) if self.link.socket.stream => self.close_for(e),
            Err(e) => self.datagram_failed(e),
        }
    }

    /// Nothing arrived: the engine's timeout may be due.
    pub(super) fn pass_time(&mut self) {
        if let Some(now) = self.engines_time() {
            self.time_passed(now);
        }
    }

    /// Reads the clock; returns the time if the engine's timeout is due.
    fn engines_time(&mut self) -> Option<Instant> {
        let now = self.calls.clock.read();
        let due = self.engine.next_timeout()?;
        (due <= now).then_some(now)
    }

    /// A send would block: reads meanwhile, so that two peers in large sends cannot deadlock.
    #[cold]
    fn blocked(&mut self) {
        let time_left = self.time_left().unwrap_or(LONGEST_BLOCKED);
        let cancel = self.cancel.as_ref().map(AsFd::as_fd);
        let socket = &self.link.socket;
        socket.wait_both(cancel, Some(time_left.min(LONGEST_BLOCKED)));
        self.link.counters.other_calls += 1;
        self.keep_all();
        let received = self.receive_once(Wait::No);
        self.received_while_sending(received);
        self.keep_all();
    }

    /// As [`received`](Self::received), without sending anything.
    fn received_while_sending(&mut self, received: Result<Received, Errno>) {
        match received {
            Err(e) if is_early(e) => {}
            other => self.received(other),
        }
        if let Some(now) = self.engines_time() {
            self.engine.handle_timeout(now);
        }
    }

    /// Keeps what was received, to make room.
    pub(super) fn keep_all(&mut self) {
        self.calls.keep_all(&mut self.engine);
        self.close_if_broken();
    }

    #[cold]
    fn time_passed(&mut self, now: Instant) {
        self.engine.handle_timeout(now);
        self.link.widen(&mut self.calls.rx);
        // A retransmission was small enough the first time.
        let _ = self.flush();
    }

    /// The system reports that a datagram did not reach its destination.
    #[cold]
    fn datagram_failed(&mut self, errno: Errno) {
        if self.link.is_refused() {
            self.engine
                .handle_closed(Closed::Unreachable(errno.raw_os_error()));
        }
    }

    /// A system call on the stream has failed.
    #[cold]
    fn close_for(&mut self, errno: Errno) {
        self.close(self.link.socket.closed_by(errno));
    }

    /// The peer has closed the stream.
    #[cold]
    fn ended(&mut self) {
        let in_doubt = self
            .engine
            .reconnection()
            .is_some_and(|r| r.depends_on_unread());
        let unread = in_doubt && self.link.socket.is_reset(RESET_FOLLOWS);
        self.close(match unread {
            true => Closed::Unread,
            false => Closed::ByPeer,
        });
    }

    #[cold]
    pub(super) fn close(&mut self, how: Closed) {
        self.calls.close(&mut self.engine, how);
    }

    /// A call begins that the server may call back for, or one after such a call.
    #[cold]
    pub(super) fn choose_ports(&mut self, idempotent: bool) {
        let first = self.calls.any_in_flight().is_none();
        self.link
            .choose_ports(&mut self.calls.rx, first, idempotent);
    }
}

/// Whether a system call returned early and may be retried.
pub(crate) fn is_early(errno: Errno) -> bool {
    matches!(errno, Errno::AGAIN | Errno::INTR)
}

/// How soon the reset arrives from a peer that has closed a stream with unread data.
const RESET_FOLLOWS: Duration = Duration::from_millis(500);
/// The longest sleep while a send is blocked, if the engine has no timeout.
const LONGEST_BLOCKED: Duration = Duration::from_secs(60);
