use super::plan::cell;
use super::*;
use crate::study::claim::Verdict;
use crate::study::{render, testing};
use crate::system::Programs;

fn options(only: &[&str]) -> Options {
    let mut options = Options::new(Programs {
        ours: "manyrpc".into(),
        peers: "/nonexistent".into(),
    });
    options.wanted.placement = Some("free".to_owned());
    options.wanted.only = only.iter().map(|&o| o.to_owned()).collect();
    options
}

#[test]
fn every_shape_has_its_published_figures() {
    let published = published();
    for (shape, _) in SHAPES {
        let of = |transport, product| published.find("Timing Results", transport, shape, product);
        assert!(
            of("TCP", "Sun").is_some() && of("UDP", "Apollo").is_some(),
            "{shape}"
        );
        assert_eq!(of("UDP", "Sun").is_some(), shape != "Opaque 16000");
    }
}

#[test]
fn every_system_has_every_shape() {
    let plan = Netwise.plan(&options(&[])).unwrap();
    let systems = crate::system::all(&options(&[]).programs, true).len();
    let programs = size::design().cells.len();
    assert_eq!(plan.design.cells.len(), 8 * systems + programs);
    assert_eq!(plan.design.phases[0].cells.len(), programs);
    assert_eq!(plan.design.rounds(RUNS), 15);
    let mut quick = options(&[]);
    quick.wanted.quick = true;
    let ours = crate::system::names().count();
    let plan = Netwise.plan(&quick).unwrap();
    assert_eq!(
        (plan.design.cells.len(), plan.design.rounds(RUNS)),
        (8 * ours + programs, 5)
    );
    let named = Netwise
        .plan(&options(&["libtirpc-udp", "onc-udp"]))
        .unwrap();
    assert_eq!(named.design.cells.len(), 16);
    let unknown = Netwise.plan(&options(&["morse"])).unwrap_err();
    assert!(
        unknown.contains("`morse`") && unknown.contains("onc-udp"),
        "{unknown}"
    );
}

#[test]
fn what_cannot_be_is_known_before() {
    let options = options(&[]);
    let plan = Netwise.plan(&options).unwrap();
    let experiment = Netwise.experiment(&plan, &options);
    let why = |shape, system| experiment.cannot(&cell(shape, system));
    assert_eq!(why("Opaque 16000", "onc-udp"), None);
    assert!(why("Void", "libtirpc-udp").unwrap().contains("make peers"));
    assert!(
        why("Void", "dce-cl-1")
            .unwrap()
            .contains("larger messages only")
    );
}

/// A run in which TCP takes 1.5 times as long as UDP, except for one shape.
fn record(otherwise: &'static str) -> Record {
    let systems = ["onc-tcp", "onc-udp", "ncs"];
    let cells = SHAPES.map(|(shape, _)| systems.map(|system| cell(shape, system)));
    testing::record(&cells.concat(), 3, |cell, round| {
        let noise = 1.0 + 0.01 * f64::from(round);
        let tcp = match (cell.level("system"), cell.level("shape") == otherwise) {
            ("onc-tcp", false) => 1.5,
            ("onc-tcp", true) => 0.5,
            _ => 1.0,
        };
        vec![
            ("mean_ns", 10_000.0 * tcp * noise),
            ("median_ns", 9_000.0 * tcp * noise),
        ]
    })
}

#[test]
fn udp_beats_tcp_or_does_not() {
    let verdict = |otherwise| {
        let claims = claims::judge(&record(otherwise), &published());
        let n3: Vec<Verdict> = claims
            .iter()
            .filter(|c| c.id == "N3")
            .map(|c| c.verdict)
            .collect();
        assert_eq!(n3.len(), 2);
        n3[0]
    };
    assert_eq!(verdict("none"), Verdict::Holds);
    assert_eq!(verdict("String"), Verdict::DoesNotHold);
    let claims = claims::judge(&record("none"), &published());
    // 5.01 ÷ 4.11, 61.15 ÷ 15.38 in print.
    let n3 = claims.iter().find(|c| c.id == "N3").unwrap();
    assert!((n3.tests[0].published.unwrap() - 1.219).abs() < 5e-4);
    assert!((claims[0].tests[0].published.unwrap() - 3.976).abs() < 5e-4);
    assert_eq!(claims[0].verdict, Verdict::CannotBeDecided);
}

#[test]
fn the_documents_table_stands_beside_the_figures() {
    let mut record = record("none");
    record.head.method = serde_json::to_value(Method {
        calls: 500,
        warm_up: 100,
    })
    .unwrap();
    record.claims = Netwise.claims(&record);
    let paper = tables::paper(&record, &published());
    let text = render::text(&paper);
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "TIMING RESULTS: MICROSECONDS A CALL",
        "[5.01 ms]",
        "NCS has datagrams only",
        "Netwise's RPC TOOL is none of the systems here",
        "15.1",
        "N3 HOLDS",
        "its process ended without a word",
    ] {
        assert!(flat.contains(part), "no `{part}` in\n{text}");
    }
    let widest = text.lines().max_by_key(|l| l.chars().count()).unwrap();
    assert!(widest.chars().count() <= 110, "{widest}");
    let relative = &paper.parts[1].tables[0].rows[0].cells[0];
    assert_eq!(relative.figure.as_deref(), Some("1.50"));
    assert_eq!(relative.published.as_deref(), Some("1.22"));
}

/// A record of sizes, with the given ratio of Apollo's engine to Sun's.
fn sizes(apollo: f64) -> Record {
    let cells: Vec<Cell> = size::design().cells;
    testing::record(&cells, 1, |cell, _| match cell.level("product") {
        "manyrpc" => vec![
            ("library_bytes", 800_000.0),
            ("onc_engine_bytes", 20_000.0),
            ("ncs_engine_bytes", 20_000.0 * apollo),
        ],
        _ => vec![("application_bytes", 130.0), ("total_bytes", 100_130.0)],
    })
}

#[test]
fn the_order_of_code_sizes_is_tested_as_far_as_products_are_there() {
    let n4 = |record: &Record| {
        let claims = claims::judge(record, &published());
        claims.into_iter().find(|claim| claim.id == "N4").unwrap()
    };
    let found = n4(&sizes(3.0));
    // Netwise's product is not available.
    assert_eq!(found.verdict, Verdict::CannotBeDecided);
    assert_eq!(found.tests[0].verdict, Verdict::Holds);
    assert_eq!(n4(&sizes(0.5)).verdict, Verdict::DoesNotHold);
    // 39420 ÷ 12620 and 12620 ÷ 10360 in print.
    assert!((found.tests[0].published.unwrap() - 3.124).abs() < 5e-4);
    assert!((found.tests[1].published.unwrap() - 1.218).abs() < 5e-4);
    let none = n4(&record("none"));
    assert_eq!(
        none.tests[0].found.as_ref().unwrap_err(),
        "sizes were not read"
    );
}

/// The report of a run of sizes.
fn paper_of_sizes() -> crate::study::paper::Paper {
    let mut record = sizes(2.0);
    record.head.design.factors = size::design().factors;
    record.head.method = serde_json::to_value(Method {
        calls: 500,
        warm_up: 100,
    })
    .unwrap();
    tables::paper(&record, &published())
}

#[test]
fn sizes_stand_beside_the_printed_ones() {
    let paper = paper_of_sizes();
    let part = paper
        .parts
        .iter()
        .find(|part| part.title.starts_with("Code size"))
        .unwrap();
    let [client, server] = &part.tables[..] else {
        panic!("{part:?}");
    };
    let cell = |table: &crate::study::paper::Table, row: usize, column: usize| {
        table.rows[row].cells[column].clone()
    };
    let application = cell(client, 0, 0);
    assert_eq!(application.figure.as_deref(), Some("130"));
    assert_eq!(application.published.as_deref(), Some("304"));
    assert_eq!(cell(client, 3, 1).figure.as_deref(), Some("800000"));
    assert_eq!(cell(server, 1, 3).published.as_deref(), Some("1108"));
    assert_eq!(cell(server, 4, 2).published.as_deref(), Some("39264"));
}

#[test]
fn every_system_has_a_row_of_sizes_or_a_reason() {
    let paper = paper_of_sizes();
    let of_every = |part: &&crate::study::paper::Part| part.title.contains("on every system");
    let part = paper.parts.iter().find(of_every).unwrap();
    for table in &part.tables {
        assert!(
            table
                .rows
                .iter()
                .all(|row| row.cells.len() == table.columns.len())
        );
        let row = |head: &str| {
            table
                .rows
                .iter()
                .find(|row| row.head.contains(head))
                .unwrap()
        };
        for head in [
            "libtirpc",
            "grpc-c++",
            "grpc-go",
            "tonic",
            "xmlrpc-c",
            "libjson-rpc-cpp",
        ] {
            let row = row(head);
            assert_eq!(row.cells[0].figure.as_deref(), Some("130"), "{head}");
            assert_eq!(row.cells[4].figure.as_deref(), Some("100130"), "{head}");
        }
        for head in ["in Java", "gRPC in Python", "impacket", "samba"] {
            assert!(
                row(head).cells.iter().all(|cell| cell.why.is_some()),
                "{head}"
            );
        }
    }
    let text = render::text(&paper);
    let widest = text.lines().max_by_key(|l| l.chars().count()).unwrap();
    assert!(widest.chars().count() <= 110, "{widest}");
}
