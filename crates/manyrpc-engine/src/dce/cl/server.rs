//! A server of the connectionless protocol: all callers of one datagram socket.
//!
//! Reading list: C706 sections 10.2 (CL_SERVER), 9.5 (activities, serial numbers),
//! 12.5.2.9 (boot time), appendices K (time-outs) and P (conversation manager).
//!
//! The rule of at most once is in the [module](super)'s documentation. What cannot be
//! answered is dropped.

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
use super::uuids::Random;
use crate::Limits;
use crate::contract::{
    Ahead, Associations, Call, CallId, Interest, LookAhead, Outcome, Rx, ServerEngine, Transmit,
};
use crate::fault::WireError;
use crate::time::{Clock, Instant};
use crate::timers::Timers;

use self::contexts::Contexts;
use self::memory::Memory;
use self::questions::Life;
use self::records::Records;
use self::stage::{Executing, Last, Ready, Stage, Wish};

/// What a server has seen so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Calls given to the application.
    pub calls: u64,
    /// Calls refused by the engine: another life of the server, authentication, size.
    pub refused: u64,
    /// Datagrams dropped because they are malformed.
    pub malformed: u64,
    /// PDUs that belong to no call.
    pub stray: u64,
    /// Calls dropped because of a limit: too many activities or too many bytes under way.
    pub dropped: u64,
    /// Questions to clients (conversation manager), each repetition counted.
    pub questions: u64,
    /// Calls not carried out, because their client was not making them.
    pub disowned: u64,
    /// Requests and pings answered with the results that were kept.
    pub repeated: u64,
    /// Results sent again unasked.
    pub resent: u64,
    /// Duplicates dropped.
    pub duplicates: u64,
    /// Results given up to make room.
    pub forgotten: u64,
    /// Facks sent.
    pub facks: u64,
    /// Results that were too large to send.
    pub too_large: u64,
    /// Calls that their clients asked to end.
    pub cancels: u64,
    /// Calls that their clients gave up while they were carried out.
    pub orphans: u64,
    /// Times that clients we keep contexts for said that they live (`convc_indy`).
    pub alive: u64,
}

/// The engine of one server socket. Its `Debug` prints every activity and where it stands.
#[derive(Debug)]
pub struct Server {
    limits: Limits,
    personality: Personality,
    life: Life,
    records: Records,
    contexts: Contexts,
    calls: Calls,
    memory: Memory,
    timers: Timers,
    outbox: Outbox,
    writing: Option<u32>,
    /// Lent as body when no reply is being written.
    scratch: Buf,
    spares: Spares,
    lending: Lending,
    counters: Counters,
}

/// Calls at the application, and on their way there.
#[derive(Debug, Default)]
struct Calls {
    /// Those that wait for their turn; some may be gone by then.
    ready: VecDeque<u32>,
    executing: usize,
    /// How many were given to it.
    serial: u64,
}

impl Calls {
    /// A name for a call that begins to be carried out.
    #[inline]
    fn begin(&mut self, at: u32) -> CallId {
        self.serial += 1;
        self.executing += 1;
        CallId(self.serial << 32 | u64::from(at))
    }
}

impl Server {
    /// A server that started at `boot`, in seconds since 1970: later than any life of it before, and
    /// not 0. `seed` is for its UUIDs and hashes.
    pub fn new(limits: Limits, personality: Personality, seed: u64, boot: u32) -> Self {
        let mut random = Random::new(seed);
        let base = random.uuid(personality.uuid_format);
        let personality = personality.within(&limits);
        let Timeouts { idle, live, .. } = personality.timeouts;
        Server {
            records: Records::new(limits.dce.activities, idle, random.next()),
            contexts: Contexts::new(limits.dce.associations, live, random.next()),
            life: Life::new(boot, base),
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

    /// What was seen so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Activities remembered, bytes of memory of the results kept for them, and bytes of messages
    /// that came in part.
    pub fn usage(&self) -> (usize, usize, usize) {
        (self.records.len(), self.memory.kept, self.memory.parts)
    }

    /// The activity has no call under way any more, and this is what there is to know of its last.
    #[inline]
    fn end(&mut self, at: u32, last: Last) {
        match mem::replace(&mut self.records[at].stage, Stage::Idle(last)) {
            Stage::Executing(_) => self.calls.executing -= 1,
            Stage::Replied(results) => self.memory.release(&results),
            _ => {}
        }
    }

    /// Drops the call that an activity has under way, with what came of it.
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

    /// The results' memory is free again; their call has ended before.
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

    /// The record of an activity that has none yet; `None` when there is no room.
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
        // C706 section 10.2.4, ERROR_CALL: these are never refused.
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
            // The boot time goes back as it came: a client drops what another life says.
            ..*request
        };
        let reject = self.personality.nameless(reject);
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

    /// Gives the receive buffer back that a message was lent in place of, and consumes the datagram
    /// that was lent last.
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
