//! `report.html`: one self-contained page, which needs no network.

use std::fmt::{self, Write};

use manyrpc_measure::stats::Interval;

use crate::record::Distribution;
use crate::record::{Cell, Measures, Outcome, PlacementInfo, Run, WorkloadInfo};

use manyrpc_measure::report::number::{bytes, difference, micros, rate, ratio};
use manyrpc_measure::report::page::{self, escape};

use super::facts::{cpu_ns, elsewhere, floors, machine, rate_of, servers_count};
use super::{compared, costs, tasks};

const SCRIPT: &str = include_str!("script.js");

/// The whole page.
pub(super) fn render(run: &Run, distributions: &[Distribution]) -> String {
    let mut page = String::new();
    write_all(&mut page, run, distributions).expect("a string takes everything");
    page
}

fn write_all(out: &mut String, run: &Run, distributions: &[Distribution]) -> fmt::Result {
    page::open(out, &format!("manyrpc compare, {}", run.started), "")?;
    heading(out, run)?;
    if let Some(tasks) = &run.tasks {
        targets(out, run)?;
        tasks::html(out, run, tasks)?;
        record(out, run)?;
        return page::close(out, SCRIPT);
    }
    controls(out, run)?;
    for placement in &run.placements {
        placement_section(out, run, placement, distributions)?;
    }
    targets(out, run)?;
    rivalries(out, run)?;
    throughput(out, run)?;
    costs::html(out, run)?;
    marshalling(out, run)?;
    how_to_read(out, run)?;
    record(out, run)?;
    page::close(out, SCRIPT)
}

fn heading(out: &mut String, run: &Run) -> fmt::Result {
    match &run.tasks {
        None => heading_of_systems(out, run)?,
        Some(_) => writeln!(
            out,
            "<header><h1>Calls of tasks compared</h1>\n<p class=\"soft\">{}, on {}. The same service on asynchronous \
             runtimes, ours and others'; client and server in separate processes on loopback.</p>",
            escape(&run.started),
            escape(&machine(run))
        )?,
    }
    if let Some(why) = &run.cut_short {
        writeln!(
            out,
            "<p class=\"cut\"><b>Cut short</b> ({}): what follows is incomplete.</p>",
            escape(why)
        )?;
    }
    for system in &run.systems {
        if let Some(why) = &system.absent {
            let (id, why) = (escape(&system.id), escape(why));
            writeln!(out, "<p class=\"cut\">{id} is left out: {why}.</p>")?;
        }
    }
    for warning in &run.warnings {
        writeln!(out, "<p class=\"cut\">{}</p>", escape(warning))?;
    }
    writeln!(out, "</header>")
}

fn heading_of_systems(out: &mut String, run: &Run) -> fmt::Result {
    let ids: Vec<String> = run.present().map(|s| escape(&s.id)).collect();
    writeln!(
        out,
        "<header><h1>RPC systems compared</h1>\n<p class=\"soft\">{}, on {}. {} systems: {}. \
         The same interface and the same application code; client and server in separate \
         processes{}.</p>",
        escape(&run.started),
        escape(&machine(run)),
        ids.len(),
        ids.join(", "),
        elsewhere(run).map_or(" on loopback".to_owned(), |testbed| format!(
            "; {}",
            escape(&testbed)
        ))
    )?;
    writeln!(out, "<p class=\"soft\">{}</p>", escape(&floors(run)))
}

fn controls(out: &mut String, run: &Run) -> fmt::Result {
    writeln!(out, "<nav hidden>")?;
    let placements = run
        .placements
        .iter()
        .map(|p| (p.id.as_str(), p.id.as_str()));
    select(out, "placement", placements)?;
    let workloads = run
        .workloads
        .iter()
        .map(|w| (w.id.as_str(), w.title.as_str()));
    select(out, "workload", workloads)?;
    writeln!(out, "</nav>")
}

fn select<'r>(
    out: &mut String,
    name: &str,
    options: impl Iterator<Item = (&'r str, &'r str)>,
) -> fmt::Result {
    write!(out, "<label>{name} <select name=\"{name}\">")?;
    for (value, title) in options {
        write!(
            out,
            "<option value=\"{}\">{}</option>",
            escape(value),
            escape(title)
        )?;
    }
    writeln!(out, "</select></label>")
}

fn placement_section(
    out: &mut String,
    run: &Run,
    placement: &PlacementInfo,
    distributions: &[Distribution],
) -> fmt::Result {
    writeln!(
        out,
        "<section data-placement=\"{0}\">\n<h2>Placement {0}</h2>\n<p>{1}.</p>",
        escape(&placement.id),
        escape(&placement.meaning)
    )?;
    writeln!(out, "<h3>How long a call takes</h3>")?;
    for workload in &run.workloads {
        distribution_figure(out, run, placement, workload, distributions)?;
    }
    page::figure(out, &compared::against_size(run, placement), "")?;
    page::figure(out, &compared::ratios(run, placement), "")?;
    table(out, run, placement)?;
    writeln!(out, "</section>")
}

fn distribution_figure(
    out: &mut String,
    run: &Run,
    placement: &PlacementInfo,
    workload: &WorkloadInfo,
    distributions: &[Distribution],
) -> fmt::Result {
    let attribute = format!(" data-workload=\"{}\"", escape(&workload.id));
    let plot = compared::distributions(run, placement, workload, distributions);
    match plot.is_empty() {
        true => writeln!(
            out,
            "<p class=\"soft\"{attribute}>{}: not measured in this placement.</p>",
            escape(&workload.title)
        ),
        false => page::figure(out, &plot, &attribute),
    }
}

const COLUMNS: [(&str, bool); 13] = [
    ("workload", false),
    ("system", false),
    ("first µs", true),
    ("median µs", true),
    ("p99 µs", true),
    ("÷ floor", true),
    ("95 % interval", true),
    ("− floor, ns", true),
    ("calls/s ×1", true),
    ("×2", true),
    ("×4", true),
    ("wire bytes", true),
    ("CPU µs", true),
];

fn table(out: &mut String, run: &Run, placement: &PlacementInfo) -> fmt::Result {
    writeln!(
        out,
        "<h3>All figures</h3>\n<div class=\"wide\"><table><thead><tr>"
    )?;
    for (title, number) in COLUMNS {
        let class = if number { "" } else { " class=\"text\"" };
        writeln!(
            out,
            "<th{class} scope=\"col\"><button>{title}</button></th>"
        )?;
    }
    writeln!(out, "</tr></thead><tbody>")?;
    for workload in &run.workloads {
        let mut first = " class=\"first\"";
        for system in run.present() {
            let Some(cell) = run.cell(&system.id, &workload.id, &placement.id) else {
                continue;
            };
            if !matches!(cell.outcome, Outcome::LeftOut(_)) {
                write!(out, "<tr{first}>")?;
                row(out, cell)?;
                first = "";
            }
        }
    }
    writeln!(out, "</tbody></table></div>")
}

fn row(out: &mut String, cell: &Cell) -> fmt::Result {
    let (workload, system) = (escape(&cell.workload), escape(&cell.system));
    write!(
        out,
        "<td class=\"text\">{workload}</td><td class=\"text\">{system}</td>"
    )?;
    match &cell.outcome {
        Outcome::Measured(measures) => measured(out, measures),
        Outcome::CannotCarry(why) | Outcome::LeftOut(why) => {
            writeln!(
                out,
                "<td class=\"why\" colspan=\"11\">{}</td></tr>",
                escape(why)
            )
        }
        Outcome::Failed(why) => {
            writeln!(
                out,
                "<td class=\"why bad\" colspan=\"11\">failed: {}</td></tr>",
                escape(why)
            )
        }
    }
}

fn measured(out: &mut String, m: &Measures) -> fmt::Result {
    let mut cell = |value: Option<f64>, text: fn(f64) -> String| match value {
        Some(value) => write!(out, "<td data-value=\"{value}\">{}</td>", text(value)),
        None => write!(out, "<td>–</td>"),
    };
    cell(m.first_median_ns, micros)?;
    cell(Some(m.median_ns as f64), micros)?;
    cell(Some(m.p99_ns as f64), micros)?;
    cell(m.ratio.map(|r| r.value), |r| format!("<b>{}</b>", ratio(r)))?;
    match &m.ratio {
        Some(r) if r.low != r.high => {
            write!(out, "<td>{}–{}</td>", ratio(r.low), ratio(r.high))?;
        }
        _ => write!(out, "<td></td>")?,
    }
    match &m.difference_ns {
        Some(ns) => write!(
            out,
            "<td data-value=\"{}\">{}</td>",
            ns.value,
            difference(ns)
        )?,
        None => write!(out, "<td>–</td>")?,
    }
    let mut cell = |value: Option<f64>, text: fn(f64) -> String| match value {
        Some(value) => write!(out, "<td data-value=\"{value}\">{}</td>", text(value)),
        None => write!(out, "<td>–</td>"),
    };
    for clients in [1, 2, 4] {
        cell(rate_of(m, clients), rate)?;
    }
    cell(m.wire.map(|w| w.total()), bytes)?;
    cell(cpu_ns(m), micros)?;
    writeln!(out, "</tr>")
}

fn targets(out: &mut String, run: &Run) -> fmt::Result {
    writeln!(
        out,
        "<section><h2>Targets</h2>\n<div class=\"wide\"><table class=\"targets\"><tbody>"
    )?;
    for gate in &run.gates {
        let (class, verdict) = match gate.holds {
            Some(true) => ("good", "holds"),
            Some(false) => ("bad", "missed"),
            None => ("soft", "open"),
        };
        writeln!(
            out,
            "<tr><td class=\"text {class}\">{verdict}</td><td class=\"text\">{}</td><td>{}</td></tr>",
            escape(&gate.asks),
            escape(&gate.measured)
        )?;
    }
    writeln!(out, "</tbody></table></div></section>")
}

/// A difference, if known: older runs have none.
fn in_ns(ns: Option<Interval>) -> String {
    ns.map_or(String::new(), |ns| difference(&ns))
}

fn rivalries(out: &mut String, run: &Run) -> fmt::Result {
    if run.rivalries.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "<section><h2>Ours ÷ theirs</h2>\n<p>The same protocol by another implementation: our \
         median divided by theirs, round by round. Below 1, ours is faster.</p>\n\
         <div class=\"wide\"><table><thead><tr><th class=\"text\">workload</th>\
         <th class=\"text\">systems</th><th class=\"text\">placement</th><th>ratio</th>\
         <th>95 % interval</th><th>ours − theirs, ns</th></tr></thead><tbody>"
    )?;
    for r in &run.rivalries {
        writeln!(
            out,
            "<tr><td class=\"text\">{}</td><td class=\"text\">{} ÷ {}</td>\
             <td class=\"text\">{}</td><td><b>{}</b></td><td>{}–{}</td><td>{}</td></tr>",
            escape(&r.workload),
            escape(&r.ours),
            escape(&r.theirs),
            escape(&r.placement),
            ratio(r.ratio.value),
            ratio(r.ratio.low),
            ratio(r.ratio.high),
            in_ns(r.difference_ns)
        )?;
    }
    writeln!(out, "</tbody></table></div></section>")
}

fn throughput(out: &mut String, run: &Run) -> fmt::Result {
    if run.throughput.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "<section><h2>Many calls in flight</h2>\n<p>One client, one connection.</p>\n\
         <div class=\"wide\"><table><thead><tr><th class=\"text\">system</th>\
         <th class=\"text\">workload</th><th>in flight</th><th>calls/s</th>\
         <th>ours ÷ it (95 %)</th></tr></thead><tbody>"
    )?;
    for row in &run.throughput {
        let against = row.ours_against_it.map_or(String::new(), |r| {
            format!("{} ({}–{})", ratio(r.value), ratio(r.low), ratio(r.high))
        });
        writeln!(
            out,
            "<tr><td class=\"text\">{}</td><td class=\"text\">{}</td><td>{}</td><td>{}</td>\
             <td>{against}</td></tr>",
            escape(&row.system),
            escape(&row.workload),
            row.in_flight,
            rate(row.calls_per_s)
        )?;
    }
    writeln!(out, "</tbody></table></div></section>")
}

fn marshalling(out: &mut String, run: &Run) -> fmt::Result {
    if run.marshalling.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "<section><h2>Marshalling alone</h2>\n<p>One value in memory, no call.</p>\n\
         <div class=\"wide\"><table><thead><tr><th class=\"text\">value</th><th class=\"text\"></th>\
         <th class=\"text\">code</th><th>ns</th><th>× ours (95 %)</th><th>− ours, ns</th></tr></thead><tbody>"
    )?;
    for row in &run.marshalling {
        let against = row.against_ours.map_or(String::new(), |r| {
            format!("{} ({}–{})", ratio(r.value), ratio(r.low), ratio(r.high))
        });
        writeln!(
            out,
            "<tr><td class=\"text\">{}</td><td class=\"text\">{}</td><td class=\"text\">{}</td>\
             <td>{:.1}</td><td>{against}</td><td>{}</td></tr>",
            escape(&row.value),
            escape(&row.direction),
            escape(&row.code),
            row.ns,
            in_ns(row.difference_ns)
        )?;
    }
    writeln!(out, "</tbody></table></div></section>")
}

fn how_to_read(out: &mut String, run: &Run) -> fmt::Result {
    let method = &run.method;
    writeln!(out, "<section><h2>How to read this</h2>\n<dl>")?;
    term(
        out,
        "Placement",
        "CPU placement matters more than the protocol: a wake-up across CPUs costs more than most protocols. Compare figures only within one placement.",
    )?;
    for placement in &run.placements {
        term(out, &placement.id, &placement.meaning)?;
    }
    term(
        out,
        "The floor",
        &format!(
            "It sends and receives the same number of bytes as the XDR arguments and results of the workload, without marshalling: whatever exceeds it is added by the RPC system. If the C program is built it is the floor, so that the cost of our own driver shows too. {}",
            floors(run)
        ),
    )?;
    term(
        out,
        "÷ floor",
        &format!(
            "In each of {} rounds the systems took turns in random order; in each round the median of a system is divided by that of its floor. The figure is their geometric mean, its 95 % interval is Student's t over the logarithms of the rounds. Every round has fresh processes; the 1 MiB workload has several turns in each.",
            method.rounds
        ),
    )?;
    term(
        out,
        "− floor",
        "The system's median minus the floor's: the mean over the rounds, and half of its 95 % interval. A ratio is closer to 1 on a machine with a slow kernel; the difference in nanoseconds is not.",
    )?;
    other_columns(out, run)?;
    term(
        out,
        "Other machines",
        "Do not compare absolute times between machines; compare ratios within one run.",
    )?;
    writeln!(out, "</dl></section>")
}

fn other_columns(out: &mut String, run: &Run) -> fmt::Result {
    term(
        out,
        "First",
        &format!(
            "Median of the first calls of {} fresh client processes, each on a fresh connection that is already open.",
            run.method.first_calls
        ),
    )?;
    term(
        out,
        "Calls per second",
        &format!(
            "Concurrent client processes, each calling again when it has its reply. {}",
            servers_count(run).map_or(String::new(), |count| format!("In this run {count}."))
        ),
    )?;
    term(
        out,
        "Bytes on the wire",
        "Socket payload of request and reply, counted by a relay, without IP, UDP and TCP headers.",
    )?;
    term(
        out,
        "CPU",
        "Client and server process together, system time included, per call.",
    )?;
    term(
        out,
        "Warm-up",
        "What a batch begins with until it is steady is dropped, found for each by MSER-5 (White, \
         1997) over the medians of five calls; three calls at least.",
    )
}

/// Writes a term of a list with its description.
fn term(out: &mut String, term: &str, text: &str) -> fmt::Result {
    writeln!(out, "<dt>{}</dt><dd>{}</dd>", escape(term), escape(text))
}

fn record(out: &mut String, run: &Run) -> fmt::Result {
    writeln!(out, "<section><h2>This run</h2>\n<dl>")?;
    let e = &run.environment;
    let entries = [
        ("Command", run.command_line.join(" ")),
        ("Version", format!("manyrpc {} {}", run.version, run.commit.as_deref().unwrap_or(""))),
        ("Built with", run.built_with.clone()),
        ("Machine", machine(run)),
        ("System", e.system.clone()),
        ("Link", e.link.clone()),
        ("Clock", format!(
            "{}, resolution {} ns, kernel source {}; timing adds {:.0} ns to each sample",
            run.timing.clock, run.timing.resolution_ns, e.clock_source, run.timing.pair_ns
        )),
        ("Seed", run.seed.to_string()),
        ("Took", format!("{:.0} s", run.seconds)),
        ("Beside this file", "run.json (everything but single samples), samples.hlog (distributions, HdrHistogram V2), samples.parquet (the same as a table), table.csv".to_owned()),
    ];
    for (name, text) in entries {
        term(out, name, &text)?;
    }
    writeln!(out, "</dl></section>")
}
