//! The calls of a connection: carried out here, or handed to workers.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use manyrpc_engine::{
    Ahead, Call, CallId, Clock, Fault, Handler, Instant, Interest, Outcome, Part, Rx, ServerEngine,
};

use super::{Connection, Tools, Turn};
use crate::clock;
use crate::receive::PIECE;
use crate::server::caller::{Place, Watched};
use crate::server::desk::Desk;
use crate::tls::Session;
use crate::workers::{Finished, Known};

/// What workers have of a connection.
#[derive(Default)]
pub(super) struct Away {
    calls: Vec<(CallId, Arc<Known>)>,
    pub(super) bytes: usize,
}

impl Connection {
    /// Handles what was received, until it is time to send. Gives the number of calls.
    pub(super) fn handle_calls(&mut self, tools: &mut Tools) -> u32 {
        let (mut calls, start) = (0, self.active);
        while let Some(mut call) = self.engine.next_call(&mut self.rx, &Clock::at(self.active)) {
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
            if std::mem::take(&mut tools.waiting.ended) {
                self.peer_done = true;
                self.engine.handle_end();
            }
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
    pub(super) fn hand_in_calls(&mut self, desk: &Desk) -> u32 {
        let mut calls = 0;
        while desk.takes_more(self.away.bytes) {
            let Some(mut call) = self.engine.next_call(&mut self.rx, &Clock::at(self.active))
            else {
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
        self.tell_workers();
        calls
    }

    /// What is known by now of those who wait for its calls, where such things can be known.
    fn tell_workers(&mut self) {
        let Some(look_ahead) = self.engine.look_ahead() else {
            return;
        };
        if self.peer_done {
            return self.orphan_calls();
        }
        let (none, nothing) = (Rx::default(), Ahead::default());
        for (call, known) in &self.away.calls {
            known.set(look_ahead.interest_in(*call, &none, &nothing, self.active));
        }
    }

    /// A worker is done with a call.
    pub(in crate::server) fn finish(&mut self, tools: &mut Tools, done: &Finished) -> Turn {
        self.count_back(done);
        self.active = clock::now();
        if !done.attached.is_empty()
            && let Some(metadata) = self.engine.metadata()
        {
            metadata.attach(done.call, done.attached.clone());
        }
        self.engine.begin_reply(done.call);
        self.engine.body().put(done.reply.data());
        self.engine.finish_reply(done.outcome.clone(), self.active);
        self.resume(tools)
    }

    /// A worker is done with a call that nobody waits for any more.
    pub(in crate::server) fn count_back(&mut self, done: &Finished) {
        self.away.calls.retain(|(call, _)| *call != done.call);
        self.away.bytes -= done.bytes;
    }

    /// Whether workers have calls of it.
    pub(in crate::server) fn has_calls_away(&self) -> bool {
        !self.away.calls.is_empty()
    }

    /// Nobody waits for its calls any more.
    pub(in crate::server) fn orphan_calls(&self) {
        for (_, known) in &self.away.calls {
            known.set(Interest::Orphaned);
        }
    }
}

/// Lets the handler carry out one call. A handler that panics has failed that call, no more.
#[inline]
pub(in crate::server) fn answer(
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

/// For how long replies to pipelined calls are gathered into one send.
const LONGEST_BATCH: Duration = Duration::from_micros(50);
