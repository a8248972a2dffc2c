//! Quantities of claims, as all formats write them.

use crate::study::claim::Test;

/// What was found of a test's quantity, in words.
pub(super) fn found(test: &Test) -> String {
    match &test.found {
        Ok(i) if i.low == i.high => number(i.value),
        Ok(i) => format!("{} ({}–{})", number(i.value), number(i.low), number(i.high)),
        Err(why) => why.clone(),
    }
}

fn number(value: f64) -> String {
    match value {
        v if v < 10.0 => format!("{v:.3}"),
        v if v < 100.0 => format!("{v:.1}"),
        v => format!("{v:.0}"),
    }
}

/// What was printed of it, or a dash.
pub(super) fn published(test: &Test) -> String {
    test.published.map_or("–".to_owned(), number)
}
