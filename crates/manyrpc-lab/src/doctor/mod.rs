//! `manyrpc doctor`: what on this machine will spoil a measurement, and what is missing for which study.
//!
//! A check reads [`facts`] and says one [`Finding`]: also that all is fine, or that the system does not tell.
//! All files are read below a root, which tests replace; what changes (CPU time, interrupts, swapping) is read
//! twice with a second between.
//!
//! - [`facts`]: what the checks look at
//! - `cpu`, `memory`, `network`: what disturbs
//! - `needs`: what is not there
//! - [`render`]: for people and for programs

mod cpu;
pub mod facts;
mod memory;
mod needs;
mod network;
pub mod render;

use serde::Serialize;

use crate::system::Programs;
use facts::Facts;

/// The schema of a diagnosis as JSON. Within it members are only ever added.
pub const SCHEMA: &str = "manyrpc.doctor/1";

/// How bad a finding is, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Figures taken now are not to be believed.
    Spoils,
    /// Figures are noisier, or of a special case: intervals get wider, and the reader should know.
    Disturbs,
    /// Something that one of the measurements needs is not there.
    Missing,
    /// The system does not tell.
    Untold,
    /// Nothing to do.
    Fine,
}

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What was looked at, in a word or two: `governor`.
    pub check: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What was found: the measured value.
    pub found: String,
    /// Why that matters; empty where all is fine.
    pub why: String,
    /// What to do about it; empty where all is fine.
    pub cure: String,
    /// The measurements that it matters to; empty for all.
    pub matters_to: Vec<&'static str>,
}

impl Finding {
    fn new(check: &'static str, severity: Severity, found: impl Into<String>) -> Self {
        Finding {
            check,
            severity,
            found: found.into(),
            why: String::new(),
            cure: String::new(),
            matters_to: Vec::new(),
        }
    }

    fn fine(check: &'static str, found: impl Into<String>) -> Self {
        Finding::new(check, Severity::Fine, found)
    }

    fn untold(check: &'static str) -> Self {
        Finding::new(check, Severity::Untold, "the system does not tell")
    }

    /// Why it matters.
    fn why(mut self, why: &str) -> Self {
        why.clone_into(&mut self.why);
        self
    }

    /// What to do about it.
    fn cure(mut self, cure: impl Into<String>) -> Self {
        self.cure = cure.into();
        self
    }

    fn matters_to(mut self, these: &[&'static str]) -> Self {
        self.matters_to = these.to_vec();
        self
    }

    /// Whether it matters to this measurement.
    fn is_for(&self, what: &str) -> bool {
        self.matters_to.is_empty() || self.matters_to.contains(&what)
    }
}

/// Everything that was found, the worst first.
#[derive(Clone, Debug, Serialize)]
pub struct Diagnosis {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// What it is for, if it was asked for one measurement.
    pub of: Option<String>,
    /// The findings.
    pub findings: Vec<Finding>,
}

/// What can be asked for: `compare`, `load`, and the studies.
pub fn measurements() -> Vec<&'static str> {
    let studies = crate::study::STUDIES.iter().map(|study| study.name());
    ["compare", "load"].into_iter().chain(studies).collect()
}

/// Looks at everything; `of` is one of [`measurements`], or nothing for all of them.
pub fn examine(facts: &Facts, programs: &Programs, of: Option<&str>) -> Diagnosis {
    let mut findings = cpu::checks(facts);
    findings.extend(memory::checks(facts));
    findings.extend(network::checks(facts));
    findings.extend(needs::checks(facts, programs));
    if let Some(of) = of {
        findings.retain(|finding| finding.is_for(of));
    }
    findings.sort_by_key(|finding| finding.severity);
    Diagnosis {
        schema: SCHEMA,
        of: of.map(str::to_owned),
        findings,
    }
}

impl Diagnosis {
    /// Whether a measurement now would be in vain: something spoils it, or what was asked for lacks something.
    pub fn is_bad(&self) -> bool {
        let is_bad = |severity| match severity {
            Severity::Spoils => true,
            Severity::Missing => self.of.is_some(),
            Severity::Disturbs | Severity::Untold | Severity::Fine => false,
        };
        self.findings.iter().any(|finding| is_bad(finding.severity))
    }
}

#[cfg(test)]
mod tests;
