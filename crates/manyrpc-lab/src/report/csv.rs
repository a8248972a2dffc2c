//! `table.csv`: one line for each cell, RFC 4180 with line feeds.

use std::fmt::Write;

use manyrpc_measure::machine::cost::Cost;

use crate::record::{Cell, Measures, Outcome, Run};

use super::facts::{cpu_ns, rate_of};
use super::tasks;

const HEADER: &str = "placement,workload,system,status,why,calls,first_median_ns,min_ns,p25_ns,\
median_ns,p75_ns,p90_ns,p99_ns,p999_ns,max_ns,mean_ns,stdev_ns,ratio,ratio_low,ratio_high,\
difference_ns,difference_low_ns,difference_high_ns,\
calls_per_s_1,calls_per_s_2,calls_per_s_4,wire_out_bytes,wire_in_bytes,\
wire_out_packets,wire_in_packets,client_cpu_ns,\
server_cpu_ns,cpu_ns,client_system_share,server_system_share,client_system_calls,server_system_calls,\
client_waits,server_waits,client_preemptions,server_preemptions,client_faults,server_faults,\
warm_up_share,unsteady_batches\n";

/// How many columns follow `why`.
const FIGURES: usize = 40;

/// The whole file.
pub(super) fn render(run: &Run) -> String {
    if let Some(tasks) = &run.tasks {
        return tasks::csv(tasks);
    }
    let mut text = HEADER.to_owned();
    for cell in &run.cells {
        line(&mut text, cell).expect("a string takes everything");
    }
    text
}

fn line(text: &mut String, cell: &Cell) -> std::fmt::Result {
    let (status, why) = match &cell.outcome {
        Outcome::Measured(_) => ("measured", ""),
        Outcome::CannotCarry(why) => ("cannot carry", why.as_str()),
        Outcome::Failed(why) => ("failed", why.as_str()),
        Outcome::LeftOut(why) => ("left out", why.as_str()),
    };
    let Cell {
        placement,
        workload,
        system,
        outcome,
    } = cell;
    write!(
        text,
        "{placement},{workload},{system},{status},{}",
        quoted(why)
    )?;
    match outcome {
        Outcome::Measured(measures) => {
            for figure in figures(measures) {
                text.push(',');
                if let Some(figure) = figure {
                    write!(text, "{figure}")?;
                }
            }
        }
        _ => text.extend(std::iter::repeat_n(',', FIGURES)),
    }
    text.push('\n');
    Ok(())
}

fn figures(m: &Measures) -> [Option<f64>; FIGURES] {
    let whole = |n: u64| Some(n as f64);
    let client = |of: fn(Cost) -> Option<f64>| m.client_cost.and_then(of);
    let server = |of: fn(Cost) -> Option<f64>| m.server_cost.and_then(of);
    [
        whole(m.calls),
        m.first_median_ns,
        whole(m.min_ns),
        whole(m.p25_ns),
        whole(m.median_ns),
        whole(m.p75_ns),
        whole(m.p90_ns),
        whole(m.p99_ns),
        whole(m.p999_ns),
        whole(m.max_ns),
        Some(m.mean_ns),
        Some(m.stdev_ns),
        m.ratio.map(|r| r.value),
        m.ratio.map(|r| r.low),
        m.ratio.map(|r| r.high),
        m.difference_ns.map(|ns| ns.value),
        m.difference_ns.map(|ns| ns.low),
        m.difference_ns.map(|ns| ns.high),
        rate_of(m, 1),
        rate_of(m, 2),
        rate_of(m, 4),
        m.wire.map(|w| w.out_bytes),
        m.wire.map(|w| w.in_bytes),
        m.wire.and_then(|w| w.out_packets),
        m.wire.and_then(|w| w.in_packets),
        m.client_cpu_ns,
        m.server_cpu_ns,
        cpu_ns(m),
        client(|c| c.system_share),
        server(|c| c.system_share),
        client(|c| c.system_calls),
        server(|c| c.system_calls),
        client(|c| Some(c.waits)),
        server(|c| Some(c.waits)),
        client(|c| Some(c.preemptions)),
        server(|c| Some(c.preemptions)),
        client(|c| Some(c.faults)),
        server(|c| Some(c.faults)),
        m.warm_up_share,
        Some(f64::from(m.unsteady_batches)),
    ]
}

/// Quotes text if necessary.
fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}
