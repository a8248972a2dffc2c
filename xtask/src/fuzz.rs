//! The fuzz targets under cargo-fuzz. It needs a nightly compiler and cargo-fuzz; where
//! they are missing the same targets still meet random bytes in the tests of `manyrpc-fuzz`.
//!
//! `ci` replays the seeds and all that was ever found, and goes on from there as one seed says, for
//! so many runs and so many seconds: what is found is found again, and by the next who looks, and a
//! change meets few inputs that what was there before has not met. A campaign looks for something
//! new: each begins elsewhere and goes on from what the last one kept in `fuzz/corpus`.

use std::path::PathBuf;
use std::process::Command;

use crate::steps::{Outcome, cargo, command, root, works};

/// How long each target runs in a campaign if nothing else is said.
const CAMPAIGN_SECONDS: u32 = 300;

/// The longest that each target runs in `ci`.
const SMOKE_SECONDS: u32 = 10;

/// Runs of each target in `ci`, the seeds among them.
const SMOKE_RUNS: u32 = 20_000;

/// What mutations in `ci` follow from.
const SMOKE_SEED: u32 = 4;

/// How targets are run.
#[derive(Clone, Copy)]
enum Mode {
    Smoke,
    Campaign { seconds: u32 },
}

/// Every target as `ci` runs it.
pub(crate) fn smoke() -> Outcome {
    run(Mode::Smoke, &[])
}

/// The command `fuzz`: true when nothing was found.
pub(crate) fn from_command_line(mut words: &[&str]) -> Result<bool, String> {
    let mut mode = Mode::Campaign {
        seconds: CAMPAIGN_SECONDS,
    };
    let mut names = Vec::new();
    while let Some((first, rest)) = words.split_first() {
        words = rest;
        match (*first, rest) {
            ("--smoke", _) => mode = Mode::Smoke,
            ("--seconds", [number, rest @ ..]) => {
                let seconds = number.parse();
                let seconds = seconds.map_err(|_| format!("`{number}` is no number of seconds"))?;
                mode = Mode::Campaign { seconds };
                words = rest;
            }
            (option, _) if option.starts_with('-') => {
                return Err(format!("fuzz does not know `{option}`\n\n{}", crate::USAGE));
            }
            (name, _) => names.push(name),
        }
    }
    match run(mode, &names) {
        Outcome::Fine => Ok(true),
        Outcome::Failed(why) => {
            eprintln!("{why}");
            Ok(false)
        }
        Outcome::NotRun(why) => Err(why),
    }
}

fn run(mode: Mode, names: &[&str]) -> Outcome {
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
    if let Err(problem) = write_inputs() {
        return Outcome::Failed(problem);
    }
    let chosen = targets
        .iter()
        .filter(|target| names.is_empty() || names.contains(&target.as_str()));
    let found: Vec<&str> = chosen
        .filter(|target| !survives(target, mode))
        .map(String::as_str)
        .collect();
    if found.is_empty() {
        return Outcome::Fine;
    }
    Outcome::Failed(format!(
        "{}; the inputs are in fuzz/artifacts, and belong into crates/manyrpc-fuzz/finds.txt",
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

/// Where what each target starts from is written.
fn inputs() -> PathBuf {
    root().join("fuzz/target/inputs")
}

fn write_inputs() -> Result<(), String> {
    let mut write = cargo(&["run", "--quiet", "--locked", "-p", "manyrpc-fuzz", "--"]);
    match write.arg(inputs()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("manyrpc-fuzz, which writes the inputs: {status}")),
        Err(error) => Err(format!("cannot start cargo: {error}")),
    }
}

fn survives(target: &str, mode: Mode) -> bool {
    let mut run = cargo_fuzz();
    match mode {
        Mode::Smoke => println!("  {target}"),
        Mode::Campaign { seconds } => println!("  {target}, {seconds} s"),
    }
    if let Err(problem) = add_arguments(&mut run, target, mode) {
        eprintln!("{problem}");
        return false;
    }
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

fn add_arguments(run: &mut Command, target: &str, mode: Mode) -> std::io::Result<()> {
    let kept = match mode {
        Mode::Smoke => inputs().join(format!("{target}.new")),
        Mode::Campaign { .. } => root().join("fuzz/corpus").join(target),
    };
    // In `ci` nothing is kept: the next run is the same.
    if matches!(mode, Mode::Smoke) && kept.exists() {
        std::fs::remove_dir_all(&kept)?;
    }
    std::fs::create_dir_all(&kept)?;
    run.args(["run", target]).arg(&kept);
    if let Mode::Campaign { .. } = mode {
        run.arg(inputs().join(target));
    }
    run.args(["--", "-verbosity=0", "-timeout=20"]);
    // No target is to take more than its limits and its input allow.
    run.args(["-rss_limit_mb=1024", "-malloc_limit_mb=64"]);
    match mode {
        Mode::Smoke => {
            // The order of a list is the same everywhere; that of a directory is not.
            let list = inputs().join(format!("{target}.list"));
            run.arg(format!("-seed_inputs=@{}", list.display()));
            run.arg(format!("-seed={SMOKE_SEED}"))
                .arg(format!("-runs={SMOKE_RUNS}"))
                .arg(format!("-max_total_time={SMOKE_SECONDS}"))
                .arg("-reload=0");
        }
        Mode::Campaign { seconds } => {
            run.arg(format!("-max_total_time={seconds}"));
        }
    }
    Ok(())
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
