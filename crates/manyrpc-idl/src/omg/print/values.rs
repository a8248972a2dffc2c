//! Valuetypes.

use std::collections::HashSet;

use manyrpc_model::{Record, Type, TypeBody, TypeDef};

use super::super::lower::values::{BOXED, VALUE_BASE};
use super::super::lower::{
    BASES, ID, NAME, REFERENCE_OR_VALUE, SUPPORTS, TRUNCATABLE, VALUE, VALUES,
};
use super::types::{Use, keyword};
use super::{Path, Printer, split, type_path};
use crate::inexpressible::Reason;

/// Whether it is a union of a valuetype and those derived from it, or of a reference and values, for which
/// there is no text.
pub(super) fn is_implied(definition: &TypeDef) -> bool {
    let marks = &definition.annotations;
    marks.contains_key(VALUES) || marks.contains_key(REFERENCE_OR_VALUE)
}

impl<'m> Printer<'m> {
    /// The valuetype that a place has which is none, or holds it with others.
    pub(super) fn value_name(&mut self, held: &Type, at: &Use) -> Result<String, Reason> {
        let Type::Named(name) = held else {
            return Err(Reason::Shared);
        };
        let definition = *self.types.get(&**name).ok_or(Reason::Shared)?;
        let of = definition.annotations.get(VALUES);
        match of.map_or(name, |of| of) {
            any if of.is_some() && any == VALUE_BASE => Ok(VALUE_BASE.to_owned()),
            value if self.is_value(value) => self.type_name(value, at),
            _ => Err(Reason::Shared),
        }
    }

    fn is_value(&self, name: &str) -> bool {
        let definition = self.types.get(name);
        definition.is_some_and(|d| d.annotations.contains_key(VALUE))
    }

    /// `valuetype x …` without what is around it.
    pub(super) fn valuetype(&mut self, definition: &'m TypeDef, indent: &str) -> String {
        let subject = &*definition.name;
        let known = [NAME, ID, VALUE, BASES, SUPPORTS, TRUNCATABLE];
        self.only(subject, &definition.annotations, &known);
        let path = type_path(definition);
        let name = self.name(subject, &path[path.len() - 1]);
        let outside = Use {
            scope: path[..path.len() - 1].to_vec(),
            avoided: HashSet::new(),
        };
        let keyword = keyword(definition).unwrap_or_default();
        let boxes = definition
            .annotations
            .get(VALUE)
            .is_some_and(|v| v == BOXED);
        match &definition.body {
            TypeBody::Record(record) if boxes => {
                let spec = match record.fields.first() {
                    Some(only) => self.spec(&only.ty, &outside),
                    None => Err(Reason::Void),
                };
                format!("{keyword} {name} {}", self.faults.or(subject, spec))
            }
            body => {
                let bases = self.bases(definition, &outside) + &self.supports(definition, &outside);
                let fields = match body {
                    TypeBody::Record(record) => self.state(definition, record, &path, indent),
                    _ => self.declared_inside(&path, indent),
                };
                format!("{keyword} {name}{bases} {{\n{fields}{indent}}}")
            }
        }
    }

    /// ` : truncatable x, y`
    fn bases(&mut self, definition: &TypeDef, at: &Use) -> String {
        let Some(bases) = definition.annotations.get(BASES) else {
            return String::new();
        };
        let before = match definition.annotations.contains_key(TRUNCATABLE) {
            true => " : truncatable ",
            false => " : ",
        };
        let mut names = Vec::new();
        for base in bases.split(' ') {
            let name = self.type_name(base, at);
            names.push(self.faults.or(&definition.name, name));
        }
        format!("{before}{}", names.join(", "))
    }

    /// ` supports x, y`
    fn supports(&mut self, definition: &TypeDef, at: &Use) -> String {
        let Some(supported) = definition.annotations.get(SUPPORTS) else {
            return String::new();
        };
        let mut names = Vec::new();
        for interface in supported.split(' ') {
            let name = self.interface_name(interface, at);
            names.push(self.faults.or(&definition.name, name));
        }
        format!(" supports {}", names.join(", "))
    }

    /// Whether an interface that it supports has not been printed: it must be before.
    pub(super) fn waits(&self, definition: &TypeDef) -> bool {
        let supported = definition.annotations.get(SUPPORTS);
        let mut names = supported.into_iter().flat_map(|names| names.split(' '));
        let left = self.module.interfaces.get(self.at.2..).unwrap_or_default();
        names.any(|name| left.iter().any(|interface| interface.name == name))
    }

    /// What is declared in the valuetype, then its members without those of its base.
    fn state(
        &mut self,
        definition: &'m TypeDef,
        record: &'m Record,
        path: &Path,
        indent: &str,
    ) -> String {
        let mut text = self.declared_inside(path, indent);
        let inherited = self.inherited(definition);
        let mut at = self.members_use(definition, record.fields.iter());
        if definition.annotations.contains_key(BASES) {
            // A base may declare anything, so names are whole.
            at.scope = split("", "::");
        }
        let indent = format!("{indent}\t");
        for field in record.fields.iter().skip(inherited) {
            text += &self.field(definition, field, &at, &indent);
        }
        text
    }

    /// The number of members of the first base.
    fn inherited(&self, definition: &TypeDef) -> usize {
        let bases = definition.annotations.get(BASES);
        let first = bases.and_then(|bases| bases.split(' ').next());
        match first.and_then(|first| self.types.get(first)) {
            Some(TypeDef {
                body: TypeBody::Record(record),
                ..
            }) => record.fields.len(),
            _ => 0,
        }
    }

    /// Constants and types whose scope is the valuetype.
    fn declared_inside(&mut self, path: &Path, indent: &str) -> String {
        let indent = format!("{indent}\t");
        let mut text = String::new();
        while let Some(constant) = self.module.consts.get(self.at.0) {
            let scope = self.const_path(constant);
            if scope[..scope.len() - 1] != path[..] {
                break;
            }
            self.at.0 += 1;
            text += &self.constant(constant, &indent).1;
        }
        for definition in &self.module.types {
            let inner = type_path(definition);
            let is_inside = inner[..inner.len() - 1] == path[..];
            if is_inside && !is_implied(definition) && !self.printed.contains(&*definition.name) {
                text += &self.definition(definition, &indent);
            }
        }
        let inside = |of: &Path| of[..of.len() - 1] == path[..];
        text + &self.consts_where(&indent, inside)
    }
}
