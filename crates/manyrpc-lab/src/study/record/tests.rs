use super::*;
use crate::study::design::{Design, Factor};
use crate::study::testing::{failed, head, visited};

fn design() -> Design {
    Design::crossed(vec![Factor::new("system", ["a", "b", "c", "d"])], |_| true)
        .phase("bytes", 1, |_| true)
        .phase("runs", 3, |_| true)
}

fn cell(system: &str) -> Cell {
    Cell::new([("system", system)])
}

fn record(lines: Vec<Line>) -> Record {
    Record::of(&Journal::in_memory(
        head("s", design(), serde_json::Value::Null),
        lines,
    ))
}

fn ended(cut_short: Option<&str>) -> Line {
    Line::Ended {
        seconds: 2.0,
        load_after: 0.5,
        cut_short: cut_short.map(str::to_owned),
    }
}

#[test]
fn rounds_become_one_figure_with_its_interval() {
    let (one, four) = ([("s", 1.0)], [("s", 4.0)]);
    let record = record(vec![
        visited("bytes", 0, &cell("a"), &[("bytes", 7.0)]),
        visited("runs", 0, &cell("a"), &one),
        visited("runs", 2, &cell("a"), &four),
    ]);
    let a = record.cell(&cell("a")).unwrap();
    let s = a.interval("s").unwrap();
    assert!((s.value - 2.0).abs() < 1e-9 && s.low < 1.0 && s.high > 4.0);
    assert_eq!(a.figures["s"].rounds, [Some(1.0), None, Some(4.0)]);
    assert_eq!(a.figures["bytes"].rounds, [Some(7.0)]);
    assert_eq!(a.left_out, 1);
    assert_eq!(a.why().unwrap(), "the run ended before its last visit");
}

#[test]
fn a_cell_without_figures_says_why() {
    let cannot = Line::Cannot {
        cell: cell("b"),
        why: "not built".to_owned(),
    };
    let record = record(vec![
        cannot,
        failed("runs", 0, &cell("c"), "it hung"),
        failed("runs", 1, &cell("c"), "it broke"),
    ]);
    let why = |system| record.cell(&cell(system)).unwrap().why();
    assert_eq!(why("b").as_deref(), Some("not built"));
    assert_eq!(why("c").as_deref(), Some("it hung; it broke (in 2 visits)"));
    assert_eq!(why("d").as_deref(), Some("the run ended before"));
}

#[test]
fn what_was_made_good_counts() {
    let cannot = Line::Cannot {
        cell: cell("b"),
        why: "not built".to_owned(),
    };
    let resumed = Line::Resumed {
        at: "2026-11-22T00:00:00Z".to_owned(),
        environment: Default::default(),
    };
    let record = record(vec![
        cannot,
        failed("runs", 0, &cell("a"), "it hung"),
        ended(Some("interrupted")),
        resumed,
        visited("runs", 0, &cell("a"), &[("s", 1.0)]),
        ended(None),
    ]);
    assert_eq!(record.cell(&cell("a")).unwrap().failures, []);
    assert_eq!(record.cell(&cell("b")).unwrap().cannot, None);
    assert_eq!((record.cut_short, record.seconds), (None, 4.0));
    assert_eq!(record.resumed.len(), 1);
}

#[test]
fn a_run_that_was_killed_is_no_whole_one() {
    let killed = record(vec![visited("runs", 0, &cell("a"), &[("s", 1.0)])]);
    assert!(killed.cut_short.unwrap().contains("without a word"));
}
