//! Studies on other testbed than loopback.

use std::path::PathBuf;
use std::str::FromStr;

use manyrpc_lab::study::experiment::Options;
use manyrpc_lab::study::kiraly::Kiraly;
use manyrpc_lab::study::netwise::Netwise;
use manyrpc_lab::study::resume;
use manyrpc_lab::study::runner::{Finished, run};
use manyrpc_lab::system::Programs;
use manyrpc_measure::net::namespaces::Link;
use manyrpc_measure::net::topology::Topology;
use manyrpc_measure::progress::Silent;
use manyrpc_measure::report::Format;

pub(super) fn all() {
    let runs = std::env::temp_dir().join(format!("manyrpc-testbed-{}", std::process::id()));
    a_study_runs_between_namespaces_and_says_so(&runs);
    a_bad_network_is_for_those_who_feel_it(&runs);
    the_matrix_of_languages_runs_between_namespaces(&runs);
    std::fs::remove_dir_all(&runs).expect("runs were made");
}

fn options(runs: &PathBuf, only: &[&str]) -> Options {
    let mut options = Options::new(Programs::find().expect("a path of our own"));
    options.runs.clone_from(runs);
    options.wanted.quick = true;
    options.wanted.rounds = Some(1);
    options.wanted.only = only.iter().map(|&o| o.to_owned()).collect();
    options
}

fn netwise(options: &Options) -> Finished {
    run(&Netwise, options, &mut Silent).expect("a run")
}

/// Children of this process, as the kernel has them.
fn children() -> usize {
    let tasks = std::fs::read_dir("/proc/self/task").expect("tasks");
    let of = |task: PathBuf| std::fs::read_to_string(task.join("children")).unwrap_or_default();
    tasks
        .flatten()
        .map(|task| of(task.path()).split_whitespace().count())
        .sum()
}

fn a_study_runs_between_namespaces_and_says_so(runs: &PathBuf) {
    let mut options = options(runs, &["raw-udp", "onc-tcp", "ncs"]);
    let link = Some("namespaces,100Mbit");
    options.wanted.between = Topology::parse(link, Some("10%"), None).expect("a link");
    let each_way = Link::from_str("100Mbit").expect("a link").least(16_000);
    let least_ns = 2.0 * each_way.as_nanos() as f64;
    let before = children();
    let finished = netwise(&options);
    assert_eq!(children(), before, "namespaces and traffic are gone");
    for cell in &finished.record.cells {
        assert_eq!(cell.why(), None, "{}", cell.cell);
        assert!(cell.interval("mean_ns").is_some() || cell.figures.contains_key("mean_ns"));
        if cell.cell.level("shape") == "Opaque 16000" {
            let mean_ns = cell.figures["mean_ns"].rounds[0].expect("a figure");
            assert!(mean_ns > least_ns, "{}: {mean_ns}", cell.cell);
        }
    }
    let text = finished.render(Format::Text);
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "two network namespaces of one machine",
        "100Mbit each way",
        "10% each way",
    ] {
        assert!(flat.contains(part), "no `{part}` in {text}");
    }
    // Whoever goes on with it does so on the same testbed, whatever they say.
    let mut others = options.clone();
    others.wanted.between = Topology::default();
    let again = resume(&finished.directory, others, &mut Silent).expect("the same run");
    assert_eq!(again.record.head.wanted.between, options.wanted.between);
}

fn a_bad_network_is_for_those_who_feel_it(runs: &PathBuf) {
    let mut options = options(runs, &["onc-udp", "onc-tcp"]);
    options.wanted.between = Topology::parse(None, None, Some("dup=20%")).expect("impairments");
    let finished = netwise(&options);
    for cell in &finished.record.cells {
        match cell.cell.level("system") {
            "onc-tcp" => {
                let why = cell.why().expect("a reason");
                assert!(why.starts_with("it runs over TCP: loss, dup"), "{why}");
            }
            _ => {
                assert_eq!(cell.why(), None, "{}", cell.cell);
                assert!(cell.figures.contains_key("mean_ns"));
                // Bytes are of the protocol, not of the network.
                let void = cell.cell.level("shape") == "Void";
                assert!(!void || cell.figures["out_bytes"].rounds[0] == Some(40.0));
            }
        }
    }
    assert!(finished.render(Format::Text).contains("dup=20%"));
}

fn the_matrix_of_languages_runs_between_namespaces(runs: &PathBuf) {
    let mut options = options(runs, &["grpc/go", "xmlrpc/ruby", "jsonrpc/java"]);
    options.wanted.between = Topology::parse(Some("namespaces"), None, None).expect("namespaces");
    let finished = run(&Kiraly, &options, &mut Silent).expect("a run");
    assert_eq!(finished.record.cells.len(), 2 * 3);
    for cell in &finished.record.cells {
        assert_eq!(cell.why(), None, "{}", cell.cell);
        for figure in ["run_s", "call_ns", "out_bytes", "in_bytes"] {
            assert!(cell.figures.contains_key(figure), "{}: {figure}", cell.cell);
        }
    }
}
