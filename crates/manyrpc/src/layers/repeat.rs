//! Repeats calls, but only those that may be repeated.
//!
//! Reading list: gRPC's gRFC A6 (client retries), section "Throttling retry attempts and hedged
//! RPCs", for the budget.

use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::task::{Context, Poll};
use std::time::Duration;

use manyrpc_engine::{CallError, Closed, Misuse};
use tower_layer::Layer;
use tower_service::Service;

use super::CallReply;
use super::boxed::{BoxError, Passed};
use super::request::CallRequest;
use crate::boot::seed;

/// Which calls are repeated, how often, and after which pauses. Clones share the budget.
///
/// A call is repeated
///
/// - if it has certainly not been executed: it was not [sent](CallRequest::was_sent), or the server
///   closed the connection without reading it;
/// - if executing it several times does no harm ([`CallRequest::may_be_repeated`]), and the
///   connection ended, a layer below gave it up, or [`when`](Self::when) says so.
///
/// It is not if the failure would come again: arguments that cannot be encoded, a connection that
/// cannot be secured. A timeout of the call itself is its end.
///
/// The budget is gRPC's: a failure that could be repeated takes a token, a success gives a tenth of
/// one back, and with half of them or fewer left nothing is repeated. So a server that fails every
/// call gets no more than a few calls twice.
///
/// [`RepeatLayer`] is its layer. For that of `tower`, which has other ways to pause, a
/// `tower::retry::Policy` asks [`after`](Self::after).
#[derive(Clone)]
pub struct Repeats {
    attempts: u32,
    first_pause: Duration,
    longest_pause: Duration,
    when: fn(&CallRequest, &CallError) -> bool,
    budget: Arc<Budget>,
}

struct Budget {
    /// In thousandths.
    most: u32,
    left: AtomicU32,
    random: AtomicU64,
}

/// A token, in thousandths of one.
const TOKEN: u32 = 1000;
/// What a success gives back.
const GIVEN_BACK: u32 = TOKEN / 10;
/// Tokens in the beginning.
const TOKENS: u32 = 10;

impl fmt::Debug for Repeats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Repeats")
            .field("attempts", &self.attempts)
            .field("tokens", &self.tokens())
            .finish_non_exhaustive()
    }
}

impl Repeats {
    /// A call is made at most this many times in all, without pauses, with a budget of ten tokens.
    pub fn attempts(attempts: u32) -> Self {
        Repeats {
            attempts,
            first_pause: Duration::ZERO,
            longest_pause: Duration::ZERO,
            when: |_, _| false,
            budget: Arc::new(Budget::of(TOKENS)),
        }
    }

    /// The same with a budget of its own, of this many tokens.
    #[must_use]
    pub fn with_budget(self, tokens: u32) -> Self {
        Repeats {
            budget: Arc::new(Budget::of(tokens)),
            ..self
        }
    }

    /// The same with pauses, each twice as long as the one before up to the longest, and drawn at
    /// random between half of that and all of it, so that clients do not repeat together.
    #[must_use]
    pub fn with_pauses(self, first: Duration, longest: Duration) -> Self {
        Repeats {
            first_pause: first,
            longest_pause: longest,
            ..self
        }
    }

    /// The same, which also repeats calls that [may be repeated](CallRequest::may_be_repeated)
    /// after these failures, such as a fault by which the server says that it is not available.
    #[must_use]
    pub fn when(self, when: fn(&CallRequest, &CallError) -> bool) -> Self {
        Repeats { when, ..self }
    }

    /// Whether a call that failed like this may be repeated, whatever the budget.
    pub fn allows(&self, request: &CallRequest, error: &CallError) -> bool {
        let ended_below = match error {
            CallError::Closed(Closed::Unread) => return true,
            CallError::Closed(closed) => !matches!(closed, Closed::Insecure(_)),
            CallError::Layer(_) => true,
            CallError::Misuse(Misuse::TooManyCalls) => return !request.was_sent(),
            _ => false,
        };
        let unsent = ended_below && !request.was_sent();
        let harmless = request.may_be_repeated();
        unsent || harmless && (ended_below || (self.when)(request, error))
    }

    /// Notes how an attempt ended, counted from 1: the pause before the next one, or `None` if that
    /// is the end of the call.
    pub fn after(
        &self,
        attempt: u32,
        request: &CallRequest,
        failed: Option<&CallError>,
    ) -> Option<Duration> {
        let Some(error) = failed else {
            self.budget.give_back();
            return None;
        };
        if !self.allows(request, error) {
            return None;
        }
        let has_more = self.budget.take();
        (has_more && attempt < self.attempts).then(|| self.pause(attempt))
    }

    /// How many whole tokens are left.
    pub fn tokens(&self) -> u32 {
        self.budget.left.load(Relaxed) / TOKEN
    }

    fn pause(&self, attempt: u32) -> Duration {
        let doubled = 2u32.saturating_pow(attempt.saturating_sub(1));
        let pause = self.first_pause.saturating_mul(doubled);
        let pause = pause.min(self.longest_pause);
        let thousandths = 500 + (self.budget.next_random() % 501) as u32;
        pause * thousandths / 1000
    }
}

impl Budget {
    fn of(tokens: u32) -> Self {
        let most = tokens.saturating_mul(TOKEN);
        Budget {
            most,
            left: AtomicU32::new(most),
            random: AtomicU64::new(seed()),
        }
    }

    /// Takes a token; whether more than half were left then.
    fn take(&self) -> bool {
        let taken = |left: u32| Some(left.saturating_sub(TOKEN));
        let before = self.left.fetch_update(Relaxed, Relaxed, taken);
        before.unwrap_or_default().saturating_sub(TOKEN) > self.most / 2
    }

    fn give_back(&self) {
        // With all there, there is nothing to write that other threads would have to read again.
        if self.left.load(Relaxed) < self.most {
            let given = |left: u32| Some((left + GIVEN_BACK).min(self.most));
            let _ = self.left.fetch_update(Relaxed, Relaxed, given);
        }
    }

    /// SplitMix64 (Steele, Lea and Flood 2014).
    fn next_random(&self) -> u64 {
        const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut z = self.random.fetch_add(STEP, Relaxed).wrapping_add(STEP);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// Repeats calls as [`Repeats`] allows.
#[derive(Clone, Debug)]
pub struct RepeatLayer(Repeats);

impl RepeatLayer {
    /// With these rules.
    pub fn new(repeats: Repeats) -> Self {
        RepeatLayer(repeats)
    }

    /// With [`Repeats::attempts`].
    pub fn attempts(attempts: u32) -> Self {
        RepeatLayer(Repeats::attempts(attempts))
    }
}

impl<S> Layer<S> for RepeatLayer {
    type Service = Repeat<S>;

    fn layer(&self, inner: S) -> Repeat<S> {
        let repeats = self.0.clone();
        Repeat { inner, repeats }
    }
}

/// A service whose calls are repeated.
#[derive(Clone, Debug)]
pub struct Repeat<S> {
    inner: S,
    repeats: Repeats,
}

impl<S> Service<CallRequest> for Repeat<S>
where
    S: Service<CallRequest, Response = CallReply> + Clone + Send + 'static,
    S::Error: Into<BoxError>,
    S::Future: Send,
{
    type Response = CallReply;
    type Error = CallError;
    type Future = Pin<Box<dyn Future<Output = Result<CallReply, CallError>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), CallError>> {
        self.inner.poll_ready(cx).map_err(passed)
    }

    fn call(&mut self, request: CallRequest) -> Self::Future {
        let next = self.inner.clone();
        // This one was found ready, its clone was not.
        let mut service = std::mem::replace(&mut self.inner, next);
        let repeats = self.repeats.clone();
        Box::pin(async move {
            let mut attempt = 1;
            loop {
                let end = service.call(request.clone()).await.map_err(passed);
                let Some(pause) = repeats.after(attempt, &request, end.as_ref().err()) else {
                    return end;
                };
                if !pause.is_zero() {
                    tokio::time::sleep(pause).await;
                }
                attempt += 1;
                let ready = poll_fn(|cx| service.poll_ready(cx)).await;
                ready.map_err(passed)?;
            }
        })
    }
}

fn passed(error: impl Into<BoxError>) -> CallError {
    CallError::passed(error.into())
}
