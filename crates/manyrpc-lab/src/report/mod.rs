//! Reports of a run for people and other programs: tables, files, plots.

mod compared;
pub(crate) mod costs;
mod csv;
mod facts;
mod hlog;
mod html;
mod markdown;
mod tasks;
mod text;

use manyrpc_measure::report::Format;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use manyrpc_measure::Error;
use manyrpc_measure::report::new_directory;
use manyrpc_measure::report::parquet::{Level, Table};

use crate::record::{Distribution, Run};

/// Renders the run in a format.
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
/// `runs`, named after the time and the command.
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

/// `samples.parquet`: the distribution of call times of each cell, to three digits.
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

#[cfg(test)]
mod browser;
#[cfg(test)]
mod drawn;
#[cfg(test)]
pub(crate) mod synthetic;
#[cfg(test)]
mod tests;
