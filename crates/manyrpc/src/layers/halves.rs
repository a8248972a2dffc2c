//! The halves of a call with several messages, on their way from the connection below the layers to the
//! caller above them, and the call's end, on its way back.

use std::future::poll_fn;
use std::task::{Context, Poll, Waker};

use manyrpc_driver::tokio::{Received, Receiver, Sender};
use manyrpc_engine::CallError;

use crate::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Where the halves of a call and its end are passed on.
#[derive(Clone, Debug, Default)]
pub(super) struct Halves(Arc<Mutex<State>>);

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

impl Halves {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The call is open: waits for its end.
    pub(super) async fn pass_on(&self, halves: (Sender, Receiver)) -> Result<Received, CallError> {
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

    pub(super) fn poll(&self, cx: &Context<'_>) -> Poll<(Sender, Receiver)> {
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
    pub(super) fn end(&self, end: Option<Result<Received, CallError>>) {
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
