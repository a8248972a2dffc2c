//! What `run.json` of this study holds.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::machine::environment::Environment;
use crate::machine::timing::Timing;
use crate::record::{PlacementInfo, Wire};
use crate::stats::{Interval, ratio_interval};
use crate::study::claim::Claim;

use super::plan::{Key, Method};

/// The schema that this version writes.
pub const SCHEMA: &str = "manyrpc.study.kiraly/1";

/// Everything about one run but the single samples, which lie beside it in `samples.jsonl`.
#[derive(Clone, Debug, Serialize)]
pub struct Record {
    /// [`SCHEMA`].
    pub schema: String,
    /// This program's version.
    pub version: String,
    /// The commit it was built from, where that was known.
    pub commit: Option<String>,
    /// The compiler and profile it was built with.
    pub built_with: String,
    /// When it began, RFC 3339 in UTC.
    pub started: String,
    /// How long it took in seconds.
    pub seconds: f64,
    /// Why it ended early, if it did.
    pub cut_short: Option<String>,
    /// The command line.
    pub command_line: Vec<String>,
    /// The seed of its order.
    pub seed: u64,
    /// The machine.
    pub environment: Environment,
    /// The clock.
    pub timing: Timing,
    /// How it measured.
    pub method: Method,
    /// Where on the machine.
    pub placement: PlacementInfo,
    /// The matrix.
    pub cells: Vec<CellRecord>,
    /// What the document claims, judged.
    pub claims: Vec<Claim>,
    /// What the reader should know before believing a figure.
    pub warnings: Vec<String>,
}

/// One client, server and system, with or without the photo.
#[derive(Clone, Debug, Serialize)]
pub struct CellRecord {
    /// The system's id.
    pub system: &'static str,
    /// The client's language.
    pub client: &'static str,
    /// The server's language.
    pub server: &'static str,
    /// Whether the photo came with the record.
    pub photo: bool,
    /// Seconds of 100 calls with the start of the client's process, over rounds.
    pub run_s: Option<Interval>,
    /// Nanoseconds of a call alone: the median of each round, over rounds.
    pub call_ns: Option<Interval>,
    /// Nanoseconds of a process's first call, over rounds.
    pub first_ns: Option<Interval>,
    /// What crossed the wire for one call.
    pub wire: Option<Wire>,
    /// Why there are no figures, or not all.
    pub why: Option<String>,
    /// Each round's figures, `null` for one that has none.
    pub rounds: Vec<Option<Turn>>,
}

/// One cell's figures in one round.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Turn {
    /// Seconds of 100 calls with the start of the client's process.
    pub run_s: f64,
    /// Nanoseconds of the first call.
    pub first_ns: f64,
    /// Median nanoseconds of a call of the process that has made its run.
    pub call_ns: f64,
}

/// What the rounds gather.
#[derive(Clone, Debug)]
pub struct Collection {
    rounds: usize,
    cells: BTreeMap<Key, Gathered>,
}

#[derive(Clone, Debug, Default)]
struct Gathered {
    turns: Vec<Option<Turn>>,
    wire: Option<Wire>,
    why: Option<String>,
}

impl Collection {
    /// For so many rounds.
    pub fn new(rounds: u32) -> Self {
        Collection {
            rounds: rounds as usize,
            cells: BTreeMap::new(),
        }
    }

    /// Takes a cell's figures in a round.
    pub fn turn(&mut self, key: Key, round: u32, turn: Turn) {
        let rounds = self.rounds;
        let cell = self.cell(key);
        cell.turns.resize(rounds, None);
        if let Some(slot) = cell.turns.get_mut(round as usize) {
            *slot = Some(turn);
        }
    }

    /// Takes the bytes of a cell's call.
    pub fn wire(&mut self, key: Key, wire: Wire) {
        self.cell(key).wire = Some(wire);
    }

    /// Takes the reason why a cell is not measured any more; the first one stays.
    pub fn fail(&mut self, key: Key, why: String) {
        self.cell(key).why.get_or_insert(why);
    }

    /// Whether a cell has failed.
    pub fn has_failed(&self, key: Key) -> bool {
        self.cells.get(&key).is_some_and(|cell| cell.why.is_some())
    }

    /// The cells in the order that is asked for; one that the run did not come to says so.
    pub fn cells(&self, keys: &[Key]) -> Vec<CellRecord> {
        keys.iter().map(|&key| self.record(key)).collect()
    }

    fn record(&self, key: Key) -> CellRecord {
        let gathered = self.cells.get(&key).cloned().unwrap_or_default();
        let over = |figure: fn(&Turn) -> f64| {
            let each: Vec<f64> = gathered.turns.iter().flatten().map(figure).collect();
            ratio_interval(&each)
        };
        let measured = gathered.turns.iter().any(Option::is_some);
        let not_reached = || "the run ended before".to_owned();
        CellRecord {
            system: key.system,
            client: key.client,
            server: key.server,
            photo: key.photo,
            run_s: over(|t| t.run_s),
            call_ns: over(|t| t.call_ns),
            first_ns: over(|t| t.first_ns),
            wire: gathered.wire,
            why: gathered.why.or_else(|| (!measured).then(not_reached)),
            rounds: gathered.turns,
        }
    }

    fn cell(&mut self, key: Key) -> &mut Gathered {
        self.cells.entry(key).or_default()
    }
}

impl CellRecord {
    /// Where it stands.
    pub const fn key(&self) -> Key {
        Key {
            system: self.system,
            photo: self.photo,
            client: self.client,
            server: self.server,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: Key = Key {
        system: "grpc",
        photo: false,
        client: "cpp",
        server: "ruby",
    };

    fn turn(run_s: f64) -> Turn {
        Turn {
            run_s,
            first_ns: 3.0,
            call_ns: 2.0,
        }
    }

    #[test]
    fn rounds_become_one_figure_with_its_interval() {
        let mut collection = Collection::new(3);
        collection.turn(KEY, 0, turn(1.0));
        collection.turn(KEY, 2, turn(4.0));
        let cell = &collection.cells(&[KEY])[0];
        let seconds = cell.run_s.unwrap();
        assert!((seconds.value - 2.0).abs() < 1e-9);
        assert!(seconds.low < 1.0 && seconds.high > 4.0);
        assert_eq!(cell.rounds, [Some(turn(1.0)), None, Some(turn(4.0))]);
        assert_eq!(cell.why, None);
    }

    #[test]
    fn a_cell_without_figures_says_why() {
        let mut collection = Collection::new(3);
        let other = Key { photo: true, ..KEY };
        collection.fail(KEY, "it broke".to_owned());
        collection.fail(KEY, "again".to_owned());
        assert!(collection.has_failed(KEY) && !collection.has_failed(other));
        let cells = collection.cells(&[KEY, other]);
        assert_eq!(cells[0].why.as_deref(), Some("it broke"));
        assert_eq!(cells[1].why.as_deref(), Some("the run ended before"));
    }
}
