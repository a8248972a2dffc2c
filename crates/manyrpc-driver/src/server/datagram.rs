//! A UDP socket and the thread that serves it.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use manyrpc_engine::{Buf, Clock, Handler, Instant, Rx, ServerEngine};
use rustix::io::Errno;

use super::caller::{Place, Waiting};
use super::connection::answer;
use super::meter::Meter;
use super::shared::Shared;
use crate::associations;
use crate::clock;
use crate::counters::Counters;
use crate::receive::DATAGRAM;
use crate::socket::Socket;
use crate::wait::Wait;

pub(super) struct DatagramServer {
    pub(super) socket: Socket,
    pub(super) engine: Box<dyn ServerEngine>,
    pub(super) handler: Arc<dyn Handler>,
    pub(super) shared: Arc<Shared>,
    pub(super) meter: Arc<Meter>,
}

/// What a datagram server receives with.
pub(super) struct DatagramDesk {
    rx: Rx,
    waiting: Waiting,
    pub(super) counters: Counters,
    pub(super) clock: Clock,
}

impl Default for DatagramDesk {
    fn default() -> Self {
        DatagramDesk {
            rx: Rx {
                buf: Buf::with_capacity(DATAGRAM),
                from: None,
            },
            waiting: Waiting::default(),
            counters: Counters::default(),
            clock: Clock::running(clock::now),
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
    /// Serves until the server stops; requests that have arrived by then are still answered.
    pub(super) fn run(mut self) {
        let mut desk = DatagramDesk::default();
        loop {
            if let Some(due) = self.pass_time(&mut desk)
                && self.socket.wait_until(desk.clock.now(), due)
            {
                desk.counters.other_calls += 1;
            }
            let received = self.receive(&mut desk, Wait::Yes);
            if received == Received::Over {
                break;
            }
            self.meter.publish(&desk.counters);
        }
        self.finish(&desk);
    }

    /// Runs the engine's timers; returns when the next one is due.
    pub(super) fn pass_time(&mut self, desk: &mut DatagramDesk) -> Option<Instant> {
        let due = self.engine.next_timeout()?;
        let now = desk.clock.now();
        if due > now {
            return Some(due);
        }
        self.engine.handle_timeout(now);
        associations::end_all(&mut *self.engine, &*self.handler);
        self.flush(&mut desk.counters);
        None
    }

    /// Receives once, and answers.
    pub(super) fn receive(&mut self, desk: &mut DatagramDesk, wait: Wait) -> Received {
        let DatagramDesk { rx, counters, .. } = desk;
        let space = rx.buf.space(DATAGRAM);
        counters.receive_calls += 1;
        let received = self.socket.receive_from(space, wait);
        desk.clock.pass();
        let is_stopping = self.shared.stopping.load(Relaxed);
        match received {
            // `Running::stop` makes receives return empty datagrams from nobody.
            Ok((0, None)) if is_stopping => Received::Over,
            Ok((n, from)) => {
                counters.received(&space[..n]);
                rx.buf.filled(n);
                rx.from = from;
                self.work(desk);
                while desk.waiting.next_datagram(&mut desk.rx) {
                    desk.clock.pass();
                    self.work(desk);
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
    pub(super) fn finish(&mut self, desk: &DatagramDesk) {
        associations::close_all(&mut *self.engine, &*self.handler);
        self.meter.publish(&desk.counters);
    }

    #[inline]
    fn work(&mut self, desk: &mut DatagramDesk) {
        let DatagramDesk {
            rx,
            waiting,
            counters,
            clock,
        } = desk;
        while let Some(call) = self.engine.next_call(rx, clock) {
            let place = Place {
                socket: &mut self.socket,
                rx,
                waiting,
                counters,
            };
            answer(&mut *self.engine, &*self.handler, &call, place, clock);
            counters.calls += 1;
            self.flush(counters);
        }
        associations::end_all(&mut *self.engine, &*self.handler);
        self.flush(counters);
    }

    /// Sends output. A datagram that the system rejects is lost, as any datagram may be.
    #[inline]
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
