//! `import` of scopes, at the head of a file.
//!
//! Reading list: CORBA 3.0 section 3.6. It leaves open where imported scopes come from. Here, what has been
//! declared before the import is imported as it is; otherwise a file named for one of the scopes, from the
//! outermost inwards, is read as if it were included before the import, unless it has been read already.

use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;

use crate::c::lex::{Kind, Token};
use crate::source::OpenError;

use super::{Preprocessor, find};

/// The scopes that tokens have opened.
#[derive(Default)]
pub(super) struct Scopes {
    /// How many tokens have been looked at.
    seen: usize,
    /// By the scope around them and their names.
    known: HashMap<(usize, Rc<str>), usize>,
    /// The braces around the last token; `None` for those of something else.
    open: Vec<Option<usize>>,
    /// The name in front of the next brace.
    named: Option<Rc<str>>,
}

/// The scope around all others.
const GLOBAL: usize = 0;

impl Scopes {
    /// Looks at the tokens that have been added; a name that follows one of `words` is a scope's.
    fn read(&mut self, words: &[&str], tokens: &[Token]) {
        for at in self.seen..tokens.len() {
            let token = &tokens[at];
            let is_named = |before: usize| words.iter().any(|word| tokens[before].is_word(word));
            match &*token.text {
                "{" => self.enter(),
                "}" => drop(self.open.pop()),
                ";" => self.named = None,
                name if token.kind == Kind::Ident && at.checked_sub(1).is_some_and(is_named) => {
                    self.named = Some(name.strip_prefix('_').unwrap_or(name).into());
                }
                _ => {}
            }
        }
        self.seen = tokens.len();
    }

    fn enter(&mut self) {
        let around = self.open.last().copied().unwrap_or(Some(GLOBAL));
        let next = self.known.len() + 1;
        let scope = self.named.take().zip(around);
        let scope = scope.map(|(name, around)| *self.known.entry((around, name)).or_insert(next));
        self.open.push(scope);
    }

    /// Whether there is a scope with that path.
    fn has(&self, names: &[Rc<str>]) -> bool {
        let mut names = names.iter();
        let inner = |scope, name: &Rc<str>| self.known.get(&(scope, name.clone())).copied();
        names.try_fold(GLOBAL, inner).is_some()
    }
}

impl Preprocessor<'_, '_> {
    /// Reads what the import with which the tokens begin needs, and returns its length; `None` if they
    /// begin with something else.
    pub(super) fn import(&mut self, tokens: &[Token], depth: usize) -> Option<usize> {
        let words = self.dialect.scopes;
        let is_import = !words.is_empty() && tokens.first()?.is_word("import");
        let length = tokens
            .iter()
            .position(|t| t.is(";"))
            .filter(|_| is_import)?
            + 1;
        let names = names(&tokens[1..length - 1])?;
        self.scopes.read(words, &self.out.tokens);
        let span = tokens[1].span.to(tokens[length - 2].span);
        // Those that need no file, too: each is looked up.
        if self.charge_include(span, depth) && !self.scopes.has(&names) {
            self.read_file(&names, span, depth);
        }
        Some(length)
    }

    /// Reads the first file with one of the names.
    fn read_file(&mut self, names: &[Rc<str>], span: crate::place::Span, depth: usize) {
        for name in files(names) {
            match find(self.sources, self.options, Path::new(&name), span.file) {
                Ok(file) => {
                    if !self.begun.contains(&file) {
                        self.file(file, depth + 1);
                    }
                    self.out.imports.insert(self.out.tokens.len(), file);
                    return;
                }
                Err(OpenError::NotFound) => {}
                Err(e) => return self.error(span, format!("cannot read `{name}`: {}", e.reason())),
            }
        }
    }
}

/// The names in `::a::b` or `"IDL:a/b:1.0"`.
fn names(tokens: &[Token]) -> Option<Vec<Rc<str>>> {
    if let [id] = tokens
        && id.kind == Kind::Str
    {
        return Some(names_in_id(id.text.trim_matches('"')));
    }
    let absolute = usize::from(tokens.first()?.is("::"));
    let mut names = Vec::new();
    for (at, token) in tokens[absolute..].iter().enumerate() {
        match at % 2 {
            0 if token.kind == Kind::Ident => {
                names.push(token.text.strip_prefix('_').unwrap_or(&token.text).into());
            }
            1 if token.is("::") => {}
            _ => return None,
        }
    }
    Some(names)
}

/// The scopes that a repository identifier names: its parts behind the prefix, which is told from them if
/// it has a dot, as `omg.org` has.
pub(crate) fn names_in_id(id: &str) -> Vec<Rc<str>> {
    let path = id.split(':').nth(1).unwrap_or(id);
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let prefix = parts.iter().rposition(|part| part.contains('.'));
    let names = parts.into_iter().skip(prefix.map_or(0, |at| at + 1));
    names.map(Rc::from).collect()
}

/// The names of files that may declare a scope, the likeliest first.
pub(crate) fn files(names: &[Rc<str>]) -> impl Iterator<Item = String> {
    names.iter().map(|name| format!("{name}.idl"))
}
