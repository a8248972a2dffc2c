//! The interface model: what every definition language says, in one form.
//!
//! Plain data and nothing else: no I/O, no wire, no dialect. A front end lowers
//! a definition to a [`Module`]; generators, dynamic calls, the gateway and the
//! lab read it. What one dialect alone can say travels as [`Annotations`].
//!
//! - [`module`]: modules, interfaces, operations and their identities
//! - [`expand`]: what interfaces inherit, and results of operations that raise, in full
//! - [`types`]: types and their definitions
//! - [`value`]: values at run time
//! - [`packed`]: large ones in few bytes
//! - [`mod@print`]: the canonical printed form of a module

pub mod expand;
pub mod module;
pub mod packed;
pub mod print;
pub mod types;
pub mod value;

pub use expand::{Inconsistent, flatten, with_results, without_raises};
pub use module::{
    Annotations, Attribute, Const, Direction, Failures, Identity, Interface, Module, Operation,
    Param, Semantics, Status, StatusPlace, Streams, Version,
};
pub use packed::Packed;
pub use types::{
    Arm, Derived, Enum, EnumMember, Field, Length, Record, Relation, Type, TypeBody, TypeDef, Union,
};
pub use value::{Labelled, Value};
