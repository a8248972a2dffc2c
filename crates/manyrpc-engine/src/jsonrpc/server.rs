//! A server of JSON-RPC: one connection.
//!
//! Reading list: JSON-RPC 2.0 sections 4 (requests, notifications), 5 (replies), 6 (batches);
//! JSON-RPC 1.0 (replies have both members, notifications an `id` that is null).
//!
//! What is not well-formed is answered, not punished: the framing tells where the next message is.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use manyrpc_codec::Buf;
use manyrpc_codec::json::scan::{self, Body, Envelope};

use super::batches::{Batches, Gathered};
use super::carrier::{Framing, MEDIA, ServerCarrier, Stream};
use super::fault::{self, Error, INVALID_REQUEST, PARSE_ERROR};
use super::pending::{Origin, Pending, Table};
use super::text::{self, Version};
use super::{LABEL, SCAN};
use crate::Limits;
use crate::carrier::http1;
use crate::contract::{Call, CallId, Interface, Outcome, Rx, ServerEngine, Transmit};
use crate::fault::{Fault, WireError};
use crate::name::CallName;
use crate::time::Instant;

/// What a server has seen so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Calls given to the application, notifications included.
    pub calls: u64,
    /// Of them, those that want no reply.
    pub notifications: u64,
    /// Batches, whatever was in them.
    pub batches: u64,
    /// Messages that the engine answered with an error.
    pub refused: u64,
    /// Results that were too large to send.
    pub too_large: u64,
}

/// The engine of one connection. Its `Debug` prints every call under way.
#[derive(Debug)]
pub struct Server {
    limits: Limits,
    carrier: ServerCarrier,
    pending: Table,
    batches: Batches,
    /// The call whose reply is being written, and how many bytes stand before its result.
    writing: Option<(CallId, usize)>,
    /// The name that was called last.
    name: Option<Arc<CallName>>,
    broken: Option<WireError>,
    counters: Counters,
}

/// What a message asks for.
struct Request<'a> {
    version: Version,
    method: &'a str,
    params: Range<usize>,
    /// Where its `id` lies; `None` for a notification.
    id: Option<Range<usize>>,
}

/// Why a message is no request: a code, and the `id` if that much is known.
struct Refused(i32, Option<Range<usize>>);

impl Server {
    /// For one connection over a bare stream.
    pub fn stream(limits: Limits, framing: Framing) -> Self {
        let stream = Stream::new(&limits, framing);
        Self::new(limits, ServerCarrier::Stream(stream))
    }

    /// For one connection over HTTP.
    pub fn http(limits: Limits) -> Self {
        let http = Box::new(http1::Server::new(&limits, &MEDIA));
        Self::new(limits, ServerCarrier::Http(http))
    }

    fn new(limits: Limits, carrier: ServerCarrier) -> Self {
        Server {
            carrier,
            limits,
            pending: Table::default(),
            batches: Batches::default(),
            writing: None,
            name: None,
            broken: None,
            counters: Counters::default(),
        }
    }

    /// What was seen so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// What arrived is one message, or a batch of them, or nothing that can be read.
    fn take_body(&mut self, rx: &Rx, exchange: u64, range: Range<usize>) -> Option<Call> {
        let data = &rx.buf.data()[..range.end];
        let start = range.start;
        let offset = |r: Range<usize>| start + r.start..start + r.end;
        let origin = Origin::Alone(exchange);
        match scan::body(&data[start..], self.limits.message_fragments, &SCAN) {
            Ok(Body::One(message)) => self.take_message(rx, origin, offset(message)),
            Ok(Body::Batch(messages)) if messages.is_empty() => {
                self.refuse(rx, origin, Refused(INVALID_REQUEST, None))
            }
            Ok(Body::Batch(messages)) => {
                self.counters.batches += 1;
                let messages: Vec<_> = messages.into_iter().map(offset).collect();
                self.batches.begin(exchange, messages);
                None
            }
            Err(_) => self.refuse(rx, origin, Refused(PARSE_ERROR, None)),
        }
    }

    /// The call that a message makes, if it is one for the application.
    fn take_message(&mut self, rx: &Rx, origin: Origin, range: Range<usize>) -> Option<Call> {
        let data = rx.buf.data();
        let (start, end) = (range.start, range.end);
        let envelope = match scan::envelope(data, range, &SCAN) {
            Ok(Some(envelope)) => envelope,
            Ok(None) => return self.refuse(rx, origin, Refused(INVALID_REQUEST, None)),
            Err(_) => return self.refuse(rx, origin, Refused(PARSE_ERROR, None)),
        };
        let request = match Request::of(data, &envelope, start..end) {
            Ok(request) => request,
            Err(refused) => return self.refuse(rx, origin, refused),
        };
        self.counters.calls += 1;
        let echo = match &request.id {
            Some(id) => &data[id.clone()],
            None => {
                self.counters.notifications += 1;
                &[]
            }
        };
        let id = self.pending.open(origin, request.version, echo);
        let name = self.name_of(request.method);
        Some(Call {
            name: Some(name),
            representation: LABEL,
            ..Call::new(id, Interface::Named, 0, request.params)
        })
    }

    /// A caller who repeats himself costs no memory.
    #[inline]
    fn name_of(&mut self, method: &str) -> Arc<CallName> {
        let path = text::path(method);
        match &self.name {
            Some(name) if name.path() == path => name.clone(),
            _ => {
                let name = Arc::new(CallName::new(path));
                self.name = Some(name.clone());
                name
            }
        }
    }

    /// Answers a message that the application does not see.
    #[cold]
    fn refuse(&mut self, rx: &Rx, origin: Origin, refused: Refused) -> Option<Call> {
        self.counters.refused += 1;
        let Refused(code, id) = refused;
        let id = id.map_or(&b"null"[..], |id| &rx.buf.data()[id]);
        self.begin(origin);
        let error = Error::of(code);
        text::put_error(&mut self.carrier.out().buf, Version::V2, &error, id);
        self.finish(origin);
        None
    }

    /// Starts a message that answers one from there.
    #[inline]
    fn begin(&mut self, origin: Origin) {
        if let Origin::Alone(exchange) = origin {
            self.carrier.begin(exchange);
        }
    }

    /// The message being written is complete, and goes where the one that it answers came from.
    fn finish(&mut self, origin: Origin) {
        match origin {
            Origin::Alone(exchange) => self.carrier.finish(exchange),
            Origin::Batch(batch) => {
                let out = self.carrier.out();
                let gathered = self.batches.finish(batch, out.unfinished());
                out.rollback();
                self.send_batch(gathered);
            }
        }
    }

    /// The message from there is not answered.
    fn pass_over(&mut self, origin: Origin) {
        match origin {
            Origin::Alone(exchange) => self.carrier.nothing(exchange),
            Origin::Batch(batch) => {
                self.carrier.out().rollback();
                let gathered = self.batches.finish(batch, &[]);
                self.send_batch(gathered);
            }
        }
    }

    /// Section 6: one array, or nothing at all if there is nothing to put into it.
    fn send_batch(&mut self, gathered: Option<Gathered>) {
        let Some(Gathered { exchange, replies }) = gathered else {
            return;
        };
        let origin = Origin::Alone(exchange);
        if replies.is_empty() {
            return self.pass_over(origin);
        }
        self.begin(origin);
        let buf = &mut self.carrier.out().buf;
        buf.put(b"[");
        buf.put(replies.data());
        buf.put(b"]");
        self.finish(origin);
    }

    /// Puts an error in the place of what was written.
    #[cold]
    fn rewrite_as(&mut self, call: &Pending, fault: &Fault) {
        self.carrier.out().rollback();
        self.begin(call.origin);
        let error = fault::to_wire(fault);
        text::put_error(
            &mut self.carrier.out().buf,
            call.version,
            &error,
            &call.echo,
        );
    }

    /// Whether what is being written is more than may be sent.
    fn is_too_large(&mut self, origin: Origin) -> bool {
        let bytes = self.carrier.out().unfinished().len();
        let bytes = match origin {
            Origin::Alone(_) => bytes - self.carrier.head(),
            Origin::Batch(batch) => bytes + self.batches.bytes_of(batch),
        };
        bytes > self.limits.message_bytes
    }
}

impl<'a> Request<'a> {
    /// Sections 4 and 4.2: what makes a message a request.
    fn of(
        data: &[u8],
        envelope: &'a Envelope<'a>,
        message: Range<usize>,
    ) -> Result<Request<'a>, Refused> {
        let first = |range: &Range<usize>| data.get(range.start).copied();
        let version = match envelope.version.as_deref() {
            None | Some("1.0" | "1.1") => Some(Version::V1),
            Some("2.0") => Some(Version::V2),
            Some(_) => None,
        };
        // Section 4: a string, a number or null. Version 1.0 allows any value.
        let simple =
            |id: &Range<usize>| matches!(first(id), Some(b'"' | b'-' | b'0'..=b'9' | b'n'));
        let id = envelope.id.clone();
        let echo = id.clone().filter(simple);
        let refused = Err(Refused(INVALID_REQUEST, echo.clone()));
        let (Some(version), Some(method), false) = (version, &envelope.method, envelope.odd) else {
            return refused;
        };
        let params = match &envelope.params {
            None => message.start..message.start,
            Some(params) => match first(params) {
                Some(b'[' | b'{') => params.clone(),
                // Not what the specification says, but what some clients send for none.
                Some(b'n') => message.start..message.start,
                _ => return refused,
            },
        };
        let id = match version {
            Version::V1 => id.filter(|id| first(id) != Some(b'n')),
            Version::V2 if id != echo => return refused,
            Version::V2 => id,
        };
        Ok(Request {
            version,
            method,
            params,
            id,
        })
    }
}

impl ServerEngine for Server {
    fn next_call(&mut self, rx: &mut Rx, now: Instant) -> Option<Call> {
        loop {
            let stopped = self.writing.is_some() || self.broken.is_some() || self.is_full();
            if stopped {
                if !self.batches.is_reading() {
                    self.carrier.release(&mut rx.buf);
                }
                return None;
            }
            let call = match self.batches.next() {
                Some((batch, range)) => self.take_message(rx, Origin::Batch(batch), range),
                None => match self.carrier.next(&mut rx.buf, now) {
                    Ok(next) => {
                        let (exchange, range) = next?;
                        self.take_body(rx, exchange, range)
                    }
                    Err(e) => {
                        self.broken = Some(e);
                        return None;
                    }
                },
            };
            if call.is_some() {
                return call;
            }
        }
    }

    fn begin_reply(&mut self, id: CallId) {
        self.carrier.out().rollback();
        let Some(call) = self.pending.get(id) else {
            self.writing = None;
            return;
        };
        let (origin, version) = (call.origin, call.version);
        self.begin(origin);
        let out = self.carrier.out();
        text::begin_result(&mut out.buf, version);
        self.writing = Some((id, out.unfinished().len()));
    }

    #[inline]
    fn body(&mut self) -> &mut Buf {
        &mut self.carrier.out().buf
    }

    fn finish_reply(&mut self, outcome: Outcome, _now: Instant) {
        let writing = self.writing.take();
        let call = writing.and_then(|(id, before)| Some((self.pending.close(id)?, before)));
        let Some((call, before)) = call else {
            self.carrier.out().rollback();
            return;
        };
        // Section 4.1: a notification has no reply, whatever came of it.
        if call.echo.is_empty() || outcome == Outcome::Silent {
            self.pass_over(call.origin);
            return;
        }
        if let Outcome::Fault(fault) = outcome {
            self.rewrite_as(&call, &fault);
        } else {
            let out = self.carrier.out();
            if out.unfinished().len() == before {
                out.buf.put(b"null");
            }
            text::end_result(&mut out.buf, call.version, &call.echo);
            if self.is_too_large(call.origin) {
                self.counters.too_large += 1;
                self.rewrite_as(&call, &Fault::ServerFailure);
            }
        }
        self.finish(call.origin);
        self.pending.put_back(call.echo);
    }

    fn wanted(&self) -> usize {
        self.carrier.arrival().wanted()
    }

    fn poll_transmit(&mut self) -> Option<Transmit<'_>> {
        let bytes = self.carrier.due();
        (!bytes.is_empty()).then_some(Transmit { to: None, bytes })
    }

    fn sent(&mut self, n: usize) {
        self.carrier.out().sent(n);
    }

    fn broken(&self) -> Option<WireError> {
        self.broken
    }

    fn is_finished(&self) -> bool {
        self.carrier.is_finished()
    }

    fn next_timeout(&self) -> Option<Instant> {
        let open = self.broken.is_none();
        self.carrier.arrival().deadline().filter(|_| open)
    }

    fn handle_timeout(&mut self, now: Instant) {
        if self.broken.is_none() && self.carrier.arrival().is_late(now) {
            self.broken = Some(WireError::TooSlow);
        }
    }

    fn is_full(&self) -> bool {
        let (due, calls) = (self.carrier.due().len(), self.pending.len());
        // What is gathered goes when calls end, so it must not keep them from coming.
        let kept = self.pending.bytes() + self.batches.bytes() + self.carrier.held();
        due > self.limits.queued_bytes
            || calls >= self.limits.calls_in_flight
            || (calls > 0 && kept > self.limits.queued_bytes)
    }

    fn shrink(&mut self) {
        self.carrier.shrink();
        self.pending.shrink();
    }
}

#[cfg(test)]
mod tests;
