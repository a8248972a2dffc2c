//! Calls that have not ended.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use manyrpc_engine::CallId;

/// Calls for which a reply or failure is outstanding.
///
/// The case that must be fast is one call at a time: it is found by one comparison. A few calls are
/// searched linearly, and many are indexed.
#[derive(Debug)]
pub(super) struct InFlight {
    /// In no order.
    calls: Vec<Expected>,
    /// The position of each, if there are many.
    index: Option<Box<Index>>,
    /// The number of calls beyond which adding one involves the index: [`FEW`] without an index, 0
    /// with one.
    unindexed: usize,
}

type Index = HashMap<CallId, u32, IdHash>;

#[derive(Clone, Copy, Debug)]
struct Expected {
    id: CallId,
    /// Whether it may have several replies: then only an end or a failure ends it.
    several: bool,
}

impl InFlight {
    pub(super) fn new() -> Self {
        InFlight {
            calls: Vec::new(),
            index: None,
            unindexed: FEW,
        }
    }

    /// Releases memory while there are none.
    #[cfg(feature = "tokio")]
    pub(super) fn shrink(&mut self) {
        if self.calls.is_empty() {
            *self = InFlight::new();
        }
    }

    #[inline]
    pub(super) fn add(&mut self, id: CallId, several: bool) {
        self.calls.push(Expected { id, several });
        if self.calls.len() > self.unindexed {
            self.index_last();
        }
    }

    #[inline(never)]
    fn index_last(&mut self) {
        let index = self.index.get_or_insert_default();
        let places = self.calls.iter().zip(0..).skip(index.len());
        index.extend(places.map(|(call, at)| (call.id, at)));
        self.unindexed = 0;
    }

    #[inline]
    pub(super) fn has(&self, id: CallId) -> bool {
        match &self.calls[..] {
            [only] => only.id == id,
            _ => self.place(id).is_some(),
        }
    }

    /// The position of a call.
    #[inline]
    fn place(&self, id: CallId) -> Option<usize> {
        match self.unindexed {
            0 => self.indexed(id),
            _ => self.calls.iter().position(|call| call.id == id),
        }
    }

    #[inline(never)]
    fn indexed(&self, id: CallId) -> Option<usize> {
        let at = self.index.as_ref()?.get(&id)?;
        Some(*at as usize)
    }

    /// The call has several replies.
    pub(super) fn expect_several(&mut self, id: CallId) {
        if let Some(at) = self.place(id) {
            self.calls[at].several = true;
        }
    }

    /// The call has given a reply, or has ended: unless more replies follow, it is no longer in
    /// flight. False if it was not in flight.
    #[inline]
    pub(super) fn settle(&mut self, id: CallId, is_reply: bool) -> bool {
        match &self.calls[..] {
            // A single call has no index.
            [only] if only.id == id => {
                if !(is_reply && only.several) {
                    self.calls.clear();
                }
                true
            }
            _ => self.settle_among(id, is_reply),
        }
    }

    fn settle_among(&mut self, id: CallId, is_reply: bool) -> bool {
        let Some(at) = self.place(id) else {
            return false;
        };
        if !(is_reply && self.calls[at].several) {
            self.calls.swap_remove(at);
            if self.unindexed == 0 {
                self.was_removed(id, at);
            }
        }
        true
    }

    /// The last call has moved into the place of a removed one.
    #[inline(never)]
    fn was_removed(&mut self, id: CallId, at: usize) {
        let index = self.index.get_or_insert_default();
        index.remove(&id);
        if let Some(moved) = self.calls.get(at) {
            index.insert(moved.id, at as u32);
        }
        // Hysteresis, so that the index is not built and dropped repeatedly.
        if self.calls.len() <= FEW / 2 {
            self.index = None;
            self.unindexed = FEW;
        }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.calls.len()
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    /// Whether there is at most one call, and it has one reply.
    #[inline]
    pub(super) fn is_simple(&self) -> bool {
        match &self.calls[..] {
            [] => true,
            [only] => !only.several,
            _ => false,
        }
    }

    /// Any one of them.
    #[inline]
    pub(super) fn any(&self) -> Option<CallId> {
        self.calls.last().map(|call| call.id)
    }
}

/// Hashes the ids of calls.
pub(crate) type IdHash = BuildHasherDefault<IdHasher>;

/// Engines number their calls consecutively, some with other bits in the low half; nobody else
/// chooses these ids.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct IdHasher(u64);

impl Hasher for IdHasher {
    #[inline]
    fn write_u64(&mut self, id: u64) {
        let mixed = (self.0 ^ id).wrapping_mul(GOLDEN);
        self.0 = mixed ^ (mixed >> 32);
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

/// 2^64 divided by the golden ratio: its multiples are evenly distributed (Knuth, The Art of
/// Computer Programming, volume 3, section 6.4).
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// This many are searched as quickly as an index is maintained.
pub(super) const FEW: usize = 128;
