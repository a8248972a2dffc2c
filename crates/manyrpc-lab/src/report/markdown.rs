//! Markdown tables.

use std::fmt::{self, Write};

use crate::record::{Outcome, Run};

use manyrpc_measure::report::number::{bytes, difference, micros, rate, ratio};

use super::facts::{cpu_ns, elsewhere, floors, machine, rate_of};
use super::{costs, tasks};

/// One table per placement, with a line about the machine.
pub(super) fn render(run: &Run) -> String {
    let mut text = String::new();
    write_all(&mut text, run).expect("a string takes everything");
    text
}

fn write_all(out: &mut String, run: &Run) -> fmt::Result {
    for placement in &run.placements {
        writeln!(
            out,
            "Placement `{}`: {}.\n",
            placement.id, placement.meaning
        )?;
        writeln!(
            out,
            "| workload | system | first µs | median µs | p99 µs | ÷ floor (95 %) | − floor, ns | calls/s with 1 / 2 / 4 | wire bytes | CPU µs |"
        )?;
        writeln!(
            out,
            "| --- | --- | --: | --: | --: | --: | --: | --: | --: | --: |"
        )?;
        for workload in &run.workloads {
            let mut label = format!("`{}`", workload.id);
            for system in run.present() {
                let Some(cell) = run.cell(&system.id, &workload.id, &placement.id) else {
                    continue;
                };
                match &cell.outcome {
                    Outcome::Measured(_) => row(out, run, &label, cell)?,
                    Outcome::CannotCarry(why) | Outcome::Failed(why) => {
                        writeln!(out, "| {label} | {} | {why} | | | | | | | |", system.id)?;
                    }
                    Outcome::LeftOut(_) => continue,
                }
                label.clear();
            }
        }
        writeln!(out)?;
    }
    costs::markdown(out, run)?;
    if let Some(tasks) = &run.tasks {
        tasks::markdown(out, tasks)?;
        return writeln!(out, "{}.", machine(run));
    }
    let testbed = elsewhere(run).map_or(String::new(), |testbed| format!("; {testbed}"));
    writeln!(out, "{}{testbed}.\n\n{}", machine(run), floors(run))
}

fn row(out: &mut String, run: &Run, label: &str, cell: &crate::record::Cell) -> fmt::Result {
    let Some(m) = run.measures(&cell.system, &cell.workload, &cell.placement) else {
        return Ok(());
    };
    let show = |figure: Option<f64>, how: fn(f64) -> String| figure.map_or("–".to_owned(), how);
    let against = match &m.ratio {
        Some(r) if r.low == r.high => ratio(r.value),
        Some(r) => format!(
            "**{}** ({}–{})",
            ratio(r.value),
            ratio(r.low),
            ratio(r.high)
        ),
        None => "–".to_owned(),
    };
    writeln!(
        out,
        "| {label} | {} | {} | {} | {} | {against} | {} | {} / {} / {} | {} | {} |",
        cell.system,
        show(m.first_median_ns, micros),
        micros(m.median_ns as f64),
        micros(m.p99_ns as f64),
        m.difference_ns.map_or("–".to_owned(), |ns| difference(&ns)),
        show(rate_of(m, 1), rate),
        show(rate_of(m, 2), rate),
        show(rate_of(m, 4), rate),
        show(m.wire.map(|w| w.total()), bytes),
        show(cpu_ns(m), micros),
    )
}
