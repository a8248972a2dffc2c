//! Arguments, from writing to delivery.
//!
//! Reading list: C706 sections 9.5.3 (sequence numbers), 12.5.3.1 (acks), 12.5.3.4 (facks),
//! 12.5.3.6 (nocall), 12.5.3.9 (requests).

use core::mem;
use core::time::Duration;

use super::super::pdu::{Fack, HEADER, NO_HINT, PduType, flag};
use super::super::personality::Personality;
use super::super::transmit::body_bytes;
use super::stage::{Cancel, Phase, Sent, Stage, Writing};
use super::{Client, control};
use crate::contract::{CallHead, CallKind};
use crate::fault::Misuse;
use crate::time::Instant;

impl Client {
    /// Sets the fields common to all PDUs of the call.
    pub(super) fn set_header(
        &mut self,
        at: u32,
        head: &CallHead<'_>,
        interface: [u8; 16],
        object: [u8; 16],
    ) {
        let version = u32::from(head.interface.minor) << 16 | u32::from(head.interface.major());
        let (boot, personality) = (self.boot, &self.personality);
        let activity = self.activities.get(at);
        let header = &mut activity.header;
        if header.interface != interface || header.interface_version != version {
            header.ihint = NO_HINT;
        }
        header.ptype = PduType::Request;
        header.flags = flags(head, personality);
        header.boot = if head.kind == CallKind::Broadcast {
            0
        } else {
            boot
        };
        header.object = object;
        header.interface = interface;
        header.interface_version = version;
        header.opnum = head.operation as u16;
    }

    /// Whether the written message can be sent.
    pub(super) fn check_size(&mut self, at: u32) -> Result<(), Misuse> {
        let (limits, personality) = (&self.limits, &self.personality);
        let activity = self.activities.get(at);
        let bytes = activity.out.message.len() - HEADER;
        let per_pdu = body_bytes(activity.window.pdu_bytes);
        // Calls without acknowledgements are limited to what everybody can receive at once.
        let fragments = match activity.kind() {
            CallKind::Call => limits.message_fragments.min(usize::from(u16::MAX) - 1),
            CallKind::OneWay => personality.initial_window as usize,
            CallKind::Broadcast => 1,
        };
        let max = limits
            .sent_message_bytes
            .min(fragments.saturating_mul(per_pdu));
        if bytes > max {
            return Err(Misuse::TooLarge { bytes, max });
        }
        Ok(())
    }

    /// Sends the written message.
    pub(super) fn dispatch(&mut self, at: u32, now: Instant) {
        let timeouts = self.personality.timeouts;
        let activity = self.activities.get(at);
        let Stage::Writing(Writing { timeout, .. }) = activity.stage else {
            return;
        };
        activity.header.seq = activity.header.seq.wrapping_add(1);
        let kind = activity.kind();
        let usual = match kind {
            CallKind::Broadcast => timeouts.broadcast,
            CallKind::Call | CallKind::OneWay => self.limits.call_timeout,
        };
        let deadline = now + timeout.unwrap_or(usual);
        // The new call acknowledges the last one's results (C706 section 12.5.3.1).
        activity.stage = Stage::Sent(Sent {
            phase: match kind {
                CallKind::Broadcast => Phase::Waiting,
                CallKind::Call | CallKind::OneWay => Phase::Sending,
            },
            deadline,
            again: match kind {
                CallKind::Call => now + timeouts.frag,
                // Sent once: each server that receives it replies once.
                CallKind::Broadcast | CallKind::OneWay => deadline,
            },
            wait: timeouts.frag,
            transmissions: 1,
            cancel: Cancel::No,
        });
        activity
            .out
            .begin(&activity.header, &mut activity.window, &self.personality);
        if kind == CallKind::OneWay {
            activity.out.send_all();
            self.activities.timers.clear(at);
        } else {
            self.activities.arm(at);
        }
        self.queue(at);
    }

    /// Nothing was received for a while.
    pub(super) fn try_again(&mut self, at: u32, now: Instant) {
        let activity = self.activities.get(at);
        let Some(call) = activity.stage.sent() else {
            return;
        };
        call.transmissions += 1;
        call.again = now + call.wait;
        let wait = self.personality.timeouts.back_off(call.wait);
        call.wait = wait.max(Duration::from_millis(1));
        match call.phase {
            Phase::Sending => {
                activity
                    .out
                    .timed_out(&mut activity.window, &self.personality);
                self.counters.retransmissions += 1;
                self.queue(at);
            }
            Phase::Waiting => {
                let header = control(activity, PduType::Ping);
                self.counters.pings += 1;
                self.outbox.control(None, header, &[]);
            }
        }
    }

    /// The server has all of the request.
    pub(super) fn server_has_it(&mut self, at: u32, now: Instant) {
        let ping = self.personality.timeouts.ping;
        if let Some(call) = self.activities.get(at).stage.sent() {
            call.phase = Phase::Waiting;
            call.rest(ping, now);
        }
        self.activities.arm(at);
    }

    pub(super) fn take_fack(
        &mut self,
        at: u32,
        fragnum: u16,
        fack: Option<&Fack<'_>>,
        now: Instant,
    ) {
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

    /// The server lacks part of the call, or has not begun it. The PDU may include a fack, whose
    /// window of 0 means that the call is queued and must not be retransmitted (C706 section
    /// 12.5.3.6).
    pub(super) fn take_nocall(
        &mut self,
        at: u32,
        fragnum: u16,
        fack: Option<&Fack<'_>>,
        now: Instant,
    ) {
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

    /// Retransmits the request from its start.
    pub(super) fn start_over(&mut self, at: u32) {
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
}

/// The flags of a request.
fn flags(head: &CallHead<'_>, personality: &Personality) -> u8 {
    // C706 section 12.5.3.9: a maybe or broadcast request is idempotent too.
    let kind = match head.kind {
        CallKind::Call => 0,
        CallKind::OneWay => flag::MAYBE | flag::IDEMPOTENT,
        CallKind::Broadcast => flag::BROADCAST | flag::IDEMPOTENT,
    };
    let idempotent = if head.idempotent { flag::IDEMPOTENT } else { 0 };
    let blast = if personality.blast_outs {
        flag::BLAST_OUTS
    } else {
        0
    };
    kind | idempotent | blast
}
