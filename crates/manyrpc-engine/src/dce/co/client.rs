//! A client of one connection.
//!
//! Reading list: C706 sections 11.1 and 11.2 (CO_CLIENT machines), 12.6 (PDUs); MS-RPCE sections
//! 3.3.1.5.3 (features), 3.3.1.5.6 (contexts), 3.3.1.5.8 (multiplexing), 3.3.1.5.10 and
//! 3.3.2 (orphans).
//!
//! A call that its caller gives up is orphaned where the server has said that the connection
//! lives on after that; elsewhere the server is asked to cancel it, and its reply is passed over.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::ops::Range;

use manyrpc_codec::Buf;

use super::bind::{
    self, Bind, BindAck, BindNak, ContextResult, NakReason, Proposal, Syntax, Verdict,
};
use super::calls::{Calls, State};
use super::contexts::{Contexts, Standing};
use super::frames::{Frames, Joined, Pdu};
use super::output::Output;
use super::pdu::{
    self, HEADER, Header, MOST_FRAGMENT, MUST_RECEIVE, PduType, RESPONSE_HEAD, RequestHead,
    ResponseHead, Trailer, bad, flag,
};
use crate::Limits;
use crate::contract::{
    CallHead, CallId, CallKind, ClientEngine, ClientEvent, Interface, Representation, Rx, Transmit,
};
use crate::dce::{fault, uuid};
use crate::fault::{CallError, Closed, Fault, Misuse, WireError};
use crate::time::Instant;

/// What a client has seen so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Calls handed over to be sent, of any kind.
    pub calls: u64,
    /// Responses and faults that were given to callers.
    pub replies: u64,
    /// Faults that say that the call was certainly not carried out.
    pub not_executed: u64,
    /// Calls that ended without a reply in time.
    pub timeouts: u64,
    /// PDUs that answered no call in flight.
    pub stray: u64,
    /// Binds and alter_contexts sent.
    pub negotiations: u64,
    /// Cancels sent.
    pub cancels: u64,
    /// Orphaned PDUs sent.
    pub orphans: u64,
}

/// What bind or alter_context is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Asked {
    call_id: u32,
    context: u16,
}

/// What was agreed on with the server.
#[derive(Clone, Copy, Debug)]
struct Association {
    group: u32,
    /// The largest fragment that we send.
    most_fragment: usize,
    multiplex: bool,
    keep_on_orphan: bool,
}

/// The engine of one client connection. Its `Debug` prints every call and where it stands.
#[derive(Debug)]
pub struct Client {
    limits: Limits,
    frames: Frames<Representation>,
    calls: Calls,
    contexts: Contexts,
    association: Option<Association>,
    /// The group to join; 0 for a new one.
    group: u32,
    asked: Option<Asked>,
    /// Calls that wait for their context or for the connection, in order.
    queue: VecDeque<(u32, CallId)>,
    /// The call whose reply must come before the next can go, where there is no multiplexing.
    line: Option<u32>,
    out: Output,
    writing: Option<u32>,
    events: VecDeque<ClientEvent>,
    ended: Option<CallError>,
    counters: Counters,
}

impl Client {
    /// A new connection. `seed` gives the first `call_id`.
    pub fn new(limits: Limits, seed: u64) -> Self {
        // Seeds like 1, 2, 3 shall give ids that are far apart.
        let first = (seed ^ seed >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        Client {
            frames: Frames::new(&limits),
            calls: Calls::new(limits.calls_in_flight, first),
            contexts: Contexts::new(limits.presentation_contexts),
            limits,
            association: None,
            group: 0,
            asked: None,
            queue: VecDeque::new(),
            line: None,
            out: Output::default(),
            writing: None,
            events: VecDeque::new(),
            ended: None,
            counters: Counters::default(),
        }
    }

    /// Joins an association group that another connection to the same server is in, so that
    /// context handles hold in both. Before the first call.
    pub fn join_group(&mut self, group: u32) {
        self.group = group;
    }

    /// The association group, once the server has told it.
    pub fn group(&self) -> Option<u32> {
        self.association.map(|a| a.group)
    }

    /// Whether several calls may be under way at a time; unknown before the first reply.
    pub fn multiplexes(&self) -> Option<bool> {
        self.association.map(|a| a.multiplex)
    }

    /// What was seen so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// How many calls are being written, sent or waited for.
    pub fn calls_in_flight(&self) -> usize {
        self.calls.len()
    }

    /// Whether a call of this context can go at once, behind what is due.
    #[inline]
    fn is_clear(&self, context: u16) -> bool {
        let multiplex = self.association.is_some_and(|a| a.multiplex);
        self.queue.is_empty()
            && (multiplex || self.line.is_none())
            && self.contexts.standing(context) == Standing::Accepted
    }

    /// Lets the finished request at the end of the output go.
    #[inline]
    fn dispatch(&mut self, at: u32) {
        let Some(association) = &self.association else {
            return;
        };
        let slot = self.calls.slot(at);
        self.out.complete(slot.head, association.most_fragment);
        slot.state = State::Waiting;
        if slot.kind == CallKind::OneWay {
            self.calls.close(at);
        } else if !association.multiplex {
            self.line = Some(slot.id.0 as u32);
        }
    }

    /// Keeps the finished request at the end of the output until it can go.
    #[cold]
    fn enqueue(&mut self, at: u32) {
        let slot = self.calls.slot(at);
        slot.message.clear();
        slot.message.put(self.out.unfinished());
        self.out.rollback();
        slot.state = State::Queued;
        self.queue.push_back((at, slot.id));
        self.advance();
    }

    /// Sends what can go now of what is queued.
    #[cold]
    fn advance(&mut self) {
        while self.asked.is_none()
            && self.writing.is_none()
            && let Some((at, id)) = self.queue.front().copied()
        {
            let multiplex = self.association.is_some_and(|a| a.multiplex);
            let slot = self.calls.slot(at);
            if slot.id != id || slot.state != State::Queued {
                self.queue.pop_front();
                continue;
            }
            if self.line.is_some() && !multiplex {
                return;
            }
            match self.contexts.standing(slot.context) {
                Standing::Unknown => {
                    let context = slot.context;
                    self.negotiate(context);
                }
                Standing::Accepted => {
                    self.queue.pop_front();
                    self.out.buf.put(slot.message.data());
                    slot.message = Buf::new();
                    self.dispatch(at);
                }
            }
        }
    }

    /// Proposes a context: in a bind, or later in an alter_context.
    fn negotiate(&mut self, context: u16) {
        let (kind, group) = match &self.association {
            None => (PduType::Bind, self.group),
            Some(association) => (PduType::AlterContext, association.group),
        };
        let call_id = self.calls.next_id();
        let mut header = Header::new(kind, call_id);
        header.flags |= flag::MULTIPLEX;
        let interface = self.contexts.interface(context);
        let proposal = |id, transfer| Proposal {
            id,
            interface,
            transfer,
        };
        // MS-RPCE section 3.3.1.5.3: features are offered in the bind, as one context more.
        let features = Syntax::of_features(bind::KEEP_ON_ORPHAN);
        let contexts = [
            proposal(context, Syntax::NDR),
            proposal(self.contexts.reserve(), features),
        ];
        let list = match kind {
            PduType::Bind => &contexts[..],
            _ => &contexts[..1],
        };
        let size = self.offered() as u16;
        Bind::emit(&header, (size, size), group, list, &mut self.out.buf);
        self.out.commit();
        self.asked = Some(Asked { call_id, context });
        self.counters.negotiations += 1;
    }

    /// The fragment size that we offer for both directions.
    fn offered(&self) -> usize {
        self.limits
            .fragment_bytes
            .clamp(MUST_RECEIVE, MOST_FRAGMENT)
    }

    /// What a PDU says, if it is for a caller.
    fn take(&mut self, rx: &mut Rx, pdu: &Pdu, now: Instant) -> Option<ClientEvent> {
        let taken = match pdu.header.kind {
            PduType::Response => self.take_response(rx, pdu, now),
            PduType::Fault => self.take_fault(rx, pdu),
            PduType::BindAck | PduType::AlterContextResponse => {
                self.take_answer(pdu.header, pdu.bytes(&rx.buf))
            }
            PduType::BindNak => self.take_nak(&pdu.header, pdu.bytes(&rx.buf)),
            PduType::Shutdown => {
                self.shut_down();
                Ok(None)
            }
            other => Err(bad("PTYPE", u32::from(other) as usize)),
        };
        taken.unwrap_or_else(|e| {
            self.break_down(e);
            None
        })
    }

    fn take_response(
        &mut self,
        rx: &mut Rx,
        pdu: &Pdu,
        now: Instant,
    ) -> Result<Option<ClientEvent>, WireError> {
        let call_id = pdu.header.call_id;
        let last = pdu.header.has(flag::LAST);
        let head = ResponseHead::parse(&pdu.header, pdu.bytes(&rx.buf))?;
        let end = self.stub_end(rx, pdu, RESPONSE_HEAD)?;
        let Some(at) = self.calls.find_waiting(call_id) else {
            self.stray(call_id, last);
            return Ok(None);
        };
        let representation = Representation(pdu.header.representation);
        let stub = pdu.start + RESPONSE_HEAD..end;
        let hint = head.alloc_hint;
        match self
            .frames
            .join(&mut rx.buf, pdu, representation, stub, hint, now)?
        {
            Joined::Whole(whole) => Ok(Some(self.reply(at, whole.head, whole.body))),
            Joined::Partial => Ok(None),
            // A fragment without a first one.
            Joined::Unknown => Err(bad("pfc_flags", usize::from(pdu.header.flags))),
        }
    }

    /// Where the stub data of a PDU ends.
    #[inline]
    fn stub_end(&self, rx: &Rx, pdu: &Pdu, head: usize) -> Result<usize, WireError> {
        if pdu.header.auth_length == 0 {
            return Ok(pdu.end);
        }
        match Trailer::parse(&pdu.header, pdu.bytes(&rx.buf), head)? {
            Some((_, end)) => Ok(pdu.start + end),
            None => Ok(pdu.end),
        }
    }

    #[inline]
    fn reply(
        &mut self,
        at: u32,
        representation: Representation,
        body: Range<usize>,
    ) -> ClientEvent {
        let id = self.calls.slot(at).id;
        self.calls.close(at);
        self.counters.replies += 1;
        self.free_line(id.0 as u32);
        ClientEvent::Reply {
            id,
            body,
            representation,
        }
    }

    /// The reply to a call that nobody waits for.
    #[cold]
    fn stray(&mut self, call_id: u32, last: bool) {
        self.counters.stray += 1;
        if last {
            self.free_line(call_id);
        }
    }

    #[inline]
    fn free_line(&mut self, call_id: u32) {
        if self.line == Some(call_id) {
            self.line = None;
        }
        if !self.queue.is_empty() {
            self.advance();
        }
    }

    fn take_fault(&mut self, rx: &Rx, pdu: &Pdu) -> Result<Option<ClientEvent>, WireError> {
        let (header, bytes) = (&pdu.header, pdu.bytes(&rx.buf));
        let status = fault::from_wire(pdu::fault_status(header, bytes)?);
        // C706 section 12.6.2: flags and status of the last fragment count.
        if !header.has(flag::LAST) {
            return Ok(None);
        }
        if self
            .asked
            .is_some_and(|asked| asked.call_id == header.call_id)
        {
            return self.refused(status.into());
        }
        self.frames.forget(header.call_id);
        let Some(at) = self.calls.find_waiting(header.call_id) else {
            self.stray(header.call_id, true);
            return Ok(None);
        };
        self.counters.replies += 1;
        self.counters.not_executed += u64::from(header.has(flag::DID_NOT_EXECUTE));
        let event = self.fail(at, status.into());
        self.free_line(header.call_id);
        Ok(Some(event))
    }

    /// A bind_ack or an alter_context_resp.
    fn take_answer(
        &mut self,
        header: Header,
        bytes: &[u8],
    ) -> Result<Option<ClientEvent>, WireError> {
        let expected = match self.association {
            None => PduType::BindAck,
            Some(_) => PduType::AlterContextResponse,
        };
        let Some(asked) = self.asked.filter(|_| header.kind == expected) else {
            return Err(bad("PTYPE", u32::from(header.kind) as usize));
        };
        if asked.call_id != header.call_id {
            return Err(bad("call_id", header.call_id as usize));
        }
        let ack = BindAck::parse(&header, bytes)?;
        let mut verdicts = ack.verdicts();
        // C706 section 12.6.3.1: as many results as contexts were proposed.
        let verdict = verdicts.next().ok_or(bad("n_results", 0))?;
        if header.kind == PduType::BindAck {
            self.associate(&header, &ack, verdicts.next());
        }
        self.asked = None;
        match self.contexts.settle(asked.context, &verdict) {
            Ok(()) => self.advance(),
            Err(CallError::Wire(e)) => return Err(e),
            Err(e) => self.refuse_context(asked.context, &e),
        }
        Ok(self.events.pop_front())
    }

    fn associate(&mut self, header: &Header, ack: &BindAck<'_>, features: Option<Verdict>) {
        let features = features
            .filter(|v| v.result == ContextResult::NegotiateAck)
            .map_or(0, |v| v.reason as u8);
        // C706 section 12.6.2: what the server receives is what we may send. Everybody can
        // receive MustRecvFragSize; 0 says no more than that.
        let most_fragment = usize::from(ack.max_receive);
        self.association = Some(Association {
            group: ack.group,
            most_fragment: most_fragment.clamp(MUST_RECEIVE, self.offered()),
            multiplex: header.has(flag::MULTIPLEX),
            keep_on_orphan: features & bind::KEEP_ON_ORPHAN != 0,
        });
    }

    /// The server does not take that context: calls that wait for it fail.
    #[cold]
    fn refuse_context(&mut self, context: u16, error: &CallError) {
        let waiting: Vec<_> = self.queue.iter().copied().collect();
        for (at, id) in waiting {
            let slot = self.calls.slot(at);
            if slot.id == id && slot.state == State::Queued && slot.context == context {
                let event = self.fail(at, error.clone());
                self.tell(event);
            }
        }
        self.advance();
    }

    /// The server has answered a bind or an alter_context with a fault.
    fn refused(&mut self, error: CallError) -> Result<Option<ClientEvent>, WireError> {
        if let Some(asked) = self.asked.take() {
            if self.association.is_some() {
                self.refuse_context(asked.context, &error);
            } else {
                self.end(error);
            }
        }
        Ok(self.events.pop_front())
    }

    fn take_nak(
        &mut self,
        header: &Header,
        bytes: &[u8],
    ) -> Result<Option<ClientEvent>, WireError> {
        let nak = BindNak::parse(header, bytes)?;
        // MS-RPCE section 3.3.1.5.6: an alter_context may be answered so, too.
        if self
            .asked
            .is_none_or(|asked| asked.call_id != header.call_id)
        {
            return Err(bad("PTYPE", u32::from(header.kind) as usize));
        }
        let (low, high) = nak.versions.unwrap_or((0, 0));
        let refused = match nak.reason {
            NakReason::ProtocolVersion => Fault::ProtocolVersion {
                low: low.into(),
                high: high.into(),
            },
            NakReason::TemporaryCongestion | NakReason::LocalLimit => {
                Fault::Other(fault::SERVER_TOO_BUSY)
            }
            NakReason::AuthType => Fault::Denied(fault::UNSUPPORTED_AUTHN_LEVEL),
            NakReason::Checksum => Fault::Denied(fault::INVALID_CHECKSUM),
            NakReason::NotSpecified | NakReason::Unknown(_) => Fault::Other(fault::UNSPEC_REJECT),
        };
        self.refused(refused.into())
    }

    /// The server wants the connection closed: no call begins any more (C706 section 12.6.4.11).
    fn shut_down(&mut self) {
        let error = CallError::Closed(Closed::ByPeer);
        for at in self.places_in_order() {
            if self.calls.slot(at).state == State::Queued {
                let event = self.fail(at, error.clone());
                self.tell(event);
            }
        }
        self.queue.clear();
        if self.ended.is_none() {
            self.ended = Some(error);
        }
    }

    fn places_in_order(&mut self) -> Vec<u32> {
        let mut open: Vec<_> = self.calls.open_places().collect();
        open.sort_by_key(|at| self.calls.slot(*at).id);
        open
    }

    fn fail(&mut self, at: u32, error: CallError) -> ClientEvent {
        let slot = self.calls.slot(at);
        let id = slot.id;
        slot.message = Buf::new();
        self.calls.close(at);
        ClientEvent::Failed { id, error }
    }

    /// A call that nobody waits for ends without a word.
    fn tell(&mut self, event: ClientEvent) {
        self.events.push_back(event);
    }

    /// Every call in flight fails, and no other begins.
    fn end(&mut self, error: CallError) {
        for at in self.places_in_order() {
            let slot = self.calls.slot(at);
            let told = slot.state != State::Writing && slot.kind != CallKind::OneWay;
            let event = self.fail(at, error.clone());
            if told {
                self.tell(event);
            }
        }
        self.queue.clear();
        self.asked = None;
        self.writing = None;
        self.out.clear();
        if self.ended.is_none() {
            self.ended = Some(error);
        }
    }

    fn break_down(&mut self, e: WireError) {
        self.end(e.into());
        self.ended = Some(e.into());
        self.events.push_back(ClientEvent::Broken(e));
    }

    /// A call is over before its reply came. What the server is told of it depends on how far it
    /// got.
    fn give_up(&mut self, at: u32) {
        let slot = self.calls.slot(at);
        let (state, id, kind) = (slot.state, slot.id, slot.kind);
        let call_id = id.0 as u32;
        slot.message = Buf::new();
        self.calls.close(at);
        self.frames.forget(call_id);
        if state == State::Queued {
            self.queue.retain(|(_, queued)| *queued != id);
        }
        if state != State::Waiting || kind == CallKind::OneWay || self.ended.is_some() {
            return;
        }
        let Some(association) = &self.association else {
            return;
        };
        let orphan = association.keep_on_orphan && association.multiplex;
        let kind = match orphan {
            true => PduType::Orphaned,
            false => PduType::Cancel,
        };
        self.counters.orphans += u64::from(orphan);
        self.counters.cancels += u64::from(!orphan);
        let header = Header {
            frag_length: HEADER as u16,
            ..Header::new(kind, call_id)
        };
        self.out.buf.put_array(header.emit());
        self.out.commit_before(HEADER);
    }

    /// The time of a call is over.
    fn alarm(&mut self, at: u32) {
        self.counters.timeouts += 1;
        let slot = self.calls.slot(at);
        let (id, kind) = (slot.id, slot.kind);
        let transmissions = u32::from(slot.state == State::Waiting);
        self.give_up(at);
        if kind != CallKind::OneWay {
            let error = CallError::TimedOut { transmissions };
            self.tell(ClientEvent::Failed { id, error });
        }
    }

    /// The interface of a call, as a syntax.
    #[inline]
    fn interface(head: &CallHead) -> Result<Syntax, Misuse> {
        match head.interface {
            Interface::Uuid { uuid, major, minor } => Ok(Syntax { uuid, major, minor }),
            _ => Err(Misuse::NotOffered("call without an interface's UUID")),
        }
    }
}

impl ClientEngine for Client {
    fn begin_call(&mut self, head: &CallHead) -> Result<CallId, CallError> {
        self.abandon_call();
        if let Some(why) = &self.ended {
            return Err(why.clone());
        }
        if head.kind == CallKind::Broadcast {
            return Err(Misuse::NotOffered("broadcast over a connection").into());
        }
        let Ok(opnum) = u16::try_from(head.operation) else {
            return Err(Misuse::NotOffered("operation above 65535").into());
        };
        let context = self.contexts.of(&Self::interface(head)?)?;
        let request = RequestHead {
            alloc_hint: 0,
            context,
            opnum,
            object: head.object,
        };
        let at = self
            .calls
            .open(head.kind, head.timeout, context, request.size())
            .ok_or(Misuse::TooManyCalls)?;
        let id = self.calls.slot(at).id;
        let mut header = Header::new(PduType::Request, id.0 as u32);
        if head.kind == CallKind::OneWay {
            header.flags |= flag::MAYBE;
        }
        let out = &mut self.out.buf;
        match head.object {
            None => {
                out.put_array(header.emit());
                out.put_array(request.emit());
            }
            Some(object) => {
                header.flags |= flag::OBJECT;
                out.put_array(header.emit());
                out.put_array(request.emit());
                out.put_array(uuid::swapped(object));
            }
        }
        self.writing = Some(at);
        Ok(id)
    }

    #[inline]
    fn body(&mut self) -> &mut Buf {
        &mut self.out.buf
    }

    fn finish_call(&mut self, now: Instant) -> Result<(), CallError> {
        let Some(at) = self.writing else {
            let misuse = Misuse::NotOffered("end of a call that did not begin").into();
            return Err(self.ended.clone().unwrap_or(misuse));
        };
        let slot = self.calls.slot(at);
        let (head, context) = (slot.head, slot.context);
        let deadline = now + slot.timeout.unwrap_or(self.limits.call_timeout);
        let bytes = self.out.unfinished().len() - head;
        let max = self.limits.message_bytes;
        if bytes > max {
            self.abandon_call();
            return Err(Misuse::TooLarge { bytes, max }.into());
        }
        self.writing = None;
        self.counters.calls += 1;
        self.calls.timers.set(at, deadline);
        if self.is_clear(context) {
            self.dispatch(at);
        } else {
            self.enqueue(at);
        }
        Ok(())
    }

    fn abandon_call(&mut self) {
        if let Some(at) = self.writing.take() {
            self.out.rollback();
            self.calls.close(at);
            self.advance();
        }
    }

    fn cancel(&mut self, id: CallId) {
        if let Some(at) = self.calls.find(id) {
            if self.writing == Some(at) {
                self.abandon_call();
            } else {
                self.give_up(at);
            }
        }
    }

    fn next_event(&mut self, rx: &mut Rx, now: Instant) -> Option<ClientEvent> {
        loop {
            if !self.events.is_empty() || self.is_over() {
                self.frames.release(&mut rx.buf);
                return self.events.pop_front();
            }
            match self.frames.next(&mut rx.buf, now) {
                Ok(pdu) => {
                    let pdu = pdu?;
                    if let Err(e) = check_version(&pdu.header) {
                        self.break_down(e);
                    } else if let Some(event) = self.take(rx, &pdu, now) {
                        return Some(event);
                    }
                }
                Err(e) => self.break_down(e),
            }
        }
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

    fn handle_closed(&mut self, how: Closed) {
        self.end(CallError::Closed(how));
    }

    fn next_timeout(&self) -> Option<Instant> {
        let calls = self.calls.timers.first().map(|(at, _)| at);
        let message = match self.is_over() {
            false => self.frames.deadline(),
            true => None,
        };
        match (calls, message) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    fn handle_timeout(&mut self, now: Instant) {
        if !self.is_over() && self.frames.is_late(now) {
            self.break_down(WireError::TooSlow);
        }
        while let Some((due, at)) = self.calls.timers.first()
            && due <= now
        {
            self.alarm(at);
        }
    }
}

impl Client {
    /// Nothing more is looked at. After a shutdown the replies under way still are.
    #[inline]
    fn is_over(&self) -> bool {
        self.ended.is_some() && self.calls.len() == 0
    }
}

/// C706 section 12.6.3.2: other versions than those of the bind are a massive error.
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

#[cfg(test)]
mod tests;
