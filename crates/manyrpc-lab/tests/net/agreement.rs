//! Figures of ours beside those of an outside instrument: round trips as a client of the lab tells them, and
//! as the packets of the same calls show them in a capture of the client's side of the link.

use std::net::SocketAddrV4;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use manyrpc_lab::capture::{packets, round_trips};
use manyrpc_lab::machine::process::{Answer, Process, Program};
use manyrpc_lab::net::namespaces::{Namespaces, SERVER};

use super::far::pair;
use super::tries::one_of_a_few;

const PATIENCE: Duration = Duration::from_secs(20);

/// Two seconds of calls or less at 10 Mbit/s.
const CALLS: usize = 40;

/// Systems whose packets go one way and then the other, as calls do: not those that acknowledge within a call.
const SYSTEMS: [&str; 8] = [
    "raw-udp", "raw-tcp", "onc-udp", "onc-tcp", "json-rpc", "xml-rpc", "grpc", "dce-co",
];

/// Medians lie within 3 % of each other.
pub(super) fn all() {
    let both = Namespaces::new(&"10Mbit".parse().expect("a link")).expect("two namespaces");
    for system in SYSTEMS {
        let (_server, mut client, address) = pair(&both, system);
        one_of_a_few(|| {
            let capture = Capture::start(&both);
            let command = format!("run echo:8000 {CALLS}");
            client.tell(&command).expect("it listens");
            let line = client.line(PATIENCE).expect("an answer");
            let told = Answer::parse(&line).expect("no error").ns;
            let seen: Vec<u64> = capture
                .end(&both, address)
                .iter()
                .map(|trip| trip.as_nanos() as u64)
                .collect();
            // A client looks at one result in full beside those that it times.
            assert!((CALLS..=CALLS + 2).contains(&seen.len()), "{}", seen.len());
            let (told, seen) = (median(told), median(seen));
            let apart = (told as f64 / seen as f64 - 1.0) * 100.0;
            println!("{system}: the client tells {told} ns, its packets {seen} ns, {apart:+.2} %");
            let agreed = apart.abs() < 3.0;
            agreed
                .then_some(())
                .ok_or(format!("{system}: {apart:+.2} %"))
        });
    }
}

fn median(mut ns: Vec<u64>) -> u64 {
    ns.sort_unstable();
    ns[ns.len() / 2]
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
