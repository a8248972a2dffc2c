//! What every engine offers to a driver.
//!
//! The order of use is the same for both roles. After any verb or `handle_*`,
//! drain [`poll_transmit`](ClientEngine::poll_transmit); when bytes came in,
//! call `next_event` / `next_call` until it gives `None`, draining output after
//! each; then wait for input or for `next_timeout`, whichever is first.
//! `None` from `next_*` means: nothing more in what was received so far. A
//! server on a stream also says so while too much is queued or under way, and
//! leaves the rest in [`Rx`]: then receive nothing, send, and ask it again.
//!
//! Engines consume lazily, so ask until `None` before the next datagram, and
//! never empty the receive buffer in their place.
//!
//! Memory is lent both ways: the driver owns the receive buffer ([`Rx`]) and
//! lends it to the engine, events point into it; the engine owns the send
//! buffer and lends it to whoever marshals a body.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::net::SocketAddr;
use core::ops::Range;
use core::time::Duration;

use manyrpc_codec::{Buf, Encoding, InterfaceId};

use crate::fault::{CallError, Closed, Fault, Misuse, WireError};
use crate::name::{CallName, Metadata, ObjectKey, Path, ReplyMetadata};
use crate::streams::{Part, Stream, Streams};
use crate::time::{Clock, Instant};

/// What was received and not yet consumed: a piece of a stream, or one datagram.
#[derive(Debug, Default)]
pub struct Rx {
    /// The bytes.
    pub buf: Buf,
    /// Who sent the datagram; `None` on a stream and on a connected socket.
    pub from: Option<SocketAddr>,
}

/// Bytes to send: a piece of a stream, or exactly one datagram.
#[derive(Debug)]
pub struct Transmit<'a> {
    /// Where to; `None` means the connected peer.
    pub to: Option<SocketAddr>,
    /// The bytes.
    pub bytes: &'a [u8],
}

/// One engine's name for one call, never used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallId(pub u64);

/// By which of its names the call of a client names its interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InterfaceKey {
    /// By none: it is the one interface of that endpoint.
    Only,
    /// A program by number and version.
    Program {
        /// The program number.
        program: u32,
        /// The program's version.
        version: u32,
    },
    /// By universally unique identifier and version.
    Uuid {
        /// The identifier, in the order it is printed.
        uuid: [u8; 16],
        /// Both sides must agree on it.
        major: u16,
        /// A server may be newer than its client.
        minor: u16,
    },
    /// In words: [`Call::name`].
    Named,
}

/// What a caller asks for, before the arguments.
#[derive(Clone, Copy, Debug)]
pub struct CallHead<'a> {
    /// The interface, by every name that a protocol may want.
    pub interface: InterfaceId<'a>,
    /// The operation's number.
    pub operation: u32,
    /// The operation's name.
    pub name: &'a str,
    /// What travels beside the arguments, where the protocol has such; others leave it out.
    pub metadata: Option<&'a Metadata>,
    /// The object it is for, where the protocol has such.
    pub object: Option<&'a ObjectKey>,
    /// What answer is expected.
    pub kind: CallKind,
    /// Which ways there are several messages.
    pub streams: Streams,
    /// Carrying it out again does no harm.
    pub idempotent: bool,
    /// How long to wait in all; `None` for the engine's default.
    pub timeout: Option<Duration>,
}

impl<'a> CallHead<'a> {
    /// A call with a reply, at most once, in the engine's default time.
    pub const fn new(interface: InterfaceId<'a>, operation: u32) -> Self {
        CallHead {
            interface,
            operation,
            name: "",
            metadata: None,
            object: None,
            kind: CallKind::Call,
            streams: Streams::NONE,
            idempotent: false,
            timeout: None,
        }
    }

    /// The same for protocols that name operations in words.
    pub const fn named(path: Path<'a>) -> Self {
        CallHead {
            name: path.operation,
            ..CallHead::new(InterfaceId::of_name(path.interface), 0)
        }
    }

    /// Interface and operation in words.
    pub const fn path(&self) -> Path<'a> {
        Path {
            interface: self.interface.full_name,
            operation: self.name,
        }
    }
}

/// What answer a call expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallKind {
    /// One reply.
    Call,
    /// None: the call is over when it is sent.
    OneWay,
    /// Any number of replies from anyone, until the time is over.
    Broadcast,
}

/// A client's side of one connection or socket.
pub trait ClientEngine {
    /// Starts a call: headers are written, [`body`](Self::body) lends the place of the arguments.
    /// One call at a time is being written; [`finish_call`](Self::finish_call) or
    /// [`abandon_call`](Self::abandon_call) ends that.
    fn begin_call(&mut self, head: &CallHead<'_>) -> Result<CallId, CallError>;

    /// Where the arguments go: append only.
    fn body(&mut self) -> &mut Buf;

    /// How the arguments of the call that is being written are to be encoded; while there is none, those
    /// of the next, as far as is known.
    fn encoding(&self) -> Encoding;

    /// The arguments are complete: lengths are patched, the message is due.
    fn finish_call(&mut self, now: Instant) -> Result<(), CallError>;

    /// The arguments could not be written: nothing is sent.
    fn abandon_call(&mut self);

    /// Settles with the server what must be before a call with this head can go, a presentation
    /// context, say. Gives the name of that, if anything was left to settle: it ends as a call does,
    /// with a reply that has no body.
    ///
    /// # Errors
    /// As [`begin_call`](Self::begin_call).
    fn prepare(
        &mut self,
        _head: &CallHead<'_>,
        _now: Instant,
    ) -> Result<Option<CallId>, CallError> {
        Ok(None)
    }

    /// The calls that are begun and finished from now on go in one message, with
    /// [`end_batch`](Self::end_batch).
    ///
    /// # Errors
    /// The protocol has no such messages.
    fn begin_batch(&mut self) -> Result<(), CallError> {
        Err(Misuse::NotOffered("several calls in one message").into())
    }

    /// The message is complete and due. Without any calls nothing is sent.
    ///
    /// # Errors
    /// The connection has ended, or no batch was begun.
    fn end_batch(&mut self) -> Result<(), CallError> {
        Err(Misuse::NotOffered("several calls in one message").into())
    }

    /// Nothing of the batch is sent; its calls are over, without an event.
    fn abandon_batch(&mut self) {}

    /// Starts one of the messages of a call with [`CallHead::streams`] from the client, which
    /// [`finish_call`](Self::finish_call) opened without a body. [`body`](Self::body) lends its
    /// place; no call is begun before [`finish_message`](Self::finish_message).
    ///
    /// # Errors
    /// The protocol has no such calls, or the call is over.
    fn begin_message(&mut self, _id: CallId) -> Result<(), CallError> {
        Err(Misuse::STREAMS.into())
    }

    /// The message is complete and due.
    ///
    /// # Errors
    /// It is too large; nothing was sent.
    fn finish_message(&mut self, _now: Instant) -> Result<(), CallError> {
        Err(Misuse::STREAMS.into())
    }

    /// No more messages come from the client.
    fn end_messages(&mut self, _id: CallId, _now: Instant) {}

    /// Whether the server takes no more of a call's messages for now: what is written all the same
    /// is kept, without bounds.
    fn is_congested(&mut self, _id: CallId) -> bool {
        false
    }

    /// The caller no longer wants a reply. Gives no event. Where the protocol has a word for it,
    /// the server is told.
    fn cancel(&mut self, id: CallId);

    /// Asks the server to end a call soon, and goes on waiting for its end: a reply, a failure, or
    /// [`CallError::Cancelled`] when the server takes longer than
    /// [`Limits::cancel_timeout`](crate::Limits). False where the protocol has no such request, or
    /// the call is not one that was sent: then nothing was done.
    fn request_cancel(&mut self, _id: CallId, _now: Instant) -> bool {
        false
    }

    /// The server keeps so many things for this client between its calls. While there are any, and
    /// where the protocol has a word for it, the server is told now and then that the client lives:
    /// at once, and by [`handle_timeout`](Self::handle_timeout).
    fn keep_alive(&mut self, _things: usize, _now: Instant) {}

    /// The next thing that the received bytes say. Consumes from `rx` what the previous event
    /// pointed into, so look at an event's bytes before the next call of this. Most events need no
    /// time, so `clock` is read only where one does.
    fn next_event(&mut self, rx: &mut Rx, clock: &Clock) -> Option<ClientEvent>;

    /// Gives what travelled beside the event that [`next_event`](Self::next_event) gave last: of
    /// several replies the first has the initial metadata, the end of the call the trailing.
    #[inline]
    fn take_metadata(&mut self) -> Option<Box<ReplyMetadata>> {
        None
    }

    /// How many more bytes the message under way needs at least, as its sender says, within
    /// [`Limits::message_bytes`](crate::Limits). Who makes room for them must not believe it
    /// beyond proportion to what has arrived. 0 when unknown.
    fn wanted(&self) -> usize {
        0
    }

    /// The next bytes to send. Repeats until [`sent`](Self::sent) says they went.
    fn poll_transmit(&mut self) -> Option<Transmit<'_>>;

    /// `n` bytes of the last [`Transmit`] went; a datagram goes whole.
    fn sent(&mut self, n: usize);

    /// The connection ended: every call in flight fails with this.
    fn handle_closed(&mut self, how: Closed);

    /// The driver opens another connection where one has ended and calls wait that it cannot have
    /// taken to the server: such calls do not fail with it.
    fn expect_renewal(&mut self) {}

    /// Whether it matters, now that the server has ended the connection, if it has read all that was
    /// sent ([`Closed::Unread`]).
    fn is_in_doubt(&self) -> bool {
        false
    }

    /// Whether calls wait for another connection.
    fn is_orphaned(&self) -> bool {
        false
    }

    /// That stands: [`poll_transmit`](Self::poll_transmit) says what goes over it. Nothing is left in
    /// [`Rx`].
    fn renew(&mut self) {}

    /// The server has asked for the connection to be closed, and no call is under way on it any
    /// more: it is time to do so. No call begins on it.
    fn is_finished(&self) -> bool {
        false
    }

    /// The client goes and makes no more calls. Whether there is something to say to its server, which
    /// [`poll_transmit`](Self::poll_transmit) then gives: it is sent once, and nothing is heard.
    fn farewell(&mut self) -> bool {
        false
    }

    /// When [`handle_timeout`](Self::handle_timeout) is due.
    fn next_timeout(&self) -> Option<Instant>;

    /// Time has come to `now`.
    fn handle_timeout(&mut self, now: Instant);
}

/// What a client learns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientEvent {
    /// A result. A broadcast call, and one with [`CallHead::streams`] from the server, has many.
    Reply {
        /// Which call.
        id: CallId,
        /// Where the marshalled results lie in [`Rx::buf`]'s data.
        body: Range<usize>,
        /// How they are encoded.
        encoding: Encoding,
    },
    /// A call with several messages from the server is over: all have come.
    Ended {
        /// Which call.
        id: CallId,
    },
    /// The call is over without a result. Ends a broadcast call too.
    Failed {
        /// Which call.
        id: CallId,
        /// Why.
        error: CallError,
    },
    /// The connection cannot be used any more; comes after the failures of its calls.
    Broken(WireError),
}

/// A server's side of one connection, or of one datagram socket with all its peers.
pub trait ServerEngine: Send {
    /// The next call in the received bytes, or the next part of one with several messages. Consumes
    /// from `rx` what the previous call pointed into.
    fn next_call(&mut self, rx: &mut Rx, clock: &Clock) -> Option<Call>;

    /// Starts the reply to a call that expects one; [`body`](Self::body) lends the place of the results.
    fn begin_reply(&mut self, id: CallId);

    /// Where the results go: append only.
    fn body(&mut self) -> &mut Buf;

    /// The results are complete, or the call failed and what was written is dropped.
    fn finish_reply(&mut self, outcome: Outcome, now: Instant);

    /// Metadata travels beside the reply, behind what was given before: what is initial with the
    /// reply's head, what is trailing with its end. False where something of it does not: the head
    /// has gone already, nobody waits for a reply, or the protocol has no such.
    fn attach(&mut self, _id: CallId, metadata: ReplyMetadata) -> bool {
        metadata.is_empty()
    }

    /// The client may know, before there is a message for it, that the application has taken a call
    /// that has several: the reply's head goes, where the protocol has one.
    fn accept(&mut self, _id: CallId) {}

    /// What is in the body is one of several messages: the call goes on. The body that its
    /// [`finish_reply`](Self::finish_reply) finds is a last message, if there is anything in it.
    fn finish_message(&mut self, _now: Instant) {}

    /// Whether the client takes no more of a call's messages for now: what is written all the same
    /// is kept, without bounds.
    fn is_congested(&mut self, _id: CallId) -> bool {
        false
    }

    /// As for clients.
    fn wanted(&self) -> usize {
        0
    }

    /// The next bytes to send.
    fn poll_transmit(&mut self) -> Option<Transmit<'_>>;

    /// `n` bytes of the last [`Transmit`] went; a datagram goes whole.
    fn sent(&mut self, n: usize);

    /// Whether [`look_ahead`](Self::look_ahead) ever says anything.
    fn looks_ahead(&self) -> bool {
        false
    }

    /// What the received bytes that wait behind a call say of it, while the application carries it
    /// out: between [`begin_reply`](Self::begin_reply) and [`finish_reply`](Self::finish_reply).
    /// Nothing is consumed, `rx` is as [`next_call`](Self::next_call) left it, which is given all
    /// of it again. With nothing that waits, also of calls that are carried out elsewhere.
    ///
    /// The driver has taken the content of [`body`](Self::body) out meanwhile. A datagram engine
    /// may have something to send all the same, an acknowledgement, say; of a stream engine
    /// nothing is asked before the body is back.
    fn look_ahead(&mut self, _id: CallId, _rx: &Rx, _ahead: &Ahead<'_>, _now: Instant) -> Interest {
        Interest::Wanted
    }

    /// Why the connection must be closed, once that is so and output is drained.
    fn broken(&self) -> Option<WireError>;

    /// The connection has done its service and must be closed, once output is drained: the client
    /// has asked for that, say.
    fn is_finished(&self) -> bool {
        false
    }

    /// When [`handle_timeout`](Self::handle_timeout) is due.
    fn next_timeout(&self) -> Option<Instant>;

    /// Time has come to `now`.
    fn handle_timeout(&mut self, now: Instant);

    /// The client sends no more, though it may still read: what was received is all there is.
    /// [`next_call`](Self::next_call) is asked once more.
    fn handle_end(&mut self) {}

    /// Whether no more calls are taken for now, because too much is queued or under way: what was
    /// received waits in [`Rx`], and no more should be.
    fn is_full(&self) -> bool {
        false
    }

    /// Gives back memory that is not needed while nothing is under way.
    fn shrink(&mut self) {}

    /// Asks the client to close the connection, when nothing is under way on it. False where the
    /// protocol has no word for that, or nobody to say it to.
    fn shut_down(&mut self) -> bool {
        false
    }

    /// Takes what is under way to its end, and soon no more: the client is told to make its next
    /// calls elsewhere. [`is_finished`](Self::is_finished) says when that is done. False where the
    /// protocol has no word for that.
    fn wind_down(&mut self) -> bool {
        false
    }

    /// Whether nothing is under way: no call, and no message of which part has come.
    fn is_idle(&self) -> bool {
        self.next_timeout().is_none()
    }

    /// The next [`Call::association`] that has ended: no call of it comes any more. Ask until
    /// `None` after input, time-outs and the end of the connection.
    fn poll_association_ended(&mut self) -> Option<u64> {
        None
    }

    /// The connection is gone. Nothing but [`poll_association_ended`](Self::poll_association_ended)
    /// is called after this.
    fn handle_closed(&mut self) {}
}

/// What was received while a call was being carried out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ahead<'a> {
    /// Of a stream, all that came behind [`Rx::buf`], more each time. Of a datagram socket one
    /// datagram, each only once.
    pub bytes: &'a [u8],
    /// Who sent the datagram.
    pub from: Option<SocketAddr>,
    /// The peer has closed the stream, or its sending half.
    pub ended: bool,
}

/// Whether anybody waits for the result of a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Interest {
    /// As far as we know.
    #[default]
    Wanted,
    /// The caller would like the call to end soon, and waits for that: with the result, or with
    /// [`Fault::Cancelled`].
    Cancelled,
    /// Nobody waits any more: no reply will be sent.
    Orphaned,
}

/// The caller of a call that is being carried out.
pub trait Caller: Sync {
    /// Whether the result is still wanted. Looks at what has arrived by now: a system call or two,
    /// where the protocol can say such things at all.
    fn interest(&self) -> Interest;

    /// As [`ServerEngine::attach`], of the reply to this call.
    fn attach(&self, _metadata: ReplyMetadata) {}
}

/// A caller that always waits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Patient;

impl Caller for Patient {
    fn interest(&self) -> Interest {
        Interest::Wanted
    }
}

/// One call that a server received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// Its name, for the reply.
    pub id: CallId,
    /// Which part of it this is. What is said beside is only true of a call's first part.
    pub part: Part,
    /// Which interface.
    pub interface: InterfaceKey,
    /// Which operation; 0 where the call is for an [`InterfaceKey::Named`].
    pub operation: u32,
    /// Both in words, where the protocol says them so.
    pub name: Option<Arc<CallName>>,
    /// What travels beside the arguments.
    pub metadata: Option<Arc<Metadata>>,
    /// How long the caller waits, if it says so.
    pub timeout: Option<Duration>,
    /// The object it is for, if the caller named one.
    pub object: Option<ObjectKey>,
    /// Who sent the datagram.
    pub from: Option<SocketAddr>,
    /// What the caller says of itself.
    pub credential: Credential,
    /// Who the caller is, once a security mechanism has verified it.
    pub principal: Option<Arc<str>>,
    /// The certificate (X.509, DER) by which the caller has proved to the transport who it is.
    pub certificate: Option<Arc<[u8]>>,
    /// What the calls of one client have in common, for state that is kept while the client is
    /// there; 0 where the protocol has no such notion.
    pub association: u64,
    /// How the arguments are encoded.
    pub encoding: Encoding,
    /// How the results are to be encoded.
    pub results: Encoding,
    /// Where the marshalled arguments lie in [`Rx::buf`]'s data.
    pub arguments: Range<usize>,
}

impl Call {
    /// A call of which no more is known; its results are encoded as the arguments are.
    pub const fn new(
        id: CallId,
        interface: InterfaceKey,
        operation: u32,
        encoding: Encoding,
        arguments: Range<usize>,
    ) -> Self {
        Call {
            id,
            part: Part::Whole,
            interface,
            operation,
            name: None,
            metadata: None,
            timeout: None,
            object: None,
            from: None,
            credential: Credential {
                flavor: 0,
                body: 0..0,
            },
            principal: None,
            certificate: None,
            association: 0,
            encoding,
            results: encoding,
            arguments,
        }
    }
}

/// What a caller says of itself, unverified.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Credential {
    /// The protocol's number of the kind of credential; 0 for none.
    pub flavor: u32,
    /// Where its body lies in [`Rx::buf`]'s data.
    pub body: Range<usize>,
}

/// How a call ended on the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The results are in the body.
    Done,
    /// As `Done`, and carrying the call out again does no harm: no duplicate need be remembered.
    Idempotent,
    /// The call is refused or failed; what is in the body is dropped.
    Fault(Fault),
    /// No reply is sent, now or later (one-way operations).
    Silent,
}

/// The application behind a server: carries out one call.
pub trait Handler: Send + Sync {
    /// Reads the arguments, does the work, appends the results to `reply`.
    /// `received` is what [`Call`]'s ranges point into.
    fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome;

    /// What drivers call: as [`handle`](Self::handle), and `caller` tells whether the result is
    /// still wanted. For handlers that take long.
    fn serve(&self, call: &Call, received: &[u8], reply: &mut Buf, _: &dyn Caller) -> Outcome {
        self.handle(call, received, reply)
    }

    /// A call with several messages begins.
    ///
    /// # Errors
    /// It is refused.
    fn open(
        &self,
        _call: &Call,
        _received: &[u8],
        _caller: &dyn Caller,
    ) -> Result<Box<dyn Stream>, Fault> {
        Err(Fault::NoSuchOperation)
    }

    /// No call of that [`Call::association`] comes any more.
    fn association_ended(&self, _association: u64) {}
}
