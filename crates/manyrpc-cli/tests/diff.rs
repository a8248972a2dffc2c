//! `manyrpc diff` as its users meet it: exit codes, formats, misuse.

#[path = "support/program.rs"]
mod program;

use manyrpc_lab::load::{Conducted, Outcome, Plan, json};
use program::{Done, Scratch, run};

/// A directory with three loads whose calls take about so long.
fn loads(scratch: &Scratch, name: &str, ns: u64) -> String {
    std::fs::create_dir_all(scratch.path(name)).unwrap();
    for round in 0..3 {
        let mut outcome = Outcome {
            sent: 100,
            done: 100,
            seconds: (ns + round * ns / 50) as f64 * 1e-7,
            ..Outcome::default()
        };
        (0..100).for_each(|call| outcome.latency.record(ns + round * ns / 50 + call));
        let conducted = Conducted {
            outcome,
            problems: Vec::new(),
            link: None,
        };
        let text = json(&Plan::closed(100), 1, &conducted).to_string();
        scratch.file(&format!("{name}/{round}.json"), &text);
    }
    scratch.path(name)
}

fn diff(arguments: &[&str]) -> Done {
    run(&[&["diff"], arguments].concat())
}

#[test]
fn slower_with_confidence_is_99() {
    let scratch = Scratch::new("diff");
    let (quick, slow) = (
        loads(&scratch, "quick", 10_000),
        loads(&scratch, "slow", 20_000),
    );
    let done = diff(&[&quick, &slow]);
    assert_eq!(done.code, 99, "{done:?}");
    assert!(done.stdout.contains("SIGNIFICANTLY SLOWER"), "{done:?}");
    let words: Vec<&str> = done.stdout.split_whitespace().collect();
    assert!(
        words.join(" ").contains("Compared by absolute times"),
        "{done:?}"
    );
    assert_eq!(done.stderr, "");
    for (arguments, code) in [
        (&[&*slow, &*quick][..], 0),
        (&[&quick, &quick], 0),
        (&[&quick, &slow, "--threshold", "150%"], 0),
        (&[&quick, &slow, "--threshold", "30"], 99),
        (&[&quick, &slow, "--figure", "p99_ns"], 99),
    ] {
        assert_eq!(diff(arguments).code, code, "{arguments:?}");
    }
}

#[test]
fn every_format_is_written() {
    let scratch = Scratch::new("diff-formats");
    let (a, b) = (loads(&scratch, "a", 10_000), loads(&scratch, "b", 10_100));
    for (format, part) in [
        ("text", "NO DIFFERENCE FOUND"),
        ("json", "\"schema\": \"manyrpc.diff/1\""),
        ("csv", "call=all calls,median_ns,absolute,"),
        ("md", "| all calls |"),
        ("html", "<title>manyrpc diff</title>"),
    ] {
        let file = scratch.path(format);
        let done = diff(&[&a, &b, "--format", format, "-o", &file]);
        assert_eq!((done.code, &*done.stdout), (0, ""), "{done:?}");
        let text = std::fs::read_to_string(file).unwrap();
        assert!(text.contains(part), "{format}: no {part} in\n{text}");
    }
}

#[test]
fn what_cannot_be_compared_is_misuse() {
    let scratch = Scratch::new("diff-misuse");
    let a = loads(&scratch, "a", 10_000);
    let other = scratch.file("other.json", r#"{"schema": "manyrpc.run/9"}"#);
    let broken = scratch.file("broken.json", "{");
    let nothing = scratch.file("nothing.json", "[]");
    std::fs::create_dir_all(scratch.path("empty")).unwrap();
    let (empty, missing) = (scratch.path("empty"), scratch.path("missing"));
    for (arguments, part) in [
        (&[&*a][..], "<B>"),
        (&[&a, &missing], "cannot read"),
        (
            &[&a, &empty],
            "is not a run directory and does not contain any",
        ),
        (&[&a, &other], "schema manyrpc.run/9 is not known here"),
        (&[&a, &broken], "cannot read"),
        (
            &[&a, &nothing],
            "not a run of compare, of a study or of load",
        ),
        (
            &[&a, &a, "--only", "corba"],
            "`corba` is not a level here: all calls",
        ),
        (
            &[&a, &a, "--figure", "colour"],
            "`colour` is not a figure here: calls_per_s",
        ),
        (
            &[&a, &a, "--measure", "relative"],
            "it has no floor in both runs",
        ),
        (&[&a, &a, "--threshold", "much"], "a share in percent"),
    ] {
        let done = diff(arguments);
        assert_eq!(done.code, 2, "{arguments:?}: {done:?}");
        assert!(done.stderr.contains(part), "{part}: {done:?}");
    }
}
