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

use super::bind::{
    self, Bind, BindAck, BindNak, ContextReason, Element, NakReason, Syntax, Verdict,
};
use super::frames::{Frames, Joined, Pdu};
use super::output::Output;
use super::pdu::{
    self, Header, MOST_FRAGMENT, MUST_RECEIVE, PduType, RESPONSE_HEAD, RequestHead, ResponseHead,
    Trailer, bad, flag,
};
use super::pending::Table;
use crate::Limits;
use crate::contract::{
    Call, CallId, Interface, Outcome, Representation, Rx, ServerEngine, Transmit,
};
use crate::dce::Host;
use crate::dce::fault;
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
}

/// What the first fragment of a request says.
#[derive(Clone, Copy, Debug)]
struct First {
    head: RequestHead,
    representation: Representation,
    maybe: bool,
}

/// The engine of one server connection. Its `Debug` prints every call under way.
#[derive(Debug)]
pub struct Server {
    limits: Limits,
    host: Arc<dyn Host>,
    frames: Frames<First>,
    association: Option<Association>,
    /// In the order they were accepted in, which for most clients is that of their ids.
    contexts: Vec<Context>,
    pending: Table,
    out: Output,
    writing: Option<CallId>,
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
            contexts: Vec::new(),
            pending: Table::default(),
            out: Output::default(),
            writing: None,
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

    /// Asks the client to close the connection (C706 section 12.6.4.11). Not while a reply is
    /// being written.
    pub fn shut_down(&mut self) {
        if self.association.is_some() && self.writing.is_none() {
            let header = Header {
                frag_length: pdu::HEADER as u16,
                ..Header::new(PduType::Shutdown, 0)
            };
            self.out.buf.put_array(header.emit());
            self.out.commit();
        }
    }

    /// Whether no more calls may be taken for now.
    fn is_full(&self) -> bool {
        self.writing.is_some()
            || self.out.queued() > self.limits.queued_bytes
            || self.pending.len() >= self.limits.calls_in_flight
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
            (kind, Some(_)) => match check_version(header) {
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
            PduType::Cancel => {
                if let Some(call) = self.pending.find(header.call_id) {
                    call.cancels = call.cancels.saturating_add(1);
                    self.counters.cancels += 1;
                }
            }
            // C706 section 12.6.4.8: a request that is not complete, or its response, is aborted.
            PduType::Orphaned => {
                self.frames.forget(header.call_id);
                if let Some(call) = self.pending.find(header.call_id) {
                    call.silent = true;
                    self.counters.orphans += 1;
                }
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
        let end = match header.auth_length {
            0 => pdu.end,
            _ => self.judge_trailer(pdu, bytes, head.size())?,
        };
        let first = First {
            head,
            representation: Representation(header.representation),
            maybe: header.has(flag::MAYBE),
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

    /// Where the stub data of a request with a security trailer ends.
    #[cold]
    fn judge_trailer(&self, pdu: &Pdu, bytes: &[u8], head: usize) -> Result<usize, WireError> {
        Trailer::parse(&pdu.header, bytes, head)?;
        // No security context was ever set up.
        Err(bad("auth_length", usize::from(pdu.header.auth_length)))
    }

    /// A complete request: a call begins, or is refused.
    #[inline]
    fn open(&mut self, call_id: u32, first: &First, body: core::ops::Range<usize>) -> Option<Call> {
        let head = &first.head;
        let Some(interface) = self.interface(head.context) else {
            self.refuse(call_id, head.context, fault::INVALID_PRES_CONTEXT_ID);
            return None;
        };
        if self.pending.find(call_id).is_some() {
            self.violated(call_id, bad("call_id", call_id as usize));
            return None;
        }
        self.counters.calls += 1;
        let id = self.pending.open(call_id, head.context, first.maybe);
        let interface = Interface::Uuid {
            uuid: interface.uuid,
            major: interface.major,
            minor: interface.minor,
        };
        let mut call = Call::new(id, interface, u32::from(head.opnum), body);
        call.object = head.object;
        call.representation = first.representation;
        call.association = self.association.map_or(0, |a| u64::from(a.group));
        Some(call)
    }

    #[inline]
    fn interface(&self, context: u16) -> Option<Syntax> {
        let at = |c: &&Context| c.id == context;
        let dense = self.contexts.get(usize::from(context)).filter(at);
        let found = dense.or_else(|| self.contexts.iter().find(at));
        found.map(|c| c.interface)
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

    fn take_bind(&mut self, header: &Header, bytes: &[u8]) {
        if self.association.is_some() {
            return self.violated(header.call_id, bad("PTYPE", 0x0b));
        }
        if let Err((reason, e)) = self.associate(header, bytes) {
            let mut nak = Header::new(PduType::BindNak, header.call_id);
            nak.minor = header.minor.min(pdu::MINOR);
            BindNak::emit(&nak, reason, &mut self.out.buf);
            self.out.commit();
            self.give_up(e);
        }
    }

    fn associate(&mut self, header: &Header, bytes: &[u8]) -> Result<(), (NakReason, WireError)> {
        check_version(header).map_err(|e| (NakReason::ProtocolVersion, e))?;
        let unclear = |e| (NakReason::NotSpecified, e);
        if !header.has(flag::WHOLE) {
            return Err(unclear(bad("pfc_flags", usize::from(header.flags))));
        }
        let bind = Bind::parse(header, bytes).map_err(unclear)?;
        self.judge_security(header, bytes)?;
        let Some(group) = self.host.join_group(bind.group) else {
            let e = bad("assoc_group_id", bind.group as usize);
            return Err((NakReason::LocalLimit, e));
        };
        let most = self
            .limits
            .fragment_bytes
            .clamp(MUST_RECEIVE, MOST_FRAGMENT);
        self.association = Some(Association {
            group,
            minor: header.minor,
            // C706 section 12.6.2: ours to send is theirs to receive.
            sizes: (
                agreed(bind.max_receive, most),
                agreed(bind.max_transmit, most),
            ),
        });
        self.answer(header, &bind, PduType::BindAck);
        Ok(())
    }

    /// Whether the security that a bind asks for can be had.
    fn judge_security(&self, header: &Header, bytes: &[u8]) -> Result<(), (NakReason, WireError)> {
        match Trailer::parse(header, bytes, Bind::HEAD) {
            Ok(None) => Ok(()),
            Ok(Some((trailer, _))) => {
                let e = bad("auth_type", usize::from(trailer.auth_type));
                Err((NakReason::AuthType, e))
            }
            Err(e) => Err((NakReason::NotSpecified, e)),
        }
    }

    fn take_alter(&mut self, header: &Header, bytes: &[u8]) -> Result<(), WireError> {
        if !header.has(flag::WHOLE) {
            return Err(bad("pfc_flags", usize::from(header.flags)));
        }
        let bind = Bind::parse(header, bytes)?;
        self.answer(header, &bind, PduType::AlterContextResponse);
        Ok(())
    }

    /// Answers a bind or an alter_context, context by context.
    fn answer(&mut self, header: &Header, bind: &Bind<'_>, kind: PduType) {
        let verdicts: Vec<_> = bind.elements().map(|e| self.judge(&e)).collect();
        let Some(association) = self.association else {
            return;
        };
        let mut answer = Header::new(kind, header.call_id);
        answer.minor = association.minor;
        answer.flags |= header.flags & flag::MULTIPLEX;
        let (transmit, receive) = association.sizes;
        let sizes = (transmit as u16, receive as u16);
        let port = match kind {
            PduType::BindAck => self.host.port(),
            _ => "",
        };
        let port = port.get(..port.len().min(16)).unwrap_or("");
        let out = &mut self.out.buf;
        BindAck::emit(&answer, sizes, association.group, port, &verdicts, out);
        self.out.commit();
    }

    /// What becomes of a context that the client proposes.
    fn judge(&mut self, element: &Element<'_>) -> Verdict {
        // MS-RPCE section 3.3.1.5.3: features in the place of a transfer syntax.
        if let Some(features) = element.transfers().find_map(|t| t.features()) {
            return Verdict::features(features & bind::KEEP_ON_ORPHAN);
        }
        let verdict = self
            .admit(element)
            .map_or_else(Verdict::refused, |()| Verdict::ACCEPTED);
        self.counters.contexts_refused += u64::from(verdict != Verdict::ACCEPTED);
        verdict
    }

    fn admit(&mut self, element: &Element<'_>) -> Result<(), ContextReason> {
        let interface = element.interface;
        let Syntax { uuid, major, minor } = interface;
        if !self.host.serves(&uuid, major, minor) {
            return Err(ContextReason::AbstractSyntax);
        }
        if !element.transfers().any(|t| t == Syntax::NDR) {
            return Err(ContextReason::TransferSyntaxes);
        }
        match self.interface(element.id) {
            // Asked again: it stands. C706 section 12.6.3.4: an id means one thing.
            Some(known) if known == interface => Ok(()),
            Some(_) => Err(ContextReason::NotSpecified),
            None if self.contexts.len() >= self.limits.presentation_contexts => {
                Err(ContextReason::LocalLimit)
            }
            None => {
                let id = element.id;
                self.contexts.push(Context { id, interface });
                Ok(())
            }
        }
    }

    fn write_head(&mut self, call_id: u32, context: u16, cancels: u8) {
        let mut header = Header::new(PduType::Response, call_id);
        header.minor = self.association.map_or(0, |a| a.minor);
        let head = ResponseHead {
            alloc_hint: 0,
            context,
            cancels,
        };
        self.out.buf.put_array(header.emit());
        self.out.buf.put_array(head.emit());
    }

    fn leave(&mut self) {
        if let Some(Association { group, .. }) = self.association.take()
            && self.host.leave_group(group)
        {
            self.ended = Some(u64::from(group));
        }
    }
}

/// A fragment size that both can do with. 0 says no more than what everybody can.
fn agreed(theirs: u16, most: usize) -> usize {
    usize::from(theirs).clamp(MUST_RECEIVE, most)
}

/// C706 section 12.6.3.2: a server speaks its client's minor version, if that is not above its own.
#[inline]
fn check_version(header: &Header) -> Result<(), WireError> {
    if header.major != pdu::MAJOR {
        return Err(bad("rpc_vers", usize::from(header.major)));
    }
    if header.minor > pdu::MINOR {
        return Err(bad("rpc_vers_minor", usize::from(header.minor)));
    }
    Ok(())
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
            self.write_head(call.call_id, call.context, call.cancels);
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
            Outcome::Fault(fault) => fault::to_wire(fault),
            Outcome::Done | Outcome::Idempotent => {
                let bytes = self.out.unfinished().len() - RESPONSE_HEAD;
                if bytes <= self.limits.message_bytes {
                    return self.out.complete(RESPONSE_HEAD, association.sizes.0);
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

    fn shrink(&mut self) {
        self.out.buf.shrink(0);
        self.pending.shrink();
        self.frames.shrink();
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

#[cfg(test)]
mod tests;
