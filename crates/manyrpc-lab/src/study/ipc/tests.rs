use super::*;
use crate::study::claim::Verdict;
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

/// A run with medians in this order, and first messages and deviations to match.
fn record(medians: [f64; 4]) -> Record {
    let systems = ["raw-udp", "raw-tcp", "onc-udp", "onc-tcp"];
    let cells = systems.map(cell);
    testing::record(&cells, 5, |cell, round| {
        let at = systems
            .iter()
            .position(|s| *s == cell.level("system"))
            .unwrap();
        let noise = 1.0 + 0.005 * f64::from(round);
        vec![
            ("first_ns", 100_000.0),
            ("first_to_median", [1.9, 3.0, 1.3, 3.4][at] * noise),
            ("median_ns", medians[at] * noise),
            ("deviation_ns", [900.0, 500.0, 600.0, 400.0][at] * noise),
            ("quartiles_to_median", [0.9, 0.5, 0.6, 0.4][at] * noise),
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
    use Verdict::{CannotBeDecided, DoesNotHold, Holds};
    // CORBA is not among the systems.
    assert_eq!(
        judged([10.0, 11.0, 12.0, 13.0]),
        [Holds, Holds, Holds, CannotBeDecided]
    );
    assert_eq!(
        judged([10.0, 12.0, 11.0, 13.0]),
        [Holds, DoesNotHold, Holds, CannotBeDecided]
    );
    let claims = claims::judge(&record([10.0, 11.0, 12.0, 13.0]), &published());
    assert_eq!([claims[1].verdict, claims[2].verdict], [Holds, Holds]);
    assert!((claims[0].tests[0].published.unwrap() - 227.8 / 218.4).abs() < 1e-3);
}

#[test]
fn the_documents_table_stands_beside_the_figures() {
    let mut record = record([10_000.0, 11_000.0, 12_000.0, 13_000.0]);
    record.head.method = serde_json::to_value(Method { messages: 10_000 }).unwrap();
    let text = render::text(&tables::paper(&record, &published()));
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "UDP (raw-udp)",
        "[406.2] [218.4] [1.86]",
        "CORBA is none of the systems here",
        "10000 round trips",
    ] {
        assert!(flat.contains(part), "no `{part}` in\n{text}");
    }
    let widest = text.lines().max_by_key(|l| l.chars().count()).unwrap();
    assert!(widest.chars().count() <= 110, "{widest}");
}
