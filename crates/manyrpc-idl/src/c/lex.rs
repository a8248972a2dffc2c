//! The lexer. It never fails: invalid text becomes [`Kind::Bad`], since a conditional may skip it.
//!
//! Reading list: RFC 4506 section 6.2 (lexical notes); extensions of rpcgen: lines that start with `%`,
//! and the C preprocessor. C706 section 4.2.1 (lexemes), trigraphs for braces among them.

use std::rc::Rc;

use super::Dialect;
use crate::place::Span;
use crate::source::Sources;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Ident,
    Number,
    Char,
    Str,
    Punct,
    /// `#` at the start of a line.
    Hash,
    /// A line that begins with `%`; the text is what follows it.
    Passthrough,
    /// Invalid text, with the reason.
    Bad(&'static str),
    Eof,
}

/// A comment and its position.
#[derive(Clone, Debug)]
pub(crate) struct Comment {
    /// Including its delimiters (`/* … */` or `// …`).
    pub(crate) text: Rc<str>,
    pub(crate) first_line: u32,
    pub(crate) last_line: u32,
    /// Whether it has no token before it on its line.
    pub(crate) own_line: bool,
}

/// One token and the comments before it.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) text: Rc<str>,
    pub(crate) span: Span,
    pub(crate) line: u32,
    pub(crate) line_start: bool,
    pub(crate) comments: Rc<[Comment]>,
}

impl Token {
    pub(crate) fn is(&self, punct: &str) -> bool {
        self.kind == Kind::Punct && &*self.text == punct
    }

    pub(crate) fn is_word(&self, word: &str) -> bool {
        self.kind == Kind::Ident && &*self.text == word
    }
}

/// All tokens of a file, [`Kind::Eof`] last.
pub(crate) fn lex(sources: &Sources<'_>, dialect: &Dialect, file: u32) -> Vec<Token> {
    let text = sources.file(file).text.clone();
    lex_part(sources, dialect, file, &text, 0)
}

/// The tokens of a part of a file that starts at byte `base`, as if it were on separate lines.
pub(crate) fn lex_part(
    sources: &Sources<'_>,
    dialect: &Dialect,
    file: u32,
    text: &str,
    base: usize,
) -> Vec<Token> {
    let mut lexer = Lexer {
        dialect,
        text,
        at: 0,
        file,
        base,
        line: sources.line(file, base as u32),
        line_start: true,
        token_on_line: false,
        comments: Vec::new(),
        none: Rc::new([]),
    };
    let mut tokens = Vec::new();
    loop {
        let token = lexer.token();
        let done = token.kind == Kind::Eof;
        tokens.push(token);
        if done {
            return tokens;
        }
    }
}

struct Lexer<'t> {
    dialect: &'t Dialect,
    text: &'t str,
    at: usize,
    file: u32,
    base: usize,
    line: u32,
    line_start: bool,
    token_on_line: bool,
    comments: Vec<Comment>,
    none: Rc<[Comment]>,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn token(&mut self) -> Token {
        self.blanks_and_comments();
        let start = self.at;
        let line = self.line;
        let line_start = self.line_start;
        let (kind, length) = self.classify();
        let mut text: Rc<str> = self.text[start..start + length].into();
        if kind == Kind::Passthrough {
            text = text[1..].into();
        }
        // C706 section 4.2.1.4: trigraphs for braces.
        match &*text {
            "??<" => text = "{".into(),
            "??>" => text = "}".into(),
            _ => {}
        }
        self.line += self.text[start..start + length].matches('\n').count() as u32;
        self.at += length;
        self.line_start = false;
        self.token_on_line = true;
        let comments = match self.comments.is_empty() {
            true => self.none.clone(),
            false => std::mem::take(&mut self.comments).into(),
        };
        let span = Span {
            file: self.file,
            start: (self.base + start) as u32,
            end: (self.base + start + length) as u32,
        };
        Token {
            kind,
            text,
            span,
            line,
            line_start,
            comments,
        }
    }

    fn blanks_and_comments(&mut self) {
        loop {
            let rest = self.rest();
            if rest.starts_with('\n') {
                self.at += 1;
                self.line += 1;
                self.line_start = true;
                self.token_on_line = false;
            } else if let Some(length) = continuation(rest) {
                self.at += length;
                self.line += 1;
            } else if let Some(inside) = rest.strip_prefix("/*") {
                let Some(length) = inside.find("*/").map(|e| e + 4) else {
                    return;
                };
                self.comment(length);
            } else if rest.starts_with("//") {
                let length = rest.find('\n').unwrap_or(rest.len());
                self.comment(length);
            } else if let Some(c) = rest
                .chars()
                .next()
                .filter(|c| c.is_whitespace() || *c == '\u{feff}')
            {
                self.at += c.len_utf8();
            } else {
                return;
            }
        }
    }

    fn comment(&mut self, length: usize) {
        let text = &self.text[self.at..self.at + length];
        let first_line = self.line;
        self.line += text.matches('\n').count() as u32;
        self.comments.push(Comment {
            text: text.into(),
            first_line,
            last_line: self.line,
            own_line: !self.token_on_line,
        });
        self.at += length;
    }

    /// The kind and length of the token at hand.
    fn classify(&self) -> (Kind, usize) {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return (Kind::Eof, 0);
        };
        let at_column_1 = self.at == 0 || self.text[..self.at].ends_with('\n');
        match first {
            '%' if self.dialect.passthrough && self.line_start && at_column_1 => {
                (Kind::Passthrough, logical_line(rest))
            }
            '#' if self.line_start => (Kind::Hash, 1),
            'a'..='z' | 'A'..='Z' | '_' => (Kind::Ident, word(rest)),
            '0'..='9' | '.' if self.dialect.fractions && fraction(rest) > 0 => {
                (Kind::Number, fraction(rest))
            }
            '0'..='9' => (Kind::Number, word(rest)),
            '"' => self.quoted(rest, '"', Kind::Str),
            '\'' => self.quoted(rest, '\'', Kind::Char),
            _ if rest.starts_with("/*") => (Kind::Bad("this comment never ends"), rest.len()),
            _ => match self
                .dialect
                .punctuation
                .iter()
                .find(|p| rest.starts_with(**p))
            {
                Some(punct) => (Kind::Punct, punct.len()),
                None => (
                    Kind::Bad("this character has no meaning here"),
                    first.len_utf8(),
                ),
            },
        }
    }
}

impl Lexer<'_> {
    fn quoted(&self, text: &str, mark: char, kind: Kind) -> (Kind, usize) {
        let line = text[1..].find('\n').map_or(text.len(), |e| e + 1);
        let mut escaped = false;
        let end = text[1..line].find(|c| {
            let ends = c == mark && !escaped;
            escaped = self.dialect.escapes && c == '\\' && !escaped;
            ends
        });
        match end {
            Some(end) => (kind, end + 2),
            None => (
                Kind::Bad("this quotation never ends"),
                text[..line].trim_end().len(),
            ),
        }
    }
}

/// The length of a backslash and the line end after it.
fn continuation(text: &str) -> Option<usize> {
    ["\\\n", "\\\r\n"]
        .iter()
        .find(|c| text.starts_with(**c))
        .map(|c| c.len())
}

fn word(text: &str) -> usize {
    text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .unwrap_or(text.len())
}

/// The length of a number that may have a fraction and an exponent, with its suffix; 0 if it is none.
fn fraction(text: &str) -> usize {
    let digits = |from: usize| {
        let rest = &text.as_bytes()[from..];
        from + rest.iter().take_while(|b| b.is_ascii_digit()).count()
    };
    if text.starts_with("0x") || text.starts_with("0X") {
        return word(text);
    }
    let mut end = digits(0);
    let whole = end;
    if text[end..].starts_with('.') {
        end = digits(end + 1);
        if whole == 0 && end == 1 {
            return 0;
        }
    }
    if text[end..].starts_with(['e', 'E']) {
        let sign = usize::from(text[end + 1..].starts_with(['+', '-']));
        let behind = digits(end + 1 + sign);
        if behind > end + 1 + sign {
            end = behind;
        }
    }
    end + word(&text[end..])
}

/// The length of a line with its continuation lines, without the last line end.
fn logical_line(text: &str) -> usize {
    let mut at = 0;
    loop {
        let Some(end) = text[at..].find('\n') else {
            return text.len();
        };
        let line = text[at..at + end].trim_end_matches('\r');
        if !line.ends_with('\\') {
            return at + end;
        }
        at += end + 1;
    }
}
