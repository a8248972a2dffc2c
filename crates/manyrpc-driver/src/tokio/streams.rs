//! Calls with several messages.

use std::future::poll_fn;
use std::sync::{Arc, MutexGuard};
use std::task::{Context, Poll, ready};

use manyrpc_engine::{Buf, CallError, CallHead, CallId, CallKind, Encoding, Misuse, ReplyMetadata};

use super::Connection;
use super::call::Received;
use super::state::State;
use crate::calls::CallEvent;

/// A call with several messages, while one of its halves is in use.
#[derive(Debug)]
struct Open {
    connection: Connection,
    id: CallId,
}

/// The client's messages of a call. Dropping it ends them.
#[derive(Debug)]
pub struct Sender {
    call: Arc<Open>,
    /// The server was told that there are no more.
    over: bool,
}

/// The server's messages of a call. Dropping it before the call has ended cancels the call.
#[derive(Debug)]
#[must_use = "dropping it cancels the call"]
pub struct Receiver {
    call: Arc<Open>,
    /// The metadata received so far.
    metadata: Option<Box<ReplyMetadata>>,
    /// The server sends a single message, which ends the call.
    single: bool,
    /// How the call has ended.
    end: Option<Result<(), CallError>>,
}

impl Connection {
    /// Opens a call with several messages. If the client sends several, `write` appends nothing;
    /// otherwise it appends the arguments.
    ///
    /// # Errors
    /// As [`call`](Self::call), or the system has no such calls.
    pub async fn open(
        &self,
        head: &CallHead<'_>,
        write: impl FnOnce(Encoding, &mut Buf) -> Result<(), Misuse>,
    ) -> Result<(Sender, Receiver), CallError> {
        let (mut state, head) = self.with_room_for(head, 1).await?;
        if head.kind != CallKind::Broadcast && state.engine.streams().is_none() {
            return Err(Misuse::STREAMS.into());
        }
        let (id, _) = state.start(&head, write)?;
        let single = !head.streams.reply && head.kind != CallKind::Broadcast;
        if !single {
            state.calls.expect_several(id);
        }
        drop(state);
        let connection = self.clone();
        let call = Arc::new(Open { connection, id });
        let sender = Sender {
            call: call.clone(),
            over: !head.streams.request,
        };
        let receiver = Receiver {
            call,
            metadata: None,
            single,
            end: None,
        };
        Ok((sender, receiver))
    }
}

impl Sender {
    /// Sends a message once the server's flow control permits it; `write` appends it to the lent
    /// buffer.
    ///
    /// # Errors
    /// The call has ended: [`Receiver::next`] tells how. The message is too large, or `write`
    /// refuses.
    pub async fn send(
        &mut self,
        write: impl FnOnce(Encoding, &mut Buf) -> Result<(), Misuse>,
    ) -> Result<(), CallError> {
        loop {
            poll_fn(|cx| self.call.poll_room(cx)).await;
            let mut state = self.call.connection.with_room().await?;
            // Others may have been quicker.
            if !self.call.is_congested(&mut state) {
                return self.call.queue(state, write);
            }
        }
    }

    /// Waits until a message can be sent, as [`send`](Self::send) does.
    ///
    /// # Errors
    /// The connection has ended.
    pub fn poll_ready(&mut self, cx: &Context<'_>) -> Poll<Result<(), CallError>> {
        ready!(self.call.poll_room(cx));
        self.call.connection.shared().lock().poll_room(cx)
    }

    /// Sends a message without waiting: after [`poll_ready`](Self::poll_ready).
    ///
    /// # Errors
    /// As [`send`](Self::send).
    pub fn start_send(
        &mut self,
        write: impl FnOnce(Encoding, &mut Buf) -> Result<(), Misuse>,
    ) -> Result<(), CallError> {
        self.call.queue(self.call.connection.shared().lock(), write)
    }

    /// Ends this side's messages.
    pub fn finish(mut self) {
        self.end();
    }

    /// Ends this side's messages, once.
    pub fn end(&mut self) {
        if std::mem::replace(&mut self.over, true) {
            return;
        }
        let Open { connection, id } = &*self.call;
        let mut state = connection.shared().lock();
        let now = state.now();
        if let Some(streams) = state.engine.streams() {
            streams.end_messages(*id, now);
        }
        state.wake_task();
    }

    /// Cancels the call, unless this side's messages or the call have ended.
    pub fn cancel(&mut self) {
        if !std::mem::replace(&mut self.over, true) {
            let Open { connection, id } = &*self.call;
            connection.shared().lock().cancel(*id);
        }
    }
}

impl Drop for Sender {
    fn drop(&mut self) {
        self.end();
    }
}

impl Open {
    /// Queues a message that `write` appends.
    fn queue(
        &self,
        mut state: MutexGuard<'_, State>,
        write: impl FnOnce(Encoding, &mut Buf) -> Result<(), Misuse>,
    ) -> Result<(), CallError> {
        let now = state.now();
        let State { engine, .. } = &mut *state;
        let streams = engine.streams().ok_or(Misuse::STREAMS)?;
        streams.begin_message(self.id)?;
        let encoding = engine.encoding();
        if let Err(refused) = write(encoding, engine.body()) {
            engine.abandon_call();
            return Err(refused.into());
        }
        let streams = engine.streams().ok_or(Misuse::STREAMS)?;
        streams.finish_message(now)?;
        state.wake_task();
        Ok(())
    }

    /// Waits until the server's flow control permits another message, or the call has ended.
    fn poll_room(&self, cx: &Context<'_>) -> Poll<()> {
        let mut state = self.connection.shared().lock();
        if !self.is_congested(&mut state) {
            return Poll::Ready(());
        }
        state.wait_for_windows(cx);
        Poll::Pending
    }

    /// Whether the server's flow control permits no other message, and the call has not ended.
    fn is_congested(&self, state: &mut State) -> bool {
        let streams = state.engine.streams();
        let congested = streams.is_some_and(|s| s.is_congested(self.id));
        congested && state.calls.is_in_flight(self.id)
    }
}

impl Receiver {
    /// Waits for the server's next message; `None` when the call has ended successfully.
    ///
    /// # Errors
    /// The call's failure.
    pub async fn next(&mut self) -> Result<Option<Received>, CallError> {
        poll_fn(|cx| self.poll_next(cx)).await
    }

    /// The same, for a stream.
    ///
    /// # Errors
    /// As [`next`](Self::next).
    pub fn poll_next(&mut self, cx: &Context<'_>) -> Poll<Result<Option<Received>, CallError>> {
        if let Some(end) = &self.end {
            return Poll::Ready(end.clone().map(|()| None));
        }
        let Open { connection, id } = &*self.call;
        let mut state = connection.shared().lock();
        let Some(mut kept) = ready!(state.poll_event(*id, cx)) else {
            let why = state.closed().unwrap_or(CallError::Cancelled);
            self.end = Some(Err(why.clone()));
            return Poll::Ready(Err(why));
        };
        if let Some(metadata) = kept.metadata.take() {
            self.metadata.get_or_insert_default().append(*metadata);
        }
        self.end = match &kept.event {
            CallEvent::Reply { .. } if !self.single => None,
            CallEvent::Reply { .. } | CallEvent::Ended => Some(Ok(())),
            CallEvent::Failed(error) => Some(Err(error.clone())),
        };
        if self.end.is_some() {
            state.slots.close(*id);
        }
        Poll::Ready(match kept.event {
            CallEvent::Reply { .. } => Ok(Some(Received(kept))),
            CallEvent::Ended => Ok(None),
            CallEvent::Failed(error) => Err(error),
        })
    }

    /// Cancels the call, unless it has ended.
    pub fn cancel(&mut self) {
        if self.end.is_none() {
            self.end = Some(Err(CallError::Cancelled));
            let Open { connection, id } = &*self.call;
            connection.shared().lock().forget(*id);
        }
    }

    /// Whether the call has ended.
    pub fn is_over(&self) -> bool {
        self.end.is_some()
    }

    /// The metadata received so far: initial metadata with the first message, trailing metadata with
    /// the end, however the call ended.
    pub fn metadata(&self) -> &ReplyMetadata {
        static NOTHING: ReplyMetadata = ReplyMetadata::NONE;
        self.metadata.as_deref().unwrap_or(&NOTHING)
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.cancel();
    }
}
