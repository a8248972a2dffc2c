//! Figures of ours beside those of outside instruments, over a link on which a call takes so long that what
//! an instrument costs itself does not count: round trips as a client of the lab tells them, and as the packets
//! of the same calls show them in a capture of the client's side of the link; and the latency of an open loop
//! beside that of nghttp2's `h2load`.

use std::net::SocketAddrV4;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use manyrpc_lab::load::{LoadCommand, Outcome, Plan, Process as Arriving};
use manyrpc_measure::capture::{packets, round_trips};
use manyrpc_measure::machine::process::{self, Answer, Process, Program};
use manyrpc_measure::net::namespaces::{Namespaces, SERVER};

use super::far::pair;
use super::tries::one_of_a_few;

const PATIENCE: Duration = Duration::from_secs(20);

/// Two seconds of calls or less at 10 Mbit/s.
const CALLS: usize = 40;

/// Systems whose packets go one way and then the other, as calls do: not those that acknowledge within a call.
const SYSTEMS: [&str; 8] = [
    "raw-udp", "raw-tcp", "onc-udp", "onc-tcp", "json-rpc", "xml-rpc", "grpc", "dce-co",
];

/// The quarter of the calls that other work of the machine disturbed least lies within 3 % of what others saw.
pub(super) fn all() {
    let both = Namespaces::new(&"10Mbit".parse().expect("a link")).expect("two namespaces");
    round_trips_are_those_of_the_packets(&both);
    an_open_loop_is_that_of_h2load(&both);
}

fn round_trips_are_those_of_the_packets(both: &Namespaces) {
    for system in SYSTEMS {
        let (_server, mut client, address) = pair(both, system);
        one_of_a_few(|| {
            let capture = Capture::start(both);
            let command = format!("run echo:8000 {CALLS}");
            client.send_line(&command).expect("it listens");
            let line = client.line(PATIENCE).expect("an answer");
            let told = Answer::parse(&line).expect("no error").ns;
            let seen: Vec<u64> = capture
                .end(both, address)
                .iter()
                .map(|trip| trip.as_nanos() as u64)
                .collect();
            // A client looks at one result in full beside those that it times, and HTTP/2 has words of its own
            // between calls: a few more trips do not move the quartile.
            if !(CALLS..=CALLS + CALLS / 4).contains(&seen.len()) {
                return Err(format!("{system}: {} trips were seen", seen.len()));
            }
            agreed(system, quartile(told), ("its packets", quartile(seen)))
        });
    }
}

fn agreed(what: &str, ours: u64, (whose, theirs): (&str, u64)) -> Result<(), String> {
    let apart = (ours as f64 / theirs as f64 - 1.0) * 100.0;
    let said = format!("{what}: ours {ours} ns, {whose} {theirs} ns, {apart:+.2} %");
    println!("{said}");
    (apart.abs() < 3.0).then_some(()).ok_or(said)
}

/// Calls a second of the open loop: the link is busy for a quarter of the time each way.
const RATE: f64 = 30.0;

fn an_open_loop_is_that_of_h2load(both: &Namespaces) {
    let (_server, mut client, address) = pair(both, "json-rpc-http");
    let own = |what| {
        let name = format!("manyrpc-h2load-{}-{what}", std::process::id());
        std::env::temp_dir().join(name)
    };
    let (body, log) = (own("body"), own("log"));
    // 8,000 bytes in Base64, as the lab's client sends them.
    let base64 = format!("{}=", "A".repeat(10_667));
    let request = format!(r#"{{"jsonrpc":"2.0","method":"echo","params":["{base64}"],"id":1}}"#);
    std::fs::write(&body, request).expect("a file for the request");
    let script = format!(
        "rm -f {log}; h2load --h1 -c1 -m1 -n60 --rps {RATE} -H 'content-type: application/json' \
         -d {body} --log-file={log} http://{address}/ >&2; echo $?",
        body = body.display(),
        log = log.display()
    );
    let plan = Plan::open(RATE, Arriving::Constant, 2.0);
    let mix = "echo:8000".to_owned();
    let order = LoadCommand { mix, plan }.command();
    one_of_a_few(|| {
        let mut h2load = Process::start(&both.client(&shell(&script))).expect("a shell");
        assert_eq!(h2load.line(PATIENCE).expect("h2load"), "0");
        let theirs = logged(&std::fs::read_to_string(&log).expect("h2load writes it"));
        assert_eq!(theirs.len(), 60);
        client.send_line(&order).expect("it listens");
        let line = client.line(PATIENCE).expect("an answer");
        let ours: Outcome = process::parse(&line).expect("no error");
        assert!(ours.failed.is_empty() && ours.done >= 50, "{ours:?}");
        let latency = ours.latency.at(0.25).expect("calls");
        agreed(
            "json-rpc-http, open loop",
            latency,
            ("h2load", quartile(theirs)),
        )
    });
    for file in [body, log] {
        std::fs::remove_file(file).expect("it is there");
    }
}

/// Nanoseconds of each request in a log of `h2load`: when it began, its status, microseconds.
fn logged(log: &str) -> Vec<u64> {
    let each = log.lines().map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        assert_eq!(fields[1], "200", "{line}");
        let us: u64 = fields[2].parse().expect("microseconds");
        us * 1000
    });
    each.collect()
}

/// A quarter took no longer than this.
fn quartile(mut ns: Vec<u64>) -> u64 {
    ns.sort_unstable();
    ns[ns.len() / 4]
}

/// `dumpcap` at the client's end of the link, and its file, gone with it.
struct Capture {
    file: PathBuf,
    dumpcap: Process,
}

const LAST: &str = "the end of this capture";

impl Capture {
    fn start(both: &Namespaces) -> Self {
        let name = format!("manyrpc-agreement-{}.pcap", std::process::id());
        let file = std::env::temp_dir().join(name);
        let script = format!(
            "PATH=$PATH:/usr/sbin; exec dumpcap -q -i near -P -s 100 -f ip -w {} 2>&1",
            file.display()
        );
        let mut dumpcap = Process::start(&both.client(&shell(&script))).expect("a shell");
        // It has begun when it names its file.
        while !dumpcap
            .line(PATIENCE)
            .expect("dumpcap")
            .starts_with("File:")
        {}
        Capture { file, dumpcap }
    }

    /// The round trips of all that was captured. It is written in order, a little later.
    fn end(self, both: &Namespaces, server: SocketAddrV4) -> Vec<Duration> {
        let script = format!("echo '{LAST}' >/dev/udp/{SERVER}/9");
        let mut last = Process::start(&both.client(&shell(&script))).expect("a shell");
        assert!(last.ended(PATIENCE).is_some());
        let until = Instant::now() + PATIENCE;
        while !holds(&self.file, LAST.as_bytes()) {
            assert!(Instant::now() < until, "the capture has no end");
        }
        drop(self.dumpcap);
        let found = packets(&self.file).expect("a capture");
        std::fs::remove_file(&self.file).expect("it is there");
        round_trips(&found, server)
    }
}

fn shell(script: &str) -> Program {
    Program {
        path: "bash".into(),
        arguments: ["-c", script].map(Into::into).into(),
    }
}

fn holds(file: &Path, text: &[u8]) -> bool {
    let bytes = std::fs::read(file).expect("it is there");
    bytes.windows(text.len()).any(|window| window == text)
}
