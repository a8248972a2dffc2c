//! Calls with several messages.

use std::future::poll_fn;
use std::task::{Context, Poll};

use manyrpc_engine::{Buf, CallError, CallHead, CallId, CallKind, Encoding, Misuse, ReplyMetadata};

use super::Connection;
use super::call::Received;
use super::state::State;
use crate::calls::CallEvent;

/// A call with several messages in one direction or both. Dropping it cancels the call.
#[derive(Debug)]
#[must_use = "dropping it cancels the call"]
pub struct Messages {
    connection: Connection,
    id: CallId,
    /// The last event's metadata.
    metadata: Option<Box<ReplyMetadata>>,
    over: bool,
}

/// What comes next of a call.
#[derive(Debug)]
pub enum Next {
    /// A message of the server.
    Message(Received),
    /// The call has ended successfully.
    Ended,
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
    ) -> Result<Messages, CallError> {
        let mut state = self.with_room().await?;
        if head.kind != CallKind::Broadcast && state.engine.streams().is_none() {
            return Err(Misuse::STREAMS.into());
        }
        let (id, _) = state.start(head, write)?;
        state.calls.expect_several(id);
        Ok(Messages {
            connection: self.clone(),
            id,
            metadata: None,
            over: false,
        })
    }
}

impl Messages {
    /// Sends a message once the server's flow control permits it; `write` appends it to the lent
    /// buffer.
    ///
    /// # Errors
    /// The call has ended: [`next`](Self::next) tells how. The message is too large, or `write`
    /// refuses.
    pub async fn send(
        &mut self,
        write: impl FnOnce(Encoding, &mut Buf) -> Result<(), Misuse>,
    ) -> Result<(), CallError> {
        poll_fn(|cx| self.poll_room(cx)).await?;
        let mut state = self.connection.with_room().await?;
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

    /// Waits until the server's flow control permits another message.
    fn poll_room(&self, cx: &Context<'_>) -> Poll<Result<(), CallError>> {
        let mut state = self.connection.shared().lock();
        let congested = state
            .engine
            .streams()
            .is_some_and(|s| s.is_congested(self.id));
        if !congested || !state.calls.is_in_flight(self.id) {
            return Poll::Ready(Ok(()));
        }
        state.wait_for_windows(cx);
        Poll::Pending
    }

    /// Ends this side's messages.
    pub fn finish(&mut self) {
        let mut state = self.connection.shared().lock();
        let now = state.now();
        if let Some(streams) = state.engine.streams() {
            streams.end_messages(self.id, now);
        }
        state.wake_task();
    }

    /// Waits for the server's next message, or for the end of the call.
    ///
    /// # Errors
    /// The call's failure; [`CallError::Cancelled`] after its end.
    pub async fn next(&mut self) -> Result<Next, CallError> {
        poll_fn(|cx| self.poll_next(cx)).await
    }

    /// The same, for a stream.
    ///
    /// # Errors
    /// As [`next`](Self::next).
    pub fn poll_next(&mut self, cx: &Context<'_>) -> Poll<Result<Next, CallError>> {
        if self.over {
            return Poll::Ready(Err(CallError::Cancelled));
        }
        let mut state = self.connection.shared().lock();
        let event = match state.slots.poll(self.id, cx) {
            Poll::Ready(event) => event,
            Poll::Pending if !state.over => return Poll::Pending,
            Poll::Pending => None,
        };
        let Some(mut kept) = event else {
            self.over = true;
            return Poll::Ready(Err(state.closed().unwrap_or(CallError::Cancelled)));
        };
        if !matches!(kept.event, CallEvent::Reply { .. }) {
            self.over = true;
            state.slots.close(self.id);
            self.metadata = kept.metadata.take();
        }
        Poll::Ready(match kept.event {
            CallEvent::Reply { .. } => Ok(Next::Message(Received(kept))),
            CallEvent::Ended => Ok(Next::Ended),
            CallEvent::Failed(error) => Err(error),
        })
    }

    /// The metadata of the call's end.
    pub fn metadata(&self) -> Option<&ReplyMetadata> {
        self.metadata.as_deref()
    }
}

impl Drop for Messages {
    fn drop(&mut self) {
        if !self.over {
            self.connection.shared().lock().forget(self.id);
        }
    }
}
