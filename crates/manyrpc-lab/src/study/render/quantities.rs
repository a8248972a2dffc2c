//! Formatting of the quantities of claims, for all formats.

use crate::study::claim::Test;

/// The measured value of a test's quantity as text.
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

/// The published value, or a dash.
pub(super) fn published(test: &Test) -> String {
    test.published.map_or("–".to_owned(), number)
}
