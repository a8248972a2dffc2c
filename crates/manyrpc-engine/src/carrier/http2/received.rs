//! Received header blocks, and those that are repeated.
//!
//! Equal blocks decode to equal fields while the dynamic table is unchanged. A client that calls
//! one operation repeatedly sends the same few bytes each time: they are compared instead of
//! decoded.

use alloc::vec::Vec;
use core::mem;

use super::fields::Fields;
use super::head::Facts;
use super::hpack::{Decoder, Undecodable};
use crate::in_use::{Idle, InUse};

/// How many blocks are remembered.
const REMEMBERED: usize = 8;
/// Longer blocks are not remembered.
const BLOCK_BYTES: usize = 128;
/// Nor are blocks whose list is larger than this.
const LIST_BYTES: usize = 2048;

/// One decoded list.
#[derive(Debug, Default)]
pub(super) struct List {
    pub(super) fields: Fields,
    pub(super) facts: Facts,
    /// Unique for every decoded list.
    pub(super) token: u64,
    /// Whether all of it was within the limit.
    pub(super) complete: bool,
}

/// A block, and the table's state in which it was decoded to this list.
#[derive(Debug, Default)]
struct Memory {
    list: List,
    block: Vec<u8>,
    changes: u64,
}

/// The received header blocks of one connection.
#[derive(Debug, Default)]
pub(super) struct Received {
    decoder: Decoder,
    lists: InUse<Lists>,
    tokens: u64,
}

/// The decoded lists.
#[derive(Debug, Default)]
struct Lists {
    /// The last decoded list, unless it was remembered.
    fresh: List,
    memories: Vec<Memory>,
    /// The remembered list in use; `None`: `fresh`.
    current: Option<usize>,
    /// The memory to replace next.
    oldest: usize,
}

impl Idle for Lists {
    const IDLE: &'static Self = &Lists {
        fresh: List {
            fields: Fields::new(),
            facts: Facts::NONE,
            token: 0,
            complete: false,
        },
        memories: Vec::new(),
        current: None,
        oldest: 0,
    };
}

impl Received {
    /// The peer has acknowledged that its table may have this size.
    pub(super) fn set_limit(&mut self, bytes: usize) {
        self.decoder.set_limit(bytes);
    }

    /// The last list.
    #[inline]
    pub(super) fn list(&self) -> &List {
        self.lists.list()
    }

    /// Decodes a block into [`list`](Self::list), up to `most` bytes.
    #[inline]
    pub(super) fn decode(&mut self, block: &[u8], most: usize) -> Result<(), Undecodable> {
        let changes = self.decoder.table().changes();
        let known = |m: &Memory| m.changes == changes && m.block == block;
        let lists = &mut *self.lists;
        lists.current = lists.memories.iter().position(known);
        if lists.current.is_some() {
            return Ok(());
        }
        self.decode_fresh(block, most)
    }

    #[cold]
    fn decode_fresh(&mut self, block: &[u8], most: usize) -> Result<(), Undecodable> {
        let changes = self.decoder.table().changes();
        let list = &mut self.lists.fresh;
        list.complete = self.decoder.decode(block, most, &mut list.fields)?;
        list.facts = Facts::of(&list.fields);
        self.tokens += 1;
        list.token = self.tokens;
        let small = block.len() <= BLOCK_BYTES && list.fields.size() <= LIST_BYTES;
        if small && list.complete && changes == self.decoder.table().changes() {
            self.lists.remember(block, changes);
        }
        Ok(())
    }

    /// Releases all lists: those that come again are decoded again.
    pub(super) fn shrink(&mut self) {
        self.lists.release();
        self.decoder.shrink();
    }
}

impl Lists {
    #[inline]
    fn list(&self) -> &List {
        match self.current {
            Some(i) => &self.memories[i].list,
            None => &self.fresh,
        }
    }

    fn remember(&mut self, block: &[u8], changes: u64) {
        // Lists decoded in an earlier state of the table are useless.
        let stale = self.memories.iter().position(|m| m.changes != changes);
        let at = match stale {
            Some(at) => at,
            None if self.memories.len() < REMEMBERED => {
                self.memories.push(Memory::default());
                self.memories.len() - 1
            }
            None => {
                self.oldest = (self.oldest + 1) % REMEMBERED;
                self.oldest
            }
        };
        let memory = &mut self.memories[at];
        mem::swap(&mut memory.list, &mut self.fresh);
        memory.block.clear();
        memory.block.extend_from_slice(block);
        memory.changes = changes;
        self.current = Some(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_that_come_again_are_known_until_the_table_changes() {
        let mut received = Received::default();
        // :method POST; a: b into the table.
        received
            .decode(&[0x83, 0x40, 1, b'a', 1, b'b'], 1000)
            .unwrap();
        let first = received.list().token;
        received.decode(&[0x83, 0xbe], 1000).unwrap();
        let second = received.list().token;
        received.decode(&[0x83, 0xbe], 1000).unwrap();
        assert_eq!(received.list().token, second);
        assert_eq!(received.list().fields.get(b"a"), Some(&b"b"[..]));
        // c: d into the table: index 62 is another field now.
        received.decode(&[0x40, 1, b'c', 1, b'd'], 1000).unwrap();
        received.decode(&[0x83, 0xbe], 1000).unwrap();
        assert!(received.list().token > second && second > first);
        assert_eq!(received.list().fields.get(b"c"), Some(&b"d"[..]));
    }

    #[test]
    fn no_more_than_so_many_are_remembered() {
        let mut received = Received::default();
        for round in 0..3 {
            for index in 1..=61u8 {
                received.decode(&[0x80 | index], 1000).unwrap();
                let list = received.list();
                assert_eq!(list.fields.len(), 1, "{round}");
            }
        }
        assert_eq!(received.lists.memories.len(), REMEMBERED);
    }

    #[test]
    fn lists_that_were_too_long_are_not_remembered() {
        let mut received = Received::default();
        for _ in 0..2 {
            received.decode(&[0x82, 0x84, 0x86], 80).unwrap();
            assert!(!received.list().complete);
        }
        assert!(received.lists.memories.is_empty());
    }
}
