//! Definitions with changes that may make them invalid, to find inputs that one front end accepts and another
//! rejects.

use crate::Draw;

/// Replacement tokens.
const TOKENS: [&str; 52] = [
    "struct",
    "union",
    "enum",
    "typedef",
    "const",
    "program",
    "version",
    "switch",
    "case",
    "default",
    "void",
    "int",
    "unsigned",
    "hyper",
    "string",
    "opaque",
    "bool",
    "float",
    "char",
    "long",
    "short",
    "quadruple",
    "u_int",
    "TRUE",
    "FALSE",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    ";",
    ":",
    ",",
    "=",
    "*",
    "0",
    "1",
    "-1",
    "5",
    "0x10",
    "010",
    "4294967295",
    "4294967296",
    "name",
    "rec0",
    "f0",
    "f1",
    "\"text\"",
    "-2147483648",
];

/// The text with one to three tokens changed, removed, duplicated or swapped. Lines for the preprocessor and
/// for the C compiler are kept.
pub fn text(text: &str, draw: &mut Draw) -> String {
    let mut tokens = tokens(text);
    let places: Vec<usize> = (0..tokens.len())
        .filter(|&at| is_token(&tokens[at]))
        .collect();
    if places.is_empty() {
        return text.to_owned();
    }
    for _ in 0..draw.between(1, 3) {
        let (at, other) = (*draw.pick(&places), *draw.pick(&places));
        match draw.below(6) {
            0 => tokens[at].clear(),
            1 => {
                let again = tokens[at].clone();
                tokens[at] = format!("{again} {again}");
            }
            2 => tokens.swap(at, other),
            3 => tokens[at] = tokens[other].clone(),
            _ => (*draw.pick(&TOKENS)).clone_into(&mut tokens[at]),
        }
    }
    tokens.concat()
}

fn is_token(text: &str) -> bool {
    !text.trim().is_empty() && !text.starts_with(['%', '#', '/'])
}

/// Words, numbers and signs, and what stands between them.
fn tokens(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '%' | '#' => rest.find('\n'),
            '/' => rest.find("*/").map(|at| at + 2),
            c if c.is_whitespace() => rest.find(|c: char| !c.is_whitespace()),
            c if is_word(c) || c == '-' => {
                let behind = rest[1..].find(|c| !is_word(c));
                behind.map(|at| at + 1)
            }
            c => Some(c.len_utf8()),
        };
        let (token, others) = rest.split_at(end.unwrap_or(rest.len()));
        found.push(token.to_owned());
        rest = others;
    }
    found
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
