//! Calls with several messages, as generated stubs make and serve them.
//!
//! A client waits on its caller's thread: a stub's types are based on [`OpenCall`]. A server never
//! blocks: the state that it keeps for a call is passed each message as it arrives, and asked for
//! more replies when there is room. If only the server sends several messages, the application
//! returns a [`ReplyStream`]: an iterator that is asked for the next reply whenever one can be
//! sent, or, for replies produced elsewhere, the receiving half of a [`queue()`].
//!
//! ```
//! use std::thread;
//!
//! use manyrpc::streams::{ReplyStream, queue};
//!
//! /// The replies of a service method, from an iterator:
//! fn count(to: u32) -> ReplyStream<u32> {
//!     Box::new((0..to).map(Ok))
//! }
//!
//! /// … and from another thread:
//! fn count_slowly(to: u32) -> ReplyStream<u32> {
//!     let (sender, receiver) = queue(16);
//!     thread::spawn(move || (0..to).all(|n| sender.send(n).is_ok()));
//!     Box::new(receiver)
//! }
//! # let _ = (count(3), count_slowly(3));
//! ```

mod future;
mod queue;
#[cfg(feature = "tokio")]
mod served;

use std::task::{Poll, Waker};

use manyrpc_codec::meta::Record;
use manyrpc_codec::{Buf, Encoding, Fields, Slots};
use manyrpc_engine::{
    CallError, CallHead, Fault, Flow, Outcome, Replies, ReplyMetadata, Stream, Streams,
};

use crate::bodies::{self, marshal, unmarshal};
use crate::client::{Client, Opened};
use crate::context::{Context, Dispatch};
use crate::operation::{InterfaceMeta, OperationMeta};

pub use future::Conversing;
#[cfg_attr(
    not(feature = "dynamic"),
    allow(unused_imports, reason = "dynamic services use them")
)]
pub(crate) use future::{FutureStream, Replying, Requests};
pub use queue::{Receiver, Sender, queue};
#[cfg(feature = "tokio")]
pub use served::{ReplySender, RequestReceiver, StreamingCall, streaming};

/// The replies of a call, requested one by one as there is room: any boxed iterator, or the
/// receiving half of a [`queue()`].
pub type ReplyStream<T> = Box<dyn ReplySource<T>>;

/// A source of replies. It must not block: it is polled on the connection's thread. Every iterator
/// of results is one.
pub trait ReplySource<T>: Send {
    /// The next reply; `None` after the last; a refusal is the last. A source without a reply for
    /// now returns [`Poll::Pending`] and arranges for the call's [`waker`](Wakes::waker) to be used
    /// when there is one.
    fn poll_next(&mut self, wakes: &mut Wakes<'_>) -> Poll<Option<Result<T, Fault>>>;
}

impl<T, I: Iterator<Item = Result<T, Fault>> + Send> ReplySource<T> for I {
    fn poll_next(&mut self, _: &mut Wakes<'_>) -> Poll<Option<Result<T, Fault>>> {
        Poll::Ready(self.next())
    }
}

/// The call that polls a [`ReplySource`].
pub struct Wakes<'r>(&'r mut dyn Replies);

impl Wakes<'_> {
    /// A waker that reports from any thread that the source has a reply again. Use it only if
    /// needed: a connection with wakers has no thread of its own.
    pub fn waker(&mut self) -> Waker {
        self.0.waker()
    }
}

/// Sends the metadata of a call's replies, for the application that serves it.
pub struct MetadataWriter<'r>(&'r mut dyn Replies);

impl<'r> MetadataWriter<'r> {
    /// For a call's replies.
    pub fn of(replies: &'r mut dyn Replies) -> Self {
        MetadataWriter(replies)
    }

    /// Adds metadata before the first reply. Returns false, and drops it, if it is too late or the
    /// system has none.
    pub fn add_initial(&mut self, name: &str, value: impl Into<Vec<u8>>) -> bool {
        let mut metadata = ReplyMetadata::NONE;
        metadata.initial.push(name, value);
        self.0.attach(metadata)
    }

    /// Sends the initial metadata now, before there is a reply: some clients wait for it before
    /// they send anything. With a single request it is sent when the call is accepted.
    pub fn send_initial(&mut self) {
        self.0.accept();
    }

    /// Adds metadata for the end of the call.
    pub fn add_trailing(&mut self, name: &str, value: impl Into<Vec<u8>>) {
        let mut metadata = ReplyMetadata::NONE;
        metadata.trailing.push(name, value);
        self.0.attach(metadata);
    }

    /// A waker that continues the call from any thread.
    pub fn waker(&mut self) -> Waker {
        self.0.waker()
    }
}

/// The next reply of a source, if there is one and room for it; otherwise how the call continues.
pub(crate) fn next_reply<T>(
    source: &mut (impl ReplySource<T> + ?Sized),
    replies: &mut dyn Replies,
) -> Result<T, Flow> {
    if replies.is_congested() {
        return Err(Flow::More);
    }
    match source.poll_next(&mut Wakes(replies)) {
        Poll::Ready(Some(Ok(reply))) => Ok(reply),
        Poll::Ready(Some(Err(fault))) => Err(Flow::Over(Outcome::Fault(fault))),
        Poll::Ready(None) => Err(Flow::DONE),
        Poll::Pending => Err(Flow::Wait),
    }
}

/// The client's side of a call with several messages. Dropping it before its end abandons it.
pub struct OpenCall<'c> {
    opened: Opened<'c>,
    operation: &'static OperationMeta,
}

impl Client {
    /// Opens a call with several requests, and several replies if `replies` is set.
    ///
    /// # Errors
    /// The call could not be sent; systems without such calls refuse it.
    pub fn converse(
        &mut self,
        interface: &'static InterfaceMeta,
        operation: &'static OperationMeta,
        replies: bool,
    ) -> Result<OpenCall<'_>, CallError> {
        let streams = Streams {
            request: true,
            reply: replies,
        };
        let head = CallHead {
            streams,
            ..interface.head(operation)
        };
        let opened = self.open_call(&head, |_, _| Ok(()))?;
        Ok(OpenCall { opened, operation })
    }

    /// Opens a call with several replies.
    ///
    /// # Errors
    /// As [`converse`](Self::converse), or the arguments do not fit.
    pub fn pull<I: Fields>(
        &mut self,
        interface: &'static InterfaceMeta,
        operation: &'static OperationMeta,
        input: &I,
    ) -> Result<OpenCall<'_>, CallError> {
        let streams = Streams {
            request: false,
            reply: true,
        };
        let head = CallHead {
            streams,
            ..interface.head(operation)
        };
        let mut referents = Default::default();
        let opened = self.open_call(&head, marshal(operation.input, input, &mut referents))?;
        Ok(OpenCall { opened, operation })
    }
}

impl OpenCall<'_> {
    /// Sends a message; waits for the server's flow control.
    ///
    /// # Errors
    /// The message is too large or does not fit, or the call has ended: [`next`](Self::next) or
    /// [`finish`](Self::finish) returns how.
    pub fn send<I: Fields>(&mut self, input: &I) -> Result<(), CallError> {
        let mut referents = Default::default();
        let write = marshal(self.operation.input, input, &mut referents);
        self.opened.write(write)?;
        self.opened.send()
    }

    /// Ends this side's messages.
    ///
    /// # Errors
    /// The connection is closed.
    pub fn end(&mut self) -> Result<(), CallError> {
        self.opened.end()
    }

    /// Waits for the server's next message; `None` when the call has ended successfully.
    ///
    /// # Errors
    /// The failure that ended the call.
    pub fn next<'r, O: Slots<'r> + Default>(&'r mut self) -> Result<Option<O>, CallError> {
        let Some(reply) = self.opened.next()? else {
            return Ok(None);
        };
        let referents = &mut Default::default();
        unmarshal(reply, self.operation.output, referents).map(Some)
    }

    /// Ends this side's messages, and waits for the server's only one.
    ///
    /// # Errors
    /// The failure that ended the call; [`CallError::Cancelled`] if the message was already
    /// returned.
    pub fn finish<'r, O: Slots<'r> + Default>(&'r mut self) -> Result<O, CallError> {
        // A failure of the connection is reported by the wait.
        let _ = self.end();
        self.next()?.ok_or(CallError::Cancelled)
    }

    /// The metadata received so far: initial metadata with the first message, trailing metadata
    /// with the end, however the call ended.
    pub fn metadata(&mut self) -> &ReplyMetadata {
        self.opened.metadata()
    }
}

/// The encoding of the messages of one call.
#[derive(Clone, Copy, Debug)]
pub struct Marshalling {
    operation: &'static OperationMeta,
    arguments: Encoding,
    results: Encoding,
}

impl Marshalling {
    /// Unmarshals a message of the client.
    ///
    /// # Errors
    /// It is malformed.
    pub fn read<'r, I: Slots<'r> + Default>(&self, received: &'r [u8]) -> Result<I, Fault> {
        let (mut input, record) = (I::default(), self.operation.input);
        read(self.arguments, received, record, &mut input)?;
        Ok(input)
    }

    /// The destination of replies.
    pub fn replies<'r>(&self, replies: &'r mut dyn Replies) -> TypedReplies<'r> {
        TypedReplies {
            marshalling: *self,
            replies,
        }
    }
}

/// Decodes one of several messages; the fault describes what is wrong with it.
pub(crate) fn read<'r, I: Slots<'r>>(
    encoding: Encoding,
    received: &'r [u8],
    record: &Record,
    input: &mut I,
) -> Result<(), Fault> {
    bodies::read_arguments((encoding, received), record, input, &mut Default::default())
}

/// Writes one of several messages; returns whether that succeeded.
pub(crate) fn write<O: Fields>(
    encoding: Encoding,
    body: &mut Buf,
    record: &Record,
    output: &O,
) -> bool {
    bodies::write_results((encoding, body), record, output, &mut Default::default()).is_ok()
}

/// The destination of a call's replies.
pub struct TypedReplies<'r> {
    marshalling: Marshalling,
    replies: &'r mut dyn Replies,
}

impl TypedReplies<'_> {
    /// Sends a reply. One that cannot be marshalled fails the call.
    pub fn send<O: Fields>(&mut self, output: &O) {
        let Marshalling {
            operation, results, ..
        } = self.marshalling;
        self.replies
            .send(&mut |body: &mut Buf| write(results, body, operation.output, output));
    }

    /// Whether the client's flow control currently permits no more: then return [`Flow::More`].
    pub fn is_congested(&mut self) -> bool {
        self.replies.is_congested()
    }

    /// A waker for any thread: the call continues as if it had returned [`Flow::More`].
    pub fn waker(&mut self) -> Waker {
        self.replies.waker()
    }

    /// Sends the replies of a source while there is room; `wrap` turns each into a record. The call
    /// may go on like that; it is [over](Flow::Over) when the source is.
    pub fn pull<T, O: Fields>(
        &mut self,
        source: &mut (impl ReplySource<T> + ?Sized),
        wrap: impl Fn(T) -> O,
    ) -> Flow {
        loop {
            match next_reply(source, self.replies) {
                Ok(reply) => self.send(&wrap(reply)),
                Err(flow) => return flow,
            }
        }
    }

    /// The metadata of the replies.
    pub fn metadata(&mut self) -> MetadataWriter<'_> {
        MetadataWriter(self.replies)
    }
}

impl<'a> Dispatch<'a> {
    /// The encoding of this call's messages.
    pub fn marshalling(&self, operation: &'static OperationMeta) -> Marshalling {
        Marshalling {
            operation,
            arguments: self.encoding(),
            results: self.results(),
        }
    }

    /// Unmarshals the arguments, calls `f`, and sends its replies as there is room; `wrap` turns
    /// each into a record.
    ///
    /// # Errors
    /// The arguments are malformed, or `f` refuses.
    pub fn pull<I, T, O>(
        &self,
        operation: &'static OperationMeta,
        f: impl FnOnce(&Context<'a>, I) -> Result<ReplyStream<T>, Fault>,
        wrap: fn(T) -> O,
    ) -> Result<Box<dyn Stream>, Fault>
    where
        I: Slots<'a> + Default,
        T: 'static,
        O: Fields + 'static,
    {
        let marshalling = self.marshalling(operation);
        let input = marshalling.read(self.arguments())?;
        Ok(Box::new(Pulled {
            marshalling,
            source: f(&self.context(), input)?,
            wrap,
        }))
    }
}

/// Replies that are sent as there is room.
struct Pulled<T, O> {
    marshalling: Marshalling,
    source: ReplyStream<T>,
    wrap: fn(T) -> O,
}

impl<T, O: Fields> Stream for Pulled<T, O> {
    fn begun(&mut self, replies: &mut dyn Replies) -> Flow {
        self.more(replies)
    }

    /// The request was available from the beginning.
    fn message(&mut self, _: &[u8], _: &mut dyn Replies) -> Flow {
        Flow::Over(Outcome::Fault(Fault::BadArguments))
    }

    fn ended(&mut self, _: &mut dyn Replies) -> Flow {
        Flow::More
    }

    fn more(&mut self, replies: &mut dyn Replies) -> Flow {
        let mut replies = self.marshalling.replies(replies);
        replies.pull(&mut *self.source, self.wrap)
    }
}
