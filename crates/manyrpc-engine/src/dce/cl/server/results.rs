//! Results and faults, from writing to acknowledgement.
//!
//! Reading list: C706 sections 10.2.2 (REPLIED), 12.5.3.1 (acks), appendix K (MAX_REPLIES).

use manyrpc_codec::Buf;

use super::super::fault;
use super::super::pdu::{Fack, HEADER, Header, PduType, flag, flag2};
use super::super::timers::MAX_REPLIES;
use super::super::transmit::body_bytes;
use super::Server;
use super::records::{Class, Record};
use super::stage::{Last, Replied, Stage, Wish};
use crate::contract::{Outcome, Rx};
use crate::fault::Fault;
use crate::time::Instant;

impl Server {
    /// The client has the results: they need not be kept.
    pub(super) fn settle(&mut self, at: u32, now: Instant) {
        self.end(at, Last::Settled);
        self.drop_results(at);
        self.timers.clear(at);
        self.records.touch(at, Class::Quiet, now);
    }

    /// Ends the call without a reply.
    pub(super) fn end_silently(&mut self, at: u32, now: Instant) {
        self.drop_results(at);
        self.end(at, Last::Silent);
        self.timers.clear(at);
        let class = if self.records[at].is_idempotent() {
            Class::Quiet
        } else {
            Class::Held
        };
        self.records.touch(at, class, now);
    }

    /// Answers a call with the written results, or with a fault.
    pub(super) fn reply(&mut self, at: u32, outcome: &Outcome, wish: Wish, now: Instant) {
        let most = self.most_results(&self.records[at]);
        let record = &mut self.records[at];
        let fault = match outcome {
            Outcome::Fault(fault) => Some(fault),
            _ if record.out.message.len() - HEADER > most => {
                self.counters.too_large += 1;
                Some(&Fault::ServerFailure)
            }
            _ => None,
        };
        let ptype = match fault {
            None => PduType::Response,
            // C706 section 10.2.4, ERROR_CALL: other servers may succeed.
            Some(_) if record.header.has(flag::BROADCAST) => return self.settle(at, now),
            Some(fault) => {
                let (ptype, status) = fault::to_wire(fault);
                record.out.open().put(&status.to_le_bytes());
                ptype
            }
        };
        self.send(at, ptype, wish);
        let record = &self.records[at];
        let forgets = record.is_idempotent() || *outcome == Outcome::Idempotent;
        if forgets && !record.out.is_fragmented() {
            self.end(at, Last::Repeatable);
            self.timers.clear(at);
            self.records.touch(at, Class::Quiet, now);
        } else {
            self.keep(at, ptype, now);
        }
        self.queue(at);
    }

    /// Largest results that the client accepts and we send, in bytes.
    fn most_results(&self, record: &Record) -> usize {
        let per_pdu = body_bytes(record.window.pdu_bytes);
        let fragments = self.limits.message_fragments.min(usize::from(u16::MAX) - 1);
        self.limits.sent_message_bytes.min(fragments * per_pdu)
    }

    /// Sends the complete results or fault.
    fn send(&mut self, at: u32, ptype: PduType, wish: Wish) {
        let record = &mut self.records[at];
        // C706 table 12-3: a cancel was pending at the call's end.
        let unheard = wish == Wish::End;
        let header = Header {
            ptype,
            flags: 0,
            flags2: if unheard { flag2::CANCEL_PENDING } else { 0 },
            ..record.header
        };
        record
            .out
            .begin(&header, &mut record.window, &self.personality);
        // Only the oldest clients need this; later ones never set the flag.
        if !record.header.has(flag::BLAST_OUTS) && !self.personality.fack_bodies {
            record.out.send_singly();
        }
    }

    /// Keeps the results until they are acknowledged.
    fn keep(&mut self, at: u32, ptype: PduType, now: Instant) {
        let wait = self.personality.timeouts.resend;
        let record = &mut self.records[at];
        let results = Replied {
            bytes: record.out.message.capacity(),
            resting: false,
            wait,
            repeats: 0,
        };
        record.stage = Stage::Replied(results);
        self.memory.keep(&results);
        if ptype == PduType::Reject {
            // It is not acknowledged; it is sent again on request.
            self.timers.clear(at);
        } else {
            self.timers.set(at, now + wait);
        }
        self.records.touch(at, Class::Held, now);
        self.make_room();
    }

    /// Drops the oldest kept results until the rest is within two limits: one for those already
    /// sent and, so that clients fetching large results at the same time do not evict each other's,
    /// another for all.
    pub(super) fn make_room(&mut self) {
        loop {
            let all = self.memory.kept > self.limits.queued_bytes;
            if !all && self.memory.resting <= self.limits.reply_cache.bytes {
                return;
            }
            let Some(at) = self.records.oldest_results(all) else {
                return;
            };
            self.forget(at);
        }
    }

    fn forget(&mut self, at: u32) {
        let last = if self.records[at].is_idempotent() {
            Last::Repeatable
        } else {
            Last::Forgotten
        };
        self.end(at, last);
        self.drop_results(at);
        self.timers.clear(at);
        self.records[at].out.message = Buf::new();
        self.counters.forgotten += 1;
    }

    /// The results are not acknowledged (C706 section 10.2.2, REPLIED).
    pub(super) fn resend(&mut self, at: u32, results: Replied, now: Instant) {
        if results.repeats >= MAX_REPLIES {
            return;
        }
        let wait = self.personality.timeouts.back_off(results.wait);
        let record = &mut self.records[at];
        record.stage = Stage::Replied(Replied {
            wait,
            repeats: results.repeats + 1,
            ..results
        });
        record.out.timed_out(&mut record.window, &self.personality);
        self.counters.resent += 1;
        self.timers.set(at, now + wait);
        self.queue(at);
    }

    /// The client has not received the results.
    pub(super) fn repeat(&mut self, at: u32, now: Instant) {
        self.counters.repeated += 1;
        let record = &mut self.records[at];
        if !record.out.queued {
            record.out.timed_out(&mut record.window, &self.personality);
            self.queue(at);
        }
        self.records.used(at, now);
    }

    /// The client acknowledges fragments of the results.
    pub(super) fn take_fack(&mut self, header: &Header, rx: &Rx, now: Instant) {
        let Some(at) = self.current(header) else {
            return;
        };
        let fack = Fack::parse(header.body(rx.buf.data()), header.little());
        let resend = self.personality.timeouts.resend;
        let record = &mut self.records[at];
        let Stage::Replied(results) = &mut record.stage else {
            return;
        };
        let (out, window) = (&mut record.out, &mut record.window);
        let news = out.acknowledged(header.fragnum, fack.as_ref(), window, &self.personality);
        if out.is_complete() {
            return self.settle(at, now);
        }
        if news {
            (results.repeats, results.wait) = (0, resend);
            self.timers.set(at, now + resend);
        }
        self.records.touch(at, Class::Held, now);
        self.queue(at);
    }
}
