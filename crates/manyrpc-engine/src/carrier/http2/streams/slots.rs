//! Streams by identifier, in reused memory.

use alloc::vec::Vec;
use core::hash::{BuildHasherDefault, Hasher};

use hashbrown::HashMap;

use super::stream::Stream;
use crate::carrier::http2::state::State;
use crate::in_use::Idle;

/// Identifiers are dense, and a multiplication spreads them well.
#[derive(Default)]
pub(super) struct IdHasher(u64);

impl Hasher for IdHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u32(u32::from(*byte));
        }
    }

    #[inline]
    fn write_u32(&mut self, id: u32) {
        self.0 = (u64::from(id) ^ self.0)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(32);
    }
}

/// The streams that are open or reserved.
#[derive(Debug, Default)]
pub(super) struct Slots {
    slots: Vec<Stream>,
    free: Vec<u32>,
    by_id: HashMap<u32, u32, BuildHasherDefault<IdHasher>>,
}

impl Idle for Slots {
    const IDLE: &'static Self = &Slots {
        slots: Vec::new(),
        free: Vec::new(),
        by_id: HashMap::with_hasher(BuildHasherDefault::new()),
    };
}

impl Slots {
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.by_id.len()
    }

    /// A slot for a stream with this identifier, which must be new. It holds the state of an
    /// earlier stream.
    #[inline]
    pub(super) fn insert(&mut self, id: u32) -> &mut Stream {
        let at = match self.free.pop() {
            Some(at) => at,
            None => self.new_slot(),
        };
        self.by_id.insert(id, at);
        &mut self.slots[at as usize]
    }

    #[cold]
    fn new_slot(&mut self) -> u32 {
        self.slots.push(Stream::unused());
        // Reserve for all slots, so that removing one never allocates.
        self.free.reserve(self.slots.len());
        self.slots.len() as u32 - 1
    }

    #[inline]
    pub(super) fn get(&self, id: u32) -> Option<&Stream> {
        let at = *self.by_id.get(&id)?;
        Some(&self.slots[at as usize])
    }

    #[inline]
    pub(super) fn get_mut(&mut self, id: u32) -> Option<&mut Stream> {
        let at = *self.by_id.get(&id)?;
        Some(&mut self.slots[at as usize])
    }

    /// Removes one; its memory stays for the next.
    #[inline]
    pub(super) fn remove(&mut self, id: u32) -> Option<&mut Stream> {
        let at = self.by_id.remove(&id)?;
        self.free.push(at);
        Some(&mut self.slots[at as usize])
    }

    /// All streams, in no order.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Stream> {
        let open = |s: &&mut Stream| !s.state().is_over() && s.state() != State::Idle;
        self.slots.iter_mut().filter(open)
    }
}
