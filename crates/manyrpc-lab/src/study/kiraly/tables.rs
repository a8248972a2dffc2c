//! The tables of a run, starting with the document's two in their original form.

use manyrpc_measure::report::number::{bytes, micros, seconds, times};
use manyrpc_measure::report::plot::{Axis, Plot};

use crate::study::costs;
use crate::study::design::Cell;
use crate::study::journal::method_from_json;
use crate::study::matrix::Matrix;
use crate::study::paper::{self, Paper, Part, Row, Table};
use crate::study::plots;
use crate::study::published::Published;
use crate::study::record::{CellRecord, Record};
use crate::study::tables::{cautions, circumstances, interval_term, shown, verdict_term};

use super::peers::{self, LANGUAGES, OURS, SYSTEMS, System};
use super::plan::{self, Method, RUNS, cell};

/// The report of a run.
pub(super) fn paper(record: &Record, published: &Published<'_>) -> Paper {
    let matrix = printed_tables(published);
    let method: Method = method_from_json(&record.head.method);
    let rounds = record.head.design.rounds(RUNS);
    Paper {
        name: plan::NAME.to_owned(),
        title: "Client language × server language × system".to_owned(),
        summary: summary(&method, rounds),
        cautions: cautions(record),
        parts: vec![
            documents_table(record, &matrix, false),
            documents_table(record, &matrix, true),
            relative(record, &matrix),
            calls_alone(record, false),
            calls_alone(record, true),
            wire(record, &method),
            costs_of(record, false),
            costs_of(record, true),
            our_others(record),
        ],
        claims: record.claims.clone(),
        terms: terms(&method, rounds),
        circumstances: circumstances(record, of_the_document(published)),
    }
}

/// The document's two tables.
pub(super) fn printed_tables(published: &Published<'_>) -> Matrix {
    let tables = published.figures().iter().filter_map(|figure| {
        let photo = match figure.table {
            "Table 1" => false,
            "Table 2" => true,
            _ => return None,
        };
        let place = cell(figure.block, photo, figure.row, figure.column);
        Some((place, figure.value))
    });
    Matrix::printed(tables)
}

fn summary(method: &Method, rounds: u32) -> String {
    format!(
        "{}: Database.Request(id, photo) gives a record of ten fields, with or without 1 MB of binary. \
         Rounds: {}; in each, every cell has a fresh client process that makes {} calls on one \
         connection ({} with the photo), each reply checked in every field.",
        plan::SOURCE,
        rounds,
        method.calls,
        method.photo_calls,
    )
}

/// Table 1 (small data) or Table 2 (with the photo) of the document.
fn documents_table(record: &Record, published: &Matrix, photo: bool) -> Part {
    let (number, data) = match photo {
        false => (1, "small test data"),
        true => (2, "binary data"),
    };
    let shown = |place: &Cell| paper::Cell {
        published: published.figure(place).map(seconds),
        ..shown(record.cell(place), "run_s", seconds)
    };
    Part {
        title: format!("Table {number}: seconds for 100 calls with {data}"),
        text: format!(
            "From the start of the client's process to its last answer. Under today's figure its 95 % \
             interval, and in brackets the published one.{}",
            described(record)
        ),
        tables: grids(photo, record, shown),
        plots: by_language(record, photo, data),
    }
}

/// What the document says of systems of the run that it did not measure.
fn described(record: &Record) -> String {
    let takes_part = |system: &&System| {
        let mut cells = record.cells.iter();
        cells.any(|record| record.cell.level("system") == system.id)
    };
    let said = SYSTEMS
        .iter()
        .filter(takes_part)
        .filter_map(|s| s.described);
    said.map(|words| format!(" {words}")).collect()
}

/// Plots of clients and servers in the same language.
fn by_language(record: &Record, photo: bool, data: &str) -> Vec<Plot> {
    let shown = plots::FigureSeries {
        record,
        figure: "run_s",
        unit: 1.0,
    };
    let series = SYSTEMS.iter().filter(|s| s.has_matrix()).map(|system| {
        let cells = LANGUAGES.iter().map(|l| cell(system.id, photo, l.id, l.id));
        shown.marks(system.title, cells)
    });
    plots::in_rows(
        format!("100 calls with {data}, client and server in one language"),
        "Seconds from the start of the client's process to its last answer, with the 95 % interval.",
        Axis::logarithmic("100 calls", "s"),
        LANGUAGES.iter().map(|l| l.title.to_owned()),
        series,
    )
}

/// Ratios, which can be compared between machines.
fn relative(record: &Record, published: &Matrix) -> Part {
    let figure = |place: &Cell| Some(record.cell(place)?.interval("run_s")?.value);
    let mut tables = Vec::new();
    for photo in [false, true] {
        let base = cell("grpc", photo, "cpp", "cpp");
        let (today, then) = (figure(&base), published.figure(&base));
        let multiple = |place: &Cell| {
            let of = |figure: Option<f64>, base: Option<f64>| Some(times(figure? / base?));
            paper::Cell {
                figure: of(figure(place), today),
                published: of(published.figure(place), then),
                ..paper::Cell::default()
            }
        };
        if today.is_some() {
            tables.extend(grids(photo, record, multiple));
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
        tables: grids(photo, record, |place| {
            shown(record.cell(place), "call_ns", micros)
        }),
        ..Part::default()
    }
}

fn wire(record: &Record, method: &Method) -> Part {
    let mut tables = Vec::new();
    for photo in [false, true] {
        tables.extend(grids(photo, record, |place| {
            let Some((out, back)) = record.cell(place).and_then(counted) else {
                return paper::Cell::default();
            };
            paper::Cell {
                interval: Some(format!("{} + {}", bytes(out), bytes(back))),
                ..paper::Cell::figure(bytes(out + back))
            }
        }));
    }
    let where_counted = match method.counts_every_cell {
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

/// Bytes of a cell's call, out and back.
fn counted(record: &CellRecord) -> Option<(f64, f64)> {
    let of = |figure| Some(record.interval(figure)?.value);
    of("out_bytes").zip(of("in_bytes"))
}

/// The costs of calls between programs in the same language: a table for each system with several, and one for the others.
fn costs_of(record: &Record, photo: bool) -> Part {
    let data = if photo { "the photo" } else { "small data" };
    let rows = |system: &System| -> Vec<(String, &CellRecord)> {
        let alike = LANGUAGES.iter().filter_map(|language| {
            let cell = record.cell(&cell(system.id, photo, language.id, language.id))?;
            Some((language.id.to_owned(), cell))
        });
        alike.collect()
    };
    let mut tables: Vec<Table> = Vec::new();
    for system in SYSTEMS.iter().filter(|s| s.has_matrix()) {
        let table = costs::table(system.title, rows(system));
        tables.push(Table {
            corner: "language".to_owned(),
            ..table
        });
    }
    let others = SYSTEMS.iter().filter(|s| !s.has_matrix());
    let of_others = others.flat_map(|system| {
        let cells = rows(system).into_iter();
        cells.map(|(_, cell)| (system.id.to_owned(), cell))
    });
    tables.push(costs::table("ours to ours", of_others));
    Part {
        tables: tables
            .into_iter()
            .filter(|table| !table.is_empty())
            .collect(),
        ..costs::tables(&format!("{data}, client and server in one language"))
    }
}

/// Systems that only manyrpc implements here have a line each instead of a matrix.
fn our_others(record: &Record) -> Part {
    let mut rows = Vec::new();
    for system in SYSTEMS.iter().filter(|s| !s.has_matrix() || s.id == "grpc") {
        for photo in [false, true] {
            let Some(cell) = record.cell(&cell(system.id, photo, OURS, OURS)) else {
                continue;
            };
            let wire = counted(cell).map(|(out, back)| paper::Cell::figure(bytes(out + back)));
            rows.push(Row {
                head: format!("{}{}", system.id, if photo { ", photo" } else { "" }),
                cells: vec![
                    shown(Some(cell), "run_s", seconds),
                    shown(Some(cell), "first_ns", micros),
                    shown(Some(cell), "call_ns", micros),
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

/// A table for each system in several languages, clients down and servers across.
fn grids(photo: bool, record: &Record, show: impl Fn(&Cell) -> paper::Cell) -> Vec<Table> {
    let matrices = SYSTEMS.iter().filter(|s| s.has_matrix());
    let tables = matrices.map(|system| grid(system, photo, record, &show));
    tables.filter(|table| !table.is_empty()).collect()
}

fn grid(
    system: &System,
    photo: bool,
    record: &Record,
    show: &impl Fn(&Cell) -> paper::Cell,
) -> Table {
    let takes_part = |language: &str| {
        let plays = |cell: &Cell, role| cell.level(role) == language;
        record.cells.iter().map(|record| &record.cell).any(|cell| {
            cell.level("system") == system.id && (plays(cell, "client") || plays(cell, "server"))
        })
    };
    let speakers: Vec<&str> = peers::speakers(system.id)
        .map(|l| l.id)
        .filter(|id| takes_part(id))
        .collect();
    let row = |client: &&'static str| Row {
        head: (*client).to_owned(),
        cells: speakers
            .iter()
            .map(|&server| show(&cell(system.id, photo, client, server)))
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

fn terms(method: &Method, rounds: u32) -> Vec<(String, String)> {
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
        interval_term(rounds),
        verdict_term(),
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

fn of_the_document(published: &Published<'_>) -> String {
    let fact = |name| published.fact(name).unwrap_or(f64::NAN);
    format!(
        "server in a rack, client on a laptop, {} Mbit/s between them, programs in containers; a photo \
         of {} MB; {} runs of each cell by the tables' captions, {} by the text",
        fact("link"),
        fact("bytes of the photo"),
        fact("runs of a cell"),
        fact("runs of a client in the text"),
    )
}
