//! The timer of a task.

mod system;

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use manyrpc_engine::Instant;
use tokio::time::{Sleep, sleep};

use self::system::Bell;
use crate::clock;

/// A timer that is set anew only to go off earlier: a call moves its task's next deadline by
/// microseconds, and going off once too early costs less than setting it for each call.
#[derive(Debug, Default)]
pub(crate) struct Alarm {
    timer: Option<Timer>,
    /// When it goes off, if it is set.
    due: Option<Instant>,
}

#[derive(Debug)]
enum Timer {
    /// The runtime's, which stands still where the runtime's time does.
    Runtimes(Pin<Box<Sleep>>),
    /// The system's, with which a runtime sleeps without a time limit.
    Systems(Box<Bell>),
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
            match self.timer.get_or_insert_with(Timer::new) {
                Timer::Runtimes(timer) => {
                    timer.as_mut().reset(tokio::time::Instant::now() + left);
                }
                Timer::Systems(bell) => bell.set(clock::now() + left),
            }
            self.due = Some(due);
        }
        let Some(timer) = self.timer.as_mut().filter(|_| self.due.is_some()) else {
            return Poll::Pending;
        };
        ready!(match timer {
            Timer::Runtimes(timer) => timer.as_mut().poll(cx),
            Timer::Systems(bell) => bell.poll(cx),
        });
        self.due = None;
        Poll::Ready(())
    }
}

impl Timer {
    fn new() -> Self {
        let may_stop = clock::runtimes_can_stop() && !IGNORES_STOPPED_TIME.load(Relaxed);
        let bell = (!may_stop).then(Bell::new);
        match bell {
            Some(Ok(bell)) => Timer::Systems(Box::new(bell)),
            // Where the system has no descriptors left, too.
            _ => Timer::Runtimes(Box::pin(sleep(Duration::ZERO))),
        }
    }
}

static IGNORES_STOPPED_TIME: AtomicBool = AtomicBool::new(false);

/// Has tasks keep the system's time, as in programs that cannot stop their runtimes': for tests of that, which are built
/// so that they could.
#[doc(hidden)]
pub fn ignore_stopped_time() {
    IGNORES_STOPPED_TIME.store(true, Relaxed);
}
