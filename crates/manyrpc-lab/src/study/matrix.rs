//! A matrix of figures, published or measured, and ratios between its parts.

use std::collections::BTreeMap;

use manyrpc_measure::stats::{Interval, geometric_mean, mean, ratio_interval};

use super::design::Cell;
use super::experiment::MAX_FAILURES;
use super::record::Record;

/// Figures by cell and round.
#[derive(Clone, Debug, Default)]
pub struct Matrix {
    cells: BTreeMap<Cell, Vec<Option<f64>>>,
}

/// The least number of rounds for an interval.
const MIN_ROUNDS: usize = 3;

/// Two cells to compare: the first is divided by the second.
pub type Pair = (Cell, Cell);

impl Matrix {
    /// One figure of a run, without abandoned cells.
    pub fn measured(record: &Record, figure: &str) -> Self {
        let sound = record
            .cells
            .iter()
            .filter(|cell| cell.failures.len() < MAX_FAILURES as usize);
        let figures = sound.filter_map(|cell| {
            let rounds = cell.figures.get(figure)?.rounds.clone();
            Some((cell.cell.clone(), rounds))
        });
        Matrix {
            cells: figures.collect(),
        }
    }

    /// Published figures, as a single round.
    pub fn printed(figures: impl IntoIterator<Item = (Cell, f64)>) -> Self {
        let figures = figures.into_iter();
        Matrix {
            cells: figures
                .map(|(cell, figure)| (cell, vec![Some(figure)]))
                .collect(),
        }
    }

    /// The figure of a cell in a published matrix.
    pub fn figure(&self, cell: &Cell) -> Option<f64> {
        *self.cells.get(cell)?.first()?
    }

    /// The geometric mean of the pairs' ratios, with its interval over rounds.
    ///
    /// # Errors
    /// No pair was measured, or in too few rounds.
    pub fn ratio(&self, pairs: &[Pair]) -> Result<Interval, String> {
        self.interval(&self.by_round(pairs)?)
    }

    /// The first pairs' ratio divided by the second pairs', with its interval.
    ///
    /// # Errors
    /// No pair of either was measured, or in too few rounds.
    pub fn ratio_of_ratios(&self, first: &[Pair], second: &[Pair]) -> Result<Interval, String> {
        let (first, second) = (self.by_round(first)?, self.by_round(second)?);
        let both = first.iter().filter_map(|(round, ratio)| {
            let other = second.get(round)?;
            Some((*round, ratio / other))
        });
        self.interval(&both.collect())
    }

    /// The ratio without an interval, for a single round as in the published tables.
    pub fn point(&self, pairs: &[Pair]) -> Option<f64> {
        self.by_round(pairs).ok()?.values().next().copied()
    }

    /// The number of pairs with figures.
    pub fn counted(&self, pairs: &[Pair]) -> usize {
        self.with_figures(pairs).count()
    }

    /// The mean difference between first and second cells over pairs and rounds.
    pub fn added(&self, pairs: &[Pair]) -> Option<f64> {
        let each = self.with_figures(pairs).flat_map(|(above, below)| {
            let both = above.iter().zip(below);
            both.filter_map(|(above, below)| Some((*above)? - (*below)?))
        });
        mean(&each.collect::<Vec<f64>>())
    }

    fn with_figures(
        &self,
        pairs: &[Pair],
    ) -> impl Iterator<Item = (&[Option<f64>], &[Option<f64>])> {
        pairs.iter().filter_map(|(above, below)| {
            let both = (&self.cells.get(above)?[..], &self.cells.get(below)?[..]);
            both.0
                .iter()
                .zip(both.1)
                .any(|f| f.0.is_some() && f.1.is_some())
                .then_some(both)
        })
    }

    /// The mean ratio of each round in which every measured pair has figures: a mean over fewer pairs would not be
    /// comparable.
    fn by_round(&self, pairs: &[Pair]) -> Result<BTreeMap<usize, f64>, String> {
        let pairs: Vec<_> = self.with_figures(pairs).collect();
        let rounds = pairs.iter().map(|(above, _)| above.len()).max();
        let rounds = rounds.ok_or("it was not measured")?;
        let ratio = |round: usize| {
            let each = pairs.iter().map(|(above, below)| {
                let figure = |of: &[Option<f64>]| of.get(round).copied().flatten();
                Some(figure(above)? / figure(below)?)
            });
            geometric_mean(&each.collect::<Option<Vec<f64>>>()?)
        };
        Ok((0..rounds).filter_map(|r| Some((r, ratio(r)?))).collect())
    }

    fn interval(&self, by_round: &BTreeMap<usize, f64>) -> Result<Interval, String> {
        let ratios: Vec<f64> = by_round.values().copied().collect();
        match ratios.len() {
            rounds if rounds < MIN_ROUNDS => Err(format!(
                "too few complete rounds for an interval ({rounds})"
            )),
            _ => ratio_interval(&ratios).ok_or_else(|| "no ratio".to_owned()),
        }
    }

    /// Synthetic figures by cell, the same in each round except for a small disturbance, for tests.
    #[cfg(test)]
    pub fn made_up(rounds: usize, cells: &[Cell], figure: impl Fn(&Cell) -> f64) -> Self {
        let disturbed = |cell, round: usize| Some(figure(cell) * (1.0 + 0.01 * (round % 3) as f64));
        let cells = cells.iter().map(|cell| {
            let figures = (0..rounds).map(|round| disturbed(cell, round)).collect();
            (cell.clone(), figures)
        });
        Matrix {
            cells: cells.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(client: &str) -> Cell {
        Cell::new([("client", client), ("server", "cpp")])
    }

    fn matrix(cells: &[(&'static str, &[f64])]) -> Matrix {
        let figure = |&f: &f64| (f > 0.0).then_some(f);
        let cells = cells.iter().map(|(client, figures)| {
            let figures = figures.iter().map(figure).collect();
            (key(client), figures)
        });
        Matrix {
            cells: cells.collect(),
        }
    }

    #[test]
    fn ratios_are_taken_inside_rounds() {
        // In the second round both were half as fast.
        let matrix = matrix(&[("java", &[3.0, 6.0, 3.0]), ("cpp", &[1.0, 2.0, 1.0])]);
        let ratio = matrix.ratio(&[(key("java"), key("cpp"))]).unwrap();
        assert!((ratio.value - 3.0).abs() < 1e-9 && (ratio.high - ratio.low) < 1e-9);
    }

    #[test]
    fn pairs_that_were_not_measured_are_left_out_of_every_round() {
        let matrix = matrix(&[
            ("java", &[3.0, 3.0, 3.0, 3.0]),
            ("ruby", &[8.0, 8.0, 0.0, 8.0]),
            ("cpp", &[1.0; 4]),
        ]);
        let pairs = [
            (key("java"), key("cpp")),
            (key("ruby"), key("cpp")),
            (key("go"), key("cpp")),
        ];
        assert_eq!(matrix.counted(&pairs), 2);
        // The third round, in which Ruby is missing, is not a mean of Java alone.
        let by_round = matrix.by_round(&pairs).unwrap();
        assert_eq!(by_round.keys().copied().collect::<Vec<_>>(), [0, 1, 3]);
        assert!((by_round[&0] - 24f64.sqrt()).abs() < 1e-9);
    }

    #[test]
    fn what_cannot_be_said_says_why() {
        let matrix = matrix(&[("java", &[3.0, 3.0]), ("cpp", &[1.0, 1.0])]);
        let few = matrix.ratio(&[(key("java"), key("cpp"))]).unwrap_err();
        assert!(few.contains("rounds for an interval (2)"), "{few}");
        let none = matrix.ratio(&[(key("go"), key("cpp"))]).unwrap_err();
        assert!(none.contains("not measured"), "{none}");
        assert_eq!(matrix.point(&[(key("go"), key("cpp"))]), None);
    }
}
