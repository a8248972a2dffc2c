//! Paired comparison of two measurements within each round.

use super::interval::{Interval, difference_interval, ratio_interval};

/// The comparison of one measurement with another, over the rounds that have both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paired {
    /// The ratio of the first to the second: the geometric mean over rounds.
    pub ratio: Interval,
    /// The first minus the second, in their unit: the arithmetic mean over rounds.
    pub difference: Interval,
}

impl Paired {
    /// Compares `one` with `other`, indexed by round; `None` if no round has both.
    pub fn of(one: &[Option<f64>], other: &[Option<f64>]) -> Option<Self> {
        let by_round = |compare: fn(f64, f64) -> f64| -> Vec<f64> {
            let rounds = one.iter().zip(other);
            let both = rounds.filter_map(|(&one, &other)| Some(compare(one?, other?)));
            both.collect()
        };
        Some(Paired {
            ratio: ratio_interval(&by_round(|one, other| one / other))?,
            difference: difference_interval(&by_round(|one, other| one - other))?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_without_both_are_left_out() {
        let one = [Some(2.0), None, Some(30.0), Some(4.0)];
        let other = [Some(1.0), Some(1.0), Some(10.0)];
        let paired = Paired::of(&one, &other).unwrap();
        // The geometric mean of 2 and 3, and the arithmetic mean of 1 and 20.
        assert!((paired.ratio.value - 6f64.sqrt()).abs() < 1e-12);
        assert_eq!(paired.difference.value, 10.5);
        assert!(paired.ratio.low < 2.0 && paired.difference.high > 20.0);
        assert_eq!(Paired::of(&one, &[]), None);
    }

    // A machine of half the speed: the ratio stays, the difference doubles.
    #[test]
    fn a_ratio_does_not_depend_on_the_machine() {
        let times = |ns: [f64; 2], speed: f64| ns.map(|ns| Some(ns / speed));
        let of = |speed| {
            Paired::of(
                &times([3200.0, 3300.0], speed),
                &times([3000.0, 3100.0], speed),
            )
        };
        let [quick, slow] = [of(1.0).unwrap(), of(0.5).unwrap()];
        assert!((quick.ratio.value - slow.ratio.value).abs() < 1e-12);
        assert_eq!(
            [quick.difference.value, slow.difference.value],
            [200.0, 400.0]
        );
    }
}
