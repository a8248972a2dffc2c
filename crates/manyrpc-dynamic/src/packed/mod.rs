//! Packed values: arrays, lists and optionals that are decoded into a compact byte form and encoded from
//! it without becoming individual [`Value`]s, if enabled by [`Lowered::pack`].
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
    /// Enables packing for values decoded from a syntax that delivers each part once and in order. It is
    /// not supported for definitions with derived fields or shared values, which need random access.
    /// Returns whether it is enabled.
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
