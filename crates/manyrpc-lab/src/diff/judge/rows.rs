//! A figure of a cell on both sides, and the verdict on it.

use manyrpc_measure::stats::{Difference, Interval, holm, mean};

use crate::study::design::Cell;

use super::sides::Sides;
use super::{ERROR_RATE, MIN, Measure, Row, Verdict};

/// The share of repetitions that miss a difference of [`Row::noticed_from`].
const MISSED: f64 = 0.2;

/// A row without a verdict.
pub(super) struct Found {
    row: Row,
    /// The difference of the logarithms, B minus A; `None` if there are too few.
    difference: Option<Difference>,
}

impl Found {
    pub(super) fn new(cell: &Cell, figure: &str, floor: Option<Cell>, sides: &Sides<'_>) -> Self {
        let plain = sides.units(cell, figure, None);
        let units = match &floor {
            None => plain.clone(),
            Some(floor) => sides.units(cell, figure, Some(floor)),
        };
        let [a, b] = &units;
        let enough = a.len().min(b.len()) >= MIN;
        let difference = Difference::between(a, b).filter(|_| enough);
        let middle = |logarithms: &[f64]| mean(logarithms).map_or(f64::NAN, f64::exp);
        let ratio = mean(a).zip(mean(b)).map(|(a, b)| {
            let half = difference.map_or(f64::INFINITY, |d| d.half_width(ERROR_RATE / 2.0));
            Interval {
                value: (b - a).exp(),
                low: (b - a - half).exp(),
                high: (b - a + half).exp(),
            }
        });
        Found {
            row: Row {
                cell: cell.clone(),
                figure: figure.to_owned(),
                measure: match floor {
                    Some(_) => Measure::Relative,
                    None => Measure::Absolute,
                },
                floor,
                a: middle(&plain[0]),
                b: middle(&plain[1]),
                repeated: [a.len(), b.len()],
                // A ratio without an interval would suggest false certainty.
                ratio: ratio.filter(|ratio| ratio.high.is_finite()),
                probability: None,
                noticed_from: None,
                verdict: Verdict::TooFew,
            },
            difference,
        }
    }

    /// The row with its interval but without a verdict.
    pub(super) fn unjudged(self) -> Row {
        Row {
            verdict: Verdict::NotFound,
            ..self.row
        }
    }

    /// The two-sided p-value for no difference beyond the threshold.
    fn probability(&self, bound: f64) -> Option<f64> {
        let difference = self.difference?;
        let either = 2.0 * difference.above(bound).min(difference.below(-bound));
        Some(either.min(1.0))
    }

    fn judged(self, bound: f64, among: usize, probability: Option<f64>) -> Row {
        let (Some(difference), Some(probability)) = (self.difference, probability) else {
            return self.row;
        };
        let share = ERROR_RATE / (2.0 * among as f64);
        let noticed = bound + difference.half_width(share) + difference.half_width(MISSED);
        Row {
            probability: Some(probability),
            noticed_from: Some(noticed.exp()),
            verdict: match probability < ERROR_RATE {
                true => direction(&self.row.figure, difference.value),
                false => Verdict::NotFound,
            },
            ..self.row
        }
    }
}

/// The rows with their verdicts, taken as one family of tests.
pub(super) fn judged(found: Vec<Found>, threshold: f64) -> Vec<Row> {
    let bound = threshold.ln_1p();
    let alone: Vec<f64> = found.iter().filter_map(|f| f.probability(bound)).collect();
    let mut among = holm(&alone).into_iter();
    let each = found.into_iter().map(|found| {
        let probability = found.difference.and_then(|_| among.next());
        found.judged(bound, alone.len(), probability)
    });
    each.collect()
}

/// The verdict on a figure that changed, by its unit.
fn direction(figure: &str, difference: f64) -> Verdict {
    let more_is_slower = figure.ends_with("_ns") || figure.ends_with("_s");
    let is_rate = figure.ends_with("_per_s");
    match (more_is_slower, is_rate == (difference < 0.0)) {
        (false, _) => Verdict::Changed,
        (true, true) => Verdict::Slower,
        (true, false) => Verdict::Faster,
    }
}
