//! Tables of the calls of tasks, in a run of `compare --async`.

use std::fmt::{self, Write};

use manyrpc_measure::report::number::{difference, micros, rate, ratio, times};
use manyrpc_measure::report::page::escape;
use manyrpc_measure::report::wrap;
use manyrpc_measure::stats::Interval;

use crate::record::{IdleConnections, InFlight, LoneCall, Run, Saturated, Tasks};

/// The rows of one protocol on the same CPUs, which are one table.
struct Group<'r> {
    protocol: &'r str,
    cpus: usize,
    rows: Vec<&'r InFlight>,
}

impl Group<'_> {
    /// The systems' names, ours first; without those that carry none of these loads.
    fn systems(&self) -> Vec<&str> {
        let first = self.rows.first().map(|row| &row.systems[..]);
        let systems = first.unwrap_or_default().iter().enumerate();
        let shown = systems.filter(|(at, _)| self.shows(*at));
        shown.map(|(_, system)| system.system.as_str()).collect()
    }

    /// Of a row, the systems of the table.
    fn systems_of<'r>(&self, row: &'r InFlight) -> impl Iterator<Item = &'r Saturated> {
        let systems = row.systems.iter().enumerate();
        let shown = systems.filter(|(at, _)| self.shows(*at));
        shown.map(|(_, system)| system)
    }

    /// Whether the system at this place has figures, failed, or is one of those that are compared.
    fn shows(&self, at: usize) -> bool {
        let has = |system: &Saturated| system.calls_per_s.is_some() || system.failed.is_some();
        let systems = self.rows.iter().filter_map(|row| row.systems.get(at));
        at < COMPARED || systems.into_iter().any(has)
    }

    fn title(&self) -> String {
        match self.cpus {
            1 => format!("{}, client and server on the same CPU", self.protocol),
            count => format!(
                "{}, client and server on the same {count} CPUs",
                self.protocol
            ),
        }
    }
}

/// Ours and the one that it is judged against.
const COMPARED: usize = 2;

fn groups(tasks: &Tasks) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for row in &tasks.rows {
        let same =
            |group: &&mut Group<'_>| group.protocol == row.protocol && group.cpus == row.cpus.len();
        match groups.iter_mut().find(same) {
            Some(group) => group.rows.push(row),
            None => groups.push(Group {
                protocol: &row.protocol,
                cpus: row.cpus.len(),
                rows: vec![row],
            }),
        }
    }
    groups
}

/// Why a row or a system has no figures, if so.
fn why(row: &InFlight) -> Option<String> {
    let failed = row.systems.iter().filter_map(|system| {
        let why = system.failed.as_ref()?;
        Some(format!("{}: {why}", system.system))
    });
    let all: Vec<String> = row.left_out.iter().cloned().chain(failed).collect();
    (!all.is_empty()).then(|| all.join("; "))
}

/// Each reason once.
fn reasons(tasks: &Tasks) -> Vec<String> {
    let named = |system: &str, failed: &Option<String>| {
        let why = failed.as_ref()?;
        Some(format!("{system}: {why}"))
    };
    let of_rows = tasks.rows.iter().flat_map(|row| row.systems.iter());
    let of_rows = of_rows.filter_map(|s| named(&s.system, &s.failed));
    let lone = tasks
        .lone
        .iter()
        .filter_map(|row| named(&row.system, &row.failed));
    let idle = tasks
        .idle
        .iter()
        .filter_map(|row| named(&row.system, &row.failed));
    let mut all: Vec<String> = Vec::new();
    for reason in of_rows.chain(lone).chain(idle) {
        if !all.contains(&reason) {
            all.push(reason);
        }
    }
    all
}

fn or_dash(figure: Option<f64>, how: fn(f64) -> String) -> String {
    figure.map_or("–".to_owned(), how)
}

/// `2.50 (2.40–2.60)`.
fn with_interval(ratio: Interval) -> String {
    let [value, low, high] = [ratio.value, ratio.low, ratio.high].map(times);
    format!("{value} ({low}–{high})")
}

fn ratio_or_dash(ratio: Option<Interval>) -> String {
    ratio.map_or("–".to_owned(), with_interval)
}

fn whole(bytes: f64) -> String {
    format!("{bytes:.0}")
}

const LONE: &str = "A lone call without data, by a task and by the blocking client";
const IDLE: &str = "Idle connections: bytes of user memory for each";

/// As text for the terminal.
pub(super) fn text(out: &mut String, tasks: &Tasks) -> fmt::Result {
    for group in groups(tasks) {
        text_of_group(out, &group)?;
    }
    if !tasks.lone.is_empty() {
        writeln!(out, "\n{} (µs)\n", LONE.to_uppercase())?;
        writeln!(
            out,
            "  {:16}{:>10}{:>10}  {:20}more, ns",
            "", "blocking", "task", "ratio"
        )?;
        for row in &tasks.lone {
            let LoneCall { system, .. } = row;
            let [blocking, task] = [row.blocking_ns, row.task_ns].map(|ns| or_dash(ns, micros));
            let ratio = row.ratio.map_or("–".to_owned(), three_digits);
            let more = row
                .difference_ns
                .map_or("–".to_owned(), |ns| difference(&ns));
            writeln!(
                out,
                "  {system:16}{blocking:>10}{task:>10}  {ratio:20}{more}"
            )?;
        }
    }
    if !tasks.idle.is_empty() {
        writeln!(out, "\n{}\n", IDLE.to_uppercase())?;
        writeln!(
            out,
            "  {:22}{:>12}{:>10}{:>10}",
            "", "connections", "server", "client"
        )?;
        for row in &tasks.idle {
            let IdleConnections {
                system,
                connections,
                ..
            } = row;
            let [server, client] = sides(row);
            writeln!(
                out,
                "  {system:22}{connections:>12}{server:>10}{client:>10}"
            )?;
        }
    }
    for reason in reasons(tasks) {
        writeln!(out, "{reason}")?;
    }
    Ok(())
}

/// The width of a system's two columns.
fn width_of(system: &str) -> usize {
    20.max(system.len() + 2)
}

const P99_WIDTH: usize = 9;

fn text_of_group(out: &mut String, group: &Group<'_>) -> fmt::Result {
    writeln!(
        out,
        "\nCALLS IN FLIGHT: {} (calls/s, and p99 in µs)\n",
        group.title()
    )?;
    write!(out, "  {:22}", "in flight/connections")?;
    for system in group.systems() {
        write!(out, "{system:>0$}", width_of(system))?;
    }
    let other = group
        .systems()
        .get(1)
        .copied()
        .unwrap_or_default()
        .to_owned();
    writeln!(out, "  {:19}p99 ÷", format!("÷ {other}"))?;
    for row in &group.rows {
        let load = format!("{} {}/{}", row.workload, row.in_flight, row.connections);
        write!(out, "  {load:22}")?;
        if let Some(why) = &row.left_out {
            writeln!(out, "{why:>20}")?;
            continue;
        }
        for system in group.systems_of(row) {
            let [calls, p99] = figures(system);
            let before = width_of(&system.system) - P99_WIDTH;
            write!(out, "{calls:>before$}{p99:>P99_WIDTH$}")?;
        }
        let against = row.judged_against();
        let ratio = ratio_or_dash(against.and_then(|theirs| theirs.ours_against_it));
        let p99 = against.and_then(|theirs| theirs.our_p99_against_it);
        writeln!(
            out,
            "  {ratio:19}{}",
            or_dash(p99.map(|p99| p99.value), times)
        )?;
    }
    Ok(())
}

/// Calls per second and the 99th percentile.
fn figures(system: &Saturated) -> [String; 2] {
    [
        or_dash(system.calls_per_s, rate),
        or_dash(system.p99_ns, micros),
    ]
}

fn three_digits(r: Interval) -> String {
    format!("{} ({}–{})", ratio(r.value), ratio(r.low), ratio(r.high))
}

fn sides(row: &IdleConnections) -> [String; 2] {
    let of = |bytes: Option<Interval>| or_dash(bytes.map(|bytes| bytes.value), whole);
    [of(row.server_bytes), of(row.client_bytes)]
}

/// How to read the tables.
fn legend(run: &Run, tasks: &Tasks) -> String {
    format!(
        "In each of {} interleaved rounds the systems of a row took turns, with fresh processes, and kept so many calls in \
         flight for {} ms on so many connections; every reply is checked in full. Figures are medians over rounds; ÷ is ours \
         over theirs in the same round: the geometric mean, and its 95 % interval by Student's t. Client and server are \
         bound to the same CPUs, with a thread of their runtimes for each. raw-tcp-c: the floor, a program in C without a \
         runtime that exchanges as many bytes, with a thread and an epoll for each CPU, where each connection has one call. \
         -polling: ours, of which both sides look for input for 50 µs before they sleep (busy_poll). \
         A lone call: the same server, the blocking client \
         and a task on a current-thread runtime, all on one CPU. User memory: anonymous resident memory of the process, \
         after one call on each connection. Timing adds {:.0} ns to each sample ({}, resolution {} ns).",
        run.method.rounds,
        tasks.turn_ms,
        run.timing.pair_ns,
        run.timing.clock,
        run.timing.resolution_ns,
    )
}

/// The end of the text: how to read it.
pub(super) fn footnotes(out: &mut String, run: &Run, tasks: &Tasks, width: usize) -> fmt::Result {
    out.push('\n');
    wrap(out, (width, 0), "", &legend(run, tasks));
    for warning in &run.warnings {
        writeln!(out, "warning: {warning}")?;
    }
    writeln!(out, "seed {}, {:.0} s", run.seed, run.seconds)
}

/// As Markdown.
pub(super) fn markdown(out: &mut String, tasks: &Tasks) -> fmt::Result {
    for group in groups(tasks) {
        let systems = group.systems();
        let other = systems.get(1).copied().unwrap_or_default();
        writeln!(out, "Calls in flight: {}.\n", group.title())?;
        write!(out, "| workload | in flight | connections |")?;
        systems
            .iter()
            .try_for_each(|s| write!(out, " {s} calls/s | p99 µs |"))?;
        writeln!(out, " ÷ {other} (95 %) | p99 ÷ {other} (95 %) |")?;
        writeln!(
            out,
            "| --- | --: | --: |{}",
            " --: |".repeat(2 * systems.len() + 2)
        )?;
        for row in &group.rows {
            markdown_row(out, group.systems_of(row), row)?;
        }
        writeln!(out)?;
    }
    if !tasks.lone.is_empty() {
        writeln!(
            out,
            "{LONE}:\n\n| system | blocking µs | task µs | ratio (95 %) | more, ns |"
        )?;
        writeln!(out, "| --- | --: | --: | --: | --: |")?;
        for row in &tasks.lone {
            let [blocking, task] = [row.blocking_ns, row.task_ns].map(|ns| or_dash(ns, micros));
            let ratio = row.ratio.map_or("–".to_owned(), three_digits);
            let more = row
                .difference_ns
                .map_or("–".to_owned(), |ns| difference(&ns));
            writeln!(
                out,
                "| {} | {blocking} | {task} | {ratio} | {more} |",
                row.system
            )?;
        }
        writeln!(out)?;
    }
    if !tasks.idle.is_empty() {
        writeln!(out, "{IDLE}:\n\n| system | connections | server | client |")?;
        writeln!(out, "| --- | --: | --: | --: |")?;
        for row in &tasks.idle {
            let [server, client] = sides(row);
            writeln!(
                out,
                "| {} | {} | {server} | {client} |",
                row.system, row.connections
            )?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn markdown_row<'r>(
    out: &mut String,
    systems: impl Iterator<Item = &'r Saturated>,
    row: &InFlight,
) -> fmt::Result {
    write!(
        out,
        "| `{}` | {} | {} |",
        row.workload, row.in_flight, row.connections
    )?;
    for system in systems {
        let [calls, p99] = figures(system);
        write!(out, " {calls} | {p99} |")?;
    }
    match (row.judged_against(), &row.left_out) {
        (_, Some(why)) => writeln!(out, " {why} | |"),
        (against, None) => writeln!(
            out,
            " {} | {} |",
            ratio_or_dash(against.and_then(|theirs| theirs.ours_against_it)),
            ratio_or_dash(against.and_then(|theirs| theirs.our_p99_against_it))
        ),
    }
}

/// As HTML for the page.
pub(super) fn html(out: &mut String, run: &Run, tasks: &Tasks) -> fmt::Result {
    for group in groups(tasks) {
        let other = group
            .systems()
            .get(1)
            .copied()
            .unwrap_or_default()
            .to_owned();
        let systems = group.systems().into_iter();
        let systems =
            systems.flat_map(|system| [format!("{system}, calls/s"), "p99 µs".to_owned()]);
        let mut columns = vec!["in flight".to_owned(), "connections".to_owned()];
        // First what all is about: the rest may be beyond the page's edge.
        columns.extend([format!("÷ {other} (95 %)"), format!("p99 ÷ {other} (95 %)")]);
        columns.extend(systems);
        let title = format!("Calls in flight: {}", group.title());
        open_table(out, &title, "workload", &columns)?;
        for row in &group.rows {
            html_row(out, group.systems_of(row), row, columns.len())?;
        }
        writeln!(out, "</tbody></table></div></section>")?;
    }
    html_lone(out, tasks)?;
    html_idle(out, tasks)?;
    for reason in reasons(tasks) {
        writeln!(out, "<p class=\"cut\">{}</p>", escape(&reason))?;
    }
    let legend = escape(&legend(run, tasks));
    writeln!(
        out,
        "<section><h2>How to read this</h2>\n<p>{legend}</p></section>"
    )
}

fn open_table(out: &mut String, title: &str, first: &str, columns: &[String]) -> fmt::Result {
    write!(
        out,
        "<section><h2>{}</h2>\n<div class=\"wide wrapped\"><table><thead><tr><th class=\"text\">{first}</th>",
        escape(title)
    )?;
    columns
        .iter()
        .try_for_each(|column| write!(out, "<th>{}</th>", escape(column)))?;
    writeln!(out, "</tr></thead><tbody>")
}

fn html_cells(out: &mut String, name: &str, cells: &[String]) -> fmt::Result {
    write!(out, "<tr><td class=\"text\">{}</td>", escape(name))?;
    cells
        .iter()
        .try_for_each(|cell| write!(out, "<td>{}</td>", escape(cell)))?;
    writeln!(out, "</tr>")
}

fn html_row<'r>(
    out: &mut String,
    systems: impl Iterator<Item = &'r Saturated>,
    row: &InFlight,
    columns: usize,
) -> fmt::Result {
    if let Some(why) = why(row).filter(|_| row.left_out.is_some()) {
        let name = format!("{} {}/{}", row.workload, row.in_flight, row.connections);
        return writeln!(
            out,
            "<tr><td class=\"text\">{}</td><td class=\"why\" colspan=\"{columns}\">{}</td></tr>",
            escape(&name),
            escape(&why)
        );
    }
    let mut cells = vec![row.in_flight.to_string(), row.connections.to_string()];
    let against = row.judged_against();
    cells.push(ratio_or_dash(
        against.and_then(|theirs| theirs.ours_against_it),
    ));
    cells.push(ratio_or_dash(
        against.and_then(|theirs| theirs.our_p99_against_it),
    ));
    cells.extend(systems.flat_map(figures));
    html_cells(out, &row.workload, &cells)
}

fn html_lone(out: &mut String, tasks: &Tasks) -> fmt::Result {
    if tasks.lone.is_empty() {
        return Ok(());
    }
    let columns = ["blocking µs", "task µs", "ratio (95 %)", "more, ns"].map(str::to_owned);
    open_table(out, LONE, "system", &columns)?;
    for row in &tasks.lone {
        let cells = [
            or_dash(row.blocking_ns, micros),
            or_dash(row.task_ns, micros),
            row.ratio.map_or("–".to_owned(), three_digits),
            row.difference_ns
                .map_or("–".to_owned(), |ns| difference(&ns)),
        ];
        html_cells(out, &row.system, &cells)?;
    }
    writeln!(out, "</tbody></table></div></section>")
}

fn html_idle(out: &mut String, tasks: &Tasks) -> fmt::Result {
    if tasks.idle.is_empty() {
        return Ok(());
    }
    let columns = ["connections", "server", "client"].map(str::to_owned);
    open_table(out, IDLE, "system", &columns)?;
    for row in &tasks.idle {
        let [server, client] = sides(row);
        html_cells(
            out,
            &row.system,
            &[row.connections.to_string(), server, client],
        )?;
    }
    writeln!(out, "</tbody></table></div></section>")
}

const CSV_HEADER: &str = "part,protocol,system,workload,in_flight,connections,cpus,calls_per_s,p99_ns,ours_against_it,\
ours_against_it_low,ours_against_it_high,our_p99_against_it,our_p99_against_it_low,our_p99_against_it_high,blocking_ns,task_ns,\
difference_ns,difference_low_ns,difference_high_ns,server_bytes,client_bytes\n";

/// `table.csv`: one line for each system of a load, each system's lone call, and each system's idle connections.
pub(super) fn csv(tasks: &Tasks) -> String {
    let mut text = CSV_HEADER.to_owned();
    for row in &tasks.rows {
        for system in &row.systems {
            let (rate, p99) = (system.ours_against_it, system.our_p99_against_it);
            let lead = ["in flight", &row.protocol, &system.system, &row.workload];
            let load = [row.in_flight, row.connections, row.cpus.len() as u32];
            let mut figures = load.map(|n| Some(f64::from(n))).to_vec();
            figures.extend([system.calls_per_s, system.p99_ns]);
            figures.extend(ends(rate).into_iter().chain(ends(p99)));
            csv_line(&mut text, lead, &figures, 0);
        }
    }
    for row in &tasks.lone {
        let mut figures = vec![row.blocking_ns, row.task_ns];
        figures.extend(ends(row.difference_ns));
        csv_line(
            &mut text,
            ["lone call", "", &row.system, "nothing"],
            &figures,
            11,
        );
    }
    for row in &tasks.idle {
        let bytes = [row.server_bytes, row.client_bytes].map(|bytes| Some(bytes?.value));
        let mut figures = vec![Some(f64::from(row.connections))];
        figures.extend([None; 14]);
        figures.extend(bytes);
        csv_line(
            &mut text,
            ["idle connections", &row.protocol, &row.system, ""],
            &figures,
            1,
        );
    }
    text
}

fn ends(interval: Option<Interval>) -> [Option<f64>; 3] {
    let ends = interval.map(|interval| [interval.value, interval.low, interval.high]);
    ends.map_or([None; 3], |ends| ends.map(Some))
}

/// A line: `lead`, then `skipped` empty columns, then figures, then empty ones to the end.
fn csv_line(text: &mut String, lead: [&str; 4], figures: &[Option<f64>], skipped: usize) {
    let columns = CSV_HEADER.split(',').count();
    let names = lead.map(|name| match name.contains(',') {
        true => format!("\"{name}\""),
        false => name.to_owned(),
    });
    let empty = || String::new();
    let mut cells: Vec<String> = names.to_vec();
    cells.extend((0..skipped).map(|_| empty()));
    cells.extend(
        figures
            .iter()
            .map(|f| f.map_or_else(empty, |f| f.to_string())),
    );
    cells.resize_with(columns, empty);
    text.push_str(&cells.join(","));
    text.push('\n');
}
