//! The performance gates, evaluated on a run's figures.
//!
//! The floor is the C program that exchanges bare bytes if the run has it, otherwise our own: overhead of our
//! driver relative to C must not excuse the systems above it. A ratio is more sensitive on a fast machine, since a
//! system adds much the same number of instructions everywhere, so each gate also states the difference in
//! nanoseconds.

use manyrpc_measure::machine::placement::Placement;
use manyrpc_measure::report::number::difference;
use manyrpc_measure::stats::{Interval, Paired, ratio_interval};

use super::in_flight::{ASYNC, OMNIORB, TONIC};
use crate::record::{Gate, MarshallingRow, Outcome, Run};
use crate::system::{Transport, floor_in_c, is_floor_in_c, own_floor};

/// System, workload and largest ratio to its floor, in placement `same`.
const AGAINST_FLOOR: &[(&str, &str, f64)] = &[
    ("onc-udp", "nothing", 1.06),
    ("onc-tcp", "nothing", 1.06),
    ("onc-udp", "echo:8192", 1.1),
    ("onc-udp", "echo:16000", 1.1),
    ("onc-tcp", "echo:8192", 1.1),
    ("onc-tcp", "echo:16000", 1.1),
    ("onc-tcp", "info-photo", 1.25),
    ("json-rpc", "nothing", 1.2),
    ("json-rpc-http", "nothing", 1.6),
    ("xml-rpc", "nothing", 1.6),
    ("soap", "nothing", 1.6),
    ("soap-mtom", MEGABYTE, 2.0),
    ("grpc", "nothing", 1.3),
    ("grpc", "echo:8192", 1.3),
    ("grpc", "info-photo", 1.6),
    ("iiop", "nothing", 1.08),
    ("iiop", "info-photo", 1.25),
    ("dce-co", "nothing", 1.08),
    ("dce-cl", "nothing", 1.10),
    ("ncs", "nothing", 1.10),
    ("dce-co", "echo:65536", 1.3),
];

/// System, workload, other system, least speed-up, and the other's description.
const AT_LEAST_AS_FAST: &[(&str, &str, &str, f64, &str)] = &[
    ("dce-cl", MEGABYTE, "dce-cl-1", 3.0, "stop-and-wait"),
    (
        "json-rpc",
        MEGABYTE,
        "libjson-rpc-cpp",
        5.0,
        "libjson-rpc-cpp",
    ),
    (
        "json-rpc-http",
        MEGABYTE,
        "libjson-rpc-cpp",
        5.0,
        "libjson-rpc-cpp",
    ),
    ("xml-rpc", MEGABYTE, "xmlrpc-c", 5.0, "xmlrpc-c"),
    ("soap", MEGABYTE, "gsoap", 10.0, "gSOAP"),
    ("soap", "ints:1000", "gsoap", 5.0, "gSOAP"),
    ("iiop", "ints:1000", "omniorb", 1.0, "omniORB"),
];

const MEGABYTE: &str = "info-photo";

/// The least throughput of ours with many calls in flight on one connection, relative to others': our system, the other
/// one, and its name.
const THROUGHPUT: [(&str, &str, &str, f64); 2] = [
    ("grpc", TONIC, "tonic", 10.0),
    ("iiop", OMNIORB, "omniORB", 3.0),
];

/// The same for our client and server with futures.
const THROUGHPUT_ASYNC: f64 = 2.0;

/// The least time of other code relative to ours: value, direction, code, ratio.
const MARSHALLING_AT_LEAST: &[(&str, &str, &str, f64)] = &[
    ("info", "encode", "libtirpc", 3.0),
    ("info", "decode", "libtirpc", 1.5),
    ("ints1000", "encode", "libtirpc", 10.0),
    ("ints1000", "decode", "libtirpc", 10.0),
];

/// The same for Protocol Buffers and prost. In calls text and bytes borrow; for stand-alone messages there is a
/// gate for copying as well.
const AGAINST_PROST: &[(&str, &str, f64)] = &[
    ("info (protobuf)", "encode", 1.0),
    ("info (protobuf)", "decode", 1.0),
    ("info, copied (protobuf)", "decode", 1.0),
    ("100 infos (protobuf)", "encode", 2.0),
    ("100 infos (protobuf)", "decode", 2.0),
    ("tree (protobuf)", "encode", 2.0),
    ("tree (protobuf)", "decode", 2.0),
    ("tree, copied (protobuf)", "decode", 1.0),
    ("chain (protobuf)", "encode", 2.0),
    ("chain (protobuf)", "decode", 2.0),
    ("chain, copied (protobuf)", "decode", 1.0),
];

/// JSON and serde_json's typed path: values and directions.
const AGAINST_SERDE: &[(&str, &str)] = &[
    ("info (JSON)", "encode"),
    ("info (JSON)", "decode"),
    ("info, copied (JSON)", "decode"),
    ("ints1000 (JSON)", "encode"),
    ("ints1000 (JSON)", "decode"),
];

/// Ours over serde_json, at most.
const SERDE_JSON: f64 = 1.3;

/// Ours over hand-written code, at most.
const HAND_WRITTEN: f64 = 1.15;

/// Timing overhead over the smallest median, at most.
const TIMING: f64 = 0.01;

/// Evaluates the gates; on testbeds other than loopback only those that do not concern calls.
pub fn judge(run: &Run) -> Vec<Gate> {
    if let Some(tasks) = &run.tasks {
        return super::tasks::gates::judge(tasks);
    }
    let of_calls = |gate: Gate| match run.between.is_default() {
        true => gate,
        false => not_judged(gate),
    };
    let mut gates: Vec<Gate> = AGAINST_FLOOR
        .iter()
        .map(|&(system, workload, most)| against_floor(run, system, workload, most))
        .map(of_calls)
        .collect();
    let known = |id| run.systems.iter().any(|s| s.id == id);
    if run.systems.iter().any(|s| is_floor_in_c(&s.id)) {
        let transports = [Transport::Udp, Transport::Tcp];
        gates.extend(transports.map(|over| of_calls(driver(run, over))));
        gates.extend(marshalling(run));
    }
    gates.extend(AGAINST_PROST.iter().map(|&(value, direction, least)| {
        at_least(run, "Protocol Buffers", (value, direction, "prost"), least)
    }));
    gates.extend(AGAINST_SERDE.iter().map(|&(value, direction)| {
        at_most(run, "JSON", (value, direction, "serde_json"), SERDE_JSON)
    }));
    gates.extend(BY_HAND.map(|(syntax, value, direction)| {
        at_most(
            run,
            syntax,
            (value, direction, "hand-written"),
            HAND_WRITTEN,
        )
    }));
    let rivals = AT_LEAST_AS_FAST.iter().filter(|gate| known(gate.2));
    gates.extend(rivals.map(|gate| of_calls(at_least_as_fast(run, gate))));
    gates.extend(
        THROUGHPUT
            .iter()
            .map(|gate| of_calls(throughput(run, gate))),
    );
    gates.push(of_calls(throughput_async(run)));
    gates.push(timing(run));
    gates
}

/// A link or relay contributes to both sides of a ratio, which then says nothing about the systems.
fn not_judged(gate: Gate) -> Gate {
    Gate {
        measured: format!("{}; not judged, applies to loopback only", gate.measured),
        holds: None,
        ..gate
    }
}

/// The gate that compares one workload over two systems.
fn at_least_as_fast(run: &Run, gate: &(&str, &str, &str, f64, &str)) -> Gate {
    let &(fast, workload, slow, least, who) = gate;
    let rounds = |system| {
        let measures = run.measures(system, workload, Placement::Same.name());
        measures.map(|m| &m.round_medians_ns[..])
    };
    let paired = rounds(slow)
        .zip(rounds(fast))
        .and_then(|(slow, fast)| Paired::of(slow, fast));
    let difference_ns = paired.map(|paired| -paired.difference);
    Gate {
        asks: format!("{fast} {workload} at least {least} × as fast as {who}"),
        measured: paired.map_or_else(
            || missing(run, slow, workload),
            |paired| figures(paired.ratio, 2, difference_ns),
        ),
        against: Some(slow.to_owned()),
        difference_ns,
        holds: paired.map(|paired| paired.ratio.value >= least),
    }
}

/// A ratio with its interval and the corresponding difference.
fn figures(ratio: Interval, digits: usize, difference_ns: Option<Interval>) -> String {
    let [value, low, high] = [ratio.value, ratio.low, ratio.high];
    let ratio = format!("{value:.digits$} ({low:.digits$}–{high:.digits$})");
    match difference_ns {
        Some(ns) => format!("{ratio}, {} ns", difference(&ns)),
        None => ratio,
    }
}

fn throughput(run: &Run, &(ours, theirs, name, least): &(&str, &str, &str, f64)) -> Gate {
    let mut rows = run.throughput.iter();
    let row = rows.find(|row| row.ours == ours && row.system == theirs);
    let ratio = row.and_then(|row| row.ours_against_it);
    Gate {
        asks: format!(
            "{ours} at least {least} × {name}'s calls per second, 64 in flight on a connection"
        ),
        measured: ratio.map_or("not measured".to_owned(), |r| figures(r, 2, None)),
        against: Some(theirs.to_owned()),
        difference_ns: None,
        holds: ratio.map(|r| r.value >= least),
    }
}

fn throughput_async(run: &Run) -> Gate {
    let rounds = |system: &str| {
        let row = run.throughput.iter().find(|row| row.system == system);
        row.map(|row| &row.rounds_per_s[..])
    };
    let ratio = rounds(ASYNC).zip(rounds(TONIC)).and_then(|(ours, theirs)| {
        let ratios: Vec<f64> = ours.iter().zip(theirs).map(|(o, t)| o / t).collect();
        ratio_interval(&ratios)
    });
    Gate {
        asks: format!(
            "{ASYNC} at least {THROUGHPUT_ASYNC} × tonic's calls per second, 64 in flight on a connection"
        ),
        measured: ratio.map_or("not measured".to_owned(), |r| figures(r, 2, None)),
        against: Some(TONIC.to_owned()),
        difference_ns: None,
        holds: ratio.map(|r| r.value >= THROUGHPUT_ASYNC),
    }
}

fn against_floor(run: &Run, system: &str, workload: &str, most: f64) -> Gate {
    let measures = run.measures(system, workload, Placement::Same.name());
    let ratio = measures.and_then(|m| m.ratio);
    let difference_ns = measures.and_then(|m| m.difference_ns);
    let floor = run.floor_of(system).map(|floor| floor.id.clone());
    let named = floor.as_deref().unwrap_or("its floor");
    Gate {
        asks: format!("{system} {workload} at most {most} × {named} (`same`)"),
        measured: ratio.map_or_else(
            || missing(run, system, workload),
            |ratio| figures(ratio, 3, difference_ns),
        ),
        against: floor,
        difference_ns,
        holds: ratio.map(|r| r.value <= most),
    }
}

fn missing(run: &Run, system: &str, workload: &str) -> String {
    match run.cell(system, workload, Placement::Same.name()) {
        Some(cell) => match &cell.outcome {
            Outcome::CannotCarry(why) | Outcome::Failed(why) | Outcome::LeftOut(why) => why.clone(),
            Outcome::Measured(_) => "its floor was not measured".to_owned(),
        },
        None => "not in this run".to_owned(),
    }
}

/// Our driver and the C program exchange the same bytes: the ratio must be within noise, over all workloads.
fn driver(run: &Run, over: Transport) -> Gate {
    let (ours, in_c) = (own_floor(over), floor_in_c(over));
    let is_against_c = run.floor_of(ours).is_some_and(|floor| floor.id == in_c);
    let same = Placement::Same.name();
    let measured = |workload| run.measures(ours, workload, same).filter(|_| is_against_c);
    let ratios: Vec<(&str, f64)> = run
        .workloads
        .iter()
        .filter_map(|w| Some((w.id.as_str(), measured(&w.id)?.ratio?.value)))
        .collect();
    let farthest = ratios
        .iter()
        .max_by(|a, b| a.1.ln().abs().total_cmp(&b.1.ln().abs()));
    let values: Vec<f64> = ratios.iter().map(|r| r.1).collect();
    let mean = manyrpc_measure::stats::geometric_mean(&values);
    // For the smallest call, where the driver's share is largest and the kernel copies least.
    let difference_ns = measured("nothing").and_then(|m| m.difference_ns);
    let of_nothing = difference_ns.map_or(String::new(), |ns| {
        format!(", {} ns (nothing)", difference(&ns))
    });
    Gate {
        asks: format!(
            "{ours} ÷ {in_c} within {:.0} % over all workloads (`same`)",
            (DRIVER_NOISE - 1.0) * 100.0
        ),
        measured: match (mean, farthest) {
            (Some(mean), Some((workload, value))) => {
                format!("{mean:.3} on average, {value:.3} farthest ({workload}){of_nothing}")
            }
            _ => missing(run, in_c, "nothing"),
        },
        against: Some(in_c.to_owned()),
        difference_ns,
        holds: mean.map(|m| m.ln().abs() <= DRIVER_NOISE.ln()),
    }
}

/// The allowed ratio between two equivalent programs.
const DRIVER_NOISE: f64 = 1.03;

/// What is judged by code written by hand: the transfer syntax, the value and the direction.
const BY_HAND: [(&str, &str, &str); 6] = [
    ("XDR", "info", "encode"),
    ("NDR", "info (NDR)", "encode"),
    ("CDR", "info (CDR)", "encode"),
    ("CDR", "info (CDR)", "decode"),
    ("CDR", "ints1000 (CDR)", "encode"),
    ("CDR", "ints1000 (CDR)", "decode"),
];

fn marshalled<'r>(
    run: &'r Run,
    value: &str,
    direction: &str,
    code: &str,
) -> Option<&'r MarshallingRow> {
    let mut rows = run.marshalling.iter();
    rows.find(|r| r.value == value && r.direction == direction && r.code == code)
}

fn marshalling(run: &Run) -> Vec<Gate> {
    let gates = MARSHALLING_AT_LEAST
        .iter()
        .map(|&(value, direction, code, least)| {
            at_least(run, "XDR", (value, direction, code), least)
        });
    gates.collect()
}

/// The gate that other code takes at least `least` times as long as ours.
fn at_least(
    run: &Run,
    syntax: &str,
    (value, direction, code): (&str, &str, &str),
    least: f64,
) -> Gate {
    let row = marshalled(run, value, direction, code);
    let ratio = row.and_then(|row| row.against_ours);
    let asks = format!("{syntax} {direction} of {value} at least {least} × as fast as {code}");
    Gate {
        holds: ratio.map(|r| r.value >= least),
        ..of_code(asks, row, ratio, 2)
    }
}

/// The gate that ours takes at most `most` times as long as other code.
fn at_most(
    run: &Run,
    syntax: &str,
    (value, direction, code): (&str, &str, &str),
    most: f64,
) -> Gate {
    let row = marshalled(run, value, direction, code);
    let theirs = row.and_then(|row| row.against_ours);
    let ratio = theirs.map(|theirs| Interval {
        value: 1.0 / theirs.value,
        low: 1.0 / theirs.high,
        high: 1.0 / theirs.low,
    });
    let asks = format!("{syntax} {direction} of {value} at most {most} × {code}");
    Gate {
        holds: ratio.map(|r| r.value <= most),
        ..of_code(asks, row, ratio, 3)
    }
}

/// A gate on marshalling, not yet judged: our time minus the other code's.
fn of_code(
    asks: String,
    row: Option<&MarshallingRow>,
    ratio: Option<Interval>,
    digits: usize,
) -> Gate {
    let difference_ns = row.and_then(|row| row.difference_ns).map(|theirs| -theirs);
    Gate {
        asks,
        measured: ratio.map_or("not measured".to_owned(), |ratio| {
            figures(ratio, digits, difference_ns)
        }),
        against: row.map(|row| row.code.clone()),
        difference_ns,
        holds: None,
    }
}

fn timing(run: &Run) -> Gate {
    let smallest = run
        .cells
        .iter()
        .filter_map(|cell| match &cell.outcome {
            Outcome::Measured(m) => Some(m.median_ns),
            _ => None,
        })
        .min();
    let share = smallest.map(|ns| run.timing.pair_ns / ns as f64);
    Gate {
        asks: "timing overhead under 1 % of the smallest median".to_owned(),
        measured: match (share, smallest) {
            (Some(share), Some(ns)) => format!(
                "{:.0} ns of {:.2} µs: {:.2} %",
                run.timing.pair_ns,
                ns as f64 / 1000.0,
                share * 100.0
            ),
            _ => "nothing was measured".to_owned(),
        },
        against: None,
        difference_ns: None,
        holds: share.map(|s| s < TIMING),
    }
}

#[cfg(test)]
mod tests;
