//! Shared elements of C-like definition languages: tokens, the preprocessor, constant expressions, and
//! comments as documentation.
//!
//! A [`Dialect`] describes the differences between languages.

pub(crate) mod cursor;
pub(crate) mod doc;
pub(crate) mod expr;
pub(crate) mod idl;
pub(crate) mod lex;
pub(crate) mod preprocess;

use std::rc::Rc;

use crate::place::Span;

/// The lexical differences between languages.
#[derive(Debug)]
pub(crate) struct Dialect {
    /// Words that cannot be names.
    pub(crate) keywords: &'static [&'static str],
    /// Words that start a definition, where parsing resumes after an error.
    pub(crate) definitions: &'static [&'static str],
    /// Punctuation; longer tokens before their prefixes.
    pub(crate) punctuation: &'static [&'static str],
    /// Whether lines that start with `%` are for the C compiler.
    pub(crate) passthrough: bool,
    /// Whether a backslash escapes the next character in a quotation.
    pub(crate) escapes: bool,
    /// Whether numbers have fractions and exponents.
    pub(crate) fractions: bool,
    /// Files that are there without being anywhere, with their texts; others of their names come first.
    pub(crate) headers: &'static [(&'static str, &'static str)],
    /// Words before the names of scopes that `import` reads at the head of a file; none where it reads files.
    pub(crate) scopes: &'static [&'static str],
    /// Predefined macros.
    pub(crate) predefined: &'static [(&'static str, &'static str)],
    /// Operators of constant expressions.
    pub(crate) expressions: expr::Mode,
}

/// An identifier with its span.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub(crate) text: Rc<str>,
    pub(crate) span: Span,
}
