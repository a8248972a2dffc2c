//! What is in a message, as `peers/soap-codec/soap_codec` says what zeep reads in one: texts with their paths.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use manyrpc_model::{Annotations, Field, Module, Type, TypeBody, TypeDef, Value};
use serde_json::Value as Json;

use super::Member;
use crate::wsdl::held::Held;

/// Texts by path, those of one path in order: zeep keeps no order between others.
pub(super) type Leaves = BTreeMap<String, Vec<String>>;

/// What is in values.
pub(super) struct Contents {
    pub(super) leaves: Leaves,
    /// The paths of what zeep may lose: what is in choices and other groups that are repeated, and attributes that a
    /// type which holds itself inherits.
    unsure: BTreeSet<String>,
    /// The paths of attributes that a type prohibits, with the default that these have in its base: zeep knows nothing of
    /// the former.
    prohibited: BTreeSet<(String, String)>,
}

impl Contents {
    /// Whether zeep has read fewer than there are of what it may lose. It does that to some elements in groups that are
    /// repeated; where, we have found no rule for.
    pub(super) fn is_lost(&self, theirs: &Leaves) -> bool {
        let count = |of: &Leaves, path| of.get(path).map_or(0, Vec::len);
        let mut paths = self.unsure.iter();
        paths.any(|path| count(theirs, path) < count(&self.leaves, path))
    }

    /// Takes out of what zeep reads what is the default of an attribute that is prohibited.
    pub(super) fn forget(&self, theirs: &mut Leaves) {
        for (path, default) in &self.prohibited {
            let own = self.leaves.get(path).map_or(&[][..], Vec::as_slice);
            let Some(texts) = theirs.get_mut(path) else {
                continue;
            };
            let mut rest = own.iter().peekable();
            texts.retain(|text| match rest.next_if(|own| is(own, text)) {
                Some(_) => true,
                None => !is(text, default),
            });
        }
    }
}

/// What is in values.
pub(super) fn of(
    module: &Module,
    wrapper: Option<&str>,
    members: &[Member<'_>],
    values: &[Value],
) -> Contents {
    let mut walk = Walk {
        module,
        held: Held::of(module),
        path: Vec::new(),
        unsure: 0,
        contents: Contents {
            leaves: Leaves::new(),
            unsure: BTreeSet::new(),
            prohibited: BTreeSet::new(),
        },
    };
    for (member, value) in members.iter().zip(values) {
        let is_header = role(&member.notes) == "header";
        let around = wrapper.filter(|_| !is_header);
        walk.path.extend(around.map(str::to_owned));
        walk.place(member.name, member.ty, &member.notes, value);
        walk.path.clear();
    }
    walk.contents
}

/// What zeep says.
pub(super) fn theirs(leaves: &Json) -> Leaves {
    let mut all = Leaves::new();
    for leaf in leaves.as_array().into_iter().flatten() {
        if let (Some(path), Some(text)) = (leaf[0].as_str(), leaf[1].as_str())
            && !text.is_empty()
        {
            all.entry(path.to_owned())
                .or_default()
                .push(text.to_owned());
        }
    }
    all
}

/// The first path where they differ.
pub(super) fn difference(ours: &Leaves, theirs: &Leaves) -> Option<String> {
    let paths = ours.keys().chain(theirs.keys());
    let empty = Vec::new();
    paths.into_iter().find_map(|path| {
        let ours = ours.get(path).unwrap_or(&empty);
        let theirs = theirs.get(path).unwrap_or(&empty);
        let same = are(ours.iter(), theirs.iter()) || are(lasting(ours), lasting(theirs));
        (!same).then(|| format!("{path} is {ours:?} to us and {theirs:?} to zeep"))
    })
}

fn are<'t>(
    ours: impl Iterator<Item = &'t String>,
    theirs: impl Iterator<Item = &'t String>,
) -> bool {
    let (ours, theirs): (Vec<_>, Vec<_>) = (ours.collect(), theirs.collect());
    ours.len() == theirs.len() && ours.iter().zip(&theirs).all(|(a, b)| is(a, b))
}

/// Without what Python takes for nothing: of a choice zeep loses that.
fn lasting(all: &[String]) -> impl Iterator<Item = &String> {
    let is_nothing =
        |text: &str| text == "false" || text.trim_start_matches('~').parse() == Ok(0.0);
    all.iter().filter(move |text| !is_nothing(text))
}

/// Whether two texts are the same; numbers are so if they have the same value.
fn is(ours: &str, theirs: &str) -> bool {
    let number = |text: &str| text.strip_prefix('~')?.parse::<f64>().ok();
    match (number(ours), number(theirs)) {
        (Some(ours), Some(theirs)) => ours == theirs,
        _ => ours == theirs,
    }
}

fn role(notes: &Annotations) -> &str {
    notes.get("xml.role").map_or("", String::as_str)
}

struct Walk<'m> {
    module: &'m Module,
    held: Held<'m>,
    path: Vec<String>,
    /// How many places that zeep may lose this is in.
    unsure: u32,
    contents: Contents,
}

impl Walk<'_> {
    fn place(&mut self, name: &str, ty: &Type, notes: &Annotations, value: &Value) {
        match role(notes) {
            "anyAttribute" => {}
            "group" if matches!(ty.plain(), Type::Array { .. }) => {
                self.unsure += 1;
                self.value(ty, value);
                self.unsure -= 1;
            }
            "text" | "group" | "any" => self.value(ty, value),
            _ => {
                let local = notes.get("xml.name").map_or(name, String::as_str);
                self.path.push(local.to_owned());
                self.value(ty, value);
                self.path.pop();
            }
        }
    }

    fn field(&mut self, field: &Field, value: &Value) {
        self.place(&field.name, &field.ty, &field.annotations, value);
    }

    fn value(&mut self, ty: &Type, value: &Value) {
        match (ty.plain(), value) {
            (Type::Named(name), _) => self.named(name, value),
            (Type::Optional(inner), Value::List(nodes)) => self.chain(inner, nodes),
            (Type::Optional(inner), Value::Optional(value)) => {
                if let Some(value) = value {
                    self.value(inner, value);
                }
            }
            (Type::Array { element, .. }, Value::List(values)) => {
                values.iter().for_each(|value| self.value(element, value));
            }
            _ => self.scalars(value),
        }
    }

    /// A linked list, whose nodes are in each other: each has the next one in its last field.
    fn chain(&mut self, node: &Type, nodes: &[Value]) {
        let outside = self.path.len();
        for value in nodes {
            self.value(node, value);
            self.path.extend(self.link(node));
        }
        self.path.truncate(outside);
    }

    /// The name of the element of the next node.
    fn link(&self, node: &Type) -> Option<String> {
        let Type::Named(name) = node.plain() else {
            return None;
        };
        let TypeBody::Record(record) = &self.module.find_type(name)?.body else {
            return None;
        };
        let last = record.fields.last()?;
        let local = last.annotations.get("xml.name").unwrap_or(&last.name);
        Some(local.clone())
    }

    fn named(&mut self, name: &str, value: &Value) {
        let Some(definition) = self.module.find_type(name) else {
            return;
        };
        let TypeDef {
            body, annotations, ..
        } = definition;
        match (body, value) {
            (TypeBody::Alias(ty), _) => self.value(ty, value),
            (TypeBody::Record(record), Value::Record(values)) => {
                self.prohibited(definition);
                for (field, value) in record.fields.iter().zip(values) {
                    let is_unsure = u32::from(self.held.may_lose(definition, field));
                    self.unsure += is_unsure;
                    self.field(field, value);
                    self.unsure -= is_unsure;
                }
            }
            (TypeBody::Union(union), Value::Union { label, value }) => {
                let mut arms = union.arms.iter();
                let Some(arm) = arms.find(|arm| arm.labels.contains(label)) else {
                    return;
                };
                match annotations.contains_key("xsd.derived") {
                    true => self.value(&arm.field.ty, value),
                    false => self.field(&arm.field, value),
                }
            }
            (TypeBody::Enum(members), Value::I32(number)) => {
                let mut members = members.members.iter();
                let at = members.position(|member| member.value == *number);
                let mut forms = annotations
                    .get("xml.values")
                    .map_or("", String::as_str)
                    .lines();
                let form = at.and_then(|at| forms.nth(at));
                self.leaf(form.unwrap_or_default().to_owned());
            }
            _ => {}
        }
    }

    fn prohibited(&mut self, definition: &TypeDef) {
        for field in self.held.missing(definition) {
            let notes = &field.annotations;
            if let Some(default) = notes.get("xml.default") {
                let local = notes.get("xml.name").unwrap_or(&field.name);
                let path = self.path.iter().chain([local]);
                let path = path.map(String::as_str).collect::<Vec<_>>().join("/");
                let prohibited = (path, default.clone());
                self.contents.prohibited.insert(prohibited);
            }
        }
    }

    fn scalars(&mut self, value: &Value) {
        match value {
            Value::Bool(v) => self.leaf(v.to_string()),
            Value::I8(v) => self.leaf(v.to_string()),
            Value::U8(v) => self.leaf(v.to_string()),
            Value::I16(v) => self.leaf(v.to_string()),
            Value::U16(v) => self.leaf(v.to_string()),
            Value::I32(v) => self.leaf(v.to_string()),
            Value::U32(v) => self.leaf(v.to_string()),
            Value::I64(v) => self.leaf(v.to_string()),
            Value::U64(v) => self.leaf(v.to_string()),
            Value::F32(v) => self.leaf(format!("~{v}")),
            Value::F64(v) => self.leaf(format!("~{v}")),
            Value::Text(v) => self.leaf(v.clone()),
            Value::Bytes(v) => {
                let mut digits = String::new();
                v.iter().for_each(|byte| {
                    let _ = write!(digits, "{byte:02X}");
                });
                self.leaf(digits);
            }
            Value::I32s(v) => v.iter().for_each(|v| self.leaf(v.to_string())),
            Value::U32s(v) => v.iter().for_each(|v| self.leaf(v.to_string())),
            Value::I64s(v) => v.iter().for_each(|v| self.leaf(v.to_string())),
            Value::U64s(v) => v.iter().for_each(|v| self.leaf(v.to_string())),
            Value::F32s(v) => v.iter().for_each(|v| self.leaf(format!("~{v}"))),
            Value::F64s(v) => v.iter().for_each(|v| self.leaf(format!("~{v}"))),
            _ => {}
        }
    }

    /// An empty element is nothing to zeep.
    fn leaf(&mut self, text: String) {
        if !text.is_empty() {
            let path = self.path.join("/");
            if self.unsure > 0 {
                self.contents.unsure.insert(path.clone());
            }
            self.contents.leaves.entry(path).or_default().push(text);
        }
    }
}
