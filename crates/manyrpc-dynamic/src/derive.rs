//! Derived fields: counts of elements and labels of unions.

use manyrpc_codec::meta::Field;
use manyrpc_codec::{Bounds, Number, derived};
use manyrpc_model::{Labelled, Value};

use crate::lower::{self, Amount, By, Lowered, Member, Members, Role, Shape};

/// The number of elements of a value, if there is an array; `Err` if the value is elsewhere, under a
/// label.
pub(crate) fn count(field: &Field, value: &Value) -> Result<Option<usize>, Underivable> {
    Ok(Some(match value {
        Value::Text(v) => derived::units(field, v),
        Value::Bytes(v) => v.len(),
        Value::I32s(v) => v.len(),
        Value::U32s(v) => v.len(),
        Value::I64s(v) => v.len(),
        Value::U64s(v) => v.len(),
        Value::F32s(v) => v.len(),
        Value::F64s(v) => v.len(),
        Value::List(v) => v.len(),
        Value::Optional(None) | Value::Shared(None) => return Ok(None),
        Value::Optional(Some(inner)) => return count(field.element(), inner),
        Value::Shared(Some(Labelled { value, .. })) => {
            return count(
                field.element(),
                value.as_deref().ok_or(Underivable::Mismatch)?,
            );
        }
        _ => return Err(Underivable::Mismatch),
    }))
}

/// The label of a union, if there is one; `Err` if the union is elsewhere, under a label.
pub(crate) fn label(value: &Value) -> Result<Option<i64>, Underivable> {
    match value {
        Value::Union { label, .. } => Ok(Some(*label)),
        Value::Optional(None) | Value::Shared(None) => Ok(None),
        Value::Optional(Some(inner)) => label(inner),
        Value::Shared(Some(Labelled { value, .. })) => {
            label(value.as_deref().ok_or(Underivable::Mismatch)?)
        }
        _ => Err(Underivable::Mismatch),
    }
}

/// The label that is sent for an absent union: its first.
pub(crate) fn first_label(lowered: &Lowered, shape: &Shape) -> i64 {
    match shape {
        Shape::Union(id) => {
            let mut labels = lowered
                .union(*id)
                .meta
                .arms
                .iter()
                .flat_map(|arm| arm.labels.iter());
            labels.next().copied().unwrap_or_default()
        }
        Shape::Optional(inner) | Shape::Shared(inner) => first_label(lowered, inner),
        _ => 0,
    }
}

/// The integer that a value is or points to; `Err` if it is not one, or elsewhere.
pub(crate) fn number(value: &Value) -> Result<Option<i64>, Underivable> {
    Ok(Some(match value {
        Value::Optional(None) | Value::Shared(None) => return Ok(None),
        Value::Optional(Some(inner)) => return number(inner),
        Value::Shared(Some(Labelled { value, .. })) => {
            return number(value.as_deref().ok_or(Underivable::Mismatch)?);
        }
        Value::Bool(v) => v.to_i64(),
        Value::I8(v) => v.to_i64(),
        Value::U8(v) => v.to_i64(),
        Value::I16(v) => v.to_i64(),
        Value::U16(v) => v.to_i64(),
        Value::I32(v) => v.to_i64(),
        Value::U32(v) => v.to_i64(),
        Value::I64(v) => v.to_i64(),
        Value::U64(v) => v.to_i64(),
        _ => return Err(Underivable::Mismatch),
    }))
}

/// A number as a value of an integer's shape.
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

/// The fields of one record with their values, and those of the request, if any.
#[derive(Clone, Copy)]
pub(crate) struct Around<'a> {
    pub(crate) lowered: &'a Lowered,
    pub(crate) members: &'a Members,
    pub(crate) values: &'a [Value],
    pub(crate) request: Option<(&'a Members, &'a [Value])>,
}

impl Around<'_> {
    fn sibling(&self, of: usize) -> Result<&Value, Underivable> {
        let value = self.values.get(self.members.place(of));
        value.ok_or(Underivable::Mismatch)
    }

    /// The value of a derived member; `Err` if the count or label is out of its range.
    pub(crate) fn derived(&self, member: &Member) -> Result<Value, Underivable> {
        match *member.role {
            Role::Count { of, relation } => {
                let count = count(&self.members.meta.fields[of], self.sibling(of)?)?;
                let number = count.map_or(Some(0), |n| relation.number(n as u64));
                let said = number.and_then(|n| value(member.shape, n));
                said.ok_or(Underivable::Count(count.unwrap_or_default() as u64))
            }
            Role::Label { of } => {
                let label = label(self.sibling(of)?)?;
                let first = || first_label(self.lowered, &self.members.shapes[of]);
                let label = label.unwrap_or_else(first);
                value(member.shape, label).ok_or(Underivable::Label(label))
            }
            Role::Plain | Role::Part(_) => Err(Underivable::Mismatch),
        }
    }

    /// The bounds of a dimension. `Err` if they depend on an unknown request.
    pub(crate) fn bounds(&self, of: &lower::Bounds) -> Result<Bounds, Underivable> {
        let amount = |amount: Option<Amount>| amount.map_or(Ok(None), |a| self.amount(a));
        Ok(Bounds {
            capacity: amount(of.capacity)?,
            first: amount(of.first)?.unwrap_or_default(),
            sent: amount(of.sent)?,
        })
    }

    /// The value of an amount, if it is valid and its numbers are present.
    pub(crate) fn amount(&self, amount: Amount) -> Result<Option<u32>, Underivable> {
        let less = match amount.less {
            None => Some(0),
            Some(less) => self.number(less)?,
        };
        let number = self.number(amount.by)?.zip(less);
        let number = number.and_then(|(number, less)| number.checked_sub(less));
        Ok(number.and_then(|number| derived::capacity(amount.relation, &number)))
    }

    /// The number at a place, unless it is behind a null pointer.
    fn number(&self, by: By) -> Result<Option<i64>, Underivable> {
        let around = match (by, self.request) {
            (By::Request(_), None) => return Err(Underivable::Mismatch),
            (By::Request(_), Some((members, values))) => Around {
                members,
                values,
                ..*self
            },
            _ => *self,
        };
        match by {
            By::Number(number) => Ok(Some(i64::from(number))),
            By::Sibling(at) | By::Request(at) => {
                let member = around.members.all().nth(at).ok_or(Underivable::Mismatch)?;
                match member.role.is_derived() {
                    true => number(&around.derived(&member)?),
                    false => number(around.sibling(at)?),
                }
            }
        }
    }
}

/// Why a derived field has no value.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Underivable {
    Count(u64),
    Label(i64),
    Mismatch,
}
