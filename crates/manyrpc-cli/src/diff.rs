//! `manyrpc diff`: compares two runs.

use std::process::ExitCode;

use manyrpc_lab::diff::{Measure, Options, Side, compare, render};
use manyrpc_measure::report::Format;

use crate::args::Diff;
use crate::output::{Failure, write_out};

/// The exit code if anything is significantly slower.
const SLOWER: u8 = 99;

/// Compares the runs and prints the findings.
pub(crate) fn run(args: &Diff) -> Result<ExitCode, Failure> {
    let format: Format = args.format.parse().map_err(Failure::misuse)?;
    let options = Options {
        threshold: args.threshold,
        only: args.only.clone(),
        figures: args.figures.clone(),
        measure: args.measure.as_deref().map(|name| match name {
            "absolute" => Measure::Absolute,
            _ => Measure::Relative,
        }),
    };
    let read = |path| Side::read(path).map_err(Failure::Misuse);
    let (a, b) = (read(&args.a)?, read(&args.b)?);
    let comparison = compare(&a, &b, &options).map_err(Failure::Misuse)?;
    write_out(args.output.as_deref(), &render::render(&comparison, format))?;
    Ok(match comparison.is_slower() {
        true => ExitCode::from(SLOWER),
        false => ExitCode::SUCCESS,
    })
}
