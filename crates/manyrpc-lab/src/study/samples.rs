//! Raw samples: `samples.jsonl`, a JSON object a line, each written as soon as it is there, so that
//! a run that ends at any point leaves what it had.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

/// The file's name in a run directory.
pub const NAME: &str = "samples.jsonl";

/// A file that takes samples.
#[derive(Debug)]
pub struct Samples {
    file: File,
    problem: Option<io::Error>,
}

impl Samples {
    /// Begins the file in that directory.
    ///
    /// # Errors
    /// It cannot be created.
    pub fn create(directory: &Path) -> io::Result<Self> {
        Ok(Samples {
            file: File::create(directory.join(NAME))?,
            problem: None,
        })
    }

    /// Writes one line. What goes wrong is kept for [`Self::problem`]: a full disk does not end the
    /// measurement, and nothing more is written after half a line.
    pub fn write(&mut self, sample: &impl Serialize) {
        if self.problem.is_some() {
            return;
        }
        let line = serde_json::to_string(sample).expect("a sample has only string keys");
        self.problem = self.file.write_all((line + "\n").as_bytes()).err();
    }

    /// What went wrong, if anything did.
    pub fn problem(&self) -> Option<String> {
        let problem = self.problem.as_ref()?;
        Some(format!("{NAME} is incomplete: {problem}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sample_is_a_line_at_once() {
        let directory =
            std::env::temp_dir().join(format!("manyrpc-samples-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        let mut samples = Samples::create(&directory).unwrap();
        samples.write(&serde_json::json!({"a": 1}));
        let so_far = std::fs::read_to_string(directory.join(NAME)).unwrap();
        assert_eq!(so_far, "{\"a\":1}\n");
        assert_eq!(samples.problem(), None);
        std::fs::remove_dir_all(&directory).unwrap();
    }

    #[test]
    fn a_full_disk_is_a_warning() {
        let file = File::create("/dev/full").unwrap();
        let mut samples = Samples {
            file,
            problem: None,
        };
        samples.write(&1);
        samples.write(&2);
        assert!(samples.problem().unwrap().contains("incomplete"));
    }
}
