//! JSON and XML as JSON-RPC and XML-RPC have them.
//!
//! - [`drawn`]: values of drawn definitions against the libraries that come with Python
//! - `tree`: what a text says, apart from how
//! - `meaning`: the tree that a value must be, by the tables in the codecs' documentation
//! - `spice`: values with what text makes difficult
//! - `damage`: texts that are cut off or damaged
//! - `peer`: the process with the other libraries

mod damage;
pub mod drawn;
mod meaning;
mod peer;
mod spice;
mod tree;
