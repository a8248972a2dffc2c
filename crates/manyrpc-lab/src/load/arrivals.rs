//! Arrival processes: when calls start.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use manyrpc_measure::stats::Random;

/// When calls start.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Arrivals {
    /// A closed loop: each connection calls again after its reply and a think time, so a slow server is called
    /// less often.
    Closed {
        /// The think time, from a reply to the next call.
        #[serde(default)]
        think_ns: u64,
    },
    /// An open loop: calls start when they are due, regardless of earlier ones.
    Open {
        /// Calls per second.
        rate: f64,
        /// The arrival process.
        process: Process,
    },
}

/// The arrival process of an open loop.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Process {
    /// Equally spaced.
    Constant,
    /// A Poisson process: independent arrivals with exponential gaps.
    Poisson,
    /// Bursts: some calls at a multiple of the rate, then none until the mean rate is restored. Bursts are equally
    /// spaced.
    Bursty {
        /// Calls in a burst.
        calls: u32,
        /// The factor by which the rate inside a burst exceeds the mean.
        factor: f64,
    },
}

impl Process {
    /// Why the process is impossible at a rate, if so.
    pub(super) fn refuse(&self, rate: f64) -> Option<String> {
        if !(rate > 0.0 && rate <= MAX_PER_S) {
            return Some(format!(
                "the rate must be at most {MAX_PER_S} calls per second"
            ));
        }
        match self {
            Process::Bursty { calls, factor }
                if *calls == 0 || factor.is_nan() || *factor < 1.0 =>
            {
                Some("a burst needs at least one call, and a factor of at least 1".to_owned())
            }
            _ => None,
        }
    }
}

/// The clock has a resolution of nanoseconds.
const MAX_PER_S: f64 = 1e9;

/// An infinite iterator over the times at which calls are due, relative to the start. The same seed gives the same
/// times.
#[derive(Clone, Debug)]
pub struct Starts {
    process: Process,
    /// Mean gap between calls.
    gap_ns: f64,
    /// The time of the first call.
    phase_ns: f64,
    random: Random,
    number: u64,
    last_ns: f64,
}

impl Starts {
    /// Arrivals at `rate` calls per second; the first is due after `phase`, except for the Poisson process, which
    /// has none.
    pub fn new(process: Process, rate: f64, phase: Duration, seed: u64) -> Self {
        Starts {
            process,
            gap_ns: 1e9 / rate,
            phase_ns: phase.as_nanos() as f64,
            random: Random::new(seed),
            number: 0,
            last_ns: 0.0,
        }
    }
}

impl Iterator for Starts {
    type Item = Duration;

    fn next(&mut self) -> Option<Duration> {
        let number = self.number;
        self.number += 1;
        let ns = match self.process {
            Process::Constant => self.phase_ns + number as f64 * self.gap_ns,
            Process::Poisson => {
                // Uniform in (0, 1].
                self.last_ns -= (1.0 - self.random.unit()).ln() * self.gap_ns;
                self.last_ns
            }
            Process::Bursty { calls, factor } => {
                let (burst, place) = (number / u64::from(calls), number % u64::from(calls));
                let begins = burst as f64 * f64::from(calls) * self.gap_ns;
                self.phase_ns + begins + place as f64 * self.gap_ns / factor
            }
        };
        Some(Duration::from_nanos(ns as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gaps(process: Process, count: usize) -> Vec<f64> {
        let starts: Vec<Duration> = Starts::new(process, 1000.0, Duration::ZERO, 7)
            .take(count + 1)
            .collect();
        let gap = |pair: &[Duration]| (pair[1] - pair[0]).as_secs_f64() * 1e3;
        starts.windows(2).map(gap).collect()
    }

    fn mean_and_variation(gaps: &[f64]) -> (f64, f64) {
        let mean = gaps.iter().sum::<f64>() / gaps.len() as f64;
        let variance = gaps.iter().map(|g| (g - mean).powi(2)).sum::<f64>() / gaps.len() as f64;
        (mean, variance.sqrt() / mean)
    }

    #[test]
    fn constant_calls_are_equally_far_apart() {
        let gaps = gaps(Process::Constant, 1000);
        assert!(gaps.iter().all(|g| (g - 1.0).abs() < 1e-5));
        let phase = Duration::from_micros(250);
        let first = Starts::new(Process::Constant, 1000.0, phase, 1).next();
        assert_eq!(first, Some(phase));
    }

    // In an exponential distribution deviation and mean are equal, and the share e⁻¹ lies above the mean. With
    // 100,000 gaps the standard error of both is about 0.3 %.
    #[test]
    fn gaps_of_the_poisson_process_are_exponential() {
        let gaps = gaps(Process::Poisson, 100_000);
        let (mean, variation) = mean_and_variation(&gaps);
        assert!((mean - 1.0).abs() < 0.015, "{mean}");
        assert!((variation - 1.0).abs() < 0.02, "{variation}");
        let beyond = gaps.iter().filter(|g| **g > 1.0).count() as f64 / gaps.len() as f64;
        assert!((beyond - (-1f64).exp()).abs() < 0.006, "{beyond}");
    }

    #[test]
    fn bursts_keep_the_mean() {
        let (calls, factor) = (10, 4.0);
        let gaps = gaps(Process::Bursty { calls, factor }, 1000);
        assert!((mean_and_variation(&gaps).0 - 1.0).abs() < 1e-6);
        assert!(gaps[..9].iter().all(|g| (g - 0.25).abs() < 1e-5));
        // Ten calls take 10 ms on average: nine gaps of 0.25 ms, then a pause.
        assert!((gaps[9] - 7.75).abs() < 1e-5, "{}", gaps[9]);
    }

    #[test]
    fn a_seed_gives_the_same_moments() {
        let moments = |seed| {
            let starts = Starts::new(Process::Poisson, 10.0, Duration::ZERO, seed);
            starts.take(50).collect::<Vec<_>>()
        };
        assert_eq!(moments(1), moments(1));
        assert_ne!(moments(1), moments(2));
    }

    #[test]
    fn what_cannot_be_is_refused() {
        for rate in [0.0, -1.0, f64::NAN, f64::INFINITY, 2e9] {
            assert!(Process::Constant.refuse(rate).is_some(), "{rate}");
        }
        let bursty = |calls, factor| Process::Bursty { calls, factor }.refuse(1.0);
        assert!(bursty(0, 2.0).is_some() && bursty(3, 0.5).is_some());
        assert!(bursty(3, f64::NAN).is_some() && bursty(3, 1.0).is_none());
    }
}
