use super::claims::PUBLISHED_MS_PER_CALL;
use super::matrix::Matrix;
use super::peers::{LANGUAGES, SYSTEMS};
use super::plan::{Key, Method};
use super::record::Turn;
use super::*;
use crate::record::Wire;

fn published() -> Published<'static> {
    Published::parse(PUBLISHED).unwrap()
}

/// Both tables have every client and server of every system, once, and nothing else.
#[test]
fn the_published_tables_are_complete() {
    let published = published();
    let mut places = Vec::new();
    for table in ["Table 1", "Table 2"] {
        for system in SYSTEMS.iter().filter(|s| s.is_published) {
            for client in LANGUAGES.iter().filter(|l| l.is_published) {
                for server in LANGUAGES.iter().filter(|l| l.is_published) {
                    places.push((table, system.id, client.id, server.id));
                }
            }
        }
    }
    assert_eq!(places.len(), 2 * 3 * 9);
    let tables = published.figures().iter().filter(|f| f.block != "facts");
    let mut printed: Vec<_> = tables
        .map(|f| {
            assert_eq!((f.document, f.unit), (SOURCE, "s per 100 calls"));
            (f.table, f.block, f.row, f.column)
        })
        .collect();
    printed.sort_unstable();
    places.sort_unstable();
    assert_eq!(printed, places);
}

/// A second reading: the sums of rows and columns, added up by hand from the printed tables.
#[test]
fn the_published_tables_were_read_twice() {
    let published = published();
    let sum = |table: &str, block: &str, row: Option<&str>, column: Option<&str>| {
        let figures = published.figures().iter().filter(|f| {
            (f.table, f.block) == (table, block)
                && row.is_none_or(|r| r == f.row)
                && column.is_none_or(|c| c == f.column)
        });
        figures.map(|f| f.value).sum::<f64>()
    };
    let close =
        |found: f64, printed: f64| assert!((found - printed).abs() < 5e-4, "{found} {printed}");
    close(sum("Table 1", "grpc", Some("java"), None), 7.8226);
    close(sum("Table 1", "xmlrpc", None, Some("ruby")), 19.6109);
    close(sum("Table 1", "jsonrpc", None, Some("java")), 18.6009);
    close(sum("Table 2", "grpc", Some("cpp"), None), 40.9039);
    close(sum("Table 2", "xmlrpc", Some("ruby"), None), 94.7870);
    close(sum("Table 2", "jsonrpc", None, Some("cpp")), 60.3608);
}

/// Each figure that the text states is one that this program looks for.
#[test]
fn every_published_fact_is_used() {
    let sources = [
        include_str!("mod.rs"),
        include_str!("tables.rs"),
        include_str!("claims/mod.rs"),
        include_str!("plan.rs"),
    ];
    let published = published();
    let mut facts = published
        .figures()
        .iter()
        .filter(|f| f.block == "facts")
        .peekable();
    assert!(facts.peek().is_some());
    for fact in facts {
        let quoted = format!("\"{}\"", fact.row);
        assert!(sources.iter().any(|s| s.contains(&quoted)), "{quoted}");
    }
}

const fn key(system: &'static str, photo: bool, client: &'static str, server: &'static str) -> Key {
    Key {
        system,
        photo,
        client,
        server,
    }
}

/// A run of two rounds in which one cell failed and one was never reached.
fn record() -> Record {
    let keys = [
        key("grpc", false, "cpp", "cpp"),
        key("grpc", false, "cpp", "ruby"),
        key("grpc", true, "cpp", "cpp"),
        key("xmlrpc", false, "cpp", "cpp"),
        key("onc-tcp", false, "ours", "ours"),
    ];
    let mut collection = Collection::new(2);
    for round in 0..2 {
        for (key, run_s) in keys.into_iter().zip([0.5, 1.5, 9.0]) {
            let turn = Turn {
                run_s: run_s + f64::from(round) / 10.0,
                first_ns: 2_000_000.0,
                call_ns: 123_400.0,
            };
            collection.turn(key, round, turn);
        }
    }
    let wire = Wire {
        out_bytes: 100.0,
        in_bytes: 200.5,
    };
    collection.wire(keys[0], wire);
    collection.fail(
        keys[3],
        "cpp/xmlrpc_server is not built, \"quoted\"".to_owned(),
    );
    let mut record = Record {
        schema: SCHEMA.to_owned(),
        version: "0".to_owned(),
        commit: None,
        built_with: "rustc, release".to_owned(),
        started: "2026-11-21T00:00:00Z".to_owned(),
        seconds: 1.0,
        cut_short: Some("interrupted".to_owned()),
        command_line: vec!["manyrpc".to_owned()],
        seed: 1,
        environment: Environment::default(),
        timing: Timing::default(),
        method: Method {
            rounds: 2,
            calls: 10,
            photo_calls: 2,
            warm_ms: 60,
            counts_every_cell: false,
        },
        placement: PlacementInfo {
            id: "split".to_owned(),
            meaning: "apart".to_owned(),
            client_cpus: vec![0],
            server_cpus: vec![1],
        },
        cells: collection.cells(&keys),
        claims: Vec::new(),
        warnings: vec!["noise <here>".to_owned()],
    };
    let matrix = Matrix::measured(&record.cells, |t| t.run_s);
    let measured = claims::Measured {
        name: "seconds",
        matrix: &matrix,
        ms_per_call: PUBLISHED_MS_PER_CALL,
    };
    record.claims = claims::judge(&[measured], &record.cells, &published());
    record
}

#[test]
fn figures_stand_beside_the_published_ones_and_reasons_in_their_cells() {
    let record = record();
    let paper = tables::paper(&record, &published());
    let text = render::text(&paper);
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "TABLE 1: SECONDS FOR 100 CALLS WITH SMALL TEST DATA",
        "[1.447]",
        "0.5477",
        "0.1720–1.744",
        "a cpp/xmlrpc_server is not built",
        "the run ended before",
        "CUT SHORT (interrupted)",
        "300.5",
        "100 + 200.5",
        "K1 CANNOT BE DECIDED HERE",
        "10 calls (2 with the photo)",
        "XML-RPC small",
        "adds 44.9 ms to every call in the published tables, and not measured here",
    ] {
        assert!(flat.contains(part), "no `{part}` in\n{text}");
    }
    let widest = text.lines().max_by_key(|l| l.chars().count()).unwrap();
    assert!(widest.chars().count() <= 110, "{widest}");
}

#[test]
fn every_format_has_the_figures() {
    let record = record();
    let paper = tables::paper(&record, &published());
    let html = render::html(&paper);
    for part in [
        "<caption>gRPC small</caption>",
        "[1.447]",
        "noise &lt;here&gt;",
        "K5",
    ] {
        assert!(html.contains(part), "no `{part}` in\n{html}");
    }
    assert!(!html.contains("http:") && !html.contains("https:"));
    assert_eq!(
        html.matches("<table").count(),
        html.matches("</table>").count()
    );
    let markdown = render::markdown(&paper);
    assert!(
        markdown.contains("| cpp | 0.5477<br>0.1720–1.744<br>[1.447] |"),
        "{markdown}"
    );
    assert!(
        markdown.contains("| **K1** gRPC is the fastest overall"),
        "{markdown}"
    );
    let csv = tables::csv(&record);
    let columns = csv.lines().next().unwrap().split(',').count();
    assert_eq!(csv.lines().count(), record.cells.len() + 1);
    for line in csv.lines() {
        let plain: String = line.split('"').step_by(2).collect();
        assert_eq!(plain.split(',').count(), columns, "{line}");
    }
    let json: serde_json::Value = serde_json::from_str(&json_text(&record)).unwrap();
    assert_eq!(json["cells"][3]["client"], "cpp");
    assert_eq!(json["cells"][0]["wire"]["in_bytes"], 200.5);
}

/// Ratios to gRPC between programs in C++, today's and the document's.
#[test]
fn multiples_are_of_one_cell() {
    let paper = tables::paper(&record(), &published());
    let part = paper
        .parts
        .iter()
        .find(|p| p.title.contains("multiples"))
        .unwrap();
    let cell = &part.tables[0].rows[0].cells[0];
    assert_eq!(cell.figure.as_deref(), Some("1.00"));
    assert_eq!(cell.published.as_deref(), Some("1.00"));
    let ruby = &part.tables[0].rows[0].cells[1];
    // 1.8435 ÷ 1.4466 in print.
    assert_eq!(ruby.published.as_deref(), Some("1.27"));
}
