//! Synthetic runs for tests.

use manyrpc_measure::machine::environment::Environment;
use manyrpc_measure::machine::timing::Timing;

use crate::record::PlacementInfo;

use super::design::{Cell, Design};
use super::journal::{Head, Journal, Line, SCHEMA, Sample, Visited, Wanted};
use super::record::Record;

/// The head of a run with a design.
pub(crate) fn head(study: &str, design: Design, method: serde_json::Value) -> Head {
    Head {
        schema: SCHEMA.to_owned(),
        study: study.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: None,
        built_with: "rustc, release".to_owned(),
        started: "2026-11-21T00:00:00Z".to_owned(),
        command_line: vec!["manyrpc".to_owned()],
        wanted: Wanted::default(),
        environment: Environment::default(),
        timing: Timing::default(),
        placement: PlacementInfo {
            id: "split".to_owned(),
            meaning: "apart".to_owned(),
            client_cpus: vec![0],
            server_cpus: vec![1],
        },
        method,
        design,
    }
}

/// A visit with these figures.
pub(crate) fn visited(phase: &str, round: u32, cell: &Cell, figures: &[(&str, f64)]) -> Line {
    let sample = figures
        .iter()
        .fold(Sample::default(), |sample, &(name, x)| {
            sample.figure(name, x)
        });
    Line::Visit(Visited {
        phase: phase.to_owned(),
        round,
        cell: cell.clone(),
        seconds: 0.5,
        sample,
        why: None,
    })
}

/// A failed visit.
pub(crate) fn failed(phase: &str, round: u32, cell: &Cell, why: &str) -> Line {
    match visited(phase, round, cell, &[]) {
        Line::Visit(visit) => Line::Visit(Visited {
            why: Some(why.to_owned()),
            ..visit
        }),
        other => other,
    }
}

/// The record of a run of these cells, in one phase `runs`, with synthetic figures by cell and round.
pub(crate) fn record(
    cells: &[Cell],
    rounds: u32,
    figures: impl Fn(&Cell, u32) -> Vec<(&'static str, f64)>,
) -> Record {
    let design = Design {
        cells: cells.to_vec(),
        ..Design::default()
    };
    let head = head(
        "s",
        design.phase("runs", rounds, |_| true),
        serde_json::Value::Null,
    );
    let visits = (0..rounds).flat_map(|round| cells.iter().map(move |cell| (round, cell)));
    let lines = visits.map(|(round, cell)| visited("runs", round, cell, &figures(cell, round)));
    Record::of(&Journal::in_memory(head, lines.collect()))
}
