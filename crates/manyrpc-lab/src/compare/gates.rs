//! The targets of speed, judged on the figures of a run.
//!
//! The floor is the program in C that exchanges bare bytes where the run has it, and else our own: a driver of ours
//! that costs more than C does is no excuse for what stands on it. A ratio says more on a quick machine than on a slow
//! one, since what a system adds is much the same number of instructions: each has its difference in nanoseconds.

use manyrpc_measure::machine::placement::Placement;
use manyrpc_measure::report::number::difference;
use manyrpc_measure::stats::{Interval, Paired};

use crate::record::{Gate, MarshallingRow, Outcome, Run};
use crate::system::{Transport, floor_in_c, is_floor_in_c, own_floor};

/// Which system, workload and most times its floor: for placement `same`.
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

/// Judges a run; on another testbed than loopback only what is no matter of calls.
pub fn judge(run: &Run) -> Vec<Gate> {
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
    gates.extend(BY_HAND.map(|(syntax, value)| {
        at_most(run, syntax, (value, "encode", "hand-written"), HAND_WRITTEN)
    }));
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
    let rounds = |system| {
        let measures = run.measures(system, "info-photo", Placement::Same.name());
        measures.map(|m| &m.round_medians_ns[..])
    };
    let paired = rounds(slow)
        .zip(rounds(fast))
        .and_then(|(slow, fast)| Paired::of(slow, fast));
    let difference_ns = paired.map(|paired| -paired.difference);
    Gate {
        asks: format!("{fast} info-photo at least {least} × as fast as {who}"),
        measured: paired.map_or_else(
            || missing(run, slow, "info-photo"),
            |paired| figures(paired.ratio, 2, difference_ns),
        ),
        against: Some(slow.to_owned()),
        difference_ns,
        holds: paired.map(|paired| paired.ratio.value >= least),
    }
}

/// A ratio with its interval, and the difference that it is of.
fn figures(ratio: Interval, digits: usize, difference_ns: Option<Interval>) -> String {
    let [value, low, high] = [ratio.value, ratio.low, ratio.high];
    let ratio = format!("{value:.digits$} ({low:.digits$}–{high:.digits$})");
    match difference_ns {
        Some(ns) => format!("{ratio}, {} ns", difference(&ns)),
        None => ratio,
    }
}

fn throughput(run: &Run) -> Gate {
    let row = run.throughput.iter().find(|row| row.system == "tonic");
    let ratio = row.and_then(|row| row.ours_against_it);
    Gate {
        asks: format!(
            "grpc at least {THROUGHPUT} × tonic's calls per second, 64 in flight on a connection"
        ),
        measured: ratio.map_or("not measured".to_owned(), |r| figures(r, 2, None)),
        against: Some("tonic".to_owned()),
        difference_ns: None,
        holds: ratio.map(|r| r.value >= THROUGHPUT),
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

/// Our driver and the program in C exchange the same bytes: within noise of each other, over all workloads.
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
    // Of the call that carries least, where the driver's share is largest and the kernel copies nothing.
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

/// What two programs that do the same may differ by.
const DRIVER_NOISE: f64 = 1.05;

/// Transfer syntaxes, and the value by which their encoders are judged.
const BY_HAND: [(&str, &str); 2] = [("XDR", "info"), ("NDR", "info (NDR)")];

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

/// That other code takes so many times as long as ours.
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

/// That ours takes so many times as long as other code at most.
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

/// A target of marshalling, not yet judged: what our code takes less what the other does.
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
