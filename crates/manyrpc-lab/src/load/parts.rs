//! A load of several processes: a conductor and its parts (workers).
//!
//! A part prints `READY` once started, begins when it reads `go`, prints `{"over":n}` periodically, stops early
//! when it reads another line or its input closes, and finally prints an [`Outcome`], or `{"error":"reason"}`.

use std::io::{self, BufRead, Write};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde::Deserialize;

use manyrpc_measure::machine::process::{self, Process, Program};

use super::drive::{Control, Target, drive};
use super::mix::Weights;
use super::outcome::Outcome;
use super::plan::Plan;

/// The interval of a part's progress reports.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

/// How long a part may be silent before it counts as hung.
const TIMEOUT: Duration = Duration::from_secs(60);

const READY: &str = "READY";
const GO: &str = "go";

/// A progress report.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProgressReport {
    over: u64,
}

/// Runs as a part: generates its load when told to, and prints the outcome. `target` is called once the load
/// starts.
///
/// # Errors
/// Standard output cannot be written.
pub fn run_worker(
    plan: &Plan,
    weights: &Weights,
    target: Result<&dyn Target, String>,
) -> Result<(), String> {
    say(READY)?;
    let mut input = io::stdin().lock().lines();
    if !matches!(input.next(), Some(Ok(line)) if line == GO) {
        return Ok(());
    }
    drop(input);
    let control = Control::default();
    let stop = control.stop.clone();
    // This thread ends with the process at the latest.
    std::thread::spawn(move || {
        let _ = io::stdin().lock().read_line(&mut String::new());
        stop.store(true, Ordering::Relaxed);
    });
    let outcome = std::thread::scope(|scope| {
        let (done, is_done) = channel::<()>();
        let control = &control;
        scope.spawn(move || {
            while is_done.recv_timeout(PROGRESS_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                let over = control.over.load(Ordering::Relaxed);
                let _ = say(&format!("{{\"over\":{over}}}"));
            }
        });
        let outcome = target.and_then(|target| drive(plan, weights, target, control));
        drop(done);
        outcome
    });
    let line = match outcome {
        Ok(outcome) => serde_json::to_string(&outcome).map_err(|e| e.to_string())?,
        Err(reason) => serde_json::json!({ "error": reason }).to_string(),
    };
    say(&line)
}

fn say(line: &str) -> Result<(), String> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")
        .and_then(|()| out.flush())
        .map_err(|e| format!("cannot write to standard output: {e}"))
}

/// The outcome of a load of several processes.
#[derive(Debug)]
pub struct Conducted {
    /// The combined outcome of all parts that completed.
    pub outcome: Outcome,
    /// Why other parts did not complete.
    pub problems: Vec<String>,
    /// The link between clients and server, if the load chose one other than plain loopback.
    pub link: Option<String>,
}

/// A running part.
struct Part {
    process: Process,
    over: u64,
    heard: Instant,
    end: Option<Result<Outcome, String>>,
}

/// Starts the parts, has them run their loads at the same time, and combines their outcomes. `each` receives the
/// number of completed calls, some five times a second. Setting [`Control::stop`] ends them early.
///
/// # Errors
/// No part could be started, or none completed.
pub fn conduct(
    parts: &[Program],
    control: &Control,
    mut each: impl FnMut(u64),
) -> Result<Conducted, String> {
    let start = |program| {
        let mut process = Process::start(program)?;
        match process.line(TIMEOUT)?.as_str() {
            READY => Ok(Part {
                process,
                over: 0,
                heard: Instant::now(),
                end: None,
            }),
            other => Err(format!(
                "a part of the load printed `{other}` and not {READY}"
            )),
        }
    };
    let mut parts: Vec<Part> = parts.iter().map(start).collect::<Result<_, String>>()?;
    for part in &mut parts {
        part.process.send_line(GO)?;
        part.heard = Instant::now();
    }
    let mut told = false;
    while parts.iter().any(|part| part.end.is_none()) {
        if !told && control.stop.load(Ordering::Relaxed) {
            told = true;
            // A part that has ended by itself is reported below.
            parts
                .iter_mut()
                .for_each(|part| drop(part.process.send_line("stop")));
        }
        let waiting = parts.iter().filter(|part| part.end.is_none()).count();
        let patience = PROGRESS_INTERVAL / waiting.max(1) as u32;
        for part in parts.iter_mut().filter(|part| part.end.is_none()) {
            part.listen(patience);
        }
        each(parts.iter().map(|part| part.over).sum());
    }
    add_up(parts)
}

fn add_up(parts: Vec<Part>) -> Result<Conducted, String> {
    let (mut sum, mut problems) = (None::<Outcome>, Vec::new());
    for part in parts {
        match part.end {
            Some(Ok(outcome)) => match &mut sum {
                Some(sum) => sum.merge(&outcome),
                None => sum = Some(outcome),
            },
            Some(Err(reason)) => problems.push(reason),
            None => {}
        }
    }
    match sum {
        Some(outcome) => Ok(Conducted {
            outcome,
            problems,
            link: None,
        }),
        None => Err(problems.pop().unwrap_or_else(|| "no clients".to_owned())),
    }
}

impl Part {
    fn listen(&mut self, patience: Duration) {
        match self.process.line_within(patience) {
            Ok(None) if self.heard.elapsed() < TIMEOUT => {}
            Ok(None) => {
                let seconds = TIMEOUT.as_secs();
                self.end = Some(Err(format!("a client was silent for {seconds} s")));
            }
            Ok(Some(line)) => {
                self.heard = Instant::now();
                match serde_json::from_str::<ProgressReport>(&line) {
                    Ok(news) => self.over = news.over,
                    Err(_) => self.end = Some(process::parse(&line)),
                }
            }
            Err(reason) => self.end = Some(Err(format!("a client: {reason}"))),
        }
    }
}
