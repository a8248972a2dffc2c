//! `manyrpc compare`: measures all systems side by side.

use std::process::ExitCode;

use manyrpc_lab::compare::{self, Options};
use manyrpc_lab::report;
use manyrpc_lab::system::Programs;
use manyrpc_measure::interrupt::stop_on_interrupt;
use manyrpc_measure::report::Format;
use manyrpc_measure::{Error, progress};

use crate::args::Compare;
use crate::output::{Failure, write_out};

/// The exit code for a missed gate, with `--gate`.
const GATE_MISSED: u8 = 99;

/// The exit code of an interrupted run, by the shells' convention.
const INTERRUPTED: u8 = 130;

/// Runs the comparison, prints it, and reports its run directory.
pub(crate) fn run(args: Compare) -> Result<ExitCode, Failure> {
    let format: Format = args.format.parse().map_err(Failure::misuse)?;
    let options = options(&args)?;
    stop_on_interrupt(&options.stop).map_err(Failure::misuse)?;
    let mut progress = progress::on_standard_error();
    let comparison = compare::run(&options, &mut *progress).map_err(|e| match e {
        Error::Misuse(_) | Error::Write { .. } => Failure::misuse(e),
    })?;
    let text = report::render(&comparison.run, &comparison.distributions, format);
    write_out(args.output.as_deref(), &text)?;
    eprintln!(
        "written to {} (report.html, run.json, table.csv, samples.hlog, samples.parquet)",
        comparison.directory.display()
    );
    Ok(match args.gate && !comparison.gates_hold() {
        true => ExitCode::from(GATE_MISSED),
        false if comparison.run.cut_short.is_some() => ExitCode::from(INTERRUPTED),
        false => ExitCode::SUCCESS,
    })
}

fn options(args: &Compare) -> Result<Options, Failure> {
    fn all<T: std::str::FromStr<Err = String>>(names: &[String]) -> Result<Vec<T>, Failure> {
        let each = names.iter().map(|name| name.parse());
        each.collect::<Result<_, _>>().map_err(Failure::misuse)
    }
    let mut options = Options::new(Programs::find().map_err(Failure::misuse)?);
    options.quick = args.quick;
    options.tasks = args.tasks;
    options.with_peers = args.with_peers;
    options.placements = all(&args.placement)?;
    options.workloads = all(&args.workloads)?;
    options.systems.clone_from(&args.systems);
    options.rounds = args.rounds;
    options.seed = args.seed;
    (options.between, options.key) = args.testbed.read()?;
    options.runs.clone_from(&args.runs);
    Ok(options)
}
