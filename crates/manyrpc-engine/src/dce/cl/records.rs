//! What a server knows of each activity that has called it.
//!
//! Reading list: C706 sections 9.5.2, 9.5.3 and 10.2 (CL_SERVER).
//!
//! Which record may go when there is no room for one more is what keeps calls at
//! most once; the module's own documentation has the rule. Each record is in one
//! of three lists, by use: those that may go at any time, those whose call no
//! client has confirmed yet, and those that must stay for their time.

use alloc::vec::Vec;
use core::fmt;
use core::net::SocketAddr;
use core::ops::{Index, IndexMut};
use core::time::Duration;

use hashbrown::HashTable;

use super::pdu::{Header, flag};
use super::personality::Personality;
use super::receive::Assembly;
use super::transmit::Outgoing;
use super::window::Window;
use crate::contract::CallId;
use crate::list::{Links, List};
use crate::time::Instant;

/// Where an activity's call stands. Printed by the server's `Debug`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// The place is free.
    Free,
    /// No call is under way, and what there is to know of the last is [`Record::last`].
    Idle,
    /// Fragments of its arguments are missing.
    Receiving,
    /// All of it is here, but whether the client is making it must be known first.
    Asking,
    /// It waits to be carried out.
    Ready,
    /// It is being carried out.
    Executing,
    /// Its results are on their way, and not acknowledged.
    Replied,
}

/// What became of an activity's last call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Last {
    /// The client has its results, or has given it up; or there was none.
    Settled,
    /// It may be carried out again, or was not carried out yet.
    Repeatable,
    /// It was carried out and has no results.
    Silent,
    /// It was carried out, and its results are gone.
    Forgotten,
}

/// Whether the client has asked for the end of its call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cancel {
    No,
    /// And nobody has looked.
    Pending,
    /// And the application knows it.
    Told,
}

/// The question whether the client is making the call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    /// Its number.
    pub(super) seq: u32,
    pub(super) since: Instant,
    pub(super) again: Instant,
    pub(super) wait: Duration,
    /// The client's address space is asked for too.
    pub(super) space: bool,
}

/// Which list a record is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// May go at any time.
    Quiet,
    /// No client has confirmed its call.
    Unproven,
    /// Must stay for its time.
    Held,
}

/// One activity.
#[derive(Debug)]
pub(super) struct Record {
    pub(super) state: State,
    pub(super) last: Last,
    pub(super) from: Option<SocketAddr>,
    /// What all PDUs of the call have in common, as we send them.
    pub(super) header: Header,
    /// The request's flags.
    pub(super) flags: u8,
    /// How the client represents data.
    pub(super) drep: [u8; 3],
    /// A client has told this life of the server which call it was making.
    pub(super) known: bool,
    /// The present call may be carried out.
    pub(super) proven: bool,
    pub(super) asked: Option<Asked>,
    /// The present call's operation has to do with contexts.
    pub(super) contextual: bool,
    /// It may be carried out once the client's address space is known, or cannot be.
    pub(super) only_space: bool,
    /// The client does not know that question.
    pub(super) spaceless: bool,
    /// What all activities of the client have in common; 0 while that is not known.
    pub(super) association: u64,
    pub(super) cancel: Cancel,
    /// The client gave the call up while it was carried out.
    pub(super) orphaned: bool,
    pub(super) call: CallId,
    pub(super) arguments: Assembly,
    /// The results, or the fault.
    pub(super) out: Outgoing,
    pub(super) window: Window,
    /// When the results go again, how long after that, and how often they went unasked.
    pub(super) again: Instant,
    pub(super) wait: Duration,
    pub(super) repeats: u32,
    /// Bytes of memory that the results are counted with.
    pub(super) counted: usize,
    /// Whether they were sent in full, and are kept for a client that has not got them.
    pub(super) resting: bool,
    /// Bytes that the arguments are counted with.
    pub(super) reassembly: usize,
    pub(super) used: Instant,
    class: Class,
    links: Links,
}

impl AsMut<Links> for Record {
    #[inline]
    fn as_mut(&mut self) -> &mut Links {
        &mut self.links
    }
}

impl Record {
    fn new(personality: &Personality) -> Self {
        Record {
            state: State::Free,
            last: Last::Settled,
            from: None,
            header: Header::EMPTY,
            flags: 0,
            drep: [0; 3],
            known: false,
            proven: false,
            asked: None,
            contextual: false,
            only_space: false,
            spaceless: false,
            association: 0,
            cancel: Cancel::No,
            orphaned: false,
            call: CallId(0),
            arguments: Assembly::default(),
            out: Outgoing::default(),
            window: Window::new(personality),
            again: Instant::ZERO,
            wait: Duration::ZERO,
            repeats: 0,
            counted: 0,
            resting: false,
            reassembly: 0,
            used: Instant::ZERO,
            class: Class::Quiet,
            links: Links::default(),
        }
    }

    pub(super) fn class(&self) -> Class {
        self.class
    }

    /// Whether the call may be carried out again (C706 section 12.5.3.9).
    pub(super) fn is_idempotent(&self) -> bool {
        self.flags & (flag::IDEMPOTENT | flag::MAYBE | flag::BROADCAST) != 0
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
    /// Room for `most`; those that must stay do so for `keep_for` after they were last heard of.
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

    /// The record of an activity. `hint` is where we told the client that it is.
    #[inline]
    pub(super) fn find(&self, activity: &[u8; 16], hint: u16) -> Option<u32> {
        let hinted = self.all.get(usize::from(hint));
        if hinted.is_some_and(|r| r.header.activity == *activity && r.state != State::Free) {
            return Some(u32::from(hint));
        }
        let is_it = |at: &u32| self.all[*at as usize].header.activity == *activity;
        self.by_activity
            .find(hash(self.seed, activity), is_it)
            .copied()
    }

    pub(super) fn get(&mut self, at: u32) -> Option<&mut Record> {
        let record = self.all.get_mut(at as usize)?;
        (record.state != State::Free).then_some(record)
    }

    /// Whether one more must make another go.
    pub(super) fn is_full(&self) -> bool {
        self.len() >= self.most
    }

    /// Which record goes to make room for a new one.
    pub(super) fn to_go(&self, now: Instant) -> Option<u32> {
        let [quiet, unproven, held] = self.lists.map(|list| list.first());
        let over = |at: &u32, patience: Duration| now.since(self[*at].used) > patience;
        // Calls that nobody has confirmed may be a flood: they do not push out what has proved
        // itself while they are many.
        let flood = self.lists[Class::Unproven as usize].len() > self.most / 2;
        let settled = |at: &u32| !matches!(self[*at].state, State::Executing | State::Ready);
        let unproven = unproven.filter(settled);
        unproven
            .filter(|_| flood)
            .or(quiet)
            .or(unproven)
            .or(held.filter(|at| over(at, self.keep_for) && settled(at)))
    }

    /// A record for an activity that has none.
    #[cold]
    pub(super) fn add(&mut self, activity: [u8; 16], personality: &Personality) -> u32 {
        let at = self.free.pop().unwrap_or_else(|| {
            self.all.push(Record::new(personality));
            self.free.reserve(self.all.len());
            self.all.len() as u32 - 1
        });
        let record = &mut self.all[at as usize];
        record.state = State::Idle;
        record.last = Last::Settled;
        record.header.activity = activity;
        record.known = false;
        record.spaceless = false;
        record.association = 0;
        record.window = Window::new(personality);
        record.class = Class::Unproven;
        self.lists[Class::Unproven as usize].push_back(&mut self.all, at);
        let (all, seed) = (&self.all, self.seed);
        self.by_activity
            .insert_unique(hash(seed, &activity), at, |i| {
                hash(seed, &all[*i as usize].header.activity)
            });
        at
    }

    /// The record goes. Its call's memory must be given back before.
    #[cold]
    pub(super) fn remove(&mut self, at: u32) {
        let class = self[at].class;
        self.lists[class as usize].remove(&mut self.all, at);
        let hash = hash(self.seed, &self[at].header.activity);
        if let Ok(found) = self.by_activity.find_entry(hash, |i| *i == at) {
            found.remove();
        }
        self[at].state = State::Free;
        self.free.push(at);
    }

    /// The record was used just now, and is of that class.
    #[inline]
    pub(super) fn touch(&mut self, at: u32, class: Class, now: Instant) {
        let record = &mut self.all[at as usize];
        record.used = now;
        let before = core::mem::replace(&mut record.class, class);
        if before == class {
            self.lists[class as usize].move_to_back(&mut self.all, at);
        } else {
            self.lists[before as usize].remove(&mut self.all, at);
            self.lists[class as usize].push_back(&mut self.all, at);
        }
    }

    /// The record that has held results longest, and is not sending them; `all`: those that were
    /// not sent in full too.
    pub(super) fn oldest_results(&mut self, all: bool) -> Option<u32> {
        let held = self.lists[Class::Held as usize];
        let mut next = held.first();
        for _ in 0..MOST_SEARCHED {
            let at = next?;
            let record = &self[at];
            let kept = record.resting || all && record.counted > 0;
            if record.state == State::Replied && kept && !record.out.queued {
                return Some(at);
            }
            next = held.after(&mut self.all, at);
        }
        None
    }

    pub(super) fn places(&self) -> impl Iterator<Item = u32> {
        let places = self.all.iter().enumerate();
        places
            .filter(|(_, r)| r.state != State::Free)
            .map(|(at, _)| at as u32)
    }
}

/// How many records are looked at for one whose results may go.
const MOST_SEARCHED: usize = 64;

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
                "activity {at} call {} {:?} {:?} from {:?}",
                r.header.seq, r.state, r.last, r.from
            ));
        }
        table.finish()
    }
}
