//! Values that are decoded into few bytes and encoded from them, without ever being [`Value`]s of
//! their own: arrays, lists and what may be absent, where a definition's values are to be packed
//! ([`Lowered::pack`]).
//!
//! A list of a million integers takes eight megabytes on the wire, eighty as values and six packed.
//!
//! [`Value`]: manyrpc_model::Value

mod decode;
mod encode;

pub(crate) use decode::Packing;
pub(crate) use encode::Unpacking;

use crate::lower::{Body, Lowered, Members, Role, Shape};

impl Lowered {
    /// Has values packed where they are decoded from a syntax that brings each part once and in order.
    /// Definitions with fields that follow from others, or with values that places share, stay as
    /// they are: those want to be looked at again. True where it is done.
    pub fn pack(&mut self) -> bool {
        let types = self.types.iter().all(|ty| match &ty.body {
            Body::Record(members) => is_plain(members),
            Body::Union(arms) => !arms.shapes.iter().any(shares),
            Body::Alias(_, shape) => !shares(shape),
            Body::Enum(_) => true,
        });
        let operations = self.interfaces.iter().flat_map(|i| &i.operations);
        let mut parameters = operations.flat_map(|o| [&o.input, &o.output]);
        self.packs = types && parameters.all(is_plain);
        self.packs
    }
}

fn is_plain(members: &Members) -> bool {
    let roles = members.roles.iter().all(|role| *role == Role::Plain);
    roles && !members.keeps_unknown && !members.shapes.iter().any(shares)
}

fn shares(shape: &Shape) -> bool {
    match shape {
        Shape::Shared(_) => true,
        Shape::Array(inner) | Shape::Chain(inner) | Shape::Optional(inner) => shares(inner),
        _ => false,
    }
}
