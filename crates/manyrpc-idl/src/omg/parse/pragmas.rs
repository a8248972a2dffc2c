//! Files and pragmas, and what repository identifiers begin with after them.

use crate::c::lex::{Kind, Token};
use crate::place::Span;

use super::super::ast::*;
use super::{Frame, Parser};

impl Parser<'_, '_> {
    /// Carries out the pragmas before the next token, and enters the file that it is in.
    pub(super) fn reach(&mut self) {
        while let Some(((at, line), rest)) = self.pragmas.split_first() {
            if *at > self.at {
                break;
            }
            self.pragmas = rest;
            self.pragma(line);
        }
        if self.peek().kind != Kind::Eof {
            self.enter(self.peek().span.file);
        }
    }

    /// CORBA 3.0 section 10.7.5.2: a prefix holds to the end of the scope or file, and not in files
    /// that are included.
    fn enter(&mut self, file: u32) {
        let is = |frame: &Frame| frame.file == Some(file);
        let innermost = self.frames.iter().rposition(|f| f.file.is_some());
        if innermost.is_some_and(|at| is(&self.frames[at])) {
            return;
        }
        if !self.frames.iter().any(is) {
            let prefix = String::new();
            return self.frames.push(Frame {
                file: Some(file),
                prefix,
            });
        }
        while self
            .frames
            .last()
            .is_some_and(|f| f.file.is_some() && !is(f))
        {
            self.frames.pop();
        }
    }

    fn pragma(&mut self, line: &[Token]) {
        let Some((word, rest)) = line.split_first() else {
            return;
        };
        self.enter(word.span.file);
        match &*word.text {
            "prefix" => match rest {
                [text] if text.kind == Kind::Str => {
                    let prefix = text.text.trim_matches('"').to_owned();
                    if let Some(frame) = self.frames.last_mut() {
                        frame.prefix = prefix;
                    }
                }
                _ => self.complain(word, "expected a text in quotation marks after `prefix`"),
            },
            "ID" => match name_before(rest) {
                Some((name, [text])) if text.kind == Kind::Str => {
                    let id = text.text.trim_matches('"').into();
                    self.say(ItemNode::Id(name, id, text.span));
                }
                _ => self.complain(
                    word,
                    "expected a name and a text in quotation marks after `ID`",
                ),
            },
            "version" => match name_before(rest) {
                Some((name, [version])) if version.kind == Kind::Number => {
                    let (text, span) = (version.text.clone(), version.span);
                    self.say(ItemNode::Version(name, text, span));
                }
                _ => self.complain(word, "expected a name and a version, such as 1.2"),
            },
            _ => {}
        }
    }

    fn say(&mut self, node: ItemNode) {
        let doc = String::new();
        self.pending.push(Item { doc, node });
    }

    fn complain(&mut self, word: &Token, message: &str) {
        let _ = self.error::<()>(word.span, message, None);
    }
}

/// A scoped name, and the tokens behind it.
fn name_before(tokens: &[Token]) -> Option<(Scoped, &[Token])> {
    let absolute = tokens.first()?.is("::");
    let mut rest = &tokens[usize::from(absolute)..];
    let mut names = Vec::new();
    loop {
        let (first, behind) = rest.split_first()?;
        if first.kind != Kind::Ident {
            return None;
        }
        let text = first.text.strip_prefix('_').unwrap_or(&first.text).into();
        let span = first.span;
        names.push(Name { text, span });
        match behind.split_first() {
            Some((next, behind)) if next.is("::") => rest = behind,
            _ => {
                let span: Span = tokens[0].span.to(first.span);
                let name = Scoped {
                    span,
                    absolute,
                    names,
                };
                return Some((name, behind));
            }
        }
    }
}
