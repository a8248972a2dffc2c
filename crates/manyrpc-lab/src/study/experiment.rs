//! What a study is: its options, its plan, and how it measures a cell.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use manyrpc_measure::Error;
use manyrpc_measure::agent::Key;
use manyrpc_measure::machine::placement::{Layout, Placement, allowed_cpus};
use manyrpc_measure::net::testbed::Testbed;

use crate::system::Programs;

use super::claim::Claim;
use super::design::{Cell, Design};
use super::journal::{Journal, Sample, Wanted};
use super::paper::Paper;
use super::record::Record;

/// A document's experiment.
pub trait Study: Sync {
    /// What follows `manyrpc study`.
    fn name(&self) -> &'static str;

    /// The document.
    fn source(&self) -> &'static str;

    /// What it measures, in one line.
    fn title(&self) -> &'static str;

    /// What a run with these options will do.
    ///
    /// # Errors
    /// The options ask for what there is not.
    fn plan(&self, options: &Options) -> Result<Plan, String>;

    /// The study at work.
    fn experiment<'r>(&self, plan: &'r Plan, options: &'r Options) -> Box<dyn Experiment + 'r>;

    /// The document's claims, put to the figures of a run.
    fn claims(&self, record: &Record) -> Vec<Claim>;

    /// The report of a run that has been judged.
    fn paper(&self, record: &Record, journal: &Journal) -> Paper;
}

/// What to measure, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// What the user asked for.
    pub wanted: Wanted,
    /// Where run directories are made.
    pub runs: PathBuf,
    /// Where the programs are.
    pub programs: Programs,
    /// The command line, for the record.
    pub command_line: Vec<String>,
    /// Where servers and clients are: what [`Wanted::between`] asks for, made when a run begins.
    pub testbed: Testbed,
    /// The key of the agent on the other host, where servers are on one.
    pub key: Option<Key>,
    /// Set by somebody else to end the run early, in order.
    pub stop: Arc<AtomicBool>,
}

impl Options {
    /// The whole study.
    pub fn new(programs: Programs) -> Self {
        Options {
            wanted: Wanted {
                seed: 20_261_121,
                ..Wanted::default()
            },
            runs: PathBuf::from("runs"),
            testbed: Testbed::loopback(&programs.ours),
            programs,
            command_line: std::env::args().collect(),
            key: None,
            stop: Arc::default(),
        }
    }

    /// The same with the testbed that is wanted. It is there until the last copy of them is gone.
    pub(super) fn on_testbed(&self) -> Result<Self, Error> {
        let (between, seed) = (&self.wanted.between, self.wanted.seed);
        let testbed = Testbed::make(between, &self.programs.ours, seed, self.key.as_ref());
        let testbed = testbed.map_err(Error::Misuse)?;
        Ok(Options {
            testbed,
            ..self.clone()
        })
    }

    pub(super) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// What a run of a study will do, decided before it does anything.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What it visits.
    pub design: Design,
    /// How a visit measures; the study knows its shape.
    pub method: serde_json::Value,
    /// Where client and server run.
    pub placement: Placement,
    /// The CPUs of that.
    pub layout: Layout,
    /// What the user should know.
    pub warnings: Vec<String>,
}

/// A study at work: it measures one cell at a time.
pub trait Experiment {
    /// Why a cell cannot be measured here, if that is known before: it is no surprise then.
    fn cannot(&self, cell: &Cell) -> Option<String>;

    /// How long a visit takes, about; what visits have taken corrects it.
    fn expected(&self, phase: &str, cell: &Cell) -> Duration;

    /// Measures once.
    ///
    /// # Errors
    /// Why there is nothing; it stands in the report.
    fn visit(&mut self, phase: &str, round: u32, cell: &Cell) -> Result<Sample, String>;
}

/// Failed visits after which a cell is left alone for the rest of a phase: one may be an accident, and
/// each may cost the time until a call is given up.
pub(super) const MOST_FAILURES: u32 = 2;

/// Lays a study upon this machine: in the placement that is asked for, or else in its own or, on a
/// machine with one CPU, in `same`.
///
/// # Errors
/// The placement that is asked for is none, or cannot be had here.
pub fn place(
    options: &Options,
    own: Placement,
    warnings: &mut Vec<String>,
) -> Result<(Placement, Layout), String> {
    place_upon(
        options.wanted.placement.as_deref(),
        own,
        &allowed_cpus(),
        warnings,
    )
}

fn place_upon(
    wanted: Option<&str>,
    own: Placement,
    cpus: &[usize],
    warnings: &mut Vec<String>,
) -> Result<(Placement, Layout), String> {
    let asked: Option<Placement> = wanted.map(str::parse).transpose()?;
    let placement = asked.unwrap_or(own);
    match (Layout::of(placement, cpus), asked) {
        (Ok(layout), _) => Ok((placement, layout)),
        (Err(why), Some(_)) => Err(format!("placement {placement}: {why}")),
        (Err(why), None) => {
            warnings.push(format!("placement same instead of {placement}: {why}"));
            Layout::of(Placement::Same, cpus).map(|layout| (Placement::Same, layout))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_cpu_is_enough_unless_two_were_asked_for() {
        let mut warnings = Vec::new();
        let mut place = |wanted, cpus: &[usize]| {
            place_upon(wanted, Placement::Split, cpus, &mut warnings)
                .map(|(placement, _)| placement)
        };
        assert_eq!(place(None, &[3]), Ok(Placement::Same));
        assert_eq!(place(None, &[0, 1]), Ok(Placement::Split));
        assert!(place(Some("split"), &[3]).is_err());
        assert!(place(Some("nowhere"), &[0, 1]).is_err());
        assert_eq!(warnings.len(), 1);
    }
}
