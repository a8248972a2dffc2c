//! Wrapping words into lines.

/// Wraps text to `width` columns, the first line after `head`, the others indented to match, by at most `deepest`
/// columns.
pub fn wrap(out: &mut String, (width, deepest): (usize, usize), head: &str, text: &str) {
    let indent = head.chars().count().min(deepest);
    let mut line = head.to_owned();
    let mut is_empty = true;
    let mut end = |line: &str| {
        out.push_str(line.trim_end());
        out.push('\n');
    };
    for word in text.split_whitespace() {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > width {
            end(&line);
            line = " ".repeat(indent);
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    end(&line);
}
