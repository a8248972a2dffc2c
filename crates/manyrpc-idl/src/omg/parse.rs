//! Tokens to syntax tree.
//!
//! Reading list: CORBA 3.0 sections 3.2 (lexical conventions), 3.4 (grammar), 3.6 (imports) and 10.7.5 (pragmas);
//! IDL 4.2, for what is written as before.
//!
//! The parser accepts anything that has a meaning; checks come later. It also keeps what repository
//! identifiers begin with, since that follows from where a name stands: in which file and scope, and
//! behind which `#pragma prefix`.

mod interfaces;
mod pragmas;
mod types;

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::rc::Rc;

use crate::c::Dialect;
use crate::c::cursor::{Cursor, Outcome, Reported};
use crate::c::doc;
use crate::c::expr::Mode;
use crate::c::lex::{Kind, Token};
use crate::c::preprocess::Preprocessed;
use crate::diagnostic::Findings;
use crate::options::Options;
use crate::source::Sources;

use super::ast::*;

/// Words that cannot be names unless escaped, in any case (CORBA 3.0, table 3-6). Those that came with
/// CORBA 3 are not among them: definitions from before have them as names, and they are words only where
/// they can mean nothing else.
pub(crate) const KEYWORDS: [&str; 48] = [
    "abstract",
    "any",
    "attribute",
    "boolean",
    "case",
    "char",
    "const",
    "context",
    "custom",
    "default",
    "double",
    "enum",
    "exception",
    "factory",
    "FALSE",
    "fixed",
    "float",
    "in",
    "inout",
    "interface",
    "local",
    "long",
    "module",
    "native",
    "Object",
    "octet",
    "oneway",
    "out",
    "private",
    "public",
    "raises",
    "readonly",
    "sequence",
    "short",
    "string",
    "struct",
    "supports",
    "switch",
    "TRUE",
    "truncatable",
    "typedef",
    "union",
    "unsigned",
    "ValueBase",
    "valuetype",
    "void",
    "wchar",
    "wstring",
];

/// OMG IDL as the shared parts see it.
pub(crate) static DIALECT: Dialect = Dialect {
    keywords: &KEYWORDS,
    definitions: &DEFINITIONS,
    punctuation: &[
        "::", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "{", "}", "(", ")", "[", "]", "<",
        ">", ";", ":", ",", "=", "*", "+", "-", "/", "%", "|", "&", "^", "~", "!", "?", "@",
    ],
    passthrough: false,
    escapes: true,
    fractions: true,
    headers: &[("orb.idl", include_str!("orb.idl"))],
    scopes: &[
        "module",
        "interface",
        "valuetype",
        "struct",
        "union",
        "exception",
    ],
    predefined: &[],
    expressions: Mode::Full,
};

const DEFINITIONS: [&str; 15] = [
    "abstract",
    "const",
    "custom",
    "enum",
    "exception",
    "import",
    "interface",
    "local",
    "module",
    "native",
    "struct",
    "typedef",
    "typeid",
    "union",
    "valuetype",
];

/// The definitions of a preprocessed file.
pub(crate) fn parse(
    sources: &Sources<'_>,
    findings: &mut Findings,
    options: &Options,
    preprocessed: &Preprocessed,
    file: u32,
) -> Vec<Item> {
    let cursor = Cursor {
        sources,
        findings,
        dialect: &DIALECT,
        limits: options.limits,
        tokens: &preprocessed.tokens,
        at: 0,
        depth: 0,
    };
    let mut parser = Parser {
        cursor,
        pragmas: &preprocessed.pragmas,
        frames: vec![Frame {
            file: Some(file),
            prefix: String::new(),
        }],
        pending: Vec::new(),
        imported: &preprocessed.imports,
        begun: HashSet::new(),
    };
    let mut items = parser.definitions(Parser::definition);
    while parser.peek().kind != Kind::Eof && !parser.findings.full() {
        let _ = parser.expected::<()>("a definition", None);
        parser.at += 1;
        items.extend(parser.definitions(Parser::definition));
    }
    items
}

pub(super) struct Parser<'a, 'f> {
    cursor: Cursor<'a, 'f>,
    /// Those not yet reached.
    pragmas: &'a [(usize, Vec<Token>)],
    /// Files and scopes around what is read.
    frames: Vec<Frame>,
    /// What pragmas say, to be put behind what was read last.
    pending: Vec<Item>,
    /// Files named for imported scopes, by the positions of the imports.
    imported: &'a HashMap<usize, u32>,
    /// Files of which a definition has been read.
    begun: HashSet<u32>,
}

/// A file, or a scope within one.
struct Frame {
    /// `None` for a scope.
    file: Option<u32>,
    /// What repository identifiers begin with here.
    prefix: String,
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

impl fmt::Display for Scoped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, name) in self.names.iter().enumerate() {
            let before = if at > 0 || self.absolute { "::" } else { "" };
            write!(f, "{before}{}", name.text)?;
        }
        Ok(())
    }
}

/// Definitions.
impl Parser<'_, '_> {
    /// What is read by `one`, up to the end of the block.
    fn definitions(&mut self, one: fn(&mut Self) -> Outcome<ItemNode>) -> Vec<Item> {
        let mut items = Vec::new();
        loop {
            self.reach();
            items.append(&mut self.pending);
            if !self.inside() {
                return items;
            }
            let start = self.at;
            let doc = doc::leading(self.peek());
            if !self.peek().is_word("import") {
                self.begun.insert(self.peek().span.file);
            }
            match one(self).and_then(|node| self.end_of_item().map(|()| node)) {
                Ok(node) => {
                    let doc = self.doc_or_trailing(doc);
                    items.push(Item { doc, node });
                }
                Err(Reported) => self.skip_from(start),
            }
        }
    }

    fn definition(&mut self) -> Outcome<ItemNode> {
        let first = self.peek().clone();
        let word = if first.kind == Kind::Ident {
            &*first.text
        } else {
            ""
        };
        match word {
            "module" => self.module(),
            "interface" | "local" => self.interface(),
            "abstract" if self.peek_at(1).is_word("interface") => self.interface(),
            "abstract" | "valuetype" | "custom" => self.valuetype(),
            _ => match self.declaration()? {
                Some(node) => Ok(node),
                None => self.no_definition(&first),
            },
        }
    }

    /// What may stand in modules and in interfaces; `None` if this is nothing of that.
    fn declaration(&mut self) -> Outcome<Option<ItemNode>> {
        let first = self.peek().clone();
        let word = if first.kind == Kind::Ident {
            &*first.text
        } else {
            ""
        };
        Ok(Some(match word {
            "const" => self.constant()?,
            "typedef" => {
                self.at += 1;
                let spec = self.type_spec()?;
                ItemNode::Typedef(spec, self.declarators()?)
            }
            "struct" | "union" if self.is_announcement() => {
                self.at += 1;
                let declared = self.declared("the name of the type")?;
                let keyword = if word == "struct" { "struct" } else { "union" };
                ItemNode::Forward(keyword, declared)
            }
            "struct" => ItemNode::Struct(self.structure()?),
            "union" => ItemNode::Union(self.union()?),
            "enum" => ItemNode::Enum(self.enumeration()?),
            "exception" => self.exception()?,
            "native" => {
                self.at += 1;
                ItemNode::Native(self.declared("the name of the type")?)
            }
            "typeid" | "typeprefix" => {
                self.at += 1;
                let name = self.scoped("a name")?;
                let (text, span) = self.literal("a text in quotation marks")?;
                match word {
                    "typeid" => ItemNode::Id(name, text, span),
                    _ => ItemNode::Prefix(name, text),
                }
            }
            "import" => self.import()?,
            _ => return Ok(None),
        }))
    }

    /// CORBA 3.0 section 3.4: imports come before definitions.
    fn import(&mut self) -> Outcome<ItemNode> {
        let from = self.imported.get(&self.at).copied();
        let word = self.next();
        let is_inside = self.frames.iter().any(|frame| frame.file.is_none());
        if is_inside || self.begun.contains(&word.span.file) {
            let message = "an `import` stands at the beginning of its file";
            let help = "put it before the first definition, outside of modules";
            return self.error(word.span, message, Some(help.into()));
        }
        let scope = match self.peek().kind {
            Kind::Str => {
                let (id, span) = self.literal("a repository identifier")?;
                ImportedScope::Id(id, span)
            }
            _ => ImportedScope::Name(self.scoped("the name of a scope, or its identifier")?),
        };
        Ok(ItemNode::Import(Import { scope, from }))
    }

    fn no_definition(&mut self, first: &Token) -> Outcome<ItemNode> {
        let meant = self.findings.suggest(&first.text, DEFINITIONS.into_iter());
        let help = meant.map(|m| format!("did you mean `{m}`?"));
        self.expected("a definition", help)
    }

    fn module(&mut self) -> Outcome<ItemNode> {
        self.at += 1;
        let declared = self.declared("the name of the module")?;
        self.expect("{", "`{` and the definitions of the module")?;
        let items = self.scope(&declared, |parser| {
            Ok(parser.definitions(Parser::definition))
        })?;
        self.expect("}", "a definition or `}`")?;
        Ok(ItemNode::Module(declared, items))
    }

    fn constant(&mut self) -> Outcome<ItemNode> {
        self.at += 1;
        let spec = self.type_spec()?;
        let declared = self.declared("the name of the constant")?;
        self.expect("=", "`=` and the value of the constant")?;
        Ok(ItemNode::Const(declared, spec, self.expr()?))
    }

    fn exception(&mut self) -> Outcome<ItemNode> {
        self.at += 1;
        let declared = self.declared("the name of the exception")?;
        self.expect("{", "`{` and the members of the exception")?;
        let members = self.scope(&declared, Parser::members)?;
        Ok(ItemNode::Exception(Struct { declared, members }))
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

    /// Skips past the `;` that ends what began at `start`, or to the end of the block around it.
    fn skip_from(&mut self, start: usize) {
        let failed = self.at;
        let mut depth = 0usize;
        self.at = start;
        while self.peek().kind != Kind::Eof {
            let token = self.peek();
            if depth == 0 && token.is("}") {
                return;
            }
            depth += usize::from(token.is("{"));
            depth = depth.saturating_sub(usize::from(token.is("}")));
            let done = depth == 0 && token.is(";");
            self.at += 1;
            if done && self.at > failed {
                return;
            }
        }
    }
}

/// Names.
impl Parser<'_, '_> {
    /// An identifier that is declared: it differs from the words of the language in more than the case
    /// of its letters.
    pub(super) fn identifier(&mut self, what: &str) -> Outcome<Name> {
        self.identifier_unless(what, |keyword, name| keyword.eq_ignore_ascii_case(name))
    }

    /// An identifier, unless it is a keyword; an underscore before it is not part of it, and lets it be
    /// one (CORBA 3.0, section 3.2.3.1).
    fn identifier_unless(&mut self, what: &str, clash: fn(&str, &str) -> bool) -> Outcome<Name> {
        let token = self.peek().clone();
        if token.kind != Kind::Ident {
            return self.expected(what, None);
        }
        let text: Rc<str> = match token.text.strip_prefix('_') {
            Some(escaped) if escaped.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') => {
                escaped.into()
            }
            Some(_) => {
                let message = "an identifier begins with a letter";
                return self.error(token.span, message, None);
            }
            None => {
                if let Some(keyword) = KEYWORDS.iter().find(|k| clash(k, &token.text)) {
                    let same = **keyword == *token.text;
                    let but = if same {
                        ""
                    } else {
                        ", whatever the case of its letters"
                    };
                    let help = format!(
                        "`{keyword}` is a word of the language{but}: `_{}` is the name",
                        token.text
                    );
                    return self.expected(what, Some(help));
                }
                token.text.clone()
            }
        };
        self.at += 1;
        let span = token.span;
        Ok(Name { text, span })
    }

    pub(super) fn declared(&mut self, what: &str) -> Outcome<Declared> {
        let name = self.identifier(what)?;
        let prefix = self.frames.last().map_or("", |f| &f.prefix).into();
        Ok(Declared { name, prefix })
    }

    /// `::A::B`
    pub(super) fn scoped(&mut self, what: &str) -> Outcome<Scoped> {
        let first = self.peek().span;
        let absolute = self.take("::");
        // One that differs from a keyword was declared with an underscore.
        let clash = |keyword: &str, name: &str| keyword == name;
        let mut names = vec![self.identifier_unless(what, clash)?];
        while self.take("::") {
            names.push(self.identifier_unless("a name behind `::`", clash)?);
        }
        let last = names.last().map_or(first, |n| n.span);
        let span = first.to(last);
        Ok(Scoped {
            span,
            absolute,
            names,
        })
    }

    /// Names with commas between.
    pub(super) fn scoped_list(&mut self, what: &str) -> Outcome<Vec<Scoped>> {
        let mut names = vec![self.scoped(what)?];
        while self.take(",") {
            names.push(self.scoped(what)?);
        }
        Ok(names)
    }

    /// Runs `inside` within the scope of that name.
    pub(super) fn scope<T>(
        &mut self,
        declared: &Declared,
        inside: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome<T> {
        let before = self.frames.len();
        let prefix = join(&declared.prefix, &declared.name.text);
        self.frames.push(Frame { file: None, prefix });
        let read = self.nested(inside);
        self.frames.truncate(before);
        read
    }

    /// Runs `inside` one level deeper.
    pub(super) fn nested<T>(&mut self, inside: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        if self.depth >= self.limits.nesting {
            let span = self.peek().span;
            return self.error(span, "this nests too deep", None);
        }
        self.depth += 1;
        let read = inside(self);
        self.depth -= 1;
        read
    }
}

/// A prefix with one more name.
pub(super) fn join(prefix: &str, name: &str) -> String {
    match prefix {
        "" => name.to_owned(),
        _ => format!("{prefix}/{name}"),
    }
}
