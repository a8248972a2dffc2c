//! One accepted connection: receive, let the handler work, send.

mod calls;
mod ending;
mod tools;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use manyrpc_engine::{Buf, Handler, Instant, Rx, ServerEngine};
use rustix::io::Errno;

pub(super) use calls::answer;
pub(super) use tools::Tools;

use super::desk::Desk;
use crate::clock;
use crate::receive::room;
use crate::socket::Socket;
use crate::streams::Streams;
use crate::tls::Session;
use crate::wait::Wait;
use crate::wakers;
use calls::Away;
use ending::Ending;

pub(super) struct Connection {
    pub(super) socket: Socket,
    /// Who calls, where the transport has addresses: engines of streams need not know.
    peer: Option<SocketAddr>,
    engine: Box<dyn ServerEngine>,
    handler: Arc<dyn Handler>,
    /// Holds memory of its own only while something incomplete is in it.
    rx: Rx,
    /// The peer sends no more.
    peer_done: bool,
    /// The peer takes no more for now: nothing is read before it does.
    pub(super) blocked: bool,
    /// Its calls take long: each reply goes out before the next call is looked at.
    slow: bool,
    /// By when it must be gone, once the client was asked to close it.
    pub(super) leaving: Option<Instant>,
    /// When it was accepted.
    pub(super) born: Instant,
    /// When anything last came or went.
    pub(super) active: Instant,
    /// The client was told to make its next calls elsewhere.
    winding_down: bool,
    ending: Ending,
    away: Away,
    streams: Streams,
    pub(super) book: Book,
}

/// What a reactor notes about a connection.
pub(super) struct Book {
    /// What the reactor knows it by.
    pub(super) token: u64,
    /// What it is watched for.
    pub(super) interest: Next,
    /// The earliest timer that is queued for it.
    pub(super) timer: Option<Instant>,
    /// It is on the list of those that may have memory to give back.
    pub(super) listed: bool,
    /// Single exchanges in quick succession.
    pub(super) streak: u32,
    /// How long a streak earns it a thread; grows when that was in vain.
    pub(super) streak_needed: u32,
}

/// What a connection waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Read,
    Write,
    /// For workers: nothing is read before they are done with some of its calls.
    Wait,
    /// It is over, close it.
    Over,
}

/// What one turn came to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    pub(super) next: Next,
    /// Calls handled.
    pub(super) calls: u32,
    /// The receive found something.
    pub(super) received: bool,
    /// Something was sent.
    pub(super) sent: bool,
}

impl Connection {
    pub(super) fn new(
        socket: Socket,
        peer: Option<SocketAddr>,
        engine: Box<dyn ServerEngine>,
        handler: Arc<dyn Handler>,
        now: Instant,
    ) -> Self {
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
            born: now,
            active: now,
            winding_down: false,
            ending: Ending::No,
            away: Away::default(),
            streams: Streams::default(),
            book: Book {
                token: 0,
                interest: Next::Read,
                timer: None,
                listed: false,
                streak: 0,
                streak_needed: STREAK,
            },
        }
    }

    /// Receives once, handles what is complete then, and sends the replies. Needs a buffer
    /// ([`borrow`](Self::borrow)).
    pub(super) fn read(&mut self, tools: &mut Tools, wait: Wait) -> Turn {
        let wanted = self.engine.wanted().max(self.socket.least_room());
        let space = room(&mut self.rx.buf, wanted);
        tools.counters.receive_calls += 1;
        match self.socket.receive(space, wait) {
            Ok(n) => {
                tools.counters.received(&space[..n]);
                self.peer_done = n == 0 || self.socket.tls().is_some_and(Session::is_done);
                self.rx.buf.filled(n);
                if self.peer_done {
                    self.engine.handle_end();
                }
                let before = std::mem::replace(&mut self.active, clock::now());
                let quick = self.active - before < QUICK;
                let turn = self.work(tools, wait);
                self.note_exchange(turn, quick);
                turn
            }
            Err(Errno::AGAIN) => self.turn(Next::Read),
            Err(Errno::INTR) => self.came_nothing_readable(tools),
            // Security has failed: the peer should hear why.
            Err(Errno::PROTO) => self.turn(Next::Over),
            Err(_) => self.dead(),
        }
    }

    #[cold]
    fn dead(&mut self) -> Turn {
        self.ending = Ending::Dead;
        self.turn(Next::Over)
    }

    /// A signal, or part of a record, or of a handshake.
    #[cold]
    fn came_nothing_readable(&mut self, tools: &mut Tools) -> Turn {
        self.active = clock::now();
        let received = true;
        let next = self.flush(tools, Wait::No);
        Turn {
            received,
            ..self.turn(next)
        }
    }

    /// There is room to send again.
    pub(super) fn write(&mut self, tools: &mut Tools) -> Turn {
        self.active = clock::now();
        self.resume(tools)
    }

    /// The engine's time may have come.
    pub(super) fn time_passed(&mut self, tools: &mut Tools, now: Instant) -> Turn {
        if self.next_timeout().is_none_or(|due| due > now) {
            return self.turn(self.book.interest);
        }
        if self.handshake_due().is_some_and(|due| due <= now) {
            return self.turn(Next::Over);
        }
        self.engine.handle_timeout(now);
        self.resume(tools)
    }

    /// Somebody has more to say on it.
    pub(super) fn woken(&mut self, tools: &mut Tools) -> Turn {
        self.active = clock::now();
        self.streams.hear();
        self.resume(tools)
    }

    /// It is looked after there from now on; without a place by nobody, for the moment.
    pub(super) fn move_to(&mut self, place: Option<wakers::Place>) {
        self.streams.move_to(place);
    }

    /// Whether somebody may have more to say on it at any time, so that no thread can sleep in a
    /// receive for it.
    #[inline]
    pub(super) fn may_be_woken(&self) -> bool {
        self.streams.may_be_woken()
    }

    /// Sends what is due and goes on with what was received before.
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
        // An engine may answer by itself, without a call for the handler.
        if turn.sent || turn.calls > 0 {
            let single = turn.calls <= 1 && self.rx.buf.is_empty();
            let streak = &mut self.book.streak;
            *streak = match (single, quick) {
                (true, true) => *streak + 1,
                // On a busy machine a wake-up now and then takes long.
                (true, false) => *streak / 2,
                (false, _) => 0,
            };
        }
    }

    pub(super) fn next_timeout(&self) -> Option<Instant> {
        match (self.engine.next_timeout(), self.handshake_due()) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    fn handshake_due(&self) -> Option<Instant> {
        self.socket.tls().and_then(Session::due)
    }

    /// Whether it is not secured yet, and shall be.
    pub(super) fn is_shaking_hands(&self) -> bool {
        self.socket.tls().is_some_and(Session::is_shaking)
    }

    /// Whether it has been there for longer than that.
    pub(super) fn is_older_than(&self, age: Option<Duration>) -> bool {
        age.is_some_and(|age| self.born + age <= self.active)
    }

    /// Nothing is half received; what was handled has been answered if output is drained.
    pub(super) fn at_rest(&self) -> bool {
        self.rx.buf.is_empty()
            && self.engine.is_idle()
            && !self.has_calls_away()
            && self.streams.is_empty()
    }

    /// Whether the rest of a message is on its way.
    pub(super) fn expects_more(&self) -> bool {
        !self.rx.buf.is_empty() || self.engine.wanted() > 0
    }

    /// Gives back memory while nothing is under way.
    pub(super) fn shrink(&mut self) {
        self.engine.shrink();
        self.socket.shrink();
    }

    /// Takes the thread's buffer if it has none.
    #[inline]
    pub(super) fn borrow(&mut self, tools: &mut Tools) {
        if self.rx.buf.capacity() == 0 {
            std::mem::swap(&mut self.rx.buf, &mut tools.scratch);
        }
    }

    /// Gives the buffer back, or keeps one of fitting size if something is in it.
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
            let more = match &tools.desk {
                None => self.handle_calls(tools),
                Some(desk) => self.hand_in_calls(desk),
            };
            calls += more;
            let went =
                !self.streams.is_empty() && self.streams.go_on(&mut *self.engine, self.active);
            let next = self.flush(tools, wait);
            // What was not answered for want of room in the engine's output may be now.
            let go_on = more > 0 || went || tools.counters.bytes_sent > sent;
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

    /// What to wait for when all has been sent.
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
        }
    }

    /// Sends what is due. `Next::Read` says that all went.
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

    /// Sends what security holds back.
    #[inline]
    fn finish_sending(&mut self, wait: Wait) -> Next {
        match self.socket.finish(wait) {
            Ok(()) => Next::Read,
            Err(Errno::AGAIN | Errno::INTR) => Next::Write,
            Err(_) => self.dead().next,
        }
    }
}

/// Exchanges this close to each other are in quick succession.
const QUICK: Duration = Duration::from_millis(10);
/// Quick single exchanges in a row that earn a connection a thread.
pub(super) const STREAK: u32 = 12;
