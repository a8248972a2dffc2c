//! h2spec examines our server. What it may find is in `known_failures.txt`, one line each: nothing.

use std::path::Path;
use std::process::Command;

/// Cases that h2spec has, so that none goes missing.
const CASES: usize = 146;

#[test]
fn h2spec_finds_nothing() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../peers/build/h2spec/h2spec");
    let address = crate::server::start();
    let report = std::env::temp_dir().join(format!("h2spec-{}.xml", std::process::id()));
    let out = Command::new(&program)
        .args(["--host", "127.0.0.1", "--port", &address.port().to_string()])
        .args(["--strict", "--timeout", "2", "--junit-report"])
        .arg(&report)
        .output()
        .unwrap_or_else(|e| panic!("{}: {e}; `make peers` builds it", program.display()));
    let xml = std::fs::read_to_string(&report).expect("h2spec writes its report");
    std::fs::remove_file(&report).expect("the report is ours");
    let said = String::from_utf8_lossy(&out.stdout);
    let mut failed = failures(&xml);
    failed.sort();
    let mut known: Vec<String> = include_str!("known_failures.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(String::from)
        .collect();
    known.sort();
    assert_eq!(failed, known, "{said}");
    assert_eq!(xml.matches("<testcase ").count(), CASES, "{said}");
    assert_eq!(xml.matches("<skipped").count(), 0, "{said}");
}

/// The names of the cases that failed, or did not run to their end.
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
