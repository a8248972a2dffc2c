//! Receiving results and faults.
//!
//! Reading list: C706 sections 10.1.1 (HANDLE_OUT_FRAG), 12.5.2.3 (when to send a fack), 12.5.3.1
//! (acks).

use core::mem;

use manyrpc_codec::Encoding;

use super::super::fault;
use super::super::pdu::{HEADER, Header, PduType, flag, seq_before};
use super::super::receive::{Caps, Fragment, Taken};
use super::{Client, control};
use crate::contract::{CallKind, ClientEvent, Rx};
use crate::fault::{CallError, WireError};
use crate::time::Instant;

impl Client {
    pub(super) fn take_response(
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

    /// Handles a fragment of the results. Fragments before the last are acknowledged by a fack if
    /// it is requested; the last one by the next call.
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
        // C706 section 12.5.2.3: without nofack the receiver must answer; a repeated fragment shows
        // that an answer was lost.
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

    /// Lends the reassembled results in place of the receive buffer.
    fn lend_results(&mut self, at: u32, header: &Header, rx: &mut Rx, now: Instant) -> ClientEvent {
        let encoding = encoding(header);
        let activity = self.activities.get(at);
        let id = activity.id;
        // Nothing more can be added to them.
        activity
            .window
            .size_seen(activity.results.largest, &self.personality);
        let results = mem::take(&mut activity.results.body);
        let body = self.lending.message(rx, results, at);
        self.counters.replies += 1;
        self.succeed(at, header.seq, true, now);
        ClientEvent::Reply { id, body, encoding }
    }

    /// Ends the call; the server waits for an acknowledgement of the results (C706 section
    /// 12.5.3.1) unless it need not keep them.
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

    pub(super) fn take_fault(&mut self, at: u32, status: u32, now: Instant) -> ClientEvent {
        let activity = self.activities.get(at);
        let (id, seq) = (activity.id, activity.header.seq);
        self.counters.replies += 1;
        self.succeed(at, seq, false, now);
        let error = CallError::Fault(fault::from_wire(status));
        ClientEvent::Failed { id, error }
    }
}

fn encoding(header: &Header) -> Encoding {
    let [integers, floats, reserved] = header.drep;
    Encoding::Ndr([integers, floats, reserved, 0])
}
