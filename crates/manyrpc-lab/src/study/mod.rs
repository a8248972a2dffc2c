//! Published experiments, repeated: `manyrpc study NAME`.
//!
//! A study runs its document's workload on today's implementations, prints the document's tables with the
//! published figures next to today's, tests its claims, and stores every raw sample.
//!
//! A study describes what it varies as data, and measures one cell on request; the rest is common to all:
//! - [`design`]: factors, levels, cells, phases, and the order of visits
//! - [`experiment`]: the interface of a study: its options, its plan, and how it measures a cell
//! - [`runner`]: plan, visits, resuming, run directory
//! - `pace`: estimates the remaining time
//! - [`journal`]: a line for every event; the journal is the run
//! - [`record`]: the record derived from a journal
//! - [`matrix`]: ratios between parts of a record, taken within rounds
//! - [`published`]: published figures, from `published/*.csv`
//! - [`claim`]: a document's claims, and a run's verdicts on them
//! - [`paper`]: a report as data: tables with measured and published figures, claims, notes
//! - [`systems`]: the systems of a study and their processes
//! - [`costs`]: the costs of calls besides time
//! - [`tables`]: what all reports have in common
//! - [`samples`]: every number of a run as a table
//! - [`render`]: a paper as text, Markdown and HTML
//!
//! The studies:
//! - [`kiraly`]: client language × server language × system, with and without a photo
//! - [`ipc`]: the first message's cost, and the variation of round trips
//! - [`levy`]: speed by size, clients, connections and distance; errors under load
//! - [`netwise`]: eight shapes of parameters over TCP and UDP, and code size

pub mod claim;
pub mod costs;
pub mod design;
pub mod experiment;
pub mod ipc;
pub mod journal;
pub mod kiraly;
pub mod levy;
pub mod matrix;
pub mod netwise;
mod pace;
pub mod paper;
pub mod plots;
pub mod published;
pub mod record;
pub mod render;
pub mod runner;
pub mod samples;
pub mod systems;
pub mod tables;
#[cfg(test)]
pub(crate) mod testing;

use std::path::Path;

use manyrpc_measure::Error;
use manyrpc_measure::progress::Progress;

use experiment::{Options, Study};
use runner::Finished;

/// All studies.
pub const STUDIES: &[&dyn Study] = &[&kiraly::Kiraly, &netwise::Netwise, &ipc::Ipc, &levy::Levy];

/// Finds a study by name.
pub fn find(name: &str) -> Option<&'static dyn Study> {
    STUDIES.iter().copied().find(|study| study.name() == name)
}

/// Resumes the run in a directory, of whichever study: see [`runner::resume`].
///
/// # Errors
/// There is no such run, or this program or this machine would measure something else.
pub fn resume(
    directory: &Path,
    options: Options,
    progress: &mut dyn Progress,
) -> Result<Finished, Error> {
    runner::resume(STUDIES, directory, options, progress)
}

/// Reports the run in a directory, as far as it got, and rewrites its files.
///
/// # Errors
/// There is no such run.
pub fn report(directory: &Path) -> Result<Finished, Error> {
    runner::report(STUDIES, directory)
}
