//! A foreign program driven through its standard input and output.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A foreign program; it ends when its standard input closes.
pub struct Peer {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Peer {
    pub fn start(program: &str, arguments: &[&str]) -> Self {
        Self::start_at(program, arguments, "127.0.0.1")
    }

    /// Starts a server that listens on that host.
    pub fn start_at(program: &str, arguments: &[&str], host: &str) -> Self {
        let path = root().join("peers/build").join(program);
        let mut child = Command::new(&path)
            .args(arguments)
            .env("MANYRPC_LISTEN", host)
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

    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("a line of UTF-8");
        line
    }

    /// The port that a server says it listens on.
    pub fn port(&mut self) -> u16 {
        let line = self.line();
        let port = line
            .trim()
            .strip_prefix("PORT ")
            .and_then(|p| p.parse().ok());
        port.unwrap_or_else(|| panic!("expected PORT n, got {line:?}"))
    }

    /// Carries out a client's command: what it answers; nothing if it has ended.
    pub fn ask(&mut self, command: &str) -> String {
        let input = self.input.as_mut().expect("open until dropped");
        match writeln!(input, "{command}") {
            Ok(()) => self.line().trim_end().to_owned(),
            Err(e) => e.to_string(),
        }
    }

    /// The same with one that makes calls: how many were timed, or why none.
    pub fn run(&mut self, command: &str) -> Result<usize, String> {
        let line = self.ask(command);
        let json: serde_json::Value =
            serde_json::from_str(&line).map_err(|e| format!("{e}: {line}"))?;
        match (json["ns"].as_array(), json["error"].as_str()) {
            (Some(ns), _) => Ok(ns.len()),
            (None, why) => Err(why.unwrap_or("no figures").to_owned()),
        }
    }

    /// Has a client make so many calls, each of which must succeed.
    pub fn run_all(&mut self, workload: &str, calls: usize) -> Result<(), String> {
        match self.run(&format!("run {workload} {calls}"))? {
            timed if timed == calls => Ok(()),
            timed => Err(format!("{timed} calls")),
        }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.child.wait();
    }
}

/// The folder of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
