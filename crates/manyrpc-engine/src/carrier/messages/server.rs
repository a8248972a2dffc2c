//! A server of such messages, for one connection.
//!
//! A malformed message is answered and does not end the connection: the framing delimits the next
//! one.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use manyrpc_codec::{Buf, Malformed};

use super::gathering::{Gathered, Gatherings, Member};
use super::medium::ServerMedium;
use super::{Protocol, Refused, Request, RequestMessage, Within};
use crate::Limits;
use crate::carrier::exchange::HttpExchange;
use crate::carrier::fields::Fields;
use crate::carrier::http1::Documents;
use crate::contract::{Call, CallId, Closing, InterfaceKey, Outcome, Rx, ServerEngine};
use crate::contract::{ServerMetadata, Transmit};
use crate::fault::{Fault, WireError};
use crate::name::{CallName, Path, ReplyMetadata};
use crate::time::{Clock, Instant};

/// Counts since the server was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Calls passed to the application, notifications included.
    pub calls: u64,
    /// Of those, calls without a reply.
    pub notifications: u64,
    /// Batches, whatever they held.
    pub batches: u64,
    /// Messages and calls that the engine answered with a fault.
    pub refused: u64,
    /// Results that were too large to send.
    pub too_large: u64,
}

/// Where a call came from, and so where its reply goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// Its own message: the exchange's id.
    Alone(u64),
    /// A batch.
    Member(Member),
}

impl Origin {
    fn within(self) -> Within {
        match self {
            Origin::Alone(_) => Within::Alone,
            Origin::Member(_) => Within::Batch,
        }
    }
}

/// A call whose reply is incomplete.
#[derive(Debug)]
struct Pending<T> {
    id: CallId,
    origin: Origin,
    tag: T,
}

/// The engine of one connection. Its `Debug` prints every call in flight.
#[derive(Debug)]
pub struct Server<P: Protocol> {
    limits: Limits,
    medium: ServerMedium,
    pub(crate) protocol: P,
    pending: Vec<Pending<P::Tag>>,
    /// Bytes that their tags own.
    held: usize,
    serial: u64,
    gatherings: Gatherings,
    /// The call whose reply is being written, and the offset of its result.
    writing: Option<(Pending<P::Tag>, usize)>,
    /// Bytes of metadata in the head of that reply.
    stated: usize,
    /// The last call's name.
    name: Option<Arc<CallName>>,
    broken: Option<WireError>,
    counters: Counters,
}

impl<P: Protocol> Server<P> {
    pub(crate) fn over(limits: Limits, medium: ServerMedium, protocol: P) -> Self {
        Server {
            limits,
            medium,
            protocol,
            pending: Vec::new(),
            held: 0,
            serial: 0,
            gatherings: Gatherings::default(),
            writing: None,
            stated: 0,
            name: None,
            broken: None,
            counters: Counters::default(),
        }
    }

    /// Serves HTTP requests for this path only; bare streams have no paths.
    pub fn set_path(&mut self, path: &str) {
        if let ServerMedium::Http(http) = &mut self.medium {
            http.set_path(path);
        }
    }

    /// Compresses messages over HTTP by gzip, for clients that accept it.
    pub fn set_compressing(&mut self) {
        if let ServerMedium::Http(http) = &mut self.medium {
            http.set_compressing();
        }
    }

    /// Answers GET over HTTP with these documents, as a server whose addresses have that scheme.
    pub fn set_documents(&mut self, documents: Arc<dyn Documents>, scheme: &'static str) {
        if let ServerMedium::Http(http) = &mut self.medium {
            http.set_documents(documents, scheme);
        }
    }

    /// Counts so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Bytes of replies and tags that are kept, and calls in flight.
    #[cfg(test)]
    pub(crate) fn kept(&self) -> (usize, usize) {
        (self.held + self.gatherings.bytes(), self.pending.len())
    }

    /// The call in a message, if it is one for the application.
    fn take_message(&mut self, rx: &mut Rx, exchange: u64, range: Range<usize>) -> Option<Call> {
        let (origin, most) = (Origin::Alone(exchange), self.limits.message_fragments);
        let Ok(range) = self.in_our_encoding(rx, range) else {
            let refused = self.protocol.malformed();
            return self.refuse(origin, refused);
        };
        let head = self.medium.request_head(&rx.buf);
        let (data, protocol) = (rx.buf.data(), &mut self.protocol);
        match protocol.parse_request(data, range, most, head) {
            Ok(RequestMessage::Single(request)) => Some(self.open(origin, request)),
            Ok(RequestMessage::Batch(calls)) => {
                self.counters.batches += 1;
                match calls.is_empty() {
                    true => self.send(Gathered::nothing(exchange)),
                    false => self.gatherings.begin(exchange, calls),
                }
                None
            }
            Err(refused) => self.refuse(origin, refused),
        }
    }

    /// Transcodes a document in a foreign encoding and inserts the result after it. Only HTTP
    /// carries these.
    fn in_our_encoding(
        &mut self,
        rx: &mut Rx,
        range: Range<usize>,
    ) -> Result<Range<usize>, Malformed> {
        let document = &rx.buf.data()[range.clone()];
        let charset = self.medium.charset(&rx.buf);
        let text = P::transcoded(document, charset, self.limits.message_bytes)?;
        Ok(match (&mut self.medium, text) {
            (ServerMedium::Http(http), Some(text)) => http.insert_after(&mut rx.buf, &text),
            (ServerMedium::Exchange(exchange), Some(text)) => {
                exchange.insert_after(&mut rx.buf, &text)
            }
            _ => range,
        })
    }

    #[inline]
    fn open(&mut self, origin: Origin, request: Request<'_, P::Tag>) -> Call {
        let Request {
            name,
            params,
            mut tag,
        } = request;
        self.counters.calls += 1;
        self.counters.notifications += u64::from(!P::is_answered(&tag));
        self.serial += 1;
        self.held += P::tag_bytes(&tag);
        let id = CallId(self.serial);
        let (encoding, results) = self.protocol.encodings(&tag);
        let mut call = Call {
            name: Some(self.name_of(name.path())),
            domain: P::DOMAIN,
            results,
            ..Call::new(id, InterfaceKey::Named, 0, encoding, params)
        };
        P::complete(&mut tag, &mut call);
        self.pending.push(Pending { id, origin, tag });
        call
    }

    /// Repeated calls of one operation do not allocate.
    #[inline]
    fn name_of(&mut self, path: Path<'_>) -> Arc<CallName> {
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
    fn refuse(&mut self, origin: Origin, refused: Refused<P::Tag>) -> Option<Call> {
        let Refused(fault, tag) = refused;
        self.counters.refused += 1;
        self.put_fault(origin, &fault, &tag);
        self.finish(origin);
        self.protocol.reclaim(tag);
        None
    }

    /// Replaces what was written with a fault.
    #[cold]
    fn put_fault(&mut self, origin: Origin, fault: &Fault, tag: &P::Tag) {
        self.medium.out().rollback();
        self.begin(origin, tag, Some(fault));
        let buf = &mut self.medium.out().buf;
        self.protocol.put_fault(buf, fault, tag, origin.within());
    }

    /// Starts the answer to a message, a fault or a result.
    #[inline]
    fn begin(&mut self, origin: Origin, tag: &P::Tag, fault: Option<&Fault>) {
        if let Origin::Alone(exchange) = origin {
            let head = self.protocol.response_head(tag, fault);
            self.medium.begin(exchange, head);
        }
    }

    /// Completes and routes the answer being written.
    #[inline]
    fn finish(&mut self, origin: Origin) {
        match origin {
            Origin::Alone(exchange) => self.medium.finish(exchange),
            Origin::Member(member) => {
                let out = self.medium.out();
                let gathered = self.gatherings.finish(member, out.unfinished());
                out.rollback();
                if let Some(gathered) = gathered {
                    self.send(gathered);
                }
            }
        }
    }

    /// A call gets no reply.
    fn pass_over(&mut self, origin: Origin) {
        self.medium.out().rollback();
        match origin {
            Origin::Alone(exchange) => self.medium.nothing(exchange, P::NOTHING),
            Origin::Member(_) => self.finish(origin),
        }
    }

    /// Sends the replies to a batch, if there are any.
    fn send(&mut self, gathered: Gathered) {
        let exchange = gathered.exchange;
        if gathered.is_silent() {
            return self.medium.nothing(exchange, P::NOTHING);
        }
        self.medium.begin(exchange, None);
        let buf = &mut self.medium.out().buf;
        buf.put(P::REPLY_DELIMITERS.open);
        for (at, reply) in gathered.replies().enumerate() {
            if at > 0 {
                buf.put(P::REPLY_DELIMITERS.between);
            }
            buf.put(reply);
        }
        buf.put(P::REPLY_DELIMITERS.close);
        self.medium.finish(exchange);
    }

    /// Whether the reply being written exceeds the limit.
    fn is_too_large(&mut self, origin: Origin) -> bool {
        let bytes = self.medium.out().unfinished().len();
        let bytes = match origin {
            Origin::Alone(_) => bytes - self.medium.head(),
            Origin::Member(member) => bytes + self.gatherings.bytes_with(member),
        };
        bytes > self.limits.sent_message_bytes
    }

    fn finish_writing(&mut self, outcome: Outcome, call: &Pending<P::Tag>, before: usize) {
        let Pending { origin, tag, .. } = call;
        let origin = *origin;
        let silence = match (outcome, origin) {
            _ if !P::is_answered(tag) => return self.pass_over(origin),
            (Outcome::Silent, Origin::Alone(_)) => None,
            (Outcome::Silent, Origin::Member(_)) => P::UNANSWERED,
            (Outcome::Fault(fault), _) => Some(fault),
            (Outcome::Done | Outcome::Idempotent, _) => {
                let out = self.medium.out();
                let body = out.start() + before;
                self.protocol
                    .end_result(&mut out.buf, body, tag, origin.within());
                let late = &P::fields(tag)[self.stated..];
                if !late.is_empty() {
                    self.medium.add_fields(late);
                }
                if !self.is_too_large(origin) {
                    return self.finish(origin);
                }
                self.counters.too_large += 1;
                Some(Fault::ServerFailure)
            }
        };
        match silence {
            Some(fault) => {
                self.put_fault(origin, &fault, tag);
                self.finish(origin);
            }
            None => self.pass_over(origin),
        }
    }
}

impl<P: Protocol> ServerEngine for Server<P> {
    fn next_call(&mut self, rx: &mut Rx, clock: &Clock) -> Option<Call> {
        loop {
            let stopped = self.writing.is_some() || self.broken.is_some() || self.is_full();
            if stopped {
                if !self.gatherings.is_reading() {
                    self.medium.release(&mut rx.buf);
                }
                return None;
            }
            let call = match self.gatherings.next() {
                Some((member, range)) => {
                    let origin = Origin::Member(member);
                    match self.protocol.parse_member(rx.buf.data(), range) {
                        Ok(request) => Some(self.open(origin, request)),
                        Err(refused) => self.refuse(origin, refused),
                    }
                }
                None => match self.medium.next(&mut rx.buf, clock) {
                    Ok(next) => {
                        let (exchange, range) = next?;
                        self.take_message(rx, exchange, range)
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
        self.medium.out().rollback();
        let found = self.pending.iter().position(|call| call.id == id);
        let Some(call) = found.map(|at| self.pending.swap_remove(at)) else {
            self.writing = None;
            return;
        };
        self.begin(call.origin, &call.tag, None);
        self.stated = P::fields(&call.tag).len();
        let out = self.medium.out();
        self.protocol
            .begin_result(&mut out.buf, &call.tag, call.origin.within());
        let before = out.unfinished().len();
        self.writing = Some((call, before));
    }

    #[inline]
    fn body(&mut self) -> &mut Buf {
        &mut self.medium.out().buf
    }

    fn finish_reply(&mut self, outcome: Outcome, _: &Clock) {
        let Some((call, before)) = self.writing.take() else {
            self.medium.out().rollback();
            return;
        };
        self.held -= P::tag_bytes(&call.tag);
        self.finish_writing(outcome, &call, before);
        self.protocol.reclaim(call.tag);
    }

    fn wanted(&self) -> usize {
        self.medium.arrival().wanted()
    }

    fn poll_transmit(&mut self) -> Option<Transmit<'_>> {
        let bytes = self.medium.due();
        (!bytes.is_empty()).then_some(Transmit { to: None, bytes })
    }

    fn sent(&mut self, n: usize) {
        self.medium.out().sent(n);
    }

    fn broken(&self) -> Option<WireError> {
        self.broken
    }

    fn is_finished(&self) -> bool {
        self.medium.is_finished()
    }

    fn next_timeout(&self) -> Option<Instant> {
        let open = self.broken.is_none();
        self.medium.arrival().deadline().filter(|_| open)
    }

    fn handle_timeout(&mut self, now: Instant) {
        if self.broken.is_none() && self.medium.arrival().is_late(now) {
            self.broken = Some(WireError::TooSlow);
        }
    }

    fn handle_end(&mut self) {
        self.medium.end();
    }

    fn is_full(&self) -> bool {
        let (due, calls) = (self.medium.due().len(), self.pending.len());
        // Collected replies are sent as calls end, so they must not stop calls from being read.
        let kept = self.held + self.gatherings.bytes() + self.medium.held();
        due > self.limits.queued_bytes
            || calls >= self.limits.calls_in_flight
            || (calls > 0 && kept > self.limits.queued_bytes)
    }

    fn shrink(&mut self) {
        self.medium.shrink();
        if self.pending.is_empty() {
            self.pending = Vec::new();
        }
    }

    fn closing(&mut self) -> Option<&mut dyn Closing> {
        Some(self)
    }

    fn metadata(&mut self) -> Option<&mut dyn ServerMetadata> {
        match P::HAS_METADATA {
            true => Some(self),
            false => None,
        }
    }
}

impl<P: Protocol> ServerMetadata for Server<P> {
    fn attach(&mut self, id: CallId, metadata: ReplyMetadata) -> bool {
        let writing = self.writing.as_mut().map(|(call, _)| call);
        let mut open = self.pending.iter_mut().chain(writing);
        let Some(call) = open.find(|call| call.id == id) else {
            return metadata.is_empty();
        };
        self.held -= P::tag_bytes(&call.tag);
        let is_sent = P::attach(&mut call.tag, &metadata) && P::is_answered(&call.tag);
        self.held += P::tag_bytes(&call.tag);
        is_sent
    }
}

impl<P: Protocol> HttpExchange for Server<P> {
    fn begin(&mut self, request: Fields) {
        if let Some(exchange) = self.medium.exchange() {
            exchange.take_request(request);
        }
    }

    fn take_head(&mut self) -> Option<Fields> {
        self.medium.exchange()?.take_head()
    }

    fn take_content(&mut self) -> Option<Buf> {
        self.medium.exchange()?.take_content()
    }

    fn is_over(&self) -> bool {
        match &self.medium {
            ServerMedium::Exchange(exchange) => exchange.is_over(),
            _ => false,
        }
    }
}

impl<P: Protocol> Closing for Server<P> {
    fn wind_down(&mut self) -> bool {
        self.medium.wind_down()
    }
}
