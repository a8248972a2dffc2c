//! A client of one connection.
//!
//! Reading list: CORBA 3.0 sections 15.4 (messages), 15.5 (connections), 13.10.2.6 (code sets).
//!
//! A server may say that an object is elsewhere, or that it wants it named in another way. The call is then sent again: in
//! the same connection, or in another one if the driver can
//! [reconnect](crate::contract::Reconnection). It also is if the server closes the connection in an orderly way, after which
//! what it has not answered was not carried out.
//!
//! ```
//! use manyrpc_engine::giop::{Client, Version, pdu};
//! use manyrpc_engine::{CallHead, ClientEngine, Instant, Limits, Path};
//!
//! let mut client = Client::new(Limits::default(), Version::V1_0, 1);
//! let path = Path { interface: "shop.Cart", operation: "clear" };
//! client.begin_call(&CallHead::named(path))?;
//! client.finish_call(Instant::ZERO)?;
//! let request = client.poll_transmit().unwrap().bytes;
//! let header = pdu::Header::parse(request.first_chunk().unwrap()).unwrap();
//! let head = pdu::Request::parse(&header, request).unwrap();
//! assert_eq!((head.target, head.operation), (pdu::Target::Key(b"shop.Cart"), "clear"));
//! # Ok::<(), manyrpc_engine::CallError>(())
//! ```

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use manyrpc_codec::cdr::ByteOrder;
use manyrpc_codec::{Buf, Encoding};

use super::code_sets::CodeSets;
use super::frames::{Frames, Message};
use super::pdu::{self, MessageType, Reply, ReplyStatus, RequestHead, Response};
use super::{SyncScope, Version, metadata_of, put_metadata, wire};
use crate::Limits;
use crate::carrier::kept::{KeepingOutbox, Ticket};
use crate::contract::{
    CallHead, CallId, CallKind, ClientEngine, ClientEvent, ClientMetadata, Location, Reconnection,
    RemoteCancel, Rx, Transmit,
};
use crate::fault::{CallError, Closed, Misuse, WireError};
use crate::in_flight::{InFlight, State};
use crate::name::ReplyMetadata;
use crate::pending_events;
use crate::time::{Clock, Instant, earlier};
use moves::Moves;

/// Counts since the client was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Calls sent, of any kind.
    pub calls: u64,
    /// Replies delivered to callers.
    pub replies: u64,
    /// Calls sent again: elsewhere, with another addressing, or after an orderly close.
    pub again: u64,
    /// Calls that timed out.
    pub timeouts: u64,
    /// Messages that matched no call in flight.
    pub stray: u64,
    /// Cancel requests sent.
    pub cancels: u64,
}

/// State of a call in flight.
#[derive(Debug, Default)]
struct Call {
    due: Instant,
    /// A cancel request was sent.
    cancelled: bool,
    /// Offset of its body in its message.
    body: usize,
    /// Where its head ends, in front of the padding that only a body needs.
    unpadded: usize,
    /// Where it is sent.
    place: u32,
    /// How often it was sent again.
    hops: u8,
    /// It only asks where its object is.
    locates: bool,
    /// It has come back from a place that could not be reached.
    returned: bool,
    /// Its message in the output, if it was sent and may be sent again.
    sent: Option<Ticket>,
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at place {}", self.place)
    }
}

/// How often a call is sent again before it fails.
const MOST_HOPS: u8 = 8;

/// The engine of one client connection. Its `Debug` prints every call and its state.
#[derive(Debug)]
pub struct Client {
    limits: Limits,
    version: Version,
    sync_scope: SyncScope,
    /// Whether the server is told of requests that nobody waits for, in versions in which it can be.
    sends_cancels: bool,
    frames: Frames,
    calls: InFlight<Call>,
    code_sets: CodeSets,
    /// Whether the server has answered, and so knows the code sets.
    knows_code_sets: bool,
    out: KeepingOutbox,
    writing: Option<u32>,
    /// Calls that wait for another connection, in order.
    queue: VecDeque<(u32, CallId)>,
    moves: Moves,
    /// Whether the driver reconnects.
    reconnects: bool,
    /// Where the objects of this end are, if it offers to be called over the connection.
    offer: Option<Vec<(String, u16)>>,
    /// Whether calls may be made: the end that has accepted a connection needs an offer.
    may_call: bool,
    /// The server has ended the connection in an orderly way.
    left: bool,
    /// The connection has ended, and calls wait for another one.
    closed: bool,
    events: VecDeque<ClientEvent>,
    /// The service contexts of the last reply.
    metadata: Option<Box<ReplyMetadata>>,
    ended: Option<CallError>,
    counters: Counters,
}

impl Client {
    /// A new connection. `seed` determines the first request id.
    pub fn new(limits: Limits, version: Version, seed: u64) -> Self {
        // Small seeds like 1, 2, 3 must give numbers that are far apart.
        let first = (seed ^ seed >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        Client {
            frames: Frames::new(&limits),
            calls: InFlight::new(limits.calls_in_flight, first),
            limits,
            version,
            sync_scope: SyncScope::default(),
            sends_cancels: true,
            code_sets: CodeSets::UNICODE,
            knows_code_sets: false,
            out: KeepingOutbox::default(),
            writing: None,
            queue: VecDeque::new(),
            moves: Moves::default(),
            reconnects: false,
            offer: None,
            may_call: true,
            left: false,
            closed: false,
            events: VecDeque::new(),
            metadata: None,
            ended: None,
            counters: Counters::default(),
        }
    }

    /// Sets the code sets of text. Before the first call.
    pub fn set_code_sets(&mut self, code_sets: CodeSets) {
        self.code_sets = code_sets;
    }

    /// Sets when calls without a reply are over. Before the first call.
    pub fn set_sync_scope(&mut self, scope: SyncScope) {
        self.sync_scope = scope;
    }

    /// Sets whether the server is told of requests that nobody waits for. Before the first call.
    pub fn set_cancels(&mut self, sends_cancels: bool) {
        self.sends_cancels = sends_cancels;
    }

    /// Sets where the connection leads, as the object's reference has it: when a server says that an object is there,
    /// this connection is meant. Before the first call.
    pub fn set_endpoint(&mut self, host: &str, port: u16) {
        self.moves.set_home((host.into(), port));
    }

    /// The connection is over TLS, and so are those to other servers. Before the first call.
    pub fn set_secured(&mut self) {
        self.moves.secured = true;
    }

    /// Cuts messages for a server that may have no room for long ones ([`Iiop::wants_pieces`](super::ior::Iiop::wants_pieces)).
    pub fn cut_messages(&mut self) {
        self.frames.cut();
    }

    /// From now on messages are sent in pieces of at most so many bytes.
    pub(super) fn limit_pieces(&mut self, most: usize) {
        self.frames.limit_pieces(most);
    }

    /// Counts so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// How many calls are being written, queued or awaiting a reply.
    pub fn calls_in_flight(&self) -> usize {
        self.calls.len()
    }

    /// Opens a slot for a call.
    #[inline]
    fn open(&mut self, head: &CallHead<'_>) -> Result<u32, CallError> {
        self.abandon_call();
        if let Some(why) = &self.ended {
            return Err(why.clone());
        }
        if !self.may_call {
            let what = "call over a connection whose other end has not offered to be called";
            return Err(Misuse::NotOffered(what).into());
        }
        if head.kind == CallKind::Broadcast {
            return Err(Misuse::NotOffered("broadcast over a connection").into());
        }
        let at = self
            .calls
            .open(self.expects(head.kind), head.timeout, Call::default());
        Ok(at.ok_or(Misuse::TooManyCalls)?)
    }

    /// Whether a call waits for the reply to the request with that number.
    pub(super) fn awaits(&self, request: u32) -> bool {
        self.calls.find_waiting(request).is_some()
    }

    fn minor(&self) -> u8 {
        self.version.minor()
    }

    /// Appends service contexts: what the server does not know yet of the client, and those that `others` appends, which
    /// returns how many they are. `has` tells which are among these.
    fn put_contexts(
        &self,
        buf: &mut Buf,
        has: impl Fn(u32) -> bool,
        others: impl FnOnce(&mut Buf, usize) -> u32,
    ) {
        let start = buf.len();
        buf.put_array([0; 4]);
        let mut n = 0u32;
        if self.minor() > 0 && !self.knows_code_sets && !has(pdu::context::CODE_SETS) {
            buf.put_array(pdu::context::CODE_SETS.to_le_bytes());
            self.code_sets.put(buf);
            n += 1;
        }
        n += u32::from(!has(pdu::context::BI_DIR_IIOP) && self.put_offer(buf, start));
        n += others(buf, start);
        wire::align(buf, start, 4);
        buf.data_mut()[start..start + 4].copy_from_slice(&n.to_le_bytes());
    }

    /// Frees a call's slot, and drops its message.
    #[inline]
    fn close(&mut self, at: u32) {
        let slot = self.calls.slot(at);
        if !slot.message.is_empty() {
            slot.message = Buf::new();
        }
        if let Some(ticket) = slot.own.sent.take() {
            self.out.release(ticket);
        }
        self.calls.close(at);
    }

    /// Handles a message; returns the event if it is for a caller.
    #[inline]
    pub(super) fn take(&mut self, rx: &Rx, message: &Message) -> Option<ClientEvent> {
        let taken = match message.header.kind {
            MessageType::Reply => self.take_reply(rx, message),
            MessageType::CloseConnection => {
                self.leave();
                Ok(None)
            }
            MessageType::MessageError => Err(NOT_UNDERSTOOD),
            MessageType::LocateReply => self.take_locate_reply(rx, message),
            other => Err(wire::bad("message_type", other.into())),
        };
        taken.unwrap_or_else(|e| {
            self.break_down(e);
            None
        })
    }

    fn take_reply(&mut self, rx: &Rx, message: &Message) -> Result<Option<ClientEvent>, WireError> {
        let header = &message.header;
        let bytes = message.bytes(&rx.buf);
        let reply = Reply::parse(header, bytes)?;
        let Some(at) = self.calls.find_waiting(reply.id) else {
            self.counters.stray += 1;
            return Ok(None);
        };
        self.knows_code_sets = true;
        if !reply.contexts.is_empty()
            && let Err(refusal) = self.take_contexts(&reply)
        {
            return Ok(Some(self.fail(at, refusal)));
        }
        if reply.status != ReplyStatus::NoException {
            return self.take_other(at, message, bytes, &reply);
        }
        let id = self.calls.slot(at).id;
        self.close(at);
        self.counters.replies += 1;
        let representation = self.code_sets.representation(header.order, header.minor);
        Ok(Some(ClientEvent::Reply {
            id,
            body: pdu::range_of(&message.range, reply.body),
            encoding: Encoding::Cdr(message.body(representation, reply.body)),
        }))
    }

    /// Service contexts are in front of what they belong to.
    #[cold]
    fn take_contexts(&mut self, reply: &Reply<'_>) -> Result<(), CallError> {
        let most = self.limits.metadata_bytes;
        let metadata = metadata_of(reply.contexts.clone(), most);
        let initial = metadata.ok_or(WireError::TooLarge {
            bytes: most as u64 + 1,
        })?;
        if !initial.is_empty() {
            self.metadata = Some(Box::new(ReplyMetadata {
                initial,
                ..ReplyMetadata::NONE
            }));
        }
        Ok(())
    }

    fn fail(&mut self, at: u32, error: CallError) -> ClientEvent {
        let slot = self.calls.slot(at);
        let id = slot.id;
        self.close(at);
        self.queue.retain(|(_, queued)| *queued != id);
        ClientEvent::Failed { id, error }
    }

    fn places_in_order(&mut self) -> Vec<u32> {
        let mut open: Vec<_> = self.calls.open_places().collect();
        open.sort_by_key(|at| self.calls.slot(*at).id);
        open
    }

    /// Fails the calls in those states, in order.
    fn fail_all(&mut self, error: &CallError, which: impl Fn(State) -> bool) {
        for at in self.places_in_order() {
            let state = self.calls.slot(at).state;
            if which(state) {
                let event = self.fail(at, error.clone());
                if state != State::Writing {
                    self.events.push_back(event);
                }
            }
        }
        self.writing = None;
        self.out.clear();
    }

    /// Fails every call in flight, and allows no more.
    fn end(&mut self, error: CallError) {
        self.fail_all(&error, |_| true);
        if self.ended.is_none() {
            self.ended = Some(error);
        }
    }

    /// A server that sends what is no message of GIOP is told so (section 15.4.8).
    fn break_down(&mut self, e: WireError) {
        let between_messages = self.out.due().is_empty();
        self.end(e.into());
        if between_messages && !matches!(e, WireError::TooSlow | NOT_UNDERSTOOD) {
            let minor = self.minor();
            pdu::put_bare(self.out.buf(), minor, MessageType::MessageError);
            self.out.commit();
        }
        self.ended = Some(e.into());
        self.events.push_back(ClientEvent::Broken(e));
    }

    /// A call ends before its reply has arrived.
    fn give_up(&mut self, at: u32) {
        let slot = self.calls.slot(at);
        let (id, state, kind, cancelled) = (slot.id, slot.state, slot.kind, slot.own.cancelled);
        self.close(at);
        self.queue.retain(|(_, queued)| *queued != id);
        self.frames.forget(id.0 as u32);
        let waits = state == State::Waiting && kind == CallKind::Call && self.ended.is_none();
        if waits && !cancelled && self.sends_cancels() {
            self.send_cancel(id);
        }
    }

    /// Whether the server is told of requests that nobody waits for. Section 15.4.4 has that in every version, but omniORB
    /// closes a connection on which it is told in 1.0 or 1.1, and with it fail all other calls.
    fn sends_cancels(&self) -> bool {
        self.sends_cancels && self.version.minor() >= 2
    }

    /// Tells the server that nobody waits for a reply (section 15.4.4), before the request being written.
    fn send_cancel(&mut self, id: CallId) {
        self.counters.cancels += 1;
        let before = self.out.buf().len();
        pdu::put_cancel(self.out.buf(), self.version.minor(), id.0 as u32);
        let n = self.out.buf().len() - before;
        self.out.commit_before(n);
    }

    /// A call has timed out, or the server has not ended it in time after it was asked to.
    fn alarm(&mut self, at: u32) {
        let slot = self.calls.slot(at);
        let id = slot.id;
        let transmissions = u32::from(slot.state == State::Waiting);
        let error = match slot.own.cancelled {
            true => CallError::Cancelled,
            false => CallError::TimedOut { transmissions },
        };
        self.counters.timeouts += u64::from(!slot.own.cancelled);
        self.give_up(at);
        self.events.push_back(ClientEvent::Failed { id, error });
    }

    /// No more messages are handled. After an orderly close, nothing is in flight.
    #[inline]
    fn is_over(&self) -> bool {
        self.ended.is_some() && self.calls.len() == 0
    }
}

/// The key of a call's object where its reference says.
fn own_key<'a>(head: &CallHead<'a>) -> &'a [u8] {
    match head.object {
        Some(object) => object.as_bytes(),
        None => head.interface.full_name.as_bytes(),
    }
}

/// The server has answered with a message error.
const NOT_UNDERSTOOD: WireError = WireError::Violation("it did not understand a message");

impl ClientEngine for Client {
    fn begin_call(&mut self, head: &CallHead<'_>) -> Result<CallId, CallError> {
        let at = self.open(head)?;
        let id = self.calls.slot(at).id;
        let (place, key) = self.moves.of(own_key(head));
        let request = RequestHead {
            minor: self.version.minor(),
            id: id.0 as u32,
            response: match head.kind {
                CallKind::OneWay => self.sync_scope.response(),
                _ => Response::Results,
            },
            operation: head.name,
        };
        self.out.begin();
        let mut buf = core::mem::take(self.out.buf());
        let start = self.out.start();
        let metadata =
            |buf: &mut Buf, start| head.metadata.map_or(0, |all| put_metadata(buf, start, all));
        let contexts = |buf: &mut Buf| self.put_contexts(buf, |_| false, metadata);
        let unpadded = request.put(&mut buf, start, (key, None), contexts);
        let body = buf.len() - start;
        *self.out.buf() = buf;
        let call = &mut self.calls.slot(at).own;
        (call.unpadded, call.body, call.place) = (unpadded, body, place);
        self.writing = Some(at);
        Ok(id)
    }

    #[inline]
    fn body(&mut self) -> &mut Buf {
        self.out.buf()
    }

    #[inline]
    fn encoding(&self) -> Encoding {
        let representation = self
            .code_sets
            .representation(ByteOrder::Little, self.version.minor());
        match self.writing {
            Some(at) => Encoding::Cdr(representation.at(self.calls.own(at).body)),
            None => Encoding::Cdr(representation),
        }
    }

    fn finish_call(&mut self, now: Instant) -> Result<(), CallError> {
        let Some(at) = self.writing else {
            let misuse = Misuse::NotOffered("end of a call that did not begin").into();
            return Err(self.ended.clone().unwrap_or(misuse));
        };
        let start = self.out.start();
        let slot = self.calls.slot(at);
        let bytes = self.out.unfinished().len() - slot.own.body;
        let max = self.limits.sent_message_bytes;
        if bytes > max {
            self.abandon_call();
            return Err(Misuse::TooLarge { bytes, max }.into());
        }
        if bytes == 0 {
            self.out.buf().truncate(start + slot.own.unpadded);
        }
        let due = now + slot.timeout.unwrap_or(self.limits.call_timeout);
        slot.own.due = due;
        self.writing = None;
        self.counters.calls += 1;
        self.calls.timers.set(at, due);
        self.dispatch(at);
        Ok(())
    }

    fn abandon_call(&mut self) {
        if let Some(at) = self.writing.take() {
            self.out.rollback();
            self.close(at);
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
        self.metadata = None;
        loop {
            if !self.events.is_empty() || self.is_over() || self.left {
                self.frames.release(&mut rx.buf);
                return self.events.pop_front();
            }
            match self.frames.next(&mut rx.buf, clock) {
                Ok(message) => {
                    if let Some(event) = self.take(rx, &message?) {
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
        let error = CallError::Closed(how);
        // Closed once more, no other connection could be had.
        let waits = self.reconnects && !self.queue.is_empty();
        if waits && !core::mem::replace(&mut self.closed, true) {
            self.fail_all(&error, |state| state != State::Queued);
            self.left = true;
        } else {
            self.end(error);
        }
    }

    #[inline]
    fn expects(&self, kind: CallKind) -> CallKind {
        match (kind, self.sync_scope) {
            (CallKind::OneWay, SyncScope::Server | SyncScope::Target) => CallKind::Call,
            _ => kind,
        }
    }

    #[inline]
    fn is_finished(&self) -> bool {
        self.is_over()
    }

    fn is_full(&self) -> bool {
        self.calls.is_full()
    }

    fn call_timeout(&self) -> Option<core::time::Duration> {
        Some(self.limits.call_timeout)
    }

    fn next_timeout(&self) -> Option<Instant> {
        let calls = self.calls.timers.first().map(|(at, _)| at);
        let message = match self.ended.is_some() || self.left {
            false => self.frames.deadline(),
            true => None,
        };
        earlier(calls, message)
    }

    fn handle_timeout(&mut self, now: Instant) {
        if self.ended.is_none() && !self.left && self.frames.is_late(now) {
            self.break_down(WireError::TooSlow);
        }
        while let Some((due, at)) = self.calls.timers.first()
            && due <= now
        {
            self.alarm(at);
        }
    }

    fn shrink(&mut self) {
        self.out.shrink();
        self.calls.shrink();
        self.frames.shrink();
        self.queue.shrink_to_fit();
        self.events.shrink_to_fit();
    }

    fn metadata(&mut self) -> Option<&mut dyn ClientMetadata> {
        Some(self)
    }

    fn location(&mut self) -> Option<&mut dyn Location> {
        Some(self)
    }

    fn remote_cancel(&mut self) -> Option<&mut dyn RemoteCancel> {
        Some(self)
    }

    fn reconnection(&mut self) -> Option<&mut dyn Reconnection> {
        Some(self)
    }
}

impl ClientMetadata for Client {
    fn take_metadata(&mut self) -> Option<Box<ReplyMetadata>> {
        self.metadata.take()
    }
}

/// By a LocateRequest (section 15.4.5).
impl Location for Client {
    fn locate(&mut self, head: &CallHead<'_>, now: Instant) -> Result<CallId, CallError> {
        let question = CallHead {
            kind: CallKind::Call,
            ..*head
        };
        let at = self.open(&question)?;
        let id = self.calls.slot(at).id;
        let (place, key) = self.moves.of(own_key(head));
        self.out.begin();
        let (start, minor) = (self.out.start(), self.version.minor());
        pdu::put_locate(self.out.buf(), start, minor, id.0 as u32, (key, None));
        let end = self.out.unfinished().len();
        let call = &mut self.calls.slot(at).own;
        (call.unpadded, call.body, call.place) = (end, end, place);
        call.locates = true;
        self.writing = Some(at);
        self.finish_call(now)?;
        Ok(id)
    }
}

impl RemoteCancel for Client {
    fn request_cancel(&mut self, id: CallId, now: Instant) -> bool {
        let Some(at) = self.calls.find(id) else {
            return false;
        };
        let sends_cancels = self.sends_cancels();
        let slot = self.calls.slot(at);
        match (slot.state, slot.kind) {
            (State::Waiting, CallKind::Call) if sends_cancels => {
                let due = slot.own.due.min(now + self.limits.cancel_timeout);
                if !core::mem::replace(&mut slot.own.cancelled, true) {
                    self.calls.timers.set(at, due);
                    self.send_cancel(id);
                }
                true
            }
            (State::Queued, _) => {
                let event = self.fail(at, CallError::Cancelled);
                self.events.push_back(event);
                true
            }
            _ => false,
        }
    }
}

mod ending;
mod moves;
mod offer;
mod resending;
#[cfg(test)]
mod tests;
