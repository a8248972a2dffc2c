//! What `compare --async` measures: calls of tasks on asynchronous runtimes.

use serde::{Deserialize, Serialize};

use manyrpc_measure::stats::Interval;

/// The figures of clients and servers on asynchronous runtimes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tasks {
    /// How long a client keeps calls in flight in each turn, in milliseconds.
    pub turn_ms: u32,
    /// Calls in flight, by protocol, number of CPUs and shape.
    pub rows: Vec<InFlight>,
    /// A lone call of a task beside one by the blocking client, by system.
    pub lone: Vec<LoneCall>,
    /// The memory of connections without calls.
    pub idle: Vec<IdleConnections>,
}

/// One shape of load over one protocol, for ours and foreign systems.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InFlight {
    /// The protocol, for people.
    pub protocol: String,
    /// The workload's id: `nothing` or `echo:N`.
    pub workload: String,
    /// Calls in flight, over all connections.
    pub in_flight: u32,
    /// Connections, which share them evenly.
    pub connections: u32,
    /// The CPUs that client and server share.
    pub cpus: Vec<usize>,
    /// The systems: ours first, then the one that it is judged against.
    pub systems: Vec<Saturated>,
    /// Why none was measured, if so.
    #[serde(default)]
    pub left_out: Option<String>,
}

/// One system with so many calls in flight.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Saturated {
    /// The system's id.
    pub system: String,
    /// The median over rounds.
    pub calls_per_s: Option<f64>,
    /// The calls per second of each round; `null` for a round without.
    pub rounds_per_s: Vec<Option<f64>>,
    /// The 99th percentile of the calls' times: the median over rounds.
    pub p99_ns: Option<f64>,
    /// The 99th percentile of each round.
    pub rounds_p99_ns: Vec<Option<f64>>,
    /// Our calls per second divided by these, round by round; none for ours.
    pub ours_against_it: Option<Interval>,
    /// Our 99th percentile divided by this, round by round; none for ours.
    pub our_p99_against_it: Option<Interval>,
    /// Why it was not measured, or not in every round.
    #[serde(default)]
    pub failed: Option<String>,
}

/// A lone call without data by a task on a current-thread runtime, and by the blocking client.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LoneCall {
    /// The system's id.
    pub system: String,
    /// The blocking client's median: the median over rounds.
    pub blocking_ns: Option<f64>,
    /// The task's.
    pub task_ns: Option<f64>,
    /// The median of each round, of the blocking client and of the task.
    pub rounds_ns: [Vec<Option<f64>>; 2],
    /// The task's median divided by the blocking client's, round by round.
    pub ratio: Option<Interval>,
    /// The task's median minus the blocking client's, round by round.
    pub difference_ns: Option<Interval>,
    /// Why it was not measured, or not in every round.
    #[serde(default)]
    pub failed: Option<String>,
}

/// The memory of connections that have made one call and make no more.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct IdleConnections {
    /// The protocol, for people.
    pub protocol: String,
    /// The system's id.
    pub system: String,
    /// Connections between the two readings.
    pub connections: u32,
    /// Anonymous resident memory of the server process, divided by them.
    pub server_bytes: Option<Interval>,
    /// The same of the client process.
    pub client_bytes: Option<Interval>,
    /// Why it was not measured, or not in every round.
    #[serde(default)]
    pub failed: Option<String>,
}

impl InFlight {
    /// Ours.
    pub fn ours(&self) -> Option<&Saturated> {
        self.systems.first()
    }

    /// The foreign system that ours is judged against.
    pub fn judged_against(&self) -> Option<&Saturated> {
        self.systems.get(1)
    }
}
