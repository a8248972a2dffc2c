//! The fate of each packet: a function only of the seed, the client, the direction and the packet's number, so
//! that the same packets meet the same fate independently of timing.
//!
//! Each packet draws the same numbers in the same order, whether they are used or not, so a study that raises one
//! share leaves everything else unchanged.

use std::time::Duration;

use super::impairment::{Impairment, Share};
use crate::stats::Random;

/// The direction of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From a client to the server.
    Out = 0,
    /// From the server to a client.
    Back = 1,
}

/// The fates of one client's packets in one direction.
#[derive(Clone, Copy, Debug)]
pub struct Fates(u64);

/// The fate of one packet, apart from queueing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fate {
    /// It is lost.
    pub lost: bool,
    /// Bits of it are flipped, by [`BitFlips::flip`].
    pub flips: Option<BitFlips>,
    /// The transit of the packet.
    pub first: Transit,
    /// The transit of its duplicate, if any.
    pub copy: Option<Transit>,
}

/// The transit of one packet or duplicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transit {
    /// The time from departure to arrival.
    pub takes: Duration,
    /// Whether others may overtake it.
    pub held: bool,
}

/// The random choice of flipped bits in a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitFlips(u64);

impl Fates {
    /// The fates of the client with this number, in the order in which the relay first saw the clients.
    pub fn new(seed: u64, client: u64, direction: Direction) -> Self {
        let key = Random::new(seed).bits() ^ (2 * client + direction as u64);
        Fates(Random::new(key).bits())
    }

    /// The fate of the packet with this number, from 0.
    pub fn of(self, number: u64, impairment: &Impairment) -> Fate {
        let mut random = Random::new(Random::new(self.0 ^ number).bits());
        let lost = chance(&mut random, impairment.loss);
        let corrupted = chance(&mut random, impairment.corruption);
        let flips = BitFlips(random.bits());
        let first = transit(&mut random, impairment);
        let copied = chance(&mut random, impairment.duplication);
        let copy = transit(&mut random, impairment);
        Fate {
            lost,
            flips: corrupted.then_some(flips),
            first,
            copy: copied.then_some(copy),
        }
    }

    /// A number for a connection, uniform between 0 (excluded) and twice the mean.
    pub fn about(self, number: u64, mean: u64) -> u64 {
        let mut random = Random::new(Random::new(self.0 ^ number).bits());
        let twice = usize::try_from(mean.saturating_mul(2)).unwrap_or(usize::MAX);
        random.below(twice.max(1)) as u64 + 1
    }
}

fn chance(random: &mut Random, share: Share) -> bool {
    random.below(1_000_000) < share.ppm as usize
}

fn transit(random: &mut Random, impairment: &Impairment) -> Transit {
    let width = 2 * impairment.jitter.as_nanos() as usize;
    let varies = Duration::from_nanos(random.below(width + 1) as u64);
    let held = chance(random, impairment.reordering);
    let hold = if held {
        impairment.hold
    } else {
        Duration::ZERO
    };
    Transit {
        takes: impairment.delay.saturating_sub(impairment.jitter) + varies + hold,
        held,
    }
}

impl BitFlips {
    /// BitFlips one to three bits.
    pub fn flip(self, packet: &mut [u8]) {
        if packet.is_empty() {
            return;
        }
        let mut random = Random::new(self.0);
        for _ in 0..=random.below(3) {
            let bit = random.below(8 * packet.len());
            packet[bit / 8] ^= 1 << (bit % 8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACKETS: u64 = 100_000;

    fn bad() -> Impairment {
        "loss=20%,dup=10%,reorder=5%,corrupt=1%,delay=2ms±1ms"
            .parse()
            .unwrap()
    }

    fn fates(seed: u64, client: u64, direction: Direction) -> Vec<Fate> {
        let fates = Fates::new(seed, client, direction);
        (0..PACKETS).map(|n| fates.of(n, &bad())).collect()
    }

    /// Within six standard deviations of the binomial distribution.
    fn is_about(count: usize, share: f64) -> bool {
        let mean = PACKETS as f64 * share;
        (count as f64 - mean).abs() < 6.0 * (mean * (1.0 - share)).sqrt()
    }

    #[test]
    fn shares_are_what_was_asked_for_and_independent() {
        let fates = fates(1989, 0, Direction::Out);
        let count = |of: &dyn Fn(&Fate) -> bool| fates.iter().filter(|f| of(f)).count();
        assert!(is_about(count(&|f| f.lost), 0.2));
        assert!(is_about(count(&|f| f.copy.is_some()), 0.1));
        assert!(is_about(count(&|f| f.first.held), 0.05));
        assert!(is_about(count(&|f| f.flips.is_some()), 0.01));
        assert!(is_about(count(&|f| f.lost && f.copy.is_some()), 0.02));
        assert!(is_about(count(&|f| f.lost && f.first.held), 0.01));
        let late = |f: &Fate| {
            f.first.takes
                - if f.first.held {
                    bad().hold
                } else {
                    Duration::ZERO
                }
        };
        let (least, most) = (Duration::from_millis(1), Duration::from_millis(3));
        assert!(fates.iter().all(|f| (least..=most).contains(&late(f))));
        let mean = fates.iter().map(|f| late(f).as_secs_f64()).sum::<f64>() / PACKETS as f64;
        assert!((mean - 0.002).abs() < 20e-6, "{mean}");
    }

    /// Runs of losses are as long as chance makes them.
    #[test]
    fn neighbours_are_independent() {
        let fates = fates(7, 3, Direction::Back);
        let pairs = fates.windows(2).filter(|w| w[0].lost && w[1].lost).count();
        assert!(is_about(pairs, 0.04), "{pairs}");
    }

    #[test]
    fn the_same_packet_meets_the_same_fate_and_others_do_not() {
        let fate = fates(1989, 4, Direction::Out);
        assert_eq!(fate, fates(1989, 4, Direction::Out));
        for other in [
            fates(1990, 4, Direction::Out),
            fates(1989, 5, Direction::Out),
            fates(1989, 4, Direction::Back),
        ] {
            let both = fate.iter().zip(&other).filter(|(a, b)| a.lost && b.lost);
            assert!(is_about(both.count(), 0.04));
        }
    }

    #[test]
    fn one_share_leaves_the_others_as_they_were() {
        let fates = Fates::new(1, 0, Direction::Out);
        let louder = Impairment {
            loss: Share::percent(60),
            ..bad()
        };
        for number in 0..1000 {
            let (one, other) = (fates.of(number, &bad()), fates.of(number, &louder));
            assert!(other.lost || !one.lost);
            assert_eq!(
                (one.copy, one.first, one.flips),
                (other.copy, other.first, other.flips)
            );
        }
    }

    #[test]
    fn one_to_three_bits_are_flipped() {
        let mut seen = [0; 4];
        for seed in 0..3000 {
            let mut packet = [0; 40];
            BitFlips(seed).flip(&mut packet);
            let ones: u32 = packet.iter().map(|b| b.count_ones()).sum();
            seen[ones as usize] += 1;
        }
        // A bit may be flipped twice, seldom.
        assert!(
            seen[0] < 20 && seen[1..].iter().all(|n| *n > 800),
            "{seen:?}"
        );
        BitFlips(1).flip(&mut []);
    }

    #[test]
    fn cuts_lie_about_their_mean() {
        let fates = Fates::new(3, 0, Direction::Out);
        let cuts: Vec<u64> = (0..10_000).map(|n| fates.about(n, 1000)).collect();
        assert!(cuts.iter().all(|c| (1..=2000).contains(c)));
        let mean = cuts.iter().sum::<u64>() as f64 / 1e4;
        assert!((mean - 1000.0).abs() < 40.0, "{mean}");
    }
}
