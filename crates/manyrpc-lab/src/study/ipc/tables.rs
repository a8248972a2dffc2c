//! The tables of a run: the cost of the first message, and the variation of the others.

use manyrpc_measure::report::number::{micros, times};

use crate::study::costs;
use crate::study::journal::{Journal, method_from_json};
use crate::study::paper::{self, Paper, Part, Row, Table};
use crate::study::published::Published;
use crate::study::record::{CellRecord, Record};
use crate::study::tables::{cautions, circumstances, interval_term, shown, verdict_term};

use super::claims::{first_to_median, median_us};
use super::plan::{self, FIRSTS, METHODS, Method, RUNS, cell};
use super::plots;

/// The report of a run.
pub(super) fn paper(record: &Record, journal: &Journal, published: &Published<'_>) -> Paper {
    let rounds = record.head.design.rounds(RUNS);
    let method: Method = method_from_json(&record.head.method);
    Paper {
        name: plan::NAME.to_owned(),
        title: "Round trips of a short message".to_owned(),
        summary: format!(
            "{}: a client sends a message of 12 bytes, the server sends it back. Rounds: {rounds}; in each, \
             every system has a fresh server and a fresh client, which makes {} round trips one after the \
             other, the first included.",
            plan::SOURCE,
            method.messages
        ),
        cautions: cautions(record),
        parts: vec![
            first(record, published),
            taken_apart(record),
            spread(record, journal),
            what_it_costs(record),
        ],
        claims: record.claims.clone(),
        terms: terms(rounds),
        circumstances: circumstances(record, "Sun servers under Solaris, two of them".to_owned()),
    }
}

/// The document's methods by its names, then all other systems by their own.
fn rows(
    record: &Record,
    show: impl Fn(Option<&str>, Option<&CellRecord>) -> Vec<paper::Cell>,
) -> Vec<Row> {
    let methods = METHODS.iter().map(|&(name, system)| Row {
        head: format!("{name} ({system})"),
        cells: show(Some(name), record.cell(&cell(system))),
    });
    let is_method = |id: &str| METHODS.iter().any(|(_, system)| *system == id);
    let others = record
        .cells
        .iter()
        .filter(|c| !is_method(c.cell.level("system")));
    let others = others.map(|c| Row {
        head: c.cell.level("system").to_owned(),
        cells: show(None, Some(c)),
    });
    methods.chain(others).collect()
}

/// A table of all methods.
fn by_method(columns: &[&str], rows: Vec<Row>) -> Table {
    Table {
        title: "method".to_owned(),
        corner: "method".to_owned(),
        across: String::new(),
        columns: columns.iter().map(|&column| column.to_owned()).collect(),
        rows,
    }
}

/// The document's first section.
fn first(record: &Record, published: &Published<'_>) -> Part {
    let us = |us: f64| format!("{us:.1}");
    let of_document = |name: Option<&str>| {
        let name = name?;
        let first = published.find("Section 1", "first message", name, "round trip")?;
        Some([
            us(first),
            us(median_us(published, name)?),
            times(first_to_median(published, name)?),
        ])
    };
    let show = |name: Option<&str>, record: Option<&CellRecord>| {
        let printed = of_document(name).map_or([None, None, None], |p| p.map(Some));
        let today = [
            shown(record, "first_ns", micros),
            shown(record, "median_ns", micros),
            shown(record, "first_to_median", times),
        ];
        let both = today.into_iter().zip(printed);
        let both = both.map(|(cell, published)| paper::Cell { published, ..cell });
        both.collect()
    };
    let columns = ["first message, µs", "median, µs", "first ÷ median"];
    Part {
        title: "What the first message costs".to_owned(),
        text: "Round trips in microseconds. Under today's figure its 95 % interval, and in brackets the \
               published one; the document's medians follow from its first messages and by how much they are \
               above the median."
            .to_owned(),
        tables: vec![by_method(&columns, rows(record, show))],
        ..Part::default()
    }
}

/// The parts of a first call.
fn taken_apart(record: &Record) -> Part {
    let systems = record
        .cells
        .iter()
        .filter(|c| c.interval("whole_ns").is_some());
    let row = |record: &CellRecord| Row {
        head: record.cell.level("system").to_owned(),
        cells: [
            "resolve_ns",
            "connect_ns",
            "bind_ns",
            "exchange_ns",
            "whole_ns",
            "again_ns",
        ]
        .map(|figure| shown(Some(record), figure, micros))
        .into(),
    };
    let columns = ["resolve", "connect", "bind", "exchange", "whole", "again"];
    let rounds = record.head.design.rounds(FIRSTS);
    let mut table = by_method(&columns, systems.map(row).collect());
    table.title = "system".to_owned();
    table.corner = table.title.clone();
    Part {
        title: "What a first call is made of".to_owned(),
        text: format!(
            "Microseconds, of {rounds} fresh clients that know a fresh server by its name: the name is looked up, a \
             connection or a socket is made, the protocol settles what it must before a call can go, and the call \
             is made. Beside the whole the same call once more. Foreign clients do not tell."
        ),
        tables: vec![table],
        ..Part::default()
    }
}

/// The variation of round trips.
fn spread(record: &Record, journal: &Journal) -> Part {
    let show = |_: Option<&str>, record: Option<&CellRecord>| {
        let us = |figure| shown(record, figure, micros);
        let mut cells: Vec<paper::Cell> = [
            "min_ns",
            "p25_ns",
            "median_ns",
            "p75_ns",
            "p99_ns",
            "max_ns",
            "deviation_ns",
        ]
        .map(us)
        .into();
        cells.push(shown(record, "quartiles_to_median", times));
        cells
    };
    let columns = [
        "least",
        "quarter",
        "median",
        "3 quarters",
        "99 %",
        "most",
        "st. dev.",
        "quart. ÷ med.",
    ];
    Part {
        title: "How round trips vary".to_owned(),
        text: "Microseconds: the quantiles of a run, its standard deviation, and the distance of its quartiles \
               as a share of its median; each in the mean over rounds."
            .to_owned(),
        tables: vec![by_method(&columns, rows(record, show))],
        plots: plots::of(journal),
    }
}

fn what_it_costs(record: &Record) -> Part {
    let cells = record.cells.iter();
    costs::part(
        "a round trip",
        cells.map(|c| (c.cell.level("system").to_owned(), c)),
    )
}

fn terms(rounds: u32) -> Vec<(String, String)> {
    let first = "The first round trip of a client's process. Where a system opens its connection, or agrees \
                 with the server upon something, only when it is first called, that is in it.";
    vec![
        ("First message".to_owned(), first.to_owned()),
        interval_term(rounds),
        verdict_term(),
    ]
}
