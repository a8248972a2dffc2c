//! One message as the content of a request, and one as that of its response, in HTTP whose framing somebody else does.

use core::mem;
use core::ops::Range;

use manyrpc_codec::Buf;

use super::HttpHead;
use crate::Limits;
use crate::carrier::arrival::Arrival;
use crate::carrier::fields::{Field, Fields};
use crate::carrier::http1::{Media, ResponseHead, is_identity};
use crate::carrier::outbox::Outbox;
use crate::fault::WireError;
use crate::time::Clock;

/// One exchange.
#[derive(Debug)]
pub(crate) struct Exchange {
    media: &'static Media,
    /// As [`Limits::message_bytes`].
    most: usize,
    arrival: Arrival,
    state: State,
    pub(crate) out: Outbox,
    pub(crate) request: Fields,
    /// The response being written.
    writing: Fields,
    /// The head of the response, until it is taken.
    head: Option<Fields>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// More of the message may follow.
    Arriving,
    /// All of it was received.
    Arrived,
    /// It was lent.
    Lent,
    /// The response is complete.
    Over,
}

impl Exchange {
    pub(crate) fn new(limits: &Limits, media: &'static Media) -> Self {
        Exchange {
            media,
            most: limits.message_bytes,
            arrival: Arrival::new(limits),
            state: State::Arriving,
            out: Outbox::default(),
            request: Fields::default(),
            writing: Fields::default(),
            head: None,
        }
    }

    /// Takes the head of the request. Refuses one whose content is encoded.
    pub(crate) fn take_request(&mut self, request: Fields) {
        let is_encoded =
            |field: Field<'_>| field.name == b"content-encoding" && !is_identity(field.value);
        if request.iter().any(is_encoded) {
            self.end_with(b"415");
        }
        self.request = request;
    }

    /// The message, once all of it has arrived.
    pub(crate) fn next(
        &mut self,
        buf: &mut Buf,
        clock: &Clock,
    ) -> Result<Option<Range<usize>>, WireError> {
        let n = buf.len();
        match self.state {
            State::Arriving | State::Arrived if n > self.most => {
                self.end_with(b"413");
                buf.clear();
            }
            // How much is missing is not known here.
            State::Arriving if n > 0 => self.arrival.lacks(0, clock)?,
            State::Arriving => {}
            State::Arrived => {
                self.state = State::Lent;
                self.arrival.lend(n);
                return Ok(Some(0..n));
            }
            State::Lent | State::Over => self.release(buf),
        }
        Ok(None)
    }

    pub(crate) fn release(&mut self, buf: &mut Buf) {
        self.arrival.release(buf);
    }

    /// Inserts bytes after the message and lends them with it.
    pub(crate) fn insert_after(&mut self, buf: &mut Buf, bytes: &[u8]) -> Range<usize> {
        let end = self.arrival.lent();
        buf.put(bytes);
        self.arrival.insert_after(end, bytes.len());
        end..end + bytes.len()
    }

    pub(crate) fn arrival(&self) -> &Arrival {
        &self.arrival
    }

    /// The request's content is complete.
    pub(crate) fn end(&mut self) {
        if self.state == State::Arriving {
            self.state = State::Arrived;
        }
    }

    /// Starts the response.
    pub(crate) fn begin(&mut self) {
        let head = ResponseHead {
            status: "200 OK",
            content_type: self.media.sent,
            more: &[],
            written: &[],
        };
        self.begin_with(&head);
    }

    /// The same with a head of the protocol's.
    pub(crate) fn begin_with(&mut self, head: &ResponseHead<'_>) {
        let kind = Field::new(b"content-type", head.content_type.as_bytes());
        self.writing = Fields::from_iter([Field::new(b":status", code(head.status)), kind]);
        for (name, value) in head.more {
            let name = name.to_ascii_lowercase();
            let field = Field::new(name.as_bytes(), value.as_bytes());
            self.writing.push(field);
        }
        self.add_fields(head.written);
    }

    /// Adds fields, each behind a line break, to the head of the response being written.
    pub(crate) fn add_fields(&mut self, fields: &[u8]) {
        HttpHead::Text(fields).each(|name, value| {
            let name = name.to_ascii_lowercase();
            self.writing.push(Field::new(&name, value));
        });
    }

    /// Completes the response being written.
    pub(crate) fn finish(&mut self) {
        self.out.commit();
        let head = mem::take(&mut self.writing);
        self.answer(head);
    }

    /// The response has no content.
    pub(crate) fn nothing(&mut self, status: &str) {
        self.out.rollback();
        self.end_with(code(status));
    }

    fn end_with(&mut self, status: &[u8]) {
        self.answer(Fields::from_iter([Field::new(b":status", status)]));
    }

    fn answer(&mut self, head: Fields) {
        self.arrival.rest();
        self.head = Some(head);
        self.state = State::Over;
    }

    /// The head of the response, once.
    pub(crate) fn take_head(&mut self) -> Option<Fields> {
        self.head.take()
    }

    /// The content of the response, once.
    pub(crate) fn take_content(&mut self) -> Option<Buf> {
        let n = self.out.due().len();
        let content = mem::take(&mut self.out);
        (n > 0).then_some(content.buf)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.state == State::Over
    }
}

/// The code of a status with its phrase.
fn code(status: &str) -> &[u8] {
    let end = status.find(' ').unwrap_or(status.len());
    &status.as_bytes()[..end]
}
