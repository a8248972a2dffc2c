//! `manyrpc doctor`: reports what on this machine disturbs measurements, and what is missing.

use std::process::ExitCode;

use manyrpc_lab::doctor::facts::Facts;
use manyrpc_lab::doctor::{examine, render};
use manyrpc_lab::system::Programs;

use crate::args::Doctor;
use crate::output::{Failure, write_out};

/// Examines the machine and prints the findings.
pub(crate) fn run(args: &Doctor) -> Result<ExitCode, Failure> {
    let programs = Programs::find().map_err(Failure::misuse)?;
    let diagnosis = examine(&Facts::gather(), &programs, args.of.as_deref());
    let text = match args.format.as_str() {
        "json" => render::json(&diagnosis),
        _ => render::text(&diagnosis),
    };
    write_out(args.output.as_deref(), &text)?;
    Ok(match diagnosis.is_bad() {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    })
}
