//! Values of any interface at run time, without generated code.
//!
//! [`mod@lower`] turns an interface model into the codec's metadata: names, bounds and labels, and
//! the [`Shape`] of every value. The generator prints the same metadata as constants, so generated
//! and dynamic bytes have a single origin.
//!
//! ```
//! use manyrpc_codec::{Buf, Limits, xdr};
//! use manyrpc_dynamic::{DynFields, DynSlots, json, lower};
//! use manyrpc_model::{Direction, Interface, Module, Operation, Param, Type};
//!
//! let params = ["a", "b"].map(|name| Param::new(name, Direction::In, Type::I32));
//! let add = Operation::new("add", 1, params.into(), Type::I32);
//! let module = Module {
//!     name: "sum".to_owned(),
//!     interfaces: vec![Interface::new("Sum", vec![add])],
//!     ..Module::default()
//! };
//! let lowered = lower(&module)?;
//! let input = &lowered.operation("Sum", "add").expect("it is defined").input;
//!
//! // From JSON to XDR …
//! let values = json::params_from_text(&lowered, input, r#"{"a": 2, "b": 3}"#)?;
//! let mut buf = Buf::new();
//! let fields = DynFields::new(&lowered, input, &values);
//! xdr::encode_params(&mut buf, &input.meta, &fields, &Limits::DEFAULT)?;
//! assert_eq!(buf.data(), [0, 0, 0, 2, 0, 0, 0, 3]);
//!
//! // … and back to values.
//! let mut decoded = Vec::new();
//! let mut slots = DynSlots::new(&lowered, input, &mut decoded);
//! xdr::decode_params(buf.data(), &input.meta, &mut slots, &Limits::DEFAULT)?;
//! assert_eq!(decoded, values);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`mod@lower`]: model → metadata, including the detection of linked lists
//! - [`encode`], [`decode`]: a [`Value`](manyrpc_model::Value) drives the codec's visitors
//! - [`any`]: values with their types, by type codes
//! - [`contexts`]: the places of context handles
//! - [`identity`]: an interface's identities in protocols that its definition does not mention
//! - [`raising`]: outcomes of calls: results or an exception
//! - [`statuses`]: the places of failures that callers find among the results
//! - [`json`]: values to and from JSON
//! - [`brief`](mod@brief): abbreviation of large values for display
//! - [`sample`]: default values and random ones

pub mod any;
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
