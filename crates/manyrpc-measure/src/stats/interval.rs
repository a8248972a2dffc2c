//! Confidence intervals from a handful of rounds.
//!
//! Intervals are Student's, over the logarithms of the rounds. The percentile bootstrap, used earlier, is far too
//! narrow for so few rounds: comparing a system with itself, it reported a difference in 28 % of cases with 3
//! rounds, 13 % with 7 and 9 % with 14, instead of the nominal 5 %.

use std::ops::Neg;

use serde::{Deserialize, Serialize};

use super::summary::{geometric_mean, mean, standard_deviation};

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
    pub fn contains(&self, x: f64) -> bool {
        self.low <= x && x <= self.high
    }
}

impl Neg for Interval {
    type Output = Self;

    /// The difference with its sign reversed.
    fn neg(self) -> Self {
        Interval {
            value: -self.value,
            low: -self.high,
            high: -self.low,
        }
    }
}

/// The geometric mean of one ratio per round, with its interval by Student's distribution over the
/// logarithms of the rounds. `None` without rounds; with a single one the interval is that value.
pub fn ratio_interval(ratios: &[f64]) -> Option<Interval> {
    let value = geometric_mean(ratios)?;
    let mean = value.ln();
    let logarithms: Vec<f64> = ratios.iter().map(|r| r.ln()).collect();
    let half = half_width(&logarithms);
    Some(Interval {
        value,
        low: (mean - half).exp(),
        high: (mean + half).exp(),
    })
}

/// The arithmetic mean of one difference per round, with Student's interval, which is as wide on both sides.
/// `None` without rounds; with a single one the interval is that value.
pub fn difference_interval(differences: &[f64]) -> Option<Interval> {
    let value = mean(differences)?;
    let half = half_width(differences);
    Some(Interval {
        value,
        low: value - half,
        high: value + half,
    })
}

/// The mean over rounds with its interval: [`ratio_interval`] of positive figures, and [`difference_interval`] if
/// any is not positive, as counts may be. Identical figures are returned exactly, without rounding by logarithms.
/// `None` without rounds.
pub fn over_rounds(figures: &[f64]) -> Option<Interval> {
    let first = *figures.first()?;
    match figures {
        same if same.iter().all(|&figure| figure == first) => Some(Interval {
            value: first,
            low: first,
            high: first,
        }),
        ratios if ratios.iter().all(|&figure| figure > 0.0) => ratio_interval(ratios),
        counts => difference_interval(counts),
    }
}

/// The rate of events per million trials with its 95 % interval: Byar's approximation to
/// the limits of Poisson's distribution (Breslow & Day, "Statistical Methods in Cancer Research" II, 1987,
/// section 2.3). `None` without trials.
pub fn per_million(events: f64, trials: f64) -> Option<Interval> {
    const NORMAL: f64 = 1.959_964;
    let limit =
        |n: f64, sign: f64| n * (1.0 - 1.0 / (9.0 * n) + sign * NORMAL / (3.0 * n.sqrt())).powi(3);
    let low = if events > 0.0 {
        limit(events, -1.0)
    } else {
        0.0
    };
    let rate = |n: f64| n * 1e6 / trials;
    (trials > 0.0).then(|| Interval {
        value: rate(events),
        low: rate(low.max(0.0)),
        high: rate(limit(events + 1.0, 1.0)),
    })
}

/// Half the width of Student's interval about the mean; zero for a single value.
fn half_width(values: &[f64]) -> f64 {
    let count = values.len();
    standard_deviation(values).map_or(0.0, |deviation| {
        student(count - 1) * deviation / (count as f64).sqrt()
    })
}

/// The 97.5 % quantiles of Student's distribution for 1 to 30 degrees of freedom (NIST/SEMATECH
/// e-Handbook of Statistical Methods, 1.3.6.7.2).
const STUDENT: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042,
];

/// Beyond the table the first two terms of the expansion in the inverse of the degrees of freedom
/// (Abramowitz & Stegun, 26.7.5) are as exact as its digits.
fn student(freedom: usize) -> f64 {
    const NORMAL: f64 = 1.959_964;
    match STUDENT.get(freedom - 1) {
        Some(tabled) => *tabled,
        None => {
            let n = freedom as f64;
            let cubic = (NORMAL.powi(3) + NORMAL) / 4.0;
            let fifth = (5.0 * NORMAL.powi(5) + 16.0 * NORMAL.powi(3) + 3.0 * NORMAL) / 96.0;
            NORMAL + cubic / n + fifth / (n * n)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::student;

    // The same table of the e-Handbook: 40, 60 and 100 degrees of freedom.
    #[test]
    fn beyond_the_table_it_goes_on() {
        for (freedom, quantile) in [(40, 2.021), (60, 2.000), (100, 1.984)] {
            assert!((student(freedom) - quantile).abs() < 0.000_6, "{freedom}");
        }
    }
}
