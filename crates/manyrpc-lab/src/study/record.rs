//! The record derived from a run's journal: `run.json`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use manyrpc_measure::stats::{Interval, over_rounds};

use super::claim::Claim;
use super::design::{Cell, Phase};
use super::journal::{Head, Journal, Line, Visited};

/// Everything about one run except its series, which are in the journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The journal's head.
    #[serde(flatten)]
    pub head: Head,
    /// The total duration of its parts in seconds; a resumed run has several.
    pub seconds: f64,
    /// One-minute load average at the end.
    pub load_after: Option<f64>,
    /// When it was resumed.
    pub resumed: Vec<String>,
    /// Why it ended early, if it did.
    pub cut_short: Option<String>,
    /// The cells, in the order of the design.
    pub cells: Vec<CellRecord>,
    /// The document's claims with verdicts.
    pub claims: Vec<Claim>,
    /// Warnings for the reader of the figures.
    pub warnings: Vec<String>,
}

/// One cell.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CellRecord {
    /// The cell.
    pub cell: Cell,
    /// Its figures, by name.
    pub figures: BTreeMap<String, Figure>,
    /// Why it cannot be measured here, if so.
    pub cannot: Option<String>,
    /// The failed visits.
    pub failures: Vec<Failure>,
    /// The number of visits that the run did not reach.
    pub left_out: u32,
}

/// A figure over rounds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// The estimate over all rounds; see [`over_rounds`].
    pub interval: Option<Interval>,
    /// The figure of each round, `null` for a round without one.
    pub rounds: Vec<Option<f64>>,
}

/// A failed visit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// Its phase.
    pub phase: String,
    /// Its round, from 0.
    pub round: u32,
    /// The reason.
    pub why: String,
}

impl CellRecord {
    /// The interval of a figure over its rounds.
    pub fn interval(&self, figure: &str) -> Option<Interval> {
        self.figures.get(figure)?.interval
    }

    /// Why figures are missing, if so.
    pub fn why(&self) -> Option<String> {
        if let Some(why) = &self.cannot {
            return Some(why.clone());
        }
        let mut reasons: Vec<&str> = Vec::new();
        for failure in &self.failures {
            if !reasons.contains(&&*failure.why) {
                reasons.push(&failure.why);
            }
        }
        let failures = match self.failures.len() {
            0 => None,
            1 => Some(reasons.join("; ")),
            visits => Some(format!("{} (in {visits} visits)", reasons.join("; "))),
        };
        let left_out = match self.left_out {
            0 => None,
            _ if self.figures.is_empty() => Some("the run ended before".to_owned()),
            1 => Some("the run ended before its last visit".to_owned()),
            visits => Some(format!("the run ended before its last {visits} visits")),
        };
        failures.or(left_out)
    }
}

impl Record {
    /// Derives the record from a journal so far.
    pub fn of(journal: &Journal) -> Self {
        let head = journal.head().clone();
        let mut record = Record {
            cells: cells(journal),
            head,
            seconds: 0.0,
            load_after: None,
            resumed: Vec::new(),
            // A journal without an end is from a process that was killed or is still running.
            cut_short: Some("its process ended without a word, or still runs".to_owned()),
            claims: Vec::new(),
            warnings: Vec::new(),
        };
        for line in journal.lines() {
            record.take(line);
        }
        record.warnings.dedup();
        record.warnings.extend(journal.problem());
        record
    }

    fn take(&mut self, line: &Line) {
        match line {
            Line::Warning { text } => self.warnings.push(text.clone()),
            Line::Resumed { at, .. } => {
                self.resumed.push(at.clone());
                self.cut_short = Some("its process ended without a word, or still runs".to_owned());
            }
            Line::Ended {
                seconds,
                load_after,
                cut_short,
            } => {
                self.seconds += seconds;
                self.load_after = Some(*load_after);
                self.cut_short.clone_from(cut_short);
            }
            Line::Head(_) | Line::Cannot { .. } | Line::Visit(_) => {}
        }
    }

    /// The record of a cell.
    pub fn cell(&self, cell: &Cell) -> Option<&CellRecord> {
        self.cells.iter().find(|record| record.cell == *cell)
    }
}

fn cells(journal: &Journal) -> Vec<CellRecord> {
    let mut impossible: BTreeMap<&Cell, &str> = BTreeMap::new();
    for line in journal.lines() {
        match line {
            Line::Cannot { cell, why } => drop(impossible.insert(cell, why)),
            Line::Resumed { .. } => impossible.clear(),
            _ => {}
        }
    }
    // A failed visit may have been repeated later: its last line counts.
    let mut visits: BTreeMap<&Cell, BTreeMap<(&str, u32), &Visited>> = BTreeMap::new();
    for visit in journal.visits() {
        let of_cell = visits.entry(&visit.cell).or_default();
        of_cell.insert((&visit.phase, visit.round), visit);
    }
    let design = &journal.head().design;
    let record = |(place, cell): (usize, &Cell)| {
        let phases = design.phases.iter().filter(|p| p.cells.contains(&place));
        let phases: Vec<&Phase> = phases.collect();
        let visits = visits.get(cell).into_iter().flatten();
        CellRecord {
            cannot: impossible.get(cell).map(|&why| why.to_owned()),
            ..gathered(cell, &phases, visits.map(|(_, &visit)| visit))
        }
    };
    design.cells.iter().enumerate().map(record).collect()
}

fn gathered<'v>(
    cell: &Cell,
    phases: &[&Phase],
    visits: impl Iterator<Item = &'v Visited>,
) -> CellRecord {
    let mut record = CellRecord {
        cell: cell.clone(),
        left_out: phases.iter().map(|phase| phase.rounds).sum(),
        ..CellRecord::default()
    };
    for visit in visits {
        let Some(phase) = phases.iter().find(|phase| phase.name == visit.phase) else {
            continue;
        };
        record.left_out -= 1;
        record.failures.extend(visit.why.clone().map(|why| Failure {
            phase: visit.phase.clone(),
            round: visit.round,
            why,
        }));
        for (name, &value) in &visit.sample.figures {
            let figure = record.figures.entry(name.clone()).or_default();
            figure.rounds.resize(phase.rounds as usize, None);
            if let Some(slot) = figure.rounds.get_mut(visit.round as usize) {
                *slot = Some(value);
            }
        }
    }
    for figure in record.figures.values_mut() {
        let values: Vec<f64> = figure.rounds.iter().flatten().copied().collect();
        figure.interval = over_rounds(&values);
    }
    record
}

#[cfg(test)]
mod tests;
