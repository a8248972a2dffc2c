//! Definitions with one word changed.

use crate::Draw;

/// A text with a word removed, duplicated, replaced or inserted, using its own words or `others`, or with a
/// change specific to its language.
pub(crate) fn spoil(
    text: &str,
    others: &[&'static str],
    besides: fn(&mut Vec<&str>, &mut Draw),
    draw: &mut Draw,
) -> String {
    let mut words = words(text);
    let at = draw.below(words.len());
    match draw.below(6) {
        0 => drop(words.remove(at)),
        1 => words.insert(at, words[at]),
        2 => words[at] = *draw.pick(others),
        3 => words.insert(at, *draw.pick(others)),
        4 => besides(&mut words, draw),
        _ => {
            let other = draw.below(words.len());
            words[at] = words[other];
        }
    }
    words.join(" ")
}

/// The words and punctuation, in order.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '"' | '\'' => quoted(rest, first),
            c if is_inside(c) => rest.find(|c| !is_inside(c)).unwrap_or(rest.len()),
            ':' if rest.starts_with("::") => 2,
            c => c.len_utf8(),
        };
        words.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    words
}

fn is_inside(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '-')
}

fn quoted(text: &str, mark: char) -> usize {
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|(_, c)| {
        let ends = *c == mark && !escaped;
        escaped = *c == '\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}
