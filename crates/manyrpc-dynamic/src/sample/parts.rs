//! Arrays with bounds in other fields: makes the arrays fit the bounds, or the bounds fit the arrays.

use manyrpc_codec::meta::{Array, Field, Length};
use manyrpc_model::{Labelled, Value};

use super::{Sampler, resize};
use crate::derive::{self, Around};
use crate::lower::{Amount, Bounds, By, Lowered, Member, Members, Role, Shape};

/// Values for the fields of a record, some of which give bounds of others.
pub(super) struct Parts<'a> {
    lowered: &'a Lowered,
    members: &'a Members,
    values: &'a mut [Value],
    /// The values that are already determined.
    settled: Vec<bool>,
}

impl<'a> Parts<'a> {
    pub(super) fn new(lowered: &'a Lowered, members: &'a Members, values: &'a mut [Value]) -> Self {
        let settled = vec![false; members.roles.len()];
        Parts {
            lowered,
            members,
            values,
            settled,
        }
    }

    /// Settles one field and its bounds.
    pub(super) fn settle(&mut self, sampler: &mut Sampler, member: &Member) {
        let (mut field, mut shape) = (member.field.clone(), member.shape.clone());
        for (depth, bounds) in member.role.bounds().iter().enumerate() {
            (field, shape) = through_pointers(field, shape);
            let at = self.members.place(member.index);
            let lengths = lengths(&self.values[at], depth);
            let n = match (lengths.iter().max(), depth) {
                (Some(n), _) => *n,
                (None, 0) => 0,
                (None, _) => sampler.below(4),
            };
            let n = self.fit(sampler, &field, bounds, n);
            resize_at(
                self.lowered,
                (member.field, member.shape),
                &mut self.values[at],
                depth,
                n,
            );
            let Shape::Array(element) = &shape else {
                return;
            };
            (field, shape) = (field.element().clone(), element.as_ref().clone());
        }
    }

    /// The number of elements, `n` if possible, with which the bounds then agree.
    fn fit(&mut self, sampler: &mut Sampler, field: &Field, bounds: &Bounds, n: usize) -> usize {
        let varies = !matches!(field.ndr.array, Array::Natural | Array::Conformant);
        let capacity = bounds.capacity.map(|c| (c, self.known(c)));
        let mut n = n;
        if let Some((_, Some(c))) = capacity {
            n = if varies { n.min(c) } else { c };
        }
        if let Some(sent) = bounds.sent.and_then(|s| self.known(s)) {
            n = sent;
        }
        let room = match (capacity, field.length) {
            (Some((_, Some(c))), _) => c.saturating_sub(n),
            (Some((_, None)), _) => 3,
            (None, Length::UpTo(max)) => (max as usize).saturating_sub(n),
            (None, Length::Fixed(_)) => 0,
        };
        let first = match bounds.first {
            None => 0,
            Some(first) => match self.known(first) {
                Some(first) => first,
                None => self.set(first, sampler.below(room.min(3) + 1)),
            },
        };
        if let Some((amount, None)) = capacity {
            let more = if varies { sampler.below(3) } else { 0 };
            let room = self.set(amount, first + n + more);
            n = if varies { n } else { room };
        }
        if let Some(sent) = bounds.sent.filter(|s| self.known(*s).is_none()) {
            self.set(sent, n);
        }
        n
    }

    /// The value of an amount, if it is already determined.
    fn known(&self, amount: Amount) -> Option<usize> {
        if let By::Sibling(at) = amount.by
            && self.members.roles[at] == Role::Plain
            && !self.settled[at]
        {
            return None;
        }
        let around = Around {
            lowered: self.lowered,
            members: self.members,
            values: self.values,
            request: None,
        };
        around.amount(amount).ok().flatten().map(|n| n as usize)
    }

    /// Sets an amount to a value, or to the nearest that its number can represent.
    fn set(&mut self, amount: Amount, to: usize) -> usize {
        let By::Sibling(at) = amount.by else {
            return to;
        };
        let less = amount.less.and_then(|by| {
            let relation = manyrpc_codec::Relation::SAME;
            let less = None;
            self.known(Amount { by, relation, less })
        });
        let less = less.unwrap_or_default() as i64;
        let (shape, place) = (&self.members.shapes[at], self.members.place(at));
        self.settled[at] = true;
        let value = &mut self.values[place];
        let mut fitting = (to..to + 3).filter(|to| {
            let number = amount.relation.number(*to as u64);
            number.is_some_and(|number| put(shape, number + less, value))
        });
        fitting.next().unwrap_or(to)
    }
}

/// The field and shape behind pointers.
fn through_pointers(field: Field, shape: Shape) -> (Field, Shape) {
    match &shape {
        Shape::Optional(inner) | Shape::Shared(inner) => {
            through_pointers(field.element().clone(), inner.as_ref().clone())
        }
        _ => (field, shape),
    }
}

/// Stores a number in an integer, possibly behind a pointer; returns whether the shape is an integer.
fn put(shape: &Shape, number: i64, value: &mut Value) -> bool {
    match (shape, value) {
        (Shape::Optional(inner), Value::Optional(held)) => {
            put(inner, number, held.get_or_insert_default())
        }
        (
            Shape::Shared(inner),
            Value::Shared(Some(Labelled {
                value: Some(held), ..
            })),
        ) => put(inner, number, held),
        (Shape::Shared(_), _) => true,
        (shape, value) => match derive::value(shape, number) {
            Some(made) => {
                *value = made;
                true
            }
            None => false,
        },
    }
}

/// The lengths of the arrays at a nesting depth.
fn lengths(value: &Value, depth: usize) -> Vec<usize> {
    match (value, depth) {
        (Value::Optional(Some(inner)), _) => lengths(inner, depth),
        (
            Value::Shared(Some(Labelled {
                value: Some(inner), ..
            })),
            _,
        ) => lengths(inner, depth),
        (Value::List(values), 1..) => values.iter().flat_map(|v| lengths(v, depth - 1)).collect(),
        (_, 1..) => Vec::new(),
        (value, 0) => {
            let count = derive::count(&Field::plain(""), value);
            count.ok().flatten().into_iter().collect()
        }
    }
}

/// Resizes the arrays at a nesting depth.
fn resize_at(
    lowered: &Lowered,
    (field, shape): (&Field, &Shape),
    value: &mut Value,
    depth: usize,
    n: usize,
) {
    match (shape, value) {
        (Shape::Optional(inner), Value::Optional(Some(held))) => {
            resize_at(lowered, (field.element(), inner), held, depth, n);
        }
        (
            Shape::Shared(inner),
            Value::Shared(Some(Labelled {
                value: Some(held), ..
            })),
        ) => {
            resize_at(lowered, (field.element(), inner), held, depth, n);
        }
        (Shape::Array(element), Value::List(values)) if depth > 0 => {
            for value in values {
                resize_at(lowered, (field.element(), element), value, depth - 1, n);
            }
        }
        (shape, value) if depth == 0 => resize(lowered, field, shape, value, n),
        _ => {}
    }
}
