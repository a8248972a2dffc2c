//! JSON and XML as used by JSON-RPC and XML-RPC.
//!
//! - [`drawn`]: values of drawn definitions, compared with Python's standard libraries
//! - `subject`: a drawn definition with values, and what is found out about it
//! - `tree`: the content of a text, independent of its notation
//! - `meaning`: the expected tree of a value, by the tables in the codecs' documentation
//! - `spice`: values that are difficult in text
//! - `damage`: truncated and damaged texts
//! - `peer`: the process with the foreign libraries

mod damage;
pub mod drawn;
mod meaning;
mod peer;
mod spice;
mod subject;
mod tree;
