//! The plan of a run, decided before anything is measured.

use std::rc::Rc;

use manyrpc_measure::machine::placement::{Layout, Placement, allowed_cpus};
use manyrpc_measure::stats::Random;

use crate::record::Method;
use crate::system::{self, System};
use crate::workload::{COMPARED, FEW, Workload};

use super::Options;

/// The plan of a run.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) systems: Vec<Rc<dyn System>>,
    pub(super) workloads: Vec<Workload>,
    pub(super) placements: Vec<Placed>,
    pub(super) method: Method,
    /// Whether throughput is measured only for the [`FEW`] workloads.
    few_rates: bool,
    pub(super) warnings: Vec<String>,
}

/// A placement mapped to this machine's CPUs.
#[derive(Debug)]
pub(super) struct Placed {
    pub(super) placement: Placement,
    pub(super) layout: Layout,
    /// Whether only the [`FEW`] workloads are measured in this placement.
    pub(super) only_few: bool,
}

/// A cell's indices in the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct CellIndex {
    pub(super) placement: usize,
    pub(super) workload: usize,
    pub(super) system: usize,
}

impl Plan {
    pub(super) fn new(options: &Options) -> Result<Self, String> {
        let mut warnings = Vec::new();
        let systems = choose_systems(options)?;
        let placements = place(options, &allowed_cpus(), &mut warnings)?;
        let workloads = match options.workloads.is_empty() {
            true => COMPARED.to_vec(),
            false => options.workloads.clone(),
        };
        Ok(Plan {
            systems,
            workloads,
            placements,
            method: method(options),
            few_rates: options.quick && options.workloads.is_empty(),
            warnings,
        })
    }

    /// Whether this cell is to be measured (it may still turn out impossible).
    pub(super) fn wants(&self, cell: CellIndex) -> bool {
        let few = self.placements[cell.placement].only_few;
        !few || self.is_of_few(cell)
    }

    /// Whether its throughput is to be measured.
    pub(super) fn wants_rate(&self, cell: CellIndex) -> bool {
        self.wants(cell) && (!self.few_rates || self.is_of_few(cell))
    }

    /// The index of each system's floor among the systems that are not absent.
    pub(super) fn floors(&self, absent: &[Option<String>]) -> Vec<Option<usize>> {
        let present = |id: &&str| {
            let mut systems = self.systems.iter().zip(absent);
            systems.position(|(system, absent)| system.id() == *id && absent.is_none())
        };
        let floor = |system: &Rc<dyn System>| system.floors().iter().find_map(present);
        self.systems.iter().map(floor).collect()
    }

    fn is_of_few(&self, cell: CellIndex) -> bool {
        FEW.contains(&self.workloads[cell.workload])
    }

    /// The cells of one round, in a random order that keeps the systems of one placement and
    /// workload next to each other.
    pub(super) fn round(&self, random: &mut Random) -> Vec<CellIndex> {
        let mut order = Vec::new();
        for placement in shuffled(self.placements.len(), random) {
            for workload in shuffled(self.workloads.len(), random) {
                for system in shuffled(self.systems.len(), random) {
                    order.push(CellIndex {
                        placement,
                        workload,
                        system,
                    });
                }
            }
        }
        order.retain(|&cell| self.wants(cell));
        order
    }

    /// Every cell, in the order of the tables.
    pub(super) fn cells(&self) -> impl Iterator<Item = CellIndex> + '_ {
        (0..self.placements.len()).flat_map(move |placement| {
            (0..self.workloads.len()).flat_map(move |workload| {
                (0..self.systems.len()).map(move |system| CellIndex {
                    placement,
                    workload,
                    system,
                })
            })
        })
    }
}

fn shuffled(count: usize, random: &mut Random) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    random.shuffle(&mut order);
    order
}

/// The requested systems and their floors, in the order of the table.
fn choose_systems(options: &Options) -> Result<Vec<Rc<dyn System>>, String> {
    let mut systems = system::all(&options.programs, options.with_peers);
    if options.systems.is_empty() {
        return Ok(systems);
    }
    let known: Vec<String> = systems.iter().map(|s| s.id().to_owned()).collect();
    if let Some(unknown) = options.systems.iter().find(|id| !known.contains(id)) {
        return Err(format!(
            "`{unknown}` is not a system here: {}",
            known.join(", ")
        ));
    }
    let wanted = |id: &str| options.systems.iter().any(|w| w == id);
    let floors: Vec<&str> = systems
        .iter()
        .filter(|s| wanted(s.id()))
        .flat_map(|s| s.floors())
        .collect();
    systems.retain(|s| wanted(s.id()) || floors.contains(&s.id()));
    Ok(systems)
}

fn place(
    options: &Options,
    cpus: &[usize],
    warnings: &mut Vec<String>,
) -> Result<Vec<Placed>, String> {
    let wanted = match (options.placements.is_empty(), options.quick) {
        (true, true) => &[Placement::Same][..],
        (true, false) => &[Placement::Same, Placement::Free],
        (false, _) => &options.placements,
    };
    let mut placements = Vec::new();
    for &placement in wanted {
        match Layout::of(placement, cpus) {
            Ok(layout) => placements.push(Placed {
                placement,
                layout,
                only_few: options.quick && options.workloads.is_empty() && placement != wanted[0],
            }),
            Err(reason) => warnings.push(format!("placement {placement} is left out: {reason}")),
        }
    }
    if let [_] = cpus {
        warnings.push(
            "only one CPU: every placement is `same`, and the conductor shares it".to_owned(),
        );
    }
    match placements.is_empty() {
        true => Err(warnings.join("; ")),
        false => Ok(placements),
    }
}

const fn method(options: &Options) -> Method {
    let (rounds, batch_ms, first_calls, rate_rounds) = match options.quick {
        true => (7, 20, 3, 3),
        false => (14, 40, 7, 3),
    };
    Method {
        rounds: match options.rounds {
            Some(rounds) => rounds,
            None => rounds,
        },
        batch_ms,
        warm_up_share: 0.0,
        first_calls,
        rate_rounds,
        rate_clients: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::Programs;

    fn options() -> Options {
        Options::new(Programs {
            ours: "manyrpc".into(),
            peers: "peers".into(),
        })
    }

    fn cpus(options: &Options, cpus: &[usize]) -> (Vec<Placement>, Vec<String>) {
        let mut warnings = Vec::new();
        let placed = place(options, cpus, &mut warnings).unwrap_or_default();
        (placed.iter().map(|p| p.placement).collect(), warnings)
    }

    #[test]
    fn the_default_is_same_and_free_and_same_alone_where_it_must_be_quick() {
        let (placements, warnings) = cpus(&options(), &[0, 1]);
        assert_eq!(placements, [Placement::Same, Placement::Free]);
        assert!(warnings.is_empty());
        let mut options = options();
        options.quick = true;
        assert_eq!(cpus(&options, &[0, 1]).0, [Placement::Same]);
        options.placements = vec![Placement::Free];
        assert_eq!(cpus(&options, &[0, 1]).0, [Placement::Free]);
    }

    #[test]
    fn a_single_cpu_is_said_and_what_needs_two_left_out() {
        let mut options = options();
        options.placements = Placement::ALL.to_vec();
        let (placements, warnings) = cpus(&options, &[3]);
        assert_eq!(placements, [Placement::Same, Placement::Free]);
        assert_eq!(warnings.len(), 3, "{warnings:?}");
    }

    #[test]
    fn a_round_visits_every_wanted_cell_once_and_systems_side_by_side() {
        let mut options = options();
        options.quick = true;
        let plan = Plan::new(&options).unwrap();
        let round = plan.round(&mut Random::new(1));
        let mut sorted = round.clone();
        sorted.sort_unstable();
        let wanted: Vec<CellIndex> = plan.cells().filter(|&c| plan.wants(c)).collect();
        assert_eq!(sorted, wanted);
        for group in round.chunks(plan.systems.len()) {
            assert!(group.iter().all(|c| c.workload == group[0].workload));
            assert!(group.iter().all(|c| c.placement == group[0].placement));
        }
        assert_ne!(round, plan.round(&mut Random::new(2)));
        assert_eq!(round, plan.round(&mut Random::new(1)));
    }

    #[test]
    fn a_quick_run_has_the_calls_per_second_of_few_workloads_unless_they_are_named() {
        let mut options = options();
        let rated = |options: &Options| {
            let plan = Plan::new(options).unwrap();
            let rated = plan.cells().filter(|&cell| plan.wants_rate(cell)).count();
            let wanted = plan.cells().filter(|&cell| plan.wants(cell)).count();
            (rated, wanted, plan.systems.len())
        };
        let (all, wanted, systems) = rated(&options);
        assert_eq!((all, all), (wanted, 2 * COMPARED.len() * systems));
        options.quick = true;
        assert_eq!(rated(&options).0, FEW.len() * systems);
        options.workloads = vec![Workload::Add];
        assert_eq!(rated(&options).0, systems);
    }

    #[test]
    fn the_floor_is_the_one_in_c_where_it_is_there() {
        let mut options = options();
        options.systems = vec!["onc-tcp".to_owned()];
        options.with_peers = true;
        let plan = Plan::new(&options).unwrap();
        assert_eq!(plan.floors(&[None, None, None]), [Some(2); 3]);
        let unbuilt = Some("it is not built".to_owned());
        assert_eq!(plan.floors(&[None, None, unbuilt.clone()]), [Some(0); 3]);
        assert_eq!(plan.floors(&[unbuilt.clone(), None, unbuilt]), [None; 3]);
    }

    #[test]
    fn floors_come_with_the_systems_that_need_them() {
        let mut options = options();
        options.systems = vec!["onc-tcp".to_owned()];
        let plan = Plan::new(&options).unwrap();
        let ids: Vec<&str> = plan.systems.iter().map(|s| s.id()).collect();
        assert_eq!(ids, ["raw-tcp", "onc-tcp"]);
        options.with_peers = true;
        let plan = Plan::new(&options).unwrap();
        let ids: Vec<&str> = plan.systems.iter().map(|s| s.id()).collect();
        assert_eq!(ids, ["raw-tcp", "onc-tcp", "raw-tcp-c"]);
        options.systems = vec!["morse".to_owned()];
        assert!(Plan::new(&options).unwrap_err().contains("morse"));
    }
}
