//! Tables for the terminal.

use std::fmt::{self, Write};

use manyrpc_measure::stats::Interval;

use crate::record::{Cell, Gate, Measures, Outcome, PlacementInfo, Run, WorkloadInfo};

use manyrpc_measure::report::number::{bytes, difference, micros, rate, ratio};
use manyrpc_measure::report::wrap;

use super::facts::{cpu_ns, elsewhere, floors, machine, rate_of, servers_count};
use super::{costs, tasks};

/// The width of the widest line.
const WIDTH: usize = 110;

/// Everything, at most 110 columns wide.
pub(super) fn render(run: &Run) -> String {
    let mut text = String::new();
    write_all(&mut text, run).expect("a string takes everything");
    text
}

fn write_all(out: &mut String, run: &Run) -> fmt::Result {
    writeln!(out, "{}", machine(run).replace(", governor", ",\ngovernor"))?;
    if let Some(testbed) = elsewhere(run) {
        wrap(out, (WIDTH, 0), "", &testbed);
    }
    if run.tasks.is_none() {
        wrap(out, (WIDTH, 0), "", &floors(run));
    }
    if let Some(why) = &run.cut_short {
        writeln!(out, "CUT SHORT ({why}): what follows is incomplete")?;
    }
    for system in &run.systems {
        if let Some(why) = &system.absent {
            writeln!(out, "{} is left out: {why}", system.id)?;
        }
    }
    for placement in &run.placements {
        placement_table(out, run, placement)?;
    }
    rivalries(out, run)?;
    throughput(out, run)?;
    if let Some(tasks) = &run.tasks {
        tasks::text(out, tasks)?;
    }
    costs::text(out, run)?;
    marshalling(out, run)?;
    gates(out, &run.gates)?;
    match &run.tasks {
        Some(tasks) => tasks::footnotes(out, run, tasks, WIDTH),
        None => footnotes(out, run),
    }
}

fn placement_table(out: &mut String, run: &Run, placement: &PlacementInfo) -> fmt::Result {
    writeln!(
        out,
        "\nPLACEMENT {}: client on CPU {}, server on CPU {}",
        placement.id,
        list(&placement.client_cpus),
        list(&placement.server_cpus)
    )?;
    writeln!(out, "{}\n", placement.meaning)?;
    writeln!(
        out,
        "{:15}{:>7}{:>7}{:>7}{:>8}  {:12}{:>16}{:>7}{:>7}{:>7}{:>8}{:>7}",
        "",
        "first",
        "median",
        "p99",
        "÷ floor",
        "95 %",
        "− floor",
        "calls",
        "per s",
        "",
        "bytes",
        "CPU"
    )?;
    writeln!(
        out,
        "{:15}{:>7}{:>7}{:>7}{:>8}  {:12}{:>16}{:>7}{:>7}{:>7}{:>8}{:>7}",
        "", "µs", "µs", "µs", "", "", "ns ±95 %", "×1", "×2", "×4", "on wire", "µs"
    )?;
    let mut left_out = Vec::new();
    for workload in &run.workloads {
        let cells = cells(run, workload, placement);
        if left_out_of(&cells) {
            left_out.push(workload.id.as_str());
            continue;
        }
        writeln!(out, "{} · {}", workload.id, workload.title)?;
        for cell in cells {
            row(out, cell)?;
        }
    }
    if !left_out.is_empty() {
        writeln!(
            out,
            "not measured in this placement: {}",
            left_out.join(", ")
        )?;
    }
    Ok(())
}

fn cells<'r>(run: &'r Run, workload: &WorkloadInfo, placement: &PlacementInfo) -> Vec<&'r Cell> {
    run.present()
        .filter_map(|s| run.cell(&s.id, &workload.id, &placement.id))
        .collect()
}

/// Whether a workload was left out entirely in this placement.
fn left_out_of(cells: &[&Cell]) -> bool {
    let kinds = |c: &&Cell| match c.outcome {
        Outcome::LeftOut(_) => (true, false),
        Outcome::CannotCarry(_) => (false, false),
        Outcome::Measured(_) | Outcome::Failed(_) => (false, true),
    };
    cells.iter().any(|c| kinds(c).0) && !cells.iter().any(|c| kinds(c).1)
}

fn row(out: &mut String, cell: &Cell) -> fmt::Result {
    let name = &cell.system;
    match &cell.outcome {
        Outcome::Measured(m) => measured_row(out, name, m),
        Outcome::CannotCarry(why) => writeln!(out, "  {name:13} – {why}"),
        Outcome::Failed(why) => writeln!(out, "  {name:13} FAILED: {why}"),
        Outcome::LeftOut(why) => writeln!(out, "  {name:13} – {why}"),
    }
}

fn measured_row(out: &mut String, name: &str, m: &Measures) -> fmt::Result {
    let show = |figure: Option<f64>, how: fn(f64) -> String| figure.map_or("–".to_owned(), how);
    let (value, interval) = match &m.ratio {
        Some(r) => (ratio(r.value), interval(r)),
        None => ("–".to_owned(), String::new()),
    };
    writeln!(
        out,
        "  {name:13}{:>7}{:>7}{:>7}{:>8}  {:12}{:>16}{:>7}{:>7}{:>7}{:>8}{:>7}",
        show(m.first_median_ns, micros),
        micros(m.median_ns as f64),
        micros(m.p99_ns as f64),
        value,
        interval,
        m.difference_ns.map_or("–".to_owned(), |ns| difference(&ns)),
        show(rate_of(m, 1), rate),
        show(rate_of(m, 2), rate),
        show(rate_of(m, 4), rate),
        show(m.wire.map(|w| w.total()), bytes),
        show(cpu_ns(m), micros),
    )
}

fn interval(r: &Interval) -> String {
    // The floor has no interval relative to itself.
    if r.low == r.high {
        return String::new();
    }
    format!("{}–{}", ratio(r.low), ratio(r.high))
}

/// A difference, if known: older runs have none.
fn in_ns(ns: Option<Interval>) -> String {
    ns.map_or(String::new(), |ns| format!("{} ns", difference(&ns)))
}

fn rivalries(out: &mut String, run: &Run) -> fmt::Result {
    if run.rivalries.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\nOURS ÷ THEIRS (medians, round by round; below 1 ours is faster), and ours minus theirs\n"
    )?;
    for r in &run.rivalries {
        writeln!(
            out,
            "  {:8}{:14}{:32}{:>8}  {:14}{}",
            r.placement,
            r.workload,
            format!("{} ÷ {}", r.ours, r.theirs),
            ratio(r.ratio.value),
            interval(&r.ratio),
            in_ns(r.difference_ns)
        )?;
    }
    Ok(())
}

fn throughput(out: &mut String, run: &Run) -> fmt::Result {
    if run.throughput.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nMANY CALLS IN FLIGHT on one connection (calls/s)\n")?;
    for row in &run.throughput {
        let against = match &row.ours_against_it {
            Some(r) => format!("ours: {} × as many  ({})", ratio(r.value), interval(r)),
            None => String::new(),
        };
        writeln!(
            out,
            "  {:18}{:8}{:>4} in flight{:>10}  {against}",
            row.system,
            row.workload,
            row.in_flight,
            rate(row.calls_per_s)
        )?;
    }
    Ok(())
}

fn marshalling(out: &mut String, run: &Run) -> fmt::Result {
    if run.marshalling.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nMARSHALLING ALONE (ns for one value)\n")?;
    for row in &run.marshalling {
        let against = match &row.against_ours {
            Some(r) => format!(
                "{} × ours  ({})  {}",
                ratio(r.value),
                interval(r),
                in_ns(row.difference_ns)
            ),
            None => String::new(),
        };
        writeln!(
            out,
            "  {:30}{:8}{:14}{:>12.1}  {against}",
            row.value, row.direction, row.code, row.ns
        )?;
    }
    Ok(())
}

fn gates(out: &mut String, gates: &[Gate]) -> fmt::Result {
    writeln!(out, "\nTARGETS\n")?;
    for gate in gates {
        let verdict = match gate.holds {
            Some(true) => "holds",
            Some(false) => "MISSED",
            None => "open",
        };
        let head = format!("  {verdict:7} ");
        let text = format!("{}: {}", gate.asks, gate.measured);
        wrap(out, (WIDTH, WIDTH), &head, &text);
    }
    Ok(())
}

fn footnotes(out: &mut String, run: &Run) -> fmt::Result {
    let method = &run.method;
    let text = format!(
        "÷ floor: median of the system over that of the bare socket with the same transport and bytes, in each of {} \
         interleaved rounds; geometric mean, and 95 % interval by Student's t over rounds. − floor: the one less the \
         other, the mean over the same rounds. First: median of the first calls of {} fresh client processes, their \
         connection being open. Bytes: socket payload of request and reply, without IP, UDP and TCP headers. CPU: \
         client and server. ×1, ×2, ×4: so many clients at once. Timing adds {:.0} ns to each sample ({}, resolution {} ns).",
        method.rounds,
        method.first_calls,
        run.timing.pair_ns,
        run.timing.clock,
        run.timing.resolution_ns,
    );
    out.push('\n');
    wrap(out, (WIDTH, 0), "", &text);
    if let Some(count) = servers_count(run) {
        writeln!(out, "Calls per second: {count}.")?;
    }
    for warning in &run.warnings {
        writeln!(out, "warning: {warning}")?;
    }
    writeln!(out, "seed {}, {:.0} s", run.seed, run.seconds)
}

fn list(cpus: &[usize]) -> String {
    let cpus: Vec<String> = cpus.iter().map(usize::to_string).collect();
    cpus.join(" or ")
}
