//! The systems of a study and their processes.

use std::collections::BTreeMap;
use std::rc::Rc;

use manyrpc_measure::machine::placement::Layout;
use manyrpc_measure::net::testbed::Testbed;

use crate::system::bench::Bench;
use crate::system::{self, System};
use crate::workload::Workload;

use super::design::{Cell, Factor};
use super::experiment::Options;

/// The factor whose levels are systems.
pub const FACTOR: &str = "system";

/// The systems that take part: ours, and the foreign ones except in a quick run that does not name any.
fn taking_part(options: &Options) -> Vec<Rc<dyn System>> {
    let with_peers = !options.wanted.quick || !options.wanted.only.is_empty();
    system::all(&options.programs, with_peers)
}

/// The systems as a factor: all that take part, or those named by `--only`.
///
/// # Errors
/// It names a system that does not exist.
pub fn factor(options: &Options) -> Result<Factor, String> {
    let only = &options.wanted.only;
    let systems = taking_part(options);
    let ids: Vec<&str> = systems.iter().map(|s| s.id()).collect();
    if let Some(unknown) = only.iter().find(|id| !ids.contains(&id.as_str())) {
        return Err(format!(
            "`{unknown}` is not a system here: {}",
            ids.join(", ")
        ));
    }
    let wanted = |id: &&str| only.is_empty() || only.iter().any(|o| o == id);
    Ok(Factor::new(FACTOR, ids.iter().copied().filter(wanted)))
}

/// The systems with the processes of one round.
#[derive(Debug)]
pub struct Systems<'r> {
    all: Vec<Rc<dyn System>>,
    testbed: Testbed,
    layout: &'r Layout,
    benches: BTreeMap<String, Bench>,
    /// The phase and round of the processes.
    at: (String, u32),
}

impl<'r> Systems<'r> {
    /// The systems that take part, on the run's testbed, bound to the layout's CPUs.
    pub fn new(options: &Options, layout: &'r Layout) -> Self {
        Systems {
            all: taking_part(options),
            testbed: options.testbed.clone(),
            layout,
            benches: BTreeMap::new(),
            at: (String::new(), 0),
        }
    }

    /// The system of a cell.
    pub fn of(&self, cell: &Cell) -> &Rc<dyn System> {
        let mut systems = self.all.iter();
        let found = systems.find(|s| s.id() == cell.level(FACTOR));
        found.expect("a cell has one of the systems")
    }

    /// Why a cell's system cannot carry the workload, is missing, or cannot run on the run's testbed, if so.
    pub fn cannot(&self, cell: &Cell, workload: Workload) -> Option<String> {
        self.cannot_on(&self.testbed, cell, workload)
    }

    /// The same on another testbed.
    pub(crate) fn cannot_on(
        &self,
        testbed: &Testbed,
        cell: &Cell,
        workload: Workload,
    ) -> Option<String> {
        let system = self.of(cell);
        let cannot = system.absent().or_else(|| system.cannot_carry(workload));
        cannot.or_else(|| testbed.cannot(system.transport(), system.reach()))
    }

    /// Enters a phase and round. Every process is restarted for a new one, since the memory layout of a process
    /// affects its figures for its whole lifetime.
    pub fn enter(&mut self, phase: &str, round: u32) {
        if self.at != (phase.to_owned(), round) {
            self.benches.clear();
            self.at = (phase.to_owned(), round);
        }
    }

    /// Runs `act` with the processes of a cell's system, which are started if necessary and dropped if it fails.
    ///
    /// # Errors
    /// They cannot be started, or the error of `act`.
    pub(crate) fn with<T>(
        &mut self,
        cell: &Cell,
        act: impl FnOnce(&mut Bench) -> Result<T, String>,
    ) -> Result<T, String> {
        let id = cell.level(FACTOR);
        let mut bench = match self.benches.remove(id) {
            Some(bench) => bench,
            None => self.fresh(cell)?,
        };
        let done = act(&mut bench)?;
        self.benches.insert(id.to_owned(), bench);
        Ok(done)
    }

    /// Fresh processes of a cell's system.
    ///
    /// # Errors
    /// They cannot be started.
    pub(crate) fn fresh(&self, cell: &Cell) -> Result<Bench, String> {
        self.fresh_on(cell, &self.testbed)
    }

    /// The same with clients that resolve their server's name.
    ///
    /// # Errors
    /// They cannot be started, or its clients do not take names.
    pub(crate) fn fresh_by_name(&self, cell: &Cell) -> Result<Bench, String> {
        self.fresh_on(cell, &self.testbed.by_name())
    }

    fn fresh_on(&self, cell: &Cell, testbed: &Testbed) -> Result<Bench, String> {
        let mut bench = Bench::start(self.of(cell), testbed)?;
        bench.place(self.layout)?;
        Ok(bench)
    }
}
