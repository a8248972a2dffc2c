//! Uses of types: how often something occurs, and what its type is there.

use std::borrow::Cow;

use manyrpc_model::{Annotations, Length, Type, TypeBody, TypeDef};

use super::super::builtin;
use super::super::words::ENCODING_12;
use super::node::Node;
use super::{NESTING, Printer, XmlName};
use crate::inexpressible::Reason;

/// How often something occurs, and as what.
pub(super) struct Occurring<'m> {
    pub(super) least: u32,
    /// `None` for any number.
    pub(super) most: Option<u32>,
    pub(super) is_nillable: bool,
    pub(super) ty: &'m Type,
}

impl Occurring<'_> {
    /// The same as attributes of an element or a group.
    pub(super) fn on(&self, node: Node) -> Node {
        let least = (self.least != 1).then(|| self.least.to_string());
        let most = match self.most {
            Some(1) => None,
            Some(most) => Some(most.to_string()),
            None => Some("unbounded".to_owned()),
        };
        node.maybe("minOccurs", least).maybe("maxOccurs", most)
    }
}

/// What an element's type is.
pub(super) enum Use {
    /// The attribute `type`.
    Name(String),
    /// A type without a name.
    Own(Node),
}

impl Use {
    pub(super) fn on(self, node: Node) -> Node {
        match self {
            Use::Name(name) => node.with("type", name),
            Use::Own(ty) => node.child(ty),
        }
    }
}

impl<'m> Printer<'m> {
    /// A type behind the aliases that only name arrays and optional values.
    pub(super) fn behind(&self, mut ty: &'m Type) -> &'m Type {
        for _ in 0..NESTING {
            let Type::Named(name) = ty.plain() else {
                return ty;
            };
            match self
                .definitions
                .get(&**name)
                .map(|d| (&d.body, &d.annotations))
            {
                Some((TypeBody::Alias(inner), notes)) if !is_simple_alias(inner, notes) => {
                    ty = inner;
                }
                _ => return ty,
            }
        }
        ty
    }

    pub(super) fn occurring(&self, ty: &'m Type, notes: &Annotations) -> Occurring<'m> {
        let ty = self.behind(ty);
        let is_nillable = notes.contains_key("xml.nillable");
        let least = notes.get("xml.min").and_then(|min| min.parse::<u32>().ok());
        match ty.plain() {
            _ if ty.mark(builtin::LIST).is_some() || ty.mark("soap.array").is_some() => Occurring {
                least: 1,
                most: Some(1),
                is_nillable,
                ty,
            },
            Type::Optional(inner) | Type::Shared(inner) => {
                let is_there = notes.contains_key("xml.required");
                Occurring {
                    least: if is_there { 1 } else { least.unwrap_or(0) },
                    most: Some(1),
                    is_nillable,
                    ty: inner,
                }
            }
            Type::Array { element, length } => {
                let (fixed, most) = match length {
                    Length::Fixed(0) | Length::UpTo(Some(0)) => (0, None),
                    Length::Fixed(n) => (*n, Some(*n)),
                    Length::UpTo(most) => (0, *most),
                };
                let item = self.behind(element);
                let (item, is_nillable) = match item.plain() {
                    Type::Optional(inner) | Type::Shared(inner) => (&**inner, true),
                    _ => (item, is_nillable),
                };
                Occurring {
                    least: least.unwrap_or(fixed),
                    most,
                    is_nillable,
                    ty: item,
                }
            }
            _ => Occurring {
                least: 1,
                most: Some(1),
                is_nillable,
                ty,
            },
        }
    }

    /// The type of something that occurs once, in a schema.
    pub(super) fn used(&mut self, subject: &str, ty: &'m Type, within: &str) -> Use {
        if self.depth >= NESTING {
            self.faults.push(subject, Reason::TypeNeedsName);
            return Use::Name("xsd:anyType".to_owned());
        }
        self.depth += 1;
        let used = self.used_here(subject, ty, within);
        self.depth -= 1;
        used
    }

    fn used_here(&mut self, subject: &str, ty: &'m Type, within: &str) -> Use {
        let ty = self.behind(ty);
        if let Type::Marked(inner, marks) = ty {
            match inner.plain() {
                Type::Array { element, .. } if marks.contains_key(builtin::LIST) => {
                    return Use::Own(self.list(subject, element, marks, within));
                }
                array @ Type::Array { .. } if marks.contains_key("soap.array") => {
                    return Use::Own(self.soap_array(subject, array, marks, within));
                }
                inner if natural(inner).is_some() => return self.simple(subject, inner, marks),
                // What other languages say of pointers and arrays.
                _ => {}
            }
        }
        match ty.plain() {
            Type::Void => Use::Own(Node::new("xsd:complexType")),
            Type::Named(name) => match self.definitions.get(&**name) {
                Some(definition) => self.named(definition, within),
                None => Use::Name("xsd:anyType".to_owned()),
            },
            Type::Optional(_) | Type::Shared(_) | Type::Array { .. } => {
                let none = Annotations::new();
                let item = self.element(subject, "item", ty, &none, within, "");
                let items = Node::new("xsd:sequence").child(item);
                Use::Own(Node::new("xsd:complexType").child(items))
            }
            Type::Reference(_) => Use::Name("xsd:string".to_owned()),
            Type::Any => Use::Name("xsd:base64Binary".to_owned()),
            Type::F128 => Use::Name("xsd:hexBinary".to_owned()),
            other => self.simple(subject, other, &Annotations::new()),
        }
    }

    /// The use of a type that the module defines.
    fn named(&mut self, definition: &'m TypeDef, within: &str) -> Use {
        let TypeBody::Union(union) = &definition.body else {
            return self.named_or_own(definition, within);
        };
        if !definition.annotations.contains_key("xsd.derived") {
            return self.named_or_own(definition, within);
        }
        // The first arm is the type that the others derive from.
        let first = union.arms.first().map(|arm| arm.field.ty.plain());
        match first {
            Some(Type::Named(base)) => match self.definitions.get(&**base) {
                Some(base) => self.named_or_own(base, within),
                None => Use::Name("xsd:anyType".to_owned()),
            },
            _ => Use::Name("xsd:anyType".to_owned()),
        }
    }

    fn named_or_own(&mut self, definition: &'m TypeDef, within: &str) -> Use {
        match self.type_name(definition) {
            Some(name) => Use::Name(self.qualified(&name, Some(within))),
            None => Use::Own(self.body(definition, within)),
        }
    }

    /// The name of a type in XML; one that has none is written where it is used.
    pub(super) fn type_name(&self, definition: &TypeDef) -> Option<XmlName> {
        let own = XmlName::of(&definition.annotations, "xsd.name");
        own.or_else(|| (!self.is_own).then(|| XmlName::new(&*self.namespace, &*definition.name)))
    }

    /// A simple type that is built in, or a restriction of one.
    fn simple(&mut self, subject: &str, ty: &Type, marks: &Annotations) -> Use {
        if marks.contains_key(builtin::UNION) {
            return Use::Own(union_of_texts());
        }
        let base = marks.get(builtin::TYPE).map(String::as_str);
        let Some(base) = base.or_else(|| natural(ty)) else {
            self.faults.push(subject, Reason::NoWord);
            return Use::Name("xsd:anyType".to_owned());
        };
        let facets = facets(&self.prefixed(marks), ty);
        let base = Use::Name(format!("xsd:{base}"));
        match facets.is_empty() && !marks.contains_key(builtin::OWN) {
            true => base,
            false => Use::Own(restriction(base, facets)),
        }
    }

    /// Marks with the names among them in prefixes.
    pub(super) fn prefixed<'n>(&mut self, marks: &'n Annotations) -> Cow<'n, Annotations> {
        let is_of_names = marks.get(builtin::TYPE).is_some_and(|of| of == "QName");
        match marks.get("xsd.enumeration") {
            Some(values) if is_of_names => {
                let values: Vec<String> = values.lines().map(|v| self.value_of_name(v)).collect();
                let mut marks = marks.clone();
                marks.insert("xsd.enumeration".to_owned(), values.join("\n"));
                Cow::Owned(marks)
            }
            _ => Cow::Borrowed(marks),
        }
    }

    /// A qualified name as a value.
    pub(super) fn value_of_name(&mut self, name: &str) -> String {
        let parts = name
            .strip_prefix('{')
            .and_then(|name| name.rsplit_once('}'));
        match parts {
            Some((namespace, local)) => self.qualified(&XmlName::new(namespace, local), None),
            None => name.to_owned(),
        }
    }

    /// A type of items in one text.
    pub(super) fn list(
        &mut self,
        subject: &str,
        item: &'m Type,
        marks: &Annotations,
        within: &str,
    ) -> Node {
        let list = match self.used(subject, item, within) {
            Use::Name(name) => Node::new("xsd:list").with("itemType", name),
            Use::Own(item) => Node::new("xsd:list").child(item),
        };
        let list = Node::new("xsd:simpleType").child(list);
        let facets = facets(marks, &Type::Void);
        match facets.is_empty() {
            true => list,
            false => {
                let by = Node::new("xsd:restriction").child(list).children(facets);
                Node::new("xsd:simpleType").child(by)
            }
        }
    }

    /// An array of SOAP's encoding.
    pub(super) fn soap_array(
        &mut self,
        subject: &str,
        array: &'m Type,
        notes: &Annotations,
        within: &str,
    ) -> Node {
        let imports = &mut self.schema_of(within).imports;
        if !imports.iter().any(|n| n == super::ENCODING_11) {
            imports.push(super::ENCODING_11.to_owned());
        }
        let item = XmlName::of(notes, "soap.array");
        let item = item.unwrap_or_else(|| XmlName::new(super::XSD, builtin::ANY));
        // The rank can be said with the name only.
        let is_named = rank(notes) > 1 || says_all(&item, array);
        let content = match is_named {
            true => self.array_type(&item, notes, within),
            false => Node::new("xsd:sequence").child(self.array_item(subject, array, within)),
        };
        let by = Node::new("xsd:restriction").with("base", "enc:Array");
        let by = Node::new("xsd:complexContent").child(by.child(content));
        Node::new("xsd:complexType").child(by)
    }

    /// The element of an array's items.
    fn array_item(&mut self, subject: &str, array: &'m Type, within: &str) -> Node {
        let occurs = self.occurring(array, &Annotations::new());
        let item = occurs.on(Node::new("xsd:element").with("name", "item"));
        let item = item.maybe("nillable", occurs.is_nillable.then_some("true"));
        self.used(subject, occurs.ty, within).on(item)
    }

    /// The attribute that names the type of an array's items (WSDL 1.1, section 2.2).
    fn array_type(&mut self, item: &XmlName, notes: &Annotations, within: &str) -> Node {
        let (local, arrays) = item
            .local
            .split_at(item.local.find('[').unwrap_or(item.local.len()));
        let name = self.qualified(&XmlName::new(&*item.namespace, local), Some(within));
        let commas = ",".repeat(rank(notes).saturating_sub(1).min(NESTING));
        Node::new("xsd:attribute")
            .with("ref", "enc:arrayType")
            .with("wsdl:arrayType", format!("{name}{arrays}[{commas}]"))
    }
}

/// The dimensions of an array of SOAP's encoding.
fn rank(notes: &Annotations) -> usize {
    let rank = notes.get("soap.array.rank");
    rank.and_then(|rank| rank.parse().ok()).unwrap_or(1)
}

/// Whether the name of an array's items is all there is to say of their type.
fn says_all(item: &XmlName, array: &Type) -> bool {
    let Type::Array { element, .. } = array else {
        return true;
    };
    let built_in = match &*item.namespace {
        _ if item.local.contains('[') => return true,
        super::XSD => builtin::of(&item.local),
        super::ENCODING_11 | ENCODING_12 => builtin::of_encoding(&item.local),
        _ => return !matches!(element.plain(), Type::Optional(_)),
    };
    built_in.as_ref() == Some(element)
}

/// The built-in type for a type of the model.
fn natural(ty: &Type) -> Option<&'static str> {
    match ty {
        Type::F128 => Some("hexBinary"),
        Type::Reference(_) => Some("string"),
        Type::Any => Some("base64Binary"),
        other => builtin::natural(other),
    }
}

/// Whether an alias is a type of XML by itself, and not just another name of an array or of another type.
pub(super) fn is_simple_alias(ty: &Type, notes: &Annotations) -> bool {
    let is_array = notes.contains_key(builtin::LIST) || notes.contains_key("soap.array");
    is_array || natural(ty.plain()).is_some() || notes.contains_key(builtin::TYPE)
}

/// What a union of simple types is printed as: its text.
pub(super) fn union_of_texts() -> Node {
    let union = Node::new("xsd:union").with("memberTypes", "xsd:string");
    Node::new("xsd:simpleType").child(union)
}

/// A restriction, in as many steps as there are patterns.
pub(super) fn restriction(base: Use, facets: Vec<Node>) -> Node {
    let (steps, last) = in_steps(facets);
    let base = match steps.is_empty() {
        true => base,
        false => Use::Own(restriction(base, steps)),
    };
    let by = Node::new("xsd:restriction");
    let by = match base {
        Use::Name(name) => by.with("base", name),
        Use::Own(ty) => by.child(ty),
    };
    Node::new("xsd:simpleType").child(by.children(last))
}

/// Facets before those of the last step, and these: patterns, which would be alternatives in one step, have one each.
pub(super) fn in_steps(facets: Vec<Node>) -> (Vec<Node>, Vec<Node>) {
    let (mut patterns, mut others): (Vec<Node>, Vec<Node>) = facets
        .into_iter()
        .partition(|facet| facet.is("xsd:pattern"));
    others.extend(patterns.pop());
    (patterns, others)
}

/// The facets that marks or annotations state, and those of the model's type.
pub(super) fn facets(marks: &Annotations, ty: &Type) -> Vec<Node> {
    let mut all = Vec::new();
    let mut facet = |name: &'static str, value: &str| {
        all.push(Node::new(name).with("value", value));
    };
    for name in builtin::FACETS {
        let said = marks.get(&name.replace(':', "."));
        for value in said.into_iter().flat_map(|said| said.split('\n')) {
            facet(name, value);
        }
    }
    match ty {
        // A text's bytes are not its characters, but no text of so many bytes has more of these.
        Type::Text { max: Some(most) } | Type::Bytes(Length::UpTo(Some(most))) => {
            facet("xsd:maxLength", &most.to_string());
        }
        Type::Bytes(Length::Fixed(n)) => facet("xsd:length", &n.to_string()),
        _ => {}
    }
    all
}
