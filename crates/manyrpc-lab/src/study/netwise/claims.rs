//! The document's claims, N1 to N4, judged by the figures of a run.

use manyrpc_measure::stats::Interval;

use crate::study::claim::{Bounds, Claim, Test};
use crate::study::matrix::Matrix;
use crate::study::published::Published;
use crate::study::record::Record;

use super::plan::{SHAPES, cell};
use super::{NO_NETWISE, size};

/// The same protocol over both transports: vendor, TCP and UDP system, and whether it is in the document.
const BOTH_TRANSPORTS: [(&str, &str, &str, bool); 2] = [
    ("Sun RPC, ours", "onc-tcp", "onc-udp", true),
    ("libtirpc", "libtirpc-tcp", "libtirpc-udp", false),
];

/// Every claim, by the document's measure and by the median.
pub(super) fn judge(record: &Record, published: &Published<'_>) -> Vec<Claim> {
    let mut claims = vec![n1(published), n2()];
    for (measure, figure) in [
        ("mean of 500 calls", "mean_ns"),
        ("median of 500 calls", "median_ns"),
    ] {
        let matrix = Matrix::measured(record, figure);
        let takes_part = |id: &str| record.cells.iter().any(|c| c.cell.level("system") == id);
        for (who, tcp, udp, is_published) in BOTH_TRANSPORTS {
            if is_published || (takes_part(tcp) && takes_part(udp)) {
                let printed = published.clone();
                let printed = Some(printed).filter(|_| is_published);
                claims.push(n3(&matrix, measure, (who, tcp, udp), printed.as_ref()));
            }
        }
    }
    claims.push(n4(record, published));
    claims
}

/// The order of the products' code sizes: Netwise, Sun, Apollo. Our library is shared by all protocols, so for Sun
/// and Apollo its engines are compared; sizes have no interval.
fn n4(record: &Record, published: &Published<'_>) -> Claim {
    let printed = |side, product| published.find("Code Size Results", side, "TOTAL", product);
    let ratio = |side, of, to| Some(printed(side, of)? / printed(side, to)?);
    let mut tests = Vec::new();
    for side in size::SIDES {
        let [sun, apollo] = size::ENGINES.map(|engine| {
            let of = record.cell(&size::cell(side, "manyrpc"));
            of.and_then(|of| of.interval(engine.figure).map(|i| i.value))
        });
        let found = sun.zip(apollo).filter(|(sun, _)| *sun > 0.0);
        let found = found
            .map(|(sun, apollo)| apollo / sun)
            .map(|value| Interval {
                value,
                low: value,
                high: value,
            });
        let why = || {
            let of = record.cell(&size::cell(side, "manyrpc"));
            let why = of.and_then(|of| of.why());
            why.unwrap_or_else(|| "sizes were not read".to_owned())
        };
        tests.push(Test::new(
            format!(
                "{side}: Apollo ÷ Sun, our engines of both in one program (in print: all code)"
            ),
            Bounds::above(1.0),
            found.ok_or_else(why),
            ratio(side, "Apollo", "Sun"),
        ));
        tests.push(Test::new(
            format!("{side}: Sun ÷ Netwise"),
            Bounds::above(1.0),
            Err(NO_NETWISE.to_owned()),
            ratio(side, "Sun", "Netwise"),
        ));
    }
    let says = "Netwise's programs are the smallest, Apollo's the largest";
    Claim::new("N4", says, "bytes of functions in release builds", tests)
}

fn n1(published: &Published<'_>) -> Claim {
    let printed = |shape, product| published.find("Timing Results", "UDP", shape, product);
    let tests = ["Opaque 4000", "Opaque 8000"].map(|shape| {
        Test::new(
            format!("Netwise (constructed) ÷ Sun over UDP, {shape}"),
            Bounds::above(1.0),
            Err(NO_NETWISE.to_owned()),
            printed(shape, "Netwise")
                .zip(printed(shape, "Sun"))
                .map(|(n, s)| n / s),
        )
    });
    let says =
        "opaque buffers are slow with constructed OCTET STRING encodings, fast with primitive ones";
    Claim::new("N1", says, "mean of 500 calls", tests.into())
}

fn n2() -> Claim {
    let test = Test::new(
        "a buffer with the aligned length form ÷ one with the shortest",
        Bounds {
            least: None,
            most: Some(1.0),
        },
        Err(NO_NETWISE.to_owned()),
        None,
    );
    let says = "a longer length form that aligns the buffer speeds its copy";
    Claim::new("N2", says, "mean of 500 calls", vec![test])
}

fn n3(
    matrix: &Matrix,
    measure: &str,
    (who, tcp, udp): (&str, &str, &str),
    published: Option<&Published<'_>>,
) -> Claim {
    let tests = SHAPES.map(|(shape, _)| {
        let of = |transport| published?.find("Timing Results", transport, shape, "Sun");
        Test::new(
            format!("{who}, TCP ÷ UDP, {shape}"),
            Bounds::above(1.0),
            matrix.ratio(&[(cell(shape, tcp), cell(shape, udp))]),
            of("TCP").zip(of("UDP")).map(|(tcp, udp)| tcp / udp),
        )
    });
    let says = format!("UDP beats TCP for every shape that fits ({who})");
    Claim::new("N3", &says, measure, tests.into())
}
