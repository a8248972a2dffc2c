//! The interface model: the common form of definitions in all languages.
//!
//! Plain data: no I/O, no wire format, no dialect. A front end translates a definition to a
//! [`Module`]; generators and dynamic calls read it. Facts that only one dialect can express are
//! kept as [`Annotations`].
//!
//! - [`module`]: modules, interfaces, operations and their identities
//! - [`expand`]: expansion of inherited operations, and of results of operations that raise exceptions
//! - [`types`]: types and their definitions
//! - [`value`]: values at run time
//! - [`packed`]: a compact form of large values
//! - [`mod@print`]: the canonical printed form of a module
//!
//! ```
//! use manyrpc_model::{Direction, Interface, Module, Operation, Param, Type};
//!
//! let params = vec![Param::new("n", Direction::In, Type::I32)];
//! let ping = Operation::new("ping", 1, params, Type::I32);
//! let module = Module {
//!     name: "echo".to_owned(),
//!     interfaces: vec![Interface::new("Echo", vec![ping])],
//!     ..Module::default()
//! };
//! assert_eq!(module.find_interface("Echo").unwrap().operations.len(), 1);
//! assert!(module.to_string().contains("ping"));
//! ```

mod annotations;
mod exceptions;
pub mod expand;
pub mod module;
pub mod packed;
mod packing;
pub mod print;
pub mod types;
pub mod value;

pub use annotations::Annotations;
pub use exceptions::exception_element;
pub use expand::{Inconsistent, flatten, lineage, with_results, without_raises};
pub use module::{
    Attribute, Const, Direction, Failures, Identity, Interface, Module, Operation, Param,
    Semantics, Status, StatusPlace, Streams, Version,
};
pub use packed::Packed;
pub use types::{
    Arm, Derived, Enum, EnumMember, Field, Length, Record, Relation, Type, TypeBody, TypeDef, Union,
};
pub use value::{Labelled, Value};
