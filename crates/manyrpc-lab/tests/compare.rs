//! The whole comparison, with real child processes: this test is its own child program.
//!
//! It has no harness because a test binary must not take `lab-child` for a filter.

use std::process::ExitCode;
use std::str::FromStr;
use std::time::Duration;

use manyrpc_lab::child;
use manyrpc_lab::compare::{self, Comparison, Options};
use manyrpc_lab::diff::{self, Side};
use manyrpc_lab::record::{Measures, Outcome, Run, SCHEMA};
use manyrpc_lab::report;
use manyrpc_lab::system::Programs;
use manyrpc_lab::workload::Workload;
use manyrpc_measure::child::CHILD_ARGUMENT;
use manyrpc_measure::machine::placement::Placement;
use manyrpc_measure::net::namespaces::Link;
use manyrpc_measure::net::topology::Topology;
use manyrpc_measure::progress::{Progress, Silent};
use manyrpc_measure::report::Format;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some((CHILD_ARGUMENT, rest)) = arguments.split_first().map(|(a, r)| (a.as_str(), r)) {
        return child::run(rest);
    }
    let runs = std::env::temp_dir().join(format!("manyrpc-compare-{}", std::process::id()));
    let mut options = Options::new(Programs::find().unwrap());
    options.runs = runs.clone();
    options.quick = true;
    options.rounds = Some(2);
    options.placements = vec![Placement::Same];
    calls_of_tasks_are_measured(&options);
    every_system_is_measured(&options);
    a_server_of_one_client_is_measured(&options);
    a_dead_server_is_a_reason(&options);
    a_stopped_run_is_written(&options);
    what_is_between_is_in_the_run(&options);
    a_bad_network_is_for_those_who_feel_it(&options);
    std::fs::remove_dir_all(&runs).unwrap();
    println!("compare: ok");
    ExitCode::SUCCESS
}

fn every_system_is_measured(options: &Options) {
    let mut options = options.clone();
    options.workloads = vec![
        Workload::Nothing,
        Workload::Add,
        Workload::Echo(512),
        Workload::Echo(65536),
        Workload::Ints(100),
        Workload::Concat,
        Workload::Info,
        Workload::InfoPhoto,
    ];
    let comparison = compare::run(&options, &mut Silent).unwrap();
    let run = &comparison.run;
    assert_eq!(run.schema, SCHEMA);
    assert_eq!(run.cut_short, None);
    let mut cpu_times = CpuTimes::default();
    for cell in &run.cells {
        let name = format!("{} {}", cell.system, cell.workload);
        let too_large = cell.system.ends_with("udp")
            && ["echo:65536", "info-photo"].contains(&cell.workload.as_str());
        let too_small = cell.system == "dce-cl-1" && cell.workload != "info-photo";
        match &cell.outcome {
            Outcome::Measured(m) => {
                assert!(!too_large, "{name}");
                let turns = cell.workload.parse::<Workload>().unwrap().turns();
                assert_eq!(m.round_medians_ns.len(), 2 * turns, "{name}");
                assert!(m.calls > 10 && m.min_ns > 0, "{name}: {m:?}");
                assert!(m.min_ns <= m.median_ns && m.median_ns <= m.p99_ns, "{name}");
                assert_eq!(m.rates.len(), 3, "{name}");
                assert_eq!(m.round_server_cpu_ns.len(), 2 * turns, "{name}");
                let counts = !cell.system.starts_with("raw");
                for rate in &m.rates {
                    assert_eq!(rate.rounds_per_s.len(), 3, "{name}");
                    // The server's own count of the same calls: exactly those.
                    assert_eq!(rate.served, counts.then_some(rate.made), "{name}");
                    assert!(rate.made >= 16, "{name}: {rate:?}");
                    let busy = rate.busy.unwrap();
                    cpu_times.add([busy.client, busy.server]);
                }
                costs(m, &name, &mut cpu_times);
                // Over UDP the floor ends where one datagram does.
                let floor = run.measures(floor_of(&cell.system), &cell.workload, "same");
                assert_eq!(m.ratio.is_some(), floor.is_some(), "{name}");
                assert!(m.ratio.is_none_or(|r| r.value > 0.2), "{name}");
                assert_eq!(m.first_ns.len(), 3, "{name}");
            }
            Outcome::CannotCarry(why) => assert!(
                too_large && why.contains("datagram") || too_small && why.contains("larger"),
                "{name}"
            ),
            other => panic!("{name}: {other:?}"),
        }
    }
    cpu_times.are_most_of_the_time_seen();
    wire_bytes(&comparison);
    system_calls(run);
    for name in [
        "run.json",
        "table.csv",
        "report.html",
        "samples.hlog",
        "samples.parquet",
    ] {
        assert!(comparison.directory.join(name).is_file(), "{name}");
    }
    it_does_not_differ_from_itself(&comparison);
}

/// `manyrpc diff` reads what was written: every measured cell, relative to its floor.
fn it_does_not_differ_from_itself(comparison: &Comparison) {
    let side = Side::read(&comparison.directory).unwrap();
    let found = diff::compare(&side, &side, &diff::Options::default()).unwrap();
    let cells = &comparison.run.cells;
    let measured = cells
        .iter()
        .filter(|c| matches!(c.outcome, Outcome::Measured(_)));
    // The median, rates of 1, 2 and 4 clients, CPU time of client and server.
    let figures = 1 + 3 + 2;
    assert_eq!(
        found.rows.len() + found.floors.len(),
        figures * measured.count()
    );
    for row in &found.rows {
        let (system, workload) = (row.cell.level("system"), row.cell.level("workload"));
        // Over UDP the floor ends where one datagram does.
        let floor = comparison.run.measures(floor_of(system), workload, "same");
        assert_eq!(
            row.measure == diff::Measure::Relative,
            floor.is_some(),
            "{}",
            row.cell
        );
    }
    assert!(!found.is_slower() && found.not_compared.is_empty());
    // Some have two rounds, which say nothing, the others more.
    let judged = found.rows.iter().filter_map(|row| row.ratio);
    assert!(judged.clone().count() > 0 && judged.into_iter().all(|ratio| ratio.contains(1.0)));
}

fn floor_of(system: &str) -> &'static str {
    let datagrams = ["raw-udp", "onc-udp", "dce-cl", "dce-cl-1", "ncs"];
    match datagrams.contains(&system) {
        true => "raw-udp",
        false => "raw-tcp",
    }
}

/// How often a CPU time was more than none. A host that takes the CPU away for a while settles that later, against
/// whatever runs then, so that a short measurement may have used none as far as the kernel knows.
#[derive(Debug, Default)]
struct CpuTimes {
    seen: usize,
    all: usize,
}

impl CpuTimes {
    fn add(&mut self, of_sides: [f64; 2]) {
        self.all += 2;
        self.seen += of_sides.iter().filter(|time| **time > 0.0).count();
    }

    fn are_most_of_the_time_seen(&self) {
        assert!(2 * self.seen > self.all, "{self:?}");
    }
}

/// Whoever makes a call or answers one has at least to send and to receive, and on one CPU to wait for the other.
fn costs(measures: &Measures, name: &str, cpu_times: &mut CpuTimes) {
    let (client, server) = (measures.client_cost.unwrap(), measures.server_cost.unwrap());
    assert!(measures.client_cpu_ns.is_some(), "{name}");
    cpu_times.add([client.cpu_ns, server.cpu_ns]);
    for side in [client, server] {
        // A wake-up may take the CPU from whoever is about to wait.
        let switches = side.waits + side.preemptions;
        assert!(switches > 0.5, "{name}: {side:?}");
        if let Some(calls) = side.system_calls {
            assert!(calls > 0.9, "{name}: {side:?}");
        }
    }
    let calling = measures.client_cpu_ns.unwrap();
    assert!(
        client.cpu_ns >= 0.98 * calling,
        "{name}: {client:?} {calling}"
    );
    let warm_up = measures.warm_up_share.unwrap();
    assert!(warm_up > 0.0 && warm_up <= 0.5, "{name}: {warm_up}");
}

/// The bare sockets make one call of the system to send and one to receive.
fn system_calls(run: &Run) {
    for system in ["raw-udp", "raw-tcp"] {
        let measures = run.measures(system, "nothing", "same").unwrap();
        let costs = [measures.client_cost.unwrap(), measures.server_cost.unwrap()];
        match costs.map(|cost| cost.system_calls) {
            [Some(client), Some(server)] => {
                // A client that does not run for a while wakes up by its timer and looks again; a server
                // looks now and then whether other connections want something. This is the difference of
                // two runs, and such looks in the shorter one make it less.
                for calls in [client, server] {
                    assert!((1.5..3.0).contains(&calls), "{system}: {calls}");
                }
            }
            _ => assert!(
                run.warnings.iter().any(|w| w.contains("system calls")),
                "{:?}",
                run.warnings
            ),
        }
    }
}

/// The relay counts what the protocols' specifications say.
fn wire_bytes(comparison: &Comparison) {
    let wire = |system, workload| {
        let wire = comparison
            .run
            .measures(system, workload, "same")
            .unwrap()
            .wire
            .unwrap();
        (wire.out_bytes, wire.in_bytes)
    };
    packets(comparison);
    assert_eq!(wire("raw-udp", "nothing"), (8.0, 4.0));
    assert_eq!(wire("raw-tcp", "nothing"), (12.0, 8.0));
    assert_eq!(
        wire("raw-tcp", "info-photo"),
        (20.0, 8.0 + 84.0 + 1_048_576.0)
    );
}

/// A datagram each way. On a connection a segment each way, and now and then one that only acknowledges; and
/// a megabyte is more than one segment has room for.
fn packets(comparison: &Comparison) {
    let of = |system, workload| {
        let measures = comparison.run.measures(system, workload, "same");
        let wire = measures.unwrap().wire.unwrap();
        wire.out_packets.zip(wire.in_packets)
    };
    assert_eq!(of("raw-udp", "nothing"), Some((1.0, 1.0)));
    // C706, chapter 12: a fragment of 64 KiB and a header do not fit one datagram.
    assert!(of("dce-cl", "echo:65536").unwrap().0 >= 2.0);
    for system in ["raw-tcp", "onc-tcp", "grpc", "json-rpc-http"] {
        let (out, back) = of(system, "nothing").unwrap();
        for segments in [out, back] {
            assert!((0.9..3.0).contains(&segments), "{system}: {out} {back}");
        }
    }
    assert!(of("raw-tcp", "info-photo").unwrap().1 > 15.0);
}

/// Somebody kills the server while the run goes on.
fn a_dead_server_is_a_reason(options: &Options) {
    let mut options = options.clone();
    options.systems = vec!["raw-tcp".to_owned()];
    options.workloads = vec![Workload::Nothing];
    let comparison = compare::run(&options, &mut KillServers::default()).unwrap();
    let cell = comparison.run.cell("raw-tcp", "nothing", "same").unwrap();
    match &cell.outcome {
        Outcome::Failed(why) => {
            assert!(why.contains("the server: it ended with signal: 9"), "{why}")
        }
        other => panic!("{other:?}"),
    }
}

/// When the rates have begun: each of their rounds has a fresh server.
#[derive(Default)]
struct KillServers {
    at_rates: bool,
    killed: bool,
}

impl Progress for KillServers {
    fn begin(&mut self, _: std::time::Duration) {}
    fn stage(&mut self, name: &str) {
        self.at_rates = name == "calls per second";
    }
    fn advance(&mut self, _: std::time::Duration) {
        if self.at_rates && !self.killed {
            self.killed = true;
            kill_child_servers();
        }
    }
    fn note(&mut self, _: &str) {}
    fn end(&mut self) {}
}

/// Kills this process's children whose command line says that they are servers.
fn kill_child_servers() {
    let mut killed = 0;
    for task in std::fs::read_dir("/proc/self/task").unwrap().flatten() {
        let children = std::fs::read_to_string(task.path().join("children")).unwrap_or_default();
        for child in children.split_whitespace() {
            let line = std::fs::read(format!("/proc/{child}/cmdline")).unwrap_or_default();
            if line.split(|b| *b == 0).any(|word| word == b"server") {
                let pid = rustix::process::Pid::from_raw(child.parse().unwrap()).unwrap();
                rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
                killed += 1;
            }
        }
    }
    assert_eq!(killed, 1);
}

fn a_stopped_run_is_written(options: &Options) {
    let mut options = options.clone();
    options.stop = std::sync::Arc::new(true.into());
    let comparison = compare::run(&options, &mut Silent).unwrap();
    assert_eq!(comparison.run.cut_short.as_deref(), Some("interrupted"));
    assert!(comparison.directory.join("run.json").is_file());
}

fn of(options: &Options, systems: &[&str], workloads: &[Workload]) -> Options {
    Options {
        systems: systems.iter().map(|&system| system.to_owned()).collect(),
        workloads: workloads.to_vec(),
        ..options.clone()
    }
}

/// Where it was run is in the record and in every report; its targets are of loopback, and a run there is no run to
/// compare it with.
fn what_is_between_is_in_the_run(options: &Options) {
    let workloads = [Workload::Echo(16000), Workload::Info];
    let there = of(
        options,
        &["onc-tcp", "grpc", "xmlrpc-c", "samba-tcp"],
        &workloads,
    );
    let there = Options {
        with_peers: true,
        between: Topology::parse(Some("namespaces,100Mbit"), Some("10%"), None).unwrap(),
        ..there
    };
    let comparison = compare::run(&there, &mut Silent).unwrap();
    let run = &comparison.run;
    assert_eq!(run.between, there.between);
    for system in &run.systems {
        match &system.absent {
            Some(why) if system.id == "samba-tcp" => {
                assert!(why.contains("a network of its own") || why.contains("make peers"));
            }
            absent => assert_eq!(*absent, None, "{}", system.id),
        }
    }
    let least = Link::from_str("100Mbit").unwrap().least(16_000) * 2;
    for system in ["raw-tcp", "onc-tcp", "grpc"] {
        let measures = run.measures(system, "echo:16000", "same").unwrap();
        let median = Duration::from_nanos(measures.median_ns);
        assert!(median > least, "{system}: {measures:?}");
        assert!(
            measures.wire.is_some_and(|wire| wire.out_packets.is_some()),
            "{system}"
        );
    }
    assert!(run.measures("xmlrpc-c", "info", "same").is_some());
    let in_flight: Vec<&str> = run.throughput.iter().map(|t| t.system.as_str()).collect();
    let expected = ["grpc", "grpc-async", "tonic"];
    assert_eq!(in_flight, expected, "{:?}", run.warnings);
    gates_of_loopback_are_open(run);
    for format in [Format::Text, Format::Markdown, Format::Html] {
        let text = report::render(run, &comparison.distributions, format);
        let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for part in ["two network namespaces", "100Mbit each way", "10% each way"] {
            assert!(flat.contains(part), "no `{part}` in {text}");
        }
    }
    let here = of(options, &["onc-tcp"], &workloads);
    let here = compare::run(&here, &mut Silent).unwrap();
    let sides = [&here, &comparison].map(|of| Side::read(&of.directory).unwrap());
    let refused = diff::compare(&sides[0], &sides[1], &diff::Options::default()).unwrap_err();
    assert!(refused.contains("over different links"), "{refused}");
}

/// impacket's next client is served when the last one has gone.
fn a_server_of_one_client_is_measured(options: &Options) {
    let options = Options {
        with_peers: true,
        ..of(
            options,
            &["impacket-tcp"],
            &[Workload::Nothing, Workload::Add],
        )
    };
    let run = compare::run(&options, &mut Silent).unwrap().run;
    for cell in &run.cells {
        let is_measured = matches!(cell.outcome, Outcome::Measured(_));
        assert!(is_measured, "{cell:?}");
    }
    let floor = run.floor_of("impacket-tcp").unwrap();
    assert_eq!(floor.id, "raw-tcp-c", "it is built, as all peers are");
    let python = run.measures("impacket-tcp", "add", "same").unwrap();
    // Of two rounds on a busy machine the interval may be of any width.
    assert!(python.difference_ns.unwrap().value > 0.0, "{python:?}");
    assert_eq!(run.floor_of("raw-tcp").unwrap().id, "raw-tcp-c");
}

fn gates_of_loopback_are_open(run: &Run) {
    let gate = |asks: &str| {
        let gate = run.gates.iter().find(|gate| gate.asks.starts_with(asks));
        gate.unwrap_or_else(|| panic!("no gate {asks}"))
    };
    for asks in ["grpc nothing", "grpc at least", "xml-rpc info-photo"] {
        let gate = gate(asks);
        assert_eq!(gate.holds, None, "{gate:?}");
        assert!(
            gate.measured
                .ends_with("not judged, applies to loopback only"),
            "{gate:?}"
        );
    }
    // What is no matter of calls is.
    assert!(gate("Protocol Buffers encode of info").holds.is_some());
}

fn a_bad_network_is_for_those_who_feel_it(options: &Options) {
    let between = Topology::parse(None, None, Some("dup=20%")).unwrap();
    let options = Options {
        between,
        ..of(options, &["onc-udp", "onc-tcp"], &[Workload::Nothing])
    };
    let run = compare::run(&options, &mut Silent).unwrap().run;
    for system in &run.systems {
        let measures = run.measures(&system.id, "nothing", "same");
        match &system.absent {
            Some(why) => {
                assert!(
                    system.id.ends_with("tcp") && why.starts_with("it runs over TCP: loss, dup")
                );
                assert!(measures.is_none());
            }
            // Bytes are of the protocol, not of the network.
            None => assert!(measures.unwrap().wire.is_some_and(|w| w.out_bytes <= 40.0)),
        }
    }
    assert!(run.environment.link.contains("dup=20%"));
}

/// Every part, and every shape of calls without data, of ours; theirs as far as they are built.
fn calls_of_tasks_are_measured(options: &Options) {
    let options = Options {
        tasks: true,
        rounds: Some(1),
        idle_connections: 50,
        placements: Vec::new(),
        ..of(options, &["grpc"], &[Workload::Nothing])
    };
    let comparison = compare::run(&options, &mut Silent).unwrap();
    let run = &comparison.run;
    assert_eq!(
        (run.kind.as_str(), &run.cut_short),
        ("compare-async", &None)
    );
    let tasks = run.tasks.as_ref().unwrap();
    let cpus = tasks.rows.iter().filter(|row| row.cpus.len() == 1).count();
    assert_eq!(cpus, 4, "1, 64 and 1000 in flight, and 1000 connections");
    for row in &tasks.rows {
        for system in &row.systems {
            // The floor has a call on each connection, and no other loads.
            let carries = match system.system.as_str() {
                "raw-tcp-c" => row.in_flight == row.connections,
                // With a CPU for each side, lone calls.
                "grpc-async-polling" => row.in_flight == 1 && row.cpus.len() > 1,
                _ => true,
            };
            match &system.failed {
                Some(why) => assert!(why.contains("make peers"), "{why}"),
                None => assert_eq!(
                    system.calls_per_s.is_some_and(|n| n > 0.0),
                    carries,
                    "{row:?}"
                ),
            }
        }
        let ours = row.ours().unwrap();
        assert!(
            ours.failed.is_none() && ours.p99_ns.unwrap() > 0.0,
            "{row:?}"
        );
    }
    let [lone] = &tasks.lone[..] else {
        panic!("{:?}", tasks.lone);
    };
    assert!(lone.difference_ns.is_some(), "{lone:?}");
    let idle = &tasks.idle[0];
    assert_eq!((idle.system.as_str(), idle.connections), ("grpc-async", 50));
    assert!(idle.server_bytes.is_some() && idle.client_bytes.is_some());
    let mut warnings = run.warnings.iter();
    let is_told = warnings.any(|warning| warning.starts_with("a debug build"));
    assert_eq!(is_told, cfg!(debug_assertions));
    assert!(!run.gates.is_empty());
    assert!(comparison.directory.join("report.html").is_file());
    let elsewhere = Options {
        between: Topology::parse(None, None, Some("delay=1ms")).unwrap(),
        ..options
    };
    let refused = compare::run(&elsewhere, &mut Silent).unwrap_err();
    assert!(
        refused.to_string().contains("on loopback only"),
        "{refused}"
    );
}
