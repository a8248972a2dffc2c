//! Type specifiers and declarators.

use std::rc::Rc;

use crate::c::cursor::{Outcome, Reported};
use crate::c::doc;
use crate::c::lex::{Kind, Token};
use crate::place::Span;

use super::super::ast::*;
use super::{CONVENTIONS, KEYWORDS, Parser};

/// Words that form the names of integer types.
const INTEGER_WORDS: [&str; 13] = [
    "unsigned",
    "signed",
    "small",
    "short",
    "long",
    "hyper",
    "int",
    "char",
    "__int8",
    "__int16",
    "__int32",
    "__int64",
    "__int3264",
];

/// Bytes that the names of a declaration may cost regardless of the limits.
const FEW_COPIES: usize = 1 << 16;

/// The cost of a declaration's further names: each gets a copy of the specifier, attributes and
/// documentation.
pub(super) struct Copies {
    each: usize,
    bytes: usize,
}

impl Copies {
    pub(super) fn new(doc: &str, tokens: usize) -> Self {
        Copies {
            each: doc.len() + tokens * 64,
            bytes: 0,
        }
    }
}

impl Parser<'_, '_> {
    pub(super) fn spec(&mut self, what: &str) -> Outcome<Spec> {
        self.skip_qualifiers();
        let first = self.peek().clone();
        if first.kind != Kind::Ident {
            return self.expected(what, None);
        }
        if INTEGER_WORDS.iter().any(|w| first.is_word(w)) {
            return self.integer(&first);
        }
        self.at += 1;
        let node = match &*first.text {
            "boolean" => SpecNode::Scalar(Scalar::Bool),
            "byte" => SpecNode::Scalar(Scalar::Byte),
            "wchar_t" => SpecNode::Scalar(Scalar::WideChar),
            "float" => SpecNode::Scalar(Scalar::F32),
            "double" => SpecNode::Scalar(Scalar::F64),
            "void" => SpecNode::Void,
            "handle_t" => SpecNode::Handle,
            "struct" | "union" | "enum" => return self.constructed(&first),
            "pipe" => return self.pipe(&first),
            "bitmap" if self.peek().is("{") => {
                let message = "`bitmap` is a word of Samba's compiler alone";
                let help = "name the integer with `typedef` and the bits with `const`".to_owned();
                return self.error(first.span, message, Some(help));
            }
            keyword if KEYWORDS.contains(&keyword) => {
                self.at -= 1;
                return self.expected(what, None);
            }
            _ => SpecNode::Named(Name {
                text: first.text.clone(),
                span: first.span,
            }),
        };
        self.skip_qualifiers();
        Ok(Spec {
            span: first.span,
            node,
        })
    }

    /// A type that no name can follow, so that qualifiers have nothing to apply to.
    pub(super) fn unqualified(&mut self, what: &str) -> Outcome<Spec> {
        let start = self.at;
        let spec = self.spec(what)?;
        self.no_qualifiers(start)?;
        Ok(spec)
    }

    /// Refuses qualifiers around the type between that token and the current one.
    pub(super) fn no_qualifiers(&mut self, start: usize) -> Outcome<()> {
        let ends = [&self.tokens[start], &self.tokens[self.at - 1]];
        let found = ends.into_iter().find(|token| is_qualifier(token));
        match found.map(|token| (token.span, token.text.clone())) {
            Some((span, word)) => {
                let message = format!("`{word}` needs a name to apply to");
                self.error(span, message, None)
            }
            None => Ok(()),
        }
    }

    /// Qualifiers that matter to C compilers only.
    fn skip_qualifiers(&mut self) {
        while is_qualifier(self.peek()) {
            self.at += 1;
        }
    }

    /// C706 section 4.2.9.1, with the words in any order; a `long` has 32 bits.
    fn integer(&mut self, first: &Token) -> Outcome<Spec> {
        let mut words: Vec<Rc<str>> = Vec::new();
        let mut span = first.span;
        while INTEGER_WORDS.iter().any(|w| self.peek().is_word(w)) {
            let token = self.next();
            span = span.to(token.span);
            words.push(token.text);
        }
        let count = |word: &str| words.iter().filter(|w| &***w == word).count();
        let unsigned = count("unsigned") > 0;
        let mut sizes: Vec<&str> = words
            .iter()
            .map(|w| &**w)
            .filter(|w| !["unsigned", "signed", "int"].contains(w))
            .collect();
        let signs = count("unsigned") + count("signed");
        let alone = [
            "char",
            "__int8",
            "__int16",
            "__int32",
            "__int64",
            "__int3264",
        ];
        let int = count("int") > 0 && alone.iter().any(|word| count(word) > 0);
        if signs > 1 || count("int") > 1 || int {
            return self.error(span, "these words do not make one type", None);
        }
        if sizes == ["long", "long"] {
            sizes = vec!["hyper"];
        }
        let (signed_type, unsigned_type) = match sizes[..] {
            // C706 section 4.2.9.3: the two are the same.
            ["char"] if count("signed") == 0 => (Scalar::Char, Scalar::Char),
            ["char" | "small" | "__int8"] => (Scalar::I8, Scalar::U8),
            ["short" | "__int16"] => (Scalar::I16, Scalar::U16),
            [] | ["long" | "__int32" | "__int3264"] => (Scalar::I32, Scalar::U32),
            ["hyper" | "__int64"] => (Scalar::I64, Scalar::U64),
            _ => return self.error(span, "these words do not make one type", None),
        };
        self.skip_qualifiers();
        let scalar = if unsigned { unsigned_type } else { signed_type };
        Ok(Spec {
            span,
            node: SpecNode::Scalar(scalar),
        })
    }

    /// `struct tag`, `struct {…}` or both; the same for unions and enumerations.
    fn constructed(&mut self, keyword: &Token) -> Outcome<Spec> {
        let next = self.peek();
        let is_tag = next.kind == Kind::Ident && !next.is_word("switch");
        let tag = match is_tag {
            true => Some(self.name("the name of a type")?),
            false => None,
        };
        let span = keyword
            .span
            .to(tag.as_ref().map_or(keyword.span, |t| t.span));
        if let Some(tag) = &tag {
            self.note_broken_from(tag);
        }
        let has_body = self.peek().is("{") || self.peek().is_word("switch");
        if tag.is_none() && !has_body {
            return self.expected("a name or `{`", None);
        }
        let node = match &*keyword.text {
            "struct" if has_body => {
                let fields = self.fields(span)?;
                SpecNode::Struct(tag.clone(), Some(fields))
            }
            "struct" => SpecNode::Struct(tag.clone(), None),
            "union" if has_body => {
                let body = self.union_body(span)?;
                SpecNode::Union(tag.clone(), Some(body))
            }
            "union" => SpecNode::Union(tag.clone(), None),
            _ if has_body => {
                let members = self.members()?;
                SpecNode::Enum(tag.clone(), Some(members))
            }
            _ => SpecNode::Enum(tag.clone(), None),
        };
        if let Some(tag) = &tag {
            self.parsed.broken.remove(&tag.text);
        }
        self.skip_qualifiers();
        Ok(Spec { span, node })
    }

    fn pipe(&mut self, keyword: &Token) -> Outcome<Spec> {
        let element = self.nested(keyword.span, |p| p.spec("the type of the elements"))?;
        let name = Name {
            text: "element".into(),
            span: element.span,
        };
        let mut levels = Vec::new();
        while self.peek().is("*") {
            levels.push(Level::Pointer(self.next().span));
        }
        Ok(Spec {
            span: keyword.span,
            node: SpecNode::Pipe(element.into(), Declarator { name, levels }),
        })
    }

    /// Parses one level deeper; fails above the nesting limit.
    fn nested<T>(&mut self, span: Span, parse: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        if self.depth >= self.limits.nesting {
            return self.error(span, "types nest too deep here", None);
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    fn fields(&mut self, span: Span) -> Outcome<Vec<Field>> {
        self.expect("{", "`{` and the fields of the struct")?;
        let fields = self.nested(span, |p| {
            let mut fields = Vec::new();
            while p.inside() {
                match p.field() {
                    Ok(declared) => fields.extend(declared),
                    Err(Reported) => p.skip_member(";"),
                }
            }
            Ok(fields)
        })?;
        self.expect("}", "a field or `}`")?;
        Ok(fields)
    }

    /// `[attributes] specifier declarators;`, one field for each declarator.
    fn field(&mut self) -> Outcome<Vec<Field>> {
        let start = self.at;
        let doc = doc::leading(self.peek());
        let attrs = self.attrs()?;
        let spec = Rc::new(self.spec("a type")?);
        let mut copies = Copies::new(&doc, self.at - start);
        let mut fields = Vec::new();
        loop {
            self.copied(&mut copies)?;
            fields.push(Field {
                doc: doc.clone(),
                attrs: attrs.clone(),
                spec: spec.clone(),
                declarator: self.declarator("the name of the field")?,
            });
            if !self.take(",") {
                break;
            }
        }
        self.end_of_field("`;` after the field")?;
        for field in &mut fields {
            field.doc = self.doc_or_trailing(std::mem::take(&mut field.doc));
        }
        Ok(fields)
    }

    /// Counts one more name.
    pub(super) fn copied(&mut self, copies: &mut Copies) -> Outcome<()> {
        copies.bytes = copies.bytes.saturating_add(copies.each);
        if copies.bytes - copies.each > self.limits.source_bytes.max(FEW_COPIES) {
            let span = self.peek().span;
            return self.error(span, "this declaration has too many names", None);
        }
        Ok(())
    }

    fn union_body(&mut self, span: Span) -> Outcome<UnionBody> {
        let switch = match self.take_word("switch") {
            true => Some(self.switch()?),
            false => None,
        };
        self.expect("{", "`{` and the arms of the union")?;
        let encapsulated = switch.is_some();
        let arms = self.nested(span, |p| {
            let mut arms = Vec::new();
            while p.inside() {
                match p.arm(encapsulated) {
                    Ok(arm) => arms.push(arm),
                    Err(Reported) => p.skip_member(";"),
                }
            }
            Ok(arms)
        })?;
        self.expect("}", "an arm or `}`")?;
        Ok(UnionBody { switch, arms })
    }

    /// `(type name) union_name`; the second name matters in C only.
    fn switch(&mut self) -> Outcome<Switch> {
        self.expect("(", "`(` and the discriminant")?;
        let spec = Rc::new(self.spec("the type of the discriminant")?);
        let name = self.name("the name of the discriminant")?;
        self.expect(")", "`)` after the discriminant")?;
        if self.peek().kind == Kind::Ident {
            self.name("the name of the union in C")?;
        }
        Ok(Switch { spec, name })
    }

    fn arm(&mut self, encapsulated: bool) -> Outcome<Arm> {
        let mut doc = doc::leading(self.peek());
        let span = self.peek().span;
        let mut arm = Arm {
            doc: String::new(),
            span,
            labels: Vec::new(),
            default: false,
            attrs: Attrs::default(),
            field: None,
        };
        while encapsulated && (self.peek().is_word("case") || self.peek().is_word("default")) {
            let is_default = self.next().is_word("default");
            arm.default |= is_default;
            if !is_default {
                arm.labels.push(self.label()?);
            }
            self.expect(":", "`:` after the label")?;
            let nearest = doc::leading(self.peek());
            doc = if nearest.is_empty() { doc } else { nearest };
        }
        let mut attrs = self.attrs()?;
        let mut own = Vec::new();
        for attr in std::mem::take(&mut attrs.0) {
            match (&*attr.name.text, attr.args) {
                ("default", Args::None) => arm.default = true,
                ("case", Args::Exprs(labels)) => arm.labels.extend(labels.into_iter().flatten()),
                (_, args) => own.push(Attr {
                    name: attr.name,
                    args,
                }),
            }
        }
        attrs.0 = own;
        if arm.labels.is_empty() && !arm.default {
            let what = match encapsulated {
                true => "`case`, `default` or `}`",
                false => "`[case(label)]`, `[default]` or `}`",
            };
            return self.expected(what, None);
        }
        // An arm without content is a `;` alone; some definitions write `void`, or omit the last
        // `;`.
        let empty = self.peek().is(";")
            || self.peek().is("}")
            || (self.peek().is_word("void") && self.peek_at(1).is(";"));
        if empty {
            self.take_word("void");
            arm.attrs = attrs;
        } else {
            let spec = Rc::new(self.spec("a type or `;`")?);
            let declarator = self.declarator("the name of the arm")?;
            arm.field = Some(Field {
                doc: String::new(),
                attrs,
                spec,
                declarator,
            });
        }
        self.end_of_field("`;` after the arm")?;
        arm.doc = self.doc_or_trailing(doc);
        Ok(arm)
    }

    /// A label; its `:` does not belong to a conditional expression.
    fn label(&mut self) -> Outcome<Expr> {
        self.expr()
    }

    fn members(&mut self) -> Outcome<Vec<Member>> {
        self.expect("{", "`{` and the names of the enumeration")?;
        let mut members = Vec::new();
        while self.inside() {
            match self.member() {
                Ok(member) => members.push(member),
                Err(Reported) => self.skip_member(","),
            }
        }
        self.expect("}", "`,` or `}`")?;
        Ok(members)
    }

    fn member(&mut self) -> Outcome<Member> {
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

    pub(super) fn declarator(&mut self, what: &str) -> Outcome<Declarator> {
        self.declarator_or(what, false)
    }

    /// With `may_lack_name`, for the parameters of function pointers.
    fn declarator_or(&mut self, what: &str, may_lack_name: bool) -> Outcome<Declarator> {
        let mut pointers = Vec::new();
        while self.peek().is("*") {
            pointers.push(Level::Pointer(self.next().span));
            self.skip_qualifiers();
        }
        self.skip_qualifiers();
        let start = self.peek().span;
        let mut declarator = if self.take("(") {
            let inner = self.nested(start, |p| p.declarator_or(what, may_lack_name))?;
            self.expect(")", "`)` after the declarator")?;
            inner
        } else {
            let name = match may_lack_name && self.peek().kind != Kind::Ident {
                true => Name {
                    text: "".into(),
                    span: self.behind(),
                },
                false => self.name(what)?,
            };
            Declarator {
                name,
                levels: Vec::new(),
            }
        };
        while self.peek().is("[") || self.peek().is("(") {
            let level = match self.peek().is("[") {
                true => self.dimension()?,
                false => self.function(start)?,
            };
            declarator.levels.push(level);
        }
        pointers.reverse();
        declarator.levels.append(&mut pointers);
        if declarator.levels.len() > self.limits.nesting {
            return self.error(start, "types nest too deep here", None);
        }
        Ok(declarator)
    }

    /// C706 section 4.2.15.1.
    fn dimension(&mut self) -> Outcome<Level> {
        let open = self.next().span;
        let first = self.bound()?;
        let (lower, upper) = match (self.take(".."), first) {
            (true, first) => {
                let last = self.bound()?;
                (first.map_or(Bound::Open, Bound::Index), last)
            }
            (false, Some(length)) => {
                let span = open.to(self.peek().span);
                self.expect("]", "`]`")?;
                let (lower, upper) = (Bound::Zero, Bound::Length(length));
                return Ok(Level::Array { span, lower, upper });
            }
            (false, None) => (Bound::Zero, None),
        };
        let span = open.to(self.peek().span);
        self.expect("]", "`]`")?;
        let upper = upper.map_or(Bound::Open, Bound::Index);
        Ok(Level::Array { span, lower, upper })
    }

    /// An expression; `None` for nothing and for `*`.
    fn bound(&mut self) -> Outcome<Option<Expr>> {
        let ends = |t: &Token| t.is("]") || t.is("..");
        if ends(self.peek()) {
            return Ok(None);
        }
        if self.peek().is("*") && ends(self.peek_at(1)) {
            self.at += 1;
            return Ok(None);
        }
        self.expr().map(Some)
    }

    /// The parameters behind a name, which are kept until [`Self::params_of`] takes them.
    fn function(&mut self, name: Span) -> Outcome<Level> {
        self.at += 1;
        let params = self.nested(name, |p| p.params())?;
        self.params = Some(params);
        Ok(Level::Function)
    }

    /// Takes the parameters from the declarator of an operation.
    pub(super) fn params_of(&mut self, declarator: &mut Declarator) -> Vec<Field> {
        declarator.levels.remove(0);
        self.params.take().unwrap_or_default()
    }

    fn params(&mut self) -> Outcome<Vec<Field>> {
        let mut params = Vec::new();
        if self.take(")") {
            return Ok(params);
        }
        if self.peek().is_word("void") && self.peek_at(1).is(")") {
            self.at += 2;
            return Ok(params);
        }
        loop {
            let doc = doc::leading(self.peek());
            let attrs = self.attrs()?;
            let spec = Rc::new(self.spec("a parameter")?);
            let declarator = self.declarator_or("the name of the parameter", true)?;
            params.push(Field {
                doc,
                attrs,
                spec,
                declarator,
            });
            if !self.take(",") {
                self.expect(")", "`,` or `)`")?;
                return Ok(params);
            }
        }
    }
}

/// Whether a word matters to C compilers only.
fn is_qualifier(token: &Token) -> bool {
    let mut words = CONVENTIONS.iter().chain(&["const", "volatile"]);
    words.any(|word| token.is_word(word))
}
