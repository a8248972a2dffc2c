//! `manyrpc load` as its users meet it.

#[path = "support/program.rs"]
mod program;

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use program::{Scratch, Serving, interfaces, manyrpc, run};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

/// What a load printed as JSON.
fn made(arguments: &[&str]) -> Value {
    let done = run(&[&["load"], arguments, &["--format", "json"]].concat());
    assert_eq!(done.code, 0, "{arguments:?}: {done:?}");
    serde_json::from_str(&done.stdout).unwrap()
}

#[test]
fn our_own_systems_have_their_servers_started() {
    for system in ["onc-udp", "grpc"] {
        let load = made(&[system, "nothing=1,echo:100=1", "-n", "200", "-c", "2"]);
        assert_eq!(load["outcome"]["done"], 200, "{load}");
        assert!(load["latency_ns"]["p50"].as_u64().unwrap() > 0, "{load}");
        assert!(load["outcome"]["server_cpu_ns"].is_u64(), "{load}");
    }
    let done = run(&["load", "raw-tcp", "-n", "100", "--per-call"]);
    assert_eq!(done.code, 0, "{done:?}");
    let first = "closed loop; 1 client, 1 connection each, opened for each call\n";
    assert!(done.stdout.starts_with(first), "{done:?}");
    assert!(done.stdout.contains("100 made, 100 succeeded, 0 failed"));
}

#[test]
fn any_server_can_be_loaded() {
    let bench = interfaces().join("bench.x").display().to_string();
    for listen in ["dce+tcp://127.0.0.1:0", "jsonrpc+tcp://127.0.0.1:0"] {
        let serving = Serving::start(&[listen, "--echo", "--quiet"]);
        let call = [
            serving.binding(),
            "--idl",
            &bench,
            "echo",
            r#"[{"hex":"00ff"}]"#,
        ];
        let how = [
            "--rate",
            "200",
            "--for",
            "0.5",
            "--warm-up",
            "0.1",
            "--clients",
            "2",
        ];
        let load = made(&[&call[..], &how].concat());
        // 200 a second from 0.1 to 0.5 s, and all of them went well.
        assert_eq!(load["outcome"]["done"], 80, "{load}");
        assert_eq!(load["plan"]["arrivals"]["open"]["rate"], 200.0);
        let rate = load["calls_per_s"].as_f64().unwrap();
        // A busy machine ends later than the last call was due, and never earlier.
        assert!(rate > 0.0 && rate <= 200.1, "{rate}");
    }
}

#[test]
fn methods_are_called_without_a_definition() {
    let serving = Serving::start(&["jsonrpc+http://127.0.0.1:0", "--echo", "--quiet"]);
    let load = made(&[serving.binding(), "add", "[2, 3]", "-n", "20"]);
    assert_eq!(load["outcome"]["done"], 20, "{load}");
    // Every call is refused, and that is said.
    let done = run(&["load", serving.binding(), "subtract", "[2, 3]", "-n", "20"]);
    assert_eq!(done.code, 1, "{done:?}");
    assert!(
        done.stdout.contains("20 made, 0 succeeded, 20 failed"),
        "{done:?}"
    );
    assert!(done.stdout.contains("      20 × "), "{done:?}");
}

#[test]
fn an_interrupt_gives_what_was_measured_so_far() {
    let mut child = manyrpc(&["load", "onc-tcp", "--for", "1000"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    stderr.read_line(&mut line).unwrap();
    assert_eq!(line, "this will take about 1000 s\n");
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(130), "{text}");
    assert!(text.contains("stopped early"), "{text}");
}

#[test]
fn a_load_is_made_where_servers_are() {
    let between = ["--between", "namespaces,10Mbit", "--background", "10%"];
    let load = made(&[&["onc-tcp", "echo:8000", "-n", "20"][..], &between].concat());
    assert_eq!(load["outcome"]["done"], 20, "{load}");
    // 8,000 bytes there and back take 13 ms at that rate, less a frame each way.
    assert!(
        load["latency_ns"]["p50"].as_u64().unwrap() > 10_000_000,
        "{load}"
    );
    assert!(load["outcome"]["server_cpu_ns"].is_u64(), "{load}");
    let link = load["link"].as_str().unwrap();
    assert!(
        link.contains("10Mbit each way") && link.contains("10% each way"),
        "{link}"
    );
    loads_over_different_links_are_not_compared(&load);
    // Two processes, through a relay that delays.
    let done = run(&[
        "load",
        "grpc",
        "-n",
        "20",
        "--clients",
        "2",
        "--impair",
        "delay=5ms",
    ]);
    assert_eq!(done.code, 0, "{done:?}");
    assert!(
        done.stdout.contains("link: loopback") && done.stdout.contains("delay=5ms"),
        "{done:?}"
    );
    assert!(
        done.stdout.contains("20 made, 20 succeeded, 0 failed"),
        "{done:?}"
    );
}

fn loads_over_different_links_are_not_compared(there: &Value) {
    let scratch = Scratch::new("load-links");
    let here = made(&["onc-tcp", "echo:8000", "-n", "20"]);
    assert!(here["link"].is_null(), "{here}");
    let files = [("here.json", &here), ("there.json", there)].map(|(name, load)| {
        let path = scratch.path(name);
        std::fs::write(&path, load.to_string()).unwrap();
        path
    });
    let done = run(&["diff", &files[0], &files[1]]);
    assert_eq!(done.code, 2, "{done:?}");
    assert!(
        done.stderr.contains("different ways (link null in A"),
        "{done:?}"
    );
}

#[test]
fn misuse_is_said_before_anything_is_started() {
    let bench = interfaces().join("bench.x").display().to_string();
    let at = "onc+tcp://127.0.0.1:1";
    let cases: &[(&[&str], i32, &str)] = &[
        (&["onc-udp", "--rate", "0"], 2, "calls per second"),
        (&["onc-udp", "morse"], 2, "no workload"),
        (&["onc-udp", "add", "[1]"], 2, "arguments of their own"),
        (
            &["onc-udp", "--think", "1", "--rate", "5"],
            2,
            "cannot be used",
        ),
        (
            &["onc-udp", "--rate", "5", "--arrivals", "burst:3"],
            2,
            "burst:N:FACTOR",
        ),
        (
            &["onc-udp", "--for", "1", "--warm-up", "1"],
            2,
            "warm-up must be shorter",
        ),
        (&["morse", "add"], 2, "morse"),
        (&["onc-udp", "--between", "mars"], 2, "namespaces,10Mbit"),
        (&["onc-tcp", "--impair", "loss=5%"], 2, "it runs over TCP"),
        (
            &[at, "--idl", &bench, "add", "[1, 2]", "--impair", "loss=5%"],
            2,
            "`manyrpc relay`",
        ),
        (&[at, "--idl", &bench], 2, "name the operation"),
        (&[at, "add", "[1, 2]"], 2, "name the definition"),
        (
            &[at, "--idl", &bench, "add", "[1]"],
            2,
            "expected 2 parameters",
        ),
        (&[at, "--idl", &bench, "add", "-"], 2, "@FILE"),
        (&[at, "--idl", &bench, "add", "[1, 2]"], 1, "cannot reach"),
    ];
    for (arguments, code, said) in cases {
        let done = run(&[&["load"], *arguments].concat());
        assert_eq!(done.code, *code, "{arguments:?}: {done:?}");
        assert!(done.stderr.contains(said), "{arguments:?}: {done:?}");
    }
}
