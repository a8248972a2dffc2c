//! A UDP socket and the thread or task that serves it.
//!
//! A thread's loop makes its system calls itself, with everything inlined: each function that is open
//! during one costs a call over loopback some nanoseconds, probably a mispredicted return (decision
//! 110).

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use manyrpc_engine::{Buf, Call, Clock, Handler, Instant, Rx, ServerEngine};
use rustix::io::Errno;

use super::caller::{Place, Waiting};
use super::connection::answer;
use super::desk::{Desk, Submitted};
use super::meter::Meter;
use super::shared::Shared;
use crate::associations;
use crate::clock;
use crate::counters::Counters;
use crate::polling::Polling;
use crate::receive::DATAGRAM;
use crate::socket::Socket;
use crate::wait::Wait;
#[cfg(feature = "tokio")]
use crate::workers::Finished;

pub(super) struct DatagramServer {
    pub(super) socket: Socket,
    engine: Box<dyn ServerEngine>,
    handler: Arc<dyn Handler>,
    pub(super) shared: Arc<Shared>,
    pub(super) meter: Arc<Meter>,
    /// Has calls of handlers that it is for executed elsewhere.
    desk: Option<Desk>,
    /// How many calls are being executed elsewhere.
    away: usize,
    /// Their bytes.
    away_bytes: usize,
}

/// What a datagram server receives with.
pub(super) struct Workspace {
    rx: Rx,
    waiting: Waiting,
    pub(super) counters: Counters,
    pub(super) clock: Clock,
}

impl Workspace {
    /// `now` gives the server's time.
    pub(super) fn new(now: fn() -> Instant) -> Self {
        Workspace {
            rx: Buf::with_capacity(DATAGRAM).into(),
            waiting: Waiting::default(),
            counters: Counters::default(),
            clock: Clock::running(now),
        }
    }
}

/// The result of a receive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Received {
    /// A datagram, which was answered, or a report about one.
    Datagram,
    /// None has arrived.
    Nothing,
    /// The server stops.
    Over,
}

impl DatagramServer {
    pub(super) fn new(
        socket: Socket,
        engine: Box<dyn ServerEngine>,
        handler: Arc<dyn Handler>,
        shared: Arc<Shared>,
        desk: Option<Desk>,
    ) -> Self {
        DatagramServer {
            meter: shared.new_meter(),
            socket,
            engine,
            handler,
            shared,
            desk,
            away: 0,
            away_bytes: 0,
        }
    }

    /// Serves until the server stops; requests that have arrived by then are still answered.
    pub(super) fn run(mut self) {
        let mut space = Workspace::new(clock::now);
        let mut polling = Polling::new(self.shared.caps.busy_poll);
        loop {
            let due = self.pass_time(&mut space);
            if polling.goes_on() && !self.socket.has_input() {
                space.counters.other_calls += 1;
                space.clock.pass();
                continue;
            }
            if let Some(due) = due
                && self.socket.wait_until(space.clock.now(), due)
            {
                space.counters.other_calls += 1;
            }
            let received = self.receive(&mut space, Wait::Yes);
            polling.begin(1);
            if received == Received::Over {
                break;
            }
            self.meter.publish(&space.counters);
        }
        self.finish(&space);
    }

    /// Runs the engine's timers; returns when the next one is due.
    #[inline(always)]
    pub(super) fn pass_time(&mut self, with: &mut Workspace) -> Option<Instant> {
        let due = self.engine.next_timeout()?;
        let now = with.clock.now();
        if due > now {
            return Some(due);
        }
        self.engine.handle_timeout(now);
        associations::end_all(&mut *self.engine, &*self.handler);
        self.flush(&mut with.counters);
        None
    }

    /// Receives once, and answers.
    #[inline(always)]
    pub(super) fn receive(&mut self, with: &mut Workspace, wait: Wait) -> Received {
        let Workspace { rx, counters, .. } = with;
        let space = rx.buf.space(DATAGRAM);
        counters.receive_calls += 1;
        let received = self.socket.receive_from(space, wait);
        with.clock.pass();
        let is_stopping = self.shared.stopping.load(Relaxed);
        match received {
            // `Running::stop` makes receives return empty datagrams from nobody.
            Ok((0, None)) if is_stopping => Received::Over,
            Ok((n, from)) => {
                counters.received(&space[..n]);
                rx.buf.filled(n);
                rx.from = from;
                loop {
                    self.work(with);
                    if !with.waiting.next_datagram(&mut with.rx) {
                        break;
                    }
                    with.clock.pass();
                }
                Received::Datagram
            }
            Err(Errno::BADF | Errno::NOTSOCK) => Received::Over,
            // A timeout, a signal, or a report that a reply did not arrive.
            Err(_) if is_stopping => Received::Over,
            Err(Errno::AGAIN) => Received::Nothing,
            Err(_) => Received::Datagram,
        }
    }

    /// The server has stopped.
    pub(super) fn finish(&mut self, with: &Workspace) {
        associations::close_all(&mut *self.engine, &*self.handler);
        self.meter.publish(&with.counters);
    }

    #[inline(always)]
    fn work(&mut self, with: &mut Workspace) {
        let Workspace {
            rx,
            waiting,
            counters,
            clock,
        } = with;
        // A call is large: it is lent from where the engine writes it.
        while let Some(call) = &self.engine.next_call(rx, clock) {
            counters.calls += 1;
            if self.submit(call, rx, clock) {
                self.flush(counters);
                continue;
            }
            let place = Place {
                socket: &mut self.socket,
                rx,
                waiting,
                counters,
            };
            let blocking = self.desk.as_ref().and_then(Desk::blocking);
            let execute = || answer(&mut *self.engine, &*self.handler, call, place, clock);
            match blocking {
                Some(blocking) => blocking.during(&*self.handler, call, execute),
                None => execute(),
            }
            self.flush(counters);
        }
        associations::end_all(&mut *self.engine, &*self.handler);
        self.flush(counters);
    }

    /// Has a call executed elsewhere. False if it is to be executed here.
    #[inline]
    fn submit(&mut self, call: &Call, rx: &Rx, clock: &Clock) -> bool {
        let Some(desk) = self.desk.as_ref().filter(|d| d.is_for(&*self.handler)) else {
            return false;
        };
        match desk.hand_in(0, &self.handler, call.clone(), rx.buf.data()) {
            Submitted::Away(bytes, _) => {
                self.away += 1;
                self.away_bytes += bytes;
            }
            Submitted::Done(done) => done.reply_to(&mut *self.engine, clock),
        }
        true
    }

    /// A call was executed elsewhere.
    #[cfg(feature = "tokio")]
    pub(super) fn finished(&mut self, done: Finished, with: &mut Workspace) {
        self.away -= 1;
        self.away_bytes -= done.bytes;
        with.clock.pass();
        done.reply_to(&mut *self.engine, &with.clock);
        associations::end_all(&mut *self.engine, &*self.handler);
        self.flush(&mut with.counters);
    }

    /// How many calls are being executed elsewhere.
    #[cfg(feature = "tokio")]
    pub(super) fn away(&self) -> usize {
        self.away
    }

    /// Whether so much is being executed elsewhere that nothing should be received.
    #[cfg(feature = "tokio")]
    pub(super) fn is_full(&self) -> bool {
        let desk = self.desk.as_ref();
        desk.is_some_and(|desk| !desk.takes_more(self.away_bytes)) || self.engine.is_full()
    }

    /// Sends output. A datagram that the system rejects is lost, as any datagram may be.
    #[inline(always)]
    fn flush(&mut self, counters: &mut Counters) {
        while let Some(due) = self.engine.poll_transmit() {
            let size = due.bytes.len();
            counters.send_calls += 1;
            match self.socket.send(due.to, due.bytes, Wait::Yes) {
                Err(Errno::INTR) => continue,
                Ok(_) => counters.sent(due.bytes),
                Err(_) => {}
            }
            self.engine.sent(size);
        }
    }
}
