//! Measuring on two hosts: a real agent in one network namespace, who measures in another.

#[path = "support/program.rs"]
#[expect(dead_code, reason = "each test uses a part of it")]
mod program;

use std::ffi::OsString;
use std::path::Path;
use std::time::{Duration, Instant};

use manyrpc_measure::child::LISTEN;
use manyrpc_measure::machine::process::{Process, Program};
use manyrpc_measure::net::namespaces::{Link, Namespaces};
use program::Scratch;
use serde_json::Value as Json;

const PATIENCE: Duration = Duration::from_secs(120);

struct Hosts {
    agent: Process,
    /// Where it listens.
    at: String,
    scratch: Scratch,
    both: Namespaces,
}

fn manyrpc(arguments: &[&str]) -> Program {
    Program {
        path: env!("CARGO_BIN_EXE_manyrpc").into(),
        arguments: arguments.iter().map(OsString::from).collect(),
    }
}

impl Hosts {
    fn new(name: &str) -> Self {
        let scratch = Scratch::new(name);
        let key = scratch.path("lab.key");
        new_key(&key);
        let both = Namespaces::new(&Link::default()).expect("two namespaces");
        let listen = ["agent", "--listen", "10.77.0.2:0", "--key-file", &key];
        let mut agent = Process::start(&both.server(&manyrpc(&listen))).expect("an agent");
        let at = agent.line(PATIENCE).expect("its address");
        assert!(at.starts_with("10.77.0.2:"), "{at}");
        Hosts {
            agent,
            at,
            scratch,
            both,
        }
    }

    /// A study that writes its record to a file of that name.
    fn study(&self, arguments: &[&str], key: &str, record: &str) -> Process {
        self.measure(&[&["study"], arguments].concat(), key, record)
    }

    /// The same of any command that measures.
    fn measure(&self, command: &[&str], key: &str, record: &str) -> Process {
        let between = format!("hosts={}", self.at);
        let (key, runs) = (self.scratch.path(key), self.scratch.path("runs"));
        let output = self.scratch.path(record);
        let usual = [
            "--between",
            &between,
            "--key-file",
            &key,
            "--runs",
            &runs,
            "--format",
            "json",
            "-o",
            &output,
        ];
        let ours = env!("CARGO_BIN_EXE_manyrpc");
        // Loopback is loopback on its host, whatever clients there are told.
        let alone = ["-u", LISTEN, ours];
        let measuring = Program {
            path: "env".into(),
            arguments: [&alone[..], command, &usual]
                .concat()
                .iter()
                .map(OsString::from)
                .collect(),
        };
        Process::start(&self.both.client(&measuring)).expect("a command")
    }

    fn record(&self, record: &str) -> Json {
        let text = std::fs::read_to_string(self.scratch.path(record)).expect("a record");
        serde_json::from_str(&text).expect("json")
    }

    /// The processes that the agent has started.
    fn servers(&self) -> Vec<u32> {
        self.agent.family().split_off(1)
    }
}

fn new_key(path: &str) {
    let done = program::run(&["agent", "--new-key", path]);
    assert_eq!(done.code, 0, "{done:?}");
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "waited in vain for {what}");
        std::thread::yield_now();
    }
}

fn ended(study: &mut Process) -> String {
    study.ended(PATIENCE).expect("it comes to an end")
}

fn is_there(process: u32) -> bool {
    Path::new(&format!("/proc/{process}/task")).exists()
}

fn kill(process: u32) {
    let id = rustix::process::Pid::from_raw(process as i32).expect("a process");
    rustix::process::kill_process(id, rustix::process::Signal::KILL).expect("it is ours");
}

#[test]
fn a_study_has_its_servers_on_another_host() {
    let hosts = Hosts::new("agent-study");
    let only = "raw-udp,onc-tcp,dce-cl,libtirpc-udp";
    let arguments = ["netwise", "--quick", "--rounds", "1", "--only", only];
    let mut study = hosts.study(&arguments, "lab.key", "record.json");
    let how = ended(&mut study);
    assert!(how.contains("exit status: 0"), "{how}");
    let record = hosts.record("record.json");
    let cells = record["cells"].as_array().expect("cells");
    assert_eq!(cells.len(), 8 * 4);
    for cell in cells {
        let figure = cell["figures"]["mean_ns"]["rounds"][0].as_f64();
        match cell["cell"]["system"].as_str() {
            Some("libtirpc-udp") => {
                let why = cell["cannot"].as_str().expect("a reason");
                assert!(
                    why.contains("own servers") || why.contains("not built"),
                    "{why}"
                );
            }
            _ => assert!(figure.is_some_and(|ns| ns > 1000.0), "{cell}"),
        }
    }
    costs_are_of_both_hosts(cells);
    let link = record["environment"]["link"].as_str().expect("a link");
    assert!(
        link.contains("two hosts") && link.contains("there: "),
        "{link}"
    );
    until("the end of all servers", || hosts.servers().is_empty());
}

/// The agent tells what its servers used. System calls it can count where it may.
fn costs_are_of_both_hosts(cells: &[Json]) {
    let measured = cells.iter().filter(|cell| cell["cannot"].is_null());
    let mut cpu_ns = [0.0; 2];
    for cell in measured {
        let of = |figure: &str| {
            let rounds = cell["figures"][figure]["rounds"].as_array();
            rounds.and_then(|rounds| rounds.iter().find_map(Json::as_f64))
        };
        for (side, sum) in ["client", "server"].into_iter().zip(&mut cpu_ns) {
            let used = of(&format!("{side}_cpu_ns")).unwrap_or_else(|| panic!("{side}: {cell}"));
            *sum += used;
            let switches = of(&format!("{side}_waits")).zip(of(&format!("{side}_preemptions")));
            let switches = switches.map(|(waits, preemptions)| waits + preemptions);
            assert!(switches.is_some_and(|n| n > 0.5), "{side}: {cell}");
            let calls = of(&format!("{side}_system_calls"));
            // Two, and what is done now and then may be in the shorter of two runs.
            assert!(calls.is_none_or(|n| n >= 1.5), "{side}: {cell}");
        }
        let known = |side: &str| of(&format!("{side}_system_calls")).is_some();
        assert_eq!(known("client"), known("server"), "{cell}");
    }
    // Of all together: a virtual machine's host may have taken as much away as one cell needs.
    assert!(cpu_ns.iter().all(|ns| *ns > 0.0), "{cpu_ns:?}");
}

/// All parts of the study, servers that are killed and started anew by the agent with their count among them.
#[test]
fn the_counter_test_has_its_servers_on_another_host() {
    let hosts = Hosts::new("agent-levy");
    let arguments = ["levy", "--quick", "--rounds", "1", "--only", "ncs"];
    let mut study = hosts.study(&arguments, "lab.key", "record.json");
    let how = ended(&mut study);
    assert!(how.contains("exit status: 0"), "{how}");
    let record = hosts.record("record.json");
    let cells = record["cells"].as_array().expect("cells");
    // Connections and places and sizes; protection and loads; protection and networks.
    assert_eq!(cells.len(), 2 * 2 * 4 + 2 * 2 + 2 * 2);
    for cell in cells {
        assert!(
            cell["cannot"].is_null() && cell["failures"] == Json::Array(Vec::new()),
            "{cell}"
        );
        let of = |figure: &str| cell["figures"][figure]["rounds"][0].as_f64();
        match cell["cell"]["part"].as_str() {
            Some("speed") => assert!(of("run_s").is_some_and(|s| s > 0.0), "{cell}"),
            _ => {
                assert!(of("calls").is_some_and(|calls| calls >= 500.0), "{cell}");
                assert_eq!(of("lost"), Some(0.0), "{cell}");
                let is_on = cell["cell"]["protection"] == "on";
                assert!(!is_on || of("duplicated") == Some(0.0), "{cell}");
            }
        }
        let restarts = cell["cell"]["network"] == "server restarts";
        assert!(!restarts || of("restarts") == Some(5.0), "{cell}");
    }
    until("the end of all servers", || hosts.servers().is_empty());
}

#[test]
fn systems_are_compared_with_their_servers_on_another_host() {
    let hosts = Hosts::new("agent-compare");
    let command = [
        "compare",
        "--quick",
        "--rounds",
        "2",
        "--placement",
        "free",
        "--with-peers",
        "--systems",
        "onc-tcp,dce-cl,libtirpc-udp",
        "--workloads",
        "nothing,info",
    ];
    let mut compare = hosts.measure(&command, "lab.key", "record.json");
    let how = ended(&mut compare);
    assert!(how.contains("exit status: 0"), "{how}");
    let record = hosts.record("record.json");
    for cell in record["cells"].as_array().expect("cells") {
        match cell["system"].as_str() {
            Some("libtirpc-udp" | "raw-udp-c" | "raw-tcp-c") => {
                let why = cell["failed"].as_str().expect("a reason");
                assert!(
                    why.contains("own servers") || why.contains("not built"),
                    "{why}"
                );
            }
            _ => {
                let median = cell["measured"]["median_ns"].as_u64();
                assert!(median.is_some_and(|ns| ns > 1000), "{cell}");
            }
        }
    }
    // The floor in C cannot be there, so it is ours.
    let mut systems = record["systems"].as_array().expect("systems").iter();
    let system = systems.find(|system| system["id"] == "onc-tcp");
    assert_eq!(system.expect("it was asked for")["floor"], "raw-tcp");
    let link = record["environment"]["link"].as_str().expect("a link");
    assert!(
        link.contains("two hosts") && link.contains("there: "),
        "{link}"
    );
    until("the end of all servers", || hosts.servers().is_empty());
}

#[test]
fn who_has_no_key_or_another_is_refused() {
    let hosts = Hosts::new("agent-key");
    new_key(&hosts.scratch.path("other.key"));
    let arguments = ["netwise", "--quick", "--only", "raw-udp"];
    let mut study = hosts.study(&arguments, "other.key", "record.json");
    let how = ended(&mut study);
    assert!(how.contains("exit status: 2"), "{how}");
    assert!(how.contains("it refuses us: it has another key"), "{how}");
    // Nothing was begun.
    assert!(!Path::new(&hosts.scratch.path("runs")).exists());
    let between = format!("hosts={}", hosts.at);
    let done = program::run(&["study", "ipc", "--between", &between]);
    assert_eq!(done.code, 2);
    assert!(done.stderr.contains("--key-file"), "{done:?}");
    let again = program::run(&["agent", "--new-key", &hosts.scratch.path("lab.key")]);
    assert_eq!(again.code, 2, "a key is never written over");
}

/// A run that would be long: one cell, many rounds.
const LONG: [&str; 5] = ["ipc", "--only", "onc-tcp", "--rounds", "1000"];

#[test]
fn an_agent_that_is_gone_is_a_reason() {
    let hosts = Hosts::new("agent-gone");
    let mut study = hosts.study(&LONG, "lab.key", "record.json");
    until("a server", || !hosts.servers().is_empty());
    let servers = hosts.servers();
    kill(hosts.agent.id());
    let how = ended(&mut study);
    assert!(how.contains("exit status: 0"), "{how}");
    let record = hosts.record("record.json");
    let failures = &record["cells"][0]["failures"];
    let why = |n: usize| failures[n]["why"].as_str().unwrap_or_default();
    assert!(why(0).contains("agent"), "{failures}");
    assert!(
        why(1).contains(&format!("the agent at {}", hosts.at)),
        "{failures}"
    );
    for server in servers {
        until("the end of its server", || !is_there(server));
    }
}

#[test]
fn a_study_that_is_gone_leaves_no_server() {
    let hosts = Hosts::new("agent-left");
    let study = hosts.study(&LONG, "lab.key", "record.json");
    until("a server", || !hosts.servers().is_empty());
    kill(study.id());
    until("the end of its servers", || hosts.servers().is_empty());
    // And the agent serves the next.
    let arguments = ["netwise", "--quick", "--rounds", "1", "--only", "raw-udp"];
    let mut study = hosts.study(&arguments, "lab.key", "next.json");
    let how = ended(&mut study);
    assert!(how.contains("exit status: 0"), "{how}");
}
