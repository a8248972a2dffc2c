//! Tokens to syntax tree.
//!
//! Reading list: RFC 4506 section 6.3 (types and constants); RFC 5531 section 12.2 (programs);
//! rpcgen, which also accepts several named arguments, pointers and strings as arguments, `()` for
//! no arguments, and the integer types of C; xdrpp, which has namespaces. `raises` is our extension
//! (`docs/exceptions.md`).
//!
//! The parser accepts anything that has a meaning; checks come later. After an error it resumes
//! behind the next `;`, or at the enclosing `}`.

mod types;

use crate::diagnostic::Findings;
use crate::options::Options;
use crate::source::Sources;

use super::ast::*;
use crate::c::Dialect;
use crate::c::cursor::{Cursor, Outcome, Reported};
use crate::c::doc;
use crate::c::expr::Mode;
use crate::c::lex::{Kind, Token};

/// Words that cannot be names.
pub(crate) const KEYWORDS: [&str; 22] = [
    "bool", "case", "char", "const", "default", "double", "enum", "float", "hyper", "int", "long",
    "opaque", "program", "short", "string", "struct", "switch", "typedef", "union", "unsigned",
    "version", "void",
];

/// RPCL as the shared parts see it. `RPC_HDR` is defined because rpcgen's run for the header is the
/// one that sees every type.
pub(crate) static DIALECT: Dialect = Dialect {
    keywords: &KEYWORDS,
    definitions: &DEFINITIONS,
    punctuation: &[
        "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "{", "}", "(", ")", "[", "]", "<", ">",
        ";", ":", ",", "=", "*", "+", "-", "/", "%", "|", "&", "^", "~", "!", "?",
    ],
    passthrough: true,
    escapes: false,
    fractions: false,
    headers: &[],
    scopes: &[],
    predefined: &[("RPC_HDR", "1")],
    expressions: Mode::Constant,
};

const DEFINITIONS: [&str; 6] = ["const", "enum", "program", "struct", "typedef", "union"];

/// Parses a whole token stream that ends with [`Kind::Eof`].
pub(crate) fn parse(
    sources: &Sources<'_>,
    findings: &mut Findings,
    options: &Options,
    tokens: &[Token],
) -> Parsed {
    let cursor = Cursor {
        sources,
        findings,
        dialect: &DIALECT,
        limits: options.limits,
        tokens,
        at: 0,
        depth: 0,
    };
    let strings = options.strings;
    let mut parser = Parser {
        cursor,
        strings,
        namespaces: 0,
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
    if parser.namespaces > 0 && !parser.findings.has_errors() {
        let _ = parser.expected::<()>("a definition or the `}` of a namespace", None);
    }
    parsed
}

struct Parser<'a, 'f> {
    cursor: Cursor<'a, 'f>,
    /// The current setting of how strings are held.
    strings: Strings,
    /// Number of enclosing namespaces.
    namespaces: usize,
}

impl<'a, 'f> std::ops::Deref for Parser<'a, 'f> {
    type Target = Cursor<'a, 'f>;

    fn deref(&self) -> &Self::Target {
        &self.cursor
    }
}

impl std::ops::DerefMut for Parser<'_, '_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.cursor
    }
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
            (Kind::Ident, "namespace") => {
                self.namespace()?;
                return Ok(None);
            }
            (Kind::Punct, "}") if self.namespaces > 0 => {
                self.namespaces -= 1;
                return Ok(None);
            }
            (Kind::Punct, ";") => return Ok(None),
            (Kind::Passthrough, _) => {
                self.setting(&first);
                return Ok(None);
            }
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

    /// `namespace a {`, an extension of xdrpp that only C++ needs: the contents are treated as if
    /// they were outside.
    fn namespace(&mut self) -> Outcome<()> {
        self.qualified("the name of the namespace")?;
        self.expect("{", "`{` and the definitions of the namespace")?;
        self.namespaces += 1;
        Ok(())
    }

    /// The last name of `a::b`.
    fn qualified(&mut self, what: &str) -> Outcome<Name> {
        let mut name = self.name(what)?;
        while self.peek().is(":") && self.peek_at(1).is(":") {
            self.at += 2;
            name = self.name(what)?;
        }
        Ok(name)
    }

    /// A setting of our own in the definition: `strings = bytes`, or back to `strings = text`.
    fn setting(&mut self, line: &Token) {
        let (name, value) = line.text.split_once('=').unwrap_or((&line.text, ""));
        match (name.trim(), value.trim()) {
            ("strings", "text") => self.strings = Strings::Text,
            ("strings", "bytes") => self.strings = Strings::Bytes,
            _ => {
                let message = format!("there is no setting `{}`", line.text);
                let help = Some("`strings = bytes` and `strings = text` are the settings".into());
                // Parsing resumes behind the line.
                let _ = self.error::<()>(line.span, message, help);
            }
        }
    }

    /// The `;` after a definition; if only that is missing, parsing continues as if it were there.
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
        let raises = self.raises()?;
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
            raises,
        })
    }

    /// `raises (A, B)`, our extension: rpcgen has no exceptions.
    fn raises(&mut self) -> Outcome<Vec<Spec>> {
        let mut raises = Vec::new();
        if !self.take_word("raises") {
            return Ok(raises);
        }
        self.expect("(", "`(` and the names of exceptions")?;
        loop {
            let name = self.name("the name of a struct that is an exception")?;
            raises.push(Spec {
                span: name.span,
                node: SpecNode::Named(None, name),
            });
            if !self.take(",") {
                self.expect(")", "`,` or `)`")?;
                return Ok(raises);
            }
        }
    }

    fn params(&mut self) -> Outcome<Vec<Param>> {
        let mut params = Vec::new();
        if self.take(")") {
            return Ok(params);
        }
        if self.peek().is_word("void") {
            self.at += 1;
            if self.peek().kind == Kind::Ident && !KEYWORDS.contains(&&*self.peek().text) {
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
