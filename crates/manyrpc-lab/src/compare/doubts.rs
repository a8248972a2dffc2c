//! What the figures themselves say against a run.

use crate::record::{Cell, Measures, Outcome};
use crate::stats::{median, spread};

/// The usual spread of a cell's rounds from which on differences of a few per cent mean nothing.
const TOO_NOISY: f64 = 0.1;

/// The share of batches that may be unsteady before it is said. Of those that are steady MSER calls about one
/// in a hundred unsteady.
const UNSTEADY: f64 = 0.1;

/// Warnings about rounds that lie too far apart and batches that were never steady, by placement: one in which
/// the scheduler decides may be noisy where another is not.
pub(super) fn doubts(cells: &[Cell]) -> Vec<String> {
    let mut placements: Vec<&str> = cells.iter().map(|cell| &*cell.placement).collect();
    placements.dedup();
    let of = |placement| {
        let cells = cells.iter().filter(move |cell| cell.placement == placement);
        let measured: Vec<&Measures> = cells.filter_map(measures).collect();
        let found = [noise(&measured), unsteadiness(&measured)];
        let found = found.into_iter().flatten();
        found.map(move |what| format!("placement {placement}: {what}"))
    };
    placements.into_iter().flat_map(of).collect()
}

fn measures(cell: &Cell) -> Option<&Measures> {
    match &cell.outcome {
        Outcome::Measured(measures) => Some(measures),
        _ => None,
    }
}

fn rounds(measures: &Measures) -> Vec<f64> {
    measures
        .round_medians_ns
        .iter()
        .copied()
        .flatten()
        .collect()
}

fn noise(measured: &[&Measures]) -> Option<String> {
    let spreads = measured.iter().filter_map(|m| spread(&rounds(m)));
    let usual = median(&mut spreads.collect::<Vec<f64>>())?;
    (usual > TOO_NOISY).then(|| {
        let percent = usual * 100.0;
        format!(
            "the machine is too noisy to decide, the medians of a cell's rounds usually lie {percent:.0} % apart"
        )
    })
}

fn unsteadiness(measured: &[&Measures]) -> Option<String> {
    let unsteady: u32 = measured.iter().map(|m| m.unsteady_batches).sum();
    let batches: usize = measured.iter().map(|m| rounds(m).len()).sum();
    (f64::from(unsteady) > UNSTEADY * batches as f64).then(|| {
        format!("{unsteady} of {batches} batches did not become steady in their first half")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUIET: [f64; 5] = [100.0, 101.0, 99.0, 102.0, 100.0];
    const NOISY: [f64; 5] = [100.0, 150.0, 80.0, 170.0, 60.0];

    fn cell(placement: &str, rounds: &[f64], unsteady_batches: u32) -> Cell {
        Cell {
            system: "raw-udp".to_owned(),
            workload: "nothing".to_owned(),
            placement: placement.to_owned(),
            outcome: Outcome::Measured(Box::new(Measures {
                round_medians_ns: rounds.iter().copied().map(Some).collect(),
                unsteady_batches,
                ..Measures::default()
            })),
        }
    }

    #[test]
    fn one_noisy_cell_of_three_is_no_noisy_machine_but_two_are() {
        let quiet = || cell("same", &QUIET, 0);
        let noisy = || cell("same", &NOISY, 0);
        assert!(doubts(&[quiet(), quiet(), noisy()]).is_empty());
        let said = doubts(&[quiet(), noisy(), noisy()]);
        assert!(said[0].contains("too noisy to decide"), "{said:?}");
    }

    // The distances from 100 are 0, 50, 20, 70 and 40: their median is 40, times 1.4826 it is 59 %.
    #[test]
    fn a_placement_is_judged_alone() {
        let said = doubts(&[cell("same", &QUIET, 0), cell("free", &NOISY, 0)]);
        assert_eq!(said.len(), 1);
        assert!(said[0].starts_with("placement free: "), "{said:?}");
        assert!(said[0].ends_with("lie 59 % apart"), "{said:?}");
    }

    #[test]
    fn batches_that_were_never_steady_are_counted() {
        let said = doubts(&[cell("same", &QUIET, 1)]);
        assert!(said[0].contains("1 of 5 batches"), "{said:?}");
        let two = [cell("same", &QUIET, 1), cell("same", &QUIET, 0)];
        assert!(doubts(&two).is_empty());
        assert!(doubts(&[]).is_empty());
    }
}
