//! The document's claims, K1 to K5, judged by the figures of a run.
//!
//! They concern the document's languages, so only cells between those count. Each is judged by the document's
//! measure, seconds of 100 calls including the start of the client's process, and by the time of a single call.

use manyrpc_measure::stats::Interval;

use crate::study::claim::{Bounds, Claim, Test};
use crate::study::matrix::{Matrix, Pair};
use crate::study::published::Published;
use crate::study::record::Record;

use super::peers::{LANGUAGES, Language, SYSTEMS, System};
use super::plan::cell;
use super::tables::printed_tables;

/// One measure with its figures.
pub(super) struct Measured {
    pub(super) name: &'static str,
    pub(super) matrix: Matrix,
    /// Milliseconds in one unit of the matrix, for one call.
    pub(super) ms_per_call: f64,
}

/// The largest factor between systems that count as alike: the document calls XML-RPC and JSON-RPC alike, which
/// differ by factors of 1.1 and 1.4 in its tables.
const ALIKE: f64 = 1.5;

/// The tolerance of a factor stated as "about": the document's own figures range from 2.8 to 3.6.
const ABOUT: f64 = 1.5;

/// The factor by which the bytes may exceed Base64's, for what surrounds the photo.
const MARK_UP: f64 = 1.05;

/// Every claim, by every measure.
pub(super) fn judge(measures: &[Measured], record: &Record, printed: &Published<'_>) -> Vec<Claim> {
    let published = &printed_tables(printed);
    let each = |claim: fn(&Measured, &Matrix, &Published<'_>) -> Claim| {
        measures.iter().map(move |m| claim(m, published, printed))
    };
    let mut claims: Vec<Claim> = each(k1).chain(each(k2)).collect();
    claims.push(k2_bytes(record, printed));
    claims.extend(each(k3).chain(each(k4)).chain(each(k5)));
    claims
}

fn k1(measured: &Measured, published: &Matrix, _: &Published<'_>) -> Claim {
    let mut tests = Vec::new();
    for photo in [false, true] {
        for other in ["xmlrpc", "jsonrpc"] {
            let pairs = systems(other, "grpc", photo);
            tests.push(ratio(
                format!("{} ÷ gRPC, {}", title(other), payload(photo)),
                Bounds::above(1.0),
                (&measured.matrix, published),
                &pairs,
            ));
        }
    }
    Claim::new("K1", "gRPC is the fastest overall", measured.name, tests)
}

fn k2(measured: &Measured, published: &Matrix, _: &Published<'_>) -> Claim {
    let tests = ["xmlrpc", "jsonrpc"].map(|other| {
        // The waits of K5 mask the payload's effect; C++ servers have none.
        let at_cpp = |photo| {
            let mut pairs = systems(other, "grpc", photo);
            pairs.retain(|(cell, _)| cell.level("server") == "cpp");
            pairs
        };
        let (with, without) = (at_cpp(true), at_cpp(false));
        let points = published.point(&with).zip(published.point(&without));
        Test::new(
            format!(
                "{} ÷ gRPC with the photo, by the same without, C++ servers",
                title(other)
            ),
            Bounds::above(1.0),
            measured.matrix.ratio_of_ratios(&with, &without),
            points.map(|(with, without)| with / without),
        )
    });
    Claim::new(
        "K2",
        "the binary payload separates the systems",
        measured.name,
        tests.into(),
    )
}

fn k2_bytes(record: &Record, printed: &Published<'_>) -> Claim {
    let base64 = printed.fact("binary data in Base64");
    let tests = ["xmlrpc", "jsonrpc"].map(|other| {
        let least = base64.unwrap_or(f64::NAN);
        Test::new(
            format!("bytes on the wire, {} ÷ gRPC, with the photo", title(other)),
            Bounds::within(least / MARK_UP, least * MARK_UP),
            bytes(record, other).zip(bytes(record, "grpc")).map_or_else(
                || Err("its bytes were not counted".to_owned()),
                |(other, binary)| Ok(exactly(other / binary)),
            ),
            base64,
        )
    });
    Claim::new(
        "K2",
        "Base64 makes binary data 4/3 as long",
        "bytes of one call",
        tests.into(),
    )
}

fn k3(measured: &Measured, published: &Matrix, _: &Published<'_>) -> Claim {
    let tests = [false, true].map(|photo| {
        ratio(
            format!("XML-RPC ÷ JSON-RPC, {}", payload(photo)),
            Bounds::within(1.0 / ALIKE, ALIKE),
            (&measured.matrix, published),
            &systems("xmlrpc", "jsonrpc", photo),
        )
    });
    let says = "XML-RPC and JSON-RPC take about the same time";
    Claim::new("K3", says, measured.name, tests.into())
}

fn k4(measured: &Measured, published: &Matrix, _: &Published<'_>) -> Claim {
    let mut tests = Vec::new();
    for system in published_systems() {
        for role in [Role::Client, Role::Server] {
            for other in published_languages().filter(|l| l.id != "cpp") {
                tests.push(ratio(
                    format!(
                        "{} {} ÷ C++ {}, {}",
                        other.title,
                        role.name(),
                        role.name(),
                        system.title
                    ),
                    Bounds::above(1.0),
                    (&measured.matrix, published),
                    &languages(system.id, role, other.id, "cpp"),
                ));
            }
        }
    }
    let says = "C++ is the fastest on small data";
    Claim::new("K4", says, measured.name, tests)
}

fn k5(measured: &Measured, published: &Matrix, printed: &Published<'_>) -> Claim {
    let times = printed
        .fact("time with a Ruby server of XML-RPC")
        .unwrap_or(f64::NAN);
    let slow = [("xmlrpc", "ruby"), ("jsonrpc", "ruby"), ("jsonrpc", "java")];
    let tests = slow.map(|(system, server)| {
        ratio(
            format!(
                "{} server ÷ C++ server, {}",
                language(server),
                title(system)
            ),
            Bounds::within(times / ABOUT, times * ABOUT),
            (&measured.matrix, published),
            &languages(system, Role::Server, server, "cpp"),
        )
    });
    let notes = slow.map(|(system, server)| {
        let pairs = languages(system, Role::Server, server, "cpp");
        let of = |matrix: &Matrix, ms| matrix.added(&pairs).map(|added| added * ms);
        let published = of(published, PUBLISHED_MS_PER_CALL)?;
        let today = of(&measured.matrix, measured.ms_per_call);
        let today = today.map_or("not measured".to_owned(), |ms| format!("{ms:.1} ms"));
        Some(format!(
            "A {} server of {} adds {published:.1} ms to every call in the published tables, and {today} \
             here. A fixed 40 ms looks like one side of TCP that waits for a delayed acknowledgement, when the \
             other writes a message in two pieces: a property of the library, not of the language.",
            language(server),
            title(system),
        ))
    });
    let says =
        "servers of XML-RPC and JSON-RPC in Ruby, and of JSON-RPC in Java, about triple the time";
    Claim::new("K5", says, measured.name, tests.into()).noting(notes.into_iter().flatten())
}

/// Milliseconds a call in the document's unit, seconds of 100 calls.
pub(super) const PUBLISHED_MS_PER_CALL: f64 = 10.0;

fn ratio(
    mut quantity: String,
    bounds: Bounds,
    (measured, published): (&Matrix, &Matrix),
    pairs: &[Pair],
) -> Test {
    let counted = measured.counted(pairs);
    if (1..pairs.len()).contains(&counted) {
        quantity += &format!(" ({counted} of {} pairs)", pairs.len());
    }
    Test::new(
        quantity,
        bounds,
        measured.ratio(pairs),
        published.point(pairs),
    )
}

/// Bytes of one call with the photo, averaged over the document's counted cells.
fn bytes(record: &Record, system: &str) -> Option<f64> {
    let counted = |client: &Language, server: &Language| {
        let cell = record.cell(&cell(system, true, client.id, server.id))?;
        let of = |figure| Some(cell.interval(figure)?.value);
        Some(of("out_bytes")? + of("in_bytes")?)
    };
    let totals = published_languages()
        .flat_map(|client| published_languages().map(move |server| (client, server)))
        .filter_map(|(client, server)| counted(client, server));
    manyrpc_measure::stats::mean(&totals.collect::<Vec<f64>>())
}

const fn exactly(value: f64) -> Interval {
    Interval {
        value,
        low: value,
        high: value,
    }
}

/// The same clients and servers of two systems.
fn systems(above: &'static str, below: &'static str, photo: bool) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for client in published_languages() {
        for server in published_languages() {
            let of = |system| cell(system, photo, client.id, server.id);
            pairs.push((of(above), of(below)));
        }
    }
    pairs
}

#[derive(Clone, Copy)]
enum Role {
    Client,
    Server,
}

impl Role {
    const fn name(self) -> &'static str {
        match self {
            Role::Client => "client",
            Role::Server => "server",
        }
    }
}

/// Two languages in one role, each with every language in the other, small data.
fn languages(
    system: &'static str,
    role: Role,
    above: &'static str,
    below: &'static str,
) -> Vec<Pair> {
    let with = |other: &'static str| {
        let of = |language| {
            let (client, server) = match role {
                Role::Client => (language, other),
                Role::Server => (other, language),
            };
            cell(system, false, client, server)
        };
        (of(above), of(below))
    };
    published_languages().map(|other| with(other.id)).collect()
}

fn published_languages() -> impl Iterator<Item = &'static Language> {
    LANGUAGES.iter().filter(|l| l.is_published)
}

fn published_systems() -> impl Iterator<Item = &'static System> {
    SYSTEMS.iter().filter(|s| s.is_published)
}

fn title(system: &str) -> &'static str {
    super::peers::system(system).map_or("", |s| s.title)
}

fn language(id: &str) -> &'static str {
    super::peers::language(id).map_or("", |l| l.title)
}

const fn payload(photo: bool) -> &'static str {
    match photo {
        true => "with the photo",
        false => "small data",
    }
}

#[cfg(test)]
mod tests;
