//! What is wrong with a binding.

use std::borrow::Cow;

/// Why a string is not a binding, or a binding cannot be used.
///
/// Printed, it tells what bindings look like in all systems.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BindingError {
    pub(crate) binding: String,
    pub(crate) problem: Problem,
}

/// What is wrong with a binding.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Problem {
    /// In words.
    Words(Cow<'static, str>),
    /// Calls over its system and transport cannot be secured.
    NotSecurable,
    /// Calls over its system and transport cannot be broadcast.
    NotBroadcastable,
}

impl std::error::Error for BindingError {}

impl From<Cow<'static, str>> for Problem {
    fn from(words: Cow<'static, str>) -> Self {
        Problem::Words(words)
    }
}

impl From<String> for Problem {
    fn from(words: String) -> Self {
        Problem::Words(words.into())
    }
}

impl From<&'static str> for Problem {
    fn from(words: &'static str) -> Self {
        Problem::Words(words.into())
    }
}
