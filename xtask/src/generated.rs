//! Committed generated files against what the generator writes today.

use crate::steps::{Outcome, cargo, root};

/// Each definition with the file generated from it, both from the workspace's root.
const PAIRS: &[(&str, &str)] = &[];

/// Generates every file again and compares.
pub(crate) fn check() -> Outcome {
    if PAIRS.is_empty() {
        return Outcome::NotRun("no generated file is committed yet".into());
    }
    let stale: Vec<String> = PAIRS
        .iter()
        .filter_map(|(idl, output)| difference(idl, output).err())
        .collect();
    if stale.is_empty() {
        Outcome::Fine
    } else {
        Outcome::Failed(stale.join("; "))
    }
}

fn difference(idl: &str, output: &str) -> Result<(), String> {
    let written = cargo(&[
        "run",
        "--quiet",
        "--locked",
        "-p",
        "manyrpc-cli",
        "--",
        "idl",
        "gen",
        idl,
    ])
    .output()
    .map_err(|error| format!("{idl}: {error}"))?;
    if !written.status.success() {
        return Err(format!(
            "{idl}: {}",
            String::from_utf8_lossy(&written.stderr).trim()
        ));
    }
    let committed =
        std::fs::read(root().join(output)).map_err(|error| format!("{output}: {error}"))?;
    if written.stdout == committed {
        return Ok(());
    }
    Err(format!(
        "{output} is stale: manyrpc idl gen {idl} > {output}"
    ))
}
