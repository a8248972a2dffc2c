//! Collects measurements and turns them into the record's cells.

use std::collections::{BTreeMap, HashMap};

use hdrhistogram::Histogram;

use manyrpc_measure::machine::cost::{Busy, Cost, Sum, Totals};
use manyrpc_measure::net::wire::Wire;
use manyrpc_measure::stats::{Paired, median, warm_up};

use crate::record::{Cell, Distribution, Measures, Method, Outcome, Rate, Rivalry};
use crate::system::bench::{Batch, Rated};

use super::plan::{CellIndex, Plan};

/// The figures of one cell so far.
#[derive(Debug)]
pub(super) struct Figures {
    pub(super) histogram: Histogram<u64>,
    round_medians: Vec<Option<f64>>,
    /// CPU time per call of each round, for client and server.
    round_cpu_ns: [Vec<Option<f64>>; 2],
    first_ns: Vec<f64>,
    rates: BTreeMap<u32, Vec<Rated>>,
    pub(super) wire: Option<Wire>,
    /// TCP segments of one call, out and back.
    pub(super) segments: Option<(f64, f64)>,
    /// CPU time of the calling thread.
    calling: Sum,
    client_used: Sum,
    server_used: Sum,
    /// System calls of one call, of client and server.
    pub(super) system_calls: Option<(f64, f64)>,
    warm_up: WarmUps,
    /// Why the cell failed.
    pub(super) failed: Option<String>,
    /// The last known time of one call, which determines the length of a batch.
    pub(super) call_ns: f64,
}

/// A histogram that accepts any value and grows as needed.
fn growing_histogram() -> Histogram<u64> {
    let mut histogram = Histogram::new(DIGITS).expect("three digits are allowed");
    histogram.auto(true);
    histogram
}

/// What was dropped from all batches.
#[derive(Debug, Default)]
struct WarmUps {
    calls: usize,
    dropped: usize,
    unsteady: u32,
}

impl WarmUps {
    /// The number of warm-up calls in a batch.
    fn of(&mut self, ns: &[u64]) -> usize {
        let found = warm_up(ns);
        let dropped = found.values.max(MIN_WARM_UP).min(ns.len() / 2);
        self.calls += ns.len();
        self.dropped += dropped;
        self.unsteady += u32::from(!found.settled);
        dropped
    }

    fn share(&self) -> Option<f64> {
        (self.calls > 0).then(|| self.dropped as f64 / self.calls as f64)
    }
}

/// The client has been idle before a batch: its first calls run with cold caches.
const MIN_WARM_UP: usize = 3;

/// Significant decimal digits that the histograms keep.
const DIGITS: u8 = 3;

impl Figures {
    pub(super) fn new() -> Self {
        Figures {
            histogram: growing_histogram(),
            round_medians: Vec::new(),
            round_cpu_ns: Default::default(),
            first_ns: Vec::new(),
            rates: BTreeMap::new(),
            wire: None,
            segments: None,
            calling: Sum::default(),
            client_used: Sum::default(),
            server_used: Sum::default(),
            system_calls: None,
            warm_up: WarmUps::default(),
            failed: None,
            call_ns: 0.0,
        }
    }

    /// Adds one batch of a round, without its warm-up.
    pub(super) fn add_batch(&mut self, round: usize, batch: &Batch) {
        let calls = batch.ns.len();
        let kept = &batch.ns[self.warm_up.of(&batch.ns)..];
        for &ns in kept {
            self.histogram
                .record(ns)
                .expect("the histogram grows to any value");
        }
        let mut values: Vec<f64> = kept.iter().map(|&ns| ns as f64).collect();
        let middle = median(&mut values);
        self.round_medians.resize(round, None);
        self.round_medians.push(middle);
        self.call_ns = middle.unwrap_or(self.call_ns);
        let used = [batch.used.client, batch.used.server];
        for (rounds, used) in self.round_cpu_ns.iter_mut().zip(used) {
            rounds.resize(round, None);
            rounds.push(used.map(|used| Cost::per_call(used, calls as u64).cpu_ns));
        }
        let calling = Totals {
            cpu_ns: batch.client_cpu_ns,
            ..Totals::default()
        };
        self.calling.add(calls, Some(calling));
        self.client_used.add(calls, batch.used.client);
        self.server_used.add(calls, batch.used.server);
    }

    pub(super) fn add_first(&mut self, ns: u64) {
        self.first_ns.push(ns as f64);
    }

    pub(super) fn add_rate(&mut self, clients: u32, rated: Rated) {
        self.rates.entry(clients).or_default().push(rated);
    }

    /// The median of each round so far.
    pub(super) fn round_medians(&self) -> &[Option<f64>] {
        &self.round_medians
    }

    /// Compares its rounds with those of its floor.
    pub(super) fn against(&self, floor: &Figures) -> Option<Paired> {
        Paired::of(&self.round_medians, &floor.round_medians)
    }

    /// The cost to one side, which `of` selects from the counted system calls.
    fn cost(&self, used: &Sum, of: fn((f64, f64)) -> f64) -> Option<Cost> {
        Some(Cost {
            system_calls: self.system_calls.map(of),
            ..used.per_call()?
        })
    }

    fn measures(&self, over: Option<Paired>) -> Measures {
        let h = &self.histogram;
        let [client_cpu, server_cpu] = &self.round_cpu_ns;
        let at = |q| h.value_at_quantile(q);
        Measures {
            calls: h.len(),
            min_ns: h.min(),
            p25_ns: at(0.25),
            median_ns: at(0.5),
            p75_ns: at(0.75),
            p90_ns: at(0.9),
            p99_ns: at(0.99),
            p999_ns: at(0.999),
            max_ns: h.max(),
            mean_ns: h.mean(),
            stdev_ns: h.stdev(),
            round_medians_ns: self.round_medians.clone(),
            ratio: over.map(|over| over.ratio),
            difference_ns: over.map(|over| over.difference),
            first_ns: self.first_ns.clone(),
            first_median_ns: median(&mut self.first_ns.clone()),
            rates: self
                .rates
                .iter()
                .filter_map(|(&clients, rounds)| rate(clients, rounds))
                .collect(),
            wire: self.wire.map(|wire| wire.with_segments(self.segments)),
            client_cpu_ns: self.calling.per_call().map(|cost| cost.cpu_ns),
            server_cpu_ns: self.server_used.per_call().map(|cost| cost.cpu_ns),
            round_client_cpu_ns: client_cpu.clone(),
            round_server_cpu_ns: server_cpu.clone(),
            client_cost: self.cost(&self.client_used, |calls| calls.0),
            server_cost: self.cost(&self.server_used, |calls| calls.1),
            warm_up_share: self.warm_up.share(),
            unsteady_batches: self.warm_up.unsteady,
        }
    }
}

/// Summarises several rounds of one number of clients.
fn rate(clients: u32, rounds: &[Rated]) -> Option<Rate> {
    let rates: Vec<f64> = rounds.iter().map(|rated| rated.calls_per_s).collect();
    let busy: Vec<Busy> = rounds.iter().map(|rated| rated.busy).collect();
    Some(Rate {
        clients,
        calls_per_s: median(&mut rates.clone())?,
        rounds_per_s: rates,
        busy: Busy::mean(&busy),
        made: rounds.iter().map(|rated| rated.made).sum(),
        served: rounds.iter().map(|rated| rated.served).sum(),
    })
}

/// The figures of every cell that was started.
#[derive(Debug, Default)]
pub(super) struct Collection {
    cells: HashMap<CellIndex, Figures>,
}

impl Collection {
    pub(super) fn figures(&mut self, cell: CellIndex) -> &mut Figures {
        self.cells.entry(cell).or_insert_with(Figures::new)
    }

    /// The cells of the record, in the order of the tables.
    pub(super) fn cells(&self, plan: &Plan, floors: &[Option<usize>]) -> Vec<Cell> {
        plan.cells()
            .map(|index| {
                let system = &plan.systems[index.system];
                Cell {
                    system: system.id().to_owned(),
                    workload: plan.workloads[index.workload].to_string(),
                    placement: plan.placements[index.placement].placement.to_string(),
                    outcome: self.outcome(plan, floors, index),
                }
            })
            .collect()
    }

    fn outcome(&self, plan: &Plan, floors: &[Option<usize>], index: CellIndex) -> Outcome {
        let system = &plan.systems[index.system];
        let workload = plan.workloads[index.workload];
        if let Some(reason) = system.cannot_carry(workload) {
            return Outcome::CannotCarry(reason);
        }
        if !plan.wants(index) {
            return Outcome::LeftOut("left out by --quick".to_owned());
        }
        match self.cells.get(&index) {
            Some(Figures {
                failed: Some(reason),
                ..
            }) => Outcome::Failed(reason.clone()),
            Some(figures) if !figures.histogram.is_empty() => {
                let floor = floors[index.system].map(|system| CellIndex { system, ..index });
                let floor = floor.and_then(|floor| self.cells.get(&floor));
                let over = floor.and_then(|floor| figures.against(floor));
                Outcome::Measured(Box::new(figures.measures(over)))
            }
            _ => Outcome::LeftOut("the run ended before its turn".to_owned()),
        }
    }

    /// The distributions of the measured cells, in the order of the tables.
    pub(super) fn distributions(self, plan: &Plan) -> Vec<Distribution> {
        let mut cells = self.cells;
        plan.cells()
            .filter_map(|index| {
                let figures = cells.remove(&index)?;
                (!figures.histogram.is_empty()).then(|| Distribution {
                    tag: format!(
                        "{}/{}/{}",
                        plan.systems[index.system].id(),
                        plan.workloads[index.workload],
                        plan.placements[index.placement].placement
                    ),
                    histogram: figures.histogram,
                })
            })
            .collect()
    }
}

/// Our systems and the foreign ones of the same protocol.
const RIVALS: [(&str, &str); 5] = [
    ("onc-udp", "libtirpc-udp"),
    ("onc-tcp", "libtirpc-tcp"),
    ("dce-co", "samba-tcp"),
    ("dce-co", "impacket-tcp"),
    ("iiop", "omniorb"),
];

/// Compares ours with theirs wherever both were measured.
pub(super) fn rivalries(cells: &[Cell]) -> Vec<Rivalry> {
    let find = |system: &str, like: &Cell| {
        cells
            .iter()
            .find(|c| {
                c.system == system && c.workload == like.workload && c.placement == like.placement
            })
            .and_then(|c| match &c.outcome {
                Outcome::Measured(measures) => Some(measures),
                _ => None,
            })
    };
    let rivalry = |cell: &Cell, ours: &str, theirs: &str| {
        let of = &find(ours, cell)?.round_medians_ns;
        let to = &find(theirs, cell)?.round_medians_ns;
        let over = Paired::of(of, to)?;
        Some(Rivalry {
            ours: ours.to_owned(),
            theirs: theirs.to_owned(),
            workload: cell.workload.clone(),
            placement: cell.placement.clone(),
            ratio: over.ratio,
            difference_ns: Some(over.difference),
        })
    };
    RIVALS
        .iter()
        .flat_map(|&(ours, theirs)| {
            cells
                .iter()
                .filter(move |cell| cell.system == ours)
                .filter_map(move |cell| rivalry(cell, ours, theirs))
        })
        .collect()
}

/// The least number of calls per batch, unless they would take longer than the time below.
const MIN_CALLS: usize = 8;
const SLOW_BATCH_NS: f64 = 3e9;

/// The number of calls in a batch of the configured length.
pub(super) fn calls_in(method: &Method, call_ns: f64, clients: u32) -> usize {
    let each_ns = call_ns.max(1.0) * f64::from(clients);
    let calls = f64::from(method.batch_ms) * 1e6 / each_ns;
    let fewest = ((SLOW_BATCH_NS / each_ns) as usize).clamp(1, MIN_CALLS);
    (calls as usize).clamp(fewest, 50_000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use manyrpc_measure::machine::cost::Used;

    #[test]
    fn warm_up_is_dropped_and_rounds_stay_in_their_place() {
        let mut figures = Figures::new();
        let mut ns = vec![9_000_000; 20];
        ns.extend([1000; 480]);
        let used = Totals {
            waits: 1000,
            ..Totals::default()
        };
        let batch = Batch {
            ns,
            client_cpu_ns: 250_000,
            used: Used {
                client: Some(used),
                server: Some(Totals {
                    cpu_ns: 100_000,
                    ..Totals::default()
                }),
            },
        };
        figures.add_batch(0, &batch);
        figures.add_batch(2, &batch);
        figures.system_calls = Some((2.0, 3.0));
        assert_eq!(figures.histogram.max(), 1000);
        let measures = figures.measures(None);
        assert_eq!(measures.calls, 960);
        assert_eq!(measures.warm_up_share, Some(0.04));
        assert_eq!(measures.unsteady_batches, 0);
        let cost = measures.client_cost.unwrap();
        assert_eq!((cost.waits, cost.system_calls), (2.0, Some(2.0)));
        assert_eq!(measures.server_cost.unwrap().system_calls, Some(3.0));
        assert_eq!(
            measures.round_medians_ns,
            [Some(1000.0), None, Some(1000.0)]
        );
        assert_eq!(measures.client_cpu_ns, Some(500.0));
        let round = Some(200.0);
        assert_eq!(measures.round_server_cpu_ns, [round, None, round]);
        assert_eq!(measures.round_client_cpu_ns.len(), 3);
        assert_eq!(measures.server_cpu_ns, Some(200.0));
    }

    #[test]
    fn rates_are_medians_over_rounds() {
        let mut figures = Figures::new();
        for (calls_per_s, served) in [(10.0, 5), (1000.0, 6), (20.0, 4)] {
            figures.add_rate(
                2,
                Rated {
                    calls_per_s,
                    busy: Busy {
                        client: 0.5,
                        server: 0.25,
                    },
                    made: 5,
                    served: Some(served),
                },
            );
        }
        let rate = &figures.measures(None).rates[0];
        assert_eq!((rate.clients, rate.calls_per_s), (2, 20.0));
        assert_eq!(rate.rounds_per_s, [10.0, 1000.0, 20.0]);
        assert_eq!((rate.made, rate.served), (15, Some(15)));
        assert_eq!(rate.busy.unwrap().client, 0.5);
    }

    #[test]
    fn batches_last_as_long_as_asked() {
        let method = Method {
            rounds: 1,
            batch_ms: 40,
            warm_up_share: 0.0,
            first_calls: 1,
            rate_rounds: 1,
            rate_clients: vec![1],
        };
        assert_eq!(calls_in(&method, 10_000.0, 1), 4000);
        assert_eq!(calls_in(&method, 10_000.0, 4), 1000);
        assert_eq!(calls_in(&method, 1e8, 1), 8);
        // Over a slow link a call may take so long that eight are too many.
        assert_eq!(calls_in(&method, 1e9, 1), 3);
        assert_eq!(calls_in(&method, 1e9, 4), 1);
        assert_eq!(calls_in(&method, 0.0, 1), 50_000);
    }
}
