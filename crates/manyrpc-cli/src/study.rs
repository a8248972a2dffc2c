//! `manyrpc study`: repeats published experiments.

use std::process::ExitCode;

use manyrpc_lab::study::experiment::Options;
use manyrpc_lab::study::runner::{self, Finished};
use manyrpc_lab::study::{STUDIES, find, report, resume};
use manyrpc_lab::system::Programs;
use manyrpc_measure::interrupt::stop_on_interrupt;
use manyrpc_measure::progress;
use manyrpc_measure::report::Format;

use crate::args::Study;
use crate::output::{Failure, write_out};

/// The exit code of an interrupted run, by the shells' convention.
const INTERRUPTED: u8 = 130;

/// Runs, resumes or reports the study, prints it, and reports its run directory.
pub(crate) fn run(args: &Study) -> Result<ExitCode, Failure> {
    if args.list {
        return list(args);
    }
    let format: Format = args.format.parse().map_err(Failure::misuse)?;
    let finished = match &args.report {
        Some(directory) => report(directory).map_err(Failure::misuse)?,
        None => measure(args)?,
    };
    write_out(args.output.as_deref(), &finished.render(format))?;
    Ok(report_outcome(args, &finished))
}

fn list(args: &Study) -> Result<ExitCode, Failure> {
    let mut text = String::new();
    for study in STUDIES {
        text += &format!(
            "{:8} {} ({})\n",
            study.name(),
            study.title(),
            study.source()
        );
    }
    write_out(args.output.as_deref(), &text)?;
    Ok(ExitCode::SUCCESS)
}

fn measure(args: &Study) -> Result<Finished, Failure> {
    let options = options(args)?;
    stop_on_interrupt(&options.stop).map_err(Failure::misuse)?;
    let mut progress = progress::on_standard_error();
    let finished = match (&args.resume, args.name.as_deref().and_then(find)) {
        (Some(directory), _) => resume(directory, options, &mut *progress),
        (None, Some(study)) => runner::run(study, &options, &mut *progress),
        (None, None) => return Err(Failure::misuse("which study? `manyrpc study --list`")),
    };
    finished.map_err(Failure::misuse)
}

fn options(args: &Study) -> Result<Options, Failure> {
    let mut options = Options::new(Programs::find().map_err(Failure::misuse)?);
    let wanted = &mut options.wanted;
    wanted.quick = args.quick;
    wanted.only.clone_from(&args.only);
    wanted.rounds = args.rounds;
    wanted.placement.clone_from(&args.placement);
    wanted.seed = args.seed;
    (wanted.between, options.key) = args.testbed.read()?;
    options.runs.clone_from(&args.runs);
    Ok(options)
}

/// Reports where the files are, and how to complete an incomplete run.
fn report_outcome(args: &Study, finished: &Finished) -> ExitCode {
    let directory = finished.directory.display();
    match &finished.unwritten {
        None => {
            eprintln!(
                "written to {directory} (report.html, run.json, table.csv, samples.parquet, journal.jsonl)"
            )
        }
        Some(problem) => eprintln!("{problem}: not every file of {directory} is there"),
    }
    let whole = finished.record.cut_short.is_none();
    if !whole {
        eprintln!("to resume it: manyrpc study --resume {directory}");
    }
    match whole || args.report.is_some() {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(INTERRUPTED),
    }
}
