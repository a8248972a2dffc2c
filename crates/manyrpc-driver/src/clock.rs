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
#[inline]
pub(crate) fn runtime_now() -> Instant {
    match runtimes_can_stop() {
        true => stoppable_now(),
        // It is the system's, which is read in a third of the instructions without a way through `std`.
        false => now(),
    }
}

#[cfg(feature = "tokio")]
fn stoppable_now() -> Instant {
    use std::sync::OnceLock;
    use std::time::Instant as Std;

    static ORIGIN: OnceLock<Std> = OnceLock::new();
    let origin = *ORIGIN.get_or_init(Std::now);
    Instant::ZERO + (::tokio::time::Instant::now().into_std() - origin)
}

/// Whether programs can stop the time of runtimes: whether `tokio` has its feature `test-util`,
/// of which it tells only by having the function.
#[cfg(feature = "tokio")]
#[inline]
pub(crate) fn runtimes_can_stop() -> bool {
    use std::any::TypeId;

    struct Missing;
    #[allow(dead_code, reason = "hidden by what `tokio` has, if it has it")]
    fn pause() -> Missing {
        Missing
    }
    fn returns<T: 'static>(_: fn() -> T) -> TypeId {
        TypeId::of::<T>()
    }
    let found = {
        #[allow(
            unused_imports,
            reason = "`tokio` may have nothing that hides anything"
        )]
        use ::tokio::time::*;
        returns(pause)
    };
    found != TypeId::of::<Missing>()
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
