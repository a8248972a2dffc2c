//! Figures other than the times of calls: rates and CPU time.

use super::*;
use crate::record::{Outcome, Throughput};
use crate::report::synthetic;

/// The figures of `compare` for a cell besides the median.
const OTHERS: [&str; 5] = [
    "1_client_calls_per_s",
    "2_clients_calls_per_s",
    "4_clients_calls_per_s",
    "client_cpu_ns",
    "server_cpu_ns",
];

/// A synthetic run with rates, measured in separate rounds, and CPU time; `factor` scales one of them.
fn whole_run(
    random: &mut Random,
    machine: &Machine,
    factor: impl Fn(&str, &str, &str) -> f64,
) -> Measured {
    let mut whole = run(random, machine, same);
    for figure in OTHERS {
        let noisier = Machine {
            noise: 2.0 * machine.noise,
            ..*machine
        };
        let per_s = figure.ends_with("per_s");
        let other = run(random, &noisier, same);
        for (reading, other) in whole.cells.iter_mut().zip(other.cells) {
            let level = |factor| reading.cell.level(factor);
            let times = factor(level("system"), level("workload"), figure);
            let rounds = other.figures["median_ns"].iter();
            let rounds = rounds.map(|ns| {
                let ns = (*ns)?;
                Some(times * if per_s { 1e9 / ns } else { ns })
            });
            reading.figures.insert(figure.to_owned(), rounds.collect());
        }
    }
    whole
}

fn alike(_: &str, _: &str, _: &str) -> f64 {
    1.0
}

/// A compared with A for all figures of `compare`: rates and CPU time belong to the same family.
#[test]
fn neither_are_its_rates_and_its_cpu_time() {
    let made = |random: &mut Random, machine: &Machine| whole_run(random, machine, alike);
    for (rounds, disturbed) in [(3, true), (7, false)] {
        let machine = Machine {
            rounds,
            disturbed,
            ..CALM
        };
        let share = called_different_of(100, made, &machine, &Options::default(), any_verdict);
        assert!(
            share < 0.08,
            "{rounds} rounds, disturbed {disturbed}: {share}"
        );
    }
}

/// Fewer calls per second and more CPU time are slower, and nothing else is.
#[test]
fn rates_and_cpu_time_are_judged_as_times_are() {
    let mut random = Random::new(23);
    let factor = |system: &str, workload: &str, figure: &str| match (system, workload, figure) {
        ("onc-tcp", "info", "4_clients_calls_per_s") => 0.8,
        ("dce-co", "add", "1_client_calls_per_s") => 1.3,
        ("grpc", "add", "server_cpu_ns") => 1.3,
        ("grpc", "echo:512", "client_cpu_ns") => 0.7,
        _ => 1.0,
    };
    let made = |random: &mut Random, factor: &dyn Fn(&str, &str, &str) -> f64| {
        whole_run(random, &CALM, factor)
    };
    let (a, b) = (made(&mut random, &alike), made(&mut random, &factor));
    let found = compared(a, b, &Options::default());
    let cells = (SYSTEMS.len() - 2) * WORKLOADS.len();
    assert_eq!(found.rows.len(), (1 + OTHERS.len()) * cells);
    let of = |verdict| {
        let rows = found.rows.iter().filter(|row| row.verdict == verdict);
        let all = rows.map(|row| (row.cell.level("system"), row.figure.as_str()));
        all.collect::<Vec<_>>()
    };
    let (rate, cpu) = (OTHERS[2], OTHERS[4]);
    let mut slower = of(Verdict::Slower);
    slower.sort_unstable();
    assert_eq!(slower, [("grpc", cpu), ("onc-tcp", rate)]);
    let mut faster = of(Verdict::Faster);
    faster.sort_unstable();
    assert_eq!(faster, [("dce-co", OTHERS[0]), ("grpc", OTHERS[3])]);
    assert!(found.is_slower());
    let text = render::render(&found, Format::Text);
    for part in ["4 clients calls, per s", "server CPU, µs", "median, µs"] {
        assert!(text.contains(part), "no {part} in\n{text}");
    }
}

/// The figures that `compare` writes: rounds of rates and CPU time, and many calls in flight relative to the
/// foreign library.
#[test]
fn a_run_of_compare_has_rates_and_cpu_time_by_rounds() {
    let (mut run, _) = synthetic::run();
    let three = |per_s: f64| vec![per_s, per_s * 1.01, per_s * 0.99];
    for cell in &mut run.cells {
        if let Outcome::Measured(measures) = &mut cell.outcome {
            for rate in &mut measures.rates {
                rate.rounds_per_s = three(rate.calls_per_s);
            }
            measures.round_server_cpu_ns = three(5e3).into_iter().map(Some).collect();
        }
    }
    let tonic = Throughput {
        rounds_per_s: three(61_000.0),
        ..run.throughput.remove(0)
    };
    let ours = Throughput {
        system: "grpc".to_owned(),
        rounds_per_s: three(500_000.0),
        ours_against_it: None,
        ..tonic.clone()
    };
    run.throughput = vec![ours, tonic];
    let read = read::of_compare("a".as_ref(), &run);
    let found = compared(read.clone(), read, &Options::default());
    let figures = |system: &str, workload: &str| -> Vec<&str> {
        let rows = found.rows.iter().chain(&found.floors);
        let here = rows.filter(|row| {
            let level = |factor| row.cell.level(factor);
            (level("system"), level("workload")) == (system, workload)
                && level("placement") != "free"
        });
        here.map(|row| row.figure.as_str()).collect()
    };
    let all = [
        "median_ns",
        "1_client_calls_per_s",
        "4_clients_calls_per_s",
        "server_cpu_ns",
    ];
    assert_eq!(figures("onc-udp", "nothing"), all);
    assert_eq!(figures("raw-udp", "nothing"), all);
    let in_flight = "info × 64 in flight";
    assert_eq!(figures("grpc", in_flight), ["calls_per_s"]);
    let flood = found
        .rows
        .iter()
        .find(|row| row.cell.level("system") == "grpc");
    let flood = flood.expect("a row");
    assert_eq!(flood.measure, Measure::Relative);
    assert!(flood.ratio.is_some_and(|ratio| ratio.contains(1.0)));
    // The other one is the baseline and is not judged.
    let is_tonic = |row: &&judge::Row| row.cell.level("system") == "tonic";
    assert!(found.rows.iter().find(is_tonic).is_none());
    assert!(found.floors.iter().find(is_tonic).is_some());
}
