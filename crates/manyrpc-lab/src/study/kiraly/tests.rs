use super::peers::{LANGUAGES, SYSTEMS};
use super::plan::{RUNS, cell};
use super::*;
use crate::study::design::{Design, Factor};
use crate::study::journal::Line;
use crate::study::{self, render, testing};

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

/// A second transcription: the sums of rows and columns, computed by hand from the printed tables.
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

/// Every figure stated in the text is used by this program.
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

/// A run of two rounds in which one cell failed and one was never reached.
fn journal() -> Journal {
    let cells = [
        cell("grpc", false, "cpp", "cpp"),
        cell("grpc", false, "cpp", "ruby"),
        cell("grpc", true, "cpp", "cpp"),
        cell("xmlrpc", false, "cpp", "cpp"),
        cell("onc-tcp", false, "ours", "ours"),
        cell("soap", false, "cpp", "cpp"),
    ];
    let design = Design {
        factors: vec![
            Factor::new("photo", ["no", "yes"]),
            Factor::new("system", ["grpc", "xmlrpc", "onc-tcp", "soap"]),
            Factor::new("client", ["cpp", "ours"]),
            Factor::new("server", ["cpp", "ruby", "ours"]),
        ],
        cells: cells.to_vec(),
        ..Design::default()
    };
    let method = Method {
        calls: 10,
        photo_calls: 2,
        warm_ms: 60,
        counts_every_cell: false,
    };
    let design = design
        .phase(BYTES, 1, |cell| {
            cell.level("client") == cell.level("server")
        })
        .phase(RUNS, 2, |_| true);
    let head = testing::head(NAME, design, serde_json::to_value(method).unwrap());
    let bytes = [("out_bytes", 100.0), ("in_bytes", 200.5)];
    let mut lines = vec![
        Line::Warning {
            text: "noise <here>".to_owned(),
        },
        Line::Cannot {
            cell: cells[3].clone(),
            why: "cpp/xmlrpc_server is not built, \"quoted\"".to_owned(),
        },
        testing::visited(BYTES, 0, &cells[0], &bytes),
    ];
    for round in 0..2 {
        for (cell, run_s) in cells.iter().zip([0.5, 1.5, 9.0]) {
            let run_s = run_s + f64::from(round) / 10.0;
            let figures = [("run_s", run_s), ("first_ns", 2e6), ("call_ns", 123_400.0)];
            lines.push(testing::visited(RUNS, round, cell, &figures));
        }
    }
    lines.push(Line::Ended {
        seconds: 1.0,
        load_after: 0.5,
        cut_short: Some("interrupted".to_owned()),
    });
    Journal::in_memory(head, lines)
}

fn judged() -> (Record, Paper) {
    let journal = journal();
    let mut record = Record::of(&journal);
    record.claims = Kiraly.claims(&record);
    let paper = Kiraly.paper(&record, &journal);
    (record, paper)
}

#[test]
fn figures_stand_beside_the_published_ones_and_reasons_in_their_cells() {
    let (_, paper) = judged();
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
        "SOAP small",
        "The document describes SOAP only",
        "adds 44.9 ms to every call in the published tables, and not measured here",
    ] {
        assert!(flat.contains(part), "no `{part}` in\n{text}");
    }
    let widest = text.lines().max_by_key(|l| l.chars().count()).unwrap();
    assert!(widest.chars().count() <= 110, "{widest}");
}

#[test]
fn every_format_has_the_figures() {
    let (record, paper) = judged();
    let html = render::html(&paper);
    for part in [
        "<caption>gRPC small</caption>",
        "[1.447]",
        "noise &lt;here&gt;",
        "K5",
    ] {
        assert!(html.contains(part), "no `{part}` in\n{html}");
    }
    assert!(!html.contains("src=\"http") && !html.contains("href=\"http"));
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
    let csv = study::tables::csv(&record);
    let columns = csv.lines().next().unwrap().split(',').count();
    assert_eq!(csv.lines().count(), record.cells.len() + 1);
    for line in csv.lines() {
        let plain: String = line.split('"').step_by(2).collect();
        assert_eq!(plain.split(',').count(), columns, "{line}");
    }
    let json: serde_json::Value = serde_json::from_str(&study::tables::json(&record)).unwrap();
    assert_eq!(json["cells"][3]["cell"]["client"], "cpp");
    assert_eq!(
        json["cells"][0]["figures"]["in_bytes"]["interval"]["value"],
        200.5
    );
    assert_eq!(json["study"], NAME);
}

/// Ratios to gRPC between programs in C++, today's and the document's.
#[test]
fn multiples_are_of_one_cell() {
    let (_, paper) = judged();
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
