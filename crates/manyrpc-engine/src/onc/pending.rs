//! A server's calls in flight.

use alloc::vec::Vec;
use core::fmt;
use core::net::SocketAddr;

use super::shorthand::Token;
use crate::contract::CallId;

/// A call whose reply is incomplete.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    pub(super) id: CallId,
    pub(super) xid: u32,
    pub(super) from: Option<SocketAddr>,
    /// Its entry in the duplicate-request cache.
    pub(super) cached: Option<u32>,
    /// The shorthand credential to issue with the reply.
    pub(super) shorthand: Option<Token>,
}

const SLOT_BITS: u32 = 20;
/// Most calls in flight, whatever the limits.
pub(super) const MOST: usize = (1 << SLOT_BITS) - 1;

/// The calls in flight. An id's low bits are the slot, so lookup needs no search.
#[derive(Default)]
pub(super) struct Table {
    slots: Vec<Option<Pending>>,
    free: Vec<u32>,
    serial: u64,
}

impl Table {
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    #[inline]
    pub(super) fn open(
        &mut self,
        xid: u32,
        from: Option<SocketAddr>,
        cached: Option<u32>,
    ) -> CallId {
        let at = match self.free.pop() {
            Some(at) => at,
            None => self.another_slot(),
        };
        self.serial += 1;
        let id = CallId(self.serial << SLOT_BITS | u64::from(at));
        self.slots[at as usize] = Some(Pending {
            id,
            xid,
            from,
            cached,
            shorthand: None,
        });
        id
    }

    #[cold]
    fn another_slot(&mut self) -> u32 {
        self.slots.push(None);
        // Reserve for all slots, so that closing a call never allocates.
        self.free.reserve(self.slots.len());
        self.slots.len() as u32 - 1
    }

    /// The reply to this call issues a shorthand credential.
    pub(super) fn hand_out(&mut self, id: CallId, token: Token) {
        if let Some(Some(call)) = self.slots.get_mut(Self::place(id)) {
            call.shorthand = Some(token);
        }
    }

    #[inline]
    fn place(id: CallId) -> usize {
        id.0 as usize & MOST
    }

    #[inline]
    pub(super) fn get(&self, id: CallId) -> Option<&Pending> {
        let slot = self.slots.get(Self::place(id))?.as_ref();
        slot.filter(|p| p.id == id)
    }

    /// Ends the call.
    #[inline]
    pub(super) fn take(&mut self, id: CallId) -> Option<Pending> {
        let slot = self.slots.get_mut(Self::place(id))?;
        let call = slot.take_if(|call| call.id == id)?;
        self.free.push(Self::place(id) as u32);
        Some(call)
    }

    pub(super) fn shrink(&mut self) {
        if self.len() == 0 {
            self.slots = Vec::new();
            self.free = Vec::new();
        }
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.slots.iter().flatten()).finish()
    }
}
