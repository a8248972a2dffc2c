//! Elements common to the reports of all studies.

use std::fmt::Write;

use manyrpc_measure::stats::Interval;

use super::journal::Head;
use super::paper;
use super::record::{CellRecord, Record};

/// Cautions at the start of a report.
pub fn cautions(record: &Record) -> Vec<String> {
    let mut cautions = record.warnings.clone();
    if let Some(why) = &record.cut_short {
        cautions.insert(0, format!("CUT SHORT ({why}): this run is incomplete"));
    }
    if record.head.built_with.ends_with("debug") {
        cautions.push("this is a debug build: our own figures are meaningless".to_owned());
    }
    cautions
}

/// A cell's figure with its interval, and why it or some of its rounds are missing.
pub fn shown(record: Option<&CellRecord>, figure: &str, words: fn(f64) -> String) -> paper::Cell {
    let Some(record) = record else {
        return paper::Cell::default();
    };
    let interval = record.interval(figure);
    paper::Cell {
        figure: interval.map(|i| words(i.value)),
        interval: interval.and_then(|i| range(&i, words)),
        published: None,
        why: record.why(),
    }
}

/// The formatted ends of an interval, unless they are the same text.
pub fn range(interval: &Interval, words: fn(f64) -> String) -> Option<String> {
    let (low, high) = (words(interval.low), words(interval.high));
    (low != high).then(|| format!("{low}–{high}"))
}

/// The explanation of intervals for the reader.
pub fn interval_term(rounds: u32) -> (String, String) {
    let text = format!(
        "The figure is the geometric mean over {rounds} rounds, the interval is Student's t over their \
         logarithms. Ratios are taken inside rounds."
    );
    ("Interval".to_owned(), text)
}

/// The explanation of the verdicts for the reader.
pub fn verdict_term() -> (String, String) {
    let text = "A claim holds if the whole interval of each of its quantities is where the claim has it, \
                does not hold if one lies wholly outside, and cannot be decided otherwise.";
    ("Verdicts".to_owned(), text.to_owned())
}

/// The circumstances of a run; `of_document` describes the document's.
pub fn circumstances(record: &Record, of_document: String) -> Vec<(String, String)> {
    let head = &record.head;
    let entry = |name: &str, value: String| (name.to_owned(), value);
    let mut entries = vec![
        entry("Machine", machine(record)),
        entry("System", head.environment.system.clone()),
        entry("Link", head.environment.link.clone()),
        entry("Placement", placement(head)),
        entry("The document's circumstances", of_document),
        entry(
            "Clock",
            format!(
                "{}, resolution {} ns; timing adds {:.0} ns to each sample of ours",
                head.timing.clock, head.timing.resolution_ns, head.timing.pair_ns
            ),
        ),
        entry("Started", head.started.clone()),
    ];
    if !record.resumed.is_empty() {
        entries.push(entry("Resumed", record.resumed.join(", ")));
    }
    entries.extend([
        entry("Command", head.command_line.join(" ")),
        entry(
            "Version",
            format!(
                "manyrpc {} {}, {}",
                head.version,
                head.commit.as_deref().unwrap_or(""),
                head.built_with
            ),
        ),
        entry("Seed", head.wanted.seed.to_string()),
        entry("Took", format!("{:.0} s", record.seconds)),
    ]);
    entries
}

fn machine(record: &Record) -> String {
    let mut environment = record.head.environment.clone();
    environment.load_after = record.load_after.unwrap_or(f64::NAN);
    environment.summary()
}

fn placement(head: &Head) -> String {
    let cpus = |cpus: &[usize]| {
        let cpus: Vec<String> = cpus.iter().map(usize::to_string).collect();
        cpus.join(" or ")
    };
    format!(
        "{} (client on CPU {}, server on CPU {}): {}",
        head.placement.id,
        cpus(&head.placement.client_cpus),
        cpus(&head.placement.server_cpus),
        head.placement.meaning
    )
}

/// `table.csv`: a line for each cell with its levels, why figures are missing, and each figure with its interval.
pub fn csv(record: &Record) -> String {
    let factors: Vec<&str> = record
        .head
        .design
        .factors
        .iter()
        .map(|f| &*f.name)
        .collect();
    let mut figures: Vec<&str> = record
        .cells
        .iter()
        .flat_map(|cell| cell.figures.keys().map(String::as_str))
        .collect();
    figures.sort_unstable();
    figures.dedup();
    let mut text = factors.join(",") + ",why";
    for figure in &figures {
        write!(text, ",{figure},{figure}_low,{figure}_high").expect("a string takes everything");
    }
    text.push('\n');
    for cell in &record.cells {
        let levels = factors.iter().map(|factor| quoted(cell.cell.level(factor)));
        let mut members: Vec<String> = levels.collect();
        members.push(quoted(&cell.why().unwrap_or_default()));
        for figure in &figures {
            let interval = cell.interval(figure);
            let ends = interval.map(|i| [i.value, i.low, i.high].map(|x| x.to_string()));
            members.extend(ends.unwrap_or_default());
        }
        text += &(members.join(",") + "\n");
    }
    text
}

/// RFC 4180, section 2: quotes if necessary, doubled within.
fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

/// `run.json`.
pub fn json(record: &Record) -> String {
    let text = serde_json::to_string_pretty(record);
    text.expect("a record has only string keys") + "\n"
}
