//! NDR and DCE's IDL, against foreign compilers and runtimes.
//!
//! - [`peer`]: a foreign compiler and runtime, as a program that answers requests
//! - [`calls`]: our side of the operations of a drawn definition
//! - [`compare`]: what may differ between messages that mean the same
//! - [`drawn`]: definitions drawn at random, and what both sides make of them

pub mod calls;
pub mod compare;
pub mod drawn;
pub mod peer;
