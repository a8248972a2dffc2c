//! `study kiraly` with real processes: one foreign pair, ours, and what cannot be measured. This test
//! is its own child program, so it has no harness: a test binary must not take `lab-child` for a filter.

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use manyrpc_lab::child::{self, CHILD_ARGUMENT};
use manyrpc_lab::machine::placement::{Placement, allowed_cpus};
use manyrpc_lab::progress::{Progress, Silent};
use manyrpc_lab::report::Format;
use manyrpc_lab::study::kiraly::{self, Options, record::CellRecord};
use manyrpc_lab::system::Programs;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some((CHILD_ARGUMENT, rest)) = arguments.split_first().map(|(a, r)| (a.as_str(), r)) {
        return child::run(rest);
    }
    let runs = std::env::temp_dir().join(format!("manyrpc-study-{}", std::process::id()));
    let mut options = Options::new(Programs::find().unwrap());
    options.runs.clone_from(&runs);
    options.quick = true;
    options.placement = Some(Placement::Free);
    foreign_programs_and_ours_are_cells_of_one_matrix(&options);
    programs_that_are_not_there_are_reasons(&options);
    a_run_that_is_stopped_is_readable(&options);
    std::fs::remove_dir_all(&runs).unwrap();
    println!("study: ok");
    ExitCode::SUCCESS
}

fn only(options: &Options, only: &[&str]) -> Options {
    let mut options = options.clone();
    options.only = only.iter().map(|&o| o.to_owned()).collect();
    options
}

fn foreign_programs_and_ours_are_cells_of_one_matrix(options: &Options) {
    let options = only(options, &["xmlrpc/cpp", "xmlrpc/ours", "onc-tcp", "dce-co"]);
    let study = kiraly::run(&options, &mut Silent).unwrap();
    let cells = &study.record.cells;
    assert_eq!(cells.len(), 2 * (4 + 2));
    for cell in cells {
        let name = format!(
            "{} {} {} {}",
            cell.system, cell.client, cell.server, cell.photo
        );
        assert_eq!(cell.why, None, "{name}");
        assert!(cell.rounds.iter().all(Option::is_some), "{name}");
        let (run, call) = (cell.run_s.unwrap(), cell.call_ns.unwrap());
        // The start of a process and 100 calls take longer than 100 calls of the median.
        assert!(run.high > 50.0 * call.low / 1e9, "{name}: {run:?} {call:?}");
        assert!(cell.first_ns.unwrap().value > 1000.0, "{name}");
    }
    bytes_are_those_of_the_protocols(cells);
    let samples = lines(&study.directory);
    assert_eq!(samples[0]["seed"], options.seed);
    let runs = samples.iter().filter(|line| line["wall_ns"].is_u64());
    assert_eq!(runs.count(), 3 * cells.len());
    let text = study.render(Format::Text);
    assert!(text.contains("[1.746]") && text.contains("K3"), "{text}");
    for name in ["run.json", "table.csv", "report.html"] {
        assert!(study.directory.join(name).is_file(), "{name}");
    }
}

/// Base64 with XML-RPC, XDR as RFC 4506 has it with ONC RPC.
fn bytes_are_those_of_the_protocols(cells: &[CellRecord]) {
    let wire = |system: &str, photo| {
        let mut cells = cells.iter().filter(|c| c.client == c.server);
        let cell = cells.find(|c| c.system == system && c.photo == photo);
        cell.unwrap().wire.unwrap()
    };
    let photo = 1_048_576.0;
    let xml = wire("xmlrpc", true).in_bytes;
    assert!((photo * 4.0 / 3.0..photo * 1.4).contains(&xml), "{xml}");
    // RFC 5531: record mark, call header with two empty authenticators, two words of arguments.
    assert!((wire("onc-tcp", false).out_bytes - (4.0 + 40.0 + 8.0)).abs() < 1e-9);
    let onc = wire("onc-tcp", true).in_bytes;
    assert!((photo..photo + 200.0).contains(&onc), "{onc}");
}

fn programs_that_are_not_there_are_reasons(options: &Options) {
    let mut options = only(options, &["jsonrpc/java", "onc-tcp"]);
    options.programs.peers = "/nonexistent".into();
    options.rounds = Some(1);
    options.placement = Some(Placement::Same);
    let cpus = allowed_cpus();
    let study = kiraly::run(&options, &mut Silent).unwrap();
    // What moves out of the way comes back, and the record has all of the machine.
    assert_eq!(allowed_cpus(), cpus);
    assert_eq!(study.record.environment.cpus, cpus.len());
    for cell in &study.record.cells {
        match cell.system {
            "jsonrpc" => {
                let why = cell.why.as_deref().unwrap();
                assert_eq!(
                    why,
                    "java/jsonrpc_client is not built (`make peers` builds it)"
                );
                assert_eq!(cell.run_s, None);
            }
            _ => assert!(cell.run_s.is_some()),
        }
    }
    let html = study.render(Format::Html);
    assert!(html.contains("java/jsonrpc_client is not built"));
}

/// Somebody interrupts it in the second round.
fn a_run_that_is_stopped_is_readable(options: &Options) {
    let mut options = only(options, &["onc-tcp"]);
    options.stop = std::sync::Arc::default();
    let mut progress = StopInRound2(std::sync::Arc::clone(&options.stop));
    let study = kiraly::run(&options, &mut progress).unwrap();
    assert_eq!(study.record.cut_short.as_deref(), Some("interrupted"));
    for cell in &study.record.cells {
        let measured = cell.rounds.iter().map(Option::is_some).collect::<Vec<_>>();
        assert_eq!(measured, [true, false, false]);
    }
    assert!(study.render(Format::Text).contains("CUT SHORT"));
    assert_eq!(lines(&study.directory).len(), 1 + 2 + 2);
}

struct StopInRound2(std::sync::Arc<std::sync::atomic::AtomicBool>);

impl Progress for StopInRound2 {
    fn begin(&mut self, _: std::time::Duration) {}
    fn stage(&mut self, name: &str) {
        if name.starts_with("round 2") {
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
    let text = std::fs::read_to_string(directory.join("samples.jsonl")).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    lines.collect()
}
