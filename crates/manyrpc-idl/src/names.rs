//! Generated names for what a definition leaves unnamed, the same in every language.

use std::collections::HashSet;

/// Takes the name `path`, with a number appended if it is taken already.
pub(crate) fn free(taken: &mut HashSet<String>, path: String) -> String {
    let mut free = path.clone();
    let mut number = 1;
    while !taken.insert(free.clone()) {
        number += 1;
        free = format!("{path}_{number}");
    }
    free
}

/// The name of an arm with a numeric label.
pub(crate) fn numbered_arm(value: i64) -> String {
    if value < 0 {
        format!("case_minus_{}", value.unsigned_abs())
    } else {
        format!("case_{value}")
    }
}
