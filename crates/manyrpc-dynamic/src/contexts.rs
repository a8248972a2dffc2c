//! Finding the context handles in arguments and results.
//!
//! Reading list: C706, section 4.2.16.6.

use manyrpc_model::Module;

use crate::lower::LoweredOperation;
use crate::{Shape, TypeId};

/// What a front end says of the type of context handles.
const CONTEXT_HANDLE: &str = "dce.context_handle";

/// Whether a type of the definition is that of context handles.
pub fn is_handle(module: &Module, id: TypeId) -> bool {
    let definition = module.types.get(id.0);
    definition.is_some_and(|d| d.annotations.contains_key(CONTEXT_HANDLE))
}

/// Whether a place is a context handle, or holds some.
pub fn holds(module: &Module, shape: &Shape) -> bool {
    match shape {
        Shape::Record(id) => is_handle(module, *id),
        Shape::Optional(inner) | Shape::Shared(inner) | Shape::Array(inner) => holds(module, inner),
        _ => false,
    }
}

/// Whether an operation takes or gives context handles.
pub fn of_operation(module: &Module, operation: &LoweredOperation) -> bool {
    let mut places = operation.input.iter().chain(operation.output.iter());
    places.any(|(_, shape)| holds(module, shape))
}
