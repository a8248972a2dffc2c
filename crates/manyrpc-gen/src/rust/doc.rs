//! Doc comments: the definition's own text, or a generated line.

use std::fmt::Write;

/// Writes the definition's documentation, or `otherwise` if it has none.
pub(super) fn write(out: &mut String, doc: &str, otherwise: impl FnOnce() -> String) {
    match doc.trim() {
        "" => line(out, &otherwise()),
        doc => doc.lines().for_each(|text| line(out, &plain(text.trim()))),
    }
}

/// Writes a generated line, which may contain Markdown.
pub(super) fn line(out: &mut String, text: &str) {
    let text = match text {
        "" => String::new(),
        text => format!(" {text}"),
    };
    let _ = writeln!(out, "#[doc = {text:?}]");
}

/// Escapes text so that rustdoc shows it verbatim, with words in backquotes as code. Leading space,
/// which would make a code block, has already been removed.
fn plain(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        // Unpaired backquotes are not quotes.
        return words(text);
    }
    let parts = parts.iter().enumerate().map(|(at, part)| match at % 2 {
        0 => words(part),
        _ => (*part).to_owned(),
    });
    parts.collect::<Vec<_>>().join("`")
}

fn words(text: &str) -> String {
    let words = text.split(' ').map(|word| {
        let address = word.starts_with("http://") || word.starts_with("https://");
        match address {
            true if word.contains(['<', '>']) => format!("`{word}`"),
            true => format!("<{word}>"),
            false => escaped(word),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

fn escaped(word: &str) -> String {
    let mut out = String::new();
    for c in word.chars() {
        if matches!(c, '<' | '>' | '[' | ']' | '\\' | '`' | '*') {
            out.push('\\');
        }
        out.push(c);
    }
    match out.as_str() {
        // The start of a block of code.
        fence if fence.starts_with("~~~") => format!("\\{fence}"),
        _ => out,
    }
}
