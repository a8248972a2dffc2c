//! The parts of reports: figures, tables of samples, plots, pages, and the directory of a run.

pub mod number;
pub mod page;
pub mod parquet;
pub mod plot;
mod wrap;

pub use wrap::wrap;

use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::Error;

/// The output formats of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Tables for the terminal.
    Text,
    /// The record, as `run.json`.
    Json,
    /// One line for each cell.
    Csv,
    /// Tables for a README.
    Markdown,
    /// One self-contained page with plots.
    Html,
}

impl FromStr for Format {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "text" => Ok(Format::Text),
            "json" => Ok(Format::Json),
            "csv" => Ok(Format::Csv),
            "md" => Ok(Format::Markdown),
            "html" => Ok(Format::Html),
            _ => Err(format!(
                "`{name}` is not a format: text, json, csv, md, html"
            )),
        }
    }
}

/// Creates a directory under `runs`, named after the time and the command as in `2026-11-21T093000Z-compare`, with
/// a number appended if that exists.
///
/// # Errors
/// It cannot be created.
pub fn new_directory(started: &str, kind: &str, runs: &Path) -> Result<PathBuf, Error> {
    let stem = format!("{}-{kind}", started.replace(':', ""));
    let fail = |path: &Path, error| Error::Write {
        path: path.to_owned(),
        error,
    };
    fs::create_dir_all(runs).map_err(|e| fail(runs, e))?;
    let mut path = runs.join(&stem);
    let mut number = 2;
    loop {
        match fs::create_dir(&path) {
            Ok(()) => return Ok(path),
            Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {
                path = runs.join(format!("{stem}-{number}"));
                number += 1;
            }
            Err(e) => return Err(fail(&path, e)),
        }
    }
}
