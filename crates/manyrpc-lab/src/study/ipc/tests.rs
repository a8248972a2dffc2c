use manyrpc_measure::report::plot::{Plot, Shape};

use super::plan::{METHODS, cell};
use super::*;
use crate::study::claim::Verdict;
use crate::study::design::Factor;
use crate::study::journal::Line;
use crate::study::{render, testing};

#[test]
fn a_run_is_described_as_the_document_does() {
    // Known answers from R 4: quantile(x, c(.25, .5, .75)), sd(x), of c(40, 10, 12, 14, 16).
    let sample = described(vec![40, 10, 12, 14, 16]).unwrap();
    let of = |name: &str| sample.figures[name];
    assert_eq!(
        [of("first_ns"), of("min_ns"), of("max_ns")],
        [40.0, 10.0, 40.0]
    );
    assert_eq!(
        [of("p25_ns"), of("median_ns"), of("p75_ns")],
        [12.0, 14.0, 16.0]
    );
    assert!((of("deviation_ns") - 12.280_065).abs() < 1e-5);
    assert!((of("first_to_median") - 40.0 / 14.0).abs() < 1e-12);
    assert_eq!(sample.series["ns"][0], 40);
    assert_eq!(described(Vec::new()), None);
}

#[test]
fn published_medians_follow_from_the_first_messages() {
    let of = |name| (claims::median_us(&published(), name).unwrap() * 10.0).round() / 10.0;
    // By hand: 406.2 ÷ 1.86, 688.8 ÷ 3.0237, 422.2 ÷ 1.3352, 1109.6 ÷ 3.3341, 3424 ÷ 6.0197.
    let medians = METHODS.map(|(name, _)| of(name));
    assert_eq!(medians, [218.4, 227.8, 316.2, 332.8, 568.8]);
}

/// A run with medians in this order, and matching first messages and deviations.
fn record(medians: [f64; 5]) -> Record {
    let systems = METHODS.map(|(_, system)| system);
    let cells = systems.map(cell);
    testing::record(&cells, 5, |cell, round| {
        let at = systems
            .iter()
            .position(|s| *s == cell.level("system"))
            .unwrap();
        let noise = 1.0 + 0.005 * f64::from(round);
        vec![
            ("first_ns", 100_000.0),
            ("first_to_median", [1.9, 3.0, 1.3, 3.4, 6.0][at] * noise),
            ("median_ns", medians[at] * noise),
            (
                "deviation_ns",
                [900.0, 500.0, 600.0, 400.0, 550.0][at] * noise,
            ),
            (
                "quartiles_to_median",
                [0.9, 0.5, 0.6, 0.4, 0.45][at] * noise,
            ),
        ]
    })
}

#[test]
fn the_order_decides() {
    let judged = |medians| {
        let claims = claims::judge(&record(medians), &published());
        let tests = claims[0].tests.iter();
        tests.map(|t| t.verdict).collect::<Vec<Verdict>>()
    };
    use Verdict::{DoesNotHold, Holds};
    let in_order = [10.0, 11.0, 12.0, 13.0, 14.0];
    assert_eq!(judged(in_order), [Holds; 4]);
    assert_eq!(
        judged([10.0, 12.0, 11.0, 13.0, 12.0]),
        [Holds, DoesNotHold, Holds, DoesNotHold]
    );
    let claims = claims::judge(&record(in_order), &published());
    assert!(claims.iter().all(|claim| claim.verdict == Holds));
    assert!((claims[0].tests[0].published.unwrap() - 227.8 / 218.4).abs() < 1e-3);
}

/// A journal with the round trips of a system's rounds.
fn journal(visits: &[(&str, Vec<u64>)]) -> Journal {
    let mut rounds = std::collections::BTreeMap::new();
    let lines = visits.iter().map(|(system, ns)| {
        let round = rounds.entry(*system).or_insert(0);
        let mut line = testing::visited(RUNS, *round, &cell(system), &[]);
        *round += 1;
        if let Line::Visit(visit) = &mut line {
            visit.sample = visit.sample.clone().series("ns", ns.clone());
        }
        line
    });
    let lines = lines.collect();
    let systems = Factor::new(systems::FACTOR, ["grpc", "raw-tcp", "raw-udp"]);
    let design = Design::crossed(vec![systems], |_| true).phase(RUNS, 2, |_| true);
    Journal::in_memory(testing::head("ipc", design, serde_json::Value::Null), lines)
}

#[test]
fn plots_have_every_system_and_every_round_trip() {
    let mut last: Vec<u64> = (0..999).map(|n| 10_000 + n % 7 * 100).collect();
    last.insert(0, 90_000);
    let journal = journal(&[
        ("raw-tcp", vec![20_000; 500]),
        ("raw-tcp", last),
        ("grpc", vec![30_000; 10]),
    ]);
    let [boxes, histograms, courses] = &plots::of(&journal)[..] else {
        panic!("three plots");
    };
    assert_eq!(boxes.rows, ["grpc", "raw-tcp"]);
    let Shape::Boxes(rows) = &boxes.series[0].shape else {
        panic!("boxes");
    };
    assert_eq!(rows[0], [0.0, 30.0, 30.0, 30.0, 30.0, 30.0]);
    // 500 of the 1,500 at 20 µs, seven values alike below.
    assert_eq!([rows[1][1], rows[1][3], rows[1][4]], [10.0, 10.5, 20.0]);
    // gRPC is not a method of the document.
    assert_eq!([histograms.series.len(), courses.series.len()], [1, 1]);
    let Shape::Steps(steps) = &histograms.series[0].shape else {
        panic!("steps");
    };
    assert_eq!(steps.iter().map(|step| step[1]).sum::<f64>(), 1500.0);
    let Shape::Line(course) = &courses.series[0].shape else {
        panic!("a line");
    };
    assert_eq!(course[0], [1.0, 90.0]);
    assert!(plots::of(&self::journal(&[])).iter().all(Plot::is_empty));
}

#[test]
fn a_first_call_is_taken_apart() {
    let first = FirstCall {
        resolve_ns: 5,
        connect_ns: 7,
        bind_ns: 0,
        exchange_ns: 9,
        first_ns: 21,
        again_ns: 4,
    };
    let figures = taken_apart(&first).figures;
    assert_eq!(figures["bind_ns"], 1.0);
    assert_eq!([figures["whole_ns"], figures["resolve_ns"]], [21.0, 5.0]);
}

#[test]
fn the_documents_table_stands_beside_the_figures() {
    let mut record = record([10_000.0, 11_000.0, 12_000.0, 13_000.0, 14_000.0]);
    record.head.method = serde_json::to_value(Method { messages: 10_000 }).unwrap();
    let text = render::text(&tables::paper(&record, &journal(&[]), &published()));
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "UDP (raw-udp)",
        "[406.2] [218.4] [1.86]",
        "CORBA (iiop)",
        "10000 round trips",
    ] {
        assert!(flat.contains(part), "no `{part}` in\n{text}");
    }
    let widest = text.lines().max_by_key(|l| l.chars().count()).unwrap();
    assert!(widest.chars().count() <= 110, "{widest}");
}
