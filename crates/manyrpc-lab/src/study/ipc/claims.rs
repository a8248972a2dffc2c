//! The document's claims, P1 to P4, judged by the figures of a run.

use crate::study::claim::{Bounds, Claim, Test};
use crate::study::matrix::Matrix;
use crate::study::published::Published;
use crate::study::record::Record;

use super::plan::{METHODS, cell};

/// Every claim.
pub(super) fn judge(record: &Record, published: &Published<'_>) -> Vec<Claim> {
    let of = |figure| Matrix::measured(record, figure);
    let (median, first) = (of("median_ns"), of("first_to_median"));
    vec![
        p1(&median, published),
        p2(
            &of("deviation_ns"),
            "standard deviation of 10,000 round trips",
            // The document finds that CORBA's is larger than UDP's, as its round trips are.
            &["TCP", "RPC over UDP"],
        ),
        p2(
            &of("quartiles_to_median"),
            "distance of the quartiles, as a share of the median",
            &["TCP", "RPC over UDP", "CORBA"],
        ),
        p3(&first, published),
        p4(&median, published),
    ]
}

/// The first method's figure divided by the second's.
fn ratio(matrix: &Matrix, above: &str, below: &str, printed: impl Fn(&str) -> Option<f64>) -> Test {
    let system = |name: &str| {
        let method = METHODS.iter().find(|(method, _)| *method == name);
        let (_, system) = method.expect("claims are about the document's methods");
        cell(system)
    };
    let found = matrix.ratio(&[(system(above), system(below))]);
    let published = printed(above).zip(printed(below));
    Test::new(
        format!("{above} ÷ {below}"),
        Bounds::above(1.0),
        found,
        published.map(|(above, below)| above / below),
    )
}

/// The first message's round trip, as a multiple of the median.
pub(super) fn first_to_median(published: &Published<'_>, method: &str) -> Option<f64> {
    let above = published.find("Section 1", "first message", method, "above the median")?;
    Some(1.0 + above / 100.0)
}

/// The median, derived from the first message's round trip and its excess over the median.
pub(super) fn median_us(published: &Published<'_>, method: &str) -> Option<f64> {
    let first = published.find("Section 1", "first message", method, "round trip")?;
    Some(first / first_to_median(published, method)?)
}

fn p1(median: &Matrix, published: &Published<'_>) -> Claim {
    let tests = METHODS.windows(2).map(|two| {
        let (below, above) = (two[0].0, two[1].0);
        ratio(median, above, below, |method| median_us(published, method))
    });
    let says =
        "UDP is faster than TCP, that than RPC over UDP, that than RPC over TCP, that than CORBA";
    Claim::new("P1", says, "median of 10,000 round trips", tests.collect())
}

/// `below_udp` are those that vary less than UDP, besides RPC over TCP.
fn p2(spread: &Matrix, measure: &str, below_udp: &[&str]) -> Claim {
    let none = |_: &str| None;
    let above = METHODS.iter().map(|(method, _)| *method);
    let above = above.filter(|method| *method != "RPC over TCP");
    let least = above.map(|method| ratio(spread, method, "RPC over TCP", none));
    let most = below_udp
        .iter()
        .map(|other| ratio(spread, "UDP", other, none));
    let says = "bare UDP varies most, RPC over TCP least";
    Claim::new("P2", says, measure, least.chain(most).collect())
}

fn p3(first: &Matrix, published: &Published<'_>) -> Claim {
    let order = ["RPC over UDP", "UDP", "TCP", "RPC over TCP", "CORBA"];
    let tests = order.windows(2).map(|two| {
        ratio(first, two[1], two[0], |method| {
            first_to_median(published, method)
        })
    });
    let says = "the first message costs most, by the median of its method, with CORBA, then RPC over TCP, TCP, \
                UDP, RPC over UDP";
    Claim::new("P3", says, "first round trip ÷ median", tests.collect())
}

fn p4(median: &Matrix, published: &Published<'_>) -> Claim {
    let pairs = [
        ("RPC over UDP", "UDP"),
        ("RPC over TCP", "TCP"),
        ("CORBA", "RPC over TCP"),
    ];
    let tests = pairs
        .map(|(above, below)| ratio(median, above, below, |method| median_us(published, method)));
    let says = "the more transparent to the programmer, the longer a round trip";
    Claim::new("P4", says, "median of 10,000 round trips", tests.into())
}
