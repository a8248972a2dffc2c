//! A study's report as data, for [`render`](super::render).

use serde::Serialize;

use manyrpc_measure::report::plot::Plot;

use super::claim::Claim;

/// The report of one study.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Paper {
    /// The study's name.
    pub name: String,
    /// The title.
    pub title: String,
    /// A paragraph: what was done, and its source.
    pub summary: String,
    /// Cautions for the reader of the figures.
    pub cautions: Vec<String>,
    /// Its parts, in order.
    pub parts: Vec<Part>,
    /// The document's claims with verdicts.
    pub claims: Vec<Claim>,
    /// How to read it: terms and their meanings.
    pub terms: Vec<(String, String)>,
    /// The circumstances of the run: names and values.
    pub circumstances: Vec<(String, String)>,
}

/// A part with tables and plots.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Part {
    /// Its heading.
    pub title: String,
    /// Its introduction.
    pub text: String,
    /// The tables.
    pub tables: Vec<Table>,
    /// The plots: drawn in the HTML page, only listed in other formats. Essential figures are in tables too.
    pub plots: Vec<Plot>,
}

impl Part {
    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty() && self.plots.iter().all(Plot::is_empty)
    }

    /// A line that lists its plots, for formats without plots.
    pub(super) fn named_plots(&self) -> Option<String> {
        let titles = self
            .plots
            .iter()
            .filter(|plot| !plot.is_empty())
            .map(|plot| &*plot.title);
        let titles: Vec<&str> = titles.collect();
        (!titles.is_empty()).then(|| format!("Plots in report.html: {}.", titles.join("; ")))
    }
}

/// A table; every row has one cell per column.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Table {
    /// The title.
    pub title: String,
    /// The head of the column of row heads.
    pub corner: String,
    /// The title above all column heads; may be empty.
    pub across: String,
    /// The column heads.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Row>,
}

/// A row of a table.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Row {
    /// Its head.
    pub head: String,
    /// Its cells.
    pub cells: Vec<Cell>,
}

/// A cell: a figure or the reason for its absence, and the published figure.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Cell {
    /// The formatted figure.
    pub figure: Option<String>,
    /// Its formatted 95 % interval.
    pub interval: Option<String>,
    /// The published figure.
    pub published: Option<String>,
    /// Why there is no figure.
    pub why: Option<String>,
}

impl Cell {
    /// A cell with only a figure.
    pub fn figure(text: impl Into<String>) -> Self {
        Cell {
            figure: Some(text.into()),
            ..Cell::default()
        }
    }

    /// A cell without a figure, with the reason.
    pub fn without(why: impl Into<String>) -> Self {
        Cell {
            why: Some(why.into()),
            ..Cell::default()
        }
    }
}

impl Table {
    /// Whether it is empty: no figure, measured or published, and no reason.
    pub fn is_empty(&self) -> bool {
        let mut cells = self.rows.iter().flat_map(|row| &row.cells);
        cells.all(|cell| *cell == Cell::default())
    }

    /// The distinct reasons of its cells, in the order of the table; a cell's note is its index in this list.
    pub fn reasons(&self) -> Vec<&str> {
        let mut reasons: Vec<&str> = Vec::new();
        for why in self.cells().filter_map(|cell| cell.why.as_deref()) {
            if !reasons.contains(&why) {
                reasons.push(why);
            }
        }
        reasons
    }

    fn cells(&self) -> impl Iterator<Item = &Cell> {
        self.rows.iter().flat_map(|row| &row.cells)
    }
}

/// The mark of the `n`-th note: a, b, … z, then numbers.
pub fn mark(n: usize) -> String {
    match u8::try_from(n) {
        Ok(letter @ 0..26) => char::from(b'a' + letter).to_string(),
        _ => (n + 1).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_noted_once() {
        let cells = ["x", "y", "x"].map(Cell::without).to_vec();
        let table = Table {
            rows: vec![Row {
                head: String::new(),
                cells,
            }],
            ..Table::default()
        };
        assert_eq!(table.reasons(), ["x", "y"]);
        assert!(!table.is_empty());
        assert!(Table::default().is_empty());
        assert_eq!([mark(0), mark(25), mark(26)], ["a", "z", "27"]);
    }
}
