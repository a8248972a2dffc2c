//! From the interface model to source text: Rust stubs.
//!
//! Produces text only; `manyrpc-build` and the command line write it to files. All decisions are
//! made in the plan, from the same lowering that dynamic calls use, so that a generated stub and a
//! dynamic call put the same bytes on the wire.
//!
//! [`rust()`] generates records, clients and servers; [`type_names()`] and [`operation_records()`]
//! return the names of types and of the records of parameters in that text.
//!
//! ```
//! use manyrpc_gen::{Options, rust};
//! use manyrpc_model::{Direction, Interface, Module, Operation, Param, Type};
//!
//! let params = vec![Param::new("n", Direction::In, Type::I32)];
//! let ping = Operation::new("ping", 1, params, Type::I32);
//! let module = Module {
//!     name: "echo".to_owned(),
//!     interfaces: vec![Interface::new("Echo", vec![ping])],
//!     ..Module::default()
//! };
//! let text = rust(&module, &Options::default()).expect("stubs can be generated");
//! assert!(text.contains("pub struct EchoClient"));
//! assert!(text.contains("pub trait Echo"));
//! ```

mod name;
mod plan;
mod problem;
mod rust;
mod size;

pub use problem::Problem;
pub use rust::{OperationRecords, Options, operation_records, rust, type_names};
