//! A server's calls in flight.

use alloc::vec::Vec;
use core::fmt;

use crate::contract::CallId;

const SLOT_BITS: u32 = 20;
/// Most calls in flight, whatever the limits.
pub(crate) const MOST: usize = (1 << SLOT_BITS) - 1;

/// The calls whose replies are incomplete, each with its protocol's state. An id's low bits are the slot, so lookup
/// needs no search.
pub(crate) struct InService<P> {
    slots: Vec<Option<(CallId, P)>>,
    free: Vec<u32>,
    serial: u64,
}

impl<P> Default for InService<P> {
    fn default() -> Self {
        InService {
            slots: Vec::new(),
            free: Vec::new(),
            serial: 0,
        }
    }
}

impl<P> InService<P> {
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    #[inline]
    pub(crate) fn open(&mut self, call: P) -> CallId {
        let at = match self.free.pop() {
            Some(at) => at,
            None => self.another_slot(),
        };
        self.serial += 1;
        let id = CallId(self.serial << SLOT_BITS | u64::from(at));
        self.slots[at as usize] = Some((id, call));
        id
    }

    #[cold]
    fn another_slot(&mut self) -> u32 {
        self.slots.push(None);
        // Reserve for all slots, so that closing a call never allocates.
        self.free.reserve(self.slots.len());
        self.slots.len() as u32 - 1
    }

    #[inline]
    fn place(id: CallId) -> usize {
        id.0 as usize & MOST
    }

    #[inline]
    pub(crate) fn get(&self, id: CallId) -> Option<&P> {
        let slot = self.slots.get(Self::place(id))?.as_ref();
        slot.filter(|(of, _)| *of == id).map(|(_, call)| call)
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, id: CallId) -> Option<&mut P> {
        let slot = self.slots.get_mut(Self::place(id))?.as_mut();
        slot.filter(|(of, _)| *of == id).map(|(_, call)| call)
    }

    /// All calls, in no order.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut P> {
        self.slots.iter_mut().flatten().map(|(_, call)| call)
    }

    /// Ends the call.
    #[inline]
    pub(crate) fn take(&mut self, id: CallId) -> Option<P> {
        let slot = self.slots.get_mut(Self::place(id))?;
        let (_, call) = slot.take_if(|(of, _)| *of == id)?;
        self.free.push(Self::place(id) as u32);
        Some(call)
    }

    pub(crate) fn shrink(&mut self) {
        if self.len() == 0 {
            self.slots = Vec::new();
            self.free = Vec::new();
        }
    }
}

impl<P: fmt::Debug> fmt::Debug for InService<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.slots.iter().flatten()).finish()
    }
}
