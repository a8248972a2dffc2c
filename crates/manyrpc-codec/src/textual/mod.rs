//! What the text syntaxes, JSON and XML, share.
//!
//! - [`base64`], [`digits`], [`numbers`]: bytes and numbers as characters, and back
//! - [`bits`]: a stack and a set of bits, for what is open and for what was seen
//! - [`names`]: of members and arms
//! - [`out`]: what is written so far, and the first failure
//! - [`place`]: where a reader is in text, and what went wrong
//! - [`parts`]: what is in a record that is written as something else
//! - [`runs`]: how far text goes on without a character that means something
//! - [`times`]: moments and spans of time

pub(crate) mod base64;
pub(crate) mod bits;
pub(crate) mod digits;
pub(crate) mod names;
pub(crate) mod numbers;
pub(crate) mod out;
pub(crate) mod parts;
pub(crate) mod place;
pub(crate) mod runs;
pub(crate) mod times;

/// Which way parameters travel: what has names writes those of a request and of a reply differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// With a call.
    Request,
    /// Back.
    Reply,
}
