//! Busy polling: input is looked for again and again before a thread or task sleeps.
//!
//! Waking a CPU that sleeps takes tens of microseconds on many machines, most of a lone call's time. Whoever has a CPU to
//! spare can have it look for input for a while instead. There must be two: on the only one nothing else would run.

use std::sync::OnceLock;
use std::thread::available_parallelism;
use std::time::Duration;

use manyrpc_engine::Instant;

use crate::clock;

/// Whether input is looked for. Idle connections have one each, so what only those that poll need is elsewhere.
#[derive(Debug)]
pub(crate) struct Polling(Option<Box<Window>>);

#[derive(Debug)]
struct Window {
    /// How long input is looked for since something was last sent or received.
    within: Duration,
    until: Instant,
    /// How many calls there were at a time of late, in [`UNIT`]s: the most, which is forgotten little by little.
    calls: u16,
    /// Input was looked for since something was sent.
    looks: bool,
}

impl Polling {
    /// Zero turns it off, and so does a single CPU.
    pub(crate) fn new(within: Duration) -> Self {
        Polling((!within.is_zero() && !has_one_cpu()).then(|| Window::new(within)))
    }

    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// Something was sent, to which nothing can have been answered yet; as [`begin`](Self::begin).
    #[inline]
    #[cfg(feature = "tokio")]
    pub(crate) fn begin_anew(&mut self, calls: usize) {
        if let Some(window) = &mut self.0 {
            window.looks = false;
            window.begin(calls);
        }
    }

    /// Something was sent or received, while there are so many calls: what follows may arrive soon. Of many, something
    /// arrives soon enough, and the CPUs are needed by whoever sends it.
    #[inline]
    pub(crate) fn begin(&mut self, calls: usize) {
        if let Some(window) = &mut self.0 {
            window.begin(calls);
        }
    }

    /// Whether input is still looked for.
    #[inline]
    pub(crate) fn goes_on(&mut self) -> bool {
        self.0.as_mut().is_some_and(|window| {
            window.looks = clock::now() < window.until;
            window.looks
        })
    }

    /// Whether input was looked for since something was sent: right behind that, none can have arrived.
    #[inline]
    #[cfg(feature = "tokio")]
    pub(crate) fn looks(&self) -> bool {
        self.0.as_ref().is_some_and(|window| window.looks)
    }
}

impl Window {
    fn new(within: Duration) -> Box<Self> {
        Box::new(Window {
            within,
            until: Instant::ZERO,
            calls: 0,
            looks: false,
        })
    }

    fn begin(&mut self, calls: usize) {
        let calls = u16::try_from(calls).unwrap_or(u16::MAX);
        self.calls = (self.calls - self.calls / UNIT).max(calls.saturating_mul(UNIT));
        self.until = match self.calls <= FEW * UNIT {
            // The system's time: a runtime's may stand still.
            true => clock::now() + self.within,
            false => Instant::ZERO,
        };
    }
}

/// Most calls at a time for which it pays to look for input.
const FEW: u16 = 8;
/// Each time that something is sent or received a part in so many of what was before is forgotten.
const UNIT: u16 = 16;

/// Whether this process may use one CPU only, or no more than its time.
fn has_one_cpu() -> bool {
    // The system is asked by reading files.
    static ONE: OnceLock<bool> = OnceLock::new();
    *ONE.get_or_init(|| available_parallelism().is_ok_and(|cpus| cpus.get() == 1))
}

/// Has the runtime poll this task again, once others have had their turn and it has looked for events without sleeping.
#[cfg(feature = "tokio")]
pub(crate) fn give_way(cx: &mut std::task::Context<'_>) {
    use std::future::Future;
    use std::pin::pin;

    // It is not ready the first time.
    let _ = pin!(::tokio::task::yield_now()).poll(cx);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_off_never_polls() {
        let mut polling = Polling::new(Duration::ZERO);
        polling.begin(1);
        assert!(!polling.is_on() && !polling.goes_on());
    }

    #[test]
    fn it_ends_by_itself_and_begins_anew() {
        let mut polling = Polling(Some(Window::new(Duration::from_nanos(1))));
        assert!(!polling.goes_on(), "nothing was sent");
        polling.begin(1);
        while polling.goes_on() {}
        polling = Polling(Some(Window::new(Duration::MAX)));
        polling.begin(1);
        assert!(polling.goes_on());
    }

    #[test]
    fn many_calls_are_remembered_for_a_while() {
        let mut polling = Polling(Some(Window::new(Duration::MAX)));
        polling.begin(FEW.into());
        assert!(polling.goes_on());
        polling.begin(64);
        assert!(!polling.goes_on(), "there is enough to do");
        polling.begin(1);
        assert!(!polling.goes_on(), "they may come again");
        for _ in 0..100 {
            polling.begin(1);
        }
        assert!(polling.goes_on());
        polling.begin(usize::MAX);
        polling.begin(usize::MAX);
        assert!(!polling.goes_on());
    }
}
