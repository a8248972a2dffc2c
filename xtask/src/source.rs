//! Just enough of Rust's surface to scan sources: comments and strings blanked,
//! paths and `use` trees spelled out, functions with their lengths.

use std::path::{Path, PathBuf};

/// What is built or written by runs, and what others wrote.
const NOT_SOURCES: &[&str] = &["target", "peers/build", "node_modules", "runs", ".git"];

/// All Rust files below a directory of the workspace, in order of their names.
pub(crate) fn rust_files(directory: &Path) -> Result<Vec<PathBuf>, String> {
    files(directory, "rs")
}

/// All files with that extension, likewise.
pub(crate) fn files(directory: &Path, wanted: &str) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(directory)
        .map_err(|error| format!("{}: {error}", directory.display()))?;
    let mut found = Vec::new();
    for entry in entries {
        let path = entry
            .map_err(|error| format!("{}: {error}", directory.display()))?
            .path();
        if path.is_dir() {
            if !NOT_SOURCES.iter().any(|name| path.ends_with(name)) {
                found.extend(files(&path, wanted)?);
            }
        } else if path
            .extension()
            .is_some_and(|extension| extension == wanted)
        {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The text of a file.
pub(crate) fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The source with comments, strings and characters as spaces; lines stay lines.
pub(crate) fn blank(source: &str) -> String {
    let bytes = source.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    while out.len() < bytes.len() {
        let at = out.len();
        let skip = literal_or_comment(&bytes[at..], at.checked_sub(1).map(|before| bytes[before]));
        if skip == 0 {
            out.push(bytes[at]);
        } else {
            let end = (at + skip).min(bytes.len());
            out.extend(
                bytes[at..end]
                    .iter()
                    .map(|byte| if *byte == b'\n' { b'\n' } else { b' ' }),
            );
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// How many bytes the comment or literal that starts here has; 0 when none does.
fn literal_or_comment(rest: &[u8], before: Option<u8>) -> usize {
    let in_word = before.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    match rest {
        [b'/', b'/', ..] => rest
            .iter()
            .position(|byte| *byte == b'\n')
            .unwrap_or(rest.len()),
        [b'/', b'*', ..] => block_comment(rest),
        [b'"', ..] => quoted(rest, b'"'),
        [b'b', b'"' | b'\'', ..] if !in_word => 1 + quoted(&rest[1..], rest[1]),
        [b'r', b'"' | b'#', ..] if !in_word => raw_string(rest, 1),
        [b'b', b'r', b'"' | b'#', ..] if !in_word => raw_string(rest, 2),
        // A character, not a lifetime: 'x' or '\…'.
        [b'\'', b'\\', ..] => quoted(rest, b'\''),
        [b'\'', rest_of_it @ ..] => character(rest_of_it),
        _ => 0,
    }
}

fn block_comment(rest: &[u8]) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        match &rest[at..] {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    rest.len()
}

fn quoted(rest: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            b'\\' => at += 2,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

fn raw_string(rest: &[u8], prefix: usize) -> usize {
    let hashes = rest[prefix..]
        .iter()
        .take_while(|byte| **byte == b'#')
        .count();
    if rest.get(prefix + hashes) != Some(&b'"') {
        return 0; // a raw identifier
    }
    let mut end = vec![b'"'];
    end.resize(1 + hashes, b'#');
    let body = prefix + hashes + 1;
    let length = rest[body..]
        .windows(end.len())
        .position(|window| window == end);
    length.map_or(rest.len(), |length| body + length + end.len())
}

fn character(after_quote: &[u8]) -> usize {
    let text = String::from_utf8_lossy(&after_quote[..after_quote.len().min(8)]).into_owned();
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(c), Some('\'')) => 2 + c.len_utf8(),
        _ => 0,
    }
}

/// A word or one character of punctuation, with the line it stands on.
pub(crate) type Token<'a> = (&'a str, usize);

/// The tokens of blanked source; `::` is one.
pub(crate) fn tokens(blanked: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    for (number, line) in blanked.lines().enumerate() {
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let length = if first.is_alphanumeric() || first == '_' {
                rest.find(|c: char| !c.is_alphanumeric() && c != '_')
                    .unwrap_or(rest.len())
            } else if rest.starts_with("::") {
                2
            } else {
                first.len_utf8()
            };
            tokens.push((&rest[..length], number + 1));
            rest = rest[length..].trim_start();
        }
    }
    tokens
}

/// A path of at least two segments, `use` trees spelled out, and its line.
pub(crate) type FoundPath = (Vec<String>, usize);

/// Every path in blanked source.
pub(crate) fn paths(blanked: &str) -> Vec<FoundPath> {
    let tokens = tokens(blanked);
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        at = path(&tokens, at, &[], &mut found).max(at + 1);
    }
    found
}

/// Reads one path from `at`, below `prefix`; returns where it ends.
fn path(tokens: &[Token], mut at: usize, prefix: &[String], found: &mut Vec<FoundPath>) -> usize {
    let mut segments = prefix.to_vec();
    let line = tokens.get(at).map_or(0, |token| token.1);
    let word = |at: usize| tokens.get(at).map_or("", |token| token.0);
    let is_word = |text: &str| text.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    if word(at) == "::" {
        at += 1;
    }
    while is_word(word(at)) {
        segments.push(word(at).to_owned());
        at += 1;
        if word(at) != "::" {
            break;
        }
        at += 1;
        if word(at) == "{" {
            return tree(tokens, at + 1, &segments, found);
        }
    }
    if segments.len() > prefix.len().max(1) {
        found.push((segments, line));
    }
    at
}

/// The inside of `{…}` in a `use`; returns where it ends.
fn tree(tokens: &[Token], mut at: usize, prefix: &[String], found: &mut Vec<FoundPath>) -> usize {
    while let Some((token, _)) = tokens.get(at) {
        match *token {
            "}" => return at + 1,
            "as" => at += 2,
            _ => at = path(tokens, at, prefix, found).max(at + 1),
        }
    }
    at
}

/// A function's name, its first line and how many lines it has.
pub(crate) type Function = (String, usize, usize);

/// Every function with a body in blanked source.
pub(crate) fn functions(blanked: &str) -> Vec<Function> {
    let tokens = tokens(blanked);
    let starts = tokens
        .windows(2)
        .enumerate()
        .filter(|(_, pair)| pair[0].0 == "fn");
    starts
        .filter_map(|(at, pair)| {
            let last = body_end(&tokens[at..])?;
            Some((pair[1].0.to_owned(), pair[0].1, last - pair[0].1 + 1))
        })
        .collect()
}

/// The line of the brace that closes the first body; none for a declaration or a type.
fn body_end(tokens: &[Token]) -> Option<usize> {
    let mut depth = 0;
    let mut round = 0;
    for (token, line) in tokens {
        match *token {
            "(" | "[" => round += 1,
            ")" | "]" if round == 0 => return None,
            ")" | "]" => round -= 1,
            ";" | "," | "=" if depth == 0 && round == 0 => return None,
            "{" => depth += 1,
            "}" if depth == 0 => return None,
            "}" if depth == 1 => return Some(*line),
            "}" => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{blank, functions, paths};

    #[test]
    fn comments_and_literals_are_blanked_and_lifetimes_are_not() {
        let source =
            "a /* b /* c */ d */ e \"f\\\" g\" 'h' '\\'' 'i r#\"j\"k\"# b\"l\" r#m // n\no";
        let blanked = blank(source);
        let words: Vec<&str> = blanked.split_whitespace().collect();
        assert_eq!(words, ["a", "e", "'i", "r#m", "o"]);
        assert_eq!(source.len(), blanked.len());
    }

    #[test]
    fn use_trees_are_spelled_out() {
        let found = paths("use crate::{a::{b, c as d}, e};\nlet x = super::f::g(h);");
        let found: Vec<String> = found
            .iter()
            .map(|(path, line)| format!("{} {line}", path.join("::")))
            .collect();
        assert_eq!(
            found,
            [
                "crate::a::b 1",
                "crate::a::c 1",
                "crate::e 1",
                "super::f::g 2"
            ]
        );
    }

    #[test]
    fn functions_have_lengths_and_declarations_have_none() {
        let source = "trait T { fn a(&self); fn b() -> [u8; 4] {\n 1\n}\n}\ntype F = fn(u8) -> u8;\nfn c() { if x { } }";
        let found = functions(source);
        assert_eq!(found, [("b".to_owned(), 1, 3), ("c".to_owned(), 6, 1)]);
    }
}
