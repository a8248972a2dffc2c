//! Calls with several messages of one type each, as generated stubs serve them with futures.

use std::fmt;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::{self, Poll, ready};

use futures_core::Stream;
use manyrpc_codec::{Buf, Fields, Slots, Unencodable, Way};
use manyrpc_engine::{self as engine, Call, Caller, Fault, Interest, ReplyMetadata};

use super::{FutureStream, Marshalling, Replying, Requests};
use crate::bodies::{Marshalled, MessageWriter, Read, read_request};
use crate::context::{Context, Dispatch, Marks};
use crate::operation::OperationMeta;

/// The requests of a call, as its server receives them: a [`Stream`].
///
/// A client that goes away before its last request is a last item [`Fault::Cancelled`]. The call's
/// own future does not see that, because it is dropped; a task that was given the requests does.
pub struct RequestReceiver<T> {
    requests: Requests,
    marshalling: Marshalling,
    read: Read<T>,
    is_over: bool,
}

impl<T> RequestReceiver<T> {
    /// Waits for the next request; `None` after the last, and after an error.
    ///
    /// # Errors
    /// The request is malformed, or the client is gone: the call should end with that fault.
    pub async fn message(&mut self) -> Result<Option<T>, Fault> {
        poll_fn(|cx| self.poll_message(cx)).await.transpose()
    }

    fn poll_message(&mut self, cx: &task::Context<'_>) -> Poll<Option<Result<T, Fault>>> {
        if self.is_over {
            return Poll::Ready(None);
        }
        let next = ready!(self.requests.poll_next(cx));
        let next = next.map(|received| {
            let request = Marshalled::request(self.marshalling.arguments, received?);
            read_request(request, self.marshalling.operation.input, self.read)
        });
        self.is_over = !matches!(next, Some(Ok(_)));
        Poll::Ready(next)
    }
}

impl<T> Stream for RequestReceiver<T> {
    type Item = Result<T, Fault>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut task::Context<'_>) -> Poll<Option<Self::Item>> {
        self.get_mut().poll_message(cx)
    }
}

impl<T> fmt::Debug for RequestReceiver<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RequestReceiver")
            .field("operation", &self.marshalling.operation.name)
            .finish_non_exhaustive()
    }
}

/// Sends the replies of a call, for the server. Clones may be used by several tasks; the call ends
/// when its method returns, whoever has one.
///
/// A sender of a type that borrows, as methods get it, is also one of the type that does not
/// (`ReplySender<Point<'a>>` one of `Point<'static>`), which other tasks need.
pub struct ReplySender<T> {
    replying: Replying,
    marshalling: Marshalling,
    write: fn(T, MessageWriter<'_>) -> Result<(), Unencodable>,
}

impl<T> ReplySender<T> {
    /// Sends a reply. Waits while the client accepts no more.
    ///
    /// # Errors
    /// The message exceeds the bounds of the definition, or the client is gone: the call should end
    /// with that fault.
    pub async fn send(&self, message: T) -> Result<(), Fault> {
        let write = |writer: MessageWriter<'_>| (self.write)(message, writer);
        send(&self.replying, self.marshalling, write).await
    }

    /// Sends all replies of a stream, up to its first error.
    ///
    /// # Errors
    /// That of the stream, or as [`send`](Self::send).
    pub async fn forward(
        &self,
        replies: impl Stream<Item = Result<T, Fault>>,
    ) -> Result<(), Fault> {
        let mut replies = pin!(replies);
        while let Some(reply) = poll_fn(|cx| replies.as_mut().poll_next(cx)).await {
            self.send(reply?).await?;
        }
        Ok(())
    }
}

impl<T> Clone for ReplySender<T> {
    fn clone(&self) -> Self {
        ReplySender {
            replying: self.replying.clone(),
            ..*self
        }
    }
}

impl<T> fmt::Debug for ReplySender<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReplySender")
            .field("operation", &self.marshalling.operation.name)
            .finish_non_exhaustive()
    }
}

/// Marshals a reply, and sends it.
async fn send(
    replying: &Replying,
    marshalling: Marshalling,
    write: impl FnOnce(MessageWriter<'_>) -> Result<(), Unencodable>,
) -> Result<(), Fault> {
    let mut body = Buf::new();
    let writer = MessageWriter {
        way: Way::Reply,
        encoding: marshalling.results,
        record: marshalling.operation.output,
        body: &mut body,
    };
    write(writer).map_err(|_| Fault::ServerFailure)?;
    replying.send(body.data().to_vec()).await
}

/// A call with several messages while a future serves it: what the future keeps of its head.
pub struct StreamingCall {
    call: Call,
    credential: Vec<u8>,
    arguments: Vec<u8>,
    marks: Marks,
    caller: Open,
    requests: Requests,
    marshalling: Marshalling,
}

/// The caller of such a call.
struct Open(Replying);

impl Caller for Open {
    fn interest(&self) -> Interest {
        match self.0.is_gone() {
            true => Interest::Orphaned,
            false => Interest::Wanted,
        }
    }

    fn attach(&self, metadata: ReplyMetadata) {
        self.0.attach(metadata);
    }

    fn accept(&self) {
        self.0.accept();
    }
}

/// Serves a call with several messages with a future.
pub fn streaming<F>(
    call: &Dispatch<'_>,
    operation: &'static OperationMeta,
    serve: impl FnOnce(StreamingCall) -> F,
) -> Box<dyn engine::Stream>
where
    F: Future<Output = Result<(), Fault>> + Send + 'static,
{
    Box::new(FutureStream::new(|requests, replying| {
        Box::pin(serve(StreamingCall {
            call: call.call().clone(),
            credential: call.context().credential.to_vec(),
            arguments: call.arguments().to_vec(),
            marks: Marks::default(),
            caller: Open(replying),
            requests,
            marshalling: call.marshalling(operation),
        }))
    }))
}

impl StreamingCall {
    /// The caller and the circumstances of the call.
    pub fn context(&self) -> Context<'_> {
        Context::of(&self.call, &self.credential, &self.marks, &self.caller)
    }

    /// Unmarshals the arguments of a call with one request.
    ///
    /// # Errors
    /// They are malformed.
    pub fn input<'r, I: Slots<'r> + Default>(&'r self) -> Result<I, Fault> {
        self.marshalling.read(&self.arguments)
    }

    /// Its requests, each of which `read` unmarshals; to be had once.
    pub fn requests<T>(&mut self, read: Read<T>) -> RequestReceiver<T> {
        RequestReceiver {
            requests: self.requests.take(),
            marshalling: self.marshalling,
            read,
            is_over: false,
        }
    }

    /// Where its replies go, each of which `write` marshals.
    pub fn replies<T>(
        &self,
        write: fn(T, MessageWriter<'_>) -> Result<(), Unencodable>,
    ) -> ReplySender<T> {
        ReplySender {
            replying: self.caller.0.clone(),
            marshalling: self.marshalling,
            write,
        }
    }

    /// Sends its only reply.
    ///
    /// # Errors
    /// As [`ReplySender::send`].
    pub async fn reply<O: Fields>(&self, output: &O) -> Result<(), Fault> {
        let write = |writer: MessageWriter<'_>| writer.write(output);
        send(&self.caller.0, self.marshalling, write).await
    }
}
