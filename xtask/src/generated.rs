//! Committed generated files: each must be in the list that a test of `manyrpc-gen`
//! compares with what the generator writes today. That test has the list and the
//! comparison; here is what it cannot see, a file that nobody listed.

use crate::source::{read, rust_files};
use crate::steps::{Outcome, root};

const LIST: &str = "crates/manyrpc-gen/tests/text.rs";
/// How every generated file starts.
pub(crate) const FIRST_WORDS: &str = "// Generated from ";

/// Looks for generated files that are not in the list.
pub(crate) fn check() -> Outcome {
    match unlisted() {
        Ok((_, files)) if !files.is_empty() => {
            Outcome::Failed(format!("not in {LIST}: {}", files.join(", ")))
        }
        Ok((0, _)) => Outcome::Failed(format!("found no file that starts with `{FIRST_WORDS}`")),
        Ok((count, _)) => {
            println!("  {count} generated files, all in {LIST}");
            Outcome::Fine
        }
        Err(problem) => Outcome::Failed(problem),
    }
}

/// How many generated files there are, and which of them the list lacks.
fn unlisted() -> Result<(usize, Vec<String>), String> {
    let list = read(&root().join(LIST))?;
    let mut count = 0;
    let mut missing = Vec::new();
    for file in rust_files(&root().join("crates"))? {
        // The corpus needs no list: the test walks its directory.
        let in_corpus = file.iter().any(|part| part == "corpus");
        if !in_corpus && read(&file)?.starts_with(FIRST_WORDS) {
            count += 1;
            let name = file
                .strip_prefix(root())
                .unwrap_or(&file)
                .display()
                .to_string();
            if !list.contains(&format!("\"{name}\"")) {
                missing.push(name);
            }
        }
    }
    Ok((count, missing))
}
