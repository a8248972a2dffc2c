//! A study's report as data: what [`render`](super::render) writes down.

use serde::Serialize;

use manyrpc_measure::report::plot::Plot;

use super::claim::Claim;

/// The report of one study.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Paper {
    /// The study's name.
    pub name: String,
    /// What it is about.
    pub title: String,
    /// A paragraph: what was done, and where it comes from.
    pub summary: String,
    /// What the reader should know before believing a figure.
    pub cautions: Vec<String>,
    /// Its parts, in order.
    pub parts: Vec<Part>,
    /// What the document claims, judged.
    pub claims: Vec<Claim>,
    /// How to read it: a term and what it means.
    pub terms: Vec<(String, String)>,
    /// The circumstances: a name and a value.
    pub circumstances: Vec<(String, String)>,
}

/// A part with tables and plots.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Part {
    /// Its heading.
    pub title: String,
    /// What its tables show.
    pub text: String,
    /// The tables.
    pub tables: Vec<Table>,
    /// The plots: drawn in the page, named elsewhere. What they show that a reader must know is in a table
    /// too.
    pub plots: Vec<Plot>,
}

impl Part {
    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty() && self.plots.iter().all(Plot::is_empty)
    }

    /// Its plots in a line, for where they are not drawn.
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

/// A table; every row has as many cells as there are columns.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Table {
    /// What it is of.
    pub title: String,
    /// What heads the column of heads.
    pub corner: String,
    /// What the columns are, above their heads; empty where the heads say it all.
    pub across: String,
    /// The columns' heads.
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

/// A cell: a figure or why there is none, and the published figure for it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Cell {
    /// The figure in words.
    pub figure: Option<String>,
    /// Its 95 % interval in words.
    pub interval: Option<String>,
    /// What the document has in its place.
    pub published: Option<String>,
    /// Why there is no figure.
    pub why: Option<String>,
}

impl Cell {
    /// A figure without more.
    pub fn figure(text: impl Into<String>) -> Self {
        Cell {
            figure: Some(text.into()),
            ..Cell::default()
        }
    }

    /// No figure, for a reason.
    pub fn without(why: impl Into<String>) -> Self {
        Cell {
            why: Some(why.into()),
            ..Cell::default()
        }
    }
}

impl Table {
    /// Whether nothing is in it: no figure, today's or published, and no reason.
    pub fn is_empty(&self) -> bool {
        let mut cells = self.rows.iter().flat_map(|row| &row.cells);
        cells.all(|cell| *cell == Cell::default())
    }

    /// The reasons of its cells, each once, in the order of the table: a cell's note is its place
    /// in this list.
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

/// How the `n`-th note is marked: a, b, … z, then numbers.
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
