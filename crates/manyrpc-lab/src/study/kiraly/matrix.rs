//! A matrix of figures, published or measured, and ratios between parts of it.

use std::collections::BTreeMap;

use crate::stats::{Interval, geometric_mean, mean, ratio_interval};
use crate::study::published::Published;

use super::peers::{LANGUAGES, SYSTEMS};
use super::plan::Key;
use super::record::{CellRecord, Turn};

/// Figures by place, one for each round that has one.
#[derive(Clone, Debug, Default)]
pub(super) struct Matrix {
    cells: BTreeMap<Key, Vec<Option<f64>>>,
}

/// Rounds below which an interval says nothing.
const FEWEST_ROUNDS: usize = 3;

/// Two places whose figures are compared: the first is divided by the second.
pub(super) type Pair = (Key, Key);

impl Matrix {
    /// The figures of a run. A cell that failed on the way is not in it.
    pub(super) fn measured(cells: &[CellRecord], figure: fn(&Turn) -> f64) -> Self {
        let sound = cells.iter().filter(|cell| cell.why.is_none());
        let figures = sound.map(|cell| {
            let rounds = cell.rounds.iter();
            let figures = rounds.map(|turn| turn.as_ref().map(figure)).collect();
            (cell.key(), figures)
        });
        Matrix {
            cells: figures.collect(),
        }
    }

    /// The document's two tables, as one round.
    pub(super) fn published(published: &Published<'_>) -> Self {
        let mut matrix = Matrix::default();
        for (photo, table) in [(false, "Table 1"), (true, "Table 2")] {
            for system in SYSTEMS {
                for client in LANGUAGES {
                    for server in LANGUAGES {
                        let key = Key {
                            system: system.id,
                            photo,
                            client: client.id,
                            server: server.id,
                        };
                        let figure = published.find(table, key.system, key.client, key.server);
                        matrix.cells.extend(figure.map(|f| (key, vec![Some(f)])));
                    }
                }
            }
        }
        matrix
    }

    /// The one figure of a place of the published matrix.
    pub(super) fn figure(&self, key: Key) -> Option<f64> {
        *self.cells.get(&key)?.first()?
    }

    /// The geometric mean of the pairs' ratios, with its interval over rounds.
    ///
    /// # Errors
    /// No pair was measured, or in too few rounds.
    pub(super) fn ratio(&self, pairs: &[Pair]) -> Result<Interval, String> {
        self.interval(&self.by_round(pairs)?)
    }

    /// How many times the first pairs' ratio is that of the second ones, with its interval.
    ///
    /// # Errors
    /// No pair of either was measured, or in too few rounds.
    pub(super) fn ratio_of_ratios(
        &self,
        first: &[Pair],
        second: &[Pair],
    ) -> Result<Interval, String> {
        let (first, second) = (self.by_round(first)?, self.by_round(second)?);
        let both = first.iter().filter_map(|(round, ratio)| {
            let other = second.get(round)?;
            Some((*round, ratio / other))
        });
        self.interval(&both.collect())
    }

    /// The ratio where there is one round only, as in the published tables.
    pub(super) fn point(&self, pairs: &[Pair]) -> Option<f64> {
        self.by_round(pairs).ok()?.values().next().copied()
    }

    /// How many of the pairs have figures.
    pub(super) fn counted(&self, pairs: &[Pair]) -> usize {
        self.with_figures(pairs).count()
    }

    /// By how much the first of the pairs exceed the second ones, in the mean over pairs and rounds.
    pub(super) fn added(&self, pairs: &[Pair]) -> Option<f64> {
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

    /// The mean ratio of each round in which every pair that has figures at all has them: a mean
    /// over fewer pairs would be of something else.
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
            rounds if rounds < FEWEST_ROUNDS => Err(format!(
                "too few complete rounds for an interval ({rounds})"
            )),
            _ => ratio_interval(&ratios).ok_or_else(|| "no ratio".to_owned()),
        }
    }

    /// For tests: figures made up by the place, the same in each round but for a small disturbance.
    #[cfg(test)]
    pub(super) fn made_up(rounds: usize, keys: &[Key], figure: impl Fn(Key) -> f64) -> Self {
        let disturbed = |key, round: usize| Some(figure(key) * (1.0 + 0.01 * (round % 3) as f64));
        let cells = keys.iter().map(|&key| {
            let figures = (0..rounds).map(|round| disturbed(key, round)).collect();
            (key, figures)
        });
        Matrix {
            cells: cells.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn key(client: &'static str) -> Key {
        Key {
            system: "grpc",
            photo: false,
            client,
            server: "cpp",
        }
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
        // The second round was twice as slow for both.
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
