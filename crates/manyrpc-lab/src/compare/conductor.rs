//! Conducts the run: schedules the calls and handles failures.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use manyrpc_measure::build;
use manyrpc_measure::clock;
use manyrpc_measure::machine::environment::{Environment, load_average};
use manyrpc_measure::machine::placement::{Placement, Spinners, pin_process};
use manyrpc_measure::machine::timing::Timing;
use manyrpc_measure::net::testbed::Testbed;
use manyrpc_measure::progress::Progress;
use manyrpc_measure::stats::Random;

use crate::marshalling;
use crate::record::{self, Distribution, PlacementInfo, Run, SystemInfo, WorkloadInfo};
use crate::system::bench::Bench;
use crate::workload::Workload;

use super::Options;
use super::collect::{Collection, calls_in, rivalries};
use super::in_flight;
use super::plan::{CellIndex, Plan};
use super::plausibility;

/// The numbers of concurrent clients of the throughput measurements.
const RATE_CLIENTS: [u32; 3] = [1, 2, 4];

/// The most turns of any workload in a round.
const MAX_TURNS: usize = 4;

/// Trial calls before the first batch of a cell, and the time they may take: over a slow link a megabyte takes a
/// second.
const TRIAL_CALLS: usize = 24;
const TRIAL_NS: f64 = 2e9;

struct Conductor<'r> {
    plan: &'r Plan,
    options: &'r Options,
    testbed: Testbed,
    /// The reason for each system that is not measured at all, in the plan's order.
    absent: Vec<Option<String>>,
    progress: &'r mut dyn Progress,
    random: Random,
    collection: Collection,
    /// One per system, in the plan's order; `None` until first needed, and after a failure.
    benches: Vec<Option<Bench>>,
    placed: Option<usize>,
    spinners: Option<Spinners>,
    warnings: Vec<String>,
}

/// Runs the plan; failures are recorded in the cells.
pub(super) fn conduct(
    plan: &Plan,
    options: &Options,
    testbed: Testbed,
    progress: &mut dyn Progress,
) -> (Run, Vec<Distribution>) {
    let started = clock::utc_now();
    let start = Instant::now();
    let mut environment = Environment {
        link: testbed.link(&options.between),
        ..Environment::read()
    };
    let timing = Timing::measure();
    progress.begin(expected(plan));
    let mut conductor = Conductor::new(plan, options, testbed, progress);
    conductor.warnings.extend(disturbances(&environment));
    conductor.report_warnings();
    conductor.absent_systems();
    conductor.counts();
    conductor.first_calls();
    conductor.latencies();
    conductor.rates();
    let throughput = conductor.throughput();
    let marshalling = conductor.marshalling();
    environment.load_after = load_average();
    let floors = plan.floors(&conductor.absent);
    let cells = conductor.collection.cells(plan, &floors);
    conductor
        .warnings
        .extend(plausibility::warnings(&cells, &throughput));
    let method = record::Method {
        rate_clients: RATE_CLIENTS.to_vec(),
        ..plan.method.clone()
    };
    let frame = empty_run(options, (environment, timing), method, started);
    let run = Run {
        seconds: start.elapsed().as_secs_f64(),
        cut_short: conductor.stopped().then(|| "interrupted".to_owned()),
        systems: systems(plan, &conductor.absent, &floors),
        workloads: plan.workloads.iter().map(|&w| workload(w)).collect(),
        placements: placements(plan),
        rivalries: rivalries(&cells),
        cells,
        throughput,
        marshalling,
        warnings: std::mem::take(&mut conductor.warnings),
        ..frame
    };
    let distributions = std::mem::take(&mut conductor.collection).distributions(plan);
    (run, distributions)
}

/// The record of a run without figures.
pub(super) fn empty_run(
    options: &Options,
    (environment, timing): (Environment, Timing),
    method: record::Method,
    started: String,
) -> Run {
    Run {
        schema: record::SCHEMA.to_owned(),
        kind: "compare".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: build::commit(),
        built_with: build::built_with(),
        started,
        seconds: 0.0,
        cut_short: None,
        command_line: options.command_line.clone(),
        seed: options.seed,
        between: options.between.clone(),
        environment,
        timing,
        method,
        systems: Vec::new(),
        workloads: Vec::new(),
        placements: Vec::new(),
        cells: Vec::new(),
        rivalries: Vec::new(),
        throughput: Vec::new(),
        tasks: None,
        marshalling: Vec::new(),
        gates: Vec::new(),
        warnings: Vec::new(),
    }
}

impl<'r> Conductor<'r> {
    fn new(
        plan: &'r Plan,
        options: &'r Options,
        testbed: Testbed,
        progress: &'r mut dyn Progress,
    ) -> Self {
        Conductor {
            plan,
            options,
            absent: absent(plan, &testbed),
            testbed,
            progress,
            random: Random::new(options.seed),
            collection: Collection::default(),
            benches: plan.systems.iter().map(|_| None).collect(),
            placed: None,
            spinners: None,
            warnings: plan.warnings.clone(),
        }
    }

    fn stopped(&self) -> bool {
        self.options.stop.load(Ordering::Relaxed)
    }

    fn report_warnings(&mut self) {
        for warning in &self.warnings {
            self.progress.note(&format!("warning: {warning}"));
        }
    }

    /// Systems that are missing, or cannot run on this testbed, fail in every cell.
    fn absent_systems(&mut self) {
        for index in self.plan.cells() {
            if let Some(reason) = &self.absent[index.system] {
                self.collection.figures(index).failed = Some(reason.clone());
            }
        }
        for (system, reason) in self.plan.systems.iter().zip(&self.absent) {
            if let Some(reason) = reason {
                self.progress.note(&format!("{}: {reason}", system.id()));
            }
        }
    }

    /// The measurements that are counted and not timed.
    fn counts(&mut self) {
        self.progress.stage("bytes, packets and system calls");
        for system in 0..self.plan.systems.len() {
            if self.stopped() || self.absent[system].is_some() {
                continue;
            }
            self.bytes_on_the_wire(system);
            for placement in 0..self.plan.placements.len() {
                self.calls_and_segments(system, placement);
            }
            self.progress.advance(COUNTING_TIME);
        }
    }

    /// The workloads of a system to be measured in a placement, with their indices in the plan.
    fn carried(&self, system: usize, placement: usize) -> (Vec<usize>, Vec<Workload>) {
        let cell = |workload| CellIndex {
            placement,
            workload,
            system,
        };
        let all = self.plan.workloads.iter().copied().enumerate();
        let chosen = &self.plan.systems[system];
        all.filter(|&(w, workload)| {
            self.plan.wants(cell(w)) && chosen.cannot_carry(workload).is_none()
        })
        .unzip()
    }

    /// Bytes are the same in every placement.
    fn bytes_on_the_wire(&mut self, system: usize) {
        let (indices, workloads) = self.carried(system, 0);
        // A failure here recurs, with its reason, when the cell is measured.
        let wires = self.bench(system).and_then(|bench| bench.wires(&workloads));
        for (&workload, wire) in indices.iter().zip(wires.unwrap_or_default()) {
            for placement in 0..self.plan.placements.len() {
                let cell = CellIndex {
                    placement,
                    workload,
                    system,
                };
                self.collection.figures(cell).wire = Some(wire);
            }
        }
    }

    /// System calls, and the segments of connections.
    fn calls_and_segments(&mut self, system: usize, placement: usize) {
        self.take_placement(placement);
        let (indices, workloads) = self.carried(system, placement);
        let layout = &self.plan.placements[placement].layout;
        let counted = self.bench(system).and_then(|bench| {
            bench.place(layout)?;
            bench.tallies(&workloads)
        });
        let Ok((tallies, why)) = counted else {
            return;
        };
        self.warnings
            .extend(why.filter(|why| !self.warnings.contains(why)));
        for (tallied, &workload) in tallies.iter().zip(&indices) {
            let cell = CellIndex {
                placement,
                workload,
                system,
            };
            let figures = self.collection.figures(cell);
            figures.system_calls = tallied.system_calls;
            figures.segments = tallied.segments;
        }
    }

    fn first_calls(&mut self) {
        self.progress.stage("first calls");
        for _ in 0..self.plan.method.first_calls {
            for cell in self.plan.round(&mut self.random) {
                if self.stopped() {
                    return;
                }
                let first = self.attempt(cell, |bench, workload, _| bench.first_call(workload));
                if let Some(ns) = first {
                    self.collection.figures(cell).add_first(ns);
                }
                self.progress.advance(FIRST_CALL_TIME);
            }
        }
    }

    fn latencies(&mut self) {
        let rounds = self.plan.method.rounds;
        for round in 0..rounds {
            self.progress
                .stage(&format!("latency, round {} of {rounds}", round + 1));
            for turn in 0..MAX_TURNS {
                self.latency_turn(round as usize, turn);
            }
        }
    }

    fn latency_turn(&mut self, round: usize, turn: usize) {
        let plan = self.plan;
        let turns_of = |cell: CellIndex| plan.workloads[cell.workload].turns();
        let mut cells = plan.round(&mut self.random);
        cells.retain(|&cell| turn < turns_of(cell));
        if !cells.is_empty() {
            self.fresh_processes();
        }
        for cell in cells {
            if self.stopped() {
                return;
            }
            self.latency(cell, round * turns_of(cell) + turn);
            self.progress.advance(self.batch_time());
        }
    }

    /// The memory layout of a process affects its figures for its whole lifetime; with fresh processes each time,
    /// the intervals include that variation.
    fn fresh_processes(&mut self) {
        self.benches.iter_mut().for_each(|bench| *bench = None);
    }

    fn latency(&mut self, cell: CellIndex, round: usize) {
        let method = &self.plan.method;
        let batch = self.attempt(cell, |bench, workload, call_ns| {
            bench.connect(workload)?;
            let call_ns = match call_ns {
                0.0 => trial(bench, workload)?,
                known => known,
            };
            bench.batch(workload, calls_in(method, call_ns, 1))
        });
        if let Some(batch) = batch {
            let figures = self.collection.figures(cell);
            figures.add_batch(round, &batch);
        }
    }

    fn rates(&mut self) {
        self.progress.stage("calls per second");
        let method = &self.plan.method;
        for _ in 0..method.rate_rounds {
            self.fresh_processes();
            let mut cells = self.plan.round(&mut self.random);
            cells.retain(|&cell| self.plan.wants_rate(cell));
            for cell in cells {
                let most = self.plan.systems[cell.system].most_clients();
                for clients in RATE_CLIENTS.into_iter().filter(|&n| n <= most) {
                    if self.stopped() {
                        return;
                    }
                    let rate = self.attempt(cell, |bench, workload, call_ns| {
                        let calls = calls_in(method, call_ns, clients);
                        bench.rate(workload, clients as usize, calls)
                    });
                    if let Some(rate) = rate {
                        self.collection.figures(cell).add_rate(clients, rate);
                    }
                    self.progress.advance(self.batch_time());
                }
            }
        }
    }

    /// Only of our systems that are compared, and with peers; otherwise there is nothing to compare with.
    fn throughput(&mut self) -> Vec<record::Throughput> {
        let mut rows = Vec::new();
        for race in in_flight::RACES {
            let wanted = self.plan.systems.iter().any(|s| s.id() == race.ours());
            if self.stopped() || !self.options.with_peers || !wanted {
                continue;
            }
            self.progress.stage("many calls in flight");
            self.benches.clear();
            self.spread();
            let rounds = self.plan.method.rounds;
            let (programs, seed) = (&self.options.programs, self.options.seed);
            match race.measure(programs, &self.testbed, rounds, seed) {
                Ok(measured) => rows.extend(measured),
                Err(reason) => {
                    let warning = format!("many calls in flight: {reason}");
                    self.progress.note(&warning);
                    self.warnings.push(warning);
                }
            }
        }
        rows
    }

    fn marshalling(&mut self) -> Vec<record::MarshallingRow> {
        if self.stopped() {
            return Vec::new();
        }
        self.progress.stage("marshalling alone");
        self.benches.clear();
        self.take_placement(0);
        let (rows, warning) = marshalling::compare(&self.options.programs, self.options.seed);
        self.warnings
            .extend(warning.filter(|_| self.options.with_peers));
        rows
    }

    /// Runs `act` with the cell's processes, bound to their CPUs, unless the cell cannot be measured. A failure
    /// ends the cell, and the processes are restarted for the others.
    fn attempt<T>(
        &mut self,
        cell: CellIndex,
        act: impl FnOnce(&mut Bench, Workload, f64) -> Result<T, String>,
    ) -> Option<T> {
        let workload = self.plan.workloads[cell.workload];
        let system = &self.plan.systems[cell.system];
        let figures = self.collection.figures(cell);
        if figures.failed.is_some() || system.cannot_carry(workload).is_some() {
            return None;
        }
        let call_ns = figures.call_ns;
        self.take_placement(cell.placement);
        let layout = &self.plan.placements[cell.placement].layout;
        let outcome = self.bench(cell.system).and_then(|bench| {
            bench.place(layout)?;
            act(bench, workload, call_ns)
        });
        match outcome {
            Ok(done) => Some(done),
            Err(reason) => {
                self.progress
                    .note(&format!("{} {workload}: {reason}", system.id()));
                self.collection.figures(cell).failed = Some(reason);
                self.benches[cell.system] = None;
                None
            }
        }
    }

    fn bench(&mut self, system: usize) -> Result<&mut Bench, String> {
        let slot = &mut self.benches[system];
        match slot {
            Some(bench) => Ok(bench),
            None => Ok(slot.insert(Bench::start(&self.plan.systems[system], &self.testbed)?)),
        }
    }

    /// Moves this process to other CPUs, and starts spinners if the placement requires them.
    fn take_placement(&mut self, index: usize) {
        if self.placed == Some(index) {
            return;
        }
        self.placed = Some(index);
        self.spinners = None;
        let placed = &self.plan.placements[index];
        let moved = pin_process(std::process::id(), &placed.layout.conductor);
        let spinning = match placed.placement {
            Placement::Awake => {
                let cpus = [&placed.layout.client[..], &placed.layout.server[..]].concat();
                Spinners::start(&cpus).map(Some)
            }
            _ => Ok(None),
        };
        let problems = [moved.err(), spinning.as_ref().err().cloned()];
        self.warnings.extend(problems.into_iter().flatten());
        self.spinners = spinning.unwrap_or(None);
    }

    fn batch_time(&self) -> Duration {
        Duration::from_millis(u64::from(self.plan.method.batch_ms) + 3)
    }
}

impl Drop for Conductor<'_> {
    fn drop(&mut self) {
        self.spread();
    }
}

impl Conductor<'_> {
    /// Releases this process, and those it starts, to all its CPUs.
    fn spread(&mut self) {
        self.spinners = None;
        self.placed = None;
        let mut cpus: Vec<usize> = self
            .plan
            .placements
            .iter()
            .flat_map(|p| [&p.layout.client, &p.layout.server, &p.layout.conductor])
            .flatten()
            .copied()
            .collect();
        cpus.sort_unstable();
        cpus.dedup();
        drop(pin_process(std::process::id(), &cpus));
    }
}

/// The approximate time of counting for one system: the kernel is slow to start and stop counting system calls.
const COUNTING_TIME: Duration = Duration::from_millis(600);

/// The approximate time of one first call with the start of its process.
const FIRST_CALL_TIME: Duration = Duration::from_millis(4);

fn expected(plan: &Plan) -> Duration {
    let wanted = || plan.cells().filter(|&c| plan.wants(c));
    let cells = wanted().count() as u32;
    let turns = wanted().map(|c| plan.workloads[c.workload].turns() as u32);
    let method = &plan.method;
    let batch = Duration::from_millis(u64::from(method.batch_ms) + 3);
    let rated = plan.cells().filter(|&c| plan.wants_rate(c)).count() as u32;
    let batches =
        method.rounds * turns.sum::<u32>() + method.rate_rounds * RATE_CLIENTS.len() as u32 * rated;
    batch * batches
        + FIRST_CALL_TIME * method.first_calls * cells
        + COUNTING_TIME * plan.systems.len() as u32
}

/// Warnings of what spoils all figures: other programs compete for the CPUs, or ours is not optimised.
pub(super) fn disturbances(environment: &Environment) -> impl Iterator<Item = String> {
    let load = environment.load_before;
    let busy = (load > environment.cpus as f64 / 2.0)
        .then(|| format!("the load average is {load:.1}: other programs compete for the CPUs"));
    let is_debug = cfg!(debug_assertions);
    let debug = is_debug.then(|| {
        "a debug build: our own systems are several times slower than in release builds (make build)"
            .to_owned()
    });
    busy.into_iter().chain(debug)
}

/// The reasons for systems that are not measured: their programs are missing, or they cannot run on this testbed.
fn absent(plan: &Plan, testbed: &Testbed) -> Vec<Option<String>> {
    let each = plan.systems.iter().map(|system| {
        let cannot = || testbed.cannot(system.transport(), system.reach());
        system.absent().or_else(cannot)
    });
    each.collect()
}

/// The approximate time of a call: from the first one, and as many more as there is time for.
fn trial(bench: &mut Bench, workload: Workload) -> Result<f64, String> {
    let first = mean_ns(&bench.batch(workload, 1)?.ns);
    match ((TRIAL_NS / first) as usize).min(TRIAL_CALLS) {
        0 | 1 => Ok(first),
        calls => Ok(mean_ns(&bench.batch(workload, calls)?.ns)),
    }
}

fn mean_ns(ns: &[u64]) -> f64 {
    ns.iter().sum::<u64>() as f64 / ns.len().max(1) as f64
}

fn systems(plan: &Plan, absent: &[Option<String>], floors: &[Option<usize>]) -> Vec<SystemInfo> {
    let each = plan.systems.iter().zip(absent).zip(floors);
    let info = each.map(|((system, absent), floor)| {
        let floor = floor.map_or(system.floor(), |floor| plan.systems[floor].id());
        SystemInfo {
            id: system.id().to_owned(),
            title: system.title().to_owned(),
            floor: floor.to_owned(),
            absent: absent.clone(),
        }
    });
    info.collect()
}

fn workload(workload: Workload) -> WorkloadInfo {
    WorkloadInfo {
        id: workload.to_string(),
        title: workload.title(),
        request_bytes: workload.request_bytes(),
        reply_bytes: workload.reply_bytes(),
        echo_bytes: workload.echo_bytes(),
    }
}

fn placements(plan: &Plan) -> Vec<PlacementInfo> {
    plan.placements
        .iter()
        .map(|placed| PlacementInfo {
            id: placed.placement.to_string(),
            meaning: placed.placement.meaning().to_owned(),
            client_cpus: placed.layout.client.clone(),
            server_cpus: placed.layout.server.clone(),
        })
        .collect()
}
