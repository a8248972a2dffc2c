//! The record's rows, from what was measured.

use manyrpc_measure::stats::{Paired, difference_interval, median};

use crate::record::{IdleConnections, InFlight, LoneCall, Saturated};
use crate::system::tasks::{Pair, Rivals};

use super::super::collect::Figures;
use super::drive::Turn;
use super::plan::Row;

/// What one system did with one load.
#[derive(Clone, Debug, Default)]
pub(super) struct Samples {
    /// Calls per second of each round.
    pub(super) rounds_per_s: Vec<Option<f64>>,
    /// The 99th percentile of each round.
    pub(super) rounds_p99_ns: Vec<Option<f64>>,
    /// Why there are no more rounds.
    pub(super) failed: Option<String>,
}

impl Samples {
    /// Adds the turn of a round.
    pub(super) fn add(&mut self, round: usize, turn: Result<Turn, String>) {
        self.rounds_per_s.resize(round, None);
        self.rounds_p99_ns.resize(round, None);
        self.failed = turn.as_ref().err().cloned();
        self.rounds_per_s
            .push(turn.as_ref().ok().map(Turn::calls_per_s));
        self.rounds_p99_ns
            .push(turn.ok().as_ref().map(Turn::p99_ns));
    }
}

/// The row of a load, from the samples of its systems in their order.
pub(super) fn in_flight(row: &Row, samples: &[Samples], left_out: Option<String>) -> InFlight {
    let ours = &samples[0];
    let pairs = row.rivals.pairs.iter().zip(samples).enumerate();
    let systems = pairs.map(|(i, (pair, its))| Saturated {
        system: pair.id.to_owned(),
        calls_per_s: median_of(&its.rounds_per_s),
        rounds_per_s: its.rounds_per_s.clone(),
        p99_ns: median_of(&its.rounds_p99_ns),
        rounds_p99_ns: its.rounds_p99_ns.clone(),
        ours_against_it: Paired::of(&ours.rounds_per_s, &its.rounds_per_s)
            .filter(|_| i > 0)
            .map(|paired| paired.ratio),
        our_p99_against_it: Paired::of(&ours.rounds_p99_ns, &its.rounds_p99_ns)
            .filter(|_| i > 0)
            .map(|paired| paired.ratio),
        failed: its.failed.clone(),
    });
    InFlight {
        protocol: row.rivals.protocol.to_owned(),
        workload: row.shape.workload.to_string(),
        in_flight: row.shape.in_flight,
        connections: row.shape.connections,
        cpus: row.cpus.clone(),
        systems: systems.collect(),
        left_out,
    }
}

/// The row of a system's lone calls, from those of its blocking client and of a task.
pub(super) fn lone(
    system: &str,
    [blocking, task]: &[Figures; 2],
    failed: Option<String>,
) -> LoneCall {
    let paired = task.against(blocking);
    LoneCall {
        system: system.to_owned(),
        blocking_ns: median_of(blocking.round_medians()),
        task_ns: median_of(task.round_medians()),
        rounds_ns: [blocking, task].map(|figures| figures.round_medians().to_vec()),
        ratio: paired.map(|paired| paired.ratio),
        difference_ns: paired.map(|paired| paired.difference),
        failed,
    }
}

/// The row of a system's idle connections, from the bytes in server and client by round.
pub(super) fn idle(
    (rivals, pair): (&Rivals, &Pair),
    connections: u32,
    bytes: &[[f64; 2]],
    failed: Option<String>,
) -> IdleConnections {
    let side = |side: usize| {
        difference_interval(&bytes.iter().map(|both| both[side]).collect::<Vec<f64>>())
    };
    IdleConnections {
        protocol: rivals.protocol.to_owned(),
        system: pair.id.to_owned(),
        connections,
        server_bytes: side(0),
        client_bytes: side(1),
        failed,
    }
}

fn median_of(rounds: &[Option<f64>]) -> Option<f64> {
    median(&mut rounds.iter().copied().flatten().collect::<Vec<f64>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::bench::Batch;
    use crate::system::tasks::RIVALS;
    use crate::workload::Workload;

    use super::super::plan::Shape;

    fn row() -> Row {
        Row {
            rivals: &RIVALS[0],
            shape: Shape {
                workload: Workload::Echo(8192),
                in_flight: 64,
                connections: 1,
            },
            cpus: vec![1],
        }
    }

    fn samples(rates: [Option<f64>; 3], p99_ns: f64) -> Samples {
        Samples {
            rounds_per_s: rates.to_vec(),
            rounds_p99_ns: rates.map(|rate| rate.map(|_| p99_ns)).to_vec(),
            failed: None,
        }
    }

    #[test]
    fn ratios_are_taken_round_by_round() {
        let ours = samples([Some(300.0), Some(400.0), Some(200.0)], 50.0);
        let theirs = samples([Some(100.0), Some(100.0), None], 100.0);
        let mut missing = Samples::default();
        missing.add(0, Err("it is not built".to_owned()));
        let row = in_flight(&row(), &[ours, theirs, missing], None);
        let ids: Vec<&str> = row.systems.iter().map(|s| s.system.as_str()).collect();
        assert_eq!(ids, ["grpc-async", "tonic", "grpc-go"]);
        let [ours, tonic, go] = &row.systems[..] else {
            panic!("{row:?}");
        };
        assert_eq!(
            (ours.calls_per_s, ours.ours_against_it),
            (Some(300.0), None)
        );
        // The geometric mean of 3 and 4: the third round has no rival.
        let ratio = tonic.ours_against_it.unwrap();
        assert!((ratio.value - 12f64.sqrt()).abs() < 1e-9, "{ratio:?}");
        assert!(ratio.low < 3.0 && ratio.high > 4.0);
        assert!((tonic.our_p99_against_it.unwrap().value - 0.5).abs() < 1e-9);
        assert_eq!((go.calls_per_s, go.ours_against_it), (None, None));
        assert_eq!(go.failed.as_deref(), Some("it is not built"));
        assert_eq!((row.workload.as_str(), row.in_flight), ("echo:8192", 64));
    }

    #[test]
    fn turns_stay_in_their_rounds() {
        let turn = Turn::of(30, 0.5, 70.0);
        let mut samples = Samples::default();
        samples.add(1, Ok(turn));
        assert_eq!(samples.rounds_per_s, [None, Some(60.0)]);
        assert_eq!(samples.rounds_p99_ns, [None, Some(70.0)]);
    }

    #[test]
    fn what_a_task_adds_is_the_mean_over_rounds() {
        let figures = |medians: [u64; 2]| {
            let mut figures = Figures::new();
            for (round, ns) in medians.into_iter().enumerate() {
                let batch = Batch {
                    ns: vec![ns; 40],
                    ..Batch::default()
                };
                figures.add_batch(round, &batch);
            }
            figures
        };
        let both = [figures([10_000, 12_000]), figures([11_000, 13_400])];
        let row = lone("grpc", &both, None);
        assert_eq!(
            (row.blocking_ns, row.task_ns),
            (Some(11_000.0), Some(12_200.0))
        );
        assert!((row.difference_ns.unwrap().value - 1200.0).abs() < 1e-9);
        assert!((row.ratio.unwrap().value - 1.108).abs() < 1e-3);
    }

    #[test]
    fn idle_connections_have_two_sides() {
        let pair = (&RIVALS[0], &RIVALS[0].pairs[0]);
        let row = idle(pair, 10_000, &[[1000.0, 2000.0]], None);
        assert_eq!(row.server_bytes.unwrap().value, 1000.0);
        assert_eq!(row.client_bytes.unwrap().high, 2000.0);
        let none = idle(pair, 10_000, &[], Some("no".to_owned()));
        assert_eq!((none.server_bytes, none.client_bytes), (None, None));
    }
}
