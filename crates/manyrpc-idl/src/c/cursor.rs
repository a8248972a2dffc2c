//! A token cursor with error recovery, shared by all parsers.

use crate::diagnostic::{self, Findings, Severity};
use crate::options::Limits;
use crate::place::Span;
use crate::source::Sources;

use super::expr::{self, Expr, describe};
use super::lex::{Kind, Token};
use super::{Dialect, Name, doc};

/// An error has been reported; the caller recovers where it can.
pub(crate) struct Reported;

pub(crate) type Outcome<T> = Result<T, Reported>;

/// A place in a token stream that ends with [`Kind::Eof`].
pub(crate) struct Cursor<'a, 'f> {
    pub(crate) sources: &'a Sources<'f>,
    pub(crate) findings: &'a mut Findings,
    pub(crate) dialect: &'static Dialect,
    pub(crate) limits: Limits,
    pub(crate) tokens: &'a [Token],
    pub(crate) at: usize,
    /// The nesting depth of types.
    pub(crate) depth: usize,
}

impl Cursor<'_, '_> {
    pub(crate) fn peek(&self) -> &Token {
        self.peek_at(0)
    }

    pub(crate) fn peek_at(&self, ahead: usize) -> &Token {
        &self.tokens[(self.at + ahead).min(self.tokens.len() - 1)]
    }

    pub(crate) fn next(&mut self) -> Token {
        let token = self.peek().clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    pub(crate) fn take(&mut self, punct: &str) -> bool {
        let found = self.peek().is(punct);
        self.at += usize::from(found);
        found
    }

    pub(crate) fn take_word(&mut self, word: &str) -> bool {
        let found = self.peek().is_word(word);
        self.at += usize::from(found);
        found
    }

    /// Whether parsing of a block can continue: neither its end nor the file's, and no limit is reached.
    pub(crate) fn inside(&self) -> bool {
        !self.peek().is("}") && self.peek().kind != Kind::Eof && !self.findings.full()
    }

    pub(crate) fn expect(&mut self, punct: &str, what: &str) -> Outcome<()> {
        if self.take(punct) {
            return Ok(());
        }
        match punct {
            ";" => Err(self.expected_after(what)),
            _ => self.expected(what, None),
        }
    }

    pub(crate) fn name(&mut self, what: &str) -> Outcome<Name> {
        let token = self.peek().clone();
        if token.kind != Kind::Ident {
            return self.expected(what, None);
        }
        if self.dialect.keywords.contains(&&*token.text) {
            let help = format!(
                "`{}` is a word of the language and cannot be a name",
                token.text
            );
            return self.expected(what, Some(help));
        }
        self.at += 1;
        Ok(Name {
            text: token.text,
            span: token.span,
        })
    }

    pub(crate) fn expr(&mut self) -> Outcome<Expr> {
        let Limits {
            expression_nodes,
            nesting,
            ..
        } = self.limits;
        let parsed = expr::parse(
            self.tokens,
            &mut self.at,
            self.dialect.expressions,
            expression_nodes,
            nesting,
        );
        parsed.or_else(|e| self.error(e.span, e.message, None))
    }

    pub(crate) fn doc_or_trailing(&self, doc: String) -> String {
        if doc.is_empty() {
            doc::trailing(self.peek())
        } else {
            doc
        }
    }

    pub(crate) fn expected<T>(&mut self, what: &str, help: Option<String>) -> Outcome<T> {
        let found = self.peek().clone();
        if found.kind == Kind::Eof {
            return Err(self.expected_after(what));
        }
        self.error(
            found.span,
            format!("expected {what}, found {}", describe(&found)),
            help,
        )
    }

    /// Reports a missing token right after the last token, not before the next.
    pub(crate) fn expected_after(&mut self, what: &str) -> Reported {
        let found = self.peek().clone();
        let last = self.tokens[self.at.saturating_sub(1)].span;
        let behind = Span {
            start: last.end,
            end: last.end,
            ..last
        };
        let span = if found.line_start || found.kind == Kind::Eof {
            behind
        } else {
            found.span
        };
        let _ = self.error::<()>(
            span,
            format!("expected {what}, found {}", describe(&found)),
            None,
        );
        Reported
    }

    pub(crate) fn error<T>(
        &mut self,
        span: Span,
        message: impl Into<String>,
        help: Option<String>,
    ) -> Outcome<T> {
        let found = diagnostic::at(self.sources, span, Severity::Error, message.into());
        self.findings.push(found.help(help));
        Err(Reported)
    }

    /// Skips past the next `end` of this block, or to its closing `}`.
    pub(crate) fn skip_member(&mut self, end: &str) {
        let mut depth = 0usize;
        loop {
            let token = self.peek();
            if token.kind == Kind::Eof || (depth == 0 && token.is("}")) {
                return;
            }
            depth += usize::from(token.is("{"));
            depth = depth.saturating_sub(usize::from(token.is("}")));
            let done = depth == 0 && token.is(end);
            self.at += 1;
            if done {
                return;
            }
        }
    }

    /// Skips past the `;` that ends the definition started at `start`, or to a line that starts the
    /// next.
    pub(crate) fn skip_item(&mut self, start: usize) {
        // The error may be inside braces: count from the start of the definition.
        let mut depth = 0usize;
        let failed = self.at;
        self.at = start;
        while self.peek().kind != Kind::Eof {
            let token = self.peek();
            let begins = token.line_start && self.sources_column(token) == 0;
            if self.at > start
                && begins
                && self.dialect.definitions.iter().any(|d| token.is_word(d))
                && self.at >= failed
            {
                return;
            }
            depth += usize::from(token.is("{"));
            depth = depth.saturating_sub(usize::from(token.is("}")));
            let done = depth == 0 && token.is(";") && self.at >= failed;
            self.at += 1;
            if done {
                return;
            }
        }
    }

    /// Bytes before a token on its line.
    pub(crate) fn sources_column(&self, token: &Token) -> usize {
        let text = &self.sources.file(token.span.file).text[..token.span.start as usize];
        text.len() - text.rfind('\n').map_or(0, |n| n + 1)
    }

    /// The `;` after a field; if only it is missing, parsing continues as if it were there.
    pub(crate) fn end_of_field(&mut self, what: &str) -> Outcome<()> {
        if self.take(";") {
            return Ok(());
        }
        let complete = self.peek().line_start || self.peek().is("}");
        let failed = self.expected_after(what);
        if complete { Ok(()) } else { Err(failed) }
    }
}
