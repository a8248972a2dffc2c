//! `kiraly`: Király & Székely, "Analysing RPC and Testing the Performance of Solutions" (Informatica
//! 42, 2018): one record with and without a photo of 1 MB, client language × server language × system.
//!
//! A visit of a cell is a fresh client process that makes its run of calls, and then some more: the time from its
//! start to the last reply of the run is the document's measure, the median of the calls after it is the time of a
//! single call. In the first round it then makes calls whose system calls and segments are counted. A round visits
//! every cell once, in a random order.

mod bench;
mod claims;
pub mod peers;
pub mod plan;
mod tables;

use std::time::Duration;

use manyrpc_measure::machine::cost::CallCounts;
use manyrpc_measure::net::testbed::Testbed;

use crate::study::claim::Claim;
use crate::study::design::Cell;
use crate::study::experiment::Study;
use crate::study::experiment::{Experiment, Options, Plan};
use crate::study::journal::{Journal, Sample, method_from_json};
use crate::study::matrix::Matrix;
use crate::study::paper::Paper;
use crate::study::published::Published;
use crate::study::record::Record;
use crate::system::Programs;
use crate::system::bench::Counts;

use bench::{Bench, Run};
use plan::{BYTES, Method, has_photo};

pub use plan::{NAME, SOURCE};

/// The published figures.
pub(crate) const PUBLISHED: &str = include_str!("../../../../../published/kiraly.csv");

/// The study.
#[derive(Clone, Copy, Debug)]
pub struct Kiraly;

impl Study for Kiraly {
    fn name(&self) -> &'static str {
        NAME
    }

    fn source(&self) -> &'static str {
        SOURCE
    }

    fn title(&self) -> &'static str {
        "one record with and without 1 MB of binary: client language × server language × system"
    }

    fn plan(&self, options: &Options) -> Result<Plan, String> {
        plan::plan(
            options,
            calls(),
            published().stated("runs of a cell") as u32,
        )
    }

    fn experiment<'r>(&self, plan: &'r Plan, options: &'r Options) -> Box<dyn Experiment + 'r> {
        Box::new(Conductor {
            programs: &options.programs,
            method: method_from_json(&plan.method),
            testbed: &options.testbed,
            bench: Bench::new(options, &plan.layout),
        })
    }

    fn claims(&self, record: &Record) -> Vec<Claim> {
        let measured = |name, figure, ms_per_call| claims::Measured {
            name,
            matrix: Matrix::measured(record, figure),
            ms_per_call,
        };
        let measures = [
            measured(
                "100 calls with the start of the client",
                "run_s",
                claims::PUBLISHED_MS_PER_CALL,
            ),
            measured("a call alone", "call_ns", 1e-6),
        ];
        claims::judge(&measures, record, &published())
    }

    fn paper(&self, record: &Record, _: &Journal) -> Paper {
        tables::paper(record, &published())
    }
}

fn published() -> Published<'static> {
    Published::committed(PUBLISHED)
}

/// Calls of a run of the document.
fn calls() -> u32 {
    published().stated("calls of a run") as u32
}

/// The approximate duration of a visit, mostly the start of a process.
const VISIT: Duration = Duration::from_millis(900);

/// The same for counting bytes.
const COUNT: Duration = Duration::from_millis(700);

struct Conductor<'r> {
    programs: &'r Programs,
    testbed: &'r Testbed,
    method: Method,
    bench: Bench<'r>,
}

impl Experiment for Conductor<'_> {
    /// Cells that a system cannot carry, whose programs are missing, or that cannot run on the run's testbed.
    fn cannot(&self, cell: &Cell) -> Option<String> {
        let system = peers::system(cell.level("system"))?;
        if let Some(why) = system.refuses_photo.filter(|_| has_photo(cell)) {
            return Some(why.to_owned());
        }
        let of = |role| {
            let language = peers::language(cell.level(role))?;
            peers::absent(self.programs, system, language, role)
        };
        let server = peers::language(cell.level("server"))?;
        of("client")
            .or_else(|| of("server"))
            .or_else(|| self.testbed.cannot(system.transport, server.reach()))
    }

    fn expected(&self, phase: &str, _: &Cell) -> Duration {
        match phase {
            BYTES => COUNT,
            _ => VISIT,
        }
    }

    fn visit(&mut self, phase: &str, round: u32, cell: &Cell) -> Result<Sample, String> {
        if phase == BYTES {
            let wire = self.bench.wire(cell)?;
            return Ok(Sample::default().counts(&Counts::new(Some(wire), CallCounts::default())));
        }
        let run = Run {
            calls: self.method.calls_of(has_photo(cell)),
            warm_ms: self.method.warm_ms,
            is_counted: round == 0 && self.method.counts(cell),
        };
        self.bench.run(cell, run)?.sample(calls())
    }
}

#[cfg(test)]
mod tests;
