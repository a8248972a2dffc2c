//! Error objects.
//!
//! Reading list: JSON-RPC 2.0 section 5.1.

use alloc::borrow::Cow;

/// An error object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Error<'a> {
    /// What kind of error.
    pub code: i32,
    /// The same for people.
    pub message: Cow<'a, str>,
    /// More about it, a value in JSON; empty where there is none.
    pub data: Cow<'a, [u8]>,
}
