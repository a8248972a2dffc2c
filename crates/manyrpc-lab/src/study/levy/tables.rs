//! The tables of a run: speed and errors, as in the document.

use manyrpc_measure::net::topology::Topology;
use manyrpc_measure::report::plot::{Axis, Series, Shape};

use crate::study::costs;
use crate::study::design::Cell;
use crate::study::journal::method_from_json;
use crate::study::paper::{self, Paper, Part, Row, Table};
use crate::study::plots;
use crate::study::published::Published;
use crate::study::record::Record;
use crate::study::tables::{cautions, circumstances, interval_term, range, shown, verdict_term};

use super::claims::{count, errors_of, printed};
use super::dependability::{self, LOADS, Load, MANY, PROTECTED_SYSTEMS};
use super::networks::{self, NETWORKS, Network};
use super::protected::ProtectedSystem;
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
    for connections in CONNECTIONS {
        for place in PLACES {
            parts.push(costs_of(record, (connections, place)));
        }
    }
    parts.push(errors(record, published));
    parts.push(errors_through(record, &method));
    Paper {
        name: super::NAME.to_owned(),
        title: "Commercial RPC systems: speed and dependability".to_owned(),
        summary: format!(
            "{}: clients send so many bytes and get them back. Rounds: {rounds}; in each, every cell has a \
             fresh server and fresh clients, each of which makes {} calls while the others do. Then the \
             counter test: {visits} visits of {} calls to a server whose CPU others want, and of {} over bad \
             networks.",
            super::SOURCE,
            method.calls,
            method.counted,
            method.through
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

/// Milliseconds from seconds, with three significant digits.
fn millis(s: f64) -> String {
    let ms = s * 1000.0;
    match ms {
        ms if ms < 10.0 => format!("{ms:.2}"),
        ms if ms < 100.0 => format!("{ms:.1}"),
        ms => format!("{ms:.0}"),
    }
}

/// The systems of the first part.
fn systems(record: &Record) -> Vec<&str> {
    let is_of_part = |id: &str| {
        let mut cells = record.cells.iter().map(|c| &c.cell);
        cells.any(|c| c.level(super::PART) == speed::PHASE && c.level("system") == id)
    };
    let systems = record.head.design.levels("system").iter();
    systems
        .map(|id| &**id)
        .filter(|id| is_of_part(id))
        .collect()
}

/// The costs of one client's calls, for the smallest and the largest size that all systems carry.
fn costs_of(record: &Record, place: (&str, &str)) -> Part {
    let systems = systems(record);
    let table = |size: usize| {
        let cells = systems.iter().filter_map(|system| {
            let record = record.cell(&cell(place, 1, size, system))?;
            Some(((*system).to_owned(), record))
        });
        costs::table(&format!("{size} bytes each way"), cells)
    };
    let tables = [SIZES[0], SIZES[2]].map(table).into_iter();
    Part {
        tables: tables.filter(|table| !table.is_empty()).collect(),
        ..costs::tables(&format!("{}, connections {}", place.1, place.0))
    }
}

fn times(record: &Record, published: &Published<'_>, place: (&str, &str)) -> Part {
    let matrix = printed(published);
    let named = |id: &str| {
        let of_document = IMPLEMENTATIONS.iter().find(|(_, system)| *system == Ok(id));
        of_document.map_or(id.to_owned(), |(name, _)| format!("{name}, {id}"))
    };
    let systems = systems(record);
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
    let one_client = |system: &str| {
        let shown = plots::FigureSeries {
            record,
            figure: "run_s",
            unit: 1000.0,
        };
        let cells = SIZES.map(|size| (size as f64, cell(place, 1, size, system)));
        shown.curve(&named(system), cells.into_iter())
    };
    let of_document = |system: &str| {
        let ms = |size| Some(matrix.figure(&cell(place, 1, size, system))? * 1000.0);
        let points = SIZES
            .iter()
            .filter_map(|&size| Some([size as f64, ms(size)?]));
        Series::published(
            format!("{}, published", named(system)),
            Shape::Line(points.collect()),
        )
    };
    let series = systems.iter().map(|system| one_client(system));
    let drawn = plots::over(
        format!(
            "100 calls of one client, {}, connections {}",
            place.1, place.0
        ),
        "By bytes each way, with the 95 % interval; where the document has figures, its own in the same unit.",
        (
            Axis::logarithmic("bytes each way", ""),
            Axis::logarithmic("100 calls", "ms"),
        ),
        series.chain(systems.iter().map(|system| of_document(system))),
    );
    Part {
        title: format!("Milliseconds of 100 calls, {}, connections {}", place.1, place.0),
        text: "In the mean over the clients. Under today's figure its 95 % interval, and in brackets the \
               published one in seconds."
            .to_owned(),
        tables: tables.filter(|table| !table.is_empty()).collect(),
        plots: drawn,
    }
}

fn errors(record: &Record, published: &Published<'_>) -> Part {
    let row = |guarded: &ProtectedSystem| {
        let name = match (guarded.system, guarded.is_on) {
            ("onc-udp", false) => "Sun (udp)",
            ("ncs", true) => "Apollo",
            _ => "",
        };
        let cell = |load: &Load| paper::Cell {
            published: published
                .find("Dependability", "errors", name, load.average)
                .map(|errors| format!("{errors}")),
            ..counted(record, &dependability::cell(guarded, load.average))
        };
        LOADS.iter().map(cell).collect()
    };
    let rows = PROTECTED_SYSTEMS.iter().map(|guarded| Row {
        head: protected(guarded),
        cells: row(guarded),
    });
    let table = Table {
        title: "system, protection".to_owned(),
        corner: "system, protection".to_owned(),
        across: "load average at the server".to_owned(),
        columns: LOADS.iter().map(|load| load.average.to_owned()).collect(),
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

/// The same for bad networks.
fn errors_through(record: &Record, method: &Method) -> Part {
    let there = |network: &&Network| {
        let levels = record.head.design.levels("network");
        levels.iter().any(|level| level == network.name)
    };
    let networks: Vec<&Network> = NETWORKS.iter().filter(there).collect();
    let table = |guards: &[ProtectedSystem]| Table {
        title: guards[0].system.to_owned(),
        corner: "network, each way".to_owned(),
        across: "protection".to_owned(),
        columns: guards
            .iter()
            .map(|g| dependability::on(g.is_on).to_owned())
            .collect(),
        rows: networks
            .iter()
            .map(|network| Row {
                head: network.name.to_owned(),
                cells: guards
                    .iter()
                    .map(|guarded| counted(record, &networks::cell(guarded, network)))
                    .collect(),
            })
            .collect(),
    };
    let tables = PROTECTED_SYSTEMS
        .chunk_by(|a, b| a.system == b.system)
        .map(table);
    Part {
        title: "Silent errors over bad networks".to_owned(),
        text: format!(
            "As above, of which the document has nothing: the server is not busy, and all that {MANY} clients say \
             at the same time passes a relay. They send a datagram again after {} ms at first.",
            method.first_wait_ms
        ),
        tables: tables.filter(|table| !table.is_empty()).collect(),
        ..Part::default()
    }
}

fn protected(guarded: &ProtectedSystem) -> String {
    format!("{}, {}", guarded.system, dependability::on(guarded.is_on))
}

/// The result of the counter test in a cell.
fn counted(record: &Record, here: &Cell) -> paper::Cell {
    let found = errors_of(record, here);
    let of = |figure| count(record, here, figure).unwrap_or(0.0);
    let whole = |n: f64| format!("{n:.0}");
    paper::Cell {
        figure: found.map(|_| match of("failed") {
            0.0 => format!("{} + {} of {}", of("lost"), of("duplicated"), of("calls")),
            failed => format!(
                "{} + {} of {}, {failed} failed",
                of("lost"),
                of("duplicated"),
                of("calls")
            ),
        }),
        interval: found.and_then(|found| range(&found, whole)),
        published: None,
        why: record.cell(here).and_then(|cell| cell.why()),
    }
}

fn different_machine(between: &Topology) -> String {
    match between.is_one_machine() {
        true => "Another network namespace, joined by a pair of virtual Ethernet interfaces whose frames are \
                 not put together by the system."
            .to_owned(),
        false => format!("{}. The same machine is loopback.", between.description()),
    }
}

fn terms(rounds: u32, between: &Topology) -> Vec<(String, String)> {
    let term = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    let means = |guarded: &ProtectedSystem| format!("{}: {}", protected(guarded), guarded.means);
    let protection: Vec<String> = PROTECTED_SYSTEMS.iter().map(means).collect();
    let networks = NETWORKS.iter().map(|n| format!("{}: {}", n.name, n.does));
    let networks: Vec<String> = networks.collect();
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
            &format!(
                "So many processes that never wait run on the server's CPU, and {MANY} clients make their calls at \
                 the same time; 0.1 is none, and one client."
            ),
        ),
        ("Protection".to_owned(), protection.join(". ")),
        term(
            "Silent errors",
            "A call whose client was told that it succeeded, and which the server did not carry out, or \
             carried out twice: the server's answers are its own count of executions for each client.",
        ),
        term(
            "Failed",
            "Calls whose clients were told that they failed; they may have been carried out, once, which is no \
             error.",
        ),
        (
            "Networks".to_owned(),
            format!(
                "{}. Where servers restart, one is killed and started anew five times in a visit, without its \
                 memory of replies; calls of ONC RPC name no life of their server, so there nothing is promised.",
                networks.join("; ")
            ),
        ),
        interval_term(rounds),
        verdict_term(),
    ]
}
