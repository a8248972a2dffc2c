//! Types: structs, unions, enumerations, and their uses.

use crate::c::cursor::{Outcome, Reported};
use crate::c::doc;
use crate::c::lex::Kind;
use crate::place::Span;

use super::super::ast::*;
use super::Parser;

impl Parser<'_, '_> {
    /// `struct x ;`
    pub(super) fn is_announcement(&self) -> bool {
        self.peek_at(2).is(";")
    }

    pub(super) fn type_spec(&mut self) -> Outcome<TypeSpec> {
        let first = self.peek().clone();
        if first.kind != Kind::Ident {
            return match first.is("::") {
                true => self.named_type(first.span),
                false => self.expected("a type", None),
            };
        }
        if let Some(basic) = self.basic() {
            return Ok(self.spec_from(first.span, TypeNode::Basic(basic)));
        }
        let called = self.peek_at(1).is("<");
        let node = match &*first.text {
            "string" => TypeNode::Text(self.bound()?),
            "wstring" => TypeNode::WideText(self.bound()?),
            "sequence" => self.nested(Parser::sequence)?,
            "fixed" => TypeNode::Fixed(self.digits(called)?),
            "struct" => TypeNode::Struct(Box::new(self.structure()?)),
            "union" => TypeNode::Union(Box::new(self.union()?)),
            "enum" => TypeNode::Enum(self.enumeration()?),
            _ => return self.named_type(first.span),
        };
        Ok(self.spec_from(first.span, node))
    }

    fn named_type(&mut self, first: Span) -> Outcome<TypeSpec> {
        let name = self.scoped("a type")?;
        Ok(self.spec_from(first, TypeNode::Named(name)))
    }

    fn spec_from(&self, first: Span, node: TypeNode) -> TypeSpec {
        let last = self.tokens[self.at.saturating_sub(1)].span;
        let span = first.to(last);
        TypeSpec { span, node }
    }

    /// One of the language's own types that is one or several words.
    fn basic(&mut self) -> Option<Basic> {
        let word = |at: usize| match self.peek_at(at) {
            token if token.kind == Kind::Ident => &*token.text,
            _ => "",
        };
        let (basic, words) = match (word(0), word(1), word(2)) {
            ("unsigned", "long", "long") => (Basic::U64, 3),
            ("unsigned", "long", _) => (Basic::U32, 2),
            ("unsigned", "short", _) => (Basic::U16, 2),
            ("long", "long", _) => (Basic::I64, 2),
            ("long", "double", _) => (Basic::F128, 2),
            ("long", ..) => (Basic::I32, 1),
            ("short", ..) => (Basic::I16, 1),
            ("float", ..) => (Basic::F32, 1),
            ("double", ..) => (Basic::F64, 1),
            ("boolean", ..) => (Basic::Bool, 1),
            ("char", ..) => (Basic::Char, 1),
            ("wchar", ..) => (Basic::WChar, 1),
            ("octet", ..) => (Basic::Octet, 1),
            ("any", ..) => (Basic::Any, 1),
            ("Object", ..) => (Basic::Object, 1),
            ("ValueBase", ..) => (Basic::ValueBase, 1),
            ("void", ..) => (Basic::Void, 1),
            _ => return None,
        };
        self.at += words;
        Some(basic)
    }

    /// `<length>` behind `string`.
    fn bound(&mut self) -> Outcome<Option<Expr>> {
        self.at += 1;
        if !self.take("<") {
            return Ok(None);
        }
        let bound = self.expr()?;
        self.expect(">", "`>` after the length")?;
        Ok(Some(bound))
    }

    fn sequence(&mut self) -> Outcome<TypeNode> {
        self.at += 1;
        self.expect("<", "`<` and the type of the elements")?;
        let element = self.type_spec()?;
        let bound = match self.take(",") {
            true => Some(self.expr()?),
            false => None,
        };
        self.expect(">", "`>` after the type of the elements")?;
        Ok(TypeNode::Sequence(Box::new(element), bound))
    }

    fn digits(&mut self, called: bool) -> Outcome<Option<Box<(Expr, Expr)>>> {
        self.at += 1;
        if !called {
            return Ok(None);
        }
        self.at += 1;
        let digits = self.expr()?;
        self.expect(",", "`,` and how many digits are behind the point")?;
        let scale = self.expr()?;
        self.expect(">", "`>` after the numbers of digits")?;
        Ok(Some(Box::new((digits, scale))))
    }

    pub(super) fn structure(&mut self) -> Outcome<Struct> {
        self.at += 1;
        let declared = self.declared("the name of the struct")?;
        self.expect("{", "`{` and the members of the struct")?;
        let members = self.scope(&declared, Parser::members)?;
        Ok(Struct { declared, members })
    }

    /// Up to and with the `}`.
    pub(super) fn members(&mut self) -> Outcome<Vec<Member>> {
        let mut members = Vec::new();
        loop {
            self.reach();
            if !self.inside() {
                break;
            }
            match self.member() {
                Ok(member) => members.push(member),
                Err(Reported) => self.skip_member(";"),
            }
        }
        self.expect("}", "a member or `}`")?;
        Ok(members)
    }

    pub(super) fn member(&mut self) -> Outcome<Member> {
        let doc = doc::leading(self.peek());
        let spec = self.type_spec()?;
        let declarators = self.declarators()?;
        self.end_of_field("`;` after the member")?;
        let doc = self.doc_or_trailing(doc);
        Ok(Member {
            doc,
            spec,
            declarators,
        })
    }

    pub(super) fn declarators(&mut self) -> Outcome<Vec<Declarator>> {
        let mut declarators = vec![self.declarator()?];
        while self.take(",") {
            declarators.push(self.declarator()?);
        }
        Ok(declarators)
    }

    pub(super) fn declarator(&mut self) -> Outcome<Declarator> {
        let declared = self.declared("a name")?;
        let mut lengths = Vec::new();
        while self.take("[") {
            if lengths.len() >= self.limits.nesting {
                let span = declared.name.span;
                return self.error(span, "this array has too many dimensions", None);
            }
            lengths.push(self.expr()?);
            self.expect("]", "`]` after the length")?;
        }
        Ok(Declarator { declared, lengths })
    }

    pub(super) fn union(&mut self) -> Outcome<Union> {
        self.at += 1;
        let declared = self.declared("the name of the union")?;
        if !self.take_word("switch") {
            return self.expected("`switch` and the type of the discriminator", None);
        }
        self.scope(&declared.clone(), |parser| {
            parser.expect("(", "`(` and the type of the discriminator")?;
            let switch = parser.type_spec()?;
            parser.expect(")", "`)` after the type of the discriminator")?;
            parser.expect("{", "`{` and the cases of the union")?;
            let mut cases = Vec::new();
            loop {
                parser.reach();
                if !parser.inside() {
                    break;
                }
                match parser.case() {
                    Ok(case) => cases.push(case),
                    Err(Reported) => parser.skip_member(";"),
                }
            }
            parser.expect("}", "a case or `}`")?;
            Ok(Union {
                declared,
                switch,
                cases,
            })
        })
    }

    fn case(&mut self) -> Outcome<Case> {
        let doc = doc::leading(self.peek());
        let mut labels = Vec::new();
        loop {
            let token = self.peek().clone();
            if self.take_word("default") {
                labels.push(CaseLabel::Default(token.span));
            } else if self.take_word("case") {
                labels.push(CaseLabel::Value(self.expr()?));
            } else if labels.is_empty() {
                return self.expected("`case` or `default`", None);
            } else {
                break;
            }
            self.expect(":", "`:` after the label")?;
        }
        let spec = self.type_spec()?;
        let declarator = self.declarator()?;
        self.end_of_field("`;` after the member")?;
        let doc = self.doc_or_trailing(doc);
        Ok(Case {
            doc,
            labels,
            spec,
            declarator,
        })
    }

    pub(super) fn enumeration(&mut self) -> Outcome<Enum> {
        self.at += 1;
        let declared = self.declared("the name of the enumeration")?;
        self.expect("{", "`{` and the names of the enumeration")?;
        let mut members = Vec::new();
        loop {
            self.reach();
            let doc = doc::leading(self.peek());
            let member = self.declared("a name of the enumeration")?;
            let more = self.take(",");
            let doc = self.doc_or_trailing(doc);
            members.push((doc, member));
            if !more {
                break;
            }
        }
        self.expect("}", "`,` or `}`")?;
        Ok(Enum { declared, members })
    }
}
