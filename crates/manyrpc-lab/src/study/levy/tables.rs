//! The run as tables: the document's of speed, and that of errors.

use crate::net::between::Between;
use crate::study::journal::method_from_json;
use crate::study::paper::{self, Paper, Part, Row, Table};
use crate::study::published::Published;
use crate::study::record::Record;
use crate::study::tables::{cautions, circumstances, interval_term, range, shown, verdict_term};

use super::claims::{count, errors_of, printed};
use super::dependability::{self, GUARDED, LOADS};
use super::speed::{self, CLIENTS, CONNECTIONS, PLACES, SIZES, cell};
use super::{IMPLEMENTATIONS, Method};

/// The report of a run.
pub(super) fn paper(record: &Record, published: &Published<'_>) -> Paper {
    let design = &record.head.design;
    let (rounds, visits) = (
        design.rounds(speed::PHASE),
        design.rounds(dependability::PHASE),
    );
    let method: Method = method_from_json(&record.head.method);
    let mut parts = Vec::new();
    for connections in CONNECTIONS {
        for place in PLACES {
            parts.push(times(record, published, (connections, place)));
        }
    }
    parts.push(errors(record, published));
    Paper {
        name: super::NAME.to_owned(),
        title: "Commercial RPC systems: speed and dependability".to_owned(),
        summary: format!(
            "{}: clients send so many bytes and get them back. Rounds: {rounds}; in each, every cell has a \
             fresh server and fresh clients, each of which makes {} calls while the others do. Then the \
             counter test: {visits} visits of {} calls to a server whose CPU others want.",
            super::SOURCE,
            method.calls,
            method.counted
        ),
        cautions: cautions(record),
        parts,
        claims: record.claims.clone(),
        terms: terms(rounds, &record.head.wanted.between),
        circumstances: circumstances(
            record,
            "two Sun 3/140 with 8 MB of memory under SunOS 3.2 on a lightly loaded Ethernet; the RPC of SunOS 3.2, \
             Apollo's Multivendor 1.00, Netwise 2.01"
                .to_owned(),
        ),
    }
}

/// Milliseconds of a second, three digits that matter.
fn millis(s: f64) -> String {
    let ms = s * 1000.0;
    match ms {
        ms if ms < 10.0 => format!("{ms:.2}"),
        ms if ms < 100.0 => format!("{ms:.1}"),
        ms => format!("{ms:.0}"),
    }
}

fn times(record: &Record, published: &Published<'_>, place: (&str, &str)) -> Part {
    let matrix = printed(published);
    let named = |id: &str| {
        let of_document = IMPLEMENTATIONS.iter().find(|(_, system)| *system == Ok(id));
        of_document.map_or(id.to_owned(), |(name, _)| format!("{name}, {id}"))
    };
    let is_of_part = |id: &str| {
        let mut cells = record.cells.iter().map(|c| &c.cell);
        cells.any(|c| c.level(super::PART) == speed::PHASE && c.level("system") == id)
    };
    let systems = record.head.design.levels("system").iter();
    let systems: Vec<&str> = systems
        .map(|id| &**id)
        .filter(|id| is_of_part(id))
        .collect();
    let row = |clients: u32, system: &&str| Row {
        head: named(system),
        cells: SIZES
            .iter()
            .map(|&size| {
                let here = cell(place, clients, size, system);
                paper::Cell {
                    published: matrix.figure(&here).map(|s| format!("{s:.1} s")),
                    ..shown(record.cell(&here), "run_s", millis)
                }
            })
            .collect(),
    };
    let table = |&clients: &u32| Table {
        title: format!("{clients} client{}", if clients == 1 { "" } else { "s" }),
        corner: "system".to_owned(),
        across: "bytes each way".to_owned(),
        columns: SIZES.map(|size| size.to_string()).into(),
        rows: systems.iter().map(|system| row(clients, system)).collect(),
    };
    let tables = CLIENTS.iter().map(table);
    Part {
        title: format!("Milliseconds of 100 calls, {}, connections {}", place.1, place.0),
        text: "In the mean over the clients. Under today's figure its 95 % interval, and in brackets the \
               published one in seconds."
            .to_owned(),
        tables: tables.filter(|table| !table.is_empty()).collect(),
        ..Part::default()
    }
}

fn errors(record: &Record, published: &Published<'_>) -> Part {
    let rows = GUARDED.iter().map(|guarded| Row {
        head: format!(
            "{}, {}",
            guarded.system,
            if guarded.is_on { "on" } else { "off" }
        ),
        cells: LOADS
            .iter()
            .map(|(load, _)| {
                let here = dependability::cell(guarded, load);
                let name = match (guarded.system, guarded.is_on) {
                    ("onc-udp", false) => "Sun (udp)",
                    ("ncs", true) => "Apollo",
                    _ => "",
                };
                let found = errors_of(record, &here);
                let of = |figure| count(record, &here, figure).unwrap_or(0.0);
                let whole = |n: f64| format!("{n:.0}");
                paper::Cell {
                    figure: found.map(|_| {
                        format!("{} + {} of {}", of("lost"), of("duplicated"), of("calls"))
                    }),
                    interval: found.and_then(|found| range(&found, whole)),
                    published: published
                        .find("Dependability", "errors", name, load)
                        .map(|errors| format!("{errors}")),
                    why: record.cell(&here).and_then(|cell| cell.why()),
                }
            })
            .collect(),
    });
    let table = Table {
        title: "system, protection".to_owned(),
        corner: "system, protection".to_owned(),
        across: "load average at the server".to_owned(),
        columns: LOADS.map(|(load, _)| load.to_owned()).into(),
        rows: rows.collect(),
    };
    Part {
        title: "Silent errors".to_owned(),
        text: "Calls lost + carried out twice, of so many; below, the 95 % interval of their number in a \
               million calls, and in brackets the published number."
            .to_owned(),
        tables: Some(table).filter(|table| !table.is_empty()).into_iter().collect(),
        ..Part::default()
    }
}

fn different_machine(between: &Between) -> String {
    match between.is_one_machine() {
        true => "Another network namespace, joined by a pair of virtual Ethernet interfaces whose frames are \
                 not put together by the system."
            .to_owned(),
        false => format!("{}. The same machine is loopback.", between.in_words()),
    }
}

fn terms(rounds: u32, between: &Between) -> Vec<(String, String)> {
    let term = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    let protection: Vec<String> = GUARDED
        .iter()
        .map(|g| {
            format!(
                "{}, {}: {}",
                g.system,
                if g.is_on { "on" } else { "off" },
                g.means
            )
        })
        .collect();
    vec![
        term(
            "Connections per call",
            "The server's name is looked up, a connection is opened, the protocol negotiates what it must, \
             one call is made, and the connection is closed; on the different machine the server has an \
             address and no name.",
        ),
        ("Different machine".to_owned(), different_machine(between)),
        term(
            "Load average",
            "So many processes that never wait run on the server's CPU: 0.1 is none.",
        ),
        ("Protection".to_owned(), protection.join(". ")),
        term(
            "Silent errors",
            "A call whose client was told that it succeeded, and which the server did not carry out, or \
             carried out twice: the server's answers are its own count of executions.",
        ),
        interval_term(rounds),
        verdict_term(),
    ]
}
