//! The clients that a server keeps context handles for, and when it last received a PDU from each.
//!
//! Reading list: C706 section 9.5.4 (execution contexts and their liveness), appendix P
//! (`convc_indy`); FreeDCE's `dgslive.c` for the behaviour of deployed servers.
//!
//! A client is identified by the UUID of its address space, which it returns to a callback
//! (`conv_who_are_you2`) and which all of its activities share. A client that has sent one
//! keepalive continues to do so while it has context handles: its silence means that it is gone.
//! The silence of others means nothing, so they are dropped only for lack of space.

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
    /// 0 if the slot is free.
    association: u64,
    touch: Instant,
    /// It has sent a keepalive.
    sends_keepalives: bool,
    links: Links,
}

impl AsMut<Links> for Space {
    fn as_mut(&mut self) -> &mut Links {
        &mut self.links
    }
}

/// All clients.
#[derive(Debug)]
pub(super) struct Spaces {
    all: Vec<Space>,
    free: Vec<u32>,
    by_uuid: HashTable<u32>,
    /// Those that have not sent a keepalive, and those that have; longest silent first.
    lists: [List; 2],
    most: usize,
    silence: Duration,
    /// No client is given up before this time: the server was not reading.
    not_before: Instant,
    seed: u64,
    given: u64,
    ended: VecDeque<u64>,
}

/// A server that checks a silence later than this fraction of it was not reading …
const LATE: u32 = 16;
/// … and grants all clients this fraction to send something, more than a keepalive interval.
const REPRIEVE: u32 = 4;

impl Spaces {
    /// Capacity for `most`; those that send keepalives may be silent for `silence`. The servers of
    /// one process have different seeds, and so different associations.
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

    /// The association of a client with this address space. `None` if there is no room for another.
    pub(super) fn join(&mut self, uuid: [u8; 16], now: Instant) -> Option<u64> {
        if let Some(at) = self.named(&uuid) {
            self.touch(at, now);
            return Some(self.all[at as usize].association);
        }
        if self.len() >= self.most {
            // Clients with keepalives stay: a flood of invented clients does not evict live ones.
            let at = self.lists[0].first()?;
            self.end(at);
        }
        Some(self.add(uuid, now))
    }

    fn add(&mut self, uuid: [u8; 16], now: Instant) -> u64 {
        let at = self.free.pop().unwrap_or(self.all.len() as u32);
        self.given += 1;
        // The highest bit: association groups of connections have at most 32 bits.
        let association = 1 << 63 | self.given << 32 | u64::from(at);
        let space = Space {
            uuid,
            association,
            touch: now,
            sends_keepalives: false,
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

    fn touch(&mut self, at: u32, now: Instant) {
        let space = &mut self.all[at as usize];
        space.touch = now;
        let list = usize::from(space.sends_keepalives);
        self.lists[list].move_to_back(&mut self.all, at);
    }

    /// A PDU of this association's client arrived. False if there is no such client.
    pub(super) fn note_pdu(&mut self, association: u64, now: Instant) -> bool {
        let at = association as u32;
        let there = association != 0
            && self
                .all
                .get(at as usize)
                .is_some_and(|s| s.association == association);
        if there {
            self.touch(at, now);
        }
        there
    }

    /// A client sent a keepalive. False if we keep no context handles for it.
    pub(super) fn note_keepalive(&mut self, uuid: &[u8; 16], now: Instant) -> bool {
        let Some(at) = self.named(uuid) else {
            return false;
        };
        let space = &mut self.all[at as usize];
        if !core::mem::replace(&mut space.sends_keepalives, true) {
            self.lists[0].remove(&mut self.all, at);
            self.lists[1].push_back(&mut self.all, at);
        }
        self.touch(at, now);
        true
    }

    /// When the next client will have been silent for too long.
    #[inline]
    pub(super) fn next_timeout(&self) -> Option<Instant> {
        let at = self.lists[1].first()?;
        Some((self.all[at as usize].touch + self.silence).max(self.not_before))
    }

    /// Gives up clients that have been silent for too long. `busy`: a call is being executed, so
    /// the socket is not being read.
    pub(super) fn handle_timeout(&mut self, busy: bool, now: Instant) {
        while let Some(due) = self.next_timeout()
            && due <= now
        {
            // Their PDUs may be queued behind a call that runs, or ran, for long.
            if busy || now.since(due) > self.silence / LATE {
                self.not_before = now + self.silence / REPRIEVE;
                return;
            }
            if let Some(at) = self.lists[1].first() {
                self.end(at);
            }
        }
    }

    /// The server ends, and with it everything kept for clients.
    pub(super) fn end_all(&mut self) {
        for list in 0..2 {
            while let Some(at) = self.lists[list].first() {
                self.end(at);
            }
        }
    }

    fn end(&mut self, at: u32) {
        let space = &self.all[at as usize];
        let (hash, list) = (
            hash(self.seed, &space.uuid),
            usize::from(space.sends_keepalives),
        );
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

    /// C706 section 9.5.4: a client that sends keepalives is given up after its silence; one that
    /// never did, never.
    #[test]
    fn silence_ends_only_clients_with_keepalives() {
        let mut spaces = spaces(8);
        let [a, b, c] = [1, 2, 3].map(|n| spaces.join([n; 16], at(0)).unwrap());
        assert!(a != b && b != c && a > u64::from(u32::MAX));
        assert_eq!(spaces.join([1; 16], at(1)), Some(a), "all its activities");
        assert_eq!(spaces.next_timeout(), None);
        assert!(spaces.note_keepalive(&[1; 16], at(10)) && spaces.note_keepalive(&[2; 16], at(20)));
        assert!(!spaces.note_keepalive(&[9; 16], at(20)), "nobody's");
        assert_eq!(spaces.next_timeout(), Some(at(130)));
        assert!(spaces.note_pdu(a, at(40)), "a call");
        assert_eq!(spaces.next_timeout(), Some(at(140)));
        spaces.handle_timeout(false, at(139));
        assert_eq!(spaces.poll_ended(), None);
        spaces.handle_timeout(false, at(140));
        assert_eq!((spaces.poll_ended(), spaces.poll_ended()), (Some(b), None));
        assert!(!spaces.note_pdu(b, at(141)));
        let again = spaces.join([2; 16], at(142)).unwrap();
        assert_ne!(again, b, "no call of an association comes after its end");
        spaces.handle_timeout(false, at(160));
        assert_eq!(spaces.poll_ended(), Some(a));
        spaces.handle_timeout(false, at(1_000_000));
        assert_eq!((spaces.poll_ended(), spaces.len()), (None, 2));
        assert!(spaces.note_pdu(c, at(1_000_001)));
    }

    /// A server that was busy for long reads what is queued before it gives up a client.
    #[test]
    fn time_without_reading_does_not_count() {
        let mut spaces = spaces(8);
        let ended = [1, 2].map(|n| spaces.join([n; 16], at(0)).unwrap());
        assert!(spaces.note_keepalive(&[1; 16], at(0)) && spaces.note_keepalive(&[2; 16], at(1)));
        spaces.handle_timeout(false, at(300));
        assert_eq!(spaces.poll_ended(), None);
        assert_eq!(spaces.next_timeout(), Some(at(330)));
        assert!(
            spaces.note_keepalive(&[2; 16], at(301)),
            "it had been waiting"
        );
        spaces.handle_timeout(true, at(330));
        assert_eq!(spaces.next_timeout(), Some(at(360)), "it still is");
        spaces.handle_timeout(false, at(360));
        assert_eq!(spaces.poll_ended(), Some(ended[0]));
        spaces.handle_timeout(false, at(421));
        assert_eq!(spaces.poll_ended(), Some(ended[1]));
    }

    /// Invented clients evict each other, and no live ones.
    #[test]
    fn a_flood_of_clients() {
        let mut spaces = spaces(16);
        let live = spaces.join([255; 16], at(0)).unwrap();
        assert!(spaces.note_keepalive(&[255; 16], at(0)));
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
            assert!(spaces.note_keepalive(&[n; 16], at(2)));
        }
        assert_eq!(spaces.join([254; 16], at(3)), None, "all of them promised");
        spaces.end_all();
        assert_eq!((spaces.len(), spaces.lists.map(|l| l.len())), (0, [0, 0]));
    }
}
