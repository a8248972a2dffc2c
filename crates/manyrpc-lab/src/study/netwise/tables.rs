//! The tables of a run, starting with the document's in their original form.

use manyrpc_measure::report::number::{bytes, micros, times};
use manyrpc_measure::report::plot::{Axis, Plot};

use crate::study::costs;
use crate::study::design::Cell;
use crate::study::journal::method_from_json;
use crate::study::paper::{self, Paper, Part, Row, Table};
use crate::study::plots;
use crate::study::published::Published;
use crate::study::record::{CellRecord, Record};
use crate::study::tables::{cautions, circumstances, interval_term, shown, verdict_term};

use super::plan::{self, Method, RUNS, SHAPES, cell};
use super::{NO_NETWISE, size};

/// The document's columns: transport, product, and the corresponding system, or why there is none.
const COLUMNS: [(&str, &str, Result<&str, &str>); 6] = [
    ("TCP", "Sun", Ok("onc-tcp")),
    ("TCP", "Apollo", Err("NCS has datagrams only")),
    ("TCP", "Netwise", Err(NO_NETWISE)),
    ("UDP", "Sun", Ok("onc-udp")),
    ("UDP", "Apollo", Ok("ncs")),
    ("UDP", "Netwise", Err(NO_NETWISE)),
];

/// The report of a run.
pub(super) fn paper(record: &Record, published: &Published<'_>) -> Paper {
    let rounds = record.head.design.rounds(RUNS);
    let method: Method = method_from_json(&record.head.method);
    Paper {
        name: plan::NAME.to_owned(),
        title: "Eight shapes of parameters over TCP and UDP".to_owned(),
        summary: format!(
            "{}: client and server on one host. Rounds: {rounds}; in each, every system has a fresh server \
             and a fresh client, which makes {} calls of each shape one after the other on an open \
             connection, after {} that are not counted. Every result is checked.",
            plan::SOURCE,
            method.calls,
            method.warm_up
        ),
        cautions: cautions(record),
        parts: vec![
            documents_table(record, published),
            relative(record, published),
            of_every_system(record, "Mean of a call in µs, every system", MEAN, |c| {
                shown(c, "mean_ns", micros)
            }),
            of_every_system(record, "Median of a call in µs, every system", MEDIAN, |c| {
                shown(c, "median_ns", micros)
            }),
            of_every_system(record, "Bytes on the wire for one call", WIRE, wire),
            of_every_system(record, "CPU time of a call in µs", CPU, cpu),
            void_costs(record),
            size::in_its_shape(record, published),
            size::of_every_product(record),
        ],
        claims: record.claims.clone(),
        terms: terms(rounds),
        circumstances: circumstances(
            record,
            "a Sun 3/280 under SunOS 3.5 in single-user mode; Netwise RPC TOOL 2.02 (its UDP before \
             release), Apollo NCS 1.1, Sun RPC 3.9"
                .to_owned(),
        ),
    }
}

const MEAN: &str = "The document's measure, with its 95 % interval.";
const MEDIAN: &str = "The time of an undisturbed call, with its 95 % interval.";
const WIRE: &str =
    "Socket payload, counted by a relay on an open connection; below it request + reply.";
const CPU: &str = "Of the client's process and of the server's together, system time included; below it \
                   client + server.";

fn printed(
    published: &Published<'_>,
    shape: &str,
    (transport, product): (&str, &str),
) -> Option<f64> {
    published.find("Timing Results", transport, shape, product)
}

/// One of the document's tables, with a cell per shape and column.
fn in_its_shape(
    title: &str,
    text: &str,
    show: impl Fn(&str, &(&str, &str, Result<&str, &str>)) -> paper::Cell,
) -> Part {
    let rows = SHAPES.iter().map(|(shape, _)| Row {
        head: (*shape).to_owned(),
        cells: COLUMNS.iter().map(|column| show(shape, column)).collect(),
    });
    Part {
        title: title.to_owned(),
        text: text.to_owned(),
        tables: vec![Table {
            title: "Timing results".to_owned(),
            corner: "shape".to_owned(),
            across: "transport and product".to_owned(),
            columns: COLUMNS
                .map(|(transport, product, _)| format!("{transport} {product}"))
                .into(),
            rows: rows.collect(),
        }],
        ..Part::default()
    }
}

fn documents_table(record: &Record, published: &Published<'_>) -> Part {
    let part = in_its_shape(
        "Timing results: microseconds a call",
        "The mean of a run. Under today's figure its 95 % interval, and in brackets the published one in \
         milliseconds.",
        |shape, &(transport, product, system)| paper::Cell {
            published: printed(published, shape, (transport, product))
                .map(|ms| format!("{ms:.2} ms")),
            ..match system {
                Ok(system) => shown(record.cell(&cell(shape, system)), "mean_ns", micros),
                Err(why) => paper::Cell::without(why),
            }
        },
    );
    Part {
        plots: by_shape(record),
        ..part
    }
}

/// The document's systems, with the raw systems for comparison.
fn by_shape(record: &Record) -> Vec<Plot> {
    let shown = plots::FigureSeries {
        record,
        figure: "mean_ns",
        unit: 1e-3,
    };
    let of_document = COLUMNS.iter().filter_map(|(.., system)| system.ok());
    let systems = of_document.chain(["raw-tcp", "raw-udp"]);
    let series = systems
        .map(|system| shown.marks(system, SHAPES.iter().map(|(shape, _)| cell(shape, system))));
    plots::in_rows(
        "A call of each shape".to_owned(),
        "The mean of a run with its 95 % interval; the raw systems move as many bytes without any marshalling.",
        Axis::logarithmic("call", "µs"),
        SHAPES.iter().map(|(shape, _)| (*shape).to_owned()),
        series,
    )
}

/// Ratios, which can be compared between machines.
fn relative(record: &Record, published: &Published<'_>) -> Part {
    let today = |cell: &Cell| Some(record.cell(cell)?.interval("mean_ns")?.value);
    let base = (
        today(&cell("Void", "onc-udp")),
        printed(published, "Void", ("UDP", "Sun")),
    );
    in_its_shape(
        "The same, as multiples of Sun's Void over UDP",
        "Absolute times say nothing between machines; these may be compared. In brackets the published \
         ones.",
        |shape, &(transport, product, system)| {
            let of = |figure: Option<f64>, base: Option<f64>| Some(times(figure? / base?));
            let figure = system.ok().and_then(|system| today(&cell(shape, system)));
            paper::Cell {
                figure: of(figure, base.0),
                published: of(printed(published, shape, (transport, product)), base.1),
                ..paper::Cell::default()
            }
        },
    )
}

/// A row for each system, a column for each shape.
fn of_every_system(
    record: &Record,
    title: &str,
    text: &str,
    show: impl Fn(Option<&CellRecord>) -> paper::Cell,
) -> Part {
    let systems = record.head.design.levels("system").iter();
    let rows = systems.map(|system| Row {
        head: system.clone(),
        cells: SHAPES
            .iter()
            .map(|(shape, _)| show(record.cell(&cell(shape, system))))
            .collect(),
    });
    Part {
        title: title.to_owned(),
        text: text.to_owned(),
        tables: vec![Table {
            title: "system".to_owned(),
            corner: "system".to_owned(),
            across: "shape".to_owned(),
            columns: SHAPES.map(|(shape, _)| shape.to_owned()).into(),
            rows: rows.collect(),
        }],
        ..Part::default()
    }
}

/// The sum of two figures, with both.
fn both(record: Option<&CellRecord>, figures: [&str; 2], words: fn(f64) -> String) -> paper::Cell {
    let of = |figure| Some(record?.interval(figure)?.value);
    match of(figures[0]).zip(of(figures[1])) {
        Some((one, other)) => paper::Cell {
            interval: Some(format!("{} + {}", words(one), words(other))),
            ..paper::Cell::figure(words(one + other))
        },
        None => paper::Cell::default(),
    }
}

fn wire(record: Option<&CellRecord>) -> paper::Cell {
    both(record, ["out_bytes", "in_bytes"], bytes)
}

fn cpu(record: Option<&CellRecord>) -> paper::Cell {
    both(record, ["client_cpu_ns", "server_cpu_ns"], micros)
}

fn void_costs(record: &Record) -> Part {
    let voids = record
        .cells
        .iter()
        .filter(|c| c.cell.level("shape") == "Void");
    costs::part(
        "Void",
        voids.map(|c| (c.cell.level("system").to_owned(), c)),
    )
}

fn terms(rounds: u32) -> Vec<(String, String)> {
    let mut terms = vec![(
        "The shapes".to_owned(),
        "Void: nothing in, nothing out. Add: two integers in, their sum out. Integer: so many in, one out. \
         String: 15 and 18 characters in, both joined out. Opaque: so many bytes in and out, and an integer \
         out. Integers have 32 bits."
            .to_owned(),
    )];
    terms.push((
        "The products".to_owned(),
        "Sun: ONC RPC, our client and server (libtirpc, which is Sun's own code by descent, is among the \
         systems). Apollo: NCS, our client and server; the document declared its operations idempotent, here \
         they are not."
            .to_owned(),
    ));
    terms.push(interval_term(rounds));
    terms.push(verdict_term());
    terms
}
