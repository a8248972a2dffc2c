//! The interface of a study: its options, its plan, and how it measures a cell.

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

/// A published experiment.
pub trait Study: Sync {
    /// Its name on the command line, after `manyrpc study`.
    fn name(&self) -> &'static str;

    /// The document it is from.
    fn source(&self) -> &'static str;

    /// What it measures, on one line.
    fn title(&self) -> &'static str;

    /// The plan of a run with these options.
    ///
    /// # Errors
    /// The options ask for something that does not exist.
    fn plan(&self, options: &Options) -> Result<Plan, String>;

    /// Starts the experiment.
    fn experiment<'r>(&self, plan: &'r Plan, options: &'r Options) -> Box<dyn Experiment + 'r>;

    /// The document's claims, judged by the figures of a run.
    fn claims(&self, record: &Record) -> Vec<Claim>;

    /// The report of a judged run.
    fn paper(&self, record: &Record, journal: &Journal) -> Paper;
}

/// The options of a run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The user's request.
    pub wanted: Wanted,
    /// The directory for run directories.
    pub runs: PathBuf,
    /// The locations of the programs.
    pub programs: Programs,
    /// The command line, for the record.
    pub command_line: Vec<String>,
    /// Where servers and clients run: the realisation of [`Wanted::between`], created when a run starts.
    pub testbed: Testbed,
    /// The key of the agent, if servers run on another host.
    pub key: Option<Key>,
    /// Set from outside to end the run early but cleanly.
    pub stop: Arc<AtomicBool>,
}

impl Options {
    /// Options for the whole study.
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

    /// The same with the requested testbed, which exists until the last copy is dropped.
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

/// The plan of a run, decided before anything is measured.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The design.
    pub design: Design,
    /// The method of a visit; the study knows its structure.
    pub method: serde_json::Value,
    /// The placement of client and server.
    pub placement: Placement,
    /// The CPUs of the placement.
    pub layout: Layout,
    /// Warnings for the user.
    pub warnings: Vec<String>,
}

/// A running study, which measures one cell at a time.
pub trait Experiment {
    /// Why a cell cannot be measured here, if known in advance.
    fn cannot(&self, cell: &Cell) -> Option<String>;

    /// The approximate duration of a visit; actual durations correct it.
    fn expected(&self, phase: &str, cell: &Cell) -> Duration;

    /// Measures a cell once.
    ///
    /// # Errors
    /// Why the measurement failed, for the report.
    fn visit(&mut self, phase: &str, round: u32, cell: &Cell) -> Result<Sample, String>;
}

/// The number of failed visits after which a cell is skipped for the rest of a phase: one may be an accident, and
/// each may cost a full timeout.
pub(super) const MAX_FAILURES: u32 = 2;

/// Maps a study to this machine's CPUs: in the requested placement, otherwise in its own or, on a machine with one
/// CPU, in `same`.
///
/// # Errors
/// The requested placement does not exist, or is impossible here.
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
