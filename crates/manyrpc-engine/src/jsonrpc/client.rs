//! A client of JSON-RPC 2.0.
//!
//! Reading list: JSON-RPC 2.0 sections 4 (requests, notifications) and 5 (replies).
//!
//! Calls are numbered, and any number may be in flight; replies that nobody waits for, and calls
//! that the server makes of us, are passed over.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use manyrpc_codec::json::scan::{self, Envelope};
use manyrpc_codec::{Buf, Malformed};

use super::carrier::{ClientCarrier, Framing, MEDIA, Received, Stream};
use super::fault::{self, Error};
use super::text::{self, Head};
use super::{LABEL, SCAN};
use crate::Limits;
use crate::carrier::http1::{self, Target};
use crate::contract::{
    CallHead, CallId, CallKind, ClientEngine, ClientEvent, Interface, Rx, Transmit,
};
use crate::fault::{CallError, Closed, Fault, Misuse, WireError};
use crate::in_flight::{InFlight, State};
use crate::streams::Streams;
use crate::time::Instant;

/// What a client has seen so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Calls sent, of any kind.
    pub calls: u64,
    /// Replies that were given to callers.
    pub replies: u64,
    /// Messages that answered no call in flight.
    pub stray: u64,
}

/// Nothing but what every call has.
#[derive(Debug, Default)]
struct Sent;

impl fmt::Display for Sent {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

/// The call that is being written.
#[derive(Clone, Copy, Debug)]
struct Writing {
    at: u32,
    /// How many bytes stand before its parameters.
    before: usize,
    idempotent: bool,
}

/// What requests are called whose responses are for nobody.
const NOBODY: u64 = u64::MAX;

/// The engine of one connection. Its `Debug` prints every call and where it stands.
#[derive(Debug)]
pub struct Client {
    limits: Limits,
    carrier: ClientCarrier,
    calls: InFlight<Sent>,
    writing: Option<Writing>,
    head: Head,
    events: VecDeque<ClientEvent>,
    ended: Option<CallError>,
    /// The call whose answer the end of the connection may have completed.
    last: Option<CallId>,
    /// A call was given up that the server may be busy with.
    abandoned: bool,
    counters: Counters,
}

impl Client {
    /// Over a bare stream. Calls are numbered from `seed` on.
    pub fn stream(limits: Limits, framing: Framing, seed: u64) -> Self {
        let stream = Stream::new(&limits, framing);
        Self::new(limits, ClientCarrier::Stream(stream), seed)
    }

    /// Over HTTP. A call waits for those before it, unless they are idempotent.
    pub fn http(limits: Limits, target: Target<'_>, seed: u64) -> Self {
        let http = Box::new(http1::Client::new(&limits, &MEDIA, target));
        Self::new(limits, ClientCarrier::Http(http), seed)
    }

    fn new(limits: Limits, carrier: ClientCarrier, seed: u64) -> Self {
        Client {
            carrier,
            calls: InFlight::new(limits.calls_in_flight, seed & FIRST),
            limits,
            writing: None,
            head: Head::default(),
            events: VecDeque::new(),
            ended: None,
            last: None,
            abandoned: false,
            counters: Counters::default(),
        }
    }

    /// Lets no call over HTTP wait for another
    /// ([`http1::Client::set_pipelining`]); over bare streams none does.
    pub fn set_pipelining(&mut self, on: bool) {
        if let ClientCarrier::Http(http) = &mut self.carrier {
            http.set_pipelining(on);
        }
    }

    /// What was seen so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// What a message says, if it is for a caller.
    fn take_message(&mut self, rx: &Rx, received: Received) -> Option<ClientEvent> {
        let data = rx.buf.data();
        let Received { range, answers } = received;
        let envelope = scan::envelope(data, range, &SCAN);
        if let Some((token, status)) = answers {
            return self.take_answer(data, token, status, envelope);
        }
        let reply = match envelope {
            Ok(Some(reply)) if is_reply(&reply) => reply,
            // Something else than a reply: a call that the server makes of us, or a batch.
            Ok(_) => {
                self.counters.stray += 1;
                return None;
            }
            Err(malformed) => {
                self.break_down(WireError::BadResult(malformed));
                return self.events.pop_front();
            }
        };
        let Some(at) = self.whose(data, &reply) else {
            self.counters.stray += 1;
            return None;
        };
        Some(self.end(at, outcome(data, &reply)))
    }

    /// What a response of HTTP says to the request called `token`.
    fn take_answer(
        &mut self,
        data: &[u8],
        token: u64,
        status: u16,
        envelope: Result<Option<Envelope<'_>>, Malformed>,
    ) -> Option<ClientEvent> {
        self.abandoned &= self.carrier.is_waiting();
        // Nobody waits for what notifications or abandoned calls give.
        let at = self.calls.find(CallId(token))?;
        let number = token as u32;
        let outcome = match envelope {
            Ok(Some(reply)) if is_reply(&reply) && is_for(data, &reply, number) => {
                outcome(data, &reply)
            }
            _ if !(200..300).contains(&status) => {
                Err(Fault::said(status.into(), format!("HTTP status {status}")).into())
            }
            Err(malformed) => Err(WireError::BadResult(malformed).into()),
            Ok(_) => Err(NO_REPLY.into()),
        };
        Some(self.end(at, outcome))
    }

    fn end(&mut self, at: u32, outcome: Result<Range<usize>, CallError>) -> ClientEvent {
        self.counters.replies += 1;
        let id = self.calls.slot(at).id;
        self.calls.close(at);
        match outcome {
            Ok(body) => ClientEvent::Reply {
                id,
                body,
                representation: LABEL,
            },
            Err(error) => ClientEvent::Failed { id, error },
        }
    }

    /// The call that a reply is for.
    #[inline]
    fn whose(&self, data: &[u8], reply: &Envelope<'_>) -> Option<u32> {
        let id = reply.id.clone()?;
        match scan::integer(data, id.clone()) {
            Some(number) => self.calls.find_waiting(u32::try_from(number).ok()?),
            // Section 5: null, if the server could not read the id. Of one call it is clear which.
            None if &data[id] == b"null" && has(data, &reply.error) => self.only_one(),
            None => None,
        }
    }

    fn only_one(&self) -> Option<u32> {
        let mut open = self.calls.open_places();
        let only = open.next().filter(|_| self.writing.is_none())?;
        open.next().is_none().then_some(only)
    }

    /// The message that the end of the connection may have completed.
    #[cold]
    fn last_message(&mut self, id: CallId, rx: &mut Rx, now: Instant) -> Option<ClientEvent> {
        let received = self.carrier.next(&mut rx.buf, now).ok().flatten();
        let event = received.and_then(|received| self.take_message(rx, received));
        self.carrier.clear();
        event.or_else(|| {
            let at = self.calls.find(id)?;
            Some(self.end(at, Err(CallError::Closed(Closed::ByPeer))))
        })
    }

    /// Every call in flight fails, but for the one whose answer may yet be there.
    fn fail_all(&mut self, error: &CallError) {
        let mut open: Vec<_> = self.calls.open_places().collect();
        open.sort_by_key(|at| self.calls.slot(*at).id);
        for at in open {
            let slot = self.calls.slot(at);
            let (id, waiting) = (slot.id, slot.state == State::Waiting);
            if self.last == Some(id) {
                continue;
            }
            self.calls.close(at);
            if waiting {
                let error = error.clone();
                self.events.push_back(ClientEvent::Failed { id, error });
            }
        }
        self.writing = None;
        if self.last.is_none() {
            self.carrier.clear();
        }
    }

    fn break_down(&mut self, e: WireError) {
        if self.ended.is_none() {
            self.fail_all(&e.into());
            self.ended = Some(e.into());
            self.events.push_back(ClientEvent::Broken(e));
        }
    }
}

/// Numbers begin low, so that they are short and have one length for long.
const FIRST: u64 = 0xfff;

/// A message that is no reply to the request it came for.
const NO_REPLY: WireError = WireError::BadField {
    field: "id",
    value: 0,
};

fn is_reply(message: &Envelope<'_>) -> bool {
    message.method.is_none() && !message.odd
}

/// Section 5: the same id, or null in an error about a request whose id could not be read.
fn is_for(data: &[u8], reply: &Envelope<'_>, number: u32) -> bool {
    let Some(id) = reply.id.clone() else {
        return false;
    };
    match scan::integer(data, id.clone()) {
        Some(of) => of == i64::from(number),
        None => &data[id] == b"null" && has(data, &reply.error),
    }
}

/// Whether a member is there and not null.
fn has(data: &[u8], member: &Option<Range<usize>>) -> bool {
    let first = member.as_ref().and_then(|range| data.get(range.start));
    first.is_some_and(|first| *first != b'n')
}

/// What a reply says: where the result lies, or an error.
fn outcome(data: &[u8], reply: &Envelope<'_>) -> Result<Range<usize>, CallError> {
    if let Some(error) = reply.error.clone().filter(|_| has(data, &reply.error)) {
        return Err(fault_of(data, error).into());
    }
    // Section 5: one of the two must be there.
    let nothing = WireError::BadField {
        field: "result",
        value: 0,
    };
    reply.result.clone().ok_or(nothing.into())
}

#[cold]
fn fault_of(data: &[u8], range: Range<usize>) -> Fault {
    // The scanner has read these bytes already.
    let error = scan::error(data, range, &SCAN).unwrap_or_default();
    fault::from_wire(&Error {
        code: error.code.map_or(0, |code| code as i32),
        message: error.message.unwrap_or(Cow::Borrowed("")),
        data: error.data.map_or(&[], |range| &data[range]),
    })
}

impl ClientEngine for Client {
    fn begin_call(&mut self, head: &CallHead<'_>) -> Result<CallId, CallError> {
        self.abandon_call();
        if let Some(why) = &self.ended {
            return Err(why.clone());
        }
        if self.carrier.is_closing() {
            return Err(CallError::Closed(Closed::ByPeer));
        }
        if head.interface != Interface::Named {
            return Err(Misuse::NotOffered("call without a name").into());
        }
        if head.kind == CallKind::Broadcast {
            return Err(Misuse::NotOffered("broadcast").into());
        }
        if head.streams != Streams::NONE {
            return Err(Misuse::NotOffered("call with several messages").into());
        }
        let at = self
            .calls
            .open(head.kind, head.timeout, Sent)
            .ok_or(Misuse::TooManyCalls)?;
        self.carrier.begin();
        let out = self.carrier.out();
        out.buf.put(self.head.of(head.path));
        let before = out.unfinished().len();
        let idempotent = head.idempotent;
        self.writing = Some(Writing {
            at,
            before,
            idempotent,
        });
        Ok(self.calls.slot(at).id)
    }

    #[inline]
    fn body(&mut self) -> &mut Buf {
        &mut self.carrier.out().buf
    }

    fn finish_call(&mut self, now: Instant) -> Result<(), CallError> {
        let Some(Writing {
            at,
            before,
            idempotent,
        }) = self.writing
        else {
            let misuse = Misuse::NotOffered("end of a call that did not begin").into();
            return Err(self.ended.clone().unwrap_or(misuse));
        };
        let (head, out) = (self.carrier.head(), self.carrier.out());
        let length = out.unfinished().len();
        if length == before {
            let end = out.buf.len() - Head::params();
            out.buf.truncate(end);
        }
        let slot = self.calls.slot(at);
        let number = (slot.kind == CallKind::Call).then_some(slot.id.0 as u32);
        text::end_request(&mut out.buf, number);
        let (bytes, max) = (out.unfinished().len() - head, self.limits.message_bytes);
        if bytes > max {
            self.abandon_call();
            return Err(Misuse::TooLarge { bytes, max }.into());
        }
        let token = number.map_or(NOBODY, |_| slot.id.0);
        self.carrier.finish(token, idempotent);
        self.writing = None;
        self.counters.calls += 1;
        if number.is_none() {
            self.calls.close(at);
            return Ok(());
        }
        slot.state = State::Waiting;
        let deadline = now + slot.timeout.unwrap_or(self.limits.call_timeout);
        self.calls.timers.set(at, deadline);
        Ok(())
    }

    fn abandon_call(&mut self) {
        if let Some(Writing { at, .. }) = self.writing.take() {
            self.carrier.out().rollback();
            self.calls.close(at);
        }
    }

    fn cancel(&mut self, id: CallId) {
        if let Some(at) = self.calls.find(id) {
            if self.writing.is_some_and(|w| w.at == at) {
                self.abandon_call();
            } else {
                self.calls.close(at);
                self.abandoned = true;
            }
        }
    }

    fn next_event(&mut self, rx: &mut Rx, now: Instant) -> Option<ClientEvent> {
        loop {
            if let Some(last) = self.last.take()
                && let Some(event) = self.last_message(last, rx, now)
            {
                return Some(event);
            }
            if self.ended.is_some() || !self.events.is_empty() {
                self.carrier.release(&mut rx.buf);
                return self.events.pop_front();
            }
            match self.carrier.next(&mut rx.buf, now) {
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
        self.carrier.arrival().wanted()
    }

    fn poll_transmit(&mut self) -> Option<Transmit<'_>> {
        let bytes = self.carrier.due();
        (!bytes.is_empty()).then_some(Transmit { to: None, bytes })
    }

    fn sent(&mut self, n: usize) {
        self.carrier.sent(n);
    }

    fn handle_closed(&mut self, how: Closed) {
        if self.ended.is_none() && how == Closed::ByPeer {
            self.last = self.carrier.end().map(CallId);
        }
        self.fail_all(&CallError::Closed(how));
        if self.ended.is_none() {
            self.ended = Some(CallError::Closed(how));
        }
    }

    /// Over HTTP, an answer that nobody waits for would hold up the calls behind it.
    fn is_finished(&self) -> bool {
        let held_up = self.abandoned && self.carrier.is_waiting();
        self.calls.len() == 0 && (self.carrier.is_closing() || held_up)
    }

    fn next_timeout(&self) -> Option<Instant> {
        let open = self.ended.is_none();
        let message = self.carrier.arrival().deadline().filter(|_| open);
        let call = self.calls.timers.first().map(|(at, _)| at);
        match (call, message) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    fn handle_timeout(&mut self, now: Instant) {
        if self.carrier.arrival().is_late(now) {
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
}

#[cfg(test)]
mod tests;
