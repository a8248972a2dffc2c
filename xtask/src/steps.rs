//! The steps of `ci`: a table, run in order, every step even after a failure.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use crate::{features, fuzz, generated, invariants, sizes};

/// How one step ended.
pub(crate) enum Outcome {
    /// It ran and found nothing wrong.
    Fine,
    /// It ran and this is wrong.
    Failed(String),
    /// It could not run here, and this is why.
    NotRun(String),
}

/// A name for `--step`, what it checks, and the check.
type Step = (&'static str, &'static str, fn() -> Outcome);

const STEPS: &[Step] = &[
    ("fmt", "cargo fmt --check", fmt),
    (
        "clippy",
        "clippy on all targets, warnings are errors",
        clippy,
    ),
    ("doc", "rustdoc, warnings are errors", doc),
    ("scripts", "shellcheck on every script", scripts),
    (
        "deny",
        "licences, bans and sources of dependencies (cargo-deny)",
        deny,
    ),
    ("invariants", "the architecture's rules", invariants::check),
    (
        "features",
        "each feature of the facade alone, and the crates that it brings",
        features::check,
    ),
    (
        "generated",
        "no generated file escapes the test that compares them",
        generated::check,
    ),
    (
        "fuzz",
        "every fuzz target from its seeds and finds, for some seconds (cargo-fuzz)",
        fuzz::smoke,
    ),
    ("sizes", "report of long files and functions", report_sizes),
    ("test", "cargo test --workspace", test),
];

/// Prints the table of steps.
pub(crate) fn list() {
    for (name, what, _) in STEPS {
        println!("  {name:<12}{what}");
    }
}

/// Runs the named steps, or all; true when none failed.
pub(crate) fn run(names: &[&str]) -> Result<bool, String> {
    if let Some(unknown) = names
        .iter()
        .find(|name| STEPS.iter().all(|step| step.0 != **name))
    {
        return Err(format!(
            "no step is called `{unknown}`; `xtask steps` lists them"
        ));
    }
    let mut lines = Vec::new();
    let mut fine = true;
    for (name, what, step) in STEPS
        .iter()
        .filter(|step| names.is_empty() || names.contains(&step.0))
    {
        println!("==> {name}: {what}");
        let start = Instant::now();
        let (word, detail) = match step() {
            Outcome::Fine => ("ok", String::new()),
            Outcome::Failed(why) => {
                fine = false;
                ("FAILED", why)
            }
            Outcome::NotRun(why) => ("NOT RUN", why),
        };
        let seconds = start.elapsed().as_secs_f64();
        lines.push(
            format!("{name:<12}{word:<9}{seconds:>6.1} s  {detail}")
                .trim_end()
                .to_owned(),
        );
    }
    println!("\n{}", lines.join("\n"));
    Ok(fine)
}

/// The workspace's root directory.
pub(crate) fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask
        .parent()
        .expect("xtask lies in the workspace")
        .to_path_buf()
}

/// A command that runs in the workspace's root.
pub(crate) fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

/// The cargo that runs us.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut cargo = command(&std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
    // What the cargo that runs us says of our package: build scripts that look at it would run once more for the next
    // cargo that nobody runs, and everything behind them would be compiled again.
    let said = std::env::vars_os().map(|(name, _)| name);
    let of_package = |name: &std::ffi::OsString| {
        let name = name.to_string_lossy();
        name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")
    };
    said.filter(of_package).for_each(|name| {
        cargo.env_remove(name);
    });
    cargo.args(arguments);
    cargo
}

/// Runs a command with our output, and judges it by its exit status.
pub(crate) fn judge(command: &mut Command) -> Outcome {
    match command.status() {
        Ok(status) if status.success() => Outcome::Fine,
        Ok(status) => Outcome::Failed(status.to_string()),
        Err(error) => Outcome::Failed(format!("cannot start {:?}: {error}", command.get_program())),
    }
}

/// Whether a command can be started and succeeds; its output is thrown away.
pub(crate) fn works(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

fn fmt() -> Outcome {
    judge(&mut cargo(&["fmt", "--all", "--check"]))
}

fn clippy() -> Outcome {
    judge(&mut cargo(&[
        "clippy",
        "--workspace",
        "--all-targets",
        "--locked",
        "--",
        "-D",
        "warnings",
    ]))
}

fn doc() -> Outcome {
    let mut doc = cargo(&[
        "doc",
        "--workspace",
        "--no-deps",
        "--locked",
        "--document-private-items",
    ]);
    judge(doc.env("RUSTDOCFLAGS", "-D warnings"))
}

fn scripts() -> Outcome {
    if !works(command("shellcheck").arg("--version")) {
        return Outcome::NotRun("shellcheck is not installed; `make setup-lint` does it".into());
    }
    let listed = command("git")
        .args(["ls-files", "*.sh", ".ci/run"])
        .output();
    let Ok(listed) = listed else {
        return Outcome::NotRun("git, which lists the scripts, is not installed".into());
    };
    let files = String::from_utf8_lossy(&listed.stdout).into_owned();
    judge(command("shellcheck").args(files.lines()))
}

fn deny() -> Outcome {
    if !works(&mut cargo(&["deny", "--version"])) {
        return Outcome::NotRun("cargo-deny is not installed; `make setup-ci` compiles it".into());
    }
    // Advisories need a database from the network, so they are no part of this.
    judge(&mut cargo(&[
        "deny", "--locked", "check", "licenses", "bans", "sources",
    ]))
}

fn report_sizes() -> Outcome {
    match sizes::report() {
        Ok(()) => Outcome::Fine,
        Err(problem) => Outcome::Failed(problem),
    }
}

fn test() -> Outcome {
    judge(&mut cargo(&[
        "test",
        "--workspace",
        "--locked",
        "--no-fail-fast",
    ]))
}
