//! `netwise`: Netwise, Inc., "Remote Procedure Call Performance: A Review of Current Product Offerings"
//! (1989): eight shapes of parameters over TCP and UDP, client and server on one host.
//!
//! A visit makes the document's run: 500 consecutive calls on an open connection, by a client and a server started
//! for the round, after some warm-up calls. Code sizes are read from existing programs (module `size`).

mod claims;
mod plan;
mod size;
mod tables;

use std::time::Duration;

use manyrpc_measure::machine::placement::Placement;
use manyrpc_measure::stats::{mean, median};

use crate::study::claim::Claim;
use crate::study::design::{Cell, Design, Factor};
use crate::study::experiment::Study;
use crate::study::experiment::{Experiment, Options, Plan, place};
use crate::study::journal::{Journal, Sample, method_from_json, method_to_json};
use crate::study::paper::Paper;
use crate::study::published::Published;
use crate::study::record::Record;
use crate::study::systems::{self, Systems};
use crate::system::Programs;
use crate::system::bench::Bench;
use crate::workload::Workload;

pub use plan::{NAME, SOURCE};

use plan::{Method, RUNS, SHAPES};

/// The published figures.
pub(crate) const PUBLISHED: &str = include_str!("../../../../../published/netwise.csv");

/// The phase in which bytes are counted.
const BYTES: &str = "bytes on the wire";

/// The study.
#[derive(Clone, Copy, Debug)]
pub struct Netwise;

impl Study for Netwise {
    fn name(&self) -> &'static str {
        NAME
    }

    fn source(&self) -> &'static str {
        SOURCE
    }

    fn title(&self) -> &'static str {
        "eight shapes of parameters over TCP and UDP, and code size"
    }

    fn plan(&self, options: &Options) -> Result<Plan, String> {
        let mut warnings = Vec::new();
        let (placement, layout) = place(options, Placement::Same, &mut warnings)?;
        let calls = published().stated("calls of a run") as usize;
        let method = Method {
            calls,
            warm_up: calls / 5,
        };
        Ok(Plan {
            design: design(options)?,
            method: method_to_json(&method),
            placement,
            layout,
            warnings,
        })
    }

    fn experiment<'r>(&self, plan: &'r Plan, options: &'r Options) -> Box<dyn Experiment + 'r> {
        Box::new(Shapes {
            systems: Systems::new(options, &plan.layout),
            method: method_from_json(&plan.method),
            programs: &options.programs,
        })
    }

    fn claims(&self, record: &Record) -> Vec<Claim> {
        claims::judge(record, &published())
    }

    fn paper(&self, record: &Record, _: &Journal) -> Paper {
        tables::paper(record, &published())
    }
}

fn published() -> Published<'static> {
    Published::committed(PUBLISHED)
}

/// The factor of rounds over the document's runs: a run of 500 calls takes milliseconds today, so there is time
/// for narrower intervals.
const MORE_ROUNDS: u32 = 3;

fn design(options: &Options) -> Result<Design, String> {
    let wanted = &options.wanted;
    let factors = vec![
        Factor::new("shape", SHAPES.map(|(name, _)| name)),
        systems::factor(options)?,
    ];
    let runs = published().stated("runs of a cell") as u32;
    let own = if wanted.quick {
        runs
    } else {
        MORE_ROUNDS * runs
    };
    let mut design = Design {
        together: Some(systems::FACTOR.to_owned()),
        ..Design::crossed(factors, |_| true)
    };
    // Cells of code sizes have no system factor.
    if wanted.only.is_empty() {
        design = design.and(size::design());
    }
    Ok(design
        .phase(size::SIZES, 1, is_of_programs)
        .phase(BYTES, 1, |cell| !is_of_programs(cell))
        .phase(RUNS, wanted.rounds.unwrap_or(own), |cell| {
            !is_of_programs(cell)
        }))
}

/// Whether a cell is about code size.
fn is_of_programs(cell: &Cell) -> bool {
    !cell.level(size::SIDE).is_empty()
}

fn workload(cell: &Cell) -> Workload {
    let shape = SHAPES.iter().find(|(name, _)| *name == cell.level("shape"));
    shape.expect("a cell has one of the shapes").1
}

/// The approximate duration of a visit; the processes usually run already.
const VISIT: Duration = Duration::from_millis(90);

/// The running study.
struct Shapes<'r> {
    systems: Systems<'r>,
    method: Method,
    programs: &'r Programs,
}

impl Experiment for Shapes<'_> {
    fn cannot(&self, cell: &Cell) -> Option<String> {
        match is_of_programs(cell) {
            true => size::cannot(cell, self.programs),
            false => self.systems.cannot(cell, workload(cell)),
        }
    }

    fn expected(&self, _: &str, _: &Cell) -> Duration {
        VISIT
    }

    fn visit(&mut self, phase: &str, round: u32, cell: &Cell) -> Result<Sample, String> {
        if is_of_programs(cell) {
            return size::measure(cell, self.programs);
        }
        self.systems.enter(phase, round);
        let (workload, method) = (workload(cell), self.method);
        self.systems.with(cell, |bench| match phase {
            BYTES => bytes(bench, workload),
            _ => run(bench, workload, method),
        })
    }
}

fn bytes(bench: &mut Bench, workload: Workload) -> Result<Sample, String> {
    let counts = bench.counts(workload)?;
    counts.wire.ok_or("its bytes cannot be counted")?;
    Ok(Sample::default().counts(&counts))
}

fn run(
    bench: &mut Bench,
    workload: Workload,
    Method { calls, warm_up }: Method,
) -> Result<Sample, String> {
    bench.batch(workload, warm_up)?;
    let batch = bench.batch(workload, calls)?;
    let mut each: Vec<f64> = batch.ns.iter().map(|&ns| ns as f64).collect();
    let none = "an answer without samples";
    Ok(Sample::default()
        .figure("mean_ns", mean(&each).ok_or(none)?)
        .figure("median_ns", median(&mut each).ok_or(none)?)
        .costs(batch.used, calls)
        .series("ns", batch.ns))
}

#[cfg(test)]
mod tests;

/// Why Netwise's own product is missing.
pub(super) const NO_NETWISE: &str = "Netwise's RPC TOOL is none of the systems here";
