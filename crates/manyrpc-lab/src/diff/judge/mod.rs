//! The comparison of two sides.

mod obstacles;
mod rows;
mod sides;

use serde::Serialize;

use manyrpc_measure::stats::Interval;

use crate::study::design::Cell;

use super::read::{Measured, Side};

use obstacles::Obstacles;
use rows::Found;
pub(super) use sides::is_time;
use sides::{ByCell, Sides};

/// The schema of a comparison as JSON. Within it members are only ever added.
pub const SCHEMA: &str = "manyrpc.diff/1";

/// The options of a comparison.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The smallest relative difference that counts: 0.03 for 3 %.
    pub threshold: f64,
    /// Only cells with one of the given levels of each factor mentioned; empty for all.
    pub only: Vec<String>,
    /// Only these figures; empty for call times, calls per second and CPU time per call.
    pub figures: Vec<String>,
    /// The measure; `None` for relative to the floor if there is one.
    pub measure: Option<Measure>,
}

/// How a figure is normalised before the sides are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// Divided by the floor's figure of the same round.
    Relative,
    /// Not normalised.
    Absolute,
}

/// The unit of repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// The rounds of a run.
    Round,
    /// Whole runs.
    Run,
}

/// Two runs compared.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// The version of the program that compared them.
    pub version: &'static str,
    /// The command that made the runs.
    pub kind: String,
    /// The first side.
    pub a: Origin,
    /// The second.
    pub b: Origin,
    /// The smallest relative difference that counts.
    pub threshold: f64,
    /// The share of repetitions with any false positive, at most.
    pub error_rate: f64,
    /// The unit of repetition.
    pub unit: Unit,
    /// Each figure of each cell that was judged.
    pub rows: Vec<Row>,
    /// The floors that the others were divided by; their changes are due to the machine or to what all systems
    /// share.
    pub floors: Vec<Row>,
    /// Cells whose bytes on the wire changed.
    pub bytes: Vec<Bytes>,
    /// Cells that could not be compared, and why.
    pub not_compared: Vec<NotCompared>,
    /// What the reader should know before believing a figure.
    pub cautions: Vec<String>,
}

/// The origin of a side.
#[derive(Clone, Debug, Serialize)]
pub struct Origin {
    /// As the user named it.
    pub name: String,
    /// When its runs started.
    pub started: Vec<String>,
    /// The builds that made it.
    pub builds: Vec<String>,
    /// A short description of the machine.
    pub machine: String,
}

/// One figure of one cell.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The cell.
    pub cell: Cell,
    /// The figure's name, which ends with its unit.
    pub figure: String,
    /// How it was normalised.
    pub measure: Measure,
    /// The floor, if relative.
    pub floor: Option<Cell>,
    /// Geometric mean over A.
    pub a: f64,
    /// Geometric mean over B.
    pub b: f64,
    /// The number of repetitions in A and B.
    pub repeated: [usize; 2],
    /// B ÷ A, normalised by `measure`, with the 95 % interval of this row alone.
    pub ratio: Option<Interval>,
    /// The p-value for no difference beyond the threshold, adjusted for all rows.
    pub probability: Option<f64>,
    /// The detectable ratio: a change this large would be significant in four of five repetitions.
    pub noticed_from: Option<f64>,
    /// The verdict.
    pub verdict: Verdict,
}

/// The verdict on a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// B is slower by more than the threshold.
    Slower,
    /// B is faster by more than the threshold.
    Faster,
    /// A figure that is neither a time nor a rate changed.
    Changed,
    /// No significant difference beyond the threshold; see [`Row::noticed_from`].
    NotFound,
    /// Too few repetitions.
    TooFew,
}

/// Bytes of a call on the wire.
#[derive(Clone, Debug, Serialize)]
pub struct Bytes {
    /// The cell.
    pub cell: Cell,
    /// In A.
    pub a: f64,
    /// In B.
    pub b: f64,
}

/// A cell that was not compared.
#[derive(Clone, Debug, Serialize)]
pub struct NotCompared {
    /// The cell.
    pub cell: Cell,
    /// Why.
    pub why: String,
}

impl Comparison {
    /// Whether anything is significantly slower.
    pub fn is_slower(&self) -> bool {
        self.rows.iter().any(|row| row.verdict == Verdict::Slower)
    }
}

/// The largest share of repetitions with any false positive.
const ERROR_RATE: f64 = 0.05;

/// Repetitions below which nothing is judged, on either side.
const MIN: usize = 3;

/// Compares B with A.
///
/// # Errors
/// They are of different kinds or have nothing in common, or the options name something that does not exist.
pub fn compare(a: &Side, b: &Side, options: &Options) -> Result<Comparison, String> {
    if a.first().kind != b.first().kind {
        return Err(format!(
            "{} is of `{}`, {} of `{}`: they have no cell in common",
            a.name,
            a.first().kind,
            b.name,
            b.first().kind
        ));
    }
    let sides = Sides::new(a, b);
    let wanted = sides::wanted(&sides, &options.only)?;
    let figures = sides::figures(&sides, &options.figures)?;
    let obstacles = Obstacles::between(a, b);
    let mut gathered = Collected::default();
    let taken = || sides.cells.iter().copied().filter(|cell| wanted(cell));
    for cell in taken() {
        gathered.take(cell, &sides, &figures, &obstacles, options.measure);
    }
    // A request for one system also shows the floor it was divided by.
    for cell in sides
        .baselines(taken(), &figures)
        .filter(|cell| !wanted(cell))
    {
        gathered.floor(&cell, &sides, &figures, &obstacles);
    }
    if gathered.rows.is_empty() && gathered.floors.is_empty() {
        let why = gathered.not_compared.first();
        let why = why.map_or("they have no figure in common", |first| &first.why);
        return Err(format!("nothing can be compared: {why}"));
    }
    Ok(Comparison {
        schema: SCHEMA,
        version: env!("CARGO_PKG_VERSION"),
        kind: a.first().kind.clone(),
        a: origin(a),
        b: origin(b),
        threshold: options.threshold,
        error_rate: ERROR_RATE,
        unit: sides.unit,
        rows: rows::judged(gathered.rows, options.threshold),
        floors: gathered.floors.into_iter().map(Found::unjudged).collect(),
        bytes: gathered.bytes,
        not_compared: gathered.not_compared,
        cautions: obstacles.cautions,
    })
}

fn origin(side: &Side) -> Origin {
    let each = |of: fn(&Measured) -> &str| {
        let all = side.runs.iter().map(of).filter(|text| !text.is_empty());
        let mut all: Vec<String> = all.map(str::to_owned).collect();
        all.dedup();
        all
    };
    let machine = side.first().environment.as_ref();
    Origin {
        name: side.name.clone(),
        started: each(|run| &run.started),
        builds: each(|run| &run.build),
        machine: machine.map_or(
            "unknown".to_owned(),
            manyrpc_measure::machine::environment::Environment::summary,
        ),
    }
}

/// The collected cells, before the verdicts.
#[derive(Default)]
struct Collected {
    rows: Vec<Found>,
    floors: Vec<Found>,
    bytes: Vec<Bytes>,
    not_compared: Vec<NotCompared>,
}

impl Collected {
    /// Sorts a cell into its list.
    fn take(
        &mut self,
        cell: &Cell,
        sides: &Sides<'_>,
        figures: &[String],
        obstacles: &Obstacles,
        asked: Option<Measure>,
    ) {
        let mut found = figures
            .iter()
            .filter(|figure| sides.both(cell, figure).is_some())
            .peekable();
        match found.peek() {
            None => return self.missing(cell, sides),
            Some(figure) => self.bytes_of(cell, sides, figure),
        }
        for figure in found {
            let floor = sides.baseline(cell, figure);
            let floor = floor.filter(|_| asked != Some(Measure::Absolute));
            if let Some(why) = obstacles.of(cell, floor.is_some()) {
                return self.leave(cell, why);
            }
            let is_absolute = floor.is_none();
            let found = Found::new(cell, figure, floor, sides);
            match asked {
                Some(Measure::Absolute) => self.rows.push(found),
                _ if is_absolute && sides.is_floor(cell) => self.floors.push(found),
                Some(Measure::Relative) if is_absolute => {
                    return self.leave(cell, "it has no floor in both runs".to_owned());
                }
                _ => self.rows.push(found),
            }
        }
    }

    /// Adds a cell only as a floor of others.
    fn floor(&mut self, cell: &Cell, sides: &Sides<'_>, figures: &[String], obstacles: &Obstacles) {
        if obstacles.of(cell, false).is_none() {
            let there = figures
                .iter()
                .filter(|figure| sides.both(cell, figure).is_some());
            let found = there.map(|figure| Found::new(cell, figure, None, sides));
            self.floors.extend(found);
        }
    }

    fn leave(&mut self, cell: &Cell, why: String) {
        let cell = cell.clone();
        self.not_compared.push(NotCompared { cell, why });
    }

    fn bytes_of(&mut self, cell: &Cell, sides: &Sides<'_>, figure: &str) {
        let Some([a, b]) = sides.both(cell, figure) else {
            return;
        };
        if let (Some(a), Some(b)) = (a.wire_bytes, b.wire_bytes)
            && a != b
        {
            let cell = cell.clone();
            self.bytes.push(Bytes { cell, a, b });
        }
    }

    /// Why a cell has no figures in one of the sides, unless neither has them for the same reason.
    fn missing(&mut self, cell: &Cell, sides: &Sides<'_>) {
        let why = match (why(&sides.a, cell), why(&sides.b, cell)) {
            (Some(a), Some(b)) if a == b => return,
            (Some(a), Some(b)) => format!("A: {a}; B: {b}"),
            (Some(a), None) => format!("only B has it; A: {a}"),
            (None, Some(b)) => format!("only A has it; B: {b}"),
            (None, None) => return,
        };
        self.leave(cell, why);
    }
}

/// Why a side has no figures of a cell, if so.
fn why(runs: &[ByCell<'_>], cell: &Cell) -> Option<String> {
    match runs.iter().find_map(|run| run.get(cell)) {
        None => Some("it is not in the run".to_owned()),
        Some(of) if of.figures.is_empty() => {
            let why = of.why.clone();
            Some(why.unwrap_or_else(|| "it has no figures".to_owned()))
        }
        Some(_) => None,
    }
}
