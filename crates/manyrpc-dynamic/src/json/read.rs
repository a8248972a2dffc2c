//! Parsing JSON into values.

use std::cell::Cell;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use manyrpc_codec::meta::{Cdr, Discriminant, Enum, Field, Length};
use manyrpc_model::{Labelled, Value};
use serde_json::{Map, Value as Json};

use super::names::suggestion;
use super::octets;
use super::{
    ARGS, CDR, ID, JsonError, REF, Read, SOME, TYPE, VALUE, arm_key, may_be_null, proto, whole,
};
use crate::any;
use crate::derive;
use crate::lower::{Arms, Lowered, Member, Members, Role, Shape};

/// Parameters from an object by name or an array by position. Null means no parameters, and a number,
/// text or boolean is accepted for a single parameter.
///
/// If the parameters are a single record, the object is that record. The form with the parameter's name
/// is accepted too, unless the record has a member of that name. For a message of a `.proto` definition,
/// null is an empty message.
///
/// # Errors
/// A value does not fit, with its path from `args`.
pub fn params_from_json(
    lowered: &Lowered,
    members: &Members,
    json: &Json,
) -> Result<Vec<Value>, JsonError> {
    if let Some(message) = proto::parameter(lowered, members) {
        return proto::argument(lowered, message, json).map(|v| vec![v]);
    }
    let read = Reader::new(lowered);
    let values = match json {
        Json::Object(object) => match read.whole(members, object) {
            Some(record) => read.members(record, object).map(|v| vec![Value::Record(v)]),
            None => read.members(members, object),
        },
        Json::Array(items) => read.positional(members, items),
        Json::Null if members.given() == 0 => Ok(Vec::new()),
        scalar => {
            let mut given = members.iter();
            match (given.next(), given.next()) {
                (Some((field, shape)), None) => {
                    let value = read.value(field, shape, scalar);
                    value.map(|v| vec![v]).map_err(|e| e.inside(&field.name))
                }
                _ => Err(expected("an object or array of parameters", scalar)),
            }
        }
    };
    values.map_err(|e| e.inside(ARGS))
}

/// The same from JSON text; for a message of a `.proto` definition duplicate members are rejected.
///
/// # Errors
/// Those of [`params_from_json`], or the text is not JSON.
pub fn params_from_text(
    lowered: &Lowered,
    members: &Members,
    text: &str,
) -> Result<Vec<Value>, JsonError> {
    let json: Json = serde_json::from_str(text).map_err(|e| JsonError::new(e.to_string()))?;
    match (proto::parameter(lowered, members), &json) {
        (Some((field, shape, _)), Json::Object(object)) if !object.contains_key(&*field.name) => {
            proto::from_text(lowered, field, shape, text, ARGS).map(|v| vec![v])
        }
        _ => params_from_json(lowered, members, &json),
    }
}

/// A value from JSON.
///
/// # Errors
/// A value does not fit, with its path from the field's name.
pub fn value_from_json(
    lowered: &Lowered,
    field: &Field,
    shape: &Shape,
    json: &Json,
) -> Result<Value, JsonError> {
    if field.json.proto {
        return proto::from_text(lowered, field, shape, &json.to_string(), &field.name);
    }
    let value = Reader::new(lowered).value(field, shape, json);
    value.map_err(|e| e.inside(&field.name))
}

struct Reader<'a> {
    lowered: &'a Lowered,
    /// The definition that knows the names of types.
    named: &'a Lowered,
    /// The next label for a shared value without one.
    label: Cell<u32>,
}

impl<'a> Reader<'a> {
    fn new(lowered: &'a Lowered) -> Self {
        Reader {
            lowered,
            named: lowered,
            label: Cell::new(u32::MAX),
        }
    }

    /// The record that an object of parameters represents, unless it uses the parameter's name.
    fn whole(&self, members: &Members, object: &Map<String, Json>) -> Option<&'a Members> {
        let (record, confusing) = whole(self.lowered, members)?;
        let by_name = &*members.meta.fields[0].name;
        let named = object.len() == 1 && object.contains_key(by_name) && !confusing;
        (!named).then_some(record)
    }

    /// This recurses, so the work is in other functions to keep its stack frame small.
    fn value(&self, field: &Field, shape: &Shape, json: &Json) -> Read<Value> {
        match shape {
            Shape::Array(element) => self.array(field, element, json),
            Shape::Chain(element) => self.chain(field, element, json),
            Shape::Optional(inner) => self.optional(field, inner, json),
            Shape::Shared(inner) => self.shared(field, inner, json).map(Value::Shared),
            Shape::Record(id) => {
                let members = self.members(self.lowered.record(*id), object(json)?);
                members.map(Value::Record)
            }
            Shape::Union(id) => self.union(self.lowered.union(*id), object(json)?),
            Shape::Enum(id) => member(self.lowered.enumeration(*id), json).map(Value::I32),
            Shape::Bytes if field.cdr == Cdr::Any => self.any(json),
            _ => scalar(field, shape, json),
        }
    }

    /// A value with its type.
    fn any(&self, json: &Json) -> Read<Value> {
        let object = object(json)?;
        let known = [TYPE, VALUE, CDR];
        if let Some(other) = object.keys().find(|key| !known.contains(&key.as_str())) {
            return Err(unknown("member", other, known.into_iter()));
        }
        if let Some(encapsulation) = object.get(CDR) {
            let encapsulation = bytes(encapsulation).map_err(|e| e.inside(CDR))?;
            return Ok(Value::Bytes(encapsulation));
        }
        let ty = object.get(TYPE).unwrap_or(&Json::Null);
        let name = ty
            .as_str()
            .ok_or_else(|| expected("a type, as in OMG IDL", ty));
        let of = name.and_then(|name| any::named(self.named, name).map_err(JsonError::new));
        let of = of.map_err(|e| e.inside(TYPE))?;
        let reader = Reader {
            lowered: &of.lowered,
            named: self.named,
            label: Cell::new(u32::MAX),
        };
        let json = object.get(VALUE).unwrap_or(&Json::Null);
        let value = reader.value(&of.place, &of.shape, json);
        let any = value.and_then(|value| of.any(&value).map_err(JsonError::new));
        let any = any.map_err(|e| e.inside(VALUE))?;
        Ok(Value::Bytes(any.encapsulation().to_vec()))
    }

    fn array(&self, field: &Field, element: &Shape, json: &Json) -> Read<Value> {
        Ok(match element {
            Shape::I32 => Value::I32s(items(field, json, narrow)?),
            Shape::U32 => Value::U32s(items(field, json, narrow)?),
            Shape::I64 => Value::I64s(items(field, json, wide)?),
            Shape::U64 => Value::U64s(items(field, json, wide)?),
            Shape::F32 => Value::F32s(items(field, json, single)?),
            Shape::F64 => Value::F64s(items(field, json, double)?),
            _ => Value::List(items(field, json, |v| {
                self.value(field.element(), element, v)
            })?),
        })
    }

    fn chain(&self, field: &Field, element: &Shape, json: &Json) -> Read<Value> {
        if json.is_null() {
            return Ok(Value::List(Vec::new()));
        }
        let items = items(field, json, |v| self.value(field.element(), element, v));
        items.map(Value::List)
    }

    fn optional(&self, field: &Field, inner: &Shape, json: &Json) -> Read<Value> {
        let json = match json {
            Json::Null => return Ok(Value::Optional(None)),
            json if may_be_null(inner) => {
                let object = json.as_object().filter(|o| o.len() == 1);
                let some = object.and_then(|o| o.get(SOME));
                some.ok_or_else(|| expected("null or {\"some\": …}", json))?
            }
            json => json,
        };
        let value = self.value(field.element(), inner, json)?;
        Ok(Value::Optional(Some(Box::new(value))))
    }

    fn shared(&self, field: &Field, inner: &Shape, json: &Json) -> Read<Option<Labelled>> {
        let part = |name| json.as_object().and_then(|object| object.get(name));
        let named = |json: &Json| match narrow(json).map_err(|e| e.inside(ID))? {
            0 => Err(out_of_range(json).inside(ID)),
            id => Ok(id),
        };
        let (id, json) = match (part(REF), part(ID), part(VALUE)) {
            _ if json.is_null() => return Ok(None),
            (Some(id), None, None) => {
                let (id, value) = (named(id)?, None);
                return Ok(Some(Labelled { id, value }));
            }
            (None, Some(id), Some(json)) => (named(id)?, json),
            _ if !may_be_null(inner) => {
                let id = self.label.get();
                self.label.set(id - 1);
                (id, json)
            }
            _ => return Err(expected("null or {\"$id\": …, \"value\": …}", json)),
        };
        let value = self.value(field.element(), inner, json)?;
        let value = Some(Box::new(value));
        Ok(Some(Labelled { id, value }))
    }

    fn members(&self, members: &Members, object: &Map<String, Json>) -> Read<Vec<Value>> {
        let names = || members.meta.fields.iter().map(|f| &*f.name);
        if let Some(name) = object.keys().find(|name| names().all(|n| n != *name)) {
            return Err(unknown("field", name, names()));
        }
        let values = members.iter().map(|(field, shape)| {
            let value = match (object.get(&*field.name), shape) {
                (Some(json), _) => self.value(field, shape, json),
                (None, Shape::Optional(_) | Shape::Chain(_) | Shape::Shared(_)) => {
                    self.value(field, shape, &Json::Null)
                }
                (None, _) => {
                    let ty = self.lowered.print(field, shape);
                    return Err(JsonError::new(format!(
                        "field `{}` ({ty}) is missing",
                        field.name
                    )));
                }
            };
            value.map_err(|e| e.inside(&field.name))
        });
        let values: Vec<Value> = values.collect::<Read<_>>()?;
        for member in members.all().filter(|m| m.role.is_derived()) {
            if let Some(json) = object.get(&*member.field.name) {
                let agrees = self.agrees(members, &values, &member, json);
                agrees.map_err(|e| e.inside(&member.field.name))?;
            }
        }
        Ok(values)
    }

    /// Checks that a given derived field agrees with the values.
    fn agrees(
        &self,
        members: &Members,
        values: &[Value],
        member: &Member,
        json: &Json,
    ) -> Read<()> {
        let said = self.value(member.field, member.shape, json)?;
        let said = derive::number(&said).ok().flatten().unwrap_or_default();
        let (Role::Count { of, .. } | Role::Label { of }) = *member.role else {
            return Ok(());
        };
        let (field, value) = (&members.meta.fields[of], &values[members.place(of)]);
        let (agrees, found) = match *member.role {
            Role::Count { relation, .. } => match derive::count(field, value) {
                Ok(Some(found)) => {
                    let agrees = relation.count(said) == Some(found as u64);
                    (agrees, format!("has {found} elements"))
                }
                _ => return Ok(()),
            },
            _ => match derive::label(value) {
                Ok(Some(found)) => (said == found, format!("has label {found}")),
                _ => return Ok(()),
            },
        };
        match agrees {
            true => Ok(()),
            false => Err(JsonError::new(format!(
                "{json}, but `{}` {found}",
                field.name
            ))),
        }
    }

    fn positional(&self, members: &Members, items: &[Json]) -> Read<Vec<Value>> {
        let (want, got) = (members.given(), items.len());
        if want != got {
            return Err(JsonError::new(format!(
                "expected {want} parameters, got {got}"
            )));
        }
        let values = members.iter().zip(items).map(|((field, shape), json)| {
            let value = self.value(field, shape, json);
            value.map_err(|e| e.inside(&field.name))
        });
        values.collect()
    }

    fn union(&self, arms: &Arms, object: &Map<String, Json>) -> Read<Value> {
        let name = &arms.discriminant;
        let Some(json) = object.get(name) else {
            return Err(JsonError::new(format!("discriminant `{name}` is missing")));
        };
        let label = label(arms, json).map_err(|e| e.inside(name))?;
        let Some(arm) = arms.meta.arm_of(label) else {
            return Err(JsonError::new(format!("no arm for label {label}")).inside(name));
        };
        let (key, shape) = (arm_key(arms, arm), &arms.shapes[arm]);
        let held = (*shape != Shape::Void).then_some(key);
        if let Some(other) = object
            .keys()
            .find(|k| *k != name && Some(k.as_str()) != held)
        {
            return Err(unknown("arm", other, held.into_iter()));
        }
        let null_allowed = matches!(
            shape,
            Shape::Void | Shape::Optional(_) | Shape::Chain(_) | Shape::Shared(_)
        );
        let json = match object.get(key).filter(|_| held.is_some()) {
            Some(json) => json,
            None if null_allowed => &Json::Null,
            None => return Err(JsonError::new(format!("arm `{key}` is missing"))),
        };
        let value = self.value(&arms.meta.arms[arm].field, shape, json);
        let value = Box::new(value.map_err(|e| e.inside(key))?);
        Ok(Value::Union { label, value })
    }
}

/// A value without nested values.
fn scalar(field: &Field, shape: &Shape, json: &Json) -> Read<Value> {
    match shape {
        Shape::Bool => match json.as_bool() {
            Some(v) => Ok(Value::Bool(v)),
            None => Err(expected("true or false", json)),
        },
        Shape::I8 => narrow(json).map(Value::I8),
        Shape::U8 => narrow(json).map(Value::U8),
        Shape::I16 => narrow(json).map(Value::I16),
        Shape::U16 => narrow(json).map(Value::U16),
        Shape::I32 => narrow(json).map(Value::I32),
        Shape::U32 => narrow(json).map(Value::U32),
        Shape::I64 => wide(json).map(Value::I64),
        Shape::U64 => wide(json).map(Value::U64),
        Shape::F32 => single(json).map(Value::F32),
        Shape::F64 => double(json).map(Value::F64),
        Shape::F128 => quad(json).map(Value::F128),
        Shape::Text => text(field, json),
        Shape::Bytes => {
            let bytes = bytes(json)?;
            permitted(field.length, bytes.len(), "bytes")?;
            Ok(Value::Bytes(bytes))
        }
        _ => match json {
            Json::Null => Ok(Value::Void),
            other => Err(expected("null", other)),
        },
    }
}

fn text(field: &Field, json: &Json) -> Read<Value> {
    let text = octets::from_json(json).ok_or_else(|| expected("a string", json))?;
    let (Length::UpTo(max) | Length::Fixed(max)) = field.length;
    permitted(Length::UpTo(max), text.len(), "bytes of text")?;
    Ok(octets::value(text))
}

fn object(json: &Json) -> Read<&Map<String, Json>> {
    json.as_object().ok_or_else(|| expected("an object", json))
}

fn label(arms: &Arms, json: &Json) -> Read<i64> {
    match &arms.meta.discriminant {
        Discriminant::I32 if arms.label == Shape::I64 => wide(json),
        Discriminant::U32 if arms.label == Shape::U64 => wide(json).map(|v: u64| v as i64),
        Discriminant::I32 => narrow::<i32>(json).map(i64::from),
        Discriminant::U32 => narrow::<u32>(json).map(i64::from),
        Discriminant::Bool => match json.as_bool() {
            Some(v) => Ok(i64::from(v)),
            None => Err(expected("true or false", json)),
        },
        // A default arm also accepts numbers without a name.
        Discriminant::Enum(_) if arms.meta.default.is_some() && json.is_number() => {
            narrow::<i32>(json).map(i64::from)
        }
        Discriminant::Enum(members) => member(members, json).map(i64::from),
    }
}

fn member(members: &Enum, json: &Json) -> Read<i32> {
    let names = || members.members.iter().map(|m| &*m.0);
    match json {
        Json::String(name) => match members.members.iter().find(|m| m.0 == *name) {
            Some((_, value)) => Ok(*value),
            None => Err(unknown(
                &format!("member of `{}`", members.name),
                name,
                names(),
            )),
        },
        Json::Number(_) => {
            let value = narrow(json)?;
            if members.contains(value) {
                return Ok(value);
            }
            let name = &members.name;
            Err(JsonError::new(format!(
                "{value} is not a member of `{name}`"
            )))
        }
        other => Err(expected("a member's name", other)),
    }
}

fn items<T>(field: &Field, json: &Json, read: impl Fn(&Json) -> Read<T>) -> Read<Vec<T>> {
    let items = json.as_array().ok_or_else(|| expected("an array", json))?;
    permitted(field.length, items.len(), "elements")?;
    let values = items.iter().enumerate();
    values.map(|(i, v)| read(v).map_err(|e| e.at(i))).collect()
}

fn permitted(length: Length, n: usize, what: &str) -> Read<()> {
    match length {
        Length::Fixed(want) if n != want as usize => {
            Err(JsonError::new(format!("expected {want} {what}, got {n}")))
        }
        Length::UpTo(max) if n > max as usize => Err(JsonError::new(format!(
            "at most {max} {what} permitted, got {n}"
        ))),
        _ => Ok(()),
    }
}

fn narrow<T: TryFrom<i64>>(json: &Json) -> Read<T> {
    match (json, json.as_i64()) {
        (Json::Number(_), Some(v)) => T::try_from(v).map_err(|_| out_of_range(json)),
        (Json::Number(n), None) if n.is_u64() || is_wide(n) => Err(out_of_range(json)),
        _ => Err(expected("integer", json)),
    }
}

fn wide<T: TryFrom<i128> + std::str::FromStr>(json: &Json) -> Read<T> {
    let number = match json {
        Json::Number(n) if is_wide(n) => return Err(out_of_range(json)),
        Json::Number(n) => n.as_i64().map(i128::from).or(n.as_u64().map(i128::from)),
        Json::String(digits) => digits.parse().ok(),
        _ => None,
    };
    let number = number.ok_or_else(|| expected("integer", json))?;
    T::try_from(number).map_err(|_| out_of_range(json))
}

/// Whether a number was an integer beyond 64 bits, which the JSON reader has rounded.
fn is_wide(n: &serde_json::Number) -> bool {
    n.is_f64()
        && n.as_f64()
            .is_some_and(|v| v.abs() >= 9_223_372_036_854_775_808.0)
}

fn double(json: &Json) -> Read<f64> {
    match json {
        Json::String(name) if name == "NaN" => Ok(f64::NAN),
        Json::String(name) if name == "Infinity" => Ok(f64::INFINITY),
        Json::String(name) if name == "-Infinity" => Ok(f64::NEG_INFINITY),
        _ => json.as_f64().ok_or_else(|| expected("number", json)),
    }
}

fn single(json: &Json) -> Read<f32> {
    let v = double(json)?;
    match v.is_finite() && !(v as f32).is_finite() {
        true => Err(out_of_range(json)),
        false => Ok(v as f32),
    }
}

fn quad(json: &Json) -> Read<[u8; 16]> {
    let digits = json.as_str().and_then(|s| s.strip_prefix("0x"));
    let bytes = digits.and_then(hex).and_then(|b| b.try_into().ok());
    bytes.ok_or_else(|| expected("\"0x\" and 32 hexadecimal digits", json))
}

fn bytes(json: &Json) -> Read<Vec<u8>> {
    let bytes = match json {
        Json::String(text) => match STANDARD.decode(text) {
            Ok(bytes) => return Ok(bytes),
            Err(error) => {
                let hint = "write text as base64, or bytes as {\"hex\": \"…\"}";
                return Err(JsonError::new(format!("not base64: {error}; {hint}")));
            }
        },
        Json::Object(o) if o.len() == 1 => o.get("hex").and_then(Json::as_str).and_then(hex),
        _ => None,
    };
    bytes.ok_or_else(|| expected("base64 or {\"hex\": \"…\"}", json))
}

fn hex(digits: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = digits.as_bytes().as_chunks::<2>();
    let digit = |c: u8| char::from(c).to_digit(16).map(|d| d as u8);
    let bytes = pairs
        .iter()
        .map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?));
    rest.is_empty().then(|| bytes.collect())?
}

fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str>) -> JsonError {
    let suggestion = suggestion(name, known);
    JsonError::new(format!("unknown {what} `{name}`{suggestion}"))
}

fn out_of_range(json: &Json) -> JsonError {
    JsonError::new(format!("{json} is out of range"))
}

fn expected(what: &str, got: &Json) -> JsonError {
    let got = match got {
        Json::Null => "null",
        Json::Bool(_) => "a boolean",
        Json::Number(n) if n.is_f64() => "a fraction",
        Json::Number(_) => "a number",
        Json::String(_) => "string",
        Json::Array(_) => "an array",
        Json::Object(_) => "an object",
    };
    JsonError::new(format!("expected {what}, got {got}"))
}
