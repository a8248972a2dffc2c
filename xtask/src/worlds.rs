//! Tests that start programs run our side of them in both worlds: with clients and servers that
//! block, and with futures (`crates/manyrpc-lab/tests/support/world.rs`).

use std::path::Path;

use crate::source::{blank, read, rust_files, tokens};
use crate::steps::root;

/// Where tests are that start programs: beside crates and examples, and in the suites of protocols.
const SUITES: &str = "crates/manyrpc-conformance-protocols/src";

/// What starts a program, written without the spaces that may be there. (Children of the lab are
/// started otherwise: they are what is measured.)
const STARTS: &[&str] = &["Command::new(", "Peer::start("];

/// What a test in both worlds names.
const WORLD: &str = "World";

/// Files and folders with tests of one world, or of none, and why.
const EXCEPTIONS: &[(&str, &str)] = &[
    (
        "crates/manyrpc-cli/tests",
        "the command is one program, whose clients and servers block",
    ),
    (
        "crates/manyrpc-dynamic/tests/protobuf_peers.rs",
        "encodes and decodes only",
    ),
    (
        "crates/manyrpc-driver/tests/many.rs",
        "starts itself, both ends of it in turn",
    ),
    (
        "crates/manyrpc-engine/tests",
        "engines without a driver of ours",
    ),
    (
        "crates/manyrpc-idl/tests/corpus.rs",
        "reads definitions only",
    ),
    (
        "crates/manyrpc-idl/tests/omniorb.rs",
        "reads definitions only",
    ),
    (
        "crates/manyrpc-lab/tests/cancels/told.rs",
        "starts what tests ask for",
    ),
    (
        "crates/manyrpc-lab/tests/corba/orbs.rs",
        "starts what tests ask for",
    ),
    (
        "crates/manyrpc-lab/tests/database_peers.rs",
        "foreign programs among themselves",
    ),
    (
        "crates/manyrpc-lab/tests/dce_link/link.rs",
        "starts itself: round trips of engines over a slow link",
    ),
    (
        "crates/manyrpc-lab/tests/support/peer.rs",
        "starts what tests ask for",
    ),
    (
        "crates/manyrpc-security/tests/support/kdc.rs",
        "a key distribution centre, which tests of either world ask",
    ),
    (
        "crates/manyrpc/tests/http/foreign.rs",
        "calls beside a server of hyper, which has a runtime",
    ),
    (
        "crates/manyrpc/tests/naming_killed.rs",
        "starts itself, to look at the file that is left when it is killed",
    ),
    (
        "crates/manyrpc/tests/peer/foreign.rs",
        "runs with threads and on both kinds of runtime, by types of their own",
    ),
    ("examples/toy/tests/toy.rs", "starts the example only"),
    (
        "crates/manyrpc-conformance-protocols/src/dce/realm.rs",
        "starts this program in a realm",
    ),
    (
        "crates/manyrpc-conformance-protocols/src/dce/sequences",
        "an engine without a driver",
    ),
    (
        "crates/manyrpc-conformance-protocols/src/inside.rs",
        "starts this program in a namespace",
    ),
];

/// Tests that start a program and name no world without a reason, and reasons that nothing needs.
pub(crate) fn check() -> Result<Vec<String>, String> {
    let root = root();
    let mut broken = Vec::new();
    let mut needed = vec![false; EXCEPTIONS.len()];
    for folder in ["crates", "examples"] {
        for file in rust_files(&root.join(folder))? {
            let inside = file.strip_prefix(&root).unwrap_or(&file);
            if !is_test(inside) || !is_of_one_world(&read(&file)?) {
                continue;
            }
            let known = EXCEPTIONS.iter().position(|(at, _)| inside.starts_with(at));
            match known {
                Some(at) => needed[at] = true,
                None => broken.push(format!("{}: names no `{WORLD}`", inside.display())),
            }
        }
    }
    let unneeded = EXCEPTIONS.iter().zip(needed).filter(|(_, needed)| !needed);
    broken.extend(unneeded.map(|((at, _), _)| format!("{at}: needs no exception")));
    Ok(broken)
}

/// Whether a file is a crate's or example's test, or a suite.
fn is_test(inside: &Path) -> bool {
    let folder = inside.iter().nth(2).and_then(|part| part.to_str());
    folder == Some("tests") || inside.starts_with(SUITES)
}

/// Whether a source starts a program and names no world.
fn is_of_one_world(source: &str) -> bool {
    let code = blank(source);
    let together: String = code.split_whitespace().collect();
    let starts = STARTS.iter().any(|start| together.contains(start));
    starts && !tokens(&code).iter().any(|(token, _)| *token == WORLD)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{is_of_one_world, is_test};

    #[test]
    fn a_test_that_starts_a_program_names_a_world() {
        let starts = "let mut child = Command::new(\"x\").spawn();";
        assert!(is_of_one_world(starts));
        assert!(is_of_one_world(
            "// World\nlet a = Command\n    ::new(path);"
        ));
        assert!(!is_of_one_world(&format!(
            "for world in World::ALL {{ {starts} }}"
        )));
        assert!(!is_of_one_world(
            "// Command::new(x)\nlet a = \"Peer::start(\";"
        ));
    }

    #[test]
    fn tests_are_beside_sources() {
        let is = |path: &str| is_test(Path::new(path));
        assert!(is("crates/a/tests/b/c.rs") && is("examples/a/tests/b.rs"));
        assert!(is("crates/manyrpc-conformance-protocols/src/h2spec.rs"));
        assert!(!is("crates/a/src/tests/b.rs") && !is("crates/a/src/b.rs"));
    }
}
