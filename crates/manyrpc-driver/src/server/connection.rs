//! An accepted connection: receives, runs the handler, sends.

mod calls;
mod ending;
mod tools;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use manyrpc_engine::{Buf, Clock, Handler, Instant, Rx, ServerEngine};
use rustix::io::Errno;

pub(super) use calls::answer;
pub(super) use tools::Tools;

use super::desk::Desk;
use crate::receive::room;
use crate::socket::Socket;
use crate::streams::{By, Streams};
use crate::tls::Session;
use crate::wait::Wait;
use crate::wakers;
use calls::Away;
use ending::Ending;

pub(super) struct Connection {
    pub(super) socket: Socket,
    /// The client's address, if the transport has addresses: stream engines need not know it.
    peer: Option<SocketAddr>,
    engine: Box<dyn ServerEngine>,
    handler: Arc<dyn Handler>,
    /// Has memory of its own only while it holds something incomplete.
    rx: Rx,
    /// The peer sends no more.
    peer_done: bool,
    /// The peer accepts no more for now: nothing is read until it does.
    pub(super) blocked: bool,
    /// Its calls take long: each reply is sent before the next call is handled.
    slow: bool,
    /// When it must be gone, once the client was asked to close it.
    pub(super) leaving: Option<Instant>,
    /// When it was accepted.
    pub(super) born: Instant,
    /// When data was last received or sent, as of its last reading; on a thread of the connection's own it is read
    /// only when somebody asks.
    pub(super) clock: Clock,
    /// The client was told to make its next calls elsewhere.
    winding_down: bool,
    ending: Ending,
    away: Away,
    streams: Streams,
    pub(super) book: Book,
}

/// A reactor's data about a connection.
pub(super) struct Book {
    /// Its token in the reactor.
    pub(super) token: u64,
    /// What it is watched for.
    pub(super) interest: Next,
    /// The earliest timer queued for it.
    pub(super) timer: Option<Instant>,
    /// Turns in which something was received since it was last idle, up to 255. After the first it is on the list of those
    /// that may have memory to release.
    pub(super) turns: u8,
    /// Consecutive single exchanges in quick succession.
    pub(super) streak: u32,
    /// The streak that earns it a thread; grows when that was in vain.
    pub(super) streak_needed: u32,
}

/// What a connection waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Read,
    Write,
    /// Workers: nothing is read until some of its calls are done.
    Wait,
    /// It has ended: close it.
    Over,
}

/// The result of one turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    pub(super) next: Next,
    /// Calls handled.
    pub(super) calls: u32,
    /// The receive returned data.
    pub(super) received: bool,
    /// Something was sent.
    pub(super) sent: bool,
    /// The system may have more that has arrived.
    pub(super) more: bool,
}

impl Connection {
    pub(super) fn new(
        socket: Socket,
        peer: Option<SocketAddr>,
        engine: Box<dyn ServerEngine>,
        handler: Arc<dyn Handler>,
        now: fn() -> Instant,
    ) -> Self {
        let clock = Clock::running(now);
        Connection {
            socket,
            peer,
            engine,
            handler,
            rx: Rx::default(),
            peer_done: false,
            blocked: false,
            slow: false,
            leaving: None,
            born: clock.last(),
            clock,
            winding_down: false,
            ending: Ending::No,
            away: Away::default(),
            streams: Streams::default(),
            book: Book {
                token: 0,
                interest: Next::Read,
                timer: None,
                turns: 0,
                streak: 0,
                streak_needed: STREAK,
            },
        }
    }

    /// Receives once, handles the complete calls, and sends the replies. Needs a buffer
    /// ([`borrow`](Self::borrow)).
    pub(super) fn read(&mut self, tools: &mut Tools, wait: Wait) -> Turn {
        let wanted = self.engine.wanted().max(self.socket.least_room());
        let space = room(&mut self.rx.buf, wanted);
        tools.counters.receive_calls += 1;
        match self.socket.receive(space, wait) {
            Ok(n) => {
                let more = !self.socket.was_emptied(n, space.len());
                tools.counters.received(&space[..n]);
                self.peer_done = n == 0 || self.socket.tls().is_some_and(Session::is_done);
                self.rx.buf.filled(n);
                if self.peer_done {
                    self.engine.handle_end();
                }
                if wait == Wait::Yes {
                    self.clock.pass();
                    return self.work(tools, wait);
                }
                let before = self.clock.last();
                let quick = self.clock.read() - before < QUICK;
                let turn = self.work(tools, wait);
                self.note_exchange(turn, quick);
                Turn { more, ..turn }
            }
            Err(Errno::AGAIN) => self.turn(Next::Read),
            Err(Errno::INTR) => self.received_nothing_readable(tools),
            // TLS has failed: the peer should receive the alert.
            Err(Errno::PROTO) => self.turn(Next::Over),
            Err(_) => self.dead(),
        }
    }

    #[cold]
    fn dead(&mut self) -> Turn {
        self.ending = Ending::Dead;
        self.turn(Next::Over)
    }

    /// A signal, or part of a TLS record or handshake.
    #[cold]
    fn received_nothing_readable(&mut self, tools: &mut Tools) -> Turn {
        self.clock.read();
        let next = self.flush(tools, Wait::No);
        Turn {
            received: true,
            more: !self.socket.tls().is_some_and(Session::was_emptied),
            ..self.turn(next)
        }
    }

    /// There is room to send again.
    pub(super) fn write(&mut self, tools: &mut Tools) -> Turn {
        self.clock.read();
        self.resume(tools)
    }

    /// The engine's timeout may be due.
    pub(super) fn time_passed(&mut self, tools: &mut Tools, now: Instant) -> Turn {
        if self.next_timeout().is_none_or(|due| due > now) {
            return self.turn(self.book.interest);
        }
        if self.socket.handshake_due().is_some_and(|due| due <= now) {
            return self.turn(Next::Over);
        }
        self.engine.handle_timeout(now);
        self.resume(tools)
    }

    /// A waker of one of its calls was used.
    pub(super) fn woken(&mut self, tools: &mut Tools) -> Turn {
        self.clock.read();
        self.streams.note_woken();
        self.resume(tools)
    }

    /// It moves to another thread; without a place it is between threads.
    pub(super) fn move_to(&mut self, place: Option<wakers::Place>) {
        self.streams.move_to(place);
    }

    /// Whether one of its calls may be woken at any time, so that no thread can sleep in a receive
    /// for it.
    #[inline]
    pub(super) fn may_be_woken(&self) -> bool {
        self.streams.may_be_woken()
    }

    /// Sends output and continues with what was received before.
    fn resume(&mut self, tools: &mut Tools) -> Turn {
        match self.flush(tools, Wait::No) {
            Next::Read => self.work(tools, Wait::No),
            other => self.turn(other),
        }
    }

    /// Whether one caller waits for each reply, in quick succession.
    pub(super) fn earns_a_thread(&self) -> bool {
        self.book.streak >= self.book.streak_needed
            && self.leaving.is_none()
            && !self.may_be_woken()
    }

    fn note_exchange(&mut self, turn: Turn, quick: bool) {
        // An engine may answer by itself, without the handler.
        if turn.sent || turn.calls > 0 {
            let single = turn.calls <= 1 && self.rx.buf.is_empty();
            let streak = &mut self.book.streak;
            *streak = match (single, quick) {
                (true, true) => *streak + 1,
                // On a busy machine a wake-up sometimes takes long.
                (true, false) => *streak / 2,
                (false, _) => 0,
            };
        }
    }

    pub(super) fn next_timeout(&self) -> Option<Instant> {
        let due = [self.engine.next_timeout(), self.socket.handshake_due()];
        due.into_iter().flatten().min()
    }

    /// Whether its TLS handshake is incomplete.
    pub(super) fn is_shaking_hands(&self) -> bool {
        self.socket.is_shaking()
    }

    /// Whether it is older than `age`.
    pub(super) fn is_older_than(&self, age: Option<Duration>) -> bool {
        age.is_some_and(|age| self.born + age <= self.clock.now())
    }

    /// Whether nothing is partly received; all calls are answered once output is drained.
    pub(super) fn at_rest(&self) -> bool {
        self.rx.buf.is_empty()
            && self.engine.is_idle()
            && !self.has_calls_away()
            && self.streams.is_empty()
    }

    /// Whether the rest of a message is outstanding.
    pub(super) fn expects_more(&self) -> bool {
        !self.rx.buf.is_empty() || self.engine.wanted() > 0
    }

    /// Releases memory while nothing is in flight.
    pub(super) fn shrink(&mut self) {
        self.engine.shrink();
        self.socket.shrink();
    }

    /// The same where a call has just ended.
    pub(super) fn rest(&mut self) {
        self.engine.rest();
        self.socket.shrink();
    }

    /// Takes the thread's buffer if it has none.
    #[inline]
    pub(super) fn borrow(&mut self, tools: &mut Tools) {
        if self.rx.buf.capacity() == 0 {
            std::mem::swap(&mut self.rx.buf, &mut tools.scratch);
        }
    }

    /// Returns the buffer, or keeps one of fitting size if it holds something.
    #[inline]
    pub(super) fn settle(&mut self, tools: &mut Tools) {
        tools.publish();
        let borrowed = tools.scratch.capacity() == 0;
        if self.rx.buf.is_empty() {
            let buf = std::mem::take(&mut self.rx.buf);
            if borrowed {
                tools.scratch = buf;
            } else {
                tools.take_back(buf);
            }
        } else if borrowed {
            self.keep(tools);
        }
    }

    #[cold]
    fn keep(&mut self, tools: &mut Tools) {
        let len = self.rx.buf.len();
        if len < self.rx.buf.capacity() / 4 {
            let mut own = Buf::with_capacity(len);
            own.put(self.rx.buf.data());
            tools.scratch = std::mem::replace(&mut self.rx.buf, own);
            tools.scratch.clear();
        } else {
            tools.scratch = tools.next_scratch();
        }
    }

    /// Handles calls and sends replies until there is nothing more to do.
    fn work(&mut self, tools: &mut Tools, wait: Wait) -> Turn {
        let mut calls = 0;
        let sent_before = tools.counters.bytes_sent;
        let next = loop {
            let sent = tools.counters.bytes_sent;
            let handled = match &tools.desk {
                Some(desk) if desk.is_for(&*self.handler) => self.hand_in_calls(desk),
                _ => self.handle_calls(tools),
            };
            calls += handled.calls;
            let by = By {
                handler: &*self.handler,
                blocking: tools.blocking(),
            };
            let went =
                !self.streams.is_empty() && self.streams.go_on(&mut *self.engine, by, &self.clock);
            let next = self.flush(tools, wait);
            // Calls and messages that waited for room in the engine's output may be handled now.
            let some = handled.calls > 0 || tools.counters.bytes_sent > sent;
            let may_wait = !handled.all || !self.streams.is_empty();
            let go_on = went || (some && may_wait);
            if next != Next::Read || !go_on {
                break next;
            }
        };
        tools.counters.calls += u64::from(calls);
        Turn {
            calls,
            received: true,
            sent: tools.counters.bytes_sent > sent_before,
            ..self.turn(match next {
                Next::Read => self.next(tools),
                next => next,
            })
        }
    }

    /// What to wait for after all was sent.
    fn next(&self, tools: &Tools) -> Next {
        let room = |desk: &Desk| desk.takes_more(self.away.bytes) && !self.engine.is_full();
        match self.has_calls_away() {
            _ if self.engine.broken().is_some() || self.engine.is_finished() => Next::Over,
            false if self.peer_done => Next::Over,
            true if self.peer_done || !tools.desk.as_ref().is_none_or(room) => Next::Wait,
            _ => Next::Read,
        }
    }

    fn turn(&mut self, next: Next) -> Turn {
        self.blocked = next == Next::Write;
        Turn {
            next,
            calls: 0,
            received: false,
            sent: false,
            more: false,
        }
    }

    /// Sends output. `Next::Read` means that all of it was sent.
    fn flush(&mut self, tools: &mut Tools, wait: Wait) -> Next {
        if self.is_shaking_hands() {
            return self.finish_sending(wait);
        }
        while let Some(due) = self.engine.poll_transmit() {
            tools.counters.send_calls += 1;
            match self.socket.send(None, due.bytes, wait) {
                Ok(n) => {
                    tools.counters.sent(&due.bytes[..n]);
                    self.engine.sent(n);
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return Next::Write,
                Err(_) => return self.dead().next,
            }
        }
        self.finish_sending(wait)
    }

    /// Sends the records that TLS holds back.
    #[inline]
    fn finish_sending(&mut self, wait: Wait) -> Next {
        match self.socket.finish(wait) {
            Ok(()) => Next::Read,
            Err(Errno::AGAIN | Errno::INTR) => Next::Write,
            Err(_) => self.dead().next,
        }
    }
}

/// Exchanges this close together are in quick succession.
const QUICK: Duration = Duration::from_millis(10);
/// Consecutive quick exchanges that earn a connection a thread.
pub(super) const STREAK: u32 = 12;
