//! A synthetic run, to test reports.

use hdrhistogram::Histogram;

use manyrpc_measure::net::wire::Wire;

use manyrpc_measure::machine::cost::{Busy, Cost};
use manyrpc_measure::machine::environment::Environment;
use manyrpc_measure::machine::timing::Timing;
use manyrpc_measure::net::topology::Topology;
use manyrpc_measure::stats::{Interval, Random};

use crate::compare::gates;
use crate::record::*;
use crate::workload::COMPARED;

/// A run with every kind of cell.
pub(crate) fn run() -> (Run, Vec<Distribution>) {
    let mut random = Random::new(1);
    let mut distributions = Vec::new();
    let mut cells = Vec::new();
    for placement in ["same", "free"] {
        for workload in COMPARED {
            for (system, factor) in [
                ("raw-udp", 1.0),
                ("raw-tcp", 1.2),
                ("onc-udp", 1.05),
                ("onc-tcp", 1.27),
            ] {
                let tag = format!("{system}/{workload}/{placement}");
                let ns = (12_000.0 + 0.2 * workload.reply_bytes() as f64) * factor;
                let histogram = distribution(&mut random, ns);
                cells.push(Cell {
                    system: system.to_owned(),
                    workload: workload.to_string(),
                    placement: placement.to_owned(),
                    outcome: outcome(&tag, &histogram, factor),
                });
                if matches!(cells.last().unwrap().outcome, Outcome::Measured(_)) {
                    distributions.push(Distribution { tag, histogram });
                }
            }
        }
    }
    let mut run = frame(cells);
    run.gates = gates::judge(&run);
    (run, distributions)
}

fn distribution(random: &mut Random, ns: f64) -> Histogram<u64> {
    let mut histogram = Histogram::new(3).unwrap();
    for _ in 0..3000 {
        let noise: f64 = (0..6).map(|_| random.below(1000) as f64 / 6000.0).sum();
        histogram.record((ns * (0.9 + 0.2 * noise)) as u64).unwrap();
    }
    histogram
}

fn outcome(tag: &str, h: &Histogram<u64>, factor: f64) -> Outcome {
    if tag.contains("udp/echo:65536") || tag.contains("udp/info-photo") {
        return Outcome::CannotCarry(
            "a datagram carries at most 65507 bytes, this has <more>".to_owned(),
        );
    }
    if tag == "onc-tcp/concat/free" {
        return Outcome::Failed("the server ended: signal: 9 (SIGKILL), \"killed\"".to_owned());
    }
    if tag.ends_with("add/free") {
        return Outcome::LeftOut("left out by --quick".to_owned());
    }
    let floor = tag.starts_with("raw");
    Outcome::Measured(Box::new(Measures {
        calls: h.len(),
        min_ns: h.min(),
        p25_ns: h.value_at_quantile(0.25),
        median_ns: h.value_at_quantile(0.5),
        p75_ns: h.value_at_quantile(0.75),
        p90_ns: h.value_at_quantile(0.9),
        p99_ns: h.value_at_quantile(0.99),
        p999_ns: h.value_at_quantile(0.999),
        max_ns: h.max(),
        mean_ns: h.mean(),
        stdev_ns: h.stdev(),
        round_medians_ns: vec![Some(h.value_at_quantile(0.5) as f64), None],
        ratio: Some(match floor {
            true => Interval {
                value: 1.0,
                low: 1.0,
                high: 1.0,
            },
            false => Interval {
                value: factor,
                low: factor - 0.01,
                high: factor + 0.02,
            },
        }),
        difference_ns: Some(match floor {
            true => around(0.0, 0.0),
            false => around(600.0, 100.0),
        }),
        first_ns: vec![90_000.0],
        first_median_ns: Some(90_000.0),
        rates: vec![
            Rate {
                clients: 1,
                calls_per_s: 81_234.0,
                rounds_per_s: Vec::new(),
                busy: None,
                made: 8_124,
                served: Some(8_124),
            },
            Rate {
                clients: 4,
                calls_per_s: 1.2e6,
                rounds_per_s: Vec::new(),
                busy: Some(Busy {
                    client: 0.5,
                    server: 1.0,
                }),
                made: 120_000,
                served: None,
            },
        ],
        wire: Some(Wire {
            out_bytes: 40.0,
            in_bytes: 28.0,
            out_packets: Some(1.0),
            in_packets: Some(1.5),
        }),
        client_cpu_ns: Some(5_000.0),
        server_cpu_ns: None,
        round_client_cpu_ns: Vec::new(),
        round_server_cpu_ns: Vec::new(),
        client_cost: Some(COST),
        server_cost: Some(Cost {
            system_calls: Some(3.0),
            ..COST
        }),
        warm_up_share: Some(0.02),
        unsteady_batches: 1,
    }))
}

const COST: Cost = Cost {
    cpu_ns: 5000.0,
    system_share: None,
    waits: 1.0,
    preemptions: 0.001,
    faults: 12.5,
    system_calls: Some(2.0),
};

fn frame(cells: Vec<Cell>) -> Run {
    let system = |id: &str, floor: &str| SystemInfo {
        id: id.to_owned(),
        title: format!("the system {id}"),
        floor: floor.to_owned(),
        absent: None,
    };
    let placement = |id: &str, cpus: Vec<usize>| PlacementInfo {
        id: id.to_owned(),
        meaning: format!("what {id} means"),
        client_cpus: cpus.clone(),
        server_cpus: cpus,
    };
    Run {
        schema: SCHEMA.to_owned(),
        kind: "compare".to_owned(),
        version: "0.0.0".to_owned(),
        commit: None,
        built_with: "a compiler".to_owned(),
        started: "2026-11-21T09:30:00Z".to_owned(),
        seconds: 12.5,
        cut_short: Some("interrupted".to_owned()),
        command_line: vec!["manyrpc".to_owned(), "compare".to_owned()],
        seed: 7,
        between: Topology::default(),
        environment: Environment::default(),
        timing: Timing {
            clock: "CLOCK_MONOTONIC".to_owned(),
            resolution_ns: 1,
            pair_ns: 25.0,
            loop_ns: 60.0,
        },
        method: Method {
            rounds: 12,
            batch_ms: 40,
            warm_up_share: 0.0,
            first_calls: 5,
            rate_rounds: 3,
            rate_clients: vec![1, 2, 4],
        },
        systems: vec![
            system("raw-udp", "raw-udp"),
            system("raw-tcp", "raw-tcp"),
            system("onc-udp", "raw-udp"),
            system("onc-tcp", "raw-tcp"),
            SystemInfo {
                absent: Some("it is not built".to_owned()),
                ..system("libtirpc-udp", "raw-udp")
            },
        ],
        workloads: workloads(),
        placements: vec![placement("same", vec![1]), placement("free", vec![0, 1])],
        cells,
        rivalries: vec![rivalry()],
        throughput: vec![throughput()],
        tasks: None,
        marshalling: vec![marshalling_row()],
        gates: Vec::new(),
        warnings: vec!["a warning".to_owned()],
    }
}

fn around(value: f64, half: f64) -> Interval {
    Interval {
        value,
        low: value - half,
        high: value + half,
    }
}

fn rivalry() -> Rivalry {
    Rivalry {
        ours: "onc-udp".to_owned(),
        theirs: "libtirpc-udp".to_owned(),
        workload: "nothing".to_owned(),
        placement: "same".to_owned(),
        ratio: Interval {
            value: 0.81,
            low: 0.8,
            high: 0.83,
        },
        difference_ns: Some(around(-2900.0, 150.0)),
    }
}

fn throughput() -> Throughput {
    Throughput {
        system: "tonic".to_owned(),
        ours: "grpc".to_owned(),
        workload: "info".to_owned(),
        in_flight: 64,
        calls_per_s: 61_000.0,
        rounds_per_s: Vec::new(),
        ours_against_it: Some(Interval {
            value: 12.1,
            low: 11.8,
            high: 12.4,
        }),
        busy: None,
    }
}

fn marshalling_row() -> MarshallingRow {
    MarshallingRow {
        value: "info".to_owned(),
        direction: "encode".to_owned(),
        code: "libtirpc".to_owned(),
        ns: 111.0,
        against_ours: Some(Interval {
            value: 4.1,
            low: 4.0,
            high: 4.2,
        }),
        difference_ns: Some(around(84.0, 1.0)),
    }
}

fn workloads() -> Vec<WorkloadInfo> {
    COMPARED
        .iter()
        .map(|w| WorkloadInfo {
            id: w.to_string(),
            title: w.title(),
            request_bytes: w.request_bytes(),
            reply_bytes: w.reply_bytes(),
            echo_bytes: w.echo_bytes(),
        })
        .collect()
}

/// A run of `compare --async`.
pub(crate) fn run_of_tasks() -> Run {
    let mut run = Run {
        kind: "compare-async".to_owned(),
        systems: Vec::new(),
        workloads: Vec::new(),
        placements: Vec::new(),
        rivalries: Vec::new(),
        throughput: Vec::new(),
        marshalling: Vec::new(),
        tasks: Some(tasks()),
        ..frame(Vec::new())
    };
    run.gates = gates::judge(&run);
    run
}

/// Rows of every kind.
pub(crate) fn tasks() -> Tasks {
    let in_flight = |workload: &str, in_flight, cpus| InFlight {
        protocol: "gRPC".to_owned(),
        workload: workload.to_owned(),
        in_flight,
        connections: 1,
        cpus,
        systems: vec![
            saturated("grpc-async", 250_000.0),
            saturated("tonic", 100_000.0),
            Saturated {
                system: "grpc-go".to_owned(),
                failed: Some("its <program> is not built".to_owned()),
                ..Saturated::default()
            },
        ],
        left_out: None,
    };
    let long = InFlight {
        systems: ["grpc-async", "tonic", "grpc-go"]
            .map(|system| Saturated {
                system: system.to_owned(),
                ..Saturated::default()
            })
            .to_vec(),
        left_out: Some("left out by --quick".to_owned()),
        ..in_flight("echo:1000000", 1000, vec![0, 1])
    };
    Tasks {
        turn_ms: 60,
        rows: vec![in_flight("nothing", 64, vec![1]), long],
        lone: vec![lone("grpc", 1200.0), lone("onc-udp", 1700.0)],
        idle: vec![IdleConnections {
            protocol: "gRPC".to_owned(),
            system: "grpc-async".to_owned(),
            connections: 10_000,
            server_bytes: Some(around(2000.0, 10.0)),
            client_bytes: Some(around(4000.0, 10.0)),
            failed: None,
        }],
    }
}

fn saturated(system: &str, calls_per_s: f64) -> Saturated {
    let is_ours = system == "grpc-async";
    let ratio = |value| (!is_ours).then(|| around(value, 0.1));
    Saturated {
        system: system.to_owned(),
        calls_per_s: Some(calls_per_s),
        rounds_per_s: vec![Some(calls_per_s), None],
        p99_ns: Some(1e9 / calls_per_s),
        rounds_p99_ns: vec![Some(1e9 / calls_per_s), None],
        ours_against_it: ratio(2.5),
        our_p99_against_it: ratio(0.4),
        failed: None,
    }
}

fn lone(system: &str, more_ns: f64) -> LoneCall {
    LoneCall {
        system: system.to_owned(),
        blocking_ns: Some(12_000.0),
        task_ns: Some(12_000.0 + more_ns),
        rounds_ns: [vec![Some(12_000.0)], vec![Some(12_000.0 + more_ns)]],
        ratio: Some(around(1.1, 0.01)),
        difference_ns: Some(around(more_ns, 100.0)),
        failed: None,
    }
}
