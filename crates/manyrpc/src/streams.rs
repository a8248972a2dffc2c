//! Calls with several messages, as generated stubs make and serve them.
//!
//! A client waits on its caller's own thread: [`OpenCall`] is what a stub's types stand on. A server
//! never waits: what it keeps of a call is told of each message as it comes, and asked for more
//! replies when there is room for them. Where only the server sends several, the application gives
//! a [`ReplyStream`]: an iterator that is asked for the next reply whenever one can go, or, where
//! replies come from elsewhere in their own time, the receiving half of a [`queue()`].

mod queue;

use std::task::{Poll, Waker};

use manyrpc_codec::meta::Record;
use manyrpc_codec::{Buf, Encoding, Fields, Slots};
use manyrpc_engine::{
    CallError, CallHead, Fault, Flow, Outcome, Replies, ReplyMetadata, Stream, Streams,
};

use crate::bodies::{self, marshal, unmarshal};
use crate::client::{Client, Opened};
use crate::context::{Context, Dispatch};
use crate::stub::{InterfaceMeta, OperationMeta};

pub use queue::{Receiver, Sender, queue};

/// The replies of a call, asked for one by one as there is room: any boxed iterator, or the
/// receiving half of a [`queue()`].
pub type ReplyStream<T> = Box<dyn ReplySource<T>>;

/// Where replies come from. What it does must not wait: it is asked on the connection's own thread.
/// Every iterator of results is one.
pub trait ReplySource<T>: Send {
    /// The next reply, `None` behind the last; a refusal is the last. A source that has none for
    /// now says [`Poll::Pending`], and has whoever comes by one use the call's
    /// [`waker`](Wakes::waker).
    fn poll_next(&mut self, wakes: &mut Wakes<'_>) -> Poll<Option<Result<T, Fault>>>;
}

impl<T, I: Iterator<Item = Result<T, Fault>> + Send> ReplySource<T> for I {
    fn poll_next(&mut self, _: &mut Wakes<'_>) -> Poll<Option<Result<T, Fault>>> {
        Poll::Ready(self.next())
    }
}

/// The call that a [`ReplySource`] is asked for.
pub struct Wakes<'r>(&'r mut dyn Replies);

impl Wakes<'_> {
    /// What says that the source has a reply again, from any thread. Ask for it only where it is
    /// needed: a connection with wakers has no thread of its own.
    pub fn waker(&mut self) -> Waker {
        self.0.waker()
    }
}

/// Sends the metadata of a call's replies, for the application that serves it.
pub struct MetadataWriter<'r>(&'r mut dyn Replies);

impl<'r> MetadataWriter<'r> {
    /// Of a call's replies.
    pub fn of(replies: &'r mut dyn Replies) -> Self {
        MetadataWriter(replies)
    }

    /// Metadata that goes before the first reply. False where it comes too late for that, or the
    /// system has none: then it is dropped.
    pub fn add_initial(&mut self, name: &str, value: impl Into<Vec<u8>>) -> bool {
        let mut metadata = ReplyMetadata::NONE;
        metadata.initial.push(name, value);
        self.0.attach(metadata)
    }

    /// Lets what is initial go now, before there is a reply: some clients wait for that before they
    /// send anything. Where the request is one message it goes by itself as soon as the call is taken.
    pub fn send_initial(&mut self) {
        self.0.accept();
    }

    /// Metadata for the end of the call.
    pub fn add_trailing(&mut self, name: &str, value: impl Into<Vec<u8>>) {
        let mut metadata = ReplyMetadata::NONE;
        metadata.trailing.push(name, value);
        self.0.attach(metadata);
    }

    /// What says from any thread that the call goes on.
    pub fn waker(&mut self) -> Waker {
        self.0.waker()
    }
}

/// The next reply of a source, if there is one and room for it; else how the call goes on.
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

/// A call with several messages, from its client's side. When dropped before its end it is given up.
pub struct OpenCall<'c> {
    opened: Opened<'c>,
    operation: &'static OperationMeta,
}

impl Client {
    /// Opens a call whose client sends several messages, and whose server does if `replies` says so.
    ///
    /// # Errors
    /// The call could not be sent; systems that have no such calls refuse it.
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

    /// Opens a call to which the server sends several messages.
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
    /// Sends a message. Waits while the server takes no more.
    ///
    /// # Errors
    /// The message is too large or does not fit, or the call is over: [`next`](Self::next) or
    /// [`finish`](Self::finish) says how.
    pub fn send<I: Fields>(&mut self, input: &I) -> Result<(), CallError> {
        let mut referents = Default::default();
        let write = marshal(self.operation.input, input, &mut referents);
        self.opened.write(write)?;
        self.opened.send()
    }

    /// Says that no more messages come from here.
    ///
    /// # Errors
    /// The connection is closed.
    pub fn end(&mut self) -> Result<(), CallError> {
        self.opened.end()
    }

    /// Waits for the next message of the server; `None` when the call is over and went well.
    ///
    /// # Errors
    /// Whatever ended the call otherwise.
    pub fn next<'r, O: Slots<'r> + Default>(&'r mut self) -> Result<Option<O>, CallError> {
        let Some(reply) = self.opened.next()? else {
            return Ok(None);
        };
        let referents = &mut Default::default();
        unmarshal(reply, self.operation.output, referents).map(Some)
    }

    /// Says that no more messages come from here, and waits for the only one of the server.
    ///
    /// # Errors
    /// Whatever ended the call without it; [`CallError::Cancelled`] if it was given before.
    pub fn finish<'r, O: Slots<'r> + Default>(&'r mut self) -> Result<O, CallError> {
        // What went wrong with the connection is told by what waits for it.
        let _ = self.end();
        self.next()?.ok_or(CallError::Cancelled)
    }

    /// What has travelled beside the messages so far: what is initial with the first one, what is
    /// trailing with the end, however the call ended.
    pub fn metadata(&mut self) -> &ReplyMetadata {
        self.opened.metadata()
    }
}

/// How the messages of one call lie in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Marshalling {
    operation: &'static OperationMeta,
    arguments: Encoding,
    results: Encoding,
}

impl Marshalling {
    /// Unmarshals what the client sent.
    ///
    /// # Errors
    /// It is malformed.
    pub fn read<'r, I: Slots<'r> + Default>(&self, received: &'r [u8]) -> Result<I, Fault> {
        let (mut input, record) = (I::default(), self.operation.input);
        read(self.arguments, received, record, &mut input)?;
        Ok(input)
    }

    /// The place for replies.
    pub fn replies<'r>(&self, replies: &'r mut dyn Replies) -> TypedReplies<'r> {
        TypedReplies {
            marshalling: *self,
            replies,
        }
    }
}

/// Fills in one of several messages; a fault says what is wrong with it.
pub(crate) fn read<'r, I: Slots<'r>>(
    encoding: Encoding,
    received: &'r [u8],
    record: &Record,
    input: &mut I,
) -> Result<(), Fault> {
    bodies::read_arguments((encoding, received), record, input, &mut Default::default())
}

/// Writes one of several messages; whether it could be.
pub(crate) fn write<O: Fields>(
    encoding: Encoding,
    body: &mut Buf,
    record: &Record,
    output: &O,
) -> bool {
    bodies::write_results((encoding, body), record, output, &mut Default::default()).is_ok()
}

/// Where the replies of a call go.
pub struct TypedReplies<'r> {
    marshalling: Marshalling,
    replies: &'r mut dyn Replies,
}

impl TypedReplies<'_> {
    /// Sends one. What cannot be marshalled fails the call.
    pub fn send<O: Fields>(&mut self, output: &O) {
        let Marshalling {
            operation, results, ..
        } = self.marshalling;
        self.replies
            .send(&mut |body: &mut Buf| write(results, body, operation.output, output));
    }

    /// Whether the client takes no more for now: then go on with [`Flow::More`].
    pub fn is_congested(&mut self) -> bool {
        self.replies.is_congested()
    }

    /// What says from any thread that there is more to say: the call goes on as if it had answered
    /// [`Flow::More`].
    pub fn waker(&mut self) -> Waker {
        self.replies.waker()
    }

    /// Sends what a source has while there is room, each reply made a record by `wrap`. The call
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

    /// What travels beside the replies.
    pub fn metadata(&mut self) -> MetadataWriter<'_> {
        MetadataWriter(self.replies)
    }
}

impl<'a> Dispatch<'a> {
    /// How the messages of this call lie in bytes.
    pub fn marshalling(&self, operation: &'static OperationMeta) -> Marshalling {
        Marshalling {
            operation,
            arguments: self.encoding(),
            results: self.results(),
        }
    }

    /// Unmarshals the arguments, calls `f`, and lets its replies go as there is room; `wrap` makes
    /// each a record.
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

/// Replies that go as there is room.
struct Pulled<T, O> {
    marshalling: Marshalling,
    source: ReplyStream<T>,
    wrap: fn(T) -> O,
}

impl<T, O: Fields> Stream for Pulled<T, O> {
    fn begun(&mut self, replies: &mut dyn Replies) -> Flow {
        self.more(replies)
    }

    /// The request was there from the beginning.
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
