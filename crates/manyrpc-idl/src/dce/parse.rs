//! Tokens to syntax tree.
//!
//! Reading list: C706 section 4.4.1 (grammar); MIDL's extensions: definitions outside of
//! interfaces, several interfaces in a file, values of enumerations, `cpp_quote`, calling
//! conventions; Samba's pidl: `[case(x)]` without a switch.
//!
//! The parser accepts anything that has a meaning; checks come later. After an error it resumes
//! behind the next `;`, or at the enclosing `}`.

mod attributes;
pub(crate) mod configuration;
mod types;

use std::collections::HashSet;

use crate::c::cursor::{Cursor, Outcome, Reported};
use crate::c::expr::Mode;
use crate::c::lex::{Kind, Token};
use crate::c::{Dialect, doc};
use crate::diagnostic::Findings;
use crate::options::Limits;
use crate::source::Sources;

use super::ast::*;

/// C706 section 4.6: words that cannot be names.
pub(crate) const KEYWORDS: [&str; 28] = [
    "boolean",
    "byte",
    "case",
    "char",
    "const",
    "default",
    "double",
    "enum",
    "FALSE",
    "float",
    "handle_t",
    "hyper",
    "import",
    "int",
    "interface",
    "long",
    "NULL",
    "pipe",
    "short",
    "small",
    "struct",
    "switch",
    "TRUE",
    "typedef",
    "union",
    "unsigned",
    "void",
    "wchar_t",
];

const DEFINITIONS: [&str; 7] = [
    "const",
    "enum",
    "import",
    "interface",
    "struct",
    "typedef",
    "union",
];

/// DCE IDL as the shared parts see it.
pub(crate) static DIALECT: Dialect = Dialect {
    keywords: &KEYWORDS,
    definitions: &DEFINITIONS,
    punctuation: &[
        "??<", "??>", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "..", "{", "}", "(", ")",
        "[", "]", "<", ">", ";", ":", ",", "=", "*", "+", "-", "/", "%", "|", "&", "^", "~", "!",
        "?", ".",
    ],
    passthrough: false,
    escapes: true,
    fractions: false,
    headers: &[],
    scopes: &[],
    predefined: &[],
    expressions: Mode::Full,
};

/// Words of related languages that have no meaning on the wire.
const TYPE_LIBRARIES: [&str; 6] = [
    "coclass",
    "dispinterface",
    "importlib",
    "library",
    "module",
    "runtimeclass",
];

/// Calling conventions and the like, which matter to C compilers only.
const CONVENTIONS: [&str; 8] = [
    "__stdcall",
    "_stdcall",
    "stdcall",
    "__cdecl",
    "cdecl",
    "pascal",
    "far",
    "__RPC_FAR",
];

/// Parses a whole token stream that ends with [`Kind::Eof`].
pub(crate) fn parse(
    sources: &Sources<'_>,
    findings: &mut Findings,
    limits: Limits,
    tokens: &[Token],
) -> Parsed {
    let mut parser = parser(sources, findings, limits, tokens);
    while parser.peek().kind != Kind::Eof && !parser.findings.full() {
        let start = parser.at;
        match parser.item() {
            Ok(item) => parser.parsed.items.extend(item),
            Err(Reported) => parser.skip_item(start),
        }
    }
    parser.parsed
}

fn parser<'a, 'f>(
    sources: &'a Sources<'f>,
    findings: &'a mut Findings,
    limits: Limits,
    tokens: &'a [Token],
) -> Parser<'a, 'f> {
    let cursor = Cursor {
        sources,
        findings,
        dialect: &DIALECT,
        limits,
        tokens,
        at: 0,
        depth: 0,
    };
    Parser {
        cursor,
        parsed: Parsed::default(),
        params: None,
    }
}

pub(super) struct Parser<'a, 'f> {
    cursor: Cursor<'a, 'f>,
    parsed: Parsed,
    /// The parameters of the last declarator, if it was a function's.
    params: Option<Vec<Field>>,
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
    /// `None` for items that have no effect here.
    fn item(&mut self) -> Outcome<Option<Item>> {
        let first = self.peek().clone();
        let doc = doc::leading(&first);
        let node = match &*first.text {
            ";" if first.kind == Kind::Punct => {
                self.at += 1;
                return Ok(None);
            }
            "import" => self.import()?,
            "const" => ItemNode::Const(self.constant()?),
            "typedef" => self.typedef(&doc, Attrs::default())?,
            "cpp_quote" | "midl_pragma" | "pragma" if first.kind == Kind::Ident => {
                return self.quoted_for_others().map(|()| None);
            }
            word if TYPE_LIBRARIES.contains(&word) && first.kind == Kind::Ident => {
                let message = format!("`{word}` belongs to type libraries, which have no calls");
                return self.error(first.span, message, None);
            }
            _ => {
                let attrs = self.attrs()?;
                if self.peek().is_word("interface") {
                    return self.interface(doc, attrs);
                }
                match self.peek().is_word("typedef") {
                    // Samba's compiler accepts them on either side of the keyword.
                    true => self.typedef(&doc, attrs)?,
                    false => self.declared(attrs)?,
                }
            }
        };
        self.end_of_item(&node)?;
        let doc = self.doc_or_trailing(doc);
        Ok(Some(Item { doc, node }))
    }

    /// The `;` after a definition; if only that is missing, parsing continues as if it were there.
    fn end_of_item(&mut self, node: &ItemNode) -> Outcome<()> {
        if self.take(";") {
            return Ok(());
        }
        let next = self.peek();
        let begins = DEFINITIONS.iter().any(|d| next.is_word(d)) || next.is("[") || next.is("}");
        let complete = next.kind == Kind::Eof || (begins && next.line_start);
        let failed = self.expected_after(match node {
            ItemNode::Operation(_) => "`;` after the operation",
            _ => "`;` after the definition",
        });
        if complete { Ok(()) } else { Err(failed) }
    }

    fn import(&mut self) -> Outcome<ItemNode> {
        self.at += 1;
        self.file_names().map(ItemNode::Import)
    }

    /// Quoted file names, separated by commas.
    fn file_names(&mut self) -> Outcome<Vec<Name>> {
        let mut files = Vec::new();
        loop {
            let token = self.peek().clone();
            if token.kind != Kind::Str {
                return self.expected("the name of a file in quotation marks", None);
            }
            self.at += 1;
            files.push(Name {
                text: token.text.trim_matches('"').into(),
                span: token.span,
            });
            if !self.take(",") {
                return Ok(files);
            }
        }
    }

    fn constant(&mut self) -> Outcome<Const> {
        self.at += 1;
        let spec = self.spec("the type of the constant")?;
        let pointer = self.take("*");
        let name = self.name("the name of the constant")?;
        self.note_broken_from(&name);
        self.expect("=", "`=` and the value of the constant")?;
        let token = self.peek().clone();
        let value = match token.kind {
            Kind::Ident if token.is_word("NULL") => ConstValue::Text(self.word()),
            Kind::Str => ConstValue::Text(self.word()),
            _ => ConstValue::Expr(self.expr()?),
        };
        self.parsed.broken.remove(&name.text);
        Ok(Const {
            spec,
            pointer,
            name,
            value,
        })
    }

    /// The current token, whatever it is.
    fn word(&mut self) -> Name {
        let token = self.next();
        Name {
            text: token.text,
            span: token.span,
        }
    }

    /// Counts a name as broken until its definition has parsed.
    fn note_broken_from(&mut self, name: &Name) {
        self.parsed.broken.insert(name.text.clone());
    }

    fn typedef(&mut self, doc: &str, mut attrs: Attrs) -> Outcome<ItemNode> {
        self.at += 1;
        let start = self.at;
        attrs.0.extend(self.attrs()?.0);
        let spec = self.spec("a type")?;
        let mut copies = types::Copies::new(doc, self.at - start);
        self.copied(&mut copies)?;
        let mut declarators = vec![self.declarator("the name of the type")?];
        while self.take(",") {
            self.copied(&mut copies)?;
            declarators.push(self.declarator("the name of the type")?);
        }
        Ok(ItemNode::Typedef(Typedef {
            attrs,
            spec,
            declarators,
        }))
    }

    /// `cpp_quote("…")` and the like, with or without a `;`.
    fn quoted_for_others(&mut self) -> Outcome<()> {
        self.at += 1;
        if self.peek().kind == Kind::Ident {
            self.at += 1;
        }
        self.expect("(", "`(`")?;
        self.skip_parentheses()?;
        self.take(";");
        Ok(())
    }

    /// Skips to behind the `)` that matches a `(` already consumed.
    fn skip_parentheses(&mut self) -> Outcome<()> {
        let mut depth = 1usize;
        while depth > 0 {
            if self.peek().kind == Kind::Eof {
                return self.expected("`)`", None);
            }
            let token = self.next();
            depth += usize::from(token.is("("));
            depth -= usize::from(token.is(")"));
        }
        Ok(())
    }

    fn interface(&mut self, doc: String, attrs: Attrs) -> Outcome<Option<Item>> {
        self.at += 1;
        let name = self.name("the name of the interface")?;
        if self.take(";") {
            return Ok(None);
        }
        let base = match self.take(":") {
            true => Some(self.name("the name of another interface")?),
            false => None,
        };
        self.expect("{", "`{` and the definitions of the interface")?;
        let mut items = Vec::new();
        while self.inside() {
            match self.item() {
                Ok(item) => items.extend(item),
                Err(Reported) => self.skip_member(";"),
            }
        }
        self.expect("}", "a definition or `}`")?;
        self.take(";");
        let node = ItemNode::Interface(Interface {
            attrs,
            name,
            base,
            items,
        });
        Ok(Some(Item { doc, node }))
    }

    /// `struct tag {…}`, or an operation.
    fn declared(&mut self, attrs: Attrs) -> Outcome<ItemNode> {
        let what = "a definition (`interface`, `import`, `const`, `typedef`, `struct`, `union`, \
                    `enum` or an operation)";
        let start = self.at;
        let spec = self.spec(what)?;
        let tagged = matches!(
            spec.node,
            SpecNode::Struct(Some(_), _) | SpecNode::Union(Some(_), _) | SpecNode::Enum(..)
        );
        if tagged && (self.peek().is(";") || self.peek().is("}")) {
            self.no_qualifiers(start)?;
            return Ok(ItemNode::Tagged(attrs, spec));
        }
        if let SpecNode::Named(name) = &spec.node
            && (self.peek().kind != Kind::Ident || KEYWORDS.contains(&&*self.peek().text))
            && let Some(meant) = self.findings.suggest(&name.text, DEFINITIONS.into_iter())
        {
            let message = format!("expected {what}, found `{}`", name.text);
            return self.error(name.span, message, Some(format!("did you mean `{meant}`?")));
        }
        let mut declarator = self.declarator("the name of the operation")?;
        // The parameters are the innermost level: `char *name(…)`.
        let params = match declarator.levels.first() {
            Some(Level::Function) => named(self.params_of(&mut declarator)),
            _ => return self.expected("`(` and the parameters", None),
        };
        Ok(ItemNode::Operation(Operation {
            attrs,
            result: spec,
            declarator,
            params,
        }))
    }
}

/// Unnamed parameters, which MIDL accepts, are named by their position.
fn named(mut params: Vec<Field>) -> Vec<Field> {
    let names = params.iter().map(|p| p.declarator.name.text.to_string());
    let mut taken: HashSet<String> = names.collect();
    for (at, param) in params.iter_mut().enumerate() {
        let name = &mut param.declarator.name.text;
        if name.is_empty() {
            *name = crate::names::free(&mut taken, format!("arg{}", at + 1)).into();
        }
    }
    params
}
