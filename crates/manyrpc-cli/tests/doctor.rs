//! `manyrpc doctor` as its users meet it.

#[path = "support/program.rs"]
mod program;

use program::{Scratch, run};

/// Every severity that a finding may have, and whether one of them is there.
fn has(json: &serde_json::Value, severity: &str) -> bool {
    let findings = json["findings"].as_array().unwrap();
    findings
        .iter()
        .any(|finding| finding["severity"] == severity)
}

#[test]
fn what_it_finds_decides_its_exit_code() {
    let scratch = Scratch::new("doctor");
    for (arguments, is_for_one) in [(&[][..], false), (&["--for", "kiraly"], true)] {
        let file = scratch.path("doctor.json");
        let all = [&["doctor", "--format", "json", "-o", &file], arguments].concat();
        let done = run(&all);
        let text = std::fs::read_to_string(&file).unwrap();
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(json["schema"], "manyrpc.doctor/1");
        assert_eq!(json["of"].is_string(), is_for_one);
        let is_bad = has(&json, "spoils") || is_for_one && has(&json, "missing");
        assert_eq!(done.code, i32::from(is_bad), "{text}");
    }
}

#[test]
fn people_are_told() {
    let done = run(&["doctor"]);
    assert!(done.stdout.contains("Fine: "), "{done:?}");
    let verdict = match done.code {
        0 => "Nothing seriously disturbs measurements.\n",
        _ => "A measurement now would be pointless.\n",
    };
    assert!(done.stdout.ends_with(verdict), "{done:?}");
    let wrong = run(&["doctor", "--for", "cooking"]);
    assert!(
        wrong.code == 2
            && wrong
                .stderr
                .contains("possible values: compare, load, kiraly"),
        "{wrong:?}"
    );
}
