//! Tables of the costs of a call besides time.

use std::fmt::{self, Write};

use manyrpc_measure::machine::cost::Cost;
use manyrpc_measure::net::wire::Wire;

use crate::record::Run;
use crate::workload::FEW;

use manyrpc_measure::report::number::micros;
use manyrpc_measure::report::page::escape;

/// The title of the table.
const TITLE: &str = "What a call costs";

/// The legend below it.
const LEGEND: [&str; 3] = [
    "client / server, whole processes, including a client's reporting; waits and preemptions are voluntary and",
    "involuntary context switches; packets are datagrams out",
    "and back, or TCP segments, pure acknowledgements included",
];

const COLUMNS: [&str; 7] = [
    "CPU µs",
    "kernel",
    "system calls",
    "waits",
    "preemptions",
    "page faults",
    "packets",
];

/// One row: a system, workload and placement with the figures of both sides, by column.
struct Row<'r> {
    placement: &'r str,
    workload: &'r str,
    system: &'r str,
    cells: [String; 7],
}

/// The known figures of a few workloads.
fn rows(run: &Run) -> Vec<Row<'_>> {
    let few = FEW.map(|workload| workload.to_string());
    let mut rows = Vec::new();
    for placement in &run.placements {
        for workload in run.workloads.iter().filter(|w| few.contains(&w.id)) {
            for system in run.present() {
                let measures = run.measures(&system.id, &workload.id, &placement.id);
                let costs = measures.and_then(|m| Some((m.client_cost?, m.server_cost?)));
                rows.extend(costs.map(|(client, server)| Row {
                    placement: &placement.id,
                    workload: &workload.id,
                    system: &system.id,
                    cells: cells(&client, &server, measures.and_then(|m| m.wire)),
                }));
            }
        }
    }
    rows
}

fn cells(client: &Cost, server: &Cost, wire: Option<Wire>) -> [String; 7] {
    let both = |of: &dyn Fn(&Cost) -> String| format!("{} / {}", of(client), of(server));
    let or = |figure: Option<f64>, how: fn(f64) -> String| figure.map_or("–".to_owned(), how);
    [
        both(&|c| micros(c.cpu_ns)),
        both(&|c| or(c.system_share, |s| format!("{:.0} %", s * 100.0))),
        both(&|c| or(c.system_calls, count)),
        both(&|c| count(c.waits)),
        both(&|c| count(c.preemptions)),
        both(&|c| count(c.faults)),
        wire.map_or("–".to_owned(), |w| {
            format!("{} / {}", or(w.out_packets, count), or(w.in_packets, count))
        }),
    ]
}

/// Formats a mean of counts.
pub(crate) fn count(mean: f64) -> String {
    match mean {
        m if m < 0.005 => "0".to_owned(),
        m if m < 10.0 => format!("{m:.2}"),
        m => format!("{m:.0}"),
    }
}

/// As text for the terminal.
pub(super) fn text(out: &mut String, run: &Run) -> fmt::Result {
    let rows = rows(run);
    let mut last = ("", "");
    for row in &rows {
        if last != (row.placement, row.workload) {
            last = (row.placement, row.workload);
            let title = TITLE.to_uppercase();
            writeln!(
                out,
                "\n{title}: {}, placement {}\n",
                row.workload, row.placement
            )?;
            write!(out, "  {:14}", "")?;
            COLUMNS.iter().try_for_each(|c| write!(out, "{c:>13}"))?;
            writeln!(out)?;
        }
        write!(out, "  {:14}", row.system)?;
        row.cells.iter().try_for_each(|c| write!(out, "{c:>13}"))?;
        writeln!(out)?;
    }
    match rows.is_empty() {
        true => Ok(()),
        false => writeln!(out, "\n{}", LEGEND.join("\n")),
    }
}

/// As HTML for the page.
pub(super) fn html(out: &mut String, run: &Run) -> fmt::Result {
    let rows = rows(run);
    if rows.is_empty() {
        return Ok(());
    }
    write!(
        out,
        "<section><h2>{TITLE}</h2>\n<p class=\"soft\">{}.</p>\n<div class=\"wide\"><table>\n<tr>\
         <th class=\"text\">placement</th><th class=\"text\">workload</th><th class=\"text\">system</th>",
        LEGEND.join(" ")
    )?;
    COLUMNS
        .iter()
        .try_for_each(|c| write!(out, "<th>{c}</th>"))?;
    writeln!(out, "</tr>")?;
    for row in &rows {
        let [placement, workload, system] = [row.placement, row.workload, row.system].map(escape);
        write!(
            out,
            "<tr><td class=\"text\">{placement}</td><td class=\"text\">{workload}</td><td class=\"text\">{system}</td>"
        )?;
        row.cells
            .iter()
            .try_for_each(|c| write!(out, "<td>{c}</td>"))?;
        writeln!(out, "</tr>")?;
    }
    writeln!(out, "</table></div></section>")
}

/// As Markdown.
pub(super) fn markdown(out: &mut String, run: &Run) -> fmt::Result {
    let rows = rows(run);
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(out, "{TITLE} ({}):\n", LEGEND.join(" "))?;
    writeln!(
        out,
        "| placement | workload | system | {} |",
        COLUMNS.join(" | ")
    )?;
    writeln!(out, "| --- | --- | --- |{}", " --: |".repeat(COLUMNS.len()))?;
    for row in &rows {
        let (placement, workload, system) = (row.placement, row.workload, row.system);
        let cells = row.cells.join(" | ");
        writeln!(out, "| {placement} | {workload} | {system} | {cells} |")?;
    }
    writeln!(out)
}
