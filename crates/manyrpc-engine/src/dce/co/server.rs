//! A server of one connection.
//!
//! Reading list: C706 sections 11.4 and 11.5 (CO_SERVER machines), 12.6 (PDUs); MS-RPCE sections
//! 3.3.1.5.3 (features), 3.3.1.5.6 (contexts), 3.3.3 (server details).
//!
//! A peer that violates the protocol gets a bind_nak or a fault that reports it, and the connection
//! is closed. A call to an unknown interface, operation or object gets a fault, and the connection
//! continues.
//!
//! Where C706 leaves a choice, or deployed servers answer differently, this server follows them, as
//! documented by Samba's suite `raw_protocol`, which was verified against Windows, and by Samba's
//! daemon.
//!
//! ```
//! use std::sync::Arc;
//!
//! use manyrpc_engine::dce::{Host, co::Server};
//! use manyrpc_engine::{Limits, ServerEngine};
//!
//! struct Process;
//! impl Host for Process {
//!     fn serves(&self, _uuid: &[u8; 16], major: u16, _minor: u16) -> bool {
//!         major == 1
//!     }
//!     fn join_group(&self, wanted: u32) -> Option<u32> {
//!         (wanted == 0).then_some(1) // One association per group.
//!     }
//!     fn leave_group(&self, _id: u32) -> bool {
//!         true
//!     }
//! }
//!
//! let mut server = Server::new(Limits::default(), Arc::new(Process));
//! assert!(server.is_idle() && server.closing().is_some());
//! ```

use alloc::sync::Arc;
use alloc::vec::Vec;

use manyrpc_codec::Buf;

use super::auth::SecurityContexts;
use super::bind::Syntax;
use super::frames::{Frames, Lost, Pdu};
use super::output::Output;
use super::pdu::{self, Header, PduType, RESPONSE_HEAD, ResponseHead, bad, flag};
use super::pending::{Pending, Table};
use crate::Limits;
use crate::contract::{
    Ahead, Associations, Call, CallId, Closing, Interest, LookAhead, Outcome, Rx, ServerEngine,
    Transmit,
};
use crate::dce::Host;
use crate::dce::fault;
use crate::fault::WireError;
use crate::security::Level;
use crate::time::{Clock, Instant};

use breach::Breach;
use requests::First;

/// Counts since the server was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Calls passed to the application.
    pub calls: u64,
    /// Calls answered by the engine with a fault.
    pub refused: u64,
    /// Presentation contexts refused.
    pub contexts_refused: u64,
    /// Cancels received for calls in flight.
    pub cancels: u64,
    /// Calls in flight that their clients orphaned.
    pub orphans: u64,
    /// Results that were too large to send, answered with a fault.
    pub too_large: u64,
}

/// What was negotiated with the client.
#[derive(Clone, Copy, Debug)]
struct Association {
    group: u32,
    minor: u8,
    /// Several calls may be in flight.
    multiplex: bool,
    /// The largest fragment that either side sends.
    fragment: usize,
}

#[derive(Clone, Copy, Debug)]
struct Context {
    id: u16,
    interface: Syntax,
    least_level: Level,
}

/// The engine of one server connection. Its `Debug` prints every call in flight.
#[derive(Debug)]
pub struct Server {
    limits: Limits,
    host: Arc<dyn Host>,
    frames: Frames<First>,
    association: Option<Association>,
    securities: SecurityContexts,
    /// In the order they were accepted, which for most clients is that of their ids.
    contexts: Vec<Context>,
    pending: Table,
    /// The call whose request was refused before it was complete.
    refused_call: Option<u32>,
    out: Output,
    writing: Option<CallId>,
    /// How much of the received bytes was searched for PDUs about the call being executed.
    looked_at: usize,
    /// The association group that ended with this association.
    ended: Option<u64>,
    broken: Option<WireError>,
    counters: Counters,
}

impl Server {
    /// For one connection to the process `host`.
    pub fn new(limits: Limits, host: Arc<dyn Host>) -> Self {
        Server {
            frames: Frames::new(&limits),
            limits,
            host,
            association: None,
            securities: SecurityContexts::default(),
            contexts: Vec::new(),
            pending: Table::default(),
            refused_call: None,
            out: Output::default(),
            writing: None,
            looked_at: 0,
            ended: None,
            broken: None,
            counters: Counters::default(),
        }
    }

    /// Counts so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// How many calls await their reply.
    pub fn calls_in_flight(&self) -> usize {
        self.pending.len()
    }

    /// Handles a PDU; returns the call if it is for the application.
    fn take(&mut self, rx: &mut Rx, pdu: &Pdu, now: Instant) -> Option<Call> {
        let header = &pdu.header;
        if self.association.is_none() || header.kind == PduType::Bind {
            self.take_bind(header, pdu.bytes(&rx.buf));
            return None;
        }
        let taken = match header.check() {
            Err(e) => Err(e.into()),
            Ok(()) if header.kind == PduType::Request => self.take_request(rx, pdu, now),
            Ok(()) => self.take_control(header, pdu.bytes(&rx.buf)).map(|()| None),
        };
        taken.unwrap_or_else(|breach| {
            self.violated(header.call_id, breach);
            None
        })
    }

    fn take_control(&mut self, header: &Header, bytes: &[u8]) -> Result<(), Breach> {
        match header.kind {
            PduType::AlterContext => return self.take_alter(header, bytes),
            PduType::Auth3 => return self.take_auth3(header, bytes),
            // Deployed servers ignore both for an incomplete request, which continues (C706 section
            // 12.6.4.8 requires an orphaned one to be dropped).
            PduType::Cancel | PduType::Orphaned => self.note_control(header),
            other => return Err(bad("PTYPE", u32::from(other) as usize).into()),
        }
        Ok(())
    }

    #[inline]
    fn context(&self, context: u16) -> Option<Context> {
        let at = |c: &&Context| c.id == context;
        let dense = self.contexts.get(usize::from(context)).filter(at);
        let found = dense.or_else(|| self.contexts.iter().find(at));
        found.copied()
    }

    /// Answers a call that the application does not see.
    #[cold]
    fn refuse(&mut self, call_id: u32, context: u16, status: u32) {
        self.counters.refused += 1;
        self.put_fault(call_id, context, 0, status, fault::did_not_execute(status));
    }

    fn put_fault(
        &mut self,
        call_id: u32,
        context: u16,
        cancels: u8,
        status: u32,
        not_executed: bool,
    ) {
        let mut header = Header::new(PduType::Fault, call_id);
        header.minor = self.association.map_or(0, |a| a.minor);
        if not_executed {
            header.flags |= flag::DID_NOT_EXECUTE;
        }
        let head = ResponseHead {
            alloc_hint: 0,
            context,
            cancels,
        };
        let fault = pdu::emit_fault(&header, &head, status);
        self.out.buf.put_array(fault);
        self.out.commit();
    }

    fn write_head(&mut self, call_id: u32, context: u16) {
        let mut header = Header::new(PduType::Response, call_id);
        header.minor = self.association.map_or(0, |a| a.minor);
        let head = ResponseHead {
            alloc_hint: 0,
            // Deployed servers return only eight bits of it, so clients expect no more.
            context: context & 0xff,
            cancels: 0,
        };
        self.out.buf.put_array(header.emit());
        self.out.buf.put_array(head.emit());
    }

    /// C706 section 12.6.4.10: a response states how many cancels were received, and whether the
    /// operation was not told of them.
    #[cold]
    fn put_cancel_count(&mut self, call: &Pending) {
        let head = self.out.unfinished();
        head[pdu::CANCEL_COUNT] = call.cancels;
        if !call.cancel_reported {
            head[pdu::PFC_FLAGS] |= flag::PENDING_CANCEL;
        }
    }
}

impl ServerEngine for Server {
    fn next_call(&mut self, rx: &mut Rx, clock: &Clock) -> Option<Call> {
        loop {
            if self.broken.is_some() || self.is_full() {
                self.frames.release(&mut rx.buf);
                return None;
            }
            match self.frames.next(&mut rx.buf, clock) {
                Ok(pdu) => {
                    let pdu = pdu?;
                    if let Some(call) = self.take(rx, &pdu, clock.now()) {
                        return Some(call);
                    }
                }
                Err(Lost::TooLong(header)) if self.association.is_some() => {
                    let breach = Breach::from(bad("frag_length", header.frag_length.into()));
                    self.violated(header.call_id, breach.of_request(0));
                }
                Err(lost) => self.give_up(lost.why()),
            }
        }
    }

    fn begin_reply(&mut self, id: CallId) {
        self.out.rollback();
        self.writing = None;
        if let Some(call) = self.pending.get(id).copied() {
            self.write_head(call.call_id, call.context);
            self.looked_at = 0;
            self.writing = Some(id);
        }
    }

    #[inline]
    fn body(&mut self) -> &mut Buf {
        &mut self.out.buf
    }

    fn finish_reply(&mut self, outcome: Outcome, _: &Clock) {
        let call = self.writing.take().and_then(|id| self.pending.take(id));
        let (Some(call), Some(association)) = (call, self.association) else {
            return self.out.rollback();
        };
        let status = match outcome {
            _ if call.silent => return self.out.rollback(),
            Outcome::Silent => return self.out.rollback(),
            Outcome::Fault(fault) => fault::to_wire(&fault),
            Outcome::Done | Outcome::Idempotent => {
                let bytes = self.out.unfinished().len() - RESPONSE_HEAD;
                if bytes <= self.limits.sent_message_bytes {
                    if call.cancels > 0 {
                        self.put_cancel_count(&call);
                    }
                    let most = association.fragment;
                    let security = call.security.and_then(|place| self.securities.get(place));
                    let Some(security) = security else {
                        return self.out.complete(RESPONSE_HEAD, most);
                    };
                    // The mechanism failed on our side, for lack of memory, for example.
                    if security
                        .complete(&mut self.out, RESPONSE_HEAD, most)
                        .is_err()
                    {
                        self.out.rollback();
                        self.give_up(WireError::BadSignature);
                    }
                    return;
                }
                self.counters.too_large += 1;
                fault::FAULT_UNSPEC
            }
        };
        self.out.rollback();
        let not_executed = fault::did_not_execute(status);
        self.put_fault(
            call.call_id,
            call.context,
            call.cancels,
            status,
            not_executed,
        );
    }

    fn wanted(&self) -> usize {
        self.frames.wanted()
    }

    fn poll_transmit(&mut self) -> Option<Transmit<'_>> {
        let bytes = self.out.due();
        (!bytes.is_empty()).then_some(Transmit { to: None, bytes })
    }

    fn sent(&mut self, n: usize) {
        self.out.sent(n);
    }

    fn broken(&self) -> Option<WireError> {
        self.broken
    }

    fn next_timeout(&self) -> Option<Instant> {
        match self.broken {
            None => self.frames.deadline(),
            Some(_) => None,
        }
    }

    fn handle_timeout(&mut self, now: Instant) {
        if self.broken.is_none() && self.frames.is_late(now) {
            self.give_up(WireError::TooSlow);
        }
    }

    fn is_full(&self) -> bool {
        self.writing.is_some()
            || self.out.queued() > self.limits.queued_bytes
            || self.pending.len() >= self.limits.calls_in_flight
    }

    fn shrink(&mut self) {
        self.out.buf.shrink(0);
        self.pending.shrink();
        self.frames.shrink();
    }

    fn look_ahead(&mut self) -> Option<&mut dyn LookAhead> {
        Some(self)
    }

    fn closing(&mut self) -> Option<&mut dyn Closing> {
        Some(self)
    }

    fn associations(&mut self) -> Option<&mut dyn Associations> {
        Some(self)
    }
}

impl LookAhead for Server {
    fn interest_in(&mut self, id: CallId, rx: &Rx, ahead: &Ahead<'_>, _now: Instant) -> Interest {
        self.look(id, rx, ahead)
    }
}

impl Closing for Server {
    /// C706 section 12.6.4.11.
    fn shut_down(&mut self) -> bool {
        let can = self.association.is_some() && self.writing.is_none() && self.broken.is_none();
        if can {
            let header = Header {
                frag_length: pdu::HEADER as u16,
                ..Header::new(PduType::Shutdown, 0)
            };
            self.out.buf.put_array(header.emit());
            self.out.commit();
        }
        can
    }
}

impl Associations for Server {
    fn poll_association_ended(&mut self) -> Option<u64> {
        self.ended.take()
    }

    fn handle_closed(&mut self) {
        self.leave();
    }
}

impl Drop for Server {
    /// A driver that drops the engine must not keep the group alive.
    fn drop(&mut self) {
        self.leave();
    }
}

mod ahead;
mod breach;
mod negotiation;
mod requests;
#[cfg(test)]
mod tests;
