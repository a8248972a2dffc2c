//! Rendering of a load's outcome for people and programs.

use std::fmt::Write as _;

use serde_json::{Value, json};

use manyrpc_measure::report::number::micros;
use manyrpc_measure::report::wrap;

use super::arrivals::{Arrivals, Process};
use super::outcome::Outcome;
use super::parts::Conducted;
use super::plan::{Plan, Reuse};
use super::times::Times;

/// The width of wrapped lines, and their largest indentation.
const WIDTH: usize = 100;
const DEEPEST: usize = 6;

/// The quantiles that are shown of a distribution.
const QUANTILES: [(&str, f64); 6] = [
    ("50 %", 0.5),
    ("75 %", 0.75),
    ("90 %", 0.9),
    ("99 %", 0.99),
    ("99.9 %", 0.999),
    ("99.99 %", 0.9999),
];

/// The plan of `clients` clients as a line.
pub fn description(plan: &Plan, clients: u32) -> String {
    let arrivals = match plan.arrivals {
        Arrivals::Closed { think_ns: 0 } => "closed loop".to_owned(),
        Arrivals::Closed { think_ns } => {
            let think = micros(think_ns as f64);
            format!("closed loop with {think} µs between a reply and the next call")
        }
        Arrivals::Open { rate, process } => {
            let process = match process {
                Process::Constant => "constant".to_owned(),
                Process::Poisson => "Poisson".to_owned(),
                Process::Bursty { calls, factor } => {
                    format!("in bursts of {calls} at {factor} times the rate")
                }
            };
            format!("open loop, {rate} calls per second, {process}")
        }
    };
    let reuse = match plan.reuse {
        Reuse::Kept => "kept open",
        Reuse::PerCall => "opened for each call",
    };
    let several = |count: u32, what: &str| match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    };
    format!(
        "{arrivals}; {}, {} each, {reuse}",
        several(clients, "client"),
        several(plan.connections, "connection"),
    )
}

/// Tables for the terminal.
pub fn text(plan: &Plan, clients: u32, conducted: &Conducted) -> String {
    let Conducted {
        outcome,
        problems,
        link,
    } = conducted;
    let mut text = format!("{}\n", description(plan, clients));
    if let Some(link) = link {
        wrap(&mut text, (WIDTH, DEEPEST), "link: ", link);
    }
    text.push('\n');
    let mut line = |name: &str, value: String| {
        writeln!(text, "{name:<10} {value}").expect("a string takes everything");
    };
    let (sent, done, failed) = (outcome.sent, outcome.done, outcome.failures());
    line(
        "calls",
        format!("{sent} made, {done} succeeded, {failed} failed"),
    );
    let rate = outcome.rate();
    line(
        "rate",
        format!("{rate:.1} per second over {:.3} s", outcome.seconds),
    );
    let server = outcome.server_cpu_ns.map_or(String::new(), |ns| {
        format!(", server {} µs", micros(ns as f64 / done.max(1) as f64))
    });
    line(
        "CPU",
        format!(
            "client {} µs{server} per call; the busiest client used {:.0} % of its available time",
            micros(outcome.client_cpu_ns as f64 / done.max(1) as f64),
            outcome.client_cpu_share * 100.0
        ),
    );
    text.push_str(&table(plan, outcome));
    for (reason, count) in &outcome.failed {
        writeln!(text, "{count:>8} × {reason}").expect("a string takes everything");
    }
    if outcome.cut_short {
        text.push_str("stopped early\n");
    }
    let warnings = outcome
        .warnings()
        .into_iter()
        .chain(problems.iter().cloned());
    warnings.for_each(|warning| text.push_str(&format!("warning: {warning}\n")));
    text
}

fn table(plan: &Plan, outcome: &Outcome) -> String {
    if outcome.done == 0 {
        return String::new();
    }
    let is_open = matches!(plan.arrivals, Arrivals::Open { .. });
    let mut text = match is_open {
        true => format!("\n{:<10} {:>12} {:>12}\n", "µs", "latency", "service"),
        false => format!("\n{:<10} {:>12}\n", "µs", "latency"),
    };
    let mut row = |name: &str, of: &dyn Fn(&Times) -> f64| {
        write!(text, "{name:<10} {:>12}", micros(of(&outcome.latency))).expect("a string");
        if is_open {
            write!(text, " {:>12}", micros(of(&outcome.service))).expect("a string");
        }
        text.push('\n');
    };
    row("least", &|times| times.histogram().min() as f64);
    for (name, q) in QUANTILES {
        row(name, &|times| times.histogram().value_at_quantile(q) as f64);
    }
    row("most", &|times| times.histogram().max() as f64);
    row("mean", &|times| times.histogram().mean());
    if is_open {
        text.push_str(
            "latency is counted from when a call was due, service from when it started\n",
        );
    }
    text
}

/// The same as JSON, with the whole distributions.
pub fn json(plan: &Plan, clients: u32, conducted: &Conducted) -> Value {
    let Conducted {
        outcome,
        problems,
        link,
    } = conducted;
    let summary = |times: &Times| {
        let histogram = times.histogram();
        let quantiles = QUANTILES.map(|(name, q)| {
            let key = format!("p{}", name.trim_end_matches(" %").replace('.', ""));
            (key, json!(histogram.value_at_quantile(q)))
        });
        let mut all = serde_json::Map::new();
        all.insert("min".to_owned(), json!(histogram.min()));
        all.extend(quantiles);
        all.insert("max".to_owned(), json!(histogram.max()));
        all.insert("mean".to_owned(), json!(histogram.mean()));
        Value::Object(all)
    };
    json!({
        "plan": plan,
        "clients": clients,
        "link": link,
        "calls_per_s": outcome.rate(),
        "latency_ns": summary(&outcome.latency),
        "service_ns": summary(&outcome.service),
        "warnings": outcome.warnings(),
        "problems": problems,
        "outcome": outcome,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome() -> Outcome {
        let mut outcome = Outcome {
            sent: 100,
            done: 99,
            seconds: 2.0,
            client_cpu_ns: 990_000,
            client_cpu_share: 0.25,
            ..Outcome::default()
        };
        (1..100u64).for_each(|i| {
            outcome.latency.record(i * 1000);
            outcome.service.record(i * 500);
        });
        outcome.fail("no answer", 1);
        outcome
    }

    fn conducted(outcome: Outcome, problems: &[&str]) -> Conducted {
        Conducted {
            outcome,
            problems: problems.iter().map(|&problem| problem.to_owned()).collect(),
            link: None,
        }
    }

    #[test]
    fn where_it_was_made_stands_below_what_was_asked() {
        let conducted = Conducted {
            link: Some("two network namespaces".to_owned()),
            ..conducted(outcome(), &[])
        };
        let said = text(&Plan::closed(100), 1, &conducted);
        assert!(
            said.contains("kept open\nlink: two network namespaces\n\ncalls "),
            "{said}"
        );
        let value = json(&Plan::closed(100), 1, &conducted);
        assert_eq!(value["link"], "two network namespaces");
    }

    #[test]
    fn people_read_what_was_asked_and_what_came() {
        let mut plan = Plan::open(50.0, Process::Poisson, 2.0);
        plan.connections = 4;
        let said = text(&plan, 2, &conducted(outcome(), &["a client: it ended"]));
        for part in [
            "open loop, 50 calls per second, Poisson; 2 clients, 4 connections each, kept open\n",
            "calls      100 made, 99 succeeded, 1 failed\n",
            "rate       49.5 per second over 2.000 s\n",
            "CPU        client 10.0 µs per call; the busiest client used 25 % of",
            "µs              latency      service\n",
            "50 %               50.0         25.0\n",
            "       1 × no answer\n",
            "warning: 1 of 100 calls failed",
            "warning: a client: it ended\n",
        ] {
            assert!(said.contains(part), "{part}\n{said}");
        }
    }

    #[test]
    fn a_closed_loop_has_one_time() {
        let said = text(&Plan::closed(100), 1, &conducted(outcome(), &[]));
        assert!(said.starts_with("closed loop; 1 client, 1 connection each, kept open\n"));
        assert!(!said.contains("service"), "{said}");
        let nothing = text(&Plan::closed(1), 1, &conducted(Outcome::default(), &[]));
        assert!(!nothing.contains("50 %"), "{nothing}");
    }

    #[test]
    fn programs_read_nanoseconds() {
        let plan = Plan::open(50.0, Process::Constant, 2.0);
        let value = json(&plan, 1, &conducted(outcome(), &[]));
        assert_eq!(value["latency_ns"]["p50"], 50_015);
        assert_eq!(value["latency_ns"]["min"], 1000);
        assert!(value["latency_ns"]["p9999"].is_number());
        let back: Outcome = serde_json::from_value(value["outcome"].clone()).unwrap();
        assert_eq!(back, outcome());
    }
}
