//! The targets of speed, judged on the figures of a run.

use crate::machine::placement::Placement;
use crate::record::{Gate, Measures, Outcome, Run};
use crate::stats::Interval;

/// Which system, workload and most times the floor: for placement `same`.
const AGAINST_FLOOR: &[(&str, &str, f64)] = &[
    ("onc-udp", "nothing", 1.08),
    ("onc-tcp", "nothing", 1.08),
    ("onc-udp", "echo:8192", 1.1),
    ("onc-udp", "echo:16000", 1.1),
    ("onc-tcp", "echo:8192", 1.1),
    ("onc-tcp", "echo:16000", 1.1),
    ("onc-tcp", "info-photo", 1.25),
    ("json-rpc", "nothing", 1.2),
    ("json-rpc-http", "nothing", 1.6),
    ("xml-rpc", "nothing", 1.6),
    ("grpc", "nothing", 1.3),
    ("grpc", "echo:8192", 1.3),
    ("grpc", "info-photo", 1.6),
    ("dce-co", "nothing", 1.08),
    ("dce-cl", "nothing", 1.10),
    ("ncs", "nothing", 1.10),
    ("dce-co", "echo:65536", 1.3),
];

/// Which system is to be how many times as fast as another, for a megabyte, and who they are.
const MEGABYTE_AT_LEAST: &[(&str, &str, f64, &str)] = &[
    ("dce-cl", "dce-cl-1", 3.0, "stop-and-wait"),
    ("json-rpc", "libjson-rpc-cpp", 5.0, "libjson-rpc-cpp"),
    ("json-rpc-http", "libjson-rpc-cpp", 5.0, "libjson-rpc-cpp"),
    ("xml-rpc", "xmlrpc-c", 5.0, "xmlrpc-c"),
];

/// How many times as many calls per second as tonic, with many in flight on one connection.
const THROUGHPUT: f64 = 10.0;

/// How many times as long as ours other code must take at least: value, direction, code.
const MARSHALLING_AT_LEAST: &[(&str, &str, &str, f64)] = &[
    ("info", "encode", "libtirpc", 3.0),
    ("info", "decode", "libtirpc", 1.5),
    ("ints1000", "encode", "libtirpc", 10.0),
    ("ints1000", "decode", "libtirpc", 10.0),
];

/// The same for Protocol Buffers and prost. In calls text and bytes borrow; of messages that stand
/// alone what copies is asked for as well.
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

/// Judges a run; on another ground than loopback only what is no matter of calls.
pub fn judge(run: &Run) -> Vec<Gate> {
    let of_calls = |gate: Gate| match run.between.is_usual() {
        true => gate,
        false => not_judged(gate),
    };
    let mut gates: Vec<Gate> = AGAINST_FLOOR
        .iter()
        .map(|&(system, workload, most)| against_floor(run, system, workload, most))
        .map(of_calls)
        .collect();
    if run.systems.iter().any(|s| s.id == "raw-udp-c") {
        let floors = ["raw-udp-c", "raw-tcp-c"].map(|system| floor_is_floor(run, system));
        gates.extend(floors.map(of_calls));
        gates.extend(marshalling(run));
    }
    gates.extend(AGAINST_PROST.iter().map(|&(value, direction, least)| {
        at_least(run, "Protocol Buffers", (value, direction, "prost"), least)
    }));
    gates.extend(AGAINST_SERDE.iter().map(|&(value, direction)| {
        at_most(run, "JSON", (value, direction, "serde_json"), SERDE_JSON)
    }));
    gates.extend(BY_HAND.map(|(syntax, value)| {
        at_most(run, syntax, (value, "encode", "hand-written"), HAND_WRITTEN)
    }));
    let known = |id| run.systems.iter().any(|s| s.id == id);
    let megabytes = MEGABYTE_AT_LEAST.iter().filter(|gate| known(gate.1));
    gates.extend(megabytes.map(|gate| of_calls(megabyte(run, gate))));
    gates.push(of_calls(throughput(run)));
    gates.push(timing(run));
    gates
}

/// What a link or a relay adds is in both sides of a ratio: it says nothing of the systems.
fn not_judged(gate: Gate) -> Gate {
    Gate {
        measured: format!("{}; not judged, it is of loopback", gate.measured),
        holds: None,
        ..gate
    }
}

/// A megabyte over one system and over another.
fn megabyte(run: &Run, gate: &(&str, &str, f64, &str)) -> Gate {
    let &(fast, slow, least, who) = gate;
    let median = |system| {
        let measures = run.measures(system, "info-photo", Placement::Same.name());
        measures.map(|m| m.median_ns)
    };
    let ratio = median(slow)
        .zip(median(fast))
        .map(|(slow, fast)| slow as f64 / fast as f64);
    Gate {
        asks: format!("{fast} info-photo at least {least} × as fast as {who}"),
        measured: ratio.map_or_else(
            || missing(run, slow, "info-photo"),
            |ratio| format!("{ratio:.2}"),
        ),
        holds: ratio.map(|ratio| ratio >= least),
    }
}

fn throughput(run: &Run) -> Gate {
    let row = run.throughput.iter().find(|row| row.system == "tonic");
    let ratio = row.and_then(|row| row.ours_against_it);
    Gate {
        asks: format!(
            "grpc at least {THROUGHPUT} × tonic's calls per second, 64 in flight on a connection"
        ),
        measured: ratio.map_or("not measured".to_owned(), |r| {
            format!("{:.2} ({:.2}–{:.2})", r.value, r.low, r.high)
        }),
        holds: ratio.map(|r| r.value >= THROUGHPUT),
    }
}

fn against_floor(run: &Run, system: &str, workload: &str, most: f64) -> Gate {
    let same = Placement::Same.name();
    let ratio = run.measures(system, workload, same).and_then(|m| m.ratio);
    Gate {
        asks: format!("{system} {workload} at most {most} × the bare socket (`same`)"),
        measured: ratio.map_or_else(
            || missing(run, system, workload),
            |r| format!("{:.3} ({:.3}–{:.3})", r.value, r.low, r.high),
        ),
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

/// The same bytes by the C program: within noise of ours, either way, over all workloads.
fn floor_is_floor(run: &Run, c_floor: &str) -> Gate {
    let same = Placement::Same.name();
    let ratios: Vec<(&str, f64)> = run
        .workloads
        .iter()
        .filter_map(|w| {
            Some((
                w.id.as_str(),
                run.measures(c_floor, &w.id, same)?.ratio?.value,
            ))
        })
        .collect();
    let farthest = ratios
        .iter()
        .max_by(|a, b| a.1.ln().abs().total_cmp(&b.1.ln().abs()));
    let values: Vec<f64> = ratios.iter().map(|r| r.1).collect();
    let mean = crate::stats::geometric_mean(&values);
    Gate {
        asks: format!(
            "{c_floor} ÷ our floor within {:.0} % over all workloads (`same`)",
            (FLOOR_NOISE - 1.0) * 100.0
        ),
        measured: match (mean, farthest) {
            (Some(mean), Some((workload, value))) => {
                format!("{mean:.3} on average, {value:.3} farthest ({workload})")
            }
            _ => missing(run, c_floor, "nothing"),
        },
        holds: mean.map(|m| m.ln().abs() <= FLOOR_NOISE.ln()),
    }
}

/// What two programs that do the same may differ by.
const FLOOR_NOISE: f64 = 1.05;

/// Transfer syntaxes, and the value by which their encoders are judged.
const BY_HAND: [(&str, &str); 2] = [("XDR", "info"), ("NDR", "info (NDR)")];

fn marshalled(run: &Run, value: &str, direction: &str, code: &str) -> Option<Interval> {
    let mut rows = run.marshalling.iter();
    rows.find(|r| r.value == value && r.direction == direction && r.code == code)
        .and_then(|r| r.against_ours)
}

fn marshalling(run: &Run) -> Vec<Gate> {
    let gates = MARSHALLING_AT_LEAST
        .iter()
        .map(|&(value, direction, code, least)| {
            at_least(run, "XDR", (value, direction, code), least)
        });
    gates.collect()
}

/// That other code takes so many times as long as ours.
fn at_least(
    run: &Run,
    syntax: &str,
    (value, direction, code): (&str, &str, &str),
    least: f64,
) -> Gate {
    let ratio = marshalled(run, value, direction, code);
    Gate {
        asks: format!("{syntax} {direction} of {value} at least {least} × as fast as {code}"),
        measured: ratio.map_or("not measured".to_owned(), |r| {
            format!("{:.2} ({:.2}–{:.2})", r.value, r.low, r.high)
        }),
        holds: ratio.map(|r| r.value >= least),
    }
}

/// That ours takes so many times as long as other code at most.
fn at_most(
    run: &Run,
    syntax: &str,
    (value, direction, code): (&str, &str, &str),
    most: f64,
) -> Gate {
    let ratio = marshalled(run, value, direction, code);
    Gate {
        asks: format!("{syntax} {direction} of {value} at most {most} × {code}"),
        measured: ratio.map_or("not measured".to_owned(), |r| {
            let [ours, low, high] = [r.value, r.high, r.low].map(|theirs| 1.0 / theirs);
            format!("{ours:.3} ({low:.3}–{high:.3})")
        }),
        holds: ratio.map(|r| 1.0 / r.value <= most),
    }
}

fn timing(run: &Run) -> Gate {
    let smallest = run
        .cells
        .iter()
        .filter_map(|cell| match &cell.outcome {
            Outcome::Measured(m) => Some(Measures::clone(m).median_ns),
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
        holds: share.map(|s| s < TIMING),
    }
}
