//! The timer of a task.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use manyrpc_engine::Instant;
use tokio::time::{Sleep, sleep};

/// A timer that is set anew only to go off earlier: a call moves its task's next deadline by
/// microseconds, and going off once too early costs less than setting it for each call.
#[derive(Debug, Default)]
pub(crate) struct Alarm {
    timer: Option<Pin<Box<Sleep>>>,
    /// When it goes off, if it is set.
    due: Option<Instant>,
}

impl Alarm {
    /// When it goes off, if it is set.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Releases its memory, unless it is set.
    pub(crate) fn shrink(&mut self) {
        if self.due.is_none() {
            self.timer = None;
        }
    }

    /// Ready at `due`, or earlier if it was set so before.
    pub(crate) fn poll(
        &mut self,
        due: Option<Instant>,
        now: impl FnOnce() -> Instant,
        cx: &mut Context<'_>,
    ) -> Poll<()> {
        if let Some(due) = due
            && self.due.is_none_or(|set| due < set)
        {
            let left = due.since(now());
            match &mut self.timer {
                Some(timer) => timer.as_mut().reset(tokio::time::Instant::now() + left),
                none => *none = Some(Box::pin(sleep(left))),
            }
            self.due = Some(due);
        }
        let Some(timer) = self.timer.as_mut().filter(|_| self.due.is_some()) else {
            return Poll::Pending;
        };
        ready!(timer.as_mut().poll(cx));
        self.due = None;
        Poll::Ready(())
    }
}
