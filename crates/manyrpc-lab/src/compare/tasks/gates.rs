//! The gates of calls of tasks.

use manyrpc_measure::report::number::{difference, times};
use manyrpc_measure::stats::{Interval, Paired};

use crate::record::{Gate, IdleConnections, InFlight, LoneCall, Saturated, Tasks};
use crate::system::tasks::{FLOOR_ID, RIVALS};

/// Our calls per second over the foreign system's, at least.
const CALLS_PER_S: f64 = 2.0;

/// What a lone call may take longer than by the blocking client.
const LONE_NS: f64 = 1500.0;

/// The user memory of an idle connection, at most.
const IDLE_BYTES: f64 = 3072.0;

/// Evaluates them.
pub(in crate::compare) fn judge(tasks: &Tasks) -> Vec<Gate> {
    let rows = tasks.rows.iter().flat_map(in_flight);
    let lone = tasks.lone.iter().map(lone);
    let ours = tasks.idle.iter().filter(|row| is_ours(&row.system));
    rows.chain(lone).chain(ours.flat_map(idle)).collect()
}

fn is_ours(system: &str) -> bool {
    RIVALS.iter().any(|rivals| rivals.pairs[0].id == system)
}

/// `64 in flight on a connection`.
fn load(row: &InFlight) -> String {
    match row.connections {
        1 => format!("{} in flight on a connection", row.in_flight),
        connections => format!("{} in flight on {connections} connections", row.in_flight),
    }
}

/// Of ours, and of ours with busy polling where that was measured.
fn in_flight(row: &InFlight) -> Vec<Gate> {
    let Some((ours, theirs)) = row.ours().zip(row.judged_against()) else {
        return Vec::new();
    };
    let measured = |system: &&Saturated| system.calls_per_s.is_some() || system.failed.is_some();
    let polling = row.systems.iter().filter(|system| polls(&system.system));
    [ours]
        .into_iter()
        .chain(polling.filter(measured))
        .map(|system| against(row, system, theirs))
        .collect()
}

fn polls(system: &str) -> bool {
    let mut all = RIVALS.iter().flat_map(|rivals| rivals.pairs);
    all.any(|pair| pair.polls() && pair.id == system)
}

/// A system of ours against the one that it is judged by.
fn against(row: &InFlight, ours: &Saturated, theirs: &Saturated) -> Gate {
    let (system, other) = (&ours.system, &theirs.system);
    let cpus = match row.cpus.len() {
        1 => "1 CPU".to_owned(),
        count => format!("{count} CPUs"),
    };
    let both = match polls(system) {
        false => theirs.ours_against_it.zip(theirs.our_p99_against_it),
        true => {
            let ratio = |of: fn(&Saturated) -> &[Option<f64>]| {
                Paired::of(of(ours), of(theirs)).map(|paired| paired.ratio)
            };
            ratio(|system| &system.rounds_per_s).zip(ratio(|system| &system.rounds_p99_ns))
        }
    };
    let why = || {
        let failed = ours.failed.clone().or_else(|| theirs.failed.clone());
        let why = row.left_out.clone().or(failed);
        why.unwrap_or_else(|| "not measured".to_owned())
    };
    let floor = match polls(system) {
        // It sleeps, so it is none for this.
        true => String::new(),
        false => floor(row, theirs),
    };
    Gate {
        asks: format!(
            "{system} {}, {}, {cpus}: at least {CALLS_PER_S} × {other}'s calls per second, p99 no worse",
            row.workload,
            load(row)
        ),
        measured: both
            .filter(|_| ours.failed.is_none())
            .map_or_else(why, |(rate, p99)| {
                let [rate, p99] = [rate, p99].map(with_interval);
                format!("{rate}; p99 {p99}{floor}")
            }),
        against: Some(other.clone()),
        difference_ns: None,
        holds: verdict(
            ours.failed.as_ref(),
            both.map(|(rate, p99)| rate.value >= CALLS_PER_S && p99.value <= 1.0),
        ),
    }
}

/// What the floor in C makes of the rival's calls per second in this load, and whether the target can be met at all.
fn floor(row: &InFlight, theirs: &Saturated) -> String {
    let of = |system: &Saturated| system.ours_against_it.map(|ratio| ratio.value);
    let found = row.systems.iter().find(|system| system.system == FLOOR_ID);
    let Some((against_floor, against_them)) = found.and_then(of).zip(of(theirs)) else {
        return String::new();
    };
    // Ours over theirs by ours over the floor's, of the same rounds.
    let floor = against_them / against_floor;
    let beyond = match floor < CALLS_PER_S {
        true => ", less than this target",
        false => "",
    };
    format!(
        "; the floor in C {}, of which ours is {}{beyond}",
        times(floor),
        times(against_floor)
    )
}

/// A system of ours that failed has missed its gate; one that was not measured has not.
fn verdict(failed: Option<&String>, measured: Option<bool>) -> Option<bool> {
    match failed {
        Some(_) => Some(false),
        None => measured,
    }
}

fn with_interval(ratio: Interval) -> String {
    let [value, low, high] = [ratio.value, ratio.low, ratio.high].map(times);
    format!("{value} ({low}–{high})")
}

fn lone(row: &LoneCall) -> Gate {
    let why = || {
        row.failed
            .clone()
            .unwrap_or_else(|| "not measured".to_owned())
    };
    Gate {
        asks: format!(
            "{} nothing, a lone call by a task at most {LONE_NS} ns more than by the blocking client",
            row.system
        ),
        measured: row
            .difference_ns
            .map_or_else(why, |ns| format!("{} ns", difference(&ns))),
        against: Some(format!("{} by the blocking client", row.system)),
        difference_ns: row.difference_ns,
        holds: verdict(
            row.failed.as_ref(),
            row.difference_ns.map(|ns| ns.value <= LONE_NS),
        ),
    }
}

fn idle(row: &IdleConnections) -> [Gate; 2] {
    [("server", row.server_bytes), ("client", row.client_bytes)].map(|(side, bytes)| {
        let why = || {
            row.failed
                .clone()
                .unwrap_or_else(|| "not measured".to_owned())
        };
        Gate {
            asks: format!(
                "{} at most {IDLE_BYTES} bytes of user memory for an idle connection, {side}",
                row.system
            ),
            measured: bytes.map_or_else(why, |bytes| {
                format!("{:.0} ({} connections)", bytes.value, row.connections)
            }),
            against: None,
            difference_ns: None,
            holds: verdict(
                row.failed.as_ref(),
                bytes.map(|bytes| bytes.value <= IDLE_BYTES),
            ),
        }
    })
}

#[cfg(test)]
mod tests {
    use crate::report::synthetic;

    use super::*;

    #[test]
    fn a_load_holds_if_both_its_figures_do() {
        let mut tasks = synthetic::tasks();
        let gates = judge(&tasks);
        let asks = "grpc-async nothing, 64 in flight on a connection, 1 CPU: at least 2 × tonic's calls per second, p99 no worse";
        let gate = |gates: &[Gate], asks: &str| {
            let found = gates.iter().find(|gate| gate.asks.starts_with(asks));
            found
                .unwrap_or_else(|| panic!("no `{asks}` in {gates:?}"))
                .clone()
        };
        let met = gate(&gates, asks);
        assert_eq!(met.measured, "2.50 (2.40–2.60); p99 0.40 (0.30–0.50)");
        assert_eq!(
            (met.holds, met.against.as_deref()),
            (Some(true), Some("tonic"))
        );
        let theirs = &mut tasks.rows[0].systems[1];
        theirs.our_p99_against_it.as_mut().unwrap().value = 1.1;
        assert_eq!(gate(&judge(&tasks), asks).holds, Some(false));
        tasks.rows[0].systems[0].failed = Some("too many calls".to_owned());
        let failed = judge(&tasks);
        assert_eq!(
            gate(&failed, asks).holds,
            Some(false),
            "a failure is a miss"
        );
        let left_out = gate(
            &gates,
            "grpc-async echo:1000000, 1000 in flight on a connection, 2 CPUs",
        );
        assert_eq!(
            (left_out.measured.as_str(), left_out.holds),
            ("left out by --quick", None)
        );
    }

    #[test]
    fn a_load_is_judged_beside_what_the_floor_makes_of_it() {
        let mut tasks = synthetic::tasks();
        let at = |value: f64| {
            Some(Interval {
                value,
                low: value,
                high: value,
            })
        };
        let row = &mut tasks.rows[0];
        row.systems.push(Saturated {
            system: FLOOR_ID.to_owned(),
            ours_against_it: at(0.8),
            ..Saturated::default()
        });
        let measured = |tasks: &Tasks| {
            let gate = judge(tasks).swap_remove(0);
            (gate.measured, gate.holds)
        };
        let (text, holds) = measured(&tasks);
        assert!(
            text.ends_with("; the floor in C 3.12, of which ours is 0.80"),
            "{text}"
        );
        assert_eq!(holds, Some(true));
        // A target beyond the floor is missed all the same.
        tasks.rows[0].systems[1].ours_against_it = at(1.5);
        let (text, holds) = measured(&tasks);
        assert!(
            text.ends_with("the floor in C 1.88, of which ours is 0.80, less than this target"),
            "{text}"
        );
        assert_eq!(holds, Some(false));
    }

    #[test]
    fn ours_with_busy_polling_is_judged_by_its_own_rounds() {
        let mut tasks = synthetic::tasks();
        let asks = "grpc-async-polling nothing, ";
        let found = |tasks: &Tasks| {
            let gates = judge(tasks).into_iter();
            let mut found = gates.filter(|gate| gate.asks.starts_with(asks));
            (found.next(), found.count())
        };
        let polling = Saturated {
            system: "grpc-async-polling".to_owned(),
            ..Saturated::default()
        };
        tasks.rows[0].systems.push(polling.clone());
        assert!(found(&tasks).0.is_none(), "it does not carry such loads");
        let systems = &mut tasks.rows[0].systems;
        let theirs = systems[1].clone();
        let times = |rounds: &[Option<f64>], n: f64| -> Vec<Option<f64>> {
            rounds.iter().map(|r| r.map(|r| r * n)).collect()
        };
        systems[3] = Saturated {
            calls_per_s: theirs.calls_per_s,
            rounds_per_s: times(&theirs.rounds_per_s, 6.0),
            rounds_p99_ns: times(&theirs.rounds_p99_ns, 0.5),
            ..polling
        };
        let (gate, others) = found(&tasks);
        let gate = gate.unwrap();
        assert_eq!((gate.holds, others), (Some(true), 0));
        assert!(gate.measured.starts_with("6.00 ("), "{}", gate.measured);
        assert!(gate.measured.contains("; p99 0.50 ("), "{}", gate.measured);
    }

    #[test]
    fn lone_calls_and_idle_connections_are_judged() {
        let gates = judge(&synthetic::tasks());
        let found = |asks: &str| {
            let gate = gates
                .iter()
                .find(|gate| gate.asks.starts_with(asks))
                .unwrap();
            (gate.measured.as_str(), gate.holds)
        };
        assert_eq!(
            found("grpc nothing, a lone call"),
            ("+1200 ±100 ns", Some(true))
        );
        assert_eq!(
            found("onc-udp nothing, a lone call"),
            ("+1700 ±100 ns", Some(false))
        );
        let idle = "grpc-async at most 3072 bytes of user memory for an idle connection, ";
        assert_eq!(
            found(&format!("{idle}server")),
            ("2000 (10000 connections)", Some(true))
        );
        assert_eq!(
            found(&format!("{idle}client")),
            ("4000 (10000 connections)", Some(false))
        );
        // Theirs are only shown.
        assert!(!gates.iter().any(|gate| gate.asks.starts_with("tonic")));
    }
}
