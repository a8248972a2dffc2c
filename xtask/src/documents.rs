//! Documents: whether their links, and the paths they name, lead to files that exist, and whether
//! every document below `docs/` is linked from another one.

use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};

use crate::source::{files, read};
use crate::steps::root;

/// Directories whose paths, between backticks, must exist.
const NAMED: &[&str] = &["crates/", "docs/", "examples/", "interfaces/", "xtask/"];

/// Places in documents that lead nowhere, and documents that nobody links to.
pub(crate) fn check() -> Result<Vec<String>, String> {
    let documents = documents()?;
    let mut linked = HashSet::new();
    let mut broken = Vec::new();
    for document in &documents {
        let directory = document.parent().unwrap_or(Path::new(""));
        for (line, target) in targets(&read(&root().join(document))?) {
            let path = match target {
                Target::Link(link) => resolved(&directory.join(link)),
                Target::Named(name) => PathBuf::from(name),
            };
            if !root().join(&path).exists() {
                let place = format!("{}:{line}", document.display());
                broken.push(format!("{place}: there is no {}", path.display()));
            }
            if path != *document {
                linked.insert(path);
            }
        }
    }
    let unlinked = documents
        .iter()
        .filter(|document| document.starts_with("docs") && !linked.contains(*document));
    broken.extend(unlinked.map(|document| format!("{}: no document names it", document.display())));
    Ok(broken)
}

/// The documents of the repository, from its root.
fn documents() -> Result<Vec<PathBuf>, String> {
    let all = files(&root(), "md")?.into_iter();
    Ok(all
        .filter_map(|path| Some(path.strip_prefix(root()).ok()?.to_owned()))
        .collect())
}

/// What a document refers to.
#[derive(Debug, PartialEq, Eq)]
enum Target<'t> {
    /// The file of a link, relative to its document.
    Link(&'t str),
    /// A path between backticks, relative to the root.
    Named(&'t str),
}

/// Everything that a document refers to in this repository, with its line; code blocks do not count.
fn targets(text: &str) -> Vec<(usize, Target<'_>)> {
    let mut found = Vec::new();
    let mut in_code = false;
    for (line, text) in text.lines().enumerate() {
        if text.trim_start().starts_with("```") {
            in_code = !in_code;
        } else if !in_code {
            let all = links(text).map(Target::Link);
            let all = all.chain(names(text).map(Target::Named));
            found.extend(all.map(|target| (line + 1, target)));
        }
    }
    found
}

/// The files that a line links to, without the places in them.
fn links(line: &str) -> impl Iterator<Item = &str> {
    let ends = line.split("](").skip(1);
    let links = ends.filter_map(|rest| rest.split([')', '#']).next());
    links.filter(|link| !link.is_empty() && !link.contains(':'))
}

/// The paths that a line names between backticks; patterns are none.
fn names(line: &str) -> impl Iterator<Item = &str> {
    let quoted = line.split('`').skip(1).step_by(2);
    quoted.filter(|name| {
        NAMED.iter().any(|directory| name.starts_with(directory))
            && !name.contains(['<', '*', '…', ' ', '{'])
    })
}

/// A path without `.` and `..`.
fn resolved(path: &Path) -> PathBuf {
    let mut resolved = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                resolved.pop();
            }
            Component::CurDir => {}
            part => resolved.push(part),
        }
    }
    resolved
}

#[cfg(test)]
mod tests {
    use super::{Target, resolved, targets};
    use std::path::Path;

    #[test]
    fn links_and_named_paths_are_found_outside_of_code() {
        let text = "[a](b.md#c) [d](https://e.org/f) `crates/g/h.rs` `i/j`\n\
                    ```\n[k](l.md)\n```\n[m](../n.md) `crates/*/o`";
        assert_eq!(
            targets(text),
            [
                (1, Target::Link("b.md")),
                (1, Target::Named("crates/g/h.rs")),
                (5, Target::Link("../n.md")),
            ]
        );
    }

    #[test]
    fn links_are_relative_to_their_document() {
        assert_eq!(resolved(Path::new("a/b/../../c.md")), Path::new("c.md"));
        assert_eq!(resolved(Path::new("./a/./b.md")), Path::new("a/b.md"));
    }
}
