//! The document's claims, L1 to L6 and L8, judged by the figures of a run. L7 counts conversions, which follow
//! from the protocols and not from a run.

use manyrpc_measure::stats::{Interval, per_million};

use crate::study::claim::{Bounds, Claim, Test};
use crate::study::design::Cell;
use crate::study::matrix::{Matrix, Pair};
use crate::study::published::Published;
use crate::study::record::Record;

use super::IMPLEMENTATIONS;
use super::dependability::{self, PROTECTED_SYSTEMS};
use super::protected::ProtectedSystem;
use super::speed::{CLIENTS, CONNECTIONS, PLACES, SIZES, cell};

/// The largest factor between systems, or distances, that count as about equal: in the document they differ by
/// factors of up to 1.2.
const LEVEL: f64 = 1.25;

/// The bound of errors per million calls that the document's Apollo stays below at every load: those of its Sun
/// (udp) at the lowest load with errors.
const NONE: f64 = 10.0;

/// Every claim.
pub(super) fn judge(record: &Record, published: &Published<'_>) -> Vec<Claim> {
    let between = &record.head.wanted.between;
    let both = &Both {
        note: match between.is_one_machine() {
            true => {
                "Here the different machine is another network namespace on this one.".to_owned()
            }
            false => format!("Here between machines are {}.", between.description()),
        },
        today: Matrix::measured(record, "run_s"),
        printed: printed(published),
    };
    vec![
        l1(both),
        l2(both),
        l3(both),
        l4(both),
        l5(both),
        l6(both, published),
        l8(record, published),
    ]
}

/// The measured and the published figures.
struct Both {
    /// A description of the different machine.
    note: String,
    today: Matrix,
    printed: Matrix,
}

impl Both {
    fn ratio(&self, quantity: String, bounds: Bounds, pairs: &[Pair]) -> Test {
        let found = self.today.ratio(pairs);
        Test::new(quantity, bounds, found, self.printed.point(pairs))
    }
}

/// The document's table: connections are made for each call.
pub(super) fn printed(published: &Published<'_>) -> Matrix {
    let figures = published.figures().iter().filter_map(|figure| {
        let (clients, size) = figure.column.split_once(" x ")?;
        let (clients, size) = (clients.parse().ok()?, size.parse().ok()?);
        let (_, system) = IMPLEMENTATIONS
            .iter()
            .find(|(name, _)| *name == figure.row)?;
        let place = (CONNECTIONS[0], figure.block);
        Some((cell(place, clients, size, (*system).ok()?), figure.value))
    });
    Matrix::printed(figures)
}

/// Two systems at every place and number of clients, with a connection per call.
fn systems(above: &str, below: &str, sizes: &[usize]) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for place in PLACES {
        for clients in CLIENTS {
            for &size in sizes {
                let of = |system| cell((CONNECTIONS[0], place), clients, size, system);
                pairs.push((of(above), of(below)));
            }
        }
    }
    pairs
}

const MEASURE: &str = "seconds of 100 calls";

fn l1(both: &Both) -> Claim {
    let mut tests = Vec::new();
    for (name, system) in [("Sun (tcp)", "onc-tcp"), ("Apollo", "ncs")] {
        for size in &SIZES[..3] {
            tests.push(both.ratio(
                format!("{name} ÷ Sun (udp), {size} bytes"),
                Bounds::above(1.0),
                &systems(system, "onc-udp", &[*size]),
            ));
        }
    }
    let says = "Sun (udp) is the fastest where its packet limit allows";
    Claim::new("L1", says, MEASURE, tests)
}

fn l2(both: &Both) -> Claim {
    let test = both.ratio(
        "Apollo ÷ Sun (tcp), 16384 bytes".to_owned(),
        Bounds::above(1.0),
        &systems("ncs", "onc-tcp", &SIZES[3..]),
    );
    Claim::new(
        "L2",
        "Sun (tcp) is the fastest elsewhere",
        MEASURE,
        vec![test],
    )
}

fn l3(both: &Both) -> Claim {
    let apollo = |sizes: &[usize]| systems("ncs", "onc-udp", sizes);
    let (small, large) = (apollo(&SIZES[..2]), apollo(&SIZES[2..3]));
    let points = both.printed.point(&large).zip(both.printed.point(&small));
    let tests = vec![
        both.ratio(
            "Apollo ÷ Sun (udp), 12 and 512 bytes".to_owned(),
            Bounds::within(1.0 / LEVEL, LEVEL),
            &small,
        ),
        Test::new(
            "the same with 8192 bytes, by the same with 12 and 512",
            Bounds::above(1.0),
            both.today.ratio_of_ratios(&large, &small),
            points.map(|(large, small)| large / small),
        ),
    ];
    let says = "Sun (udp) and Apollo are level below 1 K, and Apollo falls behind as sizes grow";
    Claim::new("L3", says, MEASURE, tests)
}

fn l4(both: &Both) -> Claim {
    let tests = SIZES[2..].iter().map(|size| {
        both.ratio(
            format!("Apollo ÷ Sun (tcp), {size} bytes"),
            Bounds::above(1.0),
            &systems("ncs", "onc-tcp", &[*size]),
        )
    });
    let says = "from eight packets on Apollo is slower than Sun (tcp)";
    Claim::new("L4", says, MEASURE, tests.collect())
}

fn l5(both: &Both) -> Claim {
    let tests = ["onc-udp", "onc-tcp", "ncs"].map(|system| {
        let mut pairs = Vec::new();
        for clients in CLIENTS {
            for size in SIZES {
                let of = |place| cell((CONNECTIONS[0], place), clients, size, system);
                pairs.push((of(PLACES[1]), of(PLACES[0])));
            }
        }
        let bounds = Bounds {
            least: None,
            most: Some(LEVEL),
        };
        both.ratio(
            format!("{system}, different ÷ same machine"),
            bounds,
            &pairs,
        )
    });
    let says = "a different machine costs little more than the same";
    Claim::new("L5", says, MEASURE, tests.into()).noting([both.note.clone()])
}

fn l6(both: &Both, published: &Published<'_>) -> Claim {
    let fact = |name| published.stated(name);
    let bounds = Bounds::within(
        fact("least of a kept-open call's time"),
        fact("most of a kept-open call's time"),
    );
    let tests = PLACES.map(|place| {
        let of = |connections, size| cell((connections, place), 1, size, "onc-tcp");
        let pairs = SIZES.map(|size| (of(CONNECTIONS[1], size), of(CONNECTIONS[0], size)));
        both.ratio(
            format!("Sun (tcp), kept open ÷ per call, one client, {place}"),
            bounds,
            &pairs,
        )
    });
    let says = "on a connection that is kept open a call over TCP takes 10 to 30 % of the time";
    Claim::new("L6", says, MEASURE, tests.into())
}

fn l8(record: &Record, published: &Published<'_>) -> Claim {
    let errs = |guarded: &ProtectedSystem, load, bounds, name| {
        let state = if guarded.is_on { "on" } else { "off" };
        let found = errors_of(record, &dependability::cell(guarded, load));
        Test::new(
            format!("{}, protection {state}, load {load}", guarded.system),
            bounds,
            found.ok_or_else(|| "it was not measured".to_owned()),
            published.find("Dependability", "errors", name, load),
        )
    };
    let mut tests = vec![errs(
        &PROTECTED_SYSTEMS[0],
        "20.0",
        Bounds::above(0.0),
        "Sun (udp)",
    )];
    let few = Bounds {
        least: None,
        most: Some(NONE),
    };
    for load in ["10.0", "20.0"] {
        tests.push(errs(&PROTECTED_SYSTEMS[2], load, few, "Apollo"));
    }
    let says = "Sun (udp) silently errs at a high load, and Apollo does not while it runs";
    Claim::new(
        "L8",
        says,
        "losses and duplicates in a million calls",
        tests,
    )
}

/// Losses and duplicates per million calls.
pub(super) fn errors_of(record: &Record, cell: &Cell) -> Option<Interval> {
    let counted = |figure| count(record, cell, figure);
    per_million(counted("lost")? + counted("duplicated")?, counted("calls")?)
}

/// A count over all visits.
pub(super) fn count(record: &Record, cell: &Cell, figure: &str) -> Option<f64> {
    let figure = record.cell(cell)?.figures.get(figure)?;
    Some(figure.rounds.iter().flatten().sum())
}
