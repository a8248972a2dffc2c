//! Lists of header fields, in order; names and values are bytes.

use alloc::vec::Vec;
use core::fmt;

/// How a field may be indexed by encoders (RFC 7541, 6.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Indexing {
    /// Both sides add it to their dynamic tables: it will be repeated.
    #[default]
    Index,
    /// Not worth a table entry.
    Without,
    /// A secret: it must not enter a table, here or at any intermediary (RFC 7541, 7.1.3).
    Never,
}

/// One header field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Field<'a> {
    /// Its name, in lower case; pseudo-header fields begin with a colon.
    pub name: &'a [u8],
    /// Its value, any bytes but NUL, CR and LF.
    pub value: &'a [u8],
    /// How encoders may index it.
    pub indexing: Indexing,
}

impl<'a> Field<'a> {
    /// A field that will be repeated.
    pub const fn new(name: &'a [u8], value: &'a [u8]) -> Self {
        Field {
            name,
            value,
            indexing: Indexing::Index,
        }
    }

    /// A field that is different every time.
    pub const fn varying(name: &'a [u8], value: &'a [u8]) -> Self {
        Field {
            name,
            value,
            indexing: Indexing::Without,
        }
    }

    /// A field whose value is a secret.
    pub const fn sensitive(name: &'a [u8], value: &'a [u8]) -> Self {
        Field {
            name,
            value,
            indexing: Indexing::Never,
        }
    }

    /// Its size as HTTP/2 and HPACK count (RFC 7541, 4.1).
    pub const fn size(&self) -> usize {
        self.name.len() + self.value.len() + OVERHEAD
    }
}

/// Bytes that each field counts in addition to its name and value (RFC 7541, 4.1).
pub const OVERHEAD: usize = 32;

impl fmt::Debug for Field<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.indexing == Indexing::Never {
            return write!(f, "{}: (secret)", self.name.escape_ascii());
        }
        let (name, value) = (self.name.escape_ascii(), self.value.escape_ascii());
        write!(f, "{name}: {value}")
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Entry {
    start: u32,
    value: u32,
    end: u32,
    indexing: Indexing,
}

/// Header fields in order, in reused memory.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Fields {
    text: Vec<u8>,
    entries: Vec<Entry>,
}

impl Fields {
    /// An empty list.
    pub const fn new() -> Self {
        Fields {
            text: Vec::new(),
            entries: Vec::new(),
        }
    }

    /// Appends a field.
    pub fn push(&mut self, field: Field<'_>) {
        let start = self.text.len() as u32;
        self.text.extend_from_slice(field.name);
        let value = self.text.len() as u32;
        self.text.extend_from_slice(field.value);
        self.entries.push(Entry {
            start,
            value,
            end: self.text.len() as u32,
            indexing: field.indexing,
        });
    }

    /// Removes all fields, and keeps the memory.
    pub fn clear(&mut self) {
        self.text.clear();
        self.entries.clear();
    }

    /// Releases memory that the fields do not need.
    pub fn shrink(&mut self) {
        self.text.shrink_to_fit();
        self.entries.shrink_to_fit();
    }

    /// How many fields there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The size of the list in bytes, as HTTP/2 counts it (RFC 9113, 6.5.2).
    pub fn size(&self) -> usize {
        self.text.len() + OVERHEAD * self.entries.len()
    }

    /// The field at `i`, if it exists.
    pub fn nth(&self, i: usize) -> Option<Field<'_>> {
        self.entries.get(i).map(|entry| self.field(entry))
    }

    /// The fields, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Field<'_>> + Clone {
        self.entries.iter().map(|entry| self.field(entry))
    }

    /// The value of the first field with this name.
    pub fn get(&self, name: &[u8]) -> Option<&[u8]> {
        self.iter().find(|f| f.name == name).map(|f| f.value)
    }

    fn field(&self, entry: &Entry) -> Field<'_> {
        Field {
            name: &self.text[entry.start as usize..entry.value as usize],
            value: &self.text[entry.value as usize..entry.end as usize],
            indexing: entry.indexing,
        }
    }
}

impl<'a> FromIterator<Field<'a>> for Fields {
    fn from_iter<I: IntoIterator<Item = Field<'a>>>(fields: I) -> Self {
        let mut list = Fields::new();
        fields.into_iter().for_each(|field| list.push(field));
        list
    }
}

impl fmt::Debug for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
