//! A report as text for the terminal, at most 110 columns wide.

use std::fmt::{self, Write};

use super::quantities::{found, published};
use crate::study::claim::Claim;
use crate::study::paper::{Cell, Paper, Part, Row, Table, mark};

const WIDTH: usize = 110;

/// The whole report.
pub fn text(paper: &Paper) -> String {
    let mut out = String::new();
    write_all(&mut out, paper).expect("a string takes everything");
    out
}

fn write_all(out: &mut String, paper: &Paper) -> fmt::Result {
    writeln!(out, "{}\n", paper.title.to_uppercase())?;
    wrap(out, "", &paper.summary)?;
    for caution in &paper.cautions {
        wrap(out, "warning: ", caution)?;
    }
    for part in paper.parts.iter().filter(|part| !part.is_empty()) {
        write_part(out, part)?;
    }
    if !paper.claims.is_empty() {
        writeln!(out, "\nCLAIMS")?;
    }
    for claim in &paper.claims {
        write_claim(out, claim)?;
    }
    writeln!(out)?;
    for (name, text) in paper.terms.iter().chain(&paper.circumstances) {
        wrap(out, &format!("{name}: "), text)?;
    }
    Ok(())
}

fn write_part(out: &mut String, part: &Part) -> fmt::Result {
    writeln!(out, "\n{}", part.title.to_uppercase())?;
    wrap(out, "", &part.text)?;
    part.tables
        .iter()
        .try_for_each(|table| write_table(out, table))?;
    match part.named_plots() {
        Some(plots) => {
            writeln!(out)?;
            wrap(out, "", &plots)
        }
        None => Ok(()),
    }
}

fn write_table(out: &mut String, table: &Table) -> fmt::Result {
    let heads = table.rows.iter().map(|row| row.head.chars().count());
    let first = heads
        .chain([table.title.chars().count()])
        .max()
        .unwrap_or(0);
    let reasons = table.reasons();
    let widths = widths(table, first, &reasons);
    writeln!(out)?;
    if !table.across.is_empty() {
        writeln!(out, "{:first$}  {}", "", table.across)?;
    }
    write!(out, "{:first$}", table.title)?;
    line(out, &widths, table.columns.iter().map(String::as_str))?;
    for row in &table.rows {
        write_row(out, row, first, &widths, &reasons)?;
    }
    for (i, reason) in reasons.iter().enumerate() {
        wrap(out, &format!("  {} ", mark(i)), reason)?;
    }
    Ok(())
}

/// Equal column widths if the lines are wide enough, otherwise each as wide as its content.
fn widths(table: &Table, first: usize, reasons: &[&str]) -> Vec<usize> {
    let needed = |(place, column): (usize, &String)| {
        let cells = table.rows.iter().filter_map(|row| row.cells.get(place));
        let texts =
            cells.flat_map(|cell| [Some(figure(cell, reasons)), interval(cell), printed(cell)]);
        let texts = texts.flatten().chain([column.clone()]);
        texts.map(|text| text.chars().count()).max().unwrap_or(0) + 2
    };
    let needed: Vec<usize> = table.columns.iter().enumerate().map(needed).collect();
    let left = WIDTH.saturating_sub(first + 2) / needed.len().max(1);
    let alike = left.clamp(8, 18);
    match needed.iter().all(|&width| width <= alike) {
        true => vec![alike; needed.len()],
        false => needed,
    }
}

fn interval(cell: &Cell) -> Option<String> {
    cell.interval.clone()
}

fn printed(cell: &Cell) -> Option<String> {
    cell.published.as_ref().map(|text| format!("[{text}]"))
}

/// A line of figures, then one of intervals and one of published figures, if any.
fn write_row(
    out: &mut String,
    row: &Row,
    first: usize,
    widths: &[usize],
    reasons: &[&str],
) -> fmt::Result {
    let figures: Vec<String> = row.cells.iter().map(|cell| figure(cell, reasons)).collect();
    write!(out, "{:first$}", row.head)?;
    line(out, widths, figures.iter().map(String::as_str))?;
    let lines: [fn(&Cell) -> Option<String>; 2] = [interval, printed];
    for of in lines {
        let texts: Vec<Option<String>> = row.cells.iter().map(of).collect();
        if texts.iter().any(Option::is_some) {
            write!(out, "{:first$}", "")?;
            let texts = texts.iter().map(|text| text.as_deref().unwrap_or(""));
            line(out, widths, texts)?;
        }
    }
    Ok(())
}

fn figure(cell: &Cell, reasons: &[&str]) -> String {
    let note = cell
        .why
        .as_deref()
        .and_then(|why| reasons.iter().position(|r| *r == why));
    match (&cell.figure, note) {
        (Some(figure), Some(note)) => format!("{figure} {}", mark(note)),
        (Some(figure), None) => figure.clone(),
        (None, Some(note)) => format!("– {}", mark(note)),
        (None, None) => "–".to_owned(),
    }
}

fn line<'t>(
    out: &mut String,
    widths: &[usize],
    texts: impl Iterator<Item = &'t str>,
) -> fmt::Result {
    let mut text = String::new();
    for (part, &width) in texts.zip(widths) {
        write!(text, "{part:>width$}")?;
    }
    writeln!(out, "{}", text.trim_end())
}

fn write_claim(out: &mut String, claim: &Claim) -> fmt::Result {
    writeln!(out)?;
    let verdict = claim.verdict.words().to_uppercase();
    wrap(
        out,
        &format!("{} {verdict}: ", claim.id),
        &format!("{} (by {})", claim.says, claim.measure),
    )?;
    for test in &claim.tests {
        let text = format!(
            "{}: {}, must be {}; published {}",
            test.quantity,
            found(test),
            test.bounds,
            published(test)
        );
        wrap(out, &format!("   {:23}", test.verdict), &text)?;
    }
    claim
        .notes
        .iter()
        .try_for_each(|note| wrap(out, "   ", note))
}

/// Wraps text, the first line after `head`, the others indented to match.
fn wrap(out: &mut String, head: &str, text: &str) -> fmt::Result {
    const DEEPEST: usize = 26;
    manyrpc_measure::report::wrap(out, (WIDTH, DEEPEST), head, text);
    Ok(())
}
