//! Runs h2spec against our server. Its known failures are in `known_failures.txt`, one per line:
//! none.

use std::path::Path;
use std::process::Command;

/// The number of cases in h2spec, so that none is omitted.
const CASES: usize = 146;

/// A case that assumes that frames of 16 KiB are the largest permitted: it is given fields that
/// exceed our limit.
const LARGE: &str = "http2/4.2/3";
const LARGE_FIELDS: [&str; 3] = [LARGE, "--max-header-length", "1000000"];

#[test]
fn h2spec_finds_nothing() {
    let (mut failed, cases, said) = examined(&[]);
    failed.retain(|case| case != "http2/4.2 Sends a large size HEADERS frame that exceeds the SETTINGS_MAX_FRAME_SIZE");
    let (large, one, said_of_large) = examined(&LARGE_FIELDS);
    failed.extend(large);
    failed.sort();
    let mut known: Vec<String> = include_str!("known_failures.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(String::from)
        .collect();
    known.sort();
    assert_eq!(failed, known, "{said}{said_of_large}");
    assert_eq!((cases, one), (CASES, 1), "{said}{said_of_large}");
}

/// Runs h2spec with additional arguments: returns the cases that failed, how many there were, and
/// its output.
fn examined(arguments: &[&str]) -> (Vec<String>, usize, String) {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../peers/build/h2spec/h2spec");
    let address = crate::server::start();
    let report = std::env::temp_dir().join(format!(
        "h2spec-{}-{}.xml",
        std::process::id(),
        arguments.len()
    ));
    let out = Command::new(&program)
        .args(["--host", "127.0.0.1", "--port", &address.port().to_string()])
        .args(["--strict", "--timeout", "2", "--junit-report"])
        .arg(&report)
        .args(arguments)
        .output()
        .unwrap_or_else(|e| panic!("{}: {e}; `make peers` builds it", program.display()));
    let xml = std::fs::read_to_string(&report).expect("h2spec writes its report");
    std::fs::remove_file(&report).expect("the report is ours");
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    assert_eq!(xml.matches("<skipped").count(), 0, "{said}");
    (failures(&xml), xml.matches("<testcase ").count(), said)
}

/// The names of the cases that failed or did not complete.
fn failures(xml: &str) -> Vec<String> {
    let cases = xml.split("<testcase ").skip(1);
    let failed = cases.filter(|case| case.contains("<failure") || case.contains("<error"));
    let name = |case: &str| {
        let attribute = |name: &str| {
            let start = case.split(&format!("{name}=\"")).nth(1);
            start
                .and_then(|s| s.split('"').next())
                .unwrap_or_default()
                .to_string()
        };
        format!("{} {}", attribute("package"), attribute("classname"))
    };
    failed.map(name).collect()
}
