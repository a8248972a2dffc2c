//! Rendering of a comparison for people and programs.

use std::collections::BTreeMap;
use std::fmt::Write;

use manyrpc_measure::report::Format;
use manyrpc_measure::report::number::{bytes, micros, rate, seconds, times};
use manyrpc_measure::report::plot::{Axis, Plot, Series, Shape};
use manyrpc_measure::stats::{Interval, geometric_mean};

use crate::study::design::Cell;
use crate::study::paper::{self, Paper, Part, Table};
use crate::study::render::{html, markdown, text};

use super::judge::{Comparison, Measure, Origin, Row, Unit, Verdict, is_time};

/// Renders the comparison in a format.
pub fn render(comparison: &Comparison, format: Format) -> String {
    match format {
        Format::Text => text(&without_plots(comparison)),
        Format::Markdown => markdown(&without_plots(comparison)),
        Format::Html => html(&paper(comparison)),
        Format::Csv => csv(comparison),
        Format::Json => {
            let text = serde_json::to_string_pretty(comparison);
            text.expect("a comparison has only string keys") + "\n"
        }
    }
}

/// For formats without plots, which rely on the tables.
fn without_plots(comparison: &Comparison) -> Paper {
    let mut paper = paper(comparison);
    paper.parts.iter_mut().for_each(|part| part.plots.clear());
    paper
}

/// The verdicts in order of importance, with their titles and explanations.
const VERDICTS: [(Verdict, &str, &str); 5] = [
    (
        Verdict::Slower,
        "Significantly slower",
        "B takes longer, makes fewer calls per second or takes more CPU time by more than the threshold.",
    ),
    (
        Verdict::Faster,
        "Significantly faster",
        "B takes less time, makes more calls per second or takes less CPU time by more than the threshold.",
    ),
    (
        Verdict::Changed,
        "Significantly changed",
        "Figures that are neither times nor rates.",
    ),
    (
        Verdict::NotFound,
        "No difference found",
        "This does not mean that there is none: see the smallest change that would be noticed.",
    ),
    (
        Verdict::TooFew,
        "Too few repetitions",
        "Fewer than three rounds on a side allow no conclusion.",
    ),
];

fn paper(comparison: &Comparison) -> Paper {
    let mut parts: Vec<Part> = Vec::new();
    for (verdict, title, meaning) in VERDICTS {
        let rows = comparison.rows.iter().filter(|row| row.verdict == verdict);
        let tables = tables(rows, true);
        parts.push(Part {
            title: title.to_owned(),
            text: meaning.to_owned(),
            tables,
            plots: Vec::new(),
        });
    }
    parts.push(floors(comparison));
    parts.push(changed_bytes(comparison));
    parts.push(not_compared(comparison));
    parts.push(Part {
        title: "All ratios".to_owned(),
        text: "B ÷ A with the 95 % interval of each cell alone.".to_owned(),
        tables: Vec::new(),
        plots: plots(comparison),
    });
    Paper {
        name: "diff".to_owned(),
        title: format!("{}: B against A", comparison.kind),
        summary: summary(comparison),
        cautions: comparison.cautions.clone(),
        parts,
        claims: Vec::new(),
        terms: terms(comparison),
        circumstances: circumstances(comparison),
    }
}

fn summary(comparison: &Comparison) -> String {
    let count = |verdict| {
        let rows = comparison.rows.iter();
        rows.filter(|row| row.verdict == verdict).count()
    };
    let changed = match count(Verdict::Changed) {
        0 => String::new(),
        changed => format!("{changed} changed, "),
    };
    let too_few = match count(Verdict::TooFew) {
        0 => String::new(),
        few => format!(", {few} have too few repetitions"),
    };
    let threshold = match comparison.threshold {
        0.0 => String::new(),
        threshold => format!(" by more than {}", percent(threshold)),
    };
    format!(
        "A is {}, B is {}. Of {} figures {} are significantly slower in B{threshold}, {} faster, {changed}and {} \
         show no significant difference{too_few}; {} could not be compared. {}",
        comparison.a.name,
        comparison.b.name,
        comparison.rows.len(),
        count(Verdict::Slower),
        count(Verdict::Faster),
        count(Verdict::NotFound),
        match comparison.not_compared.len() {
            1 => "1 cell".to_owned(),
            cells => format!("{cells} cells"),
        },
        measure(comparison)
    )
}

/// A sentence about the measure that was used.
fn measure(comparison: &Comparison) -> String {
    let count = |measure| {
        let rows = comparison.rows.iter();
        rows.filter(|row| row.measure == measure).count()
    };
    let drift = drift(comparison).map_or(String::new(), |drift| {
        format!(", which itself took {} × as long in B", times(drift))
    });
    match (count(Measure::Relative), count(Measure::Absolute)) {
        (_, 0) => format!("Compared relative to the floor of each cell{drift}."),
        (0, _) => {
            "Compared by absolute times: a slower machine during one run cannot be distinguished \
                   from a slower system."
                .to_owned()
        }
        (relative, absolute) => format!(
            "{relative} are compared relative to their floor{drift}; {absolute} without one by absolute times, \
             where a slower machine cannot be distinguished from a slower system."
        ),
    }
}

/// The mean change of the floors from A to B.
fn drift(comparison: &Comparison) -> Option<f64> {
    let floors = comparison.floors.iter().filter(|row| is_time(&row.figure));
    let ratios: Vec<f64> = floors.map(|row| row.b / row.a).collect();
    geometric_mean(&ratios).filter(|drift| drift.is_finite())
}

/// The rows as tables, one per figure and measure.
fn tables<'r>(rows: impl Iterator<Item = &'r Row>, is_judged: bool) -> Vec<Table> {
    let mut groups: BTreeMap<(&str, bool), Vec<&Row>> = BTreeMap::new();
    for row in rows {
        let is_absolute = row.measure == Measure::Absolute;
        groups
            .entry((&row.figure, is_absolute))
            .or_default()
            .push(row);
    }
    let table = |((figure, is_absolute), rows): ((&str, bool), Vec<&Row>)| {
        let (name, _) = words(figure);
        let mut columns: Vec<String> = ["A", "B"].map(str::to_owned).into();
        columns.push(match is_absolute {
            true => "B ÷ A".to_owned(),
            false => "B ÷ A, ÷ floor".to_owned(),
        });
        if is_judged {
            columns.extend(["p".to_owned(), "noticed from".to_owned()]);
        }
        Table {
            title: name,
            corner: "cell".to_owned(),
            across: String::new(),
            columns,
            rows: rows.into_iter().map(|row| line(row, is_judged)).collect(),
        }
    };
    groups.into_iter().map(table).collect()
}

fn line(row: &Row, is_judged: bool) -> paper::Row {
    let (_, number) = words(&row.figure);
    let mut cells = vec![
        paper::Cell::figure(number(row.a)),
        paper::Cell::figure(number(row.b)),
        ratio(row),
    ];
    if is_judged {
        cells.push(row.probability.map_or(paper::Cell::default(), |p| {
            paper::Cell::figure(probability(p))
        }));
        cells.push(row.noticed_from.map_or(paper::Cell::default(), |ratio| {
            paper::Cell::figure(change(ratio))
        }));
    }
    paper::Row {
        head: name(&row.cell),
        cells,
    }
}

fn ratio(row: &Row) -> paper::Cell {
    match &row.ratio {
        Some(Interval { value, low, high }) => paper::Cell {
            interval: Some(format!("{}–{}", fine(*low), fine(*high))),
            ..paper::Cell::figure(fine(*value))
        },
        None => {
            let [a, b] = row.repeated;
            paper::Cell {
                why: Some(format!("repeated {a} × in A, {b} × in B")),
                ..paper::Cell::figure(fine(row.b / row.a))
            }
        }
    }
}

/// The description of a figure, and how its numbers are formatted.
fn words(figure: &str) -> (String, fn(f64) -> String) {
    type Number = fn(f64) -> String;
    let units: [(&str, &str, Number); 4] = [
        ("_per_s", "per s", rate),
        ("_ns", "µs", micros),
        ("_bytes", "bytes", bytes),
        ("_s", "s", seconds),
    ];
    for (suffix, unit, number) in units {
        if let Some(stem) = figure.strip_suffix(suffix) {
            let name = stem.replace('_', " ").replace("cpu", "CPU");
            return (format!("{name}, {unit}"), number);
        }
    }
    (figure.replace('_', " "), times)
}

/// The levels of a cell as a line.
fn name(cell: &Cell) -> String {
    let levels: Vec<&str> = cell.levels().map(|(_, level)| level).collect();
    levels.join(" ")
}

/// A ratio, to a thousandth if it is near one.
fn fine(ratio: f64) -> String {
    match ratio {
        ratio if ratio < 2.0 => format!("{ratio:.3}"),
        ratio => times(ratio),
    }
}

/// A share in percent.
fn percent(share: f64) -> String {
    let percent = share * 100.0;
    match percent {
        p if p < 10.0 => format!("{p:.1} %"),
        p => format!("{p:.0} %"),
    }
}

/// The change given by a ratio above one, in percent or as a multiple.
fn change(ratio: f64) -> String {
    const FAR: f64 = 1000.0;
    match ratio {
        r if r < 2.0 => format!("± {}", percent(r - 1.0)),
        r if r < FAR => format!("× {}", times(r)),
        _ => "no difference".to_owned(),
    }
}

fn probability(p: f64) -> String {
    match p {
        p if p < 0.001 => "< 0.001".to_owned(),
        p => format!("{p:.3}"),
    }
}

fn floors(comparison: &Comparison) -> Part {
    Part {
        title: "The floor".to_owned(),
        text: "How the bare sockets moved, and with many calls in flight the foreign library, which the others are \
               divided by. That is the machine between the two \
               times, or a change in what the floor shares with the systems: our driver, the kernel. It is not \
               judged; runs with peers have a floor in C, against which ours is."
            .to_owned(),
        tables: tables(comparison.floors.iter(), false),
        plots: Vec::new(),
    }
}

fn changed_bytes(comparison: &Comparison) -> Part {
    let row = |of: &super::judge::Bytes| paper::Row {
        head: name(&of.cell),
        cells: vec![
            paper::Cell::figure(bytes(of.a)),
            paper::Cell::figure(bytes(of.b)),
        ],
    };
    let rows: Vec<paper::Row> = comparison.bytes.iter().map(row).collect();
    let table = Table {
        title: "bytes of a call".to_owned(),
        corner: "cell".to_owned(),
        columns: ["A", "B"].map(str::to_owned).into(),
        rows,
        ..Table::default()
    };
    Part {
        title: "Other bytes on the wire".to_owned(),
        text: "Cells whose calls changed in size.".to_owned(),
        tables: if table.is_empty() {
            Vec::new()
        } else {
            vec![table]
        },
        plots: Vec::new(),
    }
}

/// The cells that were not compared, by reason.
fn not_compared(comparison: &Comparison) -> Part {
    let mut reasons: Vec<(&str, Vec<String>)> = Vec::new();
    for left in &comparison.not_compared {
        let cell = name(&left.cell);
        match reasons.iter_mut().find(|(why, _)| *why == left.why) {
            Some((_, cells)) => cells.push(cell),
            None => reasons.push((&left.why, vec![cell])),
        }
    }
    let rows = reasons.iter().flat_map(|(why, cells)| {
        cells.iter().map(|cell| paper::Row {
            head: cell.clone(),
            cells: vec![paper::Cell::without(*why)],
        })
    });
    let table = Table {
        title: "cell".to_owned(),
        corner: "cell".to_owned(),
        columns: vec!["why".to_owned()],
        rows: rows.collect(),
        ..Table::default()
    };
    Part {
        title: "Not compared".to_owned(),
        text:
            "Cells that only one of the runs has, or that the runs measured in incomparable ways."
                .to_owned(),
        tables: if table.is_empty() {
            Vec::new()
        } else {
            vec![table]
        },
        plots: Vec::new(),
    }
}

/// One plot per figure and measure: every row with its interval.
fn plots(comparison: &Comparison) -> Vec<Plot> {
    let mut groups: BTreeMap<(&str, bool), Vec<&Row>> = BTreeMap::new();
    for row in comparison.rows.iter().filter(|row| row.ratio.is_some()) {
        let is_absolute = row.measure == Measure::Absolute;
        groups
            .entry((&row.figure, is_absolute))
            .or_default()
            .push(row);
    }
    let plot = |((figure, is_absolute), rows): ((&str, bool), Vec<&Row>)| {
        let points = rows.iter().enumerate().filter_map(|(place, row)| {
            let ratio = row.ratio?;
            Some((
                row.verdict,
                [place as f64, ratio.low, ratio.value, ratio.high],
            ))
        });
        let mut series: Vec<Series> = Vec::new();
        for (verdict, point) in points {
            let title = VERDICTS
                .iter()
                .find(|(of, ..)| *of == verdict)
                .map_or("", |of| of.1);
            match series
                .iter_mut()
                .find(|series| series.name == title)
                .map(|s| &mut s.shape)
            {
                Some(Shape::Ranges(points)) => points.push(point),
                _ => series.push(Series::measured(title, Shape::Ranges(vec![point]))),
            }
        }
        let relative = if is_absolute {
            ""
        } else {
            ", relative to the floor"
        };
        Plot {
            title: format!("B ÷ A: {}{relative}", words(figure).0),
            caption: "1 is no difference. The bar is the 95 % interval of the cell alone."
                .to_owned(),
            x: Axis {
                reference: Some(1.0),
                ..Axis::logarithmic("B ÷ A", "")
            },
            rows: rows.iter().map(|row| name(&row.cell)).collect(),
            series,
            ..Plot::default()
        }
    };
    groups.into_iter().map(plot).collect()
}

fn terms(comparison: &Comparison) -> Vec<(String, String)> {
    let unit = match comparison.unit {
        Unit::Round => {
            "rounds; variation between whole runs is not included, except as far as the floor cancels it"
        }
        Unit::Run => "runs, since both sides have three or more",
    };
    let entry = |name: &str, text: String| (name.to_owned(), text);
    let floor = entry(
        "÷ floor",
        "each round's figure is divided by that of the bare socket with the same bytes in the same round, which \
         cancels changes of the machine between the runs."
            .to_owned(),
    );
    let is_relative = |row: &Row| row.measure == Measure::Relative;
    let mut terms: Vec<_> = comparison
        .rows
        .iter()
        .any(is_relative)
        .then_some(floor)
        .into_iter()
        .collect();
    terms.extend([
        entry(
            "B ÷ A",
            format!(
                "the ratio of geometric means, with the 95 % interval of this row alone by Welch's test over the \
                 logarithms of {unit}."
            ),
        ),
        entry(
            "p",
            format!(
                "the probability of a difference this large if there is none beyond the threshold, adjusted for \
                 {} comparisons (Holm). Rows below {} count as significant, which limits the share of \
                 comparisons with any false positive to that value.",
                comparison.rows.len(),
                comparison.error_rate
            ),
        ),
        entry(
            "noticed from",
            "a difference of this much or more would be noticed in four of five repetitions of this comparison. \
             More rounds, more runs or fewer cells (--only) bring it down."
                .to_owned(),
        ),
    ]);
    terms
}

fn circumstances(comparison: &Comparison) -> Vec<(String, String)> {
    let side = |name: &str, origin: &Origin| {
        let or = |all: &[String]| match all.is_empty() {
            true => "unknown".to_owned(),
            false => all.join("; "),
        };
        [
            (name.to_owned(), origin.name.clone()),
            (format!("{name} began"), or(&origin.started)),
            (format!("{name} was made with"), or(&origin.builds)),
            (format!("{name} ran on"), origin.machine.clone()),
        ]
    };
    let sides = [side("A", &comparison.a), side("B", &comparison.b)];
    sides.into_iter().flatten().collect()
}

/// A line for each row, the floors included.
fn csv(comparison: &Comparison) -> String {
    let mut text =
        "cell,figure,measure,a,b,ratio,ratio_low,ratio_high,probability,noticed_from,verdict\n"
            .to_owned();
    let quoted = |text: &str| match text.contains([',', '"']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    };
    let in_json = |value: serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let mut line = |row: &Row, verdict: &str| {
        let measure = in_json(serde_json::json!(row.measure));
        let ends = row
            .ratio
            .map(|i| [i.value, i.low, i.high].map(|x| x.to_string()));
        let or_nothing = |figure: Option<f64>| figure.map_or(String::new(), |x| x.to_string());
        writeln!(
            text,
            "{},{},{measure},{},{},{},{},{},{verdict}",
            quoted(&row.cell.to_string()),
            row.figure,
            row.a,
            row.b,
            ends.unwrap_or_default().join(","),
            or_nothing(row.probability),
            or_nothing(row.noticed_from),
        )
        .expect("a string takes everything");
    };
    for row in &comparison.rows {
        line(row, &in_json(serde_json::json!(row.verdict)));
    }
    comparison.floors.iter().for_each(|row| line(row, "floor"));
    comparison.not_compared.iter().for_each(|left| {
        let cell = quoted(&left.cell.to_string());
        writeln!(
            text,
            "{cell},,,,,,,,,,{}",
            quoted(&format!("not compared: {}", left.why))
        )
        .expect("a string takes everything");
    });
    text
}
