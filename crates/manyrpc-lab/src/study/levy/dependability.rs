//! Dependability: calls that are silently lost, and calls that are carried out twice, where busy
//! processes compete with the server for its CPU.

use std::time::Duration;

use crate::net::counter::Counted;
use crate::study::design::{Cell, Design, Factor};
use crate::study::experiment::Options;
use crate::study::journal::Sample;

use super::counting::{Pair, add, sample};
use super::{Commercial, PART};

/// The part's name, and its phase's.
pub(super) const PHASE: &str = "dependability";

/// Visits of a cell in which the document's million calls are made.
pub(super) const VISITS: u32 = 5;

/// The document's load averages at the server, and the busy processes that make them.
pub(super) const LOADS: [(&str, usize); 4] = [("0.1", 0), ("5.0", 5), ("10.0", 10), ("20.0", 20)];

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
    let loads = LOADS.iter().map(|(load, _)| *load);
    let is_end = |load: &str| load == LOADS[0].0 || load == LOADS[3].0;
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

fn busy(cell: &Cell) -> usize {
    let load = LOADS.iter().find(|(load, _)| *load == cell.level("load"));
    load.expect("a cell has one of the loads").1
}

/// What a visit takes, about: a call waits behind the busy processes. How long depends on the kernel's
/// scheduler; 220 µs for each were measured with Linux 6.1 and 20 of them.
pub(super) fn expected(cell: &Cell, calls: u64) -> Duration {
    let call = Duration::from_micros(60) + Duration::from_micros(220) * busy(cell) as u32;
    Duration::from_millis(100) + call * u32::try_from(calls).unwrap_or(u32::MAX)
}

/// Calls of one order: where the server is busy they take seconds.
const AT_ONCE: u64 = 1000;

impl Commercial<'_> {
    /// A run with `--impair` is made through that, with the first wait of bad networks.
    pub(super) fn count(&self, cell: &Cell) -> Result<Sample, String> {
        let ground = &self.options.ground;
        let mut pair = Pair::start(self, ground, guarded(cell), false)?;
        let cpus = &self.plan.layout.server;
        let busy: Result<Vec<_>, String> = (0..busy(cell))
            .map(|_| ground.beside_servers(&self.child(&["busy"]), cpus))
            .collect();
        let _busy = busy?;
        let impaired = self.options.wanted.between.impairments.is_some();
        let first_wait = impaired.then_some(self.method.first_wait_ms);
        let mut all = Counted::default();
        while all.calls < self.method.counted {
            let calls = AT_ONCE.min(self.method.counted - all.calls);
            add(&mut all, pair.count(calls, first_wait, |_| Ok(()))?);
        }
        Ok(sample(all))
    }
}
