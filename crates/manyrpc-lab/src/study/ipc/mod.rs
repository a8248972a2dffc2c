//! `ipc`: "Performance of Interprocess Communication" (an undated report on UDP, TCP, ONC RPC over both,
//! and CORBA): ping-pong in microseconds, the cost of the first message, the variation of the others.
//!
//! A visit starts a server and a client of a system and makes the document's run: 10,000 round trips of
//! a short message, one after the other, the first of them included. It excludes finding the server and opening
//! the connection, as far as a system does so before its first call.
//!
//! A second phase measures the parts of a fresh client's first call to a server known by name: resolving,
//! connecting, negotiating, and the exchange itself. Only our clients report these.

mod claims;
mod plan;
mod plots;
mod tables;

use std::time::Duration;

use manyrpc_measure::machine::placement::Placement;
use manyrpc_measure::machine::process::FirstCall;
use manyrpc_measure::stats::{mean, quantile, standard_deviation};

use crate::study::claim::Claim;
use crate::study::design::{Cell, Design};
use crate::study::experiment::Study;
use crate::study::experiment::{Experiment, Options, Plan, place};
use crate::study::journal::{Journal, Sample, method_from_json, method_to_json};
use crate::study::paper::Paper;
use crate::study::published::Published;
use crate::study::record::Record;
use crate::study::systems::{self, Systems};
use crate::workload::Workload;

pub use plan::{NAME, SOURCE};

use plan::{FIRSTS, Method, RUNS};

/// The published figures.
pub(crate) const PUBLISHED: &str = include_str!("../../../../../published/ipc.csv");

/// The message: the document says only that it is short.
const MESSAGE: Workload = Workload::Echo(12);

/// First calls per run of a system; since one call is one sample, several are needed.
const FIRSTS_OF_A_RUN: u32 = 4;

/// The study.
#[derive(Clone, Copy, Debug)]
pub struct Ipc;

impl Study for Ipc {
    fn name(&self) -> &'static str {
        NAME
    }

    fn source(&self) -> &'static str {
        SOURCE
    }

    fn title(&self) -> &'static str {
        "10,000 round trips of a short message: the first, the median, and how they vary"
    }

    fn plan(&self, options: &Options) -> Result<Plan, String> {
        let mut warnings = Vec::new();
        let (placement, layout) = place(options, Placement::Same, &mut warnings)?;
        let method = Method {
            messages: published().stated("messages of a run") as usize,
        };
        let rounds = options
            .wanted
            .rounds
            .unwrap_or(published().stated("runs of a cell") as u32);
        let design = Design::crossed(vec![systems::factor(options)?], |_| true);
        let systems = Systems::new(options, &layout);
        let tells = |cell: &Cell| systems.of(cell).client_by_name("localhost", 1).is_ok();
        Ok(Plan {
            design: design.phase(RUNS, rounds, |_| true).phase(
                FIRSTS,
                rounds * FIRSTS_OF_A_RUN,
                tells,
            ),
            method: method_to_json(&method),
            placement,
            layout,
            warnings,
        })
    }

    fn experiment<'r>(&self, plan: &'r Plan, options: &'r Options) -> Box<dyn Experiment + 'r> {
        Box::new(PingPong {
            systems: Systems::new(options, &plan.layout),
            method: method_from_json(&plan.method),
        })
    }

    fn claims(&self, record: &Record) -> Vec<Claim> {
        claims::judge(record, &published())
    }

    fn paper(&self, record: &Record, journal: &Journal) -> Paper {
        tables::paper(record, journal, &published())
    }
}

fn published() -> Published<'static> {
    Published::committed(PUBLISHED)
}

/// The approximate duration of a visit.
const VISIT: Duration = Duration::from_millis(600);

/// The approximate duration of a first call.
const FIRST: Duration = Duration::from_millis(20);

/// The running study.
struct PingPong<'r> {
    systems: Systems<'r>,
    method: Method,
}

impl Experiment for PingPong<'_> {
    fn cannot(&self, cell: &Cell) -> Option<String> {
        self.systems.cannot(cell, MESSAGE)
    }

    fn expected(&self, phase: &str, _: &Cell) -> Duration {
        if phase == FIRSTS { FIRST } else { VISIT }
    }

    fn visit(&mut self, phase: &str, _: u32, cell: &Cell) -> Result<Sample, String> {
        if phase == FIRSTS {
            let mut bench = self.systems.fresh_by_name(cell)?;
            return Ok(taken_apart(&bench.first_in_parts(MESSAGE)?));
        }
        let mut bench = self.systems.fresh(cell)?;
        let batch = bench.batch(MESSAGE, self.method.messages)?;
        let described = described(batch.ns).ok_or("an answer without samples")?;
        let counts = bench.counts(MESSAGE)?;
        Ok(described
            .costs(batch.used, self.method.messages)
            .counts(&counts))
    }
}

/// The figures of a first call. Times below the clock's resolution are taken as one nanosecond, so that they can
/// be compared.
fn taken_apart(first: &FirstCall) -> Sample {
    let parts = [
        ("resolve_ns", first.resolve_ns),
        ("connect_ns", first.connect_ns),
        ("bind_ns", first.bind_ns),
        ("exchange_ns", first.exchange_ns),
        ("whole_ns", first.first_ns),
        ("again_ns", first.again_ns),
    ];
    parts.iter().fold(Sample::default(), |sample, (name, ns)| {
        sample.figure(name, (*ns).max(1) as f64)
    })
}

/// The figures of a run as in the document: its first round trip, and the distribution of all.
fn described(ns: Vec<u64>) -> Option<Sample> {
    let first_ns = *ns.first()? as f64;
    let mut sorted: Vec<f64> = ns.iter().map(|&ns| ns as f64).collect();
    let (mean_ns, deviation_ns) = (mean(&sorted)?, standard_deviation(&sorted)?);
    sorted.sort_unstable_by(f64::total_cmp);
    let at = |q| quantile(&sorted, q);
    let median_ns = at(0.5)?;
    let (quarter, three_quarters) = (at(0.25)?, at(0.75)?);
    Some(
        Sample::default()
            .figure("first_ns", first_ns)
            .figure("first_to_median", first_ns / median_ns)
            .figure("min_ns", at(0.0)?)
            .figure("p25_ns", quarter)
            .figure("median_ns", median_ns)
            .figure("p75_ns", three_quarters)
            .figure("p99_ns", at(0.99)?)
            .figure("max_ns", at(1.0)?)
            .figure("mean_ns", mean_ns)
            .figure("deviation_ns", deviation_ns)
            .figure("deviation_to_mean", deviation_ns / mean_ns)
            .figure(
                "quartiles_to_median",
                (three_quarters - quarter) / median_ns,
            )
            .series("ns", ns),
    )
}

#[cfg(test)]
mod tests;
