//! A client's call with several messages behind layers.
//!
//! The layers' response is the end of the call. Its halves come out of the service below them as
//! soon as the call is open, past the layers, and the caller, who polls the receiving half, polls the
//! layers with it.

use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::{Context, Poll, Waker, ready};

use manyrpc_codec::{Buf, Encoding};
use manyrpc_driver::tokio::{Received, Receiver, Sender};
use manyrpc_engine::{CallError, CallHead, Misuse};
use tower_service::Service;

use super::ClientService;
use super::arguments::Arguments;
use super::request::CallRequest;
use crate::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Where the halves of a call and its end are passed on.
#[derive(Clone, Debug, Default)]
pub(super) struct Opened(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    halves: Option<(Sender, Receiver)>,
    /// Waits for the halves.
    caller: Option<Waker>,
    end: Option<Result<Received, CallError>>,
    /// Waits for the end.
    below: Option<Waker>,
    /// The caller has learnt the end, or is gone.
    over: bool,
}

impl Opened {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The call is open: waits for its end.
    pub(super) async fn end_of(&self, halves: (Sender, Receiver)) -> Result<Received, CallError> {
        self.put(halves);
        poll_fn(|cx| self.poll_end(cx)).await
    }

    fn put(&self, halves: (Sender, Receiver)) {
        let mut state = self.lock();
        if state.over {
            // Dropped, without the lock.
            return drop(state);
        }
        state.halves = Some(halves);
        let caller = state.caller.take();
        drop(state);
        if let Some(caller) = caller {
            caller.wake();
        }
    }

    fn poll_end(&self, cx: &Context<'_>) -> Poll<Result<Received, CallError>> {
        let mut state = self.lock();
        if let Some(end) = state.end.take() {
            return Poll::Ready(end);
        }
        if state.over {
            return Poll::Ready(Err(CallError::Cancelled));
        }
        state.below = Some(cx.waker().clone());
        Poll::Pending
    }

    fn poll_halves(&self, cx: &Context<'_>) -> Poll<(Sender, Receiver)> {
        let mut state = self.lock();
        match state.halves.take() {
            Some(halves) => Poll::Ready(halves),
            None => {
                state.caller = Some(cx.waker().clone());
                Poll::Pending
            }
        }
    }

    /// The caller has received the end, or is gone: then the call is cancelled.
    fn end(&self, end: Option<Result<Received, CallError>>) {
        let mut state = self.lock();
        state.over = true;
        state.end = end;
        let (halves, below) = (state.halves.take(), state.below.take());
        drop(state);
        drop(halves);
        if let Some(below) = below {
            below.wake();
        }
    }
}

/// What the layers make of a call.
type Layers = Pin<Box<dyn Future<Output = Result<Received, CallError>> + Send>>;

/// A call with several messages on its way through layers.
pub(crate) struct Passage {
    /// In a lock for threads that share the receiver, which takes it by `&mut` only.
    layers: Mutex<Layers>,
    opened: Opened,
    /// The last message, if it came with the end.
    last: Option<Received>,
    /// What the caller learns of the end.
    end: Option<Result<(), CallError>>,
}

impl fmt::Debug for Passage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut passage = f.debug_struct("Passage");
        passage.field("end", &self.end).finish_non_exhaustive()
    }
}

impl Passage {
    /// Opens a call through layers. `write` marshals the arguments when it is known how.
    ///
    /// # Errors
    /// The call could not be sent, or the layers do not let it pass.
    pub(crate) async fn open(
        mut service: ClientService,
        head: &CallHead<'_>,
        mut write: impl FnMut(Encoding, &mut Buf) -> Result<(), Misuse>,
    ) -> Result<(Sender, Receiver, Self), CallError> {
        let (arguments, lent) = Arguments::lent();
        let opened = Opened::default();
        let request = CallRequest::opening(head, arguments, opened.clone());
        let layers = async move {
            poll_fn(|cx| service.poll_ready(cx)).await?;
            service.call(request).await
        };
        let mut passage = Passage {
            layers: Mutex::new(Box::pin(layers)),
            opened,
            last: None,
            end: None,
        };
        let (sender, receiver) = poll_fn(|cx| {
            let polled = lent.poll(cx, |cx| passage.poll_layers(cx), &mut write);
            match (polled, passage.opened.poll_halves(cx)) {
                (Poll::Ready(Err(error)), _) => Poll::Ready(Err(error)),
                (_, Poll::Ready(halves)) => Poll::Ready(Ok(halves)),
                (Poll::Ready(Ok(_)), _) => Poll::Ready(Err(ANSWERED.into())),
                (Poll::Pending, Poll::Pending) => Poll::Pending,
            }
        })
        .await?;
        Ok((sender, receiver, passage))
    }

    fn poll_layers(&mut self, cx: &mut Context<'_>) -> Poll<Result<Received, CallError>> {
        let layers = self.layers.get_mut();
        layers
            .unwrap_or_else(PoisonError::into_inner)
            .as_mut()
            .poll(cx)
    }

    /// The next message, or the end that the layers let through.
    pub(crate) fn poll_next(
        &mut self,
        receiver: &mut Receiver,
        cx: &Context<'_>,
    ) -> Poll<Result<Option<Received>, CallError>> {
        if let Some(end) = &self.end {
            return Poll::Ready(end.clone().map(|()| None));
        }
        let cx = &mut Context::from_waker(cx.waker());
        if receiver.is_over() {
            let end = ready!(self.poll_layers(cx));
            return Poll::Ready(self.conclude(end));
        }
        if let Poll::Ready(end) = self.poll_layers(cx) {
            // They gave the call up.
            receiver.cancel();
            return Poll::Ready(self.conclude(end));
        }
        let next = ready!(receiver.poll_next(cx));
        if !receiver.is_over() {
            return Poll::Ready(next);
        }
        let end = next.map(|last| {
            self.last = last;
            Received::end(receiver.metadata().clone())
        });
        self.opened.end(Some(end));
        let end = ready!(self.poll_layers(cx));
        Poll::Ready(self.conclude(end))
    }

    fn conclude(
        &mut self,
        end: Result<Received, CallError>,
    ) -> Result<Option<Received>, CallError> {
        self.end = Some(end.as_ref().map(drop).map_err(CallError::clone));
        end.map(|_| self.last.take())
    }

    /// Whether the call has ended.
    pub(crate) fn is_over(&self) -> bool {
        self.end.is_some()
    }
}

impl Drop for Passage {
    /// Layers may have handed the call to another task.
    fn drop(&mut self) {
        if self.end.is_none() {
            self.opened.end(None);
        }
    }
}

/// A service below the layers, or in place of them, did not open the call.
const ANSWERED: Misuse =
    Misuse::NotOffered("call with several messages through a service that answers with one");
