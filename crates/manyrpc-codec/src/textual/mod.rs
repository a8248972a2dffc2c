//! Code shared by the text syntaxes, JSON and XML.
//!
//! - [`base64`], [`digits`], [`numbers`]: bytes and numbers as characters, and back
//! - [`bits`]: a stack and a set of bits, for open brackets and for fields seen
//! - [`names`]: the names of members and arms
//! - [`out`]: the output so far, and the first failure
//! - [`place`]: a reader's position, and its failure
//! - [`parts`]: the contents of records that have a notation of their own
//! - [`runs`]: the length of text without special characters
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

/// The direction of parameters: syntaxes with names write those of a request and of a reply
/// differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From client to server.
    Request,
    /// From server to client.
    Reply,
}
