//! Plausibility checks of a run's own figures.

use manyrpc_measure::machine::cost::Busy;
use manyrpc_measure::stats::{median, spread};

use crate::record::{Cell, Measures, Outcome, Throughput};

/// The typical spread of a cell's rounds from which on differences of a few per cent are meaningless.
const NOISY_SPREAD: f64 = 0.1;

/// The share of unsteady batches that causes a warning. MSER reports about one in a hundred steady batches as
/// unsteady.
const UNSTEADY: f64 = 0.1;

/// The relative difference between a server's count of calls and its clients' that causes a warning.
const COUNT_TOLERANCE: f64 = 0.01;

/// The number of rates that a warning lists; the others are only counted.
const NAMED: usize = 4;

/// Warnings about rounds that differ too much, batches that were never steady, and rates limited by the client;
/// per placement, since one left to the scheduler may be noisy while another is not.
pub(super) fn warnings(cells: &[Cell], throughput: &[Throughput]) -> Vec<String> {
    let mut placements: Vec<&str> = cells.iter().map(|cell| &*cell.placement).collect();
    placements.dedup();
    let of = |placement| {
        let cells = cells.iter().filter(|cell| cell.placement == placement);
        let cells: Vec<&Cell> = cells.collect();
        let measured: Vec<&Measures> = cells.iter().filter_map(|c| measures(c)).collect();
        let found = [
            noise(&measured),
            unsteadiness(&measured),
            bottlenecks(limited_rates(&cells)),
        ];
        let found = found.into_iter().flatten();
        found.map(move |what| format!("placement {placement}: {what}"))
    };
    let flooded = throughput.iter().filter_map(|row| {
        let name = format!("{} with {} calls in flight", row.system, row.in_flight);
        limited(name, row.busy?)
    });
    let flooded = bottlenecks(flooded.collect());
    let counts = cells.iter().filter_map(counted_otherwise);
    let all = placements.into_iter().flat_map(of);
    all.chain(flooded).chain(counts).collect()
}

/// Describes a rate that is limited by the client.
fn limited(name: String, busy: Busy) -> Option<String> {
    busy.client_is_the_bottleneck().then(|| {
        let [client, server] = [busy.client, busy.server].map(|share| share * 100.0);
        format!("{name} (client {client:.0} %, server {server:.0} %)")
    })
}

fn limited_rates(cells: &[&Cell]) -> Vec<String> {
    let rates = cells.iter().flat_map(|cell| {
        let rates = measures(cell).into_iter().flat_map(|m| &m.rates);
        rates.filter_map(|rate| {
            let (system, workload, clients) = (&cell.system, &cell.workload, rate.clients);
            let several = if clients == 1 { "client" } else { "clients" };
            limited(
                format!("{system} {workload} of {clients} {several}"),
                rate.busy?,
            )
        })
    });
    rates.collect()
}

fn bottlenecks(limited: Vec<String>) -> Option<String> {
    let named = limited[..limited.len().min(NAMED)].join(", ");
    let others = match limited.len().saturating_sub(NAMED) {
        0 => String::new(),
        others => format!(", and {others} others"),
    };
    (!limited.is_empty()).then(|| {
        format!(
            "the client, not the server, is the bottleneck of calls per second: {named}{others}"
        )
    })
}

/// A warning if the server's count of calls differs from its clients'.
fn counted_otherwise(cell: &Cell) -> Option<String> {
    let rates = &measures(cell)?.rates;
    let counted = rates
        .iter()
        .filter_map(|rate| Some((rate.made, rate.served?)));
    let (made, served) = counted.fold((0, 0), |sum, next| (sum.0 + next.0, sum.1 + next.1));
    let apart = (served as f64 - made as f64).abs();
    (apart > COUNT_TOLERANCE * made as f64).then(|| {
        let (system, workload) = (&cell.system, &cell.workload);
        format!("{system} {workload}: clients made {made} calls, the server counted {served}")
    })
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
    (usual > NOISY_SPREAD).then(|| {
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
    use crate::record::Rate;

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
        assert!(warnings(&[quiet(), quiet(), noisy()], &[]).is_empty());
        let said = warnings(&[quiet(), noisy(), noisy()], &[]);
        assert!(said[0].contains("too noisy to decide"), "{said:?}");
    }

    // The distances from 100 are 0, 50, 20, 70 and 40: their median is 40, times 1.4826 it is 59 %.
    #[test]
    fn a_placement_is_judged_alone() {
        let said = warnings(&[cell("same", &QUIET, 0), cell("free", &NOISY, 0)], &[]);
        assert_eq!(said.len(), 1);
        assert!(said[0].starts_with("placement free: "), "{said:?}");
        assert!(said[0].ends_with("lie 59 % apart"), "{said:?}");
    }

    #[test]
    fn batches_that_were_never_steady_are_counted() {
        let said = warnings(&[cell("same", &QUIET, 1)], &[]);
        assert!(said[0].contains("1 of 5 batches"), "{said:?}");
        let two = [cell("same", &QUIET, 1), cell("same", &QUIET, 0)];
        assert!(warnings(&two, &[]).is_empty());
        assert!(warnings(&[], &[]).is_empty());
    }

    fn rated(busy: (f64, f64), made: u64, served: Option<u64>) -> Cell {
        let rate = Rate {
            clients: 1,
            calls_per_s: 1.0,
            rounds_per_s: Vec::new(),
            busy: Some(Busy {
                client: busy.0,
                server: busy.1,
            }),
            made,
            served,
        };
        let mut cell = cell("split", &QUIET, 0);
        if let Outcome::Measured(measures) = &mut cell.outcome {
            measures.rates = vec![rate];
        }
        cell
    }

    #[test]
    fn a_client_that_is_the_bottleneck_is_named() {
        let fine = || rated((0.6, 0.95), 10, None);
        let limited = || rated((0.97, 0.614), 10, None);
        assert!(warnings(&[fine(), fine()], &[]).is_empty());
        let said = warnings(&[fine(), limited()], &[]);
        assert_eq!(
            said,
            [
                "placement split: the client, not the server, is the bottleneck of calls per second: \
              raw-udp nothing of 1 client (client 97 %, server 61 %)"
            ]
        );
        let six: Vec<Cell> = (0..6).map(|_| limited()).collect();
        assert!(warnings(&six, &[])[0].ends_with("server 61 %), and 2 others"));
        let flooded = Throughput {
            system: "grpc".to_owned(),
            ours: "grpc".to_owned(),
            workload: "info".to_owned(),
            in_flight: 64,
            calls_per_s: 1.0,
            rounds_per_s: Vec::new(),
            ours_against_it: None,
            busy: Some(Busy {
                client: 1.0,
                server: 0.5,
            }),
        };
        let said = warnings(&[], &[flooded]);
        assert!(
            said[0].contains("grpc with 64 calls in flight (client 100 %"),
            "{said:?}"
        );
    }

    #[test]
    fn a_server_that_counts_otherwise_is_said() {
        let said = |served| warnings(&[rated((0.5, 0.5), 1000, served)], &[]);
        for fine in [None, Some(1000), Some(995)] {
            assert!(said(fine).is_empty(), "{fine:?}");
        }
        for wrong in [980, 1020, 0] {
            let said = said(Some(wrong));
            let counted = format!("clients made 1000 calls, the server counted {wrong}");
            assert!(said[0].ends_with(&counted), "{said:?}");
        }
    }
}
