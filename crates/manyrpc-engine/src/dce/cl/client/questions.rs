//! Callbacks of servers about our calls, and the answers.
//!
//! Reading list: C706 sections 10.2.1 (SEND_WAY, SEND_WAY2), 12.5.3.6 (nocall), appendix P.

use super::super::callback::{self, Answer, Query, Question, is_offered};
use super::super::pdu::{Header, NONE_YET, PduType};
use super::Client;
use crate::contract::{CallKind, Rx};
use crate::dce::fault as status;

impl Client {
    /// A server asks about one of our activities (C706 appendix P).
    pub(super) fn answer_callback(&mut self, header: &Header, rx: &Rx) {
        let body = header.body(rx.buf.data());
        let asked = Query::parse(header.opnum, body, header.drep);
        if header.interface != callback::CONV || asked.is_none() && is_offered(header.opnum) {
            self.counters.stray += 1;
            return;
        }
        self.counters.callbacks += 1;
        let mut reply = Header {
            ptype: PduType::Response,
            flags: 0,
            flags2: 0,
            boot: self.own_boot,
            serial: 0,
            fragnum: 0,
            auth: 0,
            ..*header
        };
        let Some(asked) = asked else {
            reply.ptype = PduType::Reject;
            let body = status::OP_RANGE_ERROR.to_le_bytes();
            return self.outbox.control(rx.from, reply, &body);
        };
        let answer = self.answer(asked.question());
        answer.emit(&asked, self.alive.address_space, &mut self.scratch);
        self.outbox.control(rx.from, reply, self.scratch.data());
    }

    /// A server got no response to its callback. Callbacks are answered at once, so it or its
    /// answer was lost; the server will repeat it (C706 section 12.5.3.6).
    pub(super) fn call_for_question(&mut self, header: &Header, rx: &Rx) {
        let nocall = Header {
            ptype: PduType::Nocall,
            flags: 0,
            flags2: 0,
            boot: self.own_boot,
            fragnum: NONE_YET,
            auth: 0,
            ..*header
        };
        self.outbox.control(rx.from, nocall, &[]);
    }

    /// C706 section 10.2.1, SEND_WAY: a call is bound to the first instance of the server that
    /// calls back.
    fn answer(&mut self, question: &Question) -> Answer {
        let Some(at) = self.activities.named(&question.activity) else {
            return Answer::NoSuchCall;
        };
        let activity = self.activities.get(at);
        if !activity.stage.is_sent() || activity.kind() == CallKind::Broadcast {
            return Answer::NoSuchCall;
        }
        if activity.header.boot == 0 {
            activity.header.boot = question.boot;
            activity.out.set_boot(question.boot);
            if self.boot == 0 {
                self.boot = question.boot;
            }
        } else if activity.header.boot != question.boot {
            return Answer::YouCrashed;
        }
        Answer::ClientOnly(activity.header.seq)
    }
}
