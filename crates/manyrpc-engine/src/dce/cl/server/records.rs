//! A server's state of each activity that has called it.
//!
//! Reading list: C706 sections 9.5.2, 9.5.3 and 10.2 (CL_SERVER).
//!
//! Which record may be evicted when there is no room decides whether calls are at most once; the
//! documentation of [`cl`](super::super) explains the rule. Each record is in one of three lists,
//! by use: those that may be evicted at any time, those whose call no client has confirmed yet, and
//! those that must be kept for their time.

use alloc::vec::Vec;
use core::fmt;
use core::net::SocketAddr;
use core::ops::{Index, IndexMut};
use core::time::Duration;

use hashbrown::HashTable;

use super::super::pdu::{Header, flag};
use super::super::personality::Personality;
use super::super::receive::Assembly;
use super::super::transmit::Outgoing;
use super::super::window::Window;
use super::stage::{Last, Stage};
use crate::contract::CallId;
use crate::list::{Links, List};
use crate::time::Instant;

/// The list that a record is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// May be evicted at any time.
    Quiet,
    /// No client has confirmed its call.
    Unconfirmed,
    /// Must be kept for its time.
    Held,
}

/// One activity.
#[derive(Debug)]
pub(super) struct Record {
    pub(super) stage: Stage,
    pub(super) caller: Caller,
    pub(super) from: Option<SocketAddr>,
    /// The fields common to all PDUs that we send for the current or last call, except for the
    /// flags, which are the request's.
    pub(super) header: Header,
    /// The call's operation has context handles.
    pub(super) contextual: bool,
    /// The arguments received so far; the memory is reused.
    pub(super) arguments: Assembly,
    /// The results or the fault; the memory is reused.
    pub(super) out: Outgoing,
    pub(super) window: Window,
    usage: Usage,
}

/// What is known about an activity's client.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caller {
    /// It has confirmed a call to this instance of the server.
    pub(super) known: bool,
    pub(super) space: Space,
}

/// The client's address space, common to all of its activities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    /// Unknown, or forgotten.
    Unknown,
    /// The client does not support the callback for it.
    Unsupported,
    /// Its association, which is not 0.
    Joined(u64),
}

impl Caller {
    const UNKNOWN_CALLER: Caller = Caller {
        known: false,
        space: Space::Unknown,
    };
}

/// When a record was used, and its position in its list.
#[derive(Debug)]
struct Usage {
    last: Instant,
    /// Its list; `None` if the record is free.
    class: Option<Class>,
    links: Links,
}

impl AsMut<Links> for Record {
    #[inline]
    fn as_mut(&mut self) -> &mut Links {
        &mut self.usage.links
    }
}

impl Record {
    fn new(personality: &Personality) -> Self {
        Record {
            stage: Stage::Idle(Last::Settled),
            caller: Caller::UNKNOWN_CALLER,
            from: None,
            header: Header::EMPTY,
            contextual: false,
            arguments: Assembly::default(),
            out: Outgoing::default(),
            window: Window::new(personality),
            usage: Usage {
                last: Instant::ZERO,
                class: None,
                links: Links::default(),
            },
        }
    }

    #[inline]
    fn is_free(&self) -> bool {
        self.usage.class.is_none()
    }

    /// Whether the call may be executed again (C706 section 12.5.3.9).
    #[inline]
    pub(super) fn is_idempotent(&self) -> bool {
        let repeatable = flag::IDEMPOTENT | flag::MAYBE | flag::BROADCAST;
        self.header.flags & repeatable != 0
    }

    /// The client's association, if the call needs it; otherwise 0.
    #[inline]
    pub(super) fn association(&self) -> u64 {
        match self.caller.space {
            Space::Joined(association) if self.contextual => association,
            _ => 0,
        }
    }
}

/// All records.
pub(super) struct Records {
    all: Vec<Record>,
    free: Vec<u32>,
    by_activity: HashTable<u32>,
    lists: [List; 3],
    most: usize,
    keep_for: Duration,
    seed: u64,
}

pub(super) fn hash(seed: u64, activity: &[u8; 16]) -> u64 {
    let [high, low] = [0, 8].map(|at| {
        let mut half = [0; 8];
        half.copy_from_slice(&activity[at..at + 8]);
        u64::from_be_bytes(half)
    });
    let mix = |hash: u64, word: u64| {
        let wide = u128::from(hash ^ word) * 0x9e37_79b9_7f4a_7c15u128;
        (wide as u64) ^ (wide >> 64) as u64
    };
    mix(mix(seed | 1, high), low)
}

impl Records {
    /// Capacity for `most`; those that must be kept are kept for `keep_for` after their last PDU.
    pub(super) fn new(most: usize, keep_for: Duration, seed: u64) -> Self {
        Records {
            all: Vec::new(),
            free: Vec::new(),
            by_activity: HashTable::new(),
            lists: [List::default(); 3],
            most: most.clamp(1, u32::MAX as usize / 4),
            keep_for,
            seed,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.all.len() - self.free.len()
    }

    /// The record of an activity. `hint` is the one we sent to the client.
    #[inline]
    pub(super) fn find(&self, activity: &[u8; 16], hint: u16) -> Option<u32> {
        let hinted = self.all.get(usize::from(hint));
        if hinted.is_some_and(|r| r.header.activity == *activity && !r.is_free()) {
            return Some(u32::from(hint));
        }
        let is_it = |at: &u32| self.all[*at as usize].header.activity == *activity;
        self.by_activity
            .find(hash(self.seed, activity), is_it)
            .copied()
    }

    pub(super) fn get(&mut self, at: u32) -> Option<&mut Record> {
        let record = self.all.get_mut(at as usize)?;
        (!record.is_free()).then_some(record)
    }

    /// The record of a call being executed.
    pub(super) fn executing(&mut self, id: CallId) -> Option<&mut Record> {
        let record = self.get(id.0 as u32)?;
        let executing = record.stage.executing()?;
        (executing.id == id).then_some(record)
    }

    /// Whether a new record needs an eviction.
    pub(super) fn is_full(&self) -> bool {
        self.len() >= self.most
    }

    /// The record to evict for a new one.
    pub(super) fn to_go(&self, now: Instant) -> Option<u32> {
        let [quiet, unproven, held] = self.lists.map(|list| list.first());
        let over = |at: &u32, patience: Duration| now.since(self[*at].usage.last) > patience;
        // Many unconfirmed calls may be a flood: while there are many, they do not evict confirmed
        // ones.
        let flood = self.lists[Class::Unconfirmed as usize].len() > self.most / 2;
        let settled = |at: &u32| !self[*at].stage.is_due();
        let unproven = unproven.filter(settled);
        unproven
            .filter(|_| flood)
            .or(quiet)
            .or(unproven)
            .or(held.filter(|at| over(at, self.keep_for) && settled(at)))
    }

    /// Adds a record for a new activity.
    #[cold]
    pub(super) fn add(&mut self, activity: [u8; 16], personality: &Personality) -> u32 {
        let at = self.free.pop().unwrap_or_else(|| {
            self.all.push(Record::new(personality));
            self.free.reserve(self.all.len());
            self.all.len() as u32 - 1
        });
        let record = &mut self.all[at as usize];
        record.stage = Stage::Idle(Last::Settled);
        record.header.activity = activity;
        record.caller = Caller::UNKNOWN_CALLER;
        record.window = Window::new(personality);
        record.usage.class = Some(Class::Unconfirmed);
        self.lists[Class::Unconfirmed as usize].push_back(&mut self.all, at);
        let (all, seed) = (&self.all, self.seed);
        self.by_activity
            .insert_unique(hash(seed, &activity), at, |i| {
                hash(seed, &all[*i as usize].header.activity)
            });
        at
    }

    /// Removes the record. Its call's memory must be released before.
    #[cold]
    pub(super) fn remove(&mut self, at: u32) {
        if let Some(class) = self[at].usage.class.take() {
            self.lists[class as usize].remove(&mut self.all, at);
        }
        let hash = hash(self.seed, &self[at].header.activity);
        if let Ok(found) = self.by_activity.find_entry(hash, |i| *i == at) {
            found.remove();
        }
        self.free.push(at);
    }

    /// Marks the record as just used, and of that class.
    #[inline]
    pub(super) fn touch(&mut self, at: u32, class: Class, now: Instant) {
        let usage = &mut self.all[at as usize].usage;
        usage.last = now;
        let before = usage.class.replace(class);
        if before == Some(class) {
            return self.lists[class as usize].move_to_back(&mut self.all, at);
        }
        if let Some(before) = before {
            self.lists[before as usize].remove(&mut self.all, at);
        }
        self.lists[class as usize].push_back(&mut self.all, at);
    }

    /// Marks the record as just used, in the same class.
    pub(super) fn used(&mut self, at: u32, now: Instant) {
        if let Some(class) = self[at].usage.class {
            self.touch(at, class, now);
        }
    }

    /// The record that has kept results longest and is not sending them; `all`: including those not
    /// sent in full.
    pub(super) fn oldest_results(&mut self, all: bool) -> Option<u32> {
        let held = self.lists[Class::Held as usize];
        let mut next = held.first();
        for _ in 0..MAX_SEARCHED {
            let at = next?;
            let record = &self[at];
            if let Stage::Replied(results) = &record.stage
                && (results.resting || all)
                && !record.out.queued
            {
                return Some(at);
            }
            next = held.after(&mut self.all, at);
        }
        None
    }

    pub(super) fn places(&self) -> impl Iterator<Item = u32> {
        let places = self.all.iter().enumerate();
        places
            .filter(|(_, r)| !r.is_free())
            .map(|(at, _)| at as u32)
    }
}

/// How many records are searched for results to drop.
const MAX_SEARCHED: usize = 64;

impl Index<u32> for Records {
    type Output = Record;

    #[inline]
    fn index(&self, at: u32) -> &Record {
        &self.all[at as usize]
    }
}

impl IndexMut<u32> for Records {
    #[inline]
    fn index_mut(&mut self, at: u32) -> &mut Record {
        &mut self.all[at as usize]
    }
}

impl fmt::Debug for Records {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = f.debug_list();
        for at in self.places() {
            let r = &self[at];
            table.entry(&format_args!(
                "activity {at} call {} {:?} from {:?}",
                r.header.seq, r.stage, r.from
            ));
        }
        table.finish()
    }
}
