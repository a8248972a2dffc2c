//! A server of the connectionless protocol: all callers of one datagram socket.
//!
//! Reading list: C706 sections 10.2 (CL_SERVER), 9.5 (activities, serial numbers),
//! 12.5.2.9 (boot time), appendices K (time-outs) and P (conversation manager).
//!
//! The rule of at most once is in the [module](super)'s documentation. What cannot be
//! answered is dropped.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::mem;
use core::net::SocketAddr;

use manyrpc_codec::Buf;

use super::fault;
use super::outbox::{Due, Outbox};
use super::pdu::{self, HEADER, Header, PduType, flag, flag2};
use super::personality::Personality;
use super::records::{Cancel, Class, Last, Records, State};
use super::spaces::Spaces;
use super::spares::Spares;
use super::timers::MAX_REPLIES;
use super::uuids::Random;
use crate::Limits;
use crate::contract::{Ahead, Call, CallId, Interest, Outcome, Rx, ServerEngine, Transmit};
use crate::fault::{Fault, WireError};
use crate::time::{Clock, Instant};
use crate::timers::Timers;

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
    /// When this life of the server began.
    boot: u32,
    /// The UUID that those of our questions are made of.
    base: [u8; 16],
    questions: u32,
    records: Records,
    /// The clients that contexts are kept for.
    spaces: Spaces,
    /// The operations that have to do with contexts: interface, major version, number; sorted.
    contextual: Vec<([u8; 16], u16, u16)>,
    timers: Timers,
    outbox: Outbox,
    /// Calls that wait to be carried out.
    ready: VecDeque<u32>,
    writing: Option<u32>,
    /// Lent as body when no reply is being written.
    scratch: Buf,
    spares: Spares,
    serial: u64,
    /// Bytes of messages that came in part, and how many such messages there are.
    reassembly: usize,
    assembling: u32,
    /// Bytes of memory of results that are kept, and of those of them that were sent in full.
    kept: usize,
    resting: usize,
    executing: usize,
    /// Bytes of the datagram received last, which calls point into.
    lent: usize,
    /// The receive buffer, while a message put together lies in its place, and whose that is.
    parked: Option<(Buf, u32)>,
    counters: Counters,
}

impl Server {
    /// A server that started at `boot`, in seconds since 1970: later than any life of it before, and
    /// not 0. `seed` is for its UUIDs and hashes.
    pub fn new(limits: Limits, personality: Personality, seed: u64, boot: u32) -> Self {
        let mut random = Random::new(seed);
        let base = random.uuid(personality.uuid_format);
        let mut personality = personality;
        let most = limits.datagram_bytes.min(HEADER + pdu::MOST_BODY);
        personality.pdu_bytes = personality.pdu_bytes.min(most).max(HEADER + 8);
        personality.first_pdu_bytes = personality.first_pdu_bytes.min(personality.pdu_bytes);
        let keep_for = limits.cached_for.max(personality.timeouts.idle);
        let silence = limits.silent_for.unwrap_or(personality.timeouts.live);
        Server {
            records: Records::new(limits.activities, keep_for, random.next()),
            spaces: Spaces::new(limits.associations, silence, random.next()),
            contextual: Vec::new(),
            limits,
            personality,
            boot: boot.max(1),
            base,
            questions: 0,
            timers: Timers::default(),
            outbox: Outbox::default(),
            ready: VecDeque::new(),
            writing: None,
            scratch: Buf::new(),
            spares: Spares::default(),
            serial: 0,
            reassembly: 0,
            assembling: 0,
            kept: 0,
            resting: 0,
            executing: 0,
            lent: 0,
            parked: None,
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
        (self.records.len(), self.kept, self.reassembly)
    }

    /// Drops the call that an activity has under way, with what came of it.
    fn drop_call(&mut self, at: u32) {
        self.drop_arguments(at);
        let record = &mut self.records[at];
        if record.state == State::Executing {
            self.executing -= 1;
        }
        record.asked = None;
        record.state = State::Idle;
        record.last = Last::Settled;
        self.drop_results(at);
        self.timers.clear(at);
    }

    fn drop_arguments(&mut self, at: u32) {
        self.count_arguments(at, 0);
        let record = &mut self.records[at];
        record.arguments.clear();
        self.spares.settle(&mut record.arguments.body);
    }

    /// So many bytes have come of a message that is not complete.
    fn count_arguments(&mut self, at: u32, bytes: usize) {
        let before = mem::replace(&mut self.records[at].reassembly, bytes);
        self.reassembly = self.reassembly - before + bytes;
        self.assembling += u32::from(bytes > 0);
        self.assembling -= u32::from(before > 0);
    }

    fn drop_results(&mut self, at: u32) {
        let record = &mut self.records[at];
        record.out.close();
        self.spares.settle(&mut record.out.message);
        self.count_results(at, 0);
    }

    /// An activity's results take so many bytes of memory, and are not sent in full.
    fn count_results(&mut self, at: u32, bytes: usize) {
        let record = &mut self.records[at];
        let before = mem::replace(&mut record.counted, bytes);
        self.kept = self.kept - before + bytes;
        if mem::take(&mut record.resting) {
            self.resting -= before;
        }
    }

    fn remove(&mut self, at: u32) {
        self.drop_call(at);
        let record = &mut self.records[at];
        record.out.message = Buf::new();
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

    /// The client has the results: they need not be kept.
    fn settle(&mut self, at: u32, now: Instant) {
        self.drop_results(at);
        let record = &mut self.records[at];
        record.state = State::Idle;
        record.last = Last::Settled;
        self.timers.clear(at);
        self.records.touch(at, Class::Quiet, now);
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

    /// Sends the results or the fault that were written.
    fn reply(&mut self, at: u32, ptype: PduType, outcome: Outcome, now: Instant) {
        let resend = self.personality.timeouts.resend;
        let record = &mut self.records[at];
        let unheard = record.cancel == Cancel::Pending;
        let header = Header {
            ptype,
            flags: 0,
            // C706 table 12-3: a cancel was pending at the call's end.
            flags2: if unheard { flag2::CANCEL_PENDING } else { 0 },
            ..record.header
        };
        record
            .out
            .begin(&header, &mut record.window, &self.personality);
        // Only the oldest clients need that; later ones do not say otherwise.
        if record.flags & flag::BLAST_OUTS == 0 && !self.personality.fack_bodies {
            record.out.go_singly();
        }
        let forgets = record.is_idempotent() || outcome == Outcome::Idempotent;
        let whole = !record.out.is_fragmented();
        if forgets && whole {
            record.state = State::Idle;
            record.last = Last::Repeatable;
            self.timers.clear(at);
            self.records.touch(at, Class::Quiet, now);
        } else {
            record.state = State::Replied;
            record.repeats = 0;
            (record.wait, record.again) = (resend, now + resend);
            let bytes = record.out.message.capacity();
            self.count_results(at, bytes);
            if ptype == PduType::Reject {
                // Nobody acknowledges it; who asks gets it.
                self.timers.clear(at);
            } else {
                self.timers.set(at, now + resend);
            }
            self.records.touch(at, Class::Held, now);
            self.make_room();
        }
        self.queue(at);
    }

    /// Gives up results that were kept longest, until the rest is within its limits: one for
    /// those that were sent, and, so that clients that fetch large results at the same time do not
    /// push out each other's, another for all.
    fn make_room(&mut self) {
        loop {
            let all = self.kept > self.limits.queued_bytes;
            if !all && self.resting <= self.limits.cached_bytes {
                return;
            }
            let Some(at) = self.records.oldest_results(all) else {
                return;
            };
            self.drop_results(at);
            self.timers.clear(at);
            let record = &mut self.records[at];
            record.out.message = Buf::new();
            record.state = State::Idle;
            record.last = if record.is_idempotent() {
                Last::Repeatable
            } else {
                Last::Forgotten
            };
            self.counters.forgotten += 1;
        }
    }

    fn alarm(&mut self, at: u32, now: Instant) {
        self.timers.clear(at);
        match self.records[at].state {
            State::Replied => self.resend(at, now),
            State::Receiving | State::Asking => self.wait_on(at, now),
            _ => {}
        }
    }

    /// Nobody has acknowledged the results (C706 section 10.2.2, REPLIED).
    fn resend(&mut self, at: u32, now: Instant) {
        let record = &mut self.records[at];
        if record.repeats >= MAX_REPLIES {
            return;
        }
        record.repeats += 1;
        record.wait = self.personality.timeouts.back_off(record.wait);
        record.again = now + record.wait;
        let (again, window) = (record.again, &mut record.window);
        record.out.timed_out(window, &self.personality);
        self.counters.resent += 1;
        self.timers.set(at, again);
        self.queue(at);
    }

    /// Arguments or an answer are missing still.
    fn wait_on(&mut self, at: u32, now: Instant) {
        let patience = self.limits.message_timeout;
        let record = &mut self.records[at];
        let idle =
            record.state == State::Receiving && now.since(record.arguments.progress) >= patience;
        let unanswered = record.asked.is_some_and(|q| now.since(q.since) >= patience);
        if idle || unanswered {
            self.counters.dropped += 1;
            if self.records[at].known {
                self.drop_call(at);
                self.records[at].last = Last::Repeatable;
                self.records.touch(at, Class::Quiet, now);
            } else {
                self.remove(at);
            }
            return;
        }
        if record.asked.is_some_and(|q| now >= q.again) {
            self.ask(at, now);
        }
        self.arm(at);
    }

    /// Sets the alarm of a call that is not complete or not proven.
    fn arm(&mut self, at: u32) {
        let patience = self.limits.message_timeout;
        let record = &self.records[at];
        let whole =
            (record.state == State::Receiving).then(|| record.arguments.progress + patience);
        let asked = record.asked.map(|q| q.again.min(q.since + patience));
        match (whole, asked) {
            (Some(a), Some(b)) => self.timers.set(at, a.min(b)),
            (Some(a), None) | (None, Some(a)) => self.timers.set(at, a),
            (None, None) => self.timers.clear(at),
        }
    }

    /// Gives the receive buffer back that a message was lent in place of, and consumes the datagram
    /// that was lent last.
    #[inline]
    fn release(&mut self, rx: &mut Rx) {
        if let Some((parked, at)) = self.parked.take() {
            let mut lent = mem::replace(&mut rx.buf, parked);
            self.spares.settle(&mut lent);
            if let Some(record) = self.records.get(at)
                && record.arguments.body.capacity() == 0
            {
                record.arguments.body = lent;
            }
            self.lent = rx.buf.len();
        }
        let done = mem::take(&mut self.lent).min(rx.buf.len());
        rx.buf.consume(done);
    }
}

impl ServerEngine for Server {
    fn next_call(&mut self, rx: &mut Rx, clock: &Clock) -> Option<Call> {
        loop {
            self.release(rx);
            if rx.buf.is_empty() {
                let at = self.ready.pop_front()?;
                let waits = self
                    .records
                    .get(at)
                    .is_some_and(|r| r.state == State::Ready);
                if waits {
                    return Some(self.lend_arguments(at, rx));
                }
                continue;
            }
            self.lent = rx.buf.len();
            if self.executing >= self.limits.calls_in_flight {
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
        let record = self.records.get(at);
        let Some(record) = record.filter(|r| r.call == id && r.state == State::Executing) else {
            self.writing = None;
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

    fn finish_reply(&mut self, outcome: Outcome, now: Instant) {
        let Some(at) = self.writing.take() else {
            return;
        };
        self.executing -= 1;
        let record = &mut self.records[at];
        if record.orphaned {
            record.state = State::Replied;
            return self.settle(at, now);
        }
        if outcome == Outcome::Silent || record.flags & flag::MAYBE != 0 {
            self.drop_results(at);
            let record = &mut self.records[at];
            record.state = State::Idle;
            record.last = Last::Silent;
            let class = if record.is_idempotent() {
                Class::Quiet
            } else {
                Class::Held
            };
            self.timers.clear(at);
            return self.records.touch(at, class, now);
        }
        let bytes = record.out.message.len() - HEADER;
        let per_pdu = super::transmit::body_bytes(record.window.pdu_bytes);
        let fragments = self.limits.message_fragments.min(usize::from(u16::MAX) - 1);
        let most = self.limits.sent_message_bytes.min(fragments * per_pdu);
        let fault = match outcome {
            Outcome::Fault(ref fault) => Some(fault),
            _ if bytes > most => {
                self.counters.too_large += 1;
                Some(&Fault::ServerFailure)
            }
            _ => None,
        };
        let Some(fault) = fault else {
            return self.reply(at, PduType::Response, outcome, now);
        };
        if record.flags & flag::BROADCAST != 0 {
            // C706 section 10.2.4, ERROR_CALL: others may succeed.
            return self.settle(at, now);
        }
        let (ptype, status) = fault::to_wire(fault);
        record.out.open().put(&status.to_le_bytes());
        self.reply(at, ptype, outcome, now);
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
            if record.counted > 0 && !record.resting && record.out.is_sent() {
                record.resting = true;
                self.resting += record.counted;
                self.make_room();
            }
        }
        self.outbox.pop();
    }

    fn looks_ahead(&self) -> bool {
        true
    }

    fn look_ahead(&mut self, id: CallId, _rx: &Rx, ahead: &Ahead<'_>, now: Instant) -> Interest {
        self.look(id, ahead, now)
    }

    fn broken(&self) -> Option<WireError> {
        None
    }

    fn next_timeout(&self) -> Option<Instant> {
        let call = self.timers.first().map(|(at, _)| at);
        match self.spaces.next_timeout() {
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
        self.spaces.handle_timeout(self.executing > 0, now);
    }

    fn poll_association_ended(&mut self) -> Option<u64> {
        self.spaces.poll_ended()
    }

    fn handle_closed(&mut self) {
        self.spaces.end_all();
    }

    fn shrink(&mut self) {
        self.scratch = Buf::new();
        self.spares.clear();
    }
}

mod ahead;
mod contexts;
mod incoming;
