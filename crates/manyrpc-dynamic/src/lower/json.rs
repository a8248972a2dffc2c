//! JSON metadata of fields: the names and notations of ProtoJSON, from the annotations of `.proto`
//! definitions (`protobuf.*`).
//!
//! Definitions in other languages do not specify JSON; `manyrpc_codec::json` lists their mapping.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use manyrpc_codec::meta::{Coding, Field, Link, Notation, OneofArm, Presence};
use manyrpc_model::{Annotations, Module, TypeBody, TypeDef};

use super::{Body, Lowered, Shape, TypeId, protobuf};

/// Whether an enumeration is the one whose only member represents null.
pub(super) fn is_null(annotations: &Annotations) -> bool {
    let name = annotations.get(protobuf::NAME);
    name.is_some_and(|name| name == "google.protobuf.NullValue")
}

/// Completes all fields of types, and parameters that are messages, once numbers and presence are known.
pub(super) fn finish(lowered: &mut Lowered, module: &Module) {
    let types = || module.types.iter().enumerate();
    // Messages need the names of unions' arms.
    for (at, definition) in types().filter(|(_, d)| is_oneof(d)) {
        let (TypeBody::Union(union), Body::Union(mut arms)) =
            (&definition.body, lowered.types[at].body.clone())
        else {
            continue;
        };
        let meta = Arc::make_mut(&mut arms.meta);
        let all = meta.arms.to_mut().iter_mut().zip(&arms.shapes);
        for ((arm, shape), said) in all.zip(&union.arms) {
            settle(lowered, &mut arm.field, shape);
            name(&mut arm.field, &said.field.annotations);
        }
        lowered.types[at].body = Body::Union(arms);
    }
    for (at, definition) in types().filter(|(_, d)| protobuf::is_message(d)) {
        if let TypeBody::Record(record) = &definition.body {
            let said: Vec<_> = record.fields.iter().map(|f| &f.annotations).collect();
            message(lowered, TypeId(at), definition, &said);
        }
    }
    let mut interfaces = std::mem::take(&mut lowered.interfaces);
    for operation in interfaces.iter_mut().flat_map(|i| &mut i.operations) {
        for members in [&mut operation.input, &mut operation.output] {
            let meta = Arc::make_mut(&mut members.meta);
            let all = meta.fields.to_mut().iter_mut().zip(&members.shapes);
            for (field, shape) in all {
                alone(lowered, field, shape);
                field.json.spare = field.json.proto && matches!(shape, Shape::Optional(_));
            }
        }
    }
    lowered.interfaces = interfaces;
}

/// Completes the field of a stand-alone value.
pub(super) fn alone(lowered: &Lowered, field: &mut Field, shape: &Shape) {
    if is_of_messages(lowered, shape) {
        settle(lowered, field, shape);
    }
}

fn is_oneof(definition: &TypeDef) -> bool {
    definition.annotations.contains_key("protobuf.oneof")
}

/// Completes a message from its fields' annotations.
fn message(lowered: &mut Lowered, id: TypeId, definition: &TypeDef, said: &[&Annotations]) {
    let Body::Record(mut members) = lowered.types[id.0].body.clone() else {
        return;
    };
    let is_entry = definition.annotations.contains_key("protobuf.map_entry");
    let meta = Arc::make_mut(&mut members.meta);
    let holds = matches!(meta.notation, Notation::Content | Notation::Values);
    meta.message = !is_entry;
    let all = meta.fields.to_mut().iter_mut().zip(&members.shapes);
    let mut arms = Vec::new();
    for (at, ((field, shape), said)) in all.zip(said).enumerate() {
        settle(lowered, field, shape);
        if !said.contains_key("protobuf.oneof") {
            name(field, said);
        }
        field.json.spare = !is_entry && !holds && field.pb.presence != Presence::Required;
        if field.pb.coding == Coding::Choice {
            arms.extend(arms_of(lowered, at, shape));
        }
    }
    let renamed = tell_apart(meta.fields.to_mut(), &mut arms);
    let union =
        |arm: &OneofArm| Some((union_of(&members.shapes[usize::from(arm.field)])?, arm.arm));
    let renamed: Vec<_> = renamed.filter_map(union).collect();
    meta.arms = Cow::Owned(arms.clone());
    for (union, arm) in renamed {
        if let Body::Union(arms) = &mut lowered.types[union.0].body {
            let meta = Arc::make_mut(&mut arms.meta);
            meta.arms.to_mut()[usize::from(arm)].field.json.name = Cow::Borrowed("");
        }
    }
    lowered.types[id.0].body = Body::Record(members);
    if !is_entry && let Some(full) = definition.annotations.get(protobuf::NAME) {
        lowered.messages.insert(full.clone(), id);
    }
}

/// The union inside an optional.
fn union_of(shape: &Shape) -> Option<TypeId> {
    match shape {
        Shape::Optional(inner) => union_of(inner),
        Shape::Union(id) => Some(*id),
        _ => None,
    }
}

/// The arms of the `oneof` at a field's index.
fn arms_of(lowered: &Lowered, field: usize, shape: &Shape) -> Vec<OneofArm> {
    let Some(id) = union_of(shape) else {
        return Vec::new();
    };
    let arms = lowered.union(id).meta.arms.iter().enumerate();
    let arms = arms.map(|(at, arm)| OneofArm {
        name: arm.field.name.clone(),
        json: Cow::Owned(arm.field.json_name().to_owned()),
        field: field as u16,
        arm: at as u16,
        null: arm.field.json.null,
    });
    arms.collect()
}

/// Gives members with the same JSON name their distinct definition names: proto2 allows such
/// definitions, and ProtoJSON does not resolve the ambiguity. Returns the renamed arms.
fn tell_apart<'a>(
    fields: &mut [Field],
    arms: &'a mut [OneofArm],
) -> impl Iterator<Item = &'a OneofArm> {
    let mut names: HashMap<String, u32> = HashMap::new();
    let own = fields
        .iter()
        .filter(|f| !f.is_oneof())
        .map(Field::json_name);
    for name in own.chain(arms.iter().map(|arm| &*arm.json)) {
        *names.entry(name.to_owned()).or_default() += 1;
    }
    let is_shared = |name: &str| names.get(name).is_some_and(|n| *n > 1);
    for field in fields.iter_mut().filter(|f| is_shared(f.json_name())) {
        field.json.name = Cow::Borrowed("");
    }
    let mut renamed = Vec::new();
    for (at, arm) in arms.iter_mut().enumerate() {
        if is_shared(&arm.json) {
            arm.json = arm.name.clone();
            renamed.push(at);
        }
    }
    renamed.into_iter().map(|at| &arms[at])
}

/// Sets the JSON name that the definition specifies, or derives it from the field's name.
fn name(field: &mut Field, said: &Annotations) {
    let name = match said.get("protobuf.json_name") {
        Some(name) => name.clone(),
        None => camel(&field.name),
    };
    if name != field.name {
        field.json.name = Cow::Owned(name);
    }
}

/// `lowerCamelCase`; extensions keep their names, in brackets.
fn camel(name: &str) -> String {
    if name.starts_with('[') {
        return name.to_owned();
    }
    let mut camel = String::new();
    let mut upper = false;
    for c in name.chars() {
        match (c, upper) {
            ('_', _) => {}
            (c, true) => camel.push(c.to_ascii_uppercase()),
            (c, false) => camel.push(c),
        }
        upper = c == '_';
    }
    camel
}

/// Marks a field and everything inside as ProtoJSON.
fn settle(lowered: &Lowered, field: &mut Field, shape: &Shape) {
    field.json.proto = true;
    field.json.null = is_nullable(lowered, shape);
    let (Shape::Array(inner) | Shape::Optional(inner)) = shape else {
        return;
    };
    if let Some(elem) = &field.elem {
        let mut elem = Field::clone(elem);
        settle(lowered, &mut elem, inner);
        field.elem = Some(Link::Shared(Arc::new(elem)));
    }
}

/// Whether null is a value of a shape: a JSON value of any kind, or the null enumeration.
fn is_nullable(lowered: &Lowered, shape: &Shape) -> bool {
    match shape {
        Shape::Optional(inner) => is_nullable(lowered, inner),
        Shape::Record(id) => lowered.record(*id).meta.notation == Notation::Value,
        Shape::Enum(id) => lowered.enumeration(*id).null,
        _ => false,
    }
}

/// Whether a shape is from a `.proto` definition.
fn is_of_messages(lowered: &Lowered, shape: &Shape) -> bool {
    match shape {
        Shape::Record(id) => lowered.record(*id).meta.message,
        Shape::Array(inner) | Shape::Optional(inner) => is_of_messages(lowered, inner),
        _ => false,
    }
}
