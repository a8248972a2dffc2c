//! Complex types that derive from others (XML Schema part 1, section 3.4).
//!
//! A record with a base has all that it holds. It extends its base if it has everything of that, and restricts it otherwise.

use manyrpc_model::{Annotations, Field, Record, Type, TypeBody, TypeDef};

use super::super::names::{local_name, namespace, role};
use super::Printer;
use super::node::Node;
use super::types::text_of;
use super::uses::{facets, in_steps, restriction};

const PATTERN: &str = "xsd.pattern";
/// The mark of a field that is optional only so that values are finite.
const REQUIRED: &str = "xml.required";

impl<'m> Printer<'m> {
    /// The content of a record that has a base with a name.
    pub(super) fn derived(
        &mut self,
        definition: &'m TypeDef,
        record: &'m Record,
        within: &str,
    ) -> Option<Node> {
        let base = definition.annotations.get("xsd.base")?;
        let base = *self.definitions.get(&**base)?;
        let name = self.type_name(base)?;
        let name = self.qualified(&name, Some(within));
        let of_base = match &base.body {
            TypeBody::Record(record) => Some(record),
            _ => None,
        };
        let subject = &definition.name;
        let by = match of_base.and_then(|base| added(base, record)) {
            Some(own) => Node::new("xsd:extension")
                .with("base", name)
                .children(self.content(subject, own, within)),
            None => {
                let by = Node::new("xsd:restriction").with("base", name);
                let by = by.children(self.restricted_text(subject, of_base, record, within));
                let own =
                    of_base.map_or_else(|| record.fields.iter().collect(), |b| restated(b, record));
                let prohibited = self.prohibited(subject, of_base, record, within);
                by.children(self.content_with(subject, own, prohibited, within))
            }
        };
        let around = match text_of(record) {
            Some(_) => "xsd:simpleContent",
            None => "xsd:complexContent",
        };
        Some(Node::new(around).child(by))
    }

    /// The facets by which a type restricts the text of its base. Patterns hold together with those of the base, the others instead
    /// of them.
    fn restricted_text(
        &mut self,
        subject: &str,
        base: Option<&'m Record>,
        record: &'m Record,
        within: &str,
    ) -> Vec<Node> {
        let Some(Type::Marked(_, marks)) = text_of(record).map(|text| &text.ty) else {
            return Vec::new();
        };
        let of_base = base.and_then(text_of).map(|text| &text.ty);
        let mut marks = self.prefixed(marks).into_owned();
        let before = of_base.and_then(|ty| self.marks(ty)?.get(PATTERN));
        let all = marks.remove(PATTERN);
        if let Some(own) = all.and_then(|all| further(&all, before.map(String::as_str))) {
            marks.insert(PATTERN.to_owned(), own);
        }
        let (steps, last) = in_steps(facets(&marks, &Type::Void));
        let own = of_base
            .filter(|_| !steps.is_empty())
            .map(|ty| restriction(self.used(subject, ty, within), steps));
        own.into_iter().chain(last).collect()
    }

    /// What is said of the values of a simple type.
    fn marks<'t>(&self, ty: &'t Type) -> Option<&'t Annotations>
    where
        'm: 't,
    {
        match (ty, ty.plain()) {
            (Type::Marked(_, marks), _) => Some(marks),
            (_, Type::Named(name)) => Some(&self.definitions.get(&**name)?.annotations),
            _ => None,
        }
    }

    /// The attributes of its base that a restricted type does not have.
    fn prohibited(
        &mut self,
        subject: &str,
        base: Option<&Record>,
        record: &Record,
        within: &str,
    ) -> Vec<Node> {
        let fields = base.map_or(&[][..], |base| &base.fields);
        let is_missing = |field: &&Field| !record.fields.iter().any(|own| has_name_of(own, field));
        let attributes = fields.iter().filter(|f| is_attribute(f));
        let missing = attributes.filter(is_missing);
        missing
            .map(|field| {
                let node = self.attribute_named(subject, field, within);
                node.with("use", "prohibited")
            })
            .collect()
    }
}

/// What a record has beyond its base, if it has everything of that: its elements first, and its attributes.
fn added<'r>(base: &Record, record: &'r Record) -> Option<Vec<&'r Field>> {
    let [own, attributes, open] = parts(record);
    let [of_base, known, open_of_base] = parts(base);
    let begins =
        own.len() >= of_base.len() && own.iter().zip(&of_base).all(|(own, of)| is_same(own, of));
    let has_all = known
        .iter()
        .all(|of| attributes.iter().any(|own| is_same(own, of)));
    if !begins || !has_all || !open_of_base.is_empty() && open.is_empty() {
        return None;
    }
    let is_new = |own: &&Field| !known.iter().any(|of| has_name_of(own, of));
    let mut added = own[of_base.len()..].to_vec();
    added.extend(attributes.into_iter().filter(is_new));
    if open_of_base.is_empty() {
        added.extend(open);
    }
    Some(added)
}

/// The elements and the text of a record, its attributes, and what stands for any attributes.
fn parts(record: &Record) -> [Vec<&Field>; 3] {
    let mut parts = [Vec::new(), Vec::new(), Vec::new()];
    for field in &record.fields {
        let part = match role(&field.annotations) {
            "attribute" => 1,
            "anyAttribute" => 2,
            _ => 0,
        };
        parts[part].push(field);
    }
    parts
}

/// What a restriction says again: not the attributes that it has from its base, in the order of that. One whose type has no name
/// would be of another type.
fn restated<'r>(base: &Record, record: &'r Record) -> Vec<&'r Field> {
    let (attributes, content): (Vec<_>, Vec<_>) =
        record.fields.iter().partition(|f| is_attribute(f));
    let mut of_base = base.fields.iter();
    let mut inherited = |own: &&&Field| of_base.any(|of| is_attribute(of) && is_same(own, of));
    let own = attributes.iter().skip_while(&mut inherited);
    let own: Vec<_> = own.copied().collect();
    content.into_iter().chain(own).collect()
}

fn is_attribute(field: &Field) -> bool {
    role(&field.annotations) == "attribute"
}

/// Whether both are the same in XML. Names in the model may have numbers, and a value that is finite in one type may not be so in
/// another.
fn is_same(one: &Field, other: &Field) -> bool {
    let said = |field: &Field| {
        let mut notes = field.annotations.clone();
        notes.remove("xml.name");
        notes.remove(REQUIRED);
        notes
    };
    has_name_of(one, other) && said(one) == said(other) && in_xml(one) == in_xml(other)
}

fn in_xml(field: &Field) -> &Type {
    match field.ty.plain() {
        Type::Optional(inner) if field.annotations.contains_key(REQUIRED) => inner,
        _ => &field.ty,
    }
}

/// Whether both have the same name in XML, or none.
fn has_name_of(one: &Field, other: &Field) -> bool {
    let [one, other] = [one, other].map(|field| {
        let notes = &field.annotations;
        let local = match role(notes) {
            "" | "attribute" => local_name(&field.name, notes),
            _ => "",
        };
        (role(notes), namespace(notes), local)
    });
    one == other
}

/// The lines of a text behind those of another one with which it begins; all of them otherwise.
fn further(all: &str, before: Option<&str>) -> Option<String> {
    let Some(rest) = before.and_then(|before| all.strip_prefix(before)) else {
        return Some(all.to_owned());
    };
    match rest.is_empty() {
        true => None,
        false => Some(rest.strip_prefix('\n').unwrap_or(all).to_owned()),
    }
}
