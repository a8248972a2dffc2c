//! Header blocks as they are received, and those that are received again and again.
//!
//! A block of the same bytes means the same fields while the dynamic table has not changed. Who
//! calls one operation many times sends the same few bytes for it each time: they are compared,
//! not decoded.

use alloc::vec::Vec;
use core::mem;

use super::fields::Fields;
use super::head::Facts;
use super::hpack::{Decoder, Undecodable};

/// Blocks that are remembered.
const REMEMBERED: usize = 8;
/// Longer blocks are not.
const BLOCK_BYTES: usize = 128;
/// Nor are blocks that stand for more than this.
const LIST_BYTES: usize = 2048;

/// One decoded list.
#[derive(Debug, Default)]
pub(super) struct List {
    pub(super) fields: Fields,
    pub(super) facts: Facts,
    /// Differs for every list that was decoded.
    pub(super) token: u64,
    /// Whether all of it was within the cap.
    pub(super) complete: bool,
}

/// A block, and the table's state, that a list was decoded from.
#[derive(Debug, Default)]
struct Memory {
    list: List,
    block: Vec<u8>,
    changes: u64,
}

/// The header blocks of one direction of a connection.
#[derive(Debug, Default)]
pub(super) struct Received {
    decoder: Decoder,
    /// What was decoded last, unless that was remembered.
    fresh: List,
    memories: Vec<Memory>,
    /// Which memory is meant; none: what is fresh.
    current: Option<usize>,
    /// Which memory goes next.
    oldest: usize,
    tokens: u64,
}

impl Received {
    /// As of the peer's acknowledgement, its table may have this size.
    pub(super) fn set_limit(&mut self, bytes: usize) {
        self.decoder.set_limit(bytes);
    }

    /// The list decoded last.
    #[inline]
    pub(super) fn list(&self) -> &List {
        match self.current {
            Some(i) => &self.memories[i].list,
            None => &self.fresh,
        }
    }

    /// Decodes a block into [`list`](Self::list), up to `most` bytes.
    #[inline]
    pub(super) fn decode(&mut self, block: &[u8], most: usize) -> Result<(), Undecodable> {
        let changes = self.decoder.table().changes();
        let known = |m: &Memory| m.changes == changes && m.block == block;
        self.current = self.memories.iter().position(known);
        if self.current.is_some() {
            return Ok(());
        }
        self.decode_fresh(block, most)
    }

    #[cold]
    fn decode_fresh(&mut self, block: &[u8], most: usize) -> Result<(), Undecodable> {
        let changes = self.decoder.table().changes();
        let list = &mut self.fresh;
        list.complete = self.decoder.decode(block, most, &mut list.fields)?;
        list.facts = Facts::of(&list.fields);
        self.tokens += 1;
        list.token = self.tokens;
        let small = block.len() <= BLOCK_BYTES && list.fields.size() <= LIST_BYTES;
        if small && list.complete && changes == self.decoder.table().changes() {
            self.remember(block, changes);
        }
        Ok(())
    }

    fn remember(&mut self, block: &[u8], changes: u64) {
        // What was made with other tables is of no use any more.
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

    /// Gives memory back that a long list took.
    pub(super) fn shrink(&mut self) {
        if self.fresh.fields.size() > LIST_BYTES && self.current.is_some() {
            self.fresh.fields = Fields::new();
        }
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
        assert_eq!(received.memories.len(), REMEMBERED);
    }

    #[test]
    fn lists_that_were_too_long_are_not_remembered() {
        let mut received = Received::default();
        for _ in 0..2 {
            received.decode(&[0x82, 0x84, 0x86], 80).unwrap();
            assert!(!received.list().complete);
        }
        assert!(received.memories.is_empty());
    }
}
