//! Comments as documentation: association with declarations, and extraction of the text.

use super::lex::{Comment, Token};

/// The comment directly before `token`, on separate lines.
pub(crate) fn leading(token: &Token) -> String {
    let own: Vec<&Comment> = token.comments.iter().filter(|c| c.own_line).collect();
    let Some(last) = own
        .last()
        .filter(|c| token.line.saturating_sub(c.last_line) <= 1)
    else {
        return String::new();
    };
    if !last.text.starts_with("//") {
        return text(&last.text);
    }
    let mut lines = Vec::new();
    let mut line = last.first_line;
    for comment in own.iter().rev() {
        if !comment.text.starts_with("//") || line.saturating_sub(comment.first_line) > 1 {
            break;
        }
        line = comment.first_line;
        lines.push(text(&comment.text));
    }
    lines.reverse();
    lines.join("\n").trim_matches('\n').to_owned()
}

/// The comment after the previous declaration, on the same line.
pub(crate) fn trailing(token: &Token) -> String {
    let first = token
        .comments
        .first()
        .filter(|c| !c.own_line && token.line > c.last_line);
    first.map(|c| text(&c.text)).unwrap_or_default()
}

/// The text of a comment without delimiters, stars and outer blank lines.
pub(crate) fn text(comment: &str) -> String {
    if let Some(line) = comment.strip_prefix("//") {
        let line = line.trim_start_matches(['/', '!']).trim();
        // Normalised to text that every comment can contain.
        return line.replace("*/", "* /");
    }
    let body = comment.strip_prefix("/*").unwrap_or(comment);
    let body = body.strip_suffix("*/").unwrap_or(body);
    let body = body.strip_prefix('*').unwrap_or(body);
    let mut lines: Vec<&str> = Vec::new();
    for (at, line) in body.split('\n').enumerate() {
        lines.push(if at == 0 {
            line.trim()
        } else {
            continued(line)
        });
    }
    while lines.last().is_some_and(|l| l.is_empty()) {
        lines.pop();
    }
    let blank = lines.iter().take_while(|l| l.is_empty()).count();
    lines[blank..].join("\n")
}

/// A further line of a block comment: ` * text`, or text at any indent.
fn continued(line: &str) -> &str {
    let line = line.trim();
    match line.strip_prefix('*') {
        Some(text) => text.strip_prefix(' ').unwrap_or(text),
        None => line,
    }
}

/// A comment that [`text`] converts back to `doc`; `None` if there is none.
pub(crate) fn comment(doc: &str, indent: &str) -> Option<String> {
    let lines = doc.split('\n');
    let lines = lines.map(|line| format!("{indent} * {line}").trim_end().to_owned());
    let block = format!("/*\n{}\n{indent} */", lines.collect::<Vec<_>>().join("\n"));
    let gives_back = |comment: &String| {
        let closed = comment[2..].find("*/") == Some(comment.len() - 4);
        closed && text(comment) == doc
    };
    [format!("/* {doc} */"), block].into_iter().find(gives_back)
}
