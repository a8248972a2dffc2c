//! `levy`: H. M. Levy, "A Comparison of Commercial RPC Systems" (1989): speed by size of argument and result,
//! number of clients, connections and distance; and dependability with a busy server.
//!
//! - `speed`: concurrent clients make calls, each on a fresh connection, as in the document, or all on a
//!   persistent one. The same machine is loopback; a different machine is the run's testbed, or another network
//!   namespace if that is loopback. Bytes, packets and system calls are counted once beforehand.
//! - `dependability`: the counter test (see [`crate::counter`]), with busy processes on the server's CPU.
//! - `bad networks`: the counter test with loss, duplication and reordering of datagrams, and with server crashes;
//!   not part of the document.

mod claims;
mod counting;
mod dependability;
mod networks;
mod protected;
mod speed;
mod tables;

use std::cell::OnceCell;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use manyrpc_measure::machine::cost::SystemCalls;
use manyrpc_measure::machine::placement::Placement;
use manyrpc_measure::net::namespaces::Link;
use manyrpc_measure::net::testbed::Testbed;
use manyrpc_measure::net::topology::{Machines, Topology};

use crate::study::claim::Claim;
use crate::study::design::Cell;
use crate::study::experiment::Study;
use crate::study::experiment::{Experiment, Options, Plan, place};
use crate::study::journal::{Journal, Sample, method_from_json, method_to_json};
use crate::study::paper::Paper;
use crate::study::published::Published;
use crate::study::record::Record;
use crate::study::systems::Systems;
use crate::system::{Reachability, Transport};

/// Its name on the command line, after `manyrpc study`.
pub const NAME: &str = "levy";

/// The document.
pub const SOURCE: &str = "Levy 1989";

/// The published figures.
pub(crate) const PUBLISHED: &str = include_str!("../../../../../published/levy.csv");

/// The document's implementations, and the corresponding systems.
const IMPLEMENTATIONS: [(&str, Result<&str, &str>); 4] = [
    ("Sun (udp)", Ok("onc-udp")),
    ("Sun (tcp)", Ok("onc-tcp")),
    ("Apollo", Ok("ncs")),
    (
        "Netwise",
        Err("Netwise's RPC TOOL is none of the systems here"),
    ),
];

/// The factor that distinguishes the parts of the document.
const PART: &str = "part";

/// The study.
#[derive(Clone, Copy, Debug)]
pub struct Levy;

/// The method of a visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Method {
    /// Calls per client in a visit of the first part.
    calls: usize,
    /// Calls of a visit of the second part.
    counted: u64,
    /// Calls of a visit of the third part.
    through: u64,
    /// The first retransmission interval of clients in the third part.
    first_wait_ms: u32,
}

impl Study for Levy {
    fn name(&self) -> &'static str {
        NAME
    }

    fn source(&self) -> &'static str {
        SOURCE
    }

    fn title(&self) -> &'static str {
        "speed by size, clients, connections and distance; errors under load"
    }

    fn plan(&self, options: &Options) -> Result<Plan, String> {
        let mut warnings = Vec::new();
        // The busy processes must affect only the server.
        let (placement, layout) = place(options, Placement::Split, &mut warnings)?;
        let method = method(options.wanted.quick);
        let (speed, dependability) = (speed::design(options)?, dependability::design(options));
        let networks = networks::design(options);
        let rounds = |own| options.wanted.rounds.unwrap_or(own);
        let [few, many, through] = if options.wanted.quick {
            [2, 3, 2]
        } else {
            [dependability::VISITS, 5, networks::VISITS]
        };
        Ok(Plan {
            design: speed
                .and(dependability)
                .and(networks)
                .phase(speed::COUNTS, 1, |cell| cell.level(PART) == speed::PHASE)
                .phase(speed::PHASE, rounds(many), |cell| {
                    cell.level(PART) == speed::PHASE
                })
                .phase(dependability::PHASE, rounds(few), |cell| {
                    cell.level(PART) == dependability::PHASE
                })
                .phase(networks::PHASE, rounds(through), |cell| {
                    cell.level(PART) == networks::PHASE
                }),
            method: method_to_json(&method),
            placement,
            layout,
            warnings,
        })
    }

    fn experiment<'r>(&self, plan: &'r Plan, options: &'r Options) -> Box<dyn Experiment + 'r> {
        Box::new(Commercial {
            systems: Systems::new(options, &plan.layout),
            plan,
            options,
            method: method_from_json(&plan.method),
            apart: OnceCell::new(),
            counting: None,
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

/// Longer than a call takes, even on a loaded machine.
const FIRST_WAIT_MS: u32 = 10;

fn method(quick: bool) -> Method {
    let calls = published().stated("calls of a run") as usize;
    let million = published().stated("calls of a cell") as u64;
    match quick {
        true => Method {
            calls,
            counted: 20_000,
            through: 10_000,
            first_wait_ms: FIRST_WAIT_MS,
        },
        false => Method {
            // A run of 100 takes a millisecond today, too short for clients to overlap.
            calls: 10 * calls,
            counted: million / u64::from(dependability::VISITS),
            through: million / u64::from(networks::VISITS),
            first_wait_ms: FIRST_WAIT_MS,
        },
    }
}

/// The running study.
#[derive(Debug)]
struct Commercial<'r> {
    systems: Systems<'r>,
    plan: &'r Plan,
    options: &'r Options,
    method: Method,
    /// The different machine, created when first needed, or why that is impossible.
    apart: OnceCell<Result<Testbed, String>>,
    /// Keeps the system call tracepoint enabled during the counting phase.
    counting: Option<SystemCalls>,
}

impl Commercial<'_> {
    /// The run's testbed if that is a different machine, otherwise one of the study's own.
    fn apart(&self) -> Result<&Testbed, String> {
        let wanted = &self.options.wanted;
        let made = self
            .apart
            .get_or_init(|| match wanted.between.is_one_machine() {
                false => Ok(self.options.testbed.clone()),
                true => {
                    let between = Topology {
                        machines: Machines::Namespaces(Link::default()),
                        ..wanted.between.clone()
                    };
                    Testbed::make(&between, &self.options.programs.ours, wanted.seed, None)
                }
            });
        made.as_ref().map_err(Clone::clone)
    }
}

impl Experiment for Commercial<'_> {
    fn cannot(&self, cell: &Cell) -> Option<String> {
        match cell.level(PART) {
            speed::PHASE => self.cannot_be_timed(cell),
            dependability::PHASE => self
                .options
                .testbed
                .cannot(Transport::Udp, Reachability::Ours),
            // This part has its own impairments, independent of the testbed's.
            _ => None,
        }
    }

    fn expected(&self, phase: &str, cell: &Cell) -> Duration {
        match cell.level(PART) {
            speed::PHASE if phase == speed::COUNTS => speed::COUNT,
            speed::PHASE => speed::VISIT,
            dependability::PHASE => dependability::expected(cell, self.method.counted),
            _ => networks::expected(cell, self.method.through),
        }
    }

    fn visit(&mut self, phase: &str, _: u32, cell: &Cell) -> Result<Sample, String> {
        self.counting = match phase {
            speed::COUNTS => self.counting.take().or_else(SystemCalls::switched_on),
            _ => None,
        };
        match cell.level(PART) {
            speed::PHASE if phase == speed::COUNTS => self.count_calls(cell),
            speed::PHASE => self.time(cell),
            dependability::PHASE => self.count(cell),
            _ => self.count_through(cell),
        }
    }
}

#[cfg(test)]
mod tests;
