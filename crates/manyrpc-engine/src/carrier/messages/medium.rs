//! What carries messages: a bare stream with one of its framings, or HTTP.

use alloc::boxed::Box;
use core::ops::Range;

use manyrpc_codec::Buf;

use crate::Limits;
use crate::carrier::arrival::Arrival;
use crate::carrier::http1;
use crate::carrier::outbox::Outbox;
use crate::carrier::{content_length, lines};
use crate::fault::{Closed, WireError};
use crate::time::Clock;

/// How messages are told apart on a bare stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Framing {
    /// Each in a line of its own.
    #[default]
    Line,
    /// Each behind a header with its length, as the Language Server Protocol has it.
    ContentLength,
}

/// What carries a server's messages.
#[derive(Debug)]
pub(crate) enum ServerMedium {
    Stream(Stream),
    Http(Box<http1::Server>),
}

impl ServerMedium {
    /// The next message, and what to call the exchange that it begins.
    #[inline]
    pub(crate) fn next(
        &mut self,
        buf: &mut Buf,
        clock: &Clock,
    ) -> Result<Option<(u64, Range<usize>)>, WireError> {
        match self {
            Self::Stream(stream) => Ok(stream.next(buf, clock)?.map(|range| (0, range))),
            Self::Http(http) => http.next(buf, clock),
        }
    }

    /// Consumes the previous message.
    pub(crate) fn release(&mut self, buf: &mut Buf) {
        match self {
            Self::Stream(stream) => stream.release(buf),
            Self::Http(http) => http.release(buf),
        }
    }

    /// Nothing more is received.
    pub(crate) fn end(&mut self) {
        if let Self::Stream(stream) = self {
            stream.end();
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

    #[inline]
    pub(crate) fn due(&self) -> &[u8] {
        match self {
            Self::Stream(stream) => stream.out.due(),
            Self::Http(http) => http.out.due(),
        }
    }

    /// Starts the answer of an exchange at the end of the output.
    #[inline]
    pub(crate) fn begin(&mut self, exchange: u64) {
        match self {
            Self::Stream(stream) => stream.begin(),
            Self::Http(http) => http.begin(exchange),
        }
    }

    /// Bytes that stand before the message that is being written.
    #[inline]
    pub(crate) fn head(&self) -> usize {
        match self {
            Self::Stream(stream) => stream.head(),
            Self::Http(http) => http.head(),
        }
    }

    /// The message being written is complete.
    #[inline]
    pub(crate) fn finish(&mut self, exchange: u64) {
        match self {
            Self::Stream(stream) => stream.finish(),
            Self::Http(http) => http.finish(exchange),
        }
    }

    /// There is no answer. Drops what was written.
    pub(crate) fn nothing(&mut self, exchange: u64) {
        match self {
            Self::Stream(stream) => stream.out.rollback(),
            Self::Http(http) => http.nothing(exchange),
        }
    }

    /// Bytes of answers that wait for those before them.
    pub(crate) fn held(&self) -> usize {
        match self {
            Self::Stream(_) => 0,
            Self::Http(http) => http.held(),
        }
    }

    /// Lets the last answer say that it is that; false where answers cannot.
    pub(crate) fn wind_down(&mut self) -> bool {
        match self {
            Self::Stream(_) => false,
            Self::Http(http) => {
                http.wind_down();
                true
            }
        }
    }

    /// Whether the connection is to be closed, once all that is due has gone.
    pub(crate) fn is_finished(&self) -> bool {
        match self {
            Self::Stream(_) => false,
            Self::Http(http) => http.is_finished(),
        }
    }

    pub(crate) fn shrink(&mut self) {
        match self {
            Self::Stream(stream) => stream.out.buf.shrink(0),
            Self::Http(http) => http.shrink(),
        }
    }
}

/// What carries a client's messages.
#[derive(Debug)]
pub(crate) enum ClientMedium {
    Stream(Stream),
    Http(Box<http1::Client>),
}

/// A message that a client received.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    pub(crate) range: Range<usize>,
    /// Of HTTP, what the request was called that it answers, and the status.
    pub(crate) answers: Option<(u64, u16)>,
}

impl ClientMedium {
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

    /// What may be sent.
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

    /// Starts a message at the end of the output.
    #[inline]
    pub(crate) fn begin(&mut self) {
        match self {
            Self::Stream(stream) => stream.begin(),
            Self::Http(http) => http.begin(),
        }
    }

    /// Bytes that stand before the message that is being written.
    #[inline]
    pub(crate) fn head(&self) -> usize {
        match self {
            Self::Stream(stream) => stream.head(),
            Self::Http(http) => http.head(),
        }
    }

    /// The message being written is complete, and called `token`.
    #[inline]
    pub(crate) fn finish(&mut self, token: u64, idempotent: bool) {
        match self {
            Self::Stream(stream) => stream.finish(),
            Self::Http(http) => http.finish(token, idempotent),
        }
    }

    /// Drops all that is to be sent.
    pub(crate) fn clear(&mut self) {
        match self {
            Self::Stream(stream) => stream.out.clear(),
            Self::Http(http) => http.clear(),
        }
    }

    /// The connection has ended; only in order does that end a message.
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

    /// The connection has ended: drops the requests that are not for another one.
    pub(crate) fn keep_undone(&mut self, unread: bool, wanted: impl Fn(u64) -> bool) {
        match self {
            Self::Stream(stream) => stream.out.clear(),
            Self::Http(http) => http.keep_undone(unread, wanted),
        }
    }

    /// Another connection stands.
    pub(crate) fn renew(&mut self) {
        if let Self::Http(http) = self {
            http.renew();
        }
    }

    /// Whether it matters if the server has read all.
    pub(crate) fn is_in_doubt(&self) -> bool {
        match self {
            Self::Stream(_) => false,
            Self::Http(http) => http.is_in_doubt(),
        }
    }

    /// Whether requests wait that need another connection.
    pub(crate) fn is_orphaned(&self) -> bool {
        match self {
            Self::Stream(_) => false,
            Self::Http(http) => http.is_orphaned(),
        }
    }

    /// Whether a request of that name waits.
    pub(crate) fn awaits(&self, token: u64) -> bool {
        match self {
            Self::Stream(_) => false,
            Self::Http(http) => http.awaits(token),
        }
    }

    /// Whether nothing more is answered on this connection.
    pub(crate) fn is_closing(&self) -> bool {
        match self {
            Self::Stream(_) => false,
            Self::Http(http) => http.is_closing(),
        }
    }

    /// Whether one request after the other has a connection of its own.
    pub(crate) fn is_taken(&self) -> bool {
        match self {
            Self::Stream(_) => false,
            Self::Http(http) => http.is_taken(),
        }
    }

    /// Whether answers are on their way.
    pub(crate) fn is_waiting(&self) -> bool {
        match self {
            Self::Stream(_) => false,
            Self::Http(http) => http.is_waiting(),
        }
    }
}

/// What the end of a connection may have completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Last {
    Nothing,
    /// A message, whatever it says.
    Message,
    /// The answer to the request of that name.
    AnswerTo(u64),
}

/// A stream with its framing, and what is to be sent on it.
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

    /// The next message, left for somebody else to read and consume: where it lies, and how many bytes
    /// it takes with its framing.
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

    /// Nothing more is received. True if that may have been the end of a message.
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

    /// Bytes that stand before the message that is being written.
    #[inline]
    pub(crate) fn head(&self) -> usize {
        match &self.kind {
            Kind::Line(_) => 0,
            Kind::ContentLength(_, writer) => writer.head(),
        }
    }

    /// The message being written is complete.
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
