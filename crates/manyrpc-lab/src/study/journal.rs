//! The journal of a run: `journal.jsonl`, a JSON object a line, each written as soon as it is known.
//!
//! The journal *is* the run: the record, the tables and the claims are made from it and from nothing
//! else. So a run that ended at any point can be read like one that came to its end, and be resumed.

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

/// What the user asked for; with the same program it gives the same design again.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Wanted {
    /// A minute's version, or about that.
    pub quick: bool,
    /// Only these; empty for all.
    pub only: Vec<String>,
    /// Interleaved rounds; `None` for the study's own.
    pub rounds: Option<u32>,
    /// Where client and server run; `None` for the study's own.
    pub placement: Option<String>,
    /// Seed of the order of visits.
    pub seed: u64,
    /// What is between clients and servers.
    #[serde(default, skip_serializing_if = "Topology::is_default")]
    pub between: Topology,
}

/// The first line: what is measured, with what, and where.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Head {
    /// [`SCHEMA`].
    pub schema: String,
    /// The study's name.
    pub study: String,
    /// This program's version.
    pub version: String,
    /// The commit it was built from, where that was known.
    pub commit: Option<String>,
    /// The compiler and profile it was built with.
    pub built_with: String,
    /// When it began, RFC 3339 in UTC.
    pub started: String,
    /// The command line.
    pub command_line: Vec<String>,
    /// What was asked for.
    pub wanted: Wanted,
    /// The machine.
    pub environment: Environment,
    /// The clock.
    pub timing: Timing,
    /// Where on the machine.
    pub placement: PlacementInfo,
    /// How a visit measures, as the study has it.
    pub method: serde_json::Value,
    /// What is visited.
    pub design: Design,
}

/// A study's method as a head holds it.
pub(super) fn method_to_json(method: &impl Serialize) -> serde_json::Value {
    serde_json::to_value(method).expect("a method has only string keys")
}

/// And back.
pub(super) fn method_from_json<T: DeserializeOwned>(method: &serde_json::Value) -> T {
    let method = serde_json::from_value(method.clone());
    method.expect("a journal of this version has its method")
}

/// What a visit gave.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Numbers, by name; the name ends with the unit (`call_ns`).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub figures: BTreeMap<String, f64>,
    /// Values in the order in which they were measured, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub series: BTreeMap<String, Vec<u64>>,
}

impl Sample {
    /// With one number more.
    #[must_use]
    pub fn figure(mut self, name: &str, value: f64) -> Self {
        self.figures.insert(name.to_owned(), value);
        self
    }

    /// With one series more.
    #[must_use]
    pub fn series(mut self, name: &str, values: Vec<u64>) -> Self {
        self.series.insert(name.to_owned(), values);
        self
    }
}

/// A visit that is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Visited {
    /// The phase's name.
    pub phase: String,
    /// The round, from 0.
    pub round: u32,
    /// Where.
    pub cell: Cell,
    /// How long it took in seconds.
    pub seconds: f64,
    /// What it gave.
    #[serde(flatten)]
    pub sample: Sample,
    /// Why it gave nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// A line.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "line", rename_all = "snake_case")]
pub enum Line {
    /// The first.
    Head(Box<Head>),
    /// A cell that cannot be measured here, and why. It is no surprise, and is not visited.
    Cannot {
        /// Which.
        cell: Cell,
        /// Why.
        why: String,
    },
    /// A visit.
    Visit(Visited),
    /// Something that the reader should know before believing a figure.
    Warning {
        /// What.
        text: String,
    },
    /// Somebody went on with it: what stood before about cells that cannot be measured is void.
    Resumed {
        /// When, RFC 3339 in UTC.
        at: String,
        /// The machine as it was then.
        environment: Environment,
    },
    /// It came to its end, or was ended in order.
    Ended {
        /// How long this part of it took in seconds.
        seconds: f64,
        /// One-minute load average.
        load_after: f64,
        /// Why before its end, if so.
        cut_short: Option<String>,
    },
}

/// A run's lines, in memory and in its directory.
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
    /// One of its lines, from 1, and what is wrong with it.
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
    /// Begins one in that directory.
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

    /// Reads the one of that directory. A last line that was cut off in the middle is dropped: its
    /// writer was killed.
    ///
    /// # Errors
    /// There is none, or not of this version.
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

    /// Opens it for more lines, behind those that are there.
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

    /// For tests: one without a file.
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

    /// What its first line says.
    pub const fn head(&self) -> &Head {
        &self.head
    }

    /// The lines after the first.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The visits, in the order in which they were made.
    pub fn visits(&self) -> impl DoubleEndedIterator<Item = &Visited> {
        self.lines.iter().filter_map(|line| match line {
            Line::Visit(visited) => Some(visited),
            _ => None,
        })
    }

    /// Takes a line. What goes wrong with the file is kept for [`Self::problem`]: a full disk does not
    /// end the measurement, and nothing more is written after half a line.
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

    /// What went wrong with the file, if anything did.
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
