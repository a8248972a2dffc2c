//! Dependability: silently lost calls and duplicate executions while busy processes compete with the server for
//! its CPU.

use std::time::Duration;

use crate::study::design::{Cell, Design, Factor};
use crate::study::experiment::Options;
use crate::study::journal::Sample;

use super::counting::{CountRequest, Pair, sample};
use super::protected::ProtectedSystem;
use super::{Commercial, PART};

/// The name of the part and its phase.
pub(super) const PHASE: &str = "dependability";

/// The visits among which the document's million calls per cell are divided.
pub(super) const VISITS: u32 = 5;

/// One of the document's load averages at the server.
#[derive(Debug)]
pub(super) struct Load {
    /// As stated in the document.
    pub(super) average: &'static str,
    /// The number of busy processes that produce it.
    busy: usize,
    /// Concurrent clients.
    pub(super) clients: usize,
}

/// With a busy CPU clients wait for the server's time slice, in which it answers all of them.
const fn load(average: &'static str, busy: usize) -> Load {
    Load {
        average,
        busy,
        clients: if busy == 0 { 1 } else { MANY },
    }
}

/// The number of clients of a loaded server.
pub(super) const MANY: usize = 32;

/// The document's load averages.
pub(super) const LOADS: [Load; 4] = [
    load("0.1", 0),
    load("5.0", 5),
    load("10.0", 10),
    load("20.0", 20),
];

/// The systems under test.
pub(super) const PROTECTED_SYSTEMS: [ProtectedSystem; 6] = [
    ProtectedSystem {
        system: "onc-udp",
        is_on: false,
        means: "the server keeps no replies, as Sun's of 1989",
        server: "onc-udp-forgetful",
        semantics: "at-most-once",
    },
    ProtectedSystem {
        system: "onc-udp",
        is_on: true,
        means: "the server keeps replies and answers repeated calls from them",
        server: "onc-udp",
        semantics: "at-most-once",
    },
    ProtectedSystem {
        system: "ncs",
        is_on: true,
        means: "at most once, NCS's default",
        server: "ncs",
        semantics: "at-most-once",
    },
    ProtectedSystem {
        system: "ncs",
        is_on: false,
        means: "the operation is declared idempotent",
        server: "ncs",
        semantics: "idempotent",
    },
    ProtectedSystem {
        system: "dce-cl",
        is_on: true,
        means: "at most once, DCE's default",
        server: "dce-cl",
        semantics: "at-most-once",
    },
    ProtectedSystem {
        system: "dce-cl",
        is_on: false,
        means: "the operation is declared idempotent",
        server: "dce-cl",
        semantics: "idempotent",
    },
];

/// The level of the factor `protection`.
pub(super) const fn on(is_on: bool) -> &'static str {
    if is_on { "on" } else { "off" }
}

/// The cells of this part; none if `--only` names none of its systems.
pub(super) fn design(options: &Options) -> Design {
    let wanted = &options.wanted;
    let loads = LOADS.iter().map(|load| load.average);
    let is_end = |load: &str| load == LOADS[0].average || load == LOADS[3].average;
    let factors = vec![
        Factor::new(PART, [PHASE]),
        Factor::new("system", ["onc-udp", "ncs", "dce-cl"]),
        Factor::new("protection", ["off", "on"]),
        Factor::new("load", loads.filter(|load| !wanted.quick || is_end(load))),
    ];
    Design::crossed(factors, |cell| takes_part(options, cell))
}

/// Whether `--only` includes a cell's system.
pub(super) fn takes_part(options: &Options, cell: &Cell) -> bool {
    let only = &options.wanted.only;
    only.is_empty() || only.iter().any(|o| o == cell.level("system"))
}

/// A cell of this part.
pub(super) fn cell(guarded: &ProtectedSystem, load: &str) -> Cell {
    Cell::new([
        (PART, PHASE),
        ("system", guarded.system),
        ("protection", on(guarded.is_on)),
        ("load", load),
    ])
}

/// The system of a cell with its protection.
pub(super) fn guarded(cell: &Cell) -> &'static ProtectedSystem {
    let here = |g: &&ProtectedSystem| {
        (g.system, on(g.is_on)) == (cell.level("system"), cell.level("protection"))
    };
    let found = PROTECTED_SYSTEMS.iter().find(here);
    found.expect("a cell has one of them")
}

fn load_of(cell: &Cell) -> &'static Load {
    let found = LOADS.iter().find(|load| load.average == cell.level("load"));
    found.expect("a cell has one of the loads")
}

/// The approximate duration of a visit: with one client each call and reply cross between two CPUs; with many the
/// server uses all the CPU time that the scheduler gives it.
pub(super) fn expected(cell: &Cell, calls: u64) -> Duration {
    let load = load_of(cell);
    let call = match load.clients {
        1 => Duration::from_micros(90),
        _ => Duration::from_micros(8) * (1 + load.busy as u32),
    };
    Duration::from_millis(100) + call * u32::try_from(calls).unwrap_or(u32::MAX)
}

impl Commercial<'_> {
    /// A run with `--impair` uses those impairments, with the first retransmission interval of the bad networks.
    pub(super) fn count(&self, cell: &Cell) -> Result<Sample, String> {
        let testbed = &self.options.testbed;
        let load = load_of(cell);
        let mut pair = Pair::start(self, testbed, guarded(cell), false)?;
        let cpus = &self.plan.layout.server;
        let busy: Result<Vec<_>, String> = (0..load.busy)
            .map(|_| testbed.start_on_server_host(&self.child(&["busy"]), cpus))
            .collect();
        let _busy = busy?;
        let impaired = self.options.wanted.between.impairments.is_some();
        let order = CountRequest {
            calls: self.method.counted,
            clients: load.clients,
            first_wait_ms: impaired.then_some(self.method.first_wait_ms),
        };
        pair.count(&order, |_| Ok(())).map(sample)
    }
}
