//! Places in source files: for the front ends and for people.

use std::ops::Range;
use std::sync::Arc;

/// A span of a source file, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) file: u32,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Span {
    /// From the start of `self` to the end of `last`; `self` if they are in different files.
    pub(crate) fn to(self, last: Span) -> Span {
        if self.file != last.file || last.end < self.start {
            return self;
        }
        Span {
            end: last.end,
            ..self
        }
    }
}

/// A place in a source file, with the text of its line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The file as the caller named it, or as its include was found.
    pub file: Arc<str>,
    /// The line, from 1; 0 for the whole file.
    pub line: u32,
    /// The columns in characters, from 1, end exclusive; for a span of several lines those on the first.
    pub columns: Range<u32>,
    /// The text of the line; empty if it is too long to show.
    pub text: Arc<str>,
}
