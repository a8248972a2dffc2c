//! The record of a run: what `run.json` holds.
//!
//! Times are nanoseconds, and say so in their names. A reader must refuse a schema it does not
//! know; within `manyrpc.run/1` members are only ever added.

use hdrhistogram::Histogram;
use serde::{Deserialize, Serialize};

use manyrpc_measure::machine::cost::{Busy, Cost};
use manyrpc_measure::machine::environment::Environment;
use manyrpc_measure::machine::timing::Timing;
use manyrpc_measure::net::topology::Topology;
use manyrpc_measure::net::wire::Wire;
use manyrpc_measure::stats::Interval;

/// The schema that this version writes.
pub const SCHEMA: &str = "manyrpc.run/1";

/// Everything about one run but the single samples, which lie beside it in `samples.hlog`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Run {
    /// [`SCHEMA`].
    pub schema: String,
    /// The command that made it: `compare`.
    pub kind: String,
    /// This program's version.
    pub version: String,
    /// The commit it was built from, where that was known.
    pub commit: Option<String>,
    /// The compiler and profile it was built with.
    pub built_with: String,
    /// When it began, RFC 3339 in UTC.
    pub started: String,
    /// How long it took in seconds.
    pub seconds: f64,
    /// Why it ended early, if it did: what is there is sound, but there is less of it.
    pub cut_short: Option<String>,
    /// The command line.
    pub command_line: Vec<String>,
    /// The seed of its order.
    pub seed: u64,
    /// Where servers and clients were, and what was between them.
    #[serde(default, skip_serializing_if = "Topology::is_default")]
    pub between: Topology,
    /// The machine.
    pub environment: Environment,
    /// The clock.
    pub timing: Timing,
    /// How it measured.
    pub method: Method,
    /// What was compared.
    pub systems: Vec<SystemInfo>,
    /// With what.
    pub workloads: Vec<WorkloadInfo>,
    /// Where on the machine.
    pub placements: Vec<PlacementInfo>,
    /// The figures: one cell for each system, workload and placement.
    pub cells: Vec<Cell>,
    /// Our systems against foreign ones that speak the same protocol.
    #[serde(default)]
    pub rivalries: Vec<Rivalry>,
    /// Many calls in flight on one connection.
    #[serde(default)]
    pub throughput: Vec<Throughput>,
    /// Marshalling alone, without any call.
    pub marshalling: Vec<MarshallingRow>,
    /// The targets, and whether this run meets them.
    pub gates: Vec<Gate>,
    /// What the reader should know before believing a figure.
    pub warnings: Vec<String>,
}

/// How the run measured.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Method {
    /// Interleaved rounds of latency.
    pub rounds: u32,
    /// Length of one batch of calls in milliseconds, about.
    pub batch_ms: u32,
    /// Share of each batch dropped from its beginning as warm-up. 0 where the warm-up of each batch
    /// was found in it ([`Measures::warm_up_share`]); three calls are dropped at least.
    pub warm_up_share: f64,
    /// Fresh client processes whose first call was timed, per cell.
    pub first_calls: u32,
    /// Rounds of the rate of concurrent clients.
    pub rate_rounds: u32,
    /// How many clients called at once for the rates.
    pub rate_clients: Vec<u32>,
}

/// One compared system.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SystemInfo {
    /// Its name in tables and on the command line.
    pub id: String,
    /// One line for people.
    pub title: String,
    /// The system that its ratios and differences are against: the program in C that exchanges bare bytes where
    /// the run has it, and else ours.
    pub floor: String,
    /// Why it was not measured at all, if so.
    pub absent: Option<String>,
}

/// One workload.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WorkloadInfo {
    /// Its name.
    pub id: String,
    /// One line for people.
    pub title: String,
    /// XDR bytes of the arguments.
    pub request_bytes: usize,
    /// XDR bytes of the results.
    pub reply_bytes: usize,
    /// Opaque bytes each way, for echoes.
    pub echo_bytes: Option<usize>,
}

/// One placement, as carried out.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlacementInfo {
    /// Its name.
    pub id: String,
    /// What it means.
    pub meaning: String,
    /// CPUs of the clients.
    pub client_cpus: Vec<usize>,
    /// CPUs of the servers.
    pub server_cpus: Vec<usize>,
}

/// One system, workload and placement.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Cell {
    /// The system's id.
    pub system: String,
    /// The workload's id.
    pub workload: String,
    /// The placement's id.
    pub placement: String,
    /// The figures, or why there are none.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// All calls of one cell.
#[derive(Clone, Debug)]
pub struct Distribution {
    /// `system/workload/placement`.
    pub tag: String,
    /// Nanoseconds, three significant digits.
    pub histogram: Histogram<u64>,
}

/// What became of a cell.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It was measured.
    Measured(Box<Measures>),
    /// The system cannot carry this workload: the reason.
    CannotCarry(String),
    /// It failed on the way: the reason.
    Failed(String),
    /// The run left it out (`--quick`, or cut short): the reason.
    LeftOut(String),
}

/// The figures of a cell.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Measures {
    /// Calls in the distribution.
    pub calls: u64,
    /// The least.
    pub min_ns: u64,
    /// A quarter is below.
    pub p25_ns: u64,
    /// The median over all calls.
    pub median_ns: u64,
    /// A quarter is above.
    pub p75_ns: u64,
    /// Nine in ten are below.
    pub p90_ns: u64,
    /// 99 in a hundred are below.
    pub p99_ns: u64,
    /// 999 in a thousand are below.
    pub p999_ns: u64,
    /// The most.
    pub max_ns: u64,
    /// The mean.
    pub mean_ns: f64,
    /// The standard deviation.
    pub stdev_ns: f64,
    /// The median of each round, in the order of rounds; `null` where the round has none.
    pub round_medians_ns: Vec<Option<f64>>,
    /// This cell's round median divided by the floor's: the geometric mean over rounds, see [`Interval`].
    pub ratio: Option<Interval>,
    /// This cell's round median less the floor's: the mean over rounds.
    #[serde(default)]
    pub difference_ns: Option<Interval>,
    /// The first calls of fresh clients on fresh connections.
    pub first_ns: Vec<f64>,
    /// Their median.
    pub first_median_ns: Option<f64>,
    /// Calls per second by number of concurrent clients.
    pub rates: Vec<Rate>,
    /// What crossed the wire.
    pub wire: Option<Wire>,
    /// CPU time of the client's calling thread per call, system time included.
    pub client_cpu_ns: Option<f64>,
    /// CPU time of the server process per call, system time included.
    pub server_cpu_ns: Option<f64>,
    /// CPU time of the client process per call of each round, in the order of `round_medians_ns`.
    #[serde(default)]
    pub round_client_cpu_ns: Vec<Option<f64>>,
    /// The same of the server.
    #[serde(default)]
    pub round_server_cpu_ns: Vec<Option<f64>>,
    /// What a call costs the client process, with what it does to tell its figures.
    #[serde(default)]
    pub client_cost: Option<Cost>,
    /// What a call costs the server process.
    #[serde(default)]
    pub server_cost: Option<Cost>,
    /// The share of calls that were dropped as warm-up, over all batches.
    #[serde(default)]
    pub warm_up_share: Option<f64>,
    /// Batches that did not become steady in their first half; only three calls of each are dropped.
    #[serde(default)]
    pub unsteady_batches: u32,
}

/// Calls per second of so many clients, each of which calls again when it has its answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rate {
    /// Client processes at once.
    pub clients: u32,
    /// All their calls per second: the median over rounds.
    pub calls_per_s: f64,
    /// Those of each round.
    #[serde(default)]
    pub rounds_per_s: Vec<f64>,
    /// Who had no more to give, in the mean over rounds.
    #[serde(default)]
    pub busy: Option<Busy>,
    /// Calls that were made in all rounds, those that checked a result in full and were not timed included.
    #[serde(default)]
    pub made: u64,
    /// How many of them the server counted itself, where it counts.
    #[serde(default)]
    pub served: Option<u64>,
}

/// One of our systems against a foreign one over the same protocol, workload and placement.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rivalry {
    /// Our system's id.
    pub ours: String,
    /// Theirs.
    pub theirs: String,
    /// The workload's id.
    pub workload: String,
    /// The placement's id.
    pub placement: String,
    /// Our median divided by theirs, round by round.
    pub ratio: Interval,
    /// Our median less theirs, round by round.
    #[serde(default)]
    pub difference_ns: Option<Interval>,
}

/// Calls per second of one client that has many in flight on its one connection.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Throughput {
    /// `grpc`, or the library that both client and server are made with.
    pub system: String,
    /// The workload's id.
    pub workload: String,
    /// How many calls.
    pub in_flight: u32,
    /// The median over rounds.
    pub calls_per_s: f64,
    /// Those of each round.
    #[serde(default)]
    pub rounds_per_s: Vec<f64>,
    /// Our calls per second divided by these, round by round.
    pub ours_against_it: Option<Interval>,
    /// Who had no more to give, in the mean over rounds.
    #[serde(default)]
    pub busy: Option<Busy>,
}

/// One codec's time for one value and direction.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MarshallingRow {
    /// What is marshalled.
    pub value: String,
    /// `encode` or `decode`.
    pub direction: String,
    /// Which code: `ours`, `hand-written`, `libtirpc`.
    pub code: String,
    /// Median over rounds, nanoseconds for one value.
    pub ns: f64,
    /// How many times as long as ours it takes.
    pub against_ours: Option<Interval>,
    /// By how much longer than ours it takes, for one value.
    #[serde(default)]
    pub difference_ns: Option<Interval>,
}

/// One target.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Gate {
    /// What is asked.
    pub asks: String,
    /// What was measured.
    pub measured: String,
    /// The system or the code that it is judged against, where it is one.
    #[serde(default)]
    pub against: Option<String>,
    /// The time of what is judged less that of what it is judged against.
    #[serde(default)]
    pub difference_ns: Option<Interval>,
    /// Whether that is met; `None` where this run cannot say.
    pub holds: Option<bool>,
}

impl Run {
    /// Calls that clients made at once, and how many of them their servers counted: of the systems whose servers
    /// count, all rates together. `None` if none does.
    pub fn counted(&self) -> Option<(u64, u64)> {
        let measured = self.cells.iter().filter_map(|cell| match &cell.outcome {
            Outcome::Measured(measures) => Some(&measures.rates),
            _ => None,
        });
        let counted = measured
            .flatten()
            .filter_map(|rate| Some((rate.made, rate.served?)));
        counted.reduce(|sum, next| (sum.0 + next.0, sum.1 + next.1))
    }

    /// The systems that could be measured at all.
    pub fn present(&self) -> impl Iterator<Item = &SystemInfo> {
        self.systems.iter().filter(|s| s.absent.is_none())
    }

    /// The system that this one's ratios and differences are against, where both are in the run.
    pub fn floor_of(&self, system: &str) -> Option<&SystemInfo> {
        let known = |id: &str| self.systems.iter().find(|s| s.id == id);
        known(&known(system)?.floor)
    }

    /// The floors of this run: what those that were measured are compared with.
    pub fn floors(&self) -> Vec<&SystemInfo> {
        let is_floor = |floor: &&SystemInfo| self.present().any(|s| s.floor == floor.id);
        self.present().filter(is_floor).collect()
    }

    /// The cell of a system, workload and placement.
    pub fn cell(&self, system: &str, workload: &str, placement: &str) -> Option<&Cell> {
        self.cells
            .iter()
            .find(|c| c.system == system && c.workload == workload && c.placement == placement)
    }

    /// The figures of that cell, if it has any.
    pub fn measures(&self, system: &str, workload: &str, placement: &str) -> Option<&Measures> {
        match &self.cell(system, workload, placement)?.outcome {
            Outcome::Measured(measures) => Some(measures),
            _ => None,
        }
    }
}
