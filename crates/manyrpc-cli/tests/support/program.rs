//! Running the command.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};

/// How a command ended.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The command with arguments, not started.
pub(crate) fn manyrpc(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_manyrpc"));
    command.args(arguments).env("COLUMNS", "100");
    command
}

pub(crate) fn run(arguments: &[&str]) -> Done {
    run_with_input(arguments, "")
}

pub(crate) fn run_with_input(arguments: &[&str], input: &str) -> Done {
    finish(manyrpc(arguments), input)
}

/// Whether bash can read a script.
#[allow(dead_code, reason = "not every test file looks at scripts")]
pub(crate) fn bash_syntax(script: &str) -> Done {
    let mut bash = Command::new("bash");
    bash.arg("-n");
    finish(bash, script)
}

fn finish(mut command: Command, input: &str) -> Done {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may end without reading.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    Done {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

pub(crate) fn interfaces() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../interfaces")
}

/// `manyrpc serve` with the definition of the benchmark; killed when dropped.
pub(crate) struct Serving {
    child: Child,
    bindings: Vec<String>,
    stderr: BufReader<ChildStderr>,
}

impl Serving {
    /// Starts it; it listens on return.
    #[allow(dead_code, reason = "not every test file serves that")]
    pub(crate) fn start(arguments: &[&str]) -> Self {
        Self::of("bench.x", arguments)
    }

    /// The same with another definition of `interfaces/`.
    pub(crate) fn of(definition: &str, arguments: &[&str]) -> Self {
        let definition = interfaces().join(definition).display().to_string();
        let mut child = manyrpc(&["serve", "--idl", &definition])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let listening = arguments
            .iter()
            .filter(|a| a.contains("://") || a.starts_with("nca"))
            .count();
        let bindings: Vec<String> = lines.take(listening).map(Result::unwrap).collect();
        let mut serving = Serving {
            stderr: BufReader::new(child.stderr.take().unwrap()),
            child,
            bindings,
        };
        assert_eq!(serving.bindings.len(), listening, "{}", serving.line());
        assert_eq!(serving.line(), "serving; interrupt to stop\n");
        serving
    }

    /// Where it listens first.
    #[allow(dead_code, reason = "not every test file serves")]
    pub(crate) fn binding(&self) -> &str {
        &self.bindings[0]
    }

    /// The next line that it says on standard error.
    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        self.stderr.read_line(&mut line).unwrap();
        line
    }

    #[allow(dead_code, reason = "not every test file sends signals")]
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// The most memory that it has had, in bytes.
    #[allow(dead_code, reason = "not every test file looks at memory")]
    pub(crate) fn most_memory(&self) -> usize {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.unwrap().trim().trim_end_matches(" kB");
        kilobytes.parse::<usize>().unwrap() << 10
    }

    /// Its exit code.
    #[allow(dead_code, reason = "not every test file waits for its end")]
    pub(crate) fn wait(&mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A directory of one test's own, gone with it.
#[allow(dead_code, reason = "not every test file has files")]
pub(crate) struct Scratch(PathBuf);

#[allow(dead_code, reason = "not every test file has files")]
impl Scratch {
    pub(crate) fn new(name: &str) -> Self {
        let directory = format!("manyrpc-cli-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(directory);
        std::fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    pub(crate) fn file(&self, name: &str, text: &str) -> String {
        std::fs::write(self.0.join(name), text).unwrap();
        self.path(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
