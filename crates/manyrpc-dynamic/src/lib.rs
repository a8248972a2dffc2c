//! Values of any interface at run time, without generated code.
//!
//! [`mod@lower`] turns an interface model into what the codec asks for: names,
//! bounds and labels, and the [`Shape`] of every value. Generators print the
//! same result as constants, so generated and dynamic bytes have one origin.
//!
//! - [`mod@lower`]: model → metadata, and the one decision on linked lists
//! - [`encode`], [`decode`]: a [`Value`](manyrpc_model::Value) drives the codec's visitors
//! - [`contexts`]: where context handles are
//! - [`identity`]: what names an interface on wires that its definition does not speak of
//! - [`raising`]: results, or an exception instead of them
//! - [`statuses`]: where callers find failures
//! - [`json`]: values to and from JSON
//! - [`brief`](mod@brief): the beginning of large values
//! - [`sample`]: default values and random ones

pub mod brief;
pub mod contexts;
pub mod decode;
mod derive;
pub mod encode;
mod fit;
pub mod identity;
pub mod json;
pub mod lower;
mod messages;
mod packed;
pub mod raising;
mod relabel;
mod rendering;
pub mod sample;
pub mod statuses;

#[cfg(test)]
mod fixture;
#[cfg(test)]
mod tests;

pub use brief::brief;
pub use decode::{DynMut, DynSlots};
pub use encode::{Dyn, DynFields};
pub use fit::{echo, fit};
pub use json::JsonError;
pub use lower::{Body, LowerError, Lowered, Members, Role, Shape, TypeId, lower};
pub use relabel::relabel;
pub use rendering::rendering;
pub use sample::{Sampler, default_params, default_value};
