//! What people and other programs see of a run: tables, files, plots.

mod compared;
pub(crate) mod costs;
mod csv;
mod hlog;
mod html;
mod markdown;
mod text;

use manyrpc_measure::report::Format;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use manyrpc_measure::Error;
use manyrpc_measure::report::new_directory;
use manyrpc_measure::report::parquet::{Level, Table};

use crate::record::{Distribution, Measures, Run, SystemInfo};
use crate::system::{Transport, floor_in_c};

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
        transports.iter().any(|over| floor_in_c(*over) == floor.id)
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
    run.environment.in_short()
}

/// What joined clients and servers, of a run that was not on plain loopback.
fn elsewhere(run: &Run) -> Option<String> {
    let is_other = !run.between.is_default();
    is_other.then(|| format!("link: {}", run.environment.link))
}

#[cfg(test)]
mod browser;
#[cfg(test)]
mod drawn;
#[cfg(test)]
pub(crate) mod synthetic;
#[cfg(test)]
mod tests;
