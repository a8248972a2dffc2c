//! Reading the two sides of a comparison; a side is one run or several repetitions.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use manyrpc_measure::machine::environment::Environment;

use crate::load;
use crate::record::{self, Measures, Outcome, Run};
use crate::study::design::Cell;
use crate::study::journal::{self, Journal};
use crate::study::record::Record;
use crate::system;

/// One side of a comparison.
#[derive(Clone, Debug)]
pub struct Side {
    /// As the user named it.
    pub name: String,
    /// Its runs, at least one, all of one kind.
    pub runs: Vec<Measured>,
}

/// A run of any command.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// `compare`, `study kiraly`, `load …`.
    pub kind: String,
    /// Its file or directory.
    pub path: PathBuf,
    /// When it started; empty if the file does not say.
    pub started: String,
    /// Version, commit, compiler and profile; empty if the file does not say.
    pub build: String,
    /// The machine, if the file says.
    pub environment: Option<Environment>,
    /// The method, which must be the same for figures to be comparable.
    pub method: Value,
    /// The CPUs of client and server, by placement.
    pub placements: BTreeMap<String, String>,
    /// Why it is incomplete, if so.
    pub cut_short: Option<String>,
    /// The measured cells, in the order of its tables.
    pub cells: Vec<Reading>,
}

/// One cell of a run.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The cell.
    pub cell: Cell,
    /// Each figure, by round.
    pub figures: BTreeMap<String, Vec<Option<f64>>>,
    /// Its floor's cell, if it has a floor other than itself.
    pub floor: Option<Cell>,
    /// Why figures are missing, if so.
    pub why: Option<String>,
    /// Bytes of a call on the wire, if they were counted.
    pub wire_bytes: Option<f64>,
}

impl Side {
    /// Reads a run directory, a file of a run, or a directory of several of them.
    ///
    /// # Errors
    /// The path has no run that this version can read.
    pub fn read(path: &Path) -> Result<Self, String> {
        let runs = match path.is_dir() && !is_run(path) {
            false => vec![run(path)?],
            true => several(path)?,
        };
        let kind = &runs[0].kind;
        if let Some(other) = runs.iter().find(|run| run.kind != *kind) {
            return Err(format!(
                "{}: a {} and a {} are not runs of the same thing",
                path.display(),
                kind,
                other.kind
            ));
        }
        Ok(Side {
            name: path.display().to_string(),
            runs,
        })
    }

    /// Its first run, which represents what all have in common.
    pub fn first(&self) -> &Measured {
        &self.runs[0]
    }
}

/// The record's file in a run directory.
const RECORD: &str = "run.json";

fn is_run(directory: &Path) -> bool {
    [RECORD, journal::NAME]
        .iter()
        .any(|name| directory.join(name).is_file())
}

/// The runs in a directory, by name.
fn several(directory: &Path) -> Result<Vec<Measured>, String> {
    let entries = fs::read_dir(directory).map_err(|e| cannot_read(directory, &e))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let is_file = |path: &Path| path.is_file() && path.extension().is_some_and(|e| e == "json");
    paths.retain(|path| is_file(path) || (path.is_dir() && is_run(path)));
    if paths.is_empty() {
        return Err(format!(
            "{} is not a run directory and does not contain any",
            directory.display()
        ));
    }
    paths.iter().map(|path| run(path)).collect()
}

fn cannot_read(path: &Path, problem: &dyn std::fmt::Display) -> String {
    format!("cannot read {}: {problem}", path.display())
}

/// Reads one run. For a study the journal takes precedence over the record, which may be older.
fn run(path: &Path) -> Result<Measured, String> {
    if path.is_dir() && path.join(journal::NAME).is_file() {
        let journal = Journal::read(path).map_err(|e| e.to_string())?;
        return Ok(of_study(path, &Record::of(&journal)));
    }
    let file = match path.is_dir() {
        true => path.join(RECORD),
        false => path.to_owned(),
    };
    let text = fs::read_to_string(&file).map_err(|e| cannot_read(&file, &e))?;
    let value: Value = serde_json::from_str(&text).map_err(|e| cannot_read(&file, &e))?;
    let problem = |e: serde_json::Error| cannot_read(&file, &e);
    match value["schema"].as_str() {
        Some(record::SCHEMA) => {
            let run: Run = serde_json::from_value(value).map_err(problem)?;
            Ok(of_compare(path, &run))
        }
        Some(journal::SCHEMA) => {
            let record: Record = serde_json::from_value(value).map_err(problem)?;
            Ok(of_study(path, &record))
        }
        Some(other) => Err(cannot_read(
            &file,
            &format!("schema {other} is not known here"),
        )),
        None if value["outcome"].is_object() && value["plan"].is_object() => {
            of_load(path, &value).map_err(|e| cannot_read(&file, &e))
        }
        None => Err(cannot_read(
            &file,
            &"it is not a run of compare, of a study or of load",
        )),
    }
}

fn build(version: &str, commit: Option<&str>, built_with: &str) -> String {
    let commit = commit.map_or(String::new(), |commit| format!(" {commit}"));
    format!("manyrpc {version}{commit}, {built_with}")
}

/// The name of the median of a round's calls, for all commands.
pub(super) const MEDIAN: &str = "median_ns";

/// The suffix of every rate's name.
pub(super) const RATE: &str = "calls_per_s";

/// CPU time per call of each side's processes; studies use the same names.
pub(super) const CPU: [&str; 2] = ["client_cpu_ns", "server_cpu_ns"];

/// All figures of `compare` for a cell, by round. Runs of older versions lack the rounds of some.
fn figures(measures: &Measures) -> BTreeMap<String, Vec<Option<f64>>> {
    let all = |rounds: &[f64]| rounds.iter().copied().map(Some).collect();
    let rates = measures.rates.iter().map(|rate| {
        let s = if rate.clients == 1 { "" } else { "s" };
        let name = format!("{}_client{s}_{RATE}", rate.clients);
        (name, all(&rate.rounds_per_s))
    });
    let [client, server] = CPU;
    let others: [(&str, Vec<Option<f64>>); 4] = [
        (MEDIAN, measures.round_medians_ns.clone()),
        ("first_ns", all(&measures.first_ns)),
        (client, measures.round_client_cpu_ns.clone()),
        (server, measures.round_server_cpu_ns.clone()),
    ];
    let others = others.map(|(name, rounds)| (name.to_owned(), rounds));
    rates.chain(others).collect()
}

/// Many calls in flight: the baseline of ours is the library that was measured in the same turns and is unaffected
/// by our changes.
fn floods(run: &Run) -> impl Iterator<Item = Reading> {
    run.throughput.iter().map(|of| {
        let cell = Cell::new([
            ("placement", "any CPU"),
            (
                "workload",
                &format!("{} × {} in flight", of.workload, of.in_flight),
            ),
            ("system", &of.system),
        ]);
        // Ours come first.
        let mut others = run.throughput.iter().filter(|o| o.ours == of.ours);
        let floor = others.rfind(|o| o.ours_against_it.is_some());
        let floor = floor.filter(|floor| floor.system != of.system);
        Reading {
            floor: floor.map(|floor| cell.clone().with("system", &floor.system)),
            figures: [(
                RATE.to_owned(),
                of.rounds_per_s.iter().copied().map(Some).collect(),
            )]
            .into(),
            cell,
            ..Reading::default()
        }
    })
}

pub(super) fn of_compare(path: &Path, run: &Run) -> Measured {
    let floor = |cell: &record::Cell| {
        let system = run.systems.iter().find(|s| s.id == cell.system)?;
        Some(system.floor.as_str()).filter(|floor| *floor != cell.system)
    };
    let cells = run.cells.iter().filter_map(|of| {
        let cell = Cell::new([
            ("placement", of.placement.as_str()),
            ("workload", &of.workload),
            ("system", &of.system),
        ]);
        let reading = Reading {
            floor: floor(of).map(|floor| cell.clone().with("system", floor)),
            cell,
            ..Reading::default()
        };
        match &of.outcome {
            Outcome::Measured(measures) => Some(Reading {
                figures: figures(measures),
                wire_bytes: measures.wire.map(|wire| wire.total()),
                ..reading
            }),
            // A cell that was left out on purpose is not missing.
            Outcome::LeftOut(why) if run.cut_short.is_none() && why.contains("--quick") => None,
            Outcome::CannotCarry(why) | Outcome::Failed(why) | Outcome::LeftOut(why) => {
                Some(Reading {
                    why: Some(why.clone()),
                    ..reading
                })
            }
        }
    });
    let method = &run.method;
    Measured {
        kind: run.kind.clone(),
        path: path.to_owned(),
        started: run.started.clone(),
        build: build(&run.version, run.commit.as_deref(), &run.built_with),
        environment: Some(run.environment.clone()),
        // The number of rounds is reflected in the intervals.
        method: serde_json::json!({
            "batch_ms": method.batch_ms,
            "warm_up_share": method.warm_up_share,
        }),
        placements: run.placements.iter().map(place).collect(),
        cut_short: run.cut_short.clone(),
        cells: cells.chain(floods(run)).collect(),
    }
}

fn place(placement: &record::PlacementInfo) -> (String, String) {
    let (client, server) = (&placement.client_cpus, &placement.server_cpus);
    let where_ = format!("client on CPU {client:?}, server on CPU {server:?}");
    (placement.id.clone(), where_)
}

fn of_study(path: &Path, record: &Record) -> Measured {
    let head = &record.head;
    let is_there = |cell: &Cell| record.cells.iter().any(|of| of.cell == *cell);
    let cells = record.cells.iter().map(|of| {
        let system = of.cell.level("system");
        let floor = system::floor_of(system).filter(|floor| *floor != system);
        let floor = floor.map(|floor| of.cell.clone().with("system", floor));
        let figures = of.figures.iter();
        let wire = of.interval("out_bytes").zip(of.interval("in_bytes"));
        Reading {
            cell: of.cell.clone(),
            figures: figures
                .map(|(name, figure)| (name.clone(), figure.rounds.clone()))
                .collect(),
            floor: floor.filter(is_there),
            why: of.why(),
            wire_bytes: wire.map(|(out, back)| out.value + back.value),
        }
    });
    Measured {
        kind: format!("study {}", head.study),
        path: path.to_owned(),
        started: head.started.clone(),
        build: build(&head.version, head.commit.as_deref(), &head.built_with),
        environment: Some(Environment {
            load_after: record.load_after.unwrap_or(f64::NAN),
            ..head.environment.clone()
        }),
        method: head.method.clone(),
        placements: BTreeMap::from([place(&head.placement)]),
        cut_short: record.cut_short.clone(),
        cells: cells.collect(),
    }
}

/// A load is a single round; several of them in a directory are rounds.
fn of_load(path: &Path, value: &Value) -> Result<Measured, serde_json::Error> {
    let outcome: load::Outcome = serde_json::from_value(value["outcome"].clone())?;
    let mut plan = value["plan"].clone();
    // A different seed is a repetition of the same load.
    if let Some(plan) = plan.as_object_mut() {
        plan.remove("seed");
    }
    let at = |share| outcome.latency.at(share).map(|ns| ns as f64);
    // An open loop has its configured rate as long as the server keeps up.
    let rate = value["plan"]["arrivals"].get("open").is_none();
    let figures = [
        (MEDIAN, at(0.5)),
        ("p99_ns", at(0.99)),
        ("calls_per_s", Some(outcome.rate()).filter(|_| rate)),
    ];
    let figures = figures.into_iter().filter(|(_, figure)| figure.is_some());
    let failed = outcome.failures();
    Ok(Measured {
        kind: "load".to_owned(),
        path: path.to_owned(),
        method: serde_json::json!({
            "plan": plan,
            "clients": value["clients"],
            "link": value["link"],
        }),
        cut_short: outcome.cut_short.then(|| "interrupted".to_owned()),
        cells: vec![Reading {
            cell: Cell::new([("call", "all calls")]),
            figures: figures
                .map(|(name, figure)| (name.to_owned(), vec![figure]))
                .collect(),
            why: (failed > 0).then(|| format!("{failed} of {} calls failed", outcome.sent)),
            ..Reading::default()
        }],
        ..Measured::default()
    })
}
