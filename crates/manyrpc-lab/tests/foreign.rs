//! Ours and theirs, both directions, every workload, on the real wire.
//!
//! The foreign programs are built by `make peers` (`make test` does so first); a test fails
//! where they are missing. What does not work is listed in `known_failures.txt`, which only
//! shrinks: a listed case that passes fails the test until its line is removed.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use manyrpc::{Client, Server};
use manyrpc_lab::application::Application;
use manyrpc_lab::generated::bench::{BenchV1Client, BenchV1Server, InfoRequest};
use manyrpc_lab::workload::pattern;

const WORKLOADS: [&str; 15] = [
    "nothing",
    "add",
    "echo:0",
    "echo:12",
    "echo:512",
    "echo:8192",
    "echo:16000",
    "echo:65536",
    "ints:100",
    "ints:1000",
    "concat",
    "info",
    "info-photo",
    "count",
    "echo:1000000",
];

/// A foreign program; it ends when its standard input closes.
struct Peer {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Peer {
    fn start(program: &str, arguments: &[&str]) -> Self {
        let path = root().join("peers/build").join(program);
        let mut child = Command::new(&path)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|e| panic!("{}: {e}; `make peers` builds it", path.display()));
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("standard output is piped"));
        Peer {
            child,
            input,
            output,
        }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("a line of UTF-8");
        line
    }

    /// The port that a server says it listens on.
    fn port(&mut self) -> u16 {
        let line = self.line();
        let port = line
            .trim()
            .strip_prefix("PORT ")
            .and_then(|p| p.parse().ok());
        port.unwrap_or_else(|| panic!("expected PORT n, got {line:?}"))
    }

    /// Carries out a client's command: how many calls were timed, or why none.
    fn run(&mut self, command: &str) -> Result<usize, String> {
        writeln!(
            self.input.as_mut().expect("open until dropped"),
            "{command}"
        )
        .map_err(|e| e.to_string())?;
        let line = self.line();
        let json: serde_json::Value =
            serde_json::from_str(&line).map_err(|e| format!("{e}: {line}"))?;
        match (json["ns"].as_array(), json["error"].as_str()) {
            (Some(ns), _) => Ok(ns.len()),
            (None, why) => Err(why.unwrap_or("no figures").to_owned()),
        }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.child.wait();
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Compares what failed with the list of what is known to fail.
fn judge(direction: &str, results: Vec<(String, Result<(), String>)>) {
    let list = include_str!("known_failures.txt");
    let known: Vec<&str> = list
        .lines()
        .filter(|l| !l.starts_with('#'))
        .filter_map(|l| l.split(" -- ").next())
        .collect();
    let mut wrong = Vec::new();
    for (case, result) in results {
        let name = format!("{direction} {case}");
        match (result, known.contains(&name.as_str())) {
            (Ok(()), false) | (Err(_), true) => {}
            (Ok(()), true) => {
                wrong.push(format!("{name} passes: remove it from known_failures.txt"))
            }
            (Err(why), false) => wrong.push(format!("{name}: {why}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Theirs calls ours.
#[test]
fn libtirpc_calls_us() {
    let server = Server::builder()
        .service(BenchV1Server(Application::default()))
        .listen("onc+udp://127.0.0.1:0")
        .and_then(|s| s.listen("onc+tcp://127.0.0.1:0"))
        .and_then(|s| s.start())
        .expect("loopback can be listened on");
    let mut results = Vec::new();
    for (binding, transport) in server.bindings().iter().zip(["udp", "tcp"]) {
        let text = binding.to_string();
        let port = text.rsplit(':').next().expect("it ends with its port");
        for workload in WORKLOADS {
            let mut peer = Peer::start("libtirpc/tirpc_client", &[transport, "127.0.0.1", port]);
            let result = peer.run(&format!("run {workload} 20"));
            let result = result.and_then(|n| {
                if n == 20 {
                    Ok(())
                } else {
                    Err(format!("{n} calls"))
                }
            });
            results.push((format!("{transport} {workload}"), result));
        }
    }
    judge("libtirpc-calls-us", results);
    server.stop();
}

/// Ours calls theirs.
#[test]
fn we_call_libtirpc() {
    let mut results = Vec::new();
    for transport in ["udp", "tcp"] {
        let mut server = Peer::start("libtirpc/tirpc_server", &[transport]);
        let binding = format!("onc+{transport}://127.0.0.1:{}", server.port());
        for workload in WORKLOADS {
            let client = Client::open(&binding).expect("it listens");
            let mut bench = BenchV1Client::new(client);
            let result = (0..20).try_for_each(|_| call(&mut bench, workload));
            results.push((format!("{transport} {workload}"), result));
        }
    }
    judge("we-call-libtirpc", results);
}

/// One call of a workload, its result checked.
fn call(bench: &mut BenchV1Client, workload: &str) -> Result<(), String> {
    let (name, size) = workload.split_once(':').unwrap_or((workload, "0"));
    let size: usize = size.parse().expect("sizes are numbers");
    let right = match name {
        "nothing" => bench.nothing().map(|()| true),
        "add" => bench.add(i32::MAX, -7).map(|sum| sum == i32::MAX - 7),
        "echo" => bench.echo(&pattern(size)).map(|data| data == pattern(size)),
        "ints" => {
            let values: Vec<i32> = (0..size as i32).map(|i| i * -7919).collect();
            bench.int_array(&values).map(|got| got == values)
        }
        "concat" => bench
            .concat("left ünd ", "right")
            .map(|text| text == "left ünd right"),
        "count" => bench.count(1).map(|n| n > 0),
        _ => {
            let photo = name == "info-photo";
            let wanted = InfoRequest { id: 1989, photo };
            let expected = if photo { pattern(1 << 20) } else { Vec::new() };
            bench.request(&wanted).map(|info| {
                (
                    info.id,
                    &*info.first_name,
                    &*info.email,
                    info.latitude,
                    info.longitude,
                ) == (1989, "Ada", "ada@example.org", 51.5, -0.125)
                    && info.newsletter
                    && info.age == 36
                    && *info.photo == *expected
            })
        }
    };
    match right {
        Ok(true) => Ok(()),
        Ok(false) => Err("a wrong result".to_owned()),
        Err(e) => Err(e.to_string()),
    }
}

/// The floor's wire is the same in both languages, both ways.
#[test]
fn raw_sockets_in_c() {
    for transport in ["udp", "tcp"] {
        let binding = format!("raw+{transport}://127.0.0.1:0");
        let ours = Server::builder()
            .service(BenchV1Server(Application::default()))
            .listen(&binding)
            .and_then(|s| s.start())
            .expect("loopback can be listened on");
        let text = ours.bindings()[0].to_string();
        let port = text.rsplit(':').next().expect("it ends with its port");
        let mut client = Peer::start("raw-c/raw_client", &[transport, "127.0.0.1", port]);
        for (request, reply) in [(0, 0), (12, 8192), (16000, 16000), (65000, 0)] {
            let calls = client.run(&format!("run {request} {reply} 10"));
            assert_eq!(
                calls,
                Ok(10),
                "C calls us over {transport}: {request} and {reply} bytes"
            );
        }
        ours.stop();
    }
}
