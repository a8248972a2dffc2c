//! The clock, and what reading it costs.

use std::hint::black_box;
use std::time::Instant;

use serde::{Deserialize, Serialize};

/// What timing itself adds to each figure.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    /// Which clock.
    pub clock: String,
    /// Its resolution according to the kernel.
    pub resolution_ns: u64,
    /// Median difference of two consecutive readings, which every sample contains.
    pub pair_ns: f64,
    /// Cost of one iteration of the sampling loop with an empty call, on the caller's CPU.
    pub loop_ns: f64,
}

/// Readings per measurement.
const READINGS: usize = 200_000;

impl Timing {
    /// Measures this in a few tens of milliseconds, with the same loop that times the calls.
    pub fn measure() -> Self {
        let resolution = rustix::time::clock_getres(rustix::time::ClockId::Monotonic);
        let mut samples = Vec::with_capacity(READINGS);
        // The first pass touches the memory; the second one counts.
        sample(READINGS, &mut samples, || black_box(true));
        samples.clear();
        let start = Instant::now();
        sample(READINGS, &mut samples, || black_box(true));
        let whole = start.elapsed();
        samples.sort_unstable();
        Timing {
            clock: "CLOCK_MONOTONIC".to_owned(),
            resolution_ns: resolution.tv_sec as u64 * 1_000_000_000 + resolution.tv_nsec as u64,
            // The mean of the middle half: the clock's resolution is coarser than the difference sought.
            pair_ns: middle_mean(&samples),
            loop_ns: whole.as_nanos() as f64 / READINGS as f64,
        }
    }
}

/// Times `calls` calls, one sample each, or until `call` returns `false`. All call times come from here or from
/// [`sample_one`].
#[inline(always)]
pub fn sample(calls: usize, samples: &mut Vec<u64>, mut call: impl FnMut() -> bool) {
    for _ in 0..calls {
        let start = Instant::now();
        let go_on = call();
        samples.push(start.elapsed().as_nanos() as u64);
        if !go_on {
            break;
        }
    }
}

/// Times one call, whose result may borrow from the closure's captures.
#[inline(always)]
pub fn sample_one<T>(samples: &mut Vec<u64>, call: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = call();
    samples.push(start.elapsed().as_nanos() as u64);
    result
}

fn middle_mean(sorted: &[u64]) -> f64 {
    let middle = &sorted[sorted.len() / 4..sorted.len() * 3 / 4];
    middle.iter().sum::<u64>() as f64 / middle.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_the_clock_costs_something() {
        let timing = Timing::measure();
        assert!(timing.pair_ns > 0.0 && timing.loop_ns > 0.0, "{timing:?}");
        assert_eq!(timing.resolution_ns, 1);
    }
}
