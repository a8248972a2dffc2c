//! Estimates the remaining time of a run: the study's estimates, corrected by the actual durations of visits.
//!
//! A visited cell is expected to take its mean duration again. For an unvisited one the study's estimate is
//! multiplied by the mean error for the most similar visited cells: those with the most levels in common, in the
//! same phase.

use std::time::Duration;

use super::design::{Cell, Design, Visit};

/// Estimates for every cell of every phase.
#[derive(Debug)]
pub(super) struct Pace {
    phases: Vec<Vec<Known>>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// The study's estimate, in seconds.
    expected: f64,
    /// Visits so far, and their total duration in seconds.
    visits: u32,
    seconds: f64,
    /// The number of levels in common with the most similar visited cells, their number of visits, and the sum of
    /// the logarithms of actual over estimated durations.
    shared: usize,
    alike: u32,
    off: f64,
}

impl Pace {
    /// Starts with the study's estimates.
    pub(super) fn new(design: &Design, expected: impl Fn(&str, &Cell) -> Duration) -> Self {
        let phases = design.phases.iter().map(|phase| {
            let of = |cell| Known {
                expected: expected(&phase.name, cell).as_secs_f64(),
                ..Known::default()
            };
            design.cells.iter().map(of).collect()
        });
        Pace {
            phases: phases.collect(),
        }
    }

    /// Learns the duration of a visit.
    pub(super) fn learn(&mut self, design: &Design, phase: usize, cell: usize, seconds: f64) {
        let known = &mut self.phases[phase];
        known[cell].visits += 1;
        known[cell].seconds += seconds;
        let off = (seconds.max(SHORTEST) / known[cell].expected.max(SHORTEST)).ln();
        for &other in &design.phases[phase].cells {
            let shared = design.cells[cell].shared(&design.cells[other]);
            let known = &mut known[other];
            if shared > known.shared {
                (known.shared, known.alike, known.off) = (shared, 0, 0.0);
            }
            if shared == known.shared {
                known.alike += 1;
                known.off += off;
            }
        }
    }

    /// The estimated duration of a visit.
    pub(super) fn takes(&self, visit: &Visit) -> Duration {
        let known = &self.phases[visit.phase][visit.cell];
        Duration::try_from_secs_f64(match (known.visits, known.alike) {
            (0, 0) => known.expected,
            (0, alike) => known.expected * (known.off / f64::from(alike)).exp(),
            (visits, _) => known.seconds / f64::from(visits),
        })
        .unwrap_or_default()
    }
}

/// The shortest duration that is distinguished from zero, in seconds.
const SHORTEST: f64 = 1e-3;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::design::Factor;

    #[test]
    fn what_is_like_what_was_seen_takes_as_long() {
        let factors = vec![
            Factor::new("load", ["0", "20"]),
            Factor::new("system", ["a", "b"]),
        ];
        let design = Design::crossed(factors, |_| true)
            .phase("counts", 2, |_| true)
            .phase("other", 1, |_| true);
        let mut pace = Pace::new(&design, |_, cell| {
            Duration::from_secs(if cell.level("load") == "0" { 1 } else { 10 })
        });
        let all = |pace: &Pace, phase| {
            let takes = |cell| {
                let takes = pace
                    .takes(&Visit {
                        phase,
                        round: 0,
                        cell,
                    })
                    .as_secs_f64();
                (takes * 1000.0).round()
            };
            [0, 1, 2, 3].map(takes)
        };
        assert_eq!(all(&pace, 0), [1000.0, 1000.0, 10_000.0, 10_000.0]);
        // load=20 system=a took four times the estimate: so will cells with one level in common. The same is
        // assumed for the cell with none in common.
        pace.learn(&design, 0, 2, 40.0);
        assert_eq!(all(&pace, 0), [4000.0, 4000.0, 40_000.0, 40_000.0]);
        // This adds knowledge about load=0, and nothing new about load=20.
        pace.learn(&design, 0, 0, 1.0);
        assert_eq!(all(&pace, 0), [1000.0, 1000.0, 40_000.0, 40_000.0]);
        pace.learn(&design, 0, 0, 3.0);
        assert_eq!(all(&pace, 0)[0], 2000.0);
        assert_eq!(all(&pace, 1), [1000.0, 1000.0, 10_000.0, 10_000.0]);
    }
}
