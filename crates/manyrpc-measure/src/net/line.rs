//! The timing of one direction of a network: a queue, a rate limit, then a delay, in order.
//!
//! It has no clock and holds no packets: it computes arrival times.

use std::collections::VecDeque;
use std::time::Duration;

use manyrpc_driver::sim::Conditions;

use super::fate::Transit;
use super::impairment::Impairment;

/// One direction, shared by all packets. Times are relative to the relay's start.
#[derive(Debug)]
pub(super) struct Line {
    impairment: Impairment,
    /// The same as the simulator's link, which accounts for headers.
    sizes: Conditions,
    /// The departure times of the queued packets' last bits.
    leaving: VecDeque<Duration>,
    /// The latest arrival of a packet that keeps its order.
    latest: Duration,
}

impl Line {
    pub(super) fn new(impairment: &Impairment) -> Self {
        Line {
            impairment: impairment.clone(),
            sizes: Conditions::from(impairment),
            leaving: VecDeque::new(),
            latest: Duration::ZERO,
        }
    }

    pub(super) fn impairment(&self) -> &Impairment {
        &self.impairment
    }

    /// When a datagram of this size departs; `None` if the queue is full.
    pub(super) fn datagram_leaves(&mut self, bytes: usize, now: Duration) -> Option<Duration> {
        while self.leaving.front().is_some_and(|at| *at <= now) {
            self.leaving.pop_front();
        }
        if self.leaving.len() >= self.impairment.queue_packets {
            return None;
        }
        Some(self.leaves(self.sizes.datagram_bytes(bytes), now))
    }

    /// When a segment of a stream departs; it is never dropped.
    pub(super) fn segment_leaves(&mut self, bytes: usize, now: Duration) -> Duration {
        while self.leaving.len() > 1 {
            self.leaving.pop_front();
        }
        self.leaves(self.sizes.segment_bytes(bytes), now)
    }

    fn leaves(&mut self, bytes: usize, now: Duration) -> Duration {
        let Some(rate) = self.impairment.rate_bits else {
            return now;
        };
        let ns = (bytes as u128 * 8 * NS_PER_S).div_ceil(u128::from(rate));
        let takes = Duration::from_nanos(u64::try_from(ns).unwrap_or(u64::MAX));
        let begins = self.leaving.back().map_or(now, |free| now.max(*free));
        self.leaving.push_back(begins + takes);
        begins + takes
    }

    /// When a packet arrives that departed at `left`.
    pub(super) fn arrives(&mut self, left: Duration, transit: Transit) -> Duration {
        let at = left + transit.takes;
        if transit.held {
            return at;
        }
        self.latest = self.latest.max(at);
        self.latest
    }
}

const NS_PER_S: u128 = 1_000_000_000;

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn line(text: &str) -> Line {
        Line::new(&text.parse().unwrap())
    }

    /// 1,222 bytes and 28 of headers are 10,000 bits: a millisecond at 10 Mbit/s.
    const MILLISECOND: usize = 1222;

    #[test]
    fn packets_leave_at_the_rate_and_the_queue_ends() {
        let mut line = line("rate=10Mbit,queue=3");
        let at = |line: &mut Line, now| line.datagram_leaves(MILLISECOND, now);
        assert_eq!(at(&mut line, ms(0)), Some(ms(1)));
        assert_eq!(at(&mut line, ms(0)), Some(ms(2)));
        assert_eq!(at(&mut line, ms(0)), Some(ms(3)));
        assert_eq!(at(&mut line, ms(0)), None);
        // One has departed: there is room for one.
        assert_eq!(at(&mut line, ms(1)), Some(ms(4)));
        assert_eq!(at(&mut line, ms(1)), None);
        // After an idle period there is no backlog.
        assert_eq!(at(&mut line, ms(50)), Some(ms(51)));
    }

    #[test]
    fn over_a_long_time_the_rate_is_exact() {
        let mut line = line("rate=10Mbit");
        let mut last = Duration::ZERO;
        let mut passed = 0;
        for packet in 0..100_000u64 {
            // Twice as many as the rate lets through.
            if let Some(left) = line.datagram_leaves(MILLISECOND, ms(packet) / 2) {
                last = left;
                passed += 1;
            }
        }
        assert_eq!(last, ms(passed));
        assert!((50_000..50_100).contains(&passed), "{passed}");
    }

    #[test]
    fn order_is_kept_but_for_what_is_held() {
        let mut line = line("none");
        let transit = |takes, held| Transit {
            takes: ms(takes),
            held,
        };
        assert_eq!(line.arrives(ms(0), transit(3, false)), ms(3));
        // It has a shorter delay, but there is one before it.
        assert_eq!(line.arrives(ms(1), transit(1, false)), ms(3));
        assert_eq!(line.arrives(ms(2), transit(9, true)), ms(11));
        assert_eq!(line.arrives(ms(3), transit(1, false)), ms(4));
    }

    #[test]
    fn without_a_rate_nothing_waits() {
        let mut line = line("queue=1");
        for _ in 0..100 {
            assert_eq!(line.datagram_leaves(60_000, ms(7)), Some(ms(7)));
        }
    }

    #[test]
    fn streams_wait_instead_of_being_dropped() {
        let mut line = line("rate=10Mbit,queue=1");
        // 1,210 bytes and 40 of headers.
        for packet in 1..=50 {
            assert_eq!(line.segment_leaves(1210, ms(0)), ms(packet));
        }
    }
}
