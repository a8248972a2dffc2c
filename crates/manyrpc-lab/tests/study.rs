//! `study kiraly` with real processes: one foreign pair, ours, and what cannot be measured. This test
//! is its own child program, so it has no harness: a test binary must not take `lab-child` for a filter.

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use manyrpc_lab::child;
use manyrpc_lab::diff::{self, Measure, Side, Verdict};
use manyrpc_lab::study::experiment::Options;
use manyrpc_lab::study::ipc::Ipc;
use manyrpc_lab::study::kiraly::Kiraly;
use manyrpc_lab::study::record::{CellRecord, Record};
use manyrpc_lab::study::resume;
use manyrpc_lab::study::runner::{Finished, run};
use manyrpc_lab::system::Programs;
use manyrpc_measure::child::CHILD_ARGUMENT;
use manyrpc_measure::machine::placement::allowed_cpus;
use manyrpc_measure::progress::{Progress, Silent};
use manyrpc_measure::report::Format;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some((CHILD_ARGUMENT, rest)) = arguments.split_first().map(|(a, r)| (a.as_str(), r)) {
        return child::run(rest);
    }
    let runs = std::env::temp_dir().join(format!("manyrpc-study-{}", std::process::id()));
    let mut options = Options::new(Programs::find().unwrap());
    options.runs.clone_from(&runs);
    options.wanted.quick = true;
    options.wanted.placement = Some("free".to_owned());
    foreign_programs_and_ours_are_cells_of_one_matrix(&options);
    programs_that_are_not_there_are_reasons(&options);
    a_run_that_is_stopped_is_readable_and_goes_on(&options);
    what_calls_cost_is_a_figure(&options);
    std::fs::remove_dir_all(&runs).unwrap();
    println!("study: ok");
    ExitCode::SUCCESS
}

fn only(options: &Options, only: &[&str]) -> Options {
    let mut options = options.clone();
    options.wanted.only = only.iter().map(|&o| o.to_owned()).collect();
    options
}

fn foreign_programs_and_ours_are_cells_of_one_matrix(options: &Options) {
    let options = only(options, &["xmlrpc/cpp", "xmlrpc/ours", "onc-tcp", "dce-co"]);
    let study = run(&Kiraly, &options, &mut Silent).unwrap();
    let cells = &study.record.cells;
    assert_eq!(cells.len(), 2 * (4 + 2));
    for record in cells {
        let name = &record.cell;
        assert_eq!(record.why(), None, "{name}");
        for figure in ["run_s", "call_ns", "first_ns"] {
            let rounds = &record.figures[figure].rounds;
            assert!(
                rounds.len() == 3 && rounds.iter().all(Option::is_some),
                "{name}"
            );
        }
        let of = |figure| record.interval(figure).unwrap();
        let (run, call) = (of("run_s"), of("call_ns"));
        // The start of a process and 100 calls take longer than 100 calls of the median.
        assert!(run.high > 50.0 * call.low / 1e9, "{name}: {run:?} {call:?}");
        assert!(of("first_ns").value > 0.0, "{name}");
    }
    cpu_time_is_known(&study.record);
    bytes_are_those_of_the_protocols(&study.record);
    what_is_counted_is_of_one_call(&study.record);
    let lines = lines(&study.directory);
    assert_eq!(lines[0]["wanted"]["seed"], options.wanted.seed);
    let runs = lines
        .iter()
        .filter(|line| line["series"]["run_ns"].is_array());
    assert_eq!(runs.count(), 3 * cells.len());
    let text = study.render(Format::Text);
    assert!(text.contains("[1.746]") && text.contains("K3"), "{text}");
    assert!(text.contains("WHAT A CALL COSTS"), "{text}");
    for name in ["run.json", "table.csv", "report.html"] {
        assert!(study.directory.join(name).is_file(), "{name}");
    }
}

/// What any system has to do for a round trip: one side waits while the other works.
fn what_calls_cost_is_a_figure(options: &Options) {
    let mut options = only(options, &["raw-udp", "onc-tcp"]);
    options.wanted.rounds = Some(1);
    options.wanted.placement = Some("same".to_owned());
    let study = run(&Ipc, &options, &mut Silent).unwrap();
    for record in &study.record.cells {
        let of = |figure: &str| record.interval(figure).map(|i| i.value);
        for side in ["client", "server"] {
            let of = |figure: &str| of(&format!("{side}_{figure}"));
            let name = format!("{side} of {}", record.cell);
            let switches = of("waits").unwrap() + of("preemptions").unwrap();
            assert!(switches > 0.5, "{name}: {switches}");
            // Not everybody may count them.
            assert!(of("system_calls").is_none_or(|n| n >= 2.0), "{name}");
        }
        assert!(of("out_bytes").unwrap() >= 12.0 && of("in_bytes").unwrap() >= 12.0);
    }
    cpu_time_is_known(&study.record);
    let csv = study.render(Format::Csv);
    let head = csv.lines().next().unwrap();
    for column in ["client_cpu_ns_low", "server_waits", "in_bytes"] {
        assert!(head.contains(column), "{head}");
    }
    assert!(study.render(Format::Text).contains("WHAT A CALL COSTS"));
}

/// Of each side of each cell. A host that takes the CPU away for a while settles that later, against whatever
/// runs then: a short cell may have used none as far as the kernel knows, but not all of them.
fn cpu_time_is_known(record: &Record) {
    let sides = ["client_cpu_ns", "server_cpu_ns"];
    let of = |cell: &CellRecord| sides.map(|figure| cell.interval(figure).unwrap().value);
    let all: Vec<f64> = record.cells.iter().flat_map(of).collect();
    assert!(all.iter().sum::<f64>() > 0.0, "{all:?}");
}

/// In the first round, where client and server are of one language, and known where the kernel lets us count.
fn what_is_counted_is_of_one_call(record: &Record) {
    for cell in &record.cells {
        let of = |figure: &str| cell.interval(figure).map(|i| i.value);
        let (name, level) = (&cell.cell, |factor| cell.cell.level(factor));
        let (system, photo) = (level("system"), level("photo"));
        let ours = level("client") == "ours" && level("server") == "ours";
        if level("client") != level("server") {
            assert_eq!(of("client_system_calls"), None, "{name}");
        }
        for side in ["client", "server"] {
            // Two at least; what is done now and then may be in the shorter of two runs, which are of few calls with the photo.
            let calls = of(&format!("{side}_system_calls"));
            assert!(
                calls.is_none_or(|n| n >= 1.0),
                "{side} of {name}: {calls:?}"
            );
            // One call for a receive and one for a send.
            if ours && photo == "no" && system == "onc-tcp" {
                assert!(calls.is_none_or(|n| n < 8.0), "{side}: {calls:?}");
            }
        }
        // Its data and their acknowledgement, which goes with the data of the other side.
        let packets = of("out_packets").zip(of("in_packets"));
        if ours && photo == "no" {
            let (out, back) = packets.expect("segments of a connection that stays");
            assert!(
                (0.5..4.0).contains(&out) && (0.5..4.0).contains(&back),
                "{name}: {packets:?}"
            );
        }
    }
}

/// Base64 with XML-RPC, XDR as RFC 4506 has it with ONC RPC.
fn bytes_are_those_of_the_protocols(record: &Record) {
    let bytes = |system: &str, photo: &str, figure: &str| {
        let mut cells = record.cells.iter().filter(|r| {
            let level = |factor| r.cell.level(factor);
            level("client") == level("server")
        });
        let of =
            |r: &&CellRecord| (r.cell.level("system"), r.cell.level("photo")) == (system, photo);
        cells.find(of).unwrap().interval(figure).unwrap().value
    };
    let photo = 1_048_576.0;
    let xml = bytes("xmlrpc", "yes", "in_bytes");
    assert!((photo * 4.0 / 3.0..photo * 1.4).contains(&xml), "{xml}");
    // RFC 5531: record mark, call header with two empty authenticators, two words of arguments.
    assert!((bytes("onc-tcp", "no", "out_bytes") - (4.0 + 40.0 + 8.0)).abs() < 1e-9);
    let onc = bytes("onc-tcp", "yes", "in_bytes");
    assert!((photo..photo + 200.0).contains(&onc), "{onc}");
}

fn programs_that_are_not_there_are_reasons(options: &Options) {
    let mut options = only(options, &["jsonrpc/java", "onc-tcp"]);
    options.programs.peers = "/nonexistent".into();
    options.wanted.rounds = Some(1);
    options.wanted.placement = Some("same".to_owned());
    let cpus = allowed_cpus();
    let study = run(&Kiraly, &options, &mut Silent).unwrap();
    // What moves out of the way comes back, and the record has all of the machine.
    assert_eq!(allowed_cpus(), cpus);
    assert_eq!(study.record.head.environment.cpus, cpus.len());
    for cell in &study.record.cells {
        match cell.cell.level("system") {
            "jsonrpc" => {
                let why = cell.why().unwrap();
                assert_eq!(
                    why,
                    "java/jsonrpc_client is not built (`make peers` builds it)"
                );
                assert!(cell.figures.is_empty());
            }
            _ => assert!(cell.interval("run_s").is_some()),
        }
    }
    let html = study.render(Format::Html);
    assert!(html.contains("java/jsonrpc_client is not built"));
}

/// Somebody interrupts it in the second round; somebody else goes on with it.
fn a_run_that_is_stopped_is_readable_and_goes_on(options: &Options) {
    let mut options = only(options, &["onc-tcp"]);
    options.stop = std::sync::Arc::default();
    let mut progress = StopInRound2(std::sync::Arc::clone(&options.stop));
    let stopped = run(&Kiraly, &options, &mut progress).unwrap();
    assert_eq!(stopped.record.cut_short.as_deref(), Some("interrupted"));
    assert_eq!(measured(&stopped), [[true, false, false]; 2]);
    assert!(stopped.render(Format::Text).contains("CUT SHORT"));
    options.stop = std::sync::Arc::default();
    let partial = Side::read(&stopped.directory).unwrap();
    let whole = resume(&stopped.directory, options, &mut Silent).unwrap();
    assert_eq!(whole.record.cut_short, None);
    assert_eq!(measured(&whole), [[true; 3]; 2]);
    a_run_can_be_compared(&partial, &whole);
}

/// `manyrpc diff` reads the journal, or the record alone.
fn a_run_can_be_compared(partial: &Side, whole: &Finished) {
    let record = Side::read(&whole.directory.join("run.json")).unwrap();
    let directory = Side::read(&whole.directory).unwrap();
    let found = diff::compare(&record, &directory, &diff::Options::default()).unwrap();
    // Two cells, a call alone, a run and CPU time of both sides of each; of systems without a floor.
    assert_eq!(found.rows.len(), 2 * 4);
    for row in &found.rows {
        assert_eq!(
            (row.verdict, row.measure),
            (Verdict::NotFound, Measure::Absolute)
        );
        assert_eq!(row.repeated, [3, 3]);
    }
    let found = diff::compare(partial, &record, &diff::Options::default()).unwrap();
    assert!(found.rows.iter().all(|row| row.verdict == Verdict::TooFew));
    assert!(
        found.cautions[0].starts_with("A was cut short (interrupted)"),
        "{:?}",
        found.cautions
    );
}

/// Which rounds of each cell have figures.
fn measured(study: &Finished) -> Vec<Vec<bool>> {
    let cells = study.record.cells.iter();
    let rounds = cells.map(|cell| &cell.figures["run_s"].rounds);
    rounds
        .map(|rounds| rounds.iter().map(Option::is_some).collect())
        .collect()
}

struct StopInRound2(std::sync::Arc<std::sync::atomic::AtomicBool>);

impl Progress for StopInRound2 {
    fn begin(&mut self, _: std::time::Duration) {}
    fn stage(&mut self, name: &str) {
        if name.contains("round 2") {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    fn advance(&mut self, _: std::time::Duration) {}
    fn note(&mut self, text: &str) {
        assert!(text.starts_with("warning: "), "{text}");
    }
    fn end(&mut self) {}
}

fn lines(directory: &Path) -> Vec<serde_json::Value> {
    let text = std::fs::read_to_string(directory.join("journal.jsonl")).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    lines.collect()
}
