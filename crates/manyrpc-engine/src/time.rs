//! The engines' own clock reading.

use core::cell::Cell;
use core::ops::{Add, Sub};
use core::time::Duration;

/// Nanoseconds since an origin that only the driver knows. Never goes back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(u64);

impl Instant {
    /// The origin.
    pub const ZERO: Instant = Instant(0);

    /// So many nanoseconds after the origin.
    #[inline]
    pub const fn from_nanos(ns: u64) -> Self {
        Instant(ns)
    }

    /// Nanoseconds since the origin.
    #[inline]
    pub const fn as_nanos(self) -> u64 {
        self.0
    }

    /// How many nanoseconds after `earlier` this is; zero if it is not. Unlike [`since`](Self::since)
    /// it divides nothing.
    #[inline]
    pub const fn nanos_since(self, earlier: Instant) -> u64 {
        self.0.saturating_sub(earlier.0)
    }

    /// How long after `earlier` this is; zero if it is not.
    #[inline]
    pub fn since(self, earlier: Instant) -> Duration {
        Duration::from_nanos(self.nanos_since(earlier))
    }
}

/// A span of time in nanoseconds; five centuries if it is longer. In 64 bits, since each call has its
/// deadline.
#[inline]
pub const fn nanos(of: Duration) -> u64 {
    let whole = of.as_secs().saturating_mul(1_000_000_000);
    whole.saturating_add(of.subsec_nanos() as u64)
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

/// The present, for those who may do without it: the clock is read when somebody asks, and not again
/// before the driver says that time [has passed](Self::pass).
///
/// A reading costs a small call one or two per cent of its time, and nearly no call needs one when
/// its reply has come.
#[derive(Debug)]
pub struct Clock {
    read: fn() -> Instant,
    last: Cell<Instant>,
    stale: Cell<bool>,
}

impl Clock {
    /// A clock that runs: `read` gives the time, and is asked at once.
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

    /// A clock that stands still at `now`, for who has the time already.
    pub const fn at(now: Instant) -> Self {
        Clock::running_at(now, || Instant::ZERO)
    }

    /// Time has passed.
    #[inline]
    pub fn pass(&self) {
        self.stale.set(true);
    }

    /// The last reading, however old.
    #[inline]
    pub fn last(&self) -> Instant {
        self.last.get()
    }

    /// The present. Never goes back.
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
    fn adding_a_duration_saturates() {
        let long = Duration::new(u64::MAX, 999_999_999);
        assert_eq!((Instant::from_nanos(1) + long).as_nanos(), u64::MAX);
        let half = Duration::new(2, 500_000_000);
        assert_eq!((Instant::from_nanos(1) + half).as_nanos(), 2_500_000_001);
    }
}
