//! Records that are not objects in JSON: moments, spans of time, and what stands for what it holds.

use manyrpc_codec::meta::Notation;
use manyrpc_codec::time::{Moment, Span};
use manyrpc_model::Value;
use serde_json::Value as Json;

use super::JsonError;
use super::read::{Read, Reader, expected};
use super::write::{params_to_json, value_to_json};
use crate::lower::{Lowered, Members};

/// A record as JSON. A moment or span that is none, as a peer may send it, is an object.
pub(super) fn record_to_json(
    lowered: &Lowered,
    members: &Members,
    values: &[Value],
) -> Result<Json, JsonError> {
    let text = match (members.meta.notation, values) {
        (Notation::Timestamp, [Value::I64(seconds), Value::I32(nanos), ..]) => {
            let (seconds, nanos) = (*seconds, *nanos);
            Moment { seconds, nanos }.to_rfc3339().ok()
        }
        (Notation::Duration, [Value::I64(seconds), Value::I32(nanos), ..]) => {
            let (seconds, nanos) = (*seconds, *nanos);
            Span { seconds, nanos }.to_text().ok()
        }
        (Notation::Content, [value, ..]) => {
            let (field, shape) = (&members.meta.fields[0], &members.shapes[0]);
            return value_to_json(lowered, field, shape, value);
        }
        _ => None,
    };
    match text {
        Some(text) => Ok(Json::from(text.as_str())),
        None => params_to_json(lowered, members, values),
    }
}

impl Reader<'_> {
    /// A record that is not an object, if it has to be none.
    pub(super) fn noted(&self, members: &Members, json: &Json) -> Read<Value> {
        let numbers = match (members.meta.notation, json) {
            (Notation::Timestamp, Json::String(text)) => {
                Moment::from_rfc3339(text).map(|at| (at.seconds, at.nanos))
            }
            (Notation::Duration, Json::String(text)) => {
                Span::from_text(text).map(|span| (span.seconds, span.nanos))
            }
            (Notation::Content, _) => {
                let (field, shape) = (&members.meta.fields[0], &members.shapes[0]);
                let value = self.value(field, shape, json)?;
                return Ok(Value::Record(vec![value]));
            }
            (_, Json::Object(object)) => return self.members(members, object).map(Value::Record),
            (Notation::Duration, other) => {
                return Err(expected("a span of time as \"1.5s\"", other));
            }
            (_, other) => return Err(expected("a date as \"1998-07-17T14:08:55Z\"", other)),
        };
        let (seconds, nanos) =
            numbers.map_err(|what| JsonError::new(format!("expected {what}, got {json}")))?;
        Ok(Value::Record(vec![Value::I64(seconds), Value::I32(nanos)]))
    }
}
