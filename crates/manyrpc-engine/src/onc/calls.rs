//! What a client has in flight.
//!
//! A call's xid counts up from a seed and is the low half of its [`CallId`], so
//! that a reply finds its call by one look into a table: xids are dense, and the
//! few that would fall onto the place of a call still waiting are passed over.

use alloc::vec::Vec;
use core::fmt;

use manyrpc_codec::Buf;

use crate::contract::{CallId, CallKind};
use crate::time::Instant;
use crate::timers::Timers;
use core::time::Duration;

const NONE: u32 = u32::MAX;
const FIRST_TABLE: usize = 64;

/// Where a call stands. Printed by the client's `Debug`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// The place is free.
    Free,
    /// Its arguments are being written.
    Writing,
    /// One-way, waiting to be sent.
    Leaving,
    /// Waiting for its reply.
    Waiting,
}

/// One call.
#[derive(Debug)]
pub(super) struct Slot {
    pub(super) state: State,
    pub(super) id: CallId,
    pub(super) kind: CallKind,
    /// The whole message, kept to send it again; unused over a stream.
    pub(super) message: Buf,
    /// Where its arguments start.
    pub(super) arguments_at: usize,
    /// Whether it waits in the queue to be sent.
    pub(super) due: bool,
    /// Whether it went with a shorthand credential.
    pub(super) short: bool,
    pub(super) timeout: Option<Duration>,
    pub(super) first_sent: Instant,
    pub(super) deadline: Instant,
    /// How long to wait before it is sent again.
    pub(super) wait: Duration,
    pub(super) transmissions: u32,
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

    /// A place and an id for a new call; `None` when there are too many.
    #[inline]
    pub(super) fn open(&mut self, kind: CallKind, timeout: Option<Duration>) -> Option<u32> {
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
        slot.timeout = timeout;
        slot.due = false;
        slot.short = false;
        slot.transmissions = 0;
        self.table[id.0 as usize & mask] = at;
        Some(at)
    }

    #[cold]
    fn new_slot(&mut self) -> u32 {
        self.slots.push(Slot {
            state: State::Free,
            id: CallId(0),
            kind: CallKind::Call,
            message: Buf::new(),
            arguments_at: 0,
            due: false,
            short: false,
            timeout: None,
            first_sent: Instant::ZERO,
            deadline: Instant::ZERO,
            wait: Duration::ZERO,
            transmissions: 0,
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

    /// The call that waits under this id.
    #[inline]
    pub(super) fn find(&self, id: CallId) -> Option<u32> {
        let at = self.place(id.0)?;
        (self.slots[at as usize].id == id).then_some(at)
    }

    /// The call that waits for a reply with this xid.
    #[inline]
    pub(super) fn find_xid(&self, xid: u32) -> Option<u32> {
        let at = self.place(u64::from(xid))?;
        let slot = &self.slots[at as usize];
        (slot.id.0 as u32 == xid && slot.state == State::Waiting).then_some(at)
    }

    fn place(&self, id: u64) -> Option<u32> {
        let mask = self.table.len().wrapping_sub(1);
        let at = *self.table.get(id as usize & mask)?;
        (at != NONE).then_some(at)
    }

    /// The call is over: its place is free, its alarm off. Its message's memory stays for the next.
    #[inline]
    pub(super) fn close(&mut self, at: u32) {
        self.timers.clear(at);
        let mask = self.table.len() - 1;
        let slot = &mut self.slots[at as usize];
        slot.state = State::Free;
        slot.due = false;
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
            let (xid, sent) = (slot.id.0 as u32, slot.transmissions);
            table.entry(&format_args!(
                "{xid:#010x} {:?} {:?} sent {sent}",
                slot.kind, slot.state
            ));
        }
        table.finish()
    }
}
