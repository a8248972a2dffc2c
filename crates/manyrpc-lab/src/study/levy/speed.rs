//! Speed: 100 calls by each of several concurrent clients.

use std::time::Duration;

use manyrpc_measure::net::testbed::Testbed;

use crate::study::design::{Cell, Design, Factor};
use crate::study::experiment::Options;
use crate::study::journal::Sample;
use crate::study::systems;
use crate::system::bench::{Bench, Calls};
use crate::workload::Workload;

use super::{Commercial, PART};

/// The name of the part and its phase.
pub(super) const PHASE: &str = "speed";

/// The document's sizes of argument and result, in bytes.
pub(super) const SIZES: [usize; 4] = [12, 512, 8192, 16384];

/// The document's numbers of clients.
pub(super) const CLIENTS: [u32; 3] = [1, 2, 4];

/// A connection per call, as in the document, and a persistent one.
pub(super) const CONNECTIONS: [&str; 2] = ["per call", "kept open"];

/// The server's location, in the document's words.
pub(super) const PLACES: [&str; 2] = ["same machine", "different machine"];

/// The preceding phase, in which calls are counted.
pub(super) const COUNTS: &str = "bytes, packets and system calls";

/// The approximate duration of a visit.
pub(super) const VISIT: Duration = Duration::from_millis(130);

/// The approximate duration of a counting visit.
pub(super) const COUNT: Duration = Duration::from_millis(60);

/// The systems of a quick run: the document's, and the floors.
const FEW: [&str; 5] = ["raw-udp", "raw-tcp", "onc-udp", "onc-tcp", "ncs"];

/// Systems that exist for other comparisons.
const OTHERS: [&str; 2] = ["xml-rpc-once", "dce-cl-1"];

/// The cells of this part.
pub(super) fn design(options: &Options) -> Result<Design, String> {
    let wanted = &options.wanted;
    let mut systems = systems::factor(options)?;
    // Only our clients can open a connection per call.
    let ours: Vec<&str> = crate::system::names().collect();
    systems.levels.retain(|id| {
        let named = wanted.only.contains(id);
        ours.contains(&&**id)
            && !OTHERS.contains(&&**id)
            && (named || !wanted.quick || FEW.contains(&&**id))
    });
    let clients = if wanted.quick {
        &CLIENTS[..1]
    } else {
        &CLIENTS[..]
    };
    let factors = vec![
        Factor::new(PART, [PHASE]),
        Factor::new("connections", CONNECTIONS),
        Factor::new("place", PLACES),
        Factor::new("clients", clients),
        Factor::new("size", SIZES),
        systems,
    ];
    let design = Design::crossed(factors, |_| true);
    Ok(Design {
        together: Some(systems::FACTOR.to_owned()),
        ..design
    })
}

/// A cell of this part.
pub(super) fn cell(
    (connections, place): (&str, &str),
    clients: u32,
    size: usize,
    system: &str,
) -> Cell {
    Cell::new([
        (PART, PHASE),
        ("connections", connections),
        ("place", place),
        ("clients", &clients.to_string()),
        ("size", &size.to_string()),
        (systems::FACTOR, system),
    ])
}

fn workload(cell: &Cell) -> Workload {
    let size = cell.level("size").parse();
    Workload::Echo(size.expect("a cell has one of the sizes"))
}

fn calls(cell: &Cell) -> Calls {
    let clients = cell.level("clients").parse();
    Calls {
        workload: workload(cell),
        clients: clients.expect("a cell has one of the numbers"),
        per_call: cell.level("connections") == CONNECTIONS[0],
    }
}

fn is_apart(cell: &Cell) -> bool {
    cell.level("place") == PLACES[1]
}

impl Commercial<'_> {
    pub(super) fn cannot_be_timed(&self, cell: &Cell) -> Option<String> {
        match self.testbed(cell) {
            Ok(testbed) => self.systems.cannot_on(&testbed, cell, workload(cell)),
            Err(why) => Some(why),
        }
    }

    /// The testbed of a cell's processes. Clients with a connection per call resolve the server's name, if it has
    /// one, for every call, like programs that keep no state.
    fn testbed(&self, cell: &Cell) -> Result<Testbed, String> {
        let testbed = match is_apart(cell) {
            true => self.apart()?.clone(),
            false => self.options.testbed.on_one_machine(),
        };
        Ok(match calls(cell).per_call {
            true => testbed.by_name(),
            false => testbed,
        })
    }

    /// Fresh processes of a cell.
    fn bench(&self, cell: &Cell) -> Result<Bench, String> {
        let mut bench = Bench::start(self.systems.of(cell), &self.testbed(cell)?)?;
        bench.place(&self.plan.layout)?;
        Ok(bench)
    }

    pub(super) fn count_calls(&mut self, cell: &Cell) -> Result<Sample, String> {
        let counts = self.bench(cell)?.counts(calls(cell))?;
        counts.wire.ok_or("its bytes cannot be counted")?;
        Ok(Sample::default().counts(&counts))
    }

    pub(super) fn time(&mut self, cell: &Cell) -> Result<Sample, String> {
        let (of, calls) = (calls(cell), self.method.calls);
        let mut bench = self.bench(cell)?;
        bench.together(&bench.command(of, calls / 10), of.clients)?;
        let meter = bench.meter(of.clients);
        let each = bench.together(&bench.command(of, calls), of.clients)?;
        let used = meter.used();
        let per_client = each.iter().map(|ns| ns.iter().sum::<u64>() as f64);
        let s_per_100 = |ns: f64| ns * 1e-9 / calls as f64 * 100.0;
        let run_s = s_per_100(per_client.sum::<f64>() / of.clients as f64);
        let sample = Sample::default()
            .figure("run_s", run_s)
            .costs(used, calls * of.clients);
        Ok(sample.series("ns", each.into_iter().flatten().collect()))
    }
}
