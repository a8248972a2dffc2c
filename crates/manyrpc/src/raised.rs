//! Exceptions as dynamic calls have them.

use std::fmt;

/// An exception raised by a server, in a dynamic call.
#[derive(Clone, Debug, PartialEq)]
pub struct DynamicException {
    /// Its name in the definition.
    pub name: String,
    /// Its qualified name.
    pub full_name: String,
    /// Its number among the operation's exceptions, from 1.
    pub number: u32,
    /// Its members.
    pub members: manyrpc_model::Value,
    /// The members as a JSON object.
    pub json: serde_json::Value,
}

impl fmt::Display for DynamicException {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.json)
    }
}

impl std::error::Error for DynamicException {}
