//! One direction of a link: decides what happens to each packet, and when.

use core::time::Duration;

use manyrpc_engine::Instant;

use super::conditions::{Conditions, Corrupted};
use super::log::What;
use super::rng::Rng;

#[derive(Debug)]
pub(super) struct Link {
    pub(super) conditions: Conditions,
    /// When the last accepted bit will have left.
    busy_until: Instant,
    /// The latest arrival of a packet that is not reordered.
    last_arrival: Instant,
}

/// What happens to a datagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It does not arrive.
    Dropped(What),
    /// It arrives, perhaps twice, perhaps with flipped bits.
    Arrives {
        at: Instant,
        again: Option<Instant>,
        flipped: bool,
    },
}

impl Link {
    pub(super) fn new(conditions: Conditions) -> Self {
        Link {
            conditions,
            busy_until: Instant::ZERO,
            last_arrival: Instant::ZERO,
        }
    }

    pub(super) fn datagram(&mut self, bytes: usize, now: Instant, rng: &mut Rng) -> Fate {
        let on_link = self.conditions.datagram_bytes(bytes);
        let Some(departure) = self.transmit(on_link, now) else {
            return Fate::Dropped(What::QueueFull);
        };
        let packets = self.conditions.packets(bytes);
        if (0..packets).any(|_| rng.chance(self.conditions.loss)) {
            return Fate::Dropped(What::Lost);
        }
        let flipped = rng.chance(self.conditions.corruption);
        if flipped && self.conditions.corrupted == Corrupted::Dropped {
            return Fate::Dropped(What::BadChecksum);
        }
        let at = self.datagram_arrival(departure, rng);
        let again = rng
            .chance(self.conditions.duplication)
            .then(|| self.datagram_arrival(departure, rng));
        Fate::Arrives { at, again, flipped }
    }

    /// When a segment of a stream arrives; `None` if it is lost.
    pub(super) fn segment(&mut self, bytes: usize, now: Instant, rng: &mut Rng) -> Option<Instant> {
        let departure = self.transmit(self.conditions.segment_bytes(bytes), now)?;
        let lost = rng.chance(self.conditions.loss);
        (!lost).then(|| self.arrival(departure, rng))
    }

    /// When the last bit has left, or `None` if the queue is full.
    fn transmit(&mut self, bytes: usize, now: Instant) -> Option<Instant> {
        let Some(rate) = self.conditions.rate_bits else {
            return Some(now);
        };
        let waiting = self.busy_until.since(now);
        let waiting_bytes = waiting.as_nanos() * u128::from(rate) / 8 / NS_PER_S;
        if waiting_bytes > self.conditions.queue_bytes as u128 {
            return None;
        }
        let ns = (bytes as u128 * 8 * NS_PER_S).div_ceil(u128::from(rate.max(1)));
        let takes = Duration::from_nanos(u64::try_from(ns).unwrap_or(u64::MAX));
        self.busy_until = self.busy_until.max(now) + takes;
        Some(self.busy_until)
    }

    fn datagram_arrival(&mut self, departure: Instant, rng: &mut Rng) -> Instant {
        if rng.chance(self.conditions.reordering) {
            let extra = self.conditions.reordering_delay.sample(rng);
            return departure + self.conditions.latency.sample(rng) + extra;
        }
        self.arrival(departure, rng)
    }

    fn arrival(&mut self, departure: Instant, rng: &mut Rng) -> Instant {
        let at = departure + self.conditions.latency.sample(rng);
        self.last_arrival = self.last_arrival.max(at);
        self.last_arrival
    }
}

const NS_PER_S: u128 = 1_000_000_000;
