//! What a server makes of the PDUs it receives.

use core::mem;

use manyrpc_codec::Encoding;

use super::super::callback::{self, Answer, Question};
use super::super::pdu::{Fack, HEADER, Header, NONE_YET, PduType, flag, seq_before};
use super::super::receive::{Caps, Fragment, Taken};
use super::super::records::{Asked, Cancel, Class, Last, State};
use super::super::uuids::with_number;
use super::Server;
use crate::contract::{Call, CallId, InterfaceKey, Rx};
use crate::dce::fault as status;
use crate::time::Instant;

impl Server {
    /// The call that the datagram in `rx` makes, if it is one for the application now.
    pub(super) fn take_datagram(&mut self, rx: &mut Rx, now: Instant) -> Option<Call> {
        let header = match Header::parse(rx.buf.data()) {
            Ok(header) => header,
            Err(_) => {
                self.counters.malformed += 1;
                return None;
            }
        };
        match header.ptype {
            PduType::Request => return self.take_request(&header, rx, now),
            PduType::Ping => self.take_ping(&header, rx, now),
            PduType::Ack => {
                if let Some(at) = self.current(&header)
                    && self.records[at].state == State::Replied
                {
                    self.settle(at, now);
                }
            }
            PduType::Fack => self.take_fack(&header, rx, now),
            PduType::Cancel => self.take_cancel(&header, header.body(rx.buf.data()), now),
            PduType::Response | PduType::Fault | PduType::Reject => {
                self.take_answer(&header, rx, now);
            }
            _ => self.counters.stray += 1,
        }
        None
    }

    /// The record whose present or last call a PDU is about.
    pub(super) fn current(&mut self, header: &Header) -> Option<u32> {
        let at = self.records.find(&header.activity, header.ahint);
        let at = at.filter(|at| self.records[*at].header.seq == header.seq);
        self.counters.stray += u64::from(at.is_none());
        at
    }

    fn take_request(&mut self, header: &Header, rx: &mut Rx, now: Instant) -> Option<Call> {
        if header.interface == callback::CONVC {
            self.take_indy(header, rx, now);
            return None;
        }
        if header.auth != 0 {
            self.refuse(header, rx.from, status::UNSUPPORTED_AUTHN_LEVEL);
            return None;
        }
        // C706 section 12.5.2.9: the call was meant for another life of this server.
        if header.boot != 0 && header.boot != self.boot {
            self.refuse(header, rx.from, status::WRONG_BOOT_TIME);
            return None;
        }
        let Some(at) = self.records.find(&header.activity, header.ahint) else {
            return match self.new_record(header.activity, now) {
                Some(at) => self.start(at, header, rx, now),
                None => {
                    self.counters.dropped += 1;
                    None
                }
            };
        };
        let seq = self.records[at].header.seq;
        if header.seq == seq && self.records[at].state != State::Idle {
            return self.take_again(at, header, rx, now);
        }
        if header.seq == seq {
            return self.take_rerun(at, header, rx, now);
        }
        if seq_before(header.seq, seq) {
            self.counters.duplicates += 1;
            return None;
        }
        // The new call acknowledges the last one's results, or says that nobody waits for them.
        self.drop_call(at);
        self.start(at, header, rx, now)
    }

    /// Another PDU of the call under way.
    fn take_again(&mut self, at: u32, header: &Header, rx: &mut Rx, now: Instant) -> Option<Call> {
        match self.records[at].state {
            State::Receiving => return self.take_fragment(at, header, rx, now),
            State::Asking => self.ask(at, now),
            State::Replied => self.repeat(at, now),
            State::Executing => self.say(at, PduType::Working, NONE_YET, &[]),
            State::Free | State::Idle | State::Ready => {}
        }
        self.counters.duplicates += 1;
        None
    }

    /// A PDU of the call that was carried out last.
    fn take_rerun(&mut self, at: u32, header: &Header, rx: &mut Rx, now: Instant) -> Option<Call> {
        match self.records[at].last {
            Last::Repeatable => return self.start(at, header, rx, now),
            Last::Forgotten if header.fragnum == 0 => {
                self.refuse(header, rx.from, status::PROTOCOL_ERROR);
            }
            Last::Settled | Last::Silent | Last::Forgotten => self.counters.duplicates += 1,
        }
        None
    }

    /// A call begins.
    fn start(&mut self, at: u32, header: &Header, rx: &mut Rx, now: Instant) -> Option<Call> {
        let boot = self.boot;
        let contextual = self.is_contextual(header);
        self.hear(at, now);
        let record = &mut self.records[at];
        record.from = rx.from;
        record.flags = header.flags;
        record.drep = header.drep;
        record.orphaned = false;
        record.cancel = Cancel::No;
        record.header = Header {
            flags: 0,
            flags2: 0,
            serial: 0,
            fragnum: 0,
            len: 0,
            boot,
            // Where the client's next call finds us without a search.
            ahint: at.min(u32::from(u16::MAX)) as u16,
            ..*header
        };
        // C706 section 10.2.5, LOST: a client that does not know when we started may have dealt
        // with another life of ours.
        record.proven = record.is_idempotent() || record.known && header.boot != 0;
        record.contextual = contextual;
        record.only_space = false;
        if contextual && record.association == 0 && !record.spaceless {
            record.only_space = mem::take(&mut record.proven);
        }
        // One that never proved itself, idempotent or not, may go to make room for others.
        let class = if record.known {
            Class::Held
        } else {
            Class::Unproven
        };
        self.records.touch(at, class, now);
        if !header.has(flag::FRAG) && self.records[at].proven {
            let body = HEADER..HEADER + usize::from(header.len);
            return Some(self.execute(at, body));
        }
        self.records[at].state = State::Receiving;
        self.take_fragment(at, header, rx, now)
    }

    /// Hands the call over, with its arguments where they lie.
    #[inline]
    fn execute(&mut self, at: u32, arguments: core::ops::Range<usize>) -> Call {
        self.serial += 1;
        self.executing += 1;
        self.counters.calls += 1;
        let record = &mut self.records[at];
        record.state = State::Executing;
        record.call = CallId(self.serial << 32 | u64::from(at));
        let Header {
            interface,
            interface_version,
            object,
            opnum,
            ..
        } = record.header;
        let [integers, floats, reserved] = record.drep;
        let encoding = Encoding::Ndr([integers, floats, reserved, 0]);
        let association = if record.contextual {
            record.association
        } else {
            0
        };
        let interface = InterfaceKey::Uuid {
            uuid: interface,
            major: interface_version as u16,
            minor: (interface_version >> 16) as u16,
        };
        Call {
            object: (object != [0; 16]).then(|| object.into()),
            from: record.from,
            association,
            results: Encoding::NDR,
            ..Call::new(record.call, interface, opnum.into(), encoding, arguments)
        }
    }

    /// A fragment of the arguments, or all of them.
    fn take_fragment(
        &mut self,
        at: u32,
        header: &Header,
        rx: &mut Rx,
        now: Instant,
    ) -> Option<Call> {
        let caps = Caps {
            bytes: self.limits.message_bytes,
            fragments: self.limits.message_fragments,
            room: self.limits.reassembly_bytes.saturating_sub(self.reassembly),
        };
        let whole = !header.has(flag::FRAG);
        let fragment = Fragment {
            number: if whole { 0 } else { header.fragnum },
            last: whole || header.has(flag::LAST_FRAG),
            serial: header.serial,
            body: header.body(rx.buf.data()),
        };
        let record = &mut self.records[at];
        self.spares.supply(&mut record.arguments.body);
        let taken = record.arguments.insert(&fragment, &caps, now);
        let bytes = record.arguments.bytes();
        self.count_arguments(at, bytes);
        if taken == Taken::TooLarge {
            self.refuse(header, rx.from, status::FAULT_REMOTE_NO_MEMORY);
            self.drop_call(at);
            self.records[at].last = Last::Forgotten;
            return None;
        }
        self.counters.dropped += u64::from(taken == Taken::Refused);
        if self.records[at].arguments.is_complete() {
            return self.complete(at, rx, now);
        }
        if !self.records[at].proven && self.records[at].asked.is_none() {
            self.ask(at, now);
        }
        // C706 section 12.5.2.3: without nofack the receiver must answer; what comes again says
        // that the sender has not heard.
        if !header.has(flag::NO_FACK) || taken == Taken::Old {
            self.counters.facks += 1;
            self.say_what_came(at, PduType::Fack);
        }
        self.arm(at);
        None
    }

    /// All arguments are here.
    fn complete(&mut self, at: u32, rx: &mut Rx, now: Instant) -> Option<Call> {
        let record = &mut self.records[at];
        // What such PDUs can bring they can take.
        record
            .window
            .size_seen(record.arguments.largest, &self.personality);
        if record.proven {
            self.timers.clear(at);
            return Some(self.lend_arguments(at, rx));
        }
        record.state = State::Asking;
        if record.asked.is_none() {
            self.ask(at, now);
        }
        self.arm(at);
        None
    }

    /// Lends the arguments that were put together, in place of the receive buffer.
    pub(super) fn lend_arguments(&mut self, at: u32, rx: &mut Rx) -> Call {
        self.count_arguments(at, 0);
        let record = &mut self.records[at];
        let arguments = mem::take(&mut record.arguments.body);
        record.arguments.clear();
        let body = 0..arguments.len();
        let mut parked = mem::replace(&mut rx.buf, arguments);
        parked.clear();
        self.lent = 0;
        self.parked = Some((parked, at));
        self.execute(at, body)
    }

    /// Says something of the call under way.
    pub(super) fn say(&mut self, at: u32, ptype: PduType, fragnum: u16, body: &[u8]) {
        let record = &self.records[at];
        let header = Header {
            ptype,
            fragnum,
            ..record.header
        };
        self.outbox.control(record.from, header, body);
    }

    /// Says which fragments have come, and how much more may.
    fn say_what_came(&mut self, at: u32, ptype: PduType) {
        let most = self.limits.datagram_bytes;
        let record = &mut self.records[at];
        let fragnum = record.arguments.fragnum();
        let mut body = [0; 80];
        let mut n = 0;
        if self.personality.fack_bodies {
            let mut fack = record
                .arguments
                .fack(&self.personality, most, self.assembling);
            if record.arguments.is_complete() {
                // C706 section 12.5.3.6: it is here and waits for its turn.
                fack.window = 0;
            }
            n = fack.emit(&mut body);
        }
        self.say(at, ptype, fragnum, &body[..n]);
    }

    /// The client asks what became of its call (C706 section 10.2.4, PING_CALL).
    fn take_ping(&mut self, header: &Header, rx: &Rx, now: Instant) {
        if header.boot != 0 && header.boot != self.boot {
            return self.refuse(header, rx.from, status::WRONG_BOOT_TIME);
        }
        let found = self.records.find(&header.activity, header.ahint);
        let found = found.filter(|at| !seq_before(self.records[*at].header.seq, header.seq));
        let Some(at) = found else {
            let nocall = Header {
                ptype: PduType::Nocall,
                flags: 0,
                flags2: 0,
                serial: 0,
                fragnum: NONE_YET,
                auth: 0,
                ..*header
            };
            return self.outbox.control(rx.from, nocall, &[]);
        };
        if self.records[at].header.seq != header.seq {
            self.counters.stray += 1;
            return;
        }
        let class = self.records[at].class();
        self.records.touch(at, class, now);
        self.hear(at, now);
        match self.records[at].state {
            State::Receiving => self.say_what_came(at, PduType::Nocall),
            State::Asking => {
                self.ask(at, now);
                self.say_what_came(at, PduType::Nocall);
            }
            State::Ready | State::Executing => self.say(at, PduType::Working, NONE_YET, &[]),
            State::Replied => self.repeat(at, now),
            State::Free | State::Idle => match self.records[at].last {
                Last::Repeatable => self.say(at, PduType::Nocall, NONE_YET, &[]),
                Last::Forgotten => self.refuse(header, rx.from, status::PROTOCOL_ERROR),
                Last::Settled | Last::Silent => self.counters.stray += 1,
            },
        }
    }

    /// The client has not got the results.
    fn repeat(&mut self, at: u32, now: Instant) {
        self.counters.repeated += 1;
        let record = &mut self.records[at];
        let class = record.class();
        if !record.out.queued {
            record.out.timed_out(&mut record.window, &self.personality);
            self.queue(at);
        }
        self.records.touch(at, class, now);
    }

    /// The client says which fragments of the results it has.
    fn take_fack(&mut self, header: &Header, rx: &Rx, now: Instant) {
        let Some(at) = self.current(header) else {
            return;
        };
        let fack = Fack::parse(header.body(rx.buf.data()), header.little());
        let resend = self.personality.timeouts.resend;
        let record = &mut self.records[at];
        if record.state != State::Replied {
            return;
        }
        let window = &mut record.window;
        let news =
            record
                .out
                .acknowledged(header.fragnum, fack.as_ref(), window, &self.personality);
        if record.out.is_complete() {
            return self.settle(at, now);
        }
        if news {
            record.repeats = 0;
            (record.wait, record.again) = (resend, now + resend);
            self.timers.set(at, now + resend);
        }
        self.records.touch(at, Class::Held, now);
        self.queue(at);
    }

    /// Asks the client whether it is making the call (C706 section 10.2.1, SEND_WAY), and for its
    /// address space where the call needs that (SEND_WAY2).
    pub(super) fn ask(&mut self, at: u32, now: Instant) {
        let first = self.limits.first_retransmit;
        let longest = self.personality.timeouts;
        let record = &mut self.records[at];
        let asked = match record.asked {
            Some(asked) => Asked {
                again: now + asked.wait,
                wait: longest.back_off(asked.wait),
                ..asked
            },
            None => {
                self.questions = self.questions.wrapping_add(1);
                Asked {
                    seq: self.questions,
                    since: now,
                    again: now + first,
                    wait: first,
                    space: record.contextual && record.association == 0 && !record.spaceless,
                }
            }
        };
        record.asked = Some(asked);
        let question = Question {
            activity: record.header.activity,
            boot: self.boot,
        };
        let header = Header {
            activity: with_number(self.base, at),
            seq: asked.seq,
            ..callback::asking(asked.space)
        };
        self.counters.questions += 1;
        let from = record.from;
        question.emit(&mut self.scratch);
        self.outbox.control(from, header, self.scratch.data());
    }

    /// The client answers.
    fn take_answer(&mut self, header: &Header, rx: &Rx, now: Instant) {
        let at = super::super::uuids::number(&header.activity);
        let ours = header.activity == with_number(self.base, at);
        let asked = self.records.get(at).filter(|_| ours).and_then(|r| r.asked);
        let Some(asked) = asked.filter(|q| q.seq == header.seq) else {
            self.counters.stray += 1;
            return;
        };
        let body = header.body(rx.buf.data());
        let answer = match header.ptype {
            PduType::Response if asked.space => {
                let answer = Answer::parse2(body, header.drep);
                answer.map(|a| a.map(|(making, space)| (making, Some(space))))
            }
            PduType::Response => {
                let answer = Answer::parse(body, header.drep);
                answer.map(|a| a.map(|making| (making, None)))
            }
            _ if asked.space => return self.do_without_space(at, now),
            _ => Some(Err(status::WHO_ARE_YOU_FAILED)),
        };
        let seq = self.records[at].header.seq;
        match answer {
            Some(Ok((making, space))) if making == seq => {
                if space.is_none_or(|space| self.join(at, space, now)) {
                    self.prove(at, now);
                }
            }
            Some(Ok((making, _))) => {
                // A late duplicate. Whatever the client makes now, it has not begun here.
                self.counters.disowned += 1;
                self.drop_call(at);
                let record = &mut self.records[at];
                record.known = true;
                record.header.seq = making.wrapping_sub(1);
                self.records.touch(at, Class::Quiet, now);
            }
            Some(Err(status)) => {
                self.counters.disowned += 1;
                let (header, from) = (self.records[at].header, self.records[at].from);
                self.refuse(&header, from, status);
                self.remove(at);
            }
            None => self.counters.malformed += 1,
        }
    }

    /// The client is making the call.
    fn prove(&mut self, at: u32, now: Instant) {
        self.records[at].known = true;
        self.records.touch(at, Class::Held, now);
        self.release_call(at);
    }

    /// The call may be carried out, as soon as all of it is here.
    pub(super) fn release_call(&mut self, at: u32) {
        let record = &mut self.records[at];
        record.asked = None;
        record.proven = true;
        if record.state == State::Asking {
            record.state = State::Ready;
            self.ready.push_back(at);
        }
        self.arm(at);
    }
}
