//! The design of a study as data: factors, their levels, the resulting cells, and the order of visits.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use manyrpc_measure::stats::Random;

/// A factor that is varied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Factor {
    /// Its name: `system`.
    pub name: String,
    /// Its levels, in the order of tables.
    pub levels: Vec<String>,
}

impl Factor {
    /// A factor with these levels.
    pub fn new<L: ToString>(name: &str, levels: impl IntoIterator<Item = L>) -> Self {
        Factor {
            name: name.to_owned(),
            levels: levels.into_iter().map(|level| level.to_string()).collect(),
        }
    }
}

/// One level of each factor.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cell(BTreeMap<String, String>);

impl Cell {
    /// The cell with these levels.
    pub fn new<const N: usize>(levels: [(&str, &str); N]) -> Self {
        let levels = levels.map(|(factor, level)| (factor.to_owned(), level.to_owned()));
        Cell(BTreeMap::from(levels))
    }

    /// The level of a factor; empty if the cell does not have the factor.
    pub fn level(&self, factor: &str) -> &str {
        self.0.get(factor).map_or("", String::as_str)
    }

    /// Factors and levels, sorted by factor.
    pub fn levels(&self) -> impl Iterator<Item = (&str, &str)> {
        let pairs = self.0.iter();
        pairs.map(|(factor, level)| (factor.as_str(), level.as_str()))
    }

    /// The same cell with another level of one factor.
    #[must_use]
    pub fn with(mut self, factor: &str, level: &str) -> Self {
        self.0.insert(factor.to_owned(), level.to_owned());
        self
    }

    /// The number of levels in common with another cell.
    pub(super) fn shared(&self, other: &Cell) -> usize {
        let same = |(factor, level): &(&String, &String)| other.0.get(*factor) == Some(*level);
        self.0.iter().filter(same).count()
    }

    fn without(mut self, factor: &str) -> Self {
        self.0.remove(factor);
        self
    }
}

/// `system=grpc photo=yes …`, sorted by factor.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (factor, level)) in self.0.iter().enumerate() {
            let space = if i == 0 { "" } else { " " };
            write!(f, "{space}{factor}={level}")?;
        }
        Ok(())
    }
}

/// A phase of a run: rounds, each of which visits the phase's cells once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Phase {
    /// Its name, for people.
    pub name: String,
    /// The number of rounds.
    pub rounds: u32,
    /// The indices of the cells it visits.
    pub cells: Vec<usize>,
}

/// The design of a study.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Design {
    /// The factors.
    pub factors: Vec<Factor>,
    /// The cells, in the order of tables.
    pub cells: Vec<Cell>,
    /// The phases, in order.
    pub phases: Vec<Phase>,
    /// The factor whose levels are visited consecutively within a round, because they are compared.
    pub together: Option<String>,
}

/// One measurement of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Visit {
    /// The phase's index in the design.
    pub phase: usize,
    /// The round, from 0.
    pub round: u32,
    /// The cell's index in the design.
    pub cell: usize,
}

impl Design {
    /// A design with every combination of levels accepted by `wanted`, the last factor varying fastest. It has no
    /// phase yet.
    pub fn crossed(factors: Vec<Factor>, wanted: impl Fn(&Cell) -> bool) -> Self {
        let mut cells = vec![Cell::default()];
        for factor in &factors {
            let with_levels = cells.iter().flat_map(|cell| {
                let levels = factor.levels.iter();
                levels.map(|level| cell.clone().with(&factor.name, level))
            });
            cells = with_levels.collect();
        }
        cells.retain(wanted);
        Design {
            factors,
            cells,
            ..Design::default()
        }
    }

    /// Combines two designs without phases into one with the factors and cells of both.
    #[must_use]
    pub fn and(mut self, other: Design) -> Self {
        for factor in other.factors {
            match self.factors.iter_mut().find(|f| f.name == factor.name) {
                Some(known) => {
                    let new = factor
                        .levels
                        .into_iter()
                        .filter(|l| !known.levels.contains(l));
                    let new: Vec<String> = new.collect();
                    known.levels.extend(new);
                }
                None => self.factors.push(factor),
            }
        }
        self.cells.extend(other.cells);
        self.together = self.together.or(other.together);
        self
    }

    /// The number of rounds of a phase.
    pub fn rounds(&self, phase: &str) -> u32 {
        let found = self.phases.iter().find(|p| p.name == phase);
        found.map_or(0, |phase| phase.rounds)
    }

    /// The levels of a factor, in the order of tables.
    pub fn levels(&self, factor: &str) -> &[String] {
        let found = self.factors.iter().find(|f| f.name == factor);
        found.map_or(&[], |factor| &factor.levels)
    }

    /// Adds a phase over the cells accepted by `wanted`.
    #[must_use]
    pub fn phase(mut self, name: &str, rounds: u32, wanted: impl Fn(&Cell) -> bool) -> Self {
        let cells = self.cells.iter().enumerate();
        let cells = cells.filter(|(_, cell)| wanted(cell)).map(|(i, _)| i);
        self.phases.push(Phase {
            name: name.to_owned(),
            rounds,
            cells: cells.collect(),
        });
        self
    }

    /// All visits, in an order determined by the seed.
    pub fn schedule(&self, seed: u64) -> Vec<Visit> {
        let mut random = Random::new(seed);
        let mut visits = Vec::new();
        for (phase, of) in self.phases.iter().enumerate() {
            for round in 0..of.rounds {
                let cells = self.round(&of.cells, &mut random).into_iter();
                visits.extend(cells.map(|cell| Visit { phase, round, cell }));
            }
        }
        visits
    }

    /// The cells in a random order that keeps compared cells together.
    fn round(&self, cells: &[usize], random: &mut Random) -> Vec<usize> {
        let Some(together) = &self.together else {
            let mut cells = cells.to_vec();
            random.shuffle(&mut cells);
            return cells;
        };
        let mut groups: BTreeMap<Cell, Vec<usize>> = BTreeMap::new();
        for &cell in cells {
            let of = self.cells[cell].clone().without(together);
            groups.entry(of).or_default().push(cell);
        }
        let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
        random.shuffle(&mut groups);
        groups.iter_mut().for_each(|group| random.shuffle(group));
        groups.concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn design() -> Design {
        let factors = vec![
            Factor::new("size", [12, 512]),
            Factor::new("system", ["a", "b", "c"]),
        ];
        Design::crossed(factors, |cell| {
            (cell.level("size"), cell.level("system")) != ("512", "b")
        })
    }

    #[test]
    fn levels_are_crossed_in_the_order_of_tables() {
        let names: Vec<String> = design().cells.iter().map(Cell::to_string).collect();
        assert_eq!(
            names,
            [
                "size=12 system=a",
                "size=12 system=b",
                "size=12 system=c",
                "size=512 system=a",
                "size=512 system=c",
            ]
        );
        assert_eq!(design().cells[0].level("colour"), "");
    }

    #[test]
    fn two_parts_are_one_design() {
        let other = vec![Factor::new("system", ["c", "d"]), Factor::new("load", [1])];
        let both = design().and(Design::crossed(other, |_| true));
        assert_eq!(both.cells.len(), 5 + 2);
        let levels: Vec<usize> = both.factors.iter().map(|f| f.levels.len()).collect();
        assert_eq!(levels, [2, 4, 1]);
        assert_eq!(both.cells[5].to_string(), "load=1 system=c");
        assert_eq!(both.levels("load"), ["1"]);
        assert_eq!(both.levels("colour"), [""; 0]);
    }

    #[test]
    fn a_round_visits_each_of_its_cells_once() {
        let design = design()
            .phase("bytes", 1, |cell| cell.level("system") == "a")
            .phase("rounds", 3, |_| true);
        assert_eq!([design.rounds("rounds"), design.rounds("none")], [3, 0]);
        let schedule = design.schedule(7);
        assert_eq!(schedule.len(), 2 + 3 * 5);
        for (phase, rounds) in [(0, 0..1), (1, 0..3)] {
            for round in rounds {
                let here = |v: &&Visit| (v.phase, v.round) == (phase, round);
                let mut cells: Vec<usize> = schedule.iter().filter(here).map(|v| v.cell).collect();
                cells.sort_unstable();
                assert_eq!(cells, design.phases[phase].cells);
            }
        }
        assert_eq!(schedule, design.schedule(7));
        assert_ne!(schedule, design.schedule(8));
    }

    #[test]
    fn what_is_compared_is_measured_side_by_side() {
        let mut design = design().phase("rounds", 2, |_| true);
        design.together = Some("system".to_owned());
        for seed in 0..20 {
            let sizes: Vec<&str> = design
                .schedule(seed)
                .iter()
                .map(|v| design.cells[v.cell].level("size"))
                .collect();
            for round in sizes.chunks(5) {
                let changes = round.windows(2).filter(|two| two[0] != two[1]).count();
                assert_eq!(changes, 1, "{round:?}");
            }
        }
    }
}
