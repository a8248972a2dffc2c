//! The difference of the means of two unpaired samples, and its significance.
//!
//! Reading list: B. L. Welch, "The generalization of 'Student's' problem when several different population
//! variances are involved", 1947; S. Holm, "A simple sequentially rejective multiple test procedure", 1979.

use super::student::{upper_quantile, upper_tail};
use super::summary::{mean, standard_deviation};

/// The difference of two means by Welch's test, which allows different variances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The second mean minus the first.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
    /// Its degrees of freedom.
    pub freedom: f64,
}

impl Difference {
    /// The difference between two samples; `None` if one has fewer than two values.
    pub fn between(first: &[f64], second: &[f64]) -> Option<Self> {
        let part = |values: &[f64]| {
            let freedom = values.len() as f64 - 1.0;
            Some((
                standard_deviation(values)?.powi(2) / values.len() as f64,
                freedom,
            ))
        };
        let ((a, of_a), (b, of_b)) = (part(first)?, part(second)?);
        let freedom = match a + b > 0.0 {
            true => (a + b).powi(2) / (a * a / of_a + b * b / of_b),
            false => of_a + of_b,
        };
        Some(Difference {
            value: mean(second)? - mean(first)?,
            error: (a + b).sqrt(),
            freedom,
        })
    }

    /// The p-value of a difference at least this large if the true one is at most `bound`.
    pub fn above(&self, bound: f64) -> f64 {
        self.tail(self.value - bound)
    }

    /// The p-value of a difference at most this large if the true one is at least `bound`.
    pub fn below(&self, bound: f64) -> f64 {
        self.tail(bound - self.value)
    }

    fn tail(&self, distance: f64) -> f64 {
        match (self.error > 0.0, distance > 0.0) {
            (true, _) => upper_tail(distance / self.error, self.freedom),
            // Constant values: any distance is significant, and no distance is not.
            (false, true) => 0.0,
            (false, false) => 1.0,
        }
    }

    /// The half-width of the confidence interval with the probability `tail` on each side.
    pub fn half_width(&self, tail: f64) -> f64 {
        match self.error > 0.0 {
            true => upper_quantile(tail, self.freedom) * self.error,
            false => 0.0,
        }
    }
}

/// Adjusts the p-values of several tests for multiple comparisons (Holm): with a threshold of 5 %, at most 5 % of
/// repetitions have any false positive.
pub fn holm(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|&a, &b| probabilities[a].total_cmp(&probabilities[b]));
    let mut adjusted = vec![1.0; probabilities.len()];
    let mut highest: f64 = 0.0;
    for (rank, &test) in order.iter().enumerate() {
        let left = (probabilities.len() - rank) as f64;
        highest = highest.max(probabilities[test] * left).min(1.0);
        adjusted[test] = highest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    // By hand: the means' variances are 5/12 and 17/10; the probability by summing up Student's density.
    #[test]
    fn it_is_welchs_test() {
        let difference =
            Difference::between(&[3.0, 4.0, 5.0, 6.0], &[6.0, 8.0, 7.0, 11.0, 13.0]).unwrap();
        assert!((difference.value - 4.5).abs() < 1e-12);
        let t = difference.value / difference.error;
        assert!((t - 3.093_045_3).abs() < 1e-7, "{t}");
        assert!(
            (difference.freedom - 5.741_219_7).abs() < 1e-7,
            "{difference:?}"
        );
        assert!((2.0 * difference.above(0.0) - 0.022_562_5).abs() < 1e-7);
        assert!((difference.above(0.0) + difference.below(0.0) - 1.0).abs() < 1e-12);
        assert_eq!(Difference::between(&[1.0], &[1.0, 2.0]), None);
    }

    #[test]
    fn values_that_never_vary_differ_or_do_not() {
        let same = Difference::between(&[2.0; 3], &[2.0; 4]).unwrap();
        assert_eq!(
            [same.above(0.0), same.below(0.0), same.half_width(0.01)],
            [1.0, 1.0, 0.0]
        );
        let more = Difference::between(&[2.0; 3], &[3.0; 3]).unwrap();
        assert_eq!(
            [more.above(0.5), more.above(1.5), more.below(0.0)],
            [0.0, 1.0, 1.0]
        );
    }

    // By hand, and as given by R's p.adjust(c(.01, .04, .03, .005), "holm").
    #[test]
    fn holms_probabilities_never_fall() {
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]);
        let wanted = [0.03, 0.06, 0.06, 0.02];
        for (found, wanted) in adjusted.iter().zip(wanted) {
            assert!((found - wanted).abs() < 1e-12, "{adjusted:?}");
        }
        assert_eq!(holm(&[]), Vec::<f64>::new());
        assert_eq!(holm(&[0.7, 0.8]), [1.0, 1.0]);
    }
}
