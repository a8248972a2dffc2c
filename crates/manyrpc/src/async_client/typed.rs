//! Calls with several messages of one type each, as generated stubs make them.

use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_core::Stream;
use futures_sink::Sink;
use manyrpc_codec::{Buf, Encoding, Fields, Unencodable, Way};
use manyrpc_driver::tokio::Sender;
use manyrpc_engine::{CallError, Misuse, ReplyMetadata, WireError};

use super::{AsyncClient, AsyncReceiver, AsyncSender};
use crate::bodies::{MessageReader, MessageWriter, Read};
use crate::operation::{InterfaceMeta, OperationMeta};

/// Marshals a request.
type Write<T> = fn(&T, MessageWriter<'_>) -> Result<(), Unencodable>;

/// Sends the requests of a call: by [`send`](Self::send), or as a [`Sink`].
///
/// If it is dropped before [`finish`](Self::finish), the call is cancelled, so that a server never
/// takes some of the requests for all.
#[must_use = "dropping it before `finish` cancels the call"]
pub struct RequestSender<T> {
    requests: Requests,
    write: Write<T>,
}

/// The requests of a call, which is cancelled if this is dropped before they have ended.
///
/// What sends messages of one type has no `Drop` of its own: messages may then borrow from what is
/// dropped together with it.
struct Requests {
    sender: Sender,
    operation: &'static OperationMeta,
}

impl Drop for Requests {
    fn drop(&mut self) {
        self.sender.cancel();
    }
}

impl<T> RequestSender<T> {
    /// Sends a request. Waits while the server accepts no more.
    ///
    /// # Errors
    /// The request is too large or exceeds the bounds of the definition, or the call has ended: the
    /// receiver tells how.
    pub async fn send(&mut self, request: &T) -> Result<(), CallError> {
        let Requests { sender, operation } = &mut self.requests;
        sender.send(writing(operation, self.write, request)).await
    }

    /// Ends the requests.
    pub fn finish(mut self) {
        self.requests.sender.end();
    }
}

impl<T> Sink<T> for RequestSender<T> {
    type Error = CallError;

    fn poll_ready(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), CallError>> {
        self.get_mut().requests.sender.poll_ready(cx)
    }

    fn start_send(self: Pin<&mut Self>, request: T) -> Result<(), CallError> {
        let RequestSender { requests, write } = self.get_mut();
        let Requests { sender, operation } = requests;
        sender.start_send(writing(operation, *write, &request))
    }

    /// The connection sends what was handed to it.
    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), CallError>> {
        Poll::Ready(Ok(()))
    }

    /// As [`finish`](RequestSender::finish).
    fn poll_close(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), CallError>> {
        self.get_mut().requests.sender.end();
        Poll::Ready(Ok(()))
    }
}

impl<T> fmt::Debug for RequestSender<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.requests.operation.name;
        f.debug_tuple("RequestSender").field(&name).finish()
    }
}

/// Marshals a request once the engine has provided the encoding and a buffer.
fn writing<T>(
    operation: &'static OperationMeta,
    write: Write<T>,
    request: &T,
) -> impl FnOnce(Encoding, &mut Buf) -> Result<(), Misuse> {
    move |encoding, body| {
        let writer = MessageWriter {
            way: Way::Request,
            encoding,
            record: operation.input,
            body,
        };
        write(request, writer).map_err(Misuse::Unencodable)
    }
}

/// The replies of a call, as its client receives them: a [`Stream`], which ends after the first
/// error. Dropping it before the call has ended cancels the call.
#[must_use = "dropping it cancels the call"]
pub struct ReplyReceiver<T> {
    receiver: AsyncReceiver,
    read: Read<T>,
    is_over: bool,
}

impl<T> ReplyReceiver<T> {
    /// Waits for the next reply; `None` when the call has ended successfully, and after an error.
    ///
    /// # Errors
    /// The failure that ended the call, or the reply is malformed.
    pub async fn message(&mut self) -> Result<Option<T>, CallError> {
        poll_fn(|cx| self.poll_message(cx)).await.transpose()
    }

    fn poll_message(&mut self, cx: &Context<'_>) -> Poll<Option<Result<T, CallError>>> {
        if self.is_over {
            return Poll::Ready(None);
        }
        let AsyncReceiver {
            receiver,
            operation,
        } = &mut self.receiver;
        let next = ready!(receiver.poll_next(cx)).transpose();
        let next = next.map(|received| {
            let message = MessageReader {
                way: Way::Reply,
                record: operation.output,
                received: &mut received?.into(),
            };
            let malformed = |why| CallError::Wire(WireError::BadResult(why));
            (self.read)(message).map_err(malformed)
        });
        self.is_over = !matches!(next, Some(Ok(_)));
        Poll::Ready(next)
    }

    /// The metadata received so far: initial metadata with the first reply, trailing metadata with
    /// the end, however the call ended.
    pub fn metadata(&self) -> &ReplyMetadata {
        self.receiver.metadata()
    }
}

impl<T> Stream for ReplyReceiver<T> {
    type Item = Result<T, CallError>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.get_mut().poll_message(cx)
    }
}

impl<T> fmt::Debug for ReplyReceiver<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.receiver.operation.name;
        f.debug_tuple("ReplyReceiver").field(&name).finish()
    }
}

/// A call with several requests and one reply. Dropping it before its end cancels the call.
#[derive(Debug)]
#[must_use = "dropping it cancels the call"]
pub struct ClientStreaming<Q, R> {
    // Dropped first: the call is cancelled, its requests are not just ended.
    reply: ReplyReceiver<R>,
    requests: RequestSender<Q>,
}

impl<Q, R> ClientStreaming<Q, R> {
    /// Sends a request. Waits while the server accepts no more.
    ///
    /// # Errors
    /// As [`RequestSender::send`]; [`finish`](Self::finish) tells how the call has ended.
    pub async fn send(&mut self, request: &Q) -> Result<(), CallError> {
        self.requests.send(request).await
    }

    /// Ends the requests, and waits for the reply.
    ///
    /// # Errors
    /// The failure that ended the call; [`CallError::Cancelled`] if the reply was already returned.
    pub async fn finish(&mut self) -> Result<R, CallError> {
        self.requests.requests.sender.end();
        let reply = self.reply.message().await?;
        reply.ok_or(CallError::Cancelled)
    }

    /// As [`ReplyReceiver::metadata`].
    pub fn metadata(&self) -> &ReplyMetadata {
        self.reply.metadata()
    }
}

impl AsyncClient {
    /// Opens a call with several replies, each of which `read` unmarshals.
    ///
    /// # Errors
    /// As [`pull`](Self::pull).
    pub async fn server_streaming<I: Fields, R>(
        &self,
        interface: &'static InterfaceMeta,
        operation: &'static OperationMeta,
        input: &I,
        read: Read<R>,
    ) -> Result<ReplyReceiver<R>, CallError> {
        let receiver = self.pull(interface, operation, input).await?;
        Ok(ReplyReceiver {
            receiver,
            read,
            is_over: false,
        })
    }

    /// Opens a call with several requests and one reply, which `write` marshals and `read`
    /// unmarshals.
    ///
    /// # Errors
    /// As [`converse`](Self::converse).
    pub async fn client_streaming<Q, R>(
        &self,
        interface: &'static InterfaceMeta,
        operation: &'static OperationMeta,
        write: Write<Q>,
        read: Read<R>,
    ) -> Result<ClientStreaming<Q, R>, CallError> {
        let (sender, receiver) = self.converse(interface, operation, false).await?;
        let (requests, reply) = typed((sender, receiver), write, read);
        Ok(ClientStreaming { reply, requests })
    }

    /// Opens a call with several requests and several replies, which `write` marshals and `read`
    /// unmarshals.
    ///
    /// # Errors
    /// As [`converse`](Self::converse).
    pub async fn bidi_streaming<Q, R>(
        &self,
        interface: &'static InterfaceMeta,
        operation: &'static OperationMeta,
        write: Write<Q>,
        read: Read<R>,
    ) -> Result<(RequestSender<Q>, ReplyReceiver<R>), CallError> {
        let halves = self.converse(interface, operation, true).await?;
        Ok(typed(halves, write, read))
    }
}

fn typed<Q, R>(
    (sender, receiver): (AsyncSender, AsyncReceiver),
    write: Write<Q>,
    read: Read<R>,
) -> (RequestSender<Q>, ReplyReceiver<R>) {
    let AsyncSender { sender, operation } = sender;
    let requests = Requests { sender, operation };
    let requests = RequestSender { requests, write };
    let is_over = false;
    let replies = ReplyReceiver {
        receiver,
        read,
        is_over,
    };
    (requests, replies)
}
