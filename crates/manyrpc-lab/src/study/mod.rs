//! The documents' experiments, by name: `manyrpc study NAME`.
//!
//! A study runs its document's workload on today's implementations, prints the document's own tables
//! with the published figures beside today's, tests its claims, and writes every raw sample.
//!
//! A study says what it varies, as data, and measures one cell when it is told to; the rest is the same
//! for all:
//! - [`design`]: factors, levels, cells, phases, and the order of visits
//! - [`experiment`]: what a study is: its options, its plan, and how it measures a cell
//! - [`runner`]: plan, visits, resuming, run directory
//! - `pace`: how long what is left will take
//! - [`journal`]: a line for everything that happened; the journal is the run
//! - [`record`]: what a journal comes to
//! - [`matrix`]: ratios between parts of a record, taken inside rounds
//! - [`published`]: figures as they were printed, from `published/*.csv`
//! - [`claim`]: what a document claims, and what a run can say of it
//! - [`paper`]: a report as data: tables with two figures to a cell, claims, notes
//! - [`systems`]: the systems of a study and their processes
//! - [`costs`]: what calls cost beside time
//! - [`tables`]: what all reports have alike
//! - [`samples`]: every number of a run as a table in columns
//! - [`render`]: a paper as text, Markdown and HTML
//!
//! The studies:
//! - [`kiraly`]: client language × server language × system, with and without a photo
//! - [`ipc`]: the first message's cost, and how round trips vary
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

/// The studies that can be run.
pub const STUDIES: &[&dyn Study] = &[&kiraly::Kiraly, &netwise::Netwise, &ipc::Ipc, &levy::Levy];

/// The study of that name.
pub fn find(name: &str) -> Option<&'static dyn Study> {
    STUDIES.iter().copied().find(|study| study.name() == name)
}

/// Goes on with the run of that directory, whichever study it is of: see [`runner::resume`].
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

/// The run of that directory, as far as it came; its files are written anew.
///
/// # Errors
/// There is no such run.
pub fn report(directory: &Path) -> Result<Finished, Error> {
    runner::report(STUDIES, directory)
}
