//! Both sides by cell, and the repetitions of a cell.

use std::collections::{BTreeMap, BTreeSet};

use manyrpc_measure::stats::mean;

use crate::diff::read::{CPU, MEDIAN, Measured, RATE, Reading, Side};
use crate::study::design::Cell;

use super::{MIN, Unit};

/// The call times.
const TIMES: [&str; 3] = [MEDIAN, "call_ns", "run_s"];

/// Whether a figure is a call time.
pub(in crate::diff) fn is_time(figure: &str) -> bool {
    TIMES.contains(&figure)
}

/// Whether a figure is compared by default: call times, rates and CPU time.
fn is_usual(figure: &str) -> bool {
    is_time(figure) || figure.ends_with(RATE) || CPU.contains(&figure)
}

/// A run's readings by cell.
pub(super) type ByCell<'s> = BTreeMap<&'s Cell, &'s Reading>;

/// Both sides with their readings by cell.
pub(super) struct Sides<'s> {
    pub(super) a: Vec<ByCell<'s>>,
    pub(super) b: Vec<ByCell<'s>>,
    runs: [&'s Side; 2],
    /// The floors of some cells.
    floors: BTreeSet<&'s Cell>,
    /// All cells, in the order of A's tables, then those of B alone.
    pub(super) cells: Vec<&'s Cell>,
    pub(super) unit: Unit,
}

impl<'s> Sides<'s> {
    pub(super) fn new(a: &'s Side, b: &'s Side) -> Self {
        fn by_cell(run: &Measured) -> ByCell<'_> {
            run.cells.iter().map(|of| (&of.cell, of)).collect()
        }
        let mut seen = BTreeSet::new();
        let runs = a.runs.iter().chain(&b.runs);
        let cells = runs
            .flat_map(|run| run.cells.iter().map(|of| &of.cell))
            .filter(|&cell| seen.insert(cell));
        let readings = a.runs.iter().chain(&b.runs).flat_map(|run| &run.cells);
        let several = |side: &Side| side.runs.len() >= MIN;
        Sides {
            floors: readings.filter_map(|of| of.floor.as_ref()).collect(),
            cells: cells.collect(),
            a: a.runs.iter().map(by_cell).collect(),
            b: b.runs.iter().map(by_cell).collect(),
            runs: [a, b],
            unit: match several(a) && several(b) {
                true => Unit::Run,
                false => Unit::Round,
            },
        }
    }

    /// A reading with this figure for the cell, from each side.
    pub(super) fn both(&self, cell: &Cell, figure: &str) -> Option<[&'s Reading; 2]> {
        let of = |runs: &[ByCell<'s>]| {
            let mut readings = runs.iter().filter_map(|run| run.get(cell));
            let has = |of: &&&Reading| {
                of.figures
                    .get(figure)
                    .is_some_and(|r| r.iter().any(Option::is_some))
            };
            readings.find(has).copied()
        };
        Some([of(&self.a)?, of(&self.b)?])
    }

    /// The logarithms of both sides' units of repetition.
    pub(super) fn units(&self, cell: &Cell, figure: &str, floor: Option<&Cell>) -> [Vec<f64>; 2] {
        [&self.a, &self.b].map(|runs| {
            let each = runs.iter().map(|run| rounds(run, cell, figure, floor));
            match self.unit {
                Unit::Round => each.flatten().collect(),
                Unit::Run => each.filter_map(|rounds| mean(&rounds)).collect(),
            }
        })
    }
}

/// The logarithms of a run's rounds, relative to the floor's round if a floor is given.
fn rounds(run: &ByCell<'_>, cell: &Cell, figure: &str, floor: Option<&Cell>) -> Vec<f64> {
    let of = |cell: &Cell| run.get(cell).and_then(|of| of.figures.get(figure));
    let Some(rounds) = of(cell) else {
        return Vec::new();
    };
    let under = |round: usize| match floor {
        None => Some(1.0),
        Some(floor) => of(floor)?.get(round).copied().flatten(),
    };
    let each = rounds.iter().enumerate();
    let ratio = |(round, figure): (usize, &Option<f64>)| Some((*figure)? / under(round)?);
    each.filter_map(ratio)
        .filter(|ratio| *ratio > 0.0)
        .map(f64::ln)
        .collect()
}

/// The cells selected by `--only`: levels of one factor are alternatives, different factors must all match.
pub(super) fn wanted(
    sides: &Sides<'_>,
    only: &[String],
) -> Result<impl Fn(&Cell) -> bool + use<>, String> {
    let mut conditions: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let levels = || sides.cells.iter().flat_map(|cell| cell.levels());
    for name in only {
        let mut found = levels().filter(|(_, level)| level == name);
        let Some((factor, _)) = found.next() else {
            let all: BTreeSet<&str> = levels().map(|(_, level)| level).collect();
            let all: Vec<&str> = all.into_iter().collect();
            return Err(format!("`{name}` is not a level here: {}", all.join(", ")));
        };
        let alternatives = conditions.entry(factor.to_owned()).or_default();
        alternatives.push(name.clone());
    }
    Ok(move |cell: &Cell| {
        let mut conditions = conditions.iter();
        conditions.all(|(factor, levels)| levels.iter().any(|level| level == cell.level(factor)))
    })
}

/// The figures to compare.
pub(super) fn figures(sides: &Sides<'_>, asked: &[String]) -> Result<Vec<String>, String> {
    let runs = sides.runs.iter().flat_map(|side| &side.runs);
    let all: BTreeSet<&str> = runs
        .flat_map(|run| &run.cells)
        .flat_map(|of| of.figures.keys().map(String::as_str))
        .collect();
    if let Some(unknown) = asked.iter().find(|name| !all.contains(name.as_str())) {
        let all: Vec<&str> = all.into_iter().collect();
        return Err(format!(
            "`{unknown}` is not a figure here: {}",
            all.join(", ")
        ));
    }
    let found = match asked.is_empty() {
        false => asked.to_vec(),
        true => {
            let usual = all.into_iter().filter(|name| is_usual(name));
            let mut usual: Vec<String> = usual.map(str::to_owned).collect();
            usual.sort_by_key(|name| !is_time(name));
            usual
        }
    };
    Ok(found)
}

/// The suffix of the C floors' names.
const IN_C: &str = "-c";

impl<'s> Sides<'s> {
    /// The baseline of a cell: its floor, or for our floor the corresponding C floor, which is unaffected by our
    /// changes. Both sides must have it.
    pub(super) fn baseline(&self, cell: &Cell, figure: &str) -> Option<Cell> {
        let sides = self.both(cell, figure)?;
        let system = cell.level("system");
        let in_c = || cell.clone().with("system", &format!("{system}{IN_C}"));
        let is_in_c = system
            .strip_suffix(IN_C)
            .is_some_and(|stem| self.is_named_floor(stem));
        if is_in_c {
            return None;
        }
        // Runs with and without peers have different floors: take the one that both sides have.
        let floors = sides.iter().filter_map(|of| of.floor.clone());
        let own = self.is_floor(cell).then(in_c);
        floors
            .chain(own)
            .find(|floor| self.both(floor, figure).is_some())
    }

    /// The distinct baselines of these cells.
    pub(super) fn baselines<'c>(
        &self,
        cells: impl Iterator<Item = &'c Cell>,
        figures: &[String],
    ) -> impl Iterator<Item = Cell> {
        let each = cells.flat_map(|cell| figures.iter().filter_map(|f| self.baseline(cell, f)));
        let all: BTreeSet<Cell> = each.collect();
        all.into_iter()
    }

    /// Whether this cell is the baseline of others.
    pub(super) fn is_floor(&self, cell: &Cell) -> bool {
        let system = cell.level("system");
        self.is_named_floor(system.strip_suffix(IN_C).unwrap_or(system))
            || self.floors.contains(cell)
    }

    fn is_named_floor(&self, system: &str) -> bool {
        crate::system::floor_of(system) == Some(system)
    }
}
