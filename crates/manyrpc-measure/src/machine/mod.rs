//! The machine: its description, clock, CPUs and processes.

pub mod cost;
pub mod environment;
pub mod placement;
pub mod process;
pub mod timing;
