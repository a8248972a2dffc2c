//! HPACK, the compression of header fields.
//!
//! Reading list: RFC 7541, all of it.
//!
//! - [`huffman`]: the code of string literals, both ways (5.2, appendix B)
//! - [`integer`]: integers with a prefix (5.1)
//! - [`table`]: the static and the dynamic table (2.3, 4, appendix A)
//! - [`Decoder`], [`Encoder`]: header blocks (3, 6)

mod decode;
mod encode;
pub mod huffman;
pub mod integer;
pub mod table;

pub use decode::Decoder;
pub use encode::Encoder;

use core::fmt;

/// The size of dynamic tables before anybody says otherwise (RFC 9113, 6.5.2).
pub const DEFAULT_TABLE_BYTES: usize = 4096;

/// A header block that cannot be decoded. What both sides' tables hold is unknown from then on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undecodable {
    /// The block ends within a field.
    Truncated,
    /// An integer of more than 32 bits (5.1).
    IntegerTooLarge,
    /// No table has an entry of that index (2.3.3).
    NoSuchIndex,
    /// Padding of more than seven bits or of other bits than ones, or the end-of-string symbol (5.2).
    BadHuffman,
    /// A size update behind a field (4.2).
    LateSizeUpdate,
    /// A size update above what was agreed (6.3), or none where one is due (4.2).
    TableTooLarge,
}

impl fmt::Display for Undecodable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

impl Undecodable {
    /// What is wrong, in a few words.
    pub const fn words(self) -> &'static str {
        match self {
            Undecodable::Truncated => "a header block ends within a field",
            Undecodable::IntegerTooLarge => "an integer of a header block is too large",
            Undecodable::NoSuchIndex => "a header block names an entry that no table has",
            Undecodable::BadHuffman => "a string of a header block is not in the Huffman code",
            Undecodable::LateSizeUpdate => "the dynamic table's size changes behind a field",
            Undecodable::TableTooLarge => "the dynamic table is larger than agreed",
        }
    }
}

impl core::error::Error for Undecodable {}

#[cfg(test)]
mod tests;
