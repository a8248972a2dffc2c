//! Calls in messages of text, each message with one call or with several: what JSON-RPC and XML-RPC
//! are alike in. What they differ in is a [`Protocol`].
//!
//! - `medium`: a bare stream with a framing, or HTTP
//! - `client`, `server`: the engines
//! - `gathering`: replies to several calls, until all are there
//! - `names`: methods by name
//! - `words`: faults in words
//!
//! A client gathers calls between `begin_batch` and `end_batch` into one message; a reply to several
//! is lent as the replies that it holds, one after the other.

pub(crate) mod client;
pub(crate) mod gathering;
pub(crate) mod medium;
pub(crate) mod names;
pub(crate) mod server;
pub(crate) mod words;

pub use client::Client;
pub use medium::Framing;
pub use names::Naming;
pub use server::Server;

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use manyrpc_codec::{Buf, Encoding, Malformed};

use crate::domain::Domain;
use crate::fault::{CallError, Fault, WireError};

/// What a protocol of such messages says, and how it understands what is said. Ranges lie in the
/// whole of the bytes that a method is given.
pub trait Protocol: fmt::Debug + Send {
    /// What a server keeps of a call for its reply.
    type Tag: fmt::Debug + Send;

    /// Whose numbers its faults have.
    const DOMAIN: Domain;

    /// How bodies are encoded.
    fn encoding(&self) -> Encoding;

    /// Starts a request of that method; its parameters are appended.
    fn begin_request(&mut self, buf: &mut Buf, method: &str, within: Within);

    /// Completes the request whose parameters begin at `body`; one without a number wants no reply.
    fn end_request(&mut self, buf: &mut Buf, body: usize, number: Option<u32>, within: Within);

    /// What stands around several requests; `None` where a message has only one.
    fn requests(&self) -> Option<Several>;

    /// What a message to a client says; of several replies at most `most`. It answers several
    /// requests if `several`, where only they tell.
    ///
    /// # Errors
    /// It is no message of this protocol.
    fn replies(
        &self,
        data: &[u8],
        message: Range<usize>,
        several: bool,
        most: usize,
    ) -> Result<ReplyMessage, WireError>;

    /// What a message to a server says; of several calls at most `most`.
    ///
    /// # Errors
    /// It is refused.
    fn asked<'a>(
        &mut self,
        data: &'a [u8],
        message: Range<usize>,
        most: usize,
    ) -> Result<RequestMessage<'a, Self::Tag>, Refused<Self::Tag>>;

    /// What one of several calls says.
    ///
    /// # Errors
    /// It is refused.
    fn member<'a>(
        &mut self,
        data: &'a [u8],
        call: Range<usize>,
    ) -> Result<Request<'a, Self::Tag>, Refused<Self::Tag>>;

    /// Whether the caller wants a reply.
    fn is_answered(_tag: &Self::Tag) -> bool {
        true
    }

    /// Bytes that a tag holds.
    fn held(_tag: &Self::Tag) -> usize {
        0
    }

    /// Takes back the memory of a tag that is not needed any more.
    fn reclaim(&mut self, _tag: Self::Tag) {}

    /// Starts a reply with a result, which is appended.
    fn begin_result(&self, buf: &mut Buf, tag: &Self::Tag, within: Within);

    /// Completes the reply whose result begins at `body`.
    fn end_result(&self, buf: &mut Buf, body: usize, tag: &Self::Tag, within: Within);

    /// Writes a reply that is a fault.
    fn put_fault(&self, buf: &mut Buf, fault: &Fault, tag: &Self::Tag, within: Within);

    /// What stands around several replies.
    const REPLIES: Several;

    /// What is said among several replies where the application says nothing, if anything is.
    const SILENCE: Option<Fault>;

    /// A document in another encoding in that of this protocol, at most so many bytes; `None` where
    /// it is that.
    ///
    /// # Errors
    /// It is in no encoding that is known here.
    fn transcoded(_document: &[u8], _most: usize) -> Result<Option<Vec<u8>>, Malformed> {
        Ok(None)
    }

    /// The answer to a message that cannot be read at all.
    fn illegible(&mut self) -> Refused<Self::Tag>;
}

/// Where a call stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    /// In a message of its own.
    Alone,
    /// Among several.
    Several,
}

/// What stands around several calls or replies.
#[derive(Clone, Copy, Debug)]
pub struct Several {
    /// Before the first.
    pub open: &'static [u8],
    /// Between one and the next.
    pub between: &'static [u8],
    /// Behind the last.
    pub close: &'static [u8],
}

/// A message that a client received.
#[derive(Clone, Debug)]
pub enum ReplyMessage {
    /// A reply.
    One(Reply),
    /// Replies to several requests.
    Several(Vec<Reply>),
    /// Well-formed, and no reply: a call that the server makes of us, say.
    Nothing,
}

/// A reply.
#[derive(Clone, Debug)]
pub struct Reply {
    /// What it answers.
    pub correlation: Correlation,
    /// Where the result lies, or what went wrong.
    pub outcome: Result<Range<usize>, CallError>,
}

/// Which request a reply answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Correlation {
    /// The one of that number.
    Number(u32),
    /// It does not say: the one that it came for, or stands in the place of.
    Place,
    /// One that the server could not read.
    Unknown,
    /// None that we could have made.
    Nobody,
}

/// A message that a server received.
#[derive(Debug)]
pub enum RequestMessage<'a, T> {
    /// One call.
    One(Request<'a, T>),
    /// Several, which lie there.
    Several(Vec<Range<usize>>),
}

/// A call.
#[derive(Debug)]
pub struct Request<'a, T> {
    /// The method's name.
    pub method: Cow<'a, str>,
    /// Where its parameters lie.
    pub params: Range<usize>,
    /// For the reply.
    pub tag: T,
}

/// Why a message is no call, and what the answer needs.
#[derive(Debug)]
pub struct Refused<T>(pub Fault, pub T);
