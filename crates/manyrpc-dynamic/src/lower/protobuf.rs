//! Protocol Buffers metadata of fields: numbers, codings and presence, from the annotations of `.proto`
//! definitions (`protobuf.*`).
//!
//! A `.proto` definition specifies its encoding completely. For other definitions
//! `manyrpc_codec::protobuf` lists the mapping.

use std::borrow::Cow;
use std::sync::Arc;

use manyrpc_codec::meta::{self, Coding, Field, Link, Notation, Others, Pb, Presence};
use manyrpc_codec::protobuf;
use manyrpc_model::{Annotations, Module, TypeBody, TypeDef};

use super::{Body, Lowered, Members, Shape, TypeId};

/// The annotation of every type of a `.proto` definition: its full name.
pub(super) const NAME: &str = "protobuf.name";

/// Whether a type is from a `.proto` definition, whose values preserve unknown fields and are not taken
/// for linked lists.
pub(super) fn is_message(definition: &TypeDef) -> bool {
    definition.annotations.contains_key(NAME)
}

/// The treatment of an enumeration's unknown values.
pub(super) fn others(annotations: &Annotations) -> Others {
    match annotations.get("protobuf.enum").map(String::as_str) {
        Some("open") => Others::Kept,
        Some("closed") => Others::Unknown,
        _ => Others::Refused,
    }
}

/// Completes all fields of types and operations after everything else is lowered.
pub(super) fn finish(lowered: &mut Lowered, module: &Module) {
    // Records need the numbers of unions' arms.
    for (at, definition) in module.types.iter().enumerate() {
        if let (TypeBody::Union(union), Body::Union(arms)) =
            (&definition.body, &mut lowered.types[at].body)
        {
            let fields = union.arms.iter().map(|arm| &arm.field);
            let said: Vec<&Annotations> = fields
                .chain(&union.default)
                .map(|field| &field.annotations)
                .collect();
            let meta = Arc::make_mut(&mut arms.meta);
            let all = meta.arms.to_mut().iter_mut().zip(&arms.shapes).zip(said);
            for (at, ((arm, shape), said)) in all.enumerate() {
                let place = Declaration::of(said, at as u32 + 2);
                settle(&mut arm.field, shape, place.explicit());
            }
        }
    }
    for at in 0..lowered.types.len() {
        let definition = lowered.definition(module, TypeId(at));
        let mut body = lowered.types[at].body.clone();
        if let (TypeBody::Record(record), Body::Record(members)) = (&definition.body, &mut body) {
            let said: Vec<&Annotations> = record.fields.iter().map(|f| &f.annotations).collect();
            settle_members(lowered, members, &said);
            if definition.annotations.contains_key("protobuf.message_set") {
                as_items(members);
            }
            let is_entry = definition.annotations.contains_key("protobuf.map_entry");
            members.keeps_unknown = is_message(definition) && !is_entry;
            Arc::make_mut(&mut members.meta).notation = notation(definition, &members.shapes);
        }
        lowered.types[at].body = body;
    }
    let mut interfaces = std::mem::take(&mut lowered.interfaces);
    for operation in interfaces.iter_mut().flat_map(|i| &mut i.operations) {
        let result = operation
            .raising
            .as_mut()
            .map(|raising| &mut raising.result);
        let members = [&mut operation.input, &mut operation.output];
        for members in members.into_iter().chain(result) {
            settle_members(lowered, members, &[]);
            if let (true, [Shape::Record(id)]) = (members.meta.whole, &members.shapes[..]) {
                let notation = lowered.record(*id).meta.notation;
                Arc::make_mut(&mut members.meta).notation = notation;
            }
        }
    }
    lowered.interfaces = interfaces;
}

/// A message's notation in ProtoJSON: the well-known types are recognised by name, provided that they
/// have the standard fields.
fn notation(definition: &TypeDef, shapes: &[Shape]) -> Notation {
    let name = definition.annotations.get(NAME).map(String::as_str);
    let name = name.and_then(|name| name.strip_prefix("google.protobuf."));
    match (name.unwrap_or_default(), shapes) {
        ("Struct" | "ListValue", [Shape::Array(_)]) => Notation::Values,
        ("Value", [Shape::Optional(_)]) => Notation::Value,
        ("FieldMask", [Shape::Array(name)]) if **name == Shape::Text => Notation::FieldMask,
        ("Any", [Shape::Text, Shape::Bytes]) => Notation::Any,
        ("Timestamp", [Shape::I64, Shape::I32]) => Notation::Timestamp,
        ("Duration", [Shape::I64, Shape::I32]) => Notation::Duration,
        ("DoubleValue", [Shape::F64])
        | ("FloatValue", [Shape::F32])
        | ("Int64Value", [Shape::I64])
        | ("UInt64Value", [Shape::U64])
        | ("Int32Value", [Shape::I32])
        | ("UInt32Value", [Shape::U32])
        | ("BoolValue", [Shape::Bool])
        | ("StringValue", [Shape::Text])
        | ("BytesValue", [Shape::Bytes]) => Notation::Content,
        _ => Notation::Members,
    }
}

fn settle_members(lowered: &Lowered, members: &mut Members, said: &[&Annotations]) {
    let meta = Arc::make_mut(&mut members.meta);
    let nothing = Annotations::new();
    let mut numbers = Vec::new();
    let all = meta.fields.to_mut().iter_mut().zip(&members.shapes);
    for (at, (field, shape)) in all.enumerate() {
        let annotations = said.get(at).copied().unwrap_or(&nothing);
        if annotations.contains_key("protobuf.oneof") {
            choose(lowered, field, shape, at, &mut numbers);
            continue;
        }
        let mut place = Declaration::of(annotations, at as u32 + 1);
        if meta.whole {
            place.number = 0;
        }
        settle(field, shape, place);
        field.keyed = annotations.contains_key("protobuf.map");
    }
    numbers.sort_unstable();
    meta.numbers = Cow::Owned(numbers);
}

/// The extensions of a message set, each in an item.
fn as_items(members: &mut Members) {
    let meta = Arc::make_mut(&mut members.meta);
    for field in meta.fields.to_mut() {
        field.pb.coding = Coding::Item;
        if let Some(elem) = &field.elem {
            let mut elem = meta::Field::clone(elem);
            elem.pb.number = protobuf::ITEM_MESSAGE;
            field.elem = Some(Link::Shared(Arc::new(elem)));
        }
    }
}

/// A field whose arms are fields of the record around it.
fn choose(
    lowered: &Lowered,
    field: &mut Field,
    shape: &Shape,
    at: usize,
    numbers: &mut Vec<(u32, u16)>,
) {
    let pb = Pb {
        coding: Coding::Choice,
        presence: Presence::Explicit,
        ..Pb::NATURAL
    };
    field.pb = pb;
    let mut shape = shape;
    if let (Shape::Optional(inner), Some(elem)) = (shape, &field.elem) {
        let mut elem = (**elem).clone();
        elem.pb = pb;
        field.elem = Some(Link::Shared(Arc::new(elem)));
        shape = inner;
    }
    if let Shape::Union(id) = shape {
        let arms = lowered.union(*id).meta.arms.iter();
        numbers.extend(arms.map(|arm| (arm.field.pb.number, at as u16)));
    }
}

/// The annotations of a field, explicit or by default.
#[derive(Clone, Copy)]
pub(super) struct Declaration {
    number: u32,
    /// The coding of its scalars or records.
    coding: Coding,
    packed: bool,
    presence: Presence,
    /// Whether it is wrapped in a message.
    wrapped: bool,
}

impl Declaration {
    fn of(annotations: &Annotations, number: u32) -> Self {
        let said = |key: &str| annotations.get(key).map(String::as_str);
        Declaration {
            number: said("protobuf.number")
                .and_then(|n| n.parse().ok())
                .unwrap_or(number),
            coding: match said("protobuf.type") {
                Some("sint32" | "sint64") => Coding::Zigzag,
                Some("fixed32" | "fixed64" | "sfixed32" | "sfixed64") => Coding::Fixed,
                Some("group") => Coding::Group,
                _ => Coding::Natural,
            },
            packed: said("protobuf.packed") != Some("false"),
            presence: match said("protobuf.presence") {
                Some("explicit") => Presence::Explicit,
                Some("required") => Presence::Required,
                _ => Presence::Implicit,
            },
            wrapped: false,
        }
    }

    fn explicit(self) -> Self {
        let presence = Presence::Explicit;
        Declaration { presence, ..self }
    }

    /// The annotations for the content of an array or optional.
    fn inside(self, shape: &Shape) -> Self {
        let nests = matches!(
            shape,
            Shape::Array(_) | Shape::Chain(_) | Shape::Optional(_) | Shape::Shared(_)
        );
        Declaration {
            number: if self.wrapped { 1 } else { self.number },
            wrapped: nests,
            ..self.explicit()
        }
    }
}

/// Completes the field of a stand-alone value: a message, or field 1 of one.
pub(super) fn alone(field: &mut Field, shape: &Shape) {
    let number = u32::from(!matches!(shape, Shape::Record(_) | Shape::Union(_)));
    settle(field, shape, Declaration::of(&Annotations::new(), number));
}

/// Sets the metadata of a field and everything inside.
fn settle(field: &mut Field, shape: &Shape, said: Declaration) {
    let scalars = matches!(shape, Shape::Array(inner) | Shape::Chain(inner) if is_scalar(inner));
    field.pb = Pb {
        number: said.number,
        coding: if said.wrapped {
            Coding::Wrapped
        } else {
            said.coding
        },
        packed: said.packed && scalars,
        presence: said.presence,
    };
    let (Shape::Array(inner) | Shape::Chain(inner) | Shape::Optional(inner) | Shape::Shared(inner)) =
        shape
    else {
        return;
    };
    if let Some(elem) = &field.elem {
        let mut inside = said.inside(inner);
        if field.pb.packed {
            inside.number = 0;
        }
        let mut elem = meta::Field::clone(elem);
        settle(&mut elem, inner, inside);
        field.elem = Some(Link::Shared(Arc::new(elem)));
    }
}

/// Whether values of a shape can be packed.
fn is_scalar(shape: &Shape) -> bool {
    use Shape::{Bool, Enum, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64};
    matches!(
        shape,
        Bool | I8 | U8 | I16 | U16 | I32 | U32 | I64 | U64 | F32 | F64 | Enum(_)
    )
}
