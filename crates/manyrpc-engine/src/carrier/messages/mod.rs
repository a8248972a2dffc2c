//! Calls in text messages, one call or a batch per message: what JSON-RPC and XML-RPC have in
//! common. They differ in their [`Protocol`].
//!
//! - `medium`: a bare stream with a framing, or HTTP; `exchange`: HTTP whose framing somebody else does
//! - `client`, `server`: the engines
//! - `gathering`: collecting the replies to a batch
//! - `names`: method names
//! - `fault_text`: faults as text
//!
//! A client collects the calls between `begin_batch` and `end_batch` into one message; the replies
//! of a batch are lent one after the other.

pub(crate) mod client;
pub(crate) mod exchange;
pub(crate) mod fault_text;
pub(crate) mod gathering;
pub(crate) mod medium;
pub(crate) mod names;
pub(crate) mod server;

pub use client::Client;
pub use medium::Framing;
pub use names::Naming;
pub use server::Server;

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use manyrpc_codec::{Buf, Encoding, Malformed};

use crate::carrier::fields::Fields;
use crate::carrier::http1::{self, Charset, NO_CONTENT, ResponseHead, UTF_8};
use crate::contract::{Call, CallHead};
use crate::domain::Domain;
use crate::fault::{CallError, Fault, WireError};
use crate::name::{Metadata, Path, ReplyMetadata};

/// How a protocol writes and reads its messages. Ranges are relative to all of the bytes that a
/// method is given.
pub trait Protocol: fmt::Debug + Send {
    /// What a server keeps of a call to reply to it.
    type Tag: fmt::Debug + Send;

    /// Whose numbers its faults have.
    const DOMAIN: Domain;

    /// How bodies are encoded.
    fn encoding(&self) -> Encoding;

    /// What the head of a request of HTTP has of a call, behind the type of its content: parameters of that type, and
    /// fields, each behind a line break.
    fn request_fields(&mut self, _head: &CallHead<'_>) -> &[u8] {
        &[]
    }

    /// Starts a request for that method; its parameters are appended. `metadata` accompanies them.
    fn begin_request(
        &mut self,
        buf: &mut Buf,
        method: &str,
        metadata: Option<&Metadata>,
        within: Within,
    );

    /// Completes the request whose parameters begin at `body`; without a `number` it expects no
    /// reply.
    fn end_request(&mut self, buf: &mut Buf, body: usize, number: Option<u32>, within: Within);

    /// The delimiters of a batch of requests; `None` if the protocol has no batches.
    fn request_delimiters(&self) -> Option<Delimiters>;

    /// Reads a message received by a client; at most `most` replies of a batch. `several`: the
    /// request was a batch, in protocols whose replies do not show that.
    ///
    /// # Errors
    /// It is not a message of this protocol.
    fn parse_replies(
        &mut self,
        data: &[u8],
        message: Range<usize>,
        several: bool,
        most: usize,
    ) -> Result<ReplyMessage, WireError>;

    /// Reads a message received by a server in a request with that head; at most `most` calls of a batch.
    ///
    /// # Errors
    /// It is refused.
    fn parse_request<'a>(
        &mut self,
        data: &'a [u8],
        message: Range<usize>,
        most: usize,
        head: HttpHead<'_>,
    ) -> Result<RequestMessage<'a, Self::Tag>, Refused<Self::Tag>>;

    /// Reads one call of a batch.
    ///
    /// # Errors
    /// It is refused.
    fn parse_member<'a>(
        &mut self,
        data: &'a [u8],
        call: Range<usize>,
    ) -> Result<Request<'a, Self::Tag>, Refused<Self::Tag>>;

    /// Whether the caller expects a reply.
    fn is_answered(_tag: &Self::Tag) -> bool {
        true
    }

    /// Adds to a received call what else is known of it.
    fn complete(_tag: &mut Self::Tag, _call: &mut Call) {}

    /// Bytes that a tag owns.
    fn tag_bytes(_tag: &Self::Tag) -> usize {
        0
    }

    /// Takes back the memory of a tag that is no longer needed.
    fn reclaim(&mut self, _tag: Self::Tag) {}

    /// How the parameters of a received call are encoded, and how its results must be.
    fn encodings(&self, _tag: &Self::Tag) -> (Encoding, Encoding) {
        (self.encoding(), self.encoding())
    }

    /// The head of a response of HTTP with a fault or a result, where it is not that of all messages.
    fn response_head<'a>(
        &'a self,
        _tag: &'a Self::Tag,
        _fault: Option<&Fault>,
    ) -> Option<ResponseHead<'a>> {
        None
    }

    /// Whether results have metadata.
    const HAS_METADATA: bool = false;

    /// Adds metadata to the results of a call. False if some of it cannot be sent.
    fn attach(_tag: &mut Self::Tag, _metadata: &ReplyMetadata) -> bool {
        false
    }

    /// What was attached to the results of a call, as fields of HTTP, each behind a line break: part of the head of its
    /// response.
    fn fields(_tag: &Self::Tag) -> &[u8] {
        &[]
    }

    /// The metadata of the reply that was parsed last, which came in a response with that head.
    fn metadata_of(&mut self, _message: &[u8], _head: HttpHead<'_>) -> Option<Box<ReplyMetadata>> {
        None
    }

    /// The status of HTTP in response to a call that is not answered.
    const NOTHING: &str = NO_CONTENT;

    /// Starts a reply with a result, which is appended.
    fn begin_result(&self, buf: &mut Buf, tag: &Self::Tag, within: Within);

    /// Completes the reply whose result begins at `body`.
    fn end_result(&self, buf: &mut Buf, body: usize, tag: &Self::Tag, within: Within);

    /// Writes a fault reply.
    fn put_fault(&self, buf: &mut Buf, fault: &Fault, tag: &Self::Tag, within: Within);

    /// The delimiters of a batch of replies.
    const REPLY_DELIMITERS: Delimiters;

    /// The reply in a batch to a call that the application does not answer, if any.
    const UNANSWERED: Option<Fault>;

    /// Transcodes a document to this protocol's encoding, at most `most` bytes; `None` if it
    /// already is in that encoding. `charset` is that which its carrier states, if any.
    ///
    /// # Errors
    /// Its encoding is unknown.
    fn transcoded(
        _document: &[u8],
        _charset: Option<&str>,
        _most: usize,
    ) -> Result<Option<Vec<u8>>, Malformed> {
        Ok(None)
    }

    /// The answer to a message that cannot be parsed.
    fn malformed(&mut self) -> Refused<Self::Tag>;
}

/// The position of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    /// In its own message.
    Alone,
    /// In a batch.
    Batch,
}

/// The delimiters of a batch.
#[derive(Clone, Copy, Debug)]
pub struct Delimiters {
    /// Before the first.
    pub open: &'static [u8],
    /// Between one and the next.
    pub between: &'static [u8],
    /// After the last.
    pub close: &'static [u8],
}

/// A message that a client received.
#[derive(Clone, Debug)]
pub enum ReplyMessage {
    /// A reply.
    Single(Reply),
    /// Replies to a batch.
    Batch(Vec<Reply>),
    /// Well-formed, but not a reply: a call from the server, for example.
    Nothing,
}

/// A reply.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The request it answers.
    pub correlation: Correlation,
    /// Where the result lies, or the failure.
    pub outcome: Result<Range<usize>, CallError>,
}

/// Which request a reply answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Correlation {
    /// The request with this number.
    Number(u32),
    /// None given: the request sent in the same exchange, or at the same position.
    Place,
    /// A request that the server could not read.
    Unknown,
    /// None that we could have sent.
    Nobody,
}

/// A message that a server received.
#[derive(Debug)]
pub enum RequestMessage<'a, T> {
    /// One call.
    Single(Request<'a, T>),
    /// A batch, with the positions of its calls.
    Batch(Vec<Range<usize>>),
}

/// A received call.
#[derive(Debug)]
pub struct Request<'a, T> {
    /// What is called.
    pub name: Name<'a>,
    /// Where its parameters lie.
    pub params: Range<usize>,
    /// What the reply needs.
    pub tag: T,
}

/// What a message calls.
#[derive(Debug)]
pub enum Name<'a> {
    /// A method, in whose name interface and operation stand together.
    Method(Cow<'a, str>),
    /// Interface and operation.
    Pair(Cow<'a, str>, Cow<'a, str>),
}

impl Name<'_> {
    #[inline]
    fn path(&self) -> Path<'_> {
        match self {
            Name::Method(method) => names::path(method),
            Name::Pair(interface, operation) => Path {
                interface,
                operation,
            },
        }
    }
}

/// The head of the request or response that carried a message.
#[derive(Clone, Copy, Debug)]
pub enum HttpHead<'a> {
    /// There is none.
    None,
    /// As HTTP/1.1 has it, well-formed.
    Text(&'a [u8]),
    /// As somebody else has read it.
    Fields(&'a Fields),
}

impl<'a> HttpHead<'a> {
    /// The value of the first field of that name, which is in lower case.
    pub fn field(self, name: &str) -> Option<&'a [u8]> {
        match self {
            HttpHead::None => None,
            HttpHead::Fields(fields) => fields.get(name.as_bytes()),
            HttpHead::Text(head) => head.split(|b| *b == b'\n').skip(1).find_map(|line| {
                let (field, value) = line.split_at_checked(name.len())?;
                let value = value.strip_prefix(b":")?;
                field
                    .eq_ignore_ascii_case(name.as_bytes())
                    .then(|| value.trim_ascii())
            }),
        }
    }

    /// A parameter of the content's type, without quotes (RFC 9110, section 5.6.6).
    pub fn parameter(self, name: &str) -> Option<&'a [u8]> {
        http1::parameter(self.field("content-type")?, name)
    }

    /// The charset of a document by its content's type (RFC 7303, section 3.2).
    pub(crate) fn charset(self) -> Option<&'a str> {
        core::str::from_utf8(self.parameter("charset")?).ok()
    }

    /// The same of a head of which that much is known.
    #[inline]
    pub(crate) fn charset_if(self, known: Charset) -> Option<&'a str> {
        match known {
            Charset::Unstated => None,
            Charset::Utf8 => Some(UTF_8),
            Charset::Other => self.charset(),
        }
    }

    /// Every field, its name as it is written.
    pub fn each(self, mut field: impl FnMut(&'a [u8], &'a [u8])) {
        match self {
            HttpHead::None => {}
            HttpHead::Fields(fields) => {
                let own = fields.iter().filter(|f| !f.name.starts_with(b":"));
                own.for_each(|f| field(f.name, f.value));
            }
            HttpHead::Text(head) => {
                for line in head.split(|b| *b == b'\n').skip(1) {
                    if let Some(at) = line.iter().position(|b| *b == b':') {
                        field(&line[..at], line[at + 1..].trim_ascii());
                    }
                }
            }
        }
    }
}

/// Why a message is not a valid call, and what the answer needs.
#[derive(Debug)]
pub struct Refused<T>(pub Fault, pub T);
