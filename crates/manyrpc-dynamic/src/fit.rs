//! Results made up for a request.

use manyrpc_codec::meta::{Array, Field};
use manyrpc_model::Value;

use crate::derive::Around;
use crate::lower::{Lowered, Members, Role, Shape};
use crate::sample::default_value;

/// Most elements that are made up.
const MOST: usize = 1 << 20;

/// Lengthens and shortens arrays among results that were not made for this request: to the length
/// that it states (`size_is` a parameter), or to the room that it gives where part of an array may
/// travel. Others, and those whose length would be above a million, stay as they are.
pub fn fit(
    lowered: &Lowered,
    (output, results): (&Members, &mut [Value]),
    (input, request): (&Members, &[Value]),
) {
    let room = |role: Role| {
        let [capacity, _] = role.amounts();
        let around = Around {
            lowered,
            members: output,
            values: &[],
            request: Some((input, request)),
        };
        around.amount(capacity?).ok().flatten()
    };
    for (at, member) in output.all().enumerate() {
        let room = room(member.role).map_or(MOST + 1, |n| n as usize);
        if let (true, Some(value)) = (room <= MOST, results.get_mut(output.place(at))) {
            resize(lowered, member.field, member.shape, value, room);
        }
    }
}

/// Puts what a request holds in the place of results: what travels both ways itself, what only
/// comes back the first of its kind.
pub fn echo((output, results): (&Members, &mut [Value]), (input, request): (&Members, &[Value])) {
    let sent = || input.iter().zip(request);
    for ((field, shape), result) in output.iter().zip(results) {
        let same = sent().find(|((f, s), _)| f.name == field.name && *s == shape);
        let found = same.or_else(|| sent().find(|((_, s), _)| *s == shape));
        if let Some((_, value)) = found {
            *result = value.clone();
        }
    }
}

fn resize(lowered: &Lowered, field: &Field, shape: &Shape, value: &mut Value, room: usize) {
    let part = matches!(
        field.ndr.array,
        Array::Varying | Array::ConformantVarying | Array::Short | Array::ShortConformant
    );
    let new = |old: usize| if part { old.min(room) } else { room };
    match value {
        Value::Bytes(v) => v.resize(new(v.len()), 0),
        Value::I32s(v) => v.resize(new(v.len()), 0),
        Value::U32s(v) => v.resize(new(v.len()), 0),
        Value::I64s(v) => v.resize(new(v.len()), 0),
        Value::U64s(v) => v.resize(new(v.len()), 0),
        Value::F32s(v) => v.resize(new(v.len()), 0.0),
        Value::F64s(v) => v.resize(new(v.len()), 0.0),
        Value::List(v) => {
            if let Shape::Array(element) = shape {
                let one = default_value(lowered, field.element(), element);
                v.resize(new(v.len()), one);
            }
        }
        _ => {}
    }
}
