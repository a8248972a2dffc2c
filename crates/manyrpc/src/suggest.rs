//! Suggestions for misspelt names, and lists of names.

/// Those of `known` that are close to `name`, closest first, at most three.
pub(crate) fn close<'k>(name: &str, known: &'k [String]) -> Vec<&'k str> {
    let wanted = name.to_lowercase();
    let mut ranked: Vec<(usize, &str)> = known
        .iter()
        .filter_map(|k| Some((rank(&wanted, &k.to_lowercase())?, k.as_str())))
        .collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.truncate(3);
    ranked.into_iter().map(|(_, name)| name).collect()
}

/// The distance between two names; `None` if they are not similar. Definitions prefix their names
/// (`PMAPPROC_DUMP`), so a complete last part counts as a small error.
fn rank(wanted: &str, known: &str) -> Option<usize> {
    if known.rsplit('_').next() == Some(wanted) {
        return Some(1);
    }
    let slips = distance(wanted, known);
    let bearable = 1 + wanted.chars().count() / 4;
    (slips <= bearable).then_some(slips)
}

/// The number of characters to insert, delete or replace to turn `a` into `b`.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

/// `a`, `b` and `c`.
pub(crate) fn list<N: std::fmt::Display>(names: impl IntoIterator<Item = N>) -> String {
    enumerated(names, "and")
}

/// The same with another word before the last.
pub(crate) fn enumerated<N: std::fmt::Display>(
    names: impl IntoIterator<Item = N>,
    last: &str,
) -> String {
    let names: Vec<String> = names.into_iter().map(|n| format!("`{n}`")).collect();
    match names.as_slice() {
        [most @ .., end] if !most.is_empty() => format!("{} {last} {end}", most.join(", ")),
        _ => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_prefixes_and_case_are_forgiven() {
        let known = ["PMAPPROC_DUMP", "PMAPPROC_GETPORT", "add", "echo"].map(str::to_owned);
        assert_eq!(close("dump", &known), ["PMAPPROC_DUMP"]);
        assert_eq!(close("pmapproc_getprot", &known), ["PMAPPROC_GETPORT"]);
        assert_eq!(close("ad", &known), ["add"]);
        assert_eq!(close("exho", &known), ["echo"]);
        assert_eq!(close("multiply", &known), Vec::<&str>::new());
        assert_eq!(close("", &known), Vec::<&str>::new());
    }

    #[test]
    fn distances_are_those_of_the_textbook() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("abc", "abc"), 0);
    }
}
