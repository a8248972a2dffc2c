//! Diagnostics of front ends, and their rendering.
//!
//! They have the same form for every language: a sentence with the problem, the place, further places if
//! they help to explain it, and a help line if there is a remedy.
//!
//! ```
//! # #[cfg(feature = "rpcl")] {
//! use manyrpc_idl::{Options, Severity, load_text};
//!
//! let (module, diagnostics) = load_text("bad.x", "typedef missing other;", &Options::default());
//! assert!(module.is_none());
//! assert_eq!(diagnostics[0].severity, Severity::Error);
//! assert!(diagnostics[0].to_string().contains("bad.x"));
//! # }
//! ```

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use crate::place::Span;
use crate::source::Sources;

pub use crate::place::Place;

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// A warning; the definition can be used.
    Warning,
    /// An error; the definition cannot be used.
    Error,
}

/// A further place with its relevance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub place: Place,
    /// The explanation.
    pub message: String,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// The problem, and what was expected instead.
    pub message: String,
    /// The place.
    pub place: Place,
    /// Further places.
    pub labels: Vec<Label>,
    /// The remedy, if any.
    pub help: Option<String>,
}

impl Diagnostic {
    /// The finding with its source line and a caret under the place; with terminal colours on request.
    pub fn render(&self, colour: bool) -> String {
        let paint = |code, text: &str| match colour {
            true => format!("\x1b[{code}m{text}\x1b[0m"),
            false => text.to_owned(),
        };
        let (name, code) = match self.severity {
            Severity::Warning => ("warning", "1;33"),
            Severity::Error => ("error", "1;31"),
        };
        let mut out = format!("{}: {}\n", paint(code, name), paint("1", &self.message));
        let width = self
            .labels
            .iter()
            .map(|l| l.place.line)
            .chain([self.place.line])
            .max();
        let width = width.unwrap_or(0).to_string().len();
        render_place(
            &mut out,
            &self.place,
            width,
            &|carets| paint(code, carets),
            "",
        );
        for label in &self.labels {
            let message = format!(" {}", label.message);
            render_place(
                &mut out,
                &label.place,
                width,
                &|c| paint("1;34", c),
                &message,
            );
        }
        if let Some(help) = &self.help {
            out += &format!("{:width$} = {}: {help}\n", "", paint("1", "help"));
        }
        out
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.render(false).trim_end())
    }
}

fn render_place(
    out: &mut String,
    place: &Place,
    width: usize,
    paint: &dyn Fn(&str) -> String,
    message: &str,
) {
    let Place {
        file,
        line,
        columns,
        text,
    } = place;
    if *line == 0 {
        *out += &format!("{:width$}--> {file}{message}\n", "");
        return;
    }
    *out += &format!("{:width$}--> {file}:{line}:{}\n", "", columns.start);
    if text.is_empty() {
        return;
    }
    let before = text.chars().take(columns.start as usize - 1);
    // Tabs are kept, so that the caret is aligned with its character.
    let indent: String = before.map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    let room = text
        .chars()
        .count()
        .saturating_sub(columns.start as usize - 1);
    let length = (columns.end.saturating_sub(columns.start) as usize).clamp(1, room.max(1));
    let shown: String = text
        .chars()
        .map(|c| if c.is_control() && c != '\t' { '?' } else { c })
        .collect();
    *out += &format!("{line:width$} | {shown}\n");
    *out += &format!(
        "{:width$} | {indent}{}{message}\n",
        "",
        paint(&"^".repeat(length))
    );
}

/// The findings of one run, up to a limit.
pub(crate) struct Findings {
    list: Vec<Diagnostic>,
    errors: usize,
    max: usize,
    suggestions: usize,
    /// During a trial parse: whether there was an error.
    muted: Option<bool>,
}

impl Findings {
    pub(crate) fn new(max: usize) -> Self {
        Self {
            list: Vec::new(),
            errors: 0,
            max,
            suggestions: max,
            muted: None,
        }
    }

    /// Stops keeping findings.
    pub(crate) fn mute(&mut self) {
        self.muted = Some(false);
    }

    /// Resumes keeping findings; returns whether there was an error meanwhile.
    pub(crate) fn unmute(&mut self) -> bool {
        self.muted.take().unwrap_or(false)
    }

    /// The most likely intended name, independent of the order of the candidates. The search is
    /// expensive, so the number of suggestions is limited.
    pub(crate) fn suggest<'a>(
        &mut self,
        name: &str,
        candidates: impl Iterator<Item = &'a str>,
    ) -> Option<&'a str> {
        if self.muted.is_some() {
            return None;
        }
        self.suggestions = self.suggestions.checked_sub(1)?;
        closest(name, candidates)
    }

    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        let is_error = diagnostic.severity == Severity::Error;
        if let Some(wrong) = &mut self.muted {
            *wrong |= is_error;
            return;
        }
        self.errors += usize::from(is_error);
        // Only the first error at a place is kept; later ones are consequences.
        let known = self.list.iter().any(|d| {
            d.severity == diagnostic.severity
                && d.place.line != 0
                && d.place.line == diagnostic.place.line
                && d.place.columns == diagnostic.place.columns
                && d.place.file == diagnostic.place.file
        });
        if !known && self.list.len() < self.max {
            self.list.push(diagnostic);
        }
    }

    pub(crate) fn error(&mut self, sources: &Sources<'_>, span: Span, message: impl Into<String>) {
        self.push(at(sources, span, Severity::Error, message.into()));
    }

    /// Whether the limit is reached, so that processing should stop.
    pub(crate) fn full(&self) -> bool {
        self.list.len() >= self.max
    }

    pub(crate) fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// The findings in the order of the text, file by file.
    pub(crate) fn into_list(self) -> Vec<Diagnostic> {
        let mut files: Vec<Arc<str>> = Vec::new();
        let mut keyed = Vec::new();
        for found in self.list {
            let place = &found.place;
            let known = files.iter().position(|f| *f == place.file);
            let file = known.unwrap_or_else(|| {
                files.push(place.file.clone());
                files.len() - 1
            });
            keyed.push(((file, place.line, place.columns.start), found));
        }
        keyed.sort_by_key(|(key, _)| *key);
        keyed.into_iter().map(|(_, found)| found).collect()
    }
}

/// A finding about a definition that could not be read.
pub(crate) fn unreadable(path: &Path, reason: String) -> Diagnostic {
    of_file(path, format!("cannot read the definition: {reason}"))
}

/// A finding about a file as a whole.
pub(crate) fn of_file(path: &Path, message: String) -> Diagnostic {
    let place = Place {
        file: path.to_string_lossy().into(),
        ..Place::default()
    };
    Diagnostic {
        severity: Severity::Error,
        message,
        place,
        labels: Vec::new(),
        help: None,
    }
}

/// A finding about one place.
pub(crate) fn at(
    sources: &Sources<'_>,
    span: Span,
    severity: Severity,
    message: String,
) -> Diagnostic {
    Diagnostic {
        severity,
        message,
        place: sources.place(span),
        labels: Vec::new(),
        help: None,
    }
}

impl Diagnostic {
    pub(crate) fn label(
        mut self,
        sources: &Sources<'_>,
        span: Span,
        message: impl Into<String>,
    ) -> Self {
        self.labels.push(Label {
            place: sources.place(span),
            message: message.into(),
        });
        self
    }

    pub(crate) fn help(mut self, help: Option<String>) -> Self {
        self.help = help;
        self
    }
}

/// The candidate closest to `name`, the alphabetically first among equals.
fn closest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 64;
    const MOST: usize = 1000;
    let allowed = (name.chars().count() / 3).clamp(1, 3);
    let near =
        |c: &&str| c.len() <= LONGEST && c.len().abs_diff(name.len()) <= 2 * allowed && *c != name;
    let near: Vec<&str> = candidates.filter(near).take(MOST + 1).collect();
    if name.len() > LONGEST || near.len() > MOST {
        return None;
    }
    let rated = near.into_iter().map(|c| (distance(name, c), c));
    rated.filter(|&(d, _)| d <= allowed).min().map(|(_, c)| c)
}

/// Edits (insert, delete, replace, swap of neighbours; letter case free) between two names.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().map(|c| c.to_ascii_lowercase()).collect();
    let b: Vec<char> = b.chars().map(|c| c.to_ascii_lowercase()).collect();
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = match (i, j) {
                (0, n) | (n, 0) => n,
                _ => {
                    let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                    let mut best = replaced.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                    if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                        best = best.min(rows[i - 2][j - 2] + 1);
                    }
                    best
                }
            };
        }
    }
    rows[a.len()][b.len()]
}
