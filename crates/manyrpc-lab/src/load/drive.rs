//! Generating load: the calls of one client process.

use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use rustix::thread::set_current_timer_slack;
use rustix::time::{ClockId, clock_gettime};

use manyrpc_measure::machine::placement::allowed_cpus;
use manyrpc_measure::stats::Random;

use super::arrivals::{Arrivals, Starts};
use super::mix::Weights;
use super::outcome::{LATE_NS, Outcome};
use super::plan::{Plan, Reuse};

/// The target of a load.
pub trait Target: Sync {
    /// Resolves the server and connects to it.
    ///
    /// # Errors
    /// It cannot be reached; the same reason always has the same text.
    fn connect(&self) -> Result<Box<dyn Connection + '_>, String>;
}

/// One connection to the target. Dropping it closes it.
pub trait Connection {
    /// Makes one call and checks its result; `operation` is an index into the mix.
    ///
    /// # Errors
    /// It failed or returned a wrong result; the same reason always has the same text.
    fn call(&mut self, operation: usize, number: u64) -> Result<(), String>;
}

/// Controls and observes a running load.
#[derive(Debug, Default)]
pub struct Control {
    /// Set to start no more calls.
    pub stop: Arc<AtomicBool>,
    /// Completed calls, failed ones included.
    pub over: AtomicU64,
}

/// Runs the load and waits for its last call.
///
/// # Errors
/// The plan is invalid, or the first connections cannot be opened.
pub fn drive(
    plan: &Plan,
    weights: &Weights,
    target: &dyn Target,
    control: &Control,
) -> Result<Outcome, String> {
    plan.check()?;
    let drive = Drive {
        plan,
        weights,
        target,
        control,
        schedule: Mutex::new(Schedule {
            starts: plan.starts(),
            random: Random::new(!plan.seed),
        }),
        begun: AtomicU64::new(0),
        gate: Gate::default(),
    };
    std::thread::scope(|scope| {
        let (ready, is_ready) = channel();
        let line = |number| {
            let (drive, ready) = (&drive, ready.clone());
            std::thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, move || drive.line(number, ready))
                .map_err(|e| format!("no thread for connection {number}: {e}"))
        };
        let lines: Result<Vec<_>, String> = (0..plan.connections).map(line).collect();
        drop(ready);
        // Each thread reports that it waits at the gate; this ends once all have.
        let connected = lines.and_then(|lines| {
            let all =
                (0..lines.len()).map(|_| is_ready.recv().unwrap_or_else(|e| Err(e.to_string())));
            all.collect::<Result<(), String>>().map(|()| lines)
        });
        let lines = connected.inspect_err(|_| drive.gate.go(None))?;
        let cpu = process_cpu();
        let start = Instant::now();
        drive.gate.go(Some(start));
        let mut outcome = Outcome::default();
        for line in lines {
            outcome.merge(&line.join().expect("what is called does not panic"));
        }
        let used = process_cpu() - cpu;
        drive.conclude(&mut outcome, used, start.elapsed());
        Ok(outcome)
    })
}

/// The stack size of each connection's thread.
const STACK: usize = 512 << 10;

/// State shared by the load's threads, one per connection.
struct Drive<'d> {
    plan: &'d Plan,
    weights: &'d Weights,
    target: &'d dyn Target,
    control: &'d Control,
    schedule: Mutex<Schedule>,
    begun: AtomicU64,
    gate: Gate,
}

/// The start gate of the connections' threads.
#[derive(Default)]
struct Gate {
    /// Closed while `None`; then the common start time, or `None` inside if the load is abandoned.
    decided: Mutex<Option<Option<Instant>>>,
    changed: Condvar,
}

impl Gate {
    fn go(&self, start: Option<Instant>) {
        *self.decided.lock().unwrap_or_else(|e| e.into_inner()) = Some(start);
        self.changed.notify_all();
    }

    fn wait(&self) -> Option<Instant> {
        let decided = self.decided.lock().unwrap_or_else(|e| e.into_inner());
        let decided = self
            .changed
            .wait_while(decided, |decided| decided.is_none());
        decided.unwrap_or_else(|e| e.into_inner()).flatten()
    }
}

/// The shared schedule of an open loop.
struct Schedule {
    starts: Option<Starts>,
    random: Random,
}

/// One call to make.
struct ScheduledCall {
    number: u64,
    operation: usize,
    /// When it is due, relative to the start; at once in a closed loop.
    due: Option<Duration>,
}

impl<'d> Drive<'d> {
    /// Makes one connection's calls.
    fn line(&'d self, number: u32, ready: Sender<Result<(), String>>) -> Outcome {
        // Otherwise the kernel may delay timers by up to 50 µs to coalesce wake-ups.
        let _ = set_current_timer_slack(NonZeroU64::new(1));
        let mut kept = None;
        let connected = match self.plan.reuse {
            Reuse::Kept => self
                .target
                .connect()
                .map(|connection| kept = Some(connection)),
            Reuse::PerCall => Ok(()),
        };
        // There is no receiver if another connection could not be opened.
        let _ = ready.send(connected);
        drop(ready);
        let mut part = Outcome::default();
        if let Some(start) = self.gate.wait() {
            let mut line = Worker {
                drive: self,
                start,
                random: Random::new(self.plan.seed ^ u64::from(number) << 32),
                kept,
                part,
            };
            while let Some(turn) = line.turn() {
                line.make(&turn);
            }
            part = line.part;
        }
        part
    }

    /// Completes the outcome at the end.
    fn conclude(&self, outcome: &mut Outcome, used: Duration, elapsed: Duration) {
        outcome.cut_short = self.control.stop.load(Ordering::Relaxed);
        let counted = self.plan.end().saturating_sub(self.plan.warm());
        if self.plan.seconds.is_some() && self.plan.calls.is_none() && !outcome.cut_short {
            // An open loop lasts until no more calls are due, even if the last call completed earlier.
            outcome.seconds = outcome.seconds.max(counted.as_secs_f64());
        }
        let cores = allowed_cpus().len().min(self.plan.connections as usize);
        let most = elapsed.as_nanos() as f64 * cores as f64;
        outcome.client_cpu_ns = used.as_nanos() as u64;
        outcome.client_cpu_share = outcome.client_cpu_ns as f64 / most;
    }
}

/// One connection with its state.
struct Worker<'d> {
    drive: &'d Drive<'d>,
    start: Instant,
    random: Random,
    kept: Option<Box<dyn Connection + 'd>>,
    part: Outcome,
}

impl<'d> Worker<'d> {
    /// The next call, if any.
    fn turn(&mut self) -> Option<ScheduledCall> {
        let drive = self.drive;
        if drive.control.stop.load(Ordering::Relaxed) {
            return None;
        }
        let (most, end) = (drive.plan.calls.unwrap_or(u64::MAX), drive.plan.end());
        if matches!(drive.plan.arrivals, Arrivals::Closed { .. }) {
            if self.start.elapsed() >= end {
                return None;
            }
            let number = drive.begun.fetch_add(1, Ordering::Relaxed);
            let operation = drive.weights.draw(&mut self.random);
            return (number < most).then_some(ScheduledCall {
                number,
                operation,
                due: None,
            });
        }
        let mut schedule = drive.schedule.lock().unwrap_or_else(|e| e.into_inner());
        let due = schedule.starts.as_mut()?.next()?;
        let operation = drive.weights.draw(&mut schedule.random);
        let number = drive.begun.fetch_add(1, Ordering::Relaxed);
        (number < most && due < end).then_some(ScheduledCall {
            number,
            operation,
            due: Some(due),
        })
    }

    /// Makes one call when it is due.
    fn make(&mut self, turn: &ScheduledCall) {
        let taken = self.start.elapsed();
        if let Some(due) = turn.due
            && !self.wait_for(due)
        {
            return;
        }
        let begun = self.start.elapsed();
        let outcome = self.call(turn);
        let over = self.start.elapsed();
        self.drive.control.over.fetch_add(1, Ordering::Relaxed);
        let due = turn.due.unwrap_or(begun);
        if due >= self.drive.plan.warm() {
            self.note(due, taken, begun, over, outcome);
        }
        if let Arrivals::Closed { think_ns: 1.. } = self.drive.plan.arrivals {
            self.think(over);
        }
    }

    fn note(
        &mut self,
        due: Duration,
        taken: Duration,
        begun: Duration,
        over: Duration,
        outcome: Result<(), String>,
    ) {
        let part = &mut self.part;
        part.sent += 1;
        part.seconds = (over - self.drive.plan.warm()).as_secs_f64();
        let late = (begun - due.min(begun)).as_nanos() as u64 > LATE_NS;
        match taken > due {
            true => part.queued += 1,
            false => part.late += u64::from(late),
        }
        match outcome {
            Ok(()) => {
                part.done += 1;
                part.service.record((over - begun).as_nanos() as u64);
                part.latency
                    .record((over - due.min(begun)).as_nanos() as u64);
            }
            Err(reason) => part.fail(&reason, 1),
        }
    }

    /// One call, on a fresh connection or the persistent one. A failed connection is discarded: the next call
    /// opens another within its own time.
    fn call(&mut self, turn: &ScheduledCall) -> Result<(), String> {
        let target = self.drive.target;
        let mut connection = match self.kept.take() {
            Some(kept) => kept,
            None => target.connect().inspect_err(|_| {
                // Back off from a server that is unreachable.
                std::thread::sleep(BACK_OFF);
            })?,
        };
        connection.call(turn.operation, turn.number)?;
        if self.drive.plan.reuse == Reuse::Kept {
            self.kept = Some(connection);
        }
        Ok(())
    }

    /// Waits until `due`; false if the load was stopped first.
    fn wait_for(&self, due: Duration) -> bool {
        loop {
            if self.drive.control.stop.load(Ordering::Relaxed) {
                return false;
            }
            match due.checked_sub(self.start.elapsed()) {
                None | Some(Duration::ZERO) => return true,
                Some(left) => std::thread::sleep(left.min(POLL_INTERVAL)),
            }
        }
    }

    fn think(&self, over: Duration) {
        if let Arrivals::Closed { think_ns } = self.drive.plan.arrivals {
            self.wait_for(over + Duration::from_nanos(think_ns));
        }
    }
}

/// How often a waiting thread checks whether the load was stopped.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The back-off after a failed connection attempt.
const BACK_OFF: Duration = Duration::from_millis(5);

/// CPU time of this process.
fn process_cpu() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(test)]
mod tests;
