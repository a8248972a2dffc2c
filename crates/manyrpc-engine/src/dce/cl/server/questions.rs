//! Callbacks to clients before their calls are executed, and the answers.
//!
//! Reading list: C706 sections 10.2.1 (SEND_WAY, SEND_WAY2), 10.2.5 (LOST), appendix P.

use super::super::callback::{self, Answer, Question};
use super::super::pdu::{Header, PduType};
use super::super::uuids::{number, with_number};
use super::Server;
use super::records::{Class, Record, Space};
use super::stage::{Asking, Confirmation, Last, PendingCallback, Ready, Stage, Subject};
use crate::contract::Rx;
use crate::dce::fault as status;
use crate::time::Instant;

/// One instance of a server, to which its callbacks bind calls.
#[derive(Debug)]
pub(super) struct Instance {
    /// Its boot time, in seconds since 1970; not 0.
    pub(super) boot: u32,
    /// The base of its callbacks' activity UUIDs.
    base: [u8; 16],
    /// How many callbacks it has made.
    questions: u32,
}

impl Instance {
    pub(super) fn new(boot: u32, base: [u8; 16]) -> Self {
        Instance {
            boot: boot.max(1),
            base,
            questions: 0,
        }
    }
}

impl Record {
    /// The callback needed before the call of this request may be executed.
    #[inline]
    pub(super) fn due_question(&self, request: &Header) -> Option<Subject> {
        // C706 section 10.2.5, LOST: a client that does not know our boot time may have reached a
        // previous instance.
        let proven = self.is_idempotent() || self.caller.known && request.boot != 0;
        let space = self.contextual && self.caller.space == Space::Unknown;
        match (proven, space) {
            (true, false) => None,
            (true, true) => Some(Subject::Space),
            (false, false) => Some(Subject::Call),
            (false, true) => Some(Subject::CallAndSpace),
        }
    }
}

impl Server {
    /// Asks the client whether it is making the call (C706 section 10.2.1, SEND_WAY), and for its
    /// address space if the call needs it (SEND_WAY2).
    pub(super) fn ask(&mut self, at: u32, subject: Subject, now: Instant) -> PendingCallback {
        let wait = self.personality.timeouts.frag;
        self.instance.questions = self.instance.questions.wrapping_add(1);
        let asked = PendingCallback {
            seq: self.instance.questions,
            subject,
            since: now,
            again: now + wait,
            wait,
        };
        self.send_question(at, &asked);
        asked
    }

    /// Retransmits an unanswered callback.
    pub(super) fn ask_again(&mut self, at: u32, now: Instant) {
        let Some(asked) = self.records[at].stage.asked() else {
            return;
        };
        asked.again = now + asked.wait;
        asked.wait = self.personality.timeouts.back_off(asked.wait);
        let asked = *asked;
        self.send_question(at, &asked);
    }

    fn send_question(&mut self, at: u32, asked: &PendingCallback) {
        let record = &self.records[at];
        let question = Question {
            activity: record.header.activity,
            boot: self.instance.boot,
        };
        let header = Header {
            activity: with_number(self.instance.base, at),
            seq: asked.seq,
            ..callback::asking(asked.subject.has_space())
        };
        self.counters.questions += 1;
        question.emit(&mut self.scratch);
        self.outbox
            .control(record.from, header, self.scratch.data());
    }

    /// The client has answered.
    pub(super) fn take_answer(&mut self, header: &Header, rx: &Rx, now: Instant) {
        let at = number(&header.activity);
        let ours = header.activity == with_number(self.instance.base, at);
        let record = self.records.get(at).filter(|_| ours);
        let asked = record.and_then(|record| record.stage.asked().copied());
        let Some(PendingCallback { subject, .. }) = asked.filter(|q| q.seq == header.seq) else {
            self.counters.stray += 1;
            return;
        };
        let body = header.body(rx.buf.data());
        let answer = match header.ptype {
            PduType::Response if subject.has_space() => {
                let answer = Answer::parse2(body, header.drep);
                answer.map(|a| a.map(|(making, space)| (making, Some(space))))
            }
            PduType::Response => {
                let answer = Answer::parse(body, header.drep);
                answer.map(|a| a.map(|making| (making, None)))
            }
            _ if subject.has_space() => return self.continue_without_space(at, subject, now),
            _ => Some(Err(status::WHO_ARE_YOU_FAILED)),
        };
        match answer {
            Some(Ok((making, space))) if making == self.records[at].header.seq => {
                if space.is_none_or(|space| self.join(at, space, now)) {
                    self.confirm(at, now);
                }
            }
            Some(Ok((making, _))) => self.reject_duplicate(at, making, now),
            Some(Err(status)) => {
                self.counters.disowned += 1;
                let (header, from) = (self.records[at].header, self.records[at].from);
                self.refuse(&header, from, status);
                self.remove(at);
            }
            None => self.counters.malformed += 1,
        }
    }

    /// The client is making another call: this one is a late duplicate. The current one has not
    /// begun here.
    fn reject_duplicate(&mut self, at: u32, making: u32, now: Instant) {
        self.counters.disowned += 1;
        self.drop_call(at, Last::Settled);
        let record = &mut self.records[at];
        record.caller.known = true;
        record.header.seq = making.wrapping_sub(1);
        self.records.touch(at, Class::Quiet, now);
    }

    /// The client is making the call.
    fn confirm(&mut self, at: u32, now: Instant) {
        self.records[at].caller.known = true;
        self.records.touch(at, Class::Held, now);
        self.release_call(at);
    }

    /// The client does not support the operation for its address space, like those of NCS: it gets
    /// no association, and the other question is asked if necessary.
    #[cold]
    fn continue_without_space(&mut self, at: u32, subject: Subject, now: Instant) {
        self.records[at].caller.space = Space::Unsupported;
        if subject == Subject::Space {
            return self.release_call(at);
        }
        let question = self.ask(at, Subject::Call, now);
        if let Some(asked) = self.records[at].stage.asked() {
            *asked = question;
        }
        self.arm(at);
    }

    /// The call may be executed, once it is complete.
    fn release_call(&mut self, at: u32) {
        let record = &mut self.records[at];
        match &mut record.stage {
            Stage::Receiving(receiving) => receiving.proof = Confirmation::Given,
            Stage::Asking(Asking { cancelled, .. }) => {
                let cancelled = *cancelled;
                record.stage = Stage::Ready(Ready { cancelled });
                self.calls.ready.push_back(at);
            }
            _ => {}
        }
        self.arm(at);
    }
}
