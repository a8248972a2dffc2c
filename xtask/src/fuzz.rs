//! The fuzz targets under cargo-fuzz. It needs a nightly compiler and cargo-fuzz; where
//! they are missing the same targets still meet random bytes in the tests of `manyrpc-fuzz`.

use std::process::Command;

use crate::steps::{Outcome, command, root, works};

/// How long each target runs in `ci`.
pub(crate) const SMOKE_SECONDS: u32 = 10;

/// Every target for some seconds.
pub(crate) fn smoke() -> Outcome {
    run(SMOKE_SECONDS, &[])
}

/// The command `fuzz`: true when nothing was found.
pub(crate) fn from_command_line(seconds: u32, names: &[&str]) -> Result<bool, String> {
    match run(seconds, names) {
        Outcome::Fine => Ok(true),
        Outcome::Failed(why) => {
            eprintln!("{why}");
            Ok(false)
        }
        Outcome::NotRun(why) => Err(why),
    }
}

fn run(seconds: u32, names: &[&str]) -> Outcome {
    let targets = match targets() {
        Ok(targets) if targets.is_empty() => {
            return Outcome::Failed("fuzz/fuzz_targets holds no target".into());
        }
        Ok(targets) => targets,
        Err(problem) => return Outcome::Failed(problem),
    };
    if let Some(unknown) = names
        .iter()
        .find(|name| !targets.iter().any(|target| target == *name))
    {
        return Outcome::Failed(format!(
            "no target is called `{unknown}`; there are: {}",
            targets.join(", ")
        ));
    }
    if !works(cargo_fuzz().arg("--help")) {
        return Outcome::NotRun(
            "needs a nightly toolchain and cargo-fuzz; the same targets run as tests of manyrpc-fuzz".into(),
        );
    }
    let chosen = targets
        .iter()
        .filter(|target| names.is_empty() || names.contains(&target.as_str()));
    let found: Vec<&str> = chosen
        .filter(|target| !survives(target, seconds))
        .map(String::as_str)
        .collect();
    if found.is_empty() {
        return Outcome::Fine;
    }
    Outcome::Failed(format!(
        "{}; the inputs are in fuzz/artifacts",
        found.join(", ")
    ))
}

/// Always through the nightly's own proxy: the cargo that runs us is pinned to another.
fn cargo_fuzz() -> Command {
    let mut fuzz = command("rustup");
    for set_by_our_cargo in ["CARGO", "RUSTC", "RUSTUP_TOOLCHAIN", "CARGO_MANIFEST_DIR"] {
        fuzz.env_remove(set_by_our_cargo);
    }
    fuzz.args(["run", "nightly", "cargo", "fuzz"]);
    fuzz
}

fn survives(target: &str, seconds: u32) -> bool {
    println!("  {target}, {seconds} s");
    let mut run = cargo_fuzz();
    run.args([
        "run",
        target,
        "--",
        "-verbosity=0",
        "-rss_limit_mb=1024",
        "-malloc_limit_mb=256",
    ]);
    run.arg(format!("-max_total_time={seconds}"));
    // It prints a dictionary after every run; only a find is worth reading.
    match run.output() {
        Ok(output) if output.status.success() => true,
        Ok(output) => {
            eprintln!("{}", String::from_utf8_lossy(&output.stderr));
            false
        }
        Err(error) => {
            eprintln!("{error}");
            false
        }
    }
}

/// The names of the target files.
fn targets() -> Result<Vec<String>, String> {
    let directory = root().join("fuzz/fuzz_targets");
    let entries = std::fs::read_dir(&directory)
        .map_err(|error| format!("{}: {error}", directory.display()))?;
    let mut names: Vec<String> = entries
        .filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_str()?.to_owned()))
        .collect();
    names.sort();
    Ok(names)
}
