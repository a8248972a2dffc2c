//! The machine: what it is, its clock, its CPUs, and processes upon them.

pub mod cost;
pub mod environment;
pub mod placement;
pub mod process;
pub mod timing;
