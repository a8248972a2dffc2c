//! The valuetypes that were written into a message.

use alloc::collections::BTreeMap;
use alloc::string::String;

/// The valuetypes of a message so far. Positions are counted as the encoder's are.
#[derive(Default)]
pub(super) struct Values {
    /// Where values begin, by identity: those of an `any` are of a scope of its own, others of 0.
    pub(super) begun: BTreeMap<(u32, usize), u32>,
    /// Where identifiers begin.
    pub(super) identifiers: BTreeMap<String, u32>,
    /// The identity of the value that is about to begin; 0 for none.
    pub(super) identity: (u32, usize),
    /// How many values in chunks are open.
    pub(super) level: u32,
    /// The chunk that is open, if values in chunks are.
    pub(super) chunk: Chunk,
    /// The position behind the last end tag.
    pub(super) ended: u32,
}

/// An open chunk.
#[derive(Clone, Copy, Default)]
pub(super) struct Chunk {
    /// The position at which it was opened, to which an empty one goes back.
    pub(super) opened: u32,
    /// The position of its first byte.
    pub(super) start: u32,
}
