//! The journal of a run: `journal.jsonl`, one JSON object per line, each written as soon as it is known.
//!
//! The journal *is* the run: the record, the tables and the claims are derived from it alone. So a run that ended
//! at any point can be read like a complete one, and be resumed.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use manyrpc_measure::machine::environment::Environment;
use manyrpc_measure::machine::timing::Timing;
use manyrpc_measure::net::topology::Topology;

use crate::record::PlacementInfo;

use super::design::{Cell, Design};

/// The file's name in a run directory.
pub const NAME: &str = "journal.jsonl";

/// The schema that this version writes. Within it members are only ever added.
pub const SCHEMA: &str = "manyrpc.study/1";

/// The user's request; the same program derives the same design from it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Wanted {
    /// The quick version, of about a minute.
    pub quick: bool,
    /// Only these levels; empty for all.
    pub only: Vec<String>,
    /// Interleaved rounds; `None` for the study's own.
    pub rounds: Option<u32>,
    /// CPU placement; `None` for the study's own.
    pub placement: Option<String>,
    /// Seed of the order of visits.
    pub seed: u64,
    /// The network between clients and servers.
    #[serde(default, skip_serializing_if = "Topology::is_default")]
    pub between: Topology,
}

/// The first line: the design, the method and the environment.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Head {
    /// [`SCHEMA`].
    pub schema: String,
    /// The study's name.
    pub study: String,
    /// This program's version.
    pub version: String,
    /// The commit it was built from, if known.
    pub commit: Option<String>,
    /// The compiler and profile it was built with.
    pub built_with: String,
    /// When it started, RFC 3339 in UTC.
    pub started: String,
    /// The command line.
    pub command_line: Vec<String>,
    /// The user's request.
    pub wanted: Wanted,
    /// The machine.
    pub environment: Environment,
    /// The clock.
    pub timing: Timing,
    /// The CPU placement.
    pub placement: PlacementInfo,
    /// The method of a visit, as defined by the study.
    pub method: serde_json::Value,
    /// The design.
    pub design: Design,
}

/// Converts a study's method to the form stored in a head.
pub(super) fn method_to_json(method: &impl Serialize) -> serde_json::Value {
    serde_json::to_value(method).expect("a method has only string keys")
}

/// The reverse conversion.
pub(super) fn method_from_json<T: DeserializeOwned>(method: &serde_json::Value) -> T {
    let method = serde_json::from_value(method.clone());
    method.expect("a journal of this version has its method")
}

/// The result of a visit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Numbers, by name; the name ends with the unit (`call_ns`).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub figures: BTreeMap<String, f64>,
    /// Series of values in the order of measurement, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub series: BTreeMap<String, Vec<u64>>,
}

impl Sample {
    /// Adds a number.
    #[must_use]
    pub fn figure(mut self, name: &str, value: f64) -> Self {
        self.figures.insert(name.to_owned(), value);
        self
    }

    /// Adds a series.
    #[must_use]
    pub fn series(mut self, name: &str, values: Vec<u64>) -> Self {
        self.series.insert(name.to_owned(), values);
        self
    }
}

/// A completed visit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Visited {
    /// The phase's name.
    pub phase: String,
    /// The round, from 0.
    pub round: u32,
    /// The cell.
    pub cell: Cell,
    /// How long it took in seconds.
    pub seconds: f64,
    /// Its result.
    #[serde(flatten)]
    pub sample: Sample,
    /// Why it failed, if so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// A line of the journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "line", rename_all = "snake_case")]
pub enum Line {
    /// The first line.
    Head(Box<Head>),
    /// A cell that is known to be impossible here, and is not visited.
    Cannot {
        /// The cell.
        cell: Cell,
        /// The reason.
        why: String,
    },
    /// A visit.
    Visit(Visited),
    /// A warning for the reader of the figures.
    Warning {
        /// The text.
        text: String,
    },
    /// The run was resumed; earlier lines about impossible cells are void.
    Resumed {
        /// When, RFC 3339 in UTC.
        at: String,
        /// The machine at that time.
        environment: Environment,
    },
    /// The run completed, or was ended cleanly.
    Ended {
        /// How long this part of it took in seconds.
        seconds: f64,
        /// One-minute load average.
        load_after: f64,
        /// Why it ended early, if so.
        cut_short: Option<String>,
    },
}

/// A run's journal, in memory and in its directory.
#[derive(Debug)]
pub struct Journal {
    head: Head,
    lines: Vec<Line>,
    path: PathBuf,
    file: Option<File>,
    problem: Option<io::Error>,
}

/// Why a journal cannot be read.
#[derive(Debug)]
pub enum Unreadable {
    /// The file.
    File(PathBuf, io::Error),
    /// A line's number, from 1, and the problem.
    Line(PathBuf, usize, String),
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unreadable::File(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            Unreadable::Line(path, line, problem) => {
                write!(f, "{}, line {line}: {problem}", path.display())
            }
        }
    }
}

impl std::error::Error for Unreadable {}

impl Journal {
    /// Creates a journal in a directory.
    ///
    /// # Errors
    /// The file cannot be created.
    pub fn create(directory: &Path, head: Head) -> io::Result<Self> {
        let path = directory.join(NAME);
        let mut journal = Journal {
            file: Some(File::create_new(&path)?),
            head: head.clone(),
            lines: Vec::new(),
            path,
            problem: None,
        };
        journal.put(&Line::Head(Box::new(head)));
        Ok(journal)
    }

    /// Reads the journal in a directory. A truncated last line, left by a killed writer, is dropped.
    ///
    /// # Errors
    /// There is no journal, or it has another version.
    pub fn read(directory: &Path) -> Result<Self, Unreadable> {
        let path = directory.join(NAME);
        let text = fs::read_to_string(&path).map_err(|e| Unreadable::File(path.clone(), e))?;
        let fail = |line, problem: String| Unreadable::Line(path.clone(), line, problem);
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let mut lines = Vec::new();
        for (text, number) in whole.lines().zip(1..) {
            lines.push(line(text).map_err(|problem| fail(number, problem))?);
        }
        let head = match lines.first() {
            Some(Line::Head(head)) if head.schema == SCHEMA => (**head).clone(),
            Some(Line::Head(head)) => {
                let problem = format!("schema {} is not {SCHEMA}", head.schema);
                return Err(fail(1, problem));
            }
            _ => return Err(fail(1, "it does not begin with a head".to_owned())),
        };
        lines.remove(0);
        Ok(Journal {
            head,
            lines,
            path,
            file: None,
            problem: None,
        })
    }

    /// Opens it for appending.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn go_on(&mut self) -> io::Result<()> {
        let text = fs::read(&self.path)?;
        let whole = text
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |at| at + 1);
        let file = OpenOptions::new().append(true).open(&self.path)?;
        file.set_len(whole as u64)?;
        self.file = Some(file);
        Ok(())
    }

    /// A journal without a file, for tests.
    #[cfg(test)]
    pub(super) fn in_memory(head: Head, lines: Vec<Line>) -> Self {
        Journal {
            head,
            lines,
            path: PathBuf::new(),
            file: None,
            problem: None,
        }
    }

    /// Its first line.
    pub const fn head(&self) -> &Head {
        &self.head
    }

    /// The lines after the first.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The visits, in chronological order.
    pub fn visits(&self) -> impl DoubleEndedIterator<Item = &Visited> {
        self.lines.iter().filter_map(|line| match line {
            Line::Visit(visited) => Some(visited),
            _ => None,
        })
    }

    /// Appends a line. A write error is kept for [`Self::problem`]: a full disk does not end the measurement, and
    /// nothing is written after a partial line.
    pub fn write(&mut self, line: Line) {
        self.put(&line);
        self.lines.push(line);
    }

    fn put(&mut self, line: &Line) {
        let text = serde_json::to_string(line).expect("a line has only string keys");
        if let (Some(file), None) = (&mut self.file, &self.problem) {
            self.problem = file.write_all((text + "\n").as_bytes()).err();
        }
    }

    /// The write error, if any.
    pub fn problem(&self) -> Option<String> {
        let problem = self.problem.as_ref()?;
        Some(format!("{NAME} is incomplete: {problem}"))
    }
}

fn line(text: &str) -> Result<Line, String> {
    serde_json::from_str(text).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests;
