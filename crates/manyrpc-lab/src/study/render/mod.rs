//! A [`Paper`](super::paper::Paper) as text for the terminal, as Markdown and as one self-contained page.

mod html;
mod markdown;
#[cfg(test)]
pub(crate) mod synthetic;
mod text;

pub use html::html;
pub use markdown::markdown;
pub use text::text;

use super::claim::Test;

/// What was found of a test's quantity, in words.
fn found(test: &Test) -> String {
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

fn published(test: &Test) -> String {
    test.published.map_or("–".to_owned(), number)
}
