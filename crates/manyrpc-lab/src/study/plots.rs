//! Series of plots from the figures of cells: the estimate over rounds, with its interval.

use manyrpc_measure::report::plot::{Axis, Plot, Series, Shape};

use super::design::Cell;
use super::record::Record;

/// A figure of a run's cells, scaled to the plot's unit.
#[derive(Clone, Copy, Debug)]
pub struct FigureSeries<'r> {
    /// The run.
    pub record: &'r Record,
    /// The figure's name.
    pub figure: &'r str,
    /// The factor applied to the figure.
    pub unit: f64,
}

impl FigureSeries<'_> {
    /// `[low, value, high]`; `None` without an interval.
    fn of(&self, cell: &Cell) -> Option<[f64; 3]> {
        let interval = self.record.cell(cell)?.interval(self.figure)?;
        Some([interval.low, interval.value, interval.high].map(|x| x * self.unit))
    }

    /// A curve over a numeric property of cells.
    pub fn curve(&self, name: &str, cells: impl Iterator<Item = (f64, Cell)>) -> Series {
        let points = cells.filter_map(|(x, cell)| {
            let [low, value, high] = self.of(&cell)?;
            Some([x, low, value, high])
        });
        Series::measured(name, Shape::Band(points.collect()))
    }

    /// Marks in rows, one cell per row from top to bottom.
    pub fn marks(&self, name: &str, cells: impl Iterator<Item = Cell>) -> Series {
        let points = cells.enumerate().filter_map(|(row, cell)| {
            let [low, value, high] = self.of(&cell)?;
            Some([row as f64, low, value, high])
        });
        Series::measured(name, Shape::Ranges(points.collect()))
    }
}

/// A plot with rows, of the non-empty series; `None` if all are empty.
pub fn in_rows(
    title: String,
    caption: &str,
    x: Axis,
    rows: impl Iterator<Item = String>,
    series: impl Iterator<Item = Series>,
) -> Vec<Plot> {
    let plot = Plot {
        title,
        caption: caption.to_owned(),
        x,
        rows: rows.collect(),
        series: drawn(series),
        ..Plot::default()
    };
    (!plot.is_empty()).then_some(plot).into_iter().collect()
}

/// The same with two numeric axes.
pub fn over(
    title: String,
    caption: &str,
    (x, y): (Axis, Axis),
    series: impl Iterator<Item = Series>,
) -> Vec<Plot> {
    let plot = Plot {
        title,
        caption: caption.to_owned(),
        x,
        y,
        series: drawn(series),
        ..Plot::default()
    };
    (!plot.is_empty()).then_some(plot).into_iter().collect()
}

fn drawn(series: impl Iterator<Item = Series>) -> Vec<Series> {
    series.filter(|series| !series.shape.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::testing;

    #[test]
    fn what_was_not_measured_is_not_drawn() {
        let [one, other] = ["one", "other"].map(|name| Cell::new([("system", name)]));
        let record = testing::record(std::slice::from_ref(&other), 5, |_, round| {
            vec![("call_ns", 2000.0 + f64::from(round))]
        });
        let shown = FigureSeries {
            record: &record,
            figure: "call_ns",
            unit: 1e-3,
        };
        let cells = || [one.clone(), other.clone()].into_iter();
        let rows = ["one", "other"].map(str::to_owned);
        let series = [shown.marks("a", cells()), shown.marks("b", cells().take(1))];
        let plots = in_rows(
            "t".to_owned(),
            "",
            Axis::linear("call", "µs"),
            rows.into_iter(),
            series.into_iter(),
        );
        let [plot] = &plots[..] else { panic!("a plot") };
        assert_eq!(plot.series.len(), 1);
        let Shape::Ranges(points) = &plot.series[0].shape else {
            panic!("ranges");
        };
        let [row, low, value, high] = points[0];
        assert!(row == 1.0 && low < value && value < high && (value - 2.002).abs() < 1e-6);

        let curve = shown.curve("c", [1.0, 2.0].into_iter().zip(cells()));
        assert!(
            matches!(&curve.shape, Shape::Band(points) if points.len() == 1 && points[0][0] == 2.0)
        );
        let axes = || (Axis::linear("x", ""), Axis::linear("y", ""));
        let nothing = shown.curve("d", [1.0].into_iter().zip(cells()));
        assert!(over("t".to_owned(), "", axes(), std::iter::once(nothing)).is_empty());
    }
}
