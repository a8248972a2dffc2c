//! Write an interface once and call it or serve it over every RPC system.
//!
//! - [`binding`]: the strings that name servers
//! - [`client`]: one end
//! - [`stub`]: what generated code is made of

pub mod binding;
pub mod client;
mod context;
mod error;
mod router;
pub mod stub;
mod syntax;

pub use binding::Binding;
pub use client::Client;
pub use context::{Context, Dispatch};
pub use error::Error;
pub use manyrpc_engine::{CallError, Fault, Outcome};
pub use syntax::Syntax;
