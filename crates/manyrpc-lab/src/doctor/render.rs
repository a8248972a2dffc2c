//! Rendering of a diagnosis for people and programs.

use std::fmt::Write;

use super::{Diagnosis, Finding, Severity};

const SEVERITIES: [(Severity, &str); 3] = [
    (Severity::Spoils, "SPOILS A MEASUREMENT"),
    (Severity::Disturbs, "DISTURBS"),
    (Severity::Missing, "MISSING"),
];

/// As text for the terminal.
pub fn text(diagnosis: &Diagnosis) -> String {
    let mut out = String::new();
    for (severity, title) in SEVERITIES {
        let found = diagnosis.findings.iter().filter(|f| f.severity == severity);
        let found: Vec<&Finding> = found.collect();
        if found.is_empty() {
            continue;
        }
        put(&mut out, format_args!("{title}\n"));
        for finding in found {
            out.push('\n');
            wrap(&mut out, &format!("  {}: ", finding.check), &finding.found);
            wrap(&mut out, "    why: ", &finding.why);
            wrap(&mut out, "    do:  ", &finding.cure);
            if !finding.matters_to.is_empty() {
                wrap(&mut out, "    for: ", &finding.matters_to.join(", "));
            }
        }
        out.push('\n');
    }
    let of = |severity| {
        diagnosis
            .findings
            .iter()
            .filter(move |f| f.severity == severity)
    };
    let fine: Vec<String> = of(Severity::Fine)
        .map(|f| format!("{}: {}", f.check, f.found))
        .collect();
    wrap(&mut out, "Fine: ", &fine.join("; "));
    let untold: Vec<&str> = of(Severity::Unknown).map(|f| f.check).collect();
    if !untold.is_empty() {
        wrap(
            &mut out,
            "Not reported by this system:  ",
            &untold.join(", "),
        );
    }
    let verdict = match diagnosis.is_bad() {
        true => "A measurement now would be pointless.",
        false => "Nothing seriously disturbs measurements.",
    };
    put(&mut out, format_args!("{verdict}\n"));
    out
}

/// As JSON for programs.
pub fn json(diagnosis: &Diagnosis) -> String {
    let text = serde_json::to_string_pretty(diagnosis);
    text.expect("a diagnosis has only string keys") + "\n"
}

fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("a string takes everything");
}

/// Wraps text, the first line after `head`, the others indented to match.
fn wrap(out: &mut String, head: &str, text: &str) {
    const WIDTH: usize = 100;
    const DEEPEST: usize = 9;
    if !text.is_empty() {
        manyrpc_measure::report::wrap(out, (WIDTH, DEEPEST), head, text);
    }
}
