//! `manyrpc doctor`: what on this machine disturbs measurements, and what each study is missing.
//!
//! A check reads [`facts`] and returns one [`Finding`], also if all is fine or the system does not report a value.
//! All files are read below a root, which tests replace; changing values (CPU time, interrupts, swapping) are read
//! twice, a second apart.
//!
//! - [`facts`]: the facts that the checks examine
//! - `cpu`, `memory`, `network`: disturbances
//! - `needs`: missing programs and rights
//! - [`render`]: rendering for people and programs

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

/// The severity of a finding, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Figures taken now would be invalid.
    Spoils,
    /// Figures are noisier, or of a special case: intervals are wider, and the reader should know.
    Disturbs,
    /// Something that a measurement needs is missing.
    Missing,
    /// The system does not report the value.
    Unknown,
    /// All is fine.
    Fine,
}

/// The finding of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The subject, in a word or two: `governor`.
    pub check: &'static str,
    /// The severity.
    pub severity: Severity,
    /// The measured value.
    pub found: String,
    /// Why it matters; empty if all is fine.
    pub why: String,
    /// The remedy; empty if all is fine.
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
        Finding::new(check, Severity::Unknown, "not reported by the system")
    }

    /// Sets why it matters.
    fn why(mut self, why: &str) -> Self {
        why.clone_into(&mut self.why);
        self
    }

    /// Sets the remedy.
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

/// All findings, the worst first.
#[derive(Clone, Debug, Serialize)]
pub struct Diagnosis {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// The measurement that was asked about, if one was.
    pub of: Option<String>,
    /// The findings.
    pub findings: Vec<Finding>,
}

/// The measurements that can be asked about: `compare`, `load`, and the studies.
pub fn measurements() -> Vec<&'static str> {
    let studies = crate::study::STUDIES.iter().map(|study| study.name());
    ["compare", "load"].into_iter().chain(studies).collect()
}

/// Runs all checks; `of` is one of [`measurements`], or `None` for all of them.
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
    /// Whether a measurement now would be pointless: something would invalidate it, or the requested one is
    /// missing something.
    pub fn is_bad(&self) -> bool {
        let is_bad = |severity| match severity {
            Severity::Spoils => true,
            Severity::Missing => self.of.is_some(),
            Severity::Disturbs | Severity::Unknown | Severity::Fine => false,
        };
        self.findings.iter().any(|finding| is_bad(finding.severity))
    }
}

#[cfg(test)]
mod tests;
