//! Values of `.proto` definitions: ProtoJSON, as the codec writes and reads it
//! ([`manyrpc_codec::json`]), with errors that state place and problem.

mod places;

use manyrpc_codec::json::{Decoder, Encoder};
use manyrpc_codec::meta::{Field, Notation};
use manyrpc_codec::{Buf, Limits, Malformed, MalformedKind, Sink, Way};
use manyrpc_model::Value;
use serde_json::Value as Json;

use super::names::suggestion;
use super::{ARGS, JsonError, Read};
use crate::decode::DynMut;
use crate::encode::Dyn;
use crate::lower::{Lowered, Members, Shape};
use crate::sample::default_value;
use places::{Place, Step};

/// The text is already in memory.
const LIMITS: Limits = Limits {
    bytes: usize::MAX,
    ..Limits::DEFAULT
};

/// A value as JSON.
pub(super) fn to_json(
    lowered: &Lowered,
    field: &Field,
    shape: &Shape,
    value: &Value,
) -> Read<Json> {
    let mut text = Buf::new();
    let mut sink = Encoder::new(&mut text, &LIMITS, Way::Reply).tolerant();
    let value = Dyn {
        lowered,
        shape,
        value,
    };
    sink.field(field, &value);
    sink.finish().map_err(|e| JsonError::new(e.to_string()))?;
    serde_json::from_slice(text.data()).map_err(|e| JsonError::new(e.to_string()))
}

/// A value from JSON text; `name` is used in errors.
pub(super) fn from_text(
    lowered: &Lowered,
    field: &Field,
    shape: &Shape,
    text: &str,
    name: &str,
) -> Read<Value> {
    let mut value = Value::Void;
    let mut slot = DynMut {
        lowered,
        shape,
        value: &mut value,
    };
    let source = Decoder::new(text.as_bytes(), &LIMITS, Way::Request);
    let read = source.strict().tolerant().read(field, &mut slot);
    let explained = |malformed| Told::of(lowered, text, malformed).explain(field, shape);
    match read {
        Ok(()) => Ok(value),
        Err(malformed) => Err(explained(malformed).inside(name)),
    }
}

/// The only parameter of an operation, if that is a message.
pub(super) fn parameter<'a>(
    lowered: &'a Lowered,
    members: &'a Members,
) -> Option<(&'a Field, &'a Shape, &'a Members)> {
    match (
        members.meta.whole,
        &members.meta.fields[..],
        &members.shapes[..],
    ) {
        (true, [field], [shape @ Shape::Record(id)]) if lowered.record(*id).meta.message => {
            Some((field, shape, lowered.record(*id)))
        }
        _ => None,
    }
}

/// A message as the parameter of an operation, from its JSON. No JSON is an empty message; the forms by
/// parameter name and in an array are accepted too, if unambiguous.
pub(super) fn argument(
    lowered: &Lowered,
    (field, shape, message): (&Field, &Shape, &Members),
    json: &Json,
) -> Read<Value> {
    let meta = &message.meta;
    let has_members = meta.notation == Notation::Members;
    let is_any_kind = matches!(meta.notation, Notation::Value | Notation::Values);
    let known = |name: &str| {
        let mut fields = meta.fields.iter();
        let mut arms = meta.arms.iter();
        fields.any(|f| f.name == name || f.json_name() == name)
            || arms.any(|arm| arm.name == name || arm.json == name)
    };
    let json = match json {
        Json::Null if has_members => return Ok(default_value(lowered, field, shape)),
        Json::Array(items) if items.is_empty() && !is_any_kind => {
            return Ok(default_value(lowered, field, shape));
        }
        Json::Array(items) if items.len() == 1 && !is_any_kind => &items[0],
        Json::Object(object) if object.len() == 1 && has_members && !known(&field.name) => {
            object.get(&*field.name).unwrap_or(json)
        }
        json => json,
    };
    from_text(lowered, field, shape, &json.to_string(), ARGS)
}

/// The problem in a text, and its place.
struct Told<'a> {
    lowered: &'a Lowered,
    malformed: Malformed,
    place: Place<'a>,
}

impl<'a> Told<'a> {
    fn of(lowered: &'a Lowered, text: &'a str, malformed: Malformed) -> Self {
        let mut place = Place::at(text, malformed.offset);
        if let MalformedKind::Missing(_) = malformed.kind {
            // It is reported at the end of the object.
            place.steps.pop();
        }
        Told {
            lowered,
            malformed,
            place,
        }
    }

    fn explain(&self, field: &Field, shape: &Shape) -> JsonError {
        let error = JsonError::new(self.message(field, shape));
        let steps = self.place.steps.iter().rev();
        steps.fold(error, |error, step| match step {
            Step::Member(name) => error.inside(name),
            Step::Item(at) => error.at(*at),
        })
    }

    fn message(&self, field: &Field, shape: &Shape) -> String {
        let got = self.place.found;
        match self.malformed.kind {
            MalformedKind::Expected(what) => format!("expected {what}, got {got}"),
            MalformedKind::OutOfRange(_) | MalformedKind::Overflow => {
                format!("{got} is out of range")
            }
            MalformedKind::Missing(name) => format!("field `{name}` is missing"),
            MalformedKind::Duplicate(name) => format!("`{name}` occurs twice"),
            MalformedKind::TooDeep => "it is nested too deeply".to_owned(),
            MalformedKind::NoMessage(name) => {
                format!("no message `{name}` is known: no file of the definition has it")
            }
            MalformedKind::NotMember(value) => {
                let name = self.enumeration(shape).map_or("the enumeration", |e| e.0);
                format!("{value} is not a member of `{name}`")
            }
            MalformedKind::Unknown(name) => {
                let name = got.trim_matches('"').to_owned()
                    + if got.is_empty() { name.as_str() } else { "" };
                let (of, known) = self.enumeration(shape).unwrap_or_default();
                let suggestion = suggestion(&name, known.into_iter());
                format!("unknown member of `{of}` `{name}`{suggestion}")
            }
            MalformedKind::UnknownField(name) => {
                let name = match self.place.steps.last() {
                    Some(Step::Member(whole)) => whole.clone(),
                    _ => name.to_string(),
                };
                let suggestion = suggestion(&name, self.members(field, shape).into_iter());
                format!("unknown field `{name}`{suggestion}")
            }
            _ => self.malformed.to_string(),
        }
    }

    /// The enumeration at the place, and the names of its members.
    fn enumeration(&self, shape: &Shape) -> Option<(&str, Vec<&str>)> {
        let Shape::Enum(id) = places::shape(self.lowered, shape, &self.place.steps)? else {
            return None;
        };
        let members = self.lowered.enumeration(id).members.iter();
        Some((self.lowered.name(id), members.map(|m| &*m.0).collect()))
    }

    /// The member names of the message that contains the place.
    fn members(&self, _: &Field, shape: &Shape) -> Vec<&str> {
        let around = self
            .place
            .steps
            .split_last()
            .map_or(&[][..], |(_, rest)| rest);
        let Some(Shape::Record(id)) = places::shape(self.lowered, shape, around) else {
            return Vec::new();
        };
        let meta = &self.lowered.record(id).meta;
        let fields = meta.fields.iter().filter(|f| !f.is_oneof());
        let arms = meta.arms.iter().map(|arm| &*arm.json);
        fields.map(Field::json_name).chain(arms).collect()
    }
}
