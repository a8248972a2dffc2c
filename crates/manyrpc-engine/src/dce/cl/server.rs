//! A server of the connectionless protocol: all callers of one datagram socket.
//!
//! Reading list: C706 sections 10.2 (CL_SERVER), 9.5 (activities, serial numbers), 12.5.2.9 (boot
//! time), appendices K (timeouts) and P (conversation manager).
//!
//! The [module](super)'s documentation explains at most once. Datagrams that cannot be answered are
//! dropped.
//!
//! ```
//! use manyrpc_engine::dce::cl::{Personality, Server};
//! use manyrpc_engine::{Limits, ServerEngine};
//!
//! let boot = 1_700_000_000; // Seconds since 1970.
//! let mut server = Server::new(Limits::default(), Personality::DEFAULT, 1, boot);
//! server.keep_contexts(vec![([7; 16], 1, 3)]); // Operation 3 has context handles.
//! assert!(server.is_idle() && ServerEngine::associations(&mut server).is_some());
//! ```

use alloc::collections::VecDeque;
use core::mem;
use core::net::SocketAddr;

use manyrpc_codec::Buf;

use super::lending::Lending;
use super::outbox::{Due, Outbox};
use super::pdu::{Header, PduType, flag};
use super::personality::Personality;
use super::spares::Spares;
use super::timers::Timeouts;
use crate::Limits;
use crate::contract::{
    Ahead, Associations, Call, CallId, Interest, LookAhead, Outcome, Rx, ServerEngine, Transmit,
};
use crate::fault::WireError;
use crate::random::Random;
use crate::time::{Clock, Instant};
use crate::timers::Timers;

use self::contexts::Contexts;
use self::memory::Memory;
use self::questions::Instance;
use self::records::Records;
use self::stage::{Executing, Last, Ready, Stage, Wish};

/// Counts since the server was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Calls passed to the application.
    pub calls: u64,
    /// Calls refused by the engine: previous server instance, authentication, size.
    pub refused: u64,
    /// Datagrams dropped because they are malformed.
    pub malformed: u64,
    /// PDUs that belong to no call.
    pub stray: u64,
    /// Calls dropped because of a limit on activities or incomplete messages.
    pub dropped: u64,
    /// Callbacks to clients (conversation manager), including repetitions.
    pub questions: u64,
    /// Calls not executed because their client was not making them.
    pub disowned: u64,
    /// Requests and pings answered with the kept results.
    pub repeated: u64,
    /// Results retransmitted unasked.
    pub resent: u64,
    /// Duplicates dropped.
    pub duplicates: u64,
    /// Results dropped to make room.
    pub forgotten: u64,
    /// Facks sent.
    pub facks: u64,
    /// Results that were too large to send.
    pub too_large: u64,
    /// Calls that their clients cancelled.
    pub cancels: u64,
    /// Calls that their clients abandoned during execution.
    pub orphans: u64,
    /// Keepalives from clients that we keep context handles for (`convc_indy`).
    pub alive: u64,
}

/// The engine of one server socket. Its `Debug` prints every activity and its state.
#[derive(Debug)]
pub struct Server {
    limits: Limits,
    personality: Personality,
    instance: Instance,
    records: Records,
    contexts: Contexts,
    calls: Calls,
    memory: Memory,
    timers: Timers,
    outbox: Outbox,
    writing: Option<u32>,
    /// Lent as the body when no reply is being written.
    scratch: Buf,
    spares: Spares,
    lending: Lending,
    counters: Counters,
}

/// Calls at the application, and those ready for it.
#[derive(Debug, Default)]
struct Calls {
    /// Calls ready for execution; some may have ended by then.
    ready: VecDeque<u32>,
    executing: usize,
    /// How many were passed to it.
    serial: u64,
}

impl Calls {
    /// The id of a call whose execution begins.
    #[inline]
    fn begin(&mut self, at: u32) -> CallId {
        self.serial += 1;
        self.executing += 1;
        CallId(self.serial << 32 | u64::from(at))
    }
}

impl Server {
    /// A server with boot time `boot`, in seconds since 1970: later than that of any previous
    /// instance, and not 0. `seed` is for its UUIDs and hashes.
    pub fn new(limits: Limits, personality: Personality, seed: u64, boot: u32) -> Self {
        let mut random = Random::new(seed);
        let base = random.uuid(personality.uuid_format);
        let personality = personality.within(&limits);
        let Timeouts { idle, live, .. } = personality.timeouts;
        Server {
            records: Records::new(limits.dce.activities, idle, random.next()),
            contexts: Contexts::new(limits.dce.associations, live, random.next()),
            instance: Instance::new(boot, base),
            limits,
            personality,
            calls: Calls::default(),
            memory: Memory::default(),
            timers: Timers::default(),
            outbox: Outbox::default(),
            writing: None,
            scratch: Buf::new(),
            spares: Spares::default(),
            lending: Lending::default(),
            counters: Counters::default(),
        }
    }

    /// Counts so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Activities remembered, memory in bytes of the results kept for them, and bytes of incomplete
    /// messages.
    pub fn usage(&self) -> (usize, usize, usize) {
        (self.records.len(), self.memory.kept, self.memory.parts)
    }

    /// Ends the activity's call; `last` is what is kept of it.
    #[inline]
    fn end(&mut self, at: u32, last: Last) {
        match mem::replace(&mut self.records[at].stage, Stage::Idle(last)) {
            Stage::Executing(_) => self.calls.executing -= 1,
            Stage::Replied(results) => self.memory.release(&results),
            _ => {}
        }
    }

    /// Drops an activity's call in progress, and what was received of it.
    fn drop_call(&mut self, at: u32, last: Last) {
        self.drop_arguments(at);
        self.end(at, last);
        self.drop_results(at);
        self.timers.clear(at);
    }

    fn drop_arguments(&mut self, at: u32) {
        let arguments = &mut self.records[at].arguments;
        self.memory.part_changed(arguments.bytes(), 0);
        arguments.clear();
        self.spares.settle(&mut arguments.body);
    }

    /// Frees the memory of results whose call has ended.
    fn drop_results(&mut self, at: u32) {
        let record = &mut self.records[at];
        record.out.close();
        self.spares.settle(&mut record.out.message);
    }

    fn remove(&mut self, at: u32) {
        self.drop_call(at, Last::Settled);
        self.records[at].out.message = Buf::new();
        self.records.remove(at);
    }

    /// A record for a new activity; `None` when there is no room.
    fn new_record(&mut self, activity: [u8; 16], now: Instant) -> Option<u32> {
        if self.records.is_full() {
            let at = self.records.to_go(now)?;
            self.remove(at);
        }
        Some(self.records.add(activity, &self.personality))
    }

    #[inline]
    fn queue(&mut self, at: u32) {
        if !mem::replace(&mut self.records[at].out.queued, true) {
            self.outbox.owner(at);
        }
    }

    /// Answers a request or ping that the application does not see.
    #[cold]
    fn refuse(&mut self, request: &Header, to: Option<SocketAddr>, status: u32) {
        self.counters.refused += 1;
        // C706 section 10.2.4, ERROR_CALL: these are never rejected.
        if request.has(flag::MAYBE) || request.has(flag::BROADCAST) {
            return;
        }
        let reject = Header {
            ptype: PduType::Reject,
            flags: 0,
            flags2: 0,
            fragnum: 0,
            serial: 0,
            auth: 0,
            // The boot time is returned unchanged: clients drop PDUs of other instances.
            ..*request
        };
        let reject = self.personality.in_personality(reject);
        self.outbox.control(to, reject, &status.to_le_bytes());
    }

    fn alarm(&mut self, at: u32, now: Instant) {
        self.timers.clear(at);
        match self.records[at].stage {
            Stage::Replied(results) => self.resend(at, results, now),
            Stage::Receiving(_) | Stage::Asking(_) => self.wait_on(at, now),
            Stage::Idle(_) | Stage::Ready(_) | Stage::Executing(_) => {}
        }
    }

    /// Restores the receive buffer that was swapped for a message, and consumes the last datagram.
    #[inline]
    fn release(&mut self, rx: &mut Rx) {
        let Some((mut lent, at)) = self.lending.end(rx) else {
            return;
        };
        self.spares.settle(&mut lent);
        if let Some(record) = self.records.get(at)
            && record.arguments.body.capacity() == 0
        {
            record.arguments.body = lent;
        }
    }
}

impl ServerEngine for Server {
    fn next_call(&mut self, rx: &mut Rx, clock: &Clock) -> Option<Call> {
        loop {
            self.release(rx);
            if rx.buf.is_empty() {
                let at = self.calls.ready.pop_front()?;
                let stage = self.records.get(at).map(|record| record.stage);
                if let Some(Stage::Ready(Ready { cancelled })) = stage {
                    return Some(self.lend_arguments(at, cancelled, rx));
                }
                continue;
            }
            self.lending.datagram(rx);
            if self.calls.executing >= self.limits.calls_in_flight {
                self.counters.dropped += 1;
                continue;
            }
            if let Some(call) = self.take_datagram(rx, clock.now()) {
                return Some(call);
            }
        }
    }

    fn begin_reply(&mut self, id: CallId) {
        let at = id.0 as u32;
        self.writing = None;
        let Some(record) = self.records.executing(id) else {
            return;
        };
        self.spares.supply(&mut record.out.message);
        record.out.open();
        self.writing = Some(at);
    }

    #[inline]
    fn body(&mut self) -> &mut Buf {
        match self.writing {
            Some(at) => &mut self.records[at].out.message,
            None => {
                self.scratch.clear();
                &mut self.scratch
            }
        }
    }

    fn finish_reply(&mut self, outcome: Outcome, clock: &Clock) {
        let Some(at) = self.writing.take() else {
            return;
        };
        let Stage::Executing(Executing { wish, .. }) = self.records[at].stage else {
            return;
        };
        self.end(at, Last::Settled);
        let now = clock.now();
        if wish == Wish::Nothing {
            return self.settle(at, now);
        }
        if outcome == Outcome::Silent || self.records[at].header.has(flag::MAYBE) {
            return self.end_silently(at, now);
        }
        self.reply(at, &outcome, wish, now);
    }

    fn poll_transmit(&mut self) -> Option<Transmit<'_>> {
        loop {
            match self.outbox.front()? {
                Due::Control(_) => break,
                Due::Owner(at) => {
                    let record = &mut self.records[*at];
                    if record.out.wants(&record.window) {
                        break;
                    }
                    record.out.queued = false;
                    self.outbox.pop();
                }
            }
        }
        self.outbox.lent = true;
        match self.outbox.front()? {
            Due::Control(control) => Some(control.transmit()),
            Due::Owner(at) => {
                let record = &mut self.records[*at];
                let to = record.from;
                let bytes = record.out.lend(&record.window, &self.personality)?;
                Some(Transmit { to, bytes })
            }
        }
    }

    fn sent(&mut self, _n: usize) {
        if !mem::take(&mut self.outbox.lent) {
            return;
        }
        if let Some(Due::Owner(at)) = self.outbox.front() {
            let record = &mut self.records[*at];
            record.out.sent();
            if record.out.wants(&record.window) {
                return;
            }
            record.out.queued = false;
            if let Stage::Replied(results) = &mut record.stage
                && record.out.is_sent()
                && self.memory.rest(results)
            {
                self.make_room();
            }
        }
        self.outbox.pop();
    }

    fn broken(&self) -> Option<WireError> {
        None
    }

    fn next_timeout(&self) -> Option<Instant> {
        let call = self.timers.first().map(|(at, _)| at);
        match self.contexts.spaces.next_timeout() {
            None => call,
            Some(silent) => Some(call.map_or(silent, |call| call.min(silent))),
        }
    }

    fn handle_timeout(&mut self, now: Instant) {
        while let Some((due, at)) = self.timers.first()
            && due <= now
        {
            self.alarm(at, now);
        }
        let busy = self.calls.executing > 0;
        self.contexts.spaces.handle_timeout(busy, now);
    }

    fn shrink(&mut self) {
        self.scratch = Buf::new();
        self.spares.clear();
    }

    fn look_ahead(&mut self) -> Option<&mut dyn LookAhead> {
        Some(self)
    }

    fn associations(&mut self) -> Option<&mut dyn Associations> {
        Some(self)
    }
}

impl LookAhead for Server {
    fn interest_in(&mut self, id: CallId, _rx: &Rx, ahead: &Ahead<'_>, now: Instant) -> Interest {
        self.look(id, ahead, now)
    }
}

impl Associations for Server {
    fn poll_association_ended(&mut self) -> Option<u64> {
        self.contexts.spaces.poll_ended()
    }

    fn handle_closed(&mut self) {
        self.contexts.spaces.end_all();
    }
}

mod ahead;
mod arguments;
mod contexts;
mod incoming;
mod memory;
mod questions;
mod records;
mod results;
mod spaces;
mod stage;
