//! What people and other programs see of a run: tables, files, plots.

mod compared;
pub(crate) mod costs;
mod csv;
mod hlog;
mod html;
mod markdown;
pub(crate) mod number;
pub(crate) mod page;
pub(crate) mod parquet;
pub mod plot;
mod text;
mod wrapped;

pub(crate) use wrapped::wrapped;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::compare::{Distribution, Error};
use crate::machine::environment::Environment;
use crate::record::{Measures, Run, SystemInfo};
use crate::system::Transport;

use parquet::{Level, Table};

/// How a run can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Tables for the terminal.
    Text,
    /// The record, as `run.json`.
    Json,
    /// One line for each cell.
    Csv,
    /// Tables for a README.
    Markdown,
    /// One self-contained page with plots.
    Html,
}

impl FromStr for Format {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "text" => Ok(Format::Text),
            "json" => Ok(Format::Json),
            "csv" => Ok(Format::Csv),
            "md" => Ok(Format::Markdown),
            "html" => Ok(Format::Html),
            _ => Err(format!("`{name}` is no format: text, json, csv, md, html")),
        }
    }
}

/// The run in that format.
pub fn render(run: &Run, distributions: &[Distribution], format: Format) -> String {
    match format {
        Format::Text => text::render(run),
        Format::Json => json(run),
        Format::Csv => csv::render(run),
        Format::Markdown => markdown::render(run),
        Format::Html => html::render(run, distributions),
    }
}

fn json(run: &Run) -> String {
    let mut text = serde_json::to_string_pretty(run).expect("a record has only string keys");
    text.push('\n');
    text
}

/// Writes `run.json`, `samples.hlog`, `samples.parquet`, `table.csv` and `report.html` into a new directory under
/// `runs` that is named for the time and the command.
pub fn write(run: &Run, distributions: &[Distribution], runs: &Path) -> Result<PathBuf, Error> {
    let directory = new_directory(&run.started, &run.kind, runs)?;
    let put = |name: &str, content: &[u8]| {
        let path = directory.join(name);
        fs::write(&path, content).map_err(|error| Error::Write { path, error })
    };
    put("run.json", json(run).as_bytes())?;
    put("table.csv", csv::render(run).as_bytes())?;
    put("report.html", html::render(run, distributions).as_bytes())?;
    let log = hlog::encode(run, distributions).map_err(|error| Error::Write {
        path: directory.join("samples.hlog"),
        error,
    })?;
    put("samples.hlog", &log)?;
    let table = buckets(distributions).map_err(|error| Error::Write {
        path: directory.join("samples.parquet"),
        error,
    })?;
    put("samples.parquet", &table)?;
    Ok(directory)
}

/// `samples.parquet`: how many calls took how long, to three digits, for each cell.
fn buckets(distributions: &[Distribution]) -> io::Result<Vec<u8>> {
    let mut table = Table::new(
        &["system", "workload", "placement"],
        &[],
        "calls",
        "call_ns",
    );
    for distribution in distributions {
        let histogram = &distribution.histogram;
        let levels: Vec<Level<'_>> = distribution.tag.splitn(3, '/').map(Level::Text).collect();
        let buckets = histogram.iter_recorded().map(|bucket| {
            let ns = histogram.median_equivalent(bucket.value_iterated_to());
            (bucket.count_at_value() as i64, ns as f64)
        });
        table.add(&levels, buckets);
    }
    table.encode()
}

/// `2026-11-21T093000Z-compare`, or with a number behind if that is taken.
pub(crate) fn new_directory(started: &str, kind: &str, runs: &Path) -> Result<PathBuf, Error> {
    let stem = format!("{}-{kind}", started.replace(':', ""));
    let fail = |path: &Path, error| Error::Write {
        path: path.to_owned(),
        error,
    };
    fs::create_dir_all(runs).map_err(|e| fail(runs, e))?;
    let mut path = runs.join(&stem);
    let mut number = 2;
    loop {
        match fs::create_dir(&path) {
            Ok(()) => return Ok(path),
            Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {
                path = runs.join(format!("{stem}-{number}"));
                number += 1;
            }
            Err(e) => return Err(fail(&path, e)),
        }
    }
}

/// The rate of so many clients, if it was measured.
fn rate_of(measures: &Measures, clients: u32) -> Option<f64> {
    measures
        .rates
        .iter()
        .find(|r| r.clients == clients)
        .map(|r| r.calls_per_s)
}

/// CPU time of client and server together, per call.
fn cpu_ns(measures: &Measures) -> Option<f64> {
    Some(measures.client_cpu_ns? + measures.server_cpu_ns?)
}

/// What the servers say to the rates: their own count of the calls.
fn servers_count(run: &Run) -> Option<String> {
    let (made, served) = run.counted()?;
    Some(format!(
        "clients at once made {made} calls where servers count, and these counted {served}"
    ))
}

/// What stands for the floor in this run, and what to do for the one in C where it is not that.
fn floors(run: &Run) -> String {
    let floors = run.floors();
    if floors.is_empty() {
        return "Floor: none was measured.".to_owned();
    }
    let named: Vec<String> = floors
        .iter()
        .map(|floor| format!("{} ({})", floor.id, floor.title))
        .collect();
    let is_in_c = |floor: &SystemInfo| {
        let transports = [Transport::Udp, Transport::Tcp];
        transports.iter().any(|over| over.floor_in_c() == floor.id)
    };
    let advice = match floors.iter().all(|floor| is_in_c(floor)) {
        true => "",
        false => {
            "; with the programs of `make peers` and --with-peers it is the same exchange in C"
        }
    };
    format!("Floor: {}{advice}.", named.join(", "))
}

/// A short account of the machine.
fn machine(run: &Run) -> String {
    in_short(&run.environment)
}

/// What joined clients and servers, of a run that was not on plain loopback.
fn elsewhere(run: &Run) -> Option<String> {
    let is_other = !run.between.is_usual();
    is_other.then(|| format!("link: {}", run.environment.link))
}

/// A short account of a machine.
pub(crate) fn in_short(e: &Environment) -> String {
    let or = |text: &str, otherwise: &str| match text.is_empty() {
        true => otherwise.to_owned(),
        false => text.to_owned(),
    };
    format!(
        "{} CPUs of {}{}, Linux {}, governor {}, load average {:.2} before and {:.2} after",
        e.cpus,
        or(&e.cpu, "an unnamed model"),
        if e.virtual_machine {
            " (virtual machine)"
        } else {
            ""
        },
        or(&e.kernel, "?"),
        or(&e.governor, "not told"),
        e.load_before,
        e.load_after,
    )
}

#[cfg(test)]
mod browser;
#[cfg(test)]
mod drawn;
#[cfg(test)]
pub(crate) mod synthetic;
#[cfg(test)]
mod tests;
