//! The client's side of one connection.
//!
//! Reading list: RFC 9112 sections 6.3 (length of content), 9.2 (which response is whose), 9.3.2
//! (pipelining), 9.5 and 9.6 (closing); RFC 9110 section 15.2 (interim responses).
//!
//! Requests stay in the output until they are answered, so that those that a connection has not
//! taken to its server can go over another: `renewal`.

mod renewal;

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::ops::Range;

use manyrpc_codec::Buf;

use super::Media;
use super::head::{self, Response};
use super::reader::{Reader, Refusal};
use crate::Limits;
use crate::carrier::arrival::Arrival;
use crate::carrier::content_length::Length;
use crate::carrier::is_tls_alert;
use crate::carrier::outbox::Outbox;
use crate::fault::WireError;
use crate::time::Clock;

/// Where requests go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Target<'a> {
    /// Host and port, as `Host` has them.
    pub host: &'a str,
    /// The path, from its slash on.
    pub path: &'a str,
}

/// A response to one of our requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What the request was called.
    pub token: u64,
    /// The status code.
    pub status: u16,
    /// Where the content lies in the buffer's data.
    pub content: Range<usize>,
}

/// Writes requests, and reads their responses.
#[derive(Debug)]
pub struct Client {
    reader: Reader,
    pub(crate) out: Outbox,
    /// What every request begins with, up to its length.
    head: Vec<u8>,
    length: Length,
    /// Requests without a response, in order.
    waiting: VecDeque<Waiting>,
    /// How many of them may have been sent.
    released: usize,
    /// Of those, how many are not idempotent.
    unsafe_ones: usize,
    /// Bytes of the output that went, and behind them those that may go.
    gone: usize,
    due: usize,
    /// Bytes at its front that belong to requests that were answered.
    answered: usize,
    /// No request waits for the response to another.
    pipelines: bool,
    /// There is one request only.
    once: bool,
    /// The response whose content is on its way.
    current: Option<Response>,
    /// The connection has ended, perhaps with a response.
    ended: bool,
    /// The server answers nothing more.
    closing: bool,
    /// The server has begun a response: it speaks HTTP.
    greeted: bool,
    /// It has answered a request.
    serves: bool,
}

#[derive(Clone, Copy, Debug)]
struct Waiting {
    token: u64,
    bytes: usize,
    idempotent: bool,
}

const LENGTH: &str = "\r\nContent-Length: ";
const FIELDS_END: &[u8] = b"\r\n\r\n";

impl Client {
    /// For a connection whose messages keep to `limits`.
    pub fn new(limits: &Limits, media: &Media, target: Target<'_>) -> Self {
        let path = match target.path {
            "" => "/",
            path => path,
        };
        let head = [
            "POST ",
            path,
            " HTTP/1.1\r\nHost: ",
            target.host,
            "\r\nUser-Agent: manyrpc\r\nContent-Type: ",
            media.sent,
            "\r\nAccept: ",
            media.sent,
            // RFC 9110 section 12.5.3: whoever says nothing takes any.
            "\r\nAccept-Encoding: identity",
            LENGTH,
        ];
        Client {
            reader: Reader::new(limits),
            out: Outbox::default(),
            head: head.concat().into_bytes(),
            length: Length::default(),
            waiting: VecDeque::new(),
            released: 0,
            unsafe_ones: 0,
            gone: 0,
            due: 0,
            answered: 0,
            pipelines: false,
            once: false,
            current: None,
            ended: false,
            closing: false,
            greeted: false,
            serves: false,
        }
    }

    /// Whether requests are sent while others wait for their response. RFC 9112 section 9.3.2
    /// advises against it behind one that is not idempotent, because nobody knows what became of
    /// those behind it when the connection ends; without this, they wait.
    pub fn set_pipelining(&mut self, on: bool) {
        self.pipelines = on;
    }

    /// The connection is for one request only, and the server is asked to close it (RFC 9112 section
    /// 9.6). Before the first.
    pub fn set_once(&mut self) {
        if !self.once {
            self.once = true;
            self.head.truncate(self.head.len() - LENGTH.len());
            self.head.extend_from_slice(b"\r\nConnection: close");
            self.head.extend_from_slice(LENGTH.as_bytes());
        }
    }

    /// What the connection is in the middle of.
    pub fn arrival(&self) -> &Arrival {
        self.reader.arrival()
    }

    /// Whether the server answers nothing more.
    pub fn is_closing(&self) -> bool {
        self.closing
    }

    /// Whether the one request that the connection is for has been made, and waits.
    pub fn is_taken(&self) -> bool {
        self.once && self.is_waiting()
    }

    /// Whether requests wait for their response.
    pub fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// What the request is called whose response comes next.
    pub fn front(&self) -> Option<u64> {
        self.waiting.front().map(|request| request.token)
    }

    /// Puts bytes behind the response that was lent last, which they are lent with; gives where.
    pub(crate) fn insert_behind(&mut self, buf: &mut Buf, bytes: &[u8]) -> Range<usize> {
        self.reader.insert_behind(buf, bytes)
    }

    /// Consumes the previous response.
    pub fn release(&mut self, buf: &mut Buf) {
        self.reader.release(buf);
    }

    /// The connection has ended. True if that may have been the end of a response:
    /// [`next`](Self::next) tells.
    pub fn end(&mut self) -> bool {
        self.ended = true;
        self.closing = true;
        self.reader.ends_with_connection()
    }

    /// Drops all requests.
    pub fn clear(&mut self) {
        self.out.clear();
        self.waiting.clear();
        (self.released, self.unsafe_ones) = (0, 0);
        (self.gone, self.due, self.answered) = (0, 0, 0);
    }

    /// Starts a request at the end of the output; its content is appended.
    #[inline]
    pub(crate) fn begin(&mut self) {
        self.out.buf.put(&self.head);
        self.length.reserve(&mut self.out.buf);
        self.out.buf.put(FIELDS_END);
    }

    /// Bytes of the head of the request that is being written.
    #[inline]
    pub(crate) fn head(&self) -> usize {
        self.head.len() + self.length.width() + FIELDS_END.len()
    }

    /// The request being written is complete, and called `token` from now on.
    #[inline]
    pub(crate) fn finish(&mut self, token: u64, idempotent: bool) {
        let start = self.out.start();
        let (at, content) = (start + self.head.len(), start + self.head());
        self.length.fill(&mut self.out.buf, at, content);
        let bytes = self.out.unfinished().len();
        self.out.commit();
        self.waiting.push_back(Waiting {
            token,
            bytes,
            idempotent,
        });
        self.release_more();
    }

    /// Writes a request with content that is there already, not idempotent.
    pub fn ask(&mut self, token: u64, content: &[u8]) {
        self.begin();
        self.out.buf.put(content);
        self.finish(token, false);
    }

    /// Lets requests go that need not wait for a response.
    #[inline]
    fn release_more(&mut self) {
        while let Some(next) = self.waiting.get(self.released) {
            let goes = self.released == 0 || self.pipelines || self.unsafe_ones == 0;
            if !goes || self.closing {
                return;
            }
            self.released += 1;
            self.unsafe_ones += usize::from(!next.idempotent);
            self.due += next.bytes;
        }
    }

    /// What may be sent.
    #[inline]
    pub fn due(&self) -> &[u8] {
        let due = self.out.due().get(self.gone..self.gone + self.due);
        due.unwrap_or_default()
    }

    /// `n` bytes of that went.
    #[inline]
    pub fn sent(&mut self, n: usize) {
        let n = n.min(self.due);
        self.due -= n;
        self.gone += n;
        self.drop_answered();
    }

    /// Drops of what went the requests that were answered: a response may come before all of its
    /// request went.
    #[inline]
    fn drop_answered(&mut self) {
        let n = self.answered.min(self.gone);
        if n > 0 {
            self.out.sent(n);
            self.answered -= n;
            self.gone -= n;
        }
    }

    /// The next response. `None` until more came.
    ///
    /// # Errors
    /// It is malformed, too large, or takes too long.
    pub fn next(&mut self, buf: &mut Buf, clock: &Clock) -> Result<Option<Answer>, WireError> {
        loop {
            let Some((response, content)) = self
                .advance(buf, clock)
                .map_err(|refusal| wire_error(refusal, self.greeted))?
            else {
                return Ok(None);
            };
            self.closing |= self.once || !response.keeps;
            if self.released == 0 {
                // Nobody asked: a server that has waited too long says so and closes.
                self.closing = true;
                continue;
            }
            let Some(answered) = self.waiting.pop_front() else {
                continue;
            };
            self.released -= 1;
            self.unsafe_ones -= usize::from(!answered.idempotent);
            self.serves = true;
            self.answered += answered.bytes;
            self.drop_answered();
            self.release_more();
            return Ok(Some(Answer {
                token: answered.token,
                status: response.status,
                content,
            }));
        }
    }

    #[inline]
    fn advance(
        &mut self,
        buf: &mut Buf,
        clock: &Clock,
    ) -> Result<Option<(Response, Range<usize>)>, Refusal> {
        let response = match self.current {
            Some(response) => response,
            None => match self.next_head(buf, clock)? {
                Some(response) => response,
                None => return Ok(None),
            },
        };
        let content = self.reader.content(buf, clock, self.ended)?;
        self.current = content.is_none().then_some(response);
        Ok(content.map(|content| (response, content)))
    }

    #[inline]
    fn next_head(&mut self, buf: &mut Buf, clock: &Clock) -> Result<Option<Response>, Refusal> {
        loop {
            if !self.greeted {
                match buf.data() {
                    // It may become an alert.
                    [0x15] => return Ok(None),
                    data if is_tls_alert(data) => return Err(Refusal::Secured),
                    // Others may never send what ends a head.
                    data if !head::may_be_http(data) => {
                        return Err(Refusal::Response(head::NOT_HTTP));
                    }
                    _ => {}
                }
            }
            let Some(head) = self.reader.head(buf, clock)? else {
                return Ok(None);
            };
            self.greeted = true;
            let parsed = Response::parse(&buf.data()[..head]);
            let response = parsed.map_err(Refusal::Response)?;
            match response.status {
                // RFC 9110 section 7.8.
                101 => return Err(Refusal::Response("it changes to a protocol not asked for")),
                100..200 => self.reader.pass_over(head, buf),
                _ => {
                    self.reader.begin(head, response.content)?;
                    return Ok(Some(response));
                }
            }
        }
    }
}

/// What is wrong with a response, in our own words.
fn wire_error(refusal: Refusal, greeted: bool) -> WireError {
    match refusal {
        Refusal::Slow(e) => e,
        Refusal::Secured => WireError::Secured,
        Refusal::TooLarge(bytes) => WireError::TooLarge { bytes },
        Refusal::Response(what) => WireError::Violation(what),
        Refusal::Status(head::HEAD_TOO_LARGE) => {
            WireError::Violation("its response has a head above 16 KiB")
        }
        // A control character where a head begins, or chunks that are none.
        Refusal::Status(_) => WireError::Violation(match greeted {
            true => "its response cannot be read",
            false => head::NOT_HTTP,
        }),
    }
}

#[cfg(test)]
mod tests;
