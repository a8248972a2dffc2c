//! Dependability: calls that are silently lost, and calls that are carried out twice, where busy
//! processes compete with the server for its CPU.

use std::time::Duration;

use crate::study::design::{Cell, Design, Factor};
use crate::study::experiment::Options;
use crate::study::journal::Sample;

use super::counting::{Order, Pair, sample};
use super::{Commercial, PART};

/// The part's name, and its phase's.
pub(super) const PHASE: &str = "dependability";

/// Visits of a cell in which the document's million calls are made.
pub(super) const VISITS: u32 = 5;

/// One of the document's load averages at the server.
#[derive(Debug)]
pub(super) struct Load {
    /// As the document has it.
    pub(super) average: &'static str,
    /// The busy processes that make it.
    busy: usize,
    /// Clients that make their calls at the same time.
    pub(super) clients: usize,
}

/// Where others have the CPU, clients wait for the server's turn, in which it answers as many as there are.
const fn load(average: &'static str, busy: usize) -> Load {
    Load {
        average,
        busy,
        clients: if busy == 0 { 1 } else { MANY },
    }
}

/// Clients of a server that they have to wait for.
pub(super) const MANY: usize = 32;

/// The document's load averages.
pub(super) const LOADS: [Load; 4] = [
    load("0.1", 0),
    load("5.0", 5),
    load("10.0", 10),
    load("20.0", 20),
];

/// A datagram system with its protection on or off.
#[derive(Debug)]
pub(super) struct Guarded {
    /// The system.
    pub(super) system: &'static str,
    /// Whether calls are carried out at most once.
    pub(super) is_on: bool,
    /// What that is, for people.
    pub(super) means: &'static str,
    /// The server's name as a child.
    pub(super) server: &'static str,
    /// What the client says of the operation.
    pub(super) semantics: &'static str,
}

/// Who is put to the test.
pub(super) const GUARDED: [Guarded; 6] = [
    Guarded {
        system: "onc-udp",
        is_on: false,
        means: "the server keeps no replies, as Sun's of 1989",
        server: "onc-udp-forgetful",
        semantics: "at-most-once",
    },
    Guarded {
        system: "onc-udp",
        is_on: true,
        means: "the server keeps replies and answers repeated calls from them",
        server: "onc-udp",
        semantics: "at-most-once",
    },
    Guarded {
        system: "ncs",
        is_on: true,
        means: "at most once, NCS's default",
        server: "ncs",
        semantics: "at-most-once",
    },
    Guarded {
        system: "ncs",
        is_on: false,
        means: "the operation is declared idempotent",
        server: "ncs",
        semantics: "idempotent",
    },
    Guarded {
        system: "dce-cl",
        is_on: true,
        means: "at most once, DCE's default",
        server: "dce-cl",
        semantics: "at-most-once",
    },
    Guarded {
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

/// The cells of this part; none where `--only` names none of its systems.
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

/// Whether `--only` lets a cell's system take part.
pub(super) fn takes_part(options: &Options, cell: &Cell) -> bool {
    let only = &options.wanted.only;
    only.is_empty() || only.iter().any(|o| o == cell.level("system"))
}

/// A cell of this part.
pub(super) fn cell(guarded: &Guarded, load: &str) -> Cell {
    Cell::new([
        (PART, PHASE),
        ("system", guarded.system),
        ("protection", on(guarded.is_on)),
        ("load", load),
    ])
}

/// The system of a cell with its protection.
pub(super) fn guarded(cell: &Cell) -> &'static Guarded {
    let here =
        |g: &&Guarded| (g.system, on(g.is_on)) == (cell.level("system"), cell.level("protection"));
    let found = GUARDED.iter().find(here);
    found.expect("a cell has one of them")
}

fn load_of(cell: &Cell) -> &'static Load {
    let found = LOADS.iter().find(|load| load.average == cell.level("load"));
    found.expect("a cell has one of the loads")
}

/// What a visit takes, about: of one client a call and an answer cross between two CPUs; the server of many is at
/// work all the time that the scheduler gives it.
pub(super) fn expected(cell: &Cell, calls: u64) -> Duration {
    let load = load_of(cell);
    let call = match load.clients {
        1 => Duration::from_micros(90),
        _ => Duration::from_micros(8) * (1 + load.busy as u32),
    };
    Duration::from_millis(100) + call * u32::try_from(calls).unwrap_or(u32::MAX)
}

impl Commercial<'_> {
    /// A run with `--impair` is made through that, with the first wait of bad networks.
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
        let order = Order {
            calls: self.method.counted,
            clients: load.clients,
            first_wait_ms: impaired.then_some(self.method.first_wait_ms),
        };
        pair.count(&order, |_| Ok(())).map(sample)
    }
}
