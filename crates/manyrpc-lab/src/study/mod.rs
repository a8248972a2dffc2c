//! The documents' experiments, by name: `manyrpc study NAME`.
//!
//! A study runs its document's workload on today's implementations, prints the document's own tables
//! with the published figures beside today's, tests its claims, and writes every raw sample.
//!
//! What studies share:
//! - [`published`]: figures as they were printed, from `published/*.csv`
//! - [`claim`]: what a document claims, and what a run can say of it
//! - [`paper`]: a report as data: tables with two figures to a cell, claims, notes
//! - [`samples`]: the raw samples, a line each, written as they come
//! - [`render`]: a paper as text, Markdown, HTML and CSV
//!
//! The studies:
//! - [`kiraly`]: client language × server language × system, with and without a photo

pub mod claim;
pub mod kiraly;
pub mod paper;
pub mod published;
pub mod render;
pub mod samples;

/// One entry of the list of studies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What follows `manyrpc study`.
    pub name: &'static str,
    /// The document.
    pub source: &'static str,
    /// What it measures, in one line.
    pub title: &'static str,
}

/// The studies that can be run.
pub const STUDIES: &[Entry] = &[Entry {
    name: kiraly::NAME,
    source: kiraly::SOURCE,
    title: "one record with and without 1 MB of binary: client language × server language × system",
}];
