//! Locating context handles in arguments and results.
//!
//! Reading list: C706, section 4.2.16.6.

use manyrpc_model::Module;

use crate::lower::LoweredOperation;
use crate::{Shape, TypeId};

/// The annotation by which a front end marks the type of context handles.
const CONTEXT_HANDLE: &str = "dce.context_handle";

/// Whether a type is that of context handles.
pub fn is_handle(module: &Module, id: TypeId) -> bool {
    let definition = module.types.get(id.0);
    definition.is_some_and(|d| d.annotations.contains_key(CONTEXT_HANDLE))
}

/// Whether a value of this shape is or contains a context handle.
pub fn holds(module: &Module, shape: &Shape) -> bool {
    match shape {
        Shape::Record(id) => is_handle(module, *id),
        Shape::Optional(inner) | Shape::Shared(inner) | Shape::Array(inner) => holds(module, inner),
        _ => false,
    }
}

/// Whether an operation has context handles in its arguments or results.
pub fn of_operation(module: &Module, operation: &LoweredOperation) -> bool {
    let mut places = operation.input.iter().chain(operation.output.iter());
    places.any(|(_, shape)| holds(module, shape))
}
