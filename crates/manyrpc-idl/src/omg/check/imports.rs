//! Imports (CORBA 3.0, section 3.6).

use std::rc::Rc;

use crate::c::preprocess::import::{files, names_in_id};
use crate::place::Span;

use super::super::ast::{Import, ImportedScope};
use super::super::tree::{DeclId, GLOBAL, What};
use super::Checker;

impl ImportedScope {
    fn span(&self) -> Span {
        match self {
            ImportedScope::Name(name) => name.span,
            ImportedScope::Id(_, span) => *span,
        }
    }

    /// In messages.
    fn shown(&self) -> String {
        match self {
            ImportedScope::Name(name) => name.to_string(),
            ImportedScope::Id(id, _) => id.to_string(),
        }
    }

    fn names(&self) -> Vec<Rc<str>> {
        match self {
            ImportedScope::Name(name) => name.names.iter().map(|n| n.text.clone()).collect(),
            ImportedScope::Id(id, _) => names_in_id(id),
        }
    }
}

impl Checker<'_, '_> {
    /// What is imported has been declared, or a file that is being read may declare it later.
    pub(super) fn import(&mut self, import: &Import) {
        match (self.imported(&import.scope), import.from) {
            (Some(id), _) => self.is_scope(id, import),
            (None, Some(_)) => self.imports.push(import.clone()),
            (None, None) => self.nowhere(&import.scope),
        }
    }

    /// Imports of what no file had declared.
    pub(super) fn never_imported(&mut self) {
        for import in std::mem::take(&mut self.imports) {
            match (self.imported(&import.scope), import.from) {
                (Some(id), _) => self.is_scope(id, &import),
                (None, Some(file)) => {
                    let path = self.sources.file(file).path.display();
                    let message = format!("`{path}` does not declare `{}`", import.scope.shown());
                    let help = self.its_identifier(&import.scope);
                    self.error(import.scope.span(), message, help.as_deref());
                }
                (None, None) => self.nowhere(&import.scope),
            }
        }
    }

    /// What has that full name, or that identifier.
    fn imported(&self, scope: &ImportedScope) -> Option<DeclId> {
        match scope {
            ImportedScope::Name(name) => self.named(&name.names.iter().map(|n| &*n.text)),
            ImportedScope::Id(id, _) => {
                let names = names_in_id(id);
                let has_name = |of: &DeclId| names.last() == Some(&self.tree.decls[*of].name);
                let has_id = |of: &DeclId| {
                    let decl = &self.tree.decls[*of];
                    let may_be = decl.id.is_some() || has_name(of);
                    may_be && self.tree.repository_id(*of) == **id
                };
                (0..self.tree.decls.len()).find(has_id)
            }
        }
    }

    fn named<'n>(&self, names: &(impl Iterator<Item = &'n str> + Clone)) -> Option<DeclId> {
        let mut scope = Some(GLOBAL);
        let mut found = None;
        for name in names.clone() {
            let entry = self.tree.scopes[scope?].entries.get(&name.to_lowercase())?;
            let What::Declared(id) = entry.what else {
                return None;
            };
            found = (*entry.name == *name).then_some(id);
            scope = self.tree.decls[found?].kind.scope();
        }
        found
    }

    fn is_scope(&mut self, id: DeclId, import: &Import) {
        let kind = &self.tree.decls[id].kind;
        if kind.scope().is_none() {
            let shown = import.scope.shown();
            let message = format!("`{shown}` is {}: only scopes are imported", kind.describe());
            self.error(import.scope.span(), message, None);
        }
    }

    fn nowhere(&mut self, scope: &ImportedScope) {
        let tried: Vec<String> = files(&scope.names()).map(|f| format!("`{f}`")).collect();
        let message = format!("nothing has declared `{}`", scope.shown());
        let help = self
            .its_identifier(scope)
            .unwrap_or_else(|| match &tried[..] {
                [] => "`#include` reads a file; what is imported is the name of a scope".to_owned(),
                tried => format!(
                    "`#include` what declares it, or name the directory of {} with `--include`",
                    tried.join(" or ")
                ),
            });
        self.error(scope.span(), message, Some(&help));
    }

    /// Help where the identifier of a scope is another one.
    fn its_identifier(&self, scope: &ImportedScope) -> Option<String> {
        let ImportedScope::Id(id, _) = scope else {
            return None;
        };
        let names = names_in_id(id);
        let found = self.named(&names.iter().map(|n| &**n))?;
        let its = self.tree.repository_id(found);
        Some(format!(
            "the identifier of `{}` is `{its}`",
            self.tree.shown(found)
        ))
    }
}
