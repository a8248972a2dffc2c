//! The engines' time.
//!
//! ```
//! use std::time::Duration;
//!
//! use manyrpc_engine::{Clock, Instant};
//!
//! let start = Instant::from_nanos(5);
//! let end = start + Duration::from_micros(1);
//! assert_eq!((end - start, end.nanos_since(start)), (Duration::from_micros(1), 1000));
//! assert_eq!(Clock::at(end).now(), end);
//! ```

use core::cell::Cell;
use core::fmt;
use core::num::NonZeroU64;
use core::ops::{Add, Sub};
use core::time::Duration;

/// Nanoseconds since an origin that only the driver knows. Never decreases.
///
/// Counted from one, so that an `Option` of it, which connections have several of, is no larger.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(NonZeroU64);

impl Instant {
    /// The origin.
    pub const ZERO: Instant = Instant(NonZeroU64::MIN);

    /// `ns` nanoseconds after the origin; the last but one of `u64` is the latest there is.
    #[inline]
    pub const fn from_nanos(ns: u64) -> Self {
        Instant(NonZeroU64::MIN.saturating_add(ns))
    }

    /// Nanoseconds since the origin.
    #[inline]
    pub const fn as_nanos(self) -> u64 {
        self.0.get() - 1
    }

    /// Nanoseconds from `earlier` to this; zero if this is not later. Unlike [`since`](Self::since)
    /// it needs no division.
    #[inline]
    pub const fn nanos_since(self, earlier: Instant) -> u64 {
        self.0.get().saturating_sub(earlier.0.get())
    }

    /// Time from `earlier` to this; zero if this is not later.
    #[inline]
    pub fn since(self, earlier: Instant) -> Duration {
        Duration::from_nanos(self.nanos_since(earlier))
    }
}

/// A duration in nanoseconds, saturated at five centuries. 64 bits, since each call has a deadline.
#[inline]
pub const fn nanos(of: Duration) -> u64 {
    let whole = of.as_secs().saturating_mul(1_000_000_000);
    whole.saturating_add(of.subsec_nanos() as u64)
}

impl Default for Instant {
    fn default() -> Self {
        Instant::ZERO
    }
}

impl fmt::Debug for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Instant").field(&self.as_nanos()).finish()
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;

    #[inline]
    fn add(self, d: Duration) -> Instant {
        Instant(self.0.saturating_add(nanos(d)))
    }
}

impl Sub<Instant> for Instant {
    type Output = Duration;

    fn sub(self, earlier: Instant) -> Duration {
        self.since(earlier)
    }
}

/// A lazily read clock: it is read when somebody asks for the time, and not again before the driver
/// reports that time [has passed](Self::pass).
///
/// A reading costs a small call one or two per cent of its time, and hardly any call needs one when
/// its reply has arrived.
#[derive(Debug)]
pub struct Clock {
    read: fn() -> Instant,
    last: Cell<Instant>,
    stale: Cell<bool>,
}

impl Clock {
    /// A running clock: `read` gives the time, and is called at once.
    pub fn running(read: fn() -> Instant) -> Self {
        Clock::running_at(read(), read)
    }

    /// A clock that runs, and was last read at `now`.
    pub const fn running_at(now: Instant, read: fn() -> Instant) -> Self {
        Clock {
            read,
            last: Cell::new(now),
            stale: Cell::new(false),
        }
    }

    /// A clock fixed at `now`, for callers that already have the time.
    pub const fn at(now: Instant) -> Self {
        Clock::running_at(now, || Instant::ZERO)
    }

    /// What gives the time, for others that need it.
    #[inline]
    pub const fn source(&self) -> fn() -> Instant {
        self.read
    }

    /// Reports that time has passed.
    #[inline]
    pub fn pass(&self) {
        self.stale.set(true);
    }

    /// The last reading, however old.
    #[inline]
    pub fn last(&self) -> Instant {
        self.last.get()
    }

    /// The current time. Never decreases.
    #[inline]
    pub fn now(&self) -> Instant {
        if self.stale.get() {
            self.read();
        }
        self.last.get()
    }

    /// Reads the clock.
    #[inline]
    pub fn read(&self) -> Instant {
        self.last.set((self.read)().max(self.last.get()));
        self.stale.set(false);
        self.last.get()
    }
}

/// The earlier of two times, where they exist.
#[inline]
pub(crate) fn earlier(a: Option<Instant>, b: Option<Instant>) -> Option<Instant> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

    static READINGS: AtomicU64 = AtomicU64::new(0);

    fn counted() -> Instant {
        Instant::from_nanos(READINGS.fetch_add(1, Relaxed))
    }

    #[test]
    fn a_clock_is_read_when_somebody_asks_after_time_has_passed() {
        let clock = Clock::running(counted);
        assert_eq!(READINGS.load(Relaxed), 1);
        for _ in 0..3 {
            clock.now();
        }
        clock.pass();
        assert_eq!((clock.last().as_nanos(), READINGS.load(Relaxed)), (0, 1));
        for _ in 0..3 {
            assert_eq!(clock.now().as_nanos(), 1);
        }
        assert_eq!(READINGS.load(Relaxed), 2);
    }

    #[test]
    fn a_clock_never_goes_back() {
        let clock = Clock::at(Instant::from_nanos(7));
        clock.pass();
        assert_eq!(clock.now().as_nanos(), 7);
    }

    #[test]
    fn an_option_of_a_time_is_no_larger() {
        assert_eq!(size_of::<Option<Instant>>(), size_of::<u64>());
        assert_eq!(
            (Instant::ZERO, 0),
            (Instant::default(), Instant::ZERO.as_nanos())
        );
    }

    #[test]
    fn adding_a_duration_saturates() {
        let long = Duration::new(u64::MAX, 999_999_999);
        assert_eq!((Instant::from_nanos(1) + long).as_nanos(), u64::MAX - 1);
        let half = Duration::new(2, 500_000_000);
        assert_eq!((Instant::from_nanos(1) + half).as_nanos(), 2_500_000_001);
    }
}
