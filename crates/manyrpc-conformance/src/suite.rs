//! Conformance suites.

use std::env;
use std::path::{Path, PathBuf};

pub use manyrpc_conformance_stubs::SEED;

use crate::known::{self, Judged};

pub use crate::case::Case;

/// A suite: cases judged by a foreign implementation.
pub struct Suite {
    /// A short name, for the command line.
    pub name: &'static str,
    /// What it tests and against what, on one line.
    pub about: &'static str,
    /// Its list of known failures; see [`known`].
    pub known: &'static str,
    /// Runs it; returns a result for each case, or why it cannot run.
    pub run: fn(&Plan) -> Result<Vec<Case>, String>,
}

/// The extent of a run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Only the quick part, for `make test`.
    pub quick: bool,
    /// The seed of drawn definitions.
    pub seed: u64,
    /// The number of definitions drawn for each syntax.
    pub definitions: u64,
    /// The directory for files of failures.
    pub keep: PathBuf,
    /// The program that foreign test runners start, with its first arguments: it runs
    /// [`testee::main`](crate::protobuf::testee::main).
    pub testee: Vec<PathBuf>,
}

impl Plan {
    /// The plan of `make test`.
    pub fn quick() -> Self {
        Plan {
            quick: true,
            definitions: 300,
            ..Plan::whole()
        }
    }

    /// The plan of `make conformance`.
    pub fn whole() -> Self {
        Plan {
            quick: false,
            seed: SEED,
            definitions: 10_000,
            keep: root().join("target/conformance"),
            testee: vec![env::current_exe().unwrap_or_default(), "testee".into()],
        }
    }

    /// Whether every case is run that known failures may name.
    fn is_whole(&self) -> bool {
        let whole = Plan::whole();
        !self.quick && self.definitions >= whole.definitions && self.seed == whole.seed
    }

    /// The same with another program for test runners.
    #[must_use]
    pub fn asking(mut self, testee: &str) -> Self {
        self.testee = vec![testee.into()];
        self
    }
}

/// Runs the quick part of suites in turn; returns the discrepancies.
pub fn quick(suites: &[Suite]) -> Vec<String> {
    run(suites, &Plan::quick())
}

/// Runs suites with any plan; returns the discrepancies.
pub fn run(suites: &[Suite], plan: &Plan) -> Vec<String> {
    let mut wrong = Vec::new();
    for suite in suites {
        match suite.judge(plan) {
            Ok(judged) => {
                let lines = judged.wrong.into_iter();
                wrong.extend(lines.map(|line| format!("{}: {line}", suite.name)));
            }
            Err(why) => wrong.push(format!("{} cannot be run: {why}", suite.name)),
        }
    }
    wrong
}

impl Suite {
    /// Runs it and compares the results with its known failures.
    ///
    /// # Errors
    /// It cannot run, or ran no cases.
    pub fn judge(&self, plan: &Plan) -> Result<Judged, String> {
        let cases = (self.run)(plan)?;
        match cases.is_empty() {
            true => Err("it ran no case".to_owned()),
            false => Ok(known::judge(self.known, &cases, plan.is_whole())),
        }
    }
}

/// The root directory of the workspace.
pub fn root() -> PathBuf {
    let root = Path::new(std::env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().unwrap_or(root)
}
