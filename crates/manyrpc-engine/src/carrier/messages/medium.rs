//! The transports of messages: a bare stream with one of its framings, or HTTP.

use alloc::boxed::Box;
use core::ops::Range;

use manyrpc_codec::Buf;

use super::HttpHead;
use super::exchange::Exchange;
use crate::Limits;
use crate::carrier::arrival::Arrival;
use crate::carrier::http1::{self, ResponseHead};
use crate::carrier::outbox::Outbox;
use crate::carrier::{content_length, lines};
use crate::fault::{Closed, WireError};
use crate::time::Clock;

/// Framing on a bare stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Framing {
    /// One message per line.
    #[default]
    Line,
    /// A header with the length before each message, as in the Language Server Protocol.
    ContentLength,
}

/// The transport of a server's messages.
#[derive(Debug)]
pub(crate) enum ServerMedium {
    Stream(Stream),
    Http(Box<http1::Server>),
    Exchange(Box<Exchange>),
}

impl ServerMedium {
    /// The next message, and the id of the exchange that it starts.
    #[inline]
    pub(crate) fn next(
        &mut self,
        buf: &mut Buf,
        clock: &Clock,
    ) -> Result<Option<(u64, Range<usize>)>, WireError> {
        match self {
            Self::Stream(stream) => Ok(stream.next(buf, clock)?.map(|range| (0, range))),
            Self::Http(http) => http.next(buf, clock),
            Self::Exchange(exchange) => Ok(exchange.next(buf, clock)?.map(|range| (0, range))),
        }
    }

    /// The exchange, if it is one.
    pub(crate) fn exchange(&mut self) -> Option<&mut Exchange> {
        match self {
            Self::Exchange(exchange) => Some(exchange),
            _ => None,
        }
    }

    /// Consumes the previous message.
    pub(crate) fn release(&mut self, buf: &mut Buf) {
        match self {
            Self::Stream(stream) => stream.release(buf),
            Self::Http(http) => http.release(buf),
            Self::Exchange(exchange) => exchange.release(buf),
        }
    }

    /// No more input follows.
    pub(crate) fn end(&mut self) {
        match self {
            Self::Stream(stream) => {
                stream.end();
            }
            Self::Http(_) => {}
            Self::Exchange(exchange) => exchange.end(),
        }
    }

    pub(crate) fn arrival(&self) -> &Arrival {
        match self {
            Self::Stream(stream) => stream.arrival(),
            Self::Http(http) => http.arrival(),
            Self::Exchange(exchange) => exchange.arrival(),
        }
    }

    #[inline]
    pub(crate) fn out(&mut self) -> &mut Outbox {
        match self {
            Self::Stream(stream) => &mut stream.out,
            Self::Http(http) => &mut http.out,
            Self::Exchange(exchange) => &mut exchange.out,
        }
    }

    #[inline]
    pub(crate) fn due(&self) -> &[u8] {
        match self {
            Self::Stream(stream) => stream.out.due(),
            Self::Http(http) => http.out.due(),
            Self::Exchange(exchange) => exchange.out.due(),
        }
    }

    /// The head of the request that carried the previous message.
    #[inline]
    pub(crate) fn request_head<'a>(&'a self, buf: &'a Buf) -> HttpHead<'a> {
        match self {
            Self::Stream(_) => HttpHead::None,
            Self::Http(http) => HttpHead::Text(http.request_head(buf)),
            Self::Exchange(exchange) => HttpHead::Fields(&exchange.request),
        }
    }

    /// The charset that its content type states.
    #[inline]
    pub(crate) fn charset<'a>(&'a self, buf: &'a Buf) -> Option<&'a str> {
        let head = self.request_head(buf);
        match self {
            Self::Http(http) => head.charset_if(http.charset()),
            _ => head.charset(),
        }
    }

    /// Starts the response of an exchange at the end of the output, with a head of the protocol's if it has one.
    #[inline]
    pub(crate) fn begin(&mut self, exchange: u64, head: Option<ResponseHead<'_>>) {
        match (self, head) {
            (Self::Stream(stream), _) => stream.begin(),
            (Self::Http(http), None) => http.begin(exchange),
            (Self::Http(http), Some(head)) => http.begin_with(exchange, &head),
            (Self::Exchange(exchange), None) => exchange.begin(),
            (Self::Exchange(exchange), Some(head)) => exchange.begin_with(&head),
        }
    }

    /// Bytes that precede the message being written.
    #[inline]
    pub(crate) fn head(&self) -> usize {
        match self {
            Self::Stream(stream) => stream.head(),
            Self::Http(http) => http.head(),
            Self::Exchange(_) => 0,
        }
    }

    /// Completes the message being written.
    #[inline]
    pub(crate) fn finish(&mut self, exchange: u64) {
        match self {
            Self::Stream(stream) => stream.finish(),
            Self::Http(http) => http.finish(exchange),
            Self::Exchange(exchange) => exchange.finish(),
        }
    }

    /// Adds fields, each behind a line break, to the head of the response being written.
    #[cold]
    pub(crate) fn add_fields(&mut self, fields: &[u8]) {
        match self {
            Self::Stream(_) => {}
            Self::Http(http) => http.add_fields(fields),
            Self::Exchange(exchange) => exchange.add_fields(fields),
        }
    }

    /// There is no response but, over HTTP, that status. Drops what was written.
    pub(crate) fn nothing(&mut self, exchange: u64, status: &str) {
        match self {
            Self::Stream(stream) => stream.out.rollback(),
            Self::Http(http) => http.nothing_with(exchange, status),
            Self::Exchange(exchange) => exchange.nothing(status),
        }
    }

    /// Bytes of responses that wait for earlier ones.
    pub(crate) fn held(&self) -> usize {
        match self {
            Self::Stream(_) => 0,
            Self::Http(http) => http.held(),
            Self::Exchange(_) => 0,
        }
    }

    /// Lets the last response announce the close; false where responses cannot.
    pub(crate) fn wind_down(&mut self) -> bool {
        match self {
            Self::Stream(_) | Self::Exchange(_) => false,
            Self::Http(http) => {
                http.wind_down();
                true
            }
        }
    }

    /// Whether to close the connection once all output is sent.
    pub(crate) fn is_finished(&self) -> bool {
        match self {
            Self::Stream(_) | Self::Exchange(_) => false,
            Self::Http(http) => http.is_finished(),
        }
    }

    pub(crate) fn shrink(&mut self) {
        match self {
            Self::Stream(stream) => stream.out.buf.shrink(0),
            Self::Http(http) => http.shrink(),
            Self::Exchange(exchange) => exchange.out.buf.shrink(0),
        }
    }
}

/// The transport of a client's messages.
#[derive(Debug)]
pub(crate) enum ClientMedium {
    Stream(Box<Stream>),
    Http(Box<http1::Client>),
}

/// A message that a client received.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    pub(crate) range: Range<usize>,
    /// For HTTP, the token of the answered request, and the status.
    pub(crate) answers: Option<(u64, u16)>,
}

impl ClientMedium {
    pub(crate) fn shrink(&mut self) {
        match self {
            Self::Stream(stream) if stream.out.buf.is_empty() => stream.out.buf.shrink(0),
            Self::Stream(_) => {}
            Self::Http(http) => http.shrink(),
        }
    }

    #[inline]
    pub(crate) fn next(
        &mut self,
        buf: &mut Buf,
        clock: &Clock,
    ) -> Result<Option<Received>, WireError> {
        match self {
            Self::Stream(stream) => Ok(stream.next(buf, clock)?.map(|range| Received {
                range,
                answers: None,
            })),
            Self::Http(http) => Ok(http.next(buf, clock)?.map(|answer| Received {
                range: answer.content,
                answers: Some((answer.token, answer.status)),
            })),
        }
    }

    /// The head of the response that carried the previous message.
    #[inline]
    pub(crate) fn response_head<'b>(&self, buf: &'b Buf) -> HttpHead<'b> {
        match self {
            Self::Stream(_) => HttpHead::None,
            Self::Http(http) => HttpHead::Text(http.response_head(buf)),
        }
    }

    /// The charset that its content type states.
    #[inline]
    pub(crate) fn charset<'b>(&self, buf: &'b Buf) -> Option<&'b str> {
        match self {
            Self::Stream(_) => None,
            Self::Http(http) => self.response_head(buf).charset_if(http.charset()),
        }
    }

    /// Consumes the previous message.
    pub(crate) fn release(&mut self, buf: &mut Buf) {
        match self {
            Self::Stream(stream) => stream.release(buf),
            Self::Http(http) => http.release(buf),
        }
    }

    pub(crate) fn arrival(&self) -> &Arrival {
        match self {
            Self::Stream(stream) => stream.arrival(),
            Self::Http(http) => http.arrival(),
        }
    }

    #[inline]
    pub(crate) fn out(&mut self) -> &mut Outbox {
        match self {
            Self::Stream(stream) => &mut stream.out,
            Self::Http(http) => &mut http.out,
        }
    }

    /// The bytes that may be sent.
    #[inline]
    pub(crate) fn due(&self) -> &[u8] {
        match self {
            Self::Stream(stream) => stream.out.due(),
            Self::Http(http) => http.due(),
        }
    }

    #[inline]
    pub(crate) fn sent(&mut self, n: usize) {
        match self {
            Self::Stream(stream) => stream.out.sent(n),
            Self::Http(http) => http.sent(n),
        }
    }

    /// Starts a message at the end of the output; `fields` stand in its head, over HTTP.
    #[inline]
    pub(crate) fn begin(&mut self, fields: &[u8]) {
        match self {
            Self::Stream(stream) => stream.begin(),
            Self::Http(http) => http.begin(fields),
        }
    }

    /// Bytes that precede the message being written.
    #[inline]
    pub(crate) fn head(&self) -> usize {
        match self {
            Self::Stream(stream) => stream.head(),
            Self::Http(http) => http.head(),
        }
    }

    /// Completes the message being written, under the given `token`.
    #[inline]
    pub(crate) fn finish(&mut self, token: u64, idempotent: bool) {
        match self {
            Self::Stream(stream) => stream.finish(),
            Self::Http(http) => http.finish(token, idempotent),
        }
    }

    /// Drops all output.
    pub(crate) fn clear(&mut self) {
        match self {
            Self::Stream(stream) => stream.out.clear(),
            Self::Http(http) => http.clear(),
        }
    }

    /// The connection has ended; only an orderly close can end a message.
    pub(crate) fn end(&mut self, how: Closed) -> Last {
        let in_order = matches!(how, Closed::ByPeer | Closed::Unread);
        match self {
            Self::Stream(stream) => match stream.end() && in_order {
                true => Last::Message,
                false => Last::Nothing,
            },
            Self::Http(http) => {
                let may = http.end() && in_order;
                let front = http.front().filter(|_| may);
                front.map_or(Last::Nothing, Last::AnswerTo)
            }
        }
    }

    /// The connection has ended: drops the requests that must not be retried.
    pub(crate) fn keep_retriable(&mut self, unread: bool, wanted: impl Fn(u64) -> bool) {
        match self {
            Self::Stream(stream) => stream.out.clear(),
            Self::Http(http) => http.keep_retriable(unread, wanted),
        }
    }

    /// Another connection is established.
    pub(crate) fn reconnected(&mut self) {
        if let Self::Http(http) = self {
            http.reconnected();
        }
    }

    /// Whether it matters if the server had read everything.
    pub(crate) fn depends_on_unread(&self) -> bool {
        match self {
            Self::Stream(_) => false,
            Self::Http(http) => http.depends_on_unread(),
        }
    }

    /// Whether requests wait for another connection.
    pub(crate) fn awaits_reconnection(&self) -> bool {
        match self {
            Self::Stream(_) => false,
            Self::Http(http) => http.awaits_reconnection(),
        }
    }

    /// Whether the request with this token awaits a response.
    pub(crate) fn awaits(&self, token: u64) -> bool {
        match self {
            Self::Stream(_) => false,
            Self::Http(http) => http.awaits(token),
        }
    }

    /// Whether no more responses arrive on this connection.
    pub(crate) fn is_closing(&self) -> bool {
        match self {
            Self::Stream(_) => false,
            Self::Http(http) => http.is_closing(),
        }
    }

    /// Whether the connection is for a single request, which was made.
    pub(crate) fn is_taken(&self) -> bool {
        match self {
            Self::Stream(_) => false,
            Self::Http(http) => http.is_taken(),
        }
    }

    /// Whether responses are outstanding.
    pub(crate) fn is_waiting(&self) -> bool {
        match self {
            Self::Stream(_) => false,
            Self::Http(http) => http.is_waiting(),
        }
    }
}

/// What the end of a connection may complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Last {
    Nothing,
    /// A message.
    Message,
    /// The response to the request with this token.
    AnswerTo(u64),
}

/// A framed stream and its output.
#[derive(Debug)]
pub(crate) struct Stream {
    kind: Kind,
    pub(crate) out: Outbox,
}

#[derive(Debug)]
enum Kind {
    Line(lines::Splitter),
    ContentLength(content_length::Splitter, content_length::Writer),
}

impl Stream {
    pub(crate) fn new(limits: &Limits, framing: Framing) -> Self {
        let kind = match framing {
            Framing::Line => Kind::Line(lines::Splitter::new(limits)),
            Framing::ContentLength => Kind::ContentLength(
                content_length::Splitter::new(limits),
                content_length::Writer::default(),
            ),
        };
        Stream {
            kind,
            out: Outbox::default(),
        }
    }

    /// The next message.
    #[inline]
    pub(crate) fn next(
        &mut self,
        buf: &mut Buf,
        clock: &Clock,
    ) -> Result<Option<Range<usize>>, WireError> {
        match &mut self.kind {
            Kind::Line(splitter) => splitter.next(buf, clock),
            Kind::ContentLength(splitter, _) => splitter.next(buf, clock),
        }
    }

    /// The next message, left for somebody else to read and consume: where it lies, and its length
    /// in bytes including framing.
    pub(crate) fn front(
        &mut self,
        buf: &mut Buf,
        clock: &Clock,
    ) -> Result<Option<(Range<usize>, usize)>, WireError> {
        let Some(range) = self.next(buf, clock)? else {
            return Ok(None);
        };
        let whole = match &mut self.kind {
            Kind::Line(splitter) => splitter.take_back(),
            Kind::ContentLength(splitter, _) => splitter.take_back(),
        };
        Ok(Some((range, whole)))
    }

    /// No more input follows. True if that may complete a message.
    pub(crate) fn end(&mut self) -> bool {
        match &mut self.kind {
            Kind::Line(splitter) => splitter.end(),
            Kind::ContentLength(..) => return false,
        }
        true
    }

    /// Consumes the previous message.
    pub(crate) fn release(&mut self, buf: &mut Buf) {
        match &mut self.kind {
            Kind::Line(splitter) => splitter.release(buf),
            Kind::ContentLength(splitter, _) => splitter.release(buf),
        }
    }

    pub(crate) fn arrival(&self) -> &Arrival {
        match &self.kind {
            Kind::Line(splitter) => splitter.arrival(),
            Kind::ContentLength(splitter, _) => splitter.arrival(),
        }
    }

    /// Starts a message at the end of the output.
    #[inline]
    pub(crate) fn begin(&mut self) {
        if let Kind::ContentLength(_, writer) = &self.kind {
            writer.begin(&mut self.out.buf);
        }
    }

    /// Bytes that precede the message being written.
    #[inline]
    pub(crate) fn head(&self) -> usize {
        match &self.kind {
            Kind::Line(_) => 0,
            Kind::ContentLength(_, writer) => writer.head(),
        }
    }

    /// Completes the message being written.
    #[inline]
    pub(crate) fn finish(&mut self) {
        match &mut self.kind {
            Kind::Line(_) => self.out.buf.put(&[lines::END]),
            Kind::ContentLength(_, writer) => {
                let start = self.out.start();
                writer.finish(&mut self.out.buf, start);
            }
        }
        self.out.commit();
    }
}
