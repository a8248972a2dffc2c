//! What definition languages borrow from C: tokens, the preprocessor, constant
//! expressions, and comments as documentation.
//!
//! A language says with a [`Dialect`] what it has besides.

pub(crate) mod cursor;
pub(crate) mod doc;
pub(crate) mod expr;
pub(crate) mod lex;
pub(crate) mod preprocess;

use std::rc::Rc;

use crate::source::Span;

/// How one language differs from the others, below its grammar.
#[derive(Debug)]
pub(crate) struct Dialect {
    /// Words that cannot be names.
    pub(crate) keywords: &'static [&'static str],
    /// Words that begin a definition: where parsing goes on after an error.
    pub(crate) definitions: &'static [&'static str],
    /// Punctuation, the longer before the shorter that it begins with.
    pub(crate) punctuation: &'static [&'static str],
    /// A line that begins with `%` goes to C and not to us.
    pub(crate) passthrough: bool,
    /// A backslash in a quotation takes the next character's meaning away.
    pub(crate) escapes: bool,
    /// Macros that are always defined.
    pub(crate) predefined: &'static [(&'static str, &'static str)],
    /// Operators of constant expressions.
    pub(crate) expressions: expr::Mode,
}

/// An identifier at its place.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub(crate) text: Rc<str>,
    pub(crate) span: Span,
}
