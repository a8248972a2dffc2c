//! Elements (XML Schema part 1, section 3.3).

use std::rc::Rc;

use manyrpc_model::{Annotations, Field, Type};

use crate::place::Span;

use super::super::builtin;
use super::super::names::identifier;
use super::super::schema::Declared;
use super::super::words::XSD;
use super::super::xml::{Element, Name};
use super::particles::{Occurs, repeated, wildcard};
use super::{Lower, all_from, doc, is_true, note};

impl Lower<'_, '_> {
    /// A field for an element, or a use of one, within a type.
    pub(super) fn element(
        &mut self,
        at: &Element,
        schema: usize,
        owner: &str,
        occurs: Occurs,
    ) -> Option<Field> {
        if let Some(name) = self.resolve(at, "ref", schema) {
            return self.used(&name, at, owner, occurs);
        }
        let Some(local) = at.attribute("name") else {
            if at.attribute("ref").is_none() {
                self.error(at.span, "an element has a name");
            }
            return None;
        };
        let namespace = match self.is_qualified(at, schema, "elementFormDefault") {
            true => self.schemas[schema].namespace.clone(),
            false => "".into(),
        };
        let name = Name {
            namespace,
            local: local.trim().into(),
        };
        let ty = self.local_type(at, schema, owner, &name);
        Some(self.element_field(&name, at, ty, occurs))
    }

    /// A use of an element that is declared elsewhere.
    fn used(&mut self, name: &Name, at: &Element, owner: &str, occurs: Occurs) -> Option<Field> {
        if &*name.namespace == XSD {
            // Data sets carry their own schema.
            return Some(wildcard("any", occurs));
        }
        let declared = self.declared_element(name, at.place("ref"))?;
        if !self.substitutes.contains_key(name) {
            let ty = self.global_element_type(name, at.place("ref"));
            return Some(self.element_field(name, &declared.element, ty, occurs));
        }
        // XML Schema part 1, section 3.3.6.
        let arms = all_from(name, &self.substitutes);
        if !self.spend_some(arms.len()) {
            return None;
        }
        let arms = arms.into_iter().filter_map(|name| {
            let element = self.components.elements.get(&name)?.element.clone();
            let is_abstract = is_true(element.attribute("abstract"));
            let ty = self.global_element_type(&name, at.place("ref"));
            let made = self.element_field(&name, &element, ty, Occurs::ONCE);
            (!is_abstract).then_some(made)
        });
        let arms: Vec<Field> = arms.collect();
        let union = self.names.free(format!("{owner}_choice"));
        self.choose(union, arms, "choice", occurs).pop()
    }

    /// An element that everyone can use; that there is none is said.
    pub(super) fn declared_element(&mut self, name: &Name, span: Span) -> Option<Declared> {
        let found = self.components.elements.get(name).cloned();
        if found.is_none() {
            let message = format!(
                "there is no element `{}` in `{}`",
                name.local, name.namespace
            );
            self.error(span, message);
        }
        found
    }

    pub(super) fn element_field(
        &mut self,
        name: &Name,
        at: &Element,
        ty: Type,
        occurs: Occurs,
    ) -> Field {
        let mut field = self.named(name, ty).documented(doc(at));
        self.note_default(&mut field, &[at]);
        repeated(field, occurs, is_true(at.attribute("nillable")))
    }

    /// Notes the default or fixed value of an element or attribute: that of the first declaration that says one.
    pub(super) fn note_default(&mut self, field: &mut Field, said: &[&Element]) {
        for word in ["default", "fixed"] {
            let mut said = said.iter();
            let Some((at, value)) = said.find_map(|at| Some((at, at.attribute(word)?))) else {
                continue;
            };
            let value = match self.are_names(&field.ty) {
                true => self.name_in(at, word),
                false => value.to_owned(),
            };
            note(&mut field.annotations, &format!("xml.{word}"), value);
        }
    }

    /// The type of an element within a type.
    fn local_type(&mut self, at: &Element, schema: usize, owner: &str, name: &Name) -> Type {
        if let Some(ty) = self.resolve(at, "type", schema) {
            return self.type_of(&ty, at.place("type"));
        }
        let own = format!("{owner}_{}", identifier(&name.local));
        if let Some(complex) = at.child(XSD, "complexType").cloned() {
            let own = self.names.free(own);
            self.anonymous_complex(&complex, schema, own.clone(), Annotations::new(), true);
            return Type::Named(own);
        }
        match at.child(XSD, "simpleType").cloned() {
            Some(simple) => self.anonymous_simple(&simple, schema, || own),
            None => builtin::any(),
        }
    }

    /// The type of an element that everyone can use.
    pub(super) fn global_element_type(&mut self, name: &Name, span: Span) -> Type {
        let Some(declared) = self.components.elements.get(name).cloned() else {
            return builtin::any();
        };
        let element: &Rc<Element> = &declared.element;
        if let Some(ty) = self.resolve(element, "type", declared.schema) {
            return self.type_of(&ty, element.place("type"));
        }
        let own = element.child(XSD, "complexType").is_some()
            || element.child(XSD, "simpleType").is_some();
        if own {
            return Type::Named(self.element_name(name));
        }
        // XML Schema part 1, section 3.3.2: without a type it is that of the element it may stand for.
        match self.resolve(element, "substitutionGroup", declared.schema) {
            Some(head) => self.within("element", name, span, |lower| {
                lower.global_element_type(&head, span)
            }),
            None => builtin::any(),
        }
    }
}
