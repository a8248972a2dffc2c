//! Received PDUs of a client.

use super::super::callback;
use super::super::fault;
use super::super::pdu::{self, Fack, Header, PduType, flag, seq_before};
use super::super::transmit::not_after;
use super::stage::{Cancel, Phase};
use super::{Client, control};
use crate::contract::{CallKind, ClientEvent, Rx};
use crate::dce::fault as status;
use crate::fault::{CallError, Fault, WireError};
use crate::time::Instant;

impl Client {
    /// Handles the datagram in `rx`; returns the event if it is for a caller.
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
        // C706 section 10.1.4, SEQ_NUM_GTE: results may have a later number, that of a callback.
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

    /// A PDU of a completed call. A server that retransmits results has not received their
    /// acknowledgement.
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
        let ack = self.personality.in_personality(ack);
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
        // C706 section 10.1.4, BOOT_TIME_EQ. A server that rejects a call may not know its boot
        // time, or be another instance.
        let same = boot == 0 || boot == header.boot;
        if !same && header.ptype != PduType::Reject {
            self.counters.stray += 1;
            return None;
        }
        if !broadcast && same && header.ptype != PduType::Reject {
            self.responded(at, header, now);
        }
        let body = header.body(rx.buf.data());
        let little = header.little();
        match header.ptype {
            PduType::Response => self.take_response(at, header, rx, now),
            PduType::Fault | PduType::Reject if broadcast => {
                // Other servers may answer.
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

    /// The server has responded: its boot time is known, and pings may wait.
    fn responded(&mut self, at: u32, header: &Header, now: Instant) {
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
        if let Some(call) = self.activities.get(at).stage.sent()
            && call.phase == Phase::Waiting
        {
            call.rest(ping, now);
        }
    }

    fn malformed(&mut self, at: u32, e: WireError) -> Option<ClientEvent> {
        self.counters.malformed += 1;
        Some(self.fail(at, e.into()))
    }

    /// The call was rejected. An idempotent one addressed to a previous instance of the server is
    /// readdressed to the new one.
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

    /// A cancel arrived at the server. Without a body the call is orphaned, and its results will
    /// not arrive.
    fn take_cancel_ack(&mut self, at: u32, ack: Option<(u32, bool)>) {
        let Some(call) = self.activities.get(at).stage.sent() else {
            return;
        };
        let Cancel::Unacknowledged { times, .. } = call.cancel else {
            return;
        };
        match ack {
            Some((id, _)) if id < times => {}
            Some(_) => {
                call.cancel = Cancel::Acknowledged { times };
                self.activities.arm(at);
            }
            None => {
                let event = self.fail(at, CallError::Fault(Fault::Cancelled));
                self.events.push_back(event);
            }
        }
    }
}
