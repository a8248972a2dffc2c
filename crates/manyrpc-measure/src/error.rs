//! Errors that prevent a run or its output.

use std::path::PathBuf;
use std::{fmt, io};

/// Why there is no run at all. Failures within a run are recorded in its cells.
#[derive(Debug)]
pub enum Error {
    /// The options ask for something that does not exist.
    Misuse(String),
    /// A file could not be written.
    Write {
        /// Which file or directory.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Misuse(what) => f.write_str(what),
            Error::Write { path, error } => write!(f, "cannot write {}: {error}", path.display()),
        }
    }
}

impl std::error::Error for Error {}
