//! Types as components of schemas.

use manyrpc_model::{
    Annotations, Arm, Enum, Field, Module, Record, Type, TypeBody, TypeDef, Union,
};

use super::super::builtin;
use super::super::names::{local_name, namespace, role};
use super::node::Node;
use super::uses::{Use, facets, is_simple_alias, restriction, union_of_texts};
use super::{Kind, Printer, XmlName};
use crate::inexpressible::Reason;

/// Whether elements within types are qualified, as far as the module says.
pub(super) fn has_qualified(module: &Module) -> bool {
    let fields = module.types.iter().flat_map(|t| match &t.body {
        TypeBody::Record(record) => record.fields.iter().map(|f| &f.annotations).collect(),
        TypeBody::Union(union) => union.arms.iter().map(|a| &a.field.annotations).collect(),
        _ => Vec::new(),
    });
    let operations = module.interfaces.iter().flat_map(|i| &i.operations);
    let params = operations.flat_map(|o| o.params.iter().map(|p| &p.annotations));
    let mut all = fields.chain(params);
    all.any(|notes| notes.contains_key("xml.ns") && role(notes).is_empty())
}

impl<'m> Printer<'m> {
    /// All types that have names.
    pub(super) fn types(&mut self) {
        for definition in &self.module.types {
            let is_alias = match &definition.body {
                TypeBody::Alias(ty) => !is_simple_alias(ty, &definition.annotations),
                _ => definition.annotations.contains_key("xsd.derived"),
            };
            if is_alias {
                continue;
            }
            if let Some(name) = self.type_name(definition) {
                self.name(&definition.name, &name.local);
                let body = self.body(definition, &name.namespace);
                let node = body.with("name", &*name.local);
                let node = node.documented("xsd:documentation", &definition.doc);
                self.declare(&definition.name, Kind::Type, &name, node);
            }
            if let Some(element) = XmlName::of(&definition.annotations, "xml.element") {
                self.element_of(definition, &element);
            }
        }
    }

    /// The element of an exception.
    pub(super) fn element_of(&mut self, definition: &'m TypeDef, element: &XmlName) {
        let node = Node::new("xsd:element").with("name", &*element.local);
        let named = XmlName::of(&definition.annotations, "xml.type");
        let named = named.or_else(|| self.type_name(definition));
        let used = match (named, text_alone(definition)) {
            (Some(name), _) => Use::Name(self.qualified(&name, Some(&element.namespace))),
            (None, Some(text)) => self.used(&definition.name, text, &element.namespace),
            (None, None) => Use::Own(self.body(definition, &element.namespace)),
        };
        self.declare(&definition.name, Kind::Element, element, used.on(node));
    }

    /// A type without its name.
    pub(super) fn body(&mut self, definition: &'m TypeDef, within: &str) -> Node {
        let subject = &definition.name;
        match &definition.body {
            TypeBody::Alias(ty) => self.alias(subject, ty, &definition.annotations, within),
            TypeBody::Enum(body) => enumeration(body, &definition.annotations),
            TypeBody::Union(union) => self.union(subject, union, within),
            TypeBody::Record(record) => self.record(definition, record, within),
        }
    }

    fn alias(&mut self, subject: &str, ty: &'m Type, notes: &Annotations, within: &str) -> Node {
        if let array @ Type::Array { element, .. } = ty.plain() {
            return match notes.contains_key(builtin::LIST) {
                true => self.list(subject, element, notes, within),
                false => self.soap_array(subject, array, notes, within),
            };
        }
        if notes.contains_key(builtin::UNION) {
            return union_of_texts();
        }
        let base = notes.get(builtin::TYPE).map(|name| format!("xsd:{name}"));
        let base = base.unwrap_or_else(|| match self.used(subject, ty, within) {
            Use::Name(name) => name,
            Use::Own(_) => {
                "xsd:".to_owned() + builtin::natural(ty.plain()).unwrap_or("anySimpleType")
            }
        });
        restriction(Use::Name(base), facets(&self.prefixed(notes), ty.plain()))
    }

    fn record(&mut self, definition: &'m TypeDef, record: &'m Record, within: &str) -> Node {
        let subject = &definition.name;
        let notes = &definition.annotations;
        let node = Node::new("xsd:complexType");
        let node = node.maybe("abstract", notes.get("xsd.abstract").map(|_| "true"));
        let node = node.maybe("mixed", notes.get("xsd.mixed").map(|_| "true"));
        if let Some(derived) = self.derived(definition, record, within) {
            return node.child(derived);
        }
        let content = self.content(subject, &record.fields, within);
        let Some(text) = text_of(record) else {
            return node.children(content);
        };
        let base = match self.used(subject, &text.ty, within) {
            Use::Name(name) => name,
            Use::Own(own) => self.text_type(subject, within, own),
        };
        let by = Node::new("xsd:extension").with("base", base);
        node.child(Node::new("xsd:simpleContent").child(by.children(content)))
    }

    /// A name for the type of a text, which must have one.
    fn text_type(&mut self, subject: &str, within: &str, own: Node) -> String {
        let name = XmlName::new(within, format!("{subject}.value"));
        let node = own.with("name", &*name.local);
        self.declare(subject, Kind::Type, &name, node);
        self.qualified(&name, Some(within))
    }

    /// Elements in their sequence, then attributes.
    pub(super) fn content(
        &mut self,
        subject: &str,
        fields: impl IntoIterator<Item = &'m Field>,
        within: &str,
    ) -> Vec<Node> {
        self.content_with(subject, fields, Vec::new(), within)
    }

    /// The same with further attributes, which come before what stands for any.
    pub(super) fn content_with(
        &mut self,
        subject: &str,
        fields: impl IntoIterator<Item = &'m Field>,
        further: Vec<Node>,
        within: &str,
    ) -> Vec<Node> {
        let mut elements = Node::new("xsd:sequence");
        let mut attributes = Vec::new();
        let mut any = None;
        for field in fields.into_iter().filter(|f| f.derived.is_none()) {
            let at = format!("{subject}.{}", field.name);
            match role(&field.annotations) {
                "text" => {}
                "attribute" => attributes.push(self.attribute(&at, field, within)),
                "anyAttribute" => {
                    any = Some(Node::new("xsd:anyAttribute").with("processContents", "lax"));
                }
                _ => elements.push(self.field(&at, field, within)),
            }
        }
        let elements = (!elements.is_empty()).then_some(elements);
        let attributes = attributes.into_iter().chain(further).chain(any);
        elements.into_iter().chain(attributes).collect()
    }

    /// A field as a particle.
    pub(super) fn field(&mut self, at: &str, field: &'m Field, within: &str) -> Node {
        self.element(
            at,
            &field.name,
            &field.ty,
            &field.annotations,
            within,
            &field.doc,
        )
    }

    /// An element, or a group or wildcard.
    pub(super) fn element(
        &mut self,
        at: &str,
        name: &str,
        ty: &'m Type,
        notes: &Annotations,
        within: &str,
        doc: &str,
    ) -> Node {
        let occurs = self.occurring(ty, notes);
        match role(notes) {
            "any" => {
                let any = Node::new("xsd:any").with("processContents", "lax");
                return occurs.on(any);
            }
            "group" => {
                let group = self.group(at, occurs.ty, within);
                return occurs.on(group);
            }
            _ => {}
        }
        let local = self.name(at, local_name(name, notes));
        let namespace = namespace(notes).to_owned();
        let [default, fixed] = self.defaults(occurs.ty, notes);
        let facts = |node: Node| {
            let node = node.maybe("nillable", occurs.is_nillable.then_some("true"));
            let node = node.maybe("default", default.clone());
            node.maybe("fixed", fixed.clone())
        };
        let global = XmlName::new(&*namespace, &*local);
        if self.is_its_own(occurs.ty, &global) {
            let name = self.qualified(&global, Some(within));
            return occurs.on(Node::new("xsd:element").with("ref", name));
        }
        if !namespace.is_empty() && namespace != within {
            let name = global;
            let node = facts(Node::new("xsd:element").with("name", local));
            let used = self.used(at, occurs.ty, &namespace);
            self.declare(
                at,
                Kind::Element,
                &name,
                used.on(node).documented("xsd:documentation", doc),
            );
            let name = self.qualified(&name, Some(within));
            return occurs.on(Node::new("xsd:element").with("ref", name));
        }
        let form = match (namespace.is_empty(), self.is_qualified) {
            (false, false) => Some("qualified"),
            (true, true) if !within.is_empty() => Some("unqualified"),
            _ => None,
        };
        let node = Node::new("xsd:element")
            .with("name", local)
            .maybe("form", form);
        let node = facts(occurs.on(node));
        let used = self.used(at, occurs.ty, within);
        used.on(node).documented("xsd:documentation", doc)
    }

    /// The default and the fixed value of an element or attribute.
    fn defaults(&mut self, ty: &Type, notes: &Annotations) -> [Option<String>; 2] {
        let own = match ty.plain() {
            Type::Named(name) => self.definitions.get(&**name),
            _ => None,
        };
        let own = own.and_then(|definition| definition.annotations.get(builtin::TYPE));
        let of = ty.mark(builtin::TYPE).or(own.map(String::as_str));
        ["xml.default", "xml.fixed"].map(|key| {
            let value = notes.get(key)?;
            Some(match of {
                Some("QName") => self.value_of_name(value),
                _ => value.clone(),
            })
        })
    }

    /// Whether a type is that of an element of this name, and of no other.
    pub(super) fn is_its_own(&self, ty: &Type, element: &XmlName) -> bool {
        let Type::Named(name) = ty.plain() else {
            return false;
        };
        let definition = self.definitions.get(&**name);
        definition.is_some_and(|d| {
            let own = XmlName::of(&d.annotations, "xml.element");
            own.as_ref() == Some(element) && !d.annotations.contains_key("xsd.name")
        })
    }

    /// The elements of a type without one around them.
    fn group(&mut self, at: &str, ty: &'m Type, within: &str) -> Node {
        let Type::Named(name) = ty.plain() else {
            self.faults.push(at, Reason::TypeNeedsName);
            return Node::new("xsd:sequence");
        };
        match self.definitions.get(&**name).map(|d| &d.body) {
            Some(TypeBody::Record(record)) => {
                let fields = record.fields.iter().map(|f| self.field(at, f, within));
                let fields: Vec<Node> = fields.collect();
                Node::new("xsd:sequence").children(fields)
            }
            Some(TypeBody::Union(union)) => self.choice(at, union, within),
            _ => {
                self.faults.push(at, Reason::TypeNeedsName);
                Node::new("xsd:sequence")
            }
        }
    }

    fn choice(&mut self, at: &str, union: &'m Union, within: &str) -> Node {
        let arms = union
            .arms
            .iter()
            .map(|arm| &arm.field)
            .chain(&union.default);
        let arms: Vec<Node> = arms.map(|arm| self.field(at, arm, within)).collect();
        Node::new("xsd:choice").children(arms)
    }

    /// A union as the type of an element.
    fn union(&mut self, subject: &str, union: &'m Union, within: &str) -> Node {
        let node = Node::new("xsd:complexType");
        let choice = self.choice(subject, union, within);
        let is_plain = |arm: &Arm| arm.labels.len() == 1;
        if union.default.is_none() && union.arms.iter().all(is_plain) {
            return node.child(choice);
        }
        // A label that chooses nothing has no arm behind it.
        let none = Annotations::new();
        let label = self.element(
            subject,
            &union.discriminant,
            &union.discriminant_type,
            &none,
            within,
            "",
        );
        let choice = choice.with("minOccurs", "0");
        node.child(Node::new("xsd:sequence").child(label).child(choice))
    }

    fn attribute(&mut self, at: &str, field: &'m Field, within: &str) -> Node {
        let (ty, use_) = match field.ty.plain() {
            Type::Optional(inner) => (&**inner, None),
            _ => (&field.ty, Some("required")),
        };
        let node = self.attribute_named(at, field, within);
        let node = node.maybe("use", use_);
        let name = XmlName::new(
            namespace(&field.annotations),
            local_name(&field.name, &field.annotations),
        );
        let node = match is_local(&name, within) {
            true => self.used(at, ty, within).on(node),
            false => {
                self.global_attribute(at, &name, ty);
                node
            }
        };
        let [default, fixed] = self.defaults(ty, &field.annotations);
        node.maybe("default", default)
            .maybe("fixed", fixed)
            .documented("xsd:documentation", &field.doc)
    }

    /// An attribute of which there is no more than its name.
    pub(super) fn attribute_named(&mut self, at: &str, field: &Field, within: &str) -> Node {
        let notes = &field.annotations;
        let local = self.name(at, local_name(&field.name, notes));
        let name = XmlName::new(namespace(notes), local);
        let node = Node::new("xsd:attribute");
        if !is_local(&name, within) {
            return node.with("ref", self.qualified(&name, Some(within)));
        }
        let form = (!name.namespace.is_empty()).then_some("qualified");
        node.with("name", name.local).maybe("form", form)
    }

    /// Declares an attribute for everyone.
    fn global_attribute(&mut self, at: &str, name: &XmlName, ty: &'m Type) {
        // Those of XML itself are declared elsewhere.
        if name.namespace == super::XML {
            return;
        }
        let node = Node::new("xsd:attribute").with("name", &*name.local);
        let node = self.used(at, ty, &name.namespace).on(node);
        self.declare(at, Kind::Attribute, name, node);
    }
}

/// Whether an attribute is declared within the type that has it, in a schema of that namespace.
fn is_local(attribute: &XmlName, within: &str) -> bool {
    attribute.namespace.is_empty() || attribute.namespace == within
}

/// The field for the text of a type with simple content.
pub(super) fn text_of(record: &Record) -> Option<&Field> {
    let mut fields = record.fields.iter();
    fields.find(|f| role(&f.annotations) == "text")
}

/// The type of the text that is all of a record, which an element of a simple type is.
fn text_alone(definition: &TypeDef) -> Option<&Type> {
    match &definition.body {
        TypeBody::Record(record) => match &record.fields[..] {
            [only] if role(&only.annotations) == "text" => Some(&only.ty),
            _ => None,
        },
        _ => None,
    }
}

fn enumeration(body: &Enum, notes: &Annotations) -> Node {
    let forms: Option<Vec<&str>> = notes.get("xml.values").map(|v| v.split('\n').collect());
    let values = body.members.iter().enumerate().map(|(at, member)| {
        let form = forms.as_ref().and_then(|forms| forms.get(at).copied());
        Node::new("xsd:enumeration")
            .with("value", form.unwrap_or(&member.name))
            .documented("xsd:documentation", &member.doc)
    });
    let white_space = notes.get(builtin::WHITE_SPACE);
    let white_space = white_space.map(|way| Node::new("xsd:whiteSpace").with("value", &**way));
    let base = notes.get(builtin::TYPE).map_or("string", String::as_str);
    restriction(
        Use::Name(format!("xsd:{base}")),
        white_space.into_iter().chain(values).collect(),
    )
}
