//! Comments as documentation.

use std::collections::HashMap;

use protox::prost_reflect::prost_types::FileDescriptorProto;

/// The comments before or behind each declaration of a file, by its path in the descriptor.
pub(super) struct Comments<'a>(HashMap<&'a [i32], String>);

impl<'a> Comments<'a> {
    pub(super) fn of(file: &'a FileDescriptorProto) -> Self {
        let locations = file.source_code_info.iter().flat_map(|info| &info.location);
        let texts = locations.filter_map(|location| {
            let comment = location.leading_comments.as_deref();
            let comment = comment.or(location.trailing_comments.as_deref())?;
            Some((&location.path[..], text(comment)))
        });
        Comments(texts.collect())
    }

    pub(super) fn at(&self, path: &[i32]) -> String {
        self.0.get(path).cloned().unwrap_or_default()
    }
}

/// The text without the space after the comment marks and without outer blank lines.
pub(super) fn text(comment: &str) -> String {
    let lines: Vec<&str> = comment
        .lines()
        .map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end())
        .collect();
    let first = lines
        .iter()
        .position(|l| !l.is_empty())
        .unwrap_or(lines.len());
    let last = lines
        .iter()
        .rposition(|l| !l.is_empty())
        .map_or(first, |at| at + 1);
    // Text that is valid within comments of every language.
    lines[first..last].join("\n").replace("*/", "* /")
}
