//! `manyrpc compare --async`: calls of tasks on asynchronous runtimes, ours and foreign.
//!
//! Three parts: calls in flight, with client and server bound to the same one or two CPUs; a lone call by a task and by
//! our blocking client, against the same server; and the memory of idle connections. Within a round every load visits
//! the systems of its protocol in a random order, each with fresh processes, and ratios are taken within rounds.

mod drive;
pub(super) mod gates;
mod plan;
mod rows;

use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use manyrpc_measure::clock;
use manyrpc_measure::machine::environment::{Environment, load_average};
use manyrpc_measure::machine::placement::{Layout, Placement, pin_process};
use manyrpc_measure::machine::timing::Timing;
use manyrpc_measure::net::testbed::Testbed;
use manyrpc_measure::progress::Progress;
use manyrpc_measure::stats::Random;

use crate::record::{IdleConnections, InFlight, LoneCall, Run, Tasks};
use crate::system::System;
use crate::system::bench::Bench;
use crate::system::tasks::{Pair, Rivals};
use crate::workload::Workload;

use super::Options;
use super::collect::{Figures, calls_in};
use super::conductor::{disturbances, empty_run};
use plan::{Plan, Shape};
use rows::Samples;

/// The approximate time in which a pair of processes starts and ends.
const PROCESSES_TIME: Duration = Duration::from_millis(60);

/// The approximate time in which ten thousand connections are opened.
const IDLE_TIME: Duration = Duration::from_secs(6);

/// Descriptors of a process that are no connections, and those of a connection: our clients on a runtime have two.
const OTHER_DESCRIPTORS: u64 = 64;
const DESCRIPTORS_EACH: u64 = 2;

/// Calls from which the length of a batch is estimated.
const TRIAL_CALLS: usize = 50;

struct Conductor<'r> {
    plan: &'r Plan,
    options: &'r Options,
    testbed: Testbed,
    progress: &'r mut dyn Progress,
    random: Random,
    /// Idle connections that the limit of descriptors allows.
    connections_allowed: u32,
    warnings: Vec<String>,
}

/// Measures all parts; failures are recorded in their rows.
///
/// # Errors
/// Options for which there is no plan.
pub(super) fn conduct(
    options: &Options,
    testbed: Testbed,
    progress: &mut dyn Progress,
) -> Result<Run, String> {
    let plan = Plan::new(options)?;
    let started = clock::utc_now();
    let start = Instant::now();
    let mut environment = Environment {
        link: testbed.link(&options.between),
        ..Environment::read()
    };
    let timing = Timing::measure();
    progress.begin(expected(&plan));
    let mut warnings = plan.warnings.clone();
    warnings.extend(disturbances(&environment));
    let mut conductor = Conductor {
        plan: &plan,
        options,
        testbed,
        progress,
        random: Random::new(options.seed),
        connections_allowed: raise_descriptors(),
        warnings,
    };
    conductor.report_warnings();
    let tasks = Tasks {
        turn_ms: plan.turn.as_millis() as u32,
        rows: conductor.in_flight(),
        lone: conductor.lone_calls(),
        idle: conductor.idle_connections(),
    };
    environment.load_after = load_average();
    let stopped = conductor.stopped();
    let warnings = std::mem::take(&mut conductor.warnings);
    let frame = empty_run(options, (environment, timing), plan.method.clone(), started);
    Ok(Run {
        kind: "compare-async".to_owned(),
        seconds: start.elapsed().as_secs_f64(),
        cut_short: stopped.then(|| "interrupted".to_owned()),
        tasks: Some(tasks),
        warnings,
        ..frame
    })
}

impl Conductor<'_> {
    fn stopped(&self) -> bool {
        self.options.stop.load(Ordering::Relaxed)
    }

    fn report_warnings(&mut self) {
        for warning in &self.warnings {
            self.progress.note(&format!("warning: {warning}"));
        }
    }

    /// Binds this process, and those that it starts, which then have a thread for each of these CPUs.
    fn bind(&mut self, cpus: &[usize]) {
        if let Err(why) = pin_process(std::process::id(), cpus)
            && !self.warnings.contains(&why)
        {
            self.warnings.push(why);
        }
    }

    fn in_flight(&mut self) -> Vec<InFlight> {
        let plan = self.plan;
        let mut samples: Vec<Vec<Samples>> = plan
            .rows
            .iter()
            .map(|row| vec![Samples::default(); row.rivals.pairs.len()])
            .collect();
        let rounds = plan.method.rounds;
        for round in 0..rounds {
            self.progress
                .stage(&format!("calls in flight, round {} of {rounds}", round + 1));
            for index in shuffled(plan.rows.len(), &mut self.random) {
                if round < plan.rounds_of(&plan.rows[index]) {
                    self.turns(round as usize, index, &mut samples[index]);
                }
            }
        }
        self.bind(&plan.cpus);
        let rows = plan.rows.iter().zip(&samples);
        rows.map(|(row, samples)| rows::in_flight(row, samples, plan.left_out(row)))
            .collect()
    }

    /// A turn of each system of a row.
    fn turns(&mut self, round: usize, index: usize, samples: &mut [Samples]) {
        let plan = self.plan;
        let row = &plan.rows[index];
        self.bind(&row.cpus);
        for system in shuffled(samples.len(), &mut self.random) {
            let pair = &row.rivals.pairs[system];
            let Shape {
                in_flight,
                connections,
                ..
            } = row.shape;
            let carries = pair.carries(in_flight, connections, row.cpus.len());
            if self.stopped() || samples[system].failed.is_some() || !carries {
                continue;
            }
            let at = (pair, &self.options.programs, &self.testbed);
            let turn = drive::saturate(at, row.shape, [plan.warm_up, plan.turn]);
            self.note_failure(pair.id, turn.as_ref().err());
            samples[system].add(round, turn);
            self.progress
                .advance(plan.warm_up + plan.turn + PROCESSES_TIME);
        }
    }

    fn note_failure(&mut self, system: &str, failure: Option<&String>) {
        if let Some(reason) = failure {
            self.progress.note(&format!("{system}: {reason}"));
        }
    }

    fn lone_calls(&mut self) -> Vec<LoneCall> {
        let plan = self.plan;
        let layout = match Layout::of(Placement::Same, &plan.cpus) {
            Ok(layout) => layout,
            Err(why) => {
                self.warnings.push(why);
                return Vec::new();
            }
        };
        let mut all: Vec<([Figures; 2], Option<String>)> = Vec::new();
        all.resize_with(plan.lone.len(), || ([Figures::new(), Figures::new()], None));
        for round in 0..plan.method.rounds {
            self.progress.stage("a lone call");
            for system in shuffled(plan.lone.len(), &mut self.random) {
                let (figures, failed) = &mut all[system];
                for client in shuffled(figures.len(), &mut self.random) {
                    if self.stopped() || failed.is_some() {
                        continue;
                    }
                    let (at, figures) = (&plan.lone[system][client], &mut figures[client]);
                    *failed = self.lone_batch(round as usize, at, &layout, figures).err();
                    self.note_failure(at.id(), failed.as_ref());
                    self.progress.advance(self.batch_time());
                }
            }
        }
        let rows = plan.lone.iter().zip(all);
        rows.map(|([system, _], (figures, failed))| rows::lone(system.id(), &figures, failed))
            .collect()
    }

    /// A batch of lone calls by a fresh client to a fresh server, both on one CPU.
    fn lone_batch(
        &self,
        round: usize,
        system: &Rc<dyn System>,
        layout: &Layout,
        figures: &mut Figures,
    ) -> Result<(), String> {
        let mut bench = Bench::start(system, &self.testbed)?;
        bench.place(layout)?;
        bench.connect(Workload::Nothing)?;
        let trial = bench.batch(Workload::Nothing, TRIAL_CALLS)?.ns;
        let call_ns = trial.iter().sum::<u64>() as f64 / trial.len().max(1) as f64;
        let calls = calls_in(&self.plan.method, call_ns, 1);
        let batch = bench.batch(Workload::Nothing, calls)?;
        figures.add_batch(round, &batch);
        Ok(())
    }

    fn batch_time(&self) -> Duration {
        Duration::from_millis(u64::from(self.plan.method.batch_ms)) + PROCESSES_TIME
    }

    fn idle_connections(&mut self) -> Vec<IdleConnections> {
        let plan = self.plan;
        let wanted = plan.idle_connections;
        let connections = wanted.min(self.connections_allowed);
        if connections < wanted {
            let warning = format!(
                "the limit of descriptors allows {connections} idle connections instead of {wanted}"
            );
            self.progress.note(&warning);
            self.warnings.push(warning);
        }
        let each = plan.protocols.iter().flat_map(|rivals| {
            let pairs = rivals.pairs.iter().filter(|pair| pair.idles());
            pairs.map(|pair| (*rivals, pair))
        });
        let pairs: Vec<(&Rivals, &Pair)> = each.collect();
        let mut all: Vec<(Vec<[f64; 2]>, Option<String>)> = vec![(Vec::new(), None); pairs.len()];
        for _ in 0..plan.idle_rounds {
            self.progress.stage("idle connections");
            for index in shuffled(pairs.len(), &mut self.random) {
                let (bytes, failed) = &mut all[index];
                if self.stopped() || failed.is_some() {
                    continue;
                }
                let pair = pairs[index].1;
                let at = (pair, &self.options.programs, &self.testbed);
                match drive::idle(at, connections) {
                    Ok(both) => bytes.push(both),
                    Err(reason) => *failed = Some(reason),
                }
                self.note_failure(pair.id, failed.as_ref());
                self.progress.advance(IDLE_TIME);
            }
        }
        let rows = pairs.into_iter().zip(all);
        rows.map(|(pair, (bytes, failed))| rows::idle(pair, connections, &bytes, failed))
            .collect()
    }
}

/// Raises the limit of descriptors of this process, which its children inherit; returns how many connections it allows
/// in addition to the first ones.
fn raise_descriptors() -> u32 {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        ..limit
    };
    let now = match setrlimit(Resource::Nofile, raised) {
        Ok(()) => limit.maximum,
        Err(_) => limit.current,
    };
    let allowed = now.map_or(u64::MAX, |now| {
        let connections = now.saturating_sub(OTHER_DESCRIPTORS) / DESCRIPTORS_EACH;
        connections.saturating_sub(u64::from(drive::FIRST_CONNECTIONS))
    });
    u32::try_from(allowed).unwrap_or(u32::MAX)
}

fn shuffled(count: usize, random: &mut Random) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    random.shuffle(&mut order);
    order
}

fn expected(plan: &Plan) -> Duration {
    let turns = plan.rows.iter();
    let turns = turns.map(|row| {
        let (shape, cpus) = (row.shape, row.cpus.len());
        let carries = |pair: &&Pair| pair.carries(shape.in_flight, shape.connections, cpus);
        plan.rounds_of(row) * row.rivals.pairs.iter().filter(carries).count() as u32
    });
    let batches = plan.method.rounds * 2 * plan.lone.len() as u32;
    let batch = Duration::from_millis(u64::from(plan.method.batch_ms)) + PROCESSES_TIME;
    let idle = |rivals: &&Rivals| rivals.pairs.iter().filter(|pair| pair.idles()).count();
    let pairs: usize = plan.protocols.iter().map(idle).sum();
    (plan.warm_up + plan.turn + PROCESSES_TIME) * turns.sum::<u32>()
        + batch * batches
        + IDLE_TIME * plan.idle_rounds * pairs as u32
}
