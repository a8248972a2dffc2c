//! Round-trip estimation and retransmission timeouts.
//!
//! Reading list: RFC 6298 (Jacobson's estimator, Karn's rule), which RFC 5531
//! section 5 leaves to implementations.

use core::time::Duration;

use crate::Limits;
use crate::time::nanos;

/// The initial and the longest timeout, unless the limits override them.
const FIRST: Duration = Duration::from_millis(500);
const LONGEST: Duration = Duration::from_secs(8);

/// The shortest timeout: a server's scheduling alone may take this long.
const SHORTEST: Duration = Duration::from_millis(10);

/// Replies in a row that are all measured, at first and after each retransmission.
const SETTLING: u32 = 16;

/// From then on one reply in this many is measured: reading the clock costs one per cent of a call of 5 µs, and RFC 6298
/// section 3 asks for at most one measurement per round trip.
const MEASURED: u32 = 8;

/// Smoothed round-trip time, its variation, and the resulting timeout.
#[derive(Debug)]
pub(super) struct Estimator {
    smoothed_ns: Option<u64>,
    variation_ns: u64,
    wait: Duration,
    longest: Duration,
    /// Replies that are still to be measured without exception.
    settling: u32,
    /// Replies to let pass before the next is measured.
    unmeasured: u32,
}

impl Estimator {
    pub(super) fn new(limits: &Limits) -> Self {
        let longest = limits.datagram.longest_retransmit.unwrap_or(LONGEST);
        let first = limits.datagram.first_retransmit.unwrap_or(FIRST);
        Estimator {
            smoothed_ns: None,
            variation_ns: 0,
            wait: first.min(longest),
            longest,
            settling: SETTLING,
            unmeasured: 0,
        }
    }

    /// Whether the current reply is to be measured.
    #[inline]
    pub(super) fn is_due(&mut self) -> bool {
        if self.unmeasured == 0 {
            return true;
        }
        self.unmeasured -= 1;
        false
    }

    /// The timeout of a call sent now for the first time.
    #[inline]
    pub(super) fn wait(&self) -> Duration {
        self.wait
    }

    /// A reply arrived after `rtt`. Karn's rule: only for calls sent once.
    #[inline]
    pub(super) fn sample(&mut self, rtt: Duration) {
        let rtt_ns = nanos(rtt).min(u64::MAX / 8);
        self.settling = self.settling.saturating_sub(1);
        self.unmeasured = if self.settling > 0 { 0 } else { MEASURED - 1 };
        // RFC 6298 section 2, (2.2) and (2.3)
        match self.smoothed_ns {
            None => {
                self.smoothed_ns = Some(rtt_ns);
                self.variation_ns = rtt_ns / 2;
            }
            Some(smoothed) => {
                let off = smoothed.abs_diff(rtt_ns);
                self.variation_ns = self.variation_ns - self.variation_ns / 4 + off / 4;
                self.smoothed_ns = Some(smoothed - smoothed / 8 + rtt_ns / 8);
            }
        }
        let wait_ns = self.smoothed_ns.unwrap_or(rtt_ns) + 4 * self.variation_ns;
        let shortest = SHORTEST.min(self.longest);
        self.wait = Duration::from_nanos(wait_ns).clamp(shortest, self.longest);
    }

    /// The next timeout of a call retransmitted after `waited`. Second half of Karn's rule: later
    /// calls also start with the longer timeout, until one is answered without retransmission.
    pub(super) fn back_off(&mut self, waited: Duration) -> Duration {
        let longer = waited.saturating_mul(2).min(self.longest);
        self.wait = self.wait.max(longer);
        (self.settling, self.unmeasured) = (SETTLING, 0);
        longer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn waits_follow_the_samples_within_the_limits() {
        let limits = Limits::default();
        let mut e = Estimator::new(&limits);
        assert_eq!(e.wait(), FIRST);
        e.sample(100 * MS);
        // RFC 6298 (2.2): SRTT = R, RTTVAR = R/2, RTO = SRTT + 4 * RTTVAR
        assert_eq!(e.wait(), 300 * MS);
        for _ in 0..200 {
            e.sample(100 * MS);
        }
        assert!(e.wait() < 101 * MS, "{:?}", e.wait());
        for _ in 0..200 {
            e.sample(MS / 100);
        }
        assert_eq!(e.wait(), SHORTEST);
        e.sample(Duration::MAX);
        assert_eq!(e.wait(), LONGEST);
    }

    #[test]
    fn a_settled_estimate_is_checked_now_and_then() {
        let mut e = Estimator::new(&Limits::default());
        let measured = |e: &mut Estimator, replies| {
            let due = (0..replies).filter(|_| {
                e.is_due() && {
                    e.sample(MS);
                    true
                }
            });
            due.count() as u32
        };
        assert_eq!(measured(&mut e, SETTLING), SETTLING);
        assert_eq!(measured(&mut e, 10 * MEASURED), 10);
        e.back_off(MS);
        assert_eq!(measured(&mut e, SETTLING), SETTLING);
        assert_eq!(measured(&mut e, MEASURED), 1);
    }

    #[test]
    fn a_longer_wait_stays_until_a_clean_sample() {
        let limits = Limits::default();
        let mut e = Estimator::new(&limits);
        for _ in 0..50 {
            e.sample(20 * MS);
        }
        let first = e.wait();
        let second = e.back_off(first);
        assert_eq!((second, e.wait()), (first * 2, first * 2));
        assert_eq!(e.back_off(Duration::from_secs(7)), LONGEST);
        e.sample(20 * MS);
        assert!(e.wait() < 2 * first);
    }
}
