//! Child processes that answer commands line by line: servers and clients of every system, ours and foreign.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A program with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The executable.
    pub path: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

/// The port that a server reports, `PORT n`.
pub fn port(line: &str) -> Result<u16, String> {
    line.strip_prefix("PORT ")
        .and_then(|port| port.trim().parse().ok())
        .ok_or_else(|| format!("the server did not report its port but `{line}`"))
}

/// A client's answer to a measuring command.
#[derive(Debug, Default, Deserialize)]
pub struct Answer {
    /// The duration of each call in nanoseconds.
    #[serde(default)]
    pub ns: Vec<u64>,
    /// CPU time of the calling thread over all of them.
    #[serde(default)]
    pub cpu_ns: u64,
    /// Additional calls that were made to check a result in full.
    #[serde(default)]
    pub checks: u64,
    /// Why there are no samples.
    #[serde(default)]
    error: Option<String>,
}

impl Answer {
    /// Parses an answer; a reported error is returned as an error.
    pub fn parse(line: &str) -> Result<Self, String> {
        let answer: Answer = serde_json::from_str(line)
            .map_err(|e| format!("a malformed answer ({e}): {}", shortened(line)))?;
        match answer.error {
            Some(error) => Err(error),
            None => Ok(answer),
        }
    }
}

/// The parts of a first call in nanoseconds, and the second call for comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirstCall {
    /// Resolving the server's name.
    pub resolve_ns: u64,
    /// Opening a connection or a socket.
    pub connect_ns: u64,
    /// The protocol's negotiation before the first call; if there is none, the time to find that out.
    pub bind_ns: u64,
    /// The call proper.
    pub exchange_ns: u64,
    /// The whole first call, with all of these.
    pub first_ns: u64,
    /// The second call.
    pub again_ns: u64,
}

impl FirstCall {
    /// Parses a client's answer; a reported error is returned as an error.
    ///
    /// # Errors
    /// The answer is malformed.
    pub fn parse(line: &str) -> Result<Self, String> {
        parse(line)
    }
}

/// Parses an answer of another form; a reported error is returned as an error.
pub fn parse<T: DeserializeOwned>(line: &str) -> Result<T, String> {
    #[derive(Deserialize)]
    struct Refusal {
        error: String,
    }
    if let Ok(refusal) = serde_json::from_str::<Refusal>(line) {
        return Err(refusal.error);
    }
    serde_json::from_str(line).map_err(|e| format!("a malformed answer ({e}): {}", shortened(line)))
}

fn shortened(line: &str) -> String {
    line.chars().take(60).collect()
}

/// A running child. Dropping it ends the child: its input is closed, and it is killed.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    complaints: Arc<Mutex<VecDeque<String>>>,
    /// Closed when its standard error has been read to the end.
    silence: Receiver<()>,
}

/// How long the rest of its standard error is waited for when it has ended: descendants may keep that open.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Lines of a child's standard error kept to explain its end.
const MAX_STDERR_LINES: usize = 4;

impl Process {
    /// Starts it in a process group of its own, so that an interrupt at the terminal reaches only its parent,
    /// which then ends the run cleanly.
    pub fn start(program: &Program) -> Result<Self, String> {
        let (sender, lines) = channel();
        let take = move |line| sender.send(line).is_ok();
        Self::spawn(program, lines, take)
    }

    /// Starts it, passing each line of its output to `take`, which is dropped at the end of the output.
    pub fn start_telling(
        program: &Program,
        take: impl FnMut(String) -> bool + Send + 'static,
    ) -> Result<Self, String> {
        Self::spawn(program, channel().1, take)
    }

    fn spawn(
        program: &Program,
        lines: Receiver<String>,
        take: impl FnMut(String) -> bool + Send + 'static,
    ) -> Result<Self, String> {
        let mut child = Command::new(&program.path)
            .args(&program.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .map_err(|e| format!("cannot start {}: {e}", program.path.display()))?;
        if let Some(output) = child.stdout.take() {
            each_line(output, take);
        }
        let complaints = Arc::new(Mutex::new(VecDeque::new()));
        let (speaks, silence) = channel::<()>();
        if let Some(errors) = child.stderr.take() {
            let kept = Arc::clone(&complaints);
            each_line(errors, move |line| {
                let _until_the_end = &speaks;
                keep(&kept, line)
            });
        }
        Ok(Process {
            input: child.stdin.take(),
            child,
            lines,
            complaints,
            silence,
        })
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for the next line of output; an error says why there is none.
    pub fn line(&mut self, patience: Duration) -> Result<String, String> {
        self.line_within(patience)?.ok_or_else(|| {
            let (seconds, stderr_suffix) = (patience.as_secs(), self.stderr_suffix());
            format!("no answer within {seconds} s{stderr_suffix}")
        })
    }

    /// Waits for the next line of output; `None` on timeout.
    pub fn line_within(&mut self, patience: Duration) -> Result<Option<String>, String> {
        match self.lines.recv_timeout(patience) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.ending()),
        }
    }

    /// Sends a command without waiting for an answer.
    pub fn send_line(&mut self, command: &str) -> Result<(), String> {
        let sent = match &mut self.input {
            Some(input) => writeln!(input, "{command}").and_then(|()| input.flush()),
            None => Ok(()),
        };
        sent.map_err(|_| self.ending())
    }

    /// The process and all its current descendants: a daemon's work is done by its child processes.
    pub fn family(&self) -> Vec<u32> {
        let mut family = vec![self.id()];
        let mut next = 0;
        while let Some(&id) = family.get(next) {
            family.extend(children(id));
            next += 1;
        }
        family
    }

    /// CPU time of its living threads and those of its descendants, in nanoseconds; `None` if the kernel does not
    /// report it.
    pub fn cpu_ns(&self) -> Option<u64> {
        self.family().into_iter().map(cpu_ns).sum()
    }

    /// How it ended, if its output closes within that time.
    pub fn ended(&mut self, within: Duration) -> Option<String> {
        match self.lines.recv_timeout(within) {
            Err(RecvTimeoutError::Disconnected) => Some(self.ending()),
            Ok(_) | Err(RecvTimeoutError::Timeout) => None,
        }
    }

    /// Its output has ended, so the process has ended or is about to.
    fn ending(&mut self) -> String {
        self.input = None;
        drop(self.child.kill());
        match self.child.wait() {
            Ok(status) => {
                let _ = self.silence.recv_timeout(LAST_WORDS);
                format!("it ended with {status}{}", self.stderr_suffix())
            }
            Err(e) => format!("it ended: {e}"),
        }
    }

    /// Its last lines on standard error, to be appended to a reason.
    fn stderr_suffix(&self) -> String {
        let complaints = self.complaints.lock().unwrap_or_else(|p| p.into_inner());
        let lines: Vec<&str> = complaints.iter().map(String::as_str).collect();
        match lines.is_empty() {
            true => String::new(),
            false => format!(" ({})", lines.join("; ")),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.input = None;
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The contents of a `/proc` file of each thread of a process; `None` for a thread that has ended.
pub(super) fn of_each_thread(id: u32, file: &str) -> impl Iterator<Item = Option<String>> {
    let tasks = std::fs::read_dir(format!("/proc/{id}/task"));
    tasks
        .into_iter()
        .flatten()
        .flatten()
        .map(move |task| std::fs::read_to_string(task.path().join(file)).ok())
}

fn children(id: u32) -> Vec<u32> {
    let lists: Vec<String> = of_each_thread(id, "children").flatten().collect();
    lists
        .iter()
        .flat_map(|list| list.split_whitespace())
        .filter_map(|child| child.parse().ok())
        .collect()
}

pub(super) fn cpu_ns(id: u32) -> Option<u64> {
    of_each_thread(id, "schedstat")
        .map(|text| text?.split_whitespace().next()?.parse::<u64>().ok())
        .sum()
}

/// Reads lines on a separate thread until the end, or until `take` returns false.
fn each_line(
    from: impl Read + Send + 'static,
    mut take: impl FnMut(String) -> bool + Send + 'static,
) {
    std::thread::spawn(move || {
        let mut lines = BufReader::new(from).lines();
        while let Some(Ok(line)) = lines.next() {
            if !take(line) {
                break;
            }
        }
    });
}

fn keep(kept: &Mutex<VecDeque<String>>, line: String) -> bool {
    let mut kept = kept.lock().unwrap_or_else(|p| p.into_inner());
    if kept.len() == MAX_STDERR_LINES {
        kept.pop_front();
    }
    kept.push_back(line);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_secs(10);

    fn shell(script: &str) -> Process {
        Process::start(&Program {
            path: "sh".into(),
            arguments: vec!["-c".into(), script.into()],
        })
        .unwrap()
    }

    #[test]
    fn lines_go_in_and_answers_come_out() {
        let mut child = shell(r#"while read a; do echo "{\"ns\":[$a],\"cpu_ns\":9}"; done"#);
        child.send_line("17,4").unwrap();
        let answer = Answer::parse(&child.line(PATIENCE).unwrap()).unwrap();
        assert_eq!((answer.ns, answer.cpu_ns), (vec![17, 4], 9));
        assert_eq!(child.ended(Duration::ZERO), None);
        assert!(child.cpu_ns().is_some());
    }

    #[test]
    fn an_error_is_a_reason() {
        let error = Answer::parse(r#"{"error":"no such size"}"#).unwrap_err();
        assert_eq!(error, "no such size");
        assert!(
            Answer::parse("[1")
                .unwrap_err()
                .contains("a malformed answer")
        );
    }

    #[test]
    fn a_child_that_dies_is_explained() {
        let mut child = shell("read a; echo broken pipes >&2; exit 3");
        child.send_line("go").unwrap();
        let reason = child.line(PATIENCE).unwrap_err();
        assert!(reason.contains("exit status: 3"), "{reason}");
        assert!(child.ended(PATIENCE).is_some());
    }

    #[test]
    fn silence_is_not_waited_for_without_end() {
        let mut child = shell("read a");
        let reason = child.line(Duration::from_millis(5)).unwrap_err();
        assert!(reason.contains("no answer"), "{reason}");
    }

    #[test]
    fn dropping_it_ends_it() {
        let child = shell("while :; do read a || read b </dev/tty; done; sleep 1000");
        let id = child.id();
        drop(child);
        assert!(!std::path::Path::new(&format!("/proc/{id}/task")).exists());
    }

    #[test]
    fn what_children_do_counts() {
        // A shell's background jobs have no standard input unless it is duplicated for them.
        let mut child = shell(
            "exec 3<&0; (i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; echo done; read b <&3) & wait",
        );
        assert_eq!(child.line(PATIENCE).unwrap(), "done");
        assert_eq!(child.family().len(), 2);
        let alone = cpu_ns(child.id()).unwrap();
        assert!(child.cpu_ns().unwrap() > alone);
    }

    #[test]
    fn what_is_not_there_cannot_start() {
        let missing = Program {
            path: "/nonexistent/program".into(),
            arguments: Vec::new(),
        };
        assert!(
            Process::start(&missing)
                .unwrap_err()
                .contains("cannot start")
        );
    }
}
