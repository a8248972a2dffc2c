//! scapy as a checker of our datagrams, as a client and as a server.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Debian's Python, for Debian's scapy.
fn start(script: &str, arguments: &[&str]) -> Child {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../peers/scapy");
    Command::new("/usr/bin/python3")
        .arg(folder.join(script))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Python, which scripts/setup.sh brings")
}

/// scapy's view of each datagram.
pub(crate) fn check(datagrams: &[&[u8]]) -> Vec<String> {
    let mut child = start("packets.py", &["check"]);
    let (mut input, mut output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let lines: String = datagrams.iter().map(|d| hex(d) + "\n").collect();
    let said = std::thread::scope(|scope| {
        scope.spawn(move || input.write_all(lines.as_bytes()).unwrap());
        let mut said = String::new();
        output.read_to_string(&mut said).unwrap();
        said
    });
    assert!(child.wait().unwrap().success());
    said.lines().map(str::to_owned).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// scapy in one role of calls over UDP.
pub(crate) struct Live {
    child: Child,
    lines: BufReader<std::process::ChildStdout>,
}

impl Live {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut child = start("live.py", arguments);
        let lines = BufReader::new(child.stdout.take().unwrap());
        Live { child, lines }
    }

    /// Its next output; `None` when it has ended.
    pub(crate) fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let n = self.lines.read_line(&mut line).unwrap();
        (n > 0).then(|| line.trim_end().to_owned())
    }

    /// Closes its input: it ends after its last output.
    pub(crate) fn end(mut self) -> Vec<String> {
        drop(self.child.stdin.take());
        let mut rest = Vec::new();
        while let Some(line) = self.line() {
            rest.push(line);
        }
        self.child.wait().unwrap();
        rest
    }
}
