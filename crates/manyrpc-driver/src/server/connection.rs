//! One accepted connection: receive, let the handler work, send.

use std::net::SocketAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use manyrpc_engine::{
    Ahead, Buf, Call, CallId, Fault, Handler, Instant, Interest, Outcome, Part, Rx, ServerEngine,
};
use rustix::io::Errno;

use super::caller::{Waiting, Watched};
use super::dedicated::STREAK;
use super::meter::Meter;
use super::workers::{Desk, Finished, Known};
use crate::clock;
use crate::receive::{PIECE, room};
use crate::socket::{Socket, Wait};
use crate::streams::Streams;
use crate::taps::Counters;
use crate::tls::Session;

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

/// How far the end of a connection has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    No,
    /// The system says that it is gone.
    Dead,
    /// We have said all, and drop what still comes: so many bytes at most.
    Lingering(usize),
}

/// What workers have of a connection.
#[derive(Default)]
struct Away {
    calls: Vec<(CallId, Arc<Known>)>,
    bytes: usize,
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

/// What a thread lends to the connection whose turn it is.
pub(super) struct Tools {
    /// What connections without memory of their own receive into.
    scratch: Buf,
    /// Buffers that were grown for large messages.
    spares: Vec<Buf>,
    waiting: Waiting,
    counters: Counters,
    meter: Arc<Meter>,
    /// Where calls are handed in that workers carry out.
    desk: Option<Desk>,
}

impl Tools {
    pub(super) fn new(meter: Arc<Meter>, desk: Option<Desk>) -> Self {
        Tools {
            scratch: Buf::with_capacity(PIECE),
            spares: Vec::new(),
            waiting: Waiting::default(),
            counters: Counters::default(),
            meter,
            desk,
        }
    }

    /// A connection has no use for that buffer any more.
    fn take_back(&mut self, mut buf: Buf) {
        if buf.capacity() > self.scratch.capacity() {
            std::mem::swap(&mut buf, &mut self.scratch);
            self.scratch.shrink(KEPT);
        }
        if self.spares.len() < SPARES && buf.capacity() >= PIECE {
            self.spares.push(buf);
        }
    }

    fn next_scratch(&mut self) -> Buf {
        self.spares
            .pop()
            .unwrap_or_else(|| Buf::with_capacity(PIECE))
    }

    /// Lets others see what was counted.
    #[inline]
    pub(super) fn publish(&self) {
        self.meter.publish(&self.counters);
    }

    /// Counts a system call that neither sends nor receives.
    pub(super) fn count_other(&mut self) {
        self.counters.other_calls += 1;
    }
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

    /// A worker is done with a call.
    pub(super) fn finish(&mut self, tools: &mut Tools, done: &Finished) -> Turn {
        self.count_back(done);
        self.active = clock::now();
        if !done.attached.is_empty() {
            self.engine.attach(done.call, done.attached.clone());
        }
        self.engine.begin_reply(done.call);
        self.engine.body().put(done.reply.data());
        self.engine.finish_reply(done.outcome.clone(), self.active);
        self.resume(tools)
    }

    /// A worker is done with a call that nobody waits for any more.
    pub(super) fn count_back(&mut self, done: &Finished) {
        self.away.calls.retain(|(call, _)| *call != done.call);
        self.away.bytes -= done.bytes;
    }

    /// Whether workers have calls of it.
    pub(super) fn has_calls_away(&self) -> bool {
        !self.away.calls.is_empty()
    }

    /// Nobody waits for its calls any more.
    pub(super) fn orphan_calls(&self) {
        for (_, known) in &self.away.calls {
            known.set(Interest::Orphaned);
        }
    }

    /// Sends what is due and goes on with what was received before.
    fn resume(&mut self, tools: &mut Tools) -> Turn {
        match self.flush(tools, Wait::No) {
            Next::Read => self.work(tools, Wait::No),
            other => self.turn(other),
        }
    }

    /// Asks the client to close the connection, where the protocol has a word for that. Whether
    /// it was asked.
    pub(super) fn ask_to_leave(&mut self, tools: &mut Tools) -> bool {
        let asked =
            !self.blocked && self.engine.shut_down() && self.flush(tools, Wait::No) == Next::Read;
        tools.publish();
        asked
    }

    /// Tells the client to make its next calls elsewhere, where the protocol has a word for that.
    pub(super) fn wind_down(&mut self, tools: &mut Tools) -> bool {
        if self.is_shaking_hands() || !self.engine.wind_down() {
            return false;
        }
        self.winding_down = true;
        if !self.blocked {
            self.flush(tools, Wait::No);
        }
        tools.publish();
        true
    }

    /// Whether it was.
    pub(super) fn is_winding_down(&self) -> bool {
        self.winding_down
    }

    /// Whether nothing is left to be done on it.
    pub(super) fn is_over(&self) -> bool {
        self.engine.broken().is_some() || self.engine.is_finished()
    }

    /// Says that nothing more comes from us, where there is anybody to hear it; then it is read from,
    /// by [`discard`](Self::discard), until the peer says so too.
    pub(super) fn linger(&mut self) -> bool {
        let gone = self.peer_done && !self.socket.tls().is_some_and(Session::is_done);
        if self.ending != Ending::No || gone || self.has_calls_away() {
            return false;
        }
        self.socket.end_sending();
        self.ending = Ending::Lingering(MOST_DROPPED);
        self.blocked = false;
        self.rx.buf.clear();
        self.let_go();
        true
    }

    /// Whether what comes is dropped.
    pub(super) fn is_lingering(&self) -> bool {
        matches!(self.ending, Ending::Lingering(_))
    }

    /// Drops what came; whether more may come.
    pub(super) fn discard(&mut self, tools: &mut Tools) -> bool {
        let Ending::Lingering(left) = &mut self.ending else {
            return false;
        };
        let space = tools.scratch.space(PIECE);
        loop {
            tools.counters.receive_calls += 1;
            match self.socket.discard(space) {
                Ok(n) if n > 0 && n < *left => *left -= n,
                Err(Errno::AGAIN | Errno::INTR) => return true,
                _ => return false,
            }
        }
    }

    /// State that the application keeps for the client is let go.
    fn let_go(&mut self) {
        self.engine.handle_closed();
        end_associations(&mut *self.engine, &*self.handler);
    }

    /// Whether one caller waits for each reply, in quick succession.
    pub(super) fn earns_a_thread(&self) -> bool {
        self.book.streak >= self.book.streak_needed && self.leaving.is_none()
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

    /// Handles what was received, until it is time to send. Gives the number of calls.
    fn handle_calls(&mut self, tools: &mut Tools) -> u32 {
        let (mut calls, start) = (0, self.active);
        while let Some(mut call) = self.engine.next_call(&mut self.rx, self.active) {
            self.introduce(&mut call);
            if call.part != Part::Whole {
                calls += self.take_part(&call);
                continue;
            }
            let place = Place {
                socket: &mut self.socket,
                rx: &self.rx,
                waiting: &mut tools.waiting,
                counters: &mut tools.counters,
            };
            answer(&mut *self.engine, &*self.handler, &call, place, self.active);
            tools.waiting.restore(&mut self.rx);
            self.peer_done |= std::mem::take(&mut tools.waiting.ended);
            calls += 1;
            let due = self.engine.poll_transmit().map_or(0, |t| t.bytes.len());
            if due >= PIECE {
                break;
            }
            if calls > 1 || self.slow {
                // Replies go out together unless that makes the first one wait for long.
                self.active = clock::now();
                let was_slow = self.slow;
                self.slow = self.active - start > LONGEST_BATCH;
                if self.slow || was_slow {
                    break;
                }
            }
        }
        calls
    }

    /// Says who calls, as far as the transport knows.
    #[inline]
    fn introduce(&self, call: &mut Call) {
        call.from = call.from.or(self.peer);
        if let Some(peer) = self.socket.tls().and_then(Session::peer) {
            call.certificate = Some(peer.certificate.clone());
            if call.principal.is_none() {
                call.principal.clone_from(&peer.principal);
            }
        }
    }

    /// Hands over a part of a call with several messages. Gives the number of calls that begin.
    fn take_part(&mut self, call: &Call) -> u32 {
        let received = self.rx.buf.data();
        let handler = &*self.handler;
        self.streams
            .take(&mut *self.engine, handler, call, received, self.active);
        u32::from(matches!(call.part, Part::Opens(_)))
    }

    /// Lets workers handle what was received. Gives the number of calls.
    fn hand_in_calls(&mut self, desk: &Desk) -> u32 {
        let mut calls = 0;
        while desk.takes_more(self.away.bytes) {
            let Some(mut call) = self.engine.next_call(&mut self.rx, self.active) else {
                break;
            };
            self.introduce(&mut call);
            if call.part != Part::Whole {
                calls += self.take_part(&call);
                continue;
            }
            let received = self.rx.buf.data();
            let (bytes, known) = desk.hand_in(self.book.token, &self.handler, &call, received);
            self.away.calls.push((call.id, known));
            self.away.bytes += bytes;
            calls += 1;
        }
        if self.engine.looks_ahead() {
            self.tell_workers();
        }
        calls
    }

    /// What is known by now of those who wait for its calls.
    fn tell_workers(&mut self) {
        if self.peer_done {
            return self.orphan_calls();
        }
        let (none, nothing) = (Rx::default(), Ahead::default());
        for (call, known) in &self.away.calls {
            known.set(self.engine.look_ahead(*call, &none, &nothing, self.active));
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

impl Drop for Connection {
    /// However it ended: state that the application keeps for the client is let go.
    fn drop(&mut self) {
        if !self.is_lingering() {
            self.let_go();
        }
    }
}

/// Tells the handler which clients are gone.
pub(super) fn end_associations(engine: &mut dyn ServerEngine, handler: &dyn Handler) {
    while let Some(association) = engine.poll_association_ended() {
        // What fails here concerns nobody that could be told.
        let _ = catch_unwind(AssertUnwindSafe(|| handler.association_ended(association)));
    }
}

/// What a call came through.
pub(super) struct Place<'a> {
    pub(super) socket: &'a mut Socket,
    pub(super) rx: &'a Rx,
    pub(super) waiting: &'a mut Waiting,
    pub(super) counters: &'a mut Counters,
}

/// Lets the handler carry out one call. A handler that panics has failed that call, no more.
#[inline]
pub(super) fn answer(
    engine: &mut dyn ServerEngine,
    handler: &dyn Handler,
    call: &Call,
    place: Place<'_>,
    now: Instant,
) {
    let rx = place.rx;
    engine.begin_reply(call.id);
    // The engine stays free to look at what arrives while the handler works.
    let mut body = std::mem::take(engine.body());
    let caller = Watched::new(engine, place, call.id);
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        handler.serve(call, rx.buf.data(), &mut body, &caller)
    }));
    *engine.body() = body;
    engine.finish_reply(outcome.unwrap_or(Outcome::Fault(Fault::ServerFailure)), now);
}

/// Most bytes of a connection that we have ended that are dropped, before it is.
const MOST_DROPPED: usize = 16 << 20;
/// Largest buffer that a thread keeps for further messages, in bytes.
const KEPT: usize = 8 << 20;
/// Most buffers that a thread keeps beside the one in use.
const SPARES: usize = 4;
/// For how long replies to pipelined calls are gathered into one send.
const LONGEST_BATCH: Duration = Duration::from_micros(50);
/// Exchanges this close to each other are in quick succession.
const QUICK: Duration = Duration::from_millis(10);
