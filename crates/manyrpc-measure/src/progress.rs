//! How a long run reports its progress.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Receives a run's progress.
pub trait Progress {
    /// The run starts, with its expected duration.
    fn begin(&mut self, expected: Duration);
    /// The next part of the run begins.
    fn stage(&mut self, name: &str);
    /// Work with this expected duration is done.
    fn advance(&mut self, expected: Duration);
    /// A new estimate of the remaining time.
    fn left(&mut self, _: Duration) {}
    /// A note for the user.
    fn note(&mut self, text: &str);
    /// The run is over.
    fn end(&mut self);
}

/// Reports nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn begin(&mut self, _: Duration) {}
    fn stage(&mut self, _: &str) {}
    fn advance(&mut self, _: Duration) {}
    fn note(&mut self, _: &str) {}
    fn end(&mut self) {}
}

/// A progress bar on standard error if it is a terminal, otherwise a line for each tenth.
pub fn on_standard_error() -> Box<dyn Progress> {
    match std::io::stderr().is_terminal() {
        true => Box::new(Bar(ProgressBar::hidden())),
        false => Box::new(Lines::default()),
    }
}

struct Bar(ProgressBar);

impl Progress for Bar {
    fn begin(&mut self, expected: Duration) {
        self.0 = ProgressBar::new(expected.as_millis() as u64);
        let style = ProgressStyle::with_template(
            "{bar:30.cyan} {percent:>3}%  {elapsed} gone, about {eta} left  {msg}",
        );
        if let Ok(style) = style {
            self.0.set_style(style.progress_chars("━╸─"));
        }
    }

    fn stage(&mut self, name: &str) {
        self.0.set_message(name.to_owned());
    }

    fn advance(&mut self, expected: Duration) {
        self.0.inc(expected.as_millis() as u64);
    }

    fn left(&mut self, left: Duration) {
        let length = self.0.position() + left.as_millis() as u64;
        self.0.set_length(length);
    }

    fn note(&mut self, text: &str) {
        self.0.suspend(|| eprintln!("{text}"));
    }

    fn end(&mut self) {
        self.0.finish_and_clear();
    }
}

struct Lines {
    start: Instant,
    expected: Duration,
    /// The last estimate printed, and when.
    said: (Duration, Instant),
    done: Duration,
    tenths: u32,
    stage: String,
}

impl Default for Lines {
    fn default() -> Self {
        Lines {
            start: Instant::now(),
            expected: Duration::ZERO,
            said: (Duration::ZERO, Instant::now()),
            done: Duration::ZERO,
            tenths: 0,
            stage: String::new(),
        }
    }
}

impl Progress for Lines {
    fn begin(&mut self, expected: Duration) {
        self.expected = expected;
        self.said = (expected, Instant::now());
        eprintln!("this will take about {} s", expected.as_secs().max(1));
    }

    fn stage(&mut self, name: &str) {
        self.stage = name.to_owned();
    }

    fn advance(&mut self, expected: Duration) {
        self.done += expected;
        let share = self.done.as_secs_f64() / self.expected.as_secs_f64().max(1e-9);
        let tenths = (share * 10.0) as u32;
        if tenths > self.tenths && tenths <= 10 {
            self.tenths = tenths;
            let elapsed = self.start.elapsed().as_secs_f64();
            let left = elapsed / share * (1.0 - share).max(0.0);
            let duration = Duration::try_from_secs_f64(left).unwrap_or_default();
            self.said = (duration, Instant::now());
            let stage = &self.stage;
            eprintln!(
                "{:>3} %  {elapsed:.0} s gone, about {left:.0} s left  {stage}",
                tenths * 10
            );
        }
    }

    fn left(&mut self, left: Duration) {
        self.expected = self.done + left;
        let (said, at) = self.said;
        if differs_enough(said.saturating_sub(at.elapsed()), left) {
            self.said = (left, Instant::now());
            eprintln!("about {} s left by the current estimate", left.as_secs());
        }
    }

    fn note(&mut self, text: &str) {
        eprintln!("{text}");
    }

    fn end(&mut self) {}
}

/// Whether the remaining time differs enough from the last estimate to report: by a factor of two, and by a
/// minute.
fn differs_enough(said: Duration, left: Duration) -> bool {
    let (less, more) = (said.min(left), said.max(left));
    more > 2 * less && more - less > Duration::from_secs(60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_is_corrected_when_it_was_far_off() {
        let s = Duration::from_secs;
        assert!(differs_enough(s(100), s(3600)) && differs_enough(s(3600), s(100)));
        assert!(!differs_enough(s(10), s(60)) && !differs_enough(s(1000), s(1900)));
    }
}
