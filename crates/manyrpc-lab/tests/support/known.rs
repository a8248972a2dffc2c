//! Files of known failures, which only shrink.

/// Compares what failed with the list of what is known to fail, `list`: a line
/// `DIRECTION CASE -- REASON` each.
pub(crate) fn judge(list: &str, direction: &str, results: Vec<(String, Result<(), String>)>) {
    let known: Vec<&str> = list
        .lines()
        .filter(|l| !l.starts_with('#'))
        .filter_map(|l| l.split(" -- ").next())
        .collect();
    let mut wrong = Vec::new();
    for (case, result) in results {
        let name = format!("{direction} {case}");
        match (result, known.contains(&name.as_str())) {
            (Ok(()), false) | (Err(_), true) => {}
            (Ok(()), true) => {
                wrong.push(format!("{name} passes: remove it from the known failures"))
            }
            (Err(why), false) => wrong.push(format!("{name}: {why}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
