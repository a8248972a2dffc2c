//! By which names a type can be meant where it is used.
//!
//! The first part of a name is looked for from the innermost scope outwards; where it is found, the rest
//! must be there (proto3 specification, "Packages and name resolution"). What else protoc does is known
//! from its own behaviour: it passes over what is no type, or has nothing below it, except in `extend` and
//! in methods, whose scope is their service.

use std::collections::BTreeMap;

use super::shape::{Shape, Within};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Symbol {
    Package,
    /// A message, an enumeration, a service.
    Type,
    Other,
}

/// What a file sees, by full names.
pub(super) struct Scopes {
    symbols: BTreeMap<String, Symbol>,
}

impl Scopes {
    pub(super) fn seen_from(shape: &Shape, file: usize) -> Self {
        let mut symbols = BTreeMap::new();
        let files = shape.seen(file);
        for file in &files {
            let package = &shape.files[*file].package;
            for word in shape.packages[package].all() {
                symbols.insert(format!("{package}.{word}"), Symbol::Other);
            }
        }
        for file in &files {
            let mut package = shape.files[*file].package.as_str();
            symbols.insert(package.to_owned(), Symbol::Package);
            while let Some((around, _)) = package.rsplit_once('.') {
                symbols.insert(around.to_owned(), Symbol::Package);
                package = around;
            }
        }
        for at in shape.messages_seen(file) {
            let full = shape.scope(Within::Message(at));
            for word in shape.messages[at].taken.all() {
                let sort = match word.ends_with("Entry") {
                    true => Symbol::Type,
                    false => Symbol::Other,
                };
                symbols.entry(format!("{full}.{word}")).or_insert(sort);
            }
            symbols.insert(full, Symbol::Type);
        }
        let enums = shape.enums.iter().map(|e| (e.within, &e.name));
        let services = shape
            .services
            .iter()
            .map(|s| (Within::File(s.file), &s.name));
        for (within, name) in enums.chain(services) {
            if files.contains(&shape.file_of(within)) {
                symbols.insert(shape.full(within, name), Symbol::Type);
            }
        }
        for service in shape.services.iter().filter(|s| s.file == file) {
            let full = shape.full(Within::File(file), &service.name);
            let methods = service.methods.iter();
            symbols.extend(methods.map(|m| (format!("{full}.{}", m.name), Symbol::Other)));
        }
        Scopes { symbols }
    }

    /// All names by which the type of that full name is meant in a scope; `any` is whether one that is
    /// no type hides it.
    pub(super) fn names(&self, scope: &str, full: &str, any: bool) -> Vec<String> {
        let starts = full.match_indices('.').map(|(at, _)| at + 1);
        let names = std::iter::once(0).chain(starts).map(|at| &full[at..]);
        let meant = names.filter(|name| self.resolve(scope, name, any).as_deref() == Some(full));
        std::iter::once(format!(".{full}"))
            .chain(meant.map(str::to_owned))
            .collect()
    }

    fn resolve(&self, scope: &str, name: &str, any: bool) -> Option<String> {
        let (first, rest) = name.split_once('.').unwrap_or((name, ""));
        let mut scope = Some(scope);
        while let Some(around) = scope {
            let found = self.symbols.get(&format!("{around}.{first}"));
            let stops = match (found, rest) {
                (None, _) => false,
                (Some(Symbol::Type), _) => true,
                (Some(Symbol::Package), _) => any || !rest.is_empty(),
                (Some(Symbol::Other), rest) => any && rest.is_empty(),
            };
            if stops {
                return Some(format!("{around}.{name}"));
            }
            scope = around.rsplit_once('.').map(|(around, _)| around);
        }
        Some(name.to_owned())
    }
}
