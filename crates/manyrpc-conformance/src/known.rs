//! Lists of known failures, which may only shrink, with a line `CASE -- REASON` for each.

use crate::case::Case;

/// The cases in a list.
pub fn cases(list: &str) -> Vec<&str> {
    let lines = list
        .lines()
        .filter(|l| !l.starts_with('#') && !l.trim().is_empty());
    lines
        .map(|line| {
            let (case, reason) = line.split_once(" -- ").unwrap_or((line, ""));
            assert!(
                !reason.trim().is_empty(),
                "a known failure without a reason: {case}"
            );
            case
        })
        .collect()
}

/// The results of a suite compared with its known failures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judged {
    /// Cases that passed.
    pub passed: usize,
    /// Cases that failed as listed.
    pub known: usize,
    /// Discrepancies: unlisted failures, listed cases that pass, and, if all cases ran, listed cases that do
    /// not exist.
    pub wrong: Vec<String>,
}

/// Compares the results with the list. `whole` means that all cases of the suite ran.
pub fn judge(list: &str, cases_run: &[Case], whole: bool) -> Judged {
    let listed = cases(list);
    let mut judged = Judged::default();
    for case in cases_run {
        match (&case.result, listed.contains(&&*case.name)) {
            (Ok(()), false) => judged.passed += 1,
            (Err(_), true) => judged.known += 1,
            (Ok(()), true) => judged.wrong.push(format!(
                "{} passes: remove it from the known failures",
                case.name
            )),
            (Err(why), false) => judged.wrong.push(format!("{}: {why}", case.name)),
        }
    }
    if whole {
        let absent = listed
            .iter()
            .filter(|name| !cases_run.iter().any(|case| case.name == **name));
        judged.wrong.extend(absent.map(|name| {
            format!("{name} is no case of the suite: remove it from the known failures")
        }));
    }
    judged
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(name: &str, result: Result<(), &str>) -> Case {
        Case {
            name: name.to_owned(),
            result: result.map_err(str::to_owned),
        }
    }

    const LIST: &str = "# A comment.\na -- not built\nb -- too large\n";

    #[test]
    fn a_list_only_shrinks() {
        let judged = judge(
            LIST,
            &[case("a", Err("x")), case("b", Ok(())), case("c", Ok(()))],
            true,
        );
        assert_eq!((judged.passed, judged.known), (1, 1));
        assert_eq!(
            judged.wrong,
            ["b passes: remove it from the known failures"]
        );
    }

    #[test]
    fn what_is_not_listed_must_pass_and_what_is_must_exist() {
        let judged = judge(LIST, &[case("a", Err("x")), case("d", Err("y"))], true);
        assert_eq!(
            judged.wrong,
            [
                "d: y",
                "b is no case of the suite: remove it from the known failures"
            ]
        );
        assert_eq!(judge(LIST, &[case("a", Err("x"))], false).wrong, [""; 0]);
    }

    #[test]
    #[should_panic(expected = "without a reason")]
    fn each_has_a_reason() {
        cases("a\n");
    }
}
