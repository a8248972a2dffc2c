//! Runs a study: plan, visits, journal, report.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use manyrpc_measure::machine::environment::{Environment, load_average};
use manyrpc_measure::machine::placement::{allowed_cpus, pin_this_thread};
use manyrpc_measure::machine::timing::Timing;
use manyrpc_measure::progress::Progress;
use manyrpc_measure::report::{Format, new_directory};
use manyrpc_measure::{Error, build, clock};

use crate::record::PlacementInfo;

use super::design::{Cell, Visit};
use super::experiment::{Experiment, MAX_FAILURES, Options, Plan, Study};
use super::journal::{Head, Journal, Line, SCHEMA, Sample, Visited};
use super::pace::Pace;
use super::paper::Paper;
use super::record::Record;
use super::{journal, render, samples, tables};

/// A run, complete or partial.
#[derive(Debug)]
pub struct Finished {
    /// The record.
    pub record: Record,
    /// The report.
    pub paper: Paper,
    /// The run directory.
    pub directory: PathBuf,
    /// Why some of its files could not be written, if so; the figures are complete.
    pub unwritten: Option<Error>,
}

impl Finished {
    /// Renders the run in a format.
    pub fn render(&self, format: Format) -> String {
        match format {
            Format::Text => render::text(&self.paper),
            Format::Markdown => render::markdown(&self.paper),
            Format::Html => render::html(&self.paper),
            Format::Csv => tables::csv(&self.record),
            Format::Json => tables::json(&self.record),
        }
    }
}

/// Runs a study and writes its run directory.
///
/// # Errors
/// The options ask for something that does not exist, or the directory cannot be created. Failures within the run
/// are recorded in its cells.
pub fn run(
    study: &dyn Study,
    options: &Options,
    progress: &mut dyn Progress,
) -> Result<Finished, Error> {
    let plan = study.plan(options).map_err(Error::Misuse)?;
    let options = &options.on_testbed()?;
    let head = head(study, &plan, options);
    let kind = format!("study-{}", study.name());
    let directory = new_directory(&head.started, &kind, &options.runs)?;
    let mut journal = Journal::create(&directory, head).map_err(|error| Error::Write {
        path: directory.join(journal::NAME),
        error,
    })?;
    conduct(study, &plan, options, &mut journal, progress);
    Ok(finish(study, &journal, directory))
}

/// Resumes the run in a directory: makes the missing visits and repeats failed ones. Of the options only the
/// programs' locations and the stop flag are used. Its study is one of `studies`.
///
/// # Errors
/// There is no such run, or this program or this machine would measure something else.
pub fn resume(
    studies: &[&dyn Study],
    directory: &Path,
    options: Options,
    progress: &mut dyn Progress,
) -> Result<Finished, Error> {
    let journal = read(directory)?;
    let study = named(studies, journal.head())?;
    go_on(study, journal, directory, options, progress)
}

fn go_on(
    study: &dyn Study,
    mut journal: Journal,
    directory: &Path,
    mut options: Options,
    progress: &mut dyn Progress,
) -> Result<Finished, Error> {
    let head = journal.head();
    options.wanted = head.wanted.clone();
    let plan = study.plan(&options).map_err(Error::Misuse)?;
    if let Some(difference) = difference(head, &plan) {
        return Err(Error::Misuse(format!(
            "{} cannot be resumed: {difference} (start a new run, or use the program that started it)",
            directory.display()
        )));
    }
    let options = options.on_testbed()?;
    journal.go_on().map_err(|error| Error::Write {
        path: directory.join(journal::NAME),
        error,
    })?;
    journal.write(Line::Resumed {
        at: clock::utc_now(),
        environment: Environment::read(),
    });
    conduct(study, &plan, &options, &mut journal, progress);
    Ok(finish(study, &journal, directory.to_owned()))
}

/// Reports the run in a directory, of one of `studies`, as far as it got, and rewrites its files.
///
/// # Errors
/// There is no such run.
pub fn report(studies: &[&dyn Study], directory: &Path) -> Result<Finished, Error> {
    let journal = read(directory)?;
    let study = named(studies, journal.head())?;
    Ok(finish(study, &journal, directory.to_owned()))
}

fn read(directory: &Path) -> Result<Journal, Error> {
    Journal::read(directory).map_err(|e| Error::Misuse(e.to_string()))
}

fn named<'s>(studies: &[&'s dyn Study], head: &Head) -> Result<&'s dyn Study, Error> {
    let mut studies = studies.iter().copied();
    studies
        .find(|study| study.name() == head.study)
        .ok_or_else(|| Error::Misuse(format!("this program has no study `{}`", head.study)))
}

/// A difference from what was measured when the run started, if any.
fn difference(head: &Head, plan: &Plan) -> Option<String> {
    let placement = plan.placement.to_string();
    match () {
        () if head.version != env!("CARGO_PKG_VERSION") => {
            Some(format!("it was started by version {}", head.version))
        }
        () if head.design != plan.design => Some("its design differs".to_owned()),
        () if head.method != plan.method => Some("its method differs".to_owned()),
        () if head.placement.id != placement => Some(format!(
            "it ran in placement {}, here it would be {placement}",
            head.placement.id
        )),
        () => None,
    }
}

fn head(study: &dyn Study, plan: &Plan, options: &Options) -> Head {
    Head {
        schema: SCHEMA.to_owned(),
        study: study.name().to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: build::commit(),
        built_with: build::built_with(),
        started: clock::utc_now(),
        command_line: options.command_line.clone(),
        wanted: options.wanted.clone(),
        environment: Environment {
            link: options.testbed.link(&options.wanted.between),
            ..Environment::read()
        },
        timing: Timing::measure(),
        placement: PlacementInfo {
            id: plan.placement.to_string(),
            meaning: plan.placement.meaning().to_owned(),
            client_cpus: plan.layout.client.clone(),
            server_cpus: plan.layout.server.clone(),
        },
        method: plan.method.clone(),
        design: plan.design.clone(),
    }
}

/// Makes the missing visits.
fn conduct(
    study: &dyn Study,
    plan: &Plan,
    options: &Options,
    journal: &mut Journal,
    progress: &mut dyn Progress,
) {
    let start = Instant::now();
    let cpus = allowed_cpus();
    let mut warnings = plan.warnings.clone();
    warnings.extend(busy());
    // The conductor waits on its own CPUs; a process that it starts is pinned at once.
    warnings.extend(pin_this_thread(&plan.layout.conductor).err());
    let mut conductor = Conductor {
        plan,
        options,
        journal,
        progress,
        experiment: study.experiment(plan, options),
        given_up: BTreeMap::new(),
    };
    warnings.into_iter().for_each(|text| conductor.warn(text));
    conductor.conduct();
    drop(conductor);
    if let Err(text) = pin_this_thread(&cpus) {
        journal.write(Line::Warning { text });
    }
    progress.end();
    journal.write(Line::Ended {
        seconds: start.elapsed().as_secs_f64(),
        load_after: load_average(),
        cut_short: options.stopped().then(|| "interrupted".to_owned()),
    });
}

/// A warning if other programs compete for the CPUs.
fn busy() -> Option<String> {
    let (load, cpus) = (load_average(), allowed_cpus().len());
    (load > cpus as f64 / 2.0)
        .then(|| format!("the load average is {load:.1}: other programs compete for the CPUs"))
}

struct Conductor<'r> {
    plan: &'r Plan,
    options: &'r Options,
    journal: &'r mut Journal,
    progress: &'r mut dyn Progress,
    experiment: Box<dyn Experiment + 'r>,
    /// Failures by phase and cell.
    given_up: BTreeMap<(usize, usize), u32>,
}

impl Conductor<'_> {
    fn conduct(&mut self) {
        let impossible = self.impossible_cells();
        let mut schedule = self.plan.design.schedule(self.options.wanted.seed);
        let made = self.made();
        schedule
            .retain(|visit| !impossible.contains(&visit.cell) && !made.contains(&self.key(visit)));
        let mut pace = self.pace();
        self.progress
            .begin(schedule.iter().map(|visit| pace.takes(visit)).sum());
        let mut stage = None;
        for (place, visit) in schedule.iter().enumerate() {
            if stage.replace((visit.phase, visit.round)) != Some((visit.phase, visit.round)) {
                self.begin_round(visit);
            }
            if self.options.stopped() {
                return;
            }
            if self.is_given_up(visit) {
                continue;
            }
            let start = Instant::now();
            let is_sound = self.visit(visit);
            let took = start.elapsed();
            if is_sound {
                pace.learn(
                    &self.plan.design,
                    visit.phase,
                    visit.cell,
                    took.as_secs_f64(),
                );
            }
            self.progress.advance(took);
            let left = schedule[place + 1..]
                .iter()
                .filter(|visit| !self.is_given_up(visit));
            let left = left.map(|visit| pace.takes(visit)).sum();
            self.progress.left(left);
        }
    }

    fn is_given_up(&self, visit: &Visit) -> bool {
        let failures = self.given_up.get(&(visit.phase, visit.cell));
        failures.is_some_and(|&failures| failures >= MAX_FAILURES)
    }

    /// The pace, from the study's estimates and the visits made so far.
    fn pace(&self) -> Pace {
        let design = &self.plan.design;
        let mut pace = Pace::new(design, |phase, cell| self.experiment.expected(phase, cell));
        for visit in self.journal.visits().filter(|visit| visit.why.is_none()) {
            let phase = design.phases.iter().position(|p| p.name == visit.phase);
            let cell = design.cells.iter().position(|cell| *cell == visit.cell);
            if let (Some(phase), Some(cell)) = (phase, cell) {
                pace.learn(design, phase, cell, visit.seconds);
            }
        }
        pace
    }

    /// Records the cells that are known to be impossible, and reports each reason once.
    fn impossible_cells(&mut self) -> BTreeSet<usize> {
        let mut said = BTreeSet::new();
        let mut impossible = BTreeSet::new();
        for (place, cell) in self.plan.design.cells.iter().enumerate() {
            if let Some(why) = self.experiment.cannot(cell) {
                if said.insert(why.clone()) {
                    self.progress.note(&why);
                }
                let cell = cell.clone();
                self.journal.write(Line::Cannot { cell, why });
                impossible.insert(place);
            }
        }
        impossible
    }

    /// The successful visits of earlier parts of the run.
    fn made(&self) -> BTreeSet<(String, u32, Cell)> {
        let sound = self
            .journal
            .visits()
            .filter(|visited| visited.why.is_none());
        let key = |v: &Visited| (v.phase.clone(), v.round, v.cell.clone());
        sound.map(key).collect()
    }

    fn key(&self, visit: &Visit) -> (String, u32, Cell) {
        let design = &self.plan.design;
        let phase = design.phases[visit.phase].name.clone();
        (phase, visit.round, design.cells[visit.cell].clone())
    }

    fn begin_round(&mut self, visit: &Visit) {
        let phase = &self.plan.design.phases[visit.phase];
        let stage = match phase.rounds {
            1 => phase.name.clone(),
            rounds => format!("{}, round {} of {rounds}", phase.name, visit.round + 1),
        };
        self.progress.stage(&stage);
    }

    /// Makes a visit; returns whether it succeeded.
    fn visit(&mut self, visit: &Visit) -> bool {
        let (phase, round, cell) = self.key(visit);
        let start = Instant::now();
        let outcome = self.experiment.visit(&phase, round, &cell);
        let seconds = start.elapsed().as_secs_f64();
        let (sample, why) = match outcome {
            Ok(sample) => (sample, None),
            // A visit aborted by the user is not a failure of the cell.
            Err(_) if self.options.stopped() => return false,
            Err(why) => {
                self.progress.note(&format!("{cell}, {phase}: {why}"));
                *self.given_up.entry((visit.phase, visit.cell)).or_default() += 1;
                (Sample::default(), Some(why))
            }
        };
        let is_sound = why.is_none();
        self.journal.write(Line::Visit(Visited {
            phase,
            round,
            cell,
            seconds,
            sample,
            why,
        }));
        is_sound
    }

    fn warn(&mut self, text: String) {
        self.progress.note(&format!("warning: {text}"));
        self.journal.write(Line::Warning { text });
    }
}

fn finish(study: &dyn Study, journal: &Journal, directory: PathBuf) -> Finished {
    let mut record = Record::of(journal);
    record.claims = study.claims(&record);
    let paper = study.paper(&record, journal);
    let mut finished = Finished {
        record,
        paper,
        directory,
        unwritten: None,
    };
    finished.unwritten = write(&finished, journal).err();
    finished
}

/// `run.json`, `table.csv`, `report.html` and `samples.parquet`, in addition to the journal.
fn write(finished: &Finished, journal: &Journal) -> Result<(), Error> {
    let files = [
        ("run.json", Format::Json),
        ("table.csv", Format::Csv),
        ("report.html", Format::Html),
    ];
    files.into_iter().try_for_each(|(name, format)| {
        let path = finished.directory.join(name);
        let written = fs::write(&path, finished.render(format));
        written.map_err(|error| Error::Write { path, error })
    })?;
    let path = finished.directory.join("samples.parquet");
    let written = samples::parquet(journal).and_then(|file| fs::write(&path, file));
    written.map_err(|error| Error::Write { path, error })
}

#[cfg(test)]
mod tests;
