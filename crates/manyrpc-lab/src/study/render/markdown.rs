//! A report as Markdown.

use std::fmt::{self, Write};

use super::quantities::{found, published};
use crate::study::paper::{Cell, Paper, Table, mark};

/// The whole report.
pub fn markdown(paper: &Paper) -> String {
    let mut out = String::new();
    write_all(&mut out, paper).expect("a string takes everything");
    out
}

fn write_all(out: &mut String, paper: &Paper) -> fmt::Result {
    writeln!(out, "# {}\n\n{}", paper.title, paper.summary)?;
    for caution in &paper.cautions {
        writeln!(out, "\n> {}", escaped(caution))?;
    }
    for part in paper.parts.iter().filter(|part| !part.is_empty()) {
        writeln!(out, "\n## {}\n\n{}", part.title, part.text)?;
        for table in &part.tables {
            write_table(out, table)?;
        }
        if let Some(plots) = part.named_plots() {
            writeln!(out, "\n{}", escaped(&plots))?;
        }
    }
    claims(out, paper)?;
    writeln!(out, "\n## How to read this\n")?;
    for (name, text) in paper.terms.iter().chain(&paper.circumstances) {
        writeln!(out, "- **{name}.** {}", escaped(text))?;
    }
    Ok(())
}

fn write_table(out: &mut String, table: &Table) -> fmt::Result {
    let across = match table.across.is_empty() {
        true => String::new(),
        false => format!(" \\ {}", table.across),
    };
    write!(out, "\n| {} ({}{across}) |", table.title, table.corner)?;
    table
        .columns
        .iter()
        .try_for_each(|c| write!(out, " {c} |"))?;
    writeln!(out, "\n| --- |{}", " --: |".repeat(table.columns.len()))?;
    let reasons = table.reasons();
    for row in &table.rows {
        write!(out, "| {} |", row.head)?;
        let cells = row.cells.iter();
        cells
            .map(|cell| words(cell, &reasons))
            .try_for_each(|w| write!(out, " {w} |"))?;
        writeln!(out)?;
    }
    for (i, reason) in reasons.iter().enumerate() {
        let lead = if i == 0 { "\n" } else { "" };
        writeln!(out, "{lead}- {}: {}", mark(i), escaped(reason))?;
    }
    Ok(())
}

fn words(cell: &Cell, reasons: &[&str]) -> String {
    let mut text = cell.figure.clone().unwrap_or_else(|| "–".to_owned());
    let note = cell
        .why
        .as_deref()
        .and_then(|why| reasons.iter().position(|r| *r == why));
    if let Some(note) = note {
        text += &format!(" <sup>{}</sup>", mark(note));
    }
    if let Some(interval) = &cell.interval {
        text += &format!("<br>{interval}");
    }
    if let Some(published) = &cell.published {
        text += &format!("<br>[{published}]");
    }
    text
}

fn claims(out: &mut String, paper: &Paper) -> fmt::Result {
    if paper.claims.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\n## Claims\n\n| claim | verdict | quantity | found | must be | published |\n\
         | --- | --- | --- | --: | --: | --: |"
    )?;
    for claim in &paper.claims {
        writeln!(
            out,
            "| **{}** {} (by {}) | **{}** | | | | |",
            claim.id, claim.says, claim.measure, claim.verdict
        )?;
        for test in &claim.tests {
            writeln!(
                out,
                "| | {} | {} | {} | {} | {} |",
                test.verdict,
                escaped(&test.quantity),
                escaped(&found(test)),
                test.bounds,
                published(test)
            )?;
        }
    }
    writeln!(out)?;
    let notes = paper.claims.iter().flat_map(|claim| &claim.notes);
    notes
        .into_iter()
        .try_for_each(|note| writeln!(out, "- {}", escaped(note)))
}

fn escaped(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;")
}
