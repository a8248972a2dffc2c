//! A client of one connection.
//!
//! Reading list: C706 sections 11.1 and 11.2 (CO_CLIENT machines), 12.6 (PDUs); MS-RPCE sections
//! 3.3.1.5.3 (features), 3.3.1.5.6 (contexts), 3.3.1.5.8 (multiplexing), 3.3.1.5.10 and
//! 3.3.2 (orphans).
//!
//! When a caller abandons a call, the server is sent a cancel, or an orphaned PDU if it announced
//! that it keeps the connection open after one; otherwise the reply is ignored. A caller may also
//! request a cancel and wait for its result.
//!
//! ```
//! use manyrpc_engine::dce::co::Client;
//! use manyrpc_engine::{ClientEngine, Limits};
//!
//! let mut client = Client::new(Limits::default(), 1);
//! client.join_group(7); // The group of another connection to the same server.
//! assert_eq!((client.group(), client.multiplexes()), (None, None)); // Before the bind.
//! assert!(client.remote_cancel().is_some());
//! ```

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use core::ops::Range;
use core::time::Duration;

use manyrpc_codec::{Buf, Encoding};

use super::auth::ClientSecurity;
use super::bind::Syntax;
use super::calls::{Calls, Request, State};
use super::contexts::{ContextState, Contexts};
use super::frames::{Frames, Joined, Pdu};
use super::output::Output;
use super::pdu::{
    self, FAULT_HEAD, Header, MAX_FRAGMENT, MUST_RECEIVE, PduType, RESPONSE_HEAD, RequestHead,
    ResponseHead, Trailer, bad, flag,
};
use crate::Limits;
use crate::contract::{
    CallHead, CallId, CallKind, ClientEngine, ClientEvent, Negotiation, RemoteCancel, Rx, Transmit,
};
use crate::dce::{fault, uuid};
use crate::fault::{CallError, Closed, Misuse, WireError};
use crate::pending_events;
use crate::security::{Initiator, Level};
use crate::time::{Clock, Instant, earlier};

/// Counts since the client was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Calls queued for sending, of any kind.
    pub calls: u64,
    /// Responses and faults delivered to callers.
    pub replies: u64,
    /// Faults that state that the call was not executed.
    pub not_executed: u64,
    /// Calls that timed out.
    pub timeouts: u64,
    /// PDUs that matched no call in flight.
    pub stray: u64,
    /// Binds and alter_contexts sent.
    pub negotiations: u64,
    /// Cancels sent.
    pub cancels: u64,
    /// Orphaned PDUs sent.
    pub orphans: u64,
}

/// The outstanding bind or alter_context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Negotiating {
    call_id: u32,
    context: u16,
}

/// What was negotiated with the server.
#[derive(Clone, Copy, Debug)]
struct Association {
    group: u32,
    /// The largest fragment that we send.
    most_fragment: usize,
    multiplex: bool,
    keep_on_orphan: bool,
}

/// The engine of one client connection. Its `Debug` prints every call and its state.
#[derive(Debug)]
pub struct Client {
    call_timeout: Duration,
    cancel_timeout: Duration,
    /// The largest stub data that can be sent.
    most_bytes: usize,
    /// The fragment size that we offer in both directions.
    offered: usize,
    frames: Frames<[u8; 4]>,
    calls: Calls,
    contexts: Contexts,
    association: Option<Association>,
    security: Option<ClientSecurity>,
    /// The group to join; 0 for a new one.
    group: u32,
    asked: Option<Negotiating>,
    /// Calls that wait for their context or for the connection, in order.
    queue: VecDeque<(u32, CallId)>,
    /// Without multiplexing, the call whose reply must arrive before the next is sent.
    line: Option<u32>,
    out: Output,
    writing: Option<u32>,
    events: VecDeque<ClientEvent>,
    ended: Option<CallError>,
    counters: Counters,
}

impl Client {
    /// A new connection. `seed` determines the first `call_id`.
    pub fn new(limits: Limits, seed: u64) -> Self {
        // Small seeds like 1, 2, 3 must give ids that are far apart.
        let first = (seed ^ seed >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        Client {
            frames: Frames::new(&limits),
            calls: Calls::new(limits.calls_in_flight, first),
            contexts: Contexts::new(limits.dce.presentation_contexts),
            call_timeout: limits.call_timeout,
            cancel_timeout: limits.cancel_timeout,
            most_bytes: limits.sent_message_bytes,
            offered: limits.fragment_bytes.clamp(MUST_RECEIVE, MAX_FRAGMENT),
            association: None,
            security: None,
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

    /// Joins the association group of another connection to the same server, so that context
    /// handles are valid in both. Before the first call.
    pub fn join_group(&mut self, group: u32) {
        self.group = group;
    }

    /// Authenticates the caller, and protects calls at this level. Before the first call.
    pub fn secure(&mut self, mechanism: Box<dyn Initiator>, level: Level) {
        if level > Level::None {
            self.security = Some(ClientSecurity::new(mechanism, level));
        }
    }

    /// The association group, once the server has assigned it.
    pub fn group(&self) -> Option<u32> {
        self.association.map(|a| a.group)
    }

    /// Whether several calls may be in flight; unknown before the first reply.
    pub fn multiplexes(&self) -> Option<bool> {
        self.association.map(|a| a.multiplex)
    }

    /// Counts so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// How many calls are being written, queued or awaiting a reply.
    pub fn calls_in_flight(&self) -> usize {
        self.calls.len()
    }

    /// Whether a call of this context can be sent at once, after the output.
    #[inline]
    fn is_clear(&self, context: u16) -> bool {
        let multiplex = self.association.is_some_and(|a| a.multiplex);
        self.queue.is_empty()
            && (multiplex || self.line.is_none())
            && self.contexts.state(context) == ContextState::Accepted
    }

    /// Sends the finished request at the end of the output.
    #[inline]
    fn dispatch(&mut self, at: u32) {
        let Some(association) = &self.association else {
            return;
        };
        let slot = self.calls.slot(at);
        let (head, most) = (slot.own.head, association.most_fragment);
        match &mut self.security {
            None => self.out.complete(head, most),
            Some(security) => {
                if let Err(denied) = security.complete(&mut self.out, head, most) {
                    return self.end(CallError::Insecure(denied.detail));
                }
            }
        }
        slot.state = State::Waiting;
        if slot.kind == CallKind::OneWay {
            self.calls.close(at);
        } else if !association.multiplex {
            self.line = Some(slot.id.0 as u32);
        }
    }

    /// Queues the finished request at the end of the output until it can be sent.
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

    /// Handles a PDU; returns the event if it is for a caller.
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
        let representation = pdu.header.representation;
        let stub = pdu.start + RESPONSE_HEAD..end;
        let hint = head.alloc_hint;
        match self
            .frames
            .join(&mut rx.buf, pdu, representation, stub, hint, now)?
        {
            Joined::Whole(whole) => Ok(Some(self.reply(at, whole.head, whole.body))),
            Joined::Partial => Ok(None),
            // A fragment without a first fragment.
            Joined::Unknown => Err(bad("pfc_flags", usize::from(pdu.header.flags))),
        }
    }

    /// Where the stub data of a PDU ends.
    #[inline]
    fn stub_end(&mut self, rx: &mut Rx, pdu: &Pdu, head: usize) -> Result<usize, WireError> {
        if let Some(security) = &mut self.security {
            let fragment = &mut rx.buf.data_mut()[pdu.start..pdu.end];
            let end = security.unprotect(&pdu.header, fragment, head)?;
            return Ok(pdu.start + end);
        }
        if pdu.header.auth_length == 0 {
            return Ok(pdu.end);
        }
        match Trailer::parse(&pdu.header, pdu.bytes(&rx.buf), head)? {
            Some((_, end)) => Ok(pdu.start + end),
            None => Ok(pdu.end),
        }
    }

    #[inline]
    fn reply(&mut self, at: u32, representation: [u8; 4], body: Range<usize>) -> ClientEvent {
        let id = self.calls.slot(at).id;
        self.calls.close(at);
        self.counters.replies += 1;
        self.free_line(id.0 as u32);
        ClientEvent::Reply {
            id,
            body,
            encoding: Encoding::Ndr(representation),
        }
    }

    /// A reply that no call awaits.
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

    fn take_fault(&mut self, rx: &mut Rx, pdu: &Pdu) -> Result<Option<ClientEvent>, WireError> {
        let header = &pdu.header;
        let status = fault::from_wire(pdu::fault_status(header, pdu.bytes(&rx.buf))?);
        // Deployed servers send most faults unprotected; a protected one has a sequence number like
        // any PDU.
        if header.auth_length > 0
            && self
                .security
                .as_ref()
                .is_some_and(ClientSecurity::is_established)
        {
            self.stub_end(rx, pdu, FAULT_HEAD)?;
        }
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

    /// The interface of a call, as a syntax.
    #[inline]
    fn interface(head: &CallHead<'_>) -> Result<Syntax, Misuse> {
        let uuid = uuid::of_interface(head)?;
        let (major, minor) = (head.interface.major(), head.interface.minor);
        Ok(Syntax { uuid, major, minor })
    }
}

impl ClientEngine for Client {
    fn begin_call(&mut self, head: &CallHead<'_>) -> Result<CallId, CallError> {
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
        let object = uuid::of_object(head)?;
        let request = RequestHead {
            alloc_hint: 0,
            context,
            opnum,
            object,
        };
        let own = Request {
            context,
            head: request.size(),
            ..Request::default()
        };
        let at = self
            .calls
            .open(head.kind, head.timeout, own)
            .ok_or(Misuse::TooManyCalls)?;
        let id = self.calls.slot(at).id;
        let mut header = Header::new(PduType::Request, id.0 as u32);
        if head.kind == CallKind::OneWay {
            header.flags |= flag::MAYBE;
        }
        let out = &mut self.out.buf;
        match object {
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

    #[inline]
    fn encoding(&self) -> Encoding {
        Encoding::NDR
    }

    fn finish_call(&mut self, now: Instant) -> Result<(), CallError> {
        let Some(at) = self.writing else {
            let misuse = Misuse::NotOffered("end of a call that did not begin").into();
            return Err(self.ended.clone().unwrap_or(misuse));
        };
        if let Some(why) = self.ended.clone() {
            self.abandon_call();
            return Err(why);
        }
        let slot = self.calls.slot(at);
        let (head, context) = (slot.own.head, slot.own.context);
        let deadline = now + slot.timeout.unwrap_or(self.call_timeout);
        slot.own.due = deadline;
        let bytes = self.out.unfinished().len() - head;
        let max = self.most_bytes;
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
        pending_events::forget(&mut self.events, id);
        if let Some(at) = self.calls.find(id) {
            if self.writing == Some(at) {
                self.abandon_call();
            } else {
                self.give_up(at);
            }
        }
    }

    fn next_event(&mut self, rx: &mut Rx, clock: &Clock) -> Option<ClientEvent> {
        loop {
            if !self.events.is_empty() || self.is_over() {
                self.frames.release(&mut rx.buf);
                return self.events.pop_front();
            }
            match self.frames.next(&mut rx.buf, clock) {
                Ok(pdu) => {
                    let pdu = pdu?;
                    if let Err(e) = pdu.header.check() {
                        self.break_down(e);
                    } else if let Some(event) = self.take(rx, &pdu, clock.now()) {
                        return Some(event);
                    }
                }
                Err(lost) => self.break_down(lost.why()),
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

    #[inline]
    fn is_finished(&self) -> bool {
        self.is_over()
    }

    fn is_closing(&self) -> bool {
        self.ended.is_some()
    }

    fn is_full(&self) -> bool {
        self.calls.is_full()
    }

    fn call_timeout(&self) -> Option<Duration> {
        Some(self.call_timeout)
    }

    fn shrink(&mut self) {
        if self.calls.len() > 0 {
            return;
        }
        // What is queued still has ended.
        self.queue = VecDeque::new();
        self.calls.shrink();
        self.frames.shrink();
        self.out.shrink();
        self.events.shrink_to_fit();
    }

    fn next_timeout(&self) -> Option<Instant> {
        let calls = self.calls.timers.first().map(|(at, _)| at);
        let message = match self.is_over() {
            false => self.frames.deadline(),
            true => None,
        };
        earlier(calls, message)
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

    fn negotiation(&mut self) -> Option<&mut dyn Negotiation> {
        Some(self)
    }

    fn remote_cancel(&mut self) -> Option<&mut dyn RemoteCancel> {
        Some(self)
    }
}

impl Negotiation for Client {
    fn prepare(&mut self, head: &CallHead<'_>, now: Instant) -> Result<Option<CallId>, CallError> {
        let id = self.begin_call(head)?;
        let Some(at) = self.writing.take() else {
            unreachable!("a call that was begun is being written");
        };
        self.out.rollback();
        let slot = self.calls.slot(at);
        let deadline = now + slot.timeout.unwrap_or(self.call_timeout);
        let context = slot.own.context;
        if self.contexts.state(context) == ContextState::Accepted {
            self.calls.close(at);
            self.advance();
            return Ok(None);
        }
        slot.own.due = deadline;
        slot.own.negotiates_only = true;
        slot.message.clear();
        slot.state = State::Queued;
        self.calls.timers.set(at, deadline);
        self.queue.push_back((at, id));
        self.advance();
        Ok(Some(id))
    }
}

impl RemoteCancel for Client {
    fn request_cancel(&mut self, id: CallId, now: Instant) -> bool {
        self.request_cancel_of(id, now)
    }
}

mod ending;
mod negotiation;
#[cfg(test)]
mod tests;
