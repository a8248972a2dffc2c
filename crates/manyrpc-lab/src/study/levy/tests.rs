use manyrpc_measure::net::impairment::Impairments;

use super::dependability::{LOADS, PROTECTED_SYSTEMS};
use super::networks::NETWORKS;
use super::speed::{CLIENTS, CONNECTIONS, PLACES, SIZES, cell};
use super::*;
use crate::study::claim::Verdict;
use crate::study::{render, testing};
use crate::system::Programs;

fn options(quick: bool, only: &[&str]) -> Options {
    let mut options = Options::new(Programs {
        ours: "manyrpc".into(),
        peers: "/nonexistent".into(),
    });
    options.wanted.placement = Some("free".to_owned());
    options.wanted.quick = quick;
    options.wanted.only = only.iter().map(|&o| o.to_owned()).collect();
    options
}

/// Cells of the three parts.
fn cells(quick: bool, only: &[&str]) -> [usize; 3] {
    let plan = Levy.plan(&options(quick, only)).unwrap();
    let phases: Vec<usize> = plan.design.phases.iter().map(|p| p.cells.len()).collect();
    let [counted, parts @ ..] = <[usize; 4]>::try_from(phases).expect("four phases");
    assert_eq!(parts.iter().sum::<usize>(), plan.design.cells.len());
    assert_eq!(counted, parts[0]);
    parts
}

#[test]
fn all_parts_are_cells_of_one_design() {
    let ours = crate::system::names().count() - 2;
    assert_eq!(
        cells(false, &[]),
        [2 * 2 * 3 * 4 * ours, 3 * 2 * 4, 3 * 2 * 6]
    );
    assert_eq!(cells(true, &[]), [2 * 2 * 4 * 5, 3 * 2 * 2, 3 * 2 * 2]);
    assert_eq!(cells(false, &["onc-udp"]), [2 * 2 * 3 * 4, 2 * 4, 2 * 6]);
    assert_eq!(cells(false, &["grpc"]), [2 * 2 * 3 * 4, 0, 0]);
    // All visits of a cell together make the document's million calls.
    let method = method(false);
    assert_eq!(method.counted * u64::from(dependability::VISITS), 1_000_000);
    assert_eq!(method.through * u64::from(networks::VISITS), 1_000_000);
}

#[test]
fn every_published_figure_has_its_cell() {
    let plan = Levy.plan(&options(false, &[])).unwrap();
    let printed = claims::printed(&published());
    let with = plan
        .design
        .cells
        .iter()
        .filter(|cell| printed.figure(cell).is_some());
    // Sun (udp) stops at 8 K.
    assert_eq!(with.count(), 2 * 3 * (3 + 4 + 4));
    for guarded in &PROTECTED_SYSTEMS {
        for load in &LOADS {
            let cell = dependability::cell(guarded, load.average);
            assert!(plan.design.cells.contains(&cell), "{cell}");
        }
        for network in &NETWORKS {
            let cell = networks::cell(guarded, network);
            assert!(plan.design.cells.contains(&cell), "{cell}");
            let does = network.does.parse::<Impairments>();
            assert_eq!(
                does.map(|does| does.to_string()).as_deref(),
                Ok(network.does)
            );
        }
    }
}

/// A run with the document's figures, scaled by `otherwise`.
fn record(otherwise: impl Fn(&Cell) -> f64) -> Record {
    let plan = Levy
        .plan(&options(false, &["onc-udp", "onc-tcp", "ncs"]))
        .unwrap();
    let printed = claims::printed(&published());
    testing::record(&plan.design.cells, 3, |cell, round| {
        let noise = 1.0 + 0.005 * f64::from(round);
        if cell.level(PART) == networks::PHASE {
            let errs = cell.level("protection") == "off";
            let failed = cell.level("network") == "server restarts";
            return vec![
                ("calls", 10_000.0),
                ("lost", 0.0),
                ("duplicated", if errs { 50.0 } else { 0.0 }),
                ("failed", if failed { 2.0 } else { 0.0 }),
            ];
        }
        if cell.level(PART) == dependability::PHASE {
            let errs = (cell.level("protection"), cell.level("load")) == ("off", "20.0");
            let duplicated = if errs { 100.0 } else { 0.0 };
            return vec![
                ("calls", 1_000_000.0 / 3.0),
                ("lost", 0.0),
                ("duplicated", duplicated),
                ("failed", 0.0),
            ];
        }
        let per_call = cell.clone().with("connections", CONNECTIONS[0]);
        let kept = if cell == &per_call { 1.0 } else { 0.2 };
        let figure = printed.figure(&per_call).unwrap_or(12.0);
        vec![("run_s", 1e-3 * figure * kept * noise * otherwise(cell))]
    })
}

fn verdict(record: &Record, id: &str) -> Verdict {
    let claims = claims::judge(record, &published());
    claims
        .into_iter()
        .find(|claim| claim.id == id)
        .unwrap()
        .verdict
}

#[test]
fn the_documents_own_figures_are_judged() {
    let as_printed = record(|_| 1.0);
    for id in ["L1", "L2", "L3", "L5", "L6", "L8"] {
        let claims = claims::judge(&as_printed, &published());
        let claim = claims.iter().find(|claim| claim.id == id).unwrap();
        assert_ne!(claim.verdict, Verdict::CannotBeDecided, "{id}: {claim:?}");
    }
    assert_eq!(verdict(&as_printed, "L6"), Verdict::Holds);
    assert_eq!(verdict(&as_printed, "L8"), Verdict::Holds);
    let slow = |cell: &Cell| match (cell.level("system"), cell.level("place")) {
        ("onc-udp", _) => 3.0,
        ("ncs", "different machine") => 2.0,
        _ => 1.0,
    };
    for id in ["L1", "L5"] {
        assert_eq!(verdict(&record(slow), id), Verdict::DoesNotHold, "{id}");
    }
    let kept_for_nothing = |cell: &Cell| match cell.level("connections") {
        "kept open" => 5.0,
        _ => 1.0,
    };
    assert_eq!(
        verdict(&record(kept_for_nothing), "L6"),
        Verdict::DoesNotHold
    );
}

#[test]
fn the_documents_tables_stand_beside_the_figures() {
    let mut record = record(|_| 1.0);
    record.head.method = serde_json::to_value(method(false)).unwrap();
    record.head.design.factors = Levy.plan(&options(false, &[])).unwrap().design.factors;
    record.claims = Levy.claims(&record);
    let text = render::text(&tables::paper(&record, &published()));
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "MILLISECONDS OF 100 CALLS, SAME MACHINE, CONNECTIONS PER CALL",
        "Sun (udp), onc-udp 4.22",
        "[4.2 s]",
        "0 + 300 of 1000000",
        "[300]",
        "SILENT ERRORS OVER BAD NETWORKS",
        "0 + 150 of 30000, 6 failed",
        "send a datagram again after 10 ms",
        "L6 HOLDS",
    ] {
        assert!(flat.contains(part), "no `{part}` in\n{text}");
    }
    let widest = text.lines().max_by_key(|l| l.chars().count()).unwrap();
    assert!(widest.chars().count() <= 110, "{widest}");
    assert_eq!((CLIENTS.len(), PLACES.len(), SIZES.len()), (3, 2, 4));
    let first = cell((CONNECTIONS[0], PLACES[0]), 1, 12, "onc-udp");
    assert!(record.cell(&first).is_some());
}
