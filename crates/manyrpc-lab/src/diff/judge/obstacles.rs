//! Obstacles to comparing two runs, and cautions for the reader of a comparison.

use std::collections::BTreeMap;

use serde_json::Value;

use manyrpc_measure::machine::environment::Environment;

use crate::diff::read::{Measured, Side};
use crate::study::design::Cell;

use super::MIN;

/// The obstacles between two sides.
#[derive(Debug, Default)]
pub(super) struct Obstacles {
    /// Why nothing can be compared.
    all: Option<String>,
    /// Why absolute figures cannot be compared.
    absolute: Option<String>,
    /// Why cells of a placement cannot be compared.
    placements: BTreeMap<String, String>,
    /// What the reader should know.
    pub(super) cautions: Vec<String>,
}

impl Obstacles {
    pub(super) fn between(a: &Side, b: &Side) -> Self {
        let (first, second) = (a.first(), b.first());
        let mut obstacles = Obstacles::default();
        obstacles.within(a, "A");
        obstacles.within(b, "B");
        obstacles.counts([a.runs.len(), b.runs.len()]);
        obstacles.methods(first, second);
        obstacles.builds(first, second);
        obstacles.placed(first, second);
        match (&first.environment, &second.environment) {
            (Some(a), Some(b)) => obstacles.machines(a, b),
            _ => obstacles.say("these files do not record the machine and the server"),
        }
        for (side, name) in [(a, "A"), (b, "B")] {
            obstacles.loads(side, name);
        }
        obstacles
    }

    /// Why a cell cannot be compared, if so.
    pub(super) fn of(&self, cell: &Cell, is_relative: bool) -> Option<String> {
        let absolute = self.absolute.as_ref().filter(|_| !is_relative);
        let placement = self.placements.get(cell.level("placement"));
        let first = self.all.as_ref().or(placement).or(absolute);
        first.cloned()
    }

    fn say(&mut self, caution: impl Into<String>) {
        self.cautions.push(caution.into());
    }

    /// Checks that the runs of one side are repetitions of the same measurement.
    fn within(&mut self, side: &Side, name: &str) {
        for run in &side.runs {
            if let Some(why) = &run.cut_short {
                let path = run.path.display();
                self.say(format!(
                    "{name} was cut short ({why}): {path} is incomplete"
                ));
            }
        }
        let first = side.first();
        if side.runs.iter().any(|run| run.method != first.method) {
            self.all = Some(format!("the runs of {name} measure in different ways"));
        }
        if side.runs.iter().any(|run| run.build != first.build) {
            self.say(format!("the runs of {name} are of different builds"));
        }
    }

    fn counts(&mut self, [a, b]: [usize; 2]) {
        if a.max(b) > 1 && a.min(b) < MIN {
            self.say(format!(
                "A has {a} and B {b} runs: their rounds are taken together, so what moves whole runs is not in the \
                 intervals; with {MIN} on both sides it is"
            ));
        }
    }

    fn methods(&mut self, a: &Measured, b: &Measured) {
        if a.method != b.method {
            let what = differing("", &a.method, &b.method).join(", ");
            self.all = Some(format!("they measure in different ways ({what})"));
        }
    }

    fn builds(&mut self, a: &Measured, b: &Measured) {
        let is_debug = |run: &Measured| run.build.ends_with("debug");
        match (is_debug(a), is_debug(b)) {
            (true, true) => self.say("both are of debug builds: our own figures are meaningless"),
            (false, false) => {}
            (a_is, _) => {
                let which = if a_is { "A" } else { "B" };
                self.all = Some(format!("{which} is of a debug build, the other is not"));
            }
        }
    }

    /// A study has a single placement for all its cells.
    fn placed(&mut self, a: &Measured, b: &Measured) {
        for (name, where_a) in &a.placements {
            match b.placements.get(name) {
                Some(where_b) if where_a != where_b => self.say(format!(
                    "placement {name}: {where_a} in A, {where_b} in B; CPUs may differ"
                )),
                Some(_) => {}
                None if a.kind.starts_with("study") => {
                    let others: Vec<&str> = b.placements.keys().map(String::as_str).collect();
                    let others = others.join(", ");
                    self.all = Some(format!("A ran in placement {name}, B in {others}"));
                }
                None => {}
            }
        }
    }

    fn machines(&mut self, a: &Environment, b: &Environment) {
        let machine = |e: &Environment| {
            let machine = if e.virtual_machine { ", virtual" } else { "" };
            format!("{} CPUs of {}{machine}", e.cpus, e.cpu)
        };
        if machine(a) != machine(b) {
            self.absolute = Some(format!(
                "absolute times of different machines ({} in A, {} in B)",
                machine(a),
                machine(b)
            ));
            self.say(format!(
                "different machines: {} in A, {} in B. Even figures relative to the floor depend on the machine",
                machine(a),
                machine(b)
            ));
        }
        if a.link != b.link {
            self.all = Some(format!("over different links: A {}; B {}", a.link, b.link));
        }
        for (what, a, b) in [
            ("kernel", &a.kernel, &b.kernel),
            ("system", &a.system, &b.system),
            ("frequency governor", &a.governor, &b.governor),
            ("idle driver", &a.idle_driver, &b.idle_driver),
            ("clock source", &a.clock_source, &b.clock_source),
        ] {
            if a != b {
                self.say(format!(
                    "another {what}: {} in A, {} in B",
                    or_none(a),
                    or_none(b)
                ));
            }
        }
        if a.memory_bytes.abs_diff(b.memory_bytes) > a.memory_bytes / 20 {
            self.say("different amounts of memory");
        }
    }

    /// Whether the machine was in use by others, judged at the start, since at the end the load is our own.
    fn loads(&mut self, side: &Side, name: &str) {
        /// A CPU that is half used on average is contended now and then.
        const BUSY: f64 = 0.5;
        let machines = side.runs.iter().filter_map(|run| run.environment.as_ref());
        let load = |e: &Environment| e.load_before / e.cpus.max(1) as f64;
        let busiest = machines.max_by(|a, b| load(a).total_cmp(&load(b)));
        if let Some(e) = busiest.filter(|e| load(e) > BUSY) {
            let (load, cpus) = (e.load_before, e.cpus);
            self.say(format!(
                "{name} began on a busy machine: load average {load:.2} on {cpus} CPUs"
            ));
        }
    }
}

fn or_none(text: &str) -> &str {
    match text.is_empty() {
        true => "unknown",
        false => text,
    }
}

/// The members in which two JSON values differ, each with both values.
fn differing(name: &str, a: &Value, b: &Value) -> Vec<String> {
    match (a, b) {
        (Value::Object(of_a), Value::Object(of_b)) => {
            let only_b = of_b.keys().filter(|key| !of_a.contains_key(*key));
            let keys = of_a.keys().chain(only_b);
            let each = keys.map(|key| differing(key, &a[key], &b[key]));
            each.flatten().collect()
        }
        _ if a == b => Vec::new(),
        _ => vec![format!("{name} {a} in A, {b} in B")],
    }
}
