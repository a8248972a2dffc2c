//! A client of such messages, for one connection.
//!
//! Any number of calls may be in flight. Replies that no call awaits, and calls from the server,
//! are ignored.

mod receive;

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;
use core::time::Duration;

use manyrpc_codec::{Buf, Encoding};

use super::medium::{ClientMedium, Last};
use super::names::{Method, Naming};
use super::{Protocol, Within};
use crate::Limits;
use crate::carrier::http1;
use crate::contract::{
    Batches, CallHead, CallId, CallKind, ClientEngine, ClientEvent, ClientMetadata, Reconnection,
    Rx, Transmit,
};
use crate::fault::{CallError, Closed, Misuse, WireError};
use crate::in_flight::{InFlight, State};
use crate::in_use::InUse;
use crate::name::ReplyMetadata;
use crate::pending_events;
use crate::streams::Streams;
use crate::time::{Clock, Instant, earlier};

/// Counts since the client was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Calls sent, of any kind.
    pub calls: u64,
    /// Replies delivered to callers.
    pub replies: u64,
    /// Messages, and members of batches, that matched no call in flight.
    pub stray: u64,
}

/// The token of a batch: this and a serial number. The token of a single call is its id.
const BATCH: u64 = 1 << 63;
/// The token of requests whose responses nobody awaits.
const NOBODY: u64 = u64::MAX;

/// The batch that a call was sent in, if any.
#[derive(Debug, Default)]
struct BatchToken(Option<u64>);

impl fmt::Display for BatchToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(token) => write!(f, "in batch {}", token & !BATCH),
            None => Ok(()),
        }
    }
}

/// The call being written.
#[derive(Clone, Copy, Debug)]
struct Writing {
    at: u32,
    /// Offsets of the request and of its parameters in the message.
    start: usize,
    before: usize,
    idempotent: bool,
}

/// A message with several calls.
#[derive(Debug)]
struct Batch {
    token: u64,
    /// In order; `None` for those without a reply.
    calls: Vec<Option<CallId>>,
    idempotent: bool,
}

/// A reply in the last message.
type Lent = (CallId, Result<Range<usize>, CallError>);

/// Those of the [`Limits`] that it asks for during calls: an idle connection should be small.
#[derive(Clone, Copy, Debug)]
struct Caps {
    message_bytes: usize,
    message_fragments: usize,
    sent_message_bytes: usize,
    call_timeout: Duration,
}

/// The engine of one connection. Its `Debug` prints every call and its state.
#[derive(Debug)]
pub struct Client<P> {
    caps: Caps,
    medium: ClientMedium,
    pub(crate) protocol: P,
    calls: InFlight<BatchToken>,
    writing: Option<Writing>,
    method: Method,
    /// The batch being collected.
    gathering: Option<Box<Batch>>,
    batches: Vec<Batch>,
    serial: u64,
    /// Replies in the last message.
    lent: InUse<VecDeque<Lent>>,
    events: InUse<VecDeque<ClientEvent>>,
    ended: Option<Box<CallError>>,
    /// The metadata of the last event.
    metadata: Option<Box<ReplyMetadata>>,
    /// What the end of the connection may complete.
    last: Last,
    /// A call was abandoned that may keep the server busy.
    abandoned: bool,
    /// The driver reconnects if calls need it.
    renewable: bool,
    counters: Counters,
}

/// Numbers start low, so that they are short and keep one length for long.
const FIRST: u64 = 0xfff;

/// A message that is no reply to its request, or lacks a member's reply.
pub(crate) const NO_REPLY: WireError = WireError::Violation("what it sent is no reply to the call");

impl<P: Protocol> Client<P> {
    pub(crate) fn over(limits: Limits, medium: ClientMedium, protocol: P, seed: u64) -> Self {
        Client {
            medium,
            protocol,
            calls: InFlight::new(limits.calls_in_flight, seed & FIRST),
            caps: Caps {
                message_bytes: limits.message_bytes,
                message_fragments: limits.message_fragments,
                sent_message_bytes: limits.sent_message_bytes,
                call_timeout: limits.call_timeout,
            },
            writing: None,
            method: Method::default(),
            gathering: None,
            batches: Vec::new(),
            serial: 0,
            lent: InUse::default(),
            events: InUse::default(),
            ended: None,
            metadata: None,
            last: Last::Nothing,
            abandoned: false,
            renewable: false,
            counters: Counters::default(),
        }
    }

    /// How method names are formed.
    pub fn set_naming(&mut self, naming: Naming) {
        self.method.set_naming(naming);
    }

    /// Lets no call over HTTP wait for another
    /// ([`http1::Client::set_pipelining`](crate::carrier::http1::Client::set_pipelining)); over
    /// bare streams none does.
    pub fn set_pipelining(&mut self, on: bool) {
        if let Some(http) = self.http_client() {
            http.set_pipelining(on);
        }
    }

    /// Uses the HTTP connection for one message only
    /// ([`http1::Client::set_once`](crate::carrier::http1::Client::set_once)).
    pub fn set_once(&mut self) {
        if let Some(http) = self.http_client() {
            http.set_once();
        }
    }

    /// Compresses messages over HTTP by gzip, and accepts such replies.
    pub fn set_compressing(&mut self) {
        if let Some(http) = self.http_client() {
            http.set_compressing();
        }
    }

    /// The connection, if it is one of HTTP.
    pub(crate) fn http_client(&mut self) -> Option<&mut http1::Client> {
        match &mut self.medium {
            ClientMedium::Http(http) => Some(http),
            ClientMedium::Stream(_) => None,
        }
    }

    /// Counts so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Fails all calls in flight except those whose reply may already have arrived, and those kept
    /// for another connection.
    fn fail_all(&mut self, error: &CallError) {
        let mut open: Vec<_> = self.calls.open_places().collect();
        open.sort_by_key(|at| self.calls.slot(*at).id);
        for at in open {
            let slot = self.calls.slot(at);
            let (id, state) = (slot.id, slot.state);
            let token = slot.own.0.unwrap_or(id.0);
            if self.is_awaited(token) || self.renewable && !self.is_sent(token, state) {
                continue;
            }
            self.calls.close(at);
            if state == State::Waiting {
                let error = error.clone();
                self.events.push_back(ClientEvent::Failed { id, error });
            }
        }
        if !self.renewable {
            (self.writing, self.gathering) = (None, None);
        }
        let mut batches = core::mem::take(&mut self.batches);
        batches.retain(|batch| self.is_awaited(batch.token));
        self.batches = batches;
    }

    /// Whether a reply to this message may still arrive, on this connection or another.
    fn is_awaited(&self, token: u64) -> bool {
        self.last == Last::AnswerTo(token) || self.medium.awaits(token)
    }

    /// Whether a call and its message are complete.
    fn is_sent(&self, token: u64, state: State) -> bool {
        let gathering = self.gathering.as_ref().map(|batch| batch.token);
        state == State::Waiting && gathering != Some(token)
    }

    /// The connection has ended, after what it may have completed: calls fail or are kept for
    /// another.
    fn end_calls(&mut self, how: Closed) {
        self.drop_done(how == Closed::Unread);
        self.fail_all(&CallError::Closed(how));
    }

    /// Drops the messages that are not kept for another connection.
    fn drop_done(&mut self, unread: bool) {
        if !self.renewable {
            return self.medium.clear();
        }
        let (calls, batches) = (&self.calls, &self.batches);
        let open = |id: &Option<CallId>| id.is_some_and(|id| calls.find(id).is_some());
        self.medium.keep_retriable(unread, |token| {
            let batch = batches.iter().find(|batch| batch.token == token);
            match batch {
                Some(batch) => batch.calls.iter().any(open),
                None => token == NOBODY || open(&Some(CallId(token))),
            }
        });
    }

    fn break_down(&mut self, e: WireError) {
        if self.ended.is_none() {
            self.renewable = false;
            self.medium.clear();
            self.fail_all(&e.into());
            self.ended = Some(Box::new(e.into()));
            self.events.push_back(ClientEvent::Broken(e));
        }
    }

    /// The next event that waits.
    fn next_pending(&mut self) -> Option<ClientEvent> {
        self.events.used()?.pop_front()
    }

    /// Why a call cannot begin, if so.
    fn refusal(&self, head: &CallHead<'_>) -> Option<CallError> {
        if let Some(why) = &self.ended {
            return Some((**why).clone());
        }
        if self.medium.is_closing() && !self.renewable {
            return Some(CallError::Closed(Closed::ByPeer));
        }
        let misuse = if head.name.is_empty() {
            Misuse::NotOffered("call without a name")
        } else if head.kind == CallKind::Broadcast {
            Misuse::NotOffered("broadcast")
        } else if head.streams != Streams::NONE {
            Misuse::STREAMS
        } else if self.medium.is_taken() {
            Misuse::TooManyCalls
        } else {
            return None;
        };
        Some(misuse.into())
    }

    /// The delimiters of a batch, in a protocol that has batches.
    fn several(&self) -> Option<super::Delimiters> {
        self.gathering
            .as_ref()
            .and_then(|_| self.protocol.request_delimiters())
    }

    fn within(&self) -> Within {
        match self.gathering {
            Some(_) => Within::Batch,
            None => Within::Alone,
        }
    }

    /// Sends the written call, or adds it to its batch.
    fn dispatch(&mut self, at: u32, idempotent: bool) {
        let slot = self.calls.slot(at);
        let call = (slot.kind == CallKind::Call).then_some(slot.id);
        match &mut self.gathering {
            Some(batch) => {
                slot.own = BatchToken(Some(batch.token));
                batch.calls.push(call);
                batch.idempotent &= idempotent;
            }
            None => {
                let token = call.map_or(NOBODY, |id| id.0);
                self.medium.finish(token, idempotent);
            }
        }
    }
}

impl<P: Protocol> ClientMetadata for Client<P> {
    fn take_metadata(&mut self) -> Option<Box<ReplyMetadata>> {
        self.metadata.take()
    }
}

impl<P: Protocol> ClientEngine for Client<P> {
    fn metadata(&mut self) -> Option<&mut dyn ClientMetadata> {
        match P::HAS_METADATA {
            true => Some(self),
            false => None,
        }
    }

    fn begin_call(&mut self, head: &CallHead<'_>) -> Result<CallId, CallError> {
        self.abandon_call();
        if let Some(why) = self.refusal(head) {
            return Err(why);
        }
        let at = self
            .calls
            .open(head.kind, head.timeout, BatchToken::default())
            .ok_or(Misuse::TooManyCalls)?;
        let (several, within) = (self.several(), self.within());
        let start = self.medium.out().unfinished().len();
        if start == 0 {
            self.medium.begin(self.protocol.request_fields(head));
        }
        let out = self.medium.out();
        if let Some(several) = several {
            out.buf.put(match start {
                0 => several.open,
                _ => several.between,
            });
        }
        let method = self.method.of(head.path());
        let (metadata, buf) = (head.metadata, &mut out.buf);
        self.protocol.begin_request(buf, method, metadata, within);
        let before = out.unfinished().len();
        let idempotent = head.idempotent;
        self.writing = Some(Writing {
            at,
            start,
            before,
            idempotent,
        });
        Ok(self.calls.slot(at).id)
    }

    #[inline]
    fn body(&mut self) -> &mut Buf {
        &mut self.medium.out().buf
    }

    #[inline]
    fn encoding(&self) -> Encoding {
        self.protocol.encoding()
    }

    fn finish_call(&mut self, now: Instant) -> Result<(), CallError> {
        let Some(writing) = self.writing else {
            let misuse = Misuse::NotOffered("end of a call that did not begin").into();
            return Err(self.ended.as_deref().cloned().unwrap_or(misuse));
        };
        let (several, within) = (self.several(), self.within());
        let Writing { at, before, .. } = writing;
        let slot = self.calls.slot(at);
        let one_way = slot.kind == CallKind::OneWay;
        let number = (!one_way).then_some(slot.id.0 as u32);
        let (head, out) = (self.medium.head(), self.medium.out());
        let body = out.start() + before;
        self.protocol
            .end_request(&mut out.buf, body, number, within);
        let close = several.map_or(0, |several| several.close.len());
        let (bytes, max) = (
            out.unfinished().len() - head + close,
            self.caps.sent_message_bytes,
        );
        if bytes > max {
            self.abandon_call();
            return Err(Misuse::TooLarge { bytes, max }.into());
        }
        self.writing = None;
        self.dispatch(at, writing.idempotent);
        self.counters.calls += 1;
        if one_way {
            self.calls.close(at);
            return Ok(());
        }
        let slot = self.calls.slot(at);
        slot.state = State::Waiting;
        let deadline = now + slot.timeout.unwrap_or(self.caps.call_timeout);
        self.calls.timers.set(at, deadline);
        Ok(())
    }

    fn abandon_call(&mut self) {
        if let Some(Writing { at, start, .. }) = self.writing.take() {
            let out = self.medium.out();
            let end = out.start() + start;
            out.buf.truncate(end);
            self.calls.close(at);
        }
    }

    fn cancel(&mut self, id: CallId) {
        if let Some(events) = self.events.used() {
            pending_events::forget(events, id);
        }
        if let Some(at) = self.calls.find(id) {
            if self.writing.is_some_and(|w| w.at == at) {
                self.abandon_call();
            } else {
                self.calls.close(at);
                self.abandoned = true;
            }
        }
    }

    fn next_event(&mut self, rx: &mut Rx, clock: &Clock) -> Option<ClientEvent> {
        self.metadata = None;
        loop {
            if let Some(event) = self.next_lent() {
                return Some(event);
            }
            if self.last != Last::Nothing
                && let Some(event) = self.last_message(rx, clock)
            {
                return Some(event);
            }
            if self.ended.is_some() || !self.events.is_empty() {
                self.medium.release(&mut rx.buf);
                return self.next_pending();
            }
            match self.medium.next(&mut rx.buf, clock) {
                Ok(received) => {
                    if let Some(event) = self.take_message(rx, received?) {
                        return Some(event);
                    }
                }
                Err(e) => self.break_down(e),
            }
        }
    }

    fn wanted(&self) -> usize {
        self.medium.arrival().wanted()
    }

    fn poll_transmit(&mut self) -> Option<Transmit<'_>> {
        let bytes = self.medium.due();
        (!bytes.is_empty()).then_some(Transmit { to: None, bytes })
    }

    fn sent(&mut self, n: usize) {
        self.medium.sent(n);
    }

    fn handle_closed(&mut self, how: Closed) {
        let error = CallError::Closed(how);
        if self.ended.is_some() {
            // No reconnection either.
            self.medium.clear();
            return self.fail_all(&error);
        }
        self.last = self.medium.end(how);
        self.ended = Some(Box::new(error));
        if self.last == Last::Nothing {
            self.end_calls(how);
        }
    }

    /// Over HTTP, a response that nobody awaits would delay the calls after it.
    fn is_finished(&self) -> bool {
        let held_up = self.abandoned && self.medium.is_waiting();
        let over = self.medium.is_closing() && !self.awaits_reconnection();
        self.calls.len() == 0 && (over || held_up)
    }

    fn is_full(&self) -> bool {
        self.calls.is_full()
    }

    fn call_timeout(&self) -> Option<Duration> {
        Some(self.caps.call_timeout)
    }

    fn next_timeout(&self) -> Option<Instant> {
        let open = self.ended.is_none();
        let message = self.medium.arrival().deadline().filter(|_| open);
        let call = self.calls.timers.first().map(|(at, _)| at);
        earlier(call, message)
    }

    fn handle_timeout(&mut self, now: Instant) {
        if self.medium.arrival().is_late(now) {
            self.break_down(WireError::TooSlow);
        }
        while let Some((due, at)) = self.calls.timers.first()
            && due <= now
        {
            let id = self.calls.slot(at).id;
            self.calls.close(at);
            self.abandoned = true;
            let error = CallError::TimedOut { transmissions: 1 };
            self.events.push_back(ClientEvent::Failed { id, error });
        }
    }

    fn shrink(&mut self) {
        if self.calls.len() > 0 || self.writing.is_some() || self.gathering.is_some() {
            return;
        }
        self.calls.shrink();
        self.medium.shrink();
        self.method.shrink();
        self.batches.shrink_to_fit();
        if self.lent.is_empty() {
            self.lent.release();
        }
        if self.events.is_empty() {
            self.events.release();
        }
    }

    fn batches(&mut self) -> Option<&mut dyn Batches> {
        Some(self)
    }

    #[inline]
    fn reconnection(&mut self) -> Option<&mut dyn Reconnection> {
        Some(self)
    }
}

impl<P: Protocol> Batches for Client<P> {
    fn has_room(&self, calls: usize) -> bool {
        self.calls.has_room(calls)
    }

    fn begin_batch(&mut self) -> Result<(), CallError> {
        self.abandon_batch();
        if self.protocol.request_delimiters().is_none() {
            return Err(Misuse::BATCHES.into());
        }
        self.serial += 1;
        self.gathering = Some(Box::new(Batch {
            token: BATCH | self.serial,
            calls: Vec::new(),
            idempotent: true,
        }));
        Ok(())
    }

    fn end_batch(&mut self) -> Result<(), CallError> {
        self.abandon_call();
        let several = self.several();
        let (Some(several), Some(batch)) = (several, self.gathering.take()) else {
            let misuse = Misuse::NotOffered("end of a batch that did not begin").into();
            return Err(self.ended.as_deref().cloned().unwrap_or(misuse));
        };
        if batch.calls.is_empty() {
            return Ok(());
        }
        self.medium.out().buf.put(several.close);
        let is_answered = batch.calls.iter().any(Option::is_some);
        let token = if is_answered { batch.token } else { NOBODY };
        self.medium.finish(token, batch.idempotent);
        if is_answered {
            // Drop calls that have timed out.
            let calls = &self.calls;
            let open = |id: &Option<CallId>| id.is_some_and(|id| calls.find(id).is_some());
            self.batches.retain(|batch| batch.calls.iter().any(open));
            self.batches.push(*batch);
        }
        Ok(())
    }

    fn abandon_batch(&mut self) {
        self.abandon_call();
        if let Some(batch) = self.gathering.take() {
            self.medium.out().rollback();
            for id in batch.calls.into_iter().flatten() {
                if let Some(at) = self.calls.find(id) {
                    self.calls.close(at);
                }
            }
        }
    }
}

impl<P: Protocol> Reconnection for Client<P> {
    fn enable_reconnection(&mut self) {
        self.renewable = true;
    }

    fn depends_on_unread(&self) -> bool {
        self.renewable && self.medium.depends_on_unread()
    }

    #[inline]
    fn awaits_reconnection(&self) -> bool {
        self.renewable && self.last == Last::Nothing && self.medium.awaits_reconnection()
    }

    fn reconnected(&mut self) {
        self.ended = None;
        self.abandoned = false;
        self.medium.reconnected();
    }
}
