//! A server of one connection.
//!
//! Reading list: C706 sections 11.4 and 11.5 (CO_SERVER machines), 12.6 (PDUs); MS-RPCE sections
//! 3.3.1.5.3 (features), 3.3.1.5.6 (contexts), 3.3.3 (server details).
//!
//! A peer that breaks the protocol gets a bind_nak or a fault that says so, and the connection is
//! closed. A call for what is not there gets a fault, and the connection goes on.

use alloc::sync::Arc;
use alloc::vec::Vec;

use manyrpc_codec::Buf;

use super::auth::{Place, Securities, Unproved};
use super::bind::Syntax;
use super::frames::{Frames, Joined, Pdu};
use super::output::Output;
use super::pdu::{self, Header, PduType, RESPONSE_HEAD, RequestHead, ResponseHead, bad, flag};
use super::pending::{Pending, Table};
use crate::Limits;
use crate::contract::{
    Ahead, Call, CallId, Interest, Interface, Outcome, Representation, Rx, ServerEngine, Transmit,
};
use crate::dce::Host;
use crate::dce::fault;
use crate::dce::security::Level;
use crate::fault::WireError;
use crate::time::Instant;

/// What a server has seen so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Calls given to the application.
    pub calls: u64,
    /// Calls answered by the engine with a fault.
    pub refused: u64,
    /// Presentation contexts refused.
    pub contexts_refused: u64,
    /// Cancels received for calls under way.
    pub cancels: u64,
    /// Calls under way that their clients orphaned.
    pub orphans: u64,
    /// Results that were too large to send, answered with a fault.
    pub too_large: u64,
}

/// What was agreed on with the client.
#[derive(Clone, Copy, Debug)]
struct Association {
    group: u32,
    minor: u8,
    /// The largest fragment that we send, and that we accept.
    sizes: (usize, usize),
}

#[derive(Clone, Copy, Debug)]
struct Context {
    id: u16,
    interface: Syntax,
    least_level: Level,
}

/// What the first fragment of a request says.
#[derive(Clone, Copy, Debug)]
struct First {
    head: RequestHead,
    representation: Representation,
    maybe: bool,
    security: Option<Place>,
}

/// The engine of one server connection. Its `Debug` prints every call under way.
#[derive(Debug)]
pub struct Server {
    limits: Limits,
    host: Arc<dyn Host>,
    frames: Frames<First>,
    association: Option<Association>,
    securities: Securities,
    /// In the order they were accepted in, which for most clients is that of their ids.
    contexts: Vec<Context>,
    pending: Table,
    out: Output,
    writing: Option<CallId>,
    /// How far into what was received was looked for word of the call being written.
    looked_at: usize,
    /// The association group whose last association this was.
    ended: Option<u64>,
    broken: Option<WireError>,
    counters: Counters,
}

impl Server {
    /// For one connection to what `host` serves.
    pub fn new(limits: Limits, host: Arc<dyn Host>) -> Self {
        Server {
            frames: Frames::new(&limits),
            limits,
            host,
            association: None,
            securities: Securities::default(),
            contexts: Vec::new(),
            pending: Table::default(),
            out: Output::default(),
            writing: None,
            looked_at: 0,
            ended: None,
            broken: None,
            counters: Counters::default(),
        }
    }

    /// What was seen so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// How many calls wait for their reply.
    pub fn calls_under_way(&self) -> usize {
        self.pending.len()
    }

    /// What a PDU asks for, if it is for the application.
    fn take(&mut self, rx: &mut Rx, pdu: &Pdu, now: Instant) -> Option<Call> {
        let header = &pdu.header;
        let taken = match (header.kind, self.association) {
            (PduType::Bind, _) => {
                self.take_bind(header, pdu.bytes(&rx.buf));
                return None;
            }
            (_, None) => Err(bad("PTYPE", u32::from(header.kind) as usize)),
            (kind, Some(_)) => match header.check_version() {
                Err(e) => Err(e),
                Ok(()) if kind == PduType::Request => self.take_request(rx, pdu, now),
                Ok(()) => self
                    .take_control(kind, header, pdu.bytes(&rx.buf))
                    .map(|()| None),
            },
        };
        taken.unwrap_or_else(|e| {
            self.violated(header.call_id, e);
            None
        })
    }

    fn take_control(
        &mut self,
        kind: PduType,
        header: &Header,
        bytes: &[u8],
    ) -> Result<(), WireError> {
        match kind {
            PduType::AlterContext => return self.take_alter(header, bytes),
            PduType::Auth3 => return self.take_auth3(header, bytes),
            PduType::Cancel => self.hear_of(header),
            // C706 section 12.6.4.8: a request that is not complete, or its response, is aborted.
            PduType::Orphaned => {
                self.frames.forget(header.call_id);
                self.hear_of(header);
            }
            other => return Err(bad("PTYPE", u32::from(other) as usize)),
        }
        Ok(())
    }

    #[inline]
    fn take_request(
        &mut self,
        rx: &mut Rx,
        pdu: &Pdu,
        now: Instant,
    ) -> Result<Option<Call>, WireError> {
        let header = &pdu.header;
        let bytes = pdu.bytes(&rx.buf);
        let head = RequestHead::parse(header, bytes)?;
        let (security, end) = match (self.securities.is_empty(), header.auth_length) {
            (true, 0) => (None, pdu.end),
            _ => match self.unprotect(rx, pdu, &head)? {
                Some((security, end)) => (Some(security), end),
                None => return Ok(None),
            },
        };
        let first = First {
            head,
            representation: Representation(header.representation),
            maybe: header.has(flag::MAYBE),
            security,
        };
        let stub = pdu.start + head.size()..end;
        let joined = self
            .frames
            .join(&mut rx.buf, pdu, first, stub, head.alloc_hint, now)?;
        match joined {
            Joined::Whole(whole) => Ok(self.open(header.call_id, &whole.head, whole.body)),
            Joined::Partial => Ok(None),
            // A fragment without a first one.
            Joined::Unknown => Err(bad("pfc_flags", usize::from(header.flags))),
        }
    }

    /// Who vouches for a fragment that is protected or should be, and where its stub data ends;
    /// nothing where the call was refused.
    #[cold]
    fn unprotect(
        &mut self,
        rx: &mut Rx,
        pdu: &Pdu,
        head: &RequestHead,
    ) -> Result<Option<(Place, usize)>, WireError> {
        let header = &pdu.header;
        let fragment = &mut rx.buf.data_mut()[pdu.start..pdu.end];
        let (security, end) = match self.securities.unprotect(header, fragment, head.size()) {
            Ok(proved) => proved,
            Err(Unproved::Wire(e)) => return Err(e),
            Err(Unproved::NotYet) => {
                self.refuse(header.call_id, head.context, fault::ACCESS_DENIED);
                return Ok(None);
            }
        };
        // MS-RPCE section 3.3.1.5.4: one security context vouches for the whole of a request.
        if !header.has(flag::FIRST)
            && let Some(first) = self.frames.head(header.call_id)
            && first.security != Some(security)
        {
            return Err(bad("auth_context_id", 0));
        }
        Ok(Some((security, pdu.start + end)))
    }

    /// A complete request: a call begins, or is refused.
    #[inline]
    fn open(&mut self, call_id: u32, first: &First, body: core::ops::Range<usize>) -> Option<Call> {
        let head = &first.head;
        let Some(context) = self.context(head.context) else {
            self.refuse(call_id, head.context, fault::INVALID_PRES_CONTEXT_ID);
            return None;
        };
        if context.least_level > Level::None && self.level(first.security) < context.least_level {
            self.refuse(call_id, head.context, fault::ACCESS_DENIED);
            return None;
        }
        let interface = context.interface;
        if self.pending.find(call_id).is_some() {
            self.violated(call_id, bad("call_id", call_id as usize));
            return None;
        }
        self.counters.calls += 1;
        let id = self
            .pending
            .open(call_id, head.context, first.security, first.maybe);
        let interface = Interface::Uuid {
            uuid: interface.uuid,
            major: interface.major,
            minor: interface.minor,
        };
        let mut call = Call::new(id, interface, u32::from(head.opnum), body);
        call.object = head.object;
        call.representation = first.representation;
        call.association = self.association.map_or(0, |a| u64::from(a.group));
        if let Some(security) = first.security.and_then(|place| self.securities.get(place)) {
            call.principal = security.principal();
        }
        Some(call)
    }

    #[inline]
    fn context(&self, context: u16) -> Option<Context> {
        let at = |c: &&Context| c.id == context;
        let dense = self.contexts.get(usize::from(context)).filter(at);
        let found = dense.or_else(|| self.contexts.iter().find(at));
        found.copied()
    }

    /// What a request is protected at.
    fn level(&mut self, security: Option<Place>) -> Level {
        let security = security.and_then(|place| self.securities.get(place));
        security.map_or(Level::None, |s| s.level())
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

    /// The client broke the protocol: it is told, and the connection ends.
    #[cold]
    fn violated(&mut self, call_id: u32, e: WireError) {
        if self.association.is_some() && self.writing.is_none() {
            let status = match e {
                WireError::BadField {
                    field: "rpc_vers" | "rpc_vers_minor",
                    ..
                } => fault::RPC_VERSION_MISMATCH,
                WireError::BadSignature => fault::SEC_PKG_ERROR,
                _ => fault::PROTOCOL_ERROR,
            };
            self.put_fault(call_id, 0, 0, status, true);
        }
        self.give_up(e);
    }

    fn give_up(&mut self, e: WireError) {
        if self.broken.is_none() {
            self.broken = Some(e);
        }
    }

    fn write_head(&mut self, call_id: u32, context: u16) {
        let mut header = Header::new(PduType::Response, call_id);
        header.minor = self.association.map_or(0, |a| a.minor);
        let head = ResponseHead {
            alloc_hint: 0,
            context,
            cancels: 0,
        };
        self.out.buf.put_array(header.emit());
        self.out.buf.put_array(head.emit());
    }

    /// C706 section 12.6.4.10: the response says how many cancels came, and whether the operation
    /// was not told of them.
    #[cold]
    fn tell_cancels(&mut self, call: &Pending) {
        let head = self.out.unfinished();
        head[pdu::CANCEL_COUNT] = call.cancels;
        if !call.told {
            head[pdu::PFC_FLAGS] |= flag::PENDING_CANCEL;
        }
    }
}

impl ServerEngine for Server {
    fn next_call(&mut self, rx: &mut Rx, now: Instant) -> Option<Call> {
        loop {
            if self.broken.is_some() || self.is_full() {
                self.frames.release(&mut rx.buf);
                return None;
            }
            match self.frames.next(&mut rx.buf, now) {
                Ok(pdu) => {
                    let pdu = pdu?;
                    if let Some(call) = self.take(rx, &pdu, now) {
                        return Some(call);
                    }
                }
                // Framing is lost.
                Err(e) => self.give_up(e),
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

    fn finish_reply(&mut self, outcome: Outcome, _now: Instant) {
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
                        self.tell_cancels(&call);
                    }
                    let most = association.sizes.0;
                    let security = call.security.and_then(|place| self.securities.get(place));
                    let Some(security) = security else {
                        return self.out.complete(RESPONSE_HEAD, most);
                    };
                    // The mechanism has failed on our side, for lack of memory, say.
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

    fn looks_ahead(&self) -> bool {
        true
    }

    fn look_ahead(&mut self, id: CallId, rx: &Rx, ahead: &Ahead<'_>, _now: Instant) -> Interest {
        self.look(id, rx, ahead)
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

    fn poll_association_ended(&mut self) -> Option<u64> {
        self.ended.take()
    }

    fn handle_closed(&mut self) {
        self.leave();
    }
}

impl Drop for Server {
    /// A driver that goes away without a word must not keep the group alive.
    fn drop(&mut self) {
        self.leave();
    }
}

mod ahead;
mod negotiation;
#[cfg(test)]
mod tests;
