//! One message as the content of a request, and one as that of its response, in HTTP whose framing somebody else does.

use core::mem;
use core::ops::Range;

use manyrpc_codec::Buf;

use crate::Limits;
use crate::carrier::arrival::Arrival;
use crate::carrier::fields::{Field, Fields};
use crate::carrier::http1::{CONTENT_TOO_LARGE, Media, UNSUPPORTED_MEDIA_TYPE, is_identity};
use crate::carrier::outbox::Outbox;
use crate::fault::WireError;
use crate::time::Clock;

const OK: u16 = 200;
const NO_CONTENT: u16 = 204;

/// One exchange.
#[derive(Debug)]
pub(crate) struct Exchange {
    media: &'static Media,
    /// As [`Limits::message_bytes`].
    most: usize,
    arrival: Arrival,
    state: State,
    pub(crate) out: Outbox,
    /// The status of the response, until its head is taken.
    status: Option<u16>,
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
            status: None,
        }
    }

    /// Refuses a request whose content is encoded.
    pub(crate) fn check(&mut self, request: &Fields) {
        let mut codings = request.iter().filter(|f| f.name == b"content-encoding");
        if codings.any(|coding| !is_identity(coding.value)) {
            self.end_with(UNSUPPORTED_MEDIA_TYPE);
        }
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
                self.end_with(CONTENT_TOO_LARGE);
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

    /// Completes the response being written.
    pub(crate) fn finish(&mut self) {
        self.out.commit();
        self.end_with(OK);
    }

    /// The response has no content.
    pub(crate) fn nothing(&mut self) {
        self.out.rollback();
        self.end_with(NO_CONTENT);
    }

    fn end_with(&mut self, status: u16) {
        self.arrival.rest();
        self.status = Some(status);
        self.state = State::Over;
    }

    /// The head of the response, once.
    pub(crate) fn take_head(&mut self) -> Option<Fields> {
        let status: &[u8] = match self.status.take()? {
            NO_CONTENT => b"204",
            CONTENT_TOO_LARGE => b"413",
            UNSUPPORTED_MEDIA_TYPE => b"415",
            _ => b"200",
        };
        let kind = Field::new(b"content-type", self.media.sent.as_bytes());
        let kind = Some(kind).filter(|_| status == b"200");
        let fields = [Field::new(b":status", status)].into_iter();
        Some(fields.chain(kind).collect())
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
