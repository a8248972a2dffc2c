//! The turn of a server's call: it goes up through layers as a token, comes back asking to be executed,
//! and its end goes up again.
//!
//! The layers may hand the token to other tasks. Whoever asks for something wakes whoever gives it,
//! unless that one is just polling, and looks afterwards.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use manyrpc_engine::{Fault, Outcome, Serving};

use crate::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What both ends of the layers know of a call.
#[derive(Clone)]
pub(super) struct Turn(Arc<Mutex<State>>);

struct State {
    stage: Stage,
    /// Whoever executes the call.
    executor: Waker,
    /// It is being polled, and looks afterwards at the stage.
    looks: bool,
}

enum Stage {
    /// It is on its way through the layers.
    Above,
    /// It is to be executed; whom to wake then.
    Asked(Waker),
    Ended(Outcome),
    /// Nobody is interested any more.
    Over,
}

impl Turn {
    pub(super) fn new() -> Self {
        Turn(Arc::new(Mutex::new(State {
            stage: Stage::Above,
            executor: Waker::noop().clone(),
            looks: false,
        })))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn poll_end(&self, cx: &Context<'_>) -> Poll<Outcome> {
        let mut state = self.lock();
        match &mut state.stage {
            Stage::Above => {
                state.stage = Stage::Asked(cx.waker().clone());
                state.wake_executor();
                Poll::Pending
            }
            Stage::Asked(waker) => {
                waker.clone_from(cx.waker());
                Poll::Pending
            }
            Stage::Ended(_) => match std::mem::replace(&mut state.stage, Stage::Over) {
                Stage::Ended(outcome) => Poll::Ready(outcome),
                _ => Poll::Pending,
            },
            Stage::Over => Poll::Ready(Outcome::Fault(Fault::Cancelled)),
        }
    }

    /// The layers do not wait for its end.
    fn give_up(&self) {
        let mut state = self.lock();
        if !matches!(state.stage, Stage::Over) {
            state.stage = Stage::Over;
            state.wake_executor();
        }
    }

    fn looks_afterwards(&self, cx: &Context<'_>) {
        let mut state = self.lock();
        state.executor.clone_from(cx.waker());
        state.looks = true;
    }

    /// Whether it is to be executed, or executed further.
    fn is_asked(&self) -> bool {
        let mut state = self.lock();
        state.looks = false;
        matches!(state.stage, Stage::Asked(_))
    }

    fn end(&self, outcome: Outcome, cx: &Context<'_>) {
        let mut state = self.lock();
        let before = std::mem::replace(&mut state.stage, Stage::Ended(outcome));
        drop(state);
        match before {
            // The layers are polled next in any case.
            Stage::Asked(waker) if !waker.will_wake(cx.waker()) => waker.wake(),
            _ => {}
        }
    }
}

impl State {
    fn wake_executor(&self) {
        if !self.looks {
            self.executor.wake_by_ref();
        }
    }
}

/// The execution of a call, as seen from below the layers.
pub(super) struct Executing(pub(super) Turn);

impl Future for Executing {
    type Output = Outcome;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Outcome> {
        self.0.poll_end(cx)
    }
}

impl Drop for Executing {
    fn drop(&mut self) {
        self.0.give_up();
    }
}

/// Whoever executes a call. The turn is over when it is dropped.
pub(super) struct Executor(pub(super) Turn);

impl Executor {
    /// Polls the layers of a call, and executes it when they ask; `execute` begins that. Returns what
    /// the layers make of it, and whether the call was executed.
    pub(super) async fn run<'a, T>(
        &self,
        layers: impl Future<Output = T>,
        execute: impl FnOnce() -> Serving<'a>,
    ) -> (T, bool) {
        let (turn, mut layers) = (&self.0, pin!(layers));
        let (mut execute, mut execution, mut is_executed) = (Some(execute), None, false);
        let end = poll_fn(|cx| {
            loop {
                turn.looks_afterwards(cx);
                if let Poll::Ready(end) = layers.as_mut().poll(cx) {
                    return Poll::Ready(end);
                }
                if !turn.is_asked() {
                    // Dropped, if the layers gave it up.
                    execution = None;
                    return Poll::Pending;
                }
                if let Some(execute) = execute.take() {
                    execution = Some(execute());
                }
                let Some(running) = &mut execution else {
                    return Poll::Pending;
                };
                let Poll::Ready(outcome) = running.as_mut().poll(cx) else {
                    return Poll::Pending;
                };
                execution = None;
                is_executed = true;
                turn.end(outcome, cx);
            }
        });
        (end.await, is_executed)
    }
}

impl Drop for Executor {
    fn drop(&mut self) {
        let before = std::mem::replace(&mut self.0.lock().stage, Stage::Over);
        if let Stage::Asked(waker) = before {
            waker.wake();
        }
    }
}
