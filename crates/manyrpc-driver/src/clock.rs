//! The system's monotonic clock as the engines' [`Instant`].
//!
//! ```
//! use manyrpc_driver::clock;
//!
//! let start = clock::now();
//! assert!(clock::now() >= start);
//! ```

use manyrpc_engine::Instant;
use rustix::time::{ClockId, clock_gettime};

/// The current time. Never decreases; the same origin for every thread and process of one boot.
#[inline]
pub fn now() -> Instant {
    let t = clock_gettime(ClockId::Monotonic);
    // Seconds and nanoseconds since boot: positive, and far below 2^64 ns.
    Instant::from_nanos(t.tv_sec as u64 * 1_000_000_000 + t.tv_nsec as u64)
}

/// Whether something is due before a time at which something else is, if anything is.
#[inline]
pub(crate) fn is_earlier(due: Option<Instant>, than: Option<Instant>) -> bool {
    due.is_some_and(|due| than.is_none_or(|than| due < than))
}

/// The current runtime's time, with an origin of its own: it stands still where the runtime's does.
#[cfg(feature = "tokio")]
pub(crate) fn runtime_now() -> Instant {
    use std::sync::OnceLock;
    use std::time::Instant as Std;

    static ORIGIN: OnceLock<Std> = OnceLock::new();
    let origin = *ORIGIN.get_or_init(Std::now);
    Instant::ZERO + (::tokio::time::Instant::now().into_std() - origin)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant as Std};

    #[test]
    fn runs_as_fast_as_the_standard_library() {
        // Readings of one clock lie within those of the other, whatever the time between them.
        let (outer, ours, inner) = (Std::now(), super::now(), Std::now());
        let until = inner + Duration::from_millis(2);
        while Std::now() < until {
            std::hint::spin_loop();
        }
        let within = inner.elapsed();
        let ours = super::now() - ours;
        let around = outer.elapsed();
        assert!(
            within <= ours && ours <= around,
            "{within:?} {ours:?} {around:?}"
        );
    }
}
