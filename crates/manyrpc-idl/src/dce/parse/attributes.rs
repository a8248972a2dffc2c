//! `[attributes]`.

use crate::c::cursor::Outcome;
use crate::c::expr;
use crate::c::lex::Kind;
use crate::place::Span;

use super::super::ast::*;
use super::super::uuid;
use super::Parser;

impl Parser<'_, '_> {
    /// All attribute lists from here on; possibly none.
    pub(super) fn attrs(&mut self) -> Outcome<Attrs> {
        let mut attrs = Attrs::default();
        while self.take("[") {
            while !self.take("]") {
                attrs.0.extend(self.attr()?);
                if !self.peek().is("]") {
                    self.expect(",", "`,` or `]`")?;
                }
            }
        }
        Ok(attrs)
    }

    fn attr(&mut self) -> Outcome<Option<Attr>> {
        if self.peek().is(",") {
            return Ok(None);
        }
        let token = self.peek().clone();
        if token.kind != Kind::Ident {
            return self.expected("an attribute", None);
        }
        self.at += 1;
        let name = Name {
            text: token.text,
            span: token.span,
        };
        let args = match self.take("(") {
            true => self.args(&name)?,
            false => Args::None,
        };
        Ok(Some(Attr { name, args }))
    }

    fn args(&mut self, name: &Name) -> Outcome<Args> {
        let args = match &*name.text {
            "uuid" => return self.uuid(),
            "version" => self.version()?,
            "size_is" | "max_is" | "min_is" | "length_is" | "first_is" | "last_is"
            | "switch_is" => Args::Exprs(self.exprs(true)?),
            "case" => Args::Exprs(self.exprs(false)?),
            "endpoint" | "helpstring" | "helpstringW" => self.texts()?,
            "switch_type" | "transmit_as" => Args::Type(self.unqualified("a type")?.into()),
            "pointer_default" | "implicit_handle" | "represent_as" | "charset" | "exceptions"
            | "call_as" | "comm_status" | "fault_status" | "cs_char" | "cs_tag_rtn"
            | "binding_callout" | "extern_exceptions" | "raises" => self.words()?,
            _ => {
                self.skip_parentheses()?;
                return Ok(Args::Unread);
            }
        };
        self.expect(")", "`)` after the attribute")?;
        Ok(args)
    }

    /// Up to and including the `)`: a UUID is not a token.
    fn uuid(&mut self) -> Outcome<Args> {
        let first = self.peek().span;
        let mut last = first;
        while !self.peek().is(")") {
            if matches!(self.peek().kind, Kind::Eof) || self.peek().is("]") {
                return self.expected("a UUID and `)`", None);
            }
            last = self.next().span;
        }
        self.at += 1;
        let span = first.to(last);
        let text = &self.sources.file(span.file).text[span.start as usize..span.end as usize];
        match uuid::parse(text.trim_matches('"')) {
            Some(uuid) => Ok(Args::Uuid(uuid)),
            None => {
                let help = "as 12345678-9012-b456-8001-080020b033d7; \
                            `manyrpc uuidgen` makes a new one"
                    .to_owned();
                self.error(span, "this is no UUID", Some(help))
            }
        }
    }

    fn version(&mut self) -> Outcome<Args> {
        let major = self.version_part()?;
        let minor = match self.take(".") {
            true => self.version_part()?,
            false => 0,
        };
        Ok(Args::Version(major, minor))
    }

    /// C706 section 4.2.4.2: each part is between 0 and 65,535.
    fn version_part(&mut self) -> Outcome<u32> {
        let token = self.peek().clone();
        let value = match token.kind {
            Kind::Number => expr::number(&token.text),
            _ => return self.expected("a number", None),
        };
        self.at += 1;
        match value.and_then(|v| u16::try_from(v).ok()) {
            Some(part) => Ok(part.into()),
            None => {
                let message = "each part of a version is between 0 and 65535";
                self.error(token.span, message, None)
            }
        }
    }

    /// C706 section 4.2.17.1: one of several dimensions may be omitted, but none of an arm's labels
    /// (4.2.12).
    fn exprs(&mut self, may_be_left_out: bool) -> Outcome<Vec<Option<Expr>>> {
        let mut exprs = Vec::new();
        loop {
            let left_out = may_be_left_out && (self.peek().is(",") || self.peek().is(")"));
            exprs.push(if left_out { None } else { Some(self.expr()?) });
            if !self.take(",") {
                return Ok(exprs);
            }
        }
    }

    fn texts(&mut self) -> Outcome<Args> {
        let mut texts = Vec::new();
        loop {
            let token = self.peek().clone();
            if token.kind != Kind::Str {
                return self.expected("a text in quotation marks", None);
            }
            self.at += 1;
            let text = &token.text[1..token.text.len() - 1];
            texts.push(text.replace("\\\\", "\\").into());
            if !self.take(",") {
                return Ok(Args::Texts(texts));
            }
        }
    }

    /// Any number of names, with or without commas: `implicit_handle(handle_t h)`.
    fn words(&mut self) -> Outcome<Args> {
        let mut words = Vec::new();
        let mut more = false;
        while more || !self.peek().is(")") {
            if self.peek().kind != Kind::Ident {
                return self.expected("a name", None);
            }
            let token = self.next();
            words.push(Name {
                text: token.text,
                span: token.span,
            });
            more = self.take(",");
        }
        Ok(Args::Words(words))
    }

    /// An empty span behind the last token.
    pub(super) fn behind(&self) -> Span {
        let last = self.tokens[self.at.saturating_sub(1)].span;
        Span {
            start: last.end,
            ..last
        }
    }
}
