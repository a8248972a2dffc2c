//! Numbers that follow from values: counts of elements and labels of unions.

use manyrpc_codec::meta::Field;
use manyrpc_codec::{Number, derived};
use manyrpc_model::Value;

use crate::lower::{By, Capacity, Member, Members, Role, Shape};

/// How many elements a value has; `None` where there is no array at all, or none in this place.
pub(crate) fn count(field: &Field, value: &Value) -> Option<usize> {
    Some(match value {
        Value::Text(v) => derived::units(field, v),
        Value::Bytes(v) => v.len(),
        Value::I32s(v) => v.len(),
        Value::U32s(v) => v.len(),
        Value::I64s(v) => v.len(),
        Value::U64s(v) => v.len(),
        Value::F32s(v) => v.len(),
        Value::F64s(v) => v.len(),
        Value::List(v) => v.len(),
        Value::Optional(Some(inner)) => return count(field.element(), inner),
        Value::Shared(Some(labelled)) => {
            return count(field.element(), labelled.value.as_deref()?);
        }
        _ => return None,
    })
}

/// The label of a union.
pub(crate) fn label(value: &Value) -> Option<i64> {
    match value {
        Value::Union { label, .. } => Some(*label),
        _ => None,
    }
}

/// The integer that a value is.
pub(crate) fn number(value: &Value) -> Option<i64> {
    Some(match value {
        Value::Bool(v) => v.to_i64(),
        Value::I8(v) => v.to_i64(),
        Value::U8(v) => v.to_i64(),
        Value::I16(v) => v.to_i64(),
        Value::U16(v) => v.to_i64(),
        Value::I32(v) => v.to_i64(),
        Value::U32(v) => v.to_i64(),
        Value::I64(v) => v.to_i64(),
        Value::U64(v) => v.to_i64(),
        _ => return None,
    })
}

/// The value of an integer's shape that stands for a number.
pub(crate) fn value(shape: &Shape, number: i64) -> Option<Value> {
    Some(match shape {
        Shape::Bool => Value::Bool(Number::from_i64(number)?),
        Shape::I8 => Value::I8(Number::from_i64(number)?),
        Shape::U8 => Value::U8(Number::from_i64(number)?),
        Shape::I16 => Value::I16(Number::from_i64(number)?),
        Shape::U16 => Value::U16(Number::from_i64(number)?),
        Shape::I32 | Shape::Enum(_) => Value::I32(Number::from_i64(number)?),
        Shape::U32 => Value::U32(Number::from_i64(number)?),
        Shape::I64 => Value::I64(Number::from_i64(number)?),
        Shape::U64 => Value::U64(Number::from_i64(number)?),
        _ => return None,
    })
}

/// What a derived member says, given the values beside it; `Err` with the count or label that it
/// has no number for.
pub(crate) fn said(members: &Members, values: &[Value], member: &Member) -> Result<Value, Unsaid> {
    let beside = |of: usize| values.get(members.place(of)).ok_or(Unsaid::Mismatch);
    match member.role {
        Role::Count { of, relation } => {
            let count = count(&members.meta.fields[of], beside(of)?);
            let number = count.map_or(Some(0), |n| relation.number(n as u64));
            let said = number.and_then(|n| value(member.shape, n));
            said.ok_or(Unsaid::Count(count.unwrap_or_default() as u64))
        }
        Role::Label { of } => {
            let label = label(beside(of)?).ok_or(Unsaid::Mismatch)?;
            value(member.shape, label).ok_or(Unsaid::Label(label))
        }
        Role::Plain | Role::Sized(_) => Err(Unsaid::Mismatch),
    }
}

/// Why a derived field has no value.
pub(crate) enum Unsaid {
    Count(u64),
    Label(i64),
    Mismatch,
}

/// The fields of one record, what they hold, and what the request held where there was one.
#[derive(Clone, Copy)]
pub(crate) struct Around<'a> {
    pub(crate) members: &'a Members,
    pub(crate) values: &'a [Value],
    pub(crate) request: Option<(&'a Members, &'a [Value])>,
}

impl Around<'_> {
    /// How many elements there is room for. `Err` where the request is not known.
    pub(crate) fn capacity(&self, capacity: Capacity) -> Result<Option<u32>, Unsaid> {
        let (members, values, at) = match (capacity.by, self.request) {
            (By::Sibling(at), _) => (self.members, self.values, at),
            (By::Request(at), Some((members, values))) => (members, values, at),
            (By::Request(_), None) => return Err(Unsaid::Mismatch),
        };
        let member = members.all().nth(at).ok_or(Unsaid::Mismatch)?;
        let number = match member.role.is_derived() {
            true => number(&said(members, values, &member)?),
            false => values.get(members.place(at)).and_then(number),
        };
        let number = number.ok_or(Unsaid::Mismatch)?;
        Ok(derived::capacity(capacity.relation, &number))
    }
}
