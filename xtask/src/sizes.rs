//! A report of files and functions that grew too long. Places to look, not a gate.

use crate::generated::FIRST_WORDS;
use crate::source::{blank, functions, read, rust_files};
use crate::steps::root;

const FILE_LINES: usize = 600;
const FUNCTION_LINES: usize = 70;

/// Prints every file and function above the house's limits, and how long functions are.
pub(crate) fn report() -> Result<(), String> {
    let mut lengths = Vec::new();
    for directory in ["crates", "xtask"] {
        for file in rust_files(&root().join(directory))? {
            let source = read(&file)?;
            if source.starts_with(FIRST_WORDS) {
                continue;
            }
            let name = file.strip_prefix(root()).unwrap_or(&file).display();
            let lines = source.lines().count();
            if lines > FILE_LINES {
                println!("  {lines:>5} lines  {name}");
            }
            for (function, line, length) in functions(&blank(&source)) {
                if length > FUNCTION_LINES {
                    println!("  {length:>5} lines  {name}:{line} fn {function}");
                }
                lengths.push(length);
            }
        }
    }
    lengths.sort_unstable();
    let share = |part: usize| {
        lengths.get((lengths.len() * part / 100).min(lengths.len().saturating_sub(1)))
    };
    if let (Some(median), Some(ninth), Some(last)) = (share(50), share(90), lengths.last()) {
        println!(
            "  {} functions: median {median} lines, nine in ten up to {ninth}, longest {last}",
            lengths.len()
        );
    }
    Ok(())
}
