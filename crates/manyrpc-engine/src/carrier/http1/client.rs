//! The client role of one connection.
//!
//! Reading list: RFC 9112 sections 6.3 (length of content), 9.2 (matching responses to requests),
//! 9.3.2 (pipelining), 9.5 and 9.6 (closing); RFC 9110 section 15.2 (interim responses).
//!
//! Requests stay in the output until they are answered, so that those that a connection did not
//! deliver can be sent over another: `reconnection`.
//!
//! ```
//! use manyrpc_engine::carrier::http1::{Client, Media, Target};
//! use manyrpc_engine::{Buf, Clock, Instant, Limits};
//!
//! const MEDIA: Media = Media { protocol: "a test", sent: "text/plain", accepted: &["text/plain"] };
//! let mut client =
//!     Client::new(&Limits::default(), &MEDIA, Target { host: "example.com", path: "/" });
//! client.ask(1, b"ping");
//! let mut buf = Buf::new();
//! buf.put(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Type: text/plain\r\n\r\npong");
//! let answer = client.next(&mut buf, &Clock::at(Instant::ZERO))?.unwrap();
//! assert_eq!((answer.token, &buf.data()[answer.content]), (1, &b"pong"[..]));
//! # Ok::<(), manyrpc_engine::WireError>(())
//! ```

mod reconnection;

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::ops::Range;

use manyrpc_codec::Buf;
use memchr::memmem;

use super::coding::{self, Coding};
use super::head::{self, Response};
use super::reader::{Reader, Refusal};
use super::{Charset, FIELDS_END, LENGTH, Media};
use crate::Limits;
use crate::carrier::arrival::Arrival;
use crate::carrier::content_length::Length;
use crate::carrier::gzip::Gzip;
use crate::carrier::is_tls_alert;
use crate::carrier::outbox::Outbox;
use crate::fault::WireError;
use crate::time::Clock;

/// The target of requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Target<'a> {
    /// Host and port, as in the `Host` field.
    pub host: &'a str,
    /// The path, with its leading slash.
    pub path: &'a str,
}

/// A response to one of our requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The request's token.
    pub token: u64,
    /// The status code.
    pub status: u16,
    /// Where the content lies in the buffer's data.
    pub content: Range<usize>,
}

/// Writes requests and reads responses.
#[derive(Debug)]
pub struct Client {
    reader: Reader,
    pub(crate) out: Outbox,
    /// The head of every request, up to the type of the content.
    head: Vec<u8>,
    /// Where its field for that type begins.
    media: usize,
    /// Requests are compressed, and responses may be.
    gzip: Option<Box<Gzip>>,
    /// Length in bytes of the head of the request being written, up to the content's length.
    writing: usize,
    length: Length,
    /// Requests without a response, in order.
    waiting: VecDeque<Waiting>,
    /// How many of them may have been sent.
    released: usize,
    /// How many of those are not idempotent.
    unsafe_ones: usize,
    /// Bytes of the output that were sent, followed by those that may be sent.
    gone: usize,
    due: usize,
    /// Bytes at the front of the output that belong to answered requests.
    answered: usize,
    /// Send requests before earlier ones are answered.
    pipelines: bool,
    /// The connection is for a single request.
    once: bool,
    /// The response whose content is incomplete.
    current: Option<Response>,
    /// Length in bytes of the head of the response that was lent last, or is being read.
    response_head: usize,
    /// Of the response that was lent last.
    charset: Charset,
    /// The connection has ended, perhaps with a response.
    ended: bool,
    /// The server will send no more responses.
    closing: bool,
    /// The server has begun a response, so it speaks HTTP.
    greeted: bool,
    /// The server has answered a request.
    serves: bool,
}

#[derive(Clone, Copy, Debug)]
struct Waiting {
    token: u64,
    bytes: usize,
    idempotent: bool,
}

const POST: &str = "POST ";
const CONTENT_TYPE: &str = "\r\nContent-Type: ";
const PLAIN_ONLY: &str = "\r\nAccept-Encoding: identity";
const GZIP_TOO: &str = "\r\nAccept-Encoding: gzip";

impl Client {
    /// For a connection whose messages are within `limits`.
    pub fn new(limits: &Limits, media: &Media, target: Target<'_>) -> Self {
        let path = match target.path {
            "" => "/",
            path => path,
        };
        let head = [
            POST,
            path,
            " HTTP/1.1\r\nHost: ",
            target.host,
            "\r\nUser-Agent: manyrpc\r\nAccept: ",
            media.sent,
            // RFC 9110 section 12.5.3: without this field, any coding is acceptable.
            PLAIN_ONLY,
        ];
        let head = head.concat().into_bytes();
        let mut client = Client {
            reader: Reader::new(limits),
            out: Outbox::default(),
            media: head.len(),
            gzip: None,
            writing: 0,
            head,
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
            response_head: 0,
            charset: Charset::Unstated,
            ended: false,
            closing: false,
            greeted: false,
            serves: false,
        };
        client.set_content_type(media.sent);
        client
    }

    /// Sets the type of the content of the requests that follow.
    pub fn set_content_type(&mut self, sent: &str) {
        self.head.truncate(self.media);
        self.head.extend_from_slice(CONTENT_TYPE.as_bytes());
        self.head.extend_from_slice(sent.as_bytes());
    }

    /// Compresses requests that follow by gzip, if that makes them shorter, and accepts such responses.
    pub(crate) fn set_compressing(&mut self) {
        if self.gzip.is_none() {
            self.gzip = Some(Box::default());
            if let Some(at) = memmem::find(&self.head, PLAIN_ONLY.as_bytes()) {
                self.head
                    .splice(at..at + PLAIN_ONLY.len(), GZIP_TOO.bytes());
                self.media -= PLAIN_ONLY.len() - GZIP_TOO.len();
            }
        }
    }

    /// Makes requests that follow read the target's content instead of posting to it; theirs is empty (RFC 9110 section
    /// 9.3.1).
    pub(crate) fn set_reading(&mut self) {
        if self.head.starts_with(POST.as_bytes()) {
            self.head.splice(..POST.len(), *b"GET ");
            self.media -= POST.len() - b"GET ".len();
        }
    }

    /// Adds a field to the head of every request that follows. Neither part may have a line break.
    pub fn add_field(&mut self, name: &str, value: &str) {
        let field = ["\r\n", name, ": ", value].concat();
        self.media += field.len();
        let at = self.media - field.len();
        self.head.splice(at..at, field.into_bytes());
    }

    /// Releases memory that is not needed while nothing is in flight.
    pub fn shrink(&mut self) {
        if self.out.buf.is_empty() {
            self.out.buf.shrink(0);
        }
        self.waiting.shrink_to_fit();
        if let Some(gzip) = &mut self.gzip {
            gzip.shrink();
        }
        self.head.shrink_to_fit();
    }

    /// Whether to send requests before earlier ones are answered. RFC 9112 section 9.3.2 advises
    /// against doing so after a request that is not idempotent, because it is unknown which of the
    /// following requests were executed when the connection ends; by default they wait.
    pub fn set_pipelining(&mut self, on: bool) {
        self.pipelines = on;
    }

    /// Use the connection for a single request, and ask the server to close it (RFC 9112 section
    /// 9.6). Call this before the first request.
    pub fn set_once(&mut self) {
        if !self.once {
            self.once = true;
            self.add_field("Connection", "close");
        }
    }

    /// The state of the incoming response.
    pub fn arrival(&self) -> &Arrival {
        self.reader.arrival()
    }

    /// Whether the server will send no more responses.
    pub fn is_closing(&self) -> bool {
        self.closing
    }

    /// Whether the connection is for a single request, and that request was made.
    pub fn is_taken(&self) -> bool {
        self.once && self.is_waiting()
    }

    /// Whether requests await a response.
    pub fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// The token of the request whose response comes next.
    pub fn front(&self) -> Option<u64> {
        self.waiting.front().map(|request| request.token)
    }

    /// Inserts bytes after the response lent last and lends them with it; returns where they lie.
    pub(crate) fn insert_after(&mut self, buf: &mut Buf, bytes: &[u8]) -> Range<usize> {
        self.reader.insert_after(buf, bytes)
    }

    /// The head of the response that was lent last.
    pub(crate) fn response_head<'b>(&self, buf: &'b Buf) -> &'b [u8] {
        buf.data().get(..self.response_head).unwrap_or_default()
    }

    /// What the content type of the response says that was lent last.
    #[inline]
    pub(crate) fn charset(&self) -> Charset {
        self.charset
    }

    /// Consumes the previous response.
    pub fn release(&mut self, buf: &mut Buf) {
        self.reader.release(buf);
    }

    /// The connection has ended. True if that may complete a response: call [`next`](Self::next).
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

    /// Starts a request at the end of the output; its content is appended. `more` is what stands in its head behind
    /// the type of its content: parameters of the type, further fields.
    #[inline]
    pub(crate) fn begin(&mut self, more: &[u8]) {
        self.out.buf.put(&self.head);
        self.out.buf.put(more);
        self.out.buf.put(LENGTH);
        self.writing = self.head.len() + more.len() + LENGTH.len();
        self.length.reserve(&mut self.out.buf);
        self.out.buf.put(FIELDS_END);
    }

    /// Length in bytes of the head of the request being written.
    #[inline]
    pub(crate) fn head(&self) -> usize {
        self.writing + self.length.width() + FIELDS_END.len()
    }

    /// Completes the request being written, under the given `token`.
    #[inline]
    pub(crate) fn finish(&mut self, token: u64, idempotent: bool) {
        let start = self.out.start();
        let (at, content) = (start + self.writing, start + self.head());
        let is_packed = match &mut self.gzip {
            Some(gzip) => coding::deflate(gzip, &mut self.out.buf, at, content),
            None => false,
        };
        if !is_packed {
            self.length.fill(&mut self.out.buf, at, content);
        }
        let bytes = self.out.unfinished().len();
        self.out.commit();
        self.waiting.push_back(Waiting {
            token,
            bytes,
            idempotent,
        });
        self.release_more();
    }

    /// Writes a request with the given content, not idempotent.
    pub fn ask(&mut self, token: u64, content: &[u8]) {
        self.begin(&[]);
        self.out.buf.put(content);
        self.finish(token, false);
    }

    /// Releases requests that need not wait for a response.
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

    /// The bytes that may be sent.
    #[inline]
    pub fn due(&self) -> &[u8] {
        let due = self.out.due().get(self.gone..self.gone + self.due);
        due.unwrap_or_default()
    }

    /// `n` bytes of those were sent.
    #[inline]
    pub fn sent(&mut self, n: usize) {
        let n = n.min(self.due);
        self.due -= n;
        self.gone += n;
        self.drop_answered();
    }

    /// Drops answered requests from the sent part of the output. A response may precede the end of
    /// its request.
    #[inline]
    fn drop_answered(&mut self) {
        let n = self.answered.min(self.gone);
        if n > 0 {
            self.out.sent(n);
            self.answered -= n;
            self.gone -= n;
        }
    }

    /// The next response. `None` until more bytes arrive.
    ///
    /// # Errors
    /// It is malformed, too large, or takes too long to arrive.
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
                // Unsolicited: a server reports an idle timeout this way before it closes.
                self.closing = true;
                continue;
            }
            let Some(answered) = self.waiting.pop_front() else {
                continue;
            };
            self.released -= 1;
            self.unsafe_ones -= usize::from(!answered.idempotent);
            self.serves = true;
            self.charset = response.charset;
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
        let content = match (content, &mut self.gzip) {
            (Some(content), Some(gzip)) if response.encoding == Coding::Gzip => {
                Some(self.reader.inflate(gzip, buf, content)?)
            }
            (content, _) => content,
        };
        Ok(content.map(|content| (response, content)))
    }

    #[inline]
    fn next_head(&mut self, buf: &mut Buf, clock: &Clock) -> Result<Option<Response>, Refusal> {
        loop {
            if !self.greeted {
                match buf.data() {
                    // It may become a TLS alert.
                    [0x15] => return Ok(None),
                    data if is_tls_alert(data) => return Err(Refusal::TlsAlert),
                    // Other data may never contain the end of a head.
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
            let parsed = Response::parse(&buf.data()[..head], self.gzip.is_some());
            let response = parsed.map_err(Refusal::Response)?;
            match response.status {
                // RFC 9110 section 7.8.
                101 => return Err(Refusal::Response("it changes to a protocol not asked for")),
                100..200 => self.reader.pass_over(head, buf),
                _ => {
                    self.reader.begin(head, response.content)?;
                    self.response_head = head;
                    return Ok(Some(response));
                }
            }
        }
    }
}

/// The error for a bad response.
fn wire_error(refusal: Refusal, greeted: bool) -> WireError {
    match refusal {
        Refusal::Slow(e) => e,
        Refusal::Damaged => WireError::Violation("its response is no gzip, or is damaged"),
        Refusal::TlsAlert => WireError::TlsExpected,
        Refusal::TooLarge(bytes) => WireError::TooLarge { bytes },
        Refusal::Response(what) => WireError::Violation(what),
        Refusal::Status(head::HEAD_TOO_LARGE) => {
            WireError::Violation("its response has a head above 16 KiB")
        }
        // A control character at the start of a head, or malformed chunks.
        Refusal::Status(_) => WireError::Violation(match greeted {
            true => "its response cannot be read",
            false => head::NOT_HTTP,
        }),
    }
}

#[cfg(test)]
mod tests;
