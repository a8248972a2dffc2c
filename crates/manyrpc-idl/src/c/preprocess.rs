//! The subset of the C preprocessor used by definitions, on tokens.
//!
//! Reading list: C99 section 6.10; rpcgen(1), which runs `cpp -C -DRPC_HDR` and
//! its siblings, one run per output file. We read a definition once, as for the header, since that run
//! includes every type.
//!
//! A language's [`Dialect`] has the predefined macros.
//!
//! Supported: `#include`, `#define` and `#undef` of macros without parameters, all conditionals,
//! `#error`, `#warning`; `#pragma` is recorded; line markers and `#ident` are ignored. `%` lines are for the C
//! compiler, but constants and headers in them may be the only mention in the definition, so they are
//! recorded. Such lines with a comment addressed to manyrpc are passed on as [`Kind::Passthrough`].
//!
//! Where a language has scopes that can be imported, their files are read here, too ([`import`]).

pub(crate) mod import;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::diagnostic::{self, Findings, Severity};
use crate::options::{Limits, Options};
use crate::place::Span;
use crate::source::{OpenError, Sources, plain};

use super::Dialect;
use super::expr::{self, Mode, describe};
use super::lex::{self, Comment, Kind, Token};
use import::Scopes;

/// The output of the preprocessor.
#[derive(Default)]
pub(crate) struct Preprocessed {
    /// [`Kind::Eof`] last.
    pub(crate) tokens: Vec<Token>,
    /// `%#define NAME text`: constants of the C output; the text ends with [`Kind::Eof`].
    pub(crate) foreign_consts: HashMap<Rc<str>, Vec<Token>>,
    /// `%#include`: the header's path and the file that names it.
    pub(crate) foreign_includes: Vec<(PathBuf, u32)>,
    /// `#pragma`: how many tokens are before it, and its own behind that word.
    pub(crate) pragmas: Vec<(usize, Vec<Token>)>,
    /// The files that were found for imported scopes, by how many tokens are before the import.
    pub(crate) imports: HashMap<usize, u32>,
}

/// The remaining budget of all runs for one definition.
pub(crate) struct Budget {
    tokens: usize,
    /// Counts expansions as well, since macros without text produce no tokens.
    steps: usize,
    includes: usize,
    bytes: usize,
}

impl Budget {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            tokens: limits.tokens,
            steps: limits.tokens.saturating_mul(4),
            includes: limits.includes,
            bytes: limits.source_bytes.saturating_mul(8),
        }
    }
}

/// Runs `file` through the preprocessor.
pub(crate) fn preprocess(
    sources: &mut Sources<'_>,
    findings: &mut Findings,
    options: &Options,
    dialect: &Dialect,
    budget: &mut Budget,
    file: u32,
) -> Preprocessed {
    let mut preprocessor = Preprocessor {
        sources,
        findings,
        options,
        dialect,
        macros: HashMap::new(),
        out: Preprocessed::default(),
        scopes: Scopes::default(),
        begun: HashSet::new(),
        budget,
        stopped: false,
    };
    preprocessor.predefine();
    let end = preprocessor.file(file, 0);
    preprocessor.out.tokens.push(end);
    preprocessor.out
}

struct Macro {
    has_params: bool,
    body: Rc<[Token]>,
}

struct Preprocessor<'a, 'f> {
    sources: &'a mut Sources<'f>,
    findings: &'a mut Findings,
    options: &'a Options,
    dialect: &'a Dialect,
    macros: HashMap<Rc<str>, Macro>,
    out: Preprocessed,
    /// Those in `out`.
    scopes: Scopes,
    /// The files that have been read, or are being read.
    begun: HashSet<u32>,
    budget: &'a mut Budget,
    stopped: bool,
}

/// One `#if … #endif`.
struct Conditional {
    span: Span,
    /// Whether the surrounding lines are active.
    outer: bool,
    /// Whether this branch is active.
    active: bool,
    /// Whether some branch has been active.
    taken: bool,
    seen_else: bool,
}

const DIRECTIVES: [&str; 15] = [
    "include", "define", "undef", "if", "ifdef", "ifndef", "elif", "else", "endif", "error",
    "warning", "pragma", "ident", "line", "sccs",
];

impl Preprocessor<'_, '_> {
    fn predefine(&mut self) {
        let given = self
            .options
            .defines
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str()));
        for (name, text) in self.dialect.predefined.iter().copied().chain(given) {
            let file = self.sources.add(Path::new("<defined beforehand>"), text);
            let mut body = lex::lex(self.sources, self.dialect, file);
            body.pop();
            self.macros.insert(
                name.into(),
                Macro {
                    has_params: false,
                    body: body.into(),
                },
            );
        }
    }

    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.findings.error(self.sources, span, message);
    }

    fn stop(&mut self, span: Span, message: String) {
        if !self.stopped {
            self.error(span, message);
            self.stopped = true;
        }
    }

    /// Processes one file; returns its end token.
    fn file(&mut self, file: u32, depth: usize) -> Token {
        let length = self.sources.file(file).text.len();
        let start = Span {
            file,
            ..Span::default()
        };
        let bytes = self.budget.bytes.checked_sub(length);
        if bytes.is_none() {
            self.stop(
                start,
                "the includes of this definition add up to too much text".into(),
            );
        }
        self.budget.bytes = bytes.unwrap_or(0);
        self.begun.insert(file);
        let tokens = lex::lex(self.sources, self.dialect, file);
        let mut stack: Vec<Conditional> = Vec::new();
        // Comments after the last token, even with a directive in between.
        let mut trailing: Vec<Comment> = Vec::new();
        // Behind the imports with which the file begins, while there are only these.
        let mut head = Some(0);
        let mut at = 0;
        while tokens[at].kind != Kind::Eof && !self.stopped && !self.findings.full() {
            let token = &tokens[at];
            at += 1;
            let active = stack.last().is_none_or(|c| c.active);
            if matches!(token.kind, Kind::Hash | Kind::Passthrough) && active {
                trailing.extend(token.comments.iter().filter(|c| !c.own_line).cloned());
            }
            match token.kind {
                Kind::Hash => {
                    let rest = tokens[at..].iter();
                    let length = rest
                        .take_while(|t| !t.line_start && t.kind != Kind::Eof)
                        .count();
                    self.directive(token, &tokens[at..at + length], &mut stack, depth);
                    at += length;
                }
                Kind::Passthrough if active => self.passthrough(token),
                Kind::Bad(reason) if active => {
                    // Passed on: the parser fails at the same place, which is reported once.
                    self.error(token.span, reason);
                    self.out.tokens.push(token.clone());
                }
                _ if active => {
                    let here = at - 1;
                    if head.is_some_and(|end| here >= end) {
                        let length = self.import(&tokens[here..], depth);
                        head = length.map(|length| here + length);
                        if self.stopped {
                            continue;
                        }
                    }
                    let mut token = token.clone();
                    if !trailing.is_empty() {
                        trailing.extend(token.comments.iter().cloned());
                        token.comments = std::mem::take(&mut trailing).into();
                    }
                    self.token(token, tokens.get(at));
                }
                _ => {}
            }
        }
        if !self.stopped {
            for open in &stack {
                self.error(open.span, "this conditional has no `#endif`");
            }
        }
        // A lexer's last token is always the end.
        tokens
            .into_iter()
            .next_back()
            .unwrap_or_else(|| unreachable!("the lexer ends with Eof"))
    }

    /// Passes on a token of the definition, or its macro expansion.
    fn token(&mut self, token: Token, next: Option<&Token>) {
        let called = next.is_some_and(|n| n.is("("));
        if self.macros.get(&token.text).is_some_and(|m| m.has_params)
            && called
            && token.kind == Kind::Ident
        {
            let message = format!(
                "`{}` has parameters: only macros without are carried out",
                token.text
            );
            return self.error(token.span, message);
        }
        let place = token.clone();
        let mut expanded = Vec::new();
        self.expand(&token, &place, &mut Vec::new(), &mut expanded);
        if let Some(first) = expanded.first_mut() {
            first.comments = place.comments;
            first.line_start = place.line_start;
        }
        let Some(tokens) = self.budget.tokens.checked_sub(expanded.len()) else {
            let max = self.options.limits.tokens;
            return self.stop(
                token.span,
                format!("the definition has more than {max} tokens"),
            );
        };
        self.budget.tokens = tokens;
        self.out.tokens.append(&mut expanded);
    }

    /// Expands macros; the result gets the span of `used`.
    fn expand(
        &mut self,
        token: &Token,
        used: &Token,
        active: &mut Vec<Rc<str>>,
        out: &mut Vec<Token>,
    ) {
        let Some(steps) = self.budget.steps.checked_sub(1) else {
            return self.stop(
                used.span,
                "the macros of this definition expand without end".into(),
            );
        };
        self.budget.steps = steps;
        let body = match self.macros.get(&token.text) {
            Some(found) if token.kind == Kind::Ident && !found.has_params => found.body.clone(),
            _ => {
                let mut token = token.clone();
                token.span = used.span;
                token.line = used.line;
                return out.push(token);
            }
        };
        // A macro within its own expansion is not expanded (C99 section 6.10.3.4).
        if active.contains(&token.text) {
            return out.push(Token {
                span: used.span,
                line: used.line,
                ..token.clone()
            });
        }
        if active.len() >= self.options.limits.nesting {
            return self.stop(
                used.span,
                "the macros of this definition nest too deep".into(),
            );
        }
        active.push(token.text.clone());
        for inner in body.iter() {
            if self.stopped || out.len() > self.budget.tokens {
                break;
            }
            self.expand(inner, used, active, out);
        }
        active.pop();
    }

    fn directive(
        &mut self,
        hash: &Token,
        line: &[Token],
        stack: &mut Vec<Conditional>,
        depth: usize,
    ) {
        let Some((name, rest)) = line.split_first() else {
            return;
        };
        let active = stack.last().is_none_or(|c| c.active);
        match &*name.text {
            "if" | "ifdef" | "ifndef" => {
                if stack.len() >= self.options.limits.nesting {
                    return self.stop(name.span, "conditionals nest too deep".into());
                }
                let holds = active && self.condition(name, rest);
                let span = hash.span.to(name.span);
                stack.push(Conditional {
                    span,
                    outer: active,
                    active: holds,
                    taken: holds,
                    seen_else: false,
                });
            }
            "elif" | "else" | "endif" => self.branch(name, rest, stack),
            _ if !active => {}
            "include" => self.include(name, rest, depth),
            "define" => self.define(name, rest),
            "undef" => match rest.first() {
                Some(macro_name) => drop(self.macros.remove(&macro_name.text)),
                None => self.error(name.span, "expected the name of a macro after `#undef`"),
            },
            "error" | "warning" => self.complain(name, rest),
            "pragma" => self
                .out
                .pragmas
                .push((self.out.tokens.len(), rest.to_vec())),
            "ident" | "line" | "sccs" => {}
            _ if name.kind == Kind::Number => {}
            other => {
                let meant = self.findings.suggest(other, DIRECTIVES.into_iter());
                let message = format!("there is no directive {}", describe(name));
                let found = diagnostic::at(self.sources, name.span, Severity::Error, message);
                self.findings
                    .push(found.help(meant.map(|m| format!("did you mean `#{m}`?"))));
            }
        }
    }

    fn branch(&mut self, name: &Token, rest: &[Token], stack: &mut Vec<Conditional>) {
        let Some(open) = stack.last() else {
            return self.error(name.span, format!("`#{}` without `#if`", name.text));
        };
        if open.seen_else && &*name.text != "endif" {
            return self.error(name.span, format!("`#{}` after `#else`", name.text));
        }
        let open_for_more = open.outer && !open.taken;
        let holds = match &*name.text {
            "endif" => {
                stack.pop();
                return;
            }
            "elif" => open_for_more && self.condition(name, rest),
            _ => open_for_more,
        };
        if let Some(open) = stack.last_mut() {
            open.active = holds;
            open.taken |= holds;
            open.seen_else = &*name.text == "else";
        }
    }

    fn condition(&mut self, name: &Token, rest: &[Token]) -> bool {
        if &*name.text != "if" && &*name.text != "elif" {
            let Some(tested) = rest.first().filter(|t| t.kind == Kind::Ident) else {
                self.error(
                    name.span,
                    format!("expected the name of a macro after `#{}`", name.text),
                );
                return false;
            };
            return self.macros.contains_key(&tested.text) == (&*name.text == "ifdef");
        }
        match self.evaluate_condition(name, rest) {
            Ok(value) => value != 0,
            Err(e) => {
                self.error(e.span, e.message);
                false
            }
        }
    }

    fn evaluate_condition(
        &mut self,
        name: &Token,
        rest: &[Token],
    ) -> Result<i128, expr::ExprError> {
        let mut tokens = Vec::new();
        let mut at = 0;
        while at < rest.len() && !self.stopped {
            if rest[at].is_word("defined") {
                let (length, tested) = match &rest[at + 1..] {
                    [open, tested, close, ..] if open.is("(") && close.is(")") => (4, tested),
                    [tested, ..] if tested.kind == Kind::Ident => (2, tested),
                    _ => {
                        return Err(expr::ExprError::new(
                            rest[at].span,
                            "expected `(name)` after `defined`",
                        ));
                    }
                };
                let text = if self.macros.contains_key(&tested.text) {
                    "1"
                } else {
                    "0"
                };
                tokens.push(Token {
                    kind: Kind::Number,
                    text: text.into(),
                    ..rest[at].clone()
                });
                at += length;
            } else {
                self.expand(&rest[at], &rest[at], &mut Vec::new(), &mut tokens);
                at += 1;
            }
        }
        let last = rest.last().unwrap_or(name);
        tokens.push(Token {
            kind: Kind::Eof,
            text: "\n".into(),
            ..last.clone()
        });
        let limits = self.options.limits;
        let mut end = 0;
        let parsed = expr::parse(
            &tokens,
            &mut end,
            Mode::Condition,
            limits.expression_nodes,
            limits.nesting,
        )?;
        if tokens[end].kind != Kind::Eof {
            let message = format!(
                "expected an operator or the end of the line, found {}",
                describe(&tokens[end])
            );
            return Err(expr::ExprError::new(tokens[end].span, message));
        }
        // A name that is not a macro evaluates to 0 (C99 section 6.10.1).
        expr::evaluate(&parsed, &mut |_, _| Ok(0))
    }

    fn define(&mut self, name: &Token, rest: &[Token]) {
        let Some((defined, body)) = rest.split_first().filter(|(d, _)| d.kind == Kind::Ident)
        else {
            return self.error(name.span, "expected the name of a macro after `#define`");
        };
        let has_params = body
            .first()
            .is_some_and(|t| t.is("(") && t.span.start == defined.span.end);
        self.macros.insert(
            defined.text.clone(),
            Macro {
                has_params,
                body: body.into(),
            },
        );
    }

    fn complain(&mut self, name: &Token, rest: &[Token]) {
        let span = rest
            .first()
            .zip(rest.last())
            .map_or(name.span, |(a, b)| a.span.to(b.span));
        let text = &self.sources.file(span.file).text[span.start as usize..span.end as usize];
        let message = text.chars().take(200).collect::<String>();
        let severity = if &*name.text == "error" {
            Severity::Error
        } else {
            Severity::Warning
        };
        self.findings
            .push(diagnostic::at(self.sources, span, severity, message));
    }

    fn include(&mut self, name: &Token, rest: &[Token], depth: usize) {
        let Some(wanted) = self.header(rest) else {
            return self.error(name.span, "expected \"file\" or <file> after `#include`");
        };
        let span = rest
            .first()
            .zip(rest.last())
            .map_or(name.span, |(a, b)| a.span.to(b.span));
        if !self.charge_include(span, depth) {
            return;
        }
        let found = find(self.sources, self.options, &wanted, name.span.file);
        match found.or_else(|e| self.header_text(&wanted).ok_or(e)) {
            Ok(file) => drop(self.file(file, depth + 1)),
            Err(OpenError::NotFound) => {
                let message = format!(
                    "no file `{}` beside this one or in the include directories",
                    wanted.display()
                );
                self.error(span, message);
            }
            Err(e) => self.error(
                span,
                format!("cannot read `{}`: {}", wanted.display(), e.reason()),
            ),
        }
    }

    /// Counts an include; says so if there are too many.
    fn charge_include(&mut self, span: Span, depth: usize) -> bool {
        let limits = self.options.limits;
        let included = self.budget.includes.checked_sub(1);
        self.budget.includes = included.unwrap_or(0);
        let is_free = depth < limits.include_depth && included.is_some();
        if !is_free {
            let message = format!(
                "includes nest deeper than {} or number more than {}",
                limits.include_depth, limits.includes
            );
            self.stop(span, message);
        }
        is_free
    }

    /// A file that the language itself has.
    fn header_text(&mut self, wanted: &Path) -> Option<u32> {
        let mut headers = self.dialect.headers.iter();
        let (name, text) = headers.find(|(name, _)| Path::new(name) == wanted)?;
        let path = PathBuf::from(format!("<{name}>"));
        // Which is opened once, like others.
        let known = self.sources.open_known(&path);
        Some(known.unwrap_or_else(|| self.sources.add(&path, text)))
    }

    /// The path in `"path"` or `<path>`.
    fn header(&self, rest: &[Token]) -> Option<PathBuf> {
        let first = rest.first()?;
        if first.kind == Kind::Str {
            return Some(first.text.trim_matches('"').into());
        }
        let last = rest.iter().find(|t| t.is(">"))?;
        let text = &self.sources.file(first.span.file).text;
        first.is("<").then(|| {
            text[first.span.end as usize..last.span.start as usize]
                .trim()
                .into()
        })
    }

    fn passthrough(&mut self, line: &Token) {
        if let Some(setting) = setting(&line.text) {
            let (text, kind) = (setting.into(), Kind::Passthrough);
            let token = Token {
                text,
                kind,
                ..line.clone()
            };
            return self.out.tokens.push(token);
        }
        let tokens = lex::lex_part(
            self.sources,
            self.dialect,
            line.span.file,
            &line.text,
            line.span.start as usize + 1,
        );
        let [hash, name, rest @ ..] = &tokens[..] else {
            return;
        };
        if hash.kind != Kind::Hash {
            return;
        }
        let file = line.span.file;
        match (&*name.text, rest) {
            ("define", [defined, body @ ..]) if defined.kind == Kind::Ident => {
                self.out
                    .foreign_consts
                    .insert(defined.text.clone(), body.to_vec());
            }
            ("include", _) => {
                if let Some(path) = self.header(rest) {
                    self.out.foreign_includes.push((path, file));
                }
            }
            _ => {}
        }
    }
}

/// The setting in a comment on a line for C: `%/* manyrpc: strings = bytes */`.
fn setting(line: &str) -> Option<&str> {
    let comment = line.trim();
    let block = comment
        .strip_prefix("/*")
        .and_then(|c| c.strip_suffix("*/"));
    let text = block.or_else(|| comment.strip_prefix("//"))?;
    Some(text.trim().strip_prefix("manyrpc:")?.trim())
}

/// Finds an included file: first in the includer's directory, then in the given ones.
pub(crate) fn find(
    sources: &mut Sources<'_>,
    options: &Options,
    wanted: &Path,
    includer: u32,
) -> Result<u32, OpenError> {
    let beside = sources
        .file(includer)
        .path
        .parent()
        .unwrap_or(Path::new(""))
        .to_owned();
    for dir in std::iter::once(&beside).chain(&options.include_dirs) {
        match sources.open(&plain(&dir.join(wanted))) {
            Err(OpenError::NotFound) => {}
            found => return found,
        }
    }
    Err(OpenError::NotFound)
}
