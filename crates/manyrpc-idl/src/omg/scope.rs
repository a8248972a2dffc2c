//! Names: what they clash with and what they mean.
//!
//! Reading list: CORBA 3.0 sections 3.2.3 (case), 3.15.2 and 3.15.3 (scopes); omniidl 4.2.5, where
//! these leave something open.

use std::collections::HashSet;

use crate::diagnostic::{self, Diagnostic, Severity};
use crate::place::Span;

use super::ast::{Name, Scoped};
use super::check::Checker;
use super::tree::{DeclId, Entry, GLOBAL, Kind, Scope, ScopeId, What};

/// What is found under a name.
enum Found {
    One(DeclId),
    /// In bases of an interface, which declare different things under it.
    Several(Vec<DeclId>),
    /// Not by that name, but by one that differs in case.
    OtherCase(Entry),
    /// Something that has no name elsewhere.
    Nameless,
}

impl Checker<'_, '_> {
    pub(super) fn finding(&self, span: Span, message: impl Into<String>) -> Diagnostic {
        diagnostic::at(self.sources, span, Severity::Error, message.into())
    }

    pub(super) fn error(&mut self, span: Span, message: impl Into<String>, help: Option<&str>) {
        let found = self.finding(span, message).help(help.map(str::to_owned));
        self.findings.push(found);
    }

    pub(super) fn open(&mut self, parent: ScopeId, of: DeclId, bases: Vec<ScopeId>) -> ScopeId {
        self.tree.scopes.push(Scope {
            parent: Some(parent),
            of: Some(of),
            bases,
            ..Scope::default()
        });
        self.tree.scopes.len() - 1
    }

    /// Enters a name into a scope, if it can stand there.
    pub(super) fn enter(&mut self, scope: ScopeId, name: &Name, what: What) -> bool {
        let key = name.text.to_lowercase();
        let around = self.tree.scopes[scope].of.map(|of| &self.tree.decls[of]);
        let entry = self.tree.scopes[scope].entries.get(&key).cloned();
        let clash = match (around, entry) {
            (Some(around), _) if around.name.to_lowercase() == key => {
                let message = format!("`{}` is the name of the scope around it", name.text);
                Some((message, around.span, "here"))
            }
            (_, Some(entry)) => Some(clash(name, &entry)),
            _ => self.inherited_callable(scope, &key).map(|(shown, span)| {
                let message = format!("`{}` is inherited from `{shown}`", name.text);
                (message, span, "here")
            }),
        };
        if let Some((message, span, label)) = clash {
            let used = label == USED;
            let found = self.finding(name.span, message);
            let found = found.label(self.sources, span, label);
            let help =
                used.then(|| "a name that begins with `::` leaves the scope's own alone".into());
            let found = found.help(help);
            self.findings.push(found);
            return false;
        }
        let entry = Entry {
            name: name.text.clone(),
            span: name.span,
            what,
        };
        self.tree.scopes[scope].entries.insert(key, entry);
        true
    }

    /// The operation or attribute of that name in a base: CORBA 3.0 section 3.8.5.
    fn inherited_callable(&self, scope: ScopeId, key: &str) -> Option<(String, Span)> {
        self.ancestors(scope).into_iter().skip(1).find_map(|base| {
            let entry = self.tree.scopes[base].entries.get(key)?;
            let What::Declared(id) = entry.what else {
                return None;
            };
            let of = self.tree.scopes[base].of?;
            let callable = matches!(self.tree.decls[id].kind, Kind::Attribute | Kind::Operation);
            callable.then(|| (self.tree.shown(of), entry.span))
        })
    }

    /// A scope and those of its bases, each once.
    pub(super) fn ancestors(&self, scope: ScopeId) -> Vec<ScopeId> {
        let (mut all, mut seen) = (Vec::new(), HashSet::new());
        let mut waiting = vec![scope];
        while let Some(scope) = waiting.pop() {
            if seen.insert(scope) {
                all.push(scope);
                waiting.extend(self.tree.scopes[scope].bases.iter().rev());
            }
        }
        all
    }

    /// What a name stands for; says so if that is nothing.
    pub(super) fn look_up(&mut self, scope: ScopeId, name: &Scoped) -> Option<DeclId> {
        let first = &name.names[0];
        let found = match name.absolute {
            true => self.within(GLOBAL, &first.text).map(|f| (GLOBAL, f)),
            false => self.outwards(scope, &first.text),
        };
        let Some((at, found)) = found else {
            let names = self.names_around(scope);
            let meant = self
                .findings
                .suggest(&first.text, names.iter().map(|n| &**n));
            let help = meant.map(|m| format!("did you mean `{m}`?"));
            let found = self.finding(first.span, format!("there is no `{}`", first.text));
            self.findings.push(found.help(help));
            return None;
        };
        let mut id = self.decided(found, first)?;
        if !name.absolute && at != scope {
            self.used(scope, first);
        }
        for next in &name.names[1..] {
            let outer = self.tree.shown(id);
            let Some(inner) = self.tree.decls[id].kind.scope() else {
                let decl = &self.tree.decls[id];
                let what = match &decl.kind {
                    Kind::Interface(_) | Kind::Value(_) => "only announced so far",
                    other => other.describe(),
                };
                let message = format!("`{outer}` is {what}: nothing is in it");
                self.error(next.span, message, None);
                return None;
            };
            let Some(found) = self.within(inner, &next.text) else {
                let message = format!("there is no `{}` in `{outer}`", next.text);
                self.error(next.span, message, None);
                return None;
            };
            id = self.decided(found, next)?;
        }
        Some(id)
    }

    /// CORBA 3.0 section 3.15.3: a name that is used cannot mean something else in that scope.
    fn used(&mut self, scope: ScopeId, name: &Name) {
        let entry = Entry {
            name: name.text.clone(),
            span: name.span,
            what: What::Used,
        };
        let entries = &mut self.tree.scopes[scope].entries;
        entries.entry(name.text.to_lowercase()).or_insert(entry);
    }

    fn decided(&mut self, found: Found, name: &Name) -> Option<DeclId> {
        let text = &name.text;
        match found {
            Found::One(id) => Some(id),
            Found::OtherCase(entry) => {
                let message = format!("there is no `{text}`, but `{}`", entry.name);
                let found = self.finding(name.span, message);
                let found = found.label(self.sources, entry.span, "declared here");
                self.findings.push(found);
                None
            }
            Found::Nameless => {
                self.error(
                    name.span,
                    format!("`{text}` is no type and no constant"),
                    None,
                );
                None
            }
            Found::Several(ids) => {
                let mut found = self.finding(name.span, format!("`{text}` means several things"));
                for id in ids {
                    let decl = &self.tree.decls[id];
                    found = found.label(self.sources, decl.span, "declared here");
                }
                self.findings.push(found);
                None
            }
        }
    }

    /// From the innermost scope that knows the name.
    fn outwards(&self, scope: ScopeId, name: &str) -> Option<(ScopeId, Found)> {
        let mut scope = Some(scope);
        while let Some(at) = scope {
            if let Some(found) = self.within(at, name) {
                return Some((at, found));
            }
            scope = self.tree.scopes[at].parent;
        }
        None
    }

    /// In one scope and what it inherits.
    fn within(&self, scope: ScopeId, name: &str) -> Option<Found> {
        let key = name.to_lowercase();
        let entry = |at: ScopeId| {
            let entry = self.tree.scopes[at].entries.get(&key);
            entry.filter(|e| e.what != What::Used)
        };
        if let Some(entry) = entry(scope) {
            return Some(match entry.what {
                _ if &*entry.name != name => Found::OtherCase(entry.clone()),
                What::Declared(id) => Found::One(id),
                What::Instance | What::Used => Found::Nameless,
            });
        }
        let mut found: Vec<DeclId> = Vec::new();
        let mut other = None;
        let (mut seen, mut waiting) = (HashSet::new(), self.tree.scopes[scope].bases.clone());
        while let Some(base) = waiting.pop() {
            if !seen.insert(base) {
                continue;
            }
            match entry(base) {
                // What is declared hides what is inherited.
                Some(entry) => match entry.what {
                    _ if &*entry.name != name => other = Some(entry.clone()),
                    What::Declared(id) => found.push(id),
                    What::Instance | What::Used => {}
                },
                None => waiting.extend(&self.tree.scopes[base].bases),
            }
        }
        match found[..] {
            [] => other.map(Found::OtherCase),
            [one] => Some(Found::One(one)),
            _ => Some(Found::Several(found)),
        }
    }

    /// For suggestions.
    fn names_around(&self, scope: ScopeId) -> Vec<std::rc::Rc<str>> {
        let (mut names, mut scope) = (Vec::new(), Some(scope));
        while let Some(at) = scope {
            let declared = |e: &&Entry| matches!(e.what, What::Declared(_));
            let entries = self.tree.scopes[at].entries.values().filter(declared);
            names.extend(entries.map(|e| e.name.clone()));
            scope = self.tree.scopes[at].parent;
        }
        names.sort();
        names
    }
}

const USED: &str = "used here";

/// A name that cannot be entered because of another.
fn clash(name: &Name, entry: &Entry) -> (String, Span, &'static str) {
    let text = &name.text;
    let same = entry.name == name.text;
    match entry.what {
        What::Used => {
            let message = match same {
                true => format!("`{text}` has meant something else in this scope"),
                false => format!(
                    "`{text}` clashes with `{}`, which is used in this scope",
                    entry.name
                ),
            };
            (message, entry.span, USED)
        }
        _ if same => (
            format!("`{text}` is defined twice"),
            entry.span,
            "first here",
        ),
        _ => {
            let message = format!(
                "`{text}` differs from `{}` in the case of its letters only",
                entry.name
            );
            (message, entry.span, "declared here")
        }
    }
}
