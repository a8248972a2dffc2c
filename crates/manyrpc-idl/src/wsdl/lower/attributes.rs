//! Attributes (XML Schema part 1, sections 3.2 and 3.6).

use manyrpc_model::{Field, Type};

use super::super::builtin;
use super::super::names::{identifier, local_name, namespace};
use super::super::words::{XML, XSD};
use super::super::xml::{Element, Name};
use super::complex::Content;
use super::{Lower, doc, note};

impl Lower<'_, '_> {
    /// Adds the attributes that a type says itself; one of the same name as its base's is instead of that.
    pub(super) fn own_attributes(
        &mut self,
        of: &Element,
        schema: usize,
        owner: &str,
        made: &mut Content,
    ) {
        for child in of.children.iter().filter(|c| &*c.name.namespace == XSD) {
            match &*child.name.local {
                "attribute" => self.attribute(child, schema, owner, made),
                "attributeGroup" => self.attribute_group(child, schema, owner, made),
                "anyAttribute" => made.any_attributes = true,
                _ => {}
            }
        }
    }

    fn attribute_group(&mut self, at: &Element, schema: usize, owner: &str, made: &mut Content) {
        let Some(name) = self.resolve(at, "ref", schema) else {
            return;
        };
        let span = at.place("ref");
        match self.components.attribute_groups.get(&name).cloned() {
            None => {
                let message = format!("there is no attribute group `{}`", name.local);
                self.error(span, message);
            }
            Some(group) if self.spend("") => self.within("attribute group", &name, span, |lower| {
                lower.own_attributes(&group.element, group.schema, owner, made);
            }),
            Some(_) => {}
        }
    }

    fn attribute(&mut self, at: &Element, schema: usize, owner: &str, made: &mut Content) {
        let Some((name, ty, declaration)) = self.declared(at, schema, owner) else {
            return;
        };
        let use_ = at.attribute("use").map(str::trim);
        let same = |field: &Field| {
            let notes = &field.annotations;
            name.is(namespace(notes), local_name(&field.name, notes))
        };
        if !made.attribute_names.insert(name.clone()) && self.spend_some(made.attributes.len()) {
            made.attributes.retain(|field| !same(field));
        }
        if use_ == Some("prohibited") || !self.spend(&name.namespace) {
            return;
        }
        let ty = match use_ {
            Some("required") => ty,
            _ => ty.optional(),
        };
        let mut field = self.named(&name, ty).documented(doc(at));
        note(&mut field.annotations, "xml.role", "attribute");
        match &declaration {
            Some(declaration) => self.note_default(&mut field, &[at, declaration]),
            None => self.note_default(&mut field, &[at]),
        }
        made.attributes.push(field);
    }

    /// The name and type of an attribute, and where it is declared if elsewhere.
    fn declared(
        &mut self,
        at: &Element,
        schema: usize,
        owner: &str,
    ) -> Option<(Name, Type, Option<std::rc::Rc<Element>>)> {
        let Some(name) = self.resolve(at, "ref", schema) else {
            let local = at.attribute("name")?.trim();
            let namespace = match self.is_qualified(at, schema, "attributeFormDefault") {
                true => self.schemas[schema].namespace.clone(),
                false => "".into(),
            };
            let name = Name {
                namespace,
                local: local.into(),
            };
            let ty = self.attribute_type(at, schema, &name, owner);
            return Some((name, ty, None));
        };
        if &*name.namespace == XML {
            let ty = match &*name.local {
                "lang" => builtin::of("language"),
                "base" => builtin::of("anyURI"),
                "id" => builtin::of("ID"),
                _ => builtin::of("NCName"),
            };
            return Some((name, ty?, None));
        }
        let Some(found) = self.components.attributes.get(&name).cloned() else {
            let message = format!(
                "there is no attribute `{}` in `{}`",
                name.local, name.namespace
            );
            self.error(at.place("ref"), message);
            return None;
        };
        let ty = self.attribute_type(&found.element, found.schema, &name, owner);
        Some((name, ty, Some(found.element)))
    }

    fn attribute_type(&mut self, at: &Element, schema: usize, name: &Name, owner: &str) -> Type {
        if let Some(ty) = self.resolve(at, "type", schema) {
            return self.type_of(&ty, at.place("type"));
        }
        match at.child(XSD, "simpleType").cloned() {
            Some(own) => {
                let local = identifier(&name.local);
                self.anonymous_simple(&own, schema, || format!("{owner}_{local}"))
            }
            None => Type::Text { max: None }.marked(builtin::TYPE, "anySimpleType"),
        }
    }

    /// Whether a local element or attribute is in its schema's namespace.
    pub(super) fn is_qualified(&self, at: &Element, schema: usize, default: &str) -> bool {
        let own = at.attribute("form").map(str::trim);
        let own = own.or_else(|| {
            self.schemas[schema]
                .element
                .attribute(default)
                .map(str::trim)
        });
        own == Some("qualified")
    }

    /// A field of an XML name.
    pub(super) fn named(&mut self, name: &Name, ty: Type) -> Field {
        self.spend(&name.namespace);
        let mut field = Field::new(identifier(&name.local), ty);
        if *field.name != *name.local {
            note(&mut field.annotations, "xml.name", &*name.local);
        }
        if !name.namespace.is_empty() {
            note(&mut field.annotations, "xml.ns", &*name.namespace);
        }
        field
    }
}
