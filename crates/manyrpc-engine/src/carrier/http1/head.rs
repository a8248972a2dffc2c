//! Parsing and checking the heads of messages.
//!
//! Reading list: RFC 9112 sections 3 (request line), 5 (fields), 6 (content), 9 (connections),
//! 11.2 (request smuggling).

use httparse::{EMPTY_HEADER, Header};

use super::coding::{self, Coding};
use super::{Charset, Media};
use crate::carrier::content_length::number;

/// Most bytes in the head of a message.
pub(super) const MAX_BYTES: usize = 16 << 10;
/// Most fields in a head.
const MAX_FIELDS: usize = 64;

/// How the content's end is determined (RFC 9112 section 6.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// There is no content.
    None,
    /// It has this many bytes.
    Length(u64),
    /// It is chunked; the last chunk is empty.
    Chunked,
    /// It ends with the connection.
    UntilClose,
}

/// A parsed request head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) content: Content,
    /// How it is encoded: plain or gzip, unless the request is refused.
    pub(super) encoding: Coding,
    pub(super) charset: Charset,
    /// The response may be gzip.
    pub(super) takes_gzip: bool,
    /// The connection persists.
    pub(super) keeps: bool,
    /// HTTP/1.0.
    pub(super) old: bool,
    /// The client waits for `100 Continue` before it sends the content.
    pub(super) expects: bool,
    /// HEAD: the response has no content.
    pub(super) bare: bool,
    /// A status to refuse the request with, once its content has been skipped.
    pub(super) refused: Option<u16>,
}

/// A parsed response head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Response {
    pub(super) status: u16,
    pub(super) content: Content,
    /// How it is encoded: plain or gzip.
    pub(super) encoding: Coding,
    pub(super) charset: Charset,
    /// The connection persists.
    pub(super) keeps: bool,
}

/// The relevant fields, as received.
#[derive(Default)]
struct Fields<'a> {
    length: Option<&'a [u8]>,
    coding: Option<&'a [u8]>,
    media: Option<&'a [u8]>,
    /// How the content is encoded.
    encoding: Coding,
    /// The peer reads gzip.
    takes_gzip: bool,
    hosts: u32,
    closes: bool,
    keeps: bool,
    expects: Option<&'a [u8]>,
    /// Several lengths or codings, which implementations resolve differently (request smuggling).
    ambiguous: bool,
}

impl<'a> Fields<'a> {
    fn of(headers: &[Header<'a>]) -> Self {
        let mut fields = Fields::default();
        for header in headers {
            let (name, value) = (header.name, header.value.trim_ascii());
            match name.len() {
                4 if name.eq_ignore_ascii_case("host") => fields.hosts += 1,
                6 if name.eq_ignore_ascii_case("expect") => fields.expects = Some(value),
                10 if name.eq_ignore_ascii_case("connection") => fields.connection(value),
                12 if name.eq_ignore_ascii_case("content-type") => fields.media = Some(value),
                14 if name.eq_ignore_ascii_case("content-length") => {
                    fields.ambiguous |= fields.length.replace(value).is_some();
                }
                15 if name.eq_ignore_ascii_case("accept-encoding") => {
                    fields.takes_gzip |= coding::accepts_gzip(value);
                }
                16 if name.eq_ignore_ascii_case("content-encoding") => {
                    fields.encoding = fields.encoding.and(value);
                }
                17 if name.eq_ignore_ascii_case("transfer-encoding") => {
                    fields.ambiguous |= fields.coding.replace(value).is_some();
                }
                _ => {}
            }
        }
        fields
    }

    fn charset(&self) -> Charset {
        self.media.map_or(Charset::Unstated, Charset::of)
    }

    /// RFC 9112 section 9.3: a list of options.
    fn connection(&mut self, value: &[u8]) {
        for option in value.split(|b| *b == b',').map(<[u8]>::trim_ascii) {
            self.closes |= option.eq_ignore_ascii_case(b"close");
            self.keeps |= option.eq_ignore_ascii_case(b"keep-alive");
        }
    }

    /// RFC 9112 section 9.3.
    fn keeps(&self, old: bool) -> bool {
        !self.closes && (!old || self.keeps)
    }

    /// RFC 9112 sections 6.1 to 6.3, without any leniency that others might resolve differently.
    /// The error is a status to refuse the request with. `None` if neither length nor coding is
    /// given.
    fn content(&self, old: bool) -> Result<Option<Content>, u16> {
        match (self.coding, self.length) {
            _ if self.ambiguous => Err(BAD_REQUEST),
            (Some(_), Some(_)) => Err(BAD_REQUEST),
            (Some(_), None) if old => Err(BAD_REQUEST),
            (Some(coding), None) if coding.eq_ignore_ascii_case(b"chunked") => {
                Ok(Some(Content::Chunked))
            }
            (Some(coding), None) => {
                let last = coding.rsplit(|b| *b == b',').next().unwrap_or_default();
                let framed = last.trim_ascii().eq_ignore_ascii_case(b"chunked");
                Err(if framed { NOT_IMPLEMENTED } else { BAD_REQUEST })
            }
            (None, Some(digits)) => match number(digits) {
                Some(0) => Ok(Some(Content::None)),
                Some(n) => Ok(Some(Content::Length(n))),
                None => Err(BAD_REQUEST),
            },
            (None, None) => Ok(None),
        }
    }
}

pub(super) const BAD_REQUEST: u16 = 400;
pub(super) const NOT_FOUND: u16 = 404;
pub(super) const METHOD_NOT_ALLOWED: u16 = 405;
pub(super) const TIMEOUT: u16 = 408;
pub(super) const LENGTH_REQUIRED: u16 = 411;
pub(super) const CONTENT_TOO_LARGE: u16 = 413;
pub(super) const UNSUPPORTED_MEDIA_TYPE: u16 = 415;
pub(super) const EXPECTATION_FAILED: u16 = 417;
pub(super) const HEAD_TOO_LARGE: u16 = 431;
pub(super) const NOT_IMPLEMENTED: u16 = 501;
pub(super) const VERSION_NOT_SUPPORTED: u16 = 505;

impl Request {
    /// Parses a whole head, for a server of that path, or of any path if it is empty. `Err` is a
    /// status after which the connection is unusable, because the start of the next request is
    /// unknown.
    pub(super) fn parse(bytes: &[u8], media: &Media, path: &str) -> Result<Self, u16> {
        let mut headers = [EMPTY_HEADER; MAX_FIELDS];
        let mut parsed = httparse::Request::new(&mut headers);
        match parsed.parse(bytes) {
            Ok(httparse::Status::Complete(_)) => {}
            Ok(httparse::Status::Partial) => return Err(BAD_REQUEST),
            Err(httparse::Error::TooManyHeaders) => return Err(HEAD_TOO_LARGE),
            Err(httparse::Error::Version) if names_http(bytes) => {
                return Err(VERSION_NOT_SUPPORTED);
            }
            Err(_) => return Err(BAD_REQUEST),
        }
        let old = parsed.version == Some(0);
        let fields = Fields::of(parsed.headers);
        // RFC 9112 section 3.2.
        if fields.hosts > 1 || fields.hosts == 0 && !old {
            return Err(BAD_REQUEST);
        }
        let content = fields.content(old)?;
        let is_post = parsed.method == Some("POST");
        let expects = fields.expects.filter(|_| !old);
        let target = parsed.path.unwrap_or_default();
        let refused = if !path.is_empty() && path_of(target) != path {
            Some(NOT_FOUND)
        } else if !is_post {
            Some(METHOD_NOT_ALLOWED)
        } else if fields.encoding == Coding::Unknown
            || fields.media.is_some_and(|m| !media.accepts(m))
        {
            Some(UNSUPPORTED_MEDIA_TYPE)
        } else if expects.is_some_and(|e| !e.eq_ignore_ascii_case(b"100-continue")) {
            Some(EXPECTATION_FAILED)
        } else if content.is_none() {
            Some(LENGTH_REQUIRED)
        } else {
            None
        };
        Ok(Request {
            content: content.unwrap_or(Content::None),
            encoding: fields.encoding,
            charset: fields.charset(),
            takes_gzip: fields.takes_gzip,
            keeps: fields.keeps(old),
            old,
            expects: expects.is_some(),
            bare: parsed.method == Some("HEAD"),
            refused,
        })
    }

    /// A request that could not be read: its response is the last one.
    pub(super) const UNREADABLE: Self = Request {
        content: Content::None,
        encoding: Coding::Plain,
        charset: Charset::Unstated,
        takes_gzip: false,
        keeps: false,
        old: false,
        expects: false,
        bare: false,
        refused: None,
    };
}

/// The target of a request, and who reads there.
pub(super) struct Reading<'a> {
    /// Whether it reads: GET or HEAD (RFC 9110 sections 9.3.1 and 9.3.2).
    pub(super) reads: bool,
    pub(super) target: &'a str,
    pub(super) host: &'a str,
}

/// The target of a request, from its head.
pub(super) fn reading(bytes: &[u8]) -> Option<Reading<'_>> {
    let mut headers = [EMPTY_HEADER; MAX_FIELDS];
    let mut parsed = httparse::Request::new(&mut headers);
    parsed.parse(bytes).ok()?;
    let reads = matches!(parsed.method, Some("GET" | "HEAD"));
    let mut fields = parsed.headers.iter();
    let host = fields.find(|field| field.name.eq_ignore_ascii_case("host"));
    let host = host.and_then(|field| core::str::from_utf8(field.value).ok());
    Some(Reading {
        reads,
        target: origin_form(parsed.path?),
        host: host.unwrap_or_default(),
    })
}

/// RFC 9112 section 3.2: the path of a request target, which may be a whole URI and have a query.
fn path_of(target: &str) -> &str {
    origin_form(target).split('?').next().unwrap_or_default()
}

/// The path and the query of a request target, which may be a whole URI (RFC 9112 section 3.2.2).
fn origin_form(target: &str) -> &str {
    let (path, _) = target.split_once('?').unwrap_or((target, ""));
    let Some((scheme, rest)) = path.split_once("://") else {
        return target;
    };
    let before = scheme.len() + "://".len();
    rest.find('/').map_or("/", |at| &target[before + at..])
}

/// Whether the first line names HTTP, in any version.
fn names_http(head: &[u8]) -> bool {
    let mut lines = head.split(|b| *b == b'\n');
    let words = lines.next().unwrap_or_default().rsplit(|b| *b == b' ');
    words.take(1).any(|word| word.starts_with(b"HTTP/"))
}

/// Whether a status line may begin like this (RFC 9112 sections 2.2 and 4).
pub(super) fn may_be_http(data: &[u8]) -> bool {
    const NAME: &[u8] = b"HTTP/";
    let blank = data.iter().take_while(|b| matches!(b, b'\r' | b'\n'));
    let line = &data[blank.count()..];
    let n = line.len().min(NAME.len());
    line[..n] == NAME[..n]
}

/// Reported when the peer speaks another protocol.
pub(super) const NOT_HTTP: &str = "its answer is not HTTP";

impl Response {
    /// Parses a whole head, of a response that may be gzip or not; the error states why the connection is unusable.
    pub(super) fn parse(bytes: &[u8], takes_gzip: bool) -> Result<Self, &'static str> {
        let mut headers = [EMPTY_HEADER; MAX_FIELDS];
        let mut parsed = httparse::Response::new(&mut headers);
        let whole = parsed.parse(bytes).is_ok_and(|s| s.is_complete());
        let status = parsed.code.filter(|_| whole).ok_or(NOT_HTTP)?;
        let old = parsed.version == Some(0);
        let fields = Fields::of(parsed.headers);
        let content = match status {
            // RFC 9112 section 6.3.
            100..200 | 204 | 304 => Content::None,
            _ => match fields.content(old) {
                Ok(content) => content.unwrap_or(Content::UntilClose),
                Err(_) => return Err("the length of its response is ambiguous"),
            },
        };
        // RFC 9110 section 12.5.3: requests say what they accept.
        let is_asked_for = match fields.encoding {
            Coding::Plain => true,
            Coding::Gzip => takes_gzip,
            Coding::Unknown => false,
        };
        if !is_asked_for && content != Content::None {
            return Err("its response is compressed, which was not asked for");
        }
        Ok(Response {
            status,
            content,
            encoding: fields.encoding,
            charset: fields.charset(),
            keeps: fields.keeps(old) && content != Content::UntilClose,
        })
    }
}
