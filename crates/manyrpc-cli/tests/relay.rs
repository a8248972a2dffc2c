//! `manyrpc relay`: calls through a bad network, and what it says of itself.

#[path = "support/program.rs"]
mod program;

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStdout, Stdio};

use program::{Serving, interfaces, manyrpc, run};
use rustix::process::{Pid, Signal, kill_process};

/// A relay that runs, and where.
struct Relay {
    child: Child,
    output: BufReader<ChildStdout>,
    address: String,
}

impl Relay {
    fn start(arguments: &[&str]) -> Self {
        let mut child = manyrpc(&["relay"])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut address = String::new();
        output.read_line(&mut address).unwrap();
        Relay {
            child,
            output,
            address: address.trim().to_owned(),
        }
    }

    /// What it says at its end.
    fn interrupt(mut self) -> String {
        kill_process(Pid::from_child(&self.child), Signal::INT).unwrap();
        let mut said = String::new();
        self.output.read_to_string(&mut said).unwrap();
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
        said
    }
}

fn add(scheme: &str, address: &str) -> String {
    let definition = interfaces().join("bench.x").display().to_string();
    let target = format!("{scheme}://{address}");
    let done = run(&["call", &target, "--idl", &definition, "add", "[2, 40]"]);
    format!("{}{}", done.stdout, done.stderr)
}

fn row<'t>(table: &'t str, name: &str) -> Vec<&'t str> {
    let row = table.lines().find_map(|line| line.strip_prefix(name));
    row.expect("there is such a row")
        .split_whitespace()
        .collect()
}

#[test]
fn datagrams_arrive_twice_and_the_calls_are_answered() {
    let server = Serving::start(&["onc+udp://127.0.0.1:0", "--reply", "add=42"]);
    let to = server.binding().replace("onc+udp://", "");
    let relay = Relay::start(&["--to", &to, "--impair", "dup=100%,delay=1ms/none"]);
    for _ in 0..3 {
        assert!(add("onc+udp", &relay.address).contains("42"));
    }
    let said = relay.interrupt();
    assert_eq!(row(&said, "duplicated"), ["3", "0"], "{said}");
    assert_eq!(row(&said, "clients"), ["3"], "{said}");
}

#[test]
fn connections_are_slowed_and_counted() {
    let server = Serving::start(&["onc+tcp://127.0.0.1:0", "--reply", "add=42"]);
    let to = server.binding().replace("onc+tcp://", "");
    let relay = Relay::start(&["--to", &to, "--tcp", "--impair", "delay=3ms"]);
    assert!(add("onc+tcp", &relay.address).contains("42"));
    // RFC 5531: a record mark, 40 bytes of header and two integers; and a record mark, 24 bytes
    // and one.
    assert_eq!(row(&relay.interrupt(), "bytes"), ["52", "32"]);
}

#[test]
fn what_cannot_be_is_said() {
    for (arguments, code, hint) in [
        (
            &["--to", "127.0.0.1:1", "--impair", "los=3%"][..],
            2,
            "there are loss=5%",
        ),
        (&["--to", "nowhere"], 2, "no HOST:PORT"),
        (
            &["--to", "127.0.0.1:1", "--tcp", "--impair", "loss=3%"],
            1,
            "give it delay",
        ),
        (
            &["--to", "127.0.0.1:1", "--listen", "192.0.2.1:1"],
            1,
            "cannot relay at 192.0.2.1:1",
        ),
        (
            &["--to", "127.0.0.1:1", "--tcp", "--udp"],
            2,
            "cannot be used with",
        ),
        (&[], 2, "--to"),
    ] {
        let mut all = vec!["relay"];
        all.extend(arguments);
        let done = run(&all);
        assert_eq!(done.code, code, "{arguments:?}: {}", done.stderr);
        assert!(done.stderr.contains(hint), "{arguments:?}: {}", done.stderr);
    }
}
