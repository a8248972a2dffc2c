//! Exceptions as dynamic calls have them.

use std::fmt;

/// An exception that a server raised, as a dynamic call has it.
#[derive(Clone, Debug, PartialEq)]
pub struct DynamicException {
    /// Its name in the definition.
    pub name: String,
    /// What it is called where exceptions are named in words.
    pub full_name: String,
    /// Its number among those of the operation, the first 1.
    pub number: u32,
    /// What it says.
    pub members: manyrpc_model::Value,
    /// The same in JSON, an object.
    pub json: serde_json::Value,
}

impl fmt::Display for DynamicException {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.json)
    }
}

impl std::error::Error for DynamicException {}
