//! Detection of the warm-up at the start of a series.
//!
//! The rule is MSER-5 (White, "An effective truncation heuristic for bias reduction in simulation
//! output", Simulation 69(6), 1997): the series is divided into batches of five, and the truncation point is the
//! one whose remainder minimises Σ(y − ȳ)² / n², which is proportional to the squared half-width of the mean's
//! interval. If that is more than half of the series, it never settled.
//!
//! There are two deviations. A batch is represented by its median, not its mean: otherwise a call delayed a
//! hundredfold by an interrupt would look like the end of a warm-up. And the truncated part must be slower than
//! the rest: a machine that becomes slower is not warming up.

use super::summary::median;

/// The warm-up of a series.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WarmUp {
    /// The number of values before the series is steady.
    pub values: usize,
    /// Whether it became steady in its first half. If not, the end of the warm-up is unknown.
    pub settled: bool,
}

/// Values in a batch.
const BATCH: usize = 5;

/// Fewer batches are not enough.
const MIN_BATCHES: usize = 40;

/// Finds the warm-up of a series; a short one has none.
pub fn warm_up(series: &[u64]) -> WarmUp {
    let middle = |piece: &[u64]| {
        let mut piece: [u64; BATCH] = piece.try_into().expect("pieces are of that length");
        piece.sort_unstable();
        piece[BATCH / 2] as f64
    };
    let pieces: Vec<f64> = series.chunks_exact(BATCH).map(middle).collect();
    let settled = WarmUp {
        values: 0,
        settled: true,
    };
    if pieces.len() < MIN_BATCHES {
        return settled;
    }
    let dropped = truncation(&pieces);
    let slower = |dropped: usize| {
        let (before, rest) = pieces.split_at(dropped);
        median(&mut before.to_vec()) > median(&mut rest.to_vec())
    };
    match dropped {
        0 => settled,
        _ if dropped > pieces.len() / 2 => WarmUp {
            values: 0,
            settled: false,
        },
        _ if slower(dropped) => WarmUp {
            values: dropped * BATCH,
            settled: true,
        },
        _ => settled,
    }
}

/// The number of batches to drop so that the rest has the least squared half-width. At least a tenth is kept.
fn truncation(pieces: &[f64]) -> usize {
    let least = (pieces.len() / 10).max(10);
    // Centred, because squares of large, nearly equal numbers lose precision.
    let origin = pieces.iter().sum::<f64>() / pieces.len() as f64;
    let (mut sum, mut squares) = (0.0, 0.0);
    let mut best = (f64::INFINITY, 0);
    for (dropped, piece) in pieces.iter().enumerate().rev() {
        let y = piece - origin;
        sum += y;
        squares += y * y;
        let count = (pieces.len() - dropped) as f64;
        let width = (squares - sum * sum / count) / (count * count);
        if pieces.len() - dropped >= least && width <= best.0 {
            best = (width, dropped);
        }
    }
    best.1
}

/// A robust spread of the rounds: 1.4826 times the median absolute deviation, divided by the median. For normally
/// distributed values it is the coefficient of variation, and outliers hardly affect it. `None` for fewer than
/// three values.
pub fn spread(rounds: &[f64]) -> Option<f64> {
    if rounds.len() < 3 {
        return None;
    }
    let middle = median(&mut rounds.to_vec())?;
    let mut distances: Vec<f64> = rounds.iter().map(|r| (r - middle).abs()).collect();
    Some(1.4826 * median(&mut distances)? / middle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Random;

    /// About 10 µs with 5 % of noise, and one call in a hundred that takes up to a hundred times as long.
    fn steady(random: &mut Random, count: usize) -> Vec<u64> {
        let value = |random: &mut Random| match random.below(100) {
            0 => 10_000 + random.below(1_000_000) as u64,
            _ => 9_500 + random.below(1000) as u64,
        };
        (0..count).map(|_| value(random)).collect()
    }

    #[test]
    fn a_steady_series_loses_next_to_nothing() {
        let mut random = Random::new(3);
        let (mut unsettled, mut dropped) = (0, 0);
        for _ in 0..500 {
            let found = warm_up(&steady(&mut random, 1000));
            unsettled += usize::from(!found.settled);
            dropped += found.values;
        }
        assert!(unsettled <= 15, "{unsettled} of 500");
        assert!(dropped / 500 < 60, "{} of 1000", dropped / 500);
    }

    #[test]
    fn a_beginning_that_decays_is_found() {
        let mut random = Random::new(4);
        for _ in 0..50 {
            let mut series = steady(&mut random, 2000);
            for (i, ns) in series.iter_mut().take(400).enumerate() {
                *ns += (30_000.0 * (-(i as f64) / 60.0).exp()) as u64;
            }
            let found = warm_up(&series);
            assert!(found.settled, "{found:?}");
            // The transient is down to the noise after 60 × ln(30000 / 500) = 245 calls.
            assert!((150..500).contains(&found.values), "{found:?}");
        }
    }

    #[test]
    fn a_slow_beginning_that_ends_at_once_is_found() {
        let mut random = Random::new(5);
        for _ in 0..50 {
            let mut series = steady(&mut random, 1000);
            series[..300].iter_mut().for_each(|ns| *ns *= 2);
            let found = warm_up(&series);
            // The least is flat: it may lie a little behind the step, and not before it.
            assert!((295..450).contains(&found.values), "{found:?}");
        }
    }

    #[test]
    fn what_never_settles_is_said() {
        let mut random = Random::new(6);
        let mut late = steady(&mut random, 1000);
        late[..700].iter_mut().for_each(|ns| *ns *= 2);
        assert!(!warm_up(&late).settled);
        let mut drifting = steady(&mut random, 1000);
        for (i, ns) in drifting.iter_mut().enumerate() {
            *ns += 40 * (1000 - i as u64);
        }
        assert!(!warm_up(&drifting).settled);
    }

    #[test]
    fn a_quick_beginning_is_no_warm_up() {
        let mut random = Random::new(7);
        let mut series = steady(&mut random, 1000);
        series[..300].iter_mut().for_each(|ns| *ns /= 2);
        let found = warm_up(&series);
        assert_eq!((found.values, found.settled), (0, true));
    }

    #[test]
    fn a_short_series_and_a_constant_one_are_taken_as_they_are() {
        for series in [&[][..], &[5; 100], &[5; 1000]] {
            let found = warm_up(series);
            assert_eq!((found.values, found.settled), (0, true));
        }
    }

    // Of 1 to 9 the median distance from 5 is 2.
    #[test]
    fn the_spread_is_not_moved_by_one_that_is_far_off() {
        let mut rounds: Vec<f64> = (1..=9).map(f64::from).collect();
        let expected = 1.4826 * 2.0 / 5.0;
        assert!((spread(&rounds).unwrap() - expected).abs() < 1e-12);
        rounds[8] = 1e9;
        assert!((spread(&rounds).unwrap() - expected).abs() < 1e-12);
        assert_eq!(spread(&[1.0, 2.0]), None);
    }
}
