//! Encoding header blocks (RFC 7541, 3.1 and 6).

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::table::{Found, Table};
use super::{DEFAULT_TABLE_BYTES, huffman, integer};
use crate::carrier::http2::fields::{Field, Indexing};

/// The encoder of one direction of a connection.
#[derive(Debug)]
pub struct Encoder {
    table: Table,
    /// The largest size of our table, whatever the peer offers.
    most: usize,
    /// The smallest and the last size set by the peer and not announced yet (4.2).
    due: Option<Box<(usize, usize)>>,
}

impl Encoder {
    /// With a dynamic table of at most `most` bytes.
    pub fn new(most: usize) -> Self {
        let mut encoder = Encoder {
            table: Table::new(DEFAULT_TABLE_BYTES),
            most,
            due: None,
        };
        encoder.set_limit(DEFAULT_TABLE_BYTES);
        encoder
    }

    /// The peer has set the size of its table, in bytes.
    pub fn set_limit(&mut self, bytes: usize) {
        let bytes = bytes.min(self.most);
        match self.due.as_deref_mut() {
            Some((least, last)) => {
                *least = bytes.min(*least);
                *last = bytes;
            }
            None if bytes != self.table.capacity() => self.due = Some(Box::new((bytes, bytes))),
            None => {}
        }
    }

    /// Releases memory that the table does not need.
    pub fn shrink(&mut self) {
        self.table.shrink();
    }

    /// The dynamic table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// While this is unchanged, fields encode to the same bytes; `None` while a size update is due.
    #[inline]
    pub fn state(&self) -> Option<u64> {
        match self.due {
            None => Some(self.table.changes()),
            Some(_) => None,
        }
    }

    /// Appends what must begin the next block (4.2).
    pub fn begin(&mut self, out: &mut Vec<u8>) {
        if let Some((least, last)) = self.due.take().map(|due| *due) {
            if least < last {
                integer::encode(out, 0x20, 5, least);
                self.table.set_capacity(least);
            }
            integer::encode(out, 0x20, 5, last);
            self.table.set_capacity(last);
        }
    }

    /// Appends a field.
    pub fn field(&mut self, field: Field<'_>, out: &mut Vec<u8>) {
        let Field {
            name,
            value,
            indexing,
        } = field;
        let found = self.table.find(name, value);
        if let Some(Found::Field(index)) = found
            && indexing != Indexing::Never
        {
            // 6.1
            return integer::encode(out, 0x80, 7, index);
        }
        let (pattern, prefix) = match indexing {
            // A field that takes most of the table would evict others in use, and could not fit
            // twice.
            Indexing::Index if field.size() * 2 <= self.table.capacity() => (0x40, 6),
            Indexing::Index | Indexing::Without => (0x00, 4),
            Indexing::Never => (0x10, 4),
        };
        match found {
            Some(Found::Field(index) | Found::Name(index)) => {
                integer::encode(out, pattern, prefix, index);
            }
            None => {
                integer::encode(out, pattern, prefix, 0);
                string(name, out);
            }
        }
        string(value, out);
        if pattern == 0x40 {
            self.table.insert(name, value);
        }
    }
}

/// A string literal in the shorter form, Huffman-coded if both are equal (5.2).
fn string(text: &[u8], out: &mut Vec<u8>) {
    let coded = huffman::encoded_len(text);
    if coded <= text.len() && !text.is_empty() {
        integer::encode(out, 0x80, 7, coded);
        huffman::encode(text, out);
    } else {
        integer::encode(out, 0x00, 7, text.len());
        out.extend_from_slice(text);
    }
}
