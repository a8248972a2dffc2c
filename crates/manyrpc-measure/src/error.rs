//! Why a run cannot begin, or cannot be written.

use std::path::PathBuf;
use std::{fmt, io};

/// Why there is no run at all. What fails within one is in its cells.
#[derive(Debug)]
pub enum Error {
    /// The options ask for what there is not.
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
