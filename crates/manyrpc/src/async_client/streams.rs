//! Calls with several messages, as futures.

use std::task::{Context, Poll, ready};

use manyrpc_codec::{Buf, Encoding, Fields, Slots};
use manyrpc_driver::tokio::{Received, Sender};
use manyrpc_engine::{CallError, CallHead, Misuse, ReplyMetadata, Streams};

use super::AsyncClient;
use super::receiver::CallReceiver;
use crate::bodies::{marshal, unmarshal};
use crate::operation::{InterfaceMeta, OperationMeta};

/// The client's messages of a call. Dropping it ends them.
#[derive(Debug)]
pub struct AsyncSender {
    pub(super) sender: Sender,
    pub(super) operation: &'static OperationMeta,
}

/// The server's messages of a call. Dropping it before the call has ended cancels the call.
#[derive(Debug)]
#[must_use = "dropping it cancels the call"]
pub struct AsyncReceiver {
    pub(super) receiver: CallReceiver,
    pub(super) operation: &'static OperationMeta,
}

/// One of the server's messages.
#[derive(Debug)]
pub struct AsyncMessage {
    received: Received,
    operation: &'static OperationMeta,
}

impl AsyncMessage {
    /// Decodes the message; the value may borrow from it.
    ///
    /// # Errors
    /// It is not one of the operation.
    pub fn results<'r, O: Slots<'r> + Default>(&'r self) -> Result<O, CallError> {
        let reply = self.received.reply();
        unmarshal(reply, self.operation.output, &mut Default::default())
    }
}

impl AsyncClient {
    /// Opens a call with several requests, and several replies if `replies` is set.
    ///
    /// # Errors
    /// The call could not be sent; systems without such calls refuse it.
    pub async fn converse(
        &self,
        interface: &'static InterfaceMeta,
        operation: &'static OperationMeta,
        replies: bool,
    ) -> Result<(AsyncSender, AsyncReceiver), CallError> {
        let streams = Streams {
            request: true,
            reply: replies,
        };
        let head = CallHead {
            streams,
            ..interface.head(operation)
        };
        let (sender, receiver) = self.open_call(&head, |_, _| Ok(())).await?;
        let sender = AsyncSender { sender, operation };
        Ok((
            sender,
            AsyncReceiver {
                receiver,
                operation,
            },
        ))
    }

    /// Opens a call with several replies.
    ///
    /// # Errors
    /// As [`converse`](Self::converse), or the arguments do not fit.
    pub async fn pull<I: Fields>(
        &self,
        interface: &'static InterfaceMeta,
        operation: &'static OperationMeta,
        input: &I,
    ) -> Result<AsyncReceiver, CallError> {
        let streams = Streams {
            request: false,
            reply: true,
        };
        let head = CallHead {
            streams,
            ..interface.head(operation)
        };
        let mut referents = Default::default();
        let write = marshal(operation.input, input, &mut referents);
        let (_, receiver) = self.open_call(&head, write).await?;
        Ok(AsyncReceiver {
            receiver,
            operation,
        })
    }

    /// Opens a call with several messages.
    pub(crate) async fn open_call<F>(
        &self,
        head: &CallHead<'_>,
        mut write: F,
    ) -> Result<(Sender, CallReceiver), CallError>
    where
        F: FnMut(Encoding, &mut Buf) -> Result<(), Misuse>,
    {
        let several = head.streams.request;
        let mut write = |encoding: Encoding, body: &mut Buf| match several {
            true => Ok(()),
            false => write(encoding, body),
        };
        let mut head = self.completed(head);
        #[cfg(feature = "tower")]
        if let Some(layers) = &self.layers {
            return self.pass_several(layers, &head, write).await;
        }
        let mut refusals = 0;
        loop {
            let (lane, left) = self.lanes.lane(&head).await?;
            let connection = lane.connection().own(Misuse::STREAMS)?;
            match connection.open(&left, &mut write).await {
                Ok((sender, receiver)) => return Ok((sender, receiver.into())),
                Err(refused) if lane.begins_elsewhere(&refused, &mut refusals) => head = left,
                Err(refused) => return Err(refused),
            }
        }
    }
}

impl AsyncSender {
    /// Sends a message once the server's flow control permits it.
    ///
    /// # Errors
    /// The message is too large or does not fit, or the call has ended:
    /// [`AsyncReceiver::next`] tells how.
    pub async fn send<I: Fields>(&mut self, input: &I) -> Result<(), CallError> {
        let mut referents = Default::default();
        let write = marshal(self.operation.input, input, &mut referents);
        self.sender.send(write).await
    }

    /// Ends this side's messages.
    pub fn finish(self) {
        self.sender.finish();
    }
}

impl AsyncReceiver {
    /// Waits for the server's next message; `None` when the call has ended successfully.
    ///
    /// # Errors
    /// The failure that ended the call.
    pub async fn next(&mut self) -> Result<Option<AsyncMessage>, CallError> {
        std::future::poll_fn(|cx| self.poll_next(cx)).await
    }

    /// The same, for a stream.
    ///
    /// # Errors
    /// As [`next`](Self::next).
    pub fn poll_next(&mut self, cx: &Context<'_>) -> Poll<Result<Option<AsyncMessage>, CallError>> {
        let operation = self.operation;
        let next = ready!(self.receiver.poll_next(cx))?;
        Poll::Ready(Ok(next.map(|received| AsyncMessage {
            received,
            operation,
        })))
    }

    /// Waits for the server's only message, and for the end of the call.
    ///
    /// # Errors
    /// The failure that ended the call; [`CallError::Cancelled`] if there was no message.
    pub async fn only(mut self) -> Result<AsyncMessage, CallError> {
        let only = self.next().await?.ok_or(CallError::Cancelled)?;
        if !self.is_over() {
            self.next().await?;
        }
        Ok(only)
    }

    /// Whether the call has ended.
    pub fn is_over(&self) -> bool {
        self.receiver.is_over()
    }

    /// The metadata received so far: initial metadata with the first message, trailing metadata
    /// with the end, however the call ended.
    pub fn metadata(&self) -> &ReplyMetadata {
        self.receiver.metadata()
    }
}
