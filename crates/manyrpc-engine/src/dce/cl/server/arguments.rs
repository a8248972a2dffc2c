//! Arguments, from their first fragment until the call can be executed.
//!
//! Reading list: C706 sections 10.2.1 (HANDLE_IN_FRAG), 12.5.2.3 (when to send a fack), 12.5.3.6
//! (nocall).

use core::mem;

use super::super::pdu::{Header, PduType, flag};
use super::super::receive::{Caps, Fragment, Taken};
use super::Server;
use super::records::Class;
use super::stage::{Asking, Confirmation, Last, Receiving, Stage};
use crate::contract::{Call, Rx};
use crate::dce::fault as status;
use crate::time::Instant;

impl Server {
    /// Adds a fragment of the arguments, or all of them; `None` if the call is refused as too
    /// large.
    pub(super) fn take_fragment(
        &mut self,
        at: u32,
        header: &Header,
        rx: &Rx,
        now: Instant,
    ) -> Option<Taken> {
        let caps = Caps {
            bytes: self.limits.message_bytes,
            fragments: self.limits.message_fragments,
            room: self
                .limits
                .reassembly_bytes
                .saturating_sub(self.memory.parts),
        };
        let whole = !header.has(flag::FRAG);
        let fragment = Fragment {
            number: if whole { 0 } else { header.fragnum },
            last: whole || header.has(flag::LAST_FRAG),
            serial: header.serial,
            body: header.body(rx.buf.data()),
        };
        let arguments = &mut self.records[at].arguments;
        self.spares.supply(&mut arguments.body);
        let before = arguments.bytes();
        let taken = arguments.insert(&fragment, &caps, now);
        self.memory.part_changed(before, arguments.bytes());
        if taken == Taken::TooLarge {
            self.refuse(header, rx.from, status::FAULT_REMOTE_NO_MEMORY);
            self.drop_call(at, Last::Forgotten);
            return None;
        }
        self.counters.dropped += u64::from(taken == Taken::Refused);
        Some(taken)
    }

    /// A fragment was added: the call waits for more, or enters its next stage.
    pub(super) fn go_on(
        &mut self,
        at: u32,
        receiving: Receiving,
        taken: Taken,
        header: &Header,
        rx: &mut Rx,
    ) -> Option<Call> {
        let record = &mut self.records[at];
        if record.arguments.is_complete() {
            return self.complete(at, receiving, rx);
        }
        record.stage = Stage::Receiving(receiving);
        // C706 section 12.5.2.3: without nofack the receiver must answer; a repeated fragment shows
        // that an answer was lost.
        if !header.has(flag::NO_FACK) || taken == Taken::Old {
            self.counters.facks += 1;
            self.send_fack(at, PduType::Fack);
        }
        self.arm(at);
        None
    }

    /// The arguments are complete.
    fn complete(&mut self, at: u32, receiving: Receiving, rx: &mut Rx) -> Option<Call> {
        let Receiving { proof, cancelled } = receiving;
        let record = &mut self.records[at];
        // Nothing more can be added to them.
        record
            .window
            .size_seen(record.arguments.largest, &self.personality);
        match proof {
            Confirmation::Given => {
                self.timers.clear(at);
                Some(self.lend_arguments(at, cancelled, rx))
            }
            Confirmation::PendingCallback(asked) => {
                record.stage = Stage::Asking(Asking { asked, cancelled });
                self.arm(at);
                None
            }
        }
    }

    /// Lends the reassembled arguments in place of the receive buffer.
    pub(super) fn lend_arguments(&mut self, at: u32, cancelled: bool, rx: &mut Rx) -> Call {
        let arguments = &mut self.records[at].arguments;
        self.memory.part_changed(arguments.bytes(), 0);
        let message = mem::take(&mut arguments.body);
        arguments.clear();
        let body = self.lending.message(rx, message, at);
        self.execute(at, cancelled, body)
    }

    /// Sends a fack: the fragments received, and the window.
    pub(super) fn send_fack(&mut self, at: u32, ptype: PduType) {
        let most = self.limits.datagram.bytes;
        let record = &mut self.records[at];
        let fragnum = record.arguments.fragnum();
        let mut body = [0; 80];
        let mut n = 0;
        if self.personality.fack_bodies {
            let mut fack = record
                .arguments
                .fack(&self.personality, most, self.memory.assembling);
            if record.arguments.is_complete() {
                // C706 section 12.5.3.6: the call is complete and queued.
                fack.window = 0;
            }
            n = fack.emit(&mut body);
        }
        self.send_control(at, ptype, fragnum, &body[..n]);
    }

    /// Arguments or an answer are still missing.
    pub(super) fn wait_on(&mut self, at: u32, now: Instant) {
        let patience = self.limits.message_timeout;
        let record = &mut self.records[at];
        let receiving = matches!(record.stage, Stage::Receiving(_));
        let idle = receiving && now.since(record.arguments.progress) >= patience;
        let asked = record.stage.asked().copied();
        let unanswered = asked.is_some_and(|q| now.since(q.since) >= patience);
        if idle || unanswered {
            return self.give_up(at, now);
        }
        if asked.is_some_and(|q| now >= q.again) {
            self.ask_again(at, now);
        }
        self.arm(at);
    }

    /// The missing part of a call did not arrive.
    fn give_up(&mut self, at: u32, now: Instant) {
        self.counters.dropped += 1;
        if self.records[at].caller.known {
            self.drop_call(at, Last::Repeatable);
            self.records.touch(at, Class::Quiet, now);
        } else {
            self.remove(at);
        }
    }

    /// Sets the timer of a call that is incomplete or not confirmed.
    pub(super) fn arm(&mut self, at: u32) {
        let patience = self.limits.message_timeout;
        let record = &mut self.records[at];
        let receiving = matches!(record.stage, Stage::Receiving(_));
        let whole = receiving.then(|| record.arguments.progress + patience);
        let asked = record.stage.asked();
        let asked = asked.map(|q| q.again.min(q.since + patience));
        match (whole, asked) {
            (Some(a), Some(b)) => self.timers.set(at, a.min(b)),
            (Some(a), None) | (None, Some(a)) => self.timers.set(at, a),
            (None, None) => self.timers.clear(at),
        }
    }
}
