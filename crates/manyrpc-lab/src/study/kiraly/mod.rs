//! `kiraly`: Király & Székely, "Analysing RPC and Testing the Performance of Solutions" (Informatica
//! 42, 2018): one record with and without a photo of 1 MB, client language × server language × system.
//!
//! A visit of a cell is a fresh client process that makes its run of calls, and then some more: the
//! time from its start to the last answer of the run is the document's measure, the median of the
//! calls after it is the time of a call alone. A round visits every cell once, in an order of its own.

mod bench;
mod claims;
mod conduct;
mod matrix;
pub mod peers;
pub mod plan;
pub mod record;
mod tables;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use serde_json::json;

use crate::clock;
use crate::compare::Error;
use crate::machine::environment::{Environment, load_average};
use crate::machine::placement::{Placement, allowed_cpus, pin_this_thread};
use crate::machine::timing::Timing;
use crate::progress::Progress;
use crate::record::PlacementInfo;
use crate::report::new_directory;
use crate::system::Programs;

use super::paper::Paper;
use super::published::Published;
use super::render;
use super::samples::Samples;
use conduct::Conductor;
use plan::Plan;
use record::{Collection, Record, SCHEMA};

/// What follows `manyrpc study`.
pub const NAME: &str = "kiraly";

/// The document.
pub const SOURCE: &str = "Király & Székely 2018";

/// Its figures.
pub(crate) const PUBLISHED: &str = include_str!("../../../../../published/kiraly.csv");

/// What to measure, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// Minutes instead of an hour: fewer and shorter runs, the document's languages and ours only.
    pub quick: bool,
    /// Only these systems, languages, or languages of a system (`xmlrpc/python`); empty for all.
    pub only: Vec<String>,
    /// Interleaved rounds; `None` for the default.
    pub rounds: Option<u32>,
    /// Where client and server run; `None` for a CPU each, if there are two.
    pub placement: Option<Placement>,
    /// Seed of the order and of the intervals' resampling.
    pub seed: u64,
    /// Where run directories are made.
    pub runs: PathBuf,
    /// Where the programs are.
    pub programs: Programs,
    /// The command line, for the record.
    pub command_line: Vec<String>,
    /// Set by somebody else to end the run early, in order.
    pub stop: Arc<AtomicBool>,
}

impl Options {
    /// The whole matrix.
    pub fn new(programs: Programs) -> Self {
        Options {
            quick: false,
            only: Vec::new(),
            rounds: None,
            placement: None,
            seed: 2018,
            runs: PathBuf::from("runs"),
            programs,
            command_line: std::env::args().collect(),
            stop: Arc::default(),
        }
    }
}

/// A finished run.
#[derive(Debug)]
pub struct Study {
    /// The record, as `run.json` holds it.
    pub record: Record,
    /// The report.
    pub paper: Paper,
    /// Where it was written.
    pub directory: PathBuf,
}

/// Runs the study and writes its run directory.
///
/// # Errors
/// The options ask for what there is not, or the directory cannot be written. What fails within the
/// run is in its cells.
pub fn run(options: &Options, progress: &mut dyn Progress) -> Result<Study, Error> {
    let published = Published::parse(PUBLISHED).expect("a test reads the file");
    let fact = |name| published.fact(name).expect("a test looks for the facts") as u32;
    let calls = fact("calls of a run");
    let plan = Plan::new(options, calls, fact("runs of a cell")).map_err(Error::Misuse)?;
    let started = clock::utc_now();
    let directory = new_directory(&started, &format!("study-{NAME}"), &options.runs)?;
    let mut samples = Samples::create(&directory).map_err(|error| Error::Write {
        path: directory.join(super::samples::NAME),
        error,
    })?;
    let start = Instant::now();
    let mut record = begin(&plan, options, started);
    for warning in &record.warnings {
        progress.note(&format!("warning: {warning}"));
    }
    samples.write(&json!({
        "schema": SCHEMA, "started": record.started, "seed": record.seed, "method": record.method,
        "placement": record.placement, "environment": record.environment,
        "command_line": record.command_line,
    }));
    // The conductor only waits, out of the way; a process that it starts is pinned at once.
    let cpus = allowed_cpus();
    record
        .warnings
        .extend(pin_this_thread(&plan.layout.conductor).err());
    let collection = Conductor::new(&plan, options, calls, progress, &mut samples).conduct();
    record.warnings.extend(pin_this_thread(&cpus).err());
    progress.end();
    finish(&mut record, &plan, &collection, &published);
    record.seconds = start.elapsed().as_secs_f64();
    let stopped = options.stop.load(Ordering::Relaxed);
    record.cut_short = stopped.then(|| "interrupted".to_owned());
    record.warnings.extend(samples.problem());
    let paper = tables::paper(&record, &published);
    write(&record, &paper, &directory)?;
    Ok(Study {
        record,
        paper,
        directory,
    })
}

fn begin(plan: &Plan, options: &Options, started: String) -> Record {
    let mut warnings = plan.warnings.clone();
    let environment = Environment::read();
    let load = environment.load_before;
    if load > environment.cpus as f64 / 2.0 {
        warnings.push(format!(
            "the load average is {load:.1}: other programs compete for the CPUs"
        ));
    }
    Record {
        schema: SCHEMA.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: Some(env!("MANYRPC_COMMIT").to_owned()).filter(|c| !c.is_empty()),
        built_with: format!("{}, {}", env!("MANYRPC_RUSTC"), env!("MANYRPC_PROFILE")),
        started,
        seconds: 0.0,
        cut_short: None,
        command_line: options.command_line.clone(),
        seed: options.seed,
        environment,
        timing: Timing::measure(),
        method: plan.method.clone(),
        placement: PlacementInfo {
            id: plan.placement.to_string(),
            meaning: plan.placement.meaning().to_owned(),
            client_cpus: plan.layout.client.clone(),
            server_cpus: plan.layout.server.clone(),
        },
        cells: Vec::new(),
        claims: Vec::new(),
        warnings,
    }
}

fn finish(record: &mut Record, plan: &Plan, collection: &Collection, published: &Published<'_>) {
    record.environment.load_after = load_average();
    record.cells = collection.cells(&plan.cells);
    let runs = matrix::Matrix::measured(&record.cells, |turn| turn.run_s);
    let calls = matrix::Matrix::measured(&record.cells, |turn| turn.call_ns);
    let measures = [
        claims::Measured {
            name: "100 calls with the start of the client",
            matrix: &runs,
            ms_per_call: claims::PUBLISHED_MS_PER_CALL,
        },
        claims::Measured {
            name: "a call alone",
            matrix: &calls,
            ms_per_call: 1e-6,
        },
    ];
    record.claims = claims::judge(&measures, &record.cells, published);
}

/// `run.json`, `table.csv` and `report.html`, beside the samples.
fn write(record: &Record, paper: &Paper, directory: &Path) -> Result<(), Error> {
    let put = |name: &str, content: String| {
        let path = directory.join(name);
        fs::write(&path, content).map_err(|error| Error::Write { path, error })
    };
    put("run.json", json_text(record))?;
    put("table.csv", tables::csv(record))?;
    put("report.html", render::html(paper))
}

impl Study {
    /// The run in that format.
    pub fn render(&self, format: crate::report::Format) -> String {
        use crate::report::Format;
        match format {
            Format::Text => render::text(&self.paper),
            Format::Markdown => render::markdown(&self.paper),
            Format::Html => render::html(&self.paper),
            Format::Csv => tables::csv(&self.record),
            Format::Json => json_text(&self.record),
        }
    }
}

fn json_text(record: &Record) -> String {
    let text = serde_json::to_string_pretty(record);
    text.expect("a record has only string keys") + "\n"
}

#[cfg(test)]
mod tests;
