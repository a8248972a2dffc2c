//! Intervals by resampling.

use serde::{Deserialize, Serialize};

use super::{Random, geometric_mean, quantile};

/// Resamples per interval; the 2.5 % tails then hold 50 each.
const RESAMPLES: usize = 2000;

/// An estimate with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The estimate.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Whether the interval holds `x`.
    pub fn holds(&self, x: f64) -> bool {
        self.low <= x && x <= self.high
    }
}

/// The geometric mean of one ratio per round, with its interval by the percentile bootstrap over
/// rounds (Efron & Tibshirani, "An Introduction to the Bootstrap", chapter 13). `None` without
/// rounds; with a single one the interval is that value. The same seed gives the same interval.
pub fn ratio_interval(ratios: &[f64], seed: u64) -> Option<Interval> {
    let value = geometric_mean(ratios)?;
    let logs: Vec<f64> = ratios.iter().map(|r| r.ln()).collect();
    let mut random = Random::new(seed);
    let mut means: Vec<f64> = (0..RESAMPLES)
        .map(|_| resampled_mean(&logs, &mut random))
        .collect();
    means.sort_unstable_by(f64::total_cmp);
    Some(Interval {
        value,
        low: quantile(&means, 0.025)?.exp(),
        high: quantile(&means, 0.975)?.exp(),
    })
}

fn resampled_mean(values: &[f64], random: &mut Random) -> f64 {
    let sum: f64 = values
        .iter()
        .map(|_| values[random.below(values.len())])
        .sum();
    sum / values.len() as f64
}
