//! The server role of one connection.
//!
//! Reading list: RFC 9112 sections 2.2, 6.3, 9.3 (responses in the order of their requests), 9.6
//! (closing), 11.2; RFC 9110 sections 9.3.1 and 9.3.2 (GET, HEAD), 10.1.1 (Expect), 15.5.
//!
//! ```
//! use manyrpc_engine::carrier::http1::{Media, Server};
//! use manyrpc_engine::{Buf, Clock, Instant, Limits};
//!
//! const MEDIA: Media = Media { protocol: "a test", sent: "text/plain", accepted: &["text/plain"] };
//! let mut server = Server::new(&Limits::default(), &MEDIA);
//! let mut buf = Buf::new();
//! buf.put(b"GET / HTTP/1.1\r\nHost: example.com\r\n\r\n");
//! // Not a request for the protocol above: answered here.
//! assert!(server.next(&mut buf, &Clock::at(Instant::ZERO))?.is_none());
//! assert!(server.take_due().starts_with(b"HTTP/1.1 405 "));
//! # Ok::<(), manyrpc_engine::WireError>(())
//! ```

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use manyrpc_codec::Buf;

use super::coding::{self, Coding};
use super::head::{self, Content, Request};
use super::reader::{Reader, Refusal};
use super::{Charset, FIELDS_END, LENGTH, Media, NO_CONTENT, ResponseHead};
use crate::Limits;
use crate::carrier::arrival::Arrival;
use crate::carrier::content_length::{Length, decimal};
use crate::carrier::gzip::Gzip;
use crate::carrier::outbox::Outbox;
use crate::fault::WireError;
use crate::time::Clock;

/// Reads requests and writes responses, in the order of the requests.
#[derive(Debug)]
pub struct Server {
    media: &'static Media,
    /// The path that is served; empty for any.
    path: String,
    reader: Reader,
    pub(crate) out: Outbox,
    length: Length,
    /// The request whose content is incomplete.
    current: Option<Request>,
    /// Length in bytes of the head that was read last.
    head: usize,
    /// The last head and its parsed form.
    last: Option<(Vec<u8>, Request)>,
    /// The number of the first exchange in `open`.
    first: u64,
    open: VecDeque<Exchange>,
    /// Where the length of the response being written goes, and where its content begins.
    writing: (usize, usize),
    /// Bytes of responses that wait for earlier ones.
    held: usize,
    /// Most bytes of responses that are due, or held, before more requests are looked at.
    queued: usize,
    /// Nothing more is read.
    closing: bool,
    /// Of the request that was lent last.
    charset: Charset,
    /// No bytes follow the last request.
    alone: bool,
    /// Shutting down: the next response after which no request is known announces the close.
    leaving: bool,
    /// With the scheme of the server's addresses.
    documents: Option<(Arc<dyn Documents>, &'static str)>,
    /// Once there is compressed content.
    gzip: Option<Box<Gzip>>,
    /// Responses are compressed for clients that accept it.
    compresses: bool,
}

/// What is read by GET, beside the calls of the protocol above.
pub trait Documents: fmt::Debug + Send + Sync {
    /// The document of a request's target (RFC 9112 section 3.2), for a client that reaches the server at that scheme and
    /// host: its content type and its content.
    fn document(&self, target: &str, scheme: &str, host: &str) -> Option<(&'static str, Vec<u8>)>;
}

/// A request without its response.
#[derive(Debug)]
struct Exchange {
    request: Request,
    /// The response, if it must wait for earlier ones.
    response: Option<Buf>,
}

impl Server {
    /// For a connection whose messages are within `limits`.
    pub fn new(limits: &Limits, media: &'static Media) -> Self {
        Server {
            media,
            path: String::new(),
            reader: Reader::new(limits),
            out: Outbox::default(),
            length: Length::default(),
            current: None,
            head: 0,
            last: None,
            first: 0,
            open: VecDeque::new(),
            writing: (0, 0),
            held: 0,
            queued: limits.queued_bytes,
            closing: false,
            charset: Charset::Unstated,
            alone: false,
            leaving: false,
            documents: None,
            gzip: None,
            compresses: false,
        }
    }

    /// Compresses responses by gzip for clients that accept it, if that makes them shorter. Compressed requests are read
    /// in any case.
    pub fn set_compressing(&mut self) {
        self.compresses = true;
    }

    /// Answers GET with these documents, as one whose addresses have that scheme; without any, and for other targets, it is refused.
    pub fn set_documents(&mut self, documents: Arc<dyn Documents>, scheme: &'static str) {
        self.documents = Some((documents, scheme));
    }

    /// Serves only this path, with its leading slash; other requests are refused. By default any
    /// path is served.
    pub fn set_path(&mut self, path: &str) {
        self.path.clear();
        self.path.push_str(path);
    }

    /// The state of the incoming request.
    pub fn arrival(&self) -> &Arrival {
        self.reader.arrival()
    }

    /// Whether to close the connection once all output is sent.
    pub fn is_finished(&self) -> bool {
        self.closing && self.open.is_empty()
    }

    /// Shuts down gracefully: the last response announces the close (RFC 9112 section 9.6). If
    /// nothing is in flight, that is the next response, whose request may be on its way.
    pub fn wind_down(&mut self) {
        self.leaving = true;
    }

    /// The request about to be answered; the last one, if this is the time for it.
    #[inline]
    fn answering(&mut self, exchange: u64) -> Request {
        if self.leaving {
            self.announce_close(exchange);
        }
        self.request(exchange)
    }

    #[cold]
    fn announce_close(&mut self, exchange: u64) {
        let is_last = exchange + 1 == self.first + self.open.len() as u64;
        let last = self.open.back_mut().filter(|_| is_last && self.alone);
        if let Some(last) = last.filter(|_| self.reader.is_at_rest()) {
            last.request.keeps = false;
            self.closing = true;
        }
    }

    /// Bytes of responses that wait for earlier ones.
    pub fn held(&self) -> usize {
        self.held
    }

    /// Inserts bytes after the request lent last and lends them with it; returns where they lie.
    pub(crate) fn insert_after(&mut self, buf: &mut Buf, bytes: &[u8]) -> Range<usize> {
        self.reader.insert_after(buf, bytes)
    }

    /// Consumes the previous request.
    pub fn release(&mut self, buf: &mut Buf) {
        self.reader.release(buf);
    }

    /// Releases memory that is not needed while nothing is in flight.
    pub fn shrink(&mut self) {
        self.out.buf.shrink(0);
        self.gzip = None;
        self.last = None;
        if self.open.is_empty() {
            self.open = VecDeque::new();
        }
    }

    /// The next request for the protocol above: the number of its exchange, and where its content
    /// lies in `buf`'s data. `None` until more bytes arrive, or until some of much that is due has been sent: what is
    /// answered here may be longer than its request.
    ///
    /// # Errors
    /// It takes too long to arrive. Other bad requests are answered here.
    pub fn next(
        &mut self,
        buf: &mut Buf,
        clock: &Clock,
    ) -> Result<Option<(u64, Range<usize>)>, WireError> {
        loop {
            if self.closing {
                self.reader.release(buf);
                return Ok(None);
            }
            if self.out.due().len() > self.queued || self.held > self.queued {
                return Ok(None);
            }
            let next = self.advance(buf, clock);
            match next {
                Ok(Some((request, content))) => {
                    self.alone = self.reader.has_all_of(buf);
                    self.charset = request.charset;
                    let exchange = self.begin_exchange(request);
                    match request.refused {
                        Some(status) => match self.document(buf, status) {
                            Some((true, kind, text)) => {
                                self.answer_reading(exchange, kind, &text);
                            }
                            Some((false, ..)) => self.refuse(exchange, status, WITH_DOCUMENTS),
                            None => self.answer(exchange, status),
                        },
                        None => match self.plain(buf, request, content) {
                            Ok(content) => return Ok(Some((exchange, content))),
                            Err(refusal) => self.answer(exchange, refusal.status()),
                        },
                    }
                }
                Ok(None) => return Ok(None),
                Err(Refusal::Slow(e)) => return Err(e),
                Err(refusal) => {
                    let exchange = self.begin_exchange(Request::UNREADABLE);
                    self.answer(exchange, refusal.status());
                }
            }
        }
    }

    /// The content of a request, decompressed if it is not.
    #[inline]
    fn plain(
        &mut self,
        buf: &mut Buf,
        request: Request,
        content: Range<usize>,
    ) -> Result<Range<usize>, Refusal> {
        match request.encoding {
            Coding::Gzip => {
                let gzip = self.gzip.get_or_insert_default();
                self.reader.inflate(gzip, buf, content)
            }
            _ => Ok(content),
        }
    }

    /// The next request, once it is complete.
    #[inline]
    fn advance(
        &mut self,
        buf: &mut Buf,
        clock: &Clock,
    ) -> Result<Option<(Request, Range<usize>)>, Refusal> {
        let request = match self.current {
            Some(request) => request,
            None => match self.next_head(buf, clock)? {
                Some(request) => request,
                None => return Ok(None),
            },
        };
        let content = self.reader.content(buf, clock, false)?;
        self.current = content.is_none().then_some(request);
        Ok(content.map(|content| (request, content)))
    }

    #[inline]
    fn next_head(&mut self, buf: &mut Buf, clock: &Clock) -> Result<Option<Request>, Refusal> {
        self.reader.release(buf);
        let (head, request) = match &self.last {
            Some((last, request)) if buf.data().starts_with(last) => (last.len(), *request),
            _ => match self.reader.head(buf, clock)? {
                Some(head) => (head, self.parse(&buf.data()[..head])?),
                None => return Ok(None),
            },
        };
        self.reader.begin(head, request.content)?;
        self.head = head;
        if request.expects && request.content != Content::None {
            if let Some(status) = request.refused {
                return Err(Refusal::Status(status));
            }
            // An interim response must not overtake others: then there is none, and the client
            // sends the content after a while.
            if self.open.is_empty() {
                self.out.buf.put(b"HTTP/1.1 100 Continue\r\n\r\n");
                self.out.commit();
            }
        }
        Ok(Some(request))
    }

    fn parse(&mut self, bytes: &[u8]) -> Result<Request, Refusal> {
        let request = Request::parse(bytes, self.media, &self.path).map_err(Refusal::Status)?;
        if request.refused.is_none() {
            let (last, parsed) = self.last.get_or_insert((Vec::new(), request));
            last.clear();
            last.extend_from_slice(bytes);
            *parsed = request;
        }
        Ok(request)
    }

    #[inline]
    fn begin_exchange(&mut self, request: Request) -> u64 {
        self.closing |= !request.keeps;
        self.open.push_back(Exchange {
            request,
            response: None,
        });
        self.first + self.open.len() as u64 - 1
    }

    #[inline]
    fn request(&self, exchange: u64) -> Request {
        let at = exchange.wrapping_sub(self.first) as usize;
        self.open.get(at).map_or(Request::UNREADABLE, |e| e.request)
    }

    /// What the content type of the request says that was lent last.
    #[inline]
    pub(crate) fn charset(&self) -> Charset {
        self.charset
    }

    /// The head of the request that was lent last.
    pub(crate) fn request_head<'b>(&self, buf: &'b Buf) -> &'b [u8] {
        buf.data().get(..self.head).unwrap_or_default()
    }

    /// Starts the response of an exchange at the end of the output; its content is appended.
    #[inline]
    pub(crate) fn begin(&mut self, exchange: u64) {
        let head = ResponseHead {
            status: "200 OK",
            content_type: self.media.sent,
            more: &[],
            written: &[],
        };
        self.begin_with(exchange, &head);
    }

    /// The same with a head of the protocol's.
    #[inline]
    pub(crate) fn begin_with(&mut self, exchange: u64, head: &ResponseHead<'_>) {
        let request = self.answering(exchange);
        put_head(&mut self.out.buf, head, request);
        let start = self.out.start();
        let at = self.out.buf.len() - start;
        self.length.reserve(&mut self.out.buf);
        self.out.buf.put(FIELDS_END);
        self.writing = (at, self.out.buf.len() - start);
    }

    /// Adds fields, each behind a line break, to the head of the response being written; what is behind it moves.
    #[cold]
    pub(crate) fn add_fields(&mut self, fields: &[u8]) {
        let (length, content) = self.writing;
        let at = self.out.start() + length - LENGTH.len();
        let buf = &mut self.out.buf;
        buf.put(fields);
        buf.data_mut()[at..].rotate_right(fields.len());
        self.writing = (length + fields.len(), content + fields.len());
    }

    /// Length in bytes of the head of the response being written.
    #[inline]
    pub(crate) fn head(&self) -> usize {
        self.writing.1
    }

    /// Completes the response being written.
    #[inline]
    pub(crate) fn finish(&mut self, exchange: u64) {
        let start = self.out.start();
        let (at, content) = (start + self.writing.0, start + self.writing.1);
        let is_packed = self.compresses
            && self.request(exchange).takes_gzip
            && coding::deflate(
                self.gzip.get_or_insert_default(),
                &mut self.out.buf,
                at,
                content,
            );
        if !is_packed {
            self.length.fill(&mut self.out.buf, at, content);
        }
        self.deliver(exchange);
    }

    /// Answers a request with the given content.
    pub fn answer_with(&mut self, exchange: u64, content: &[u8]) {
        self.begin(exchange);
        self.out.buf.put(content);
        self.finish(exchange);
    }

    /// Takes the output.
    pub fn take_due(&mut self) -> Vec<u8> {
        let due = self.out.due().to_vec();
        self.out.sent(due.len());
        due
    }

    /// Answers a request without content. Drops what was written.
    pub fn nothing(&mut self, exchange: u64) {
        self.nothing_with(exchange, NO_CONTENT);
    }

    /// The same with that status.
    pub(crate) fn nothing_with(&mut self, exchange: u64, status: &str) {
        let request = self.answering(exchange);
        self.out.rollback();
        let buf = &mut self.out.buf;
        buf.put(b"HTTP/1.1 ");
        buf.put(status.as_bytes());
        // RFC 9110 section 8.6: there is no such field in a response of status 204.
        if status != NO_CONTENT {
            buf.put(b"\r\nContent-Length: 0");
        }
        put_connection(buf, request);
        buf.put(FIELDS_END);
        self.deliver(exchange);
    }

    /// The document at the target of a request that is no call, and whether the request reads it.
    #[cold]
    fn document(&self, buf: &Buf, status: u16) -> Option<(bool, &'static str, Vec<u8>)> {
        let (documents, scheme) = self.documents.as_ref()?;
        if status != head::METHOD_NOT_ALLOWED {
            return None;
        }
        let reading = head::reading(self.request_head(buf))?;
        let (kind, text) = documents.document(reading.target, scheme, reading.host)?;
        Some((reading.reads, kind, text))
    }

    /// Answers a request that reads a document.
    #[cold]
    fn answer_reading(&mut self, exchange: u64, kind: &str, content: &[u8]) {
        let head = ResponseHead {
            status: "200 OK",
            content_type: kind,
            more: &[],
            written: &[],
        };
        self.answer_whole(exchange, &head, content);
    }

    /// Answers a request with an error status and a short explanation.
    #[cold]
    fn answer(&mut self, exchange: u64, status: u16) {
        self.refuse(exchange, status, "POST");
    }

    /// The same with the methods that there are.
    #[cold]
    fn refuse(&mut self, exchange: u64, status: u16, methods: &'static str) {
        let reason = reason(status);
        let Media { protocol, sent, .. } = self.media;
        let text = format!(
            "{reason}. Here is {protocol}: POST a message of type {sent}, not compressed or with gzip.\n"
        );
        let head = ResponseHead {
            status: &format!("{status} {reason}"),
            content_type: "text/plain",
            more: match status {
                head::METHOD_NOT_ALLOWED => &[("Allow", methods)],
                // RFC 9110 section 12.5.3: the possible cause.
                head::UNSUPPORTED_MEDIA_TYPE => &[("Accept-Encoding", "gzip")],
                _ => &[],
            },
            written: &[],
        };
        self.answer_whole(exchange, &head, text.as_bytes());
    }

    /// Answers a request that is no call. Drops what was written.
    #[cold]
    fn answer_whole(&mut self, exchange: u64, head: &ResponseHead<'_>, content: &[u8]) {
        let request = self.answering(exchange);
        self.out.rollback();
        let buf = &mut self.out.buf;
        put_head(buf, head, request);
        buf.put(decimal(&mut [0; 20], content.len() as u64));
        buf.put(FIELDS_END);
        // RFC 9110 section 9.3.2: HEAD has the head alone.
        if !request.bare {
            buf.put(content);
        }
        self.deliver(exchange);
    }

    /// Sends the written response if it is its turn, with those that waited for it.
    #[inline]
    fn deliver(&mut self, exchange: u64) {
        match exchange.wrapping_sub(self.first) {
            0 => {
                self.out.commit();
                self.over();
                while let Some(response) = self.open.front_mut().and_then(|e| e.response.take()) {
                    self.held -= response.len();
                    self.out.buf.put(response.data());
                    self.out.commit();
                    self.over();
                }
            }
            at => {
                if let Some(exchange) = self.open.get_mut(at as usize) {
                    let mut response = Buf::new();
                    response.put(self.out.unfinished());
                    self.held += response.len();
                    exchange.response = Some(response);
                }
                self.out.rollback();
            }
        }
    }

    fn over(&mut self) {
        self.open.pop_front();
        self.first += 1;
    }
}

/// The head of a response until the length of its content.
#[inline]
fn put_head(buf: &mut Buf, head: &ResponseHead<'_>, request: Request) {
    buf.put(b"HTTP/1.1 ");
    buf.put(head.status.as_bytes());
    buf.put(b"\r\nContent-Type: ");
    buf.put(head.content_type.as_bytes());
    for (name, value) in head.more {
        buf.put(b"\r\n");
        buf.put(name.as_bytes());
        buf.put(b": ");
        buf.put(value.as_bytes());
    }
    buf.put(head.written);
    put_connection(buf, request);
    buf.put(LENGTH);
}

/// RFC 9112 sections 9.3 and 9.6.
#[inline]
fn put_connection(buf: &mut Buf, request: Request) {
    if !request.keeps {
        buf.put(b"\r\nConnection: close");
    } else if request.old {
        buf.put(b"\r\nConnection: keep-alive");
    }
}

/// The methods of a target with a document (RFC 9110 section 10.2.1).
const WITH_DOCUMENTS: &str = "GET, HEAD, POST";

/// RFC 9110 section 15, RFC 6585 section 5.
fn reason(status: u16) -> &'static str {
    match status {
        head::NOT_FOUND => "Not Found",
        head::METHOD_NOT_ALLOWED => "Method Not Allowed",
        head::LENGTH_REQUIRED => "Length Required",
        head::CONTENT_TOO_LARGE => "Content Too Large",
        head::UNSUPPORTED_MEDIA_TYPE => "Unsupported Media Type",
        head::EXPECTATION_FAILED => "Expectation Failed",
        head::HEAD_TOO_LARGE => "Request Header Fields Too Large",
        head::NOT_IMPLEMENTED => "Not Implemented",
        head::VERSION_NOT_SUPPORTED => "HTTP Version Not Supported",
        _ => "Bad Request",
    }
}

#[cfg(test)]
mod tests;
