//! Fragments of GIOP 1.1, in each of which alignment begins anew.
//!
//! Reading list: CORBA 2.2 section 13.4.8, CORBA 3.0 section 15.4.9.

use super::seen::Window;
use crate::cdr::Representation;

/// A message that came in fragments: its bytes are joined, and behind them is where the fragments begin.
#[derive(Clone, Copy)]
pub(super) struct Fragments<'de> {
    /// Without what is behind them.
    bytes: &'de [u8],
    /// For each fragment, how many of the bytes are left from its start: the first of them are the longest.
    starts: &'de [[u8; 4]],
    /// Where the bytes begin, counted from the origin of alignment.
    origin: usize,
    /// The offset at which the part of the message ends that is being read.
    pub(super) until: usize,
}

impl<'de> Fragments<'de> {
    /// `None` if there is nothing behind the bytes that says where they are.
    pub(super) fn new(bytes: &'de [u8], here: Representation) -> Option<Self> {
        let starts = usize::from(here.fragments) * 4;
        let (bytes, starts) = bytes.split_at_checked(bytes.len().checked_sub(starts)?)?;
        Some(Fragments {
            bytes,
            starts: starts.as_chunks().0,
            origin: here.origin.into(),
            until: bytes.len(),
        })
    }

    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The next `n` bytes at that offset, whatever fragments they are in.
    pub(super) fn get(&self, at: usize, n: usize) -> Option<&'de [u8]> {
        self.bytes.get(at..at.checked_add(n)?)
    }

    /// The part of `n` bytes at that offset.
    pub(super) fn part(self, offset: usize, n: usize) -> Window<'de> {
        let until = offset + n;
        Fragments { until, ..self }.at(offset)
    }

    /// What is left of the part that is being read, from that offset: as much as is in one fragment.
    pub(super) fn at(&self, offset: usize) -> Window<'de> {
        let left = self.bytes.len().saturating_sub(offset);
        let begun = self.starts.partition_point(|start| behind(start) >= left);
        let start_of = |index: usize| {
            let start = self.starts.get(index)?;
            self.bytes.len().checked_sub(behind(start))
        };
        let end = start_of(begun).unwrap_or(self.bytes.len());
        let end = end.min(self.until).max(offset);
        let bytes = self.bytes.get(offset..end).unwrap_or_default();
        // A fragment may have begun in front of the bytes, in the head of the message.
        let into = match begun.checked_sub(1) {
            None => self.origin + offset,
            Some(index) => HEAD + behind(&self.starts[index]).saturating_sub(left),
        };
        Window {
            bytes,
            total: end,
            end: into + bytes.len(),
            until: self.until.max(end),
        }
    }
}

fn behind(start: &[u8; 4]) -> usize {
    u32::from_le_bytes(*start) as usize
}

/// What is in front of a fragment's bytes.
const HEAD: usize = 12;
