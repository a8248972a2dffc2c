//! Callers that wait until an engine takes their calls.

use std::future::{Future, poll_fn};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::task::{Context, Poll};
use std::time::Duration;

use manyrpc_engine::{CallError, CallHead};
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

/// Those whose calls an engine does not take yet.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    /// Held by the caller that waits for the engine; others wait behind it, in order.
    turn: Mutex<()>,
    /// How many callers wait for that, or their turn.
    held_back: AtomicUsize,
}

/// A caller that is held back.
struct HeldBack<'t>(&'t AtomicUsize);

impl<'t> HeldBack<'t> {
    fn new(count: &'t AtomicUsize) -> Self {
        count.fetch_add(1, Relaxed);
        HeldBack(count)
    }
}

impl Drop for HeldBack<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

impl Turns {
    /// Whether calls may begin only behind others.
    pub(crate) fn are_awaited(&self) -> bool {
        self.held_back.load(Relaxed) > 0
    }

    /// Waits for the caller's turn, and in it until `poll` is ready.
    pub(crate) async fn wait<T>(
        &self,
        poll: impl FnMut(&mut Context<'_>) -> Poll<Result<T, CallError>>,
    ) -> Result<T, CallError> {
        let _held_back = HeldBack::new(&self.held_back);
        let _turn = self.turn.lock().await;
        poll_fn(poll).await
    }
}

/// Waits for what a call needs, its turn or a connection, for at most so long. The call's head then has the time that is
/// left.
///
/// # Errors
/// It took longer: the call has timed out. Otherwise those of `turn`.
pub async fn within<'h, T>(
    head: &CallHead<'h>,
    at_most: Option<Duration>,
    turn: impl Future<Output = Result<T, CallError>>,
) -> Result<(T, CallHead<'h>), CallError> {
    let Some(at_most) = at_most else {
        return Ok((turn.await?, *head));
    };
    let from = Instant::now();
    let turn = timeout(at_most, turn).await;
    let taken = turn.map_err(|_| CallError::TimedOut { transmissions: 0 })??;
    let left = CallHead {
        timeout: Some(at_most.saturating_sub(from.elapsed())),
        ..*head
    };
    Ok((taken, left))
}
