//! What a client has in flight.
//!
//! A call's `call_id` counts up from a seed and is the low half of its [`CallId`], so that a
//! response finds its call by one look into a table: ids are dense, and the few that would fall
//! onto the place of a call still waiting are passed over.

use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use manyrpc_codec::Buf;

use crate::contract::{CallId, CallKind};
use crate::time::Instant;
use crate::timers::Timers;

const NONE: u32 = u32::MAX;
const FIRST_TABLE: usize = 64;

/// Where a call stands. Printed by the client's `Debug`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// The place is free.
    Free,
    /// Its arguments are being written.
    Writing,
    /// It waits for its presentation context, or for the connection.
    Queued,
    /// Sent, or about to be: it waits for its reply.
    Waiting,
}

/// One call.
#[derive(Debug)]
pub(super) struct Slot {
    pub(super) state: State,
    pub(super) id: CallId,
    pub(super) kind: CallKind,
    /// Its presentation context.
    pub(super) context: u16,
    /// Bytes of the request before its stub data.
    pub(super) head: usize,
    /// The request while it is queued.
    pub(super) message: Buf,
    pub(super) timeout: Option<Duration>,
    /// When its time is over.
    pub(super) due: Instant,
    /// The server was asked to end it.
    pub(super) cancelled: bool,
}

/// All calls of one client, and their alarms.
pub(super) struct Calls {
    slots: Vec<Slot>,
    free: Vec<u32>,
    table: Vec<u32>,
    next: u64,
    most: usize,
    pub(super) timers: Timers,
}

impl Calls {
    pub(super) fn new(most: usize, seed: u64) -> Self {
        Calls {
            slots: Vec::new(),
            free: Vec::new(),
            table: Vec::new(),
            next: seed & u64::from(u32::MAX),
            most: most.min(NONE as usize / 4),
            timers: Timers::default(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    /// An id that no call has.
    pub(super) fn next_id(&mut self) -> u32 {
        if let Some(mask) = self.table.len().checked_sub(1) {
            while self.len() * 2 <= self.table.len()
                && self.table[self.next as usize & mask] != NONE
            {
                self.next += 1;
            }
        }
        self.next += 1;
        (self.next - 1) as u32
    }

    /// A place and an id for a new call; `None` when there are too many.
    #[inline]
    pub(super) fn open(
        &mut self,
        kind: CallKind,
        timeout: Option<Duration>,
        context: u16,
        head: usize,
    ) -> Option<u32> {
        if self.len() >= self.most {
            return None;
        }
        if (self.len() + 1) * 2 > self.table.len() {
            self.grow_table();
        }
        let mask = self.table.len() - 1;
        while self.table[self.next as usize & mask] != NONE {
            self.next += 1;
        }
        let id = CallId(self.next);
        self.next += 1;
        let at = self.free.pop().unwrap_or_else(|| self.new_slot());
        let slot = &mut self.slots[at as usize];
        slot.state = State::Writing;
        slot.id = id;
        slot.kind = kind;
        slot.context = context;
        slot.head = head;
        slot.timeout = timeout;
        slot.cancelled = false;
        self.table[id.0 as usize & mask] = at;
        Some(at)
    }

    #[cold]
    fn new_slot(&mut self) -> u32 {
        self.slots.push(Slot {
            state: State::Free,
            id: CallId(0),
            kind: CallKind::Call,
            context: 0,
            head: 0,
            message: Buf::new(),
            timeout: None,
            due: Instant::from_nanos(0),
            cancelled: false,
        });
        // Room for all of them, so that closing one never allocates.
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
                // Ids that differ in the smaller table's bits differ in the larger one's.
                self.table[slot.id.0 as usize & (size - 1)] = at as u32;
            }
        }
    }

    pub(super) fn slot(&mut self, at: u32) -> &mut Slot {
        &mut self.slots[at as usize]
    }

    /// The call with this id.
    #[inline]
    pub(super) fn find(&self, id: CallId) -> Option<u32> {
        let at = self.place(id.0)?;
        (self.slots[at as usize].id == id).then_some(at)
    }

    /// The call that waits for a response with this `call_id`.
    #[inline]
    pub(super) fn find_waiting(&self, call_id: u32) -> Option<u32> {
        let at = self.place(u64::from(call_id))?;
        let slot = &self.slots[at as usize];
        (slot.id.0 as u32 == call_id && slot.state == State::Waiting).then_some(at)
    }

    fn place(&self, id: u64) -> Option<u32> {
        let mask = self.table.len().wrapping_sub(1);
        let at = *self.table.get(id as usize & mask)?;
        (at != NONE).then_some(at)
    }

    /// The call is over: its place is free, its alarm off.
    #[inline]
    pub(super) fn close(&mut self, at: u32) {
        self.timers.clear(at);
        let mask = self.table.len() - 1;
        let slot = &mut self.slots[at as usize];
        slot.state = State::Free;
        self.table[slot.id.0 as usize & mask] = NONE;
        self.free.push(at);
    }

    /// Every place that holds a call.
    pub(super) fn open_places(&self) -> impl Iterator<Item = u32> {
        let places = self.slots.iter().enumerate();
        places
            .filter(|(_, slot)| slot.state != State::Free)
            .map(|(at, _)| at as u32)
    }
}

impl fmt::Debug for Calls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = f.debug_list();
        for at in self.open_places() {
            let slot = &self.slots[at as usize];
            let call_id = slot.id.0 as u32;
            table.entry(&format_args!(
                "{call_id:#010x} {:?} {:?} context {}",
                slot.kind, slot.state, slot.context
            ));
        }
        table.finish()
    }
}
