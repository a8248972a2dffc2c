//! Error objects.
//!
//! Reading list: JSON-RPC 2.0 section 5.1.

use alloc::borrow::Cow;

/// An error object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Error<'a> {
    /// The error's code.
    pub code: i32,
    /// A message for people.
    pub message: Cow<'a, str>,
    /// Further data, a JSON value; empty if there is none.
    pub data: Cow<'a, [u8]>,
}
