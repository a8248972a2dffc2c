//! Which module may name which: scans of the sources.

use std::path::{Path, PathBuf};

use crate::invariants::BARE;
use crate::source::{blank, paths, read, rust_files, tokens};
use crate::steps::root;

/// Directories in the engine that several protocols share; every other directory is a protocol.
const SHARED: &[&str] = &["carrier", "buf", "contract", "peer"];

/// Words of one dialect or protocol, which the model's core must do without.
const DIALECT_WORDS: &[&str] = &[
    "rpcl", "xdr", "onc", "sunrpc", "dce", "ndr", "ncs", "omg", "corba", "giop", "cdr", "protobuf",
    "grpc", "asn1", "ber", "rose", "wsdl", "soap", "isis", "xmlrpc", "jsonrpc",
];

/// Words of one RPC system, which code outside the system's own folders is to do without.
const SYSTEM_WORDS: &[&[&str]] = &[
    &["onc"],
    &["rpcbind"],
    &["dce"],
    &["epm"],
    &["ncs"],
    &["llb"],
    &["grpc"],
    &["jsonrpc"],
    &["json", "rpc"],
    &["xmlrpc"],
    &["xml", "rpc"],
    &["soap"],
    &["corba"],
    &["giop"],
    &["iiop"],
];

/// The folder in which each system has a module that is called after it.
const BY_SYSTEM: &str = "systems";

/// Crates that name no system, but for modules that are a system's own and those that list all systems.
const NAME_NONE: &[(&str, &[&str])] = &[
    ("manyrpc", &["systems/mod.rs", "systems/exports.rs"]),
    ("manyrpc-driver", &[]),
    ("manyrpc-cli", &[]),
    ("manyrpc-measure", &[]),
    ("manyrpc-lab", &["generated", "system"]),
];

/// Sources of a crate.
fn sources(name: &str) -> PathBuf {
    root().join("crates").join(name).join("src")
}

fn place(path: &Path, line: usize) -> String {
    format!(
        "{}:{line}",
        path.strip_prefix(root()).unwrap_or(path).display()
    )
}

/// Files of engine and codec that could let `std` in.
pub(crate) fn no_std() -> Result<Vec<String>, String> {
    let mut broken = Vec::new();
    for name in BARE {
        let directory = sources(name);
        if !blank(&read(&directory.join("lib.rs"))?).contains("#![no_std]") {
            broken.push(format!("{name}: lib.rs does not say #![no_std]"));
        }
        for file in rust_files(&directory)? {
            broken.extend(
                std_declared(&read(&file)?)
                    .iter()
                    .map(|line| place(&file, *line)),
            );
        }
    }
    Ok(broken)
}

/// Lines with `extern crate std` that are not for tests alone. Under `#![no_std]` there
/// is no other way in.
fn std_declared(source: &str) -> Vec<usize> {
    let blanked = blank(source);
    let lines: Vec<&str> = blanked.lines().map(str::trim).collect();
    let declares = |line: &str| line.contains("extern crate std");
    let for_tests = |at: usize| {
        at > 0 && lines[at - 1] == "#[cfg(test)]" || lines[at].starts_with("#[cfg(test)]")
    };
    (0..lines.len())
        .filter(|at| declares(lines[*at]) && !for_tests(*at))
        .map(|at| at + 1)
        .collect()
}

/// The engine's protocols: its directories but for the shared ones.
fn protocols() -> Result<Vec<String>, String> {
    let directory = sources("manyrpc-engine");
    let entries = std::fs::read_dir(&directory)
        .map_err(|error| format!("{}: {error}", directory.display()))?;
    let names = entries.filter_map(|entry| {
        let path = entry.ok()?.path();
        let name = path.file_name()?.to_str()?.to_owned();
        (path.is_dir() && !SHARED.contains(&name.as_str())).then_some(name)
    });
    Ok(names.collect())
}

/// Places in one protocol's module, or in what all share, that name another protocol.
pub(crate) fn protocols_apart() -> Result<Vec<String>, String> {
    let protocols = protocols()?;
    let directory = sources("manyrpc-engine");
    let mut broken = Vec::new();
    for file in rust_files(&directory)? {
        let inside = file
            .strip_prefix(&directory)
            .map_err(|error| error.to_string())?;
        let own = inside
            .iter()
            .next()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        let foreign: Vec<&str> = protocols
            .iter()
            .map(String::as_str)
            .filter(|name| *name != own)
            .collect();
        // The crate's first page lists the modules, and a test may hold two side by side.
        if own != "lib.rs" && !file.ends_with("tests.rs") {
            broken.extend(
                namings(&read(&file)?, &foreign)
                    .iter()
                    .map(|line| place(&file, *line)),
            );
        }
    }
    Ok(broken)
}

/// Places in the driver that name a protocol's module.
pub(crate) fn driver_names_none() -> Result<Vec<String>, String> {
    let protocols = protocols()?;
    let names: Vec<&str> = protocols.iter().map(String::as_str).collect();
    let mut broken = Vec::new();
    for file in rust_files(&sources("manyrpc-driver"))? {
        if !file.ends_with("tests.rs") {
            broken.extend(
                namings(&read(&file)?, &names)
                    .iter()
                    .map(|line| place(&file, *line)),
            );
        }
    }
    Ok(broken)
}

/// Lines whose paths have one of the names as a segment; the standard library's do not count.
fn namings(source: &str, names: &[&str]) -> Vec<usize> {
    let outside = ["std", "core", "alloc"];
    let named = |path: &[String]| path.iter().any(|segment| names.contains(&segment.as_str()));
    let found = paths(&blank(source)).into_iter();
    found
        .filter(|(path, _)| !outside.contains(&path[0].as_str()) && named(path))
        .map(|(_, line)| line)
        .collect()
}

/// Places in the model whose code has a dialect's word in a name.
pub(crate) fn model_names_none() -> Result<Vec<String>, String> {
    let mut broken = Vec::new();
    for file in rust_files(&sources("manyrpc-model"))? {
        if !file.ends_with("tests.rs") {
            broken.extend(
                dialect_words(&read(&file)?)
                    .iter()
                    .map(|line| place(&file, *line)),
            );
        }
    }
    Ok(broken)
}

/// Places outside the systems' own modules that name a system.
pub(crate) fn systems_in_their_folders() -> Result<Vec<String>, String> {
    let mut broken = Vec::new();
    for (name, own) in NAME_NONE {
        let directory = sources(name);
        for file in rust_files(&directory)? {
            let inside = file.strip_prefix(&directory).unwrap_or(&file);
            let is_own = own.iter().any(|own| inside.starts_with(own)) || is_of_system(inside);
            let is_test = inside.iter().any(|part| part == "tests") || file.ends_with("tests.rs");
            if !is_own && !is_test {
                let lines = system_words(&read(&file)?).into_iter();
                broken.extend(lines.map(|line| place(&file, line)));
            }
        }
    }
    Ok(broken)
}

/// Whether a file is in a module that is called after a system.
fn is_of_system(inside: &Path) -> bool {
    let mut parts = inside.iter().filter_map(|part| part.to_str());
    let in_folder = parts.next().is_some_and(|part| part == BY_SYSTEM);
    in_folder
        && parts
            .next()
            .is_some_and(|part| !system_words(part).is_empty())
}

/// Lines with names that have a system's words in them.
fn system_words(source: &str) -> Vec<usize> {
    let blanked = blank(source);
    let named = |token: &str| {
        let words = words(token);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let is_in = |system: &&[&str]| words.windows(system.len()).any(|some| some == *system);
        SYSTEM_WORDS.iter().any(is_in)
    };
    let found = tokens(&blanked).into_iter();
    let mut lines: Vec<usize> = found
        .filter(|(token, _)| named(token))
        .map(|(_, line)| line)
        .collect();
    lines.dedup();
    lines
}

fn dialect_words(source: &str) -> Vec<usize> {
    let blanked = blank(source);
    let found = tokens(&blanked).into_iter();
    found
        .filter(|(token, _)| {
            words(token)
                .iter()
                .any(|word| DIALECT_WORDS.contains(&word.as_str()))
        })
        .map(|(_, line)| line)
        .collect()
}

/// The words that a snake_case or CamelCase name is made of, in lower case.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for c in name.chars() {
        if c == '_' || (c.is_uppercase() && was_lower) {
            words.push(String::new());
        }
        if c != '_' {
            words
                .last_mut()
                .expect("starts with one word")
                .extend(c.to_lowercase());
        }
        was_lower = c.is_lowercase() || c.is_ascii_digit();
    }
    words
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{dialect_words, is_of_system, namings, std_declared, system_words};

    #[test]
    fn std_may_come_in_for_tests_only() {
        assert_eq!(
            std_declared("#![no_std]\n#[cfg(test)]\nextern crate std;"),
            Vec::<usize>::new()
        );
        assert_eq!(std_declared("#![no_std]\nextern crate std;"), [2]);
    }

    #[test]
    fn a_protocol_is_named_by_a_path_and_not_by_a_comment() {
        let source =
            "// crate::onc\nuse crate::{buf, onc::Pdu};\nlet raw = std::raw::x; super::raw::y();";
        assert_eq!(namings(source, &["onc"]), [2]);
        assert_eq!(namings(source, &["raw"]), [3]);
    }

    #[test]
    fn a_system_is_named_in_words_of_its_own() {
        assert_eq!(
            system_words("use a::JsonRpc;\nfn once() {} // grpc\nlet x = \"onc\";\nOnc::grpc();"),
            [1, 4]
        );
    }

    #[test]
    fn a_systems_module_is_called_after_it() {
        let is_own = |path: &str| is_of_system(Path::new(path));
        assert!(is_own("systems/grpc/health/model.rs") && is_own("systems/xmlrpc/mod.rs"));
        assert!(!is_own("systems/connect.rs") && !is_own("systems/mod.rs"));
        assert!(!is_own("client/grpc.rs") && !is_own("grpc.rs"));
    }

    #[test]
    fn a_dialect_hides_in_no_name() {
        assert_eq!(
            dialect_words("struct XdrUnion;\nfn from_rpcl() {}\nfn balance(boxdr: u8) {} // xdr"),
            [1, 2]
        );
    }
}
