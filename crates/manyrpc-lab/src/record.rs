//! The record of a run, stored as `run.json`.
//!
//! Times are in nanoseconds, as their names say. A reader must refuse a schema it does not
//! know; within `manyrpc.run/1` members are only ever added.

mod tasks;

use hdrhistogram::Histogram;
use serde::{Deserialize, Serialize};

use manyrpc_measure::machine::cost::{Busy, Cost};
use manyrpc_measure::machine::environment::Environment;
use manyrpc_measure::machine::timing::Timing;
use manyrpc_measure::net::topology::Topology;
use manyrpc_measure::net::wire::Wire;
use manyrpc_measure::stats::Interval;

pub use tasks::{IdleConnections, InFlight, LoneCall, Saturated, Tasks};

/// The schema that this version writes.
pub const SCHEMA: &str = "manyrpc.run/1";

/// Everything about one run except the single samples, which are in `samples.hlog`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Run {
    /// [`SCHEMA`].
    pub schema: String,
    /// The command that produced it: `compare`.
    pub kind: String,
    /// This program's version.
    pub version: String,
    /// The commit it was built from, if known.
    pub commit: Option<String>,
    /// The compiler and profile it was built with.
    pub built_with: String,
    /// When it started, RFC 3339 in UTC.
    pub started: String,
    /// How long it took in seconds.
    pub seconds: f64,
    /// Why it ended early, if it did; the recorded figures are valid.
    pub cut_short: Option<String>,
    /// The command line.
    pub command_line: Vec<String>,
    /// The seed of the order of measurement.
    pub seed: u64,
    /// Where servers and clients ran, and the network between them.
    #[serde(default, skip_serializing_if = "Topology::is_default")]
    pub between: Topology,
    /// The machine.
    pub environment: Environment,
    /// The clock.
    pub timing: Timing,
    /// How the run measured.
    pub method: Method,
    /// The compared systems.
    pub systems: Vec<SystemInfo>,
    /// The workloads.
    pub workloads: Vec<WorkloadInfo>,
    /// The CPU placements.
    pub placements: Vec<PlacementInfo>,
    /// The figures: one cell per system, workload and placement.
    pub cells: Vec<Cell>,
    /// Our systems compared with foreign ones of the same protocol.
    #[serde(default)]
    pub rivalries: Vec<Rivalry>,
    /// Throughput with many calls in flight on one connection.
    #[serde(default)]
    pub throughput: Vec<Throughput>,
    /// Calls of tasks, in a run of `compare --async`, which measures nothing else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tasks: Option<Tasks>,
    /// Marshalling without calls.
    pub marshalling: Vec<MarshallingRow>,
    /// The performance gates, and whether this run meets them.
    pub gates: Vec<Gate>,
    /// What the reader should know before believing a figure.
    pub warnings: Vec<String>,
}

/// How the run measured.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Method {
    /// Interleaved rounds of latency measurements.
    pub rounds: u32,
    /// Approximate length of one batch of calls in milliseconds.
    pub batch_ms: u32,
    /// Share of each batch dropped from its beginning as warm-up. 0 if the warm-up was detected per batch
    /// ([`Measures::warm_up_share`]); at least three calls are dropped.
    pub warm_up_share: f64,
    /// Fresh client processes whose first call was timed, per cell.
    pub first_calls: u32,
    /// Rounds of the throughput measurements.
    pub rate_rounds: u32,
    /// The numbers of concurrent clients of the throughput measurements.
    pub rate_clients: Vec<u32>,
}

/// One compared system.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SystemInfo {
    /// Its name in tables and on the command line.
    pub id: String,
    /// One line for people.
    pub title: String,
    /// The baseline of its ratios and differences: the C program that exchanges bare bytes if the run has it,
    /// otherwise our own.
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

/// One placement, with the CPUs that were used.
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
    /// The figures, or the reason for their absence.
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

/// The outcome of a cell.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It was measured.
    Measured(Box<Measures>),
    /// The system cannot carry this workload: the reason.
    CannotCarry(String),
    /// It failed: the reason.
    Failed(String),
    /// The run left it out (`--quick`, or cut short): the reason.
    LeftOut(String),
}

/// The figures of a cell.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Measures {
    /// Calls in the distribution.
    pub calls: u64,
    /// The minimum.
    pub min_ns: u64,
    /// The first quartile.
    pub p25_ns: u64,
    /// The median over all calls.
    pub median_ns: u64,
    /// The third quartile.
    pub p75_ns: u64,
    /// The 90th percentile.
    pub p90_ns: u64,
    /// The 99th percentile.
    pub p99_ns: u64,
    /// The 99.9th percentile.
    pub p999_ns: u64,
    /// The maximum.
    pub max_ns: u64,
    /// The mean.
    pub mean_ns: f64,
    /// The standard deviation.
    pub stdev_ns: f64,
    /// The median of each round, in the order of rounds; `null` for a round without one.
    pub round_medians_ns: Vec<Option<f64>>,
    /// This cell's round median divided by the floor's: the geometric mean over rounds, see [`Interval`].
    pub ratio: Option<Interval>,
    /// This cell's round median minus the floor's: the mean over rounds.
    #[serde(default)]
    pub difference_ns: Option<Interval>,
    /// The first calls of fresh clients on fresh connections.
    pub first_ns: Vec<f64>,
    /// Their median.
    pub first_median_ns: Option<f64>,
    /// Calls per second by number of concurrent clients.
    pub rates: Vec<Rate>,
    /// Bytes and packets on the wire.
    pub wire: Option<Wire>,
    /// CPU time of the client's calling thread per call, system time included.
    pub client_cpu_ns: Option<f64>,
    /// CPU time of the server process per call, system time included.
    pub server_cpu_ns: Option<f64>,
    /// CPU time of the client process per call of each round, in the order of `round_medians_ns`.
    #[serde(default)]
    pub round_client_cpu_ns: Vec<Option<f64>>,
    /// The same for the server.
    #[serde(default)]
    pub round_server_cpu_ns: Vec<Option<f64>>,
    /// The cost of a call to the client process, its reporting included.
    #[serde(default)]
    pub client_cost: Option<Cost>,
    /// The cost of a call to the server process.
    #[serde(default)]
    pub server_cost: Option<Cost>,
    /// The share of calls dropped as warm-up, over all batches.
    #[serde(default)]
    pub warm_up_share: Option<f64>,
    /// Batches that did not become steady in their first half; only three calls of each are dropped.
    #[serde(default)]
    pub unsteady_batches: u32,
}

/// Throughput of concurrent clients, each of which calls again when it has its reply.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rate {
    /// Concurrent client processes.
    pub clients: u32,
    /// Their total calls per second: the median over rounds.
    pub calls_per_s: f64,
    /// The calls per second of each round.
    #[serde(default)]
    pub rounds_per_s: Vec<f64>,
    /// The mean utilisation of each side over rounds.
    #[serde(default)]
    pub busy: Option<Busy>,
    /// Calls made in all rounds, including those that checked a result in full and were not timed.
    #[serde(default)]
    pub made: u64,
    /// How many of them the server counted itself, if it counts.
    #[serde(default)]
    pub served: Option<u64>,
}

/// One of our systems compared with a foreign one for the same protocol, workload and placement.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rivalry {
    /// Our system's id.
    pub ours: String,
    /// The foreign system's id.
    pub theirs: String,
    /// The workload's id.
    pub workload: String,
    /// The placement's id.
    pub placement: String,
    /// Our median divided by theirs, round by round.
    pub ratio: Interval,
    /// Our median minus theirs, round by round.
    #[serde(default)]
    pub difference_ns: Option<Interval>,
}

/// Throughput of one client with many calls in flight on one connection.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Throughput {
    /// `grpc`, or the library of both client and server.
    pub system: String,
    /// Our system that took turns with it, or is it; empty in records of a time when there was one.
    #[serde(default)]
    pub ours: String,
    /// The workload's id.
    pub workload: String,
    /// The number of calls in flight.
    pub in_flight: u32,
    /// The median over rounds.
    pub calls_per_s: f64,
    /// The calls per second of each round.
    #[serde(default)]
    pub rounds_per_s: Vec<f64>,
    /// Our calls per second divided by these, round by round.
    pub ours_against_it: Option<Interval>,
    /// The mean utilisation of each side over rounds.
    #[serde(default)]
    pub busy: Option<Busy>,
}

/// One codec's time for one value and direction.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MarshallingRow {
    /// The marshalled value.
    pub value: String,
    /// `encode` or `decode`.
    pub direction: String,
    /// The code: `ours`, `hand-written`, `libtirpc`.
    pub code: String,
    /// Median over rounds, nanoseconds for one value.
    pub ns: f64,
    /// Its time divided by ours.
    pub against_ours: Option<Interval>,
    /// Its time minus ours, for one value.
    #[serde(default)]
    pub difference_ns: Option<Interval>,
}

/// One performance gate.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Gate {
    /// The requirement.
    pub asks: String,
    /// The measured value.
    pub measured: String,
    /// The system or code that it is compared with, if it is a single one.
    #[serde(default)]
    pub against: Option<String>,
    /// The judged time minus the time that it is compared with.
    #[serde(default)]
    pub difference_ns: Option<Interval>,
    /// Whether the gate is met; `None` if this run cannot tell.
    pub holds: Option<bool>,
}

impl Run {
    /// Calls made in all throughput measurements, and how many of them the servers counted, over the systems whose
    /// servers count. `None` if none does.
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

    /// The systems that could be measured.
    pub fn present(&self) -> impl Iterator<Item = &SystemInfo> {
        self.systems.iter().filter(|s| s.absent.is_none())
    }

    /// The baseline of this system's ratios and differences, if both are in the run.
    pub fn floor_of(&self, system: &str) -> Option<&SystemInfo> {
        let known = |id: &str| self.systems.iter().find(|s| s.id == id);
        known(&known(system)?.floor)
    }

    /// The floors that this run's measured systems are compared with.
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
