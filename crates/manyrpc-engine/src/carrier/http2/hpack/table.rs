//! The static table and dynamic tables (RFC 7541, 2.3 and 4).

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use crate::carrier::http2::fields::OVERHEAD;

/// Appendix A: names and values, the first at index 1.
pub const STATIC: [(&str, &str); 61] = [
    (":authority", ""),
    (":method", "GET"),
    (":method", "POST"),
    (":path", "/"),
    (":path", "/index.html"),
    (":scheme", "http"),
    (":scheme", "https"),
    (":status", "200"),
    (":status", "204"),
    (":status", "206"),
    (":status", "304"),
    (":status", "400"),
    (":status", "404"),
    (":status", "500"),
    ("accept-charset", ""),
    ("accept-encoding", "gzip, deflate"),
    ("accept-language", ""),
    ("accept-ranges", ""),
    ("accept", ""),
    ("access-control-allow-origin", ""),
    ("age", ""),
    ("allow", ""),
    ("authorization", ""),
    ("cache-control", ""),
    ("content-disposition", ""),
    ("content-encoding", ""),
    ("content-language", ""),
    ("content-length", ""),
    ("content-location", ""),
    ("content-range", ""),
    ("content-type", ""),
    ("cookie", ""),
    ("date", ""),
    ("etag", ""),
    ("expect", ""),
    ("expires", ""),
    ("from", ""),
    ("host", ""),
    ("if-match", ""),
    ("if-modified-since", ""),
    ("if-none-match", ""),
    ("if-range", ""),
    ("if-unmodified-since", ""),
    ("last-modified", ""),
    ("link", ""),
    ("location", ""),
    ("max-forwards", ""),
    ("proxy-authenticate", ""),
    ("proxy-authorization", ""),
    ("range", ""),
    ("referer", ""),
    ("refresh", ""),
    ("retry-after", ""),
    ("server", ""),
    ("set-cookie", ""),
    ("strict-transport-security", ""),
    ("transfer-encoding", ""),
    ("user-agent", ""),
    ("vary", ""),
    ("via", ""),
    ("www-authenticate", ""),
];

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Where the name starts, counted from the first byte ever inserted, modulo 2^32.
    start: u32,
    name: u16,
    value: u16,
}

impl Entry {
    fn size(self) -> usize {
        usize::from(self.name) + usize::from(self.value) + OVERHEAD
    }
}

/// Where a field was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// The whole field, at this index.
    Field(usize),
    /// Its name, at this index.
    Name(usize),
}

/// No table is larger, in bytes, as the type of the setting has it. So lengths in it have 16 bits, and offsets are told
/// apart by 32.
const MOST: usize = u16::MAX as usize;

/// A dynamic table after the static one, with one range of indexes.
#[derive(Debug)]
pub struct Table {
    /// The newest first.
    entries: VecDeque<Entry>,
    /// Names and values, the oldest first; evicted ones are dropped now and then.
    text: Vec<u8>,
    /// How many bytes were dropped from the front of `text` so far, modulo 2^32.
    dropped: u32,
    /// No more than the capacity, which an entry's lengths are not beyond, either.
    size: u32,
    capacity: usize,
    changes: u64,
}

impl Table {
    /// An empty table with this maximum size.
    pub fn new(capacity: usize) -> Self {
        Table {
            entries: VecDeque::new(),
            text: Vec::new(),
            dropped: 0,
            size: 0,
            capacity: capacity.min(MOST),
            changes: 0,
        }
    }

    /// The sum of the entries' sizes (4.1).
    pub fn size(&self) -> usize {
        self.size as usize
    }

    /// The maximum size.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// How often the table has changed: while this is unchanged, every index keeps its meaning.
    #[inline]
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// Changes the maximum size, and evicts what no longer fits (4.3).
    pub fn set_capacity(&mut self, capacity: usize) {
        let capacity = capacity.min(MOST);
        if capacity != self.capacity {
            self.capacity = capacity;
            self.changes += 1;
            self.evict(capacity);
        }
    }

    /// Inserts a field at the front, after evicting what must make room (4.4).
    pub fn insert(&mut self, name: &[u8], value: &[u8]) {
        let size = name.len() + value.len() + OVERHEAD;
        self.changes += 1;
        self.evict(self.capacity.saturating_sub(size));
        if size > self.capacity {
            return;
        }
        let start = self.end();
        self.text.extend_from_slice(name);
        self.text.extend_from_slice(value);
        let (name, value) = (name.len() as u16, value.len() as u16);
        self.entries.push_front(Entry { start, name, value });
        self.size += size as u32;
    }

    /// Where the next entry starts.
    fn end(&self) -> u32 {
        self.dropped.wrapping_add(self.text.len() as u32)
    }

    /// Evicts the oldest until at most `size` bytes are left.
    fn evict(&mut self, size: usize) {
        while self.size() > size
            && let Some(oldest) = self.entries.pop_back()
        {
            self.size -= oldest.size() as u32;
        }
        let oldest = self.entries.back().map(|oldest| oldest.start);
        let dead = oldest.unwrap_or(self.end()).wrapping_sub(self.dropped);
        if dead as usize > self.capacity {
            self.text.drain(..dead as usize);
            self.dropped = self.dropped.wrapping_add(dead);
        }
    }

    /// Releases memory that the entries do not need.
    pub(super) fn shrink(&mut self) {
        self.entries.shrink_to_fit();
        self.text.shrink_to_fit();
    }

    /// The field at `index`, counted from 1 through the static table, then the dynamic one (2.3.3).
    pub fn get(&self, index: usize) -> Option<(&[u8], &[u8])> {
        let index = index.checked_sub(1)?;
        match STATIC.get(index) {
            Some((name, value)) => Some((name.as_bytes(), value.as_bytes())),
            None => {
                let entry = self.entries.get(index - STATIC.len())?;
                Some(self.texts(entry))
            }
        }
    }

    fn texts(&self, entry: &Entry) -> (&[u8], &[u8]) {
        let start = entry.start.wrapping_sub(self.dropped) as usize;
        let value = start + usize::from(entry.name);
        let end = value + usize::from(entry.value);
        (&self.text[start..value], &self.text[value..end])
    }

    /// Finds a field, or at least its name.
    pub fn find(&self, name: &[u8], value: &[u8]) -> Option<Found> {
        let mut named = None;
        for (i, (n, v)) in STATIC.iter().enumerate() {
            if n.as_bytes() == name {
                if v.as_bytes() == value {
                    return Some(Found::Field(i + 1));
                }
                named.get_or_insert(Found::Name(i + 1));
            }
        }
        for (i, entry) in self.entries.iter().enumerate() {
            if usize::from(entry.name) != name.len() {
                continue;
            }
            let (n, v) = self.texts(entry);
            if n == name {
                if v == value {
                    return Some(Found::Field(STATIC.len() + i + 1));
                }
                named.get_or_insert(Found::Name(STATIC.len() + i + 1));
            }
        }
        named
    }

    /// The entries, the newest first.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.entries.iter().map(|entry| self.texts(entry))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_may_pass_32_bits() {
        let mut table = Table::new(150);
        table.dropped = u32::MAX - 100;
        for n in 0..100u8 {
            table.insert(&[b'n', n], &[n; 10]);
            let fields: Vec<_> = table.iter().collect();
            assert_eq!(fields.len(), usize::from(n + 1).min(3));
            for (n, (name, value)) in (0..=n).rev().zip(fields) {
                assert_eq!((name, value), (&[b'n', n][..], &[n; 10][..]));
            }
        }
        assert!(table.dropped < 2000, "it has passed them");
    }
}
