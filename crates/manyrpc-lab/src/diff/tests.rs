use manyrpc_measure::machine::environment::Environment;
use manyrpc_measure::report::Format;
use manyrpc_measure::stats::Random;

use super::judge::Unit;
use super::read::{Measured, Reading};
use super::*;
use crate::study::design::Cell;

mod rates;

const WORKLOADS: [&str; 5] = ["nothing", "add", "echo:512", "echo:8192", "info"];

/// System, its floor's system, and its time relative to a fast floor.
const SYSTEMS: [(&str, &str, f64); 6] = [
    ("raw-udp", "raw-udp", 1.0),
    ("raw-tcp", "raw-tcp", 1.2),
    ("onc-udp", "raw-udp", 1.03),
    ("onc-tcp", "raw-tcp", 1.25),
    ("dce-co", "raw-tcp", 1.27),
    ("grpc", "raw-tcp", 1.3),
];

/// Sum of twelve uniform numbers, less six: close enough to normal.
fn normal(random: &mut Random) -> f64 {
    (0..12).map(|_| random.unit()).sum::<f64>() - 6.0
}

/// The behaviour of the machine during a run.
struct Machine {
    rounds: usize,
    /// The factor of everything's time.
    drift: f64,
    /// The common variation of rounds.
    weather: f64,
    /// The individual variation of cells.
    noise: f64,
    /// Whether every seventh cell of a round takes up to twice as long.
    disturbed: bool,
}

const CALM: Machine = Machine {
    rounds: 7,
    drift: 1.0,
    weather: 0.01,
    noise: 0.01,
    disturbed: false,
};

/// A synthetic run; `factor` is the slowdown of a cell.
fn run(random: &mut Random, machine: &Machine, factor: impl Fn(&str, &str) -> f64) -> Measured {
    let weather: Vec<f64> = (0..machine.rounds)
        .map(|_| machine.drift * (machine.weather * normal(random)).exp())
        .collect();
    let mut cells = Vec::new();
    for workload in WORKLOADS {
        for (system, floor, times) in SYSTEMS {
            let rounds = weather.iter().map(|weather| {
                let hit = machine.disturbed && random.below(7) == 0;
                let hit = if hit { 1.0 + random.unit() } else { 1.0 };
                let noise = (machine.noise * normal(random)).exp();
                Some((10_000.0 * times * factor(system, workload) * weather * noise * hit).round())
            });
            let cell = cell(system, workload);
            cells.push(Reading {
                figures: [("median_ns".to_owned(), rounds.collect())].into(),
                floor: (floor != system).then(|| cell.clone().with("system", floor)),
                wire_bytes: Some(72.0),
                cell,
                ..Reading::default()
            });
        }
    }
    Measured {
        kind: "compare".to_owned(),
        build: "manyrpc 0.1.0, rustc, release".to_owned(),
        environment: Some(Environment::default()),
        cells,
        ..Measured::default()
    }
}

fn cell(system: &str, workload: &str) -> Cell {
    Cell::new([
        ("placement", "same"),
        ("workload", workload),
        ("system", system),
    ])
}

fn side(name: &str, runs: Vec<Measured>) -> Side {
    Side {
        name: name.to_owned(),
        runs,
    }
}

fn compared(a: Measured, b: Measured, options: &Options) -> Comparison {
    compare(&side("a", vec![a]), &side("b", vec![b]), options).unwrap()
}

fn same(_: &str, _: &str) -> f64 {
    1.0
}

/// The share of comparisons of a program with itself with any significant difference; during B the machine was 10
/// % slower.
fn called_different(
    machine: &Machine,
    options: &Options,
    is_different: impl Fn(&Comparison) -> bool,
) -> f64 {
    let made = |random: &mut Random, machine: &Machine| run(random, machine, same);
    called_different_of(400, made, machine, options, is_different)
}

/// The same with another generator of runs.
fn called_different_of(
    trials: usize,
    made: impl Fn(&mut Random, &Machine) -> Measured,
    machine: &Machine,
    options: &Options,
    is_different: impl Fn(&Comparison) -> bool,
) -> f64 {
    let mut random = Random::new(7);
    let slow = Machine {
        drift: 1.1,
        ..*machine
    };
    let wrong = (0..trials).filter(|_| {
        let (a, b) = (made(&mut random, machine), made(&mut random, &slow));
        is_different(&compared(a, b, options))
    });
    wrong.count() as f64 / trials as f64
}

fn any_verdict(comparison: &Comparison) -> bool {
    let mut rows = comparison.rows.iter();
    rows.any(|row| row.verdict != Verdict::NotFound)
}

/// A compared with A at another time: in at most 5 % of repetitions any of the twenty cells may differ
/// significantly, with few and many rounds, with even noise or disturbances. The standard error of 5 % over the
/// trials is 1.1 %.
#[test]
fn a_against_a_is_no_difference_at_another_time_either() {
    for rounds in [3, 5, 14] {
        for disturbed in [false, true] {
            let machine = Machine {
                rounds,
                disturbed,
                ..CALM
            };
            let share = called_different(&machine, &Options::default(), any_verdict);
            assert!(
                share < 0.08,
                "{rounds} rounds, disturbed {disturbed}: {share}"
            );
        }
    }
}

/// That test can fail: it does without the correction for many cells, or without the floor.
#[test]
fn without_holm_or_without_the_floor_it_would_be_one() {
    let alone = |comparison: &Comparison| {
        let mut rows = comparison.rows.iter();
        rows.any(|row| row.ratio.is_some_and(|ratio| !ratio.contains(1.0)))
    };
    let share = called_different(&CALM, &Options::default(), alone);
    assert!(share > 0.3, "{share}");
    let absolute = Options {
        measure: Some(Measure::Absolute),
        ..Options::default()
    };
    let share = called_different(&CALM, &absolute, any_verdict);
    assert!(share > 0.95, "{share}");
}

/// Whole runs that differ by more than their rounds suggest: with several runs per side the run is the unit, which
/// keeps the error rate at 5 %; taking rounds as the unit would not.
#[test]
fn runs_are_the_unit_where_there_are_several() {
    const TRIALS: usize = 300;
    let mut random = Random::new(11);
    let mut several = |runs: usize| {
        let each = (0..runs).map(|_| {
            let shifts: Vec<f64> = (0..SYSTEMS.len() * WORKLOADS.len())
                .map(|_| (0.02 * normal(&mut random)).exp())
                .collect();
            let place = |system: &str, workload: &str| {
                let system = SYSTEMS.iter().position(|s| s.0 == system).unwrap();
                let workload = WORKLOADS.iter().position(|w| *w == workload).unwrap();
                shifts[system * WORKLOADS.len() + workload]
            };
            run(&mut random, &CALM, place)
        });
        side("runs", each.collect())
    };
    let mut wrong = [0, 0];
    for _ in 0..TRIALS {
        for (place, runs) in [1, 4].into_iter().enumerate() {
            let (a, b) = (several(runs), several(runs));
            let found = compare(&a, &b, &Options::default()).unwrap();
            assert_eq!(found.unit == Unit::Run, runs == 4);
            wrong[place] += usize::from(any_verdict(&found));
        }
    }
    let share = wrong.map(|wrong| wrong as f64 / TRIALS as f64);
    assert!(share[1] < 0.08 && share[0] > 0.3, "{share:?}");
}

/// One cell of twenty takes 8 % longer, on a machine that is 10 % faster by then.
#[test]
fn what_is_slower_is_found_and_nothing_else() {
    let mut random = Random::new(3);
    let one = |system: &str, workload: &str| match (system, workload) {
        ("onc-tcp", "echo:512") => 1.08,
        ("grpc", "info") => 0.9,
        _ => 1.0,
    };
    let fast = Machine { drift: 0.9, ..CALM };
    let (a, b) = (run(&mut random, &CALM, same), run(&mut random, &fast, one));
    let found = compared(a.clone(), b.clone(), &Options::default());
    let of = |verdict| {
        let rows = found.rows.iter().filter(|row| row.verdict == verdict);
        rows.map(|row| row.cell.clone()).collect::<Vec<_>>()
    };
    assert_eq!(of(Verdict::Slower), [cell("onc-tcp", "echo:512")]);
    assert_eq!(of(Verdict::Faster), [cell("grpc", "info")]);
    assert!(found.is_slower());
    let slower = &found
        .rows
        .iter()
        .find(|row| row.verdict == Verdict::Slower)
        .unwrap();
    let ratio = slower.ratio.unwrap();
    assert!(
        ratio.contains(1.08) && slower.measure == Measure::Relative,
        "{ratio:?}"
    );
    // Absolute times show the opposite, and the floor's change is reported.
    assert!(slower.b < slower.a && found.floors.len() == 2 * WORKLOADS.len());
    // 8 % are not more than 20 %.
    let more = Options {
        threshold: 0.2,
        ..Options::default()
    };
    let found = compared(a, b, &more);
    assert!(!any_verdict(&found), "{:?}", found.rows);
    assert!(found.rows.iter().all(|row| row.noticed_from.unwrap() > 1.2));
}

/// A difference of the reported detectable size is detected in four of five repetitions.
#[test]
fn what_would_be_noticed_is() {
    const TRIALS: usize = 300;
    let mut random = Random::new(5);
    let typical = {
        let (a, b) = (run(&mut random, &CALM, same), run(&mut random, &CALM, same));
        let rows = compared(a, b, &Options::default()).rows;
        let mut from: Vec<f64> = rows.iter().map(|row| row.noticed_from.unwrap()).collect();
        manyrpc_measure::stats::median(&mut from).unwrap()
    };
    assert!((1.01..1.2).contains(&typical), "{typical}");
    let slower = |system: &str, workload: &str| match (system, workload) {
        ("dce-co", "add") => typical,
        _ => 1.0,
    };
    let noticed = (0..TRIALS).filter(|_| {
        let (a, b) = (
            run(&mut random, &CALM, same),
            run(&mut random, &CALM, slower),
        );
        compared(a, b, &Options::default()).is_slower()
    });
    let share = noticed.count() as f64 / TRIALS as f64;
    assert!((0.65..0.95).contains(&share), "{share}");
}

#[test]
fn fewer_cells_are_told_apart_better() {
    let mut random = Random::new(9);
    let (a, b) = (run(&mut random, &CALM, same), run(&mut random, &CALM, same));
    let all = compared(a.clone(), b.clone(), &Options::default());
    let only = |names: &[&str]| Options {
        only: names.iter().map(|&name| name.to_owned()).collect(),
        ..Options::default()
    };
    let few = compared(a.clone(), b.clone(), &only(&["onc-tcp", "grpc", "info"]));
    let cells: Vec<&Cell> = few.rows.iter().map(|row| &row.cell).collect();
    assert_eq!(cells, [&cell("onc-tcp", "info"), &cell("grpc", "info")]);
    let noticed = |of: &Comparison| {
        let mut rows = of.rows.iter();
        rows.find(|row| row.cell == cell("grpc", "info"))
            .unwrap()
            .noticed_from
    };
    assert!(noticed(&few) < noticed(&all));
    // Its floor is reported, whether requested or not.
    assert_eq!(few.floors.len(), 1);
    let wrong = compare(&side("a", vec![a]), &side("b", vec![b]), &only(&["corba"]));
    assert!(
        wrong
            .unwrap_err()
            .starts_with("`corba` is not a level here: add, dce-co")
    );
}

/// Our floor is judged if the same C floor shows the machine's change.
#[test]
fn a_change_of_what_all_share_is_seen_against_the_floor_in_c() {
    let mut random = Random::new(13);
    let with_c = |random: &mut Random, driver: f64| {
        let mut run = run(random, &CALM, |_, _| driver);
        let like = run
            .cells
            .iter()
            .filter(|of| of.cell.level("system") == "raw-udp");
        let in_c = like.map(|of| {
            let rounds = of.figures["median_ns"].iter();
            let rounds = rounds.map(|ns| ns.map(|ns| ns / driver)).collect();
            Reading {
                cell: of.cell.clone().with("system", "raw-udp-c"),
                figures: [("median_ns".to_owned(), rounds)].into(),
                floor: Some(of.cell.clone()),
                ..Reading::default()
            }
        });
        let in_c: Vec<Reading> = in_c.collect();
        run.cells.extend(in_c);
        run
    };
    let (a, b) = (with_c(&mut random, 1.0), with_c(&mut random, 1.2));
    let found = compared(a, b, &Options::default());
    let slower = found
        .rows
        .iter()
        .filter(|row| row.verdict == Verdict::Slower);
    let slower: Vec<&str> = slower.map(|row| row.cell.level("system")).collect();
    assert_eq!(slower, ["raw-udp"; WORKLOADS.len()]);
    let floors = found.floors.iter().map(|row| row.cell.level("system"));
    assert_eq!(
        floors.filter(|id| *id == "raw-udp-c").count(),
        WORKLOADS.len()
    );
}

/// A run with peers has the C floor, one without has ours: the common one is used.
#[test]
fn runs_with_and_without_the_floor_in_c_are_compared_by_ours() {
    let (a, mut b) = pair();
    for of in &mut b.cells {
        let system = of.cell.level("system").to_owned();
        if ["raw-udp", "onc-udp"].contains(&&*system) {
            of.floor = Some(of.cell.clone().with("system", "raw-udp-c"));
        }
    }
    for (a, b) in [(a.clone(), b.clone()), (b, a)] {
        let found = compared(a, b, &Options::default());
        let mut onc = found
            .rows
            .iter()
            .filter(|row| row.cell.level("system") == "onc-udp");
        assert!(onc.all(|row| row.measure == Measure::Relative));
        let mut floors = found.floors.iter();
        assert!(floors.any(|row| row.cell.level("system") == "raw-udp"));
    }
}

fn pair() -> (Measured, Measured) {
    let mut random = Random::new(17);
    (run(&mut random, &CALM, same), run(&mut random, &CALM, same))
}

#[test]
fn other_machines_are_compared_by_their_floors_or_not_at_all() {
    let (a, mut b) = pair();
    b.environment = Some(Environment {
        cpus: 64,
        kernel: "7.0".to_owned(),
        ..Environment::default()
    });
    let found = compared(a.clone(), b.clone(), &Options::default());
    assert!(
        found
            .rows
            .iter()
            .all(|row| row.measure == Measure::Relative)
    );
    assert!(found.floors.is_empty() && found.not_compared.len() == 2 * WORKLOADS.len());
    let said = found.cautions.join("; ");
    assert!(
        said.contains("different machines: 0 CPUs") && said.contains("another kernel"),
        "{said}"
    );
    let absolute = Options {
        measure: Some(Measure::Absolute),
        ..Options::default()
    };
    let refused = compare(&side("a", vec![a]), &side("b", vec![b]), &absolute).unwrap_err();
    assert!(
        refused.contains("absolute times of different machines"),
        "{refused}"
    );
}

#[test]
fn what_cannot_be_compared_says_why() {
    let refused = |change: &dyn Fn(&mut Measured)| {
        let (a, mut b) = pair();
        change(&mut b);
        compare(
            &side("a", vec![a]),
            &side("b", vec![b]),
            &Options::default(),
        )
        .unwrap_err()
    };
    let method = |run: &mut Measured| run.method = serde_json::json!({"batch_ms": 80});
    assert!(refused(&method).contains("they measure in different ways"));
    let debug = |run: &mut Measured| run.build = "manyrpc 0.1.0, rustc, debug".to_owned();
    assert!(refused(&debug).contains("B is of a debug build, the other is not"));
    let link = |run: &mut Measured| {
        run.environment = Some(Environment {
            link: "veth".to_owned(),
            ..Environment::default()
        });
    };
    assert!(refused(&link).contains("over different links"));
    let kind = |run: &mut Measured| run.kind = "study levy".to_owned();
    assert!(refused(&kind).contains("no cell in common"));
    let none = |run: &mut Measured| run.cells.clear();
    assert!(
        refused(&none).contains("only A has it"),
        "{}",
        refused(&none)
    );
}

#[test]
fn cells_that_are_missing_or_failed_are_listed() {
    let (mut a, mut b) = pair();
    a.cut_short = Some("interrupted".to_owned());
    b.cells.retain(|of| of.cell.level("workload") != "add");
    let failed = |run: &mut Measured, system: &str, why: &str| {
        let mut cells = run.cells.iter_mut();
        let of = cells.find(|of| of.cell == cell(system, "info")).unwrap();
        of.figures.clear();
        of.why = Some(why.to_owned());
    };
    failed(&mut b, "grpc", "the server ended");
    failed(&mut a, "dce-co", "cannot");
    failed(&mut b, "dce-co", "cannot");
    b.cells[2].wire_bytes = Some(80.0);
    let found = compared(a, b, &Options::default());
    let why = |of: Cell| {
        let mut left = found.not_compared.iter();
        left.find(|left| left.cell == of)
            .map(|left| left.why.as_str())
    };
    assert_eq!(
        why(cell("onc-tcp", "add")),
        Some("only A has it; B: it is not in the run")
    );
    assert_eq!(
        why(cell("grpc", "info")),
        Some("only A has it; B: the server ended")
    );
    assert_eq!(why(cell("dce-co", "info")), None);
    assert!(found.cautions[0].starts_with("A was cut short (interrupted)"));
    assert_eq!(found.bytes.len(), 1);
    let text = render::render(&found, Format::Text);
    for part in [
        "OTHER BYTES ON THE WIRE",
        "NOT COMPARED",
        "THE FLOOR",
        "NO DIFFERENCE FOUND",
    ] {
        assert!(text.contains(part), "no {part} in\n{text}");
    }
}

#[test]
fn two_rounds_say_nothing() {
    let mut random = Random::new(19);
    let few = Machine { rounds: 2, ..CALM };
    let (a, b) = (
        run(&mut random, &few, same),
        run(&mut random, &few, |_, _| 3.0),
    );
    let found = compared(a, b, &Options::default());
    assert!(found.rows.iter().all(|row| row.verdict == Verdict::TooFew));
    assert!(!found.is_slower() && found.rows[0].ratio.is_none());
    assert!(render::render(&found, Format::Text).contains("repeated 2 × in A, 2 × in B"));
}

#[test]
fn rates_are_slower_when_they_fall() {
    let rate = |per_s: f64| Measured {
        kind: "load".to_owned(),
        cells: vec![Reading {
            cell: Cell::new([("call", "all calls")]),
            figures: [("calls_per_s".to_owned(), vec![Some(per_s)])].into(),
            ..Reading::default()
        }],
        ..Measured::default()
    };
    let runs = |rates: [f64; 3]| side("loads", rates.map(rate).into());
    let verdict = |a, b| {
        compare(&runs(a), &runs(b), &Options::default())
            .unwrap()
            .rows[0]
            .verdict
    };
    assert_eq!(
        verdict([100.0, 101.0, 99.0], [50.0, 51.0, 49.0]),
        Verdict::Slower
    );
    assert_eq!(
        verdict([50.0, 51.0, 49.0], [100.0, 101.0, 99.0]),
        Verdict::Faster
    );
}

#[test]
fn every_format_has_every_row() {
    let (a, b) = pair();
    let found = compared(a, b, &Options::default());
    let csv = render::render(&found, Format::Csv);
    let columns: Vec<usize> = csv.lines().map(|line| line.split(',').count()).collect();
    assert!(columns.iter().all(|&count| count == 11), "{csv}");
    assert_eq!(columns.len(), 1 + found.rows.len() + found.floors.len());
    let json: serde_json::Value =
        serde_json::from_str(&render::render(&found, Format::Json)).unwrap();
    assert_eq!(json["schema"], "manyrpc.diff/1");
    assert_eq!(json["rows"].as_array().unwrap().len(), found.rows.len());
    assert_eq!(json["rows"][0]["measure"], "relative");
    let html = render::render(&found, Format::Html);
    assert!(html.contains("<title>manyrpc diff</title>") && html.contains("figure class=\"plot\""));
    let text = render::render(&found, Format::Text);
    let widest = text
        .lines()
        .max_by_key(|line| line.chars().count())
        .unwrap();
    assert!(widest.chars().count() <= 110, "{widest}");
    assert!(render::render(&found, Format::Markdown).contains("| median, µs"));
}
