//! What each feature of the facade costs: that it compiles alone, and that it brings the crates that
//! `docs/features.md` says, and no others.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::source::read;
use crate::steps::{Outcome, cargo, judge, root};

const FACADE: &str = "manyrpc";
/// A client of one system, with stubs: what these name must be there with that system alone.
const CLIENT: &str = "manyrpc-example-minimal";
const DOCUMENT: &str = "docs/features.md";
/// Where the document lists what every program compiles.
const LEAST: &str = "```text";
/// Dependencies differ between platforms; the document speaks of one.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// Compiles the facade with each feature alone, and compares the document with `cargo tree`.
pub(crate) fn check() -> Outcome {
    match broken() {
        Ok(broken) if broken.is_empty() => Outcome::Fine,
        Ok(broken) => Outcome::Failed(broken.join("; ")),
        Err(problem) => Outcome::Failed(problem),
    }
}

fn broken() -> Result<Vec<String>, String> {
    let features = features()?;
    let mut broken = told_wrongly(&features)?;
    let mut alone = vec![""];
    alone.extend(features.iter().map(String::as_str));
    for feature in alone {
        let facade = ["-p", FACADE, "--no-default-features", "--features", feature];
        if !compiles(&facade) {
            broken.push(format!("does not compile alone: `{feature}`"));
        }
    }
    if !compiles(&["-p", CLIENT]) {
        broken.push(format!("does not compile alone: {CLIENT}"));
    }
    println!("  {} features, each alone", features.len());
    Ok(broken)
}

/// What the document says that `cargo tree` does not.
fn told_wrongly(features: &[String]) -> Result<Vec<String>, String> {
    let document = read(&root().join(DOCUMENT))?;
    let least = crates("")?;
    let mut wrong = Vec::new();
    if listed(&document) != least {
        let least: Vec<&str> = least.iter().map(String::as_str).collect();
        let least = least.join(" ");
        wrong.push(format!("{DOCUMENT} is to list, for no feature: {least}"));
    }
    for feature in features {
        let further = crates(feature)?.difference(&least).cloned().collect();
        wrong.extend(wrong_row(&document, feature, &further));
    }
    Ok(wrong)
}

/// The facade's features, but for the one that is all systems.
fn features() -> Result<Vec<String>, String> {
    let output = cargo(&["metadata", "--format-version", "1", "--no-deps", "--locked"]).output();
    let output = output.map_err(|error| format!("cargo metadata: {error}"))?;
    let metadata: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("cargo metadata: {error}"))?;
    let packages = metadata["packages"].as_array();
    let facade = packages
        .into_iter()
        .flatten()
        .find(|package| package["name"] == FACADE);
    let features = facade.and_then(|package| package["features"].as_object());
    let features = features.ok_or("cargo metadata says nothing of the facade's features")?;
    let own = features.keys().filter(|name| *name != "default");
    Ok(own.cloned().collect())
}

/// The crates that a program compiles with that feature alone, build scripts' own among them.
fn crates(feature: &str) -> Result<BTreeSet<String>, String> {
    let alone = ["-p", FACADE, "--no-default-features", "--features", feature];
    let shown = ["-e", "no-dev", "--prefix", "none", "--format", "{p}"];
    let mut tree = cargo(&["tree", "--locked", "--target", TARGET]);
    let output = tree.args(alone).args(shown).output();
    let output = output.map_err(|error| format!("cargo tree: {error}"))?;
    if !output.status.success() {
        return Err(format!(
            "cargo tree: {}",
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    let names = lines
        .lines()
        .filter_map(|line| line.split_whitespace().next());
    Ok(names.map(str::to_owned).collect())
}

fn compiles(what: &[&str]) -> bool {
    let mut clippy = cargo(&["clippy", "--quiet", "--locked"]);
    clippy.args(what).args(["--", "-D", "warnings"]);
    matches!(judge(&mut clippy), Outcome::Fine)
}

/// The words of the first block of text.
fn listed(document: &str) -> BTreeSet<String> {
    let block = document.split_once(LEAST).map_or("", |(_, after)| after);
    let block = block.split_once("```").map_or(block, |(inside, _)| inside);
    block.split_whitespace().map(str::to_owned).collect()
}

/// What is wrong with a feature's row of the table: `` | `onc` | what it is | crates | ``.
fn wrong_row(document: &str, feature: &str, further: &BTreeSet<String>) -> Option<String> {
    let start = format!("| `{feature}` |");
    let row = document.lines().find(|line| line.starts_with(&start));
    let Some(row) = row else {
        return Some(format!("{DOCUMENT} has no row for `{feature}`"));
    };
    let last = row
        .trim_end_matches([' ', '|'])
        .rsplit('|')
        .next()
        .unwrap_or_default();
    let told: BTreeSet<String> = last
        .split([' ', ','])
        .filter(|word| !["", "–"].contains(word))
        .map(str::to_owned)
        .collect();
    (told != *further).then(|| {
        let further: Vec<&str> = further.iter().map(String::as_str).collect();
        format!(
            "{DOCUMENT} is to say of `{feature}`: {}",
            further.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::{listed, wrong_row};

    const DOCUMENT: &str = "\
Every program:

```text
one two
three
```

| feature | what it is | further crates |
| --- | --- | --- |
| `a` | the first | – |
| `b` | the second | four, five |
";

    fn set(words: &[&str]) -> std::collections::BTreeSet<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn the_first_block_lists_what_all_have() {
        assert_eq!(listed(DOCUMENT), set(&["one", "three", "two"]));
        assert!(listed("none").is_empty());
    }

    #[test]
    fn rows_are_compared_with_what_there_is() {
        assert_eq!(wrong_row(DOCUMENT, "a", &set(&[])), None);
        assert_eq!(wrong_row(DOCUMENT, "b", &set(&["five", "four"])), None);
        for (feature, further) in [("a", &["six"][..]), ("b", &["four"]), ("c", &[])] {
            assert!(wrong_row(DOCUMENT, feature, &set(further)).is_some());
        }
    }
}
