//! Conducts the run: who calls when, and what becomes of failures.

use std::sync::atomic::Ordering;
use std::time::Duration;

use serde::Serialize;

use crate::progress::Progress;
use crate::stats::Random;
use crate::study::samples::Samples;

use super::Options;
use super::bench::{Bench, Sampled};
use super::peers;
use super::plan::{Key, Plan};
use super::record::Collection;

/// One line of `samples.jsonl`: a run of a client, or why there is none.
#[derive(Serialize)]
struct Line<'s> {
    system: &'s str,
    client: &'s str,
    server: &'s str,
    photo: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wall_ns: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    run_ns: Option<&'s [u64]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    warm_ns: Option<&'s [u64]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    out_bytes: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    in_bytes: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'s str>,
}

const fn line(key: Key) -> Line<'static> {
    Line {
        system: key.system,
        client: key.client,
        server: key.server,
        photo: key.photo,
        round: None,
        wall_ns: None,
        run_ns: None,
        warm_ns: None,
        out_bytes: None,
        in_bytes: None,
        why: None,
    }
}

/// What one visit of a cell takes, about: most of it is the start of a process.
const VISIT: Duration = Duration::from_millis(900);

/// The same for the calls whose bytes are counted.
const COUNT: Duration = Duration::from_millis(700);

pub(super) struct Conductor<'r> {
    plan: &'r Plan,
    options: &'r Options,
    published_calls: u32,
    progress: &'r mut dyn Progress,
    samples: &'r mut Samples,
    bench: Bench<'r>,
    collection: Collection,
}

impl<'r> Conductor<'r> {
    pub(super) fn new(
        plan: &'r Plan,
        options: &'r Options,
        published_calls: u32,
        progress: &'r mut dyn Progress,
        samples: &'r mut Samples,
    ) -> Self {
        Conductor {
            plan,
            options,
            published_calls,
            progress,
            samples,
            bench: Bench::new(&options.programs, &plan.layout),
            collection: Collection::new(plan.method.rounds),
        }
    }

    /// Runs the plan; what fails is in its cell.
    pub(super) fn conduct(mut self) -> Collection {
        let counted = self.plan.cells.iter().filter(|&&key| self.counts(key));
        let visits = self.plan.method.rounds * self.plan.cells.len() as u32;
        self.progress
            .begin(VISIT * visits + COUNT * counted.count() as u32);
        self.what_cannot_be();
        let mut random = Random::new(self.options.seed);
        self.progress.stage("bytes on the wire");
        for key in self.plan.round(&mut random) {
            if self.counts(key) && !self.stopped() {
                self.count(key);
                self.progress.advance(COUNT);
            }
        }
        let rounds = self.plan.method.rounds;
        for round in 0..rounds {
            self.progress
                .stage(&format!("round {} of {rounds}", round + 1));
            for key in self.plan.round(&mut random) {
                if !self.stopped() {
                    self.visit(key, round);
                    self.progress.advance(VISIT);
                }
            }
        }
        self.collection
    }

    fn stopped(&self) -> bool {
        self.options.stop.load(Ordering::Relaxed)
    }

    fn counts(&self, key: Key) -> bool {
        self.plan.method.counts_every_cell || key.client == key.server
    }

    /// Cells that a system cannot carry, or whose programs are not there, fail once and for all, and
    /// are no surprise.
    fn what_cannot_be(&mut self) {
        let mut said = Vec::new();
        for &key in &self.plan.cells {
            let system = peers::system(key.system);
            let refused = system.and_then(|s| s.refuses_photo).filter(|_| key.photo);
            if let Some(why) = refused {
                self.fail(key, None, why.to_owned());
                continue;
            }
            let of = |language, role| {
                peers::absent(
                    &self.options.programs,
                    system?,
                    peers::language(language)?,
                    role,
                )
            };
            if let Some(why) = of(key.client, "client").or_else(|| of(key.server, "server")) {
                if !said.contains(&why) {
                    self.progress.note(&why);
                    said.push(why.clone());
                }
                self.fail(key, None, why);
            }
        }
    }

    fn count(&mut self, key: Key) {
        if self.collection.has_failed(key) {
            return;
        }
        // A cell whose bytes cannot be counted may still have its times.
        match self.bench.wire(key) {
            Ok(wire) => {
                self.collection.wire(key, wire);
                self.samples.write(&Line {
                    out_bytes: Some(wire.out_bytes),
                    in_bytes: Some(wire.in_bytes),
                    ..line(key)
                });
            }
            Err(why) => {
                self.progress.note(&format!("{}: bytes: {why}", name(key)));
                self.samples.write(&Line {
                    why: Some(&why),
                    ..line(key)
                });
            }
        }
    }

    fn visit(&mut self, key: Key, round: u32) {
        if self.collection.has_failed(key) {
            return;
        }
        let method = &self.plan.method;
        let sampled = self
            .bench
            .run(key, method.calls_of(key.photo), method.warm_ms);
        match sampled {
            Ok(sampled) => self.take(key, round, &sampled),
            Err(why) => {
                self.progress.note(&format!("{}: {why}", name(key)));
                self.fail(key, Some(round), why);
            }
        }
    }

    fn take(&mut self, key: Key, round: u32, sampled: &Sampled) {
        self.samples.write(&Line {
            round: Some(round),
            wall_ns: Some(sampled.wall_ns),
            run_ns: Some(&sampled.run_ns),
            warm_ns: Some(&sampled.warm_ns),
            ..line(key)
        });
        if let Some(turn) = sampled.turn(self.published_calls) {
            self.collection.turn(key, round, turn);
        }
    }

    fn fail(&mut self, key: Key, round: Option<u32>, why: String) {
        self.samples.write(&Line {
            round,
            why: Some(&why),
            ..line(key)
        });
        self.collection.fail(key, why);
    }
}

fn name(key: Key) -> String {
    let photo = if key.photo { " with the photo" } else { "" };
    format!("{} {} → {}{photo}", key.system, key.client, key.server)
}
