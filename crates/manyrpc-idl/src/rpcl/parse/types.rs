//! Type specifiers and declarators.

use crate::place::Span;

use super::super::ast::*;
use super::{DEFINITIONS, KEYWORDS, Outcome, Parser, Reported};
use crate::c::doc;
use crate::c::lex::{Kind, Token};

impl Parser<'_, '_> {
    /// `specifier declarator`, up to its terminator.
    pub(super) fn decl(&mut self, what: &str) -> Outcome<Decl> {
        let doc = doc::leading(self.peek());
        let spec = self.spec("a type")?;
        let pointer = self.take("*");
        let name = self.name(what)?;
        let shape = self.shape(pointer)?;
        Ok(Decl {
            doc,
            spec,
            name,
            shape,
        })
    }

    pub(super) fn shape(&mut self, pointer: bool) -> Outcome<Shape> {
        let bracket = self.peek().span;
        let shape = if self.take("[") {
            let length = self.expr()?;
            self.expect("]", "`]`")?;
            Shape::Fixed(length)
        } else if self.take("<") {
            if self.take(">") {
                Shape::UpTo(None)
            } else {
                let max = self.expr()?;
                self.expect(">", "`>`")?;
                Shape::UpTo(Some(max))
            }
        } else if pointer {
            return Ok(Shape::Pointer);
        } else {
            return Ok(Shape::Plain);
        };
        if pointer {
            let message = "a declaration is either optional or an array";
            let help =
                Some("name the optional type with `typedef`, then declare an array of that".into());
            return self.error(bracket, message, help);
        }
        Ok(shape)
    }

    pub(super) fn spec(&mut self, what: &str) -> Outcome<Spec> {
        let first = self.peek().clone();
        if first.kind != Kind::Ident {
            return self.expected(what, None);
        }
        self.at += 1;
        let node = match &*first.text {
            "bool" => SpecNode::Scalar(Scalar::Bool),
            "float" => SpecNode::Scalar(Scalar::F32),
            "double" => SpecNode::Scalar(Scalar::F64),
            "string" => SpecNode::Text(self.strings),
            "opaque" => SpecNode::Opaque,
            "char" | "short" | "int" | "long" | "hyper" => {
                self.at -= 1;
                SpecNode::Scalar(self.integer(true))
            }
            "unsigned" => SpecNode::Scalar(self.integer(false)),
            "struct" | "union" | "enum" => return self.tagged(&first),
            keyword if KEYWORDS.contains(&keyword) => {
                self.at -= 1;
                return self.expected(what, None);
            }
            _ => {
                self.at -= 1;
                SpecNode::Named(None, self.qualified(what)?)
            }
        };
        let last = &self.tokens[self.at - 1];
        Ok(Spec {
            span: first.span.to(last.span),
            node,
        })
    }

    /// The integer types of C; a `long` has 32 bits, as in every rpcgen.
    pub(super) fn integer(&mut self, signed: bool) -> Scalar {
        let (signed_type, unsigned_type) = if self.take_word("char") {
            return if signed { Scalar::I8 } else { Scalar::U8 };
        } else if self.take_word("short") {
            (Scalar::I16, Scalar::U16)
        } else if self.take_word("hyper")
            || (self.peek().is_word("long") && self.peek_at(1).is_word("long"))
        {
            if self.take_word("long") {
                self.at += 1;
            }
            (Scalar::I64, Scalar::U64)
        } else {
            self.take_word("long");
            (Scalar::I32, Scalar::U32)
        };
        self.take_word("int");
        if signed { signed_type } else { unsigned_type }
    }

    /// `struct name`, or an inline body.
    pub(super) fn tagged(&mut self, keyword: &Token) -> Outcome<Spec> {
        let next = self.peek();
        if next.kind == Kind::Ident && !(keyword.is_word("union") && next.is_word("switch")) {
            let name = self.name("the name of a type")?;
            let prefix = DEFINITIONS.into_iter().find(|d| keyword.is_word(d));
            return Ok(Spec {
                span: keyword.span.to(name.span),
                node: SpecNode::Named(prefix, name),
            });
        }
        match &*keyword.text {
            "struct" => self.struct_body(keyword.span),
            "union" => self.union_body(keyword.span),
            _ => self.enum_body(keyword.span),
        }
    }

    /// Parses one level deeper; fails above the nesting limit.
    pub(super) fn nested<T>(
        &mut self,
        span: Span,
        parse: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome<T> {
        if self.depth >= self.limits.nesting {
            return self.error(span, "types nest too deep here", None);
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    pub(super) fn struct_body(&mut self, start: Span) -> Outcome<Spec> {
        self.expect("{", "`{` and the fields of the struct")?;
        let fields = self.nested(start, |p| {
            let mut fields = Vec::new();
            while p.inside() {
                match p.field() {
                    Ok(field) => fields.push(field),
                    Err(Reported) => p.skip_member(";"),
                }
            }
            Ok(fields)
        })?;
        self.expect("}", "a field or `}`")?;
        Ok(Spec {
            span: start,
            node: SpecNode::Struct(fields),
        })
    }

    pub(super) fn field(&mut self) -> Outcome<Decl> {
        let mut decl = self.decl("the name of the field")?;
        self.end_of_field("`;` after the field")?;
        decl.doc = self.doc_or_trailing(std::mem::take(&mut decl.doc));
        Ok(decl)
    }

    pub(super) fn union_body(&mut self, start: Span) -> Outcome<Spec> {
        if !self.take_word("switch") {
            return self.expected("`switch (discriminant)`", None);
        }
        self.expect("(", "`(` and the discriminant")?;
        let discriminant = self.decl("the name of the discriminant")?;
        self.expect(")", "`)` after the discriminant")?;
        self.expect("{", "`{` and the arms of the union")?;
        let body = self.nested(start, |p| p.arms(discriminant))?;
        self.expect("}", "`case`, `default` or `}`")?;
        Ok(Spec {
            span: start,
            node: SpecNode::Union(Box::new(body)),
        })
    }

    pub(super) fn arms(&mut self, discriminant: Decl) -> Outcome<UnionBody> {
        let mut body = UnionBody {
            discriminant,
            arms: Vec::new(),
            default: None,
        };
        while self.inside() {
            let start = self.peek().clone();
            match self.arm() {
                Ok((labels, arm)) if labels.is_empty() => {
                    if body.default.replace(arm).is_some() {
                        let _ = self.error::<()>(start.span, "a union has one `default`", None);
                    }
                }
                Ok((labels, arm)) => body.arms.push(Arm { labels, body: arm }),
                Err(Reported) => self.skip_member(";"),
            }
        }
        Ok(body)
    }

    /// Labels (none for `default`) and the arm's content.
    pub(super) fn arm(&mut self) -> Outcome<(Vec<Expr>, ArmBody)> {
        let doc = doc::leading(self.peek());
        let mut labels = Vec::new();
        if self.take_word("default") {
            self.expect(":", "`:` after `default`")?;
        } else {
            if !self.peek().is_word("case") {
                return self.expected("`case`, `default` or `}`", None);
            }
            while self.take_word("case") {
                labels.push(self.expr()?);
                self.expect(":", "`:` after the label")?;
            }
        }
        let mut body = match self.peek().is_word("void") {
            true => ArmBody::Void {
                doc: doc::leading(&self.next()),
            },
            false => ArmBody::Decl(self.decl("the name of the arm")?),
        };
        self.end_of_field("`;` after the arm")?;
        let (ArmBody::Void { doc: own } | ArmBody::Decl(Decl { doc: own, .. })) = &mut body;
        let nearest = if own.is_empty() {
            doc
        } else {
            std::mem::take(own)
        };
        *own = self.doc_or_trailing(nearest);
        Ok((labels, body))
    }

    pub(super) fn enum_body(&mut self, start: Span) -> Outcome<Spec> {
        self.expect("{", "`{` and the names of the enumeration")?;
        let mut members = Vec::new();
        while self.inside() {
            match self.member() {
                Ok(member) => members.push(member),
                Err(Reported) => self.skip_member(","),
            }
        }
        self.expect("}", "`,` or `}`")?;
        Ok(Spec {
            span: start,
            node: SpecNode::Enum(members),
        })
    }

    pub(super) fn member(&mut self) -> Outcome<Member> {
        let doc = doc::leading(self.peek());
        let name = self.name("a name of the enumeration")?;
        let value = match self.take("=") {
            true => Some(self.expr()?),
            false => None,
        };
        if !self.take(",") && !self.peek().is("}") {
            return self.expected("`,` or `}`", None);
        }
        let doc = self.doc_or_trailing(doc);
        Ok(Member { doc, name, value })
    }
}
