//! HPACK, the compression of header fields.
//!
//! Reading list: RFC 7541, all of it.
//!
//! - [`huffman`]: the code of string literals, encoding and decoding (5.2, appendix B)
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

/// The initial size of dynamic tables (RFC 9113, 6.5.2).
pub const DEFAULT_TABLE_BYTES: usize = 4096;

/// A header block that cannot be decoded. The content of the tables is unknown from then on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undecodable {
    /// The block ends within a field.
    Truncated,
    /// An integer of more than 32 bits (5.1).
    IntegerTooLarge,
    /// No table has an entry of that index (2.3.3).
    NoSuchIndex,
    /// Padding of more than seven bits or not all ones, or the end-of-string symbol (5.2).
    BadHuffman,
    /// A size update after a field (4.2).
    LateSizeUpdate,
    /// A size update above the limit (6.3), or a missing one (4.2).
    TableTooLarge,
}

impl fmt::Display for Undecodable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

impl Undecodable {
    /// The error in a few words.
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
