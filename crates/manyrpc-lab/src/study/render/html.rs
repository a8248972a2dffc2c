//! A report as one self-contained HTML page, which needs no network.

use std::fmt::{self, Write};

use manyrpc_measure::report::page::{self, escape};

use super::quantities::{found, published};
use crate::study::claim::{Claim, Verdict};
use crate::study::paper::{Cell, Paper, Part, Table, mark};

/// Additions to the style of every report.
const STYLE_OF_TABLES: &str = "
.grids { display: flex; flex-wrap: wrap; gap: 1rem 2rem; } .grids table { width: auto; } .grids > div { position: relative; } .grids .copy { position: absolute; right: 0; top: .3rem; } .grids td, .grids th { vertical-align: top; }
caption { text-align: left; font-weight: 600; padding: .4rem 3.8rem .4rem 0; } td small { display: block; color: var(--soft); } td .paper { color: var(--f1); }
th[scope=row] { text-align: left; } .notes { list-style: none; padding: 0; margin: .2rem 0; font-size: .85rem; max-width: 48rem; }
.claims td { white-space: normal; } .claims tr.claim td { border-top: 2px solid var(--rule); }
";

/// The whole page.
pub fn html(paper: &Paper) -> String {
    let mut out = String::new();
    write_all(&mut out, paper).expect("a string takes everything");
    out
}

fn write_all(out: &mut String, paper: &Paper) -> fmt::Result {
    page::open(out, &format!("manyrpc {}", paper.name), STYLE_OF_TABLES)?;
    let (title, summary) = (escape(&paper.title), escape(&paper.summary));
    writeln!(out, "<header><h1>{title}</h1>\n<p>{summary}</p>")?;
    for caution in &paper.cautions {
        writeln!(out, "<p class=\"cut\">{}</p>", escape(caution))?;
    }
    writeln!(out, "</header>")?;
    claims(out, &paper.claims)?;
    let parts = paper.parts.iter().filter(|part| !part.is_empty());
    parts.into_iter().try_for_each(|part| section(out, part))?;
    definitions(out, "How to read this", &paper.terms)?;
    definitions(out, "This run", &paper.circumstances)?;
    page::close(out, "")
}

fn section(out: &mut String, part: &Part) -> fmt::Result {
    writeln!(
        out,
        "<section><h2>{}</h2>\n<p>{}</p>",
        escape(&part.title),
        escape(&part.text)
    )?;
    if !part.tables.is_empty() {
        writeln!(out, "<div class=\"wide\"><div class=\"grids\">")?;
        part.tables.iter().try_for_each(|t| table(out, t))?;
        writeln!(out, "</div></div>")?;
    }
    let mut plots = part.plots.iter();
    plots.try_for_each(|plot| page::figure(out, plot, ""))?;
    writeln!(out, "</section>")
}

fn table(out: &mut String, table: &Table) -> fmt::Result {
    let corner = match table.across.is_empty() {
        true => escape(&table.corner),
        false => format!("{} ↓ {} →", escape(&table.corner), escape(&table.across)),
    };
    writeln!(
        out,
        "<div><table><caption>{}</caption><thead><tr><th scope=\"col\" class=\"text\">{corner}</th>",
        escape(&table.title)
    )?;
    for column in &table.columns {
        write!(out, "<th scope=\"col\">{}</th>", escape(column))?;
    }
    writeln!(out, "</tr></thead><tbody>")?;
    let reasons = table.reasons();
    for row in &table.rows {
        write!(out, "<tr><th scope=\"row\">{}</th>", escape(&row.head))?;
        row.cells.iter().try_for_each(|c| cell(out, c, &reasons))?;
        writeln!(out, "</tr>")?;
    }
    writeln!(out, "</tbody></table>")?;
    if !reasons.is_empty() {
        writeln!(out, "<ul class=\"notes\">")?;
        for (i, reason) in reasons.iter().enumerate() {
            writeln!(out, "<li><sup>{}</sup> {}</li>", mark(i), escape(reason))?;
        }
        writeln!(out, "</ul>")?;
    }
    writeln!(out, "</div>")
}

fn cell(out: &mut String, cell: &Cell, reasons: &[&str]) -> fmt::Result {
    write!(out, "<td>{}", escape(cell.figure.as_deref().unwrap_or("–")))?;
    let note = cell
        .why
        .as_deref()
        .and_then(|why| reasons.iter().position(|r| *r == why));
    if let Some(note) = note {
        write!(out, "<sup>{}</sup>", mark(note))?;
    }
    if let Some(interval) = &cell.interval {
        write!(out, "<small>{}</small>", escape(interval))?;
    }
    if let Some(published) = &cell.published {
        write!(
            out,
            "<small class=\"paper\">[{}]</small>",
            escape(published)
        )?;
    }
    write!(out, "</td>")
}

fn claims(out: &mut String, claims: &[Claim]) -> fmt::Result {
    if claims.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "<section><h2>What the document claims</h2>\n<div class=\"wide\"><table class=\"claims\"><thead>\
         <tr><th class=\"text\">claim</th><th class=\"text\">verdict</th><th>found (95 %)</th>\
         <th>must be</th><th>published</th></tr></thead><tbody>"
    )?;
    for claim in claims {
        writeln!(
            out,
            "<tr class=\"claim\"><td class=\"text\"><b>{}</b> {} <span class=\"soft\">(by {})</span></td>\
             <td class=\"text {}\" colspan=\"4\"><b>{}</b></td></tr>",
            escape(&claim.id),
            escape(&claim.says),
            escape(&claim.measure),
            class(claim.verdict),
            claim.verdict
        )?;
        for test in &claim.tests {
            writeln!(
                out,
                "<tr><td class=\"text\">{}</td><td class=\"text {}\">{}</td><td>{}</td><td>{}</td>\
                 <td>{}</td></tr>",
                escape(&test.quantity),
                class(test.verdict),
                test.verdict,
                escape(&found(test)),
                test.bounds,
                published(test)
            )?;
        }
        for note in &claim.notes {
            let note = escape(note);
            writeln!(
                out,
                "<tr><td class=\"text soft\" colspan=\"5\">{note}</td></tr>"
            )?;
        }
    }
    writeln!(out, "</tbody></table></div></section>")
}

const fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "good",
        Verdict::DoesNotHold => "bad",
        Verdict::CannotBeDecided => "soft",
    }
}

fn definitions(out: &mut String, title: &str, entries: &[(String, String)]) -> fmt::Result {
    writeln!(out, "<section><h2>{title}</h2>\n<dl>")?;
    for (name, text) in entries {
        writeln!(out, "<dt>{}</dt><dd>{}</dd>", escape(name), escape(text))?;
    }
    writeln!(out, "</dl></section>")
}
