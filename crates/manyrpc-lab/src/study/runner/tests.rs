use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use manyrpc_measure::machine::placement::Placement;

use manyrpc_measure::progress::Silent;

use super::*;
use crate::study::claim::Claim;
use crate::study::design::{Design, Factor};
use crate::study::experiment::place;
use crate::system::Programs;

/// The action of every visit of [`SyntheticStudy`], by phase, round and system.
type Act = fn(&str, u32, &str) -> Result<f64, String>;

/// A study with synthetic visits.
struct SyntheticStudy {
    act: Act,
}

struct Visits<'r> {
    act: Act,
    options: &'r Options,
}

impl Study for SyntheticStudy {
    fn name(&self) -> &'static str {
        "made-up"
    }

    fn source(&self) -> &'static str {
        "nowhere"
    }

    fn title(&self) -> &'static str {
        "nothing"
    }

    fn plan(&self, options: &Options) -> Result<Plan, String> {
        let factors = vec![Factor::new("system", ["a", "b", "c"])];
        let rounds = options.wanted.rounds.unwrap_or(3);
        let mut warnings = Vec::new();
        let (placement, layout) = place(options, Placement::Free, &mut warnings)?;
        Ok(Plan {
            design: Design::crossed(factors, |_| true)
                .phase("bytes", 1, |_| true)
                .phase("runs", rounds, |_| true),
            method: serde_json::json!({"calls": 1}),
            placement,
            layout,
            warnings,
        })
    }

    fn experiment<'r>(&self, _: &'r Plan, options: &'r Options) -> Box<dyn Experiment + 'r> {
        let act = self.act;
        Box::new(Visits { act, options })
    }

    fn claims(&self, _: &Record) -> Vec<Claim> {
        Vec::new()
    }

    fn paper(&self, record: &Record, _: &Journal) -> Paper {
        Paper {
            cautions: tables::cautions(record),
            ..Paper::default()
        }
    }
}

impl Experiment for Visits<'_> {
    fn cannot(&self, cell: &Cell) -> Option<String> {
        (cell.level("system") == "c").then(|| "c is not built".to_owned())
    }

    fn expected(&self, _: &str, _: &Cell) -> Duration {
        Duration::from_millis(1)
    }

    fn visit(&mut self, phase: &str, round: u32, cell: &Cell) -> Result<Sample, String> {
        MADE.with_borrow_mut(|made| made.push((phase.to_owned(), round, cell.clone())));
        let outcome = (self.act)(phase, round, cell.level("system"));
        if outcome == Err("stop".to_owned()) {
            self.options.stop.store(true, Ordering::Relaxed);
        }
        Ok(Sample::default().figure("s", outcome?))
    }
}

thread_local! {
    static MADE: RefCell<Vec<(String, u32, Cell)>> = const { RefCell::new(Vec::new()) };
}

/// The visits since the last call.
fn made() -> Vec<(String, u32, Cell)> {
    MADE.take()
}

struct Runs(Options);

impl Runs {
    fn new(name: &str) -> Self {
        let programs = Programs {
            ours: "manyrpc".into(),
            peers: "peers".into(),
        };
        let mut options = Options::new(programs);
        let name = format!("manyrpc-experiment-{name}-{}", std::process::id());
        options.runs = std::env::temp_dir().join(name);
        Runs(options)
    }

    fn run(&self, act: Act) -> Finished {
        run(&SyntheticStudy { act }, &self.0, &mut Silent).unwrap()
    }

    fn resume(&self, directory: &Path, act: Act) -> Result<Finished, Error> {
        let mut options = self.0.clone();
        options.stop = Arc::default();
        let journal = Journal::read(directory).unwrap();
        go_on(
            &SyntheticStudy { act },
            journal,
            directory,
            options,
            &mut Silent,
        )
    }
}

impl Drop for Runs {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0.runs).unwrap();
    }
}

fn system(name: &str) -> Cell {
    Cell::new([("system", name)])
}

#[test]
fn every_cell_is_visited_in_every_round_but_what_cannot_be() {
    let runs = Runs::new("whole");
    let finished = runs.run(|_, round, _| Ok(f64::from(round) + 1.0));
    assert_eq!(made().len(), 2 * (1 + 3));
    let record = &finished.record;
    assert_eq!(record.cut_short, None);
    let a = record.cell(&system("a")).unwrap();
    assert_eq!((a.why(), a.figures["s"].rounds.len()), (None, 3));
    let c = record.cell(&system("c")).unwrap();
    assert_eq!(c.why().as_deref(), Some("c is not built"));
    for name in [
        "run.json",
        "table.csv",
        "report.html",
        "journal.jsonl",
        "samples.parquet",
    ] {
        assert!(finished.directory.join(name).is_file(), "{name}");
    }
    let again: Record =
        serde_json::from_str(&fs::read_to_string(finished.directory.join("run.json")).unwrap())
            .unwrap();
    assert_eq!(again.cells, record.cells);
}

#[test]
fn a_cell_that_fails_twice_is_left_alone_and_the_others_go_on() {
    let runs = Runs::new("fails");
    let finished = runs.run(|phase, _, system| match (phase, system) {
        ("runs", "a") => Err("it broke".to_owned()),
        _ => Ok(1.0),
    });
    let visits = made();
    let of = |phase: &str, name: &str| {
        let here = |v: &&(String, u32, Cell)| v.0 == phase && v.2 == system(name);
        visits.iter().filter(here).count()
    };
    assert_eq!(
        [of("bytes", "a"), of("runs", "a"), of("runs", "b")],
        [1, 2, 3]
    );
    let a = finished.record.cell(&system("a")).unwrap();
    assert!(a.why().unwrap().starts_with("it broke (in 2 visits)"));
}

#[test]
fn a_run_that_was_stopped_goes_on_where_it_was() {
    let runs = Runs::new("resumed");
    let stopped = runs.run(|phase, round, system| match (phase, round, system) {
        ("bytes", _, "b") => Err("broken".to_owned()),
        ("runs", 1, "a") => Err("stop".to_owned()),
        _ => Ok(2.0),
    });
    let before = made();
    assert_eq!(stopped.record.cut_short.as_deref(), Some("interrupted"));
    assert!(
        stopped
            .render(Format::Text)
            .contains("CUT SHORT (interrupted)")
    );
    let finished = runs.resume(&stopped.directory, |_, _, _| Ok(2.0)).unwrap();
    let after = made();
    assert_eq!(finished.record.cut_short, None);
    assert_eq!(finished.record.resumed.len(), 1);
    // Failed and aborted visits are repeated; nothing else.
    let twice: Vec<_> = after.iter().filter(|v| before.contains(v)).collect();
    assert_eq!(
        twice
            .iter()
            .map(|v| &v.2)
            .collect::<std::collections::BTreeSet<_>>(),
        [&system("a"), &system("b")].into()
    );
    assert_eq!(before.len() + after.len() - twice.len(), 2 * (1 + 3));
    for name in ["a", "b"] {
        let cell = finished.record.cell(&system(name)).unwrap();
        assert_eq!((cell.why(), cell.figures["s"].rounds.len()), (None, 3));
    }
    // Resuming once more has nothing to do.
    runs.resume(&stopped.directory, |_, _, _| Ok(2.0)).unwrap();
    assert_eq!(made(), []);
}

#[test]
fn another_design_is_no_continuation() {
    let mut runs = Runs::new("other");
    runs.0.wanted.rounds = Some(1);
    let first = runs.run(|_, _, _| Ok(1.0));
    let path = first.directory.join(super::super::journal::NAME);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(
        &path,
        text.replace(
            "\"rounds\":1,\"cells\":[0,1,2]}]",
            "\"rounds\":2,\"cells\":[0,1,2]}]",
        ),
    )
    .unwrap();
    let refused = runs
        .resume(&first.directory, |_, _, _| Ok(1.0))
        .unwrap_err();
    assert!(
        refused.to_string().contains("its design differs"),
        "{refused}"
    );
}
