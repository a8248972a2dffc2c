//! Dependability: calls that are silently lost, and calls that are carried out twice, where busy
//! processes compete with the server for its CPU.

use std::ffi::OsString;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::child::CHILD_ARGUMENT;
use crate::machine::placement::pin_process;
use crate::machine::process::{Process, Program, parse};
use crate::net::counter::Counted;
use crate::net::relay::RelayProcess;
use crate::study::design::{Cell, Design, Factor};
use crate::study::experiment::Options;
use crate::study::journal::Sample;
use crate::system::Transport;

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
    server: &'static str,
    semantics: &'static str,
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

const fn on(is_on: bool) -> &'static str {
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
    let takes_part = |id: &str| wanted.only.is_empty() || wanted.only.iter().any(|o| o == id);
    Design::crossed(factors, |cell| takes_part(cell.level("system")))
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

fn guarded(cell: &Cell) -> &'static Guarded {
    let here =
        |g: &&Guarded| (g.system, on(g.is_on)) == (cell.level("system"), cell.level("protection"));
    let found = GUARDED.iter().find(here);
    found.expect("a cell has one of them")
}

fn busy(cell: &Cell) -> usize {
    let load = LOADS.iter().find(|(load, _)| *load == cell.level("load"));
    load.expect("a cell has one of the loads").1
}

/// What a visit takes, about: a call waits behind the busy processes.
pub(super) fn expected(cell: &Cell, calls: u64) -> Duration {
    let call = Duration::from_micros(60) + Duration::from_micros(20) * busy(cell) as u32;
    Duration::from_millis(100) + call * u32::try_from(calls).unwrap_or(u32::MAX)
}

/// Calls between two looks at whether the user has had enough.
const AT_ONCE: u64 = 1000;

/// How long so many may take before the client counts as hung.
const PATIENCE: Duration = Duration::from_secs(300);

/// How long a process may take to begin, where others have its CPU.
const STARTING: Duration = Duration::from_secs(30);

impl Commercial<'_> {
    pub(super) fn count(&mut self, cell: &Cell) -> Result<Sample, String> {
        let guarded = guarded(cell);
        let layout = &self.plan.layout;
        let (ground, transport) = (&self.options.ground, Transport::Udp);
        let server = self.child(&["server", guarded.server]);
        let (_server, address) = ground.serve(&server, &layout.server, STARTING)?;
        let road = ground.road(transport, address)?;
        let address = road.as_ref().map_or(address, RelayProcess::address);
        let client = self.child(&["client", guarded.system, &address.to_string()]);
        let mut client = start(&ground.client(&client), &layout.client)?;
        let busy: Result<Vec<Process>, String> = (0..busy(cell))
            .map(|_| start(&self.child(&["busy"]), &layout.server))
            .collect();
        let busy = busy?;
        let mut all = Counted::default();
        while all.calls < self.method.counted {
            if self.options.stop.load(Ordering::Relaxed) {
                return Err("interrupted".to_owned());
            }
            let calls = AT_ONCE.min(self.method.counted - all.calls);
            client.tell(&format!("count {calls} {}", guarded.semantics))?;
            let counted: Counted = parse(&client.line(PATIENCE)?)?;
            all.calls += counted.calls;
            all.failed += counted.failed;
            all.lost += counted.lost;
            all.duplicated += counted.duplicated;
        }
        drop(busy);
        Ok(Sample::default()
            .figure("calls", all.calls as f64)
            .figure("failed", all.failed as f64)
            .figure("lost", all.lost as f64)
            .figure("duplicated", all.duplicated as f64))
    }

    fn child(&self, arguments: &[&str]) -> Program {
        let words = [&[CHILD_ARGUMENT], arguments].concat();
        Program {
            path: self.options.programs.ours.clone(),
            arguments: words.into_iter().map(OsString::from).collect(),
        }
    }
}

fn start(program: &Program, cpus: &[usize]) -> Result<Process, String> {
    let process = Process::start(program)?;
    pin_process(process.id(), cpus)?;
    Ok(process)
}
