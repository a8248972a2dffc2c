//! From the interface model to source text: Rust stubs.
//!
//! Writes text and nothing else; `manyrpc::build` and the command line put it
//! into files. What a definition becomes is decided once, in the plan, from
//! the same lowering that dynamic calls use, so that a generated stub and a
//! dynamic call put the same bytes on the wire.
//!
//! [`rust()`] writes typed records, client and server for Rust; [`type_names()`] tells how types are
//! called there, [`operation_records()`] how records of parameters are.

mod name;
mod plan;
mod problem;
mod rust;
mod size;

pub use problem::Problem;
pub use rust::{OperationRecords, Options, operation_records, rust, type_names};
