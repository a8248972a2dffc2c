//! Received PDUs of a server.

use core::ops::Range;

use manyrpc_codec::Encoding;

use super::super::callback;
use super::super::pdu::{HEADER, Header, NONE_YET, PduType, flag, seq_before};
use super::Server;
use super::records::Class;
use super::stage::{Confirmation, Executing, Last, Receiving, Stage};
use crate::contract::{Call, InterfaceKey, Rx};
use crate::dce::fault as status;
use crate::domain::Domain;
use crate::time::Instant;

impl Server {
    /// Handles the datagram in `rx`; returns the call if one is ready for the application.
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
                    && matches!(self.records[at].stage, Stage::Replied(_))
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

    /// The record whose current or last call a PDU is about.
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
        // C706 section 12.5.2.9: the call is addressed to a previous instance of this server.
        if header.boot != 0 && header.boot != self.instance.boot {
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
        let record = &self.records[at];
        let seq = record.header.seq;
        if header.seq == seq {
            return match record.stage {
                Stage::Idle(last) => self.take_rerun(at, last, header, rx, now),
                stage => self.take_again(at, stage, header, rx, now),
            };
        }
        if seq_before(header.seq, seq) {
            self.counters.duplicates += 1;
            return None;
        }
        // The new call acknowledges the last one's results, or shows that nobody awaits them.
        self.drop_call(at, Last::Settled);
        self.start(at, header, rx, now)
    }

    /// Another PDU of the call in progress.
    fn take_again(
        &mut self,
        at: u32,
        stage: Stage,
        header: &Header,
        rx: &mut Rx,
        now: Instant,
    ) -> Option<Call> {
        match stage {
            Stage::Receiving(receiving) => {
                let taken = self.take_fragment(at, header, rx, now)?;
                return self.go_on(at, receiving, taken, header, rx);
            }
            Stage::Asking(_) => self.ask_again(at, now),
            Stage::Replied(_) => self.repeat(at, now),
            Stage::Executing(_) => self.send_control(at, PduType::Working, NONE_YET, &[]),
            Stage::Idle(_) | Stage::Ready(_) => {}
        }
        self.counters.duplicates += 1;
        None
    }

    /// A PDU of the call executed last.
    fn take_rerun(
        &mut self,
        at: u32,
        last: Last,
        header: &Header,
        rx: &mut Rx,
        now: Instant,
    ) -> Option<Call> {
        match last {
            Last::Repeatable => return self.start(at, header, rx, now),
            Last::Forgotten if header.fragnum == 0 => {
                self.refuse(header, rx.from, status::PROTOCOL_ERROR);
            }
            Last::Settled | Last::Silent | Last::Forgotten => self.counters.duplicates += 1,
        }
        None
    }

    /// Starts a call.
    fn start(&mut self, at: u32, header: &Header, rx: &mut Rx, now: Instant) -> Option<Call> {
        let contextual = self.contexts.concern(header);
        self.note_client(at, now);
        let record = &mut self.records[at];
        record.from = rx.from;
        record.contextual = contextual;
        record.header = Header {
            boot: self.instance.boot,
            flags2: 0,
            serial: 0,
            fragnum: 0,
            len: 0,
            // A hint by which the client's next call finds this record without a search.
            ahint: at.min(u32::from(u16::MAX)) as u16,
            ..*header
        };
        let due = record.due_question(header);
        // A call that was never confirmed, idempotent or not, may be evicted.
        let class = if record.caller.known {
            Class::Held
        } else {
            Class::Unconfirmed
        };
        self.records.touch(at, class, now);
        if !header.has(flag::FRAG) && due.is_none() {
            let body = HEADER..HEADER + usize::from(header.len);
            return Some(self.execute(at, false, body));
        }
        let taken = self.take_fragment(at, header, rx, now)?;
        let proof = match due {
            None => Confirmation::Given,
            Some(subject) => Confirmation::PendingCallback(self.ask(at, subject, now)),
        };
        let receiving = Receiving {
            proof,
            cancelled: false,
        };
        self.go_on(at, receiving, taken, header, rx)
    }

    /// Passes the call to the application, with its arguments in place.
    #[inline]
    pub(super) fn execute(&mut self, at: u32, cancelled: bool, arguments: Range<usize>) -> Call {
        self.counters.calls += 1;
        let id = self.calls.begin(at);
        let record = &mut self.records[at];
        record.stage = Stage::Executing(Executing::new(id, cancelled));
        let Header {
            interface,
            interface_version,
            object,
            opnum,
            drep: [integers, floats, reserved],
            ..
        } = record.header;
        let encoding = Encoding::Ndr([integers, floats, reserved, 0]);
        let interface = InterfaceKey::Uuid {
            uuid: interface,
            major: interface_version as u16,
            minor: (interface_version >> 16) as u16,
        };
        Call {
            object: (object != [0; 16]).then(|| object.into()),
            from: record.from,
            association: record.association(),
            results: Encoding::NDR,
            domain: Domain::Dce,
            ..Call::new(id, interface, opnum.into(), encoding, arguments)
        }
    }

    /// Sends a PDU about the call in progress.
    pub(super) fn send_control(&mut self, at: u32, ptype: PduType, fragnum: u16, body: &[u8]) {
        let record = &self.records[at];
        let header = Header {
            ptype,
            flags: 0,
            fragnum,
            ..record.header
        };
        self.outbox.control(record.from, header, body);
    }

    /// The client asks for the state of its call (C706 section 10.2.4, PING_CALL).
    fn take_ping(&mut self, header: &Header, rx: &Rx, now: Instant) {
        if header.boot != 0 && header.boot != self.instance.boot {
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
        self.records.used(at, now);
        self.note_client(at, now);
        match self.records[at].stage {
            Stage::Receiving(_) => self.send_fack(at, PduType::Nocall),
            Stage::Asking(_) => {
                self.ask_again(at, now);
                self.send_fack(at, PduType::Nocall);
            }
            Stage::Ready(_) | Stage::Executing(_) => {
                self.send_control(at, PduType::Working, NONE_YET, &[])
            }
            Stage::Replied(_) => self.repeat(at, now),
            Stage::Idle(Last::Repeatable) => self.send_control(at, PduType::Nocall, NONE_YET, &[]),
            Stage::Idle(Last::Forgotten) => self.refuse(header, rx.from, status::PROTOCOL_ERROR),
            Stage::Idle(Last::Settled | Last::Silent) => self.counters.stray += 1,
        }
    }
}
