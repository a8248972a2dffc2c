//! The clients that a server keeps contexts for, and when it last heard of each.
//!
//! Reading list: C706 section 9.5.4 (execution contexts and their liveness), appendix P
//! (`convc_indy`); FreeDCE's `dgslive.c` for what deployed servers do.
//!
//! A client is named by the UUID of its address space, which it tells when it is asked
//! (`conv_who_are_you2`), and which all of its activities have in common. One that has said once,
//! unasked, that it lives goes on saying so while it has contexts: silence means that it is gone.
//! Of the others silence means nothing, so only want of room ends them.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::time::Duration;

use hashbrown::HashTable;

use super::records::hash;
use crate::list::{Links, List};
use crate::time::Instant;

/// One client.
#[derive(Debug)]
struct Space {
    uuid: [u8; 16],
    /// 0 where the place is free.
    association: u64,
    heard: Instant,
    /// It has said that it lives.
    promised: bool,
    links: Links,
}

impl AsMut<Links> for Space {
    fn as_mut(&mut self) -> &mut Links {
        &mut self.links
    }
}

/// All of them.
#[derive(Debug)]
pub(super) struct Spaces {
    all: Vec<Space>,
    free: Vec<u32>,
    by_uuid: HashTable<u32>,
    /// Those that have not promised to be heard of, and those that have; longest silent first.
    lists: [List; 2],
    most: usize,
    silence: Duration,
    /// Nobody is given up before: the server itself was not listening.
    not_before: Instant,
    seed: u64,
    given: u64,
    ended: VecDeque<u64>,
}

/// A server that looks at a silence that much of it too late has not listened …
const LATE: u32 = 16;
/// … and gives all clients that much of it to be heard of: more than the time between two of their
/// words.
const REPRIEVE: u32 = 4;

impl Spaces {
    /// Room for `most`; those that promised may be silent for `silence`. Servers of one process
    /// have different seeds, and so different associations.
    pub(super) fn new(most: usize, silence: Duration, seed: u64) -> Self {
        Spaces {
            all: Vec::new(),
            free: Vec::new(),
            by_uuid: HashTable::new(),
            lists: [List::default(); 2],
            most: most.min(u32::MAX as usize / 4),
            silence,
            not_before: Instant::ZERO,
            seed,
            given: seed >> 32,
            ended: VecDeque::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.all.len() - self.free.len()
    }

    /// A client has told the UUID of its address space: its association. `None` where there is no
    /// room for one more.
    pub(super) fn join(&mut self, uuid: [u8; 16], now: Instant) -> Option<u64> {
        if let Some(at) = self.named(&uuid) {
            self.heard(at, now);
            return Some(self.all[at as usize].association);
        }
        if self.len() >= self.most {
            // Who has promised to be heard of stays: a flood of invented clients does not push out
            // those that live.
            let at = self.lists[0].first()?;
            self.end(at);
        }
        Some(self.add(uuid, now))
    }

    fn add(&mut self, uuid: [u8; 16], now: Instant) -> u64 {
        let at = self.free.pop().unwrap_or(self.all.len() as u32);
        self.given += 1;
        // The highest bit: association groups of connections have none above the 32nd.
        let association = 1 << 63 | self.given << 32 | u64::from(at);
        let space = Space {
            uuid,
            association,
            heard: now,
            promised: false,
            links: Links::default(),
        };
        match self.all.get_mut(at as usize) {
            Some(place) => *place = space,
            None => self.all.push(space),
        }
        self.lists[0].push_back(&mut self.all, at);
        let (all, seed) = (&self.all, self.seed);
        self.by_uuid.insert_unique(hash(seed, &uuid), at, |i| {
            hash(seed, &all[*i as usize].uuid)
        });
        association
    }

    fn named(&self, uuid: &[u8; 16]) -> Option<u32> {
        let is_it = |at: &u32| self.all[*at as usize].uuid == *uuid;
        self.by_uuid.find(hash(self.seed, uuid), is_it).copied()
    }

    fn heard(&mut self, at: u32, now: Instant) {
        let space = &mut self.all[at as usize];
        space.heard = now;
        let list = usize::from(space.promised);
        self.lists[list].move_to_back(&mut self.all, at);
    }

    /// A client of that association was heard of. Whether there still is such.
    pub(super) fn hear(&mut self, association: u64, now: Instant) -> bool {
        let at = association as u32;
        let there = association != 0
            && self
                .all
                .get(at as usize)
                .is_some_and(|s| s.association == association);
        if there {
            self.heard(at, now);
        }
        there
    }

    /// A client says that it lives. Whether it is one we keep contexts for.
    pub(super) fn lives(&mut self, uuid: &[u8; 16], now: Instant) -> bool {
        let Some(at) = self.named(uuid) else {
            return false;
        };
        let space = &mut self.all[at as usize];
        if !core::mem::replace(&mut space.promised, true) {
            self.lists[0].remove(&mut self.all, at);
            self.lists[1].push_back(&mut self.all, at);
        }
        self.heard(at, now);
        true
    }

    /// When the next one has been silent for too long.
    #[inline]
    pub(super) fn next_timeout(&self) -> Option<Instant> {
        let at = self.lists[1].first()?;
        Some((self.all[at as usize].heard + self.silence).max(self.not_before))
    }

    /// Gives up those that have been silent for too long. `busy`: a call is being carried out, so
    /// that nobody listens.
    pub(super) fn handle_timeout(&mut self, busy: bool, now: Instant) {
        while let Some(due) = self.next_timeout()
            && due <= now
        {
            // What they said may be waiting behind a call that takes long, or took.
            if busy || now.since(due) > self.silence / LATE {
                self.not_before = now + self.silence / REPRIEVE;
                return;
            }
            if let Some(at) = self.lists[1].first() {
                self.end(at);
            }
        }
    }

    /// The server is over, and so is what it kept for them.
    pub(super) fn end_all(&mut self) {
        for list in 0..2 {
            while let Some(at) = self.lists[list].first() {
                self.end(at);
            }
        }
    }

    fn end(&mut self, at: u32) {
        let space = &self.all[at as usize];
        let (hash, list) = (hash(self.seed, &space.uuid), usize::from(space.promised));
        self.lists[list].remove(&mut self.all, at);
        if let Ok(found) = self.by_uuid.find_entry(hash, |i| *i == at) {
            found.remove();
        }
        let association = core::mem::take(&mut self.all[at as usize].association);
        self.ended.push_back(association);
        self.free.push(at);
    }

    /// The next association that ended.
    pub(super) fn poll_ended(&mut self) -> Option<u64> {
        self.ended.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SILENCE: Duration = Duration::from_secs(120);

    fn at(seconds: u64) -> Instant {
        Instant::from_nanos(seconds * 1_000_000_000)
    }

    fn spaces(most: usize) -> Spaces {
        Spaces::new(most, SILENCE, 0x0123_4567_89ab_cdef)
    }

    /// C706 section 9.5.4: who says that it lives is given up after its silence; who never did, never.
    #[test]
    fn silence_means_something_of_those_who_promised() {
        let mut spaces = spaces(8);
        let [a, b, c] = [1, 2, 3].map(|n| spaces.join([n; 16], at(0)).unwrap());
        assert!(a != b && b != c && a > u64::from(u32::MAX));
        assert_eq!(spaces.join([1; 16], at(1)), Some(a), "all its activities");
        assert_eq!(spaces.next_timeout(), None);
        assert!(spaces.lives(&[1; 16], at(10)) && spaces.lives(&[2; 16], at(20)));
        assert!(!spaces.lives(&[9; 16], at(20)), "nobody's");
        assert_eq!(spaces.next_timeout(), Some(at(130)));
        assert!(spaces.hear(a, at(40)), "a call");
        assert_eq!(spaces.next_timeout(), Some(at(140)));
        spaces.handle_timeout(false, at(139));
        assert_eq!(spaces.poll_ended(), None);
        spaces.handle_timeout(false, at(140));
        assert_eq!((spaces.poll_ended(), spaces.poll_ended()), (Some(b), None));
        assert!(!spaces.hear(b, at(141)));
        let again = spaces.join([2; 16], at(142)).unwrap();
        assert_ne!(again, b, "no call of an association comes after its end");
        spaces.handle_timeout(false, at(160));
        assert_eq!(spaces.poll_ended(), Some(a));
        spaces.handle_timeout(false, at(1_000_000));
        assert_eq!((spaces.poll_ended(), spaces.len()), (None, 2));
        assert!(spaces.hear(c, at(1_000_001)));
    }

    /// A server that was busy for long reads what waits for it before it gives anybody up.
    #[test]
    fn time_in_which_nobody_listened_does_not_count() {
        let mut spaces = spaces(8);
        let ended = [1, 2].map(|n| spaces.join([n; 16], at(0)).unwrap());
        assert!(spaces.lives(&[1; 16], at(0)) && spaces.lives(&[2; 16], at(1)));
        spaces.handle_timeout(false, at(300));
        assert_eq!(spaces.poll_ended(), None);
        assert_eq!(spaces.next_timeout(), Some(at(330)));
        assert!(spaces.lives(&[2; 16], at(301)), "it had been waiting");
        spaces.handle_timeout(true, at(330));
        assert_eq!(spaces.next_timeout(), Some(at(360)), "it still is");
        spaces.handle_timeout(false, at(360));
        assert_eq!(spaces.poll_ended(), Some(ended[0]));
        spaces.handle_timeout(false, at(421));
        assert_eq!(spaces.poll_ended(), Some(ended[1]));
    }

    /// Clients that are invented make room for each other, and take none from those that live.
    #[test]
    fn a_flood_of_clients() {
        let mut spaces = spaces(16);
        let live = spaces.join([255; 16], at(0)).unwrap();
        assert!(spaces.lives(&[255; 16], at(0)));
        for n in 0..200u8 {
            assert!(spaces.join([n; 16], at(1)).is_some());
            assert!(spaces.len() <= 16);
        }
        let mut ended = 0;
        while let Some(association) = spaces.poll_ended() {
            assert_ne!(association, live);
            ended += 1;
        }
        assert_eq!(ended, 185);
        for n in 185..200u8 {
            assert!(spaces.lives(&[n; 16], at(2)));
        }
        assert_eq!(spaces.join([254; 16], at(3)), None, "all of them promised");
        spaces.end_all();
        assert_eq!((spaces.len(), spaces.lists.map(|l| l.len())), (0, [0, 0]));
    }
}
