//! A load of several processes: one conducts, the others are its parts.
//!
//! A part prints `READY` when it has been started, begins when it reads `go`, prints `{"over":n}` now
//! and then, ends early when it reads anything more or its input closes, and prints an
//! [`Outcome`] at last, or `{"error":"reason"}`.

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

/// How often a part says how far it is.
const NEWS: Duration = Duration::from_millis(200);

/// How long a part may say nothing before it counts as hung.
const PATIENCE: Duration = Duration::from_secs(60);

const READY: &str = "READY";
const GO: &str = "go";

/// How far a part is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct News {
    over: u64,
}

/// Is a part: makes its load when it is told to, and tells what comes of it. `target` is asked for
/// once that is so.
///
/// # Errors
/// Nobody reads what it says.
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
    // It ends with the process, at the latest.
    std::thread::spawn(move || {
        let _ = io::stdin().lock().read_line(&mut String::new());
        stop.store(true, Ordering::Relaxed);
    });
    let outcome = std::thread::scope(|scope| {
        let (done, is_done) = channel::<()>();
        let control = &control;
        scope.spawn(move || {
            while is_done.recv_timeout(NEWS) == Err(RecvTimeoutError::Timeout) {
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
        .map_err(|e| format!("nobody reads: {e}"))
}

/// What came of a load of several processes.
#[derive(Debug)]
pub struct Conducted {
    /// Of all parts that came to an end, together.
    pub outcome: Outcome,
    /// Why others did not.
    pub problems: Vec<String>,
    /// What joined clients and server, where the load chose it and it was not plain loopback.
    pub link: Option<String>,
}

/// A part at work.
struct Part {
    process: Process,
    over: u64,
    heard: Instant,
    end: Option<Result<Outcome, String>>,
}

/// Starts the parts, has them make their loads at once, and adds up what comes of them. `each` is
/// told of how many calls are over, some five times a second. With [`Control::stop`] set they end early.
///
/// # Errors
/// No part could be started, or none came to an end: why.
pub fn conduct(
    parts: &[Program],
    control: &Control,
    mut each: impl FnMut(u64),
) -> Result<Conducted, String> {
    let start = |program| {
        let mut process = Process::start(program)?;
        match process.line(PATIENCE)?.as_str() {
            READY => Ok(Part {
                process,
                over: 0,
                heard: Instant::now(),
                end: None,
            }),
            other => Err(format!("a part of the load said `{other}` and not {READY}")),
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
            // Who has ended by itself says so below.
            parts
                .iter_mut()
                .for_each(|part| drop(part.process.send_line("stop")));
        }
        let waiting = parts.iter().filter(|part| part.end.is_none()).count();
        let patience = NEWS / waiting.max(1) as u32;
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
            Ok(None) if self.heard.elapsed() < PATIENCE => {}
            Ok(None) => {
                let seconds = PATIENCE.as_secs();
                self.end = Some(Err(format!("a client said nothing for {seconds} s")));
            }
            Ok(Some(line)) => {
                self.heard = Instant::now();
                match serde_json::from_str::<News>(&line) {
                    Ok(news) => self.over = news.over,
                    Err(_) => self.end = Some(process::parse(&line)),
                }
            }
            Err(reason) => self.end = Some(Err(format!("a client: {reason}"))),
        }
    }
}
