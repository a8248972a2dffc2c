//! The valuetypes that were read from a message, and the part of it that is being read.

use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::any::Any;

/// The valuetypes of a message so far. Positions are offsets in it.
#[derive(Clone, Default)]
pub(super) struct Values<'de> {
    /// The identities of values by where they begin.
    pub(super) begun: BTreeMap<usize, u32>,
    /// What was registered for later places, by identity.
    pub(super) held: BTreeMap<u32, Arc<dyn Any + Send + Sync>>,
    /// Values that were passed over by truncation, by where they begin.
    pub(super) passed: BTreeMap<usize, Place<'de>>,
    /// How many bytes of these were read.
    pub(super) read_again: usize,
    /// What their headers had.
    pub(super) headers: Headers<'de>,
    /// Where in chunks reading is.
    pub(super) chunks: Chunks<'de>,
}

/// A place in the chunks of values.
#[derive(Clone, Copy, Default)]
pub(super) struct Chunks<'de> {
    /// How many values in chunks are open.
    pub(super) level: u32,
    /// Which of them is being read.
    pub(super) current: u32,
    /// What follows the chunk that is being read.
    pub(super) behind: Window<'de>,
}

/// What headers of values had, which later ones refer to.
#[derive(Clone, Default)]
pub(in crate::cdr) struct Headers<'de> {
    /// Texts by where they begin.
    pub(super) texts: BTreeMap<usize, &'de [u8]>,
    /// Lists of identifiers by where they begin.
    pub(super) lists: BTreeMap<usize, Vec<&'de [u8]>>,
}

/// Where a value begins in the chunks around it, or where reading goes on.
#[derive(Clone, Copy)]
pub(in crate::cdr) struct Place<'de> {
    pub(super) chunks: Chunks<'de>,
    pub(super) window: Window<'de>,
}

/// A part of the message with its place.
#[derive(Clone, Copy, Default)]
pub(super) struct Window<'de> {
    /// The first of its bytes: those that are in one fragment.
    pub(super) bytes: &'de [u8],
    /// The offset at which these end.
    pub(super) total: usize,
    /// Where they end, counted from the origin of alignment.
    pub(super) end: usize,
    /// The offset at which the part ends, in this fragment or a later one.
    pub(super) until: usize,
}

impl Window<'_> {
    fn start(&self) -> usize {
        self.total - self.bytes.len()
    }

    /// The number of its bytes, in whatever fragments.
    pub(super) fn len(&self) -> usize {
        self.until - self.start()
    }

    /// The place at which it begins.
    pub(super) fn emptied(self) -> Self {
        Window {
            bytes: &[],
            total: self.start(),
            end: self.end.wrapping_sub(self.bytes.len()),
            until: self.start(),
        }
    }
}
