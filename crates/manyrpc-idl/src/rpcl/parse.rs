//! Tokens to syntax tree.
//!
//! Reading list: RFC 4506 section 6.3 (types and constants); RFC 5531 section 12.2
//! (programs); rpcgen, which also takes several named arguments, pointers and
//! strings as arguments, `()` for no arguments, and the integer types of C.
//!
//! Parsing accepts, checking judges: anything with a meaning gets through here.
//! After an error it goes on behind the next `;`, or at the `}` around it.

use crate::Limits;
use crate::diagnostic::{self, Findings, Severity};
use crate::source::{Sources, Span};

use super::ast::*;
use super::doc;
use super::expr::{self, Mode, describe};
use super::lex::{Kind, Token};

/// An error has been reported; go on where the caller can.
struct Reported;

type Outcome<T> = Result<T, Reported>;

/// Words that cannot be names.
pub(crate) const KEYWORDS: [&str; 22] = [
    "bool", "case", "char", "const", "default", "double", "enum", "float", "hyper", "int", "long",
    "opaque", "program", "short", "string", "struct", "switch", "typedef", "union", "unsigned",
    "version", "void",
];

const DEFINITIONS: [&str; 6] = ["const", "enum", "program", "struct", "typedef", "union"];

/// Parses all definitions of a token stream that ends with [`Kind::Eof`].
pub(crate) fn parse(
    sources: &Sources<'_>,
    findings: &mut Findings,
    limits: Limits,
    tokens: &[Token],
) -> Parsed {
    let mut parser = Parser {
        sources,
        findings,
        limits,
        tokens,
        at: 0,
        depth: 0,
    };
    let mut parsed = Parsed::default();
    while parser.peek().kind != Kind::Eof && !parser.findings.full() {
        let start = parser.at;
        match parser.item() {
            Ok(item) => parsed.items.extend(item),
            Err(Reported) => {
                let name = &tokens[(start + 1).min(tokens.len() - 1)];
                parsed.broken.insert(name.text.clone());
                parser.skip_item(start);
            }
        }
    }
    parsed
}

struct Parser<'a, 'f> {
    sources: &'a Sources<'f>,
    findings: &'a mut Findings,
    limits: Limits,
    tokens: &'a [Token],
    at: usize,
    depth: usize,
}

/// Definitions.
impl Parser<'_, '_> {
    fn item(&mut self) -> Outcome<Option<Item>> {
        let first = self.peek().clone();
        let doc = doc::leading(&first);
        self.at += 1;
        let node = match (first.kind, &*first.text) {
            (Kind::Ident, "const") => {
                let (name, value) = self.const_item()?;
                Some(ItemNode::Const(name, value))
            }
            (Kind::Ident, "typedef") => self.typedef()?.map(ItemNode::Type),
            (Kind::Ident, "struct" | "union" | "enum") => {
                let name = self.name("the name of the type")?;
                let spec = match &*first.text {
                    "struct" => self.struct_body(first.span)?,
                    "union" => self.union_body(first.span)?,
                    _ => self.enum_body(first.span)?,
                };
                Some(ItemNode::Type(Decl {
                    doc: String::new(),
                    spec,
                    name,
                    shape: Shape::Plain,
                }))
            }
            (Kind::Ident, "program") => Some(ItemNode::Program(self.program()?)),
            (Kind::Punct, ";") => return Ok(None),
            _ => {
                self.at -= 1;
                let meant = self.findings.suggest(&first.text, DEFINITIONS.into_iter());
                let help = meant.map(|m| format!("did you mean `{m}`?"));
                return self.expected(
                    "a definition (`const`, `typedef`, `struct`, `union`, `enum` or `program`)",
                    help,
                );
            }
        };
        self.end_of_item()?;
        let doc = self.doc_or_trailing(doc);
        Ok(node.map(|node| Item { doc, node }))
    }

    /// The `;` after a definition; where only it is missing, parsing goes on as if it were there.
    fn end_of_item(&mut self) -> Outcome<()> {
        if self.take(";") {
            return Ok(());
        }
        let next = self.peek();
        let complete = next.kind == Kind::Eof || DEFINITIONS.iter().any(|d| next.is_word(d));
        let failed = self.expected_after("`;` after the definition");
        if complete { Ok(()) } else { Err(failed) }
    }

    fn const_item(&mut self) -> Outcome<(Name, ConstValue)> {
        let name = self.name("the name of the constant")?;
        self.expect("=", "`=` and the value of the constant")?;
        if self.peek().kind == Kind::Str {
            let text = self.next().text;
            return Ok((name, ConstValue::Text(text)));
        }
        Ok((name, ConstValue::Expr(self.expr()?)))
    }

    /// `None` for `typedef struct x x;`, which C needs and this language does not.
    fn typedef(&mut self) -> Outcome<Option<Decl>> {
        let decl = self.decl("the name of the type")?;
        let says_nothing = match (&decl.spec.node, &decl.shape) {
            (SpecNode::Named(Some(_), of), Shape::Plain) => of.text == decl.name.text,
            _ => false,
        };
        Ok((!says_nothing).then_some(decl))
    }

    fn program(&mut self) -> Outcome<Program> {
        let name = self.name("the name of the program")?;
        self.expect("{", "`{` and the versions of the program")?;
        let mut versions = Vec::new();
        while self.inside() {
            if !self.peek().is_word("version") {
                return self.expected("`version` or `}`", None);
            }
            versions.push(self.version()?);
        }
        self.expect("}", "`version` or `}`")?;
        self.expect("=", "`=` and the number of the program")?;
        Ok(Program {
            name,
            number: self.expr()?,
            versions,
        })
    }

    fn version(&mut self) -> Outcome<ProgramVersion> {
        let doc = doc::leading(&self.next());
        let name = self.name("the name of the version")?;
        self.expect("{", "`{` and the procedures of the version")?;
        let mut procedures = Vec::new();
        while self.inside() {
            match self.procedure() {
                Ok(procedure) => procedures.push(procedure),
                Err(Reported) => self.skip_member(";"),
            }
        }
        self.expect("}", "a procedure or `}`")?;
        self.expect("=", "`=` and the number of the version")?;
        let number = self.expr()?;
        self.expect(";", "`;` after the version")?;
        let doc = self.doc_or_trailing(doc);
        Ok(ProgramVersion {
            doc,
            name,
            number,
            procedures,
        })
    }

    fn procedure(&mut self) -> Outcome<Procedure> {
        let doc = doc::leading(self.peek());
        let result = match self.take_word("void") {
            true => None,
            false => Some(self.spec("a result type")?),
        };
        let name = self.name("the name of the procedure")?;
        self.expect("(", "`(` and the arguments")?;
        let params = self.params()?;
        self.expect("=", "`=` and the number of the procedure")?;
        let number = self.expr()?;
        self.expect(";", "`;` after the procedure")?;
        let doc = self.doc_or_trailing(doc);
        Ok(Procedure {
            doc,
            name,
            number,
            result,
            params,
        })
    }

    fn params(&mut self) -> Outcome<Vec<Param>> {
        let mut params = Vec::new();
        if self.take(")") {
            return Ok(params);
        }
        if self.peek().is_word("void") {
            self.at += 1;
            if self.peek().kind == Kind::Ident {
                self.at += 1;
            }
            self.expect(")", "`)` after `void`")?;
            return Ok(params);
        }
        loop {
            let spec = self.spec("an argument type")?;
            let pointer = self.take("*");
            let name = match self.peek().kind {
                Kind::Ident => Some(self.name("the name of the argument")?),
                _ => None,
            };
            let shape = self.shape(pointer)?;
            params.push(Param { spec, name, shape });
            if !self.take(",") {
                self.expect(")", "`,` or `)`")?;
                return Ok(params);
            }
        }
    }
}

/// Types.
impl Parser<'_, '_> {
    /// `specifier declarator`, up to what ends it.
    fn decl(&mut self, what: &str) -> Outcome<Decl> {
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

    fn shape(&mut self, pointer: bool) -> Outcome<Shape> {
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

    fn spec(&mut self, what: &str) -> Outcome<Spec> {
        let first = self.peek().clone();
        if first.kind != Kind::Ident {
            return self.expected(what, None);
        }
        self.at += 1;
        let node = match &*first.text {
            "bool" => SpecNode::Scalar(Scalar::Bool),
            "float" => SpecNode::Scalar(Scalar::F32),
            "double" => SpecNode::Scalar(Scalar::F64),
            "string" => SpecNode::Text,
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
            _ => SpecNode::Named(
                None,
                Name {
                    text: first.text.clone(),
                    span: first.span,
                },
            ),
        };
        let last = &self.tokens[self.at - 1];
        Ok(Spec {
            span: first.span.to(last.span),
            node,
        })
    }

    /// The integer types of C; a `long` has 32 bits, as in every rpcgen.
    fn integer(&mut self, signed: bool) -> Scalar {
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

    /// `struct name`, or a body at the place of use.
    fn tagged(&mut self, keyword: &Token) -> Outcome<Spec> {
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

    /// One level deeper, unless that is too deep.
    fn nested<T>(&mut self, span: Span, parse: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        if self.depth >= self.limits.nesting {
            return self.error(span, "types nest too deep here", None);
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    fn struct_body(&mut self, start: Span) -> Outcome<Spec> {
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

    fn field(&mut self) -> Outcome<Decl> {
        let mut decl = self.decl("the name of the field")?;
        self.end_of_field("`;` after the field")?;
        decl.doc = self.doc_or_trailing(std::mem::take(&mut decl.doc));
        Ok(decl)
    }

    /// The `;` after a field; where only it is missing, parsing goes on as if it were there.
    fn end_of_field(&mut self, what: &str) -> Outcome<()> {
        if self.take(";") {
            return Ok(());
        }
        let complete = self.peek().line_start || self.peek().is("}");
        let failed = self.expected_after(what);
        if complete { Ok(()) } else { Err(failed) }
    }

    fn union_body(&mut self, start: Span) -> Outcome<Spec> {
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

    fn arms(&mut self, discriminant: Decl) -> Outcome<UnionBody> {
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

    /// Labels, none for `default`, and what they choose.
    fn arm(&mut self) -> Outcome<(Vec<Expr>, ArmBody)> {
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

    fn enum_body(&mut self, start: Span) -> Outcome<Spec> {
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
}

/// Tokens, and what to do when the wrong one comes.
impl Parser<'_, '_> {
    fn peek(&self) -> &Token {
        self.peek_at(0)
    }

    fn peek_at(&self, ahead: usize) -> &Token {
        &self.tokens[(self.at + ahead).min(self.tokens.len() - 1)]
    }

    fn next(&mut self) -> Token {
        let token = self.peek().clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    fn take(&mut self, punct: &str) -> bool {
        let found = self.peek().is(punct);
        self.at += usize::from(found);
        found
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = self.peek().is_word(word);
        self.at += usize::from(found);
        found
    }

    /// Neither the end of the block nor of the file, and worth going on.
    fn inside(&self) -> bool {
        !self.peek().is("}") && self.peek().kind != Kind::Eof && !self.findings.full()
    }

    fn expect(&mut self, punct: &str, what: &str) -> Outcome<()> {
        if self.take(punct) {
            return Ok(());
        }
        match punct {
            ";" => Err(self.expected_after(what)),
            _ => self.expected(what, None),
        }
    }

    fn name(&mut self, what: &str) -> Outcome<Name> {
        let token = self.peek().clone();
        if token.kind != Kind::Ident {
            return self.expected(what, None);
        }
        if KEYWORDS.contains(&&*token.text) {
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

    fn expr(&mut self) -> Outcome<Expr> {
        let Limits {
            expression_nodes,
            nesting,
            ..
        } = self.limits;
        let parsed = expr::parse(
            self.tokens,
            &mut self.at,
            Mode::Constant,
            expression_nodes,
            nesting,
        );
        parsed.or_else(|e| self.error(e.span, e.message, None))
    }

    fn doc_or_trailing(&self, doc: String) -> String {
        if doc.is_empty() {
            doc::trailing(self.peek())
        } else {
            doc
        }
    }

    fn expected<T>(&mut self, what: &str, help: Option<String>) -> Outcome<T> {
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

    /// What is missing is missing behind the last token, not before the next.
    fn expected_after(&mut self, what: &str) -> Reported {
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

    fn error<T>(
        &mut self,
        span: Span,
        message: impl Into<String>,
        help: Option<String>,
    ) -> Outcome<T> {
        let found = diagnostic::at(self.sources, span, Severity::Error, message.into());
        self.findings.push(found.help(help));
        Err(Reported)
    }

    /// Behind the next `end` of this block, or to the `}` that closes it.
    fn skip_member(&mut self, end: &str) {
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

    /// Behind the `;` that ends the definition begun at `start`, or at a line that begins the next.
    fn skip_item(&mut self, start: usize) {
        // The error may lie inside braces: count from where the definition began.
        let mut depth = 0usize;
        let failed = self.at;
        self.at = start;
        while self.peek().kind != Kind::Eof {
            let token = self.peek();
            let begins = token.line_start && self.sources_column(token) == 0;
            if self.at > start
                && begins
                && DEFINITIONS.iter().any(|d| token.is_word(d))
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
    fn sources_column(&self, token: &Token) -> usize {
        let text = &self.sources.file(token.span.file).text[..token.span.start as usize];
        text.len() - text.rfind('\n').map_or(0, |n| n + 1)
    }
}
