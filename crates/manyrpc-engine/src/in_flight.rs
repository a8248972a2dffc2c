//! A client's calls in flight, for protocols with 32-bit call numbers.
//!
//! The number (xid, `call_id`) counts up from a seed and is the low half of the [`CallId`], so a
//! reply finds its call by one table lookup: numbers are dense, and the few that would collide with
//! a call still waiting are skipped.

use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use manyrpc_codec::Buf;

use crate::contract::{CallId, CallKind};
use crate::timers::Timers;

const NONE: u32 = u32::MAX;
const FIRST_TABLE: usize = 64;

/// The state of a call. Printed by the client's `Debug`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// The slot is free.
    Free,
    /// Its arguments are being written.
    Writing,
    /// Waits to be sent.
    Queued,
    /// Sent, or about to be; waits for its reply.
    Waiting,
}

/// One call. `own` is its protocol's part of the state.
#[derive(Debug)]
pub(crate) struct Slot<E> {
    pub(crate) state: State,
    pub(crate) id: CallId,
    pub(crate) kind: CallKind,
    pub(crate) timeout: Option<Duration>,
    /// The message, kept for transmission and retransmission. Its memory is reused by the next
    /// call.
    pub(crate) message: Buf,
    pub(crate) own: E,
}

/// All calls of one client, and their timers.
pub(crate) struct InFlight<E> {
    slots: Vec<Slot<E>>,
    free: Vec<u32>,
    table: Vec<u32>,
    next: u64,
    /// What numbers increase by.
    step: u64,
    most: usize,
    pub(crate) timers: Timers,
}

impl<E: Default> InFlight<E> {
    pub(crate) fn new(most: usize, seed: u64) -> Self {
        InFlight {
            slots: Vec::new(),
            free: Vec::new(),
            table: Vec::new(),
            next: seed & u64::from(u32::MAX),
            step: 1,
            most: most.min(NONE as usize / 4),
            timers: Timers::default(),
        }
    }

    /// From now on numbers are even, or odd. Before the first call.
    #[cfg(feature = "corba")]
    pub(crate) fn alternate(&mut self, odd: bool) {
        self.step = 2;
        self.next = self.next & !1 | u64::from(odd);
    }

    pub(crate) fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    /// Whether there are as many as there may be.
    pub(crate) fn is_full(&self) -> bool {
        self.len() >= self.most
    }

    /// A number that no call uses.
    pub(crate) fn next_number(&mut self) -> u32 {
        if let Some(mask) = self.table.len().checked_sub(1) {
            while self.len() * 2 <= self.table.len()
                && self.table[self.next as usize & mask] != NONE
            {
                self.next += self.step;
            }
        }
        self.next += self.step;
        (self.next - self.step) as u32
    }

    /// A slot and an id for a new call; `None` when there are too many.
    #[inline]
    pub(crate) fn open(
        &mut self,
        kind: CallKind,
        timeout: Option<Duration>,
        own: E,
    ) -> Option<u32> {
        if self.is_full() {
            return None;
        }
        if (self.len() + 1) * 2 > self.table.len() {
            self.grow_table();
        }
        let mask = self.table.len() - 1;
        while self.table[self.next as usize & mask] != NONE {
            self.next += self.step;
        }
        let id = CallId(self.next);
        self.next += self.step;
        let at = self.free.pop().unwrap_or_else(|| self.new_slot());
        let slot = &mut self.slots[at as usize];
        slot.state = State::Writing;
        slot.id = id;
        slot.kind = kind;
        slot.timeout = timeout;
        slot.own = own;
        self.table[id.0 as usize & mask] = at;
        Some(at)
    }

    #[cold]
    fn new_slot(&mut self) -> u32 {
        self.slots.push(Slot {
            state: State::Free,
            id: CallId(0),
            kind: CallKind::Call,
            timeout: None,
            message: Buf::new(),
            own: E::default(),
        });
        // Reserve for all slots, so that closing a call never allocates.
        self.free.reserve(self.slots.len());
        self.slots.len() as u32 - 1
    }

    #[cold]
    fn grow_table(&mut self) {
        let size = (self.table.len() * 2).max(FIRST_TABLE);
        self.table.clear();
        self.table.resize(size, NONE);
        for (at, slot) in self.slots.iter().enumerate() {
            if slot.state != State::Free {
                // Ids that differ in the smaller table's bits also differ in the larger one's.
                self.table[slot.id.0 as usize & (size - 1)] = at as u32;
            }
        }
    }

    pub(crate) fn slot(&mut self, at: u32) -> &mut Slot<E> {
        &mut self.slots[at as usize]
    }

    /// A call's part that is its protocol's.
    #[inline]
    pub(crate) fn own(&self, at: u32) -> &E {
        &self.slots[at as usize].own
    }

    /// The call with this id.
    #[inline]
    pub(crate) fn find(&self, id: CallId) -> Option<u32> {
        let at = self.place(id.0)?;
        (self.slots[at as usize].id == id).then_some(at)
    }

    /// The call that waits for a reply with this number.
    #[inline]
    pub(crate) fn find_waiting(&self, number: u32) -> Option<u32> {
        let at = self.place(u64::from(number))?;
        let slot = &self.slots[at as usize];
        (slot.id.0 as u32 == number && slot.state == State::Waiting).then_some(at)
    }

    fn place(&self, id: u64) -> Option<u32> {
        let mask = self.table.len().wrapping_sub(1);
        let at = *self.table.get(id as usize & mask)?;
        (at != NONE).then_some(at)
    }

    /// Ends the call: frees its slot and stops its timer.
    #[inline]
    pub(crate) fn close(&mut self, at: u32) {
        self.timers.clear(at);
        let mask = self.table.len() - 1;
        let slot = &mut self.slots[at as usize];
        slot.state = State::Free;
        self.table[slot.id.0 as usize & mask] = NONE;
        self.free.push(at);
    }

    /// Releases memory while there is no call.
    pub(crate) fn shrink(&mut self) {
        if self.len() == 0 {
            (self.slots, self.free, self.table) = (Vec::new(), Vec::new(), Vec::new());
            self.timers = Timers::default();
        }
    }

    /// All slots that hold a call.
    pub(crate) fn open_places(&self) -> impl Iterator<Item = u32> {
        let places = self.slots.iter().enumerate();
        places
            .filter(|(_, slot)| slot.state != State::Free)
            .map(|(at, _)| at as u32)
    }
}

impl<E: Default + fmt::Display> fmt::Debug for InFlight<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = f.debug_list();
        for at in self.open_places() {
            let slot = &self.slots[at as usize];
            let number = slot.id.0 as u32;
            table.entry(&format_args!(
                "{number:#010x} {:?} {:?} {}",
                slot.kind, slot.state, slot.own
            ));
        }
        table.finish()
    }
}
