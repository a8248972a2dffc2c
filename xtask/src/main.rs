//! Everything CI does, as one local command: `cargo run -p xtask -- ci`.
//!
//! - [`steps`]: the list of steps and how one reports
//! - [`invariants`]: the architecture's rules, each a function that names what breaks it
//! - [`cycles`]: modules that import each other
//! - [`dependencies`]: who may depend on whom, from `cargo metadata`
//! - [`documents`]: links and paths in documents
//! - [`names`]: which module may name which, and `no_std`, from the sources
//! - [`source`]: just enough of Rust's surface to scan sources
//! - [`features`]: what each feature of the facade brings, and that it compiles alone
//! - [`generated`]: no generated file escapes the test that compares them
//! - [`sizes`]: files and functions that grew too long
//! - [`worlds`]: tests with foreign programs run with clients and servers that block and with futures
//! - [`fuzz`]: the fuzz targets under cargo-fuzz, for a while

mod cycles;
mod dependencies;
mod documents;
mod features;
mod fuzz;
mod generated;
mod invariants;
mod names;
mod sizes;
mod source;
mod steps;
mod worlds;

use std::process::ExitCode;

const USAGE: &str = "\
Usage: cargo run -p xtask -- COMMAND

  ci [--step NAME]...                 run all steps, or only those named
  fuzz [--seconds N] [TARGET]...      look for something new under cargo-fuzz (default: in all targets, 300 seconds each)
  fuzz --smoke [TARGET]...            run fuzz targets as ci does, from the same start each time
  sizes                               list long files and functions
  steps                               list the steps of ci
  help                                this text";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let fine = match words.as_slice() {
        ["help" | "--help" | "-h"] | [_, .., "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(true)
        }
        ["ci", rest @ ..] => parse_steps(rest).and_then(|names| steps::run(&names)),
        ["fuzz", rest @ ..] => fuzz::from_command_line(rest),
        ["sizes"] => sizes::report().map(|()| true),
        ["steps"] => {
            steps::list();
            Ok(true)
        }
        _ => Err(format!("no such command\n\n{USAGE}")),
    };
    match fine {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("xtask: {problem}");
            ExitCode::from(2)
        }
    }
}

fn parse_steps<'a>(mut words: &[&'a str]) -> Result<Vec<&'a str>, String> {
    let mut names = Vec::new();
    while let Some((first, rest)) = words.split_first() {
        match (*first, rest) {
            ("--step", [name, rest @ ..]) => {
                names.push(*name);
                words = rest;
            }
            _ => return Err(format!("ci does not know `{first}`\n\n{USAGE}")),
        }
    }
    Ok(names)
}
