//! A client of XML-RPC: one connection.
//!
//! Reading list: XML-RPC Specification. Requests have no numbers: a reply is that of the request
//! whose HTTP response it comes in.

use alloc::borrow::Cow;
use alloc::collections::VecDeque;
use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use manyrpc_codec::Buf;
use manyrpc_codec::xml::scan::{self, Message};
use manyrpc_codec::xml::to_utf8;

use super::fault;
use super::text::{Head, REQUEST_END};
use super::{LABEL, MEDIA, SCAN};
use crate::Limits;
use crate::carrier::http1;
use crate::carrier::http1::client::{Answer, Target};
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
    idempotent: bool,
}

/// What requests are called whose responses are for nobody.
const NOBODY: u64 = u64::MAX;

/// The engine of one connection. Its `Debug` prints every call and where it stands.
#[derive(Debug)]
pub struct Client {
    limits: Limits,
    http: http1::Client,
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
    /// For one connection to `target`. A call waits for those before it, unless they are
    /// idempotent.
    pub fn new(limits: Limits, target: Target<'_>, seed: u64) -> Self {
        Client {
            http: http1::Client::new(&limits, &MEDIA, target),
            calls: InFlight::new(limits.calls_in_flight, seed),
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

    /// Lets no call wait for another ([`http1::Client::set_pipelining`]).
    pub fn set_pipelining(&mut self, on: bool) {
        self.http.set_pipelining(on);
    }

    /// What was seen so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// What a response says, if it is for a caller.
    fn take_answer(&mut self, rx: &mut Rx, answer: Answer) -> Option<ClientEvent> {
        self.abandoned &= self.http.is_waiting();
        // Nobody waits for what one-way or abandoned calls give.
        let at = self.calls.find(CallId(answer.token))?;
        self.counters.replies += 1;
        let id = self.calls.slot(at).id;
        self.calls.close(at);
        Some(match self.outcome(rx, answer) {
            Ok(body) => ClientEvent::Reply {
                id,
                body,
                representation: LABEL,
            },
            Err(error) => ClientEvent::Failed { id, error },
        })
    }

    /// Where the result lies, or what was said instead.
    fn outcome(&mut self, rx: &mut Rx, answer: Answer) -> Result<Range<usize>, CallError> {
        let Answer {
            status, content, ..
        } = answer;
        // "Unless there's a lower-level error, always return 200 OK."
        if status != 200 {
            return Err(Fault::said(status.into(), format!("HTTP status {status}")).into());
        }
        let bytes = &rx.buf.data()[content.clone()];
        let content = match to_utf8(bytes, None, self.limits.message_bytes) {
            Ok(Cow::Owned(text)) => self.http.insert_behind(&mut rx.buf, &text),
            _ => content,
        };
        let start = content.start;
        match scan::message(&rx.buf.data()[content], &SCAN) {
            Ok(Message::Reply { params }) => Ok(start + params.start..start + params.end),
            Ok(Message::Fault(said)) => Err(fault::from_wire(said.code, said.message).into()),
            Ok(Message::Call { .. }) => Err(NO_REPLY.into()),
            Err(malformed) => Err(WireError::BadResult(malformed).into()),
        }
    }

    /// The response that the end of the connection may have completed.
    #[cold]
    fn last_answer(&mut self, id: CallId, rx: &mut Rx, now: Instant) -> Option<ClientEvent> {
        let answer = self.http.next(&mut rx.buf, now).ok().flatten();
        let event = answer.and_then(|answer| self.take_answer(rx, answer));
        self.http.clear();
        event.or_else(|| {
            let at = self.calls.find(id)?;
            self.calls.close(at);
            let error = CallError::Closed(Closed::ByPeer);
            Some(ClientEvent::Failed { id, error })
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
            self.http.clear();
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

/// A message that is no reply.
const NO_REPLY: WireError = WireError::BadField {
    field: "methodResponse",
    value: 0,
};

impl ClientEngine for Client {
    fn begin_call(&mut self, head: &CallHead<'_>) -> Result<CallId, CallError> {
        self.abandon_call();
        if let Some(why) = &self.ended {
            return Err(why.clone());
        }
        if self.http.is_closing() {
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
        self.http.begin();
        self.http.out.buf.put(self.head.of(head.path));
        let idempotent = head.idempotent;
        self.writing = Some(Writing { at, idempotent });
        Ok(self.calls.slot(at).id)
    }

    #[inline]
    fn body(&mut self) -> &mut Buf {
        &mut self.http.out.buf
    }

    fn finish_call(&mut self, now: Instant) -> Result<(), CallError> {
        let Some(Writing { at, idempotent }) = self.writing else {
            let misuse = Misuse::NotOffered("end of a call that did not begin").into();
            return Err(self.ended.clone().unwrap_or(misuse));
        };
        self.http.out.buf.put(REQUEST_END);
        let bytes = self.http.out.unfinished().len() - self.http.head();
        let max = self.limits.message_bytes;
        if bytes > max {
            self.abandon_call();
            return Err(Misuse::TooLarge { bytes, max }.into());
        }
        self.writing = None;
        self.counters.calls += 1;
        let slot = self.calls.slot(at);
        if slot.kind == CallKind::OneWay {
            self.calls.close(at);
            self.http.finish(NOBODY, idempotent);
            return Ok(());
        }
        slot.state = State::Waiting;
        self.http.finish(slot.id.0, idempotent);
        let deadline = now + slot.timeout.unwrap_or(self.limits.call_timeout);
        self.calls.timers.set(at, deadline);
        Ok(())
    }

    fn abandon_call(&mut self) {
        if let Some(Writing { at, .. }) = self.writing.take() {
            self.http.out.rollback();
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
                && let Some(event) = self.last_answer(last, rx, now)
            {
                return Some(event);
            }
            if self.ended.is_some() || !self.events.is_empty() {
                self.http.release(&mut rx.buf);
                return self.events.pop_front();
            }
            match self.http.next(&mut rx.buf, now) {
                Ok(answer) => {
                    if let Some(event) = self.take_answer(rx, answer?) {
                        return Some(event);
                    }
                }
                Err(e) => self.break_down(e),
            }
        }
    }

    fn wanted(&self) -> usize {
        self.http.arrival().wanted()
    }

    fn poll_transmit(&mut self) -> Option<Transmit<'_>> {
        let bytes = self.http.due();
        (!bytes.is_empty()).then_some(Transmit { to: None, bytes })
    }

    fn sent(&mut self, n: usize) {
        self.http.sent(n);
    }

    fn handle_closed(&mut self, how: Closed) {
        if self.ended.is_none() && how == Closed::ByPeer && self.http.end() {
            self.last = self.http.front().map(CallId);
        }
        self.fail_all(&CallError::Closed(how));
        if self.ended.is_none() {
            self.ended = Some(CallError::Closed(how));
        }
    }

    /// An answer that nobody waits for would hold up the calls behind it.
    fn is_finished(&self) -> bool {
        let held_up = self.abandoned && self.http.is_waiting();
        self.calls.len() == 0 && (self.http.is_closing() || held_up)
    }

    fn next_timeout(&self) -> Option<Instant> {
        let open = self.ended.is_none();
        let message = self.http.arrival().deadline().filter(|_| open);
        let call = self.calls.timers.first().map(|(at, _)| at);
        match (call, message) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    fn handle_timeout(&mut self, now: Instant) {
        if self.http.arrival().is_late(now) {
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
