//! What a client makes of the PDUs it receives.

use core::mem;

use manyrpc_codec::Encoding;

use super::super::callback::{self, Answer, Asked, Question, is_offered};
use super::super::fault;
use super::super::pdu::{self, Fack, HEADER, Header, NONE_YET, PduType, flag, seq_before};
use super::super::receive::{Caps, Fragment, Taken};
use super::super::transmit::not_after;
use super::stage::{Cancel, Phase};
use super::{Client, control};
use crate::contract::{CallKind, ClientEvent, Rx};
use crate::dce::fault as status;
use crate::fault::{CallError, Fault, WireError};
use crate::time::Instant;

impl Client {
    /// What the datagram in `rx` says, if it is for a caller.
    pub(super) fn take_datagram(&mut self, rx: &mut Rx, now: Instant) -> Option<ClientEvent> {
        let header = match Header::parse(rx.buf.data()) {
            Ok(header) => header,
            Err(_) => {
                self.counters.malformed += 1;
                return None;
            }
        };
        if header.ptype == PduType::Request {
            self.answer_callback(&header, rx);
            return None;
        }
        if header.ptype == PduType::Ping && header.interface == callback::CONV {
            self.call_for_question(&header, rx);
            return None;
        }
        let Some(at) = self.activities.named(&header.activity) else {
            self.counters.stray += 1;
            return None;
        };
        let activity = self.activities.get(at);
        let mine = activity.header.seq;
        let waits = activity.stage.is_sent();
        // C706 section 10.1.4, SEQ_NUM_GTE: results may carry a later number, of a callback.
        if !waits || seq_before(header.seq, mine) {
            self.take_late(at, &header);
            return None;
        }
        if header.seq != mine && header.ptype != PduType::Response {
            self.counters.stray += 1;
            return None;
        }
        self.take_pdu(at, &header, rx, now)
    }

    /// A PDU of a call that is over. A server that sends results again has not heard that they
    /// came.
    fn take_late(&mut self, at: u32, header: &Header) {
        self.counters.stray += 1;
        let whole = !header.has(flag::FRAG) || header.has(flag::LAST_FRAG);
        let repeats = match header.ptype {
            PduType::Fault => true,
            PduType::Response => whole,
            _ => false,
        };
        let activity = self.activities.get(at);
        let known = activity.kind() != CallKind::Broadcast;
        if !repeats || !known || !not_after(header.seq, activity.header.seq) {
            return;
        }
        if activity.stage.is_idle() && header.seq == activity.header.seq {
            return self.send_ack(at);
        }
        let ack = Header {
            seq: header.seq,
            boot: header.boot,
            ..control(activity, PduType::Ack)
        };
        let ack = self.personality.nameless(ack);
        self.counters.acks += 1;
        self.outbox.control(None, ack, &[]);
    }

    fn take_pdu(
        &mut self,
        at: u32,
        header: &Header,
        rx: &mut Rx,
        now: Instant,
    ) -> Option<ClientEvent> {
        let boot = self.activities.get(at).header.boot;
        let broadcast = self.activities.get(at).kind() == CallKind::Broadcast;
        // C706 section 10.1.4, BOOT_TIME_EQ. Who refuses a call may not know when the server
        // started, or be another life of it.
        let same = boot == 0 || boot == header.boot;
        if !same && header.ptype != PduType::Reject {
            self.counters.stray += 1;
            return None;
        }
        if !broadcast && same && header.ptype != PduType::Reject {
            self.heard(at, header, now);
        }
        let body = header.body(rx.buf.data());
        let little = header.little();
        match header.ptype {
            PduType::Response => self.take_response(at, header, rx, now),
            PduType::Fault | PduType::Reject if broadcast => {
                // Others may answer.
                self.counters.stray += 1;
                None
            }
            PduType::Fault => match pdu::status(body, little) {
                Ok(status) => Some(self.take_fault(at, status, now)),
                Err(e) => self.malformed(at, e),
            },
            PduType::Reject => match pdu::status(body, little) {
                Ok(status) => self.take_reject(at, status, now),
                Err(e) => self.malformed(at, e),
            },
            PduType::Working => {
                self.server_has_it(at, now);
                None
            }
            PduType::Fack => {
                let fack = Fack::parse(body, little);
                self.take_fack(at, header.fragnum, fack.as_ref(), now);
                None
            }
            PduType::Nocall => {
                let fack = Fack::parse(body, little);
                self.take_nocall(at, header.fragnum, fack.as_ref(), now);
                None
            }
            PduType::CancelAck => {
                self.take_cancel_ack(at, pdu::cancel_ack(body, little));
                None
            }
            _ => {
                self.counters.stray += 1;
                None
            }
        }
    }

    /// The server answers: it is known from now on, and need not be asked so soon.
    fn heard(&mut self, at: u32, header: &Header, now: Instant) {
        let activity = self.activities.get(at);
        activity.header.ahint = header.ahint;
        activity.header.ihint = header.ihint;
        if activity.header.boot == 0 && header.boot != 0 {
            activity.header.boot = header.boot;
            activity.out.set_boot(header.boot);
        }
        if self.boot == 0 {
            self.boot = activity.header.boot;
        }
        let ping = self.personality.timeouts.ping;
        if let Some(call) = self.activities.get(at).stage.sent() {
            call.heard = true;
            if call.phase == Phase::Waiting {
                call.rest(ping, now);
            }
        }
    }

    fn malformed(&mut self, at: u32, e: WireError) -> Option<ClientEvent> {
        self.counters.malformed += 1;
        Some(self.fail(at, e.into()))
    }

    fn take_response(
        &mut self,
        at: u32,
        header: &Header,
        rx: &mut Rx,
        now: Instant,
    ) -> Option<ClientEvent> {
        let broadcast = self.activities.get(at).kind() == CallKind::Broadcast;
        let encoding = encoding(header);
        if !header.has(flag::FRAG) {
            let body = HEADER..HEADER + usize::from(header.len);
            let id = self.activities.get(at).id;
            self.counters.replies += 1;
            if !broadcast {
                self.succeed(at, header.seq, false, now);
            }
            return Some(ClientEvent::Reply { id, body, encoding });
        }
        if broadcast {
            self.counters.stray += 1;
            return None;
        }
        // The results acknowledge the request.
        self.server_has_it(at, now);
        match self.take_fragment(at, header, rx, now) {
            Taken::TooLarge => {
                let bytes = self.limits.message_bytes as u64 + 1;
                self.orphan(at);
                Some(self.fail(at, WireError::TooLarge { bytes }.into()))
            }
            Taken::New if self.activities.get(at).results.is_complete() => {
                Some(self.lend_results(at, header, rx, now))
            }
            _ => None,
        }
    }

    /// A fragment of the results. The next call acknowledges the last of them, so only before that a
    /// fack goes, if it is asked for.
    fn take_fragment(&mut self, at: u32, header: &Header, rx: &Rx, now: Instant) -> Taken {
        let caps = Caps {
            bytes: self.limits.message_bytes,
            fragments: self.limits.message_fragments,
            room: usize::MAX,
        };
        let most = self.limits.datagram.bytes;
        let activity = self.activities.get(at);
        self.spares.supply(&mut activity.results.body);
        let fragment = Fragment {
            number: header.fragnum,
            last: header.has(flag::LAST_FRAG),
            serial: header.serial,
            body: header.body(rx.buf.data()),
        };
        let taken = activity.results.insert(&fragment, &caps, now);
        let complete = activity.results.is_complete();
        // C706 section 12.5.2.3: without nofack the receiver must answer; what comes again says
        // that the sender has not heard.
        let answers = !header.has(flag::NO_FACK) || taken == Taken::Old;
        if answers && !complete && taken != Taken::TooLarge {
            let fack = Header {
                fragnum: activity.results.fragnum(),
                ..control(activity, PduType::Fack)
            };
            let mut body = [0; 80];
            let n = match self.personality.fack_bodies {
                true => activity
                    .results
                    .fack(&self.personality, most, 1)
                    .emit(&mut body),
                false => 0,
            };
            self.counters.facks += 1;
            self.outbox.control(None, fack, &body[..n]);
        }
        taken
    }

    /// Lends the results that were put together, in place of the receive buffer.
    fn lend_results(&mut self, at: u32, header: &Header, rx: &mut Rx, now: Instant) -> ClientEvent {
        let encoding = encoding(header);
        let activity = self.activities.get(at);
        let id = activity.id;
        // What such PDUs can bring they can take.
        activity
            .window
            .size_seen(activity.results.largest, &self.personality);
        let results = mem::take(&mut activity.results.body);
        let body = self.lending.message(rx, results, at);
        self.counters.replies += 1;
        self.succeed(at, header.seq, true, now);
        ClientEvent::Reply { id, body, encoding }
    }

    /// The call is over, and the server waits for word that its results came (C706 section
    /// 12.5.3.1), unless it need not keep them.
    fn succeed(&mut self, at: u32, seq: u32, fragmented: bool, now: Instant) {
        let activity = self.activities.get(at);
        if seq_before(activity.header.seq, seq) {
            activity.header.seq = seq;
        }
        let owes = !activity.header.has(flag::IDEMPOTENT) || fragmented;
        self.close(at, owes);
        if owes {
            let due = now + self.personality.timeouts.ack;
            self.activities.timers.set(at, due);
        }
    }

    fn take_fault(&mut self, at: u32, status: u32, now: Instant) -> ClientEvent {
        let activity = self.activities.get(at);
        let (id, seq) = (activity.id, activity.header.seq);
        self.counters.replies += 1;
        self.succeed(at, seq, false, now);
        let error = CallError::Fault(fault::from_wire(status));
        ClientEvent::Failed { id, error }
    }

    /// The call was refused. An idempotent one that was meant for the server's last life is
    /// addressed to its next.
    fn take_reject(&mut self, at: u32, status: u32, now: Instant) -> Option<ClientEvent> {
        let activity = self.activities.get(at);
        let restarted = matches!(status, status::WRONG_BOOT_TIME | status::YOU_CRASHED);
        if restarted && self.boot == activity.header.boot {
            self.boot = 0;
        }
        if restarted && activity.header.has(flag::IDEMPOTENT) && activity.header.boot != 0 {
            activity.header.boot = 0;
            activity.out.set_boot(0);
            activity.results.clear();
            if let Some(call) = activity.stage.sent() {
                call.phase = Phase::Sending;
                call.again = now + call.wait;
            }
            self.start_over(at);
            self.activities.arm(at);
            return None;
        }
        if restarted {
            self.counters.server_restarts += 1;
        }
        self.counters.replies += 1;
        let error = CallError::Fault(fault::from_wire(status));
        Some(self.fail(at, error))
    }

    /// The server has all of the request.
    fn server_has_it(&mut self, at: u32, now: Instant) {
        let ping = self.personality.timeouts.ping;
        if let Some(call) = self.activities.get(at).stage.sent() {
            call.phase = Phase::Waiting;
            call.rest(ping, now);
        }
        self.activities.arm(at);
    }

    fn take_fack(&mut self, at: u32, fragnum: u16, fack: Option<&Fack<'_>>, now: Instant) {
        let first_wait = self.personality.timeouts.frag;
        let activity = self.activities.get(at);
        let call = activity.stage.sent();
        let Some(call) = call.filter(|call| call.phase == Phase::Sending) else {
            return;
        };
        let (out, window) = (&mut activity.out, &mut activity.window);
        let news = out.acknowledged(fragnum, fack, window, &self.personality);
        if out.is_complete() {
            return self.server_has_it(at, now);
        }
        if news {
            call.rest(first_wait, now);
            self.activities.arm(at);
        }
        self.queue(at);
    }

    /// The server has not all of the call, or has not begun it. Trap: it may say what it has, and
    /// a window of 0 says that the call waits for its turn and need not be sent again (C706
    /// section 12.5.3.6).
    fn take_nocall(&mut self, at: u32, fragnum: u16, fack: Option<&Fack<'_>>, now: Instant) {
        let activity = self.activities.get(at);
        if activity.kind() != CallKind::Call {
            return;
        }
        if fack.is_some_and(|f| f.window == 0) {
            return self.server_has_it(at, now);
        }
        let Some(call) = activity.stage.sent() else {
            return;
        };
        let phase = mem::replace(&mut call.phase, Phase::Sending);
        let was_sending = phase == Phase::Sending && activity.out.is_fragmented();
        let has = fragnum.wrapping_add(1);
        let knows_as_much = fack.is_some() && usize::from(has) >= activity.out.arrived();
        if knows_as_much && has > 0 {
            self.take_fack(at, fragnum, fack, now);
        } else if !was_sending {
            self.start_over(at);
        }
    }

    /// The request goes again from its start.
    fn start_over(&mut self, at: u32) {
        let activity = self.activities.get(at);
        activity
            .out
            .restart(&mut activity.window, &self.personality);
        if let Some(call) = activity.stage.sent() {
            call.transmissions += 1;
        }
        self.counters.retransmissions += 1;
        self.queue(at);
    }

    /// A cancel arrived. Without a body the call is orphaned, and what we waited for does not come.
    fn take_cancel_ack(&mut self, at: u32, ack: Option<(u32, bool)>) {
        let Some(call) = self.activities.get(at).stage.sent() else {
            return;
        };
        let Cancel::Unheard { times, .. } = call.cancel else {
            return;
        };
        match ack {
            Some((id, _)) if id < times => {}
            Some(_) => {
                call.cancel = Cancel::Heard { times };
                self.activities.arm(at);
            }
            None => {
                let event = self.fail(at, CallError::Fault(Fault::Cancelled));
                self.events.push_back(event);
            }
        }
    }

    /// A server asks about one of our activities (C706 appendix P).
    fn answer_callback(&mut self, header: &Header, rx: &Rx) {
        let body = header.body(rx.buf.data());
        let asked = Asked::parse(header.opnum, body, header.drep);
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

    /// A server has heard nothing of its question. Questions are answered at once, so it or its answer
    /// was lost; it comes again (C706 section 12.5.3.6).
    fn call_for_question(&mut self, header: &Header, rx: &Rx) {
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

    /// C706 section 10.2.1, SEND_WAY: the first life of the server that asks is the one that the call
    /// is bound to.
    fn answer(&mut self, question: &Question) -> Answer {
        let Some(at) = self.activities.named(&question.activity) else {
            return Answer::NoSuchCall;
        };
        let activity = self.activities.get(at);
        let kind = activity.kind();
        let call = activity.stage.sent();
        let Some(call) = call.filter(|_| kind != CallKind::Broadcast) else {
            return Answer::NoSuchCall;
        };
        if activity.header.boot == 0 {
            activity.header.boot = question.boot;
            activity.out.set_boot(question.boot);
            if self.boot == 0 {
                self.boot = question.boot;
            }
        } else if activity.header.boot != question.boot {
            return Answer::YouCrashed;
        }
        call.heard = true;
        Answer::Calling(activity.header.seq)
    }
}

fn encoding(header: &Header) -> Encoding {
    let [integers, floats, reserved] = header.drep;
    Encoding::Ndr([integers, floats, reserved, 0])
}
