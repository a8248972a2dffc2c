//! The calls of a connection: executed here, or passed to workers.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use manyrpc_engine::{
    Ahead, Call, CallId, Clock, Fault, Handler, Interest, Outcome, Part, Rx, ServerEngine,
};

use super::{Connection, Tools, Turn};
use crate::blocking_calls::Blocking;
use crate::receive::PIECE;
use crate::server::caller::{Place, Watched};
use crate::server::desk::{Desk, Submitted};
use crate::streams::By;
use crate::workers::{Finished, Known};

/// A connection's calls at workers.
#[derive(Default)]
pub(super) struct Away {
    calls: Vec<(CallId, Arc<Known>)>,
    pub(super) bytes: usize,
}

/// What was handled of what has been received.
pub(super) struct Handled {
    pub(super) calls: u32,
    /// There are no more calls before more is received, or one is done.
    pub(super) all: bool,
}

impl Connection {
    /// Handles received calls until it is time to send.
    pub(super) fn handle_calls(&mut self, tools: &mut Tools) -> Handled {
        let mut calls = 0;
        let mut start = match self.slow {
            true => self.clock.now(),
            false => self.clock.last(),
        };
        loop {
            let Some(mut call) = self.engine.next_call(&mut self.rx, &self.clock) else {
                return self.handled_all(calls);
            };
            self.introduce(&mut call);
            if call.part != Part::Whole {
                calls += self.take_part(&call, tools.blocking());
                continue;
            }
            if calls == 1 {
                start = self.clock.read();
            }
            let place = Place {
                socket: &mut self.socket,
                rx: &self.rx,
                waiting: &mut tools.waiting,
                counters: &mut tools.counters,
            };
            let blocking = tools.desk.as_ref().and_then(Desk::blocking);
            let execute = || answer(&mut *self.engine, &*self.handler, &call, place, &self.clock);
            match blocking {
                Some(blocking) => blocking.during(&*self.handler, &call, execute),
                None => execute(),
            }
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
                // Replies are sent together unless that delays the first for long.
                let was_slow = self.slow;
                self.slow = self.clock.read() - start > LONGEST_BATCH;
                if self.slow || was_slow {
                    break;
                }
            }
        }
        Handled { calls, all: false }
    }

    /// The engine gave no more calls.
    #[inline]
    fn handled_all(&self, calls: u32) -> Handled {
        // Some may wait for room in its output, with or without their bytes.
        let all = self.rx.buf.is_empty() && !self.engine.is_full();
        Handled { calls, all }
    }

    /// Adds what the transport knows about the caller.
    #[inline]
    fn introduce(&self, call: &mut Call) {
        call.from = call.from.or(self.peer);
        self.socket.introduce(call);
    }

    /// Handles a part of a streaming call. Returns the number of calls that begin.
    fn take_part(&mut self, call: &Call, blocking: Option<&Blocking>) -> u32 {
        let received = self.rx.buf.data();
        let handler = &*self.handler;
        let by = By { handler, blocking };
        self.streams
            .take(&mut *self.engine, by, call, received, &self.clock);
        u32::from(matches!(call.part, Part::Opens(_)))
    }

    /// Passes received calls to workers.
    pub(super) fn hand_in_calls(&mut self, desk: &Desk) -> Handled {
        let (mut calls, mut no_more) = (0, false);
        while desk.takes_more(self.away.bytes) {
            let Some(mut call) = self.engine.next_call(&mut self.rx, &self.clock) else {
                no_more = true;
                break;
            };
            self.introduce(&mut call);
            if call.part != Part::Whole {
                calls += self.take_part(&call, desk.blocking());
                continue;
            }
            let (id, received) = (call.id, self.rx.buf.data());
            match desk.hand_in(self.book.token, &self.handler, call, received) {
                Submitted::Away(bytes, known) => {
                    self.away.calls.push((id, known));
                    self.away.bytes += bytes;
                }
                Submitted::Done(done) => done.reply_to(&mut *self.engine, &self.clock),
            }
            calls += 1;
        }
        self.notify_workers();
        match no_more {
            true => self.handled_all(calls),
            false => Handled { calls, all: false },
        }
    }

    /// Reports to workers what the engine knows about the callers, where it can.
    fn notify_workers(&mut self) {
        let Some(look_ahead) = self.engine.look_ahead() else {
            return;
        };
        if self.peer_done {
            return self.orphan_calls();
        }
        let (none, nothing, now) = (Rx::default(), Ahead::default(), self.clock.now());
        for (call, known) in &self.away.calls {
            known.set(look_ahead.interest_in(*call, &none, &nothing, now));
        }
    }

    /// A worker has executed a call.
    pub(in crate::server) fn finish(&mut self, tools: &mut Tools, done: Finished) -> Turn {
        self.count_back(&done);
        self.clock.read();
        done.reply_to(&mut *self.engine, &self.clock);
        self.resume(tools)
    }

    /// A worker has executed a call that nobody awaits any more.
    pub(in crate::server) fn count_back(&mut self, done: &Finished) {
        self.away.calls.retain(|(call, _)| *call != done.call);
        self.away.bytes -= done.bytes;
    }

    /// Whether workers have calls of this connection.
    pub(in crate::server) fn has_calls_away(&self) -> bool {
        !self.away.calls.is_empty()
    }

    /// Nobody awaits its calls any more.
    pub(in crate::server) fn orphan_calls(&self) {
        for (_, known) in &self.away.calls {
            known.set(Interest::Orphaned);
        }
    }
}

/// Has the handler execute one call. A handler that panics only fails that call.
#[inline]
pub(in crate::server) fn answer(
    engine: &mut dyn ServerEngine,
    handler: &dyn Handler,
    call: &Call,
    place: Place<'_>,
    clock: &Clock,
) {
    let rx = place.rx;
    engine.begin_reply(call.id);
    // The engine can still look at arriving data while the handler runs.
    let mut body = std::mem::take(engine.body());
    let caller = Watched::new(engine, place, call.id, clock.source());
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        handler.serve(call, rx.buf.data(), &mut body, &caller)
    }));
    *engine.body() = body;
    engine.finish_reply(
        outcome.unwrap_or(Outcome::Fault(Fault::ServerFailure)),
        clock,
    );
}

/// How long replies to pipelined calls are collected into one send.
const LONGEST_BATCH: Duration = Duration::from_micros(50);
