//! `manyrpc study`: the documents' experiments by name.

use std::process::ExitCode;

use manyrpc_lab::compare::stop_on_interrupt;
use manyrpc_lab::report::Format;
use manyrpc_lab::study::{STUDIES, kiraly};
use manyrpc_lab::{progress, system::Programs};

use crate::args::Study;
use crate::output::{Failure, write_out};

/// The exit code of a run that was ended early, as shells have it for an interrupt.
const INTERRUPTED: u8 = 130;

/// Runs the study, prints it, and says where its run directory is.
pub(crate) fn run(args: &Study) -> Result<ExitCode, Failure> {
    match args.name.as_deref() {
        Some(kiraly::NAME) if !args.list => run_kiraly(args),
        _ => list(args),
    }
}

fn list(args: &Study) -> Result<ExitCode, Failure> {
    let mut text = String::new();
    for study in STUDIES {
        text += &format!("{:8} {} ({})\n", study.name, study.title, study.source);
    }
    write_out(args.output.as_deref(), &text)?;
    Ok(ExitCode::SUCCESS)
}

fn run_kiraly(args: &Study) -> Result<ExitCode, Failure> {
    let format: Format = args.format.parse().map_err(Failure::misuse)?;
    let options = options(args)?;
    stop_on_interrupt(&options.stop).map_err(Failure::misuse)?;
    let mut progress = progress::on_standard_error();
    let study = kiraly::run(&options, &mut *progress).map_err(Failure::misuse)?;
    write_out(args.output.as_deref(), &study.render(format))?;
    eprintln!(
        "written to {} (report.html, run.json, table.csv, samples.jsonl)",
        study.directory.display()
    );
    Ok(match study.record.cut_short {
        Some(_) => ExitCode::from(INTERRUPTED),
        None => ExitCode::SUCCESS,
    })
}

fn options(args: &Study) -> Result<kiraly::Options, Failure> {
    let mut options = kiraly::Options::new(Programs::find().map_err(Failure::misuse)?);
    options.quick = args.quick;
    options.only.clone_from(&args.only);
    options.rounds = args.rounds;
    let placement = args.placement.as_ref().map(|p| p.parse());
    options.placement = placement.transpose().map_err(Failure::misuse)?;
    options.seed = args.seed;
    options.runs.clone_from(&args.runs);
    Ok(options)
}
