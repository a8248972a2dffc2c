//! Printing values as JSON.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use manyrpc_codec::Malformed;
use manyrpc_codec::cdr::Any;
use manyrpc_codec::meta::{Cdr, Discriminant, Field};
use manyrpc_model::{Labelled, Value};
use serde_json::{Map, Number, Value as Json};

use super::octets;
use super::{CDR, ID, JsonError, REF, Read, SOME, TYPE, VALUE, arm_key, may_be_null, proto, whole};
use crate::any;
use crate::lower::{Arms, Lowered, Members, Shape};

/// The largest integer that every JSON reader preserves.
const EXACT: u64 = 1 << 53;

/// How many `any`s that are in each other have a form for people.
const MOST_ANYS: u32 = 16;

/// A record's fields, or parameters, as an object.
///
/// # Errors
/// The values do not have their shapes.
pub fn params_to_json(
    lowered: &Lowered,
    members: &Members,
    values: &[Value],
) -> Result<Json, JsonError> {
    if let (Some((field, shape, _)), [value]) = (proto::parameter(lowered, members), values) {
        return proto::to_json(lowered, field, shape, value);
    }
    let writer = Writer { lowered, anys: 0 };
    if let (Some((record, true)), [Value::Record(values)]) = (whole(lowered, members), values) {
        return writer.object(record, values);
    }
    writer.object(members, values)
}

/// A value as JSON.
///
/// # Errors
/// The value does not have that shape.
pub fn value_to_json(
    lowered: &Lowered,
    field: &Field,
    shape: &Shape,
    value: &Value,
) -> Result<Json, JsonError> {
    Writer { lowered, anys: 0 }.value(field, shape, value)
}

/// Values of one definition.
struct Writer<'l> {
    lowered: &'l Lowered,
    /// In how many `any`s these are.
    anys: u32,
}

impl Writer<'_> {
    fn value(&self, field: &Field, shape: &Shape, value: &Value) -> Read<Json> {
        match field.json.proto {
            true => proto::to_json(self.lowered, field, shape, value),
            false => self.plain(field, shape, value),
        }
    }

    fn object(&self, members: &Members, values: &[Value]) -> Read<Json> {
        if values.len() != members.given() {
            return Err(mismatch(&members.meta.name));
        }
        let mut object = Map::new();
        for ((field, shape), value) in members.iter().zip(values) {
            let json = self.plain(field, shape, value);
            let json = json.map_err(|e| e.inside(&field.name))?;
            object.insert(field.name.to_string(), json);
        }
        Ok(Json::Object(object))
    }

    /// A value with its type. A type without a form for people leaves the encapsulation, and so does one that is in
    /// many others: each of these was copied with all that is in it.
    fn any(&self, encapsulation: &[u8]) -> Read<Json> {
        let any = Any::from_encapsulation(encapsulation);
        let malformed = |e: Malformed| JsonError::new(e.to_string());
        let described = match self.anys {
            0 => any::value(&any).map_err(malformed)?,
            // The one around it was checked.
            1..MOST_ANYS => any::value_inside(&any).map_err(malformed)?,
            _ => None,
        };
        let parts = match described {
            Some((of, value)) => {
                let inside = Writer {
                    lowered: &of.lowered,
                    anys: self.anys + 1,
                };
                let json = inside.plain(&of.place, &of.shape, &value)?;
                [(TYPE, Json::String(of.code.to_string())), (VALUE, json)]
            }
            None => {
                let code = any.type_code().map_err(malformed)?;
                let bytes = Json::String(STANDARD.encode(encapsulation));
                [(TYPE, Json::String(code.to_string())), (CDR, bytes)]
            }
        };
        let parts = parts.map(|(name, json)| (name.to_owned(), json));
        Ok(Json::Object(Map::from_iter(parts)))
    }

    fn plain(&self, field: &Field, shape: &Shape, value: &Value) -> Read<Json> {
        Ok(match (shape, value) {
            (shape, Value::Packed(v)) => self.value(field, shape, &v.unpack())?,
            (Shape::Void, Value::Void) => Json::Null,
            (Shape::Bool, Value::Bool(v)) => Json::Bool(*v),
            (Shape::I8, Value::I8(v)) => Json::from(*v),
            (Shape::U8, Value::U8(v)) => Json::from(*v),
            (Shape::I16, Value::I16(v)) => Json::from(*v),
            (Shape::U16, Value::U16(v)) => Json::from(*v),
            (Shape::I32, Value::I32(v)) => Json::from(*v),
            (Shape::U32, Value::U32(v)) => Json::from(*v),
            (Shape::I64, Value::I64(v)) => signed(*v),
            (Shape::U64, Value::U64(v)) => unsigned(*v),
            (Shape::F32, Value::F32(v)) => single(*v),
            (Shape::F64, Value::F64(v)) => double(*v),
            (Shape::F128, Value::F128(v)) => {
                Json::String(format!("{:#034x}", u128::from_be_bytes(*v)))
            }
            (Shape::Text, Value::Text(v)) => Json::String(v.clone()),
            (Shape::Text, Value::Bytes(v)) => octets::to_json(v),
            (Shape::Bytes, Value::Bytes(v)) if field.cdr == Cdr::Any => self.any(v)?,
            (Shape::Bytes, Value::Bytes(v)) => Json::String(STANDARD.encode(v)),
            (Shape::Array(element), _) => self.array(field, element, value)?,
            (Shape::Chain(element), Value::List(v)) => self.list(field, element, v)?,
            (Shape::Optional(_), Value::Optional(None)) => Json::Null,
            (Shape::Optional(inner), Value::Optional(Some(v))) => {
                let json = self.plain(field.element(), inner, v)?;
                match may_be_null(inner) {
                    true => Json::Object(Map::from_iter([(SOME.to_owned(), json)])),
                    false => json,
                }
            }
            (Shape::Shared(_), Value::Shared(None)) => Json::Null,
            (Shape::Shared(inner), Value::Shared(Some(Labelled { id, value }))) => {
                let id = Json::from(*id);
                Json::Object(match value {
                    None => Map::from_iter([(REF.to_owned(), id)]),
                    Some(v) => {
                        let json = self.plain(field.element(), inner, v)?;
                        Map::from_iter([(ID.to_owned(), id), (VALUE.to_owned(), json)])
                    }
                })
            }
            (Shape::Record(id), Value::Record(values)) => {
                self.object(self.lowered.record(*id), values)?
            }
            (Shape::Union(id), Value::Union { label, value }) => {
                self.union(self.lowered.union(*id), *label, value)?
            }
            (Shape::Enum(id), Value::I32(v)) => member(&self.lowered.enumeration(*id).members, *v),
            _ => return Err(mismatch(&self.lowered.print(field, shape))),
        })
    }

    fn array(&self, field: &Field, element: &Shape, value: &Value) -> Read<Json> {
        Ok(match (element, value) {
            (Shape::I32, Value::I32s(v)) => Json::from(&v[..]),
            (Shape::U32, Value::U32s(v)) => Json::from(&v[..]),
            (Shape::I64, Value::I64s(v)) => v.iter().copied().map(signed).collect(),
            (Shape::U64, Value::U64s(v)) => v.iter().copied().map(unsigned).collect(),
            (Shape::F32, Value::F32s(v)) => v.iter().copied().map(single).collect(),
            (Shape::F64, Value::F64s(v)) => v.iter().copied().map(double).collect(),
            (element, Value::List(v)) if !element.is_bulk() => self.list(field, element, v)?,
            _ => {
                return Err(mismatch(&format!(
                    "array of {}",
                    self.lowered.print(field.element(), element)
                )));
            }
        })
    }

    fn list(&self, field: &Field, element: &Shape, values: &[Value]) -> Read<Json> {
        let values = values.iter().enumerate();
        let values =
            values.map(|(i, v)| self.plain(field.element(), element, v).map_err(|e| e.at(i)));
        values.collect()
    }

    fn union(&self, arms: &Arms, label: i64, value: &Value) -> Read<Json> {
        let Some(arm) = arms.meta.arm_of(label) else {
            return Err(mismatch(&arms.meta.name));
        };
        let label = match &arms.meta.discriminant {
            Discriminant::U32 if arms.label == Shape::U64 => unsigned(label as u64),
            Discriminant::I32 | Discriminant::U32 => signed(label),
            Discriminant::Bool => Json::Bool(label != 0),
            Discriminant::Enum(members) => member(&members.members, label as i32),
        };
        let mut object = Map::from_iter([(arms.discriminant.clone(), label)]);
        let (field, shape) = (&arms.meta.arms[arm].field, &arms.shapes[arm]);
        let key = arm_key(arms, arm);
        let json = self.plain(field, shape, value).map_err(|e| e.inside(key))?;
        if *shape != Shape::Void {
            object.insert(key.to_owned(), json);
        }
        Ok(Json::Object(object))
    }
}

fn mismatch(shape: &str) -> JsonError {
    JsonError::new(format!("the value is not of type {shape}"))
}

/// The name, or the number if it is not a member.
fn member(members: &[(std::borrow::Cow<'_, str>, i32)], value: i32) -> Json {
    match members.iter().find(|m| m.1 == value) {
        Some((name, _)) => Json::from(&**name),
        None => Json::from(value),
    }
}

fn signed(v: i64) -> Json {
    match v.unsigned_abs() <= EXACT {
        true => Json::from(v),
        false => Json::String(v.to_string()),
    }
}

fn unsigned(v: u64) -> Json {
    match v <= EXACT {
        true => Json::from(v),
        false => Json::String(v.to_string()),
    }
}

fn double(v: f64) -> Json {
    match Number::from_f64(v) {
        Some(number) => Json::Number(number),
        None if v.is_nan() => Json::from("NaN"),
        None if v > 0.0 => Json::from("Infinity"),
        None => Json::from("-Infinity"),
    }
}

/// The shortest decimal number that reads back as this one: 0.1, not 0.10000000149.
fn single(v: f32) -> Json {
    match v.to_string().parse::<f64>() {
        Ok(short) if short as f32 == v => double(short),
        _ => double(f64::from(v)),
    }
}
