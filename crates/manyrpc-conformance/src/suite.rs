//! What a suite is, and the list of those of transfer syntaxes.

use std::env;
use std::path::{Path, PathBuf};

pub use manyrpc_conformance_stubs::SEED;

use crate::known::{self, Judged};
use crate::{idl, ndr, protobuf, text, xdr};

/// One suite: cases that somebody else judges.
pub struct Suite {
    /// A short name, for the command line.
    pub name: &'static str,
    /// What it examines and by what, in one line.
    pub about: &'static str,
    /// Its list of known failures; see [`known`].
    pub known: &'static str,
    /// Runs it: a result for each case, or why it cannot be run at all.
    pub run: fn(&Plan) -> Result<Vec<Case>, String>,
}

/// How much of a suite is run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Only what is quick, for `make test`.
    pub quick: bool,
    /// The seed of what is drawn.
    pub seed: u64,
    /// How many definitions are drawn for each syntax.
    pub definitions: u64,
    /// Where what belongs to a failure is kept.
    pub keep: PathBuf,
    /// The program that foreign examiners ask, with its first arguments: it runs
    /// [`testee::main`](crate::protobuf::testee::main).
    pub testee: Vec<PathBuf>,
}

impl Plan {
    /// What `make test` runs.
    pub fn quick() -> Self {
        Plan {
            quick: true,
            definitions: 300,
            ..Plan::whole()
        }
    }

    /// What `make conformance` runs.
    pub fn whole() -> Self {
        Plan {
            quick: false,
            seed: SEED,
            definitions: 10_000,
            keep: root().join("target/conformance"),
            testee: vec![env::current_exe().unwrap_or_default(), "testee".into()],
        }
    }

    /// The same with another program that examiners ask.
    #[must_use]
    pub fn asking(mut self, testee: &str) -> Self {
        self.testee = vec![testee.into()];
        self
    }
}

/// What came of one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Its name, unique in its suite.
    pub name: String,
    /// Why it failed, if it did.
    pub result: Result<(), String>,
}

/// Those that examine front ends and transfer syntaxes.
pub const SUITES: &[Suite] = &[
    protobuf::official::SUITE,
    protobuf::drawn::SUITE,
    protobuf::json::SUITE,
    protobuf::accepted::SUITE,
    xdr::SUITE,
    idl::accepted::SUITE,
    idl::silent::SUITE,
    ndr::SUITE,
    ndr::samba::SUITE,
    text::drawn::SUITE,
];

/// Runs the quick part of suites, one after the other: what they find that is not known.
pub fn quick(suites: &[Suite]) -> Vec<String> {
    run(suites, &Plan::quick())
}

/// The same of any plan.
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
    /// Runs it and compares with what is known to fail.
    ///
    /// # Errors
    /// Why it cannot be run at all, or that it ran no case.
    pub fn judge(&self, plan: &Plan) -> Result<Judged, String> {
        let cases = (self.run)(plan)?;
        match cases.is_empty() {
            true => Err("it ran no case".to_owned()),
            false => Ok(known::judge(self.known, &cases, !plan.quick)),
        }
    }
}

/// The folder of the workspace.
pub fn root() -> PathBuf {
    let root = Path::new(std::env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().unwrap_or(root)
}
