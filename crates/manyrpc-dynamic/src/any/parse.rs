//! Reading types in the notation of OMG IDL: `sequence<shop::Item, 5>`, `long[2][3]`.

use manyrpc_codec::cdr::any::{Body, Kind, Name, TypeCode, TypeIndex};
use manyrpc_codec::cdr::repository_id;

use super::code;
use crate::lower::{Lowered, TypeId};

/// How deep sequences may be nested.
const DEPTH: usize = 64;

/// The type that a text names; types with names are those of the definition.
///
/// # Errors
/// What is wrong with it.
pub(super) fn parse(lowered: &Lowered, text: &str) -> Result<TypeCode, String> {
    let mut problem = None;
    let code = TypeCode::build(|types| {
        let mut parser = Parser {
            lowered,
            rest: text,
            describer: code::Describer::new(lowered, types),
        };
        let parsed = parser.ty(DEPTH).and_then(|ty| match parser.word() {
            "" => Ok(ty),
            word => Err(format!("`{word}` is more than a type")),
        });
        parsed.unwrap_or_else(|why| {
            problem = Some(why);
            parser.describer.types.add(Kind::Null)
        })
    });
    match problem {
        None => Ok(code),
        Some(why) => Err(why),
    }
}

struct Parser<'p, 'a, 't> {
    lowered: &'a Lowered,
    rest: &'p str,
    describer: code::Describer<'a, 't>,
}

impl<'p> Parser<'p, '_, '_> {
    /// The next name (with its scopes), number, or other character; nothing at the end.
    fn peek(&self) -> &'p str {
        let rest = self.rest.trim_start();
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '.' | '/');
        match rest.find(|c| !is_part(c)) {
            None => rest,
            Some(0) => &rest[..rest.chars().next().map_or(0, char::len_utf8)],
            Some(end) => &rest[..end],
        }
    }

    fn word(&mut self) -> &'p str {
        let word = self.peek();
        self.rest = &self.rest.trim_start()[word.len()..];
        word
    }

    fn takes(&mut self, word: &str) -> bool {
        let is_next = self.peek() == word;
        if is_next {
            self.word();
        }
        is_next
    }

    fn expect(&mut self, word: &str) -> Result<(), String> {
        match self.takes(word) {
            true => Ok(()),
            false => Err(format!("`{word}` is missing before `{}`", self.rest)),
        }
    }

    fn number<N: std::str::FromStr>(&mut self) -> Result<N, String> {
        let word = self.word();
        word.parse().map_err(|_| format!("`{word}` is no number"))
    }

    fn ty(&mut self, depth: usize) -> Result<TypeIndex, String> {
        let mut ty = self.simple(depth)?;
        let mut lengths = Vec::new();
        while self.takes("[") {
            lengths.push(self.number()?);
            self.expect("]")?;
        }
        for length in lengths.into_iter().rev() {
            let element = ty;
            ty = self.add(Kind::Array { element, length });
        }
        Ok(ty)
    }

    fn simple(&mut self, depth: usize) -> Result<TypeIndex, String> {
        let word = self.word();
        let kind = match word {
            "sequence" => {
                let depth = depth.checked_sub(1).ok_or("it is nested too deeply")?;
                self.expect("<")?;
                let element = self.ty(depth)?;
                let max = match self.takes(",") {
                    true => self.number()?,
                    false => 0,
                };
                self.expect(">")?;
                Kind::Sequence { element, max }
            }
            "string" => Kind::String { max: self.bound()? },
            "wstring" => Kind::WString { max: self.bound()? },
            "fixed" => {
                self.expect("<")?;
                let digits = self.number()?;
                self.expect(",")?;
                let scale = self.number()?;
                self.expect(">")?;
                Kind::Fixed { digits, scale }
            }
            "unsigned" => match self.word() {
                "short" => Kind::UShort,
                "long" if self.takes("long") => Kind::ULongLong,
                "long" => Kind::ULong,
                other => return Err(format!("`unsigned {other}` is no type")),
            },
            "long" if self.takes("long") => Kind::LongLong,
            "long" if self.takes("double") => Kind::LongDouble,
            "long" => Kind::Long,
            "null" => Kind::Null,
            "void" => Kind::Void,
            "short" => Kind::Short,
            "float" => Kind::Float,
            "double" => Kind::Double,
            "boolean" => Kind::Boolean,
            "char" => Kind::Char,
            "wchar" => Kind::WChar,
            "octet" => Kind::Octet,
            "any" => Kind::Any,
            "Object" | "CORBA::Object" => Kind::Named(
                Name {
                    id: repository_id::OBJECT.to_owned(),
                    name: "Object".to_owned(),
                },
                Body::Reference,
            ),
            "" => return Err("a type is missing".to_owned()),
            name => return Ok(self.describer.named(self.find(name)?)),
        };
        Ok(self.add(kind))
    }

    fn bound(&mut self) -> Result<u32, String> {
        if !self.takes("<") {
            return Ok(0);
        }
        let max = self.number()?;
        self.expect(">")?;
        Ok(max)
    }

    /// A type of the definition by its repository identifier, scoped name, or name there. A scoped name
    /// lacks the prefix that the identifier may have.
    fn find(&self, name: &str) -> Result<TypeId, String> {
        let scoped = name.trim_start_matches("::").replace("::", "/");
        let is_it = |id: &str| {
            let of = id.strip_prefix("IDL:").and_then(|id| id.rsplit_once(':'));
            let prefix = of.and_then(|(path, _)| path.strip_suffix(&*scoped));
            id == name || prefix.is_some_and(|prefix| prefix.is_empty() || prefix.ends_with('/'))
        };
        let mut types = self.lowered.types.iter();
        let by_id = types.position(|ty| is_it(&ty.repository_id));
        let found = by_id.map(TypeId).or_else(|| self.lowered.find(name));
        found.ok_or_else(|| format!("the definition has no type `{name}`"))
    }

    fn add(&mut self, kind: Kind) -> TypeIndex {
        self.describer.types.add(kind)
    }
}
