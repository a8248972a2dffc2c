//! A UDP socket and the thread that serves it.
//!
//! The loop makes its system calls itself, with everything inlined: each function that is open during
//! one costs a call over loopback some nanoseconds, probably a mispredicted return (decision 110).

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use manyrpc_engine::{Buf, Clock, Handler, Rx, ServerEngine};
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

impl DatagramServer {
    /// Serves until the server stops; requests that have arrived by then are still answered.
    pub(super) fn run(mut self) {
        let mut rx = Rx {
            buf: Buf::with_capacity(DATAGRAM),
            from: None,
        };
        let mut waiting = Waiting::default();
        let mut counters = Counters::default();
        let clock = Clock::running(clock::now);
        loop {
            if let Some(due) = self.engine.next_timeout() {
                let now = clock.now();
                if due <= now {
                    self.engine.handle_timeout(now);
                    associations::end_all(&mut *self.engine, &*self.handler);
                    self.flush(&mut counters);
                } else if self.socket.wait_until(now, due) {
                    counters.other_calls += 1;
                }
            }
            let space = rx.buf.space(DATAGRAM);
            counters.receive_calls += 1;
            let received = self.socket.receive_from(space, Wait::Yes);
            clock.pass();
            match received {
                // `Running::stop` makes receives return empty datagrams from nobody.
                Ok((0, None)) if self.shared.stopping.load(Relaxed) => break,
                Ok((n, from)) => {
                    counters.received(&space[..n]);
                    rx.buf.filled(n);
                    rx.from = from;
                    loop {
                        self.work(&mut rx, &mut waiting, &clock, &mut counters);
                        if !waiting.next_datagram(&mut rx) {
                            break;
                        }
                        clock.pass();
                    }
                }
                Err(Errno::BADF | Errno::NOTSOCK) => break,
                // A timeout, a signal, or a report that a reply did not arrive.
                Err(_) if self.shared.stopping.load(Relaxed) => break,
                Err(_) => {}
            }
            self.meter.publish(&counters);
        }
        associations::close_all(&mut *self.engine, &*self.handler);
        self.meter.publish(&counters);
    }

    #[inline(always)]
    fn work(&mut self, rx: &mut Rx, waiting: &mut Waiting, clock: &Clock, counters: &mut Counters) {
        // A call is large: it is lent from where the engine writes it.
        while let Some(call) = &self.engine.next_call(rx, clock) {
            let place = Place {
                socket: &mut self.socket,
                rx,
                waiting,
                counters,
            };
            answer(&mut *self.engine, &*self.handler, call, place, clock);
            counters.calls += 1;
            self.flush(counters);
        }
        associations::end_all(&mut *self.engine, &*self.handler);
        self.flush(counters);
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
