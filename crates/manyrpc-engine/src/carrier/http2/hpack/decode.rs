//! Decoding header blocks (RFC 7541, 3.2 and 6).

use alloc::vec::Vec;

use super::table::Table;
use super::{DEFAULT_TABLE_BYTES, Undecodable, huffman, integer};
use crate::carrier::http2::fields::{Field, Fields, Indexing};
use crate::in_use::{Idle, InUse};

/// The decoder of one direction of a connection.
#[derive(Debug)]
pub struct Decoder {
    table: Table,
    /// The largest size permitted for the dynamic table.
    limit: usize,
    literal: InUse<Literal>,
}

/// The last literal field.
#[derive(Debug, Default)]
struct Literal {
    name: Vec<u8>,
    value: Vec<u8>,
}

impl Idle for Literal {
    const IDLE: &'static Self = &Literal {
        name: Vec::new(),
        value: Vec::new(),
    };
}

impl Default for Decoder {
    fn default() -> Self {
        Decoder {
            table: Table::new(DEFAULT_TABLE_BYTES),
            limit: DEFAULT_TABLE_BYTES,
            literal: InUse::default(),
        }
    }
}

/// The destination of a block's fields, while they fit.
struct Output<'a> {
    list: &'a mut Fields,
    left: Option<usize>,
}

impl Output<'_> {
    fn push(&mut self, field: Field<'_>) {
        self.left = self.left.and_then(|left| left.checked_sub(field.size()));
        if self.left.is_some() {
            self.list.push(field);
        }
    }
}

impl Decoder {
    /// The peer has acknowledged that the table may have this size in bytes.
    pub fn set_limit(&mut self, bytes: usize) {
        self.limit = bytes;
    }

    /// Releases memory that the table does not need.
    pub fn shrink(&mut self) {
        self.table.shrink();
        self.literal.release();
    }

    /// The dynamic table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Decodes a whole block into `list`, up to `most` bytes of list. False if that is exceeded;
    /// the tables are correct all the same.
    ///
    /// # Errors
    /// Nothing that follows can be decoded either.
    pub fn decode(
        &mut self,
        block: &[u8],
        most: usize,
        list: &mut Fields,
    ) -> Result<bool, Undecodable> {
        list.clear();
        let mut block = self.size_updates(block)?;
        // 4.2: a lowered limit must be followed by an update.
        if self.table.capacity() > self.limit {
            return Err(Undecodable::TableTooLarge);
        }
        let left = Some(most);
        let mut out = Output { list, left };
        while !block.is_empty() {
            block = self.field(block, &mut out)?;
        }
        Ok(out.left.is_some())
    }

    /// The size updates at the start of a block (4.2, 6.3).
    fn size_updates<'b>(&mut self, mut block: &'b [u8]) -> Result<&'b [u8], Undecodable> {
        while let Some(first) = block.first()
            && first & 0xe0 == 0x20
        {
            let (size, rest) = integer::decode(block, 5)?;
            // 6.3: above the limit is a decoding error.
            if size as usize > self.limit {
                return Err(Undecodable::TableTooLarge);
            }
            self.table.set_capacity(size as usize);
            block = rest;
        }
        Ok(block)
    }

    fn field<'b>(
        &mut self,
        block: &'b [u8],
        out: &mut Output<'_>,
    ) -> Result<&'b [u8], Undecodable> {
        let first = block[0];
        // 6.1: indexed.
        if first & 0x80 != 0 {
            let (index, rest) = integer::decode(block, 7)?;
            let (name, value) = self
                .table
                .get(index as usize)
                .ok_or(Undecodable::NoSuchIndex)?;
            out.push(Field::new(name, value));
            return Ok(rest);
        }
        let (prefix, indexing) = match first >> 4 {
            // 6.2.1
            4..=7 => (6, Indexing::Index),
            // 4.2: only before the first field.
            2 | 3 => return Err(Undecodable::LateSizeUpdate),
            // 6.2.3
            1 => (4, Indexing::Never),
            // 6.2.2
            _ => (4, Indexing::Without),
        };
        let (index, rest) = integer::decode(block, prefix)?;
        let rest = self.name(index as usize, rest)?;
        let rest = string(rest, &mut self.literal.value)?;
        let literal = &*self.literal;
        let (name, value) = (&literal.name[..], &literal.value[..]);
        if indexing == Indexing::Index {
            self.table.insert(name, value);
        }
        out.push(Field {
            name,
            value,
            indexing,
        });
        Ok(rest)
    }

    /// The name of a literal field: indexed or literal.
    fn name<'b>(&mut self, index: usize, rest: &'b [u8]) -> Result<&'b [u8], Undecodable> {
        if index == 0 {
            return string(rest, &mut self.literal.name);
        }
        let (name, _) = self.table.get(index).ok_or(Undecodable::NoSuchIndex)?;
        let literal = &mut *self.literal;
        literal.name.clear();
        literal.name.extend_from_slice(name);
        Ok(rest)
    }
}

/// A string literal (5.2), which replaces the content of `text`.
fn string<'b>(block: &'b [u8], text: &mut Vec<u8>) -> Result<&'b [u8], Undecodable> {
    let first = *block.first().ok_or(Undecodable::Truncated)?;
    let (n, rest) = integer::decode(block, 7)?;
    let coded = rest.split_at_checked(n as usize);
    let (coded, rest) = coded.ok_or(Undecodable::Truncated)?;
    text.clear();
    if first & 0x80 != 0 {
        huffman::decode(coded, text)?;
    } else {
        text.extend_from_slice(coded);
    }
    Ok(rest)
}
