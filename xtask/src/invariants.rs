//! The invariants of the architecture that a program can check, numbered as in
//! `ARCHITECTURE.md`. Each check returns what breaks it, one line a place.

use std::path::Path;

use crate::steps::{Outcome, cargo, root, works};
use crate::{cycles, dependencies, documents, names, worlds};

/// Crates that must stay free of clock, socket, thread and file.
pub(crate) const BARE: &[&str] = &["manyrpc-codec", "manyrpc-engine"];

/// A check: what it says, and the places that break it.
type Check = (&'static str, fn() -> Result<Vec<String>, String>);

const CHECKS: &[Check] = &[
    ("1 engine and codec are no_std", names::no_std),
    (
        "2 crates depend only on those they may",
        dependencies::check,
    ),
    ("3 no protocol module names another", names::protocols_apart),
    (
        "4 the driver names no protocol module",
        names::driver_names_none,
    ),
    (
        "5 the model's core names no dialect",
        names::model_names_none,
    ),
    ("13 documents lead to files that exist", documents::check),
    (
        "14 systems are named in their own folders only",
        names::systems_in_their_folders,
    ),
    (
        "16 modules beside each other are in ever fewer cycles",
        cycles::check,
    ),
    (
        "17 tests with foreign programs run in both worlds",
        worlds::check,
    ),
];

/// Runs every check and prints its verdict.
pub(crate) fn check() -> Outcome {
    let mut broken = Vec::new();
    for (what, check) in CHECKS {
        match check() {
            Ok(places) if places.is_empty() => println!("  holds   {what}"),
            Ok(places) => {
                println!(
                    "  BROKEN  {what}\n          {}",
                    places.join("\n          ")
                );
                broken.push(*what);
            }
            Err(problem) => {
                println!("  BROKEN  {what}: {problem}");
                broken.push(*what);
            }
        }
    }
    match compile_bare() {
        Outcome::Failed(why) => return Outcome::Failed(why),
        // The source scan above has spoken for this compiler's missing target.
        Outcome::NotRun(why) => println!("  not run 1 build for a bare target: {why}"),
        Outcome::Fine => println!("  holds   1 built for a bare target"),
    }
    if broken.is_empty() {
        Outcome::Fine
    } else {
        Outcome::Failed(format!("broken: {}", broken.join("; ")))
    }
}

/// Builds the bare crates for a target that has no `std`, if the compiler has one.
fn compile_bare() -> Outcome {
    let Some(target) = bare_target() else {
        return Outcome::NotRun(
            "no such target installed (rustup target add x86_64-unknown-none)".into(),
        );
    };
    for name in BARE {
        let mut check = cargo(&[
            "check", "--quiet", "--locked", "--target", &target, "-p", name,
        ]);
        if !works(&mut check) {
            let _ = check.status();
            return Outcome::Failed(format!("{name} does not build for {target}"));
        }
    }
    Outcome::Fine
}

/// An installed target without an operating system.
fn bare_target() -> Option<String> {
    let sysroot = std::process::Command::new("rustc")
        .args(["--print", "sysroot"])
        .current_dir(root())
        .output()
        .ok()?;
    let sysroot = String::from_utf8(sysroot.stdout).ok()?;
    let targets = std::fs::read_dir(Path::new(sysroot.trim()).join("lib/rustlib")).ok()?;
    targets
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .find(|name| name.contains("-none") && !name.starts_with("manifest"))
}
