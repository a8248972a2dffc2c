//! The documents' experiments, by name: `manyrpc study NAME`.
//!
//! A study runs its document's workload on today's implementations, prints the document's own tables
//! with the published figures beside today's, tests its claims, and writes every raw sample.
//!
//! A study says what it varies, as data, and measures one cell when it is told to; the rest is the same
//! for all:
//! - [`design`]: factors, levels, cells, phases, and the order of visits
//! - [`experiment`]: plan, visits, resuming, run directory
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
pub mod samples;
pub mod systems;
pub mod tables;
#[cfg(test)]
pub(crate) mod testing;

use claim::Claim;
use experiment::{Experiment, Options, Plan};
use journal::Journal;
use paper::Paper;
use record::Record;

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

/// The studies that can be run.
pub const STUDIES: &[&dyn Study] = &[&kiraly::Kiraly, &netwise::Netwise, &ipc::Ipc, &levy::Levy];

/// The study of that name.
pub fn find(name: &str) -> Option<&'static dyn Study> {
    STUDIES.iter().copied().find(|study| study.name() == name)
}
