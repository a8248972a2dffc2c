//! The output of Samba's test programs: subunit, version 1.

use manyrpc_conformance::suite::Case;

/// The started tests, with `prefix` removed from their names. A test without a result did not complete.
pub fn cases(said: &str, prefix: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut lines = said.lines();
    while let Some(line) = lines.next() {
        let Some((word, rest)) = line.split_once(": ") else {
            continue;
        };
        let rest = rest.trim_end();
        let (name, details) = match rest.strip_suffix(" [") {
            Some(name) => (name, true),
            None => (rest, false),
        };
        let name = name.strip_prefix(prefix).unwrap_or(name).to_owned();
        if word == "test" {
            let result = Err("it did not end".to_owned());
            cases.push(Case { name, result });
            continue;
        }
        // The details of a test end with a bracket at the start of a line.
        let said: Vec<&str> = match details {
            true => lines.by_ref().take_while(|line| *line != "]").collect(),
            false => Vec::new(),
        };
        let result = match word {
            "success" | "successful" => Ok(()),
            "failure" | "error" => Err(why(&said)),
            "skip" => Err(format!("skipped: {}", why(&said))),
            _ => continue,
        };
        if let Some(case) = cases.iter_mut().rfind(|case| case.name == name) {
            case.result = result;
        }
    }
    cases
}

/// The last line of a traceback, and its place in the suite.
fn why(said: &[&str]) -> String {
    let place = said.iter().rev().find(|line| line.contains("line "));
    let last = said.iter().rev().find(|line| !line.trim().is_empty());
    [last, place]
        .into_iter()
        .flatten()
        .map(|line| line.trim())
        .collect::<Vec<_>>()
        .join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_and_what_is_said_of_them() {
        let said = "time: 2026-11-22 19:34:33Z\n\
                    test: a.b.one\nsuccessful: a.b.one\n\
                    test: a.b.two\n\
                    failure: a.b.two [\n\
                    Traceback:\n  File \"raw.py\", line 7, in x\n    check\nAssertionError: 1 != 2\n\
                    ]\n\
                    test: a.b.three\nerror: a.b.three [\nit broke\n]\n\
                    test: of nothing else\nsuccess: of nothing else\n\
                    test: a.b.four\n";
        let case = |name: &str, result: Result<(), &str>| Case {
            name: name.to_owned(),
            result: result.map_err(str::to_owned),
        };
        assert_eq!(
            cases(said, "a.b."),
            [
                case("one", Ok(())),
                case(
                    "two",
                    Err("AssertionError: 1 != 2; File \"raw.py\", line 7, in x")
                ),
                case("three", Err("it broke")),
                case("of nothing else", Ok(())),
                case("four", Err("it did not end")),
            ]
        );
    }
}
