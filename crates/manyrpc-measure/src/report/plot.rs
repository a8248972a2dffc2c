//! A plot as data. The page's `chart.js` draws it; what it shows is decided here.
//!
//! A plot is of one of two kinds. Without [`rows`](Plot::rows) it has two axes of numbers, and series of any shape
//! except boxes, ranges and strips. With rows, each row has a name and its own line, the measured quantity runs
//! along x, and the series are [`Shape::Boxes`], [`Shape::Ranges`] and [`Shape::Strip`]. Series of one name are
//! shown and hidden together.
//!
//! Nothing is averaged away: [`thinned`] keeps the lowest and the highest value of each column, and a histogram's
//! last bin is marked as holding everything beyond.

use serde::Serialize;
use serde_json::{Value, json};

use hdrhistogram::Histogram;

/// A plot.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Plot {
    /// The title.
    pub title: String,
    /// How to read it.
    pub caption: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis; unused if there are rows.
    pub y: Axis,
    /// The rows' names, from top to bottom. Empty for a plot with two numeric axes.
    pub rows: Vec<String>,
    /// The series.
    pub series: Vec<Series>,
}

/// A numeric axis.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Axis {
    /// The quantity.
    pub label: String,
    /// Its unit; empty for a plain number.
    pub unit: String,
    /// Whether it is initially logarithmic; the reader can change it. Zero is drawn at its lower end.
    pub logarithmic: bool,
    /// A reference value: always in view, with a line across the plot.
    pub reference: Option<f64>,
}

impl Axis {
    /// A linear axis.
    pub fn linear(label: &str, unit: &str) -> Self {
        Axis {
            label: label.to_owned(),
            unit: unit.to_owned(),
            logarithmic: false,
            reference: None,
        }
    }

    /// A logarithmic axis.
    pub fn logarithmic(label: &str, unit: &str) -> Self {
        Axis {
            logarithmic: true,
            ..Axis::linear(label, unit)
        }
    }
}

/// One series of a plot.
#[derive(Clone, Debug, Serialize)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// The number of its colour, from 0; `None` for the next free one.
    pub colour: Option<usize>,
    /// Whether it has dashed lines and hollow points, as a variant of the series with the same colour.
    pub dashed: bool,
    /// Whether it is published and not measured here; it then has its own mark and colour.
    pub published: bool,
    /// Its points.
    pub shape: Shape,
}

impl Series {
    /// A measured series.
    pub fn measured(name: impl Into<String>, shape: Shape) -> Self {
        Series {
            name: name.into(),
            colour: None,
            dashed: false,
            published: false,
            shape,
        }
    }

    /// A published series.
    pub fn published(name: impl Into<String>, shape: Shape) -> Self {
        Series {
            published: true,
            ..Series::measured(name, shape)
        }
    }
}

/// How a series is drawn, and its points.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Shape {
    /// `[x, y]`, joined by a line in the order of x.
    Line(Vec<[f64; 2]>),
    /// `[x, y]`, a mark for each.
    Points(Vec<[f64; 2]>),
    /// `[x, y]`: y from this x to the next one; a histogram.
    Steps(Vec<[f64; 2]>),
    /// `[x, low, y, high]`: a line with an interval at each point.
    Band(Vec<[f64; 4]>),
    /// `[row, low, value, high]`: a value with its interval in a row.
    Ranges(Vec<[f64; 4]>),
    /// `[row, low, lower quartile, median, upper quartile, high]`.
    Boxes(Vec<[f64; 6]>),
    /// A histogram within a row, scaled to the row's height.
    Strip {
        /// The row, from 0 at the top.
        row: usize,
        /// `[x, y]` as of [`Shape::Steps`].
        steps: Vec<[f64; 2]>,
    },
}

/// A histogram: `bins` bins of equal width from the lowest value to the quantile `upto` (from 0 to 1); the last
/// one holds everything above. Values are divided by `unit`.
pub fn histogram(values: &[u64], bins: usize, upto: f64, unit: f64) -> Shape {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let (Some(&low), Some(high)) = (sorted.first(), quantile(&sorted, upto)) else {
        return Shape::Steps(Vec::new());
    };
    // A bin narrower than the clock's step would show the clock, not the calls.
    let width = (high - low).div_ceil(bins.max(1) as u64).max(1);
    let mut counts = vec![0u64; ((high - low) / width) as usize + 1];
    let last = counts.len() - 1;
    for value in &sorted {
        counts[(((value - low) / width) as usize).min(last)] += 1;
    }
    let edge = |bin: usize| (low + bin as u64 * width) as f64 / unit;
    let mut steps: Vec<[f64; 2]> = (0..=last)
        .map(|bin| [edge(bin), counts[bin] as f64])
        .collect();
    steps.push([edge(last + 1), 0.0]);
    Shape::Steps(steps)
}

/// Values by index, from 1: all of them, or the lowest and the highest of each of `columns` columns, in their
/// original order. Values are divided by `unit`.
pub fn thinned(values: &[u64], columns: usize, unit: f64) -> Vec<[f64; 2]> {
    let point = |place: usize| [(place + 1) as f64, values[place] as f64 / unit];
    let width = values.len().div_ceil(columns.max(1)).max(1);
    if width <= 2 {
        return (0..values.len()).map(point).collect();
    }
    let mut points = Vec::new();
    for start in (0..values.len()).step_by(width) {
        let column = start..(start + width).min(values.len());
        let lowest = column.clone().min_by_key(|&at| values[at]);
        let highest = column.max_by_key(|&at| values[at]);
        let (Some(lowest), Some(highest)) = (lowest, highest) else {
            continue;
        };
        points.push(point(lowest.min(highest)));
        if lowest != highest {
            points.push(point(lowest.max(highest)));
        }
    }
    points
}

/// The cumulative distribution: `[value, share of the values that are at most this]`, dense in the upper tail,
/// which is of most interest. Values are divided by `unit`.
pub fn cumulative(values: &[u64], unit: f64) -> Shape {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let points =
        shares().filter_map(|share| Some([quantile(&sorted, share)? as f64 / unit, share]));
    Shape::Line(points.collect())
}

/// The cumulative distribution of a histogram.
pub fn cumulative_of(histogram: &Histogram<u64>, unit: f64) -> Shape {
    let points = shares().map(|share| [histogram.value_at_quantile(share) as f64 / unit, share]);
    Shape::Line(if histogram.is_empty() {
        Vec::new()
    } else {
        points.collect()
    })
}

/// Hundredths, then tenths of the remainder, down to a millionth.
fn shares() -> impl Iterator<Item = f64> {
    let tail = (3..=6).flat_map(|digits| {
        let rest = 10f64.powi(1 - digits);
        (1..=9).map(move |tenths| 1.0 - rest + rest * f64::from(tenths) / 10.0)
    });
    (0..100)
        .map(|percent| f64::from(percent) / 100.0)
        .chain(tail)
        .chain([1.0])
}

/// A box in that row: the quartiles, and the quantiles at 1 % and 99 %. Values are
/// divided by `unit`. `None` of no values.
pub fn quartiles(row: usize, values: &[u64], unit: f64) -> Option<[f64; 6]> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let at = |share| Some(quantile(&sorted, share)? as f64 / unit);
    Some([
        row as f64,
        at(0.01)?,
        at(0.25)?,
        at(0.5)?,
        at(0.75)?,
        at(0.99)?,
    ])
}

/// The smallest value that at least this share of the values does not exceed.
fn quantile(sorted: &[u64], share: f64) -> Option<u64> {
    let place = (share * sorted.len() as f64).ceil() as usize;
    sorted
        .get(place.saturating_sub(1).min(sorted.len().checked_sub(1)?))
        .copied()
}

impl Plot {
    /// Whether it has no points.
    pub fn is_empty(&self) -> bool {
        self.series
            .iter()
            .all(|series| series.shape.columns()[0].is_empty())
    }

    /// The page's data for it, kept short: columns of numbers with six digits.
    pub fn to_json(&self) -> Value {
        let axis = |a: &Axis| json!({"label": a.label, "unit": a.unit, "log": a.logarithmic, "reference": a.reference});
        let series: Vec<Value> = self.series.iter().map(Series::to_json).collect();
        json!({
            "title": self.title, "x": axis(&self.x), "y": axis(&self.y), "rows": self.rows, "series": series,
        })
    }
}

impl Series {
    fn to_json(&self) -> Value {
        let columns = self.shape.columns();
        let columns: Vec<Vec<Value>> = columns
            .iter()
            .map(|column| column.iter().map(|&value| number(value)).collect())
            .collect();
        json!({
            "name": self.name, "colour": self.colour, "dashed": self.dashed, "published": self.published,
            "kind": self.shape.kind(), "columns": columns,
            "row": match self.shape { Shape::Strip { row, .. } => Some(row), _ => None },
        })
    }
}

impl Shape {
    const fn kind(&self) -> &'static str {
        match self {
            Shape::Line(_) => "line",
            Shape::Points(_) => "points",
            Shape::Steps(_) => "steps",
            Shape::Band(_) => "band",
            Shape::Ranges(_) => "ranges",
            Shape::Boxes(_) => "boxes",
            Shape::Strip { .. } => "strip",
        }
    }

    /// The number of points.
    pub fn len(&self) -> usize {
        self.columns()[0].len()
    }

    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Its points as text, for readers who cannot see the plot.
    pub fn words(&self, plot: &Plot) -> Vec<String> {
        let columns = self.columns();
        let along = |axis: &Axis, value: f64| {
            let unit = if axis.unit.is_empty() { "" } else { " " };
            format!("{} {}{unit}{}", axis.label, number(value), axis.unit)
        };
        let row = |value: f64| plot.rows.get(value as usize).map_or("", String::as_str);
        let words = |point: usize| {
            let at = |member: usize| columns[member][point];
            let n = |member: usize| number(at(member));
            match self {
                Shape::Band(_) => {
                    let (x, y) = (along(&plot.x, at(0)), along(&plot.y, at(2)));
                    format!("{x}: {y} ({}–{})", n(1), n(3))
                }
                Shape::Ranges(_) => {
                    format!(
                        "{}: {} ({}–{})",
                        row(at(0)),
                        along(&plot.x, at(2)),
                        n(1),
                        n(3)
                    )
                }
                Shape::Boxes(_) => format!(
                    "{}: {}, quartiles {} and {}, ends {} and {}",
                    row(at(0)),
                    along(&plot.x, at(3)),
                    n(2),
                    n(4),
                    n(1),
                    n(5)
                ),
                _ => format!("{}: {}", along(&plot.x, at(0)), along(&plot.y, at(1))),
            }
        };
        (0..self.len()).map(words).collect()
    }

    /// The points as columns; points that are not finite are left out.
    fn columns(&self) -> Vec<Vec<f64>> {
        match self {
            Shape::Line(points) => {
                let mut points = points.clone();
                points.sort_by(|a, b| a[0].total_cmp(&b[0]));
                transposed(&points)
            }
            Shape::Points(points) | Shape::Steps(points) => transposed(points),
            Shape::Strip { steps, .. } => transposed(steps),
            Shape::Band(points) | Shape::Ranges(points) => transposed(points),
            Shape::Boxes(points) => transposed(points),
        }
    }
}

fn transposed<const N: usize>(points: &[[f64; N]]) -> Vec<Vec<f64>> {
    let sound = || {
        points
            .iter()
            .filter(|point| point.iter().all(|value| value.is_finite()))
    };
    (0..N)
        .map(|member| sound().map(|point| point[member]).collect())
        .collect()
}

/// Six significant digits; integers, which may be indices, are kept exactly.
fn number(value: f64) -> Value {
    const EXACT: f64 = 9e15;
    if value.fract() == 0.0 && value.abs() < EXACT {
        return json!(value as i64);
    }
    let rounded: f64 = format!("{value:.5e}").parse().unwrap_or(value);
    match rounded.fract() == 0.0 && rounded.abs() < EXACT {
        true => json!(rounded as i64),
        false => json!(rounded),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinning_keeps_every_extreme() {
        let mut values: Vec<u64> = (0..50_000).map(|n| 1000 + n * 7919 % 100).collect();
        values[31_415] = 9_000_000;
        values[31_416] = 3;
        let points = thinned(&values, 1000, 1000.0);
        assert!(points.len() <= 2000, "{}", points.len());
        assert!(points.contains(&[31_416.0, 9000.0]) && points.contains(&[31_417.0, 0.003]));
        assert!(points.is_sorted_by(|a, b| a[0] < b[0]));
        assert_eq!(thinned(&values[..5], 1000, 1.0).len(), 5);
        assert!(thinned(&[], 10, 1.0).is_empty());
    }

    #[test]
    fn a_histogram_holds_every_value_once() {
        let values: Vec<u64> = (100..1100).chain([1_000_000]).collect();
        let Shape::Steps(steps) = histogram(&values, 50, 0.99, 1.0) else {
            panic!("a histogram is made of steps");
        };
        assert!(steps.len() <= 53);
        assert_eq!(steps.iter().map(|step| step[1]).sum::<f64>(), 1001.0);
        assert_eq!(steps[0][0], 100.0);
        assert!(
            steps[steps.len() - 2][1] > steps[0][1],
            "the last bin has what lies beyond"
        );
        let same = histogram(&[7; 9], 50, 1.0, 1.0);
        assert_eq!(same, Shape::Steps(vec![[7.0, 9.0], [8.0, 0.0]]));
        assert_eq!(histogram(&[], 50, 1.0, 1.0), Shape::Steps(Vec::new()));
    }

    #[test]
    fn quantiles_are_values_that_came() {
        let values: Vec<u64> = (1..=1000).rev().collect();
        let expected = [3.0, 10.0, 250.0, 500.0, 750.0, 990.0];
        assert_eq!(quartiles(3, &values, 1.0), Some(expected));
        assert_eq!(quartiles(0, &[], 1.0), None);
        let Shape::Line(points) = cumulative(&values, 1.0) else {
            panic!("a distribution is a line");
        };
        assert!(points.contains(&[500.0, 0.5]) && points.contains(&[1000.0, 1.0]));
        assert!(points.is_sorted_by(|a, b| a[0] <= b[0] && a[1] < b[1]));
    }

    #[test]
    fn numbers_are_short_and_only_numbers() {
        let texts =
            [50_001.0, 12.345_678_9, 0.000_012_345_678, 1e7 / 3.0].map(|v| number(v).to_string());
        assert_eq!(texts, ["50001", "12.3457", "0.0000123457", "3333330"]);
        let shape = Shape::Line(vec![
            [2.0, 1.0],
            [f64::NAN, 1.0],
            [1.0, f64::INFINITY],
            [1.0, 5.0],
        ]);
        assert_eq!(shape.columns(), [[1.0, 2.0], [5.0, 1.0]]);
    }
}
