//! The types that a definition declares or needs, and their names in the module.

use std::collections::{HashMap, HashSet};

use protox::prost_reflect::prost_types::{
    DescriptorProto, FieldDescriptorProto, FileDescriptorProto,
};

use crate::names;

use super::super::raises::full_name;
use super::super::set::Set;
use super::extensions::{Extensions, scope_of};
use super::fields::oneofs;

/// The full names of the types that a definition declares or uses.
pub(super) fn used(set: &Set, extensions: &Extensions<'_>) -> HashSet<String> {
    let mut below: HashMap<String, Vec<String>> = HashMap::new();
    for file in &set.files {
        for message in &file.message_type {
            mentions(message, &scope_of(file), &mut below);
        }
    }
    for extension in extensions.all() {
        let mentioned = below.entry(extension.field.extendee().to_owned());
        let mentioned = mentioned.or_default();
        mentioned.extend(type_of(extension.field));
        // The extension is declared in that scope.
        mentioned.push(extension.scope.clone());
    }
    let mut waiting = Vec::new();
    for own in set.roots() {
        let mut all = HashMap::new();
        for message in &own.message_type {
            mentions(message, &scope_of(own), &mut all);
        }
        waiting.extend(all.into_keys());
        let extended = extensions.all().filter(|e| e.file.name() == own.name());
        waiting.extend(extended.map(|e| e.field.extendee().to_owned()));
        let enums = own.enum_type.iter();
        waiting.extend(enums.map(|e| format!("{}.{}", scope_of(own), e.name())));
        let methods = own.service.iter().flat_map(|s| &s.method);
        waiting
            .extend(methods.flat_map(|m| [m.input_type().to_owned(), m.output_type().to_owned()]));
        for service in &own.service {
            let names = service.method.iter().map(|m| m.name());
            let names = names.map(|method| full_name(own, service.name(), method));
            let raised = names.flat_map(|name| set.raised(&name).to_vec());
            waiting.extend(raised.filter_map(|(_, found)| found));
        }
    }
    let mut used = HashSet::new();
    while let Some(name) = waiting.pop() {
        if used.insert(name.clone()) {
            waiting.extend(below.remove(&name).into_iter().flatten());
        }
    }
    used
}

/// The types that a message and its nested ones mention. A nested type depends on the outer ones:
/// its name contains theirs.
fn mentions(message: &DescriptorProto, scope: &str, below: &mut HashMap<String, Vec<String>>) {
    let name = format!("{scope}.{}", message.name());
    let mentioned = message.field.iter().filter_map(type_of).collect();
    for nested in &message.nested_type {
        mentions(nested, &name, below);
    }
    for nested in &message.enum_type {
        below
            .entry(format!("{name}.{}", nested.name()))
            .or_default();
    }
    below.insert(name, mentioned);
}

/// The full name of a field's type; `None` for scalars.
fn type_of(field: &FieldDescriptorProto) -> Option<String> {
    let name = field.type_name();
    (!name.is_empty()).then(|| name.to_owned())
}

/// The names of types in the model, by their full names.
#[derive(Default)]
pub(super) struct Names {
    taken: HashSet<String>,
    given: HashMap<String, String>,
}

impl Names {
    pub(super) fn file(&mut self, file: &FileDescriptorProto, used: &HashSet<String>) {
        for definition in &file.enum_type {
            self.give(&scope_of(file), "", definition.name(), used);
        }
        for message in &file.message_type {
            self.message(message, &scope_of(file), "", used);
        }
    }

    fn message(
        &mut self,
        message: &DescriptorProto,
        scope: &str,
        prefix: &str,
        used: &HashSet<String>,
    ) {
        self.give(scope, prefix, message.name(), used);
        let scope = format!("{scope}.{}", message.name());
        let prefix = format!("{prefix}{}_", message.name());
        for nested in &message.enum_type {
            self.give(&scope, &prefix, nested.name(), used);
        }
        for nested in &message.nested_type {
            self.message(nested, &scope, &prefix, used);
        }
        if used.contains(&scope) {
            for oneof in oneofs(message) {
                let name = message.oneof_decl[oneof].name();
                self.give_in(&scope, &prefix, name);
            }
        }
    }

    fn give(&mut self, scope: &str, prefix: &str, name: &str, used: &HashSet<String>) {
        if used.contains(&format!("{scope}.{name}")) {
            self.give_in(scope, prefix, name);
        }
    }

    fn give_in(&mut self, scope: &str, prefix: &str, name: &str) {
        let free = names::free(&mut self.taken, format!("{prefix}{name}"));
        self.given.insert(format!("{scope}.{name}"), free);
    }

    pub(super) fn of(&self, full: &str) -> String {
        self.given.get(full).cloned().unwrap_or_default()
    }
}
