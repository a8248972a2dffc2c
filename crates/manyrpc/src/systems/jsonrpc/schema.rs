//! JSON Schemas (draft 7) for values in the form in which the codec writes and reads them.

use std::collections::BTreeMap;

use manyrpc_codec::meta::{Discriminant, Enum, Field, Length, Notation, Presence};
use manyrpc_dynamic::lower::{Arms, Lowered, Members, Shape, TypeId};
use serde_json::{Value as Json, json};

/// The schemas of named types, collected while others refer to them.
#[derive(Default)]
pub(super) struct Schemas {
    named: BTreeMap<String, Json>,
    /// The interface of each named type: the second of two types with the same name is qualified by
    /// its interface.
    owners: BTreeMap<String, String>,
}

/// A member of an object.
pub(super) struct Member {
    pub(super) name: String,
    pub(super) required: bool,
    pub(super) schema: Json,
}

/// Whether a member with that shape is optional.
fn may_be_absent(shape: &Shape) -> bool {
    matches!(
        shape,
        Shape::Optional(_) | Shape::Chain(_) | Shape::Shared(_)
    )
}

impl Schemas {
    /// All schemas by name.
    pub(super) fn into_json(self) -> Json {
        json!(self.named)
    }

    /// The schema of a place in the definition, for the interface `scope`.
    pub(super) fn of(
        &mut self,
        definition: &Lowered,
        scope: &str,
        field: &Field,
        shape: &Shape,
    ) -> Json {
        match shape {
            Shape::Void => json!({ "type": "null" }),
            Shape::Bool => json!({ "type": "boolean" }),
            Shape::I8 => integer(i8::MIN, i8::MAX),
            Shape::U8 => integer(u8::MIN, u8::MAX),
            Shape::I16 => integer(i16::MIN, i16::MAX),
            Shape::U16 => integer(u16::MIN, u16::MAX),
            Shape::I32 => integer(i32::MIN, i32::MAX),
            Shape::U32 => integer(u32::MIN, u32::MAX),
            Shape::I64 | Shape::U64 if field.json.proto => json!({
                "anyOf": [{ "type": "string", "pattern": "^-?[0-9]+$" }, { "type": "integer" }]
            }),
            Shape::I64 => integer(i64::MIN, i64::MAX),
            Shape::U64 => integer(u64::MIN, u64::MAX),
            Shape::F32 | Shape::F64 => json!({
                "anyOf": [{ "type": "number" }, { "enum": ["NaN", "Infinity", "-Infinity"] }]
            }),
            Shape::F128 => json!({ "type": "string", "pattern": "^0x[0-9a-fA-F]{32}$" }),
            Shape::Text | Shape::Reference => json!({ "type": "string" }),
            Shape::Bytes => json!({ "type": "string", "contentEncoding": "base64" }),
            Shape::Array(element) if field.keyed => self.keyed(definition, scope, element),
            Shape::Array(element) | Shape::Chain(element) => {
                let items = self.of(definition, scope, field.element(), element);
                array(field.length, &items)
            }
            Shape::Optional(inner) | Shape::Shared(inner) => {
                let held = self.of(definition, scope, field.element(), inner);
                let held = match **inner {
                    _ if field.json.proto => held,
                    Shape::Void | Shape::Optional(_) | Shape::Shared(_) => json!({
                        "type": "object", "properties": { "some": held }, "required": ["some"],
                    }),
                    _ => held,
                };
                json!({ "anyOf": [held, { "type": "null" }] })
            }
            Shape::Record(id) => {
                let members = definition.record(*id);
                match (
                    members.meta.notation,
                    &members.meta.fields[..],
                    &members.shapes[..],
                ) {
                    (Notation::Timestamp, ..) => json!({ "type": "string", "format": "date-time" }),
                    (Notation::Duration, ..) => {
                        json!({ "type": "string", "pattern": r"^-?[0-9]+(\.[0-9]{1,9})?s$" })
                    }
                    (Notation::Content, [field], [shape]) => {
                        self.of(definition, scope, field, shape)
                    }
                    (Notation::FieldMask, ..) => json!({ "type": "string" }),
                    (Notation::Value, ..) => json!(true),
                    (Notation::Values, [field], _) if field.keyed => json!({ "type": "object" }),
                    (Notation::Values, ..) => json!({ "type": "array" }),
                    (Notation::Any, ..) => json!({
                        "type": "object", "properties": { "@type": { "type": "string" } },
                    }),
                    _ => self.mention(definition, scope, shape, *id),
                }
            }
            Shape::Union(id) | Shape::Enum(id) => self.mention(definition, scope, shape, *id),
        }
    }

    /// A map, from the two members of its elements.
    fn keyed(&mut self, definition: &Lowered, scope: &str, element: &Shape) -> Json {
        let value = match element {
            Shape::Record(id) => definition.record(*id).iter().nth(1),
            _ => None,
        };
        let values = value.map(|(field, shape)| self.of(definition, scope, field, shape));
        json!({ "type": "object", "additionalProperties": values.unwrap_or(json!(true)) })
    }

    /// A reference to a named type, whose schema is made at the first reference.
    fn mention(&mut self, definition: &Lowered, scope: &str, shape: &Shape, id: TypeId) -> Json {
        let own = definition.name(id);
        let owner = self.owners.entry(own.to_owned());
        let owner = owner.or_insert_with(|| scope.to_owned());
        let name = match owner == scope {
            true => own.to_owned(),
            false => format!("{scope}.{own}"),
        };
        if !self.named.contains_key(&name) {
            // It may refer to itself.
            self.named.insert(name.clone(), Json::Null);
            let schema = match shape {
                Shape::Union(_) => self.union(definition, scope, definition.union(id)),
                Shape::Enum(_) => enumeration(definition.enumeration(id)),
                _ => self.object(definition, scope, definition.record(id)),
            };
            self.named.insert(name.clone(), schema);
        }
        json!({ "$ref": format!("#/components/schemas/{name}") })
    }

    /// An object with these members.
    pub(super) fn object(&mut self, definition: &Lowered, scope: &str, members: &Members) -> Json {
        let mut properties = serde_json::Map::new();
        let mut required = Vec::new();
        for member in self.members(definition, scope, members) {
            if member.required {
                required.push(json!(member.name));
            }
            properties.insert(member.name, member.schema);
        }
        object(properties.into(), required)
    }

    /// The members of an object. Those of a Protocol Buffers message are optional unless required
    /// by its definition, and include the arms of its `oneof`s.
    pub(super) fn members(
        &mut self,
        definition: &Lowered,
        scope: &str,
        members: &Members,
    ) -> Vec<Member> {
        let mut all = Vec::new();
        for (field, shape) in members.iter() {
            if let (true, Some(arms)) = (field.is_oneof(), oneof(definition, shape)) {
                let arms = arms.meta.arms.iter().zip(&arms.shapes);
                all.extend(arms.map(|(arm, shape)| Member {
                    name: arm.field.json_name().to_owned(),
                    required: false,
                    schema: self.of(definition, scope, &arm.field, shape),
                }));
                continue;
            }
            all.push(Member {
                name: field.json_name().to_owned(),
                required: match members.meta.message {
                    true => field.pb.presence == Presence::Required,
                    false => !may_be_absent(shape),
                },
                schema: self.of(definition, scope, field, shape),
            });
        }
        all
    }

    /// A choice of one object per arm.
    fn union(&mut self, definition: &Lowered, scope: &str, arms: &Arms) -> Json {
        let all = arms.meta.arms.iter().zip(&arms.shapes);
        let choices: Vec<Json> = all
            .map(|(arm, shape)| {
                let labels = labels(&arms.meta.discriminant, &arm.labels);
                let mut properties = json!({ &arms.discriminant: labels });
                let mut required = vec![json!(arms.discriminant)];
                if *shape != Shape::Void {
                    let key = match &*arm.field.name {
                        name if name == arms.discriminant => "value",
                        name => name,
                    };
                    properties[key] = self.of(definition, scope, &arm.field, shape);
                    if !may_be_absent(shape) {
                        required.push(json!(key));
                    }
                }
                object(properties, required)
            })
            .collect();
        // Labels without an arm of their own match the default arm, and so do those of other arms.
        json!({ "anyOf": choices })
    }
}

/// The arms of an optional union.
fn oneof<'a>(definition: &'a Lowered, shape: &Shape) -> Option<&'a Arms> {
    match shape {
        Shape::Optional(inner) => oneof(definition, inner),
        Shape::Union(id) => Some(definition.union(*id)),
        _ => None,
    }
}

fn object(properties: Json, required: Vec<Json>) -> Json {
    let mut object = json!({ "type": "object", "properties": properties });
    if !required.is_empty() {
        object["required"] = required.into();
    }
    object
}

fn integer<T: Into<serde_json::Number>>(least: T, most: T) -> Json {
    let (least, most): (serde_json::Number, serde_json::Number) = (least.into(), most.into());
    json!({ "type": "integer", "minimum": least, "maximum": most })
}

fn array(length: Length, items: &Json) -> Json {
    let mut array = json!({ "type": "array", "items": items });
    match length {
        Length::Fixed(n) => {
            array["minItems"] = n.into();
            array["maxItems"] = n.into();
        }
        Length::UpTo(u32::MAX) => {}
        Length::UpTo(n) => array["maxItems"] = n.into(),
    }
    array
}

fn enumeration(members: &Enum) -> Json {
    let names: Vec<Json> = members
        .members
        .iter()
        .map(|(name, _)| json!(name))
        .collect();
    match members.others {
        _ if members.null => json!({ "anyOf": [{ "type": "null" }, { "enum": names }] }),
        manyrpc_codec::meta::Others::Refused => json!({ "type": "string", "enum": names }),
        // Values without a member are written as numbers.
        _ => json!({ "anyOf": [{ "enum": names }, { "type": "integer" }] }),
    }
}

/// The condition for an arm; none for the default arm.
fn labels(discriminant: &Discriminant, labels: &[i64]) -> Json {
    let values: Vec<Json> = match discriminant {
        Discriminant::I32 | Discriminant::U32 => labels.iter().map(|n| json!(n)).collect(),
        Discriminant::Bool => labels.iter().map(|n| json!(*n != 0)).collect(),
        Discriminant::Enum(members) => {
            let name = |n: &i64| i32::try_from(*n).ok().and_then(|n| members.name_of(n));
            labels
                .iter()
                .map(|n| name(n).map_or(json!(n), |name| json!(name)))
                .collect()
        }
    };
    match values.is_empty() {
        true => json!(true),
        false => json!({ "enum": values }),
    }
}
