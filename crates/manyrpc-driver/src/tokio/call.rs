//! Calls and their results.

use std::future::{Future, poll_fn};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::MutexGuard;
use std::task::{Context, Poll, Waker, ready};

use manyrpc_engine::{
    Buf, CallError, CallHead, CallId, CallKind, ClientEngine, Encoding, Instant, Misuse,
    ReplyMetadata, Streams,
};

use super::Connection;
use super::state::State;
use crate::blocking::Reply;
use crate::calls::{CallEvent, Held, Kept};
use crate::polling::give_way;
use crate::turns::within;

/// The results of a call, with their own bytes.
#[derive(Debug)]
pub struct Received(pub(super) Kept);

impl Received {
    /// Results that did not come over a connection.
    pub fn made(encoding: Encoding, bytes: Vec<u8>, metadata: ReplyMetadata) -> Self {
        let body = 0..bytes.len();
        Received(Kept {
            id: CallId(0),
            event: CallEvent::Reply { body, encoding },
            bytes: Held::Copied(bytes),
            from: None,
            metadata: (!metadata.is_empty()).then(|| Box::new(metadata)),
        })
    }

    /// The end of a call.
    pub(super) fn of(mut kept: Kept) -> Result<Self, Failed> {
        match kept.event {
            CallEvent::Failed(error) => {
                let metadata = kept.metadata.take();
                Err(Failed { error, metadata })
            }
            _ => Ok(Received(kept)),
        }
    }

    /// The results of a call without a reply.
    pub fn nothing() -> Self {
        Self::end(ReplyMetadata::NONE)
    }

    /// The end of a call with several messages.
    pub fn end(metadata: ReplyMetadata) -> Self {
        let Reply { encoding, .. } = Reply::NOTHING;
        Self::made(encoding, Vec::new(), metadata)
    }

    /// The marshalled results.
    pub fn body(&self) -> &[u8] {
        self.reply().body
    }

    /// Takes their memory alone, which a large reply took from the connection, and a small one has its own. What is
    /// left has no body.
    pub fn take_body(&mut self) -> Body {
        let body = std::mem::replace(&mut self.0.bytes, Held::NOTHING);
        if let CallEvent::Reply { body, .. } = &mut self.0.event {
            *body = 0..0;
        }
        Body(body)
    }

    /// The marshalled results and their encoding.
    pub fn reply(&self) -> Reply<'_> {
        match &self.0.event {
            CallEvent::Reply { body, encoding } => Reply {
                body: &self.0.bytes[body.clone()],
                encoding: *encoding,
            },
            _ => Reply::NOTHING,
        }
    }

    /// Their metadata.
    pub fn metadata(&self) -> &ReplyMetadata {
        static NOTHING: ReplyMetadata = ReplyMetadata::NONE;
        self.0.metadata.as_deref().unwrap_or(&NOTHING)
    }

    /// The sender, of a datagram from a socket that receives from anyone.
    pub fn sender(&self) -> Option<SocketAddr> {
        self.0.from
    }
}

/// Marshalled results without anything else.
#[derive(Debug)]
pub struct Body(Held);

impl AsRef<[u8]> for Body {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// A failed call, with the metadata of its failure.
#[derive(Clone, Debug)]
pub struct Failed {
    /// Why it failed.
    pub error: CallError,
    /// The metadata that came with that.
    pub metadata: Option<Box<ReplyMetadata>>,
}

impl From<CallError> for Failed {
    fn from(error: CallError) -> Self {
        let metadata = None;
        Failed { error, metadata }
    }
}

/// A call that was sent: a future of its end. Dropping it cancels the call.
#[derive(Debug)]
#[must_use = "dropping it cancels the call"]
pub struct InFlight {
    connection: Connection,
    awaits: Awaits,
}

/// What is still to come of a call.
#[derive(Clone, Copy, Debug)]
pub(super) enum Awaits {
    /// Its end.
    End(CallId),
    /// Nothing: it is one-way, and over once it is sent.
    Nothing,
    /// Nothing more: its end was given.
    NoMore,
}

impl Awaits {
    /// The number of a call that has not ended.
    pub(super) fn id(self) -> Option<CallId> {
        match self {
            Awaits::End(id) => Some(id),
            Awaits::Nothing | Awaits::NoMore => None,
        }
    }
}

impl InFlight {
    pub(super) fn new(connection: Connection, id: CallId) -> Self {
        let awaits = Awaits::End(id);
        InFlight { connection, awaits }
    }

    /// Its number on the connection; `None` once it has ended.
    pub fn id(&self) -> Option<CallId> {
        self.awaits.id()
    }

    /// Asks the server to cancel the call, if the protocol has a message for that; otherwise
    /// abandons it. Its end is awaited as usual.
    pub fn request_cancel(&self) {
        let Some(id) = self.id() else {
            return;
        };
        let mut state = self.connection.shared().lock();
        if !state.calls.is_in_flight(id) {
            // Its end has arrived, and is there to be awaited.
            return;
        }
        let now = state.now();
        let asked = state.engine.remote_cancel();
        if asked.is_some_and(|remote| remote.request_cancel(id, now)) {
            state.wake_task();
        } else {
            state.forget(id);
        }
    }

    /// The end of the call, with the metadata of a failure.
    pub(super) fn poll_end(&mut self, cx: &mut Context<'_>) -> Poll<Result<Received, Failed>> {
        let id = match self.awaits {
            Awaits::End(id) => id,
            Awaits::Nothing => return Poll::Ready(Ok(Received::nothing())),
            Awaits::NoMore => return Poll::Ready(Err(CallError::Cancelled.into())),
        };
        let mut woken = Vec::new();
        let mut state = self.connection.shared().lock();
        let end = state.poll_reply(id, cx, &mut woken);
        if end.is_pending() && state.tells_caller && state.link.polling.goes_on() {
            give_way(cx);
        }
        let mut why = None;
        if let Poll::Ready(event) = &end {
            state.slots.close(id);
            state.call_ended();
            state.tell_task();
            self.awaits = Awaits::NoMore;
            if event.is_none() {
                why = state.closed();
            }
        }
        drop(state);
        woken.into_iter().for_each(Waker::wake);
        Poll::Ready(match ready!(end) {
            Some(kept) => Received::of(kept),
            None => Err(why.unwrap_or(CallError::Cancelled).into()),
        })
    }

    /// Waits for the end of the call, with the metadata of a failure.
    ///
    /// # Errors
    /// The call's failure.
    pub async fn end(mut self) -> Result<Received, Failed> {
        poll_fn(|cx| self.poll_end(cx)).await
    }
}

impl Future for InFlight {
    type Output = Result<Received, CallError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let end = ready!(self.poll_end(cx));
        Poll::Ready(end.map_err(|failed| failed.error))
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        if let Some(id) = self.id() {
            self.connection.shared().lock().forget(id);
        }
    }
}

impl Connection {
    /// Waits until the system accepts output, and locks the state.
    pub(super) fn with_room(
        &self,
    ) -> impl Future<Output = Result<MutexGuard<'_, State>, CallError>> + '_ {
        poll_fn(|cx| {
            let mut state = self.shared().lock();
            ready!(state.poll_room(cx))?;
            Poll::Ready(Ok(state))
        })
    }

    /// Waits until so many calls can begin, too, for at most the first call's timeout, and locks the state. Its head then
    /// has the time that is left.
    pub(super) async fn with_room_for<'h>(
        &self,
        head: &CallHead<'h>,
        calls: usize,
    ) -> Result<(MutexGuard<'_, State>, CallHead<'h>), CallError> {
        let timeout = {
            let mut state = self.shared().lock();
            state.refuse_if_closed()?;
            if !state.holds_back(calls) {
                return Ok((state, *head));
            }
            let usual = state.engine.call_timeout();
            head.timeout.or(usual.filter(|_| !head.streams.any()))
        };
        // Rare, and then long: futures of calls that need not wait should be small.
        Box::pin(within(head, timeout, self.shared().turn(calls))).await
    }

    /// Makes a call: `write` appends the arguments to the lent buffer, in that encoding. While the system accepts no more
    /// output or the engine no more calls, waits, for at most the call's timeout. Ready once the call is sent or queued; the returned future is
    /// its end, at once for a one-way call.
    ///
    /// # Errors
    /// The connection has ended, the engine refuses such a call, or `write` does.
    pub async fn call(
        &self,
        head: &CallHead<'_>,
        write: impl FnOnce(Encoding, &mut Buf) -> Result<(), Misuse>,
    ) -> Result<InFlight, CallError> {
        if head.streams != Streams::NONE || head.kind == CallKind::Broadcast {
            return Err(SEVERAL.into());
        }
        let (mut state, head) = self.with_room_for(head, 1).await?;
        let (id, kind) = state.start(&head, write)?;
        Ok(match kind {
            CallKind::OneWay => InFlight {
                connection: self.clone(),
                awaits: Awaits::Nothing,
            },
            _ => InFlight::new(self.clone(), id),
        })
    }

    /// Negotiates what a call with this head requires, and waits for that.
    ///
    /// # Errors
    /// The connection has ended, or the server refuses.
    pub async fn prepare(&self, head: &CallHead<'_>) -> Result<(), CallError> {
        let ask = |engine: &mut dyn ClientEngine, now| match engine.negotiation() {
            Some(negotiation) => negotiation.prepare(head, now),
            None => Ok(None),
        };
        self.settle(ask).await
    }

    /// Asks the server where the object of calls with this head is, and waits for the answer.
    ///
    /// # Errors
    /// The protocol has no such question, the connection has ended, or nobody has the object.
    pub async fn locate(&self, head: &CallHead<'_>) -> Result<(), CallError> {
        let ask = |engine: &mut dyn ClientEngine, now| match engine.location() {
            Some(location) => location.locate(head, now).map(Some),
            None => Err(Misuse::LOCATION.into()),
        };
        self.settle(ask).await
    }

    /// Waits for what ends as a call does, if anything is to be asked.
    async fn settle(
        &self,
        ask: impl FnOnce(&mut dyn ClientEngine, Instant) -> Result<Option<CallId>, CallError>,
    ) -> Result<(), CallError> {
        let asked = {
            let mut state = self.with_room().await?;
            let now = state.now();
            let asked = ask(&mut *state.engine, now)?;
            match asked {
                Some(id) => state.transmit(id, CallKind::Call)?,
                None => state.wake_task(),
            }
            asked
        };
        match asked {
            Some(id) => InFlight::new(self.clone(), id).await.map(drop),
            None => Ok(()),
        }
    }
}

/// Calls with several messages are opened otherwise.
const SEVERAL: Misuse = Misuse::NotOffered("call with several messages as one with a single reply");
