//! The run as tables: the document's two first, in its own shape.

use std::fmt::Write;

use crate::report::number::{bytes, micros};
use crate::stats::Interval;
use crate::study::paper::{Cell, Paper, Part, Row, Table};
use crate::study::published::Published;

use super::matrix::Matrix;
use super::peers::{self, LANGUAGES, OURS, SYSTEMS, System};
use super::plan::Key;
use super::record::{CellRecord, Record};

/// The report of a run.
pub(super) fn paper(record: &Record, published: &Published<'_>) -> Paper {
    let matrix = Matrix::published(published);
    Paper {
        name: super::NAME.to_owned(),
        title: "Client language × server language × system".to_owned(),
        summary: summary(record),
        cautions: cautions(record),
        parts: vec![
            documents_table(record, &matrix, false),
            documents_table(record, &matrix, true),
            relative(record, &matrix),
            calls_alone(record, false),
            calls_alone(record, true),
            wire(record),
            our_others(record),
        ],
        claims: record.claims.clone(),
        terms: terms(record),
        circumstances: circumstances(record, published),
    }
}

fn summary(record: &Record) -> String {
    let method = &record.method;
    format!(
        "{}: Database.Request(id, photo) gives a record of ten fields, with or without 1 MB of binary. \
         Rounds: {}; in each, every cell has a fresh client process that makes {} calls on one \
         connection ({} with the photo), each reply checked in every field.",
        super::SOURCE,
        method.rounds,
        method.calls,
        method.photo_calls,
    )
}

fn cautions(record: &Record) -> Vec<String> {
    let mut cautions = record.warnings.clone();
    if let Some(why) = &record.cut_short {
        cautions.insert(
            0,
            format!("CUT SHORT ({why}): this is less than was asked for"),
        );
    }
    if record.built_with.ends_with("debug") {
        cautions.push("this is a debug build: our own figures are no figures".to_owned());
    }
    cautions
}

/// Table 1 (small data) or Table 2 (with the photo) of the document.
fn documents_table(record: &Record, published: &Matrix, photo: bool) -> Part {
    let (number, data) = match photo {
        false => (1, "small test data"),
        true => (2, "binary data"),
    };
    let cell = |key: Key| {
        let mut cell = with_interval(record, key, |c| c.run_s, seconds);
        cell.published = published.figure(key).map(seconds);
        cell
    };
    Part {
        title: format!("Table {number}: seconds for 100 calls with {data}"),
        text: "From the start of the client's process to its last answer. Under today's figure its 95 % \
               interval, and in brackets the published one."
            .to_owned(),
        tables: grids(photo, record, cell),
        ..Part::default()
    }
}

/// What may be compared between machines: ratios inside one.
fn relative(record: &Record, published: &Matrix) -> Part {
    let key = |system: &'static str, photo, client, server| Key {
        system,
        photo,
        client,
        server,
    };
    let mut tables = Vec::new();
    for photo in [false, true] {
        let base = key("grpc", photo, "cpp", "cpp");
        let today = find(record, base).and_then(|c| c.run_s);
        let then = published.figure(base);
        let cell = |key: Key| {
            let figure = find(record, key).and_then(|c| c.run_s).zip(today);
            let printed = published.figure(key).zip(then);
            Cell {
                figure: figure.map(|(figure, base)| times(figure.value / base.value)),
                published: printed.map(|(figure, base)| times(figure / base)),
                ..Cell::default()
            }
        };
        if today.is_some() {
            tables.extend(grids(photo, record, cell));
        }
    }
    Part {
        title: "The same, as multiples of gRPC from C++ to C++".to_owned(),
        text:
            "Absolute times say nothing between machines; these may be compared. In brackets the \
               published ones."
                .to_owned(),
        tables,
        ..Part::default()
    }
}

fn calls_alone(record: &Record, photo: bool) -> Part {
    let data = if photo { "the photo" } else { "small data" };
    Part {
        title: format!("A call alone, with {data}: microseconds"),
        text:
            "The median of the calls that a client makes on its open connection after its run, and \
               its 95 % interval over rounds."
                .to_owned(),
        tables: grids(photo, record, |key| {
            with_interval(record, key, |c| c.call_ns, micros)
        }),
        ..Part::default()
    }
}

fn wire(record: &Record) -> Part {
    let mut tables = Vec::new();
    for photo in [false, true] {
        tables.extend(grids(photo, record, |key| {
            let wire = find(record, key).and_then(|c| c.wire);
            wire.map_or_else(Cell::default, |wire| Cell {
                figure: Some(bytes(wire.total())),
                interval: Some(format!(
                    "{} + {}",
                    bytes(wire.out_bytes),
                    bytes(wire.in_bytes)
                )),
                ..Cell::default()
            })
        }));
    }
    let where_counted = match record.method.counts_every_cell {
        true => "",
        false => " Counted where client and server are of one language.",
    };
    Part {
        title: "Bytes on the wire for one call".to_owned(),
        text: format!(
            "Socket payload, headers of HTTP included and those of TCP and IP not, counted by a relay \
             on an open connection; below it request + reply.{where_counted}"
        ),
        tables,
        ..Part::default()
    }
}

/// Systems that only we speak here have no matrix, only a line each.
fn our_others(record: &Record) -> Part {
    let mut rows = Vec::new();
    for system in SYSTEMS.iter().filter(|s| !s.is_published || s.id == "grpc") {
        for photo in [false, true] {
            let key = Key {
                system: system.id,
                photo,
                client: OURS,
                server: OURS,
            };
            let Some(cell) = find(record, key) else {
                continue;
            };
            let wire = cell.wire.map(|wire| Cell::figure(bytes(wire.total())));
            rows.push(Row {
                head: format!("{}{}", system.id, if photo { ", photo" } else { "" }),
                cells: vec![
                    with_interval(record, key, |c| c.run_s, seconds),
                    with_interval(record, key, |c| c.first_ns, micros),
                    with_interval(record, key, |c| c.call_ns, micros),
                    wire.unwrap_or_default(),
                ],
            });
        }
    }
    let columns = [
        "s for 100 calls",
        "first call, µs",
        "a call alone, µs",
        "bytes",
    ];
    let table = Table {
        title: "ours to ours".to_owned(),
        corner: "system".to_owned(),
        across: String::new(),
        columns: columns.map(str::to_owned).to_vec(),
        rows,
    };
    Part {
        title: "The same service over the systems that only we speak here".to_owned(),
        text: "The same client and server of ours; gRPC for comparison.".to_owned(),
        tables: Some(table)
            .filter(|t| !t.rows.is_empty())
            .into_iter()
            .collect(),
        ..Part::default()
    }
}

/// A table for each system of the document, clients down and servers across.
fn grids(photo: bool, record: &Record, cell: impl Fn(Key) -> Cell) -> Vec<Table> {
    let published = SYSTEMS.iter().filter(|s| s.is_published);
    let tables = published.map(|system| grid(system, photo, record, &cell));
    tables.filter(|table| !table.is_empty()).collect()
}

fn grid(system: &System, photo: bool, record: &Record, cell: &impl Fn(Key) -> Cell) -> Table {
    let takes_part = |language: &str| {
        let mut cells = record.cells.iter();
        cells.any(|c| c.system == system.id && (c.client == language || c.server == language))
    };
    let speakers: Vec<&str> = peers::speakers(system.id)
        .map(|l| l.id)
        .filter(|id| takes_part(id))
        .collect();
    let row = |client: &&'static str| Row {
        head: (*client).to_owned(),
        cells: speakers
            .iter()
            .map(|&server| {
                cell(Key {
                    system: system.id,
                    photo,
                    client,
                    server,
                })
            })
            .collect(),
    };
    let languages: Vec<&'static str> = LANGUAGES
        .iter()
        .map(|l| l.id)
        .filter(|id| speakers.contains(id))
        .collect();
    Table {
        title: format!("{} {}", system.title, if photo { "big" } else { "small" }),
        corner: "client".to_owned(),
        across: "server".to_owned(),
        columns: speakers.iter().map(|&s| s.to_owned()).collect(),
        rows: languages.iter().map(row).collect(),
    }
}

fn find(record: &Record, key: Key) -> Option<&CellRecord> {
    record.cells.iter().find(|cell| cell.key() == key)
}

fn with_interval(
    record: &Record,
    key: Key,
    figure: fn(&CellRecord) -> Option<Interval>,
    words: fn(f64) -> String,
) -> Cell {
    let Some(cell) = find(record, key) else {
        return Cell::default();
    };
    let figure = figure(cell);
    Cell {
        figure: figure.map(|f| words(f.value)),
        interval: figure
            .map(|f| (words(f.low), words(f.high)))
            .filter(|(low, high)| low != high)
            .map(|(low, high)| format!("{low}–{high}")),
        published: None,
        why: cell.why.clone(),
    }
}

/// Seconds: three digits that matter.
fn seconds(s: f64) -> String {
    match s {
        s if s < 1.0 => format!("{s:.4}"),
        s if s < 10.0 => format!("{s:.3}"),
        s => format!("{s:.2}"),
    }
}

fn times(ratio: f64) -> String {
    match ratio {
        r if r < 10.0 => format!("{r:.2}"),
        r => format!("{r:.1}"),
    }
}

fn terms(record: &Record) -> Vec<(String, String)> {
    let method = &record.method;
    let drawn_out = match (method.calls, method.photo_calls) {
        (100, 100) => String::new(),
        (calls, photo_calls) => format!(
            " A run here has {calls} calls ({photo_calls} with the photo); as many as are missing to \
             100 are added, each as long as the median of those that the process makes after it."
        ),
    };
    let term = |name: &str, text: String| (name.to_owned(), text);
    vec![
        term(
            "Seconds for 100 calls",
            format!(
                "The document's measure: the client's process starts, connects and makes 100 calls one \
                 after the other; the clock stops at its last answer.{drawn_out}"
            ),
        ),
        term(
            "A call alone",
            "What the same process needs for a call when it has made its run: libraries are loaded, \
             code that is compiled at run time partly is, the connection is open."
                .to_owned(),
        ),
        term(
            "Interval",
            format!(
                "The figure is the geometric mean over {} rounds, the interval is Student's t over \
                 their logarithms. Ratios are taken inside rounds.",
                method.rounds
            ),
        ),
        term(
            "Verdicts",
            "A claim holds if the whole interval of each of its quantities is where the claim has it, \
             does not hold if one lies wholly outside, and cannot be decided otherwise."
                .to_owned(),
        ),
        term(
            "The languages",
            LANGUAGES
                .iter()
                .map(|l| {
                    let mut libraries: Vec<&str> = l.speaks.iter().map(|(_, by)| *by).collect();
                    libraries.dedup();
                    format!("{}: {}, on {}", l.id, l.title, libraries.join("; "))
                })
                .collect::<Vec<_>>()
                .join(". "),
        ),
    ]
}

fn circumstances(record: &Record, published: &Published<'_>) -> Vec<(String, String)> {
    let fact = |name| published.fact(name).unwrap_or(f64::NAN);
    let entry = |name: &str, value: String| (name.to_owned(), value);
    let cpus = |cpus: &[usize]| {
        let cpus: Vec<String> = cpus.iter().map(usize::to_string).collect();
        cpus.join(" or ")
    };
    let placement = &record.placement;
    vec![
        entry("Machine", crate::report::in_short(&record.environment)),
        entry("System", record.environment.system.clone()),
        entry("Link", record.environment.link.clone()),
        entry(
            "Placement",
            format!(
                "{} (client on CPU {}, server on CPU {}): {}",
                placement.id,
                cpus(&placement.client_cpus),
                cpus(&placement.server_cpus),
                placement.meaning
            ),
        ),
        entry(
            "The document's circumstances",
            format!(
                "server in a rack, client on a laptop, {} Mbit/s between them, programs in containers; \
                 a photo of {} MB; \
                 {} runs of each cell by the tables' captions, {} by the text",
                fact("link"),
                fact("bytes of the photo"),
                fact("runs of a cell"),
                fact("runs of a client in the text"),
            ),
        ),
        entry(
            "Clock",
            format!(
                "{}, resolution {} ns; timing adds {:.0} ns to each sample of ours",
                record.timing.clock, record.timing.resolution_ns, record.timing.pair_ns
            ),
        ),
        entry("Started", record.started.clone()),
        entry("Command", record.command_line.join(" ")),
        entry(
            "Version",
            format!(
                "manyrpc {} {}, {}",
                record.version,
                record.commit.as_deref().unwrap_or(""),
                record.built_with
            ),
        ),
        entry("Seed", record.seed.to_string()),
        entry("Took", format!("{:.0} s", record.seconds)),
    ]
}

const CSV_HEADER: &str = "system,photo,client,server,why,run_s,run_s_low,run_s_high,call_ns,\
call_ns_low,call_ns_high,first_ns,first_ns_low,first_ns_high,wire_out_bytes,wire_in_bytes\n";

/// `table.csv`: a line for each cell.
pub(super) fn csv(record: &Record) -> String {
    let mut text = CSV_HEADER.to_owned();
    for cell in &record.cells {
        let why = cell.why.as_deref().unwrap_or("").replace('"', "\"\"");
        write!(
            text,
            "{},{},{},{},\"{why}\"",
            cell.system, cell.photo, cell.client, cell.server
        )
        .expect("a string takes everything");
        let interval =
            |i: Option<Interval>| [i.map(|i| i.value), i.map(|i| i.low), i.map(|i| i.high)];
        let wire = cell.wire;
        let figures = [cell.run_s, cell.call_ns, cell.first_ns].map(interval);
        let wire = [wire.map(|w| w.out_bytes), wire.map(|w| w.in_bytes)];
        for figure in figures.into_iter().flatten().chain(wire) {
            let figure = figure.map_or(String::new(), |f| f.to_string());
            write!(text, ",{figure}").expect("a string takes everything");
        }
        text.push('\n');
    }
    text
}
