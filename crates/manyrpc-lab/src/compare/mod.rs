//! `manyrpc compare`: every system side by side in one interleaved run.
//!
//! The conductor starts, for each system, a server process and client processes, and tells one client at a time to
//! make a short batch of calls. Within a round, each workload visits all systems in a random order before the next
//! workload has its turn, so that a disturbance affects them alike; ratios are taken within rounds.

mod collect;
mod conductor;
pub mod gates;
mod in_flight;
mod plan;
mod plausibility;
mod tasks;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use manyrpc_measure::Error;
use manyrpc_measure::agent::Key;
use manyrpc_measure::machine::placement::Placement;
use manyrpc_measure::net::testbed::Testbed;
use manyrpc_measure::net::topology::Topology;
use manyrpc_measure::progress::Progress;

use crate::record::{Distribution, Run};
use crate::system::Programs;
use crate::workload::Workload;

/// The options of a comparison.
#[derive(Clone, Debug)]
pub struct Options {
    /// Finish in about a minute: wider intervals, one placement unless others are given, fewer cells in every
    /// placement except the first, and throughput of few workloads.
    pub quick: bool,
    /// Measure calls of tasks on asynchronous runtimes instead of everything else: ours beside tonic, grpc-go and
    /// jsonrpsee, as far as they are built.
    pub tasks: bool,
    /// Include the foreign peers: the C floor, libtirpc, impacket and Samba.
    pub with_peers: bool,
    /// CPU placements; empty for `same` and `free`, or only `same` in a quick run.
    pub placements: Vec<Placement>,
    /// Only these systems (their floors are added); empty for all.
    pub systems: Vec<String>,
    /// Only these workloads; empty for all.
    pub workloads: Vec<Workload>,
    /// Interleaved rounds; `None` for the default.
    pub rounds: Option<u32>,
    /// With [`tasks`](Self::tasks): how many idle connections there are, as far as the limit of descriptors allows.
    pub idle_connections: u32,
    /// Where servers and clients run, and the network between them.
    pub between: Topology,
    /// The key of the agent, if servers run on another host.
    pub key: Option<Key>,
    /// Seed of the order of measurement.
    pub seed: u64,
    /// The directory for run directories.
    pub runs: PathBuf,
    /// The locations of the programs.
    pub programs: Programs,
    /// The command line, for the record.
    pub command_line: Vec<String>,
    /// Set from outside to end the run early but cleanly; see
    /// [`stop_on_interrupt`](manyrpc_measure::interrupt::stop_on_interrupt).
    pub stop: Arc<AtomicBool>,
}

impl Options {
    /// The default comparison.
    pub fn new(programs: Programs) -> Self {
        Options {
            quick: false,
            tasks: false,
            with_peers: false,
            placements: Vec::new(),
            systems: Vec::new(),
            workloads: Vec::new(),
            rounds: None,
            idle_connections: 10_000,
            between: Topology::default(),
            key: None,
            seed: 20_261_121,
            runs: PathBuf::from("runs"),
            programs,
            command_line: std::env::args().collect(),
            stop: Arc::default(),
        }
    }
}

/// A finished comparison.
#[derive(Debug)]
pub struct Comparison {
    /// The record, as `run.json` holds it.
    pub run: Run,
    /// The distribution of every measured cell, as `samples.hlog` holds them.
    pub distributions: Vec<Distribution>,
    /// Where it was written.
    pub directory: PathBuf,
}

impl Comparison {
    /// Whether every gate that this run can judge is met.
    pub fn gates_hold(&self) -> bool {
        self.run.gates.iter().all(|gate| gate.holds != Some(false))
    }
}

/// Runs the comparison and writes its run directory.
pub fn run(options: &Options, progress: &mut dyn Progress) -> Result<Comparison, Error> {
    if options.tasks {
        return run_of_tasks(options, progress);
    }
    let plan = plan::Plan::new(options).map_err(Error::Misuse)?;
    let ours = &options.programs.ours;
    let testbed = Testbed::make(&options.between, ours, options.seed, options.key.as_ref());
    let testbed = testbed.map_err(Error::Misuse)?;
    let (mut run, distributions) = conductor::conduct(&plan, options, testbed, progress);
    run.gates = gates::judge(&run);
    progress.end();
    let directory = crate::report::write(&run, &distributions, &options.runs)?;
    Ok(Comparison {
        run,
        distributions,
        directory,
    })
}

/// The same for calls of tasks.
fn run_of_tasks(options: &Options, progress: &mut dyn Progress) -> Result<Comparison, Error> {
    let testbed = Testbed::loopback(&options.programs.ours);
    let run = tasks::conduct(options, testbed, progress);
    let mut run = run.map_err(Error::Misuse)?;
    run.gates = gates::judge(&run);
    progress.end();
    let directory = crate::report::write(&run, &[], &options.runs)?;
    Ok(Comparison {
        run,
        distributions: Vec::new(),
        directory,
    })
}
