//! Foreign codecs, which time themselves.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A foreign codec in its own process.
pub(crate) struct Peer {
    process: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Peer {
    /// Starts a program below `peers/build`, if it is built.
    pub(crate) fn start(program: &str) -> Option<Peer> {
        let peers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../peers/build");
        let built = peers.join(program);
        let mut process = Command::new(built)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .ok()?;
        let (to, from) = (
            process.stdin.take()?,
            BufReader::new(process.stdout.take()?),
        );
        Some(Peer { process, to, from })
    }

    /// Nanoseconds per call.
    pub(crate) fn time(&mut self, command: &str, count: u32) -> f64 {
        writeln!(self.to, "{command} {count}").expect("the peer reads its commands");
        let mut line = String::new();
        self.from.read_line(&mut line).expect("the peer answers");
        let number = line.split_once("\"ns_per_op\":").map(|(_, rest)| rest);
        let number = number.and_then(|rest| rest.split([',', '}']).next()?.parse().ok());
        number.unwrap_or_else(|| panic!("the peer answered {line}"))
    }

    pub(crate) fn end(mut self) {
        drop(self.to);
        let _ = self.process.wait();
    }
}
